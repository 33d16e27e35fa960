"""All rules by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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

NONE: Mapping[str, Rule] = {}
# In the order in which findings of the same level are shown.
_FILES = (reading, texts, units, spans, mentions, overlaps, ids, meanings, groups, tokens, trees, dependencies, phenotypes, consistency, ratings, rankings)


@cache
def rules() -> dict[str, Rule]:
    """Every rule, by its name: whatever a file above has made with ``@rule``."""
    found = [value for file in _FILES for value in vars(file).values() if isinstance(value, Rule)]
    return {r.name: r for r in found}


def chosen(names: Iterable[str], without: Iterable[str] = (), more: Mapping[str, Rule] = NONE) -> tuple[Rule, ...]:
    """The rules with these names (``span-*`` is all that begin so; none given: all), less some. ``more`` are rules beside those of the catalogue."""
    names, without = list(names), list(without)
    every = {**rules(), **more}
    wanted = {n for pattern in names for n in matching(pattern, more)} if names else set(every)
    unwanted = {n for pattern in without for n in matching(pattern, more)}
    return tuple(r for name, r in every.items() if name in wanted - unwanted)


def matching(pattern: str, more: Mapping[str, Rule] = NONE) -> list[str]:
    """The names that a pattern stands for; refused if there are none."""
    found = [name for name in (*rules(), *more) if fnmatchcase(name, pattern)]
    if not found:
        raise NotFound(f"no rule is called {pattern!r}", remedy="goldproof check --rules lists them")
    return found
