"""Rules beside centroids: majorities, weights, estimates, means, orders, trees; what is true of all of them."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldproof.errors import BadInput, NotFound
from goldproof.harmonisation import harmonise
from goldproof.harmonisation.arborescence import arborescence
from goldproof.harmonisation.centroid import centroids
from goldproof.harmonisation.em import dawid_skene, mace
from goldproof.harmonisation.orders import _exact, _improved
from goldproof.harmonisation.trees import brackets
from goldproof.model import (
    Attributes,
    Corpus,
    Kind,
    Layer,
    Mention,
    Node,
    Parse,
    Phenotype,
    Ranking,
    Rating,
    Sentence,
    Source,
    Span,
    Term,
    Token,
)

TEXT = "abcdefghijkl"


def m(*ends: int, c: str | tuple[str, ...] = "X:1", label: str = "", **said: str | bool) -> Mention:
    spans = tuple(Span(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True))
    return Mention(spans, (c,) if isinstance(c, str) else c, label, attributes=Attributes(said))


def layers(kind: Kind, *said: object) -> list[Layer]:
    return [Layer.of(f"a{i}", Source(f"a{i}"), kind, {} if x is None else {"u": x}) for i, x in enumerate(said)]  # type: ignore[dict-item]


def mentions(rule: str, *said: list[Mention] | None, **more: object) -> list[Mention]:
    return list(harmonise(layers(Kind.MENTIONS, *said), rule, corpus=Corpus.of_texts({"u": TEXT}), **more).get("u") or ())  # type: ignore[arg-type]


# Majorities of mentions -------------------------------------------------------------------------------------------


def test_a_strict_majority_wants_the_place_and_the_concept() -> None:
    found = mentions("majority", [m(0, 5), m(6, 8)], [m(0, 5), m(6, 9)], [m(0, 4), m(6, 8, c="X:2")])
    assert [(x.spans, dict(x.attributes)) for x in found] == [((Span(0, 5),), {"votes": 2, "of": 3, "exact": 2})]


def test_a_majority_by_overlap_takes_the_most_usual_place() -> None:
    found = mentions("majority(match=overlap)", [m(0, 5), m(6, 8)], [m(0, 4)], [m(0, 5), m(6, 8, c="X:2")])
    assert [(x.spans, dict(x.attributes)) for x in found] == [((Span(0, 5),), {"votes": 3, "of": 3, "exact": 2})]
    (longest,) = mentions("majority(match=overlap)", [m(0, 5)], [m(0, 4)], [m(2, 5)])
    assert longest.spans == (Span(0, 5),), "of equals the longest"


def test_half_is_no_majority() -> None:
    assert mentions("majority", [m(0, 5)], []) == []
    assert mentions("majority(match=overlap)", [m(0, 5)], []) == []
    assert mentions("majority", [m(0, 5)], [m(0, 5)], None, [])[0].attributes["of"] == 3


# Weights -----------------------------------------------------------------------------------------------------------


def test_weights_are_votes() -> None:
    a, b, c = [m(0, 5)], [m(0, 3)], [m(0, 3)]
    assert mentions("majority", a, b, c)[0].spans == (Span(0, 3),)
    assert mentions("majority", a, b, c, weights={"a0": 4})[0].spans == (Span(0, 5),)
    # 4, 1, 1 are scaled to 2, .5, .5: the first alone reaches a threshold of 2.
    found = mentions("centroid(2,2)", a, b, c, weights={"a0": 4})
    assert [(x.spans, x.attributes["votes"]) for x in found] == [((Span(0, 5),), 2)]
    with pytest.raises(NotFound, match="no such layer"):
        mentions("majority", a, b, weights={"zed": 1})
    with pytest.raises(BadInput, match="0 or more"):
        mentions("majority", a, b, weights={"a0": -1})
    with pytest.raises(BadInput, match="weighs nothing"):
        mentions("unanimous", a, b, weights={"a0": 1})


def test_weights_by_agreement_find_the_odd_one_out() -> None:
    good = [m(0, 3), m(4, 6), m(7, 9)]
    layer = harmonise(layers(Kind.MENTIONS, good, good, [m(1, 3), m(10, 12)]), "majority(weights=agreement)")
    assert layer.source.name == "majority(match=strict,weights=agreement)"
    weights = layer.source.settings["weights"]
    assert isinstance(weights, tuple)
    assert weights[0] == weights[1] > weights[2]
    assert sum(float(w) for w in weights) == pytest.approx(3, abs=1e-3)


place = st.tuples(st.integers(0, 11), st.integers(1, 6)).map(lambda p: (p[0], min(p[0] + p[1], 12)))
fragments = st.lists(st.integers(0, 12), min_size=4, max_size=4, unique=True).map(sorted).map(tuple)
annotator = st.lists(st.builds(lambda e, c: m(*e, c=c), place | fragments, st.sampled_from(["X:1", "X:2"])), max_size=4)
RULES = ("centroid(2,2)", "centroid(2,1)", "majority", "majority(match=overlap)")


@given(st.lists(annotator, min_size=2, max_size=4), st.sampled_from(RULES), st.sampled_from([1.0, 0.3, 7.0]))
def test_weights_of_one_equal_the_unweighted_rule(said: list[list[Mention]], rule: str, w: float) -> None:
    even = {f"a{i}": w for i in range(len(said))}
    assert mentions(rule, *said) == mentions(rule, *said, weights=even)


@given(st.lists(annotator, min_size=3, max_size=3), st.integers(1, 3), st.integers(1, 3))
def test_columns_and_pairs_give_the_same_centroids(said: list[list[Mention]], first: int, second: int) -> None:
    """What is counted over columns against the pair-by-pair definition, concept by concept."""
    found = mentions(f"centroid({first},{second})", *said)
    expected = set()
    for concept in ("X:1", "X:2"):
        voters = [[tuple(i for a, b in sorted(x.spans) for i in range(a, b)) for x in mine if x.concepts == (concept,)] for mine in said]
        unique = [[tuple(dict.fromkeys(p)) for p in mine] for mine in voters]
        expected |= {(concept, path, votes) for path, votes in centroids(unique, first, second)}
    got = {(x.concepts[0], tuple(i for a, b in x.spans for i in range(a, b)), x.attributes["votes"]) for x in found}
    assert got == expected


@given(st.lists(annotator, min_size=3, max_size=3), st.permutations(range(3)), st.sampled_from([*RULES, "dawid-skene", "mace", "majority(weights=agreement)"]))
def test_the_order_of_layers_is_irrelevant(said: list[list[Mention]], order: list[int], rule: str) -> None:
    named = layers(Kind.MENTIONS, *said)
    base = Corpus.of_texts({"u": TEXT})
    assert harmonise(named, rule, corpus=base).agrees(harmonise([named[i] for i in order], rule, corpus=base))


# What is estimated ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [dawid_skene, mace])
@pytest.mark.parametrize("classes", [2, 4])
def test_planted_accuracies_are_recovered(model: object, classes: int) -> None:
    chance = np.random.default_rng(7)
    planted = np.array([0.95, 0.9, 0.75, 0.6])
    n = 20_000
    truth = chance.integers(0, classes, n)
    answers = np.empty((n, 4), np.int8)
    for j, accuracy in enumerate(planted):
        other = (truth + chance.integers(1, classes, n)) % classes
        answers[:, j] = np.where(chance.random(n) < accuracy, truth, other)
    answers[chance.random(answers.shape) < 0.2] = -1
    found = model(answers, classes)  # type: ignore[operator]
    # MACE's competence is knowing: who does not know is still right in 1 / classes of the cases.
    accuracy = found.accuracy if model is dawid_skene else np.einsum("jkk->j", found.confusion) / classes
    assert np.abs(accuracy - planted).max() < 0.03
    assert (found.posterior.argmax(axis=1) == truth).mean() > (answers[:, 2][answers[:, 2] >= 0] == truth[answers[:, 2] >= 0]).mean()


def test_the_estimate_is_that_of_the_formulas_in_plain_loops() -> None:
    """Dawid & Skene's equations 2.3 to 2.5, one step at a time, without arrays; the program stops where they stand still."""
    chance = np.random.default_rng(5)
    answers = chance.integers(-1, 3, (40, 3)).astype(np.int8)
    answers[:20, :2] = answers[:20, 2:]  # some agreement, so that there is something to find
    answers = answers[(answers >= 0).any(axis=1)]
    found = dawid_skene(answers, 3)
    smooth = 0.01
    p = [smooth + sum(float(t[k]) for t in found.posterior) for k in range(3)]
    prior = [x / sum(p) for x in p]
    said = [[[smooth + sum(float(t[a]) for t, row in zip(found.posterior, answers, strict=True) if row[j] == b) for b in range(3)] for a in range(3)] for j in range(3)]
    table = [[[x / sum(row) for x in row] for row in one] for one in said]
    for t, row in zip(found.posterior, answers, strict=True):
        weight = [prior[k] for k in range(3)]
        for j, answer in enumerate(row):
            if answer >= 0:
                weight = [w * table[j][k][answer] for k, w in enumerate(weight)]
        assert [w / sum(weight) for w in weight] == pytest.approx(t.tolist(), abs=5e-3)


