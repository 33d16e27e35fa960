"""What the formats of one token a line have in common: blocks of lines, comments, features, escapes, texts and file names."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ..errors import BadInput, NotFound
from ..model import NONE, Attributes, Layer, Span, Value
from .files import decode, files_below, limit, name_below, read_bytes, read_document
from .format import Reading

NUMBERS = tuple(map(str, range(2048)))
_BLOCK = re.compile(r"(?:^[ \t]*[^ \t\n][^\n]*(?:\n|\Z))+", re.MULTILINE)
_GZIP = b"\x1f\x8b"


def unpacked(path: Path) -> str:
    """The text of a UTF-8 file, gzip or not, with the line ends of Unix."""
    data = read_bytes(path)
    if not data:
        raise BadInput("the file is empty", where=path)
    if data.startswith(_GZIP):
        data = _gunzip(data, path)
    text = decode(data.removeprefix(b"\xef\xbb\xbf"), path)
    return text.replace("\r\n", "\n") if "\r" in text else text


def _gunzip(data: bytes, path: Path) -> bytes:
    out, most = [], limit()
    try:
        while data:
            one = zlib.decompressobj(31)
            out.append(one.decompress(data, most + 1))
            most -= len(out[-1])
            if most < 0:
                raise BadInput(f"more than {limit() / 1e6:.0f} MB when unpacked", where=path, remedy="split the file, or set GOLDPROOF_MAX_MB")
            if not one.eof:
                raise BadInput("the compressed file ends too early", where=path)
            data = one.unused_data.lstrip(b"\0")
    except zlib.error as error:
        raise BadInput(f"not a sound gzip file: {error}", where=path) from None
    return b"".join(out)


def beginning(start: bytes) -> str:
    """The whole lines in the first bytes of a file, for guessing; unpacked, and empty where they are no text."""
    if start.startswith(_GZIP):
        try:
            start = zlib.decompressobj(31).decompress(start, 8192)
        except zlib.error:
            return ""
    try:
        text = start.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(start) - 8:
            return ""
        text = start[: error.start].decode("utf-8", "ignore").removeprefix("\ufeff")
    if "\0" in text:
        return ""
    text = text.replace("\r\n", "\n")
    whole, end, rest = text.rpartition("\n")
    return whole + end if len(start) >= 8192 and whole else whole + end + rest


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together; ``at`` is where they begin in the file."""

    lines: list[str]
    at: int


def blocks(text: str) -> Iterator[Block]:
    """The parts of a file between blank lines."""
    for found in _BLOCK.finditer(text):
        yield Block(found[0].removesuffix("\n").split("\n"), found.start())


def line_at(text: str, at: int) -> int:
    """The number of the line of a character."""
    return text.count("\n", 0, at) + 1


NEWDOC = re.compile(r"#\s*newdoc(?:\s+id)?\s*(?:=\s*(.*?)\s*)?")
_COMMENT = re.compile(r"#\s*([^=\s](?:[^=]*[^=\s])?) = ?(.*)", re.DOTALL)


def said(comments: Iterable[str]) -> dict[str, tuple[str, ...] | Literal[True]]:
    """What comment lines say: ``# name = value`` by name, the others under ``comment``.

    >>> said(["# sent_id = 7", "# checked twice"])
    {'sent_id': ('7',), 'comment': ('checked twice',)}
    """
    out: dict[str, tuple[str, ...] | Literal[True]] = {}
    for line in comments:
        found = _COMMENT.fullmatch(line)
        name, value = (found[1], found[2]) if found else ("comment", line[1:])
        if not found and value.strip() == "newpar":
            out["newpar"] = True
        else:
            before = out.get(name, ())
            out[name] = (*(() if before is True else before), value.strip(" \t\r"))
    return out


def comment_lines(attributes: Attributes) -> Iterator[str]:
    """The other way: comment lines that :func:`said` reads back."""
    for name, value in attributes.items():
        for one in value if isinstance(value, tuple) else (value,):
            if one is True:
                yield f"# {name}"
            elif name == "comment" and one and "=" not in str(one) and one != "newpar":
                yield f"# {one}"
            else:
                yield f"# {name} = {one}"


@lru_cache(65536)
def features_of(column: str) -> tuple[Attributes, str]:
    """Features, and the column itself if its order would not come back (``_``: none).

    >>> features_of("Case=Nom|Number=Plur|sg")
    (Attributes(Case='Nom', Number='Plur', sg=True), '')
    """
    if column in ("_", ""):
        return NONE, ""
    pairs: dict[str, Value] = {}
    for item in column.split("|"):
        name, sign, value = item.partition("=")
        pairs[name] = value if sign else True
    features = Attributes(pairs)
    return features, "" if column_of(features) == column else column


@lru_cache(65536)
def column_of(features: Attributes) -> str:
    return "|".join([name if value is True else f"{name}={value}" for name, value in sorted(features.items(), key=_caseless)]) or "_"


