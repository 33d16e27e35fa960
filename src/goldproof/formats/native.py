"""The native form: JSON Lines that keep everything. One header line, then a line for each document, study, unit, split,
layer, and for each unit that a layer judged.

::

    {"goldproof": 1, "name": "toy"}
    {"document": {"id": "d1", "text": "Short fingers."}}
    {"unit": {"id": "d1", "passage": {"document": "d1"}}}
    {"layer": {"name": "ann", "kind": "mentions", "source": {"name": "ann"}}}
    {"on": "d1", "judged": [{"spans": [[0, 13]], "concepts": ["HP:0009381"]}]}

``on`` lines belong to the last ``layer`` line. A unit without such a line was not judged; ``[]`` means that nothing was there.
Files whose name ends in .gz are compressed.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..errors import BadInput, GoldproofError
from ..model import Corpus, Document, Kind, Layer, Study, Unit
from ..model.plain import (
    attributes_of,
    attributes_plain,
    columns_of,
    document_of,
    document_plain,
    plain_rows,
    scale_of,
    scale_plain,
    source_of,
    source_plain,
    study_of,
    study_plain,
    unit_of,
    unit_plain,
)  # fmt: skip
from .features import EVERYTHING
from .files import peek
from .format import Format, Reading, Writing

VERSION = 1
LINE = 512 * 1024 * 1024
"""The longest line in characters: a whole document's parse is one line."""


def lines(corpus: Corpus) -> Iterator[str]:
    """The corpus line by line: the same corpus always gives the same lines."""
    head = {"goldproof": VERSION, "name": corpus.name, "version": corpus.version, "licence": corpus.licence,
            "provenance": corpus.provenance, "attributes": attributes_plain(corpus.attributes)}  # fmt: skip
    yield _json({k: v for k, v in head.items() if v})
    yield from (_json({"document": document_plain(d)}) for d in corpus.documents)
    yield from (_json({"study": study_plain(s)}) for s in corpus.studies)
    yield from (_json({"unit": unit_plain(u)}) for u in corpus.units)
    yield from (_json({"split": name, "units": list(units)}) for name, units in corpus.splits.items())
    for layer in corpus.layers:
        yield from layer_lines(layer)


def layer_lines(layer: Layer) -> Iterator[str]:
    """A layer: its head, then a line a unit."""
    head = {"name": layer.name, "kind": layer.kind.value, "source": source_plain(layer.source)}
    scale = scale_plain(layer.scale)
    yield _json({"layer": head if scale is None else head | {"scale": scale}})
    at = layer.columns.offsets.tolist()
    for unit, start, stop in zip(layer.units, at, at[1:], strict=False):
        yield _json({"on": unit, "judged": plain_rows(layer.columns, start, stop)})


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


def _json(row: Any) -> str:
    try:
        return _encode(row)
    except RecursionError:
        raise BadInput("an expression nested too deeply to be written") from None
    except (ValueError, TypeError) as error:
        raise BadInput(f"cannot be written as JSON: {error}", where=str(row)[:60]) from None


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise BadInput(f"a number that cannot be held: {text[:20]}")
    return number


def _constant(text: str) -> float:
    raise BadInput(f"{text} is no number of JSON")


def parse(rows: Iterable[str], where: object = "") -> Corpus:
    """The corpus that :func:`lines` wrote."""
    head: dict[str, Any] | None = None
    documents: list[Document] = []
    studies: list[Study] = []
    units: list[Unit] = []
    splits: dict[str, tuple[str, ...]] = {}
    layers: list[tuple[dict[str, Any], list[str], list[Any]]] = []
    decode = json.JSONDecoder(parse_float=_finite, parse_constant=_constant).decode
    number = 0
    try:
        for number, line in enumerate(rows, 1):  # noqa: B007  the errors below name it
            if line.isspace():
                continue
            row = decode(line)
            if head is None:
                head = _head(row, where)
                continue
            match row:
                case {"on": str() as unit, "judged": list() as judged}:
                    layers[-1][1].append(unit)
                    layers[-1][2].append(judged)
                case {"document": plain}:
                    documents.append(document_of(plain))
                case {"study": plain}:
                    studies.append(study_of(plain))
                case {"unit": plain}:
                    units.append(unit_of(plain))
                case {"split": name, "units": chosen}:
                    splits[name] = tuple(chosen)
                case {"layer": plain}:
                    layers.append((plain, [], []))
                case _:
                    raise BadInput("a line of no known kind")
        if head is None:
            raise BadInput("the file is empty")
        return Corpus(
            tuple(documents), tuple(units), tuple(_layer(*parts) for parts in layers), tuple(studies), splits,
            head.get("name", ""), head.get("version", ""), head.get("licence", ""), head.get("provenance", ""),
            attributes_of(head.get("attributes")),
        )  # fmt: skip
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg}", where=f"{where}, line {number}") from None
    except GoldproofError as error:
        raise BadInput(error.what, where=f"{where}, {error.where or f'line {number}'}", remedy=error.remedy) from None
    except RecursionError:
        raise BadInput("nested too deeply", where=f"{where}, line {number}") from None
    except _ODD as error:
        raise BadInput(f"not a goldproof record: {_told(error)}", where=f"{where}, line {number}") from None


