"""What people do, as plans: each checks what stands, and yields the drafts of the events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import BadInput, NotFound
from ..model import Judgement, Kind, Mention, Parse, Phenotype, Ranking, Rating, Scale, Source
from ..model.columns import COLUMNS
from ..model.plain import plain_rows, scale_plain, source_plain
from . import schema
from .batch import Batch, Draft, row_source
from .events import What, checksum, named, written
from .guidelines import changed
from .people import Role
from .refusals import Conflict, Refused
from .tables import Row

RECORDS: dict[Kind, type] = {
    Kind.MENTIONS: Mention, Kind.PHENOTYPES: Phenotype, Kind.RATINGS: Rating, Kind.PARSES: Parse, Kind.RANKINGS: Ranking,
}  # fmt: skip
MANY = 30
"""From so many units of a layer on, all of it is read at once."""


def judge(
    batch: Batch, actor: str, layer: str, judged: Mapping[str, Sequence[Judgement] | None], *,
    base: int | None = None, seconds: float | None = None,
) -> Iterator[Draft]:  # fmt: skip
    """Judge units of a layer (None: take the judgement back)."""
    head = batch.judging(layer, actor)
    kind = Kind(head["kind"])
    if len(judged) > MANY:
        batch.tables.load(schema.current, layer)
    for unit, records in judged.items():
        _unit_known(batch, unit)
        row = standing(batch, layer, unit, base)
        if records is None:
            if row["judged"] is None:
                raise Refused("is not judged", where=f"unit {unit} in layer {layer}")
            yield draft_on(What.WITHDRAWN, head, unit, row, said={}, seconds=seconds)
        else:
            yield draft_on(What.JUDGED, head, unit, row, said=plain(kind, records, f"unit {unit} in layer {layer}"), seconds=seconds)


def plain(kind: Kind, records: Sequence[Judgement], where: str) -> list[Any]:
    """Records of the layer's kind as plain values."""
    for record in records:
        if not isinstance(record, RECORDS[kind]):
            raise BadInput(f"a {type(record).__name__.lower()} in a layer of {kind}", where=where)
    if kind in (Kind.RATINGS, Kind.PARSES, Kind.RANKINGS) and len(records) > 1:
        raise BadInput(f"{len(records)} {kind} of one unit", where=where, remedy="give each source a layer of its own")
    try:
        columns = COLUMNS[kind]([records])
        return plain_rows(columns, 0, len(columns))
    except (TypeError, ValueError, AttributeError, OverflowError, KeyError) as error:
        raise BadInput(f"a record that cannot be kept: {error}", where=where) from None


def standing(batch: Batch, layer: str, unit: str, base: int | None) -> Row:
    """What stands for a unit in a layer; a Conflict if that is not the version that the caller has seen."""
    row = batch.tables.get(schema.current, layer, unit) or {"version": 0, "judged": None, "stands": 0, "unsure": False}
    if base is not None and base != row["version"]:
        raise Conflict(f"is at version {row['version']}, not {base}", where=f"unit {unit} in layer {layer}", version=row["version"])
    return row


def draft_on(
    kind: What, head: Row, unit: str, row: Row, *, said: Any, payload: str = "", prior: bool = True, seconds: float | None = None
) -> Draft:
    """The draft of an event that gives a unit of a layer its next version."""
    source = row_source(head)
    if seconds is not None and not (isinstance(seconds, (int, float)) and 0 <= seconds < 1e9):
        raise BadInput(f"{seconds!r} is no time that somebody spent", where=f"unit {unit}")
    return Draft(
        kind, said, payload, head["name"], unit, row["version"], row["version"] + 1, row["stands"] if prior else None,
        source.get("guideline", ""), source.get("ontology", ""), source.get("round", ""), seconds,
    )  # fmt: skip


def add_layer(batch: Batch, actor: str, name: str, kind: Kind, source: Source, scale: Scale | None) -> Iterator[Draft]:
    said = {"kind": kind.value, "source": source_plain(source), "scale": scale_plain(scale)}
    if batch.tables.get(schema.layer, named(name, "layer")) is not None:
        raise BadInput("is there already", where=f"layer {name}", remedy="choose another name")
    yield layer_draft(name, said)
    batch.judging(name, actor)  # somebody's own, and in an open round


