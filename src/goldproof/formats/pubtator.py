r"""PubTator (https://www.ncbi.nlm.nih.gov/CBBresearch/Lu/Demo/tmTools/Format.html): one file of many documents.

::

    3403780|t|Paracetamol-associated coma.
    3403780|a|A case is presented.
    3403780\t23\t27\tcoma\tDisease\tD003128

The text is the title, a line end, the abstract (no line end where there is no abstract line): offsets count over both. Several ids
in the sixth column stand between ; , or | (within a tmVar id, | is its own). "-", "-1" and nothing mean that there is no id. The
seventh column of a composite mention, its single mentions, becomes the attribute ``individual``. A type "Mention" is written where
there is none. White space, separators and % in ids and types are percent-encoded. PubTator cannot say that a document was not judged: all were, if
anything was found in any. A file is read line by line, also from .gz, however large.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO
from urllib.parse import unquote

from ..errors import BadInput, NotFound
from ..model import NONE, Attributes, Corpus, Document, Layer, Mention, MentionBuilder, whole
from .bioc import NO_ID, TMVAR, split_ids
from .features import features
from .features.layers import UNKNOWN
from .files import decode, files_below, peek
from .format import Format, Reading, Writing
from .offsets import OPTION, Offsets, chosen

DROPS = {"relations": "relations between concepts (CID lines and the like)"}
SEPARATORS = "|;,"
NO_LABEL = "Mention"
LINE = 64 * 1024 * 1024
"""The longest line in bytes: an abstract is a line."""
_BLANK = str.maketrans("\n\r\t", "   ")
_IN_TMVAR = re.compile(r"[\0\s%;]")
_SIGN = re.compile(r"[\0\s%;,|]")


class _Open:
    """The document that is being read: its lines come before its annotations."""

    __slots__ = ("abstract", "id", "rows", "title")

    def __init__(self, id: str) -> None:
        self.id = id
        self.title: str | None = None
        self.abstract: str | None = None
        self.rows: list[tuple[int, list[str]]] = []

    def text(self) -> str:
        return (self.title or "") + ("" if self.abstract is None else "\n" + self.abstract)


def read(path: Path, reading: Reading) -> Corpus:
    """A file, or all files of a folder whose names end in .pubtator, .txt or these and .gz."""
    unit = chosen(reading)
    documents: list[Document] = []
    build = MentionBuilder()
    for file in files_below(path, ".pubtator", ".txt", ".pubtator.gz", ".txt.gz"):
        with _lines(file) as lines:
            for found in reading.progress(_documents(lines, file, reading), file.name):
                document = Document(found.id, found.text())
                documents.append(document)
                _add(found, document.text, Offsets(document.text, unit), build, file)
                build.end_unit()
    columns = build.columns()
    layer = Layer("mentions", UNKNOWN, _once([d.id for d in documents], path), columns)
    return Corpus(tuple(documents), tuple(map(whole, documents)), (layer,) if len(columns) else ())


def _once(ids: list[str], path: Path) -> tuple[str, ...]:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise BadInput(f"document {id} stands twice", where=path)
        seen.add(id)
    return tuple(ids)


def _documents(lines: Iterable[str], path: Path, reading: Reading) -> Iterator[_Open]:
    open_: _Open | None = None
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip(" \t"):
            continue
        id, _, rest = line.partition("|")
        if "\t" not in id and rest[1:2] == "|" and rest[0] in "ta":
            id = unquote(id) if "%" in id else id
            if open_ is None or open_.id != id or open_.rows or (open_.title if rest[0] == "t" else open_.abstract) is not None:
                if open_ is not None:
                    yield open_
                open_ = _Open(id)
            if rest[0] == "t":
                open_.title = rest[2:]
            else:
                open_.abstract = rest[2:]
            continue
        cells = line.split("\t")
        of = unquote(cells[0]) if "%" in cells[0] else cells[0]
        if open_ is None or of != open_.id or len(cells) < 4:
            raise BadInput("not a line of PubTator" if len(cells) < 4 else f"said of {cells[0]}, which is not the document before it",
                           where=f"{path}, line {number}")  # fmt: skip
        if cells[1].isascii() and cells[1].isdigit() and cells[2].isascii() and cells[2].isdigit() and len(cells[1]) < 13 > len(cells[2]):
            open_.rows.append((number, cells))
        elif re.fullmatch(r"[A-Za-z][A-Za-z_ -]*", cells[1]):
            reading.lost("relations", f"{path}, line {number}")
        else:
            raise BadInput("an annotation without a start and an end", where=f"{path}, line {number}")
    if open_ is not None:
        yield open_
    elif not number:
        raise BadInput("the file is empty", where=path)


def _add(found: _Open, text: str, at: Offsets, build: MentionBuilder, path: Path) -> None:
    plain = text.translate(_BLANK)
    for number, cells in found.rows:
        try:
            start, end = at.inward(int(cells[1])), at.inward(int(cells[2]))
        except BadInput as error:
            raise BadInput(error.what, where=f"{path}, line {number}") from None
        label = cells[4] if len(cells) > 4 else NO_LABEL
        attributes = NONE
        if len(cells) > 6 and any(cells[6:]):
            attributes = Attributes(individual="\t".join(cells[6:]))
        build.add(
            ((start, end),), _concepts(cells[5]) if len(cells) > 5 else (), _label_of(label), "", attributes, None,
            None if plain[start:end] == cells[3] else cells[3],
        )  # fmt: skip


@lru_cache(65536)
def _concepts(cell: str) -> tuple[str, ...]:
    return tuple(unquote(part) if "%" in part else part for part in split_ids(cell))


@lru_cache(4096)
def _label_of(cell: str) -> str:
    return "" if cell == NO_LABEL else unquote(cell) if "%" in cell else cell


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[str]]:
    """The lines of a file, without their ends."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            yield _decoded(gzip.GzipFile(fileobj=raw) if packed else raw, path)
    except FileNotFoundError:
        raise NotFound("no such file", where=path) from None
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"cannot be read: {error}", where=path) from None


