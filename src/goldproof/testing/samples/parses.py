"""Parses."""

from __future__ import annotations

from ...model import (
    NONE,
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
    Passage,
    Sentence,
    Source,
    Span,
    Token,
    Unit,
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
    made = tokens(words, start, **columns)
    return Sentence(Span(made[0].span.start, made[-1].span.end), made, tree, **rest)  # type: ignore[arg-type]


def corpus(*sentences: Sentence) -> Corpus:
    return Corpus.of_texts({"d1": TEXT}).with_layers(Layer.of("parses", UNKNOWN, Kind.PARSES, {"d1": (Parse(sentences),)}))


def words(text: str, *sentences: Sentence) -> Corpus:
    return Corpus.of_texts({"d1": text}).with_layers(Layer.of("parses", UNKNOWN, Kind.PARSES, {"d1": (Parse(sentences),)}))


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
COARSE = ("NOUN", "PUNCT", "PROPN", "PUNCT", "AUX", "PART", "VERB", "PUNCT")
LEMMAS = ("mouse", "(", "Mus", ")", "do", "not", "bite", ".")
HEADS = (7, 3, 1, 3, 7, 7, 0, 7)
RELATIONS = ("nsubj", "punct", "appos", "punct", "aux", "advmod", "root", "punct")
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
        blanks=(Blank(2, 1, Token(Span(32, 32), "sleep", "sleep", extra=Attributes(deps="2:conj"))),))),
    "sentence attributes": corpus(sentence(attributes=Attributes(sent_id="s1", comment=("one", "two = 2")))),
    "wide sentence": corpus(Sentence(Span(0, 24), tokens(FIRST)), sentence(SECOND, 22)),
    "empty sentence": corpus(sentence(), Sentence(Span(22, 24)), sentence(SECOND, 22)),
    "extra": corpus(sentence(SECOND, 22, extra=(Attributes(misc="Foo=1"), Attributes(), Attributes(phead="3")))),
    "both sentences": corpus(
        sentence(tag=TAGS, coarse=COARSE, lemma=LEMMAS, head=HEADS, relation=RELATIONS, features=(Attributes(Number="Plur"), *[NONE] * 6, Attributes(sg=True))),
        sentence(SECOND, 22, head=(2, 0, 2))),
    "columns of their own": corpus(sentence(), sentence(SECOND, 22, features=(NONE, Attributes(b="2", a="1,2"), NONE), extra=(
        Attributes(deps="2:nsubj|3:x", misc="Gloss=they|A", feats="x"), Attributes({"feats": "b=2|a=1,2", "odd = name": "a | b\\\n"}),
        Attributes(phead="2", pdeprel="p", chunk="B-NP", leaf="/.")))),
    "as written": corpus(sentence(extra=(NONE, Attributes(written="-LRB-"), NONE, Attributes(leaf=")"), *[NONE] * 4)), sentence(SECOND, 22)),
    "tags apart from the tree": corpus(sentence(tree=TREE, tag=("NN", None, *TAGS[2:])), sentence(SECOND, 22, tree=SHORT, tag=("PRP", "VBP", "."))),
    "one tree of two": corpus(sentence(tree=TREE, tag=TAGS), sentence(SECOND, 22, tag=("PRP", None, "."))),
    "an empty category only": corpus(sentence(tree=TREE, tag=TAGS), Sentence(Span(24, 24), tree=Node("S", (Node("-NONE-", text="*"),)))),
    "bare words": corpus(sentence(tree=Node("S", (Node("NP", (*[Node("", token=i) for i in range(4)],)), *[Node("", token=i) for i in range(4, 8)])))),
    "a word of two": words("du pain\n", Sentence(
        Span(0, 7), (Token(Span(0, 2), "de"), Token(Span(0, 2), "le"), Token(Span(3, 7), "pain")), multiwords=(Multiword((1, 2), "du", Span(0, 2)),))),
    "a word of two, elsewhere": words("du pain", Sentence(
        Span(0, 7), (Token(Span(0, 1), "de", extra=Attributes(misc="A=1")), Token(Span(1, 2), "le"), Token(Span(3, 7), "pain")),
        multiwords=(Multiword((1, 2), "du", Span(0, 2), Attributes(feats="Typo=Yes", misc="B=2")),))),
    "blank words elsewhere": corpus(sentence(SECOND, 22, blanks=(
        Blank(0, 1, Token(Span(22, 22), "_")), Blank(1, 1, Token(Span(3, 5), "a\tb", features=Attributes(A="1"), head=2, relation="x")),
        Blank(1, 2, Token(Span(26, 26), "b")), Blank(3, 1, Token(Span(33, 33), "", extra=Attributes(x="y", misc="Z")))))),
    "other forms": words("On to\nthe  road (again)", Sentence(Span(0, 23), (
        Token(Span(0, 2), "on"), Token(Span(3, 9), "to\nthe"), Token(Span(11, 15), "ro\tad"), Token(Span(16, 17), ""), Token(Span(17, 22), "_"),
        Token(Span(22, 23), "-RRB-")))),
    "blanks in a token": words(" 10 000 a\u2009b ", Sentence(Span(1, 11), (Token(Span(1, 7), "10 000"), Token(Span(7, 11), " a\u2009b")))),
    "out of order": words("one two three", Sentence(Span(0, 13), (Token(Span(8, 13), "three"), Token(Span(0, 3), "one"), Token(Span(4, 13), "two three")))),
    "beyond the text": words("one", Sentence(Span(0, 7), (Token(Span(0, 3), "one"), Token(Span(4, 7), "two"), Token(Span(3, 3), "nothing")))),
    "untidy": corpus(sentence(attributes=Attributes({"n": 3, "b = c": "x\ny", "newdoc id": "z", "comment": ("newdoc", " a ")})), sentence(  # type: ignore[arg-type]  # values of several types
        SECOND, 22, lemma=("_", "", "a\tb"), tag=("\n", "VB\tP", "."), head=(7, 0, 2), features=(Attributes(a=1, b="x|y"), Attributes(c=("x", "y")), Attributes({"=": "="})),
        extra=(Attributes(misc="SpaceAfter=No|A=1", n=1), Attributes(deps="_", feats="nothing"), Attributes(written=".", misc="x-a=b")))),
    "attributes that look like others": corpus(sentence(attributes=Attributes({  # type: ignore[arg-type]  # values of several types
        "newpar": True, "newpar id": "p 1", "sent_id": "s-1", "comment": ("newpar", "a=b", "x = y"), "text": "something else", "judged": "no", "empty": ""}))),
    "no parse": Corpus.of_texts({"d1": TEXT}).with_layers(Layer.of("parses", UNKNOWN, Kind.PARSES, {"d1": ()})),
    "parses of three documents, one without, one not judged": Corpus.of_texts({"d3": "Rats\teat \n", "d2": " | \\s\r\n", "d0": "", "d1": TEXT}).with_layers(
        Layer.of("parses", UNKNOWN, Kind.PARSES, {"d3": (Parse((Sentence(Span(0, 8), (Token(Span(0, 4), "Rats"), Token(Span(5, 8), "eat"))),)),),
                                                  "d0": (Parse(),), "d1": (Parse((sentence(), sentence(SECOND, 22))),)})),
    "two parses": Corpus.of_texts({"d1": TEXT}).with_layers(
        Layer.of("parses", UNKNOWN, Kind.PARSES, {"d1": (Parse((sentence(), sentence(SECOND, 22))), Parse((sentence(),)))})),
    "parses of passages": Corpus(
        (Document("d1", TEXT),), (Unit("b", Passage("d1", Span(22, 33))), Unit("a", Passage("d1", Span(0, 22)))),
        (Layer.of("parses", UNKNOWN, Kind.PARSES, {"b": (Parse((sentence(SECOND, 22),)),), "a": (Parse((sentence(),)),)}),)),
    "mentions and parses": corpus(sentence(tag=TAGS), sentence(SECOND, 22)).with_layers(Layer.of("mentions", UNKNOWN, Kind.MENTIONS, {"d1": (
        Mention((Span(0, 4),), label="Animal"), Mention((Span(6, 9),), label="Gen us%"), Mention((Span(11, 20),)), Mention((Span(22, 26),), label="Animal"))})),
    "mentions inside tokens": corpus(sentence(), sentence(SECOND, 22)).with_layers(Layer.of("mentions", UNKNOWN, Kind.MENTIONS, {"d1": (
        Mention((Span(0, 2),), label="A"), Mention((Span(2, 4),), label="B"), Mention((Span(5, 8),), label="C"), Mention((Span(17, 24),), label="D"),
        Mention((Span(27, 29),)), Mention((Span(21, 22),)))})),
    "no sentence": corpus(),
    "two parsers": corpus(sentence()).with_layers(Layer.of("parses-2", UNKNOWN, Kind.PARSES, {"d1": (Parse((sentence(SECOND, 22),)),)})),
}  # fmt: skip
