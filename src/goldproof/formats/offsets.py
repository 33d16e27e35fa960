"""What other programs count in: code points as we do, UTF-16 units (Java, JavaScript) or bytes of UTF-8."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from ..errors import BadInput
from .format import Reading, Writing

UNITS = ("codepoints", "utf16", "bytes")
OPTION = "what offsets count: codepoints (the default), utf16 or bytes"
FARTHEST = 2**31 - 1
"""The largest offset that the columns hold."""


def chosen(how: Reading | Writing) -> str:
    """The unit that the option ``offsets`` names."""
    unit = how.options.get("offsets", UNITS[0])
    if unit not in UNITS:
        raise BadInput(f"offsets={unit} is not one of {', '.join(UNITS)}")
    return unit


def width(text: str, unit: str) -> int:
    """How long a text is in a unit.

    >>> [width("𝛼-globin", unit) for unit in UNITS]
    [8, 9, 11]
    """
    if unit == "codepoints" or text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2 if unit == "utf16" else len(text.encode("utf-8", "surrogatepass"))


class Offsets:
    """From a unit to the code points of one text, and back. What lies outside the text stays as far outside.

    >>> at = Offsets("𝛼-globin", "utf16"); at.inward(2), at.outward(1), at.outward(8), at.inward(10)
    (1, 2, 9, 9)
    """

    def __init__(self, text: str, unit: str = "codepoints") -> None:
        self._starts: list[int] | None = None
        if width(text, unit) != len(text):
            widths = ((1 if ord(c) < 0x10000 else 2) if unit == "utf16" else len(c.encode("utf-8", "surrogatepass")) for c in text)
            self._starts = list(accumulate(widths, initial=0))

    def inward(self, offset: int) -> int:
        """The code point that begins there; inside a character, that character."""
        starts = self._starts
        if starts is None or offset < 0:
            return _held(offset)
        beyond = offset - starts[-1]
        return _held(len(starts) - 1 + beyond if beyond > 0 else bisect_right(starts, offset) - 1)

    def outward(self, point: int) -> int:
        starts = self._starts
        if starts is None or point < 0:
            return point
        beyond = point - len(starts) + 1
        return starts[-1] + beyond if beyond > 0 else starts[point]


def _held(offset: int) -> int:
    if abs(offset) > FARTHEST:
        raise BadInput(f"an offset of {offset}, farther than any text reaches")
    return offset
