"""Known corpora: what each is, where it is obtained, under which licence, how it is cited, and an adapter that reads it.

Nothing is downloaded: a user obtains a corpus from its own home and names the folder.
``gp.catalogue()`` lists them, ``gp.corpus("craft", "CRAFT/")`` reads one.
"""

from __future__ import annotations

from .catalogue import Citation, Entry, catalogue, entry
from .checking import check
from .opening import corpus

__all__ = ["Citation", "Entry", "catalogue", "check", "corpus", "entry"]
