"""A page is escaped, complete and accessible; a drawing says its numbers; undefined values are said to be so."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from goldproof.measures import Figure
from goldproof.model import Span
from goldproof.report import Code, Marked, Page, Paragraph, Plate, Section, Table, render
from goldproof.report.charts import lines
from goldproof.report.page import figure_table
from goldproof.report.sketches import bars, heat, rounds
from goldproof.report.style import STYLE

F = Figure("F1(match=strict,on=span)", 0.5, 10, ("a", "b"), low=0.25, high=0.75, made_from=(("gold", "9f3c21"),))
NONE = Figure("F1(match=strict,on=span)", None, 0, ("a", "c"), why="no unit was judged by both sides")
NASTY = "<script>alert('x')</script> & \"more\""


def page(*blocks: object) -> str:
    return render(Page("Title & more", "Lead", (Section("One", blocks),), "End"))  # type: ignore[arg-type]


def test_nothing_that_was_read_becomes_markup() -> None:
    text = render(Page(NASTY, NASTY, (Section(NASTY, (
        Paragraph(NASTY), Code(NASTY), Table(NASTY, (NASTY,), [(NASTY,), (Marked(NASTY, (Span(0, 8),)),)], NASTY),
        Plate(bars(NASTY, [(NASTY, F)]), NASTY),
        figure_table(NASTY, [Figure("F1", 0.5, 1, (NASTY,), NASTY)]),
    )),), NASTY))  # fmt: skip
    assert "<script" not in text
    assert text.count("&lt;script") > 10


def test_a_figure_stands_with_its_signature() -> None:
    text = page(figure_table("Figures", [F, NONE]))
    assert "<b>0.500</b> [0.250, 0.750]" in text
    assert "F1|match:strict|on:span|units:10|of:a ~ b|gold:9f3c21|v:" in text
    assert "undefined: no unit was judged by both sides" in text


def test_measures_are_told_apart_by_what_differs() -> None:
    other = Figure("F1(match=strict,on=span+concept)", 0.5, 1)
    table = figure_table("x", [F, other, Figure("alpha(level=ordinal)", 0.1, 1)])
    assert [row[0] for row in table.rows] == ["F1 on=span", "F1 on=span+concept", "alpha"]


def test_cells() -> None:
    text = page(Table("t", ("a", "n"), [("x", 1234), ("en-04", 5)], "counted in 9f3c21"))
    assert '<td class="n">1,234</td>' in text
    assert '<th scope="col" class="n">n</th>' in text
    assert '<code class="signature">counted in 9f3c21</code>' in text
    assert '<span class="w">en-04</span>' in text
    assert "–" in page(Table("t", ("a",), [(None,)]))


@pytest.mark.parametrize(
    ("spans", "expected"),
    [((), "abcdef"), (((0, 2), (4, 6)), "<mark>ab</mark>cd<mark>ef</mark>"), (((0, 4), (2, 6), (1, 2)), "<mark>abcdef</mark>")],
)
def test_marks(spans: tuple[tuple[int, int], ...], expected: str) -> None:
    assert f">{expected}<" in page(Table("t", ("a", "b"), [("x", Marked("abcdef", tuple(Span(*s) for s in spans)))]))


def test_a_page_holds_drawings_for_papers_too() -> None:
    text = page(Plate(lines(NASTY, {NASTY: {"1": 0.1, "2": F}}), NASTY))
    assert "<script" not in text
    assert 'class="paper"><svg ' in text
    assert "0.500 [0.250, 0.750]" in text


def test_plates_stand_side_by_side() -> None:
    one = Plate(bars("b", [("x", F)]), "c")
    assert page(one, one, Paragraph("p"), one).count('class="drawings"') == 2


@pytest.mark.parametrize(
    "svg",
    [
        bars("Bars", [("a", F), ("a very long name that cannot all be shown", NONE)]), bars("Bars", []),
        heat("Heat", {("a", "b"): F, ("a", "c"): NONE}), heat("Heat", {}),
        rounds("Rounds", [("1", F), ("2", NONE), ("3", Figure("alpha", -0.4, 3, low=-0.9, high=0.1))]), rounds("Rounds", []),
    ],
)  # fmt: skip
def test_a_sketch_is_whole_and_says_its_numbers(svg: str) -> None:
    root = ElementTree.fromstring(svg)
    assert root.attrib["role"] == "img"
    title, description = root[0], root[1]
    assert title.text
    if "Bars" in svg and "long" in svg:
        assert "undefined: no unit" in (description.text or "")
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    for node in root.iter():
        for name, most in (("x", wide), ("cx", wide), ("y", high), ("cy", high)):
            assert -1 <= float(node.attrib.get(name, 0)) <= most, ElementTree.tostring(node)
        assert "nan" not in "".join(node.attrib.values())


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", [0, 1])
@pytest.mark.parametrize("front", ["fg", "soft", "accent"])
@pytest.mark.parametrize("back", ["bg", "card", "mark"])
def test_contrast_is_enough_in_light_and_dark(scheme: int, front: str, back: str) -> None:
    """WCAG 2.2 AA: 4.5 to 1 for text."""
    if back == "mark" and front != "fg":
        return
    colours = dict(re.findall(r"--([\w-]+):(#\w+)", re.findall(r":root\{([^}]*)\}", STYLE)[scheme]))
    a, b = sorted((luminance(colours[front]), luminance(colours[back])))
    assert (b + 0.05) / (a + 0.05) >= 4.5
