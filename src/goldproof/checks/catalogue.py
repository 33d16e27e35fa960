"""All rules by name."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache

from ..errors import NotFound
from . import (
    consistency,
    dependencies,
    groups,
    ids,
    meanings,
    mentions,
    overlaps,
    phenotypes,
    rankings,
    ratings,
    reading,
    spans,
    texts,
    tokens,
    trees,
    units,
)
from .rule import Rule

# In the order in which findings of the same level are shown.
_FILES = (reading, texts, units, spans, mentions, overlaps, ids, meanings, groups, tokens, trees, dependencies, phenotypes, consistency, ratings, rankings)


@cache
def rules() -> dict[str, Rule]:
    """Every rule, by its name: whatever a file above has made with ``@rule``."""
    found = [value for file in _FILES for value in vars(file).values() if isinstance(value, Rule)]
    return {r.name: r for r in found}


def chosen(names: Iterable[str], without: Iterable[str] = ()) -> tuple[Rule, ...]:
    """The rules with these names (``span-*`` is all that begin so; none given: all), less some."""
    names, without = list(names), list(without)
    wanted = {n for pattern in names for n in matching(pattern)} if names else set(rules())
    unwanted = {n for pattern in without for n in matching(pattern)}
    return tuple(r for name, r in rules().items() if name in wanted - unwanted)


def matching(pattern: str) -> list[str]:
    """The names that a pattern stands for; refused if there are none."""
    found = [name for name in rules() if fnmatchcase(name, pattern)]
    if not found:
        raise NotFound(f"no rule is called {pattern!r}", remedy="goldproof check --rules lists them")
    return found
