"""Queries read: text to patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from ...errors import BadInput
from .pattern import Constraint, Description, Pattern
from .relations import RELATIONS, nth

_WORD = r"(?:-[A-Z]+-|[^\s()\[\]&|=!<>$.,~/\"]+)"
_TOKEN = re.compile(
    r"\s*(?:(?P<relation><<,|<<-|<,|<-\d*|<:|<\d+|<<|<|>>,|>>-|>,|>-\d*|>:|>\d+|>>|>|\$\.\.|\$,,|\$\.|\$,|\$|\.\.|,,|\.(?=[\s(!\"/_=A-Za-z-])|,(?=[\s(!\"/_=A-Za-z-])|~)"
    r"|(?P<expression>/(?:\\.|[^/\\])*/i?)|(?P<quoted>\"(?:\\.|[^\"\\])*\")|(?P<name>=[A-Za-z_]\w*)|(?P<sign>[()\[\]&|!])|(?P<any>__)|(?P<word>" + _WORD + r"))"
)  # fmt: skip
_HELP = "see docs/how-to/trees.md, or help(goldproof.trees.query)"


@dataclass(frozen=True)
class Query:
    """A query that was understood. ``names`` are the names that it gives to nodes, by the number of the node."""

    text: str
    pattern: Pattern
    nodes: int
    names: dict[int, str]

    def __str__(self) -> str:
        return self.text


@lru_cache(1024)
def query(text: str) -> Query:
    """
    >>> str(query("PP < (IN < due) << PP")), query("PP < (IN < due) << PP").nodes
    ('PP < (IN < due) << PP', 4)
    """
    reader = _Reader(text)
    pattern = reader.node(top=True)
    reader.expect_end()
    unknown = reader.referred - set(reader.names.values())
    if unknown:
        raise BadInput(f"no node is named ={sorted(unknown)[0]}", where=f"query {text!r}", remedy="name it before, as in NP=x < (S > =x)")
    return Query(text, pattern, reader.count, dict(reader.names))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.count = text, 0
        self.names: dict[int, str] = {}
        self.referred: set[str] = set()
        self.tokens: list[tuple[str, str, int]] = []
        self.at = 0
        place = 0
        while place < len(text.rstrip()):
            found = _TOKEN.match(text, place)
            if found is None:
                raise self._wrong("cannot be read", place)
            assert found.lastgroup is not None
            self.tokens.append((found.lastgroup, found[found.lastgroup], found.start(found.lastgroup)))
            place = found.end()

    def _wrong(self, what: str, place: int | None = None) -> BadInput:
        if place is None:
            place = self.tokens[self.at][2] if self.at < len(self.tokens) else len(self.text)
        rest = self.text[place:].strip()
        return BadInput(f"{rest[:20]!r} {what}" if rest else f"something {what} at its end", where=f"query {self.text!r}, character {place + 1}", remedy=_HELP)

    def _peek(self) -> tuple[str, str]:
        return self.tokens[self.at][:2] if self.at < len(self.tokens) else ("end", "")

    def _sign(self, sign: str) -> bool:
        if self._peek() == ("sign", sign):
            self.at += 1
            return True
        return False

    def expect_end(self) -> None:
        if self.at < len(self.tokens):
            raise self._wrong("is one too many")

    def node(self, *, top: bool = False) -> Pattern:
        """A node with its constraints; without brackets around it only the topmost has any."""
        if self._sign("("):
            inner = self.node(top=True)
            if not self._sign(")"):
                raise self._wrong("stands where a bracket should close")
            if top:
                inner = replace(inner, constraints=(*inner.constraints, *self._constraints()))
            return inner
        kind, text = self._peek()
        number = self.count
        if kind == "name":
            self.at += 1
            self.count += 1
            self.referred.add(text[1:])
            made = Pattern(number, Description("=" + text[1:], any=True), refers=text[1:])
        else:
            description = self._description()
            self.count += 1
            kind, text = self._peek()
            name = ""
            if kind == "name":
                self.at += 1
                name = text[1:]
                if name in self.names.values():
                    raise BadInput(f"two nodes are named ={name}", where=f"query {self.text!r}", remedy="refer to the first with =" + name + " where a node stands")
                self.names[number] = name
            made = Pattern(number, description, name=name)
        return replace(made, constraints=self._constraints()) if top else made

    def _description(self) -> Description:
        begin = self.tokens[self.at][2] if self.at < len(self.tokens) else len(self.text)
        negated = self._sign("!")
        names, exact, expressions, anything = [], [], [], False
        while True:
            kind, text = self._peek()
            if kind == "word":
                names.append(text)
            elif kind == "quoted":
                exact.append(re.sub(r"\\(.)", r"\1", text[1:-1]))
            elif kind == "expression":
                body, capitals = (text[1:-2], re.IGNORECASE) if text.endswith("i") else (text[1:-1], 0)
                try:
                    expressions.append(re.compile(body, capitals))
                except re.error as error:
                    raise self._wrong(f"is no regular expression: {error}") from None
            elif kind == "any":
                anything = True
            else:
                raise self._wrong("stands where a node should be")
            self.at += 1
            # "NP|VP" goes on; "[< NP | < VP]" does not.
            ahead = self.tokens[self.at + 1][0] if self.at + 1 < len(self.tokens) else "end"
            if self._peek() != ("sign", "|") or ahead not in ("word", "quoted", "expression", "any"):
                break
            self.at += 1
        end = self.tokens[self.at][2] if self.at < len(self.tokens) else len(self.text)
        if anything and negated:
            raise BadInput("!__ is no node at all", where=f"query {self.text!r}", remedy="use __ for any node")
        return Description(self.text[begin:end].strip(), tuple(names), frozenset(exact), tuple(expressions), negated, anything)

    def _constraints(self) -> tuple[Constraint, ...]:
        found: list[Constraint] = []
        while True:
            mark = self.at
            self._sign("&")
            negated = self._sign("!")
            kind, text = self._peek()
            if kind == "relation":
                self.at += 1
                if text not in RELATIONS and nth(text) is None:
                    raise self._wrong("is no relation", self.tokens[self.at - 1][2])
                found.append(Constraint(text, self.node(), negated))
            elif self._sign("["):
                alternatives = [self._constraints()]
                while self._sign("|"):
                    alternatives.append(self._constraints())
                if not self._sign("]") or not all(alternatives):
                    raise self._wrong("stands where a relation or ] should be")
                found.append(Constraint(negated=negated, alternatives=tuple(alternatives)))
            else:
                if mark != self.at:
                    raise self._wrong("stands where a relation should be")
                return tuple(found)
