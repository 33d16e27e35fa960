"""Arbitrary corpora of texts and mentions, for property tests of formats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import strategies as st

from goldproof.errors import BadInput
from goldproof.formats import load, save
from goldproof.formats.bioc import disagreement
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.model import Corpus, Document, Kind, Layer, Mention, Passage, Span, Unit
from goldproof.registry import door
from tests.strategies import attributes, mentions, names, sources, words

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)


@st.composite
def corpora(draw: st.DrawFn, *, parts: bool = False, one_line: bool = False) -> Corpus:
    """``parts``: units that are parts of documents, in any order. ``one_line``: what a mention states has no line ends."""
    texts = draw(st.dictionaries(st.text("abc1.", min_size=1, max_size=4), TEXTS, min_size=1, max_size=3))
    documents = tuple(Document(id, t, draw(st.sampled_from(["", "en"])), draw(names), draw(attributes)) for id, t in texts.items())
    units: list[Unit] = []
    for d in documents:
        if not parts or draw(st.booleans()):
            units.append(Unit(d.id, Passage(d.id), draw(names), draw(st.sampled_from(["", "de"])), draw(attributes)))
            continue
        for number in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(d.text)))
            span = draw(st.sampled_from([None, Span(start, draw(st.integers(start, len(d.text))))]))
            units.append(Unit(f"{d.id}#{number}", Passage(d.id, span), draw(names), "", draw(attributes)))
    units = list(draw(st.permutations(units))) if parts else units

    def honest(unit: Unit, m: Mention) -> Mention:
        """``stated`` only where it disagrees, as it is meant to be."""
        assert isinstance(unit.content, Passage)
        text = texts[unit.content.document]
        if one_line and m.stated is not None:
            blank = str.maketrans("\n\r\t\0", "    ")
            said = m.stated.translate(blank)
            return replace(m, stated=None if text.translate(blank)[m.start : m.end] == said else said)
        return m if m.stated is None or disagreement(text, list(m.spans), m.stated) is not None else replace(m, stated=None)

    layers = []
    for name in draw(st.lists(words, max_size=2, unique=True)):
        judged = {u.id: [honest(u, m) for m in draw(st.lists(mentions, max_size=3))] for u in units if draw(st.booleans())}
        if judged:
            layers.append(Layer.of(name, draw(sources), Kind.MENTIONS, judged))
    splits = {"first": tuple(u.id for u in units[:1])} if parts else {}
    return Corpus(documents, tuple(units), tuple(layers), (), splits, draw(names), draw(names), draw(names), draw(names), draw(attributes))


def keeps_the_law(corpus: Corpus, name: str, refusal: str = "nothing", **options: str) -> None:
    """Written and read back it is itself less the losses; or it is refused, for the reason given."""
    format = door("formats").get(name)
    lost = losses(corpus, format)
    with TemporaryDirectory() as folder:
        target = Path(folder) / f"x{format.suffixes[0]}"
        try:
            save(corpus, target, format=name, lose=lost, options=options)
        except BadInput as error:
            if refusal not in str(error):
                raise
            return
        assert load(target, format=name, options={k: v for k, v in options.items() if k != "separator"}) == strip(corpus, lost)
