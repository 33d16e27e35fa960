"""Several recognisers as one: by a rule of harmonisation, or by what training data say of each; with a confidence that is a probability.

- *vote*, untrained: what most of them have. Trained: every candidate (place and concept) gets the probability that it is right, from who says it, who says something
  near it, where it stands and by which rule it was found (:mod:`.evidence`); kept is what reaches the threshold that gave the best F1.
- *centroid(a,b)* or any other rule of :func:`goldproof.harmonise`: trained, each member's vote weighs as much as its F1, and the thresholds are those that gave the
  best F1; what comes out gets its probability likewise.

An ensemble of one is that recogniser with a calibrated confidence. Thresholds and figures come from candidates whose documents the coefficients were not
learnt on (folds of whole documents); nothing else of the training data is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..annotators import Recogniser
from ..annotators.opening import annotator
from ..contracts import Annotator
from ..errors import BadInput
from ..formats.files import read_text, replacing
from ..model import Attributes, Corpus, Kind, Layer, Maker, Mention, Passage, Source
from ..ontology import Ontology
from ..version import __version__
from .candidates import keys
from .evidence import Evidence, core_of, evidence, names_of
from .harmonise import harmonise
from .logistic import brier, calibration_error, fitted, probability

FORMAT = 1
FOLDS = 5
VOTE = "vote"
RULES = ("name", "derivation", "learnt", "ellipsis", "extension", "coordination", "abbreviation", "inversion", "non-canonical", "misspelling")
"""Rules by which our own recogniser finds; of others nothing is known."""
_OWN = ("rule", "name", "votes", "of", "exact")
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
NO_FIGURES: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Member:
    """A recogniser, what it is called among the others, and the words it was made of (empty for one that was given as an object)."""

    name: str
    annotator: Annotator
    spec: str = ""

    @staticmethod
    def of(spec: str, name: str = "") -> Member:
        """From ``concepts:hp.obo``, or ``concepts:hp.obo?preset=ncbo&nesting=all``."""
        plain, _, settings = spec.partition("?")
        options = dict(part.partition("=")[::2] for part in settings.split("&") if part)
        made = annotator(plain, options)
        return Member(name or made.name, made, spec)


@dataclass(frozen=True)
class Learnt:
    """What training gave: coefficients over the columns ``names`` of the evidence, the threshold, and the figures out of fold."""

    names: tuple[str, ...]
    coefficients: tuple[float, ...]
    threshold: float
    figures: Mapping[str, Any] = field(default_factory=lambda: NO_FIGURES)


@dataclass(frozen=True)
class Ensemble:
    """An annotator. Make one with :func:`goldproof.ensemble`."""

    members: tuple[Member, ...]
    rule: str = VOTE
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    learnt: Learnt | None = None
    name: str = "ensemble"
    jobs: int = 1

    def __post_init__(self) -> None:
        if not self.members:
            raise BadInput("an ensemble of nobody", remedy="name recognisers, as ensemble:concepts:hp.obo+concepts:hp.obo?preset=ncbo")

    @property
    def source(self) -> Source:
        settings = Attributes(rule=self.rule, members=tuple(m.name for m in self.members), trained=self.learnt is not None)
        return Source(self.name, Maker.SYSTEM, version=__version__, settings=settings)

    def annotate(self, corpus: Corpus, /, *, threshold: float | None = None) -> Layer:
        """Its mentions of every passage. A ``threshold`` of 0 keeps every candidate, with its confidence."""
        layers = self.layers(corpus)
        if self.rule == VOTE and self.learnt is None:
            return replace(self._harmonised(layers, corpus, "majority"), source=self.source)
        texts = texts_of(corpus)
        if self.rule == VOTE:
            found = evidence(layers, texts, RULES)
            assert self.learnt is not None
            p = probability(np.array(self.learnt.coefficients), found.features)
            return self._layer(texts, found, p, self.learnt.threshold if threshold is None else threshold)
        made = self._harmonised(layers, corpus, self.rule)
        if self.learnt is None:
            return replace(made, source=self.source)
        sure = self._sure(self.learnt.coefficients, layers, made, texts)
        out = {u: [replace(m, confidence=round(next(sure), 4)) for m in made.get(u) or ()] for u in texts}
        return Layer.of(self.name, self.source, made.kind, out)

    def layers(self, corpus: Corpus) -> list[Layer]:
        """What each member says, under its name."""
        return [
            (m.annotator.annotate(corpus, jobs=self.jobs, explain=True) if isinstance(m.annotator, Recogniser) else m.annotator.annotate(corpus)).called(m.name)
            for m in self.members
        ]  # fmt: skip

    def _harmonised(self, layers: Sequence[Layer], corpus: Corpus, rule: str) -> Layer:
        return harmonise([_bare(la) for la in layers], rule, corpus=corpus, name=self.name, weights=self.weights or None)

    def _sure(self, coefficients: Sequence[float], layers: Sequence[Layer], made: Layer, texts: Mapping[str, str]) -> Any:
        """The probability of each mention of a harmonised layer, in order: the evidence of the layers for its place, its own layer left out."""
        found = _evidence_for(layers, made, texts)
        return iter(probability(np.array(coefficients), found).tolist())

    def _layer(self, texts: Mapping[str, str], found: Evidence, p: Floats, threshold: float) -> Layer:
        said: dict[str, list[Mention]] = {u: [] for u in texts}
        units = list(texts)
        for i in np.flatnonzero(p >= threshold).tolist():
            m = found.said[i]
            (is_concept, key) = found.core[i][1]  # type: ignore[index]
            attributes = Attributes({k: v for k, v in m.attributes.items() if k not in _OWN})
            said[units[int(found.unit[i])]].append(
                Mention(m.spans, (key,) if is_concept else (), "" if is_concept else key, attributes=attributes, confidence=round(float(p[i]), 4))
            )
        for mentions in said.values():
            mentions.sort(key=lambda m: (m.start, -m.end, m.concepts))
        return Layer.of(self.name, self.source, Kind.MENTIONS, said)

    def trained(self, corpus: Corpus, gold: Layer | str, *, follow: Ontology | None = None, seed: int = 7, folds: int = FOLDS) -> Ensemble:
        """The same with what the gold layer of a corpus teaches, on the units that it judged. Gold ids are followed to those of an ontology, if one is given."""
        gold = corpus.layer(gold) if isinstance(gold, str) else gold
        if follow is not None:
            gold = _followed(gold, follow)
        corpus, texts = _judged(corpus, gold)
        layers = self.layers(corpus)
        fold = _folds(corpus, texts, folds, seed)
        right = {(n, core_of(m, key)) for n, u in enumerate(texts) for m in gold.get(u) or () for key in keys(m)}
        if not right:
            raise BadInput("the gold layer has no mentions of these units to learn from", where=gold.name)
        weights = {m.name: max(_f1_of(la, right, texts), 1e-6) for m, la in zip(self.members, layers, strict=True)}
        base = replace(self, weights=weights)
        if self.rule == VOTE:
            found = evidence(layers, texts, RULES)
            features, unit = found.features, found.unit
            truth = np.array([(int(u), c) in right for u, c in zip(unit.tolist(), found.core, strict=True)], bool)
            rule = VOTE
        else:
            rule = _best_rule(self.rule, len(self.members), lambda r: _f1_of(base._harmonised(layers, corpus, r), right, texts))
            made = base._harmonised(layers, corpus, rule)
            features = _evidence_for(layers, made, texts)
            pairs = [(n, m) for n, u in enumerate(texts) for m in made.get(u) or ()]
            unit = np.array([n for n, _ in pairs], np.int64)
            truth = np.array([any((n, core_of(m, key)) in right for key in keys(m)) for n, m in pairs], bool)
        if not len(truth):
            raise BadInput("no member finds anything in the training data", where=gold.name)
        p = np.zeros(len(truth))
        for f in range(folds):
            test = fold[unit] == f
            if test.any():
                p[test] = probability(fitted(features[~test], truth[~test]), features[test])
        threshold, best = _threshold(p, truth, len(right)) if rule == VOTE else (0.0, _scores(int(truth.sum()), len(truth), len(right)))
        figures = {
            "out of fold": {**best, "brier": round(brier(p, truth), 4), "calibration error": round(calibration_error(p, truth), 4)}, "folds": folds, "seed": seed,
            "units": len(texts), "candidates": len(truth), "gold": len(right), "members": {name: round(f, 4) for name, f in weights.items()}, "layer": gold.name,
        }  # fmt: skip
        learnt = Learnt(names_of([m.name for m in self.members], RULES), tuple(fitted(features, truth).tolist()), threshold, figures)
        return replace(base, rule=rule, learnt=learnt)

    def save(self, path: str | Path, *, force: bool = False) -> None:
        """To a file that ``ensemble:FILE`` and :func:`goldproof.ensemble` read: JSON, the members by their words."""
        nameless = [m.name for m in self.members if not m.spec]
        if nameless:
            raise BadInput(f"{nameless[0]} was given as an object, not by words", where=path, remedy="make the ensemble of words such as concepts:hp.obo")
        contents: dict[str, Any] = {
            "goldproof": "ensemble", "format": FORMAT, "version": __version__, "rule": self.rule, "members": [{"name": m.name, "with": m.spec} for m in self.members],
            "weights": dict(self.weights),
        }  # fmt: skip
        if self.learnt is not None:
            contents["learnt"] = {
                "threshold": self.learnt.threshold, "constant": self.learnt.coefficients[0],
                "coefficients": dict(zip(self.learnt.names, self.learnt.coefficients[1:], strict=True)), "figures": dict(self.learnt.figures),
            }  # fmt: skip
        with replacing(Path(path), force=force) as fresh:
            fresh.write_text(json.dumps(contents, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def ensemble(members: str | Path | Iterable[str | Annotator | Member], rule: str = VOTE, *, name: str = "ensemble", jobs: int = 1) -> Ensemble:
    """Several recognisers as one: their words (``concepts:hp.obo``, ``concepts:hp.obo?preset=ncbo``), or the recognisers; or the file of an ensemble that was kept.

    ``rule`` is *vote*, or one that :func:`goldproof.harmonise` knows, as *centroid(2,2)*. :meth:`Ensemble.trained` learns weights, threshold and a
    calibrated confidence.

    >>> both = gp.ensemble(["concepts:hp.obo", "concepts:hp.obo?preset=biolark"]).trained(corpus, "gold")      # doctest: +SKIP
    """
    if isinstance(members, (str, Path)):
        return replace(_read(Path(members)), name=name, jobs=jobs)
    made = [m if isinstance(m, Member) else Member.of(m) if isinstance(m, str) else Member(m.name, m) for m in members]
    taken: set[str] = set()
    for i, m in enumerate(made):
        fresh = m.name if m.name not in taken else next(f"{m.name}-{n}" for n in range(2, len(made) + 2) if f"{m.name}-{n}" not in taken)
        taken.add(fresh)
        made[i] = replace(m, name=fresh)
    return Ensemble(tuple(made), rule, name=name, jobs=jobs)


def _read(path: Path) -> Ensemble:
    try:
        c = json.loads(read_text(path, empty=False))
        if c.get("goldproof") != "ensemble" or c["format"] > FORMAT:
            raise KeyError("goldproof")
        members = tuple(Member.of(str(m["with"]), str(m.get("name", ""))) for m in c["members"])
        learnt = None
        if "learnt" in c:
            told = c["learnt"]
            names = names_of([m.name for m in members], RULES)
            learnt = Learnt(names, (float(told["constant"]), *(float(told["coefficients"][n]) for n in names)), float(told["threshold"]), told.get("figures", {}))
        return Ensemble(members, str(c["rule"]), {str(k): float(v) for k, v in c.get("weights", {}).items()}, learnt)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"not the file of an ensemble ({type(error).__name__} {error})", where=path, remedy="make it with goldproof ensemble") from None


def texts_of(corpus: Corpus) -> dict[str, str]:
    """The passages of a corpus, each with its document's whole text: places are places in that."""
    return {u.id: corpus.text_of(u.id).text for u in corpus.units if isinstance(u.content, Passage)}


