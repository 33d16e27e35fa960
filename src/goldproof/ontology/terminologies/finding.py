"""Concepts of a terminology by the words of their names, as somebody types them: begun words, in any order, with a slip of the finger.

The index is arrays. Names are numbered from the best to the worst (preferred before the others, high in the hierarchy before low, short before long), so that
what is found need not be ranked any more, only sorted. Words are in the order of the alphabet: those that begin alike are neighbours, and the names
that they stand in (postings) are one piece of one array. Names stand in the order of their words too: those that begin as the text does are one
piece of that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...model.columns.interning import gather
from ...text.characters import fold
from ...text.stream import stream, word_hash
from ...text.strings import Strings
from ...text.table import Table
from ..search import NOBODY, Found
from ..terminology import Terminology

CHUNK = 1 << 17
"""Names that are parted into words at a time."""
WORDS = 6
"""So many first words of a name are looked at for its place in the alphabet."""
EXACT, BEGINS, FITS, SIMILAR = "exact", "begins", "words", "similar"
FIELDS = ("posting_at", "posting", "forward_at", "forward", "alphabet", "name")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"

Ints = NDArray[np.int32]
Long = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Postings:
    """``words`` in the order of the alphabet; ``posting`` from word to names, ``forward`` from name to words, each with where its parts begin;
    ``alphabet``: names in the order of their words; ``name``: the number in the terminology of each name."""

    words: Strings
    posting_at: Long
    posting: Ints
    forward_at: Long
    forward: Ints
    alphabet: Ints
    name: Ints

    def words_of(self, name: int) -> tuple[int, ...]:
        a, z = self.forward_at[name : name + 2].tolist()
        return tuple(self.forward[a:z].tolist())


class TermIndex:
    """The index of a terminology: made when it is first needed, or given where it was kept."""

    def __init__(self, terminology: Terminology, postings: Postings | None = None) -> None:
        self.terminology = terminology
        if postings is not None:
            self.postings = postings

    @cached_property
    def postings(self) -> Postings:
        return _made(self.terminology)

    def search(self, text: str, *, most: int = 20, used: Mapping[str, int] = NOBODY, language: str = "") -> tuple[Found, ...]:
        """The concepts that fit: exactly so called, then those with names that begin so, then those with all words in any order, begun; where there is none,
        those with a slip in a word. Within these those that were used (``used``: how often) first, then by their names.

        >>> t = Terminology.of([("A", "atrial septal defect", "", True, "", ""), ("B", "septal defect", "", True, "", "")])
        >>> [(f.id, f.how) for f in TermIndex(t).search("sept def")]
        [('B', 'words'), ('A', 'words')]
        """
        p = self.postings
        # A word that was typed a hundred times is one; nobody reads names of a hundred words.
        typed = words(text)[:32]
        if not typed or most < 1 or not len(p.name):
            return ()
        begun = [(bisect_left(p.words, w), bisect_left(p.words, w + "\U0010ffff")) for w in typed]
        ranges: list[list[tuple[int, int]]] = [[r] if r[0] < r[1] else [] for r in begun]
        speaks = self._speaking(language)
        out: dict[str, Found] = {}
        if all(ranges):
            for how, names in self._classes(typed, begun, ranges):
                if self._take(out, how, names, used, speaks, most):
                    return tuple(out.values())
        if not out:
            ranges = [r or [(i, i + 1) for i in self._close(w)] for r, w in zip(ranges, typed, strict=True)]
            if all(ranges):
                self._take(out, SIMILAR, self._with_all(ranges), used, speaks, most)
        return tuple(out.values())

    def _take(self, out: dict[str, Found], how: str, names: Ints, used: Mapping[str, int], speaks: NDArray[np.bool_] | None, most: int) -> bool:
        """Put the concepts of names to those that are found; whether they are enough now."""
        p, t = self.postings, self.terminology
        for name in self._ordered(names, used, speaks, most):
            number = int(p.name[name])
            concept = int(t.owner[number])
            id = t.concepts[concept]
            if id not in out:
                out[id] = Found(id, t.label(concept), t.names[number], how)
                if len(out) >= most:
                    return True
        return False

    def _classes(self, typed: Sequence[str], begun: Sequence[tuple[int, int]], ranges: list[list[tuple[int, int]]]) -> Iterator[tuple[str, Ints]]:
        """Names that are the text, that begin with it, that have its words."""
        p = self.postings
        known = [bisect_left(p.words, w) for w in typed]
        whole = [i < len(p.words) and p.words[i] == w for i, w in zip(known, typed, strict=True)]
        key = tuple(known)[:WORDS]
        exact = np.zeros(0, np.int32)
        begins = exact
        if all(whole):
            a, z = (bisect(p.alphabet, key, key=self._beginning) for bisect in (bisect_left, bisect_right))
            exact = p.alphabet[a:z]
            if len(known) >= WORDS:
                exact = exact[[p.words_of(n) == tuple(known) for n in exact.tolist()]]
        if all(whole[:-1]):
            # Of a long text the first words decide, whole ones; the rest is looked at name by name.
            head, n = tuple(known[: min(len(known) - 1, WORDS)]), min(len(known), WORDS)
            low, high = ((*head, begun[-1][0]), (*head, begun[-1][1])) if len(head) < WORDS else (head, (*head[:-1], head[-1] + 1))
            a, z = (bisect_left(p.alphabet, bound, key=lambda name: self._beginning(name)[:n]) for bound in (low, high))
            begins = p.alphabet[a:z]
            if len(typed) > n:
                begins = begins[[self._goes_on(name, known, begun[-1]) for name in begins.tolist()]]
        yield EXACT, exact
        yield BEGINS, begins
        yield FITS, self._with_all(ranges)

    def _goes_on(self, name: int, known: Sequence[int], last: tuple[int, int]) -> bool:
        has = self.postings.words_of(name)
        return len(has) >= len(known) and has[: len(known) - 1] == tuple(known[:-1]) and last[0] <= has[len(known) - 1] < last[1]

    def _beginning(self, name: int) -> tuple[int, ...]:
        p = self.postings
        a, z = p.forward_at[name : name + 2].tolist()
        return tuple(p.forward[a : min(z, a + WORDS)].tolist())

    def _with_all(self, ranges: list[list[tuple[int, int]]]) -> Ints:
        """The names in which a word of each group stands, in their order."""
        p = self.postings
        groups = [([p.posting[p.posting_at[a] : p.posting_at[z]] for a, z in places], places) for places in ranges]
        # The rarest first; the others only mark what they are in.
        groups.sort(key=lambda group: sum(map(len, group[0])))
        seen = np.zeros(len(p.name), bool)
        for piece in groups[0][0]:
            seen[piece] = True
        found = np.flatnonzero(seen).astype(np.int32)
        for group, places in groups[1:]:
            if not len(found):
                break
            if 12 * len(found) < sum(map(len, group)):
                # Few are left: their words are looked at.
                element, at = gather(p.forward_at, found.astype(np.int64))
                word = p.forward[element]
                good = np.zeros(len(word), bool)
                for a, z in places:
                    good |= (word >= a) & (word < z)
                found = found[np.logical_or.reduceat(good, at[:-1])]
            else:
                seen[:] = False
                for piece in group:
                    seen[piece] = True
                found = found[seen[found]]
        return found

    def _ordered(self, names: Ints, used: Mapping[str, int], speaks: NDArray[np.bool_] | None, most: int) -> Iterator[int]:
        """The names from the best on: first those of concepts that were used."""
        p = self.postings
        if speaks is not None:
            names = names[speaks[names]]
        if used and len(names):
            mine, times = self._names_of(used)
            there = np.zeros(len(p.name), bool)
            there[names] = True
            here = there[mine]
            # Those used equally often are in the order of their names.
            yield from mine[here][np.lexsort((mine[here], -times[here]))].tolist()
        step = 8 * most
        if len(names) > step:
            # Of very many the best suffice nearly always: they need not all be sorted.
            best = np.partition(names, step)[:step]
            yield from np.sort(best).tolist()
        yield from np.sort(names).tolist()

    def _names_of(self, used: Mapping[str, int]) -> tuple[Ints, Long]:
        """The names of the concepts that were used, and how often these were."""
        number = self.terminology.number
        pairs = np.array([(number[id], n) for id, n in used.items() if id in number], np.int64).reshape(-1, 2)
        starts, order = self._of_concept
        element, at = gather(starts, pairs[:, 0])
        return order[element], np.repeat(pairs[:, 1], np.diff(at))

    @cached_property
    def _of_concept(self) -> tuple[Long, Ints]:
        owner = self.terminology.owner[self.postings.name]
        starts = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=len(self.terminology)))))
        return starts, np.argsort(owner, kind="stable").astype(np.int32)

    def _speaking(self, language: str) -> NDArray[np.bool_] | None:
        t = self.terminology
        code = language.lower()
        if not code or code not in t.languages:
            return None
        mine = [i for i, x in enumerate(t.languages) if x in (code, "")]
        return np.isin(t.language, mine)[self.postings.name]

    @cached_property
    def _table(self) -> Table:
        words = self.postings.words
        return Table.of(word_hash(list(words)), np.arange(len(words), dtype=np.int32))

    def _close(self, word: str) -> list[int]:
        """Words one slip away (a letter more, less, another, or two exchanged) behind the same first letter, where the word is long enough to tell."""
        if len(word) < 4:
            return []
        near = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
        near |= {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1)}
        for letter in _ALPHABET:
            near |= {word[:i] + letter + word[i + 1 :] for i in range(1, len(word))}
            near |= {word[:i] + letter + word[i:] for i in range(1, len(word) + 1)}
        found = self._table.get(word_hash(sorted(near)))
        return sorted({int(n) for n in found if n >= 0})


def words(text: str) -> list[str]:
    """The words of a text as the index has them: letters and digits apart, small, without accents.

    >>> words("Ménière's disease, HLA-B27")
    ['meniere', 's', 'disease', 'hla', 'b', '27']
    """
    s = stream([text.replace("\0", " ")])
    return [_folded(s.word(i)) for i in range(len(s))]


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else "".join(map(fold, word))


def _made(t: Terminology) -> Postings:
    n = len(t.names)
    spelt: dict[int, str] = {}
    hashes: list[NDArray[np.uint64]] = []
    counts: list[Long] = []
    for begin in range(0, n, CHUNK):
        s = stream(list(t.names[begin : begin + CHUNK]))
        fresh, first = np.unique(s.hashes, return_index=True)
        for value, at in zip(fresh.tolist(), first.tolist(), strict=True):
            if value not in spelt:
                spelt[value] = _folded(s.word(at))
        hashes.append(s.hashes)
        counts.append(np.diff(np.append(s.documents, len(s))))
    every = np.concatenate([np.zeros(0, np.uint64), *hashes])
    count = np.concatenate([np.zeros(0, np.int64), *counts])
    hashes.clear()
    order = sorted(spelt, key=spelt.__getitem__)
    table = Table.of(np.array(order, np.uint64), np.arange(len(order), dtype=np.int32))
    word = table.get(every, rare=False)
    del every
    # From the best name to the worst.
    length = np.diff(t.names.at)
    name = np.lexsort((np.arange(n), length, t.depth[t.owner] if n else length, t.scope > 0))
    starts = np.concatenate(([0], np.cumsum(count)))
    element, forward_at = gather(starts, name)
    forward = word[element]
    del element, word
    owner = np.repeat(np.arange(n, dtype=np.int64), np.diff(forward_at))
    key = np.unique(forward.astype(np.int64) << 32 | owner)
    posting_at = np.searchsorted(key, np.arange(len(order) + 1, dtype=np.int64) << 32)
    posting = (key & 0xFFFFFFFF).astype(np.int32)
    del key, owner
    # Names by their first words, a shorter one before those that go on.
    columns = np.full((WORDS, n), -1, np.int32)
    size = np.diff(forward_at)
    for k in range(WORDS):
        has = np.flatnonzero(size > k)
        columns[k, has] = forward[forward_at[:-1][has] + k]
    alphabet = np.lexsort(columns[::-1]).astype(np.int32)
    return Postings(Strings.of(spelt[h] for h in order), posting_at, posting, forward_at, forward, alphabet, name.astype(np.int32))
