"""The consistency review of Entity-Quality statements against their ontologies: what a curators' tool says while one works.

The rules are those of Phenex's panel (Balhoff et al. 2014, the tool of the Phenoscape curators), with three differences: a post-composed quality is
judged by the named classes it is directly and by what it denies (``shape and (complement_of some round)``), not passed over; a process
is any occurrent, not GO's biological process alone; and relations are looked at too. All need the quality ontology (PATO) and, for
processes, the entity's ontology.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..model import And, Corpus, Expression, Kind, Phenotype, Some, State, Term
from ..ontology import Misfit, Standing
from .finding import Level, Place, quoted
from .phenotypes import place, slots, stated
from .rule import Context, Found, rule
from .terms import Terms

RELATIONAL, ATTRIBUTES = "relational_slim", "attribute_slim"
EITHER_WAY = ("PATO:0000141", "PATO:0000140")
"""Structure and position: themselves with a related entity or without; size and everything below it too."""
SIZE = "PATO:0000117"
PROCESS_QUALITY = "PATO:0001236"
PROCESSES = ("GO:0008150", "BFO:0000015", "BFO:0000003", "UBERON:0000000")
"""Biological process, process, occurrent, Uberon's processual entity."""
_DENIAL = "complement_of"


@rule("phenotype-relational", "relational qualities (PATO's relational slim) without a related entity", Level.WARNING, needs="ontologies")
def relational(corpus: Corpus, context: Context) -> Found:
    if not context.terms.has_subset(RELATIONAL):
        return
    for layer, unit, number, phenotype in stated(corpus):
        if phenotype.related is None and "related" not in phenotype.unmatched:
            for id in _qualities(phenotype, context.terms):
                if context.terms.in_subset(id, RELATIONAL):
                    yield place(layer, unit, number), f"{_named(id, context)} relates two entities, and only one is there", "name the related entity"


@rule("phenotype-related", "related entities with a quality that is not relational", Level.WARNING, needs="ontologies")
def related(corpus: Corpus, context: Context) -> Found:
    terms = context.terms
    if not terms.has_subset(RELATIONAL):
        return
    for layer, unit, number, phenotype in stated(corpus):
        qualities = list(_qualities(phenotype, terms)) if phenotype.related is not None else []
        if qualities and not any(terms.in_subset(id, RELATIONAL) or terms.status(id).id in EITHER_WAY or terms.is_a(id, SIZE) for id in qualities):
            named = " and ".join(_named(id, context) for id in qualities)
            yield place(layer, unit, number), f"{named} is not relational, and there is a related entity", "choose a relational quality, or take the related entity away"


@rule("phenotype-process", "processes with qualities of objects, and objects with qualities of processes", Level.WARNING, needs="ontologies")
def process(corpus: Corpus, context: Context) -> Found:
    terms = context.terms
    for layer, unit, number, phenotype in stated(corpus):
        entities = [id for id in _direct(phenotype.entity) if terms.status(id).usable]
        qualities = list(_qualities(phenotype, terms))
        if not entities or not qualities:
            continue
        of_process = [id for id in qualities if terms.is_a(id, PROCESS_QUALITY)]
        processes = [id for id in entities if terms.is_a(id, *PROCESSES)]
        if processes and not of_process:
            yield place(layer, unit, number), f"{_named(processes[0], context)} is a process, {_named(qualities[0], context)} no quality of processes", "choose a process quality"
        elif of_process and not processes:
            yield place(layer, unit, number), f"{_named(of_process[0], context)} is a quality of processes, {_named(entities[0], context)} no process", "choose a quality of objects"


