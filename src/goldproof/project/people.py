"""People, their roles, and what each role may do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .events import What


class Role(StrEnum):
    """From most to least. An annotator and a surveyee write in layers of their own only."""

    OWNER = "owner"
    MANAGER = "manager"
    ADJUDICATOR = "adjudicator"
    ANNOTATOR = "annotator"
    READER = "reader"
    SURVEYEE = "surveyee"


@dataclass(frozen=True, slots=True)
class Person:
    """``name`` is what stands in every event, ``title`` what is shown."""

    name: str
    role: Role
    title: str = ""


_JUDGE = {What.LAYER, What.JUDGED, What.WITHDRAWN, What.COMMENTED, What.FLAGGED, What.UNDONE, What.REDONE}

RIGHTS: dict[Role, frozenset[What]] = {
    Role.OWNER: frozenset(What),
    Role.MANAGER: frozenset(What) - {What.CREATED},
    Role.ADJUDICATOR: frozenset(_JUDGE | {What.QUEUED, What.DECIDED}),
    Role.ANNOTATOR: frozenset(_JUDGE),
    Role.READER: frozenset(),
    Role.SURVEYEE: frozenset(_JUDGE),
}

OWN_LAYERS_ONLY = frozenset({Role.ANNOTATOR, Role.SURVEYEE})