def _decoded(stream: IO[bytes] | gzip.GzipFile, path: Path) -> Iterator[str]:
    for number, line in enumerate(iter(lambda: stream.readline(LINE), b""), 1):
        if len(line) == LINE:
            raise BadInput(f"a line of more than {LINE / 1e6:.0f} MB", where=f"{path}, line {number}")
        if number == 1:
            # A byte order mark stands before the first id, where it can only be a mark.
            line = line.removeprefix(b"\xef\xbb\xbf")
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            text = ""
        yield decode(line, f"{path}, line {number}") if not text or "\0" in text else text


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    unit = chosen(writing)
    separator = writing.options.get("separator", SEPARATORS[0])
    if separator not in tuple(SEPARATORS):
        raise BadInput(f"separator={separator} is not one of {' '.join(SEPARATORS)}")
    layer = corpus.layers[0] if corpus.layers else None
    with path.open("w", encoding="utf-8", newline="\n") as out:
        if not corpus.documents:
            out.write("\n")
        for document in corpus.documents:
            id = _id(document.id)
            title, end, abstract = document.text.partition("\n")
            out.write(f"{id}|t|{title}\n")
            if end:
                out.write(f"{id}|a|{abstract}\n")
            out.writelines(_rows(id, layer.get(document.id) or () if layer else (), document.text, Offsets(document.text, unit), separator))
            out.write("\n")


def _rows(id: str, mentions: tuple[Mention, ...], text: str, at: Offsets, separator: str) -> Iterator[str]:
    plain = text.translate(_BLANK)
    for m in mentions:
        start, end = m.spans[0]
        if start < 0 or end < 0:
            raise BadInput(f"a span that begins before the text: {start} to {end}", where=f"document {unquote(id)}")
        covered = plain[start:end] if m.stated is None else m.stated.translate(_BLANK)
        between = ";" if any(map(TMVAR.match, m.concepts)) else separator
        ids = between.join(map(_concept, m.concepts)) or "-"
        yield f"{id}\t{at.outward(start)}\t{at.outward(end)}\t{covered}\t{_label(m.label)}\t{ids}\n"


def _percent(sign: re.Match[str]) -> str:
    return "".join(f"%{b:02X}" for b in sign[0].encode())


@lru_cache(65536)
def _concept(concept: str) -> str:
    if concept in NO_ID and concept:
        return f"%2D{concept[1:]}"
    return (_IN_TMVAR if TMVAR.match(concept) else _SIGN).sub(_percent, concept)


@lru_cache(4096)
def _label(label: str) -> str:
    return NO_LABEL if not label else f"%4D{NO_LABEL[1:]}" if label == NO_LABEL else re.sub(r"[\0\t\n\r%]", _percent, label)


def _id(id: str) -> str:
    return re.sub(r"[\s%|]", _percent, id)


def sniff(path: Path, start: bytes) -> bool:
    return re.match(rb"(?:\xef\xbb\xbf)?\s*[^|\t\n]+\|[ta]\|", peek(start)) is not None


PUBTATOR = Format(
    name="pubtator",
    title="PubTator",
    suffixes=(".pubtator", ".pubtator.txt"),
    keeps=features(
        "mentions", "passages", "document-order", "mention-overlap", "mention-order", "mention-several-concepts", "mention-concept",
        "mention-label", "mention-stated", "mention-inside-tokens", "mention-across-sentences", "spacing",
    ),
    sniff=sniff,
    read=read,
    write=write,
    drops=DROPS,
    options={"offsets": OPTION, "separator": "what stands between several ids when written: | (the default), ; or ,"},
    see="https://www.ncbi.nlm.nih.gov/CBBresearch/Lu/Demo/tmTools/Format.html",
)  # fmt: skip