def test_the_estimate_knows_better_than_the_majority() -> None:
    """Two who guess are outvoted by one who knows, once it is known that they guess."""
    chance = np.random.default_rng(3)
    said: list[dict[str, list[Mention]]] = [{} for _ in range(5)]
    gold = {}
    for i in range(300):
        gold[f"u{i}"] = [m(0, 3)] if chance.random() < 0.5 else []
        for j, accuracy in enumerate((0.97, 0.95, 0.55, 0.55, 0.55)):
            right = chance.random() < accuracy
            said[j][f"u{i}"] = gold[f"u{i}"] if right else ([] if gold[f"u{i}"] else [m(0, 3)])
    made = [Layer.of(f"a{j}", Source(f"a{j}"), Kind.MENTIONS, x) for j, x in enumerate(said)]

    def right(rule: str) -> int:
        found = harmonise(made, rule)
        return sum([x.spans for x in found[u]] == [x.spans for x in gold[u]] for u in gold)

    assert right("dawid-skene") > right("majority")
    assert right("mace") > right("majority")
    accuracies = harmonise(made, "dawid-skene").source.settings["accuracies"]
    assert isinstance(accuracies, tuple)
    assert min(map(float, accuracies[:2])) > max(map(float, accuracies[2:]))


@given(annotator, st.integers(2, 4), st.sampled_from(["majority", "dawid-skene", "mace"]))
def test_equal_layers_give_that_layer(said: list[Mention], n: int, rule: str) -> None:
    unique = list({(tuple(sorted(x.spans)), x.concepts): x for x in said}.values())
    apart = [x for i, x in enumerate(unique) if not any(y.concepts == x.concepts and any(a.overlaps(b) for a in x.spans for b in y.spans) for y in unique[:i])]
    found = mentions(rule, *[apart] * n)
    assert {(x.spans, x.concepts) for x in found} == {(tuple(sorted(x.spans)), x.concepts) for x in apart}


