"""A corpus taken into a project: its records by checksum, its layers unit by unit, all in one transaction or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import BadInput
from ..model import Corpus, Layer
from ..model.plain import (
    attributes_plain,
    document_plain,
    plain_rows,
    scale_plain,
    source_plain,
    study_plain,
    unit_plain,
)
from . import schema
from .batch import Batch, Draft
from .deeds import draft_on, layer_draft
from .events import What, canonical, checksum, named
from .tables import Row

FACTS = ("name", "version", "licence", "provenance", "attributes")


@dataclass(frozen=True, slots=True)
class Parcel:
    """One record to be kept: what it is, its id, its canonical JSON and the checksum of that."""

    what: str
    id: str
    sha256: str
    body: str


@dataclass(frozen=True)
class Intake:
    """A corpus made ready (in the caller's thread: the writer should not wait for it). ``notes`` tell what was not taken."""

    parcels: tuple[Parcel, ...]
    layers: tuple[tuple[str, dict[str, Any], tuple[tuple[str, str, list[Any]], ...]], ...]
    facts: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def facts_of(corpus: Corpus) -> dict[str, Any]:
    """What a corpus says about itself, as far as it says anything."""
    found = {name: getattr(corpus, name) for name in FACTS} | {"attributes": attributes_plain(corpus.attributes)}
    return {name: value for name, value in found.items() if value}


def ready(corpus: Corpus) -> Intake:
    made: list[Parcel] = []
    for what, records in (
        ("document", ((d.id, document_plain(d)) for d in corpus.documents)),
        ("unit", ((u.id, unit_plain(u)) for u in corpus.units)),
        ("study", ((s.id, study_plain(s)) for s in corpus.studies)),
        ("split", ((name, {"name": name, "units": list(units)}) for name, units in corpus.splits.items())),
    ):
        for id, plain in records:
            body = canonical(plain)
            made.append(Parcel(what, named(id, what), checksum(body), body))
    return Intake(tuple(made), tuple(map(_layer, corpus.layers)), facts_of(corpus))


def _layer(layer: Layer) -> tuple[str, dict[str, Any], tuple[tuple[str, str, list[Any]], ...]]:
    said = {"kind": layer.kind.value, "source": source_plain(layer.source), "scale": scale_plain(layer.scale)}
    at = layer.columns.offsets.tolist()
    judged: list[tuple[str, str, list[Any]]] = []
    for unit, start, stop in zip(layer.units, at, at[1:], strict=False):
        rows = plain_rows(layer.columns, start, stop)
        judged.append((unit, canonical(rows), rows))
    return named(layer.name, "layer"), said, tuple(judged)


def take_in(batch: Batch, actor: str, intake: Intake) -> Iterator[Draft]:
    """What is new of the records and layers. What is there already is compared: the same is fine, another text is refused."""
    tables = batch.tables
    tables.load(schema.member)
    intake.notes.clear()  # a plan may be made twice, if its group's commit failed
    said: dict[str, Any] = {}
    for parcel in intake.parcels:
        known = tables.get(schema.member, parcel.what, parcel.id)
        if known is None:
            said.setdefault(parcel.what, []).append([parcel.id, parcel.sha256])
            tables.put(schema.CONTENTS[parcel.what], {"sha256": parcel.sha256, "body": parcel.body})
        elif known["sha256"] != parcel.sha256:
            _compare(batch, parcel, known, intake.notes)
    facts = _new_facts(batch, intake)
    if said or facts:
        yield Draft(What.IMPORTED, {**said, "facts": facts} if facts else said)
    for name, head, judged in intake.layers:
        yield from _take_layer(batch, actor, name, head, judged)


def _take_layer(
    batch: Batch, actor: str, name: str, head: Mapping[str, Any], judged: tuple[tuple[str, str, list[Any]], ...]
) -> Iterator[Draft]:
    tables, where = batch.tables, f"layer {name}"
    row = tables.get(schema.layer, name)
    if row is None:
        yield layer_draft(name, head)
    else:
        if row["kind"] != head["kind"]:
            raise BadInput(f"holds {row['kind']} in the project, not {head['kind']}", where=where, remedy="name it otherwise with --as")
        if json.loads(row["source"]) != head["source"] or (row["scale"] and json.loads(row["scale"])) != head["scale"]:
            raise BadInput("is in the project already, and made by somebody else", where=where, remedy="name it otherwise with --as")
    row = batch.may_judge(name, actor)
    tables.load(schema.current, name)
    fresh = {"version": 0, "judged": None, "stands": 0}
    frozen: bool | None = None
    for unit, payload, rows in judged:
        stands = tables.get(schema.current, name, unit) or fresh
        if stands["judged"] is None:
            if frozen is None:  # asked only where there is something to write: the same again is fine, also of a layer that is written no more
                batch.not_frozen(name)
                frozen = False
            yield draft_on(What.JUDGED, row, unit, stands, said=rows, payload=payload)
        elif stands["judged"] != payload:
            raise BadInput(f"unit {unit} is judged otherwise in the project", where=where,
                           remedy="import it as a layer of its own with --as, or judge it in the studio")  # fmt: skip


def _new_facts(batch: Batch, intake: Intake) -> dict[str, Any]:
    """Facts that the project does not have yet; where it says otherwise, the project's own stay."""
    new: dict[str, Any] = {}
    for name, value in intake.facts.items():
        row = batch.tables.get(schema.setting, name)
        stands = json.loads(row["value"]) if row else ""
        if not stands:
            new[name] = value
        elif stands != value:
            intake.notes.append(f"the project's {name} stays: {_short(stands)}, not {_short(value)}")
    return new


def _compare(batch: Batch, parcel: Parcel, known: Row, notes: list[str]) -> None:
    """The same id, but not the same record: refused where it would be judged otherwise, noted where only details differ."""
    content = batch.tables.get(schema.CONTENTS[parcel.what], known["sha256"])
    old, new = json.loads(content["body"]) if content else {}, json.loads(parcel.body)
    where = f"{parcel.what} {parcel.id}"
    if _judged_part(parcel.what, old) != _judged_part(parcel.what, new):
        remedy = {"split": "leave the new one out with --lose splits"}.get(parcel.what, "give it an id of its own")
        raise BadInput(f"has {'other units' if parcel.what == 'split' else 'another text or place'} in the project", where=where, remedy=remedy)
    # What comes without a detail (a rater's sheet without attributes) does not say that there is none.
    differ = sorted(k for k in {*old, *new} if new.get(k) and old.get(k) != new.get(k))
    if differ:
        notes.append(f"{where}: the project's {', '.join(differ)} stay as they are")


def _judged_part(what: str, plain: dict[str, Any]) -> Any:
    """What a judge sees of a record: that must be the same for all."""
    match what:
        case "document":
            return plain.get("text")
        case "unit":
            return {k: v for k, v in plain.items() if k in ("passage", "state", "pair", "choice")}
        case "study":
            return [(c.get("text"), [(s.get("symbol"), s.get("text")) for s in c.get("symbols", ())]) for c in plain.get("characters", ())]
    return plain


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) < 40 else text[:39] + "…"
