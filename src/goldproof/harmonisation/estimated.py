"""What is most probably true, with each annotator's accuracy estimated from the layers themselves (see ``em``).

Mentions and phenotypes: each candidate (place and concept; EQ) is a question that everybody who judged its unit answered with yes or no; what is
probable by more than a half is kept, with its probability as ``confidence``; of mentions of one concept that overlap, the most probable. What nobody
saw is no candidate, so false alarms of an annotator count for more than they would if every possible place were asked about: accuracies are of
candidates. Ratings: the values are the answers. The accuracies stand in the settings of the layer's source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np

from ..model import Attributes, Kind, Mention, Phenotype, Rating
from .candidates import Candidates, Key, candidates, slots, values
from .centroid import _concept_pairs, _order, _together
from .em import Answers, Estimate, dawid_skene, mace
from .exact import Place, place_of
from .majority import EQ, spelled
from .rule import Ballot, Cast, Rule

Model = Callable[[Answers, int], Estimate]


def _voting(model: Model) -> Callable[[Ballot], Cast]:
    def vote(ballot: Ballot) -> Cast:
        if ballot.layers[0].kind is Kind.RATINGS:
            return _ratings(ballot, model)
        every = candidates(ballot.layers, ballot.units)
        judged = [i for i, unit in enumerate(ballot.units) if ballot.judged(unit)]
        if not len(every):
            return Cast({ballot.units[i]: () for i in judged})
        found = model(every.answers, 2)
        kept: dict[int, list[tuple[float, int]]] = {}
        for row in np.flatnonzero(found.posterior[:, 1] > 0.5).tolist():
            kept.setdefault(int(every.unit[row]), []).append((float(found.posterior[row, 1]), row))
        make = _mentions if ballot.layers[0].kind is Kind.MENTIONS else _phenotypes
        said = {ballot.units[i]: make(ballot, ballot.units[i], kept.get(i, []), every) for i in judged}
        return Cast(said, facts=_facts(found))

    return vote


def _facts(found: Estimate) -> dict[str, tuple[float, ...] | float]:
    return {"accuracies": tuple(round(a, 4) for a in found.accuracy.tolist())}


def _mentions(ballot: Ballot, unit: str, kept: list[tuple[float, int]], every: Candidates) -> list[Mention]:
    judged = ballot.judged(unit)
    out: list[Mention] = []
    for p, row in sorted(kept, key=lambda x: (-x[0], str(every.core[x[1]]))):
        place, key = cast(tuple[Place, Key], every.core[row])
        m = place_of(judged, place, key, ballot)
        same = [o for o in out if (o.concepts or o.label) == (m.concepts or m.label)]
        if not any(x.overlaps(y) for o in same for x in o.spans for y in m.spans):
            out.append(Mention(m.spans, m.concepts, m.label, attributes=m.attributes, confidence=round(p, 6)))
    if any(len(m.concepts) > 1 for said in judged.values() for m in said):
        sure = {(m.spans, c): m.confidence for m in out for c in m.concepts}
        joint = _together(out, _concept_pairs(ballot, unit), ballot.worth(list(judged)) / 2 + 1e-6)
        return [m if m.confidence is not None else Mention(m.spans, m.concepts, m.label, attributes=m.attributes,
                confidence=min(sure[m.spans, c] or 0 for c in m.concepts)) for m in joint]  # fmt: skip
    return sorted(out, key=_order)


def _phenotypes(ballot: Ballot, unit: str, kept: list[tuple[float, int]], every: Candidates) -> list[Phenotype]:
    judged = ballot.judged(unit)
    written = spelled(p for said in judged.values() for p in said)
    out = []
    for p, row in kept:
        eq = cast(EQ, every.core[row])
        votes = sum(eq in {slots(x) for x in said} for said in judged.values())
        out.append(Phenotype(written[eq[0]], written[eq[1]], written[eq[2]], Attributes(votes=votes, of=len(judged), confidence=round(p, 6))))
    return sorted(out, key=str)


def _ratings(ballot: Ballot, model: Model) -> Cast:
    known, answers = values(ballot.layers, ballot.units)
    # Numbered in their order: which answer is met first must not decide a tie.
    order = sorted(range(len(known)), key=lambda i: (isinstance(known[i], str), known[i]))
    place = np.zeros(len(known) + 1, np.int8)
    place[order] = np.arange(len(known))
    place[-1] = -1
    answers = place[answers]
    asked = (answers >= 0).any(axis=1)
    if not asked.any():
        return Cast({})
    found = model(answers[asked], max(len(known), 2))
    out: dict[str, list[Rating]] = {}
    for i, p in zip(np.flatnonzero(asked).tolist(), found.posterior, strict=True):
        best = int(p[: len(known)].argmax())
        votes, of = int((answers[i] == best).sum()), int((answers[i] >= 0).sum())
        out[ballot.units[i]] = [Rating(known[order[best]], attributes=Attributes(votes=votes, of=of, confidence=round(float(p[best]), 6)))]
    return Cast(out, facts=_facts(found))


_KINDS = frozenset({Kind.MENTIONS, Kind.PHENOTYPES, Kind.RATINGS})
DAWID_SKENE = Rule("dawid-skene", "most probable, by accuracies of each answer", _KINDS, (), _voting(dawid_skene), "Dawid & Skene 1979")
MACE = Rule("mace", "most probable, by competence", _KINDS, (), _voting(mace), "Hovy et al. 2013")
