"""Drawings on a grid of rows and columns: heat maps of pairs, bubbles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from .charts import on
from .drawing import PALETTE, SEQUENCE, SOFT, Drawing
from .point import Datum, Point, words

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

Cells = Mapping[tuple[str, str], Datum]
"""(row, column) -> datum."""


def heat(
    title: str, cells: Cells, *, rows: Sequence[str] = (), columns: Sequence[str] = (), symmetric: bool = True, axis: str = "", low: float | None = None,
    high: float | None = None, form: str = ".2f", note: str = "",
) -> Drawing:  # fmt: skip
    """The darker, the larger; its number stands in each cell. ``symmetric`` (pairs of raters) shows a pair on both sides.

    Rows and columns are taken from the cells, in their order, where they are not given. The scale goes from ``low`` (0, or the least) to
    ``high`` (1, or the largest).
    """
    known = {key: Point.of(datum) for key, datum in cells.items()}
    if symmetric:
        names = list(rows or columns or dict.fromkeys(n for key in known for n in key))
        down, across = names, names
    else:
        down, across = list(rows or dict.fromkeys(r for r, _ in known)), list(columns or dict.fromkeys(c for _, c in known))
    found = [p.value for p in known.values() if p.value is not None]
    least = min([0.0, *found]) if low is None else low
    most = max([1.0, *found] if max(found, default=1.0) <= 1 else found) if high is None else high
    cell = 0.62 if len(across) <= 12 else 0.45

    def draw(canvas: Canvas) -> None:
        from matplotlib.colors import LinearSegmentedColormap, Normalize, to_hex

        ax = canvas.subplots()
        scale, norm = LinearSegmentedColormap.from_list("goldproof", SEQUENCE), Normalize(least, most if most > least else least + 1)
        grid = np.full((max(len(down), 1), max(len(across), 1)), np.nan)
        for r, row in enumerate(down):
            for c, column in enumerate(across):
                p = known.get((row, column)) or (known.get((column, row)) if symmetric else None)
                if p is None:
                    continue
                if p.value is None:
                    ax.text(c, r, "–", ha="center", va="center", color=SOFT)
                    continue
                grid[r, c] = p.value
                ax.text(c, r, f"{p.value:{form}}", ha="center", va="center", fontsize=9.5 if cell > 0.5 else 7.5, color=on(to_hex(scale(norm(p.value)))))
        mesh = ax.pcolormesh(np.arange(grid.shape[1] + 1) - 0.5, np.arange(grid.shape[0] + 1) - 0.5, np.ma.masked_invalid(grid), cmap=scale, norm=norm,
                             edgecolor="white", linewidth=2)  # fmt: skip
        ax.set_xticks(range(len(across)), [fill(n, 12) for n in across], rotation=45 if any(len(n) > 8 for n in across) else 0,
                      ha="right" if any(len(n) > 8 for n in across) else "center")  # fmt: skip
        ax.set_yticks(range(len(down)), [fill(n, 30) for n in down])
        ax.set_ylim(grid.shape[0] - 0.5, -0.5)
        ax.set_aspect("equal" if symmetric else "auto")
        ax.tick_params(length=0)
        for side in ax.spines.values():
            side.set_visible(False)
        bar = canvas.colorbar(mesh, ax=ax, shrink=0.85, pad=0.02)
        bar.outline.set_visible(False)
        bar.set_label(axis)

    said = [f"{a} and {b}: {p.text('.3f')}" if symmetric else f"{a}, {b}: {p.text('.3f')}" for (a, b), p in known.items()]
    wide = 2.4 + cell * len(across) + 0.06 * max(map(len, down), default=0)
    tall = 1.3 + (cell if symmetric else 0.42) * len(down) + 0.04 * max(map(len, across), default=0)
    return Drawing(title, (note + ". " if note else "") + words(said), draw, max(4.2, wide), max(2.6, tall))


def bubbles(
    title: str, cells: Cells, *, rows: Sequence[str] = (), columns: Sequence[str] = (), axis: str = "", largest: float | None = None, form: str = ".3g",
    numbers: bool = True, note: str = "",
) -> Drawing:  # fmt: skip
    """A circle for each cell, its area as its number: the larger, the more. Nothing is drawn for 0; an undefined cell has a dash.

    ``largest`` is the number of the largest circle (the largest there is); ``numbers`` writes numbers into the circles that hold them.
    """
    known = {key: Point.of(datum) for key, datum in cells.items()}
    down, across = list(rows or dict.fromkeys(r for r, _ in known)), list(columns or dict.fromkeys(c for _, c in known))
    most = largest or max((p.value for p in known.values() if p.value is not None), default=1.0) or 1.0
    cell = 0.46 if len(across) <= 14 else 0.36
    # Points across; a circle may reach the edge of its cell.
    across_most = cell * 72 * 0.94

    def draw(canvas: Canvas) -> None:
        ax = canvas.subplots()
        for (row, column), p in known.items():
            if row not in down or column not in across:
                continue
            x, y = across.index(column), down.index(row)
            if p.value is None:
                ax.text(x, y, "–", ha="center", va="center", color=SOFT)
            elif p.value > 0:
                wide = across_most * (p.value / most) ** 0.5
                ax.scatter(x, y, s=wide**2, color=PALETTE[0], alpha=0.9, linewidths=0, zorder=3)
                text = f"{p.value:{form}}"
                inside = wide > 6.0 * len(text) + 1
                if numbers:
                    ax.annotate(text, (x, y), (0, 0) if inside else (wide / 2 + 1, 0), textcoords="offset points", va="center", zorder=4,
                                ha="center" if inside else "left", fontsize=7.5, color="white" if inside else SOFT)  # fmt: skip
        turned = any(len(n) > 6 for n in across)
        ax.set_xticks(range(len(across)), [fill(n, 34) for n in across], rotation=55 if turned else 0, ha="right" if turned else "center", rotation_mode="anchor")
        ax.set_yticks(range(len(down)), [fill(n, 44) for n in down])
        ax.set_xlim(-0.6, max(len(across), 1) - 0.3)
        ax.set_ylim(max(len(down), 1) - 0.4, -0.6)
        ax.grid(linewidth=0.6)
        ax.tick_params(length=0)
        for side in ax.spines.values():
            side.set_visible(False)
        shown = [most * share for share in (1, 0.5, 0.1)]
        signs = [ax.scatter([], [], s=across_most**2 * share, color=PALETTE[0], alpha=0.9, linewidths=0) for share in (1, 0.5, 0.1)]
        canvas.legend(signs, [f"{n:{form}} {axis}".strip() for n in shown], loc="outside lower center", ncols=3, columnspacing=2.2, borderpad=1.0,
                      handletextpad=1.0)  # fmt: skip

    said = [f"{a}, {b}: {p.text(form)}" for (a, b), p in known.items() if p.value != 0]
    longest = min(44, max(map(len, down), default=0))
    top = min(34, max(map(len, across), default=0))
    return Drawing(title, (note + ". " if note else "") + words(said), draw, max(4.2, 0.8 + 0.085 * longest + cell * len(across)), max(2.8, 1.9 + 0.07 * top + cell * len(down)))
