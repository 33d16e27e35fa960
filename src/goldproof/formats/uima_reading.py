"""The views of a CAS as documents with their judgements."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from pathlib import Path
from typing import Any

from ..errors import BadInput
from ..model import (
    NONE,
    Attributes,
    Blank,
    Document,
    Kind,
    Mention,
    Multiword,
    Node,
    Parse,
    Scalar,
    Sentence,
    Span,
    Token,
    Unit,
    Value,
    whole,
)
from ..model.plain import attributes_of, judgements_of, unit_of
from .format import Reading
from .offsets import Offsets
from .uima_types import (
    ABOUT,
    ANNOTATION,
    CHARACTER,
    CONSTITUENT,
    DEPENDENCY,
    DOCUMENT,
    DOCUMENT_BASE,
    ENTITY,
    FORM,
    FRAGMENT,
    LEMMA,
    MENTION,
    METADATA,
    METADATA_FEATURES,
    MORPH,
    POS,
    SENTENCE,
    STEM,
    TOKEN,
    lies_in,
    short,
    value,
)

DROPS = {
    "structures": "feature structures that are no annotations of the text",
    "references": "features that lead to something that is not a mention",
    "metadata": "descriptions of tag sets and the like",
    "second-heads": "a second head of a token, beside its basic one",
    "far-dependencies": "dependencies and constituents that reach beyond a sentence",
    "other-sofas": "views without a text",
}
_ID = "{http://www.omg.org/XMI}id"
# What is read as something of its own; of a type's ancestors the nearest that stands here decides.
_KNOWN = (
    ABOUT, CHARACTER, FRAGMENT, MENTION, SENTENCE, TOKEN, FORM, LEMMA, STEM, POS, MORPH, DEPENDENCY, CONSTITUENT, ENTITY, DOCUMENT,
    DOCUMENT_BASE, ANNOTATION,
)  # fmt: skip
_DEEPEST = 10_000


@dataclass(frozen=True)
class View:
    """One text of a CAS. ``ours``: it says itself what was judged; None was not judged."""

    document: Document
    unit: Unit
    ours: bool
    mentions: tuple[Mention, ...] | None
    parses: tuple[Parse, ...] | None


def read_views(cas: Any, root: ET.Element, id: str, where: Path, reading: Reading) -> list[View]:
    """``root`` is the same file as plain XML: it has the offsets as they were written."""
    places = {int(e.attrib[_ID]): (int(e.attrib["begin"]), int(e.attrib["end"])) for e in root if {_ID, "begin", "end"} <= set(e.keys())}
    named = [sofa for sofa in cas.sofas if sofa.sofaString is not None]
    if len(named) < len(cas.sofas) and not (len(cas.sofas) == 1 and not named):
        reading.lost("other-sofas", where)
    out: list[View] = []
    for sofa in named or cas.sofas[:1]:
        own = id if sofa.sofaID == "_InitialView" or len(named) == 1 else f"{id}/{sofa.sofaID}"
        view = cas.get_view(sofa.sofaID)
        out.append(_Reader(view.select_all_fs(), sofa.sofaString or "", places, own, where, reading).view())
    return out


class _Reader:
    def __init__(self, every: list[Any], text: str, places: dict[int, tuple[int, int]], id: str, where: Path, reading: Reading) -> None:
        self.id, self.where, self.reading, self.places = id, where, reading, places
        self.kinds: dict[str, str] = {}
        self.found: dict[str, list[Any]] = {kind: [] for kind in (*_KNOWN, "")}
        for fs in every:
            self.found[self.kind(fs)].append(fs)
        self.offsets = Offsets(text, "utf16")
        for fs in self.found[CHARACTER]:
            at = self.span(fs).start
            if text[at : at + 1] == "\ufffd":
                text = text[:at] + chr(fs.code) + text[at + 1 :]
        self.text = text

    def kind(self, fs: Any) -> str:
        """The known type that a feature structure is of, "" if it is no annotation."""
        name: str = fs.type.name
        if name not in self.kinds:
            above = fs.type
            while above is not None and above.name not in _KNOWN:
                above = above.supertype
            self.kinds[name] = "" if above is None else above.name
        return self.kinds[name]

    def lost(self, name: str, fs: Any) -> None:
        self.reading.lost(name, f"{self.where}, {short(fs.type.name)} {fs.xmiID}")

    def span(self, fs: Any) -> Span:
        begin, end = self.places.get(fs.xmiID, (fs.begin or 0, fs.end or 0))
        return Span(self.offsets.inward(begin), self.offsets.inward(end))

    def exact(self, fs: Any) -> tuple[Span, ...]:
        written = value(fs, "exact")
        return tuple(Span(int(a), int(b)) for a, b in json.loads(written)) if written else (self.span(fs),)

    def sorted(self, *kinds: str) -> list[tuple[Any, Span]]:
        """Feature structures as their numbers say, else as they stand in the text."""
        rows = [(fs, self.span(fs)) for kind in kinds for fs in self.found[kind]]
        return sorted(rows, key=lambda row: (_last(value(row[0], "order")), row[1], row[0].xmiID))

    def view(self) -> View:
        for fs in self.found[""]:
            self.lost("structures", fs)
        document, unit, about = self.document()
        mentions = tuple(self.mentions())
        parse = self.parse() if self.found[SENTENCE] or self.found[TOKEN] else None
        if about is None:
            return View(document, unit, False, mentions, None if parse is None else (parse,))
        parses = value(about, "parses")
        judged = bool(value(about, "mentions")) or bool(mentions)
        if parse is not None or parses is None:
            return View(document, unit, True, mentions if judged else None, None if parse is None else (parse,))
        return View(document, unit, True, mentions if judged else None, (Parse(),) * min(int(parses), 1))

    def document(self) -> tuple[Document, Unit, Any]:
        language = title = ""
        said: dict[str, Value] = {}
        for fs in (*self.found[DOCUMENT_BASE], *self.found[DOCUMENT]):
            language = value(fs, "language") or language
            title = value(fs, "documentTitle") or title
            said |= {name: value(fs, name) for name in METADATA_FEATURES if value(fs, name) not in (None, "", self.id)}
        about = self.found[ABOUT][0] if self.found[ABOUT] else None
        if about is not None and value(about, "attributes"):
            said |= _noted(about.attributes)
        document = Document(self.id, self.text, "" if language == "x-unspecified" else language, title, Attributes(said))
        written = value(about, "unit")
        return document, unit_of(json.loads(written)) if written else whole(document), about

    def mentions(self) -> Iterator[Mention]:
        for fs, span in self.sorted(MENTION, ENTITY, ANNOTATION):
            if fs.type.name.startswith(METADATA):
                self.lost("metadata", fs)
                continue
            kind = self.kind(fs)
            if kind != MENTION:
                known = {"value", "identifier"} if kind == ENTITY else set()
                label = value(fs, "value") if kind == ENTITY else None
                concept = value(fs, "identifier") if kind == ENTITY else None
                said = Attributes(self.features(fs, known))
                yield Mention((span,), (concept,) if concept else (), label or short(fs.type.name), str(fs.xmiID), said)
                continue
            spans = self.exact(fs)
            if fs.fragments is not None:
                spans = tuple(self.span(part) for part in fs.fragments.elements)
            concepts = tuple(c or "" for c in fs.concepts.elements) if fs.concepts is not None else () if fs.identifier is None else (fs.identifier,)
            yield Mention(spans, concepts, fs.value or "", fs.id or "", _noted(fs.attributes), _finite(fs.confidence), fs.stated)

    def features(self, fs: Any, known: set[str]) -> dict[str, Value]:
        out: dict[str, Value] = {}
        for feature in fs.type.all_features:
            if feature.name in ("sofa", "begin", "end") or feature.name in known:
                continue
            given = value(fs, feature.name)
            if given is None:
                continue
            many = isinstance(given, list) or hasattr(given, "elements") or hasattr(given, "head")
            name = feature.name.removesuffix("_") if feature.name in ("self_", "type_") else feature.name
            values = [v for v in (self.scalar(v, fs) for v in (_members(given) if many else [given])) if v is not None]
            if values:
                out[name] = tuple(values) if len(values) > 1 else values[0]
        return out

    def scalar(self, given: Any, fs: Any) -> Scalar | None:
        """A plain value; of a feature that leads to another mention, that mention's id."""
        if isinstance(given, float) and not isfinite(given):
            return str(given)
        if given is None or isinstance(given, (str, int, float, bool)):
            return given
        if hasattr(given, "xmiID") and self.kind(given) in (ANNOTATION, ENTITY) and not given.type.name.startswith(METADATA):
            return str(given.xmiID)
        if short(given.type.name).startswith("Empty"):
            return None
        self.lost("references", fs)
        return None

    def parse(self) -> Parse:
        rows = self.sorted(SENTENCE)
        tokens = self.sorted(TOKEN)
        owners = lies_in([s for _, s in rows], [s for _, s in tokens]) if _rising(rows) else [-1] * len(tokens)
        members: list[list[tuple[Any, Span]]] = [[] for _ in rows]
        loose: list[tuple[Any, Span]] = []
        for (fs, span), owner in zip(tokens, owners, strict=True):
            said = value(fs, "sentence")
            owner = said if said is not None and 0 <= said < len(rows) else owner
            (loose if owner < 0 else members[owner]).append((fs, span))
        made: list[tuple[Span, Any, list[tuple[Any, Span]]]] = [(span, fs, m) for (fs, span), m in zip(rows, members, strict=True)]
        if loose:
            self.reading.warn(f"{self.where}: {len(loose)} tokens lie in no sentence; they were made one of their own")
            made.append((Span(min(s.start for _, s in loose), max(s.end for _, s in loose)), None, loose))
        index = {fs.xmiID: (i, j) for i, (_, _, m) in enumerate(made) for j, (fs, _) in enumerate(m)}
        heads, deps = self.dependencies(index)
        trees = self.trees(index, [s for s, _, _ in made])
        return Parse(tuple(self.sentence(fs, span, m, heads, deps, trees.get(i)) for i, (span, fs, m) in enumerate(made)))

    def sentence(self, fs: Any, span: Span, members: list[tuple[Any, Span]], heads: dict[int, tuple[int, str | None]],
                 deps: dict[int, list[str]], tree: Node | None) -> Sentence:  # fmt: skip
        tokens = tuple(self.token(t, s, heads.get(t.xmiID), deps.get(t.xmiID)) for t, s in members)
        multiwords, blanks = _rare(value(fs, "multiwords"), value(fs, "blanks"))
        (exact,) = self.exact(fs) if value(fs, "exact") else (span,)
        return Sentence(exact, tokens, tree, multiwords, blanks, _noted(value(fs, "attributes")))

    def token(self, fs: Any, span: Span, head: tuple[int, str | None] | None, deps: list[str] | None) -> Token:
        (exact,) = self.exact(fs) if value(fs, "exact") else (span,)
        form, lemma, pos, morph, stem = (value(fs, name) for name in ("form", "lemma", "pos", "morph", "stem"))
        said: dict[str, Value] = {}
        said |= {"stem": stem.value} if value(stem, "value") is not None else {}
        said |= {name: value(fs, name) for name in ("id", "syntacticFunction") if value(fs, name) is not None}
        said |= {"deps": "|".join(deps)} if deps else {}
        said |= _noted(value(fs, "extra"))
        where, relation = head or (value(fs, "head"), value(fs, "relation"))
        return Token(
            exact, self.text[span.start : span.end] if value(form, "value") is None else form.value, value(lemma, "value"),
            value(pos, "PosValue"), value(pos, "coarseValue"), NONE if morph is None else self.morph(morph), where, relation, Attributes(said),
        )  # fmt: skip

    def morph(self, fs: Any) -> Attributes:
        written: str | None = fs.value
        if written and written.startswith("{"):
            return _noted(written)
        if written and "=" in written:
            pairs = (part.partition("=") for part in written.split("|"))
            return Attributes({name: text for name, _, text in pairs})
        return Attributes(self.features(fs, set()))

    def dependencies(self, index: dict[int, tuple[int, int]]) -> tuple[dict[int, tuple[int, str | None]], dict[int, list[str]]]:
        """Basic heads of tokens (from 1, 0 the root), and the rest as CoNLL-U writes enhanced ones."""
        heads: dict[int, tuple[int, str | None]] = {}
        deps: dict[int, list[str]] = {}
        for fs, _ in self.sorted(DEPENDENCY):
            governor, dependent = fs.Governor, fs.Dependent
            if governor is None or dependent is None or governor.xmiID not in index or dependent.xmiID not in index:
                self.lost("far-dependencies", fs)
                continue
            (a, head), (b, _) = index[governor.xmiID], index[dependent.xmiID]
            number = 0 if governor is dependent else head + 1
            if a != b:
                self.lost("far-dependencies", fs)
            elif value(fs, "flavor") not in (None, "", "basic"):
                deps.setdefault(dependent.xmiID, []).append(f"{number}:{fs.DependencyType or '_'}")
            elif dependent.xmiID in heads:
                self.lost("second-heads", fs)
            else:
                heads[dependent.xmiID] = number, fs.DependencyType
        return heads, deps

    def trees(self, index: dict[int, tuple[int, int]], sentences: list[Span]) -> dict[int, Node]:
        out: dict[int, Node] = {}
        for fs, span in self.sorted(CONSTITUENT):
            if fs.parent is not None:
                continue
            said = value(fs, "sentence")
            at = said if said is not None and 0 <= said < len(sentences) else next((i for i, s in enumerate(sentences) if s.holds(span)), -1)
            if at < 0 or at in out:
                self.lost("far-dependencies", fs)
            else:
                out[at] = self.tree(fs, at, index)
        return out

    def tree(self, root: Any, sentence: int, index: dict[int, tuple[int, int]]) -> Node:
        """Without recursion, in two passes: parents before children, then nodes from their children."""
        order: list[tuple[Any, int]] = [(root, -1)]
        seen: set[int] = {root.xmiID}
        for at, (fs, _) in enumerate(order):  # grows while it runs
            below = fs.children.elements if self.kind(fs) == CONSTITUENT and fs.children is not None else ()
            for child in below or ():
                if self.kind(child) == CONSTITUENT and child.xmiID in seen:
                    raise BadInput(f"constituents that make no tree: {child.xmiID} stands twice")
                seen.add(child.xmiID)
                order.append((child, at))
        children: list[list[Node]] = [[] for _ in order]
        node: Node | None = None
        for at in range(len(order) - 1, -1, -1):
            fs, above = order[at]
            node = self.node(fs, tuple(reversed(children[at])), sentence, index)
            if above >= 0:
                children[above].append(node)
        assert node is not None
        return node

    def node(self, fs: Any, children: tuple[Node, ...], sentence: int, index: dict[int, tuple[int, int]]) -> Node:
        if self.kind(fs) == CONSTITUENT:
            label = value(fs, "label")
            if label is None:
                function = value(fs, "syntacticFunction")
                label = (fs.constituentType or "") + (f"-{function}" if function else "")
            return Node(label, children, value(fs, "leaf"), value(fs, "empty"))
        where, token = index.get(fs.xmiID, (-1, -1))
        if where != sentence:
            raise BadInput(f"a constituent over token {fs.xmiID} of another sentence")
        return Node(value(value(fs, "pos"), "PosValue") or "", token=token)


