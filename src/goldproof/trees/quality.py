"""Quality control by query: sets of rules that are data (data/trees/*.toml), put to every tree of a layer."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..errors import BadInput, NotFound
from ..model import Layer
from .outline import Show, outline_of
from .parts import parts
from .query import Hit, Query, query, search

LEVELS = ("error", "warning", "note")
_NUMBER = re.compile(r"-\d+$")


@dataclass(frozen=True)
class TreeRule:
    """What it finds, the queries that find it (none: the grammar), what to do."""

    name: str
    level: str
    about: str
    queries: tuple[Query, ...]
    remedy: str = ""


@dataclass(frozen=True)
class Grammar:
    """The labels that the guidelines know; an empty set knows everything."""

    phrases: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    empties: frozenset[str] = frozenset()

    def unknown(self, label: str, *, leaf: bool) -> str:
        """What of a label is outside the grammar; nothing if all of it is inside."""
        found = parts(label)
        known = self.tags if leaf else self.phrases
        if known and found.category not in known and label:
            return found.category
        return next((f"-{f}" for f in found.functions if self.functions and f not in self.functions), "")


@dataclass(frozen=True)
class RuleSet:
    name: str
    title: str
    rules: tuple[TreeRule, ...]
    grammar: Grammar

    def rule(self, name: str) -> TreeRule:
        found = next((rule for rule in self.rules if rule.name == name), None)
        if found is None:
            raise NotFound(f"no rule {name!r} among those of {self.name}", remedy="there are: " + ", ".join(r.name for r in self.rules))
        return found


OUTSIDE = TreeRule("outside-grammar", "error", "a label, tag, function tag or empty category that the guidelines do not know", (), "is it a slip? Otherwise extend the grammar")


def inspect(layer: Layer, rule: TreeRule, grammar: Grammar | None = None, *, show: Show | None = None) -> Iterator[Hit]:
    """What a rule finds in a layer of trees."""
    if rule.queries:
        for one in rule.queries:
            yield from search(one, layer, show=show)
    else:
        yield from _outside(layer, grammar or Grammar())


def _outside(layer: Layer, grammar: Grammar) -> Iterator[Hit]:
    c = layer.parses
    as_leaf = [grammar.unknown(name, leaf=True) for name in c.names]
    as_phrase = [grammar.unknown(name, leaf=False) for name in c.names]
    as_empty = [bool(grammar.empties) and _NUMBER.sub("", name) not in grammar.empties for name in c.names]
    labels, leaves, empties = c.labels.tolist(), c.leaves.tolist(), c.empties.tolist()
    at, parses, units = c.node_offsets.tolist(), c.sentence_offsets.tolist(), c.offsets.tolist()
    for u, unit in enumerate(layer.units):
        first = parses[units[u]]
        for s in range(first, parses[units[u + 1]]):
            for i in range(at[s], at[s + 1]):
                leaf, empty = leaves[i] >= 0, empties[i]
                bad = (as_leaf if leaf or empty >= 0 else as_phrase)[labels[i]] or (empty >= 0 and as_empty[empty])
                if bad:
                    outline = outline_of(c, s)
                    assert outline is not None
                    row = i - at[s]
                    words = ((row, outline.word(row)),) if leaf or empty >= 0 else ()
                    yield Hit(unit, s - first + 1, outline, ((row, outline.labels[row]), *words))


def shipped() -> list[str]:
    """The rule sets that come with goldproof."""
    return sorted(p.name.removesuffix(".toml") for p in (files("goldproof") / "data/trees").iterdir() if p.name.endswith(".toml"))


@lru_cache(16)
def rule_set(name: str = "craft") -> RuleSet:
    """A shipped set of rules by its name, or one of your own by the path of its file (``mine.toml``)."""
    if name in shipped():
        return _read(name, (files("goldproof") / f"data/trees/{name}.toml").read_text("utf-8"), name)
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        raise NotFound(f"no set of rules for trees is called {name!r}", remedy=f"shipped: {', '.join(shipped())}; one of your own is a file that ends in .toml")
    try:
        return _read(path.stem, path.read_text("utf-8"), str(path))
    except UnicodeDecodeError:
        raise BadInput("is not UTF-8", where=path) from None


def _read(name: str, text: str, where: str) -> RuleSet:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"is no TOML: {error}", where=where) from None
    rows, said = table.get("rule", []), table.get("grammar", {})
    if not isinstance(rows, list) or not isinstance(said, dict) or not all(isinstance(row, dict) for row in rows):
        raise BadInput("rules are [[rule]], and the grammar [grammar]", where=where)
    unknown = [key for key in said if key not in Grammar.__dataclass_fields__ or not isinstance(said[key], str)]
    if unknown:
        raise BadInput(f"[grammar] has {unknown[0]!r}", where=where, remedy='write phrases = "S NP VP", and tags, functions, empties likewise')
    grammar = Grammar(**{key: frozenset(value.split()) for key, value in said.items()})
    rules = tuple(_rule(row, f"{where}, rule {i}") for i, row in enumerate(rows, 1))
    twice = [r.name for i, r in enumerate(rules) if r.name in {other.name for other in rules[:i]} or r.name == OUTSIDE.name]
    if twice:
        raise BadInput(f"two rules are called {twice[0]!r}", where=where)
    return RuleSet(name, str(table.get("title", name)), (OUTSIDE, *rules) if said else rules, grammar)


def _rule(row: Mapping[str, Any], where: str) -> TreeRule:
    wanted = row.get("query", "")
    queries = wanted if isinstance(wanted, list) else [wanted]
    words = [row.get(key, "") for key in ("name", "level", "about", "remedy")]
    if not all(isinstance(word, str) for word in (*words, *queries)) or not (row.get("name") and row.get("about") and all(queries) and queries):
        raise BadInput("a rule needs a name, about and query", where=where)
    if row.get("level", "warning") not in LEVELS:
        raise BadInput(f"no level is called {row['level']!r}", where=where, remedy="there are: " + ", ".join(LEVELS))
    try:
        understood = tuple(map(query, queries))
    except BadInput as error:
        raise BadInput(error.what, where=f"{where}: {error.where}", remedy=error.remedy) from None
    return TreeRule(row["name"], row.get("level", "warning"), row["about"], understood, row.get("remedy", ""))
