"""brat standoff (https://brat.nlplab.org/standoff.html): a folder of .txt and .ann files, one pair a document.

How records look in it: the label is the type ("Mention" where there is none), concepts are normalisations (N lines),
attributes A lines (a name alone is true; a name twice has two values), the note an AnnotatorNotes line. Mentions that have no
id, or ids that brat could not use, are numbered T1, T2, ...; an id of the second kind is kept as the attribute ``ID``.
A .txt without an .ann was not judged. White space in names and values is percent-encoded, as brat would end them there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import count
from math import isfinite
from pathlib import Path
from urllib.parse import unquote

from ..errors import BadInput
from ..model import NONE, Attributes, Corpus, Document, Layer, Mention, MentionBuilder, Value, whole
from .features import features
from .features.layers import UNKNOWN
from .files import files_below, name_below, read_document, read_text, text_file, write_text
from .format import Format, Reading, Writing

DROPS = {
    "relations": "relations between mentions (R lines)",
    "events": "events (E lines)",
    "equivalences": "equivalence sets (* lines)",
    "notes-elsewhere": "notes and attributes of something that is not a mention, or not there",
}
_OTHER = {"R": "relations", "E": "events", "*": "equivalences"}
_BLANK = str.maketrans("\n\r\t\u2028\u2029", "     ")
_ESCAPED = {"\\n": "\n", "\\t": "\t", "\\r": "\r", "\\\\": "\\"}
NO_LABEL = "Mention"


def read(path: Path, reading: Reading) -> Corpus:
    """``concepts=label`` takes the type of each mention for its concept id, as some corpora write them."""
    as_concept = reading.options.get("concepts", "note") == "label"
    files = files_below(path, ".txt", ".ann")
    stems = sorted({f.with_suffix("") if f.suffix in (".txt", ".ann") else f for f in files}, key=lambda p: p.parts)
    documents: list[Document] = []
    judged: list[str] = []
    build = MentionBuilder()
    for stem in reading.progress(stems, "brat"):
        text_path, notes_path = _beside(stem, ".txt", reading), stem.with_name(stem.name + ".ann")
        if not text_path.exists():
            raise BadInput("no text beside it", where=notes_path, remedy=f"put {text_path.name} into the same folder, or name a folder with --texts")
        document = Document(name_below(stem, path if path.is_dir() else path.parent), read_document(text_path))
        documents.append(document)
        if notes_path.exists():
            judged.append(document.id)
            _read_notes(read_text(notes_path), document, notes_path, reading, build, as_concept)
            build.end_unit()
    layer = Layer("mentions", UNKNOWN, tuple(judged), build.columns())
    return Corpus(tuple(documents), tuple(map(whole, documents)), (layer,) if judged else ())


def _beside(stem: Path, suffix: str, reading: Reading) -> Path:
    own = stem.with_name(stem.name + suffix)
    return own if own.exists() or reading.texts is None else reading.texts / own.name


def _read_notes(text: str, document: Document, where: Path, reading: Reading, build: MentionBuilder, as_concept: bool) -> None:
    rows: dict[str, tuple[str, list[tuple[int, int]], str]] = {}
    concepts: dict[str, list[str]] = {}
    attributes: dict[str, dict[str, tuple[Value, ...]]] = {}
    number = 0
    try:
        for number, line in enumerate(text.split("\n"), 1):
            match line[:1]:
                case "T":
                    id, middle, *rest = line.rstrip("\r").split("\t", 2)
                    label, places = middle.split(" ", 1)
                    if id in rows:
                        raise BadInput(f"{id} stands twice")
                    spans = [(int(a), int(b)) for a, _, b in (p.partition(" ") for p in places.split(";"))]
                    rows[id] = label, spans, rest[0] if rest else ""
                case "" | "\r":
                    pass
                case "A" | "M":
                    name, of, *value = line.rstrip("\r").split("\t", 1)[1].split(" ", 2)
                    _more(attributes, of, _decoded(name), _decoded(value[0]) if value else True)
                case "N":
                    _, of, concept = line.rstrip("\r").split("\t")[1].split(" ", 2)
                    concepts.setdefault(of, []).append(_decoded(concept.removeprefix("concept:")))
                case "#":
                    _, of_what, *notes = line.rstrip("\r").split("\t", 2)
                    of = of_what.split(" ")[1] if " " in of_what else ""
                    _more(attributes, of, "note", _unescape(notes[0] if notes else ""))
                case sign if sign in _OTHER:
                    reading.lost(_OTHER[sign], f"{where}, line {number}")
                case _:
                    raise BadInput("not a line of brat standoff")
    except (ValueError, IndexError):
        raise BadInput("not a line of brat standoff", where=f"{where}, line {number}") from None
    except BadInput as error:
        raise BadInput(error.what, where=f"{where}, line {number}") from None
    for of in {**concepts, **attributes}:
        if of not in rows:
            reading.lost("notes-elsewhere", f"{where}, {of or 'no id'}")
    numbered = list(rows) == [f"T{i}" for i in range(1, len(rows) + 1)]
    translated = document.text.translate(_BLANK)
    for id, (label, spans, stated) in rows.items():
        covered = " ".join([translated[max(a, 0) : max(b, 0)] for a, b in spans])
        said = attributes.get(id)
        extra, confidence, own = (NONE, None, "") if said is None else _split(said)
        name = "" if label == NO_LABEL else _decoded(label)
        named = concepts.get(id, ())
        build.add(
            spans, (name, *named) if as_concept and name else named, "" if as_concept else name,
            own or ("" if numbered else id), extra, confidence, None if stated == covered else stated,
        )  # fmt: skip


def _more(table: dict[str, dict[str, tuple[Value, ...]]], of: str, name: str, value: Value) -> None:
    said = table.setdefault(of, {})
    said[name] = (*said.get(name, ()), value)


def _split(said: dict[str, tuple[Value, ...]]) -> tuple[Attributes, float | None, str]:
    """Attributes proper, confidence, own id."""
    confidence = None
    if "confidence" in said:
        # A number is our confidence; any other word is somebody's own attribute of that name.
        with suppress(ValueError):
            number = float(str(said["confidence"][0]))
            if isfinite(number):
                confidence = number
                del said["confidence"]
    own = str(said.pop("ID", ("",))[0])
    return Attributes(said), confidence, own  # type: ignore[arg-type]


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = corpus.layers[0] if corpus.layers else None
    labels: set[str] = set()
    names: set[str] = set()
    for document in corpus.documents:
        write_text(text_file(document.id, path, ".txt"), document.text)
        found = layer.get(document.id) if layer else None
        if found is not None:
            rows = list(_lines(found, document, names))
            labels.update(row.split("\t")[1].split(" ")[0] for row in rows if row.startswith("T"))
            write_text(text_file(document.id, path, ".ann"), "".join(f"{row}\n" for row in rows))
    # Without it brat shows every type as unknown.
    write_text(path / "annotation.conf", "[entities]\n" + "".join(f"{x}\n" for x in sorted(labels)) + "[relations]\n[events]\n[attributes]\n"
               + "".join(f"{x}\tArg:<ENTITY>\n" for x in sorted(names)))  # fmt: skip


def _lines(mentions: tuple[Mention, ...], document: Document, names: set[str]) -> Iterator[str]:
    fresh = [f"T{i}" for i in range(1, len(mentions) + 1)]
    ids = [m.id for m in mentions]
    usable = len(set(ids)) == len(ids) and all(re.fullmatch(r"T\d+", id) for id in ids) and ids != fresh
    text = document.text.translate(_BLANK)
    a, n, notes = count(1), count(1), count(1)
    for m, id in zip(mentions, ids if usable else fresh, strict=True):
        places = ";".join([f"{s} {e}" for s, e in m.spans])
        covered = " ".join([text[max(s, 0) : max(e, 0)] for s, e in m.spans]) if m.stated is None else m.stated.translate(_BLANK)
        yield f"{id}\t{_label(m.label)} {places}\t{covered}"
        for concept in m.concepts:
            yield f"N{next(n)}\tReference {id} {_encoded(concept if ':' in concept else 'concept:' + concept)}\t{covered}"
        if m.id and not usable:
            yield f"A{next(a)}\tID {id} {_encoded(m.id)}"
        if m.confidence is not None:
            yield f"A{next(a)}\tconfidence {id} {m.confidence!r}"
        for name, value in m.attributes.items():
            if name == "note":
                for note in value if isinstance(value, tuple) else (value,):
                    yield f"#{next(notes)}\tAnnotatorNotes {id}\t{_escape(str(note))}"
                continue
            names.add(_encoded(name))
            for one in value if isinstance(value, tuple) else (value,):
                yield f"A{next(a)}\t{_encoded(name)} {id}" + ("" if one is True else f" {_encoded(str(one))}")


@lru_cache(4096)
def _label(label: str) -> str:
    return NO_LABEL if not label else f"%4D{NO_LABEL[1:]}" if label == NO_LABEL else _encoded(label)


@lru_cache(65536)
def _encoded(text: str) -> str:
    return "".join(f"%{b:02X}" for b in text.encode()) if not text.strip() else re.sub(
        r"[\s%]", lambda found: "".join(f"%{b:02X}" for b in found[0].encode()), text
    )


def _decoded(text: str) -> str:
    return unquote(text) if "%" in text else text


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


def _unescape(text: str) -> str:
    return re.sub(r"\\[ntr\\]", lambda found: _ESCAPED[found[0]], text) if "\\" in text else text


def sniff(path: Path, start: bytes) -> bool:
    if path.suffix != ".ann":
        return False
    lines = start.split(b"\n")[:20]
    return all(re.match(rb"[TREAMN#*]\d*\t|\s*$", line) for line in lines[:-1]) and not start.startswith(b"<")


BRAT = Format(
    name="brat",
    title="brat standoff",
    suffixes=(".brat", ".ann"),
    keeps=features(
        "mentions", "passages", "not-judged", "mention-discontinuous", "mention-overlap", "mention-order", "mention-several-concepts",
        "mention-concept", "mention-label", "mention-id", "mention-note", "mention-flags", "mention-attributes", "mention-many-valued",
        "mention-confidence", "mention-stated", "text-lines", "empty-layers",
    ),
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    drops=DROPS,
    options={"concepts": "label: the type of each mention is its concept id"},
    see="https://brat.nlplab.org/standoff.html",
)  # fmt: skip