def test_estimates_of_ratings_and_phenotypes() -> None:
    fin, long = Term("A:fin"), Term("Q:long")
    found = harmonise(layers(Kind.PHENOTYPES, [Phenotype(fin, long)], [Phenotype(fin, long)], [Phenotype(long, fin)]), "dawid-skene")["u"]
    assert [str(p) for p in found] == ["E: A:fin; Q: Q:long"]
    rating = harmonise(layers(Kind.RATINGS, [Rating(2.0)], [Rating(2.0)], [Rating(1.0)]), "mace")["u"][0]
    assert (rating.value, rating.attributes["votes"], rating.attributes["of"]) == (2.0, 2, 3)
    with pytest.raises(NotFound, match="rules:"):
        harmonise(layers(Kind.RANKINGS, [Ranking((("A",),))]), "mace")


# Ratings ---------------------------------------------------------------------------------------------------------------


def test_means_and_majorities_of_ratings() -> None:
    three = layers(Kind.RATINGS, [Rating(1.0)], [Rating(2.0)], [Rating(2.0)], None)
    assert harmonise(three, "mean")["u"] == (Rating(5 / 3, attributes=Attributes(of=3, spread=1.0)),)
    assert harmonise(three, "majority")["u"] == (Rating(2.0, attributes=Attributes(votes=2, of=3)),)
    assert harmonise(three, "mean", weights={"a0": 2})["u"][0].value == pytest.approx(1.5)
    assert "u" not in harmonise(layers(Kind.RATINGS, [Rating(1.0)], [Rating(2.0)]), "majority"), "somebody has to decide"
    with pytest.raises(BadInput, match="words have no mean"):
        harmonise(layers(Kind.RATINGS, [Rating("low")]), "mean")


@given(st.lists(st.integers(0, 4) | st.none(), min_size=1, max_size=5), st.sampled_from(["mean", "low", "high"]))
def test_medians_over_columns_are_pythons(values: list[int | None], even: str) -> None:
    import statistics

    given_ = sorted(float(v) for v in values if v is not None)
    found = harmonise(layers(Kind.RATINGS, *([] if v is None else [Rating(float(v))] for v in values)), f"median(even={even})").get("u")
    if not given_:
        assert found == (), "judged by all, and nothing said"
    else:
        how = {"mean": statistics.median, "low": statistics.median_low, "high": statistics.median_high}[even]
        assert found is not None
        assert found[0].value == how(given_)


