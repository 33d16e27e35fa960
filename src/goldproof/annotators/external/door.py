"""Tools made elsewhere behind the door of annotators: ``external:syntok``, ``external:tool.toml``, ``external:http://127.0.0.1:8000/``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import BadInput
from ...model import Corpus, Layer
from .tool import External, external


@dataclass(frozen=True)
class Tools:
    """What is behind the colon is the tool."""

    name: str = "external"
    what: str = "A tool made elsewhere: a known one by its name, a description (tool.toml), python:module:function, an http:// address, a folder of outputs."

    def of(self, argument: str, options: Mapping[str, Any], /) -> External:
        return external(argument, **options)

    def annotate(self, corpus: Corpus, /) -> Layer:
        raise BadInput("external is made of something", remedy="write the tool behind a colon, as external:tool.toml")


EXTERNAL = Tools()
