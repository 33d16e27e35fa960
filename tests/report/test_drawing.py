"""Drawings: whole and the same each time, in every format; their numbers in words; nothing that was read becomes markup or a formula."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from goldproof.errors import BadInput, NotFound
from goldproof.measures import Figure
from goldproof.report import Drawing, bars, bubbles, heat, histogram, lines, stacks
from goldproof.report.charts import on
from goldproof.report.drawing import PALETTE, SEQUENCE
from goldproof.report.point import Point, words

from .test_report import NASTY, luminance

F = Figure("F1", 0.5, 10, ("a", "b"), low=0.25, high=0.75)
NONE = Figure("F1", None, 0, ("a", "c"), why="no unit")
NAN = float("nan")

DRAWINGS = {
    "bars": bars("Bars", {"": {"a": F, "b": NONE, "c": -0.2}}),
    "bars of two series": bars("Bars", {"x": {"a": F, "b": 0.25}, "y": {"a": (0.5, 0.4, 0.6)}}, axis="F1"),
    "lying bars": bars("Bars", {"x": {"a label that is much too long to stand": F, "b": NONE, "c": -3.0}}),
    "lines": lines("Lines", {"alpha": {"1": F, "2": NONE, "3": -0.4}, "W": {"2": 0.3, "3": 0.5}}, along="round"),
    "heat": heat("Heat", {("a", "b"): F, ("a", "c"): NONE, ("b", "c"): -0.3}),
    "heat of rows and columns": heat("Heat", {("a", "x"): 3.0, ("b", "y"): 7.0}, symmetric=False, form=".0f"),
    "bubbles": bubbles("Bubbles", {("a", "x"): 30.0, ("a", "y"): 0.0, ("b", "x"): NONE, ("b", "a long column"): 1.0}),
    "histogram": histogram("Histogram", {"": [1.0, 2, 2, 3, NAN]}, bins=3),
    "histogram of two": histogram("Histogram", {"a": [1.0, 2, 2, 3], "b": [2.0, 3], "c": []}, shares=True),
    "stacks": stacks("Stacks", {"ann": {"0": 2, "1": 2}, "bo": {"1": 3}, "none": {}}, ordered=True),
}
EMPTY = (bars("B", {}), bars("B", {"": {}}), lines("L", {}), heat("H", {}), bubbles("B", {}), histogram("H", {}), histogram("H", {"a": []}), stacks("S", {}))


@pytest.mark.parametrize("name", DRAWINGS)
def test_an_svg_is_whole_and_the_same_each_time(name: str) -> None:
    drawing = DRAWINGS[name]
    text = drawing.svg()
    assert text == drawing.svg()
    root = ElementTree.fromstring(text)
    assert root.attrib["role"] == "img"
    assert (root[0].text, root[1].text) == (drawing.title, drawing.description)
    assert drawing.description.endswith(".")
    assert not re.search(r"[\d\s]nan\b", text)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("drawing", EMPTY)
def test_nothing_is_drawn_as_nothing(drawing: Drawing) -> None:
    assert "<svg" in drawing.svg()


def test_the_numbers_are_said_in_words() -> None:
    assert DRAWINGS["bars of two series"].description == "x, a: 0.500 [0.250, 0.750]; x, b: 0.250; y, a: 0.500 [0.400, 0.600]."
    assert "a and c: undefined" in DRAWINGS["heat"].description
    assert "n 4, mean 2, median 2, from 1 to 3" in DRAWINGS["histogram"].description
    assert DRAWINGS["stacks"].description.startswith("ann: 0 50.0 %, 1 50.0 %; bo: 0 0.0 %, 1 100.0 %")
    assert words(["1"] * 400).endswith("and 100 more.")


def test_text_stays_text_and_names_no_formula() -> None:
    svg = bars("Cost in $ and $x^2$", {"": {NASTY: 1.0, "a $5$ b_1": 2.0}}).svg()
    assert "<script" not in svg
    text = " ".join(ElementTree.fromstring(svg).itertext())
    assert "$x^2$" in text
    assert "a $5$ b_1" in text


def test_every_format_by_its_suffix(tmp_path: Path) -> None:
    drawing = DRAWINGS["bars"]
    for name, start in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.PDF", b"%PDF")):
        drawing.save(tmp_path / name)
        first = (tmp_path / name).read_bytes()
        assert first.startswith(start)
        drawing.save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == first, "the same bytes each time"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.PDF", "a.png", "a.svg"], "nothing temporary stays"


def test_bad_places_get_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no drawing is written as \.gif"):
        DRAWINGS["bars"].save(tmp_path / "a.gif")
    with pytest.raises(BadInput, match="without a suffix"):
        DRAWINGS["bars"].save(tmp_path / "a")
    with pytest.raises(NotFound, match="no such folder"):
        DRAWINGS["bars"].save(tmp_path / "none" / "a.svg")
    (tmp_path / "a.svg").write_text("mine")
    with pytest.raises(BadInput, match="there already"):
        DRAWINGS["bars"].save(tmp_path / "a.svg", force=False)
    assert (tmp_path / "a.svg").read_text() == "mine"


def test_a_users_own_style_changes_nothing() -> None:
    import matplotlib as mpl

    before = DRAWINGS["lines"].svg()
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "black"}):
        assert DRAWINGS["lines"].svg() == before
        assert mpl.rcParams["font.size"] == 30, "and we change nothing of theirs"


def test_a_paper_may_leave_the_heading_off() -> None:
    from dataclasses import replace

    svg = replace(DRAWINGS["bars"], heading=False, title="A heading that is said once").svg()
    assert svg.count("A heading that is said once") == 1


def test_points() -> None:
    assert Point.of(F) == Point(0.5, 0.25, 0.75)
    assert Point.of(NONE) == Point.of(None) == Point.of(NAN) == Point(None)
    assert Point.of((0.5, NAN, 1)) == Point(0.5)


def test_colours_can_be_read() -> None:
    """WCAG: graphics 3 to 1 on white; the lightest of an order and the palette's lightest lie on white beside their numbers."""
    assert all(1.05 / (luminance(c) + 0.05) >= 2.0 for c in PALETTE)
    lights = [luminance(c) for c in SEQUENCE]
    assert lights == sorted(lights, reverse=True)
    for colour in (*SEQUENCE, *PALETTE):
        front, back = luminance(on(colour)), luminance(colour)
        assert (max(front, back) + 0.05) / (min(front, back) + 0.05) >= 3.8, colour
