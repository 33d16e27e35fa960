"""Parses."""

from __future__ import annotations

from ...model import (
    Attributes,
    Blank,
    Corpus,
    Kind,
    Layer,
    Multiword,
    Node,
    Parse,
    Sentence,
    Source,
    Span,
    Token,
)

TEXT = "Mice (Mus) don't bite.  They sleep."
UNKNOWN = Source("unknown")
FIRST = ("Mice", "(", "Mus", ")", "do", "n't", "bite", ".")
SECOND = ("They", "sleep", ".")


def tokens(words: tuple[str, ...], start: int = 0, **columns: tuple[object, ...]) -> tuple[Token, ...]:
    out = []
    for i, word in enumerate(words):
        start = TEXT.index(word, start)
        out.append(Token(Span(start, start + len(word)), word, **{k: v[i] for k, v in columns.items()}))  # type: ignore[arg-type]
        start += len(word)
    return tuple(out)


def sentence(words: tuple[str, ...] = FIRST, start: int = 0, tree: Node | None = None, **more: object) -> Sentence:
    columns = {k: v for k, v in more.items() if isinstance(v, tuple) and k not in ("multiwords", "blanks")}
    rest = {k: v for k, v in more.items() if k not in columns}
    made = tokens(words, start, **columns)  # type: ignore[arg-type]
    return Sentence(Span(made[0].span.start, made[-1].span.end), made, tree, **rest)  # type: ignore[arg-type]


def corpus(*sentences: Sentence) -> Corpus:
    return Corpus.of_texts({"d1": TEXT}).with_layers(Layer.of("parses", UNKNOWN, Kind.PARSES, {"d1": (Parse(sentences),)}))


def leaf(tag: str, token: int) -> Node:
    return Node(tag, token=token)


TREE = Node("", (
    Node("S", (
        Node("NP-SBJ-1", (Node("NP", (leaf("NNS", 0),)), Node("PRN", (leaf("-LRB-", 1), Node("NP", (leaf("NNP", 2),)), leaf("-RRB-", 3))))),
        Node("VP", (leaf("VBP", 4), leaf("RB", 5), Node("VP", (leaf("VB", 6), Node("NP=2", (Node("-NONE-", text="*T*-1"),)))))),
        leaf(".", 7),
    )),
))  # fmt: skip
SHORT = Node("S", (Node("NP", (leaf("PRP", 0),)), Node("VP", (leaf("VBP", 1),)), leaf(".", 2)))
TAGS = ("NNS", "-LRB-", "NNP", "-RRB-", "VBP", "RB", "VB", ".")

SAMPLES = {
    "tokens": corpus(sentence(), sentence(SECOND, 22)),
    "tags": corpus(sentence(tag=TAGS), sentence(SECOND, 22, tag=("PRP", "VBP", "."))),
    "coarse tags": corpus(sentence(SECOND, 22, coarse=("PRON", "VERB", "PUNCT"))),
    "lemmas": corpus(sentence(lemma=("mouse", "(", "Mus", ")", "do", "not", "bite", "."))),
    "features": corpus(sentence(SECOND, 22, features=(Attributes(Case="Nom", Number="Plur"), Attributes(), Attributes()))),
    "dependencies": corpus(sentence(SECOND, 22, head=(2, 0, 2), relation=("nsubj", "root", "punct"))),
    "heads only": corpus(sentence(SECOND, 22, head=(2, 0, 2))),
    "tree": corpus(sentence(tree=TREE, tag=TAGS)),
    "two trees": corpus(sentence(tree=TREE, tag=TAGS), sentence(SECOND, 22, tree=SHORT, tag=("PRP", "VBP", "."))),
    "tree and dependencies": corpus(sentence(SECOND, 22, tree=SHORT, tag=("PRP", "VBP", "."), head=(2, 0, 2), relation=("nsubj", "root", "punct"))),
    "several words in a token": corpus(
        sentence(multiwords=(Multiword((5, 6), "don't", Span(11, 16)),), tag=TAGS)
    ),
    "blank words": corpus(sentence(
        SECOND, 22, head=(2, 0, 2), relation=("nsubj", "root", "punct"),
        blanks=(Blank(2, 1, Token(Span(33, 33), "sleep", "sleep", extra=Attributes(deps="2:conj"))),))),
    "sentence attributes": corpus(sentence(attributes=Attributes(sent_id="s1", comment=("one", "two = 2")))),
    "wide sentence": corpus(Sentence(Span(0, 24), tokens(FIRST)), sentence(SECOND, 22)),
    "empty sentence": corpus(sentence(), Sentence(Span(22, 24)), sentence(SECOND, 22)),
    "extra": corpus(sentence(SECOND, 22, extra=(Attributes(misc="Foo=1"), Attributes(), Attributes(phead="3")))),
    "no sentence": corpus(),
    "two parsers": corpus(sentence()).with_layers(Layer.of("parses-2", UNKNOWN, Kind.PARSES, {"d1": (Parse((sentence(SECOND, 22),)),)})),
}  # fmt: skip
