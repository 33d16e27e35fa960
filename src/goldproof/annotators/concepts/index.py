"""The index of a terminology: words to clusters, bags of clusters to names, names to concepts. Arrays only, so that it can be kept in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...text.stream import COMMA, HARD, HYPHEN, JOINED, Hashes, Stream, mixed, stream, word_hash
from ...text.strings import Strings
from ...text.table import Table
from .clusters import Rule, cluster
from .names import Names

STOP, UNKNOWN = 0, -1
LONGEST = 15
SINGLE = frozenset("asdl")
"""Stop words of one letter: as capitals, or joined to a number, they are names ("type A", "L4")."""
CASED, CROSSES, WITHIN = 1, 2, 4
"""Flags of a row: its name counts in its own capitals only; its name itself has a comma, bracket or slash inside; it counts inside a longer
mention of the same concept only."""

Ints = NDArray[np.int32]
Long = NDArray[np.int64]


@dataclass(frozen=True)
class Vocabulary:
    """``forms``: hash of a word -> near cluster (0 a stop word); ``near``, ``wide``: what a near cluster counts in a bag; ``root``: its wide cluster."""

    forms: Table
    near: Hashes
    wide: Hashes
    root: Ints
    weak: NDArray[np.bool_]
    heads: Strings

    def of(self, s: Stream) -> Ints:
        """The near cluster of each word: 0 for a stop word, -1 for a word that no name has. Words with a hyphen inside are put together."""
        c = self.forms.get(s.hashes, rare=False)
        doubtful = np.flatnonzero(self.weak[c])
        if len(doubtful):
            raw = s.raw[s.starts[doubtful]]
            before, after = s.gaps[doubtful], s.gaps[doubtful + 1]
            name = ((raw < 97) & ((before != HARD) | (after == HYPHEN))) | (after == JOINED) | ((before == JOINED) & (raw < 97))
            c[doubtful[~name]] = STOP
        h = s.hyphens[(c[s.hyphens] < 0) | (c[s.hyphens - 1] < 0)] if len(s.hyphens) else s.hyphens
        if len(h):
            # Of two words parted by a hyphen, one of them unknown, the whole may be known: "hyper-reflexia".
            whole = self.forms.get(word_hash([s.word(i - 1) + s.word(i) for i in h.tolist()]))
            at = h[whole > 0]
            c[at], c[at - 1] = whole[whole > 0], STOP
            s.starts[at], s.gaps[at] = s.starts[at - 1], s.gaps[at - 1]
        return c


@dataclass(frozen=True)
class Rows:
    """What can be found: the bag that finds it, its concept, the name that it comes from, the rule that made it, how sure it is."""

    bag: Hashes
    concept: Ints
    name: Ints
    rule: NDArray[np.uint8]
    rank: Ints
    flags: NDArray[np.uint8]
    size: Ints

    def __len__(self) -> int:
        return len(self.bag)

    def take(self, rows: Long) -> Rows:
        return Rows(*(getattr(self, f)[rows] for f in FIELDS))

    def __add__(self, other: Rows) -> Rows:
        return Rows(*(np.concatenate((getattr(self, f), getattr(other, f))) for f in FIELDS))


FIELDS = ("bag", "concept", "name", "rule", "rank", "flags", "size")


@dataclass(frozen=True)
class Index:
    """``close``: bags of near clusters -> row, ``loose``: bags of wide ones -> row; ``lengths``: bit n is set where names of n words have the cluster.

    ``above``: sorted numbers of concept * (all concepts) + something above it.
    """

    words: Vocabulary
    close: Table
    loose: Table
    lengths: NDArray[np.uint32]
    rows: Rows
    names: Strings
    concepts: tuple[str, ...]
    labels: tuple[str, ...]
    above: Long

    @cached_property
    def number(self) -> dict[str, int]:
        """Concept -> its number."""
        return {id: i for i, id in enumerate(self.concepts)}

    @cached_property
    def single(self) -> Ints:
        """For each near cluster the row of the name that is this word alone, -1 if there is none; the last entry answers for -1."""
        values = self.words.near.copy()
        row = self.close.get(values)
        row[[STOP, -1]] = -1
        return row

    @cached_property
    def _sequences(self) -> dict[int, tuple[int, ...]]:
        return {}

    def sequence(self, row: int) -> tuple[int, ...]:
        """The wide clusters of the words of a row's name, in their order; kept once it was asked for."""
        if row not in self._sequences:
            words = self.words.of(stream([self.names[int(self.rows.name[row])]])).tolist()
            self._sequences[row] = tuple(int(self.words.root[w]) for w in words if w > 0)
        return self._sequences[row]

    @cached_property
    def general(self) -> int:
        """The wide cluster of what is said of anything (anomaly, disorder); -2 if no name has it."""
        cluster = int(self.words.forms.get(word_hash(["abnormality"]))[0])
        return int(self.words.root[cluster]) if cluster > 0 else -2

    def is_above(self, upper: NDArray[np.int32], lower: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Whether each concept is the other, or stands above it."""
        key = lower.astype(np.int64) * len(self.concepts) + upper
        if not len(self.above):
            return np.asarray(upper == lower)
        place = np.searchsorted(self.above, key).clip(max=len(self.above) - 1)
        return np.asarray((upper == lower) | (self.above[place] == key))


@dataclass(frozen=True)
class Bags:
    """The names as words: for each content word the name it stands in and its near cluster; for each name its size, its bags, its first content word."""

    owner: Long
    near: Ints
    size: Long
    close: Hashes
    loose: Hashes
    first: Long


def vocabulary(s: Stream, near: Sequence[Rule], wide: Sequence[Rule], stops: frozenset[str], *, numerals: bool = True) -> Vocabulary:
    """The clusters of the words of all names."""
    _, first = np.unique(s.hashes, return_index=True)
    words = [s.word(i).lower() for i in first.tolist()]
    made = cluster([w for w in words if w not in stops or w in SINGLE], near, wide, numerals=numerals)
    forms = {w: n + 1 for w, n in made.of.items() if w not in stops or w in SINGLE}
    forms.update(dict.fromkeys(stops - SINGLE, STOP))
    table = Table.of(word_hash(list(forms)), np.array(list(forms.values()), np.int32))
    heads = ("", *made.heads)
    root = np.concatenate(([0], np.array(made.wide, np.int64) + 1)).astype(np.int32)
    close = mixed(word_hash(heads) ^ np.uint64(0x5851F42D4C957F2D))
    close[STOP] = 0
    first_of = np.zeros(int(root.max()) + 1, np.int64)
    first_of[root[::-1]] = np.arange(len(root))[::-1]
    loose = mixed(close[first_of] ^ np.uint64(0x2545F4914F6CDD1D))[root]
    loose[STOP] = 0
    weak = np.zeros(len(heads) + 1, bool)
    for w in SINGLE & stops:
        if w in forms:
            weak[forms[w]] = True
    # The last entry answers for -1: a word that nobody knows has no value.
    return Vocabulary(table, np.append(close, np.uint64(0)), np.append(loose, np.uint64(0)), np.append(root, -1).astype(np.int32), weak, Strings.of(heads))


def bags(s: Stream, words: Vocabulary, n: int) -> Bags:
    near = words.of(s)
    ends = np.append(s.documents[1:], len(s))
    owner = np.repeat(np.arange(n), ends - s.documents)
    content = near > 0
    size = np.bincount(owner[content], minlength=n)

    def bag(values: Hashes) -> Hashes:
        sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(values[near])))
        return np.asarray(sums[ends] - sums[s.documents])

    return Bags(owner[content], near[content], size, bag(words.near), bag(words.wide), np.concatenate(([0], np.cumsum(size)[:-1])))


def plain_rows(s: Stream, b: Bags, names: Names) -> Rows:
    """One row a name."""
    n = len(names)
    ends = np.append(s.documents[1:], len(s))
    crossing = np.concatenate(([0], np.cumsum((s.gaps[:-1] >= COMMA) & (s.gaps[:-1] != HARD))))
    inner = crossing[ends] - crossing[np.minimum(s.documents + 1, len(s))] > 0
    flags = np.where(names.cased, CASED, 0).astype(np.uint8) | np.where(inner, CROSSES, 0).astype(np.uint8)
    return Rows(b.close, names.concept, np.arange(n, dtype=np.int32), np.zeros(n, np.uint8), names.rank, flags, b.size.astype(np.int32))


def table(rows: Rows, depth: Ints | None = None) -> tuple[Table, Rows]:
    """The best row of each bag, and a table of them. Of equally good ones the most general concept (least ``depth``), then the first."""
    deep = depth[rows.concept] if depth is not None else np.zeros(len(rows), np.int32)
    order = np.lexsort((np.arange(len(rows)), deep, rows.rank, rows.bag))
    sorted_bag = rows.bag[order]
    first = np.concatenate(([True], sorted_bag[1:] != sorted_bag[:-1])) if len(order) else np.zeros(0, bool)
    best = rows.take(order[first])
    return Table.of(best.bag, np.arange(len(best), dtype=np.int32)), best
