"""Rows of cells: quotes, breaks, formulas, workbooks."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.formats.sheets import LONGEST, cell_of, first_rows, read_rows, separator, value_of, write_rows
from tests.strategies import scalars

KINDS = pytest.mark.parametrize("kind", ["csv", "tsv", "xlsx"])
cells = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["=1+1", "'=1", "''-x", "-1", "+", "@a", "'", "1", "1.0", "007", "1e5", '"', '"a"', '"a" b', 'a"b', "a,b", "a;b", "a\tb", "a\r\nb", "\n", " x ", "_x000B_", "_x005F_", "#N/A", "true"]
)  # fmt: skip
tables = st.integers(1, 4).flatmap(lambda width: st.lists(st.lists(cells, min_size=width, max_size=width), min_size=1, max_size=4))
no_deadline = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@KINDS
@no_deadline
@given(table=tables)
def test_written_and_read_back(kind: str, table: list[list[str]], tmp_path: Path) -> None:
    header = [f"c{i}" for i in range(len(table[0]))]
    path = tmp_path / f"x.{kind}"
    write_rows(path, [header, *table])
    found = read_rows(path)
    assert found[0] == header
    # A workbook does not say how wide a row is, nor how many empty rows follow.
    padded = [row + [""] * (len(header) - len(row)) for row in found[1:]]
    if kind == "xlsx":
        padded += [[""] * len(header)] * (len(table) - len(padded))
    assert padded == table


def test_text_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_bytes(b'\xef\xbb\xbfa\tb\r\n"trifid" process\t"two\nlines"\r\n"a ""quoted"" word"\t\r\n\tlast')
    assert read_rows(path) == [["a", "b"], ['"trifid" process', "two\nlines"], ['a "quoted" word', ""], ["", "last"]]
    path = tmp_path / "x.csv"
    path.write_text("a;b,c\n'=1+1;'-x;'y;-2\n")
    assert separator(path, "a;b;c,d\n") == ";"
    path.write_text("a;b;c;d\n'=1+1;'-x;'y;-2\n")
    assert read_rows(path)[1] == ["=1+1", "-x", "'y", "-2"]


@KINDS
def test_no_cell_begins_a_formula(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{kind}"
    write_rows(path, [["=HYPERLINK(1)", "+a", "-b", "@c", "-1.5", "'=d"]])
    assert read_rows(path) == [["=HYPERLINK(1)", "+a", "-b", "@c", "-1.5", "'=d"]]
    if kind == "csv":
        assert path.read_text() == "'=HYPERLINK(1),'+a,'-b,'@c,-1.5,''=d\n"
    if kind == "xlsx":
        row = [cell for cells in openpyxl.load_workbook(path).active.iter_rows() for cell in cells]
        assert [cell.data_type for cell in row] == ["s", "s", "s", "s", "n", "s"]
        assert all(str(cell.value)[0] == "'" for cell in row if cell.data_type == "s")


def workbook(path: Path, rows: list[list[object]], **sheets: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for name, more in sheets.items():
        page = book.create_sheet(name)
        for row in more:
            page.append(row)
    book.save(path)
    return path


def test_what_spreadsheets_hold(tmp_path: Path) -> None:
    path = workbook(tmp_path / "x.xlsx", [
        [1, 2.0, 2.5, True, None, "a", date(2020, 1, 2), datetime(2020, 1, 2, 3, 4), time(5, 6)], [], ["", None, 3], [None],
    ], other=[["x"]])  # fmt: skip
    assert read_rows(path) == [["1", "2", "2.5", "true", "", "a", "2020-01-02", "2020-01-02T03:04:00", "05:06:00"], [""], ["", "", "3"]]
    assert read_rows(path, sheet="other") == [["x"]]
    with pytest.raises(BadInput, match="its sheets: Sheet, other"):
        read_rows(path, sheet="none")


def test_a_formula_is_refused_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cell B2: a formula, and formulas are never evaluated"):
        read_rows(workbook(tmp_path / "x.xlsx", [["a", "b"], [1, "=1+1"]]))


def repacked(path: Path, **parts: bytes | None) -> bytes:
    """The workbook with parts added or replaced, named with ``__`` for a slash and ``_`` for a dot."""
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
        for name, data in parts.items():
            if data is not None:
                new.writestr(name, data)
    return out.getvalue()


def test_dangerous_workbooks_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = workbook(tmp_path / "good.xlsx", [["a"]])
    path = tmp_path / "x.xlsx"
    sheet = zipfile.ZipFile(good).read("xl/worksheets/sheet1.xml")
    for parts, why in (
        ({"xl/vbaProject.bin": b"macro"}, "macros"),
        ({"xl/workbook.xml": None}, "not an XLSX workbook"),
        ({"xl/worksheets/sheet1.xml": b"<!DOCTYPE x [<!ENTITY a \"b\">]>" + sheet}, "entities"),
        ({"xl/worksheets/sheet1.xml": sheet[:-9]}, "not a sound XLSX"),
        ({"xl/worksheets/sheet1.xml": b"<a/>"}, ""),
        ({"xl/workbook.xml": b"<a/>"}, "not a sound XLSX"),
    ):
        path.write_bytes(repacked(good, **parts))  # type: ignore[arg-type]
        if why:
            with pytest.raises(BadInput, match=why):
                read_rows(path)
    macros = tmp_path / "x.xlsm"
    macros.write_bytes(good.read_bytes())
    with pytest.raises(BadInput, match="macros"):
        read_rows(macros)
    monkeypatch.setenv("GOLDPROOF_MAX_MB", "1")
    path.write_bytes(repacked(good, **{"xl/bomb.xml": b"<a/>" + b" " * 5_000_000}))
    assert path.stat().st_size < 100_000
    with pytest.raises(BadInput, match="unpacks to 5 MB"):
        read_rows(path)


@no_deadline
@given(at=st.integers(0, 5000), junk=st.binary(min_size=1, max_size=4))
def test_a_damaged_workbook_is_read_or_refused(at: int, junk: bytes, tmp_path: Path) -> None:
    good = tmp_path / "good.xlsx"
    if not good.exists():
        workbook(good, [["item", "ann"], ["a", 1]])
    data = good.read_bytes()
    at %= len(data)
    path = tmp_path / "x.xlsx"
    path.write_bytes(data[:at] + junk + data[at + len(junk) :])
    try:
        read_rows(path)
    except BadInput as error:
        if "\n" in str(error):
            raise
    assert isinstance(first_rows(path, path.read_bytes()[:8192]), list)


def test_too_much_for_a_cell(tmp_path: Path) -> None:
    write_rows(tmp_path / "x.xlsx", [["a" * LONGEST]])
    assert read_rows(tmp_path / "x.xlsx") == [["a" * LONGEST]]
    with pytest.raises(BadInput, match="a spreadsheet holds 32,767"):
        write_rows(tmp_path / "y.xlsx", [["a" * (LONGEST + 1)]])


def test_an_old_excel_file(tmp_path: Path) -> None:
    (tmp_path / "x.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512))
    with pytest.raises(BadInput, match="old kind"):
        read_rows(tmp_path / "x.xls")


@given(scalars | st.lists(scalars, min_size=2, max_size=3).map(tuple))
def test_a_value_in_a_cell_keeps_its_type(value: object) -> None:
    cell = cell_of(value)  # type: ignore[arg-type]
    found = value_of(cell)
    assert (found, type(found)) == (value, type(value))
    assert cell or value == ""


def test_values_by_hand() -> None:
    for cell, value in (("2", 2), ("2.5", 2.5), ("2.50", "2.50"), ("two", "two"), ("true", True), ("null", "null"), ("[1]", "[1]"), ('["a", 1]', ("a", 1)), ('"2"', "2"), ("[[", "[[")):
        assert value_of(cell) == value
    with pytest.raises(BadInput):
        cell_of(float("nan"))