def _caseless(item: tuple[str, Value]) -> tuple[str, str]:
    return item[0].lower(), item[0]


def features_column(features: Attributes, extra: Attributes) -> str:
    """The features as their file wrote them, if that still says the same."""
    written = extra.get("feats") if extra else None
    return written if isinstance(written, str) and features_of(written) == (features, written) else column_of(features)


# The escapes of UDPipe (https://ufal.mff.cuni.cz/udpipe/1/users-manual).
_ESCAPE = str.maketrans({" ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n", "|": "\\p", "\\": "\\\\"})
_UNESCAPE = {"\\s": " ", "\\t": "\t", "\\r": "\r", "\\n": "\n", "\\p": "|", "\\\\": "\\"}


def escaped(text: str) -> str:
    return text.translate(_ESCAPE)


def unescaped(text: str) -> str:
    return re.sub(r"\\[strnp\\]", lambda found: _UNESCAPE[found[0]], text) if "\\" in text else text


def missing(column: Sequence[str]) -> list[str | None] | None:
    """A column with None for what is not said; None if nothing is."""
    if column.count("_") == len(column):
        return None
    return [None if value in ("_", "") else value for value in column]


def plain_text(text: str) -> str:
    """A text on one line, as ``# text`` has it."""
    return re.sub(r"[\t\r\n]", " ", text).strip(" ")


def heads_of(column: Sequence[str]) -> list[int | None] | None:
    """The heads of a sentence; None if none is given. A head that is no word of the sentence is refused."""
    if column.count("_") == len(column):
        return None
    if all(map(str.isdecimal, column)):
        try:
            numbers = list(map(int, column))
        except ValueError:
            numbers = [-1]
        if min(numbers) > -1 and max(numbers) <= len(column):
            return numbers  # type: ignore[return-value]  # a list of numbers is a list of numbers or None that nobody changes
    heads: list[int | None] = []
    for number, value in enumerate(column, 1):
        if value == "_":
            heads.append(None)
        elif value.isascii() and value.isdigit() and len(value) < 10 and int(value) <= len(column):
            heads.append(int(value))
        else:
            raise BadInput(f"word {number} has the head {value!r}, but the sentence has the words 1 to {len(column)}")
    return heads


@dataclass(frozen=True)
class Place:
    """A file of a corpus and the document that it belongs to, with its text where there is one."""

    id: str
    path: Path | None
    text: str | None


def places(path: Path, reading: Reading, suffixes: tuple[str, ...]) -> list[Place]:
    """The files of a corpus with their texts: ``ID.txt`` in the folder of texts, or beside. A text without a file was not judged."""
    files = [f for f in files_below(path, *suffixes, ".txt") if path.is_file() or f.suffix != ".txt"]
    ids: dict[str, Path] = {}
    for file in files:
        id = name_below(file, path, *suffixes) if file.name.endswith(suffixes) else name_below(file, path, *file.suffixes[-1:])
        if id in ids:
            raise BadInput(f"two files for the document {id!r}, {ids[id].name} and {file.name}", where=path)
        ids[id] = file
    root = path if path.is_dir() else path.parent
    # A file that is called .txt itself has no text beside it.
    out = [Place(id, file, None if reading.texts is None and file == root / f"{id}.txt" else text_of(id, root, reading)) for id, file in ids.items()]
    if path.is_dir() and reading.texts is None:
        lonely = [f for f in files_below(path, ".txt") if name_below(f, path, ".txt") not in ids]
        out += [Place(name_below(f, path, ".txt"), None, read_document(f)) for f in lonely]
    if not out and files_below(path, ""):
        raise BadInput("no file here ends in " + " or ".join(suffixes), where=path, remedy="name the files themselves, one at a time")
    return sorted(out, key=lambda place: place.id.split("/"))


def text_of(id: str, root: Path, reading: Reading) -> str | None:
    """The text of a document, from the folder of texts if one was named, else from beside its file."""
    if reading.texts is None:
        beside = root / f"{id}.txt"
        return read_document(beside) if os.path.isfile(beside) else None
    for name in (f"{id}.txt", f"{id.rsplit('/', 1)[-1]}.txt", id):
        if os.path.isfile(reading.texts / name):
            return read_document(reading.texts / name)
    raise NotFound(f"no text for the document {id!r}: {id}.txt is not there", where=reading.texts)


def sentence_span(starts: Sequence[int], ends: Sequence[int], at: int) -> Span:
    """From the first token to the last; nothing, where the text has come to, without tokens."""
    return Span(starts[0], ends[-1]) if starts else Span(at, at)


def sentences_of(layer: Layer, unit: str) -> range:
    """The numbers of the sentences of a unit in a layer's columns (all parses of it)."""
    c, at = layer.parses, layer.units.index(unit)
    first, behind = c.offsets[at : at + 2].tolist()
    return range(int(c.sentence_offsets[first]), int(c.sentence_offsets[behind]))
