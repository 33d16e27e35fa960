"""Classes of one scheme that may stand for classes of another: many to many, in a file.

A file of classes is TOML. ``[groups]`` gives names to sets of classes: a class is a label or a concept id as written, ``PR:*`` all that begin so,
``*`` any, and other groups may be named. ``[maps.NAME]`` says for each class of the system what it may stand for in the reference::

    [groups]
    GENE = ["gene"]
    [maps.nlpba]
    protein = ["polypeptide", "GENE"]
    DNA = ["GENE"]

``classes=FILE:WHAT`` in the name of a measure uses it. WHAT is a group (for both sides); ``protein-GENE``, a class or group of the system and one of
the reference; or a map. FILE is a shipped file by its name (``craft2012``) or the path of one's own (``mine.toml``). Mentions of classes that
are not named on their side are left out of the count; a class of the system matches each class that it may stand for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from ..errors import BadInput, NotFound
from ..model import MentionColumns
from .matching import Keys, units_of

MOST_RULES = 62


@dataclass(frozen=True)
class ClassMap:
    """``rules`` are pairs of patterns: what the system may say, what it may stand for."""

    rules: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

    @property
    def several(self) -> bool:
        return len(self.rules) > 1

    def of(self, columns: MentionColumns, reference: bool) -> tuple[Keys, Keys]:
        """For each rule that a mention falls under a row: the number of the mention, the number of the rule."""
        bits = np.array([self._bits(name, reference) for name in columns.names], dtype=np.int64)
        nothing = np.int64(self._bits("", reference))
        said = np.zeros(len(columns), dtype=np.int64)
        if len(bits):
            said |= bits[columns.labels]
            np.bitwise_or.at(said, units_of(columns.concept_offsets), bits[columns.concepts])
        said |= nothing
        row, rule = np.nonzero((said[:, None] >> np.arange(len(self.rules))) & 1)
        return row.astype(np.int64), rule.astype(np.int64)

    def _bits(self, name: str, reference: bool) -> int:
        return sum(1 << k for k, sides in enumerate(self.rules) if any(_fits(name, p) for p in sides[1 if reference else 0]))


def _fits(name: str, pattern: str) -> bool:
    return pattern == "*" or (bool(name) and (name == pattern or (pattern.endswith("*") and name.startswith(pattern[:-1]))))


def class_map(text: str) -> ClassMap:
    """The map of ``FILE:WHAT``."""
    file, colon, what = text.rpartition(":")
    if not colon or not file or not what:
        raise BadInput(f"classes={text} names no file and group", remedy="write it as classes=FILE:GROUP, as in classes=craft2012:protein-GENESTAR")
    groups, maps = _read(file)
    if what in maps:
        rules = [((system,), _expanded(stands_for, groups, file)) for system, stands_for in maps[what].items()]
        if len(rules) > MOST_RULES:
            raise BadInput(f"{len(rules)} classes in the map {what}; at most {MOST_RULES}", where=file)
        return ClassMap(tuple(rules))
    if what in groups:
        return ClassMap(((_expanded((what,), groups, file), _expanded((what,), groups, file)),))
    dashes = [i for i, c in enumerate(what) if c == "-"]
    for at in sorted(dashes, key=lambda i: (what[i + 1 :] not in groups, what[:i] not in groups)):
        system, reference = what[:at], what[at + 1 :]
        if system and reference and (reference in groups or system in groups):
            return ClassMap(((_expanded((system,), groups, file), _expanded((reference,), groups, file)),))
    raise NotFound(f"no group, map or pair {what!r}", where=file, remedy=f"groups: {', '.join(groups) or 'none'}; maps: {', '.join(maps) or 'none'}")


def _folder() -> Traversable:
    return files("goldproof") / "data" / "classes"


def shipped() -> tuple[str, ...]:
    """The files of classes that come with goldproof."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in _folder().iterdir() if f.name.endswith(".toml")))


def _read(file: str) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, Mapping[str, tuple[str, ...]]]]:
    own = file.endswith(".toml")
    if not own and file not in shipped():
        raise NotFound(f"no file of classes is called {file!r}", remedy=f"shipped: {', '.join(shipped())}; one of your own ends in .toml")
    try:
        text = Path(file).read_text("utf-8") if own else _folder().joinpath(f"{file}.toml").read_text("utf-8")
        plain = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"cannot be read as TOML: {error}", where=file) from None
    groups, maps = plain.get("groups", {}), plain.get("maps", {})
    if not isinstance(groups, dict) or not isinstance(maps, dict) or not all(isinstance(m, dict) for m in maps.values()):
        raise BadInput("[groups] and [maps.NAME] have a list of classes under each name", where=file)
    return (
        {name: _words(words, file, name) for name, words in groups.items()},
        {name: {k: _words(v, file, k) for k, v in rules.items()} for name, rules in maps.items()},
    )


def _words(words: object, file: str, name: str) -> tuple[str, ...]:
    if not isinstance(words, list) or not all(isinstance(w, str) and w for w in words):
        raise BadInput(f"{name} is no list of classes", where=file, remedy='write it as NAME = ["class", "class"]')
    return tuple(words)


def _expanded(words: tuple[str, ...], groups: Mapping[str, tuple[str, ...]], file: str, inside: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The words with groups taken apart. A group that names itself (``gene = ["gene"]``) means the class."""
    out: list[str] = []
    for word in words:
        if word in groups and word not in inside:
            out.extend(_expanded(groups[word], groups, file, (*inside, word)))
        else:
            out.append(word)
    return tuple(dict.fromkeys(out))
