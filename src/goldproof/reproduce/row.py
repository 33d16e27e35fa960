"""One number of a paper: published beside computed, with what may differ and why."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Value = float | int | str | None


@dataclass(frozen=True, slots=True)
class Row:
    """``id`` is a path (``table5/ac2``). ``tolerance`` is how far computed may be from published and still hold: by default half a unit
    of the last digit that was printed has to be given. ``published`` None: the paper gives no number, ours stands alone and always holds.
    ``why`` says what differs where it does not hold, or by which convention it does.
    """

    id: str
    what: str
    published: Value
    computed: Value
    tolerance: float = 0.0
    why: str = ""
    signature: str = ""

    @property
    def holds(self) -> bool:
        if self.published is None:
            return True
        if isinstance(self.published, str) or isinstance(self.computed, str) or self.computed is None:
            return self.published == self.computed
        difference = abs(float(self.published) - float(self.computed))
        # The last bit of a decimal fraction must not decide; relative to the number, because p-values are smaller than any fixed slack.
        return math.isfinite(difference) and difference <= self.tolerance + 1e-12 * abs(float(self.published))

    def plain(self) -> Mapping[str, Any]:
        """What ``--json`` prints."""
        return {"id": self.id, "what": self.what, "published": self.published, "computed": self.computed, "tolerance": self.tolerance,
                "holds": self.holds, "why": self.why, "signature": self.signature}  # fmt: skip


def printed(text: str) -> tuple[float, float]:
    """A number as a paper printed it, and half a unit of its last digit.

    >>> printed("0.870")
    (0.87, 0.0005)
    """
    mantissa, _, exponent = text.lower().partition("e")
    digits = len(mantissa.partition(".")[2])
    return float(text), round(0.5 * 10 ** (int(exponent or 0) - digits), 12 + abs(int(exponent or 0)))
