"""A rule that makes one layer of several: its name, its settings, and what it does with one unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..measures.naming import Parameter
from ..model import Corpus, Kind, Layer

Voted = Mapping[str, Sequence[Any]]
"""Unit -> what the rule says of it. A unit that is not there: the rule cannot say."""

VOTES = ("votes", "of", "exact", "open")
"""Attributes that rules write; they say nothing about the judgement itself and are not voted on again."""


@dataclass(frozen=True)
class Rule:
    """``vote(layers, units, corpus, settings)``; the layers come sorted by name, so that their order cannot matter."""

    name: str
    title: str
    kinds: frozenset[Kind]
    parameters: tuple[Parameter, ...]
    vote: Callable[[Sequence[Layer], Sequence[str], Corpus | None, Mapping[str, str]], Voted]
    see: str = ""


def judged_by(layers: Sequence[Layer], unit: str) -> dict[str, tuple[Any, ...]]:
    """What each of the layers that judged a unit says of it, by the layer's name."""
    said = {layer.name: layer.get(unit) for layer in layers}
    return {name: found for name, found in said.items() if found is not None}
