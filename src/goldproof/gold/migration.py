"""A gold standard under a newer ontology: what could be followed, what somebody must decide, what to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import NotFound
from ..model import Corpus, Kind, Layer
from ..model.curie import curie
from ..model.expression import relations, terms
from ..ontology import Ontology, merge_ontologies
from ..ontology.changes import Change, Fate, changes
from ..ontology.expressions import spoken, write_expression
from .rewriting import Effect, Words, rewritten
from .rulings import DROP, KEEP, Ruling, rulings_in


@dataclass(frozen=True, slots=True)
class Step:
    """One term of the gold standard that the newer ontology has changed.

    ``uses`` counts its places in all layers; ``done`` says what was written in its place ("HP:2", "keep", "drop"), empty if nothing was;
    ``units`` are the units for which it was decided apart.
    """

    change: Change
    uses: int
    done: str = ""
    reason: str = ""
    units: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """ "applied", "decided" by a person, "open" (to decide), or "note" (to know)."""
        if self.reason or (self.done and not self.change.fate.followed):
            return "decided"
        if self.done:
            return "applied"
        return "open" if self.change.fate.open else "note"


@dataclass(frozen=True)
class Migration:
    """The corpus under the newer ontology, and every step on the way there."""

    corpus: Corpus
    steps: tuple[Step, ...]
    terms: int
    unchanged: int
    elsewhere: int
    effect: Effect

    @property
    def applied(self) -> tuple[Step, ...]:
        return tuple(s for s in self.steps if s.status in ("applied", "decided"))

    @property
    def open(self) -> tuple[Step, ...]:
        """What somebody must decide."""
        return tuple(s for s in self.steps if s.status == "open")

    @property
    def notes(self) -> tuple[Step, ...]:
        """What has another name, or another place, and stays."""
        return tuple(s for s in self.steps if s.status == "note")

    def rows(self) -> list[dict[str, Any]]:
        """A row a step, as :func:`rulings_in` reads it back."""
        return [
            {"status": s.status, "fate": s.change.fate.value, "id": s.change.id, "label": s.change.label, "uses": s.uses, "unit": "",
             "to": s.done, "options": " ".join(s.change.options), "why": s.change.why, "decision": s.done if s.status == "decided" else "", "reason": s.reason}
            for s in self.steps
        ]  # fmt: skip


def migrate(
    corpus: Corpus,
    to: Ontology | str | Path,
    *,
    since: Ontology | str | Path | None = None,
    rulings: Iterable[Ruling] | str | Path = (),
) -> Migration:
    """The mentions and phenotypes of a corpus under a newer ontology.

    What the new ontology says has been merged or replaced is followed. What it has split, made obsolete without a replacement, or does not know stays as it
    is and is listed as open, unless ``rulings`` (or a file of them) decide. With the ontology it was made with (``since``), terms that were renamed or moved
    are listed too; they stay. Ids that neither ontology is about are not touched.

    >>> gp.migrate(gold, "hp-2025.obo", since="hp-2014.obo").open              # doctest: +SKIP
    """
    new = to if isinstance(to, Ontology) else Ontology(to)
    old = since if isinstance(since, Ontology) or since is None else Ontology(since)
    decided = _by_id(rulings_in(rulings) if isinstance(rulings, (str, Path)) else rulings)
    uses = _uses(corpus)
    found = {id: changes(id, new, old) for id in uses}
    _sound(decided, uses, new)
    steps = tuple(_step(change, uses[id], decided.get(id, {})) for id, several in found.items() for change in several)
    steps = tuple(sorted(steps, key=lambda s: (_ORDER[s.status], list(Fate).index(s.change.fate), -s.uses, s.change.id)))
    follow = {s.change.id: s.done for s in steps if s.done}
    effect = Effect()

    def use(unit: str, id: str) -> str | None:
        key = curie(id)
        ruling = decided.get(key, {}).get(unit) or decided.get(key, {}).get("")
        done = ruling.decision if ruling is not None else follow.get(key, KEEP)
        return None if done == DROP else id if done == KEEP else done

    names = merge_ontologies(new, old) if old is not None and any(s.done == DROP for s in steps) else new

    words = Words(partial(write_expression, ontology=new), partial(spoken, ontology=names))
    layers = tuple(_versioned(rewritten(layer, use, effect, words), new) for layer in corpus.layers)
    moved = {id for id, several in found.items() if several}
    elsewhere = sum(1 for id in uses if id not in moved and id not in new and not new.relation(id))
    return Migration(replace(corpus, layers=layers), steps, len(uses), len(uses) - len(moved) - elsewhere, elsewhere, effect)


_ORDER = {"open": 0, "decided": 1, "applied": 2, "note": 3}


def _step(change: Change, uses: int, decided: dict[str, Ruling]) -> Step:
    everywhere = decided.get("")
    units = tuple(sorted(u for u in decided if u))
    if everywhere is not None:
        return Step(change, uses, everywhere.decision, everywhere.reason or "decided", units)
    return Step(change, uses, change.to if change.fate.followed else "", "", units)


def _by_id(rulings: Iterable[Ruling]) -> dict[str, dict[str, Ruling]]:
    found: dict[str, dict[str, Ruling]] = {}
    for ruling in rulings:
        found.setdefault(curie(ruling.id), {})[ruling.unit] = ruling
    return found


def _sound(decided: dict[str, dict[str, Ruling]], uses: Counter[str], new: Ontology) -> None:
    for id, by_unit in decided.items():
        if id not in uses:
            raise NotFound(f"a decision about {id}, which the corpus does not use", remedy="take the row away")
        for ruling in by_unit.values():
            if ruling.decision not in (KEEP, DROP) and not new.status(ruling.decision).usable and not new.relation(ruling.decision):
                raise NotFound(f"{id} is to become {ruling.decision}, which the new ontology does not have as a current term", where=new.name)


def _uses(corpus: Corpus) -> Counter[str]:
    """How often every id stands in the mentions and phenotypes, terms and relations, in the order of the first use."""
    found: Counter[str] = Counter()
    for layer in corpus.layers:
        if layer.kind == Kind.MENTIONS:
            columns = layer.mentions
            found.update(curie(columns.names[n]) for n in columns.concepts.tolist())
        elif layer.kind == Kind.PHENOTYPES:
            found.update(curie(id) for id in _in_phenotypes(layer))
    found.pop("", None)
    return found


def _in_phenotypes(layer: Layer) -> Iterator[str]:
    columns = layer.phenotypes
    ids = [(*terms(e), *relations(e)) for e in columns.expressions]
    for numbers in (columns.entity, columns.quality, columns.related):
        for number in numbers.tolist():
            yield from ids[number] if number >= 0 else ()


def _versioned(layer: Layer, new: Ontology) -> Layer:
    """A layer that names its ontology names the new one."""
    return layer.by(ontology=new.version or new.name) if layer.source.ontology and layer.kind in (Kind.MENTIONS, Kind.PHENOTYPES) else layer
