"""The statements of a Turtle or N-Triples file: as much of the language as thesauri are written in.

Prefixes, base, ``a``, lists of properties and of objects, strings of all four kinds with language or datatype, blank nodes with properties in brackets,
collections. Addresses are not resolved by the rules for paths: one without a scheme is put behind the base.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...errors import BadInput

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


class Object(NamedTuple):
    """What a statement says of its subject: an address (or a blank node, ``_:x``), or a text with its language."""

    value: str
    is_text: bool = False
    language: str = ""


Statement = tuple[str, str, Object]
_TOKEN = re.compile(
    r"""\s*(?:\#[^\n]*\n?\s*)*(?:
      (?P<iri><[^<>"{}|^`\\\x00-\x20]*(?:\\u[0-9A-Fa-f]{4}[^<>"{}|^`\\\x00-\x20]*)*>)
    | (?P<long>\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*''')
    | (?P<text>"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')
    | (?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    | (?P<type>\^\^)
    | (?P<number>[+-]?(?:\d+\.\d*[eE][+-]?\d+|\d*\.\d+(?:[eE][+-]?\d+)?|\d+(?:[eE][+-]?\d+)?))
    | (?P<name>(?:[^\W\d][\w-]*(?:\.[\w-]+)*)?:(?:(?:[\w:]|%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?\#@%-])(?:[\w:.-]|%[0-9A-Fa-f]{2}|\\[_~.!$&'()*+,;=/?\#@%-])*)?)
    | (?P<blank>_:[\w.-]+)
    | (?P<word>[A-Za-z]+)
    | (?P<sign>[.;,()\[\]])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_SIGNS = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
_BEHIND_NAME = re.compile(r"\.+$")


def statements(text: str, where: object) -> Iterator[Statement]:
    """The statements in their order."""
    return _Reader(text, where).run()


class _Reader:
    def __init__(self, text: str, where: object) -> None:
        self.text, self.where = text, where
        self.at = 0
        self.spaces: dict[str, str] = {}
        self.base = ""
        self.nodes = 0
        self.made: list[Statement] = []
        self.kind, self.token = "", ""
        self.next()

    def wrong(self, what: str) -> BadInput:
        line = self.text.count("\n", 0, self.at) + 1
        return BadInput(f"{what} (line {line})", where=self.where, remedy="write it as Turtle or N-Triples")

    def next(self) -> None:
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            rest = self.text[self.at :]
            if re.fullmatch(r"(?:\s|#[^\n]*(?:\n|$))*", rest):
                self.kind = self.token = ""
                self.at = len(self.text)
                return
            raise self.wrong(f"cannot be read: {' '.join(rest.split())[:30]!r}")
        self.kind = found.lastgroup or ""
        self.token = found[self.kind]
        self.at = found.end()
        if self.kind == "blank" and (dots := _BEHIND_NAME.search(self.token)):
            self.at -= len(dots[0])
            self.token = self.token[: dots.start()]
        elif self.kind == "name" and self.token.endswith(".") and not self.token.endswith("\\."):
            # A full stop at the end of a name ends the statement.
            self.at -= 1
            self.token = self.token[:-1]

    def take(self, sign: str) -> None:
        if self.token != sign or self.kind != "sign":
            raise self.wrong(f"{sign!r} expected, not {self.token or 'the end'!r}")
        self.next()

    def run(self) -> Iterator[Statement]:
        while self.kind:
            word = self.token.lower().lstrip("@")
            if self.kind in ("word", "language") and word in ("prefix", "base"):
                self.setting(word, dotted=self.kind == "language")
                continue
            bare = self.token == "[" and self.kind == "sign"
            subject = self.thing().value
            if not (bare and self.token == "."):
                self.properties(subject)
            self.take(".")
            yield from self.made
            self.made.clear()

    def setting(self, word: str, *, dotted: bool) -> None:
        self.next()
        space = self.token.removesuffix(":")
        if word == "prefix":
            if self.kind != "name":
                raise self.wrong("a prefix expected")
            self.next()
        if self.kind != "iri":
            raise self.wrong("an address expected")
        address = self.address(self.token)
        self.next()
        if word == "prefix":
            self.spaces[space] = address
        else:
            self.base = address
        if dotted:
            self.take(".")

    def properties(self, subject: str) -> None:
        while True:
            if self.kind == "word" and self.token == "a":
                verb = RDF + "type"
                self.next()
            else:
                verb = self.thing().value
            self.made.append((subject, verb, self.thing()))
            while self.token == "," and self.kind == "sign":
                self.next()
                self.made.append((subject, verb, self.thing()))
            while self.token == ";" and self.kind == "sign":
                self.next()
                if self.kind == "sign" and self.token in ".];":
                    continue
                break
            else:
                return
            if self.kind == "sign" and self.token in ".]":
                return

    def thing(self) -> Object:
        kind, token = self.kind, self.token
        if kind == "sign" and token in "[(":
            self.nodes += 1
            node = f"_:b{self.nodes}"
            self.next()
            if token == "[":
                if not (self.kind == "sign" and self.token == "]"):
                    self.properties(node)
                self.take("]")
            else:
                while not (self.kind == "sign" and self.token == ")"):
                    self.made.append((node, RDF + "member", self.thing()))
                self.take(")")
            return Object(node)
        if kind in ("iri", "name", "blank"):
            self.next()
            return Object(token if kind == "blank" else self.address(token) if kind == "iri" else self.named(token))
        if kind in ("text", "long"):
            self.next()
            value = _unescaped(token[3:-3] if kind == "long" else token[1:-1])
            language = ""
            if self.kind == "language":
                language = self.token[1:]
                self.next()
            elif self.kind == "type":
                self.next()
                self.thing()
            return Object(value, True, language)
        if kind == "number" or (kind == "word" and token in ("true", "false")):
            self.next()
            return Object(token, True)
        raise self.wrong(f"an address or a text expected, not {token or 'the end'!r}")

    def address(self, token: str) -> str:
        inside = _unescaped(token[1:-1])
        return inside if re.match(r"[A-Za-z][\w+.-]*:", inside) else self.base + inside

    def named(self, token: str) -> str:
        space, _, local = token.partition(":")
        if space not in self.spaces:
            raise self.wrong(f"the prefix {space + ':'!r} is not declared")
        return self.spaces[space] + re.sub(r"\\(.)", r"\1", local)


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m[1] or m[2], 16)) if m[1] or (m[2] and int(m[2], 16) <= 0x10FFFF) else _SIGNS.get(m[3] or "", m[3] or ""), text)
