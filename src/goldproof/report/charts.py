"""Drawings along an axis: bars and lines with intervals, histograms, stacked shares.

Numbers are given as figures, plain numbers or triples with an interval (:data:`~goldproof.report.point.Datum`); None is undefined and
is said to be so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from .drawing import DASHES, INK, MARKERS, PALETTE, SEQUENCE, SOFT, Drawing
from .point import Point, Series, labels, points, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas


def bars(title: str, series: Series, *, axis: str = "", note: str = "", form: str = ".3f", top: float | None = None) -> Drawing:
    """A bar for each label, one beside the other for each series, intervals as whiskers.

    Long or many labels lie: the bars then go to the right. ``axis`` names the number, ``note`` begins the description
    (what the intervals are), ``form`` is how numbers are printed, ``top`` the end of the axis.
    """
    known, names = points(series), labels(series)
    lying = len(names) > 8 or any(len(n) > 14 for n in names) or sum(map(len, names)) > 60
    count = len(names) * len(known)
    size = (6.4, max(2.2, 1.1 + 0.30 * count + 0.16 * len(names))) if lying else (max(4.2, min(9.0, 1.4 + 0.55 * count + 0.3 * len(names))), 4.0)

    def draw(canvas: Canvas) -> None:
        ax = canvas.subplots()
        room = 0.8 / max(len(known), 1)
        low, high = _limits([p for row in known.values() for p in row.values()], top)
        for s, (name, row) in enumerate(known.items()):
            for i, label in enumerate(names):
                p = row.get(label, Point(None))
                _bar(ax, i + (s - (len(known) - 1) / 2) * room, p, room, PALETTE[s % len(PALETTE)], form, lying, high - low, count <= 24)
            ax.bar([0], [0], color=PALETTE[s % len(PALETTE)], label=name)
        (ax.set_xlim if lying else ax.set_ylim)(low, high)
        (ax.set_yticks if lying else ax.set_xticks)(range(len(names)), [fill(n, 34 if lying else 14) for n in names])
        (ax.set_xlabel if lying else ax.set_ylabel)(axis)
        (ax.set_ylim(len(names) - 0.4, -0.6) if lying else ax.set_xlim(-0.6, len(names) - 0.4)) if names else None
        ax.tick_params(axis="y" if lying else "x", length=0)
        ax.grid(axis="x" if lying else "y")
        _legend(canvas, ax, len(known))

    return Drawing(title, _description(known, note, form), draw, *size)


def lines(
    title: str, series: Series, *, axis: str = "", along: str = "", note: str = "", form: str = ".3f", top: float | None = None, bottom: float | None = None
) -> Drawing:  # fmt: skip
    """A line a series over labels that have an order (rounds, sizes, versions), intervals as whiskers.

    Each series has its own colour, sign and dash, so that it is told apart without colour. ``along`` names the labels' axis. ``bottom`` and ``top`` are the ends of
    the axis: lines need not stand on 0, as bars do.
    """
    known, names = points(series), labels(series)
    whiskers = any(p.low is not None for row in known.values() for p in row.values())

    def draw(canvas: Canvas) -> None:
        ax = canvas.subplots()
        for s, (name, row) in enumerate(known.items()):
            # Side by side only where whiskers would hide each other.
            aside = (s - (len(known) - 1) / 2) * min(0.07, 0.4 / len(known)) if whiskers else 0.0
            there = [(i + aside, row[n]) for i, n in enumerate(names) if n in row and row[n].value is not None]
            x = [a for a, _ in there]
            y = [p.value or 0.0 for _, p in there]
            style: dict[str, Any] = {"color": PALETTE[s % len(PALETTE)], "marker": MARKERS[s % len(MARKERS)], "linestyle": DASHES[s % len(DASHES)]}
            ax.plot(x, y, label=name, markeredgecolor="white", markeredgewidth=0.8, zorder=3, **style)
            for a, p in there:
                if p.low is not None and p.high is not None:
                    ax.vlines(a, p.low, p.high, color=style["color"], linewidth=1.3, zorder=2)
                    ax.plot([a, a], [p.low, p.high], linestyle="", marker="_", markersize=7, color=style["color"])
            if len(known) == 1:
                for a, p in there:
                    ax.annotate(f"{p.value:{form}}", (a, p.value or 0.0), (9, -11), textcoords="offset points", fontsize=9)
        low, high = _limits([p for row in known.values() for p in row.values()], top)
        ax.set_ylim(low if bottom is None else bottom, high if bottom is None or top is None else top)
        ax.set_xticks(range(len(names)), [fill(n, 14) for n in names])
        ax.set_xlim(-0.5, max(len(names), 1) - 0.5)
        ax.set_ylabel(axis)
        ax.set_xlabel(along)
        ax.grid(axis="y")
        _legend(canvas, ax, len(known))

    return Drawing(title, _description(known, note, form), draw, max(4.6, min(9.0, 2.6 + 0.75 * len(names))), 4.0 if len(known) < 5 else 4.4)


def histogram(
    title: str, series: Mapping[str, Sequence[float]], *, axis: str = "", bins: int | Sequence[float] = 20, shares: bool = False, note: str = ""
) -> Drawing:
    """How values are distributed: one series as filled bars, several as outlines over the same bins. The median is marked.

    ``shares`` shows each bin as a share of its series, so that series of unequal size can be compared.
    """
    values = {name: np.asarray([v for v in row if np.isfinite(v)], dtype=np.float64) for name, row in series.items()}
    together = np.concatenate([*values.values(), np.zeros(0)])
    edges = np.histogram_bin_edges(together, bins=bins) if together.size else np.array([0.0, 1.0])
    counts = {name: np.histogram(row, edges)[0] / (max(row.size, 1) if shares else 1) for name, row in values.items()}

    def draw(canvas: Canvas) -> None:
        ax = canvas.subplots()
        for s, (name, count) in enumerate(counts.items()):
            colour = PALETTE[s % len(PALETTE)]
            if len(counts) == 1:
                ax.stairs(count, edges, fill=True, color=colour, alpha=0.85, label=name)
                ax.stairs(count, edges, color="white", linewidth=0.6)
            else:
                ax.stairs(count, edges, color=colour, linewidth=2, linestyle=DASHES[s % len(DASHES)], label=name)
            if values[name].size:
                ax.axvline(float(np.median(values[name])), color=INK if len(counts) == 1 else colour, linewidth=1.1, linestyle=(0, (4, 3)))
        ax.set_ylim(bottom=0)
        ax.set_xlabel(axis + " (broken line: median)" if axis else "broken line: median")
        ax.set_ylabel("share" if shares else "count")
        ax.grid(axis="y")
        _legend(canvas, ax, len(counts))

    said = [
        f"{name + ': ' if name else ''}n {row.size}" + (
            f", mean {row.mean():.3g}, median {np.median(row):.3g}, from {row.min():.3g} to {row.max():.3g}, bins from {edges[0]:.3g} to {edges[-1]:.3g}: "
            + ", ".join(f"{c:.3g}" for c in counts[name]) if row.size else ""
        )
        for name, row in values.items()
    ]  # fmt: skip
    return Drawing(title, (note + ". " if note else "") + words(said), draw, 6.4, 3.8)


def stacks(title: str, rows: Mapping[str, Mapping[str, float]], *, ordered: bool = False, along: str = "", note: str = "") -> Drawing:
    """The shares of categories in each row, stacked to 100 %: ratings by rater, types by document.

    ``ordered`` categories (grades) go from light to dark, others have colours of their own. Numbers are counts or shares; a row is
    divided by its sum.
    """
    names = labels(rows)
    colours = _sequence(len(names)) if ordered else [PALETTE[i % len(PALETTE)] for i in range(len(names))]
    sums = {row: sum(parts.values()) for row, parts in rows.items()}

    def draw(canvas: Canvas) -> None:
        ax = canvas.subplots()
        left = np.zeros(len(rows))
        for name, colour in zip(names, colours, strict=True):
            part = np.array([100 * parts.get(name, 0) / (sums[row] or 1) for row, parts in rows.items()])
            ax.barh(range(len(rows)), part, left=left, height=0.74, color=colour, edgecolor="white", linewidth=0.8, label=name)
            for i, (wide, start) in enumerate(zip(part, left, strict=True)):
                if wide >= 5.5:
                    ax.text(start + wide / 2, i, f"{wide:.0f}", ha="center", va="center", fontsize=9, color=on(colour))
            left += part
        ax.set_yticks(range(len(rows)), [fill(r, 34) for r in rows])
        ax.set_ylim(max(len(rows), 1) - 0.5, -0.5)
        ax.set_xlim(0, 100)
        ax.set_xlabel("per cent" + (f" of {along}" if along else ""))
        ax.tick_params(axis="y", length=0)
        canvas.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=min(len(names), 6) or 1, handlelength=1.0, columnspacing=1.2)

    said = [f"{row}: " + ", ".join(f"{name} {100 * parts.get(name, 0) / (sums[row] or 1):.1f} %" for name in names) for row, parts in rows.items()]
    return Drawing(title, (note + ". " if note else "") + words(said), draw, 6.4, max(2.1, 1.5 + 0.42 * len(rows)))


def on(colour: str) -> str:
    """Ink or white, whichever is better read on a colour."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    light = sum(w * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for w, c in zip((0.2126, 0.7152, 0.0722), (r, g, b), strict=True))
    # Where both give the same contrast (WCAG's formula).
    return INK if light > 0.212 else "#ffffff"


