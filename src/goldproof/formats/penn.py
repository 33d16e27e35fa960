"""Penn bracket trees: a file of trees a document, and its text beside it.

Read are ``( (S ...) )``, ``(S1 (S ...))``, ``(TOP ...)``, over many lines or one, with blank lines and comments between them. Labels stay
exactly as written (NP-SBJ-1, ADVP|PRT, NP=2). ``lines=sentences`` reads as EVALB does: every line is a sentence, several trees on a line are one
(under a node without a label), a blank line is a sentence without a tree.

The leaves are found in the text ``ID.txt`` of the folder of texts or beside the file. Where there is none a text is made of them: -LRB- and the
like as brackets, `` and '' as double quotes where that is their tag, \\/ and \\* without the backslash, one blank between tokens and a
line a sentence. ``Token.form`` is what the text has, ``Token.tag`` the label over the token (None for a word without one); ``extra["leaf"]`` is the
leaf as it was written where that is not what is written for the form. A text without a file of trees was not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..errors import BadInput
from ..model import NONE, Attributes, Corpus, Document, Layer, ParseBuilder, Sentence, Span, whole
from .alignment import Alignment, Composition
from .brackets import NOT_A_LABEL, NOTHING, Tree, form_of, leaf_of, sound_leaf, trees
from .columns import beginning, places, said, unpacked
from .features import features
from .features.layers import UNKNOWN
from .files import text_file, write_text
from .format import Format, Reading, Writing

SUFFIXES = (".tree", ".trees", ".penn", ".mrg", ".parse", ".prd", ".ptb")


def read(path: Path, reading: Reading) -> Corpus:
    by_line = reading.options.get("lines", "") == "sentences"
    documents: list[Document] = []
    judged: list[str] = []
    build = ParseBuilder()
    for place in reading.progress(places(path, reading, SUFFIXES), "Penn trees"):
        text = place.text
        if place.path is not None:
            file = unpacked(place.path)
            text = _document(build, _by_line(file, place.path) if by_line else trees(file, place.path), f"{place.path}", text)
            build.end_parse()
            build.end_unit()
            judged.append(place.id)
        documents.append(Document(place.id, text or ""))
    layers = (Layer("parses", UNKNOWN, tuple(judged), build.columns()),) if judged else ()
    return Corpus(tuple(documents), tuple(map(whole, documents)), layers)


def _by_line(file: str, where: Path) -> Iterator[Tree]:
    """A tree a line."""
    for number, line in enumerate(file.removesuffix("\n").split("\n"), 1):
        try:
            found = list(trees(line, where))
        except BadInput as error:
            raise BadInput(error.what, where=f"{where}, line {number}", remedy="lines=sentences wants every sentence on one line") from None
        if found or not line.strip():
            yield found[0] if len(found) == 1 else _forest(found)


def _forest(found: list[Tree]) -> Tree:
    """Several trees under one node without a label; a tree without a node if there is none."""
    out = Tree(0)
    if found:
        out.nodes.append(("", -1))
    for tree in found:
        shift, before = len(out.nodes), len(out.leaves)
        for label, parent, *tail in tree.nodes:
            above = parent + shift if parent >= 0 else 0
            out.nodes.append((label, above, *(t + before if isinstance(t, int) else t for t in tail)))  # type: ignore[arg-type]
        out.leaves += tree.leaves
        out.tags += tree.tags
        out.comments += tree.comments
    return out


def _document(build: ParseBuilder, found: Iterator[Tree], where: str, text: str | None) -> str:
    seats = Composition() if text is None else Alignment(text, where)
    for tree in found:
        tags = [tag or None for tag in tree.tags]
        if text is None:
            given = list(map(form_of, tree.leaves, tags))
            starts, ends = seats.place(given)
        else:
            starts, ends = seats.place(tree.leaves)
            given = [text[a:b] for a, b in zip(starts, ends, strict=True)]
        due = list(map(leaf_of, given, tags))
        extras = None
        if due != tree.leaves:
            extras = [NONE if leaf == expected else Attributes(leaf=leaf) for leaf, expected in zip(tree.leaves, due, strict=True)]
        build.tokens(starts, ends, given, tags=tags, extras=extras)
        build.nodes(tree.nodes)
        span = (starts[0], ends[-1]) if starts else (seats.at, seats.at)
        build.end_sentence(*span, Attributes(said(tree.comments)) if tree.comments else NONE)
    return seats.text


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = corpus.layers[0] if corpus.layers else None
    for document in corpus.documents:
        write_text(text_file(document.id, path, ".txt"), document.text)
        found = layer.get(document.id) if layer else None
        if found is not None:
            lines = [bracketed(s, f"document {document.id}, sentence {n}") for parse in found for n, s in enumerate(parse.sentences, 1)]
            write_text(text_file(document.id, path, ".tree"), "".join(f"{line}\n" for line in lines) or "\n")


def bracketed(sentence: Sentence, where: str = "") -> str:
    """The tree of a sentence in brackets, on one line, as CRAFT writes it."""
    if sentence.tree is None:
        raise BadInput("a sentence without a tree", where=where)
    out: list[str] = []
    # Nodes still to be written, and the strings that stand between and behind them.
    todo: list[object] = [sentence.tree]
    due = 0
    while todo:
        node = todo.pop()
        if isinstance(node, str):
            out.append(node)
            continue
        label, children = node.label, node.children  # type: ignore[attr-defined]
        if NOT_A_LABEL.search(label):
            raise BadInput(f"the label {label!r} cannot stand in brackets", where=where)
        if node.leaf:  # type: ignore[attr-defined]
            if children:
                raise BadInput(f"a node {label!r} that is a leaf and has children", where=where)
            if node.token is not None:  # type: ignore[attr-defined]
                if node.token != due or due >= len(sentence.tokens):  # type: ignore[attr-defined]
                    raise BadInput("the leaves of the tree are not the tokens in their order", where=where)
                leaf = _leaf(sentence, due, where)
                due += 1
            else:
                leaf = node.text or ""  # type: ignore[attr-defined]
                if label != NOTHING or not leaf or NOT_A_LABEL.search(leaf):
                    raise BadInput(f"an empty category ({label} {leaf}) that cannot be written so", where=where)
            out.append(f"({label} {leaf})" if label else leaf)
            continue
        if children and children[0].label == "" and children[0].leaf and (len(children) == 1 or not label):
            raise BadInput(f"a word without a label where it would be taken for one, under {label!r}", where=where)
        out.append(f"({label} " if children else f"({label}")
        todo.append(" )" if not label else ")")
        for i, child in enumerate(reversed(children)):
            if i:
                todo.append(" ")
            todo.append(child)
    if due != len(sentence.tokens) or (sentence.tree.leaf and not sentence.tree.label):
        raise BadInput("the tree does not hold all tokens", where=where)
    return "".join(out)


def _leaf(sentence: Sentence, number: int, where: str) -> str:
    token = sentence.tokens[number]
    leaf = token.extra.text("leaf") if token.extra else ""
    if leaf and not sound_leaf(leaf, token.form):
        raise BadInput(f"the leaf {leaf!r} does not stand for the token {token.form!r}", where=where)
    leaf = leaf or leaf_of(token.form, token.tag)
    if not leaf or NOT_A_LABEL.search(leaf):
        raise BadInput(f"the token {leaf!r} cannot stand in a tree", where=where)
    return leaf


_START = re.compile(r"(?:[ \t]*(?:[#;%*][^\n]*)?\n)*[ \t]*\(\s*[^\s()]*\s*(?:\(\s*[^\s()]*\s*[^\s)]|[^\s()]+\s*\)\s*(?:\(|$))")


def sniff(path: Path, start: bytes) -> bool:
    """A bracket in a bracket, or a line of nothing but labelled words; no text begins so that is not a tree."""
    return _START.match(beginning(start)) is not None


PENN = Format(
    name="penn",
    title="Penn bracket trees",
    suffixes=SUFFIXES[:4],
    keeps=features("parses", "passages", "text-lines", "empty-layers", "not-judged", "parse-trees", "parse-tags", "parse-leaves", "parse-untidy"),
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    options={"lines": "sentences: every line is a sentence, as EVALB counts them, blank ones too"},
    see="https://catalog.ldc.upenn.edu/docs/LDC95T7/cl93.html",
)  # fmt: skip
