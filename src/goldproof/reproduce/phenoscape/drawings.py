"""Figures 3, 4 and 5 drawn anew: a panel a metric, filled signs as computed here, hollow ones as deposited, whiskers of two standard errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...ontology.similarity import Mean
from ...report.drawing import INK, MARKERS, PALETTE, SOFT, Drawing
from .figures import Compared
from .material import CURATORS, METRICS, PAIRS, WHEN

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

Point = tuple[str, str, Compared]
"""Where it stands, which series it belongs to, what it shows."""


def figures(found: Sequence[Compared]) -> dict[str, Drawing]:
    by = {c.id: c for c in found}
    people = [(name, when, by[f"gold/{when}/{name.lower()}"]) for name in CURATORS for when in WHEN]
    machine: list[Point] = [("Initial", "Initial", by["gold/machine/initial"])]
    machine += [(f"{name} {when[:1].upper()}", "Augmented", by[f"gold/machine-{when}/{name.lower()}"]) for when in WHEN for name in CURATORS]
    machine.append(("Merged", "Merged", by["gold/machine/merged"]))
    between: list[Point] = [(f"{a}-{b}", f"curators, {when}", by[f"{when}/{a}-{b}".lower()]) for when in WHEN for a, b in PAIRS]
    between += [(name, f"machine, {ontology}", by[f"knowledge/{name.lower()}-machine-{ontology}"]) for ontology in ("initial", "augmented", "merged") for name in CURATORS]
    return {
        "figure3": panels("Similarity of the curators to the gold standard", people),
        "figure4": panels("Similarity of the machine to the gold standard, by ontology", machine),
        "figure5": panels("Consistency of curators with each other and with the machine", between),
    }


def panels(title: str, points: Sequence[Point]) -> Drawing:
    """A panel for each of the four metrics."""
    places = list(dict.fromkeys(place for place, _, _ in points))
    series = list(dict.fromkeys(name for _, name, _ in points))

    there = {place: [name for p, name, _ in points if p == place] for place in places}

    def draw(canvas: Canvas) -> None:
        axes = canvas.subplots(2, 2, sharex=True, sharey=True)
        for ax, (key, metric) in zip(axes.flat, METRICS.items(), strict=True):
            for place, name, c in points:
                # Computed and deposited of one series beside each other, the series of one place beside each other.
                step = 0.8 / max(map(len, there.values())) / 2
                x = places.index(place) + (2 * there[place].index(name) - len(there[place]) + 0.5) * step
                look: dict[str, Any] = {"fmt": MARKERS[series.index(name) % len(MARKERS)], "color": PALETTE[series.index(name) % len(PALETTE)], "markersize": 5, "elinewidth": 0.9, "capsize": 2}
                for aside, (means, fill) in enumerate(((c.computed, look["color"]), (c.published, "white"))):
                    if key in means:
                        ax.errorbar(x + aside * step, means[key].value, yerr=means[key].two_errors, markerfacecolor=fill, **look)
            ax.text(0.02, 0.96, metric, transform=ax.transAxes, va="top", color=INK, fontweight="bold")
            ax.set_ylim(0, 1)
            ax.set_xticks(range(len(places)), places, rotation=0 if len(places) < 7 else 45)
            ax.grid(axis="y")
        handles = [
            canvas.axes[0].plot([], [], linestyle="", marker=MARKERS[s % len(MARKERS)], color=PALETTE[s % len(PALETTE)], label=name)[0] for s, name in enumerate(series)
        ]
        handles += [
            canvas.axes[0].plot([], [], linestyle="", marker="o", color=SOFT, markerfacecolor=fill, label=what)[0]
            for fill, what in ((SOFT, "computed here"), ("white", "deposited"))
        ]
        canvas.legend(handles=handles, loc="outside lower center", ncols=4 if len(handles) <= 4 else 3)

    return Drawing(title, description(points), draw, 7.0, 6.0)


def description(points: Sequence[Point]) -> str:
    said = [f"{place}, {name}: " + ", ".join(_said(METRICS[key], c.computed[key], c.published) for key in METRICS) for place, name, c in points]
    return "Means over 463 states with two standard errors; filled: computed here, hollow: as deposited. " + "; ".join(said)


def _said(metric: str, computed: Mean, published: Mapping[str, Mean]) -> str:
    there = next((f" (deposited {m.value:.3f})" for m in published.values() if m.metric == metric), "")
    return f"{computed}{there}"
