"""The recogniser behind the door of annotators: ``concepts:hp.obo``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import BadInput
from ...model import Corpus, Layer
from .making import concepts
from .recogniser import Recogniser


class Concepts:
    """Makes a recogniser of the file behind the colon; several files, separated by commas, are one terminology."""

    name = "concepts"

    def annotate(self, corpus: Corpus, /) -> Layer:
        raise BadInput("concepts of which ontology?", remedy="write concepts:hp.obo")

    def of(self, argument: str, options: Mapping[str, Any], /) -> Recogniser:
        return concepts(argument, **options)


CONCEPTS = Concepts()
