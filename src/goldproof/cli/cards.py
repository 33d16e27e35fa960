"""A card of a queue as lines of text: what is judged, the votes under its characters, the proposal and the readings with their keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..adjudication import Card
    from ..ontology import Ontology

AROUND = 50
"""So many characters of the text stand on both sides of a place."""


def card_lines(card: Card, ontology: Ontology | None = None) -> list[str]:
    """What an adjudicator sees of an item."""
    head = f"{card.place} of {card.of}   {card.unit}   {card.cause}" + (f": {card.detail}" if card.detail else "") + f"   matters {card.matters:.2f}"
    out = [head, *_text(card), ""]
    if card.proposed is None:
        out.append("  0  (no proposal)")
    else:
        out += _said(card, "0", card.proposed, "proposed", ontology)
    for reading in card.readings:
        out += _said(card, str(reading.number), reading.judged, f"{reading.votes} of {card.judges}", ontology)
    if card.choice:
        state = "skipped" if card.choice == "skip" else f"decided: {card.choice}"
        out += ["", f"  {state}{', unsure' if card.unsure else ''}{f' ({card.reason})' if card.reason else ''}"]
    return out


def _text(card: Card) -> Iterator[str]:
    if not card.text or card.where is None:
        yield from (f"  | {line}" for line in card.unit_text.split("\n"))
        return
    start, end = card.where
    first, last = max(start - AROUND, 0), min(end + AROUND, len(card.text))
    shown = "".join(c if c.isprintable() else "⏎" if c == "\n" else " " for c in card.text[first:last])
    yield f"  | {'…' if first else ' '}{shown}{'…' if last < len(card.text) else ''}"
    heat = votes_under(card, first, last)
    if heat.strip():
        yield f"  |  {heat}"


def votes_under(card: Card, first: int, last: int) -> str:
    """How many layers mark each character (9 for nine and more)."""
    from ..model import Mention

    counts = [0] * (last - first)
    for reading in card.readings:
        marked = {i for m in reading.judged if isinstance(m, Mention) for s in m.spans for i in range(max(s.start, first), min(s.end, last))}
        for i in marked:
            counts[i - first] += reading.votes
    return "".join(str(min(n, 9)) if n else " " for n in counts).rstrip()


def _said(card: Card, key: str, judged: Sequence[Any], who: str, ontology: Ontology | None) -> Iterator[str]:
    lines = list(_words(card, judged)) or ["nothing there"]
    yield f"  {key}  {lines[0]}   [{who}]"
    yield from (f"     {line}" for line in lines[1:])
    yield from (f"     {line}" for line in _labels(judged, ontology))


def _words(card: Card, judged: Sequence[Any]) -> Iterator[str]:
    from ..model import Kind
    from ..model.plain import judgement_plain
    from ..project.words import words

    if card.kind is Kind.PARSES:
        yield from _parse(card, judged)
        return
    bare = [{k: v for k, v in judgement_plain(x).items() if k not in ("attributes", "id")} | _kept(x) for x in judged]
    yield from words(card.kind, bare, card.text)


def _kept(x: Any) -> dict[str, Any]:
    from ..adjudication.queue import PRIVATE
    from ..model.plain import attributes_plain

    said = x.attributes.without(*PRIVATE)
    return {"attributes": attributes_plain(said)} if said else {}


def _parse(card: Card, judged: Sequence[Any]) -> Iterator[str]:
    """A parse by what it says otherwise than the proposal, or than the first reading."""
    from ..adjudication.parses import pair_parses

    base = card.proposed if card.proposed is not None else card.readings[0].judged if card.readings else ()
    found = list(pair_parses(judged, base))
    if not found:
        yield f"a parse of {sum(len(s.tokens) for p in judged for s in p.sentences)} words"
        return
    for f in found:
        place = getattr(f.mine if f.mine is not None else f.proposed, "span", None)
        yield f"{f.cause}: {f.detail}" + (f"  {card.text[place.start : place.end]!r}" if place is not None and card.text and f.cause in ("bracket", "crossing", "label") else "")


def _labels(judged: Sequence[Any], ontology: Ontology | None) -> Iterator[str]:
    if ontology is None:
        return
    from ..model import Mention, Phenotype
    from ..model.expression import terms

    ids: dict[str, None] = {}
    for x in judged:
        if isinstance(x, Mention):
            ids.update(dict.fromkeys(x.concepts))
        elif isinstance(x, Phenotype):
            ids.update({t: None for slot in (x.entity, x.quality, x.related) if slot is not None for t in terms(slot)})
    yield from (f"{id} = {ontology.label(id)}" for id in ids if ontology.label(id))
