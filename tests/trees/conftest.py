"""CRAFT's treebank, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldproof.formats import load
from goldproof.model import Layer


@pytest.fixture(scope="session")
def treebank(data: Path) -> Layer:
    craft = data / "craft"
    return load(craft / "structural-annotation/treebank/penn", format="penn", texts=craft / "articles/txt").layers[0]