def _followed(gold: Layer, ontology: Ontology) -> Layer:
    now = {c: ontology.status(c).id or c for _, ms in gold.items() for m in ms for c in m.concepts}
    said = {u: [replace(m, concepts=tuple(dict.fromkeys(now[c] for c in m.concepts))) for m in ms] for u, ms in gold.items()}
    return Layer.of(gold.name, gold.source, gold.kind, said)


def _judged(corpus: Corpus, gold: Layer) -> tuple[Corpus, dict[str, str]]:
    units = [u for u in corpus.units if isinstance(u.content, Passage) and u.id in gold]
    if not units:
        raise BadInput("the gold layer judged no passage of the corpus", where=gold.name)
    corpus = corpus.only(u.id for u in units) if len(units) < len(corpus.units) else corpus
    return corpus, texts_of(corpus)


def _folds(corpus: Corpus, texts: Mapping[str, str], folds: int, seed: int) -> NDArray[np.int64]:
    """The fold of each unit: whole documents, dealt out at random."""
    of = [corpus.text_of(u).id for u in texts]
    known = sorted(set(of))
    if len(known) < folds:
        raise BadInput(f"{len(known)} documents are too few for {folds} folds")
    dealt = dict(zip(known, np.random.default_rng(seed).permutation(len(known)) % folds, strict=True))
    return np.array([dealt[d] for d in of], np.int64)


