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
- White space at the edges of a mention is no part of it. Mentions of one annotator that overlap and name the same concept become one.
- A unit that fewer than ``first`` annotators judged is not judged.

The result says how many ``votes`` the weakest pair of the centroid has, ``of`` how many annotators, and how many marked ``exact``-ly
this place. Attributes are kept where most of the annotators who overlap it agree; the label is that of most of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise

from ..errors import BadInput
from ..measures.naming import Parameter
from ..model import Attributes, Corpus, Kind, Layer, Mention, Span
from .rule import VOTES, Rule, Voted, judged_by

Key = tuple[bool, str]
"""What is voted on: (True, concept), or (False, label) of a mention without a concept."""
Characters = tuple[int, ...]
Link = tuple[int, int]
PRIVATE = ("note", "annotator", *VOTES)
"""Attributes that belong to one annotator."""


def links(characters: Sequence[int]) -> list[Link]:
    """Pairs of characters that are adjacent in a mention."""
    return list(pairwise(characters))


def centroids(voters: Sequence[Iterable[Characters]], first: int, second: int) -> list[tuple[Characters, int]]:
    """The e-centroids of one concept, each with the votes of its weakest pair.

    ``voters`` has for each annotator the characters of each of his mentions, white space left out.
    """
    mentions = [mine for v in voters if (mine := set(v))]
    if not mentions:
        return []
    if all(mine == mentions[0] for mine in mentions) and _apart(mentions[0]):
        # All who have the concept say the same: no pair has other votes than theirs, and no end can move.
        return [(m, len(mentions)) for m in sorted(mentions[0])] if len(mentions) >= first else []
    votes = Counter(link for mine in mentions for link in {x for m in mine for x in links(m)})
    cover = Counter(c for mine in mentions for c in {c for m in mine for c in m})
    strong = {link: n for link, n in votes.items() if n >= first}
    found = [(path, min(strong[link] for link in links(path))) for path in _paths(strong)]
    within = {c for path, _ in found for c in path}
    lone = {m[0] for mine in mentions for m in mine if len(m) == 1}
    found += [((c,), cover[c]) for c in sorted(lone) if cover[c] >= first and c not in within]
    weak = {link: n for link, n in votes.items() if n >= second}
    best: dict[Characters, int] = {}
    for path, n in found:
        grown = _grown(path, weak)
        best[grown] = max(n, best.get(grown, 0))
    return sorted(best.items())


def _apart(mentions: set[Characters]) -> bool:
    """No character is in two of them."""
    return len(mentions) == 1 or len({c for m in mentions for c in m}) == sum(map(len, mentions))


def _paths(strong: Mapping[Link, int]) -> list[Characters]:
    """Paths from end to end that together take every link at least once."""
    left, right = _neighbours(strong)
    taken: set[Link] = set()
    out: dict[Characters, None] = {}
    for link in sorted(strong):
        if link not in taken:
            path = (*_walk(link[0], left)[::-1], *link, *_walk(link[1], right))
            taken.update(links(path))
            out[path] = None
    return list(out)


def _grown(path: Characters, weak: Mapping[Link, int]) -> Characters:
    left, right = _neighbours(weak)
    return (*_walk(path[0], left)[::-1], *path, *_walk(path[-1], right))


def _neighbours(votes: Mapping[Link, int]) -> tuple[dict[int, int], dict[int, int]]:
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


def vote(layers: Sequence[Layer], units: Sequence[str], corpus: Corpus | None, settings: Mapping[str, str]) -> Voted:
    first, second = (_threshold(settings, name) for name in ("first", "second"))
    if first > len(layers):
        raise BadInput(f"a first threshold of {first} with {len(layers)} layers keeps nothing", remedy=f"use centroid({len(layers)},...) or lower")
    if corpus is None:
        raise BadInput("e-centroids are counted on the text without spaces", remedy="give the corpus: harmonise(corpus, ...) or corpus=...")
    out: dict[str, list[Mention]] = {}
    for unit in units:
        judged = judged_by(layers, unit)
        if len(judged) >= first:
            out[unit] = _unit([list(m) for m in judged.values()], corpus.text_of(unit).text, first, second)
    return out


def _threshold(settings: Mapping[str, str], name: str) -> int:
    value = settings[name]
    if not (value.isascii() and value.isdigit() and 1 <= int(value) <= 10_000):
        raise BadInput(f"{name}={value} is not a number of votes", where="centroid", remedy="a threshold is 1 or more")
    return int(value)


