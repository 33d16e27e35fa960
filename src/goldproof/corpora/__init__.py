"""Known corpora: what each is, where it is obtained, under which licence, how it is cited, and an adapter that reads it.

Nothing is downloaded: a user obtains a corpus from its own home and names the folder.
``gp.corpora()`` lists them, ``gp.corpus("craft", "CRAFT/")`` reads one.
"""

from __future__ import annotations

import sys
from types import ModuleType

from .catalogue import Citation, Entry, catalogue, entry
from .checking import check
from .opening import corpus

__all__ = ["Citation", "Entry", "catalogue", "check", "corpora", "corpus", "entry"]


class _Room(ModuleType):
    """The room is called like the function that a user wants to type, and Python binds the room to that name on import: so the
    room itself answers to the call."""

    def __call__(self) -> tuple[Entry, ...]:
        """Every known corpus, by name."""
        return catalogue()


corpora = sys.modules[__name__]
corpora.__class__ = _Room