def _sequence(count: int) -> list[str]:
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    scale = LinearSegmentedColormap.from_list("goldproof", SEQUENCE)
    return [to_hex(scale(x)) for x in np.linspace(0.12, 0.95, max(count, 1))[:count]]


def _bar(ax: Axes, at: float, p: Point, room: float, colour: str, form: str, lying: bool, reach: float, numbers: bool) -> None:
    if p.value is None:
        ax.annotate("undefined", (0, at) if lying else (at, 0), (5, 0) if lying else (0, 5), textcoords="offset points", fontsize=8, color=SOFT,
                    va="center" if lying else "bottom", ha="left" if lying else "center", rotation=0 if lying else 90)  # fmt: skip
        return
    (ax.barh if lying else ax.bar)(at, p.value, room * 0.9, color=colour, alpha=0.9)
    end = max(p.value, 0.0)
    if p.low is not None and p.high is not None:
        error = [[max(0.0, p.value - p.low)], [max(0.0, p.high - p.value)]]
        ax.errorbar(p.value if lying else at, at if lying else p.value, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3,
                    **({"xerr": error} if lying else {"yerr": error}))  # type: ignore[arg-type]  # fmt: skip
        end = max(end, p.high)
    if numbers:
        end += reach * 0.012
        ax.text(end if lying else at, at if lying else end, f"{p.value:{form}}", va="center" if lying else "bottom", ha="left" if lying else "center", fontsize=8.5)