def _bare(layer: Layer) -> Layer:
    """Without what a recogniser says of its rules, which nobody votes on."""
    said = {u: [replace(m, attributes=Attributes({k: v for k, v in m.attributes.items() if k not in _OWN})) for m in ms] for u, ms in layer.items()}
    return Layer.of(layer.name, layer.source, layer.kind, said)


def _evidence_for(layers: Sequence[Layer], made: Layer, texts: Mapping[str, str]) -> Floats:
    """The evidence for each mention of a layer, a row a mention: the layers' own, as if the layer were a member whom nobody asks."""
    found = evidence([*layers, made], texts, RULES)
    at = {(int(u), c): i for i, (u, c) in enumerate(zip(found.unit.tolist(), found.core, strict=True))}
    rows = [at[n, core_of(m, keys(m)[0])] for n, u in enumerate(texts) for m in made.get(u) or ()]
    width = len(names_of(["x"], ())) - len(names_of([], ()))
    mine = len(layers) * width
    return np.delete(found.features[rows], slice(mine, mine + width), axis=1)


def _f1_of(layer: Layer, right: set[Any], texts: Mapping[str, str]) -> float:
    said = {(n, core_of(m, key)) for n, u in enumerate(texts) for m in layer.get(u) or () for key in keys(m)}
    return _scores(len(said & right), len(said), len(right))["F1"]


