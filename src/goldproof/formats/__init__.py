"""Reading and writing corpora: one file a format, and a table of what each keeps."""

from __future__ import annotations

from .exchange import guess, load, save
from .format import Format, Reading, Writing

__all__ = ["Format", "Reading", "Writing", "guess", "load", "save"]
