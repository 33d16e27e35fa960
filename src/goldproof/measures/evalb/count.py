"""All sentences of two layers as EVALB counts them, on the columns.

In pre-order the words of a subtree stand together, so a bracket is two numbers: the words that count before its node, and those before the node that
follows its subtree. What is left for :mod:`.literal` are sentences with mistaken quotation marks and labels that are equal in a chain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import BadInput
from ...formats.brackets import leaf_of
from ...model import Layer, ParseColumns
from ...model.columns.interning import Interner
from ..matching import Keys, in_both, one_key, units_of
from .literal import ERROR, FINE, SKIP, Counted, Node, apart, category, count_sentence, read_side
from .parameters import Parameters

Flags = NDArray[np.bool_]


class Sentences(NamedTuple):
    """A row a sentence; ``unit`` is the number of its unit."""

    unit: Keys
    status: Keys
    length: Keys
    matched: Keys
    gold: Keys
    test: Keys
    crossing: Keys
    words: Keys
    tags: Keys


@dataclass(frozen=True)
class _Side:
    """``words`` and ``tags`` are numbers in common of the words that count, cut into sentences by ``offsets``; brackets stand in the order of sentences."""

    offsets: Keys
    words: Keys
    tags: Keys
    length: Keys
    broken: Flags
    sentence: Keys
    start: Keys
    end: Keys
    label: Keys


def count_brackets(a: Layer, b: Layer, p: Parameters) -> Sentences:
    """Every sentence of the reference ``a`` with the one that stands in its place in ``b``."""
    sides = a.parses, b.parses
    pairs = _sentence_pairs(a, b)
    unit = units_of(sides[0].offsets)[units_of(sides[0].sentence_offsets)]
    words, labels = _Numbers(), _Labels(p)
    gold, test = (_side(columns, p, words, labels) for columns in sides)
    size = len(unit)
    sizes = np.diff(gold.offsets), np.append(np.diff(test.offsets), 0)[pairs]
    status = np.full(size, FINE, dtype=np.int64)
    other = np.append(test.broken, False)[pairs]
    status[gold.broken | other | (sizes[0] != sizes[1]) | (pairs < 0)] = ERROR
    status[(sizes[1] == 0) & (pairs >= 0)] = SKIP
    wrong, tags = _words(gold, test, pairs, status == FINE, words.pairs(p.same_words), labels.pairs(p.same_labels))
    status[wrong & (status == FINE)] = ERROR
    fine = status == FINE
    matched, crossing, n_gold, n_test = _brackets(gold, test, pairs, fine, size, p)
    out = Sentences(unit, status, gold.length, *(np.where(fine, x, 0) for x in (matched, n_gold, n_test, crossing, sizes[0], tags)))
    return _mended(out, sides, pairs, sizes, p)


def _sentence_pairs(a: Layer, b: Layer) -> Keys:
    """For each sentence of ``a`` its partner in ``b``: by order where a unit has as many, else by place; -1 where there is none."""
    ours, theirs = a.parses, b.parses
    at_a, at_b = ours.sentence_offsets[ours.offsets], theirs.sentence_offsets[theirs.offsets]
    shift = at_b[:-1] - at_a[:-1]
    unit = units_of(at_a)
    out: Keys = np.arange(at_a[-1], dtype=np.int64) + shift[unit]
    for u in np.flatnonzero(np.diff(at_a) != np.diff(at_b)).tolist():
        here, there = range(int(at_a[u]), int(at_a[u + 1])), range(int(at_b[u]), int(at_b[u + 1]))
        places = {(int(theirs.sentence_starts[s]), int(theirs.sentence_ends[s])): s for s in reversed(there)}
        out[here.start : here.stop] = [places.get((int(ours.sentence_starts[s]), int(ours.sentence_ends[s])), -1) for s in here]
    return out


class _Numbers(Interner[str]):
    """Numbers in common for words."""

    def pairs(self, same: frozenset[tuple[str, str]]) -> Keys:
        found = [[self[x], self[y]] for one, two in same for x, y in ((one, two), (two, one))]
        out: Keys = np.array(found, dtype=np.int64).reshape(-1, 2)
        return out


class _Labels(_Numbers):
    """Numbers in common for labels, and what is to be known of a label."""

    def __init__(self, p: Parameters) -> None:
        self.p = p
        self.families = p.names()

    def facts(self, columns: ParseColumns) -> tuple[NDArray[np.uint8], Keys, Keys]:
        """For each name of a layer that is a label: what it is (bits), its number as a tag, the number of its category."""
        size = len(columns.names) or 1
        bits, tag, label = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
        for n in np.flatnonzero(np.bincount(columns.labels, minlength=size)).tolist():
            raw = columns.names[n]
            cut = category(raw)
            tag[n], label[n] = self[raw], self[self.families.get(cut, cut)]
            bits[n] = (_NO_WORD * (raw in self.p.delete) + _NO_BRACKET * self.p.deleted(cut)
                       + _NOT_LONG * (raw in self.p.not_long) + _NAMELESS * (not raw))  # fmt: skip
        return bits, tag, label


_NO_WORD, _NO_BRACKET, _NOT_LONG, _NAMELESS = 1, 2, 4, 8


def _side(c: ParseColumns, p: Parameters, words: _Numbers, labels: _Labels) -> _Side:
    size = len(c.sentence_starts)
    sentence = units_of(c.node_offsets)
    bits, tag_of, label_of = labels.facts(c)
    bit = bits[c.labels]
    token, empty = c.leaves >= 0, c.empties >= 0
    leaf = token | empty
    inner, held = np.flatnonzero(~leaf), np.flatnonzero(leaf)
    kept = leaf & ((bit & _NO_WORD) == 0)
    before = np.zeros(len(kept) + 1, dtype=np.int64)
    np.cumsum(kept, out=before[1:])
    start, end = before[inner], before[_behind(c, inner, held)]
    label, flag, own_sentence = c.labels[inner], bit[inner], sentence[inner]
    counts = (start < end) & ((flag & _NO_BRACKET) == 0)
    nameless = np.flatnonzero(((flag & _NAMELESS) != 0) & (c.parents[inner] < 0))
    if len(nameless):
        # What holds the trees of a line together here is no bracket of the line.
        several = np.array(["trees" in note if note else False for note in c.sentence_notes], dtype=bool)
        counts[nameless] &= ~several[own_sentence[nameless]] & (not p.delete_nameless)
    if p.discontinuous_only:
        counts &= _gaps(c, inner)
    where = np.flatnonzero(kept)
    at = sentence[where]
    word = np.full(len(where), -1, dtype=np.int64)
    real = token[where]
    written = _written(c, words)
    word[real] = written[c.leaves[where[real]] + c.token_offsets[at[real]]]
    strange = np.flatnonzero(~real)
    word[strange] = [words[c.names[n]] for n in c.empties[where[strange]].tolist()]
    broken = np.zeros(size, dtype=bool)
    broken[sentence[held[(bit[held] & _NAMELESS) != 0]]] = True
    offsets = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.bincount(at, minlength=size), out=offsets[1:])
    length = np.bincount(sentence[held[(bit[held] & _NOT_LONG) == 0]], minlength=size)
    chosen = np.flatnonzero(counts)
    own_sentence = own_sentence[chosen]
    own = offsets[own_sentence]
    return _Side(
        offsets, word, tag_of[c.labels[where]], length, broken, own_sentence, start[chosen] - own, end[chosen] - own, label_of[label[chosen]],
    )  # fmt: skip


def _behind(c: ParseColumns, inner: Keys, held: Keys) -> Keys:
    """For each inner node, the number of the node that follows its subtree.

    At each depth brackets open and close in turn: the k-th to open is the k-th to close.
    """
    size = len(c.parents)
    depth = _depths(c, inner, held)
    after = np.zeros(size, dtype=np.int16)
    after[:-1] = depth[1:]
    # A node with nothing below it closes itself and all above it down to the depth of the next; a leaf itself is no bracket.
    number = np.maximum(depth - after + 1, 0)
    number[held] -= 1
    closing = np.flatnonzero(number > 0)
    many = number[closing]
    closed = np.repeat(closing, many)
    step = np.arange(len(closed)) - np.repeat(np.cumsum(many, dtype=np.int64) - many, many)
    at = (np.repeat(after[closing], many) + step).astype(np.int16)
    if len(closed) != len(inner):
        raise BadInput("the nodes of a tree do not stand in pre-order, parents first")
    out = np.empty(len(inner), dtype=np.int64)
    out[np.argsort(depth[inner], kind="stable")] = closed[np.argsort(at, kind="stable")] + 1
    return out


def _depths(c: ParseColumns, inner: Keys, held: Keys) -> NDArray[np.int16]:
    """How many nodes stand above each node. Each step doubles how far up is looked."""
    size = len(c.parents)
    number = np.zeros(size, dtype=np.int32)
    number[inner] = np.arange(len(inner), dtype=np.int32)
    up = np.where(c.parents >= 0, c.parents + np.repeat(c.node_offsets[:-1].astype(np.int32), np.diff(c.node_offsets)), np.int32(-1))
    leaf = np.zeros(size + 1, dtype=bool)
    leaf[held] = True
    if (up >= np.arange(size, dtype=np.int32)).any() or leaf[up].any():
        raise BadInput("the nodes of a tree do not stand in pre-order, parents first")
    above = np.where(up[inner] >= 0, number[up[inner]], np.int32(len(inner)))
    # One more than there are stands above all: itself, at no depth.
    far = np.append(above, np.int32(len(inner)))
    depth = np.append((above < len(inner)).astype(np.int16), np.int16(0))
    while (far[:-1] < len(inner)).any():
        depth += depth[far]
        far = far[far]
    out = np.zeros(size, dtype=np.int16)
    out[inner] = depth[:-1]
    out[held] = np.where(up[held] >= 0, depth[number[up[held]]] + 1, 0)
    return out


def _gaps(c: ParseColumns, inner: Keys) -> Flags:
    """Which inner nodes have tokens that do not stand side by side (trees with crossing branches)."""
    low, high, many = (np.where(c.leaves >= 0, x, y).tolist() for x, y in ((c.leaves, 2**31), (c.leaves, -1), (1, 0)))
    parent = np.where(c.parents >= 0, c.parents + np.repeat(c.node_offsets[:-1], np.diff(c.node_offsets)), -1).tolist()
    for i in range(len(parent) - 1, -1, -1):
        q = parent[i]
        if q >= 0:
            low[q], high[q], many[q] = min(low[q], low[i]), max(high[q], high[i]), many[q] + many[i]
    return np.array([many[i] > 0 and high[i] - low[i] + 1 > many[i] for i in inner.tolist()], dtype=bool)


def _written(c: ParseColumns, words: _Numbers) -> Keys:
    """The number of each token as it is written in a tree."""
    used = np.flatnonzero(np.bincount(c.forms, minlength=len(c.names))).tolist()
    turn = np.zeros(max(len(c.names), 1), dtype=np.int64)
    special = np.zeros(max(len(c.names), 1), dtype=bool)
    for n in used:
        form = c.names[n]
        turn[n] = words[form]
        special[n] = form == '"' or "(" in form or ")" in form
    out = turn[c.forms]
    noted = np.array(["leaf" in note if note else False for note in c.notes], dtype=bool)
    odd = np.flatnonzero(special[c.forms] | noted[c.extras])
    if len(odd):
        # The same form, tag and note are the same word: each is looked at once.
        distinct, number = np.unique(one_key([x[odd].astype(np.int64) for x in (c.forms, c.tags, c.extras)]), return_inverse=True)
        first = np.zeros(len(distinct), dtype=np.int64)
        first[number] = odd
        names = (*c.names, None)
        fresh = [words[c.notes[note].text("leaf") or leaf_of(c.names[form], names[tag])]
                 for form, tag, note in zip(*(x[first].tolist() for x in (c.forms, c.tags, c.extras)), strict=True)]  # fmt: skip
        out[odd] = np.array(fresh, dtype=np.int64)[number]
    return out


def _words(gold: _Side, test: _Side, pairs: Keys, compared: Flags, same_words: Keys, same_tags: Keys) -> tuple[Flags, Keys]:
    """Which sentences have a word that is another, and how many tags are right."""
    size = len(pairs)
    sentence = units_of(gold.offsets)
    rows = np.flatnonzero(compared[sentence])
    sentence = sentence[rows]
    there = rows - gold.offsets[sentence] + test.offsets[pairs[sentence]]
    wrong = np.zeros(size, dtype=bool)
    wrong[sentence[~_equal(gold.words[rows], test.words[there], same_words)]] = True
    return wrong, np.bincount(sentence[_equal(gold.tags[rows], test.tags[there], same_tags)], minlength=size)


def _equal(x: Keys, y: Keys, same: Keys) -> Flags:
    equal = np.asarray(x == y)
    if len(same):
        differ = np.flatnonzero(~equal)
        known = set(map(tuple, same.tolist()))
        equal[differ] = [pair in known for pair in zip(x[differ].tolist(), y[differ].tolist(), strict=True)]
    return equal


def _brackets(gold: _Side, test: _Side, pairs: Keys, fine: Flags, size: int, p: Parameters) -> tuple[Keys, Keys, Keys, Keys]:
    """Matched and crossing brackets and how many there are on both sides, for each sentence that is compared."""
    back = np.full(len(test.offsets), -1, dtype=np.int64)
    back[pairs[fine]] = np.flatnonzero(fine)
    mine, yours = fine[gold.sentence], back[test.sentence] >= 0
    s1, a1, e1, l1 = (x[mine] for x in (gold.sentence, gold.start, gold.end, gold.label))
    s2, a2, e2, l2 = back[test.sentence[yours]], *(x[yours] for x in (test.start, test.end, test.label))
    n = len(s1)
    columns = [np.concatenate(pair) for pair in ((s1, s2), (a1, a2), (e1, e2))]
    place = one_key(columns)
    key = one_key([place, np.concatenate([l1, l2])]) if p.labelled else place
    left, right = np.sort(key[:n]), np.sort(key[n:])
    matched = np.bincount(np.sort(s1)[in_both(left, right)], minlength=size)
    # A bracket whose place both have crosses nothing: the brackets of a tree do not cross each other.
    sorted_a, sorted_b = np.sort(place[:n]), np.sort(place[n:])
    alone_a, alone_b = ~_among(place[:n], sorted_b), ~_among(place[n:], sorted_a)
    crossing = _crossing([x[alone_a] for x in (s1, a1, e1)], [x[alone_b] for x in (s2, a2, e2)], size)
    return matched, crossing, np.bincount(s1, minlength=size), np.bincount(s2, minlength=size)


def _among(keys: Keys, others: Keys) -> Flags:
    if not len(others):
        return np.zeros(len(keys), dtype=bool)
    return np.asarray(others[np.minimum(np.searchsorted(others, keys), len(others) - 1)] == keys)


def _crossing(gold: list[Keys], test: list[Keys], size: int) -> Keys:
    """How many of the system's brackets cross one of the reference or more, for each sentence."""
    order = np.argsort(gold[0], kind="stable")
    s1, a1, e1 = (x[order] for x in gold)
    s2, a2, e2 = test
    low = np.searchsorted(s1, s2)
    number = np.searchsorted(s1, s2, side="right") - low
    one = np.repeat(np.arange(len(s2)), number)
    other = np.arange(len(one)) - np.repeat(np.cumsum(number) - number - low, number)
    a, e, x, y = a2[one], e2[one], a1[other], e1[other]
    cross = ((x < a) & (a < y) & (y < e)) | ((a < x) & (x < e) & (e < y))
    return np.bincount(s2[np.unique(one[cross])], minlength=size)


