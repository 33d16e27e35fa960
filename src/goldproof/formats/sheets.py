"""Rows of cells in CSV, TSV and XLSX, in one place: every cell is text.

TSV and CSV: a cell is quoted if the whole of it stands between double quotes with every quote inside doubled; any other quote is a
character (``"trifid" process`` is a cell as it stands). Line breaks and tabs in a cell are kept inside quotes. CSV is separated by
commas or, as spreadsheets of many countries have it, by semicolons.

Formulas: spreadsheets run a cell that begins with = + - or @. In CSV and XLSX such a cell is written with an apostrophe before it,
which reading takes away again; numbers are left alone. A formula in an XLSX file is never evaluated: it is refused, with its place.

XLSX through openpyxl, but never before the archive has been looked at: macros, document types and archives that unpack to more than
the limit are refused.
"""

from __future__ import annotations

import io
import json
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any

from ..errors import BadInput, GoldproofError
from ..model import Value
from .files import decode, files_below, is_utf16, limit, read_bytes, write_text

Row = list[str]
ZIP = b"PK\x03\x04"
CELLS = 20_000_000
LONGEST = 32_767
"""The longest text in a cell of a spreadsheet: openpyxl would cut it off silently, we refuse."""
MOST_ROWS = 1_048_576
_TABBED = (".tsv", ".tab")
_SUFFIXES = (*_TABBED, ".csv", ".txt", ".xlsx")


def read_rows(path: Path, *, sheet: str = "") -> list[Row]:
    """All rows of a table; empty rows in the middle are kept."""
    if path.is_dir():
        some = next((f.name for f in files_below(path, *_SUFFIXES)), "")
        raise BadInput("a table is one file, and this is a folder", where=path, remedy=f"name one of its files, such as {some}" if some else "")
    data = read_bytes(path)
    if not data:
        raise BadInput("the file is empty", where=path)
    if data[:4] == ZIP:
        return list(_workbook_rows(data, path, sheet))
    if data[:4] == b"\xd0\xcf\x11\xe0":
        raise BadInput("an Excel file of the old kind", where=path, remedy="save it as .xlsx or as CSV")
    if sheet:
        raise BadInput(f"no sheet {sheet!r}: not a workbook", where=path)
    text = decode(_utf8(data, path).removeprefix(b"\xef\xbb\xbf"), path)
    return _parse(text, separator(path, text))


def _utf8(data: bytes, where: Path) -> bytes:
    """UTF-16 as UTF-8: what Excel calls Unicode text is UTF-16."""
    if not is_utf16(data):
        return data
    try:
        return data.decode("utf-16").encode("utf-8")
    except UnicodeError:
        raise BadInput("not sound UTF-16", where=where, remedy="save the file as UTF-8") from None


def first_rows(path: Path, start: bytes, most: int = 25) -> list[Row]:
    """Some rows from the top for guessing; none if it is not a table at all. Never fails."""
    if not path.name.lower().endswith(_SUFFIXES):
        return []
    try:
        if start[:4] == ZIP:
            return list(islice(_workbook_rows(read_bytes(path), path, ""), most))
        text = start.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "ignore")
    except GoldproofError:
        return []
    if "\0" in text or text.lstrip()[:1] in ("<", "{"):
        return []
    if len(start) >= 8192:
        text = text[: text.rfind("\n") + 1]
    return _parse(text, separator(path, text))[:most]


