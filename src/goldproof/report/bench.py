"""A bench as tables and a page: who is best, by how much, and whether that is chance; shaped like the tables of Verspoor et al. 2012."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from ..benchmark.attempt import Show, System
from ..benchmark.crossing import Crossed
from ..benchmark.results import ALPHA, Results
from ..benchmark.running import run
from ..benchmark.tasks import Task
from ..formats.files import save_text
from ..gold.release import Release
from ..measures import Figure
from ..measures.bootstrap import DRAWS
from ..measures.hierarchy import Hierarchy
from ..model import Corpus
from ..version import __version__
from .charts import bars
from .page import Block, Page, Paragraph, Plate, Section, render
from .tables import Table


@dataclass(frozen=True)
class Runs(Results):
    """What came of a bench, with its tables."""

    def leaderboard(self, *, alpha: float = ALPHA, n: int = 0, seed: int = 7, intervals: bool = True) -> Table:
        """A row a system, the best first. "alike" names those that it cannot be told from at ``alpha`` by the column that ranks; the upper bound leaves out what is
        tagged with tags that the gold does not have."""
        order = self.ranked
        alike = self.alike(alpha=alpha, n=n, seed=seed) if len(order) > 1 else {}
        bound, lacking = dict(self.task.bounds) if self._own else {}, {name: self.missing(name) for name in order}
        rates = {name: self.rate(name) for name in order}
        timed = any(rate is not None for rate, _ in rates.values())
        head = ["system"]
        for column in self.columns:
            head += [column, *((f"{column} upper bound",) if column in bound else ())]
        counts = tuple(self.task.counts) if self._own else ()
        head += [*counts, *(("not judged",) if any(lacking.values()) else ()), *((f"alike (p ≥ {alpha:g})",) if alike else ()),
                 *(("seconds", next(unit for rate, unit in rates.values() if rate is not None)) if timed else ())]  # fmt: skip
        rows: list[Sequence[object]] = []
        for name in order:
            row: list[object] = [name]
            for column in self.columns:
                row.append(self.figure(column, name, draws=self.draws if intervals and column == self.main else 0))
                if column in bound:
                    row.append(self.bound(column, name))
            row += [int(v) if (v := self.figure(c, name, draws=0).value) is not None else None for c in counts]
            row += [lacking[name]] if any(lacking.values()) else []
            row += [", ".join(alike[name]) or "none"] if alike else []
            row += [self.attempt(name).seconds, rates[name][0]] if timed else []
            rows.append(tuple(row))
        return Table(f"{self.task.name}: {len(order)} system" + ("s" if len(order) > 1 else ""), tuple(head), rows, best=dict.fromkeys(self.columns, "high"))

    @property
    def _own(self) -> bool:
        """Whether the columns are the task's own."""
        return dict(self.columns) == dict(self.task.columns)

    def comparisons(self, column: str = "", *, test: str = "permutation", n: int = 0, seed: int = 7, correction: str = "none", alpha: float = ALPHA) -> Table:
        """A row a pair of systems."""
        rows = [(c.a, c.b, c.value_a, c.value_b, c.difference, c.low, c.high, c.p, "yes" if c.p is not None and c.p < alpha else "no", c.verdict.units)
                for c in self.pairs(column, test=test, n=n, seed=seed, correction=correction)]  # fmt: skip
        origin = "\n".join(str(c) for c in self.pairs(column, test=test, n=n, seed=seed, correction=correction))
        return Table(f"Differences by {column or self.main}", ("a", "b", "value a", "value b", "difference", "low", "high", "p", f"p < {alpha:g}", "units"), rows, made_from=origin)

    def by_part(self, by: str = "split", columns: Sequence[str] = ()) -> Table:
        """A row a system and column, a column a part: the folds with their average, then the other splits (as Tables 23 to 25), or the documents."""
        parts = self.parts(by)
        folds = [p for p in parts if p.startswith("fold")]
        order = [*folds, *(p for p in parts if p not in folds)]
        head = ["system", "measure", *folds, *(("average of folds",) if folds else ()), *(p for p in order if p not in folds), "all"]
        rows = []
        for name in self.ranked:
            for column in columns or self.columns:
                values = {p: self.figure(column, name, units=parts[p], group=f"{by}={p}", draws=0) for p in order}
                known = [v for p in folds if (v := values[p].value) is not None]
                mean = (float(np.mean(known)) if known else None,) if folds else ()
                rows.append((name, column, *(_shown(values[p]) for p in folds), *mean, *(_shown(values[p]) for p in order if p not in folds), self.figure(column, name, draws=0)))
        return Table(f"{self.task.name} by {by}", tuple(head), rows)

    def matches(self, classes: Sequence[str] = ()) -> Table:
        """Mentions under four ways of matching, a block of P, R and F1 for each system or for each mapping of classes (as Tables 3 to 12, 14 and 15)."""
        many = len(self.names) > 1
        blocks = [(name, mapping) for name in self.names for mapping in (classes or ("",))]
        head = ["match"] + [" ".join(p for p in ((name if many or not mapping else ""), mapping.rpartition(":")[2], letter) if p) for name, mapping in blocks for letter in ("P", "R", "F1")]
        rows = []
        for match in ("strict", "overlap", "shared", "subspan"):
            row: list[object] = [match]
            for name, mapping in blocks:
                settings = f"match={match},on=span" + (f",classes={mapping}" if mapping else "")
                row += [self.figure(f"{letter}({settings})", name, draws=0) for letter in ("P", "R", "F1")]
            rows.append(tuple(row))
        return Table("Mentions by way of matching", tuple(head), rows)

    def page(self) -> Page:
        """Everything about a bench, in one file."""
        best = self.ranked[0]
        board: list[Block] = [
            Paragraph(f"{self.task.what}. Gold: {self.gold.name}, {len(self.gold.units)} units" + (f"; systems were given its {self.given}." if self.given else "; systems saw the texts alone.")),
            self.leaderboard(),
            Plate(bars(self.main, {self.main: {name: self.figure(self.main, name) for name in self.ranked}}, axis=self.main), f"{self.main} with its interval"),
            *(Paragraph(note) for note in self.notes()),
        ]  # fmt: skip
        sections = [Section("Leaderboard", board)]
        if len(self.names) > 1:
            sections.append(Section("Are the differences chance?", [Paragraph(_ABOUT_TESTS), self.comparisons()]))
        if len(self.parts()) > 1:
            sections.append(Section("By part of the corpus", [self.by_part()]))
        if 1 < len(self.gold.units) <= 100:
            sections.append(Section("By document", [self.by_part("document", [self.main])]))
        return Page(f"Bench: {self.task.name}", f"{len(self.names)} systems against {self.gold.name}; best by {self.main}: {best}.", sections, f"goldproof {__version__}")

    def report(self, path: str | Path) -> Path:
        """The page, written to a file."""
        save_text(Path(path), render(self.page()))
        return Path(path)


