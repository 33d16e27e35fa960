"""Class expressions: by hand, by property, and on every expression of the public material."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.formats.manchester import DEPTH, canonical, canonical_ids, parse, render
from goldproof.model import And, Expression, Some, Term
from tests.strategies import expressions

FIN, TIP, PELVIS = Term("UBERON:0008897"), Term("BSPO:0000077"), Term("UBERON:0001270")
PART = "BFO:0000050"

EXAMPLES: dict[str, tuple[str, Expression]] = {
    "a name": ("UBERON:0008897", FIN),
    "spaces": ("  UBERON:0008897 \t", FIN),
    "underscored": ("UBERON_0008897", FIN),
    "an IRI": ("<http://purl.obolibrary.org/obo/UBERON_0008897>", FIN),
    "a bare IRI": ("http://purl.obolibrary.org/obo/UBERON_0008897", FIN),
    "another IRI": ("http://data.bioontology.org/provisional_classes/1c-2", Term("http://data.bioontology.org/provisional_classes/1c-2")),
    "provisional": ("UBERONTEMP:4fffbeb1-0774-4eb2-860e-5b50dece221c", Term("UBERONTEMP:4fffbeb1-0774-4eb2-860e-5b50dece221c")),
    "genus and differentia": ("BSPO:0000077 and (BFO:0000050 some UBERON:0008897)", And((TIP, Some(PART, FIN)))),
    "without brackets": ("BSPO:0000077 and BFO:0000050 some UBERON:0008897", And((TIP, Some(PART, FIN)))),
    "redundant brackets": ("((BSPO_0000077) and ((BFO_0000050 some (UBERON:0008897))))", And((TIP, Some(PART, FIN)))),
    "nested": (
        "BSPO:0000077 and (BFO:0000050 some (UBERON:0008897 and (BFO:0000050 some UBERON:0001270)))",
        And((TIP, Some(PART, And((FIN, Some(PART, PELVIS)))))),
    ),
    "several differentiae": (
        "UBERON:0008897 and (RO:0002220 some UBERON:0001270) and (RO:0002220 some BSPO:0000077)",
        And((FIN, Some("RO:0002220", PELVIS), Some("RO:0002220", TIP))),
    ),
    "a bare restriction": ("PHENOSCAPE_complement_of some UBERON:0008897", Some("PHENOSCAPE:complement_of", FIN)),
    "a relation by its name": ("overlaps some UBERON:0008897", Some("overlaps", FIN)),
    "restriction of a restriction": ("part_of some part_of some UBERON:0008897", Some("part_of", Some("part_of", FIN))),
    "an intersection in an intersection": ("(BSPO:0000077 and UBERON:0008897) and UBERON:0001270", And((And((TIP, FIN)), PELVIS))),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_parsed_by_hand(name: str) -> None:
    text, expression = EXAMPLES[name]
    assert parse(text) == expression
    assert parse(render(expression)) == expression


def test_what_is_rendered_is_what_the_public_files_have() -> None:
    for text in (EXAMPLES["genus and differentia"][0], EXAMPLES["nested"][0], EXAMPLES["several differentiae"][0]):
        assert render(parse(text)) == text


def test_labels_when_asked_for() -> None:
    text = "'lingual region' and (part_of some 'jaw region')"
    expression = And((Term("lingual region"), Some("part_of", Term("jaw region"))))
    assert parse(text, labels=True) == expression
    assert render(expression, labels=True) == text
    assert parse(r"'Meckel\'s cartilage'", labels=True) == Term("Meckel's cartilage")
    with pytest.raises(BadInput, match="a label where an id is expected at character 1 "):
        parse(text)


# Text, what is wrong with it, at which character (from 1).
WRONG = [
    ("", "found the end", 1),
    ("   ", "found the end", 4),
    ("A:1 and", "found the end", 8),
    ("A:1 A:2", "'and' expected, found 'A:2'", 5),
    ("(A:1", "never closed", 5),
    ("A:1)", "never opened", 4),
    ("A:1 and (r some)", "found ')'", 16),
    ("some A:1", "found 'some'", 1),
    ("A:1 and and A:2", "found 'and'", 9),
    ("not A:1", "'not' is outside", 1),
    ("A:1 or A:2", "'or' is outside", 5),
    ("A:1 and (r some 'x", "unexpected \"'\"", 17),
    ("<A:1", "unexpected '<'", 1),
    ("A:1 and <>", "unexpected '<'", 9),
]


@pytest.mark.parametrize(("text", "what", "at"), WRONG)
def test_an_error_says_what_and_where(text: str, what: str, at: int) -> None:
    with pytest.raises(BadInput) as error:
        parse(text, where="table.tsv, row 7")
    assert what in str(error.value)
    assert f"at character {at} " in str(error.value)
    assert str(error.value).startswith("table.tsv, row 7: ")
    assert "\n" not in str(error.value)


def test_ten_thousand_brackets_that_say_nothing() -> None:
    begin = time.perf_counter()
    assert parse("(" * 10_000 + "A:1" + ")" * 10_000) == Term("A:1")
    assert time.perf_counter() - begin < 5


def test_depth_has_an_end_both_ways() -> None:
    def tower(height: int) -> str:
        return "(r some " * height + "A:1" + ")" * height

    deepest = parse(tower(DEPTH))
    assert parse(render(deepest)) == deepest
    with pytest.raises(BadInput, match=f"deeper than {DEPTH}"):
        parse(tower(10_000))
    with pytest.raises(BadInput, match=f"deeper than {DEPTH}"):
        render(Some("r", Some("r", deepest)))


def test_what_cannot_be_written_is_refused() -> None:
    for expression in (Term(""), Term("a<b"), And(()), And((FIN,)), Some("", FIN)):
        with pytest.raises(BadInput):
            render(expression)


@given(expressions.map(canonical_ids))
def test_rendered_and_parsed_is_the_same(expression: Expression) -> None:
    try:
        text = render(expression)
    except BadInput as error:
        assume("cannot be written as an id" not in str(error))
        raise
    assert parse(text) == expression
    assert render(parse(text)) == text
    assert parse(f"(({text}))") == expression


@given(expressions)
def test_labels_rendered_and_parsed_are_the_same(expression: Expression) -> None:
    assert parse(render(expression, labels=True), labels=True) == expression


@given(st.text("AB:_12()'<> \\\nandsome", max_size=40))
def test_any_text_is_an_expression_or_bad_input(text: str) -> None:
    try:
        expression = parse(text)
    except BadInput:
        return
    assert parse(render(expression)) == expression


@given(st.text(max_size=12))
def test_a_canonical_id_is_canonical(id: str) -> None:
    assert canonical(canonical(id)) == canonical(id)


@pytest.mark.data
def test_every_expression_of_the_gold_standard_and_the_curators(data: Path) -> None:
    """Curators' cells come back as they are; machines set brackets as they please."""
    seen: dict[str, bool] = {}
    for path in sorted((data / "phenoscape").glob("[ac]*/*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            cells = line.split("\t")
            for cell in (cells[i].strip() for i in (4, 6, 8) if len(cells) > i and " ID" not in cells[i]):
                seen[cell] = seen.get(cell, True) and path.name.startswith("Transformed")
    seen.pop("", None)
    assert len(seen) > 1500
    for text, machine in seen.items():
        colons, rendered = re.sub(r"\b([A-Z]+[A-Za-z]*)_(?=\d|[a-z])", r"\1:", text), render(parse(text))
        assert rendered == colons or (machine and rendered.translate(BARE) == colons.translate(BARE))


BARE = str.maketrans("", "", "() ")


@pytest.mark.data
def test_every_label_of_the_gold_standard(data: Path) -> None:
    rows = [line.split("\t") for line in (data / "phenoscape/annotations/GS_Dataset.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    for row in rows:
        for id, label in ((row[4], row[5]), (row[6], row[7]), (row[8], row[9])):
            if id:
                shape, named = parse(id), parse(label, labels=True)
                assert outline(shape) == outline(named), label


def outline(expression: Expression) -> object:
    match expression:
        case Term():
            return "."
        case Some(_, filler):
            return ("some", outline(filler))
        case And(parts):
            return ("and", *map(outline, parts))
