"""What was mended when the corpus was read."""

from __future__ import annotations

from ..model import Corpus
from .finding import Level, Place
from .rule import Context, Found, rule


@rule("reading", "what was mended when the files were read", Level.WARNING)
def reading(corpus: Corpus, context: Context) -> Found:
    for warning in context.warnings:
        yield Place(), warning, "correct the file"
