"""The deposited Jsim from the deposited subsumer lists, and what the deposited NIC counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...corpora.phenoscape import ROUNDS
from ...model import Expression, Phenotype
from ...model.expression import terms
from ...ontology.similarity import Comparison, Profiles, compare
from ..row import Row
from .counts import slots
from .material import PAIRS, WHEN, Floats, Material, curator

CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Difference:
    """A state on which computed and deposited differ, and the reason."""

    pair: str
    state: str
    published: float
    computed: float
    why: str

    def row(self) -> Mapping[str, Any]:
        return {"pair": self.pair, "state": self.state, "published": self.published, "computed": self.computed, "why": self.why}


def provisional(phenotype: Phenotype) -> set[str]:
    """The provisional terms in a statement."""
    return {id for e in slots(phenotype) for id in terms(e) if "TEMP:" in id}


@dataclass(frozen=True)
class Rebuilt:
    """A curator pair, rebuilt from the lists, beside the deposited scores of states and of pairs of EQs."""

    id: str
    found: Comparison
    published: Floats
    jsim_of_pairs: Floats
    content_of_pairs: Floats
    statements: tuple[tuple[Phenotype, Phenotype], ...]

    @property
    def agree(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        return np.abs(self.jsim_of_pairs - self.found.jsim) < CLOSE


def rebuilt(material: Material) -> Iterator[Rebuilt]:
    profiles = Profiles(material.lists, mode="deposited")
    for when in WHEN:
        for a, b in PAIRS:
            test, ref = (material.corpus.layer(f"{name}-{when}-as-made").only(material.units) for name in (a, b))
            file = f"{curator(a, when).file}--{ROUNDS[b, when]}"
            found = compare(test, ref, profiles)
            scores = {(state, i, j): (jsim, nic) for state, of in material.pairs(file, gold=False).items() for i, j, jsim, nic in of}
            keys = [(found.units[u], i, j) for u, i, j in zip(*(x.tolist() for x in (found.pairs.unit, found.pairs.test, found.pairs.ref)), strict=True)]
            pairs = np.array([scores.get(key, (math.nan, math.nan)) for key in keys]).reshape(-1, 2)
            yield Rebuilt(f"{when}/{a}-{b}".lower(), found, material.published(file, gold=False)["jsim"], pairs[:, 0], pairs[:, 1],
                          tuple((test[unit][i], ref[unit][j]) for unit, i, j in keys))  # fmt: skip


def never_agreeing(pairs: list[Rebuilt]) -> set[Expression]:
    """Expressions whose lists cannot be those behind the scores: no pair of different EQs that holds one agrees with its deposited score."""
    good: Counter[Expression] = Counter()
    seen: set[Expression] = set()
    for pair in pairs:
        for agrees, (x, y) in zip(pair.agree.tolist(), pair.statements, strict=True):
            for e in {*slots(x), *slots(y)}:
                seen.add(e)
                if agrees and slots(x) != slots(y):
                    good[e] += 1
    return {e for e in seen if not good[e]}


def jsim(material: Material) -> tuple[list[Row], list[Difference]]:
    """How many states come out as deposited, and every other state with its reason."""
    pairs = list(rebuilt(material))
    outside = never_agreeing(pairs)
    rows: list[Row] = []
    differences: list[Difference] = []
    for pair in pairs:
        values = pair.found.states["Jsim"]
        mine: list[Difference] = []
        for i in np.flatnonzero(np.abs(values - pair.published) >= CLOSE).tolist():
            mine.append(Difference(pair.id, pair.found.units[i], float(pair.published[i]), float(values[i]), _reason(pair, i)))
        n, same = len(values), len(values) - len(mine)
        kinds = Counter("provisional" if "provisional" in d.why else "other" for d in mine)
        why = (f"{kinds['provisional']} of the other {n - same} states hold a provisional term whose deposited superclasses are not those that the score was made with "
               f"(the Merged ontology is not public), {kinds['other']} differ for another reason; the table deposited-states lists them")  # fmt: skip
        rows.append(Row(f"deposited/jsim/{pair.id}", "states with the deposited Jsim to 1e-6, from the deposited subsumers", n, same, why=why))
        rows.append(Row(f"deposited/jsim/{pair.id}/mean", "mean Jsim, from the deposited subsumers", round(float(pair.published.mean()), 6),
                        float(values.mean()), 1e-6, why=why))  # fmt: skip
        # States without an EQ on both sides are told apart from pairs of EQs that differ.
        known = ~np.isnan(pair.jsim_of_pairs)
        off = [p for p, agrees, there in zip(pair.statements, pair.agree.tolist(), known.tolist(), strict=True) if there and not agrees and slots(p[0]) and slots(p[1])]
        explained = sum(bool(provisional(x) | provisional(y)) and any(e in outside for e in (*slots(x), *slots(y))) for x, y in off)
        rows.append(Row(f"deposited/jsim/{pair.id}/proved", "differing pairs of EQs that hold a provisional expression which agrees with no deposited score", len(off), explained))
        differences += mine
    return rows, differences


def _reason(pair: Rebuilt, state: int) -> str:
    """Why a state differs: by the pairs of EQs in it that do."""
    ids: set[str] = set()
    rest = 0
    for k in np.flatnonzero((pair.found.pairs.unit == state) & ~pair.agree).tolist():
        x, y = pair.statements[k]
        held = provisional(x) | provisional(y)
        ids |= held
        rest += not held
    if ids and not rest:
        return "provisional: " + " ".join(sorted(ids))
    return "no pair of EQs differs" if not rest else "no provisional term"


def nic(material: Material) -> Iterator[Row]:
    """The deposited NIC is ``1 - ln k / ln T`` with whole k: lines of emitted subsumers, not annotations."""
    for group, gold, file in (("between-curators", False, "NR--WD_38484--AD_40674"), ("against-gold", True, "NR--WD_38484--GS_Dataset")):
        total = lines_behind([value for of in material.pairs(file, gold=gold).values() for *_, value in of])
        yield Row(f"deposited/nic/{group}/total", "lines of subsumers that the deposited NIC is a share of", None, total,
                  why="the only T for which every score is 1 - ln k / ln T with a whole k: far more than the annotations there are, so lines were counted and not annotations")  # fmt: skip
        place = material.folder / "published-scores" / group
        every = whole = 0
        for path in sorted(place.glob("PerEQ_*.tsv")):
            if group == "against-gold" and not path.stem.endswith("GS_Dataset"):
                continue
            for of in material.pairs(path.stem.removeprefix("PerEQ_"), gold=gold).values():
                counts = [math.exp((1 - value) * math.log(total)) for *_, value in of if value > 0]
                every += len(counts)
                whole += sum(abs(k - round(k)) < 1e-6 * k for k in counts)
        yield Row(f"deposited/nic/{group}/whole", "scores of pairs of EQs that are whole counts of lines", every, whole)


def lines_behind(scores: list[float]) -> int:
    """T, from the two smallest counts that occur: of the largest scores one is 1 - ln k / ln T for a small whole k; the T is taken that makes all counts whole."""
    distinct = sorted({1 - s for s in scores if 0 < s < 1})[:40]
    best, fit = 0, math.inf
    for k in range(2, 13):
        total = math.exp(math.log(k) / distinct[0])
        counts = [math.exp(x * math.log(total)) for x in distinct]
        off = max(abs(c - round(c)) / c for c in counts)
        if off < fit * 0.5:
            best, fit = round(total), off
    return best
