"""Tags for tokens and back: IOB1, IOB2 and BIOES (BILOU)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import unquote

SCHEMES = ("iob2", "iob1", "bioes")
NOT_JUDGED = "_"
TAG = re.compile(r"([BIESLU])(?:-(.+))?|[O_]")
_BEGINS, _ENDS = "BSU", "ESLU"


def chunks(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The mentions that tags stand for: first token, last token, label.

    >>> list(chunks(["I-A", "I-A", "B-A", "O", "S-B", "E-B"]))
    [(0, 1, 'A'), (2, 2, 'A'), (4, 4, 'B'), (5, 5, 'B')]
    """
    first, label, closed = -1, "", True
    for i, tag in enumerate(tags):
        if tag == "O" or tag == NOT_JUDGED:
            if first >= 0:
                yield first, i - 1, label
            first = -1
            continue
        kind, own = tag[0], unquote(tag[2:])
        if first >= 0 and (closed or kind in _BEGINS or own != label):
            yield first, i - 1, label
            first = -1
        if first < 0:
            first, label = i, own
        closed = kind in _ENDS
    if first >= 0:
        yield first, len(tags) - 1, label


def tags_of(sentence: Sequence[tuple[int, int, str]], found: Sequence[tuple[int, int, str]], scheme: str) -> list[str]:
    """The tags of a sentence (start, end and form of its tokens); ``found`` are first token, last token, label, in the order of the text."""
    tags = ["O"] * len(sentence)
    before = (-2, "")
    for first, last, label in found:
        tail = f"-{label}" if label else ""
        tags[first : last + 1] = [f"I{tail}"] * (last + 1 - first)
        if scheme == "bioes":
            tags[last] = f"E{tail}"
            tags[first] = f"{'S' if first == last else 'B'}{tail}"
        elif scheme == "iob2" or before == (first - 1, label):
            tags[first] = f"B{tail}"
        before = (last, label)
    return tags


@lru_cache(4096)
def encoded(label: str) -> str:
    """A label without white space or a per cent sign."""
    return re.sub(r"[\s%]", lambda found: "".join(f"%{b:02X}" for b in found[0].encode()), label)
