"""Words that stand for one another, put into clusters when an index is built, so that a text word costs one look-up.

There are two levels. A *near* cluster has one word in all its numbers and spellings; a *wide* one joins near ones that are derived from each
other (kidney and renal, hypoplasia and hypoplastic). Clusters are grown from the words of the terminology itself; forms that only texts have
are led to the word that they are a form of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...text.variants.numerals import number, spoken

LARGE = 50_000
"""Words of a terminology, above which texts are expected in its own words and their plurals: all forms of so many would cost too much."""
Rule = Callable[[str], Iterator[str]]


@dataclass(frozen=True)
class Clusters:
    """``of``: word or form -> near cluster; ``wide``: near -> wide cluster; ``heads``: the word that each near cluster is called by."""

    of: Mapping[str, int]
    wide: tuple[int, ...]
    heads: tuple[str, ...]


class _Union:
    def __init__(self, n: int) -> None:
        self.parent = list(range(n))

    def find(self, i: int) -> int:
        parent = self.parent
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    def join(self, i: int, j: int) -> None:
        a, b = self.find(i), self.find(j)
        if a != b:
            self.parent[max(a, b)] = min(a, b)


def cluster(words: Iterable[str], near: Sequence[Rule], wide: Sequence[Rule], *, numerals: bool = True) -> Clusters:
    """Clusters of the words of a terminology under some rules, earlier rules being trusted more."""
    known = list(dict.fromkeys(words))
    at = {word: i for i, word in enumerate(known)}
    close, far = _Union(len(known)), _Union(len(known))
    forms = _grow(known, at, near if len(known) <= LARGE else near[:1], (close, far), most=99 if len(known) <= LARGE else 2)
    derived = _grow(known, at, wide, (far,), new=len(known) <= LARGE)
    if numerals:
        forms.update(_numbers(known, at, (close, far)))
    numbers: dict[int, int] = {}
    heads: list[str] = []
    members: list[int] = []
    of: dict[str, int] = {}
    for i, word in enumerate(known):
        root = close.find(i)
        if root not in numbers:
            numbers[root] = len(heads)
            heads.append(known[root])
            members.append(root)
        of[word] = numbers[root]
    for form, i in forms.items():
        of.setdefault(form, of[known[i]])
    # Near cluster -> wide one. A form that is only derived from words of the terminology is a near cluster of its own.
    roots: dict[int, int] = {}
    wides = [roots.setdefault(far.find(i), len(roots)) for i in members]
    strangers: dict[int, int] = {}
    for form, i in derived.items():
        if form not in of:
            root = roots[far.find(i)]
            if root not in strangers:
                strangers[root] = len(heads)
                heads.append(f"~{known[i]}")
                wides.append(root)
            of[form] = strangers[root]
    return Clusters(of, tuple(wides), tuple(heads))


def _grow(known: Sequence[str], at: Mapping[str, int], rules: Sequence[Rule], unions: tuple[_Union, ...], *, new: bool = True, most: int = 99) -> dict[str, int]:
    """Join the words that the rules lead from one to the other; the forms that are no words of the terminology, ``most`` of each word, if ``new``."""
    forms: dict[str, int] = {}
    for rule in rules:
        for i, word in enumerate(known):
            for n, form in enumerate(rule(word)):
                j = at.get(form)
                if j is None:
                    if new and n < most:
                        forms.setdefault(form, i)
                elif j != i:
                    for union in unions:
                        union.join(i, j)
    return forms


def _numbers(known: Sequence[str], at: Mapping[str, int], unions: tuple[_Union, ...]) -> dict[str, int]:
    first: dict[str, int] = {}
    forms: dict[str, int] = {}
    for i, word in enumerate(known):
        value = number(word)
        if value:
            j = first.setdefault(value, i)
            for union in unions:
                union.join(i, j)
    for value, i in first.items():
        for form in (value, *(spoken(int(value)) if 0 < int(value) <= 20 else ())):
            if form not in at:
                forms[form] = i
    return forms
