"""A scheme of dependencies as data: which child is the head of a phrase, and how the others are labelled (data/heads/*.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..errors import BadInput, NotFound
from .parts import parts

CONDITIONS = ("phrase", "child", "head", "word", "grandchild", "head-form", "word-form", "not-form", "head-under", "word-under")
# What can be told from the two labels and the two tags alone: the rest has to be looked at in the tree.
_PLAIN = CONDITIONS[:4]
_ITEM = re.compile(r"-[A-Z]+\Z")


class Labels:
    """A list of labels as the tables write it: ``NN* -SBJ PP&-LOC``. Answers whether a label is one of them, and remembers."""

    __slots__ = ("_items", "_known", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._items = [word.split("&") for word in text.replace(" & ", "&").split()]
        self._known: dict[str, bool] = {}

    def __contains__(self, label: str) -> bool:
        known = self._known.get(label)
        if known is None:
            known = self._known[label] = any(all(_is(label, part) for part in item) for item in self._items)
        return known

    def __bool__(self) -> bool:
        return bool(self._items)


def _is(label: str, item: str) -> bool:
    found = parts(label)
    if _ITEM.match(item):
        return item[1:] in found.functions
    pattern = re.escape(item).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(pattern, found.category) is not None


@dataclass(frozen=True, slots=True)
class Heads:
    """The head rule of a category: from which side, and what is looked for, best first."""

    right: bool
    choices: tuple[Labels, ...]

    @staticmethod
    def of(text: str, where: str) -> Heads:
        side, colon, choices = text.partition(": ")
        if side not in ("left", "right") or not colon or not choices.strip():
            raise BadInput(f"{text!r} is no head rule", where=where, remedy="write it as 'right: NN* NP > JJ* > *'")
        return Heads(side == "right", tuple(Labels(choice) for choice in choices.split(" > ")))

    def rank(self, label: str) -> int:
        return next((i for i, choice in enumerate(self.choices) if label in choice), len(self.choices))


@dataclass(frozen=True, slots=True)
class Relation:
    """A label and the conditions under which it is given."""

    label: str
    conditions: Mapping[str, Labels]
    forms: Mapping[str, frozenset[str]]
    function: bool = False

    def may(self, phrase: str, child: str, head: str, word: str) -> bool:
        """Whether it may be given, as far as labels and tags can tell."""
        return all(label in self.conditions[name] for name, label in zip(_PLAIN, (phrase, child, head, word), strict=True) if name in self.conditions)

    @property
    def plain(self) -> bool:
        return not self.forms and all(name in _PLAIN for name in self.conditions)


@dataclass(frozen=True)
class Scheme:
    name: str
    title: str
    heads: Mapping[str, Heads]
    otherwise: Heads
    never: Labels
    never_in: Mapping[str, Labels]
    relations: tuple[Relation, ...]
    lists: Mapping[str, Labels]
    labels: Mapping[str, str]
    alike: tuple[Labels, ...]
    alike_in: Mapping[str, Labels]
    _ranks: dict[tuple[str, str], int] = field(default_factory=dict, repr=False, compare=False)
    _may: dict[tuple[str, str, str, str], tuple[Relation, ...]] = field(default_factory=dict, repr=False, compare=False)

    def rule(self, category: str) -> Heads:
        return self.heads.get(category, self.otherwise)

    def rank(self, category: str, child: str) -> int:
        """How good a head the child (by its label) of a phrase (by its category) makes: 0 is best; a large number: none at all."""
        key = category, child
        found = self._ranks.get(key)
        if found is None:
            never = child in self.never or (category in self.never_in and child in self.never_in[category])
            rule = self.rule(category)
            rank = rule.rank(child)
            found = self._ranks[key] = NONE if never or rank == len(rule.choices) else rank
        return found

    def may(self, phrase: str, child: str, head: str, word: str) -> tuple[Relation, ...]:
        """The relations that may stand between them, the first of which that holds is meant; the last one always holds."""
        key = phrase, child, head, word
        found = self._may.get(key)
        if found is None:
            chosen = []
            for relation in self.relations:
                if relation.may(*key):
                    chosen.append(relation)
                    if relation.plain:
                        break
            found = self._may[key] = tuple(chosen)
        return found

    def function(self, label: str, children: Sequence[str]) -> str:
        """The relation that a node's function tags stand for; nothing if they do not."""
        for relation in self.relations:
            if relation.function and label in relation.conditions["child"]:
                below = relation.conditions.get("grandchild")
                if below is None or any(child in below for child in children):
                    return relation.label
        return ""

    def together(self, phrase: str, a: str, b: str) -> bool:
        """Whether two categories are alike enough to be conjuncts in a phrase."""
        if a == b or any(a in group and b in group for group in self.alike):
            return True
        own = self.alike_in.get(phrase)
        return own is not None and a in own and b in own