_ABOUT_TESTS = "Approximate randomisation: how often two systems whose answers are swapped at random differ as much as these two. p is not corrected for the number of pairs."


def _shown(figure: Figure) -> object:
    return figure.value


def bench(
    gold: Corpus | Release | str | Path,
    systems: Mapping[str, System | Crossed],
    measures: Sequence[str] | Mapping[str, str] = (),
    *,
    task: str | Task = "",
    layer: str = "",
    split: str = "",
    given: str | None = None,
    folder: str | Path | None = None,
    ontology: Hierarchy | None = None,
    draws: int = DRAWS,
    seed: int = 1,
    show: Show | None = None,
) -> Runs:
    """Put systems to the test against a gold standard.

    ``gold`` is a corpus, a release or a path; ``systems`` are annotators, layers, corpora, paths or functions by name; ``task`` is behind the door ``tasks`` and may be
    left out where the gold says it; ``given`` is what systems get of the gold. With a ``folder`` layers and counts are kept, and made systems are not run again.

    >>> runs = bench(gold, {"ncbo": "ncbo.ann", "ours": gp.concepts(hpo)}, ["F1", "F1(match=overlap)"])                # doctest: +SKIP
    >>> print(runs.compare("ncbo", "ours", test="permutation", n=10_000, seed=7)); runs.report("report.html")          # doctest: +SKIP
    """
    made = run(gold, systems, measures, task=task, layer=layer, split=split, given=given, folder=folder, ontology=ontology, draws=draws, seed=seed, show=show)
    return Runs(**{f.name: getattr(made, f.name) for f in fields(made)})
