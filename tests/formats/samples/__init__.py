"""The sample corpora of ``goldproof.testing``: every format is tested with every one of them.

They stand in the package because authors of plug-ins need them too. ``test_law.py`` requires that every feature is in some sample.
"""

from __future__ import annotations

from goldproof.testing import SAMPLES

__all__ = ["SAMPLES"]