def _finite(number: float | None) -> float | None:
    if number is not None and not isfinite(number):
        raise BadInput(f"a confidence of {number}")
    return number


def _last(order: int | None) -> float:
    return float("inf") if order is None else order


def _rising(rows: list[tuple[Any, Span]]) -> bool:
    return all(a <= b for (_, a), (_, b) in pairwise(rows))


def _noted(written: str | None) -> Attributes:
    return attributes_of(json.loads(written)) if written else NONE


def _rare(multiwords: str | None, blanks: str | None) -> tuple[tuple[Multiword, ...], tuple[Blank, ...]]:
    if not multiwords and not blanks:
        return (), ()
    plain: dict[str, Any] = {"span": [0, 0], "tokens": []}
    plain |= {"multiwords": json.loads(multiwords)} if multiwords else {}
    plain |= {"blanks": json.loads(blanks)} if blanks else {}
    (parse,) = judgements_of(Kind.PARSES, [{"sentences": [plain]}])
    return parse.sentences[0].multiwords, parse.sentences[0].blanks


def _members(given: Any) -> Iterator[Any]:
    """The members of an array or list."""
    if isinstance(given, list):
        yield from given
    elif hasattr(given, "elements"):
        yield from given.elements or ()
    else:
        for _ in range(_DEEPEST):
            if not hasattr(given, "head"):
                return
            yield given.head
            given = given.tail
        raise BadInput(f"a list of more than {_DEEPEST} members")
