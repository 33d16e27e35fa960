"""Events: what was done, by whom, on which version, sealed by a hash that holds the hash of the event before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from ..errors import BadInput

ORIGIN = "0" * 64
"""The hash before the first event."""


class What(StrEnum):
    """Everything that can be done in a project."""

    CREATED = "created"
    IMPORTED = "imported"
    LAYER = "layer created"
    JUDGED = "judged"
    WITHDRAWN = "withdrawn"
    COMMENTED = "commented"
    FLAGGED = "flagged"
    UNDONE = "undone"
    REDONE = "redone"
    PERSON = "person added"
    ROLE = "role changed"
    OPENED = "round opened"
    CLOSED = "round closed"
    GUIDELINE = "guideline published"
    SETTING = "setting changed"
    QUEUED = "queue opened"
    DECIDED = "decided"
    RELEASED = "released"


UNDOABLE = (What.IMPORTED, What.LAYER, What.JUDGED, What.WITHDRAWN, What.COMMENTED, What.FLAGGED, What.QUEUED, What.DECIDED)
"""Administration is not undone but done again: a role changed back, a round opened again, a newer guideline. A release stays one."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event, as it stands in its table.

    ``operation`` is unique. Events that were done together share their ``bulk``, which is the operation of the first.
    ``base`` and ``version`` are those of the unit in the layer, before and after; ``prior`` is the event whose judgement
    stood before (0: none). ``payload`` is canonical JSON: for a judged unit the list of its judgements.
    ``seconds`` is the time that the person spent on it.
    """

    seq: int
    operation: str
    bulk: str
    actor: str
    kind: What
    layer: str | None
    unit: str | None
    base: int | None
    version: int | None
    prior: int | None
    payload: str
    guideline: str
    ontology: str
    round: str
    seconds: float | None
    time: str
    previous: str
    hash: str

    @property
    def said(self) -> Any:
        """The payload as values."""
        return json.loads(self.payload)

    def row(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in COLUMNS}


COLUMNS = tuple(f.name for f in fields(Event))


def seal(row: Mapping[str, Any]) -> str:
    """The hash of an event: sha256 over the canonical JSON of all its columns but the hash itself."""
    return hashlib.sha256(canonical({k: v for k, v in row.items() if k != "hash"}).encode()).hexdigest()


def event_of(row: Mapping[str, Any]) -> Event:
    """An event from a row of its table."""
    try:
        return Event(**{**row, "kind": What(row["kind"])})
    except ValueError:
        raise BadInput(f"an event of no known kind: {row['kind']!r}", where=f"event {row['seq']}",
                       remedy="run status to check the chain") from None  # fmt: skip


_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(value: Any) -> str:
    """JSON in one form only: keys sorted, no blanks, UTF-8, no NaN. The same value always gives the same bytes."""
    try:
        text = _encode(value)
        text.encode()
    except UnicodeEncodeError:
        raise BadInput("half a character (a lone surrogate) in a text", remedy="save the source as UTF-8") from None
    except ValueError:
        raise BadInput("a number that is not finite cannot be kept", remedy="leave it out: not given is not NaN") from None
    except TypeError as error:
        raise BadInput(f"cannot be kept: {error}") from None
    except RecursionError:
        raise BadInput("nested too deeply to be kept") from None
    return text


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def now() -> str:
    """The time in UTC, to the microsecond."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def written(text: str, what: str) -> str:
    """A text that every database can hold."""
    if "\0" in text:
        raise BadInput(f"a NUL in the text of a {what}")
    canonical(text)
    return text


def named(name: str, what: str) -> str:
    """A name that every database can hold: some text, without control characters and half characters."""
    if not isinstance(name, str) or not name.strip():
        raise BadInput(f"a {what} needs a name")
    if any(c < " " or "\ud800" <= c <= "\udfff" for c in name):
        raise BadInput(f"a control character in the name of a {what}", where=repr(name)[:60])
    return name