# Rankings ----------------------------------------------------------------------------------------------------------------


def ranked(rule: str, *orders: str, **more: object) -> Ranking:
    rankings = [[Ranking(tuple(tuple(g) for g in o.split(">")))] for o in orders]
    found: Ranking = harmonise(layers(Kind.RANKINGS, *rankings), rule, **more)["u"][0]  # type: ignore[arg-type]
    return found


def test_borda_is_the_mean_place() -> None:
    assert ranked("borda", "A>B>C", "A>C>B", "B>A>C").groups == (("A",), ("B",), ("C",))
    assert ranked("borda", "A>B", "B>A").groups == (("A", "B"),), "equal means are tied"
    assert dict(ranked("borda", "A>B>C", "A>B>C", "A>C>B").attributes) == {"votes": 2, "of": 3}
    assert ranked("borda", "A>B", "B>A", weights={"a1": 3}).groups == (("B",), ("A",))


def test_kemeny_contradicts_the_fewest_pairs() -> None:
    # Three say A first; Borda would put B first: its mean place is 1.6, A's 1.8.
    orders = ["A>B>C"] * 3 + ["B>C>A"] * 2
    assert ranked("borda", *orders).groups[0] == ("B",)
    found = ranked("kemeny", *orders)
    assert found.groups == (("A",), ("B",), ("C",))
    assert found.attributes["distance"] == pytest.approx(4 / 15, abs=1e-6)  # kept to six digits


@given(st.lists(st.permutations("ABCDE"), min_size=1, max_size=5))
def test_a_kemeny_order_is_best_of_all(orders: list[list[str]]) -> None:
    from itertools import permutations

    def cost(order: tuple[str, ...] | list[str]) -> int:
        return sum(o.index(a) > o.index(b) for o in orders for i, a in enumerate(order) for b in order[i + 1 :])

    found = ranked("kemeny", *(">".join(o) for o in orders))
    assert cost([g[0] for g in found.groups]) == min(cost(p) for p in permutations("ABCDE"))


def test_many_options_are_improved_from_bordas_order() -> None:
    chance = np.random.default_rng(1)
    for _ in range(20):
        against = chance.random((6, 6))
        def cost(order: list[int], table: np.ndarray = against) -> float:
            return sum(float(table[a, b]) for i, a in enumerate(order) for b in order[i + 1 :])
        assert cost(_exact(against)) <= cost(_improved(against)) <= cost(list(range(6)))


# Parses ------------------------------------------------------------------------------------------------------------------


def sentence(heads: str = "", tags: str = "", tree: Node | None = None, n: int = 3) -> list[Parse]:
    tokens = tuple(
        Token(Span(i, i + 1), TEXT[i], tag=tags.split()[i] if tags else None, head=int(heads.split()[i]) if heads else None, relation="r" if heads else None)
        for i in range(n)
    )
    return [Parse((Sentence(Span(0, n), tokens, tree),))]


def test_tags_and_heads_by_vote() -> None:
    found = harmonise(layers(Kind.PARSES, sentence("2 0 2", "A B C"), sentence("2 0 2", "A B D"), sentence("0 1 2", "A C C")), "majority")["u"][0]
    (s,) = found.sentences
    assert ([t.head for t in s.tokens], [t.tag for t in s.tokens]) == ([2, 0, 2], ["A", "B", "C"])
    assert (s.attributes["votes"], s.attributes["of"]) == (2, 3)


def test_heads_by_vote_are_always_a_tree() -> None:
    # Each arc of the ring has two of three votes; no annotator has the ring.
    said = [sentence("2 0 1"), sentence("2 3 0"), sentence("0 3 1")]
    found = harmonise(layers(Kind.PARSES, *said), "majority")["u"][0]
    heads = [t.head for t in found.sentences[0].tokens]
    assert sum(h == 0 for h in heads) == 1
    for i in range(1, 4):
        at: int | None = i
        for _ in range(4):
            at = heads[at - 1] if at else 0
        assert at == 0


