"""The settings that every trainer here has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace

from ...errors import BadInput
from ..learning.softmax import Pace


def pace_of(pace: Pace, settings: Mapping[str, str]) -> Pace:
    """The pace with what the settings say: epochs, rate, batch, least, decay, leave, patience."""
    known = {f.name: type(getattr(pace, f.name)) for f in fields(pace)}
    changes: dict[str, float] = {}
    for name, value in settings.items():
        if name not in known:
            raise BadInput(f"no setting is called {name}", remedy="there are: " + ", ".join(known))
        try:
            changes[name] = known[name](value)
        except ValueError:
            raise BadInput(f"{name}={value}: not a number", remedy=f"as {name}={getattr(pace, name)}") from None
        if changes[name] < 0 or (name in ("epochs", "batch") and changes[name] < 1):
            raise BadInput(f"{name}={value}: too small")
    return replace(pace, **changes)  # type: ignore[arg-type]