def _unit(said: list[list[Mention]], text: str, first: int, second: int) -> list[Mention]:
    # For each key, what each of the annotators says with it.
    placed: dict[Key, list[list[tuple[Characters, Mention]]]] = {}
    for number, mine in enumerate(said):
        for m in mine:
            place = _characters(m, text)
            for key in _keys(m):
                placed.setdefault(key, [[] for _ in said])[number].append((place, m))
    merged: dict[tuple[Characters, Key], Mention] = {}
    for key, layers in sorted(placed.items()):
        for path, votes in centroids([[p for p, _ in layer if p] for layer in layers], first, second):
            merged[path, key] = _mention(path, key, votes, layers, len(said), text)
        whole = sum(any(not m.spans for _, m in layer) for layer in layers)
        if whole >= first:
            merged[(), key] = _mention((), key, whole, layers, len(said), text)
    return _together(merged, said, first)


def _characters(m: Mention, text: str) -> Characters:
    """The places of the characters of a mention that are not white space."""
    end = len(text)
    covered = (i for span in sorted(m.spans) for i in range(max(span.start, 0), min(span.end, end)) if not text[i].isspace())
    return tuple(dict.fromkeys(covered)) if len(m.spans) > 1 else tuple(covered)


def _keys(m: Mention) -> tuple[Key, ...]:
    return tuple((True, c) for c in dict.fromkeys(m.concepts)) or ((False, m.label),)


def _mention(path: Characters, key: Key, votes: int, layers: list[list[tuple[Characters, Mention]]], of: int, text: str) -> Mention:
    inside = set(path)
    near = [[m for place, m in mine if (inside & set(place) if path else not m.spans)] for mine in layers]
    near = [mine for mine in near if mine]
    labels = Counter(label for mine in near for label in {m.label for m in mine})
    attributes = Counter(
        pair for mine in near for pair in {pair for m in mine for pair in m.attributes.without(*PRIVATE).items()}
    )
    kept = {name: value for (name, value), n in sorted(attributes.items(), key=lambda x: (x[0][0], str(x[0][1]))) if 2 * n > len(near)}
    exact = sum(any(place == path and (path or not m.spans) for place, m in mine) for mine in layers)
    return Mention(
        _spans(path, text),
        (key[1],) if key[0] else (),
        min(labels, key=lambda label: (-labels[label], label)) if key[0] else key[1],
        attributes=Attributes(kept, votes=votes, of=of, exact=exact),
    )


def _spans(path: Characters, text: str) -> tuple[Span, ...]:
    """Runs of characters with nothing but white space between them."""
    runs: list[list[int]] = []
    for c in path:
        if runs and not text[runs[-1][1] : c].strip():
            runs[-1][1] = c + 1
        else:
            runs.append([c, c + 1])
    return tuple(Span(a, b) for a, b in runs)


def _together(found: Mapping[tuple[Characters, Key], Mention], said: list[list[Mention]], first: int) -> list[Mention]:
    """Concepts at one place in one mention, where enough annotators could not tell them apart either."""
    pairs = Counter(pair for mine in said for pair in {p for m in mine for p in combinations(sorted(set(m.concepts)), 2)})
    groups: dict[Characters, list[list[Mention]]] = {}
    for (path, _), m in found.items():
        same = [g for g in groups.setdefault(path, []) if _joined(g, m, pairs, first)]
        for g in same:
            groups[path].remove(g)
        groups[path].append([*(x for g in same for x in g), m])
    out = [_union(group) for place in groups.values() for group in place]
    return sorted(out, key=lambda m: (m.start, m.end, m.spans, m.concepts, m.label))


def _joined(group: list[Mention], m: Mention, pairs: Counter[tuple[str, str]], first: int) -> bool:
    return any(pairs[min(a, b), max(a, b)] >= first for other in group for a in other.concepts for b in m.concepts if a != b)


def _union(group: list[Mention]) -> Mention:
    if len(group) == 1:
        return group[0]
    concepts = tuple(sorted(c for m in group for c in m.concepts))
    attributes = Attributes({k: v for m in group for k, v in m.attributes.items()}).but(
        **{name: min(int(str(m.attributes[name])) for m in group) for name in ("votes", "of", "exact")}
    )
    return Mention(group[0].spans, concepts, group[0].label, attributes=attributes)


CENTROID = Rule(
    "centroid", "e-centroids", frozenset({Kind.MENTIONS}),
    (Parameter("first", "2", what="votes that a pair of characters needs"), Parameter("second", "2", what="votes that the ends may be moved by")),
    vote, "Lewin et al. 2012; Kors et al. 2015",
)  # fmt: skip
