"""Sketches: small SVGs of our own for a page: bars with intervals, a heat map of pairs, a line over rounds.

They are drawn 380 units wide, so that the text stays legible on a telephone. Colours come from the page's style; each has a title and a
description with its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ..measures.figure import Figure

WIDTH = 380
_LETTER = 7.2


def bars(title: str, rows: Sequence[tuple[str, Figure]]) -> str:
    """A bar for each figure from 0 to 1 (or to the largest), its interval as a whisker, its number at the right."""
    left, right = min(150.0, max((len(label) * _LETTER for label, _ in rows), default=0) + 12), 62.0
    top = max([1.0, *(f.high if f.high is not None else f.value or 0 for _, f in rows)])
    wide = WIDTH - left - right
    out, y = [], 6.0
    for tick in (0, 0.5, 1):
        x = left + wide * tick / top
        out.append(f'<path class="rule" d="M{x:.1f} 0V{len(rows) * 34 + 4:.0f}"/><text class="soft mid" x="{x:.1f}" y="{len(rows) * 34 + 19:.0f}">{tick:g}</text>')
    for label, f in rows:
        out.append(f'<text class="end" x="{left - 8:.1f}" y="{y + 17:.1f}">{escape(_short(label, left))}</text>')
        if f.value is None:
            out.append(f'<text class="soft" x="{left + 6:.1f}" y="{y + 17:.1f}">undefined</text>')
        else:
            out.append(f'<rect class="bar" x="{left:.1f}" y="{y + 2:.1f}" width="{wide * max(f.value, 0) / top:.1f}" height="20" rx="2" fill-opacity=".55"/>')
            if f.low is not None and f.high is not None:
                a, b = (left + wide * max(v, 0) / top for v in (f.low, f.high))
                out.append(f'<path class="whisker" d="M{a:.1f} {y + 12:.1f}H{b:.1f}M{a:.1f} {y + 7:.1f}v10M{b:.1f} {y + 7:.1f}v10"/>')
            out.append(f'<text x="{WIDTH - right + 14:.1f}" y="{y + 17:.1f}">{f.value:.3f}</text>')
        y += 34
    return _svg(title, "; ".join(f"{label}: {f.text}" for label, f in rows), len(rows) * 34 + 26, out)


def heat(title: str, figures: Mapping[tuple[str, str], Figure]) -> str:
    """Pairs of raters: the darker, the better they agree. The diagonal is left empty."""
    names = list(dict.fromkeys(name for pair in figures for name in pair))
    left = min(110.0, max((len(n) * _LETTER for n in names), default=0) + 12)
    cell = min(110.0, (WIDTH - left - 4) / max(len(names), 1))
    high = min(cell, 52.0)
    out = [f'<text class="mid" x="{left + cell * (i + 0.5):.1f}" y="14">{escape(_short(n, cell))}</text>' for i, n in enumerate(names)]
    for r, row in enumerate(names):
        y = 22 + r * high
        out.append(f'<text class="end" x="{left - 8:.1f}" y="{y + high / 2 + 4:.1f}">{escape(_short(row, left))}</text>')
        for c, column in enumerate(names):
            f = figures.get((row, column)) or figures.get((column, row))
            x = left + c * cell
            if f is None:
                out.append(f'<rect class="rule" x="{x + 1:.1f}" y="{y + 1:.1f}" width="{cell - 2:.1f}" height="{high - 2:.1f}" rx="3"/>')
                continue
            depth = 0.0 if f.value is None else 0.06 + 0.44 * min(max(f.value, 0), 1)
            text = "–" if f.value is None else f"{f.value:.2f}"
            out.append(
                f'<rect class="cell" x="{x + 1:.1f}" y="{y + 1:.1f}" width="{cell - 2:.1f}" height="{high - 2:.1f}" rx="3" fill-opacity="{depth:.2f}"/>'
                f'<text class="mid" x="{x + cell / 2:.1f}" y="{y + high / 2 + 4:.1f}">{text}</text>'
            )
    return _svg(title, "; ".join(f"{a} and {b}: {f.text}" for (a, b), f in figures.items()), 26 + len(names) * high, out)


def rounds(title: str, points: Sequence[tuple[str, Figure]]) -> str:
    """A value from round to round, with its intervals. The scale begins at 0, or lower where values do."""
    height, left, right, top = 190.0, 36.0, 16.0, 14.0
    values = [v for _, f in points for v in (f.value, f.low, f.high) if v is not None]
    low, high = min([0.0, *values]), max([1.0, *values])
    wide, tall = WIDTH - left - right, height - top - 30

    def x(i: int) -> float:
        return left + wide * (i + 0.5) / max(len(points), 1)

    def y(v: float) -> float:
        return top + tall * (high - v) / (high - low)

    out = []
    for tick in (t / 2 for t in range(-4, 5) if low <= t / 2 <= high):
        out.append(f'<path class="rule" d="M{left:.1f} {y(tick):.1f}H{WIDTH - right:.1f}"/><text class="soft end" x="{left - 6:.1f}" y="{y(tick) + 4:.1f}">{tick:g}</text>')
    known = [(x(i), y(f.value)) for i, (_, f) in enumerate(points) if f.value is not None]
    if len(known) > 1:
        out.append('<path class="series" d="M' + "L".join(f"{a:.1f} {b:.1f}" for a, b in known) + '"/>')
    for i, (label, f) in enumerate(points):
        out.append(f'<text class="soft mid" x="{x(i):.1f}" y="{height - 8:.1f}">{escape(_short(label, wide / max(len(points), 1)))}</text>')
        if f.value is None:
            continue
        if f.low is not None and f.high is not None:
            out.append(f'<path class="whisker" d="M{x(i):.1f} {y(f.low):.1f}V{y(f.high):.1f}M{x(i) - 5:.1f} {y(f.low):.1f}h10M{x(i) - 5:.1f} {y(f.high):.1f}h10"/>')
        out.append(f'<circle class="dot" cx="{x(i):.1f}" cy="{y(f.value):.1f}" r="5"/><text x="{x(i) + 12:.1f}" y="{y(f.value) + 4:.1f}">{f.value:.2f}</text>')
    return _svg(title, "; ".join(f"{label}: {f.text}" for label, f in points), height, out)


def _short(text: str, room: float) -> str:
    most = max(3, int((room - 8) / _LETTER))
    return text if len(text) <= most else text[: most - 1] + "…"


def _svg(title: str, description: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img"><title>{escape(title)}</title><desc>{escape(description)}</desc>'
        + "".join(parts) + "</svg>"
    )
