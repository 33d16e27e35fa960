"""Small corpora of our own, each showing some features: every format is tested with every one of them.

Each module has a dict SAMPLES of name -> corpus. Every feature is in some sample: a test requires it.
"""

from __future__ import annotations

from ...model import Corpus
from .corpora import SAMPLES as CORPORA
from .mentions import SAMPLES as MENTIONS
from .parses import SAMPLES as PARSES
from .phenotypes import SAMPLES as PHENOTYPES
from .ratings import SAMPLES as RATINGS

SAMPLES: dict[str, Corpus] = {**MENTIONS, **PARSES, **PHENOTYPES, **RATINGS, **CORPORA}
