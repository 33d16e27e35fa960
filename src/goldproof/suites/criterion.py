"""The criteria of a suite: data that says which rule makes entries from which names."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import BadInput
from ..formats.files import read_text

GROUPS: dict[str, str] = {
    "length": "length of the label", "tokens": "certain tokens", "variation": "lexical variation", "order": "order of tokens",
    "synonyms": "synonyms", "special": "other, more special", "beyond": "beyond the paper",
}  # fmt: skip
SOURCES = ("label", "synonym", "name")
PAPER = 32
"""How many types the paper has; the shipped file has them first."""
_FIELDS = ("id", "group", "rule", "source", "about", "pair", "example")


@dataclass(frozen=True)
class Criterion:
    """``settings`` are those of the rule. ``example`` has a text of our own and the name that it is made from."""

    id: str
    group: str
    rule: str
    source: str
    about: str
    pair: str = ""
    example: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Criteria:
    """Criteria in their order, with the text of the file that they were read from."""

    all: tuple[Criterion, ...]
    text: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """Group -> its types, in their order."""
        found: dict[str, tuple[str, ...]] = {}
        for c in self.all:
            found[c.group] = (*found.get(c.group, ()), c.id)
        return found

    @property
    def paper(self) -> tuple[str, ...]:
        """The types that are in the paper."""
        return tuple(c.id for c in self.all if c.group in GROUPS and c.group != "beyond")

    def only(self, wanted: Sequence[str]) -> Criteria:
        """Some of them, by id or group."""
        names = {c.id for c in self.all} | {c.group for c in self.all}
        for name in wanted:
            if name not in names:
                raise BadInput(f"no criterion or group {name!r}", where="criteria", remedy="there are: " + ", ".join(c.id for c in self.all))
        return Criteria(tuple(c for c in self.all if c.id in wanted or c.group in wanted), self.text)


def shipped() -> Criteria:
    """The paper's 32 and ours beyond them."""
    return parse((files("goldproof.suites") / "criteria.toml").read_text(encoding="utf-8"), "criteria.toml")


def read(path: str | Path) -> Criteria:
    """Criteria of a user's own."""
    return parse(read_text(Path(path), empty=False), path)


def parse(text: str, where: object) -> Criteria:
    from .rules import RULES

    try:
        tables = tomllib.loads(text).get("criterion", [])
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"not TOML: {error}", where=where) from None
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise BadInput("no [[criterion]] in it", where=where)
    found: list[Criterion] = []
    for number, table in enumerate(tables, 1):
        place = f"{where}, criterion {table.get('id', number)}"
        for name in ("id", "group", "rule", "source", "about"):
            if not isinstance(table.get(name), str) or not table[name]:
                raise BadInput(f"no {name}", where=place)
        if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*", table["id"]) or table["id"] in {c.id for c in found}:
            raise BadInput("an id is of small letters, digits and hyphens, and stands once", where=place)
        if table["source"] not in SOURCES:
            raise BadInput(f"no source {table['source']!r}", where=place, remedy="a source is one of: " + ", ".join(SOURCES))
        if table["rule"] not in RULES:
            raise BadInput(f"no rule {table['rule']!r}", where=place, remedy="there are: " + ", ".join(RULES))
        settings = {k: v for k, v in table.items() if k not in _FIELDS}
        RULES[table["rule"]].check(settings, place)
        found.append(Criterion(table["id"], table["group"], table["rule"], table["source"], table["about"], str(table.get("pair", "")),
                               MappingProxyType(dict(table.get("example", {}))), MappingProxyType(settings)))  # fmt: skip
    return Criteria(tuple(found), text)
