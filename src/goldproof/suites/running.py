"""Systems run over a suite: scores by type, group and category, and the worst cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..contracts import Annotator
from ..errors import BadInput
from ..measures import Counts, Figure, Measure, measure
from ..measures.bootstrap import DRAWS
from ..measures.score import figure_of
from ..model import Corpus, Kind, Layer
from .entry import Entry
from .suite import LAYER, Suite

BY = ("set", "group", "type", "category")
MEASURES = ("P", "R", "F1")


@dataclass(frozen=True)
class Case:
    """An entry that a system got wrong: what was expected and what it said, as ``words = concept``."""

    entry: Entry
    system: str
    right: int
    wrong: int
    missed: int
    expected: tuple[str, ...]
    said: tuple[str, ...]

    def row(self) -> Mapping[str, Any]:
        return {"system": self.system, "id": self.entry.id, "type": self.entry.type, "text": self.entry.text, "expected": " | ".join(self.expected),
                "said": " | ".join(self.said) or "(nothing)", "base": self.entry.base}  # fmt: skip


@dataclass(frozen=True)
class Results:
    """What systems made of a suite. ``layers`` are theirs, by the name of the system."""

    suite: Suite
    layers: Mapping[str, Layer]
    by: Measure
    draws: int = DRAWS
    seed: int = 1

    @cached_property
    def _gold(self) -> Layer:
        return self.suite.corpus.layer(LAYER)

    @cached_property
    def _counts(self) -> Mapping[str, Counts]:
        return {name: self.by.counts(self._gold, layer) for name, layer in self.layers.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """Entries that a system did not judge: they are in none of its numbers."""
        size = len(self.suite.entries)
        return tuple(f"{name} judged {len(c.units)} of {size} entries" for name, c in self._counts.items() if len(c.units) < size)

    def figures(self, by: str = "set") -> tuple[tuple[str, str, tuple[Figure, Figure, Figure]], ...]:
        """(part, system, (P, R, F1)) for every part of the suite by set, group, type or category."""
        chosen = [replace(measure(name, kind=Kind.MENTIONS), settings=self.by.settings) for name in MEASURES]
        out = []
        for part, ids in self.suite.parts(by).items():
            wanted = set(ids)
            for system, counts in self._counts.items():
                rows = np.array([i for i, unit in enumerate(counts.units) if unit in wanted], dtype=np.int64)
                made = [figure_of(m, counts.only(rows), (f"suite@{self.suite.version}", system), draws=self.draws, seed=self.seed, group=f"{by}={part}",
                                  made_from=(("ontology", self.suite.ontology),)) for m in chosen]  # fmt: skip
                out.append((part, system, (made[0], made[1], made[2])))
        return tuple(out)

    def rows(self, *by: str) -> list[Mapping[str, Any]]:
        """A row for each part and system, with the interval of F1."""
        found: list[Mapping[str, Any]] = []
        for kind in by or ("set", "group", "type"):
            for part, system, (p, r, f) in self.figures(kind):
                found.append({"by": kind, "part": self.label(kind, part), "system": system, "entries": f.units, "P": p.value, "R": r.value, "F1": f.value,
                              "low": f.low, "high": f.high, "signature": str(f.signature)})  # fmt: skip
        return found

    def label(self, by: str, part: str) -> str:
        """What people call a part: a category by its name."""
        return self.suite.categories.get(part, part) or part if by == "category" else part

    def worst(self, system: str, many: int = 20) -> tuple[Case, ...]:
        """Entries with errors: of the types that went worst first, the most errors first, one of each type in turn."""
        if system not in self.layers:
            raise BadInput(f"no system {system!r}", where="suite", remedy="there are: " + ", ".join(self.layers))
        counts = self._counts[system]
        entries = {e.id: e for e in self.suite.entries}
        score = {part: f[2].value or 0.0 for part, name, f in replace(self, draws=0).figures("type") if name == system}
        piles: dict[str, list[Case]] = {}
        for unit, (tp, fp, fn) in zip(counts.units, counts.table[:, :3].tolist(), strict=True):
            if fp or fn:
                entry = entries[unit]
                case = Case(entry, system, int(tp), int(fp), int(fn), self._said(self._gold, entry), self._said(self.layers[system], entry))
                piles.setdefault(entry.type, []).append(case)
        for pile in piles.values():
            pile.sort(key=lambda c: (-(c.wrong + c.missed), c.entry.id))
        out: list[Case] = []
        order = sorted(piles, key=lambda t: (score[t], t))
        while len(out) < many and any(piles.values()):
            for name in order:
                if piles[name] and len(out) < many:
                    out.append(piles[name].pop(0))
        return tuple(out)

    def _said(self, layer: Layer, entry: Entry) -> tuple[str, ...]:
        document = entry.document
        return tuple(f"{document.cut(m.spans, ' … ')} = {' '.join(m.concepts)}" for m in sorted(layer.get(entry.id) or (), key=lambda m: m.spans))


def run(
    suite: Suite, systems: Mapping[str, Annotator | Layer | Corpus], *, by: str = "F1", draws: int = DRAWS, seed: int = 1
) -> Results:
    """Score systems on a suite: annotators are run, layers (or corpora with one layer of mentions) made elsewhere are taken as they are.

    ``by`` is F1 with its settings (``F1(match=overlap)``, ``F1(on=concept)``); precision and recall follow it.
    """
    chosen = measure(by, kind=Kind.MENTIONS)
    if chosen.family.name != "F1":
        raise BadInput(f"a suite is scored by F1 with settings, not {by}", remedy="write F1 or F1(match=overlap)")
    if not systems:
        raise BadInput("no system to run", where="suite")
    layers = {name: _layer(name, system, suite) for name, system in systems.items()}
    return Results(suite, layers, chosen, draws, seed)


def _layer(name: str, system: Annotator | Layer | Corpus, suite: Suite) -> Layer:
    if isinstance(system, Corpus):
        own = system.of_kind(Kind.MENTIONS)
        if len(own) != 1:
            raise BadInput(f"{len(own)} layers of mentions" if own else "no layer of mentions", where=f"system {name}",
                           remedy="give an output with one layer: " + ", ".join(la.name for la in own) if own else "")  # fmt: skip
        layer = own[0]
        _same_texts(name, system, suite)
    elif isinstance(system, Layer):
        layer = system
    else:
        layer = system.annotate(suite.corpus)
    known = [e.id for e in suite.entries if e.id in layer]
    if not known:
        raise BadInput("none of its documents is an entry of the suite", where=f"system {name}", remedy="the documents are called as the entries: length-1-001")
    return layer.only(known)


def _same_texts(name: str, system: Corpus, suite: Suite) -> None:
    """An output made from another version of the suite would be scored against other texts."""
    texts = {e.id: e.text for e in suite.entries}
    for document in system.documents:
        if document.id in texts and document.text.rstrip("\n") != texts[document.id]:
            raise BadInput(f"the text of {document.id} is not the suite's", where=f"system {name}", remedy="was it made from another version of the suite?")
