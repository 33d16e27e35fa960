"""Class expressions in Manchester syntax, the part that OWL EL needs: ``A and (r some (B and (s some C)))``.

Why our own: the readers of Manchester syntax that exist want an ontology and a Java machine behind them, and refuse ids that
no ontology declares; gold standards are full of provisional ones.

``render`` is canonical: a filler or part that is not a single name stands in brackets, ids are CURIEs, and
``parse(render(e)) == e`` for every expression whose ids are canonical and whose intersections have two parts or more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ..errors import BadInput
from ..model import And, Expression, Some, Term
from ..model.curie import curie

DEPTH = 60
"""How deep an expression may nest (brackets that say nothing do not count); the deepest in the gold standards is 5."""

_TOKEN = re.compile(r"\s*(?:(?P<bracket>[()])|'(?P<label>(?:[^'\\]|\\.)*)'|<(?P<iri>[^<>]*)>|(?P<word>[^\s()'<>]+)|(?P<bad>\S))", re.DOTALL)
_WORD = re.compile(r"[^\s()'<>]+")
_OUTSIDE = frozenset(("or", "not", "only", "value", "min", "max", "exactly", "that", "inverse", "Self"))
_RESERVED = _OUTSIDE | {"and", "some"}
# What a relation of an ontology looks like with an underscore: PHENOSCAPE_complement_of, UBERON_attaches_to.
_RELATION = re.compile(r"([A-Z]{2,})_([a-z]\w*)")


@lru_cache(maxsize=65536)
def canonical(id: str) -> str:
    """The CURIE of an id that may be written with an underscore or as an OBO IRI; any other id as it is.

    >>> canonical("UBERON_0018297"), canonical("PHENOSCAPE_complement_of"), canonical("part_of")
    ('UBERON:0018297', 'PHENOSCAPE:complement_of', 'part_of')
    """
    text = curie(id)
    found = _RELATION.fullmatch(text)
    return f"{found[1]}:{found[2]}" if found else text


def canonical_ids(expression: Expression) -> Expression:
    """The expression with every id in its canonical form."""
    match expression:
        case Term(id):
            return Term(canonical(id))
        case Some(relation, filler):
            return Some(canonical(relation), canonical_ids(filler))
        case And(parts):
            return And(tuple(map(canonical_ids, parts)))


@dataclass(slots=True)
class _Frame:
    """What has been read since a bracket was opened: parts with their depths, and ``r some`` that wait for a filler."""

    parts: list[tuple[Expression, int]] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)

    def take(self, expression: Expression, depth: int) -> None:
        for relation in reversed(self.relations):
            expression, depth = Some(relation, expression), depth + 1
        self.relations.clear()
        self.parts.append((expression, depth))

    def whole(self) -> tuple[Expression, int]:
        if len(self.parts) == 1:
            return self.parts[0]
        return And(tuple(e for e, _ in self.parts)), 1 + max(depth for _, depth in self.parts)


def parse(text: str, *, labels: bool = False, where: object = "") -> Expression:
    """The expression in a text. With ``labels`` the names are labels, in quotes where they have several words.

    >>> parse("UBERON:4300137 and (BFO:0000050 some UBERON_0011595)")
    And(parts=(Term(id='UBERON:4300137'), Some(relation='BFO:0000050', filler=Term(id='UBERON:0011595'))))
    >>> parse("'lingual region' and (part_of some 'jaw region')", labels=True).parts[0]
    Term(id='lingual region')
    """
    tokens = list(_tokens(text, labels, where))
    stack = [_Frame()]
    operand = True
    i = 0
    while i < len(tokens):
        kind, name, at = tokens[i]
        i += 1
        if operand and kind == "(":
            stack.append(_Frame())
        elif operand and kind == "name":
            if i < len(tokens) and tokens[i][:2] == ("word", "some"):
                stack[-1].relations.append(name)
                i += 1
            else:
                stack[-1].take(Term(name), 0)
                operand = False
        elif operand:
            raise _error(text, at, f"a class expected, found {name!r}", where)
        elif (kind, name) == ("word", "and"):
            operand = True
        elif kind == ")" and len(stack) > 1:
            expression, depth = stack.pop().whole()
            stack[-1].take(expression, depth)
            if stack[-1].parts[-1][1] > DEPTH:
                raise _error(text, at, f"nested deeper than {DEPTH}", where)
        elif kind == ")":
            raise _error(text, at, "a bracket closed that was never opened", where)
        else:
            raise _error(text, at, f"'and' expected, found {name!r}", where)
    if operand:
        raise _error(text, len(text), "a class expected, found the end", where)
    if len(stack) > 1:
        raise _error(text, len(text), "a bracket opened that is never closed", where)
    expression, depth = stack[0].whole()
    if depth > DEPTH:
        raise _error(text, len(text), f"nested deeper than {DEPTH}", where)
    return expression


def _tokens(text: str, labels: bool, where: object) -> Iterator[tuple[str, str, int]]:
    """Kind ("(", ")", "word" for keywords, "name"), text, place."""
    for found in _TOKEN.finditer(text.rstrip()):
        at = found.start(found.lastgroup or 0) - (found.lastgroup in ("label", "iri"))
        match found.lastgroup:
            case "bracket":
                yield found["bracket"], found["bracket"], at
            case "word" if found["word"] in ("and", "some"):
                yield "word", found["word"], at
            case "word" if found["word"] in _OUTSIDE and not labels:
                raise _error(text, at, f"{found['word']!r} is outside the syntax understood here (and, some)", where)
            case "word":
                yield "name", found["word"] if labels else canonical(found["word"]), at
            case "iri" if found["iri"]:
                yield "name", canonical(found["iri"]), at
            case "label" if labels:
                yield "name", re.sub(r"\\(.)", r"\1", found["label"], flags=re.DOTALL), at
            case "label":
                raise _error(text, at, "a label where an id is expected", where)
            case _:
                raise _error(text, at, f"unexpected {text[at : at + 1]!r}", where)


def _error(text: str, at: int, what: str, where: object) -> BadInput:
    shown = text.strip() if len(text) <= 80 else text[max(0, at - 30) : at + 30].strip()
    return BadInput(f"class expression: {what} at character {at + 1} in: {shown}", where=where)


def render(expression: Expression, *, labels: bool = False) -> str:
    """The canonical text of an expression.

    >>> render(And((Term("UBERON:1"), Some("BFO:0000050", And((Term("BSPO:2"), Some("BFO:0000050", Term("UBERON:3"))))))))
    'UBERON:1 and (BFO:0000050 some (BSPO:2 and (BFO:0000050 some UBERON:3)))'
    """
    return _render(expression, _label if labels else _id, DEPTH)


def _render(expression: Expression, write: Callable[[str], str], left: int) -> str:
    if left < 0:
        raise BadInput(f"class expression: nested deeper than {DEPTH}")
    match expression:
        case Term(id):
            return write(id)
        case Some(relation, filler):
            inner = _render(filler, write, left - 1)
            return f"{write(relation)} some {inner if isinstance(filler, Term) else f'({inner})'}"
        case And(parts) if len(parts) > 1:
            texts = (_render(p, write, left - 1) for p in parts)
            return " and ".join(t if isinstance(p, Term) else f"({t})" for p, t in zip(parts, texts, strict=True))
    raise BadInput("class expression: an intersection of fewer than two parts")


def _id(id: str) -> str:
    id = canonical(id)
    if _WORD.fullmatch(id) and id not in _RESERVED:
        return id
    if not id or re.search(r"[<>]", id):
        raise BadInput(f"class expression: {id!r} cannot be written as an id")
    return f"<{id}>"


def _label(label: str) -> str:
    if _WORD.fullmatch(label) and label not in _RESERVED:
        return label
    return "'" + re.sub(r"([\\'])", r"\\\1", label) + "'"