def _mended(out: Sentences, sides: tuple[ParseColumns, ParseColumns], pairs: Keys, sizes: tuple[Keys, Keys], p: Parameters) -> Sentences:
    """The sentences that need the slow way counted again."""
    slow = np.zeros(len(pairs), dtype=bool)
    if p.quotes:
        slow |= (sizes[0] != sizes[1]) & (sizes[1] > 0)
    if not p.transitive:
        slow |= out.status == FINE
    again = np.flatnonzero(slow & (pairs >= 0))
    if not len(again):
        return out
    fresh = Sentences(*(column.copy() for column in out))
    for s in again.tolist():
        found = count_literally(sides[0], s, sides[1], int(pairs[s]), p)
        for column, value in zip(fresh[1:], found, strict=True):
            column[s] = value
    return fresh


def count_literally(a: ParseColumns, s: int, b: ParseColumns, t: int, p: Parameters) -> Counted:
    """Sentence ``s`` of the reference and ``t`` of the system, the slow way."""
    gold, test = (read_side(_nameless(nodes_of(c, n), "trees" in c.sentence_notes[n], p), p) for c, n in ((a, s), (b, t)))
    return count_sentence(gold, test, p)


def _nameless(nodes: list[Node], several: bool, p: Parameters) -> Iterable[Node]:
    return apart(nodes) if several or (p.delete_nameless and nodes and nodes[0][0] == "" and nodes[0][2] is None) else nodes


def nodes_of(c: ParseColumns, s: int) -> list[Node]:
    n0, n1 = c.node_offsets[s : s + 2].tolist()
    t0, t1 = c.token_offsets[s : s + 2].tolist()
    written = [
        c.notes[note].text("leaf") or leaf_of(c.names[form], c.names[tag] if tag >= 0 else None)
        for form, tag, note in zip(c.forms[t0:t1].tolist(), c.tags[t0:t1].tolist(), c.extras[t0:t1].tolist(), strict=True)
    ]
    return [
        (c.names[label], parent, written[leaf] if leaf >= 0 else c.names[empty] if empty >= 0 else None)
        for label, parent, leaf, empty in zip(*(x[n0:n1].tolist() for x in (c.labels, c.parents, c.leaves, c.empties)), strict=True)
    ]
