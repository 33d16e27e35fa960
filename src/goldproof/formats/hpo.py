r"""The layout of the HPO gold standards: folders ``Text`` and ``Annotations`` with the same file names, a row a mention.

Two dialects, recognised row by row on reading; ids are CURIEs inside, whichever it was::

    [27::42]\tHP_0000110 | renal dysplasia        plus: GSC+ (rows end in CR LF)
    27:42\tHP:0000110\trenal dysplasia            2024: the revision of 2024 (no line end after the last row)

A row that disagrees with its text keeps what it says (``Mention.stated``). A row that is neither is mended, and said so, where its
numbers stand in the text for exactly what it covers; otherwise it is a loss by name. A text without an annotation file was not judged.
White space, | and % in an id are percent-encoded, as they would end it there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from ..errors import BadInput, GoldproofError, NotFound
from ..model import Corpus, Document, Layer, Mention, MentionBuilder, whole
from .features import features
from .features.corpora import by_path
from .features.layers import UNKNOWN
from .files import files_below, name_below, read_document, read_text, text_file, write_text
from .format import Format, Reading, Writing
from .offsets import FARTHEST

TEXT, ANNOTATIONS = "Text", "Annotations"
DIALECTS = ("2024", "plus")
DROPS = {"malformed-rows": "rows that are in neither dialect"}
_BLANK = str.maketrans("\n\r\t", "   ")
_PLUS = re.compile(r"\[(\d{1,12})::(\d{1,12})\]\t([^\t|]*) \| (.*)", re.DOTALL)
_2024 = re.compile(r"(\d{1,12}):(\d{1,12})\t([^\t]*)\t(.*)", re.DOTALL)
_ROW = re.compile(rb"\[\d+::\d+\]\t[^\t|]* \| |\d+:\d+\t[A-Za-z]+:\d+\t")
_ANY_ROW = re.compile(rb"\[\d+::\d+\]\t[^\t|]* \| |\d+:\d+\t[^\t]*\t")
_BROKEN = re.compile(r"\D{0,3}(\d{1,12})\D{1,3}(\d{1,12})\D{0,3}\s([^\t|]*)(?:\t| \| )(.*)", re.DOTALL)


def read(path: Path, reading: Reading) -> Corpus:
    """``path`` holds Text and Annotations, or is the folder of annotations (or one file of it) with Text beside it or named by --texts."""
    if not path.exists():
        raise NotFound("no such file or folder", where=path)
    texts, notes, names = _places(path, reading)
    documents: list[Document] = []
    judged: list[str] = []
    build = MentionBuilder()
    for name in reading.progress(names, "hpo"):
        document = Document(name, read_document(texts / name))
        documents.append(document)
        if (notes / name).exists():
            judged.append(name)
            _read_rows(read_text(notes / name), document, notes / name, reading, build)
            build.end_unit()
    layer = Layer("mentions", UNKNOWN, tuple(judged), build.columns())
    return Corpus(tuple(documents), tuple(map(whole, documents)), (layer,) if judged else ())


def _places(path: Path, reading: Reading) -> tuple[Path, Path, list[str]]:
    """The folder of texts, that of annotations, and the names of the documents."""
    if path.is_dir() and (path / ANNOTATIONS).is_dir():
        texts, notes = reading.texts or path / TEXT, path / ANNOTATIONS
    elif path.is_dir() and reading.texts is None and not (path.parent / TEXT).is_dir() and (inside := _layouts_below(path)):
        raise BadInput(f"holds {len(inside)} such folders: {', '.join(inside[:5])}", where=path, remedy="name one of them")
    else:
        notes = path if path.is_dir() else path.parent
        texts = reading.texts or notes.parent / TEXT
    if not texts.is_dir():
        raise NotFound("no folder of texts", where=texts, remedy="name it with --texts")
    if path.is_file():
        annotated = [path.name]
        names = annotated
    else:
        annotated = [name_below(f, notes) for f in files_below(notes, "")]
        names = sorted({name_below(f, texts) for f in files_below(texts, "")} | set(annotated), key=by_path)
    for name in annotated:
        if not (texts / name).is_file():
            raise BadInput("no text of this name", where=notes / name, remedy=f"put it into {texts}, or name another folder with --texts")
    return texts, notes, names


def _layouts_below(path: Path) -> list[str]:
    return sorted({f.parent.name for f in path.glob(f"*/{ANNOTATIONS}") if f.is_dir()})


def _read_rows(rows: str, document: Document, where: Path, reading: Reading, build: MentionBuilder) -> None:
    text = document.text.translate(_BLANK)
    for number, line in enumerate(rows.split("\n"), 1):
        row = line.removesuffix("\r")
        if not row:
            continue
        found = _2024.fullmatch(row) or _PLUS.fullmatch(row)
        if found is None:
            found = _BROKEN.fullmatch(row)
            if found is None or not found[4] or text[int(found[1]) : int(found[2])] != found[4]:
                reading.lost("malformed-rows", f"{where}, line {number}")
                reading.warn(f"{where}, line {number}: in neither dialect, left out: {_short(row)}")
                continue
            reading.warn(f"{where}, line {number}: malformed, read as {found[1]}:{found[2]} because that is where its text stands: {_short(row)}")
        start, end, id, covered = int(found[1]), int(found[2]), found[3], found[4]
        if max(start, end) > FARTHEST:
            raise BadInput("an offset farther than any text reaches", where=f"{where}, line {number}")
        stated = None if text[start:end] == covered else covered
        build.add(((start, end),), (_concept(id),) if id else (), stated=stated)


def _short(row: str) -> str:
    return repr(row if len(row) <= 60 else row[:60] + "…")


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    dialect = writing.options.get("dialect", DIALECTS[0])
    if dialect not in DIALECTS:
        raise BadInput(f"dialect={dialect} is not one of {', '.join(DIALECTS)}")
    layer = corpus.layers[0] if corpus.layers else None
    texts, notes = path / TEXT, path / ANNOTATIONS
    texts.mkdir()
    notes.mkdir()
    for document in corpus.documents:
        if by_path(document.id)[-1].startswith("."):
            raise BadInput("a hidden file, which is not read", where=f"document {document.id!r}", remedy="rename the document")
        write_text(text_file(document.id, texts), document.text)
        found = layer.get(document.id) if layer else None
        if found is not None:
            try:
                rows = list(_rows(found, document.text.translate(_BLANK), plus=dialect == "plus"))
            except GoldproofError as error:
                raise BadInput(error.what, where=f"document {document.id}", remedy=error.remedy) from None
            # Exactly as the two sets end their rows, so that what was read from them goes back byte for byte.
            whole_file = "".join(f"{row}\r\n" for row in rows) if dialect == "plus" else "\n".join(rows)
            write_text(text_file(document.id, notes), whole_file)


def _rows(mentions: tuple[Mention, ...], text: str, *, plus: bool) -> Iterator[str]:
    for m in mentions:
        start, end = m.spans[0]
        if start < 0 or end < 0:
            raise BadInput(f"a span that begins before the text: {start} to {end}")
        covered = text[start:end] if m.stated is None else m.stated.translate(_BLANK)
        id = _written(m.concepts[0], plus) if m.concepts else ""
        yield f"[{start}::{end}]\t{id} | {covered}" if plus else f"{start}:{end}\t{id}\t{covered}"


@lru_cache(65536)
def _concept(id: str) -> str:
    """HP_0000110 -> HP:0000110; anything else as it is."""
    found = re.fullmatch(r"([A-Za-z]+)_(\d+)", id)
    return f"{found[1]}:{found[2]}" if found else unquote(id) if "%" in id else id


@lru_cache(65536)
def _written(concept: str, plus: bool) -> str:
    found = re.fullmatch(r"([A-Za-z]+)([:_])(\d+)", concept)
    if found and found[2] == "_":
        return f"{found[1]}%5F{found[3]}"
    if found and plus:
        return f"{found[1]}_{found[3]}"
    return re.sub(r"[\0\s%|]", lambda sign: "".join(f"%{b:02X}" for b in sign[0].encode()), concept)


def sniff(path: Path, start: bytes) -> bool:
    """Rows with a CURIE; where the folders are those of the layout, any id will do."""
    row = _ANY_ROW if ANNOTATIONS in path.parts else _ROW
    return any(row.match(line) for line in start.split(b"\n", 3)[:3])


HPO = Format(
    name="hpo",
    title="HPO gold standard (Text and Annotations)",
    suffixes=(".hpo",),
    keeps=features(
        "mentions", "passages", "not-judged", "mention-overlap", "mention-order", "mention-concept", "mention-stated",
        "mention-inside-tokens", "mention-across-sentences", "text-lines", "spacing", "empty-layers",
    ),
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    drops=DROPS,
    options={"dialect": "what is written: 2024 (27:42, HP:0000110; the default) or plus ([27::42], HP_0000110)"},
    see="https://doi.org/10.1093/database/bav005",
)  # fmt: skip
