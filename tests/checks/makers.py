"""Short ways to make a corpus with one thing wrong in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldproof.model import (
    Attributes,
    Choice,
    Corpus,
    Document,
    Kind,
    Layer,
    Mention,
    Node,
    Option,
    Pair,
    Parse,
    Passage,
    Phenotype,
    Ranking,
    Rating,
    Scale,
    Sentence,
    Source,
    Span,
    State,
    Term,
    Token,
    Unit,
)  # fmt: skip
from goldproof.ontology import Entry, Ontology

TEXT = "Red eyes, carpal and tarsal bones (long)."
#       0123456789012345678901234567890123456789
ANN = Source("ann")
Place = tuple[int, int]


def mention(*spans: Place, concepts: Sequence[str] = ("HP:1",), label: str = "", **more: object) -> Mention:
    return Mention(tuple(Span(*s) for s in spans), tuple(concepts), label, **more)  # type: ignore[arg-type]


def marked(*mentions: Mention, text: str = TEXT) -> Corpus:
    """One document with mentions."""
    return Corpus.of_texts({"d": text}).with_layers(Layer.of("ann", ANN, Kind.MENTIONS, {"d": mentions}))


def texts(**documents: str) -> Corpus:
    return Corpus.of_texts(documents)


def sentence(text: str = "They sleep .", *, heads: Sequence[int | None] = (), relations: Sequence[str | None] = (), start: int = 0,
             tree: Node | None = None, tags: Sequence[str | None] = (), span: Place | None = None) -> Sentence:  # fmt: skip
    """The words of a text, each a token where it stands."""
    tokens = []
    at = 0
    for i, word in enumerate(text.split()):
        at = text.index(word, at)
        tokens.append(Token(
            Span(start + at, start + at + len(word)), word, tag=tags[i] if tags else None,
            head=heads[i] if heads else None, relation=relations[i] if relations else None,
        ))  # fmt: skip
        at += len(word)
    return Sentence(Span(*(span or (start, start + len(text)))), tuple(tokens), tree)


def parsed(*sentences: Sentence, text: str = "They sleep . They sleep .") -> Corpus:
    return Corpus.of_texts({"d": text}).with_layers(Layer.of("ann", ANN, Kind.PARSES, {"d": (Parse(sentences),)}))


def tree(*children: Node | str, label: str = "S") -> Node:
    """A node over leaves "PRP 0" (tag and token), empties "*T*-1" and other nodes."""
    return Node(label, tuple(_leaf(c) if isinstance(c, str) else c for c in children))


def _leaf(text: str) -> Node:
    tag, _, token = text.partition(" ")
    return Node(tag, token=int(token)) if token else Node("-NONE-", text=text)


def np(*children: Node | str, label: str = "NP") -> Node:
    return tree(*children, label=label)


def rated(values: Mapping[str, Sequence[Rating]], *, scale: Scale | None = None, name: str = "ann") -> Corpus:
    units = tuple(Unit(u, Pair("a", "b")) for u in ("p1", "p2", "p3", "p4", "p5"))
    return Corpus(units=units, layers=(Layer.of(name, ANN, Kind.RATINGS, values, scale=scale),))


def ranked(*groups: tuple[str, ...], options: Sequence[Option] = (Option("A", "x"), Option("B", "y"))) -> Corpus:
    return Corpus(units=(Unit("q", Choice(tuple(options))),), layers=(Layer.of("ann", ANN, Kind.RANKINGS, {"q": (Ranking(groups),)}),))


E, Q = Term("UBERON:1"), Term("PATO:1")


def described(*phenotypes: Phenotype) -> Corpus:
    unit = Unit("s", State("study", "1", "0", "Fin", "absent"))
    return Corpus(units=(unit,), layers=(Layer.of("ann", ANN, Kind.PHENOTYPES, {"s": phenotypes}),))


def aligned(sides: Mapping[str, str], concepts: Mapping[str, Sequence[str]] | None = None, more: Corpus | None = None) -> Corpus:
    """A group "g" of parallel units, language -> text, with the concepts that each side names."""
    documents = tuple(Document(f"g-{code}", text, code) for code, text in sides.items())
    units = tuple(Unit(d.id, Passage(d.id), group="c/g", language=d.language) for d in documents)
    layers = ()
    if concepts is not None:
        judged = {f"g-{code}": [mention((0, 1), concepts=[c]) for c in ids] for code, ids in concepts.items()}
        layers = (Layer.of("ann", ANN, Kind.MENTIONS, judged),)
    others = more or Corpus()
    return Corpus(documents + others.documents, units + others.units, layers)


TOY = Ontology.of([
    Entry("HP:1", "eye trouble", alternatives=("HP:9",)),
    Entry("HP:2", "red eye", parents=("HP:1",)),
    Entry("HP:3", "old", obsolete=True, replaced_by=("HP:2",)),
    Entry("HP:4", "older", obsolete=True, consider=("HP:1", "HP:2")),
    Entry("HP:5", "oldest", obsolete=True),
    Entry("HP:6", "bone trouble"),
    Entry("XX:1", "borrowed"),
], name="hp")  # fmt: skip
NOTE = Attributes(note="x")