@rule("character-attributes", "characters whose states have qualities of more than one attribute", Level.NOTE, needs="ontologies")
def attributes(corpus: Corpus, context: Context) -> Found:
    terms = context.terms
    if not terms.has_subset(ATTRIBUTES):
        return
    for layer in corpus.of_kind(Kind.PHENOTYPES):
        characters: dict[tuple[str, str], dict[str, str]] = {}
        words: dict[tuple[str, str], str] = {}
        for unit, phenotypes in layer.items():
            content = corpus.unit(unit).content
            if isinstance(content, State):
                key = content.study, content.character
                words[key] = content.character_text
                for phenotype in phenotypes:
                    for id in _qualities(phenotype, terms):
                        characters.setdefault(key, {}).setdefault(id, unit)
        for key, qualities in characters.items():
            nearest = {id: context.terms.nearest_in(id, ATTRIBUTES) for id in qualities}
            if (apart := _apart(nearest, terms)) is not None:
                said = " but ".join(f"{_named(id, context)} is a {' or '.join(sorted(map(terms.label, nearest[id])))}" for id in apart)
                about = f" of {quoted(words[key])}" if words[key] else ""
                yield Place(layer.name, qualities[apart[1]], item=f"character {key[1]}"), f"the states{about} differ in attribute: {said}", "may be okay; are these one character?"


def _apart(nearest: dict[str, frozenset[str]], terms: Terms) -> tuple[str, str] | None:
    """Two qualities none of whose attributes is, or stands above, one of the other's."""
    known = [id for id, attributes in nearest.items() if attributes]
    for a, b in combinations(known, 2):
        if not any(terms.is_a(x, y) or terms.is_a(y, x) for x in nearest[a] for y in nearest[b]):
            return a, b
    return None


def _misfits(corpus: Corpus, context: Context, *kinds: str) -> Iterator[tuple[Place, Misfit]]:
    """Every place where an expression does not fit the ontologies in one of these ways."""
    for layer, unit, number, phenotype in stated(corpus):
        for slot, expression in slots(phenotype):
            for misfit in context.terms.misfits(expression):
                if misfit.kind in kinds:
                    yield place(layer, unit, number, slot), misfit


def _misfitting(corpus: Corpus, context: Context, *kinds: str) -> Found:
    for where, misfit in _misfits(corpus, context, *kinds):
        yield where, misfit.message, misfit.remedy


@rule("relation-unknown", "relations that none of the ontologies has: what they ask for was not checked", Level.NOTE, needs="ontologies")
def relation_unknown(corpus: Corpus, context: Context) -> Found:
    found: dict[tuple[str, str], list[Place]] = {}
    for where, misfit in _misfits(corpus, context, "relation-unknown"):
        found.setdefault((where.layer, misfit.id), []).append(where)
    for (_, name), places in found.items():
        yield places[0], f"no ontology here has the relation {name} ({len(places)} uses in this layer)", "give the ontology with --ontology, or correct the name"


@rule("relation-domain", "relations used outside their domain or range, as far as is known", Level.WARNING, needs="ontologies")
def relation_domain(corpus: Corpus, context: Context) -> Found:
    return _misfitting(corpus, context, "domain", "range")


@rule("relation-obsolete", "obsolete relations", Level.WARNING, needs="ontologies")
def relation_obsolete(corpus: Corpus, context: Context) -> Found:
    return _misfitting(corpus, context, "relation-obsolete")


@rule("relation-misplaced", "relations in the place of a class, classes in the place of a relation", Level.ERROR, needs="ontologies")
def relation_misplaced(corpus: Corpus, context: Context) -> Found:
    return _misfitting(corpus, context, "relation-as-term", "term-as-relation")


def _qualities(phenotype: Phenotype, terms: Terms) -> Iterator[str]:
    """The qualities that a phenotype is about and that the ontologies know."""
    for id in _direct(phenotype.quality):
        if terms.status(id).standing in (Standing.CURRENT, Standing.ALTERNATIVE):
            yield id


def _direct(expression: Expression | None) -> Iterator[str]:
    """The named classes that an expression is directly, and those that it denies."""
    match expression:
        case Term(id):
            yield id
        case And(parts):
            for part in parts:
                yield from _direct(part)
        case Some(relation, filler) if relation.endswith(_DENIAL):
            yield from _direct(filler)
        case _:
            return


def _named(id: str, context: Context) -> str:
    label = context.terms.label(id)
    return f"{id} ({label})" if label else id


