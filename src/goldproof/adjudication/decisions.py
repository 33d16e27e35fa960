"""Decisions of an adjudicator, as records that can be read again; and the layer that they make of a proposal.

A file of decisions is JSON Lines, one decision a line::

    {"unit": "en-05", "take": "bo", "cause": "boundary", "reason": "the guideline leaves out the article"}
    {"unit": "en-07", "judged": [{"spans": [[3, 9]], "concepts": ["TOY:0004"]}], "cause": "missed", "reason": "..."}
    {"unit": "en-09", "judged": [], "cause": "extra", "reason": "none of them: a gene name"}
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import BadInput, GoldproofError
from ..formats.files import read_text
from ..model import Attributes, Kind, Layer, Maker, Source
from ..model.plain import judgements_of


@dataclass(frozen=True, slots=True)
class Decision:
    """``take`` names the layer whose judgement of the unit is right; else ``judged`` is what is right, () if nothing is there."""

    unit: str
    reason: str
    cause: str = ""
    take: str = ""
    judged: tuple[Any, ...] = ()


def decisions_in(path: str | Path, kind: Kind) -> tuple[Decision, ...]:
    """The decisions in a file, for a kind of judgement."""
    path = Path(path)
    found: list[Decision] = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            found.append(_decision(json.loads(line), kind, where))
        except json.JSONDecodeError as error:
            raise BadInput(f"not JSON: {error.msg}", where=where) from None
        except GoldproofError as error:
            raise BadInput(error.what, where=where, remedy=error.remedy) from None
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError, OverflowError) as error:
            raise BadInput(f"not a decision: {type(error).__name__} {error}", where=where) from None
    return tuple(found)


def _decision(row: dict[str, Any], kind: Kind, where: str) -> Decision:
    unit, reason = row.get("unit"), row.get("reason")
    if not isinstance(unit, str) or not isinstance(reason, str) or not reason.strip():
        raise BadInput("a decision names its unit and its reason", where=where)
    if ("take" in row) == ("judged" in row):
        raise BadInput("a decision says either which layer to take or what is judged", where=where)
    return Decision(unit, reason, str(row.get("cause", "")), str(row.get("take", "")), judgements_of(kind, row.get("judged", ())))


def settle(
    proposal: Layer, layers: Iterable[Layer], decisions: Iterable[Decision], *, name: str = "gold", by: str = "adjudicated"
) -> Layer:
    """The proposal with the decisions put in place: the layer that people decided.

    A unit without a decision keeps the proposal and its votes. A decided judgement has its cause as the attribute
    ``decided`` (a parse has no place for it).
    """
    others = {layer.name: layer for layer in layers}
    judged = dict(proposal.items())
    decided: set[str] = set()
    for d in decisions:
        if d.unit in decided:
            raise BadInput("is decided twice", where=f"unit {d.unit}")
        decided.add(d.unit)
        if d.take and d.take not in others:
            raise BadInput(f"no layer {d.take!r}", where=f"decision on unit {d.unit}", remedy="there are: " + ", ".join(others))
        judged[d.unit] = tuple(_marked(x, d) for x in (others[d.take][d.unit] if d.take else d.judged))
    source = Source(
        by, Maker.RULE, round=proposal.source.round, guideline=proposal.source.guideline, ontology=proposal.source.ontology,
        settings=Attributes(of=proposal.source.name, decisions=len(decided)),
    )  # fmt: skip
    return Layer.of(name, source, proposal.kind, judged, scale=proposal.scale)


def _marked(judgement: Any, decision: Decision) -> Any:
    if not hasattr(judgement, "attributes"):
        return judgement
    said = judgement.attributes.without("votes", "of", "exact", "open", "note", "annotator")
    return replace(judgement, attributes=said.but(decided=decision.cause or "decided"))
