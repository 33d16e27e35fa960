"""Each rule on a corpus with its trouble, where it must find exactly the places, and on one without, where it must be silent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import goldproof as gp
from goldproof.checks import Guideline, Level, rules
from goldproof.model import (
    And,
    Attributes,
    Corpus,
    Document,
    Kind,
    Layer,
    Multiword,
    Node,
    Option,
    Pair,
    Passage,
    Phenotype,
    Rating,
    Scale,
    Some,
    Span,
    Term,
    Unit,
    whole,
)  # fmt: skip

from .makers import (
    ANN,
    NOTE,
    TOY,
    E,
    Q,
    aligned,
    described,
    marked,
    mention,
    np,
    parsed,
    ranked,
    rated,
    sentence,
    texts,
    tree,
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """``wrong`` has the trouble at ``places`` (as printed) and nowhere else; ``right`` is much the same without it."""

    rule: str
    wrong: Corpus
    places: list[str]
    right: Corpus
    settings: dict[str, Any] = field(default_factory=dict)
    says: str = ""


def forbid(**settings: bool) -> dict[str, Any]:
    return {"guideline": Guideline(**settings)}  # type: ignore[arg-type]


WITH = {"ontologies": TOY}
HALF = Corpus((Document("d", "Red eyes. Blue eyes."),), (Unit("u", Passage("d", Span(0, 9))),))


def on_half(*mentions: gp.Mention) -> Corpus:
    return HALF.with_layers(Layer.of("ann", ANN, Kind.MENTIONS, {"u": mentions}))


def pairs(*judged: str) -> Corpus:
    units = (Unit("p1", Pair("a", "b")), Unit("p2", Pair("a", "c")))
    return Corpus(units=units, layers=(Layer.of("ann", ANN, Kind.RATINGS, {u: (Rating(1.0),) for u in judged}),))


def two_scales(a: Scale, b: Scale) -> Corpus:
    one = rated({"p1": [Rating(1.0)]}, scale=a)
    return one.with_layers(rated({"p1": [Rating(1.0)]}, scale=b, name="bo").layers[0])


R = [Rating(float(v)) for v in range(5)]
FIVE = Scale((0.0, 1.0, 2.0, 3.0, 4.0))
GOOD = sentence(heads=(2, 0, 2), relations=("nsubj", "root", "punct"))
DEEP = And((Term("U:1"), Some("part_of", Term("U:2")), Some("part_of", Term("U:3"))))
NESTED = And((Term("U:1"), Some("part_of", And((Term("U:2"), Some("part_of", Term("U:3")))))))
LEAVES = ("PRP 0", "VBP 1", ". 2")
MANY = [sentence(tree=tree(*LEAVES)) for _ in range(300)]


def whisker(label: str) -> list[gp.Sentence]:
    """Three hundred sentences, one of them with another label."""
    return [*MANY[:-1], sentence(tree=tree(*LEAVES, label=label))]


CASES = [
    Case("text-control", texts(d="a\x07b", e="\x00"), ["d:1-2", "e:0-1"], texts(d="a\tb\r\n")),
    Case("text-replacement", texts(d="Stra\ufffde \ufffd"), ["d:4-5"], texts(d="Straße"), says="first of 2"),
    Case("text-surrogate", texts(d="a\ud83d"), ["d:1-2"], texts(d="a\U0001f600")),
    Case("text-invisible", texts(d="co\u00adop", e="\ufeffx"), ["d:2-3", "e:0-1"], texts(d="co-op"), says="soft hyphen"),
    Case("text-composition", texts(d="ab e\u0301tude"), ["d:3-5"], texts(d="ab étude")),
    Case("text-empty", texts(d="", e=" \n"), ["d", "e"], texts(d="x")),
    Case("text-twice", texts(d="same", e="same"), ["e"], texts(d="same", e="other", f="", g=""), says="as d"),
    Case("unit-unjudged", pairs("p1"), ["p2"], pairs("p1", "p2")),
    Case("unit-text-missing", Corpus((Document("d", "x"), Document("e", "y")), (whole(Document("d", "x")),)), ["e"], texts(d="x", e="y")),
    Case("span-text", marked(mention((0, 3), stated="red eyes"), mention((4, 8), stated="eyes")), ["ann/d:0-3"],
         marked(mention((0, 3), stated="Red"), mention((0, 8), stated="Red\teyes"), mention((10, 16), (28, 33), stated="carpal ... bones"))),
    Case("span-text-blanks", marked(mention((0, 8), stated="Red  eyes")), ["ann/d:0-8"], marked(mention((0, 8), stated="Red eyes"))),
    Case("span-outside", marked(mention((39, 99)), mention((-1, 3))), ["ann/d:39-99", "ann/d:-1-3"], marked(mention((0, 41)))),
    Case("span-reversed", marked(mention((8, 4))), ["ann/d:8-4"], marked(mention((4, 8)))),
    Case("span-empty", marked(mention((4, 4))), ["ann/d:4-4"], marked(mention((4, 8)))),
    Case("span-outside-unit", on_half(mention((10, 14))), ["ann/u:10-14"], on_half(mention((0, 9)))),
    Case("span-blanks", marked(mention((0, 4)), mention((3, 8)), mention((3, 4))), ["ann/d:0-4", "ann/d:3-8", "ann/d:3-4"], marked(mention((0, 8))),
         says="make it 0-3"),
    Case("span-points", marked(mention((4, 9)), mention((34, 39)), mention((28, 39)), mention((35, 40))), ["ann/d:4-9", "ann/d:34-39", "ann/d:35-40"],
         marked(mention((34, 40)), mention((0, 8)))),
    Case("span-points", marked(mention((0, 9)), text="the end."[:8] + "x"), [], marked(mention((0, 2)), mention((3, 6)), text="5' sp. x")),
    Case("span-word", marked(mention((1, 3)), mention((0, 6))), ["ann/d:1-3", "ann/d:0-6"], marked(mention((0, 3))), says="'Red eyes'"),
    Case("mention-no-span", marked(mention()), ["ann/d"], marked(mention((0, 3)))),
    Case("mention-no-span", marked(mention()), [], marked(mention()), forbid(no_span=True)),
    Case("mention-no-text", Corpus(units=(Unit("p", Pair("a", "b")),), layers=(Layer.of("ann", ANN, Kind.MENTIONS, {"p": [mention()]}),)), ["ann/p"],
         marked(mention((0, 3)))),
    Case("mention-no-concept", marked(mention((0, 3), concepts=())), ["ann/d:0-3"], marked(mention((0, 3), concepts=(), label="x"))),
    Case("mention-concept-missing", marked(mention((0, 3), concepts=(), label="x"), mention((4, 8))), ["ann/d:0-3"],
         marked(mention((0, 3), concepts=(), label="x"))),
    Case("mention-several-concepts", marked(mention((0, 3), concepts=("a", "b"))), ["ann/d:0-3"], marked(mention((0, 3))), forbid(several_concepts=False)),
    Case("mention-concept-twice", marked(mention((0, 3), concepts=("a", "a"))), ["ann/d:0-3"], marked(mention((0, 3), concepts=("a", "b")))),
    Case("mention-discontinuous", marked(mention((10, 16), (28, 33))), ["ann/d:10-33"], marked(mention((10, 16))), forbid(discontinuous=False)),
    Case("mention-fragments", marked(mention((0, 5), (4, 8)), mention((4, 8), (0, 3)), mention((0, 4), (4, 8))), ["ann/d:0-8"] * 3,
         marked(mention((0, 3), (4, 8)))),
    Case("mention-id-twice", marked(mention((0, 3), id="T1"), mention((4, 8), id="T1")), ["ann/d:4-8"], marked(mention((0, 3)), mention((4, 8), id="T1"))),
    Case("mention-twice", marked(mention((0, 3)), mention((0, 3)), mention((0, 3), attributes=NOTE), mention(), mention()), ["ann/d:0-3", "ann/d:0-0"],
         marked(mention((0, 3)), mention((0, 3), concepts=("HP:2",)), mention((0, 3), label="x")), says="3 times, with different attributes"),
    Case("mention-same-span", marked(mention((0, 3)), mention((0, 3), concepts=("HP:2",)), mention((0, 3))), ["ann/d:0-3"],
         marked(mention((0, 3)), mention((0, 3)), mention((0, 8))), says="2 mentions of 'Red': HP:1, HP:2"),
    Case("mention-nested", marked(mention((0, 3)), mention((0, 8)), mention((0, 9))), ["ann/d:0-8", "ann/d:0-3"],
         marked(mention((0, 3)), mention((4, 8)), mention((4, 8), concepts=("HP:2",))), forbid(nesting=False)),
    Case("mention-crossing", marked(mention((0, 8)), mention((4, 12))), ["ann/d:0-8"],
         # Nested, apart, touching, and two that share their head: none of these cross.
         marked(mention((0, 8)), mention((4, 8)), mention((8, 9)), mention((10, 16), (28, 33)), mention((21, 27), (28, 33)), mention((21, 33)))),
    Case("mention-crossing", marked(mention((0, 8)), mention((4, 12))), [], marked(), forbid(crossing=True)),
    Case("id-empty", marked(mention((0, 3), concepts=(" ",))), ["ann/d:0-3"], marked(mention((0, 3), concepts=()))),
    Case("id-form", marked(mention((0, 3), concepts=("HP_1",)), mention((4, 8), concepts=("HP_2",))), ["ann/d:0-3"], marked(mention((0, 3))), says="2 ids"),
    Case("id-no-curie", marked(mention((0, 3), concepts=("red eye",))), ["ann/d:0-3"], marked(mention((0, 3), concepts=("HP_2",))), WITH, says="HP:2"),
    Case("id-unknown", marked(mention((0, 3), concepts=("HP:1", "HP:77"))), ["ann/d:0-3"],
         marked(mention((0, 3), concepts=("HP:1", "HP:3", "HP:9", "XX:1", "XX:2", "CL:1"))), WITH),
    Case("id-unknown", described(Phenotype(And((Term("HP:1"), Some("part_of", Term("HP:77")))), Q)), ["ann/s, entity"], described(Phenotype(E, Q)), WITH),
    Case("id-uncovered", marked(mention((0, 3), concepts=("XX:2",)), mention((4, 8), concepts=("XX:3",))), ["ann/d:0-3"],
         marked(mention((0, 3), concepts=("XX:1", "HP:77", "XXTEMP:5"))), WITH, says="2 such ids"),
    Case("id-obsolete", marked(mention((0, 3), concepts=("HP:3",))), ["ann/d:0-3"], marked(mention((0, 3), concepts=("HP:9",))), WITH,
         says="use HP:2 (red eye)"),
    Case("id-obsolete", marked(mention((0, 3), concepts=("HP_4",))), ["ann/d:0-3"], marked(), WITH, says="consider HP:1 (eye trouble), HP:2 (red eye)"),
    Case("id-obsolete", marked(mention((0, 3), concepts=("HP:5",))), ["ann/d:0-3"], marked(), WITH, says="no replacement"),
    Case("id-alternative", marked(mention((0, 3), concepts=("HP:9",))), ["ann/d:0-3"], marked(mention((0, 3))), WITH, says="merged into HP:1 (eye trouble)"),
    Case("id-elsewhere", marked(mention((0, 3), concepts=("HP:6",))), ["ann/d:0-3"], marked(mention((0, 3), concepts=("HP:1", "HP:2", "HP:3", "HP:9"))),
         {**WITH, "guideline": Guideline(below=("HP:9",))}),
    Case("id-provisional", marked(mention((0, 3), concepts=("UBERONTEMP:a-1",))), ["ann/d:0-3"], marked(mention((0, 3)))),
    Case("group-language", aligned({"en": "a", "de": "b"}, more=Corpus((Document("h", "c", "en"),), (Unit("h", Passage("h"), group="c/h"),))), ["c/h"],
         aligned({"en": "a", "de": "b"}, more=Corpus((Document("h", "c", "en"),), (Unit("h", Passage("h"), group="other/h"),))), says="no unit in de"),
    Case("group-language", aligned({"en": "a", "de": "b"}), ["c/g"], aligned({"en": "a", "de": "b", "fr": "c"}),
         {"guideline": Guideline(languages=("en", "fr"))}, says="no unit in fr"),
    Case("group-concept", aligned({"en": "a", "de": "b"}, {"en": ["HP:1", "HP_2"], "de": ["HP:2", "HP:3"]}), ["ann/g-en, group c/g", "ann/g-de, group c/g"],
         aligned({"en": "a", "de": "b", "fr": "c"}, {"en": ["HP:1"], "de": ["HP:1", "HP:1"]})),
    Case("group-same-text", aligned({"en": "same", "de": "same"}), ["g-de"], aligned({"en": "one", "de": "eins"})),
    Case("text-twice", aligned({"en": "same", "de": "same"}), [], aligned({"en": "same", "de": "same"})),
    Case("token-text", parsed(sentence("They slept .")), ["ann/d:5-10, sentence 1, token 2"],
         parsed(sentence("-LRB- They", span=(0, 9)), text="(     They")),
    Case("token-text", parsed(sentence("they They", start=0), text="They They"), ["ann/d:0-4, sentence 1, token 1"],
         parsed(sentence("''x'' 1\\/2"), text="“ x ” 1/2".replace("“ x ” ", "“x”   "))),
    Case("sentence-text", parsed(gp.Sentence(Span(4, 4), (gp.Token(Span(4, 4), "gone"), gp.Token(Span(4, 4), "away"))), sentence()), ["ann/d, sentence 1"],
         parsed(sentence(), gp.Sentence(Span(4, 4), (gp.Token(Span(4, 4), ""),))), says="'gone away'"),
    Case("token-gap", parsed(gp.Sentence(Span(0, 12), (gp.Token(Span(0, 4), "They"), gp.Token(Span(11, 12), "."))), sentence(start=13)),
         ["ann/d:11-12, sentence 1, token 2"], parsed(sentence(), sentence(start=13)), says="'sleep'"),
    Case("token-outside", parsed(sentence(start=20), sentence(span=(0, 10))),
         ["ann/d:25-30, sentence 1, token 2", "ann/d:31-32, sentence 1, token 3", "ann/d:11-12, sentence 2, token 3"], parsed(sentence())),
    Case("token-order", parsed(sentence("sleep They", start=0)), [], parsed(sentence())),
    Case("sentence-order", parsed(sentence(), sentence(start=5)), ["ann/d, sentence 2"], parsed(sentence(), sentence(start=13))),
    Case("sentence-outside", parsed(sentence(start=20), gp.Sentence(Span(5, 2))), ["ann/d, sentence 1", "ann/d, sentence 2"], parsed(sentence())),
    Case("sentence-empty", parsed(gp.Sentence(Span(0, 4))), ["ann/d, sentence 1"], parsed(sentence())),
    Case("tree-leaves", parsed(sentence(tree=tree("PRP 0", ". 2")), sentence(tree=tree("PRP 0", "VBP 1", ". 2", "X 9")),
                               sentence(tree=tree("PRP 0", "VBP 0", "VBP 1", ". 2")), sentence(tree=tree("PRP 1", "VBP 0", ". 2"))),
         ["ann/d:5-10, sentence 1, token 2", "ann/d, sentence 2", "ann/d:0-4, sentence 3, token 1", "ann/d:5-10, sentence 4, token 2"],
         parsed(sentence(tree=tree(np("PRP 0", "*T*-1"), "VBP 1", ". 2")), sentence())),
    Case("tree-barren", parsed(sentence(tree=tree(*LEAVES, Node("NP")))), ["ann/d, sentence 1, node 5"], parsed(sentence(tree=tree(*LEAVES, "0")))),
    Case("tree-tag", parsed(sentence(tree=tree(*LEAVES), tags=("PRP", "NN", None))), ["ann/d:5-10, sentence 1, token 2"],
         parsed(sentence(tree=tree(*LEAVES), tags=("PRP", "VBP", None)))),
    Case("tree-no-index", parsed(sentence(tree=tree(*LEAVES, "*T*"))), ["ann/d, sentence 1, node 5 -NONE-"],
         parsed(sentence(tree=tree(*LEAVES, "*", "0", "*U*", "*PRO*", "*T*-1", np("*T*", label="NP-1"))))),
    Case("tree-trace", parsed(sentence(tree=tree(np("PRP 0", label="NP-SBJ-2"), "VBP 1", ". 2", "*T*-1", "*-2"))), ["ann/d, sentence 1, node 6 -NONE-"],
         parsed(sentence(tree=tree(np("PRP 0", label="WHNP-1"), "VBP 1", ". 2", "*T*-1", "*")))),
    Case("tree-trace", parsed(sentence(tree=tree(*LEAVES, np("*T*", label="NP-7"), np("0", label="NP-8")))), ["ann/d, sentence 1, node 6 -NONE-"],
         # The second way of numbering, and a trace that is the antecedent of another.
         parsed(sentence(tree=tree(np("PRP 0", label="NP-7"), "VBP 1", ". 2", np("*T*", label="NP-SBJ-7"), np("*", label="NP-8"), "*-8")))),
    Case("tree-gap", parsed(sentence(tree=tree(np("PRP 0", label="NP=3"), "VBP 1", ". 2"))), ["ann/d, sentence 1, node 2 NP=3"],
         parsed(sentence(tree=tree(np("PRP 0", label="NP-3"), np("VBP 1", label="NP=3"), ". 2")),
                sentence(tree=tree(np("PRP 0", label="NP=1"), np("VBP 1", label="NP=1"), ". 2")))),
    Case("tree-unary", parsed(sentence(tree=tree(np(np("PRP 0", "VBP 1", label="NP-SBJ")), ". 2")),
                              sentence(tree=tree(np(np(np("PRP 0"), label="S")), "VBP 1", ". 2"))),
         ["ann/d, sentence 1, node 3 NP-SBJ", "ann/d, sentence 2, node 4 NP"], parsed(sentence(tree=tree(np(np("PRP 0"), "VBP 1"), ". 2")))),
    Case("tree-label", parsed(sentence(tree=tree(*LEAVES, label="S-TPC"))), ["ann/d, sentence 1, node 3 VBP"], parsed(sentence(tree=tree("PRP 0", ". 2"))),
         {"guideline": Guideline(labels=frozenset({"S", "PRP", "."}))}),
    Case("tree-rare", parsed(*whisker("SS")), ["ann/d, sentence 300, node 1 SS"], parsed(*whisker("S-TPC"))),
    Case("tree-rare", parsed(*whisker("SS")[-50:]), [], parsed()),
    Case("head-root", parsed(sentence(heads=(2, 3, 2))), ["ann/d, sentence 1"], parsed(GOOD, sentence())),
    Case("head-roots", parsed(sentence(heads=(0, 0, 2))), ["ann/d:5-10, sentence 1, token 2"], parsed(GOOD)),
    Case("head-outside", parsed(sentence(heads=(2, 0, 4))), ["ann/d:11-12, sentence 1, token 3"], parsed(GOOD)),
    Case("head-cycle", parsed(sentence(heads=(1, 3, 2))), ["ann/d:0-4, sentence 1, token 1", "ann/d:5-10, sentence 1, token 2"], parsed(GOOD)),
    Case("head-missing", parsed(sentence(heads=(None, 0, None))), ["ann/d:0-4, sentence 1, token 1"], parsed(GOOD, sentence())),
    Case("head-relation", parsed(sentence(heads=(2, 0, None), relations=("nsubj", None, "punct"))),
         ["ann/d:5-10, sentence 1, token 2", "ann/d:11-12, sentence 1, token 3"], parsed(GOOD)),
    Case("head-relation", parsed(sentence(heads=(2, 0, 2))), [], parsed(sentence(heads=(2, 0, 2)))),
    Case("state-empty", described(), ["ann/s"], described(Phenotype(E, Q)), says="'absent'"),
    Case("phenotype-no-entity", described(Phenotype(E, Q), Phenotype(None, Q)), ["ann/s, EQ 2"],
         described(Phenotype(E, Q), Phenotype(None, Q, unmatched=Attributes(entity="fin")))),
    Case("phenotype-no-quality", described(Phenotype(E)), ["ann/s, EQ 1"], described(Phenotype(E, Q), Phenotype(E, unmatched=Attributes(quality="x")))),
    Case("phenotype-unmatched", described(Phenotype(E, Q, unmatched=Attributes(related="fin"))), ["ann/s, EQ 1, related"], described(Phenotype(E, Q))),
    Case("phenotype-differentiae", described(Phenotype(DEEP, Q, E), Phenotype(E, Q, Some("r", DEEP))), ["ann/s, EQ 1, entity", "ann/s, EQ 2, related entity"],
         described(Phenotype(NESTED, Q))),
    Case("phenotype-twice", described(Phenotype(E, Q), Phenotype(E, Q, attributes=NOTE)), ["ann/s"],
         described(Phenotype(E, Q), Phenotype(E, Q, E), Phenotype(E, Q, attributes=Attributes(count=2)))),
    Case("rating-scale", rated({"p1": [Rating(5.0)], "p2": [Rating(4.0)]}, scale=FIVE), ["ann/p1"], rated({"p1": R[:1], "p2": [Rating(float("nan"))]}, scale=FIVE)),
    Case("rating-scale", rated({"p1": [Rating(5.0)]}), ["ann/p1"], rated({"p1": R[:1]}), {"guideline": Guideline(scale=FIVE)}),
    Case("rating-number", rated({"p1": [Rating("x")], "p2": [Rating(1.0)], "p3": [Rating(float("nan"))], "p4": [Rating(float("inf"))]}),
         ["ann/p1", "ann/p3", "ann/p4"], rated({"p1": [Rating("x")], "p2": [Rating("y")]}, scale=Scale(("x", "y"), level="nominal"))),
    Case("rating-twice", rated({"p1": R[:2], "p2": R[:1]}), ["ann/p1"], rated({"p1": R[:1]})),
    Case("rating-none", rated({"p1": [], "p2": R[:1]}), ["ann/p1"], rated({"p2": R[:1]})),
    Case("rating-one-value", rated({f"p{i}": R[:1] for i in range(1, 6)}), ["ann"], rated({f"p{i}": R[i - 1 : i] for i in range(1, 6)})),
    Case("rating-scales", two_scales(FIVE, Scale((0.0, 1.0))), ["bo"], two_scales(FIVE, FIVE)),
    Case("ranking-options", ranked(("A", "A"), ("C",)), ["ann/q"] * 3, ranked(("A", "B"))),
    Case("ranking-twice", Corpus(units=ranked().units, layers=(Layer.of("ann", ANN, Kind.RANKINGS, {"q": (gp.Ranking((("A",), ("B",))),) * 2}),)), ["ann/q"],
         ranked(("A",), ("B",))),
    Case("option-twice", ranked(("A",), options=(Option("A", "x"), Option("A", "x"))), ["q", "q"], ranked(("A",), ("B",))),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.rule)
def test_a_rule_finds_its_trouble_and_no_other(case: Case) -> None:
    found = gp.check(case.wrong, rules=[case.rule], **case.settings)
    assert [str(f.place) for f in found] == case.places
    assert gp.check(case.right, rules=[case.rule], **case.settings) == ()
    assert {f.rule for f in found} <= {case.rule}
    assert all(f.message and f.remedy for f in found)
    assert case.says in " ".join(f"{f.message} {f.remedy}" for f in found)


def test_tokens_out_of_order() -> None:
    good = sentence()
    back = gp.Sentence(good.span, (good.tokens[1], good.tokens[0], good.tokens[2]))
    found = gp.check(parsed(back), rules=["token-order"])
    assert [str(f.place) for f in found] == ["ann/d:0-4, sentence 1, token 2"]


def test_words_of_one_surface_token_may_share_its_span() -> None:
    tokens = (gp.Token(Span(0, 4), "They"), gp.Token(Span(0, 4), "all"), gp.Token(Span(5, 10), "sleep"))
    plain = gp.Sentence(Span(0, 10), tokens)
    shared = gp.Sentence(Span(0, 10), tokens, multiwords=(Multiword((1, 2), "They", Span(0, 4)),))
    wanted = ["token-text", "token-order"]
    assert {f.rule for f in gp.check(parsed(plain), rules=wanted)} == set(wanted)
    assert gp.check(parsed(shared), rules=wanted) == ()


def test_annotators_with_a_layer_for_each_language_are_one_source() -> None:
    both = aligned({"en": "a", "de": "b"}, {"en": ["HP:1"], "de": ["HP:2"]})
    layer = both.layers[0]
    apart = both.without_layers("ann").with_layers(layer.only(["g-en"]).called("ann-en"), layer.only(["g-de"]).called("ann-de"))
    assert len(gp.check(apart, rules=["group-concept"])) == len(gp.check(both, rules=["group-concept"])) == 2
    assert gp.check(apart.without_layers("ann-de"), rules=["group-concept"]) == (), "a side that nobody judged lacks nothing"


def test_what_was_mended_on_reading_is_a_finding() -> None:
    found = gp.check(texts(d="x"), warnings=["a.ann, line 3: mended"])
    assert [(f.level, f.rule, f.message) for f in found] == [(Level.WARNING, "reading", "a.ann, line 3: mended")]


def test_every_rule_is_tested_here_and_explains_itself() -> None:
    from .test_consistency import CASES as REVIEW
    from .test_meanings import RULES as MEANINGS

    tested = {c.rule for c in (*CASES, *REVIEW) if c.places} | {"reading", "token-order"} | MEANINGS
    assert set(rules()) == tested
    for name, rule in rules().items():
        assert rule.name == name
        assert rule.about
        assert rule.needs in ("", "ontologies", "terminology", "ontologies or terminology")
