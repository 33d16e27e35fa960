"""A suite drawn and told: what it is made of (Groza et al. 2015, Figure 1), how systems do by type (Figure 4), and the worst cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..suites import GROUPS, Suite
from ..suites.running import Results
from ..version import __version__
from .charts import bars
from .drawing import DASHES, MARKERS, PALETTE, RULE, SOFT, Drawing
from .grids import bubbles
from .page import Block, Page, Paragraph, Plate, Section
from .point import Datum, Point, Series, words
from .tables import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


def composition(suite: Suite) -> Drawing:
    """How many entries there are of each type in each category: the larger the circle, the more."""
    cells = {(suite.categories[c], t): many for (t, c), many in suite.cells().items() if c in suite.categories}
    rows = [label for label in suite.categories.values() if any(k[0] == label for k in cells)]
    return bubbles("Entries by type and category", cells, rows=rows, columns=suite.types, axis="entries", form=".0f", numbers=False)


def by_type(results: Results) -> Drawing:
    """F1 of each system by type, a line a system, the groups of types parted."""
    series: dict[str, dict[str, Datum]] = {name: {} for name in results.layers}
    for part, system, (_, _, f) in results.figures("type"):
        series[system][part] = f
    note = f"F1 with {'its interval over entries' if results.draws else 'no interval'}"
    return typed("F1 by type of test case", series, results.suite.criteria.groups, note)


def by_category(results: Results) -> Drawing:
    """F1 of each system by category."""
    series: dict[str, dict[str, Datum]] = {name: {} for name in results.layers}
    for part, system, (_, _, f) in results.figures("category"):
        series[system][results.label("category", part)] = f.value
    return bars("F1 by category", series, axis="F1")


def typed(title: str, series: Series, groups: Mapping[str, Sequence[str]], note: str = "") -> Drawing:
    """A line a series over the types, whose names stand slanted below; a fine line between groups, no line across them."""
    known = {name: {label: Point.of(datum) for label, datum in row.items()} for name, row in series.items()}
    there = {label for row in known.values() for label in row}
    shown = {group: [t for t in types if t in there] for group, types in groups.items()}
    shown = {group: types for group, types in shown.items() if types}
    names = [t for types in shown.values() for t in types]
    at = {t: i for i, t in enumerate(names)}

    def draw(canvas: Canvas) -> None:
        ax = canvas.subplots()
        for s, (name, row) in enumerate(known.items()):
            colour, aside = PALETTE[s % len(PALETTE)], (s - (len(known) - 1) / 2) * min(0.16, 0.5 / max(len(known), 1))
            for g, types in enumerate(shown.values()):
                have = [t for t in types if t in row and row[t].value is not None]
                ax.plot([at[t] + aside for t in have], [row[t].value or 0.0 for t in have], color=colour, marker=MARKERS[s % len(MARKERS)], markersize=5,
                        linestyle=DASHES[s % len(DASHES)], linewidth=1.3, label=name if g == 0 else None, markeredgecolor="white", markeredgewidth=0.6, zorder=3)  # fmt: skip
                for t in have:
                    low, high = row[t].low, row[t].high
                    if low is not None and high is not None:
                        ax.vlines(at[t] + aside, low, high, color=colour, linewidth=0.9, alpha=0.8, zorder=2)
        edge = -0.5
        for group, types in shown.items():
            ax.text(edge + len(types) / 2, 1.045, GROUPS.get(group, group) if len(types) > 2 else "", ha="center", va="bottom", fontsize=8.5, color=SOFT)
            edge += len(types)
            ax.axvline(edge, color=RULE, linewidth=1)
        ax.set_xlim(-0.6, len(names) - 0.4)
        ax.set_ylim(0, 1.13)
        ax.set_ylabel("F1")
        ax.set_xticks(range(len(names)), names, rotation=55, ha="right", rotation_mode="anchor")
        ax.grid(axis="y")
        canvas.legend(*ax.get_legend_handles_labels(), loc="outside lower center", ncols=min(len(known), 4) or 1)

    said = [f"{name}, {t}: {row[t].text('.2f')}" for name, row in known.items() for t in names if t in row]
    return Drawing(title, (note + ". " if note else "") + words(said), draw, max(6.4, 1.2 + 0.27 * len(names)), 4.8)


def page(results: Results, worst: int = 20) -> Page:
    """Everything about a run, in one file."""
    suite = results.suite
    about: list[Block] = [
        Paragraph(f"{len(suite.entries)} entries of {len(suite.types)} types, made from {suite.ontology} with seed {suite.seed}; suite {suite.version}"
                  + (": edited since it was generated." if suite.edited else ".")),
        Plate(composition(suite), "How many entries there are of each type in each top-level category (as Figure 1 of Groza et al. 2015)"),
        Table("The criteria", ("type", "group", "what it tests", "example", "entries"), [
            (c.id, GROUPS.get(c.group, c.group), c.about, c.example.get("text", ""), sum(e.type == c.id for e in suite.entries)) for c in suite.criteria.all]),
        *(Paragraph(note) for note in (*suite.notes, *results.notes)),
    ]  # fmt: skip
    scores: list[Block] = [Plate(by_type(results), "F1 by type (as Figure 4 of Groza et al. 2015)"), Plate(by_category(results), "F1 by category")]
    for kind in ("set", "group", "type", "category"):
        rows = [(results.label(kind, part), system, f.units, p.value, r.value, f) for part, system, (p, r, f) in results.figures(kind)]
        scores.append(Table(f"By {kind}", (kind, "system", "entries", "P", "R", "F1"), rows))
    cases: list[Block] = []
    for system in results.layers:
        found = results.worst(system, worst)
        wrong = [(c.entry.type, c.entry.text, " | ".join(c.expected), " | ".join(c.said) or "nothing") for c in found]
        cases.append(Table(f"The worst of {system}", ("type", "text", "expected", "said"), wrong) if wrong else Paragraph(f"{system} got every entry right."))
    sections = (Section("The suite", about), Section("Scores", scores), Section("The worst cases", cases))
    return Page("Test suite", "What recognisers can do with the names of an ontology in all their forms.", sections, f"goldproof {__version__}")
