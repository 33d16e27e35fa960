"""Head words from the bottom of a tree to its top, and who hangs on whom: see :mod:`.dependencies` for the rules of it."""

from __future__ import annotations

from collections.abc import Sequence

from .outline import Outline
from .parts import Parts, parts
from .scheme import NONE, Labels, Relation, Scheme

TOPS = frozenset(("", "TOP", "ROOT", "S1"))


class Conversion:
    """One tree converted: ``head`` and ``relation`` of every leaf (-1: the root; leaves by their place in ``Outline.leaves``), ``lexical`` the head word of every node."""

    def __init__(self, tree: Outline, rules: Scheme) -> None:
        self.tree, self.rules = tree, rules
        self.parts: list[Parts] = [parts(label) for label in tree.labels]
        self.categories = [p.category for p in self.parts]
        self.head: list[int] = [-1] * len(tree.leaves)
        self.relation: list[str] = [""] * len(tree.leaves)
        self.lexical = [-1] * len(tree)
        # A node is hollow that holds no token.
        self.hollow = [t < 0 for t in tree.tokens]
        for node in range(len(tree) - 1, 0, -1):
            if not self.hollow[node]:
                self.hollow[tree.parents[node]] = False
        for i, leaf in enumerate(tree.leaves):
            self.lexical[leaf] = i

        for node in self._upwards():
            self._phrase(node)

    def _upwards(self) -> list[int]:
        """Phrases, children before parents, left to right: a gapped constituent looks back at what stands to its left."""
        order: list[int] = []
        stack: list[tuple[int, bool]] = [(0, False)] if len(self.tree) else []
        while stack:
            node, done = stack.pop()
            below = self.tree.children[node]
            if done:
                order.append(node)
            elif below:
                stack.append((node, True))
                stack += [(child, False) for child in reversed(below)]
        return order

    def _phrase(self, node: int) -> None:
        children = [child for child in self.tree.children[node] if self.lexical[child] >= 0]
        if not children:
            return
        self.lexical[node] = self._chosen(node, children)
        if node == 0 and self.categories[0] in TOPS and len(children) == 1:
            return
        category, lists = self.categories[node], self.rules.lists
        if category in lists["coordinations"] or any(self.tree.labels[c] in lists["coordinated"] for c in children):
            self._coordination(node, children)
        elif category in lists["apposed-in"]:
            self._apposition(children)
        self._gapping(node, children)
        word = self.lexical[node]
        first, end = self.tree.firsts[node], self.tree.ends[node]
        while first <= self.head[word] < end:
            word = self.head[word]
        self.lexical[node] = word
        self._rest(node, children)

    def _chosen(self, node: int, children: Sequence[int]) -> int:
        """The head word of a phrase by the table."""
        if len(children) == 1:
            return self.lexical[children[0]]
        category = self.categories[node]
        order = children[::-1] if self.rules.rule(category).right else children
        ranks = [NONE if self.hollow[child] else self.rules.rank(category, self.tree.labels[child]) for child in order]
        return self.lexical[order[ranks.index(min(ranks))]]

    def _hang(self, word: int, head: int, relation: str) -> None:
        self.head[word], self.relation[word] = head, relation

    def _coordination(self, node: int, children: Sequence[int]) -> None:
        """The chain of conjuncts, from the last joint to the first."""
        lists, i = self.rules.lists, len(children) - 2
        while i >= 0:
            joint = self.categories[children[i]]
            left: int | None = None
            if joint in lists["words"] or joint in lists["marks"]:
                for more in (False, True):
                    left, right = self._conjunct(children, i, -1, more), self._conjunct(children, i, 1, more)
                    if left is None:
                        return
                    if right is None:
                        left = None
                        break
                    if self._fit(node, children, i, left, right):
                        self._link(node, children, left, i, right)
                        break
            i = i - 1 if left is None else left - 1

    def _conjunct(self, children: Sequence[int], i: int, step: int, more: bool) -> int | None:
        """The place of the nearest child on one side of a joint that can be a conjunct."""
        lists = self.rules.lists
        j = i + step
        while 0 <= j < len(children):
            category = self.categories[children[j]]
            aside = category in lists["words"] or category in lists["marks"] or category in lists["punctuation"] or category in lists["passed"]
            if not aside and not self.hollow[children[j]] and not (more and category in lists["then-passed"]):
                return j
            j += step
        return None

    def _fit(self, node: int, children: Sequence[int], joint: int, left: int, right: int) -> bool:
        lists = self.rules.lists
        return (
            self.categories[node] in lists["coordinations"]
            or "ETC" in self.parts[children[right]].functions
            or (self.categories[children[joint]] in lists["words"] and children[right] == self.tree.children[node][-1])
            or self.rules.together(self.categories[node], self.categories[children[left]], self.categories[children[right]])
        )

    def _link(self, node: int, children: Sequence[int], left: int, joint: int, right: int) -> None:
        """Conjunction and marks on the left conjunct, what stands behind them on the right one, and the right one on the conjunction."""
        word, behind = self.lexical[children[left]], self.lexical[children[right]]
        conjunction = False
        for child in children[left + 1 : joint + 1]:
            self._hang(self.lexical[child], word, self._label(node, child))
            if self.categories[child] in self.rules.lists["words"]:
                word, conjunction = self.lexical[child], True
        for child in children[joint + 1 : right]:
            self._hang(self.lexical[child], behind, self._label(node, child))
        if not self.relation[behind].startswith(self.rules.labels["gap"]):
            self._hang(behind, word, self.rules.labels["conjunct"])
        elif conjunction:
            # A gapped conjunct already hangs on its template: the conjunction comes between them.
            self._hang(word, self.head[behind], self.rules.labels["conjunction"])
            self._hang(behind, word, self.relation[behind])

    def _apposition(self, children: Sequence[int]) -> None:
        lists = self.rules.lists
        for first, mark, second in zip(children, children[1:], children[2:], strict=False):
            if self.categories[mark] in lists["apposing"] and self.categories[first] in lists["apposed"] and self.categories[second] in lists["apposed"]:
                self._hang(self.lexical[second], self.lexical[first], self.rules.labels["apposition"])

    def _gapping(self, node: int, children: Sequence[int]) -> None:
        label = self.rules.labels["gap"]
        for place in range(len(children) - 1, -1, -1):
            child = children[place]
            number = self.parts[child].gap
            if number is None:
                continue
            template = next((c for c in reversed(children[:place]) if self._numbered(c, number)), None)
            word = self.lexical[child]
            if template is not None:
                if self.relation[word] == self.rules.labels["conjunct"]:
                    self.relation[word] = label
                else:
                    self._hang(word, self.lexical[template], label)
                continue
            elsewhere = self._template(node, number)
            if elsewhere >= 0:
                word = self.lexical[node]
                over = self.tree.parents[self.tree.leaves[word]]
                kind = self.rules.function(self.tree.labels[over], [self.tree.labels[c] for c in self.tree.children[over]])
                self._hang(word, self.lexical[elsewhere], f"{label}-{kind}" if kind else label)
                return

    def _template(self, node: int, number: int) -> int:
        """The phrase with the template among its children that stands to the left of a node, beside it or in what is beside it; the nearest; -1 if there is none."""
        parent = self.tree.parents[node]
        before = [c for c in self.tree.children[parent] if c < node] if parent >= 0 else []
        for sibling in reversed(before):
            for below in self.tree.below(sibling):
                if self._numbered(below, number):
                    return self.tree.parents[below]
        return -1

    def _numbered(self, node: int, number: int) -> bool:
        return self.parts[node].index == number or self.parts[node].gap == number

    def _rest(self, node: int, children: Sequence[int]) -> None:
        """What has no head yet hangs on the head word of the phrase; a hyphen on what stands before it."""
        lists = self.rules.lists
        for place, child in enumerate(children):
            word = self.lexical[child]
            if word == self.lexical[node] or self.head[word] >= 0:
                continue
            if self.categories[child] in lists["hyphens"]:
                before = next((c for c in map(children.__getitem__, range(place - 1, -1, -1)) if not self.hollow[c] and self.categories[c] not in lists["punctuation"]), None)
                if before is not None:
                    self._hang(word, self.lexical[before], self.rules.labels["punctuation"])
                    continue
            self._hang(word, self.lexical[node], self._label(node, child))

    def _label(self, node: int, child: int) -> str:
        tree, head, word = self.tree, self.lexical[node], self.lexical[child]
        may = self.rules.may(tree.labels[node], tree.labels[child], tree.labels[tree.leaves[head]], tree.labels[tree.leaves[word]])
        for relation in may[:-1]:
            if self._holds(relation, node, child):
                return relation.label
        return may[-1].label

    def _holds(self, relation: Relation, node: int, child: int) -> bool:
        """Whether those conditions hold that labels and tags alone do not decide."""
        tree, head, word = self.tree, self.tree.leaves[self.lexical[node]], self.tree.leaves[self.lexical[child]]
        for name, forms in relation.forms.items():
            form = tree.word(head if name == "head-form" else word)
            if (form.lower() in forms) if name == "not-form" else (form not in forms):
                return False
        for name, labels in relation.conditions.items():
            if name == "grandchild" and not any(tree.labels[c] in labels for c in tree.children[child]):
                return False
            if name == "head-under" and not self._under(head, node, labels):
                return False
            if name == "word-under" and not self._under(word, child, labels):
                return False
        return True

    def _under(self, leaf: int, node: int, labels: Labels) -> bool:
        """Whether a leaf, or a node between it and a node above it, is one of these."""
        while leaf > node:
            if self.tree.labels[leaf] in labels:
                return True
            leaf = self.tree.parents[leaf]
        return False