_ODD = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)


def _told(error: Exception) -> str:
    """What is wrong with a record, as far as Python's own words tell it."""
    if isinstance(error, KeyError):
        return f"it has no {error}"
    if isinstance(error, IndexError):
        return "something is missing (a judgement before any layer?)"
    return str(error) or type(error).__name__


def _head(row: Any, where: object) -> dict[str, Any]:
    if not isinstance(row, dict) or "goldproof" not in row:
        raise BadInput("not goldproof's native form (its first line says {\"goldproof\": 1})", where=where)
    if row["goldproof"] != VERSION:
        raise BadInput(f"native form version {row['goldproof']}; this goldproof reads version {VERSION}",
                       where=where, remedy="install a newer goldproof")  # fmt: skip
    return row


def _layer(head: dict[str, Any], units: list[str], judged: list[Any]) -> Layer:
    kind = Kind(head["kind"])
    try:
        columns = columns_of(kind, judged)
    except (*_ODD, GoldproofError):
        _blame(kind, head["name"], units, judged)
        raise
    return Layer(head["name"], source_of(head["source"]), tuple(units), columns, scale_of(head.get("scale")))


def _blame(kind: Kind, name: str, units: list[str], judged: list[Any]) -> None:
    """All judgements of a layer are read at once; if that fails, which unit it was."""
    for unit, rows in zip(units, judged, strict=True):
        try:
            columns_of(kind, [rows])
        except GoldproofError as error:
            raise BadInput(error.what, where=f"unit {unit} of layer {name}", remedy=error.remedy) from None
        except _ODD as error:
            raise BadInput(f"not a judgement of the kind {kind.value}: {_told(error)}", where=f"unit {unit} of layer {name}") from None


def read(path: Path, reading: Reading) -> Corpus:
    if not path.is_file():
        raise BadInput("is a folder; the native form is one file", where=path)
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream = gzip.GzipFile(fileobj=raw) if packed else raw
            return parse(_lines(stream, path), path)
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"cannot be read: {error}", where=path) from None


def _lines(stream: Any, path: Path) -> Iterator[str]:
    number = 0
    try:
        for number, line in enumerate(iter(lambda: stream.readline(LINE), b""), 1):
            if len(line) == LINE:
                raise BadInput(f"a line of more than {LINE / 1e6:.0f} MB", where=f"{path}, line {number}")
            yield line.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("not UTF-8 text", where=f"{path}, line {number}") from None


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    with path.open("wb") as raw:
        # No name and no time inside the compressed file: the same corpus gives the same bytes.
        packed = gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) if path.name.endswith(".gz") else None
        # Half a surrogate pair, which UTF-8 cannot say, becomes the escape that JSON has for it.
        with io.TextIOWrapper(packed or raw, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=False) as out:
            for line in lines(corpus):
                out.write(line)
                out.write("\n")


def sniff(path: Path, start: bytes) -> bool:
    return peek(start).lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b'{"goldproof"')


NATIVE = Format(
    name="native",
    title="goldproof's own JSON Lines",
    suffixes=(".gold.jsonl", ".gold.jsonl.gz", ".jsonl", ".jsonl.gz"),
    keeps=EVERYTHING,
    sniff=sniff,
    read=read,
    write=write,
)
