"""How often the most specific thing that two statements have in common was annotated, without listing what they have in common.

For each slot every superclass has a *posting*: the bit set of the annotations of a corpus that carry it. Under a combination (e, q, r) fall
popcount(post(e) & post(q) & post(r)) annotations. The combination with the fewest wins, and only combinations of *smallest postings* can:
if post(e) is within post(e'), e is at least as good as e' beside any q and r. So along each slot only the common superclasses are kept whose
posting contains no other's: two combinations a pair on average where the product has thousands.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...errors import BadInput
from ...model import Phenotype
from .bits import Numbers
from .convention import SHAPES
from .profiles import PLAIN, Profiles

NORMS = ("annotations", "lines")


class Frequency:
    """The corpus of annotations that information content is measured on, each statement as often as it was made.

    ``In(a, b) = I / Imax``, ``I = -log(n / N)`` of the common subsumer with the fewest annotations n, ``Imax = -log(1 / N)``. N is
    the number of annotations (``per="annotations"``, the paper), or the number of all their subsumers, line by line (``per="lines"``, which is
    what the deposited NIC counts).
    """

    def __init__(self, profiles: Profiles, corpus: Iterable[Phenotype], *, per: str = "annotations") -> None:
        if per not in NORMS:
            raise BadInput(f"no information content is counted per {per!r}", remedy="there are: " + ", ".join(NORMS))
        self.profiles = profiles
        rows = profiles.rows(corpus)
        rows = rows[~profiles.empty(rows)]
        if not len(rows):
            raise BadInput("no annotation in the corpus says anything", where="information content", remedy="give layers with phenotypes")
        self.annotations = len(rows)
        self._known = np.unique(rows)
        self.total = int(profiles.sizes(rows).sum()) if per == "lines" else self.annotations
        self._most = math.log(self.total)
        self._postings = [self._posted(rows, slot) for slot in range(4)]
        # Annotations of a corpus that have a shape, as a bit set.
        self._having = [_bits(np.flatnonzero(profiles.shapes[rows, number])) for number in range(len(SHAPES))]
        self._frontiers: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._fewest: dict[tuple[int, int], int] = {}

    def _posted(self, rows: Numbers, slot: int) -> dict[int, int]:
        """Name -> its posting in one slot."""
        column = self.profiles.slots[rows, slot]
        postings: dict[int, int] = {}
        for number in np.unique(column).tolist():
            if number >= 0:
                there = _bits(np.flatnonzero(column == number))
                for name in self.profiles.sets[number]:
                    postings[name] = postings.get(name, 0) | there
        return postings

    def fewest(self, a: int, b: int) -> int:
        """Of all subsumers that rows ``a`` and ``b`` have in common: the fewest annotations under one; 0 if they have none in common.

        One of the two has to be in the corpus: then it falls under everything that they have in common.
        """
        slots = self.profiles.slots
        one, two = slots[a].tolist(), slots[b].tolist()
        shared = np.flatnonzero(self.profiles.shapes[a] & self.profiles.shapes[b]).tolist()
        best = self._fewest_plain(one[PLAIN], two[PLAIN])
        for number in shared:
            having = self._having[number]
            frontiers = [self._frontier(slot, one[slot], two[slot]) for slot in SHAPES[number]]
            for combination in product(*frontiers):
                both = having
                for posting in combination:
                    both &= posting
                count = both.bit_count()
                best = min(best or count, count)
        return best

    def _fewest_plain(self, one: int, two: int) -> int:
        if one < 0 or two < 0:
            return 0
        key = (one, two) if one < two else (two, one)
        if key not in self._fewest:
            postings = self._postings[PLAIN]
            counts = (postings[n].bit_count() for n in self.profiles.sets[one] & self.profiles.sets[two] if n in postings)
            self._fewest[key] = min(counts, default=0)
        return self._fewest[key]

    def _frontier(self, slot: int, one: int, two: int) -> tuple[int, ...]:
        """The smallest postings among the common superclasses of two sets in a slot."""
        key = (slot, one, two) if one < two else (slot, two, one)
        if key not in self._frontiers:
            postings = self._postings[slot]
            found = {postings[n] for n in self.profiles.sets[one] & self.profiles.sets[two] if n in postings}
            kept: list[int] = []
            for posting in sorted(found, key=int.bit_count):
                if not any(smaller & posting == smaller for smaller in kept):
                    kept.append(posting)
            self._frontiers[key] = tuple(kept)
        return self._frontiers[key]

    def counts(self, a: Numbers, b: Numbers) -> Numbers:
        """:meth:`fewest` for each pair of rows."""
        width = len(self.profiles)
        low, high = np.minimum(a, b), np.maximum(a, b)
        distinct, back = np.unique(low * width + high, return_inverse=True)
        if not all(np.isin(distinct // width, self._known) | np.isin(distinct % width, self._known) | self.profiles.empty(distinct // width)):
            raise BadInput("two phenotypes that are both not in the corpus have no information content in common", remedy="add one of the layers to the corpus")
        found = np.array([self.fewest(*divmod(key, width)) for key in distinct.tolist()], dtype=np.int64)
        return found[back] if len(found) else found

    def content(self, a: Numbers, b: Numbers) -> NDArray[np.float64]:
        """In of each pair of rows; 0 where they have nothing in common, and where the corpus has but one annotation (Imax is 0)."""
        counts = self.counts(a, b)
        if self.total < 2:
            return np.zeros(len(counts))
        return np.where(counts > 0, 1 - np.log(np.maximum(counts, 1)) / self._most, 0.0)


def _bits(places: NDArray[np.int64]) -> int:
    """A bit set as a whole number: bit i is set for each place i."""
    if not len(places):
        return 0
    flags = np.zeros(int(places[-1]) + 1, dtype=np.uint8)
    flags[places] = 1
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
