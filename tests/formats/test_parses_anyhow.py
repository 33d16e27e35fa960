"""Any parse of any text, however odd: each format of parses gives back what is left of it, or refuses in one line."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from goldproof.errors import GoldproofError
from goldproof.formats import load, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.model import (
    Attributes,
    Blank,
    Corpus,
    Document,
    Kind,
    Layer,
    Mention,
    Multiword,
    Node,
    Parse,
    Sentence,
    Source,
    Span,
    Token,
    whole,
)  # fmt: skip
from goldproof.registry import door

from .. import strategies

NAMES = ["conllu", "conllx", "iob", "penn"]
signs = st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=["Cs"])
pieces = st.text(st.sampled_from("ab(\"'-_|=\\#%/ \t\n\r\u200a\u2009\ufeff\u2028,.") | signs, max_size=5)
values = st.sampled_from(["a", "_", "", "B-NP", "x=y", "a|b", "SpaceAfter=No", "-LRB-", "``"]) | pieces
names = st.sampled_from(["misc", "deps", "feats", "phead", "pdeprel", "written", "leaf", "chunk", "text", "sent_id", "newpar", "comment", "newdoc id"]) | pieces
attributes = st.dictionaries(names, st.one_of(values, st.booleans(), st.integers(0, 9), st.lists(values, min_size=2, max_size=2).map(tuple)), max_size=2)
maybe = st.none() | values


@st.composite
def parsed(draw: st.DrawFn) -> tuple[str, Parse]:
    """A text and a parse of it, most of it sound: tokens in their order, forms that are the text, trees over all tokens."""
    text, sentences = draw(pieces), []
    for _ in range(draw(st.integers(0, 3))):
        tokens = []
        begin = len(text)
        for _ in range(draw(st.integers(0, 4))):
            form = draw(st.sampled_from(["ab", "(", '"', "-LRB-", "don't", "``", "O"]) | pieces)
            place = Span(len(text), len(text) + len(form))
            text += form + draw(st.sampled_from(["", " ", "\n"]) | pieces)
            other = draw(st.sampled_from([form, form, form, form, draw(values)]))
            tokens.append(Token(place, other, draw(maybe), draw(maybe), draw(maybe), Attributes(draw(attributes)), draw(st.none() | st.integers(0, 5)),
                                draw(maybe), Attributes(draw(attributes))))  # fmt: skip
        leaves = tuple(Node(t.tag or "X", token=i) for i, t in enumerate(tokens))
        tree = draw(st.sampled_from([None, Node("S", leaves), Node("", (Node("S-1", (*leaves, Node("-NONE-", text="*"))),))]))
        multiwords = ()
        if len(tokens) > 1 and draw(st.booleans()):
            place = draw(st.sampled_from([Span(tokens[0].span.start, tokens[1].span.end), tokens[0].span]))
            multiwords = (Multiword((1, 2), draw(st.sampled_from([text[slice(*place)], "du"])), place, Attributes(draw(attributes))),)
        blanks = tuple(Blank(draw(st.integers(0, len(tokens))), 1, t) for t in tokens[:1] if draw(st.booleans()))
        span = Span(tokens[0].span.start, tokens[-1].span.end) if tokens else Span(begin, begin)
        sentences.append(Sentence(span, tuple(tokens), tree, multiwords, blanks, Attributes(draw(attributes))))
    return text + draw(pieces), Parse(tuple(sentences))


def corpus(text: str, parse: Parse, mentions: tuple[Mention, ...] = ()) -> Corpus:
    return Corpus.of_texts({"d": text}).with_layers(
        Layer.of("mentions", Source("unknown"), Kind.MENTIONS, {"d": mentions}), Layer.of("parses", Source("unknown"), Kind.PARSES, {"d": (parse,)})
    )


def held(made: Corpus, name: str) -> None:
    format = door("formats").get(name)
    with tempfile.TemporaryDirectory() as room:
        target = Path(room) / f"x{format.suffixes[0]}"
        lost = losses(made, format)
        try:
            save(made, target, format=name, lose=lost)
        except GoldproofError as error:
            assert "\n" not in str(error)  # noqa: PT017
            return
        assert load(target, format=name) == strip(made, lost)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=parsed(), mentions=st.lists(strategies.mentions, max_size=3).map(tuple))
def test_a_sound_parse_comes_back_less_the_declared_losses(name: str, found: tuple[str, Parse], mentions: tuple[Mention, ...]) -> None:
    held(corpus(*found, mentions), name)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=pieces, parse=strategies.parses)
def test_any_parse_comes_back_or_is_refused(name: str, text: str, parse: Parse) -> None:
    held(corpus(text, parse), name)


LINES = st.sampled_from([
    "1\ta\ta\tX\tY\t_\t0\troot\t_\t_", "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_", "2\tb\t_\t_\t_\tA=1\t1\tx\t_\tSpacesAfter=\\n", "1.1\tc\t_\t_\t_\t_\t_\t_\t_\t_",
    "1\ta\tb\tc\t_\t0\td", "# newdoc id = x", "# newdoc", "# text = a b", "# document_text = a\\sb", "# judged = no", "", " ", "-DOCSTART- (x) plain\tO", "-DOCSTART-",
    "a\tO", "a\tB-x", "a b I-x", "a\tNN\tB-NP\tE-x", "(S (A b)", "(A b)", ")", "(", "( (S (NP (-NONE- *)))", "b c)", "# c", "; d (", "\t\t", "9\tq",
])  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(LINES | st.text(signs, max_size=12), max_size=8), end=st.sampled_from(["\n", "\r\n"]))
@example(lines=["1\ta" + "\t_" * 8], end="\n")
def test_any_lines_are_read_or_refused(name: str, lines: list[str], end: str) -> None:
    with tempfile.TemporaryDirectory() as room:
        path = Path(room) / f"x{door('formats').get(name).suffixes[0]}"
        path.write_bytes(end.join(lines).encode())
        try:
            read = load(path, format=name)
        except GoldproofError as error:
            assert "\n" not in str(error)  # noqa: PT017
            return
        held(read, name)


@pytest.mark.parametrize("name", NAMES)
def test_several_documents_keep_apart(name: str) -> None:
    texts = {"a/b": "One.", "c": "", "d": "Two\n\nthree."}
    documents = [Document(id, text) for id, text in texts.items()]
    held(Corpus(tuple(documents), tuple(map(whole, documents))), name)
