"""Penn bracket trees: a file of trees a document, and its text beside it.

Read are ``( (S ...) )``, ``(S1 (S ...))``, ``(TOP ...)``, over many lines or one, with blank lines and comments between them. Labels stay
exactly as written (NP-SBJ-1, ADVP|PRT, NP=2). ``lines=sentences`` reads as EVALB does: every line is a sentence, several trees on a line are one
(under a node without a label; the sentence's attribute ``trees`` says how many), a blank line is a sentence without a tree.

The leaves are found in the text ``ID.txt`` of the folder of texts or beside the file. Where there is none a text is made of them: -LRB- and the
like as brackets, `` and '' as double quotes where that is their tag, \\/ and \\* without the backslash, one blank between tokens and a
line a sentence. ``Token.form`` is what the text has, ``Token.tag`` the label over the token (None for a word without one); ``extra["leaf"]`` is the
leaf as it was written where that is not what is written for the form. A text without a file of trees was not judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ..errors import BadInput
from ..model import NONE, Attributes, Corpus, Document, Layer, ParseBuilder, ParseColumns, whole
from .alignment import Alignment, Composition
from .brackets import NOT_A_LABEL, NOTHING, Tree, form_of, leaf_of, sound_leaf, trees
from .columns import beginning, places, said, sentences_of, unpacked
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
            text = _document(build, _by_line(file, place.path) if by_line else trees(file, place.path), f"{place.path}", text, reading.strict)
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
    out = Tree(0, several=len(found))
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


def _document(build: ParseBuilder, found: Iterator[Tree], where: str, text: str | None, strict: bool) -> str:
    seats = Composition() if text is None else Alignment(text, where, strict)
    for tree in found:
        tags = [tag or None for tag in tree.tags]
        if isinstance(seats, Composition):
            given = list(map(form_of, tree.leaves, tags))
            starts, ends = seats.place(given)
        else:
            starts, ends = seats.place(tree.leaves)
            given = seats.forms(tree.leaves, starts, ends)
        due = list(map(leaf_of, given, tags))
        extras = None
        if due != tree.leaves:
            extras = [NONE if leaf == expected else Attributes(leaf=leaf) for leaf, expected in zip(tree.leaves, due, strict=True)]
        build.tokens(starts, ends, given, tags=tags, extras=extras)
        build.nodes(tree.nodes)
        span = (starts[0], ends[-1]) if starts else (seats.at, seats.at)
        notes = Attributes(said(tree.comments)) if tree.comments else NONE
        build.end_sentence(*span, notes.but(trees=tree.several) if tree.several > 1 else notes)
    return seats.text


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = corpus.layers[0] if corpus.layers else None
    for document in corpus.documents:
        write_text(text_file(document.id, path, ".txt"), document.text)
        if layer is not None and document.id in layer:
            lines = [bracketed(layer.parses, s, f"document {document.id}") for s in sentences_of(layer, document.id)]
            write_text(text_file(document.id, path, ".tree"), "".join(f"{line}\n" for line in lines) or "\n")


def bracketed(c: ParseColumns, s: int, where: str) -> str:
    """The tree of sentence number ``s`` in brackets, on one line, as CRAFT writes it; of any depth, for it walks and does not recurse."""
    n0, n1 = c.node_offsets[s : s + 2].tolist()
    leaves = _leaves(c, s, where)
    names, out, due = c.names, list[str](), 0
    still_open: list[int] = []
    labels, parents = [names[n] for n in c.labels[n0:n1].tolist()], c.parents[n0:n1].tolist()
    tokens, empties = c.leaves[n0:n1].tolist(), c.empties[n0:n1].tolist()
    children = Counter(parents)
    fresh = True  # nothing stands yet behind the last bracket that was opened
    for i, (label, parent, token, empty) in enumerate(zip(labels, parents, tokens, empties, strict=True)):
        while still_open and still_open[-1] != parent:
            out.append(")" if labels[still_open.pop()] else " )")
        if not fresh:
            out.append(" ")
        fresh = False
        if NOT_A_LABEL.search(label):
            raise BadInput(f"the label {label!r} cannot stand in brackets", where=where)
        if token < 0 and empty < 0:
            out.append(f"({label} " if children[i] else f"({label}")
            still_open.append(i)
            fresh = True
            continue
        if token >= 0:
            if token != due or token >= len(leaves):
                raise BadInput("the leaves of a tree are not the tokens in their order", where=where)
            leaf, due = leaves[token], due + 1
        else:
            leaf = names[empty]
            if label != NOTHING or not leaf or NOT_A_LABEL.search(leaf):
                raise BadInput(f"the empty category {label} {leaf!r} cannot be written so", where=where)
        if not label and (parent < 0 or children[parent] == 1 or (not labels[parent] and i == parent + 1)):
            raise BadInput(f"the word {leaf!r} stands where it would be taken for a label", where=where)
        out.append(f"({label} {leaf})" if label else leaf)
    out += [")" if labels[i] else " )" for i in reversed(still_open)]
    if due != len(leaves) or not labels:
        raise BadInput("a tree does not hold all tokens" if labels else "a sentence without a tree", where=where)
    return "".join(out)


def _leaves(c: ParseColumns, s: int, where: str) -> list[str]:
    """The tokens of a sentence as they are written in a tree."""
    a, b = c.token_offsets[s : s + 2].tolist()
    names = (*c.names, None)
    out = []
    for form, tag, note in zip(c.forms[a:b].tolist(), c.tags[a:b].tolist(), c.extras[a:b].tolist(), strict=True):
        leaf = c.notes[note].text("leaf") if note else ""
        if leaf and not sound_leaf(leaf, c.names[form]):
            raise BadInput(f"the leaf {leaf!r} does not stand for the token {c.names[form]!r}", where=where)
        leaf = leaf or leaf_of(c.names[form], names[tag])
        if not leaf or NOT_A_LABEL.search(leaf):
            raise BadInput(f"the token {leaf!r} cannot stand in a tree", where=where)
        out.append(leaf)
    return out


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