def write_rows(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """A table: XLSX, CSV or TSV by the suffix."""
    name = path.name.lower()
    if name.endswith(".xlsx"):
        _write_workbook(path, rows)
    elif name.endswith(".csv"):
        write_text(path, _render(rows, ","))
    else:
        write_text(path, _render(rows, "\t"))


def tabbed(path: Path) -> bool:
    """Whether a file of this name is written with tabs."""
    return not path.name.lower().endswith((".csv", ".xlsx"))


# Text with separators


def separator(path: Path, text: str) -> str:
    """Tab, comma or semicolon: what the first line has most of."""
    if path.name.lower().endswith(_TABBED):
        return "\t"
    line = re.sub(r'"[^"\n]*"', "", text.lstrip("\r\n").split("\n", 1)[0])
    return max("\t,;" if not path.name.lower().endswith(".csv") else ",;\t", key=line.count)


_CELL: dict[str, re.Pattern[str]] = {
    sign: re.compile(rf'(?:"((?:[^"]|"")*+)"(?=[{sign}\r\n]|\Z)|([^{sign}\r\n]*+))({sign}|\r\n|\r|\n|\Z)') for sign in "\t,;"
}
# Stands between quotes in itself, so that no reader can take what follows for a part of it.
_OPEN_QUOTE = re.compile(r'"(?:[^"]|"")*+"[^"]')


def _parse(text: str, sign: str) -> list[Row]:
    text = text.rstrip("\r\n")
    rows: list[Row] = []
    row: Row = []
    undo = _unescaped if sign != "\t" else str
    if not text:
        return rows
    for found in _CELL[sign].finditer(text):
        quoted, plain, end = found.groups()
        row.append(undo(quoted.replace('""', '"') if quoted is not None else plain))
        if end != sign:
            rows.append(row)
            row = []
        if not end:
            break
    return rows


def _render(rows: Iterable[Sequence[str]], sign: str) -> str:
    escape = _escaped if sign != "\t" else str
    special = re.compile(rf'[{sign}\r\n]')

    def cell(text: str) -> str:
        if "\0" in text:
            raise BadInput(f"a NUL, which no table of text can hold, in {text[:40]!r}", remedy="choose another format, such as native")
        text = escape(text)
        if special.search(text) or (text[:1] == '"' and (sign != "\t" or not _OPEN_QUOTE.match(text))) or ('"' in text and sign != "\t"):
            return '"' + text.replace('"', '""') + '"'
        return text

    return "".join([(sign.join(map(cell, row)) if [*row] != [""] else '""') + "\n" for row in rows])


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


def number(text: str) -> float | None:
    """The number that a cell holds, None if it is no number.

    >>> number("3"), number(" -2.5 "), number("three")
    (3.0, -2.5, None)
    """
    text = text.strip()
    return float(text) if text.isascii() and _NUMBER.fullmatch(text) else None


def _escaped(text: str) -> str:
    return "'" + text if text.lstrip("'")[:1] in ("=", "+", "-", "@") and text.lstrip("'") and not _NUMBER.fullmatch(text) else text


def _unescaped(text: str) -> str:
    return text[1:] if text[:1] == "'" and text.lstrip("'")[:1] in ("=", "+", "-", "@") and text.lstrip("'") else text


# Workbooks


def _workbook_rows(data: bytes, where: Path, sheet: str) -> Iterator[Row]:
    _look_into(data, where)
    try:
        import openpyxl

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
        names = book.sheetnames
        if sheet and sheet not in names:
            raise BadInput(f"no sheet {sheet!r}", where=where, remedy="its sheets: " + ", ".join(names))
        page = book[sheet] if sheet else book.worksheets[0]
        page.reset_dimensions()
        rows = [_trimmed([_cell(c, where) for c in row]) for row in _bounded(page.iter_rows(), where)]
        book.close()
    except GoldproofError:
        raise
    except Exception as error:
        # openpyxl raises whatever its many parts raise for a damaged file.
        raise BadInput(f"not a sound XLSX file: {type(error).__name__}: {error}", where=where) from error
    while rows and rows[-1] == [""]:
        rows.pop()
    yield from rows


def _bounded(rows: Iterable[Any], where: Path) -> Iterator[Any]:
    left = CELLS
    for row in rows:
        left -= 1 + len(row)
        if left < 0:
            raise BadInput(f"more than {CELLS:,} cells", where=where, remedy="save the sheet as CSV")
        yield row


def _look_into(data: bytes, where: Path) -> None:
    """Refuses what is no workbook, holds macros, or would unpack to more than the limit."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            size = sum(part.file_size for part in parts)
            if size > limit():
                raise BadInput(f"unpacks to {size / 1e6:.0f} MB; the limit is {limit() / 1e6:.0f} MB", where=where,
                               remedy="save it as CSV, or set GOLDPROOF_MAX_MB")  # fmt: skip
            names = {part.filename.lower() for part in parts}
            if "xl/workbook.xml" not in names:
                raise BadInput("a zip archive, but not an XLSX workbook", where=where)
            if where.suffix.lower() == ".xlsm" or any(name.endswith("vbaproject.bin") for name in names):
                raise BadInput("a workbook with macros is refused", where=where, remedy="save it as .xlsx")
            for part in parts:
                if part.filename.lower().endswith((".xml", ".rels")):
                    # Without the zeros, so that UTF-16 hides nothing.
                    head = archive.read(part).replace(b"\0", b"")
                    if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                        raise BadInput("a workbook with document types or entities is refused", where=where)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError, ValueError) as error:
        raise BadInput(f"not a sound XLSX file: {error}", where=where) from None


def _cell(cell: Any, where: Path) -> str:
    value = cell.value
    if cell.data_type == "f":
        raise BadInput("a formula, and formulas are never evaluated", where=f"{where}, cell {cell.coordinate}", remedy="put its value there")
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case datetime() if value.time() == time(0):
            return value.date().isoformat()
        case datetime() | date() | time():
            return value.isoformat()
        case str():
            return _unescaped(re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), value))
    return str(value)


def _trimmed(row: Row) -> Row:
    """Without empty cells at its end: a workbook does not say how wide a row is."""
    while len(row) > 1 and not row[-1]:
        row.pop()
    return row or [""]


# What XML cannot hold or would change, and what looks like the escape itself.
_UNSAFE = re.compile(r"[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ud800-\udfff\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")


def _write_workbook(path: Path, rows: Iterable[Sequence[str]]) -> None:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    page = book.create_sheet("Sheet1")
    for count, row in enumerate(rows, 1):
        if count > MOST_ROWS:
            raise BadInput(f"more than {MOST_ROWS:,} rows do not fit on a sheet", where=path, remedy="write CSV or TSV")
        page.append([_typed(text, path) for text in row])
    book.save(path)


def _typed(text: str, where: Path) -> str | int | float | None:
    """A number where that says exactly the same, else text that no spreadsheet takes for a formula."""
    if not text:
        return None
    if len(text) <= 15 and _NUMBER.fullmatch(text):
        value = float(text)
        if str(int(value)) == text:
            return int(value)
        if not value.is_integer() and repr(value) == text:
            return value
    text = _UNSAFE.sub(lambda found: f"_x{ord(found[0]):04X}_", _escaped(text))
    if len(text) > LONGEST:
        raise BadInput(f"a cell of {len(text):,} characters; a spreadsheet holds {LONGEST:,}", where=where, remedy="write CSV or TSV")
    return text


# Values in cells


def cell_of(value: Value) -> str:
    """A value as a cell that :func:`value_of` reads back with its type: text bare, unless it would be read as something else.

    >>> cell_of(2), cell_of("two"), cell_of("2"), cell_of(("a", "b")), cell_of(True)
    ('2', 'two', '"2"', '["a", "b"]', 'true')
    """
    if isinstance(value, str) and value and value_of(value) == value:
        return value
    if any(isinstance(one, float) and not isfinite(one) for one in (value if isinstance(value, tuple) else (value,))):
        raise BadInput(f"{value!r} is no number that a cell can hold")
    return _json(list(value) if isinstance(value, tuple) else value)


def value_of(cell: str) -> Value:
    """The value of a cell: a number, true, false, a list or quoted text in exactly the form of JSON; else the text itself."""
    if cell[:1] not in _JSON_STARTS:
        return cell
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    if isinstance(value, list):
        if len(value) < 2 or not all(isinstance(one, (str, int, float)) for one in value) or _json(value) != cell:
            return cell
        return tuple(value)
    return value if isinstance(value, (str, int, float)) and _json(value) == cell else cell


_JSON_STARTS = frozenset('"[-0123456789tf')
_json: Callable[[object], str] = json.JSONEncoder(ensure_ascii=False).encode
