"""e-centroids of mentions (Lewin, Kafkas & Rebholz-Schuhmann 2012; Kors et al. 2015, Figure 1).

The text is its characters without white space. For each concept, each annotator's mention votes for every pair of adjacent
characters inside it. A centroid is a maximal run of pairs with votes >= ``first``; its left and right ends then move
outward while votes >= ``second``. 'patients' twice and 'adult patients' once: (2,2) gives 'patients', (2,1) 'adult patients'.

What the definition leaves open is decided so:

- *One annotator, one vote* for a pair, however many of his mentions of the concept cover it.
- *Discontinuous mentions*: the last character of a fragment and the first of the next are adjacent in the mention, so they are a
  pair too, across the gap. A centroid is then a path of pairs. Where paths fork the pair with more votes is followed, then the
  shorter one; every pair that is strong enough is on some path. Only the outer ends of a path move, not those at its gaps.
- *A mention of one character* has no pair. It counts for its character, with every annotator whose mention of the concept covers
  that character; with votes >= ``first``, outside every other centroid, the character is a centroid, whose ends move as usual.
- *A mention without a place* (about the whole unit) is kept if ``first`` annotators have it.
- *Several concepts of a mention* are voted on one by one, and put into one mention again if they come out at the same place and
  ``first`` annotators had them in one mention. A mention without a concept votes with its label.
- White space at the edges of a mention is no part of it; where no texts are given nobody can tell, every character counts, and the result says
  ``white-space: counted`` among its settings. Mentions of one annotator that overlap and name the same concept become one.
- A unit that fewer than ``first`` annotators judged is not judged.
- *Weighted votes*: an annotator's vote is his weight; the weights' mean is 1.

The result says how many ``votes`` the weakest pair of the centroid has, ``of`` how many annotators, and how many marked ``exact``-ly
this place. Attributes are kept where most of the annotators who overlap it agree; the label is that of most of them.

Mentions in one piece are counted over columns, all units at once (``runs``); the others pair by pair, a concept of a unit at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np

from ..errors import BadInput
from ..measures.naming import Parameter
from ..model import Attributes, Corpus, Document, Kind, Mention, MentionBuilder, Passage, Span, Unit
from ..model.attributes import Value
from .candidates import Key
from .rule import PRIVATE, SLACK, WEIGHTS, Ballot, Cast, Rule, told
from .runs import Runs, groups, of_most, runs
from .table import Characters, Table, table

Path = tuple[int, ...]
Link = tuple[int, int]


def links(characters: Sequence[int]) -> list[Link]:
    """Pairs of characters that are adjacent in a mention."""
    return list(pairwise(characters))


def centroids(
    voters: Sequence[Iterable[Path]], first: float, second: float, weights: Sequence[float] | None = None
) -> list[tuple[Path, float]]:
    """The e-centroids of one concept, each with the votes of its weakest pair.

    ``voters`` has for each annotator the characters of each of his mentions, white space left out.
    """
    worth = weights or (1,) * len(voters)
    mentions = [(mine, w) for v, w in zip(voters, worth, strict=True) if (mine := set(v))]
    if not mentions:
        return []
    if all(mine == mentions[0][0] for mine, _ in mentions) and _apart(mentions[0][0]):
        # All who have the concept say the same: no pair has other votes than theirs, and no end can move.
        votes_ = sum(w for _, w in mentions)
        return [(m, votes_) for m in sorted(mentions[0][0])] if votes_ >= first - SLACK else []
    votes: dict[Link, float] = {}
    cover: dict[int, float] = {}
    for mine, w in mentions:
        for link in {x for m in mine for x in links(m)}:
            votes[link] = votes.get(link, 0) + w
        for c in {c for m in mine for c in m}:
            cover[c] = cover.get(c, 0) + w
    strong = {link: n for link, n in votes.items() if n >= first - SLACK}
    found = [(path, min(strong[link] for link in links(path))) for path in _paths(strong)]
    within = {c for path, _ in found for c in path}
    lone = {m[0] for mine, _ in mentions for m in mine if len(m) == 1}
    found += [((c,), cover[c]) for c in sorted(lone) if cover[c] >= first - SLACK and c not in within]
    weak = {link: n for link, n in votes.items() if n >= second - SLACK}
    best: dict[Path, float] = {}
    for path, n in found:
        grown = _grown(path, weak)
        best[grown] = max(n, best.get(grown, 0))
    return sorted(best.items())


def _apart(mentions: set[Path]) -> bool:
    """No character is in two of them."""
    return len(mentions) == 1 or len({c for m in mentions for c in m}) == sum(map(len, mentions))


def _paths(strong: Mapping[Link, float]) -> list[Path]:
    """Paths from end to end that together take every link at least once."""
    left, right = _neighbours(strong)
    taken: set[Link] = set()
    out: dict[Path, None] = {}
    for link in sorted(strong):
        if link not in taken:
            path = (*_walk(link[0], left)[::-1], *link, *_walk(link[1], right))
            taken.update(links(path))
            out[path] = None
    return list(out)


def _grown(path: Path, weak: Mapping[Link, float]) -> Path:
    left, right = _neighbours(weak)
    return (*_walk(path[0], left)[::-1], *path, *_walk(path[-1], right))


def _neighbours(votes: Mapping[Link, float]) -> tuple[dict[int, int], dict[int, int]]:
    """For each character the one to its left and to its right by the link with most votes, then the shortest."""
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for a, b in sorted(votes, key=lambda link: (votes[link], link[0] - link[1])):
        left[b], right[a] = a, b
    return left, right


def _walk(start: int, step: Mapping[int, int]) -> list[int]:
    """The characters behind ``start``; links go one way only, so a walk always ends."""
    out: list[int] = []
    while start in step:
        start = step[start]
        out.append(start)
    return out


def vote(ballot: Ballot) -> Cast:
    first, second = (_threshold(ballot.settings, name) for name in ("first", "second"))
    if first > sum(ballot.weights) + SLACK:
        count = len(ballot.layers)
        raise BadInput(f"a first threshold of {first:g} with {count} layers keeps nothing", remedy=f"use centroid({count},...) or lower")
    if not ballot.units:
        return Cast({})
    facts: dict[str, Value] = {}
    corpus = ballot.corpus
    if corpus is None:
        corpus, facts = _without_spaces(ballot), {"white-space": "counted"}
        ballot = replace(ballot, corpus=corpus)
    characters = Characters.of(corpus, ballot.units)
    t = table(ballot, characters)
    worth = np.asarray(ballot.weights) @ t.judged
    open_ = worth >= first - SLACK
    of = t.judged.sum(axis=0)
    order, group, simple = groups(t)
    fits = simple[group] & open_[t.unit[order]]
    found = runs(t, order[fits], group[fits], ballot.weights, first, second)
    by_unit: dict[int, list[Mention]] = {}
    for unit, mention in _plain(t, found, characters, of):
        by_unit.setdefault(unit, []).append(mention)
    rest = order[~simple[group] & open_[t.unit[order]]]
    for unit, mention in _pieced(ballot, t, rest, first, second):
        by_unit.setdefault(unit, []).append(mention)
    joint = set(t.unit[t.several].tolist())
    build = MentionBuilder()
    units: list[str] = []
    for i in np.flatnonzero(open_).tolist():
        mine = by_unit.get(i, [])
        if i in joint:
            mine = _together(mine, _concept_pairs(ballot, ballot.units[i]), first)
        elif len(mine) > 1:
            mine.sort(key=_order)
        for m in mine:
            build.add(m.spans, m.concepts, m.label, "", m.attributes)
        build.end_unit()
        units.append(ballot.units[i])
    return Cast(units=tuple(units), columns=build.columns(), facts=facts)


def _without_spaces(ballot: Ballot) -> Corpus:
    """Stands for texts that are not known: every character counts. What comes out differs only in white space at edges and between fragments."""
    ends = dict.fromkeys(ballot.units, 0)
    for layer in ballot.layers:
        for unit, mentions in layer.items():
            ends[unit] = max((ends[unit], *(span.end for m in mentions for span in m.spans)))
    return Corpus(tuple(Document(unit, "x" * end) for unit, end in ends.items()), tuple(Unit(unit, Passage(unit)) for unit in ends))


def _order(m: Mention) -> tuple[object, ...]:
    return m.start, m.end, m.spans, m.concepts, m.label


def _threshold(settings: Mapping[str, str], name: str) -> float:
    value = settings[name]
    try:
        found = float(value) if value.isascii() else 0.0
    except ValueError:
        found = 0.0
    if not 0 < found <= 10_000 or "_" in value:
        raise BadInput(f"{name}={value} is not a number of votes", where="centroid", remedy="a threshold is 1 or more; with weights it may be a fraction")
    return found


def _plain(t: Table, found: Runs, characters: Characters, of: Iterable[int]) -> Iterable[tuple[int, Mention]]:
    """Centroids in one piece as mentions."""
    each = list(of)
    unit, key = t.unit[found.of].tolist(), t.key[found.of].tolist()
    begin, end = characters.place[found.begin].tolist(), (characters.place[found.end - 1] + 1).tolist()
    marks: dict[tuple[float, int, int, int], Attributes] = {}
    for i, k, a, b, votes, exact, label, note in zip(
        unit, key, begin, end, found.votes.tolist(), found.exact.tolist(), found.label.tolist(), found.note.tolist(), strict=True
    ):
        mark = (votes, each[i], exact, note)
        said = marks.get(mark)
        if said is None:
            said = marks[mark] = found.notes[note].but(votes=told(votes), of=int(each[i]), exact=exact)
        name = t.names[k >> 1]
        yield i, Mention((Span(a, b),), (name,) if k & 1 else (), t.names[label] if k & 1 else name, attributes=said)


def _pieced(ballot: Ballot, t: Table, rows: Iterable[int], first: float, second: float) -> Iterable[tuple[int, Mention]]:
    """Centroids of concepts with mentions in fragments, of one character or none, pair by pair."""
    wanted: dict[tuple[int, int], list[int]] = {}
    for row in rows:
        wanted.setdefault((int(t.unit[row]), int(t.key[row])), []).append(row)
    columns = [layer.mentions for layer in ballot.layers]
    for (unit, key), mine in sorted(wanted.items()):
        text = ballot.corpus.text_of(ballot.units[unit]).text if ballot.corpus else ""
        said: list[list[tuple[Path, Mention]]] = [[] for _ in ballot.layers]
        for row in mine:
            m = columns[t.layer[row]].row(int(t.row[row]))
            said[t.layer[row]].append((_characters(m, text), m))
        about = (bool(key & 1), t.names[key >> 1])
        of = int(t.judged[:, unit].sum())
        for path, votes in centroids([[p for p, _ in layer if p] for layer in said], first, second, None if ballot.equal else ballot.weights):
            yield unit, _mention(path, about, votes, said, of, text)
        whole = ballot.worth([j for j, layer in enumerate(said) if any(not m.spans for _, m in layer)])
        if whole >= first - SLACK:
            yield unit, _mention((), about, whole, said, of, text)


def _characters(m: Mention, text: str) -> Path:
    """The places of the characters of a mention that are not white space."""
    end = len(text)
    covered = (i for span in sorted(m.spans) for i in range(max(span.start, 0), min(span.end, end)) if not text[i].isspace())
    return tuple(dict.fromkeys(covered)) if len(m.spans) > 1 else tuple(covered)


def _mention(path: Path, key: Key, votes: float, layers: list[list[tuple[Path, Mention]]], of: int, text: str) -> Mention:
    inside = set(path)
    near = [[m for place, m in mine if (inside & set(place) if path else not m.spans)] for mine in layers]
    near = [mine for mine in near if mine]
    labels = Counter(label for mine in near for label in {m.label for m in mine})
    kept = of_most([(j, m.attributes.without(*PRIVATE)) for j, mine in enumerate(near) for m in mine])
    exact = sum(any(place == path and (path or not m.spans) for place, m in mine) for mine in layers)
    return Mention(
        _spans(path, text),
        (key[1],) if key[0] else (),
        min(labels, key=lambda label: (-labels[label], label)) if key[0] else key[1],
        attributes=kept.but(votes=told(votes), of=of, exact=exact),
    )


def _spans(path: Path, text: str) -> tuple[Span, ...]:
    """Runs of characters with nothing but white space between them."""
    runs: list[list[int]] = []
    for c in path:
        if runs and not text[runs[-1][1] : c].strip():
            runs[-1][1] = c + 1
        else:
            runs.append([c, c + 1])
    return tuple(Span(a, b) for a, b in runs)


Pairs = Mapping[tuple[str, str], float]


def _concept_pairs(ballot: Ballot, unit: str) -> Pairs:
    """Concepts that annotators had in one mention, with the votes for that."""
    out: dict[tuple[str, str], float] = {}
    for j, mine in ballot.judged(unit).items():
        for pair in {p for m in mine for p in combinations(sorted(set(m.concepts)), 2)}:
            out[pair] = out.get(pair, 0) + ballot.weights[j]
    return out


def _together(found: Iterable[Mention], pairs: Pairs, first: float) -> list[Mention]:
    """Concepts at one place in one mention, where enough annotators could not tell them apart either."""
    groups: dict[tuple[Span, ...], list[list[Mention]]] = {}
    for m in sorted(found, key=_order):
        same = [g for g in groups.setdefault(m.spans, []) if _joined(g, m, pairs, first)]
        for g in same:
            groups[m.spans].remove(g)
        groups[m.spans].append([*(x for g in same for x in g), m])
    return sorted((_union(group) for place in groups.values() for group in place), key=_order)


def _joined(group: list[Mention], m: Mention, pairs: Pairs, first: float) -> bool:
    return any(
        pairs.get((min(a, b), max(a, b)), 0) >= first - SLACK for other in group for a in other.concepts for b in m.concepts if a != b
    )


def _union(group: list[Mention]) -> Mention:
    if len(group) == 1:
        return group[0]
    concepts = tuple(sorted(c for m in group for c in m.concepts))
    attributes = Attributes({k: v for m in group for k, v in m.attributes.items()}).but(
        **{name: min((m.attributes[name] for m in group), key=lambda v: float(str(v))) for name in ("votes", "of", "exact")}
    )
    return Mention(group[0].spans, concepts, group[0].label, attributes=attributes)


CENTROID = Rule(
    "centroid", "e-centroids", frozenset({Kind.MENTIONS}),
    (
        Parameter("first", "2", what="votes that a pair of characters needs"), Parameter("second", "2", what="votes that the ends may be moved by"),
        WEIGHTS,
    ),
    vote, "Lewin et al. 2012; Kors et al. 2015",
)  # fmt: skip
