"""e-centroids: the worked example of the paper, what the definition leaves open, and properties."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.errors import BadInput, NotFound
from goldproof.harmonisation import harmonise
from goldproof.harmonisation.centroid import centroids, links
from goldproof.model import Attributes, Corpus, Kind, Layer, Maker, Mention, Source, Span

TEXT = "for adult patients with"


def m(*ends: int, c: str | tuple[str, ...] = "X:1", label: str = "", **said: str | bool) -> Mention:
    spans = tuple(Span(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True))
    return Mention(spans, (c,) if isinstance(c, str) else c, label, attributes=Attributes(said))


def corpus(text: str, *annotators: list[Mention] | None) -> Corpus:
    base = Corpus.of_texts({"u": text})
    layers = (Layer.of(f"a{i}", Source(f"a{i}"), Kind.MENTIONS, {} if ms is None else {"u": ms}) for i, ms in enumerate(annotators))
    return base.with_layers(*layers)


def voted(text: str, rule: str, *annotators: list[Mention] | None) -> list[Mention]:
    return list(harmonise(corpus(text, *annotators), rule)["u"])


def places(text: str, rule: str, *annotators: list[Mention] | None) -> list[tuple[tuple[Span, ...], tuple[str, ...]]]:
    return [(x.spans, x.concepts) for x in voted(text, rule, *annotators)]


def texts(text: str, rule: str, *annotators: list[Mention]) -> list[str]:
    return ["…".join(text[a:b] for a, b in x.spans) for x in voted(text, rule, *annotators)]


PATIENTS, ADULT = [m(10, 18)], [m(4, 18)]


def test_figure_1() -> None:
    assert texts(TEXT, "centroid(2,2)", PATIENTS, PATIENTS, ADULT) == ["patients"]
    assert texts(TEXT, "centroid(2,1)", PATIENTS, PATIENTS, ADULT) == ["adult patients"]


def test_the_votes_of_figure_1() -> None:
    place = {c: i for i, c in enumerate(i for i, x in enumerate(TEXT) if x != " ")}
    votes = [0] * (len(place) - 1)
    for mention in (*PATIENTS, *PATIENTS, *ADULT):
        for a, _ in links([i for i in range(mention.start, mention.end) if TEXT[i] != " "]):
            votes[place[a]] += 1
    assert votes == [0, 0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0]


def test_the_votes_are_kept() -> None:
    (found,) = voted(TEXT, "centroid(2,2)", PATIENTS, PATIENTS, ADULT)
    assert dict(found.attributes) == {"votes": 3, "of": 3, "exact": 2}
    layer = harmonise(corpus(TEXT, PATIENTS, PATIENTS, ADULT), "centroid(2,1)")
    assert (layer.source.kind, layer.source.name) == (Maker.RULE, "centroid(first=2,second=1)")
    assert layer.source.settings["layers"] == ("a0", "a1", "a2")


def test_concept_by_concept() -> None:
    assert places(TEXT, "centroid(2,2)", [m(10, 18)], [m(10, 18, c="X:2")], [m(10, 18, c="X:2")]) == [((Span(10, 18),), ("X:2",))]


def test_two_centroids_of_one_concept() -> None:
    # 'adult' and 'patients' apart twice, together once: the pair between them has one vote.
    apart = [m(4, 9), m(10, 18)]
    assert texts(TEXT, "centroid(2,2)", apart, apart, ADULT) == ["adult", "patients"]
    assert texts(TEXT, "centroid(2,1)", apart, apart, ADULT) == ["adult patients"]


FINGERS = "short and broad fingers"


def test_discontinuous_mentions_are_one() -> None:
    gap = [m(0, 5, 16, 23)]
    assert places(FINGERS, "centroid(2,2)", gap, gap, [m(0, 23)]) == [((Span(0, 5), Span(16, 23)), ("X:1",))]
    assert places(FINGERS, "centroid(2,2)", gap, [m(0, 23)], [m(0, 23)]) == [((Span(0, 23),), ("X:1",))]


def test_fragments_vote_without_their_gap() -> None:
    # Nobody but the first sees one mention; two see each word.
    found = places(FINGERS, "centroid(2,2)", [m(0, 5, 16, 23)], [m(0, 5), m(16, 23)], [m(10, 15)])
    assert found == [((Span(0, 5),), ("X:1",)), ((Span(16, 23),), ("X:1",))]


def test_mentions_that_share_their_head_stay_apart() -> None:
    both = [m(0, 5, 16, 23), m(10, 23)]
    assert places(FINGERS, "centroid(2,2)", both, both, both) == [((Span(0, 5), Span(16, 23)), ("X:1",)), ((Span(10, 23),), ("X:1",))]


def test_a_mention_of_one_character() -> None:
    one, two = [m(0, 1)], [m(0, 2)]
    assert texts("XY", "centroid(2,2)", one, one, []) == ["X"]
    assert texts("XY", "centroid(2,2)", one, [], []) == []
    assert texts("XY", "centroid(2,2)", one, two, two) == ["XY"], "the pair has its own votes"
    assert texts("XY", "centroid(2,2)", one, two, []) == ["X"], "both cover X"
    assert texts("XY", "centroid(2,1)", one, two, []) == ["XY"], "its ends move like any other's"
    assert texts("aXb", "centroid(2,2)", [m(1, 2)], [m(0, 2)], [m(1, 3)]) == ["X"]


def test_one_annotator_has_one_vote() -> None:
    assert texts(TEXT, "centroid(2,2)", [m(4, 18), m(10, 18)], [], []) == []


def test_white_space_is_no_part_of_a_mention() -> None:
    assert texts("a  big\ncell ", "centroid(2,2)", [m(3, 12)], [m(2, 11)]) == ["big\ncell"]


def test_several_concepts_come_together_again_only_if_they_were() -> None:
    both, apart = [m(0, 5, c=("X:1", "X:2"))], [m(0, 5), m(0, 5, c="X:2")]
    assert places(FINGERS, "centroid(2,2)", both, both, apart) == [((Span(0, 5),), ("X:1", "X:2"))]
    assert places(FINGERS, "centroid(2,2)", both, apart, apart) == [((Span(0, 5),), ("X:1",)), ((Span(0, 5),), ("X:2",))]


def test_labels_are_voted_on_where_there_is_no_concept() -> None:
    gene, plant = [m(0, 5, c=(), label="gene")], [m(0, 5, c=(), label="plant")]
    (found,) = voted(FINGERS, "centroid(2,2)", gene, gene, plant)
    assert (found.label, found.concepts) == ("gene", ())


def test_attributes_are_those_of_most_who_overlap() -> None:
    no, yes = [m(0, 5, negated=True, note="mine")], [m(0, 8)]
    (found,) = voted(FINGERS, "centroid(2,2)", no, no, yes)
    assert dict(found.attributes) == {"negated": True, "votes": 3, "of": 3, "exact": 2}
    assert not voted(FINGERS, "centroid(2,2)", no, yes, yes)[0].negated


def test_a_statement_about_the_whole_unit() -> None:
    assert places(TEXT, "centroid(2,2)", [m()], [m()], [m(0, 3)]) == [((), ("X:1",))]
    assert places(TEXT, "centroid(2,2)", [m()], [], []) == []


def test_not_judged_is_not_nothing() -> None:
    assert "u" in harmonise(corpus(TEXT, [], [], None), "centroid(2,2)")
    assert "u" not in harmonise(corpus(TEXT, PATIENTS, None, None), "centroid(2,2)"), "one cannot be two"
    assert harmonise(corpus(TEXT, PATIENTS, PATIENTS, None), "centroid(2,2)")["u"][0].attributes["of"] == 2


def test_votes_of_votes_are_counted_anew() -> None:
    first = harmonise(corpus(TEXT, PATIENTS, PATIENTS, ADULT), "centroid(2,2)").called("h").by(kind=Maker.SYSTEM)
    again = harmonise([first, first.called("i")], "centroid(2,2)", corpus=corpus(TEXT))
    assert dict(again["u"][0].attributes) == {"votes": 2, "of": 2, "exact": 2}


def test_what_cannot_be_harmonised_is_refused() -> None:
    good = corpus(TEXT, PATIENTS, PATIENTS)
    with pytest.raises(BadInput, match="keeps nothing"):
        harmonise(good, "centroid(3,1)")
    with pytest.raises(BadInput, match="not a number of votes"):
        harmonise(good, "centroid(0,1)")
    with pytest.raises(BadInput, match="not a number of votes"):
        harmonise(good, "centroid(²,1)")
    with pytest.raises(NotFound, match="rules: centroid"):
        harmonise(good, "median")
    with pytest.raises(BadInput, match="no layers"):
        harmonise(corpus(TEXT))
    with pytest.raises(NotFound, match="no unit 'u'"):
        harmonise(good.layers, corpus=Corpus.of_texts({"v": TEXT}))
    assert gp.harmonise is harmonise


@pytest.mark.parametrize("rule", ["centroid(2,2)", "centroid(2,1)", "centroid(1,1)"])
def test_layers_alone_give_the_same_and_say_that_white_space_counted(rule: str) -> None:
    pieces = [Mention((Span(4, 9), Span(19, 23)), ("P",))]
    for said in ((PATIENTS, PATIENTS, ADULT), (ADULT, pieces, pieces), (PATIENTS, [], None)):
        whole = corpus(TEXT, *said)
        alone, known = harmonise(whole.layers, rule), harmonise(whole, rule)
        assert dict(alone.items()) == dict(known.items())
        assert alone.source.settings["white-space"] == "counted"
        assert "white-space" not in known.source.settings


# An annotator's mentions: concepts on places that do not overlap for the same concept (those become one by definition).
LENGTH = 12
place = st.lists(st.integers(0, LENGTH), min_size=2, max_size=4, unique=True).map(sorted).filter(lambda e: len(e) % 2 == 0)


def apart(mentions: list[Mention]) -> list[Mention]:
    kept: list[Mention] = []
    for x in mentions:
        inside = range(x.start, x.end)
        if not any(set(inside) & set(range(y.start, y.end)) and y.concepts == x.concepts for y in kept):
            kept.append(x)
    return kept


annotator = st.lists(st.builds(lambda e, c: m(*e, c=c), place, st.sampled_from(["X:1", "X:2"])), max_size=4)
body = st.text(alphabet="ab ", min_size=LENGTH, max_size=LENGTH)
TELLING = "abcdefghijkl"


def key(x: Mention) -> tuple[object, ...]:
    joined: list[list[int]] = []
    for a, b in sorted(x.spans):
        if joined and joined[-1][1] == a:
            joined[-1][1] = b
        else:
            joined.append([a, b])
    return tuple(map(tuple, joined)), x.concepts


@given(annotator.map(apart), st.integers(2, 4), st.data())
def test_equal_layers_give_that_layer(mentions: list[Mention], n: int, data: st.DataObject) -> None:
    first = data.draw(st.integers(1, n))
    found = voted(TELLING, f"centroid({first},{data.draw(st.integers(1, n))})", *[mentions] * n)
    assert sorted(map(key, found)) == sorted(map(key, mentions))
    assert all(x.attributes["votes"] == x.attributes["of"] == n for x in found)


def covered(mentions: list[Mention]) -> set[tuple[str, int]]:
    return {(c, i) for x in mentions for c in x.concepts for a, b in x.spans for i in range(a, b)}


@given(body, st.lists(annotator, min_size=3, max_size=4), st.integers(1, 3), st.integers(1, 3))
def test_raising_a_threshold_never_adds_text(text: str, layers: list[list[Mention]], first: int, second: int) -> None:
    base = {c for c in covered(voted(text, f"centroid({first},{second})", *layers)) if not text[c[1]].isspace()}
    for more in ((min(first + 1, 3), second), (first, second + 1)):
        higher = covered(voted(text, "centroid({},{})".format(*more), *layers))
        assert {c for c in higher if not text[c[1]].isspace()} <= base


@given(body, st.lists(annotator, min_size=3, max_size=3), st.permutations(range(3)))
def test_the_order_of_layers_is_irrelevant(text: str, layers: list[list[Mention]], order: list[int]) -> None:
    one, two = corpus(text, *layers), corpus(text, *(layers[i] for i in order))
    assert harmonise(one, "centroid(2,1)").agrees(harmonise(two, "centroid(2,1)"))


@given(st.lists(st.lists(st.tuples(st.integers(0, 8), st.integers(2, 6)), max_size=3), min_size=2, max_size=4), st.integers(1, 3), st.integers(1, 3))
def test_without_gaps_centroids_are_runs_of_pairs(layers: list[list[tuple[int, int]]], first: int, second: int) -> None:
    """Against the definition, pair by pair over the line of characters."""
    voters = [[tuple(range(a, a + n)) for a, n in mine] for mine in layers]
    votes = [sum(any(a <= i and i + 1 < a + n for a, n in mine) for mine in layers) for i in range(20)]
    expected = set()
    for i, v in enumerate(votes):
        if v >= first and (i == 0 or votes[i - 1] < first):
            low, high = i, i
            while votes[high + 1] >= first:
                high += 1
            while low > 0 and votes[low - 1] >= second:
                low -= 1
            while votes[high + 1] >= second:
                high += 1
            expected.add(tuple(range(low, high + 2)))
    assert {path for path, _ in centroids(voters, first, second)} == expected


def test_time_is_linear_in_the_units() -> None:
    texts = {f"u{i}": "The tadpoles had short and broad fingers and a slow heartbeat. " * 3 for i in range(1500)}
    base = Corpus.of_texts(texts)
    judged = {u: [m(17, 22, 33, 40), m(27, 40, c="X:2"), m(47, 61, c="X:3"), m(80, 103, c="X:4")] for u in texts}
    layers = [Layer.of(f"a{i}", Source(f"a{i}"), Kind.MENTIONS, judged) for i in range(5)]
    started = time.process_time()
    found = harmonise(base.with_layers(*layers))
    assert found.count == 4 * 1500
    assert time.process_time() - started < 10, "100,000 units of five layers in a minute would be 0.9 s"