def _limits(known: Sequence[Point], top: float | None) -> tuple[float, float]:
    """From 0, or lower where values are; to 1 for shares and coefficients, else to the largest with some room for its number."""
    reach = [0.0, *(x for p in known for x in p.reach)]
    low, high = min(reach), max(reach)
    if top is None:
        top = 1.0 if 0.25 < high <= 1 else high * 1.02 or 1.0
    return (low * 1.05 if low < 0 else 0.0), top * 1.08


def _legend(canvas: Canvas, ax: Axes, count: int) -> None:
    handles, names = ax.get_legend_handles_labels()
    chosen = [(h, n) for h, n in zip(handles, names, strict=True) if n]
    if chosen and count > 1:
        # As many beside each other as the width holds, and no last row of one.
        fit = max(1, int(canvas.get_figwidth() * 11 / (max(len(n) for _, n in chosen) + 7)))
        rows = -(-len(chosen) // fit)
        canvas.legend([h for h, _ in chosen], [n for _, n in chosen], loc="outside lower center", ncols=-(-len(chosen) // rows), columnspacing=1.4)


def _description(known: Mapping[str, Mapping[str, Point]], note: str, form: str) -> str:
    said = [f"{name + ', ' if name else ''}{label}: {p.text(form)}" for name, row in known.items() for label, p in row.items()]
    return (note + ". " if note else "") + words(said)
