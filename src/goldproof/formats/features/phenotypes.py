"""Features of phenotypes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...model import NONE, And, Attributes, Corpus, Expression, Kind, Layer, Phenotype, Some, State, Term, Unit
from ..manchester import canonical_ids
from ..states import completed, derived, studies_of
from .feature import Feature, first, mapped


def on_phenotypes(corpus: Corpus, change: Callable[[Phenotype], Phenotype | None]) -> Corpus:
    def every(layer: Layer) -> Layer:
        judged = {unit: [p for p in map(change, found) if p is not None] for unit, found in layer.items()}
        return Layer.of(layer.name, layer.source, Kind.PHENOTYPES, judged)

    return mapped(corpus, Kind.PHENOTYPES, every)


def _feature(name: str, what: str, has: Callable[[Phenotype], object], change: Callable[[Phenotype], Phenotype | None]) -> Feature:
    def rows(layer: Layer) -> Iterator[int]:
        return (i for i, p in enumerate(layer.phenotypes.rows()) if has(p))

    return Feature(
        f"phenotype-{name}", what,
        lambda corpus: first(corpus, Kind.PHENOTYPES, lambda layer: [i for i in [next(rows(layer), None)] if i is not None]),
        lambda corpus: on_phenotypes(corpus, change),
    )  # fmt: skip


def _slots(p: Phenotype) -> tuple[Expression | None, ...]:
    return p.entity, p.quality, p.related


def _genus(e: Expression | None) -> Expression | None:
    """The first named class of a composed expression."""
    match e:
        case And(parts) if parts:
            return _genus(parts[0])
        case Some(_, filler):
            return _genus(filler)
        case Term():
            return e
        case _:
            return None


def _each(p: Phenotype, change: Callable[[Expression | None], Expression | None]) -> Phenotype:
    return replace(p, entity=change(p.entity), quality=change(p.quality), related=change(p.related))


def _canonical(e: Expression | None) -> Expression | None:
    return None if e is None else canonical_ids(e)


def _of(unit: Unit, study: str) -> bool:
    return isinstance(unit.content, State) and unit.content.study == study


def _several_studies(corpus: Corpus) -> str:
    studies = studies_of(corpus)
    return studies[1].id or "a study without a name" if len(studies) > 1 else ""


def _first_study(corpus: Corpus) -> Corpus:
    if not _several_studies(corpus):
        return corpus
    id = studies_of(corpus)[0].id
    kept = corpus.only(u.id for u in corpus.units if not isinstance(u.content, State) or _of(u, id))
    emptied = {layer.name for layer, old in zip(kept.layers, corpus.layers, strict=True) if old.units and not layer.units}
    studies = tuple(s for s in corpus.studies if s.id == id)
    return replace(kept.without_layers(*emptied), documents=corpus.documents, studies=studies)


def _planned(corpus: Corpus) -> dict[str, Unit]:
    """What units of states would be if they were made from their studies, by what they are called now (new ones after a NUL)."""
    new: dict[str, Unit] = {}
    taken = {u.id for u in corpus.units if not isinstance(u.content, State)}
    for study in studies_of(corpus):
        for old, unit in derived(corpus, study).items():
            id = unit.id
            # Two studies may have the same ids: a later one gets the study's name before them.
            while id in taken:
                id = f"{study.id or 'x'}/{id}"
            taken.add(id)
            new[f"\0{id}" if old.startswith("\0") else old] = replace(unit, id=id)
    return new


def _bare(unit: Unit) -> Unit:
    return replace(unit, attributes=NONE, language="")


def _own_states(corpus: Corpus) -> str:
    units = [u for u in corpus.units if isinstance(u.content, State)]
    planned = list(_planned(corpus).values())
    if list(map(_bare, units)) != list(map(_bare, planned)):
        return next((a.id for a, b in zip(units, planned, strict=False) if _bare(a) != _bare(b)), (units or planned)[-1].id)
    return next((s.id or "a study without a name" for s in corpus.studies if s.characters and completed(s, units) != s), "")


def _made_from_studies(corpus: Corpus) -> Corpus:
    """Units anew from the studies: every state a unit, in the order of the study, named by its number and symbol."""
    if not _own_states(corpus):
        return corpus
    new = _planned(corpus)
    units = (*(u for u in corpus.units if not isinstance(u.content, State)), *new.values())
    order = [u.id for u in units]

    def name(unit: str) -> str:
        return new[unit].id if unit in new else unit

    def renamed(layer: Layer) -> Layer:
        return replace(layer, units=tuple(map(name, layer.units))).only(order)

    return replace(
        corpus, units=units, layers=tuple(map(renamed, corpus.layers)),
        studies=tuple(completed(s, corpus.units) if s.characters else s for s in corpus.studies),
        splits={split: tuple(map(name, ids)) for split, ids in corpus.splits.items()},
    )  # fmt: skip


PHENOTYPES = (
    _feature("id-forms", "ids not written as CURIEs (UBERON_0001270, an OBO IRI; stripped: as CURIEs)",
             lambda p: any(e != _canonical(e) for e in _slots(p)), lambda p: _each(p, _canonical)),
    _feature("empty", "phenotypes without a term in any slot", lambda p: not any(_slots(p)),
             lambda p: p if any(_slots(p)) else None),
    _feature("composed", "slots composed of several terms (stripped: the genus)",
             lambda p: any(isinstance(e, And | Some) for e in _slots(p)), lambda p: _each(p, _genus)),
    _feature("related", "a related entity", lambda p: p.related is not None, lambda p: replace(p, related=None)),
    _feature("labels", "labels given beside the ids", lambda p: any(k.endswith(" label") for k in p.attributes),
             lambda p: replace(p, attributes=p.attributes.without(*(k for k in p.attributes if k.endswith(" label"))))),
    _feature("attributes", "counts, measurements, descriptions, notes, scores",
             lambda p: any(not k.endswith(" label") for k in p.attributes),
             lambda p: replace(p, attributes=Attributes({k: v for k, v in p.attributes.items() if k.endswith(" label")}))),
    _feature("unmatched", "text for which no term was found", lambda p: bool(p.unmatched),
             lambda p: replace(p, unmatched=NONE)),
    Feature("several-studies", "states of more than one study (stripped: the first study)", _several_studies, _first_study),
)  # fmt: skip

# After everything else: it makes units from studies, if they are still there.
STATES = (
    Feature("state-units", "units of states that are not simply all states of their study in its order (stripped: they are)",
            _own_states, _made_from_studies),
)  # fmt: skip
