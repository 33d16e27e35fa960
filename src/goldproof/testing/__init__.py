"""Conformance checks for authors of plug-ins: each raises AssertionError with everything that is wrong, in plain words.

In the tests of your package::

    from goldproof.testing import check_format
    from my_package.words import WORDS

    def test_words() -> None:
        check_format(WORDS)

``SAMPLES`` are the small corpora of our own that formats are tried with; every feature is in some of them.
"""

from __future__ import annotations

from .formats import check_format
from .plugins import check_annotator, check_measure, check_task
from .samples import SAMPLES

__all__ = ["SAMPLES", "check_annotator", "check_format", "check_measure", "check_task"]
