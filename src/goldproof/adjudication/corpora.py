"""What differs between two corpora, or two layers, unit by unit: as a diff, but of judgements, and with the causes.

What makes two judgements differ, and why, is the business of this room (:func:`.differences.pairing`); here all of two corpora is compared, and everything that
is said counts, also what an adjudicator is not asked about (notes, confidences).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BadInput
from ..model import Corpus, Kind, Layer
from ..model.plain import plain_rows, unit_plain
from ..ontology import Ontology
from ..project.events import canonical
from ..project.words import source_text, words
from .cause import Cause
from .differences import Pairing, pairing


@dataclass(frozen=True, slots=True)
class Change:
    """``what`` is a document, unit, layer, fact or judgement; ``a`` and ``b`` are the lines that only that side has.

    ``causes`` are those of a unit that both sides judged, ``b`` taken as the proposal: "missed" is what only b has.
    """

    what: str
    id: str
    layer: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    causes: tuple[Cause, ...] = ()


def compare(
    a: Corpus, b: Corpus, *, layer: str = "", other: str = "", exact: bool = False, ontology: Ontology | None = None
) -> Iterator[Change]:
    """All differences. Ids of mentions, and the order of mentions and phenotypes of a unit, count only if ``exact``.

    ``layer`` of a is compared with ``other`` of b (the same name if not given); without ``layer`` all layers are,
    paired by name, or by kind where each side has one of that kind left. ``ontology`` tells concepts above and below from others.
    """
    yield from _materials(a, b)
    if exact:
        yield from _facts(a, b)
    pairs = [(a.layer(layer), b.layer(other or layer))] if layer else list(_pairs(a.layers, b.layers))
    for one, two in pairs:
        if one is None or two is None:
            only = one or two
            assert only is not None
            line = (f"{only.kind} on {len(only.units)} units by {only.source}",)
            yield Change("layer", only.name, only.name, line if one else (), line if two else ())
        else:
            yield from _judgements(a, b, one, two, exact, ontology)


def _materials(a: Corpus, b: Corpus) -> Iterator[Change]:
    for what, mine, theirs in (
        ("document", {d.id: d.text for d in a.documents}, {d.id: d.text for d in b.documents}),
        ("unit", {u.id: canonical(unit_plain(u)) for u in a.units}, {u.id: canonical(unit_plain(u)) for u in b.units}),
    ):
        for id in dict.fromkeys((*mine, *theirs)):
            one, two = mine.get(id), theirs.get(id)
            if one != two:
                yield Change(what, id, "", *_sides(one, two))


def _sides(one: str | None, two: str | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if one is None or two is None:
        return (() if one is None else ("is there",)), (() if two is None else ("is there",))
    at = next((i for i, (x, y) in enumerate(zip(one, two, strict=False)) if x != y), min(len(one), len(two)))
    return (f"from character {at}: {one[at : at + 40]!r}",), (f"from character {at}: {two[at : at + 40]!r}",)


def _facts(a: Corpus, b: Corpus) -> Iterator[Change]:
    for name in ("name", "version", "licence", "provenance", "attributes", "splits"):
        one, two = getattr(a, name), getattr(b, name)
        if one != two:
            yield Change("fact", name, "", (str(one),) if one else (), (str(two),) if two else ())
    for name in ("documents", "units", "studies"):
        one, two = getattr(a, name), getattr(b, name)
        if one != two:
            yield Change("fact", name, "", ("details or order",) if one else (), ("details or order",) if two else ())


def _pairs(a: Sequence[Layer], b: Sequence[Layer]) -> Iterator[tuple[Layer | None, Layer | None]]:
    theirs = {layer.name: layer for layer in b}
    left: list[Layer] = []
    for layer in a:
        if layer.name in theirs and theirs[layer.name].kind == layer.kind:
            yield layer, theirs.pop(layer.name)
        else:
            left.append(layer)
    for kind in Kind:
        mine, others = [x for x in left if x.kind == kind], [x for x in theirs.values() if x.kind == kind]
        if len(mine) == len(others) == 1:
            yield mine[0], others[0]
        else:
            yield from ((x, None) for x in mine)
            yield from ((None, x) for x in others)


def _judgements(a: Corpus, b: Corpus, one: Layer, two: Layer, exact: bool, ontology: Ontology | None) -> Iterator[Change]:
    if one.kind != two.kind:
        raise BadInput(f"{one.kind} cannot be set against {two.kind}", where=f"layers {one.name} and {two.name}")
    name = one.name if one.name == two.name else f"{one.name} / {two.name}"
    if exact and (one.source, one.scale) != (two.source, two.scale):
        yield Change("layer", name, name, (f"{one.source!r} {one.scale or ''}",), (f"{two.source!r} {two.scale or ''}",))
    if exact and one.units != two.units and set(one.units) == set(two.units):
        yield Change("layer", name, name, ("its units in another order",), ("its units in another order",))
    pair = pairing((one, two), ontology)
    mine, theirs, texts = _plain(one), _plain(two), (_texts(a, b), _texts(b, a))
    for unit in dict.fromkeys((*one.units, *two.units)):
        x, y = mine.get(unit), theirs.get(unit)
        if x is not None and y is not None and (x == y if exact else _core(one.kind, x) == _core(one.kind, y)):
            continue
        yield Change("judgement", unit, name, *_lines(one.kind, x, y, texts[0](unit), texts[1](unit), exact), _causes(pair, one.get(unit), two.get(unit)))


def _causes(pair: Pairing, x: tuple[Any, ...] | None, y: tuple[Any, ...] | None) -> tuple[Cause, ...]:
    """Why a unit is judged otherwise, what matters most first; none where only one side judged it."""
    if x is None or y is None:
        return ()
    found = sorted(pair(x, y), key=lambda f: -f.matters)
    return tuple(dict.fromkeys(f.cause for f in found)) or (Cause.OTHER,)


def _plain(layer: Layer) -> dict[str, list[Any]]:
    at = layer.columns.offsets.tolist()
    return {unit: plain_rows(layer.columns, s, e) for unit, s, e in zip(layer.units, at, at[1:], strict=False)}


def _core(kind: Kind, judged: Iterable[Any]) -> Any:
    """What counts: a mention without its id, tied options in any order, mentions and phenotypes in any order."""
    if kind is Kind.MENTIONS:
        return Counter(canonical({k: v for k, v in m.items() if k != "id"}) for m in judged)
    if kind is Kind.PHENOTYPES:
        return Counter(map(canonical, judged))
    if kind is Kind.RANKINGS:
        return [{**r, "groups": [sorted(group) for group in r["groups"]]} for r in judged]
    return judged


def _texts(first: Corpus, second: Corpus) -> Callable[[str], str]:
    """The text that a unit's offsets count in, from the first of the corpora that has the unit."""
    known = {u.id for u in first.units}
    return lambda unit: source_text(first if unit in known else second, unit)