@given(st.integers(1, 5), st.data())
def test_the_arborescence_is_best_of_all(n: int, data: st.DataObject) -> None:
    from itertools import product

    arcs = [(h, w) for h in range(n + 1) for w in range(1, n + 1) if h != w]
    votes = {a: float(data.draw(st.integers(0, 3))) for a in arcs}

    def tree(heads: tuple[int, ...]) -> bool:
        def up(w: int) -> bool:
            seen = set()
            while w and w not in seen:
                seen.add(w)
                w = heads[w - 1]
            return w == 0
        return sum(h == 0 for h in heads) == 1 and all(h != i for i, h in enumerate(heads, 1)) and all(up(i) for i in range(1, n + 1))

    def weight(heads: tuple[int, ...]) -> float:
        return sum(votes[h, i] for i, h in enumerate(heads, 1))

    found = tuple(arborescence(n, votes))
    assert tree(found)
    assert weight(found) == max(weight(h) for h in product(range(n + 1), repeat=n) if tree(h))


def leaf(i: int) -> Node:
    return Node("XY"[i % 2], token=i)


LEFT = Node("S", (Node("A", (leaf(0), leaf(1))), leaf(2)))
RIGHT = Node("S", (leaf(0), Node("B", (leaf(1), leaf(2)))))
FLAT = Node("S", (leaf(0), leaf(1), leaf(2)))
UNARY = Node("S", (Node("A", (Node("C", (leaf(0), leaf(1))),)), leaf(2)))


def voted(*trees: Node) -> Node | None:
    found = harmonise(layers(Kind.PARSES, *(sentence(tree=t) for t in trees)), "majority")["u"][0]
    tree: Node | None = found.sentences[0].tree
    return tree


def test_brackets_by_vote() -> None:
    assert voted(LEFT, LEFT, RIGHT) == LEFT, "a tree that most have is taken as it is"
    assert voted(LEFT, RIGHT, FLAT) == FLAT, "no bracket but the top has two votes"
    assert voted(LEFT, UNARY, RIGHT) == LEFT
    empty = Node("S", (Node("NP", (Node("-NONE-", text="*"),)), *FLAT.children))
    assert brackets(empty) == brackets(FLAT)
    assert voted(empty, empty, FLAT) == empty


binary = st.recursive(st.just(1), lambda x: st.tuples(x, x), max_leaves=4)


@given(st.lists(st.integers(0, 10**6), min_size=3, max_size=5))
def test_majority_brackets_never_cross(seeds: list[int]) -> None:
    n = 5

    def random_tree(seed: int) -> Node:
        chance = np.random.default_rng(seed)
        nodes = [leaf(i) for i in range(n)]
        while len(nodes) > 1:
            i = int(chance.integers(0, len(nodes) - 1))
            nodes[i : i + 2] = [Node("AB"[int(chance.integers(0, 2))], (nodes[i], nodes[i + 1]))]
        return nodes[0]

    trees = [random_tree(s) for s in seeds]
    found = harmonise(layers(Kind.PARSES, *(sentence(tree=t, n=n) for t in trees)), "majority")["u"][0].sentences[0].tree
    assert found is not None
    mine, tags = brackets(found)
    assert sorted(tags) == list(range(n))
    votes = {b: sum(b in brackets(t)[0] for t in trees) for t in trees for b in brackets(t)[0]}
    assert {b for b, v in votes.items() if 2 * v > len(trees)} <= set(mine)
    assert all(votes.get(b, 0) * 2 > len(trees) for b in mine[1:])


def test_who_cuts_the_text_otherwise_has_no_vote() -> None:
    two = layers(Kind.PARSES, sentence("2 0 2"), sentence("2 0", n=2))
    assert "u" not in harmonise(two, "majority"), "no tokens have a majority"
    three = layers(Kind.PARSES, sentence("2 0 2"), sentence("2 0 2"), sentence("2 0", n=2))
    assert harmonise(three, "majority")["u"][0].sentences[0].attributes["of"] == 3


def test_time_grows_with_the_number_of_units() -> None:
    def seconds(n: int) -> float:
        texts = {f"u{i}": "The tadpoles had short and broad fingers and a slow heartbeat. " for i in range(n)}
        base = Corpus.of_texts(texts)
        judged = {u: [m(17, 22), m(27, 40, c="X:2"), m(47, 61, c="X:3")] for u in texts}
        made = [Layer.of(f"a{i}", Source(f"a{i}"), Kind.MENTIONS, judged) for i in range(5)]
        started = time.process_time()
        harmonise(made, "centroid(2,2)", corpus=base)
        return time.process_time() - started

    seconds(100)
    few, many = (min(seconds(n) for _ in range(3)) for n in (1000, 8000))
    assert many < 20 * max(few, 0.01), "eight times the units, far less than twenty times the time"