def _scores(hits: int, said: int, gold: int) -> dict[str, float]:
    return {"P": round(hits / said, 4) if said else 0.0, "R": round(hits / gold, 4) if gold else 0.0, "F1": round(2 * hits / (said + gold), 4) if said + gold else 0.0}


def _threshold(p: Floats, truth: Flags, gold: int) -> tuple[float, dict[str, float]]:
    """The threshold with the best F1, half way to the next lower probability; and that F1."""
    order = np.argsort(-p, kind="stable")
    hits = np.cumsum(truth[order])
    said = np.arange(1, len(order) + 1)
    ends = np.append(p[order][1:] < p[order][:-1], True)
    f1 = np.where(ends, 2 * hits / (said + gold), -1)
    k = int(np.argmax(f1))
    lower = float(p[order][k + 1]) if k + 1 < len(order) else 0.0
    return round((float(p[order][k]) + lower) / 2, 6), _scores(int(hits[k]), k + 1, gold)


def _best_rule(rule: str, members: int, f1: Callable[[str], float]) -> str:
    """The thresholds of a centroid that give the best F1; any other rule as it is."""
    if not rule.startswith("centroid"):
        return rule
    steps = [x / 2 for x in range(1, 2 * members + 1)]
    tried = [f"centroid({a:g},{b:g})" for a in steps for b in steps if b <= a]
    return max(tried, key=lambda r: (f1(r), r))


class Ensembles:
    """Behind the door of annotators: ``ensemble:FILE``, or ``ensemble:ONE+OTHER`` and ``ensemble:RULE:ONE+OTHER``."""

    name = "ensemble"

    def annotate(self, corpus: Corpus, /) -> Layer:
        raise BadInput("an ensemble of what?", remedy="write ensemble:concepts:hp.obo+concepts:hp.obo?preset=ncbo, or ensemble:FILE")

    def of(self, argument: str, options: Mapping[str, Any], /) -> Ensemble:
        if options:
            raise BadInput("an ensemble takes its settings member by member", where=argument, remedy="write them behind a question mark: concepts:hp.obo?preset=ncbo")
        if Path(argument).is_file():
            return ensemble(Path(argument))
        first, colon, rest = argument.partition(":")
        by_rule = colon and (first == VOTE or first.split("(")[0] in ("centroid", "majority", "dawid-skene", "mace", "unanimous"))
        return ensemble((rest if by_rule else argument).split("+"), first if by_rule else VOTE)


ENSEMBLES = Ensembles()