def _lines(
    kind: Kind, x: list[Any] | None, y: list[Any] | None, text_a: str, text_b: str, exact: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if x is None or y is None:
        return _only(kind, x, text_a), _only(kind, y, text_b)
    if not exact and kind is Kind.MENTIONS:
        x, y = ([{k: v for k, v in m.items() if k != "id"} for m in side] for side in (x, y))
    one, two = words(kind, x, text_a), words(kind, y, text_b)
    mine, theirs = tuple(_less(one, two)), tuple(_less(two, one))
    if mine or theirs:
        return mine or (("(nothing there)",) if not x else ()), theirs or (("(nothing there)",) if not y else ())
    # The same lines, and yet not the same: the order, or the shape of a tree over the same constituents.
    return ("(the same, otherwise arranged)", *one[:MOST]), ("(the same, otherwise arranged)", *two[:MOST])


MOST = 40


def _only(kind: Kind, judged: list[Any] | None, text: str) -> tuple[str, ...]:
    if judged is None:
        return ("(not judged)",)
    return tuple(words(kind, judged, text)) or ("(nothing there)",)


def _less(lines: list[str], others: list[str]) -> Iterator[str]:
    """The lines that the others do not have, in their order."""
    rest = Counter(others)
    for line in lines:
        if rest[line]:
            rest[line] -= 1
        else:
            yield line