def layer_draft(name: str, said: Mapping[str, Any]) -> Draft:
    source = said["source"]
    return Draft(What.LAYER, said, layer=name, guideline=source.get("guideline", ""), ontology=source.get("ontology", ""),
                 round=source.get("round", ""))  # fmt: skip


def comment(batch: Batch, text: str, unit: str | None, layer: str | None) -> Iterator[Draft]:
    if not text.strip():
        raise BadInput("an empty comment")
    written(text, "comment")
    if unit is not None:
        _unit_known(batch, unit)
    if layer is not None and batch.tables.get(schema.layer, layer) is None:
        raise NotFound(f"no layer {layer!r} in this project")
    yield Draft(What.COMMENTED, {"text": text}, layer=layer, unit=unit)


def flag(batch: Batch, actor: str, layer: str, unit: str, unsure: bool) -> Iterator[Draft]:
    """Say that one is unsure of a unit in a layer, or no longer. It does not change the judgement's version."""
    head = batch.judging(layer, actor)
    _unit_known(batch, unit)
    source, was = row_source(head), standing(batch, layer, unit, None)["unsure"]
    yield Draft(What.FLAGGED, {"unsure": bool(unsure), "was": was}, layer=layer, unit=unit, guideline=source.get("guideline", ""),
                ontology=source.get("ontology", ""), round=source.get("round", ""))  # fmt: skip


def person(batch: Batch, actor: str, name: str, role: Role, title: str | None, *, new: bool) -> Iterator[Draft]:
    """Add a person, or change a role. Owners are made and unmade by owners; one always remains."""
    old = batch.tables.get(schema.person, named(name, "person"))
    if new and old is not None:
        raise BadInput("is there already", where=f"person {name}", remedy="change the role instead")
    if not new and old is None:
        raise NotFound(f"no person {name!r} in this project", remedy="add them first")
    was = Role(old["role"]) if old else None
    if Role.OWNER in (role, was) and role is not was and batch.role(actor) is not Role.OWNER:
        raise Refused("only an owner makes or unmakes an owner", where=f"person {name}")
    owners = sum(row["role"] == Role.OWNER for row in batch.tables.all(schema.person))
    if was is Role.OWNER and role is not Role.OWNER and owners == 1:
        raise Refused("is the only owner", where=f"person {name}", remedy="make somebody else an owner first")
    kept = old["title"] if old and title is None else written(title or "", "title")
    yield Draft(What.PERSON if new else What.ROLE, {"name": name, "role": role.value, "title": kept, "was": was and was.value})


def open_round(batch: Batch, name: str, guideline: str) -> Iterator[Draft]:
    old = batch.tables.get(schema.round, named(name, "round"))
    if old is not None and not old["closed"]:
        raise BadInput("is open already", where=f"round {name}")
    guideline = guideline or (old["guideline"] if old else "")
    if guideline and batch.tables.get(schema.guideline, guideline) is None:
        raise NotFound(f"no guideline {guideline!r} is published in this project", where=f"round {name}")
    yield Draft(What.OPENED, {}, round=name, guideline=guideline)


def close_round(batch: Batch, name: str) -> Iterator[Draft]:
    old = batch.tables.get(schema.round, name)
    if old is None or old["closed"]:
        raise NotFound(f"no round {name!r} is open")
    yield Draft(What.CLOSED, {}, round=name, guideline=old["guideline"])


def publish(batch: Batch, version: str, text: str) -> Iterator[Draft]:
    """Publish a version of the guideline: its text, checksum, and the parts that changed since the one before."""
    if batch.tables.get(schema.guideline, named(version, "guideline")) is not None:
        raise BadInput("is published already, and what is published does not change", where=f"guideline {version}",
                       remedy="publish it under a new version")  # fmt: skip
    written(text, "guideline")
    before = max(batch.tables.all(schema.guideline), key=lambda row: row["seq"], default=None)
    said = {"text": text, "sha256": checksum(text), "changed": changed(before["text"] if before else "", text)}
    yield Draft(What.GUIDELINE, {**said, "before": before["version"] if before else None}, guideline=version)


def set_value(batch: Batch, name: str, value: Any) -> Iterator[Draft]:
    old = batch.tables.get(schema.setting, named(name, "setting"))
    yield Draft(What.SETTING, {"name": name, "value": value, "was": json.loads(old["value"]) if old else None})


def _unit_known(batch: Batch, unit: str) -> None:
    if batch.tables.get(schema.member, "unit", unit) is None:
        raise NotFound(f"no unit {unit!r} in this project")
