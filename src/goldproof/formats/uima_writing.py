"""One document with its judgements as a CAS."""

from __future__ import annotations

import re
from typing import Any

from ..errors import BadInput
from ..model import Attributes, Document, Mention, Node, Parse, Sentence, Span, Token, Unit, whole
from ..model.plain import attributes_plain, judgement_plain, unit_plain
from .uima_types import (
    ABOUT,
    CHARACTER,
    DEPENDENCY,
    DEPENDENCY_ROOT,
    DOCUMENT,
    FORM,
    FRAGMENT,
    LEMMA,
    MENTION,
    METADATA_FEATURES,
    MORPH,
    OUR_CONSTITUENT,
    OUR_SENTENCE,
    OUR_TOKEN,
    POS,
    SENTENCE,
    TOKEN,
    TYPES,
    encode,
    lies_in,
)
from .xml import holdable


def type_system() -> Any:
    """DKPro Core's types and ours."""
    from cassis import load_dkpro_core_typesystem

    types = load_dkpro_core_typesystem()
    for name, (above, what, features) in TYPES.items():
        made = types.create_type(name, above, what)
        for feature, range_ in features.items():
            types.create_feature(made, feature, range_)
    return types


def cas_of(document: Document, unit: Unit, mentions: tuple[Mention, ...] | None, parses: tuple[Parse, ...] | None, types: Any) -> Any:
    """``mentions`` and ``parses`` are None where they were not judged."""
    return _Cas(document, types).fill(unit, mentions, parses)


class _Cas:
    def __init__(self, document: Document, types: Any) -> None:
        from cassis import Cas

        self.document, self.types, self.length = document, types, len(document.text)
        self.cas = Cas(types, lenient=True)  # all types are from our own type system
        self.cas.sofa_string = holdable(document.text)
        self.cas.sofa_mime = "text/plain"

    def add(self, type_: str, begin: int | None = None, end: int | None = None, **values: Any) -> Any:
        place = {} if begin is None else {"begin": begin, "end": end}
        made = self.types.get_type(type_)(**place, **{k: v for k, v in values.items() if v is not None})
        self.cas.add(made)
        return made

    def array(self, members: list[Any], type_: str = "uima.cas.FSArray") -> Any:
        return self.types.get_type(type_)(elements=members)

    def fill(self, unit: Unit, mentions: tuple[Mention, ...] | None, parses: tuple[Parse, ...] | None) -> Any:
        document = self.document
        said = dict(document.attributes)
        known = {name: said.pop(name) for name in METADATA_FEATURES if isinstance(said.get(name), str) and said[name] != document.id}
        self.add(DOCUMENT, 0, self.length, language=document.language or None, documentTitle=document.title or None,
                 **({"documentId": document.id} | known))  # fmt: skip
        self.add(ABOUT, mentions=mentions is not None, parses=None if parses is None else len(parses), attributes=_json(Attributes(said)),
                 unit=None if unit == whole(document) else encode(unit_plain(unit)))  # fmt: skip
        for place, (a, b) in enumerate(zip(document.text, holdable(document.text), strict=True)):
            if a != b:
                self.add(CHARACTER, place, place + 1, code=ord(a))
        for number, mention in enumerate(mentions or ()):
            self.mention(mention, number)
        if len(parses or ()) > 1:
            raise BadInput("several parses of one text", where=f"document {document.id}")
        for parse in parses or ():
            self.parse(parse)
        return self.cas

    def within(self, span: Span) -> bool:
        return 0 <= span.start <= span.end <= self.length

    def place(self, spans: tuple[Span, ...]) -> tuple[int, int, str | None]:
        """Begin and end within the text, and the spans as JSON where these do not say it."""
        if len(spans) == 1 and self.within(spans[0]):
            return spans[0].start, spans[0].end, None
        begin = min(max(min((s.start for s in spans), default=0), 0), self.length)
        end = min(max(max((s.end for s in spans), default=0), begin), self.length)
        return begin, end, encode([list(s) for s in spans])

    def mention(self, m: Mention, number: int) -> None:
        begin, end, exact = self.place(m.spans)
        fragments = None
        if len(m.spans) > 1 and all(map(self.within, m.spans)):
            exact, fragments = None, self.array([self.add(FRAGMENT, *s) for s in m.spans])
        self.add(
            MENTION, begin, end, value=m.label or None, identifier=m.concepts[0] if m.concepts else None, id=m.id or None, exact=exact,
            concepts=self.array(list(m.concepts), "uima.cas.StringArray") if len(m.concepts) > 1 or "" in m.concepts else None,
            fragments=fragments, attributes=_json(m.attributes), confidence=m.confidence, stated=m.stated, order=number,
        )  # fmt: skip

    def parse(self, parse: Parse) -> None:
        sentences = parse.sentences
        places = [self.place((s.span,)) for s in sentences]
        tokens = [[self.place((t.span,)) for t in s.tokens] for s in sentences]
        # Where places alone would put things into other sentences or another order, everything says where it belongs.
        flat = [p[:2] for row in tokens for p in row]
        owners = [i for i, row in enumerate(tokens) for _ in row]
        plain = [p[:2] for p in places]
        explicit = plain != sorted(plain) or flat != sorted(flat) or lies_in(plain, flat) != owners
        for i, (s, (begin, end, exact)) in enumerate(zip(sentences, places, strict=True)):
            more = {"attributes": _json(s.attributes), "exact": exact, "order": i if explicit else None} | _rare(s)
            full = any(v is not None for v in more.values())
            self.add(OUR_SENTENCE if full else SENTENCE, begin, end, **(more if full else {}))
        number = 0
        for i, (s, row) in enumerate(zip(sentences, tokens, strict=True)):
            made: list[Any] = []
            for t, (begin, end, exact) in zip(s.tokens, row, strict=True):
                made.append(self.token(t, begin, end, exact, number if explicit else None, i, len(s.tokens), len(made)))
                number += 1
            for own, t in enumerate(s.tokens):
                self.dependency(t, own, made)
            if s.tree is not None:
                self.tree(s.tree, s, made, places[i][:2], i)

    def token(self, t: Token, begin: int, end: int, exact: str | None, number: int | None, sentence: int, size: int, own: int) -> Any:
        more: dict[str, Any] = {"extra": _json(t.extra), "exact": exact, "sentence": None if number is None else sentence}
        if not _dependent(t, own, size):
            more |= {"head": t.head, "relation": t.relation}
        full = any(v is not None for v in more.values())
        parts: dict[str, Any] = {"order": number}
        if t.form != holdable(self.document.text)[begin:end] or exact:
            parts["form"] = self.add(FORM, begin, end, value=t.form)
        if t.lemma is not None:
            parts["lemma"] = self.add(LEMMA, begin, end, value=t.lemma)
        if t.tag is not None or t.coarse is not None:
            parts["pos"] = self.add(POS, begin, end, PosValue=t.tag, coarseValue=t.coarse)
        if t.features:
            parts["morph"] = self.add(MORPH, begin, end, value=_morph(t.features))
        return self.add(OUR_TOKEN if full else TOKEN, begin, end, **parts, **(more if full else {}))

    def dependency(self, t: Token, own: int, tokens: list[Any]) -> None:
        if t.head is not None and _dependent(t, own, len(tokens)):
            dependent, type_ = tokens[own], DEPENDENCY if t.head else DEPENDENCY_ROOT
            governor = tokens[t.head - 1] if t.head else dependent
            self.add(type_, dependent.begin, dependent.end, Governor=governor, Dependent=dependent, DependencyType=t.relation, flavor="basic")

    def tree(self, root: Node, sentence: Sentence, tokens: list[Any], place: tuple[int, int], number: int) -> None:
        reach = _reach(root, tokens)
        stack: list[tuple[Node, Any, list[Any]]] = [(root, None, [])]
        made: list[tuple[Any, list[Any]]] = []
        while stack:
            node, parent, siblings = stack.pop()
            at = node.token
            plain = at is not None and not node.children and node.text is None and 0 <= at < len(tokens)
            if parent is not None and plain and at is not None and node.label == (sentence.tokens[at].tag or ""):
                tokens[at].parent = parent
                siblings.append(tokens[at])
                continue
            begin, end = reach.get(id(node)) or (place[0], place[0])
            fs = self.add(OUR_CONSTITUENT, begin, end, label=node.label, constituentType=node.category or "ROOT", empty=node.text, leaf=at,
                          syntacticFunction="-".join(node.functions) or None, sentence=number if parent is None else None, parent=parent)  # fmt: skip
            siblings.append(fs)
            below: list[Any] = []
            made.append((fs, below))
            stack.extend((child, fs, below) for child in reversed(node.children))
        for fs, below in made:
            fs.children = self.array(below)


