"""Words as numbers: the form, its beginning, two endings, its shape, and the tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]
# Numbers below FIRST are not of the lists: nothing (behind the end of a shorter sentence), before the first token, behind the last, not in the list.
PAD, BEGIN, END, UNKNOWN, FIRST = 0, 1, 2, 3, 4
FIELDS = ("words", "beginnings", "pairs", "endings", "shapes", "tags")
"""What a token is looked up by; each has a list in the model, and a table of vectors in the network."""
_LEAST = {"words": 2, "beginnings": 3, "pairs": 3, "endings": 3, "shapes": 3, "tags": 1}
_KEPT = 1 << 18
EDGE = "\n"
"""Before the surroundings of a sentence in the list of shapes: no shape has it."""


def pieces(form: str) -> tuple[str, str, str, str, str]:
    """What a form is looked up by, in the order of :data:`FIELDS`; digits are all 0, case is the affair of the shape.

    >>> pieces("Brca-12"), pieces("+/+")
    (('brca-00', 'brc', '00', '-00', 'Xx-d'), ('+/+', '+/+', '/+', '+/+', '+/+'))
    """
    plain = "".join("0" if c.isdigit() else c for c in form.lower())
    return plain, plain[:3], plain[-2:], plain[-3:], shape(form)


def shape(form: str) -> str:
    """Kinds of characters, runs as one, the first eight.

    >>> shape("Brca1"), shape("IL-2Rα"), shape("2009"), shape("...")
    ('Xxd', 'X-dXx', 'd', '.')
    """
    out = ""
    for c in form:
        kind = "X" if c.isupper() else "x" if c.isalpha() else "d" if c.isdigit() else c
        if not out.endswith(kind):
            out += kind
            if len(out) == 8:
                break
    return out


@dataclass(frozen=True)
class Lexicon:
    """The lists, by field; the number of an entry is its place plus :data:`FIRST`."""

    lists: Mapping[str, Sequence[str]]
    _seen: dict[str, tuple[int, int, int, int, int]] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def of(sentences: Iterable[tuple[Sequence[str], Sequence[str | None], str]]) -> tuple[Lexicon, NDArray[np.int64]]:
        """The lexicon of sentences (forms, tags, surroundings), and how often each word of its list occurs (by number)."""
        counts: dict[str, Counter[str]] = {name: Counter() for name in FIELDS}
        forms: Counter[str] = Counter()
        for words, tags, where in sentences:
            forms.update(words)
            counts["shapes"][EDGE + where] += 1
            counts["tags"].update(tag for tag in tags if tag)
        for form, times in forms.items():
            for name, piece in zip(FIELDS[:5], pieces(form), strict=True):
                counts[name][piece] += times
        lists = {name: sorted((x for x, n in counts[name].items() if n >= _LEAST[name]), key=lambda x: (-counts[name][x], x)) for name in FIELDS}
        often = np.array([0] * FIRST + [counts["words"][x] for x in lists["words"]], dtype=np.int64)
        return Lexicon(lists), often

    @cached_property
    def _numbers(self) -> tuple[dict[str, int], ...]:
        return tuple({x: i for i, x in enumerate(self.lists[name], FIRST)} for name in FIELDS)

    def size(self, name: str) -> int:
        """Rows of the table of a field."""
        return len(self.lists[name]) + FIRST

    def look_up(self, forms: Sequence[str], tags: Sequence[str | None], where: str = "") -> Numbers:
        """A row a token, a column a field; the first and the last row stand for the sentence's edges, and their shape for its surroundings."""
        seen = self._seen
        *tables, tag_numbers = self._numbers
        if len(seen) > _KEPT:
            seen.clear()
        around = tables[4].get(EDGE + where, UNKNOWN)
        rows: list[tuple[int, ...]] = [(*(BEGIN,) * 4, around, BEGIN)]
        for form, tag in zip(forms, tags, strict=True):
            found = seen.get(form)
            if found is None:
                a, b, c, d, e = (table.get(piece, UNKNOWN) for table, piece in zip(tables, pieces(form), strict=True))
                found = seen[form] = a, b, c, d, e
            rows.append((*found, UNKNOWN if tag is None else tag_numbers.get(tag, UNKNOWN)))
        rows.append((*(END,) * 4, around, END))
        return np.array(rows, dtype=np.int32)
