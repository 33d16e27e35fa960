"""goldproof similarity: how alike two sources of phenotypes are, or terms and sets of terms."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import format_option, json_option, say, show
from .place import corpus_of

if TYPE_CHECKING:
    from ..model import Layer
    from ..ontology import Ontology
    from ..ontology.similarity import Information, Subsumers

_STATE, _EQ, _SOURCE = "state", "eq", "source"
_IC = ("corpus", "seco", "zhou", "sanchez")
_PAIRS = ("jaccard", "resnik", "lin", "jiang-conrath", "in", "simgic")
_SETS = ("best-match-average", "average", "maximum", "simgic", "simui")


@click.command("similarity")
@click.argument("items", nargs=-1, metavar="A B | TERM TERM...")
@format_option
@click.option("--ontology", "ontologies", multiple=True, type=click.Path(), metavar="FILE", help="The ontology; may be repeated, several are taken together.")
@click.option("--subsumers", type=click.Path(), metavar="FILE", help="Superclasses from another reasoner instead: a line an expression, a tab, a superclass.")
@click.option("--corpus", "beside", multiple=True, type=click.Path(), metavar="SOURCE", help="Count these annotations too for information content; may be repeated.")
@click.option("--layer", default="", metavar="NAME", help="The layer of A (the source that is tested); needed if it has several.")
@click.option("--with", "other", default="", metavar="NAME", help="The layer of B (the reference); of A if no B is given.")
@click.option("--by", type=click.Choice([_SOURCE, _STATE, _EQ]), default=_SOURCE, show_default=True, help="Means over all states, a row a state, or a row a pair of EQs.")
@click.option("--part", type=click.Choice(["whole", "entity"]), default="whole", show_default=True, help="Whole EQs, or entities alone.")
@click.option("--mode", type=click.Choice(["paper", "deposited"]), default="paper", show_default=True, help="Incomplete EQs score 0, or what there is of them is compared.")
@click.option("--per", type=click.Choice(["annotations", "lines"]), default="annotations", show_default=True, help="What information content counts (lines: the deposited NIC).")
@click.option("--labels", type=click.Choice(["equations", "published"]), default="equations", show_default=True, help="What PP and PR are: equations 1 and 2, or exchanged as in the deposited files.")
@click.option("--empty", type=click.Choice(["0", "1"]), default="0", show_default=True, help="What a state is worth on which neither says anything.")
@click.option("--relation", "relations", multiple=True, metavar="OP", help="Reason over `OP some U` for this relation; those used in the EQs if not given. Terms: by is_a alone if not given.")
@click.option("--ic", type=click.Choice(_IC), default=None, help="Information content of terms: seco if not given, corpus if --corpus is.")
@click.option("--of", "between", type=click.Choice(_PAIRS), default="lin", show_default=True, help="Sets of terms: the similarity of two members.")
@json_option
def similarity_command(
    items: tuple[str, ...], format: str, ontologies: tuple[str, ...], subsumers: str | None, beside: tuple[str, ...], layer: str, other: str,
    by: str, part: str, mode: str, per: str, labels: str, empty: str, relations: tuple[str, ...], ic: str | None, between: str, as_json: bool,
) -> None:  # fmt: skip
    """How alike two sources of phenotypes are: A is tested, B is the reference. Or how alike terms are, each with each.

    \b
    goldproof similarity curator.tsv gold.tsv --ontology uberon.owl --ontology pato.owl
    goldproof similarity HP:0001250 HP:0002121 HP:0000707 --ontology hp.obo
    goldproof similarity HP:0001250,HP:0000707 HP:0002121 --ontology hp.obo     sets of terms

    Jsim and In of a state are those of its best pair of EQs; PP and PR are equations 1 and 2 of Dahdul et al. 2018. Information content is
    measured on A, B and what --corpus names.
    """
    if not ontologies and subsumers is None:
        raise click.UsageError("which ontology? Give --ontology FILE, or --subsumers FILE with the superclasses")
    if items and all(map(_is_terms, items)):
        rows = _terms(items, ontologies, subsumers, beside, relations, ic, between, format)
    elif len(items) == 2 or (len(items) == 1 and layer and other):
        rows = _sources(items, ontologies, subsumers, beside, layer, other, by, part, mode, per, labels, float(empty), relations, format)
    else:
        raise click.UsageError("name two sources, one source and two of its layers with --layer and --with, or two or more terms")
    show(rows, as_json=as_json)


def _is_terms(item: str) -> bool:
    from ..model.curie import curie, is_curie

    return not Path(item).exists() and all(is_curie(curie(id)) for id in item.split(","))


def _opened(files: tuple[str, ...]) -> list[Ontology]:
    from ..ontology import Ontology

    found = [Ontology(file) for file in files]
    for ontology, file in zip(found, files, strict=True):
        for warning in ontology.warnings[:3]:
            say(f"{file}: {warning}")
    return found


def _asked(opened: list[Ontology], lists: str | None, relations: tuple[str, ...]) -> Subsumers:
    from ..ontology.similarity import reasoned
    from ..ontology.similarity.lists import listed

    return listed(lists) if lists is not None else reasoned(opened, relations)


def _layer(place: str, name: str, format: str) -> Layer:
    """The only layer of phenotypes of a source, or the one that is named."""
    from ..errors import BadInput
    from ..model import Kind

    corpus = corpus_of(place, format=format)
    if name:
        return corpus.layer(name)
    layers = corpus.of_kind(Kind.PHENOTYPES)
    if len(layers) != 1:
        have = ", ".join(la.name for la in layers)
        raise BadInput(f"{len(layers)} layers of phenotypes" if layers else "no layer of phenotypes", where=place,
                       remedy=f"name one with --layer or --with: {have}" if layers else "similarity is of phenotypes, or of terms: TERM TERM")  # fmt: skip
    return layers[0]


def _sources(
    items: tuple[str, ...], files: tuple[str, ...], lists: str | None, beside: tuple[str, ...], layer: str, other: str, by: str, part: str, mode: str,
    per: str, labels: str, empty: float, relations: tuple[str, ...], format: str,
) -> list[dict[str, Any]]:  # fmt: skip
    from ..model import Kind
    from ..ontology.similarity import Frequency, Profiles, compare, phenotypes_of, relations_in

    test, ref = _layer(items[0], layer, format), _layer(items[-1], other, format)
    if test.name == ref.name:
        test, ref = test.called(Path(items[0]).stem), ref.called(Path(items[-1]).stem)
    corpus = [test, ref, *(la for place in beside for la in corpus_of(place, format=format).of_kind(Kind.PHENOTYPES))]
    used = relations or relations_in(e for la in corpus for e in la.phenotypes.expressions)
    opened = _opened(files)
    profiles = Profiles(_asked(opened, lists, used), mode=mode, part=part)
    frequency = Frequency(profiles, phenotypes_of(corpus), per=per)
    found = compare(test, ref, profiles, frequency, empty=empty, labels=labels)
    _say_unknown(opened, [test, ref])
    facts = [("part", part), ("mode", mode), ("empty", f"{empty:g}"), ("ontology", _versions(opened, lists)), ("corpus", f"{frequency.annotations} annotations"), ("per", per)]
    facts += [("labels", labels)] if labels != "equations" else []
    say(f"{test.name} tested against {ref.name}: {len(found.units)} states, {len(found.jsim)} pairs of EQs")
    if by == _EQ:
        return [dict(row) for row in found.pair_rows()]
    if by == _STATE:
        return [dict(row) for row in found.state_rows()]
    return [dict(mean.row((*facts, ("of", f"{test.name} ~ {ref.name}")))) for mean in found.means()]


def _versions(opened: list[Ontology], lists: str | None) -> str:
    return lists or " + ".join(ontology.version or ontology.name for ontology in opened)


def _say_unknown(opened: list[Ontology], layers: list[Layer]) -> None:
    """Terms that stand alone because nobody declares them: a word to the user, since they lower every similarity."""
    from ..model.expression import terms

    used = {id for la in layers for e in la.phenotypes.expressions for id in terms(e)} if opened else set()
    unknown = sorted(id for id in used if not any(id in ontology for ontology in opened))
    if unknown:
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        say(f"{len(unknown)} of {len(used)} terms are in none of the ontologies and have no superclasses: {', '.join(unknown[:5])}{more}")


def _terms(
    items: tuple[str, ...], files: tuple[str, ...], lists: str | None, beside: tuple[str, ...], relations: tuple[str, ...], ic: str | None, between: str, format: str
) -> list[dict[str, Any]]:
    from ..model.curie import curie
    from ..ontology.similarity import Terms, Told

    if len(items) < 2:
        raise click.UsageError("one term: name two or more, or sets of terms with commas between")
    sets = [tuple(curie(id) for id in item.split(",")) for item in items]
    opened = _opened(files)
    if len(opened) > 1:
        opened = [_together(files)]
    subsumers = Told(opened[0]) if opened and not relations and lists is None else _asked(opened, lists, relations)
    terms = Terms(subsumers, _information(ic or ("corpus" if beside else "seco"), opened, subsumers, beside, format))
    for id in dict.fromkeys(id for members in sets for id in members):
        if opened:
            opened[0][id]  # an unknown one is refused, by its name
    if all(len(members) == 1 for members in sets):
        return [_pair(terms, opened, a, b) for (a,), (b,) in combinations(sets, 2)]
    rows = []
    for a, b in combinations(sets, 2):
        row: dict[str, Any] = {"a": ",".join(a), "b": ",".join(b), **{name: terms.of_sets(a, b, name, between) for name in _SETS}}
        row["undefined_because"] = terms.why(*a, *b) if any(value is None for value in row.values()) else ""
        rows.append(row)
    return rows


def _pair(terms: Any, opened: list[Ontology], a: str, b: str) -> dict[str, Any]:
    row: dict[str, Any] = {"a": a, "b": b, **{name: terms.similarity(a, b, name) for name in _PAIRS}}
    row["undefined_because"] = terms.why(a, b) if any(value is None for value in row.values()) else ""
    best = terms.best_common(a, b)
    label = opened[0].label(best) if best is not None and opened else ""
    return {**row, "best_common": f"{best} {label}".strip() if best is not None else ""}


def _together(files: tuple[str, ...]) -> Ontology:
    from ..ontology import Ontology

    return Ontology(*files)


def _information(ic: str, opened: list[Ontology], subsumers: Subsumers, beside: tuple[str, ...], format: str) -> Information | None:
    from ..model import Kind
    from ..model.expression import terms
    from ..ontology.similarity import STRUCTURAL, from_annotations

    if ic != "corpus":
        if beside:
            raise click.UsageError(f"--ic {ic} is from structure: it takes no --corpus")
        return STRUCTURAL[ic](opened[0]) if opened else None
    if not beside:
        raise click.UsageError("--ic corpus needs annotations: give --corpus SOURCE")
    said: list[str] = []
    for place in beside:
        corpus = corpus_of(place, format=format)
        for layer in corpus.of_kind(Kind.MENTIONS):
            said += [id for _, found in layer.items() for mention in found for id in mention.concepts]
        for layer in corpus.of_kind(Kind.PHENOTYPES):
            said += [id for _, found in layer.items() for p in found for e in (p.entity, p.quality, p.related) if e is not None for id in terms(e)]
    return from_annotations(subsumers, said)
