"""What is handed to a tool: the text as it is, a line a sentence, tokens, tagged tokens, JSON, or any format of ours.

``text``: the text. ``lines``: a sentence a line. ``tokens``: a sentence a line, blanks between tokens. ``tagged``: the same with ``token_TAG``. ``split``: a sentence a
line with ``<SPLIT>`` between tokens that touch (what OpenNLP trains tokenizers on). ``json``: one object with ``id``, ``text`` and ``sentences``.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from ...errors import BadInput
from ...formats.exchange import save
from ...formats.files import write_text
from ...model import Corpus, Document, Kind, Layer, Source, whole
from ...model.plain import columns_of
from .work import Plain, Work

SHAPES = ("text", "lines", "tokens", "tagged", "split", "json")


def suffix(shape: str) -> str:
    """What a file of this shape or format is called."""
    from ...registry import door

    if shape in SHAPES:
        return ".json" if shape == "json" else ".txt"
    found: str = _FILES.get(shape) or door("formats").get(shape).suffixes[0]
    return found


# What one document's file ends in, of formats that write a folder of them under another suffix.
_FILES = {"brat": ".ann", "knowtator": ".txt.knowtator.xml", "knowtator2": ".xml", "hpo": ".tsv", "uima": ".xmi"}


def asked(shape: str, work: Work) -> str:
    """The text that a tool gets, for the simple shapes."""
    match shape:
        case "text":
            return work.text
        case "lines":
            return _lines(_flat(work.text[slice(*s["span"])]) for s in work.sentences)
        case "tokens":
            return _lines(" ".join(map(_word, _forms(work, s))) for s in work.sentences)
        case "tagged":
            return _lines(" ".join(f"{_word(f)}_{t or 'NN'}" for f, t in zip(_forms(work, s), s.get("tag") or [None] * len(s["tokens"]), strict=True)) for s in work.sentences)
        case "split":
            return _lines(_split(work, s) for s in work.sentences)
        case "json":
            return json.dumps(request(work), ensure_ascii=False)
    raise BadInput(f"no shape {shape!r}")


def request(work: Work) -> Plain:
    """The same as JSON: sentences with ``start`` and ``end``, their tokens with ``start``, ``end``, ``form`` and ``tag``."""
    sentences = []
    for s in work.sentences:
        tags = s.get("tag") or [None] * len(s["tokens"])
        tokens = [{"start": a, "end": b, "form": f} | ({"tag": t} if t is not None else {}) for (a, b), f, t in zip(s["tokens"], _forms(work, s), tags, strict=True)]
        sentences.append({"start": s["span"][0], "end": s["span"][1], "tokens": tokens})
    return {"id": work.unit, "text": work.text, "sentences": sentences}


def put(shape: str, work: Work, place: Path) -> None:
    """The file that a tool gets."""
    if shape in SHAPES:
        write_text(place, asked(shape, work))
        return
    document = Document(place.name.split(".")[0], work.text)
    layer = Layer("given", Source("given"), (document.id,), columns_of(Kind.PARSES, [[{"sentences": list(work.sentences)}]]))
    save_as(Corpus((document,), (whole(document),), (layer,)), place, shape)


def save_as(corpus: Corpus, place: Path, format: str) -> None:
    """A corpus as one file, also where the format writes a folder. A tool needs no more than its format says: what else there is may be lost."""
    from ...formats.features import FEATURES

    with tempfile.TemporaryDirectory(prefix="goldproof-asked-") as room:
        made = Path(room) / f"made{suffix(format)}"
        save(corpus, made, format=format, lose=list(FEATURES))
        files = sorted(p for p in made.rglob("*") if p.is_file() and p.suffix != ".txt") if made.is_dir() else [made]
        # Documents of formats by columns and brackets follow each other as they are.
        place.write_bytes(b"".join(file.read_bytes() for file in files))


def _forms(work: Work, s: Plain) -> list[str]:
    return [work.text[a:b] for a, b in s["tokens"]]


def _lines(lines: object) -> str:
    return "".join(f"{line}\n" for line in lines if line)  # type: ignore[attr-defined]


def _flat(text: str) -> str:
    return " ".join(text.split())


def _word(form: str) -> str:
    """A token as one word: blanks inside it would part it."""
    return "".join(form.split()) or "_"


def _split(work: Work, s: Plain) -> str:
    out, before = [], None
    for a, b in s["tokens"]:
        if before is not None:
            out.append(" " if a > before else "<SPLIT>")
        out.append(_word(work.text[a:b]))
        before = b
    return "".join(out)
