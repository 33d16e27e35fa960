"""Parses as arrays: an 800,000-token treebank with its trees takes about 100 MB."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import BadInput
from ..attributes import NONE, Attributes
from ..parse import Blank, Multiword, Node, Parse, Sentence, Token
from ..text import Span
from .interning import Interner, Ints, Offsets, gather, ints, offsets

_TOKEN = ("starts", "ends", "forms", "lemmas", "tags", "coarse", "features", "heads", "relations", "extras")
_NODE = ("labels", "parents", "leaves", "empties")


@dataclass(frozen=True, slots=True, eq=False)
class ParseColumns:
    """``offsets`` cuts parses into units (one or none each), ``sentence_offsets`` sentences into parses,
    ``token_offsets`` and ``node_offsets`` tokens and nodes into sentences.

    ``forms``, ``lemmas``, ``tags``, ``coarse``, ``relations``, ``labels`` and ``empties`` are numbers of ``names``
    (-1: nothing said); ``features`` and ``extras`` of ``notes``. ``heads`` count from 1, 0 the root, -1 nothing said.
    Nodes stand in pre-order; ``parents`` is the number of the parent within the sentence (-1 the top);
    ``leaves`` the number of the token within the sentence (-1: not a leaf); ``empties`` the text of an empty category.
    """

    offsets: Offsets
    sentence_offsets: Offsets
    sentence_starts: Ints
    sentence_ends: Ints
    token_offsets: Offsets
    starts: Ints
    ends: Ints
    forms: Ints
    lemmas: Ints
    tags: Ints
    coarse: Ints
    features: Ints
    heads: Ints
    relations: Ints
    extras: Ints
    node_offsets: Offsets
    labels: Ints
    parents: Ints
    leaves: Ints
    empties: Ints
    sentence_notes: tuple[Attributes, ...]
    multiwords: Mapping[int, tuple[Multiword, ...]]
    blanks: Mapping[int, tuple[Blank, ...]]
    names: tuple[str, ...]
    notes: tuple[Attributes, ...]

    def __len__(self) -> int:
        return len(self.sentence_offsets) - 1

    def row(self, i: int) -> Parse:
        return Parse(tuple(self.sentence(s) for s in range(self.sentence_offsets[i], self.sentence_offsets[i + 1])))

    def rows(self, start: int = 0, stop: int | None = None) -> list[Parse]:
        return [self.row(i) for i in range(start, len(self) if stop is None else stop)]

    def sentence(self, s: int) -> Sentence:
        """Sentence number ``s`` of all, as a record."""
        t0, t1 = self.token_offsets[s : s + 2].tolist()
        n0, n1 = self.node_offsets[s : s + 2].tolist()
        name, notes = (*self.names, None), self.notes
        columns = [getattr(self, field)[t0:t1].tolist() for field in _TOKEN]
        tokens = tuple(
            Token(
                Span(a, b), self.names[form], name[lemma], name[tag], name[coarse], notes[features],
                None if head < 0 else head, name[relation], notes[extra],
            )
            for a, b, form, lemma, tag, coarse, features, head, relation, extra in zip(*columns, strict=True)
        )  # fmt: skip
        return Sentence(
            Span(int(self.sentence_starts[s]), int(self.sentence_ends[s])), tokens, self._tree(n0, n1),
            self.multiwords.get(s, ()), self.blanks.get(s, ()), self.sentence_notes[s],
        )  # fmt: skip

    def _tree(self, n0: int, n1: int) -> Node | None:
        if n0 == n1:
            return None
        labels, parents, leaves, empties = (getattr(self, field)[n0:n1].tolist() for field in _NODE)
        children: list[list[Node]] = [[] for _ in labels]
        node: Node | None = None
        # Pre-order: going backwards, all children of a node are made before it, the last child first.
        for i in range(n1 - n0 - 1, -1, -1):
            node = Node(
                self.names[labels[i]], tuple(reversed(children[i])),
                None if leaves[i] < 0 else leaves[i], None if empties[i] < 0 else self.names[empties[i]],
            )  # fmt: skip
            if parents[i] >= 0:
                children[parents[i]].append(node)
        return node

    def take(self, units: Offsets) -> ParseColumns:
        parse, fresh = gather(self.offsets, units)
        sentence, sentence_offsets = gather(self.sentence_offsets, parse)
        token, token_offsets = gather(self.token_offsets, sentence)
        node, node_offsets = gather(self.node_offsets, sentence)
        chosen = sentence.tolist()
        return ParseColumns(
            offsets=fresh, sentence_offsets=sentence_offsets, token_offsets=token_offsets, node_offsets=node_offsets,
            sentence_starts=self.sentence_starts[sentence], sentence_ends=self.sentence_ends[sentence],
            sentence_notes=tuple(self.sentence_notes[s] for s in chosen),
            multiwords={i: self.multiwords[s] for i, s in enumerate(chosen) if s in self.multiwords},
            blanks={i: self.blanks[s] for i, s in enumerate(chosen) if s in self.blanks},
            names=self.names, notes=self.notes,
            **{field: getattr(self, field)[token] for field in _TOKEN},
            **{field: getattr(self, field)[node] for field in _NODE},
        )  # fmt: skip

    @staticmethod
    def of(units: Iterable[Sequence[Parse]]) -> ParseColumns:
        build = ParseBuilder()
        for parses in units:
            for parse in parses:
                for s in parse.sentences:
                    for t in s.tokens:
                        build.token(*t.span, t.form, t.lemma, t.tag, t.coarse, t.features, t.head, t.relation, t.extra)
                    if s.tree is not None:
                        build.tree(s.tree)
                    build.end_sentence(*s.span, s.attributes, s.multiwords, s.blanks)
                build.end_parse()
            build.end_unit()
        return build.columns()


class ParseBuilder:
    """The fast way for readers: tokens and nodes of a sentence, ``end_sentence``, ``end_parse``, ``end_unit``, ``columns``."""

    def __init__(self) -> None:
        self.names: Interner[str] = Interner()
        self.notes: Interner[Attributes] = Interner({NONE: 0})
        self._units, self._parses = array("q", [0]), array("q", [0])
        self._token_ends, self._node_ends = array("q", [0]), array("q", [0])
        self._sentence_starts, self._sentence_ends = array("i"), array("i")
        self._sentence_notes: list[Attributes] = []
        self._multiwords: dict[int, tuple[Multiword, ...]] = {}
        self._blanks: dict[int, tuple[Blank, ...]] = {}
        self._tokens = {field: array("i") for field in _TOKEN}
        self._nodes = {field: array("i") for field in _NODE}
        self._add_token = tuple(self._tokens[field].append for field in _TOKEN)
        self._add_node = tuple(self._nodes[field].append for field in _NODE)

    def token(
        self,
        start: int,
        end: int,
        form: str,
        lemma: str | None = None,
        tag: str | None = None,
        coarse: str | None = None,
        features: Attributes = NONE,
        head: int | None = None,
        relation: str | None = None,
        extra: Attributes = NONE,
    ) -> None:
        names, notes = self.names, self.notes
        add = self._add_token
        add[0](start)
        add[1](end)
        add[2](names[form])
        add[3](-1 if lemma is None else names[lemma])
        add[4](-1 if tag is None else names[tag])
        add[5](-1 if coarse is None else names[coarse])
        add[6](notes[features] if features else 0)
        add[7](-1 if head is None else head)
        add[8](-1 if relation is None else names[relation])
        add[9](notes[extra] if extra else 0)

    def tokens(
        self,
        starts: Sequence[int],
        ends: Sequence[int],
        forms: Sequence[str],
        *,
        lemmas: Sequence[str | None] | None = None,
        tags: Sequence[str | None] | None = None,
        coarse: Sequence[str | None] | None = None,
        features: Sequence[Attributes] | None = None,
        heads: Sequence[int | None] | None = None,
        relations: Sequence[str | None] | None = None,
        extras: Sequence[Attributes] | None = None,
    ) -> None:
        """All tokens of the current sentence at once: several times faster than one by one."""
        n = len(starts)
        store, names, notes = self._tokens, self.names, self.notes
        store["starts"].extend(starts)
        store["ends"].extend(ends)
        store["forms"].extend([names[form] for form in forms])
        for field, values in (("lemmas", lemmas), ("tags", tags), ("coarse", coarse), ("relations", relations)):
            store[field].extend([-1] * n if values is None else [-1 if v is None else names[v] for v in values])
        for field, noted in (("features", features), ("extras", extras)):
            store[field].extend([0] * n if noted is None else [notes[a] if a else 0 for a in noted])
        store["heads"].extend([-1] * n if heads is None else [-1 if h is None else h for h in heads])
        lengths = {len(column) for column in store.values()}
        if len(lengths) > 1:
            raise BadInput(f"{n} tokens in a sentence, but another number of forms, tags or heads")

    def node(self, label: str, parent: int, token: int | None = None, text: str | None = None) -> int:
        """A node of the current sentence, parents before children; returns its number for its children to name."""
        add = self._add_node
        number = len(self._nodes["labels"]) - self._node_ends[-1]
        add[0](self.names[label])
        add[1](parent)
        add[2](-1 if token is None else token)
        add[3](-1 if text is None else self.names[text])
        return number

    def nodes(self, rows: Iterable[Sequence[Any]]) -> None:
        """All nodes of the current sentence at once, each ``(label, parent)`` with a token number or an empty category's text."""
        names, store = self.names, self._nodes
        rows = list(rows)
        tails = [row[2] if len(row) > 2 else None for row in rows]
        store["labels"].extend([names[row[0]] for row in rows])
        store["parents"].extend([row[1] for row in rows])
        store["leaves"].extend([tail if type(tail) is int else -1 for tail in tails])
        store["empties"].extend([names[tail] if type(tail) is str else -1 for tail in tails])

    def tree(self, root: Node) -> None:
        """A whole tree of records for the current sentence."""
        stack = [(root, -1)]
        while stack:
            node, parent = stack.pop()
            number = self.node(node.label, parent, node.token, node.text)
            stack.extend((child, number) for child in reversed(node.children))

    def end_sentence(
        self,
        start: int,
        end: int,
        attributes: Attributes = NONE,
        multiwords: tuple[Multiword, ...] = (),
        blanks: tuple[Blank, ...] = (),
    ) -> None:
        number = len(self._sentence_starts)
        self._sentence_starts.append(start)
        self._sentence_ends.append(end)
        self._sentence_notes.append(attributes)
        if multiwords:
            self._multiwords[number] = multiwords
        if blanks:
            self._blanks[number] = blanks
        self._token_ends.append(len(self._tokens["starts"]))
        self._node_ends.append(len(self._nodes["labels"]))

    def end_parse(self) -> None:
        self._parses.append(len(self._sentence_starts))

    def end_unit(self) -> None:
        self._units.append(len(self._parses) - 1)

    def columns(self) -> ParseColumns:
        return ParseColumns(
            offsets=offsets(self._units), sentence_offsets=offsets(self._parses),
            sentence_starts=ints(self._sentence_starts), sentence_ends=ints(self._sentence_ends),
            token_offsets=offsets(self._token_ends), node_offsets=offsets(self._node_ends),
            sentence_notes=tuple(self._sentence_notes), multiwords=self._multiwords, blanks=self._blanks,
            names=self.names.values_in_order(), notes=self.notes.values_in_order(),
            **{field: ints(values) for field, values in (self._tokens | self._nodes).items()},
        )  # fmt: skip


def same(a: ParseColumns, b: ParseColumns) -> bool:
    """Equal without making records: True is sure, False may only mean that the names are numbered otherwise."""
    plain = ("sentence_notes", "multiwords", "blanks", "names", "notes")
    return all(getattr(a, f) == getattr(b, f) for f in plain) and all(
        np.array_equal(getattr(a, f), getattr(b, f)) for f in ParseColumns.__slots__ if f not in plain
    )