def _reach(root: Node, tokens: list[Any]) -> dict[int, tuple[int, int]]:
    """From where to where the tokens below a node reach, by the node's identity; a node above none is absent."""
    out: dict[int, tuple[int, int]] = {}
    for node in reversed(list(root.walk())):
        held = [out[id(child)] for child in node.children if id(child) in out]
        if node.token is not None and 0 <= node.token < len(tokens):
            held.append((tokens[node.token].begin, tokens[node.token].end))
        if held:
            out[id(node)] = min(b for b, _ in held), max(e for _, e in held)
    return out


def _json(attributes: Attributes) -> str | None:
    return encode(attributes_plain(attributes)) if attributes else None


def _rare(s: Sentence) -> dict[str, str | None]:
    if not s.multiwords and not s.blanks:
        return {}
    plain = judgement_plain(Parse((Sentence(Span(0, 0), (), None, s.multiwords, s.blanks),)))["sentences"][0]
    return {name: encode(plain[name]) if name in plain else None for name in ("multiwords", "blanks")}


def _dependent(t: Token, own: int, size: int) -> bool:
    """Whether a Dependency annotation can say a token's head: not one outside the sentence, not a relation without a head."""
    return t.relation is None if t.head is None else t.head <= size and t.head != own + 1


_SIMPLE = re.compile(r"[^=|{}]+")


def _morph(features: Attributes) -> str:
    """``Case=Nom|Number=Plur``, or JSON where that would be read otherwise."""
    if all(isinstance(v, str) and _SIMPLE.fullmatch(v) and _SIMPLE.fullmatch(k) for k, v in features.items()):
        return "|".join(f"{k}={v}" for k, v in features.items())
    return encode(attributes_plain(features))

