"""A drawing for a paper: vector or pixels, the same bytes each time, with its numbers in words for who cannot see it.

Drawings are made with matplotlib, which is imported when one is drawn and never through pyplot: no window, no global figure.
(The small SVGs inside a report's page, whose colours follow the reader's light or dark screen, are :mod:`.sketches`.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from ..errors import BadInput
from ..formats.files import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

SUFFIXES = ("svg", "png", "pdf")
PIXELS_AN_INCH = 200

# Okabe & Ito's colours, told apart with every kind of colour vision; their yellow is left out, it is too light on white.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5A5A5A")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (7, 2)))
INK, SOFT, RULE = "#1c2226", "#59636b", "#d9dddf"
SEQUENCE = ("#f1f6f5", "#cfe3e0", "#9ecac5", "#63aaa3", "#2d837c", "#0a5c57", "#053c39")
"""One hue from light to dark: it stays an order in grey and with every kind of colour vision."""

_STYLE: dict[str, Any] = {
    "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"], "font.size": 10,
    "axes.titlesize": 11.5, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.titlepad": 10,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": SOFT, "axes.labelcolor": INK, "axes.linewidth": 0.8,
    "axes.axisbelow": True, "axes.unicode_minus": True, "axes.grid": False, "grid.color": RULE, "grid.linewidth": 0.8,
    "text.color": INK, "xtick.color": SOFT, "ytick.color": SOFT, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "xtick.labelsize": 9.5, "ytick.labelsize": 9.5, "legend.frameon": False, "legend.fontsize": 9.5,
    "figure.facecolor": "white", "savefig.facecolor": "white", "lines.linewidth": 1.8, "lines.markersize": 6.5,
    # Letters stay letters: they can be searched, edited and read aloud. Type 42 because some journals refuse Type 3. A dollar begins no formula.
    "svg.fonttype": "none", "pdf.fonttype": 42, "text.parse_math": False,
}  # fmt: skip
# rcParams are global to the process, and a server draws in several threads.
_DRAWING = Lock()


@dataclass(frozen=True)
class Drawing:
    """``draw`` is given a matplotlib figure of ``width`` x ``height`` inches and draws on it.

    ``description`` holds the numbers in words. ``heading`` False leaves the title off the picture, for a paper whose caption
    says it; it stays in the file for screen readers.
    """

    title: str
    description: str
    draw: Callable[[Canvas], None]
    width: float = 6.4
    height: float = 4.0
    heading: bool = True

    def svg(self) -> str:
        """The whole drawing as one ``<svg>`` element, to be a file or to stand in a page; the same text each time."""
        drawn = self._bytes("svg", {"Date": None}).decode("utf-8")
        drawn = re.sub(r"\s*<metadata>.*?</metadata>", "", drawn[drawn.index("<svg"):], count=1, flags=re.DOTALL)
        # matplotlib numbers every element; two drawings in a page would share these ids. Those that are referred to are hashed with the title.
        used = set(re.findall(r"#([\w-]+)", drawn))
        drawn = re.sub(r' id="([\w-]+)"', lambda m: m[0] if m[1] in used else "", drawn)
        head, _, rest = drawn.partition(">")
        return f'{head} role="img"><title>{escape(self.title)}</title><desc>{escape(self.description)}</desc>{rest}'

    def png(self) -> bytes:
        return self._bytes("png", {"Title": self.title, "Description": self.description, "Software": "goldproof"})

    def pdf(self) -> bytes:
        return self._bytes("pdf", {"Title": self.title, "Subject": self.description, "Creator": "goldproof", "Producer": None, "CreationDate": None})

    def save(self, path: str | Path, *, force: bool = True) -> None:
        """Write a file in the format of its suffix: svg, png or pdf. It is there whole or not at all."""
        path = Path(path)
        kind = suffix(path)
        data = self.svg().encode("utf-8") if kind == "svg" else self.png() if kind == "png" else self.pdf()
        with replacing(path, force=force) as fresh:
            fresh.write_bytes(data)

    def _bytes(self, kind: str, metadata: dict[str, str | None]) -> bytes:
        with _DRAWING, _styled(self.title):
            from matplotlib.figure import Figure as Canvas
            from matplotlib.layout_engine import ConstrainedLayoutEngine

            canvas = Canvas(figsize=(self.width, self.height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))
            self.draw(canvas)
            if self.heading and canvas.axes:
                canvas.axes[0].set_title(_wrapped_title(self.title, self.width), loc="left")
            out = BytesIO()
            canvas.savefig(out, format=kind, metadata=metadata, dpi=PIXELS_AN_INCH if kind == "png" else 72)
            return out.getvalue()


def suffix(path: Path) -> str:
    """The format that a file name asks for."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in SUFFIXES:
        raise BadInput(f"no drawing is written as {path.suffix or 'a file without a suffix'}", where=path, remedy="end the name in .svg, .png or .pdf")
    return kind


@contextmanager
def _styled(salt: str) -> Iterator[None]:
    """Our style and nobody else's, whatever a user's matplotlibrc says."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(cast(Any, {**_STYLE, "svg.hashsalt": salt}))
        yield


def _wrapped_title(title: str, width: float) -> str:
    from textwrap import fill

    return fill(title, max(20, int(width * 11)))
