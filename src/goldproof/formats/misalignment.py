"""Tokens laid over a text that is not quite theirs, so that a check can tell each slip by its place.

The tokens of a sentence are placed one by one: at a slip the next few tokens that do stand in the text, near by, are the anchor. What lies
before the anchor is what the text has for the tokens before it, or, if there are none, words that no token covers. Where this holds less
than half of the sentence, it is looked for as a whole farther on (text that nobody parsed lies before it).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from .alignment import meant

_GAP = r"[\s\ufeff]*"
_ENOUGH, _NEAR, _SURE = 8, 3000, 40
"""A sentence of so many letters is not found so near by chance, nor one of so many anywhere."""
_LETTERS, _SKIPPED, _WINDOW = 5, 6, 60
"""Letters of an anchor, tokens before it at most, and how much farther on it may stand than it should."""

Placed = tuple[list[int], list[int], int]


def laid_over(text: str, at: int, forms: Sequence[str]) -> Placed | None:
    """Starts and ends of the tokens of a sentence, and where the text has come to; None if it stands nowhere near.

    A token without a place is empty.

    >>> laid_over("No cleft palte was seen.", 0, ["No", "cleft", "palate", "was", "seen", "."])
    ([0, 3, 9, 15, 19, 23], [2, 8, 14, 18, 23, 24], 24)
    """
    letters = sum(map(len, forms))
    found = _one_by_one(text, at, forms)
    held = sum(len(form) for a, b, form in zip(found[0], found[1], forms, strict=True) if a < b and meant(form).fullmatch(text, a, b))
    if 2 * held >= letters:
        return found
    ahead = _whole(forms).search(text, at) if letters >= _ENOUGH else None
    return _one_by_one(text, ahead.start(), forms) if ahead is not None and (letters >= _SURE or ahead.start() - at <= _NEAR) else None


def _whole(forms: Sequence[str]) -> re.Pattern[str]:
    return re.compile(_GAP.join(meant(form).pattern for form in forms))


def _one_by_one(text: str, at: int, forms: Sequence[str]) -> Placed:
    starts, ends = [], []
    number = 0
    while number < len(forms):
        begin = re.compile(_GAP).match(text, at).end()  # type: ignore[union-attr]  # it matches nothing, too
        found = meant(forms[number]).match(text, begin)
        if found is not None and found.end() > begin:
            at = found.end()
            starts.append(begin)
            ends.append(at)
            number += 1
            continue
        skipped, until = _anchor(text, begin, forms[number:])
        a, b = _stretch(text, begin, until, forms[number : number + skipped])
        starts += a
        ends += b
        at = max([until if number + skipped < len(forms) else begin, *b])
        number += skipped
    return starts, ends, at


def _anchor(text: str, begin: int, forms: Sequence[str]) -> tuple[int, int]:
    """How many tokens do not stand there, and where the first stands that does; all of them, and where to stop, if none does."""
    best: tuple[int, int, int] | None = None
    due = 0
    for skipped in range(min(_SKIPPED, len(forms) - 1) + 1):
        anchor: list[str] = []
        for form in forms[skipped:]:
            anchor.append(form)
            if sum(map(len, anchor)) >= _LETTERS:
                break
        found = _whole(anchor).search(text, begin, begin + due + _WINDOW + sum(map(len, anchor)) + len(anchor))
        if found is not None and found.end() > found.start():
            cost = abs(found.start() - begin - due) + 3 * skipped
            if best is None or cost < best[0]:
                best = cost, skipped, found.start()
        due += len(forms[skipped]) + 1
    if best is not None:
        return best[1], best[2]
    return len(forms), min(len(text), begin + sum(map(len, forms)) + len(forms))


def _stretch(text: str, begin: int, until: int, forms: Sequence[str]) -> tuple[list[int], list[int]]:
    """Some tokens that are not what stands in a stretch of text: one is all of it, several divide it by their letters."""
    end = begin + len(text[begin:until].rstrip())
    if len(forms) == 1 and end - begin <= 2 * len(forms[0]) + 2:
        return [begin], [end]
    owners = [number for number, form in enumerate(forms) for _ in form]
    starts, ends = [-1] * len(forms), [-1] * len(forms)
    for block in SequenceMatcher(None, text[begin:end], "".join(forms), autojunk=False).get_matching_blocks() if end - begin < 2000 else ():
        for i in range(block.size):
            number = owners[block.b + i]
            starts[number] = begin + block.a + i if starts[number] < 0 else starts[number]
            ends[number] = begin + block.a + i + 1
    reach = begin
    for number, (start, stop) in enumerate(zip(starts, ends, strict=True)):
        if start < 0:
            starts[number] = ends[number] = reach
        reach = max(reach, stop)
    return starts, ends
