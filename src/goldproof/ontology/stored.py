"""An ontology as one block of bytes, from which terms, hierarchy and axioms are made when somebody asks for them.

JSON and arrays of numbers, no pickle: reading it runs nothing. What stands in the block::

    entries    one JSON list an entry, its empty end cut off; ``offsets`` say where each begins
    names      every id: those of the entries first, in their order, then those that are only spoken of
    labels     the label of each entry;  sorts, obsolete: a byte each
    synonyms   of each entry: text and scope in turns;  alternatives: numbers of entries and other ids in turns
    parents    numbers of names, ``above`` says where each entry's begin
    nodes      expressions in reverse Polish order of numbers; axioms refer to them by their number
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

import numpy as np

from ..model.expression import And, Expression, Some, Term
from .axioms import Axiom, Axioms, Disjoint, Domain, Equivalent, Or, Subclass, Subrole
from .entry import Contents, Entry, Scope, Sort, Synonym
from .pause import collector_paused

MAGIC = b"goldproof ontology 2\n"
_SORTS = tuple(Sort)
_SCOPES = {s.value: s for s in Scope}
_FIELDS = ("id", "label", "sort", "namespace", "definition", "comment", "synonyms", "parents", "alternatives", "relationships", "genus", "xrefs",
           "subsets", "obsolete", "replaced_by", "consider", "clauses")  # fmt: skip
_PAIRS = ("relationships", "genus", "clauses")
_AXIOMS = (Subclass, Equivalent, Disjoint, Subrole, Domain)
T = TypeVar("T")


class Damaged(Exception):
    """The block is not whole."""


class Later(Sequence[T], Generic[T]):
    """A sequence that is made when it is first looked into."""

    def __init__(self, count: int, make: Callable[[], Iterable[T]]) -> None:
        self._count, self._make = count, make

    @cached_property
    def all(self) -> tuple[T, ...]:
        with collector_paused():
            return tuple(self._make())

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return iter(self.all)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self.all[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self.all)

    def __repr__(self) -> str:
        return f"<{self._count} of them>"


class Entries(Later[Entry]):
    """The entries of a block: one is made when it is asked for; ids, labels, parents and what is obsolete are known before."""

    def __init__(self, block: Block) -> None:
        super().__init__(len(block.sorts), lambda: map(_entry, json.loads(b"[" + block["entries"].replace(b"\n", b",") + b"]")))
        self._block = block
        self._made: dict[int, Entry] = {}

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, at: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(at, slice) or "all" in self.__dict__:
            return self.all[at]
        at = range(len(self))[at]
        if at not in self._made:
            start, end = self._block.offsets[at : at + 2].tolist()
            self._made[at] = _entry(json.loads(str(self._block.slice("entries", start, end), "utf-8", "surrogatepass")))
        return self._made[at]

    @property
    def ids(self) -> Sequence[str]:
        return self._block.names[: len(self)]

    @property
    def labels(self) -> Sequence[str]:
        labels: list[str] = json.loads(self._block["labels"])
        return labels

    @property
    def sorts(self) -> Sequence[Sort]:
        return [_SORTS[number] for number in self._block.sorts]

    @property
    def obsolete(self) -> Sequence[bool]:
        return [bool(flag) for flag in self._block["obsolete"]]

    @property
    def synonyms(self) -> Iterator[tuple[int, str, Scope]]:
        """Number of the entry, text, scope."""
        scopes = tuple(Scope)
        said: list[list[Any]] = json.loads(self._block["synonyms"])
        return ((n, text, scopes[scope]) for n, given in enumerate(said) if given for text, scope in zip(given[::2], given[1::2], strict=True))

    @property
    def alternatives(self) -> Iterator[tuple[int, str]]:
        """Number of the entry, an id that was merged into it."""
        said: list[list[Any]] = json.loads(self._block["alternatives"])
        return ((n, id) for n, ids in said for id in ids)

    @property
    def parents(self) -> Sequence[tuple[str, ...]]:
        names = self._block.names
        above, numbers = self._block.numbers("above").tolist(), self._block.numbers("parents").tolist()
        flat = [names[n] for n in numbers]
        return [tuple(flat[start:end]) for start, end in pairwise(above)]


class Block:
    """The parts of a block by name."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(MAGIC):
            raise Damaged
        body = memoryview(data)[len(MAGIC) + 16 :]
        if blake2b(body, digest_size=16).digest() != data[len(MAGIC) : len(MAGIC) + 16]:
            raise Damaged
        size = int.from_bytes(body[:4], "little")
        at = 4 + size
        self._parts: dict[str, tuple[int, int]] = {}
        for name, length in json.loads(bytes(body[4:at])):
            self._parts[name] = (at, at + length)
            at += length
        self._body = body

    def __getitem__(self, name: str) -> bytes:
        start, end = self._parts[name]
        return bytes(self._body[start:end])

    def slice(self, name: str, start: int, end: int) -> bytes:
        """Some bytes of a part, without a copy of all of it."""
        first, last = self._parts[name]
        return bytes(self._body[first + start : min(first + end, last)])

    def numbers(self, name: str) -> np.ndarray[Any, np.dtype[np.int32]]:
        start, end = self._parts[name]
        return np.frombuffer(self._body[start:end], dtype="<i4")

    @cached_property
    def names(self) -> list[str]:
        names: list[str] = json.loads(self["names"])
        return names

    @cached_property
    def sorts(self) -> bytes:
        return self["sorts"]

    @cached_property
    def offsets(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        return self.numbers("offsets")

    def axioms(self) -> Iterator[Axiom]:
        nodes = self._nodes()
        names = self.names
        numbers = self.numbers("axioms").tolist()
        at, end = 0, len(numbers)
        while at < end:
            kind, count = numbers[at], numbers[at + 1]
            at += 2
            parts = numbers[at : at + count]
            at += count
            if kind == 0:
                yield Subclass(nodes[parts[0]], nodes[parts[1]])
            elif kind == 1:
                yield Equivalent(tuple(nodes[n] for n in parts))
            elif kind == 2:
                yield Disjoint(tuple(nodes[n] for n in parts))
            elif kind == 3:
                yield Subrole(tuple(names[n] for n in parts[1:]), names[parts[0]])
            else:
                yield Domain(names[parts[0]], nodes[parts[1]])

    def _nodes(self) -> list[Expression | Or]:
        names, numbers = self.names, self.numbers("nodes").tolist()
        made: list[Any] = []
        at, end = 0, len(numbers)
        while at < end:
            kind, a = numbers[at], numbers[at + 1]
            at += 2
            if kind == 0:
                made.append(Term(names[a]))
            elif kind == 1:
                made.append(Some(names[a], made[numbers[at]]))
                at += 1
            else:
                parts = tuple(made[n] for n in numbers[at : at + a])
                made.append(And(parts) if kind == 2 else Or(parts))
                at += a
        return made


def pack(contents: Contents) -> bytes:
    """The block of an ontology."""
    entries = contents.entries
    numbers: dict[str, int] = {e.id: n for n, e in enumerate(entries)} if len({e.id for e in entries}) == len(entries) else {}
    names = [e.id for e in entries]

    def number(name: str) -> int:
        if name not in numbers:
            numbers[name] = len(names)
            names.append(name)
        return numbers[name]

    lines = [json.dumps(_plain(e), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") for e in entries]
    ends = np.cumsum([0, *(len(line) + 1 for line in lines)])
    parents = [[number(p) for p in e.parents] for e in entries]
    nodes, axioms = _packed_axioms(contents.axioms.axioms, number)
    scopes = {scope: n for n, scope in enumerate(Scope)}
    meta = {"name": contents.name, "version": contents.version, "header": dict(contents.header), "warnings": contents.warnings,
            "left_out": dict(contents.axioms.left_out), "axioms": len(contents.axioms.axioms)}  # fmt: skip
    sections: dict[str, bytes] = {
        "meta": _json(meta), "entries": b"\n".join(lines), "offsets": _int(ends), "labels": _json([e.label for e in entries]),
        "sorts": bytes(_SORTS.index(e.sort) for e in entries), "obsolete": bytes(e.obsolete for e in entries),
        "above": _int(np.cumsum([0, *map(len, parents)])), "parents": _int([n for above in parents for n in above]),
        "nodes": _int(nodes), "axioms": _int(axioms), "names": _json(names),
        "synonyms": _json([[x for s in e.synonyms for x in (s.text, scopes[s.scope])] for e in entries]),
        "alternatives": _json([[n, e.alternatives] for n, e in enumerate(entries) if e.alternatives]),
    }  # fmt: skip
    head = _json([[name, len(part)] for name, part in sections.items()])
    body = b"".join((len(head).to_bytes(4, "little"), head, *sections.values()))
    return MAGIC + blake2b(body, digest_size=16).digest() + body


def unpack(data: bytes) -> Contents:
    """What a block holds; :class:`Damaged` if it is not whole."""
    try:
        block = Block(data)
        meta = json.loads(block["meta"])
        axioms = Axioms(Later(meta["axioms"], block.axioms), MappingProxyType(meta["left_out"]))
        header = MappingProxyType({tag: tuple(values) for tag, values in meta["header"].items()})
        return Contents(meta["name"], meta["version"], Entries(block), header, tuple(meta["warnings"]), axioms)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise Damaged from error


def _packed_axioms(axioms: Iterable[Axiom], number: Callable[[str], int]) -> tuple[list[int], list[int]]:
    nodes: list[int] = []
    known: dict[object, int] = {}

    def node(expression: Expression | Or) -> int:
        # By identity first: readers share equal expressions.
        place = known.get(expression)
        if place is not None:
            return place
        match expression:
            case Term(id):
                code = [0, number(id)]
            case Some(relation, filler):
                inner = node(filler)
                code = [1, number(relation), inner]
            case And(parts) | Or(parts):
                inside = [node(part) for part in parts]
                code = [2 if isinstance(expression, And) else 3, len(inside), *inside]
        nodes.extend(code)
        known[expression] = len(known)
        return known[expression]

    out: list[int] = []
    for axiom in axioms:
        match axiom:
            case Subclass(sub, sup):
                parts = [node(sub), node(sup)]
            case Equivalent(several) | Disjoint(several):
                parts = [node(part) for part in several]
            case Subrole(chain, role):
                parts = [number(role), *map(number, chain)]
            case Domain(role, of):
                parts = [number(role), node(of)]
        out += [_AXIOMS.index(type(axiom)), len(parts), *parts]
    return nodes, out


def _plain(entry: Entry) -> list[Any]:
    values = [getattr(entry, name) for name in _FIELDS]
    values[2] = _SORTS.index(entry.sort)
    values[6] = [[s.text, s.scope.value, s.kind, s.xrefs] for s in entry.synonyms]
    while values and (values[-1] == () or values[-1] == "" or values[-1] is False):
        values.pop()
    return values


def _entry(values: list[Any]) -> Entry:
    count = len(values)
    if count > 2:
        values[2] = _SORTS[values[2]]
    for at in range(6, count):
        value = values[at]
        if at == 6:
            values[6] = tuple(Synonym(text, _SCOPES[scope], kind, tuple(xrefs)) for text, scope, kind, xrefs in value)
        elif at in _PAIR_PLACES:
            values[at] = tuple(map(tuple, value))
        elif at != _OBSOLETE:
            values[at] = tuple(value)
    return Entry(*values)


_PAIR_PLACES = frozenset(map(_FIELDS.index, _PAIRS))
_OBSOLETE = _FIELDS.index("obsolete")


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _int(values: Any) -> bytes:
    return np.asarray(values, dtype="<i4").tobytes()
