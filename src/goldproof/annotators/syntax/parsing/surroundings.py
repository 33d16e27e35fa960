"""Where a sentence stands among the lines of its document: a heading is a line of its own, a caption comes after *Figure 2*.

The trees of full text say CAPTION and HEADING, and often nothing in the sentence does.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

_LINE = re.compile(r"[^\r\n]+")
_CAPTION = re.compile(r"(?:supplementa\w+ |supporting |additional |online )?(?:fig|figs|figure|table|scheme|box|chart|plate|video|movie|file)\b", re.IGNORECASE)
_STOPS = (".", "?", "!", ":", ";", ",")
_SHORT = 100


def surroundings(text: str, starts: Sequence[int], ends: Sequence[int]) -> list[str]:
    """A word for each sentence: where it stands in its line (whole, first, middle, last), how many lines ago a line such as *Figure 2* stood (- never or more
    than six, 0 it is that line itself), and of what kind the line before is (caption, heading, text, nothing).

    >>> text = "Results\\n\\nFigure 2\\n\\nTwo mice. One old.\\n"
    >>> surroundings(text, [0, 9, 19, 29], [7, 17, 28, 37])
    ['w-n', 'w0h', 'f1c', 'l1c']
    """
    lines = [(m.start() + len(m[0]) - len(m[0].lstrip()), m.start() + len(m[0].rstrip())) for m in _LINE.finditer(text) if not m[0].isspace()]
    kinds = ["n"]
    since = [9]
    for a, b in lines:
        short = b - a <= _SHORT and not text.endswith(_STOPS, a, b)
        kinds.append("c" if short and _CAPTION.match(text, a, b) else "h" if short else "t")
        since.append(0 if kinds[-1] == "c" else since[-1] + 1)
    begins = [a for a, _ in lines]
    out = []
    for start, end in zip(starts, ends, strict=True):
        i = max(bisect_right(begins, start) - 1, 0)
        if not lines:
            out.append("w-n")
            continue
        first, last = start <= lines[i][0], end >= lines[i][1]
        place = "w" if first and last else "f" if first else "l" if last else "m"
        out.append(f"{place}{since[i + 1] if since[i + 1] <= 6 else '-'}{kinds[i]}")
    return out
