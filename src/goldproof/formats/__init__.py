"""Reading and writing corpora: one file a format, and a table of what each keeps.

The names are imported when they are first used: who only wants a file's bytes, as ontologies do, need not wait for the catalogue of formats.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .exchange import guess, load, save
    from .format import Format, Reading, Writing

_HOMES = {"guess": "exchange", "load": "exchange", "save": "exchange", "Format": "format", "Reading": "format", "Writing": "format"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


__all__ = ["Format", "Reading", "Writing", "guess", "load", "save"]