NONE = 1 << 30


def shipped() -> list[str]:
    """The schemes that come with goldproof."""
    return sorted(p.name.removesuffix(".toml") for p in (files("goldproof") / "data/heads").iterdir() if p.name.endswith(".toml"))


@lru_cache(16)
def scheme(name: str = "lth") -> Scheme:
    """A shipped scheme by its name, or one of your own by the path of its file (``mine.toml``)."""
    if name in shipped():
        return _scheme(name, (files("goldproof") / f"data/heads/{name}.toml").read_text("utf-8"), name)
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        raise NotFound(f"no scheme of dependencies is called {name!r}", remedy=f"shipped: {', '.join(shipped())}; one of your own is a file that ends in .toml")
    return _scheme(path.stem, path.read_text("utf-8"), str(path))


def _scheme(name: str, text: str, where: str) -> Scheme:
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"is no TOML: {error}", where=where) from None
    try:
        heads = {category: Heads.of(rule, f"{where}, [heads] {category}") for category, rule in table["heads"].items()}
        otherwise = heads.pop("otherwise")
        never = dict(table.get("never", {}))
        joining, apposed, marks = table["coordination"], table["apposition"], table["punctuation"]
        lists = {
            "punctuation": marks["all"], "hyphens": marks["hyphens"],
            "words": joining["words"], "marks": joining["marks"], "coordinations": joining["phrases"], "coordinated": joining["children"],
            "passed": joining["passed"], "then-passed": joining["then-passed"],
            "apposed-in": apposed["phrases"], "apposed": apposed["members"], "apposing": apposed["mark"],
        }  # fmt: skip
        labels = {
            "root": table["root"]["label"], "gap": table["gapping"]["label"], "apposition": apposed["label"], "punctuation": marks["label"],
            "conjunct": joining["label"], "conjunction": joining["conjunction"],
        }  # fmt: skip
        made = Scheme(
            name, table.get("title", name), heads, otherwise, Labels(never.pop("anywhere", "")),
            {category: Labels(said) for category, said in never.items()},
            tuple(_relation(row, where) for row in table["relation"]), {key: Labels(value) for key, value in lists.items()}, labels,
            tuple(map(Labels, joining.get("alike", ()))), {key: Labels(value) for key, value in joining.get("alike-in", {}).items()},
        )  # fmt: skip
    except KeyError as error:
        raise BadInput(f"has no {error.args[0]!r}", where=where, remedy="see data/heads/lth.toml in the package for what a scheme says") from None
    except (AttributeError, TypeError) as error:
        raise BadInput(f"is no scheme of dependencies: {error}", where=where, remedy="see data/heads/lth.toml in the package for what a scheme says") from None
    last = made.relations[-1] if made.relations else None
    if last is None or last.conditions or last.forms:
        raise BadInput("its last [[relation]] has conditions", where=where, remedy="end with one that always holds: label = \"DEP\"")
    return made


def _relation(row: Mapping[str, Any], where: str) -> Relation:
    unknown = set(row) - {"label", "function", *CONDITIONS}
    if unknown:
        raise BadInput(f"a [[relation]] has {sorted(unknown)[0]!r}", where=where, remedy=f"conditions: {', '.join(CONDITIONS)}")
    forms = {name: frozenset(row[name].split()) for name in row if name.endswith("-form")}
    said = {name: Labels(row[name]) for name in row if name in CONDITIONS and name not in forms}
    return Relation(row["label"], said, forms, bool(row.get("function", False)))
