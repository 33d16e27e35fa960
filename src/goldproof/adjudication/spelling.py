"""Judgements as one line that a person can type and change, and back.

| kind | written |
|---|---|
| mentions | ``12-20 HP:1; 30-35+40-45 HP:2\\|HP:3 #Disease !negated``: places, concepts that cannot be told apart, label, what is said of it |
| phenotypes | ``E: X:1; Q: X:2; RE: X:3 \\|\\| E: X:4``: slots, EQs between double bars |
| ratings | ``3`` or a word |
| rankings | ``A > B = C`` |
| parses, anything | JSON as in the native form; from a file with ``@FILE`` |

Nothing written is nothing there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import BadInput, GoldproofError
from ..formats.files import read_text
from ..formats.manchester import parse as expression
from ..formats.manchester import render
from ..model import Attributes, Kind, Mention, Phenotype, Ranking, Rating, Span
from ..model.plain import judgement_plain, judgements_of
from .queue import PRIVATE

_PLACE = re.compile(r"\d+-\d+(?:\+\d+-\d+)*$")
_SLOTS = {"e": "entity", "q": "quality", "re": "related"}


def spelled(kind: Kind, judged: Sequence[Any]) -> str:
    """Judgements in one line, without votes and notes."""
    match kind:
        case Kind.MENTIONS if all(_simple(m) for m in judged):
            return "; ".join(_mention(m) for m in judged)
        case Kind.PHENOTYPES if all(not p.unmatched for p in judged):
            return " || ".join(_phenotype(p) for p in judged)
        case Kind.RATINGS:
            return " ".join(f"{r.value:g}" if isinstance(r.value, int | float) else r.value for r in judged)
        case Kind.RANKINGS:
            return " ".join(" > ".join(" = ".join(group) for group in r.groups) for r in judged)
    return json.dumps([judgement_plain(x) for x in judged], ensure_ascii=False) if judged else ""


def read(kind: Kind, line: str, *, text: str | None = None, where: str = "") -> tuple[Any, ...]:
    """The judgements that a line writes. ``text`` is what offsets must lie in."""
    line = line.strip()
    if line.startswith("@"):
        line = read_text(Path(line[1:].strip()), empty=False).strip()
    try:
        found = _json(kind, line) if line[:1] in ("[", "{") else _READERS[kind](line) if line else ()
    except GoldproofError as error:
        raise BadInput(error.what, where=where or "edit", remedy=error.remedy) from None
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError) as error:
        raise BadInput(f"not {kind.value}: {error}", where=where or "edit", remedy=FORMS[kind]) from None
    if kind in (Kind.RATINGS, Kind.RANKINGS, Kind.PARSES) and len(found) > 1:
        raise BadInput(f"{len(found)} {kind.value} of one unit", where=where or "edit")
    if kind is Kind.MENTIONS and text is not None:
        for m in found:
            for s in m.spans:
                if not 0 <= s.start < s.end <= len(text):
                    raise BadInput(f"{s.start}-{s.end} is no place in a text of {len(text)} characters", where=where or "edit")
    return found


FORMS = {
    Kind.MENTIONS: "write START-END CONCEPT; several between semicolons",
    Kind.PHENOTYPES: "write E: TERM; Q: TERM; several EQs between ||",
    Kind.RATINGS: "write a value",
    Kind.RANKINGS: "write A > B = C",
    Kind.PARSES: "write JSON as in the native form, or @FILE",
}


def _json(kind: Kind, line: str) -> tuple[Any, ...]:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg}") from None
    return judgements_of(kind, value if isinstance(value, list) else [value])


def _simple(m: Mention) -> bool:
    said = m.attributes.without(*PRIVATE)
    plain = all(v is True and re.fullmatch(r"[\w-]+", k) for k, v in said.items())
    names = (*m.concepts, *((m.label,) if m.label else ()))
    return bool(m.spans) and plain and m.confidence is None and m.stated is None and not any(re.search(r"[\s;|]", n) or n[0] in "#!" for n in names)


def _mention(m: Mention) -> str:
    said = [f"!{name}" for name in m.attributes.without(*PRIVATE)]
    return " ".join(["+".join(f"{s.start}-{s.end}" for s in m.spans), *(["|".join(m.concepts)] if m.concepts else []), *([f"#{m.label}"] if m.label else []), *said])


def _mentions(line: str) -> tuple[Mention, ...]:
    return tuple(_one_mention(part.split()) for part in line.split(";") if part.strip())


def _one_mention(parts: list[str]) -> Mention:
    if not _PLACE.match(parts[0]):
        raise BadInput(f"not a place: {parts[0]}", remedy=FORMS[Kind.MENTIONS])
    spans = tuple(Span(*map(int, place.split("-"))) for place in parts[0].split("+"))
    concepts: tuple[str, ...] = ()
    label, said = "", {}
    for word in parts[1:]:
        if word.startswith("#"):
            label = word[1:]
        elif word.startswith("!"):
            said[word[1:]] = True
        elif concepts:
            raise BadInput(f"two concepts: {'|'.join(concepts)} and {word}", remedy="write concepts that cannot be told apart with | between them")
        else:
            concepts = tuple(c for c in word.split("|") if c)
    return Mention(spans, concepts, label, attributes=Attributes(said))


def _phenotype(p: Phenotype) -> str:
    return "; ".join(f"{short.upper()}: {render(value)}" for short, slot in _SLOTS.items() if (value := getattr(p, slot)) is not None)


def _phenotypes(line: str) -> tuple[Phenotype, ...]:
    return tuple(_one_phenotype(part) for part in line.split("||") if part.strip())


def _one_phenotype(part: str) -> Phenotype:
    slots: dict[str, Any] = {}
    for piece in part.split(";"):
        short, colon, value = piece.partition(":")
        slot = _SLOTS.get(short.strip().lower())
        if not colon or slot is None or slot in slots:
            raise BadInput(f"not a slot: {piece.strip()[:40]}", remedy=FORMS[Kind.PHENOTYPES])
        slots[slot] = expression(value.strip())
    return Phenotype(**slots)


def _rating(line: str) -> tuple[Rating, ...]:
    try:
        value: float | str = float(line)
    except ValueError:
        value = line
    if value != value or value in (float("inf"), float("-inf")):
        raise BadInput(f"no value: {line}")
    return (Rating(value),)


def _ranking(line: str) -> tuple[Ranking, ...]:
    groups = tuple(tuple(option.strip() for option in group.split("=")) for group in line.split(">"))
    options = [option for group in groups for option in group]
    if not all(options) or len(set(options)) < len(options):
        raise BadInput("an option is missing or stands there twice", remedy=FORMS[Kind.RANKINGS])
    return (Ranking(groups),)


def _parse(line: str) -> tuple[Any, ...]:
    raise BadInput("a parse is not written in one line", remedy=FORMS[Kind.PARSES])


_READERS: dict[Kind, Any] = {
    Kind.MENTIONS: _mentions, Kind.PHENOTYPES: _phenotypes, Kind.RATINGS: _rating, Kind.RANKINGS: _ranking, Kind.PARSES: _parse,
}  # fmt: skip
