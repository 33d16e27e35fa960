"""Columns of tokens and tags: IOB1, IOB2 and BIOES (BILOU), as CoNLL-2003 and the shared tasks of biology have them.

Columns are parted by tabs, or by blanks where there are no tabs; the first is the token, the last the tag (``B-gene``, ``B`` alone
for a mention without a label, ``_`` where nobody judged). Those between are the part of speech, the chunk, and others by number
("column4"); ``columns=form,lemma,tag,mention`` names them otherwise. All schemes are read alike, by the rules of the CoNLL-2000 scorer:
a mention begins at B, S or U, and at any other tag of a mention that follows O, another label, or an end.

``-DOCSTART- (id)`` begins a document (the id in brackets as in AIDA; without one documents are numbered); ``-DOCSTART- (id) plain`` says
that its tokens are those of our plain tokenizer and nobody's judgement: no parse is made of them. A file without such lines is a
document. The text is found by character in the folder of texts, if one is named; else it is made of the tokens, one blank between
them and a line a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from ..errors import BadInput
from ..model import (
    NONE,
    Attributes,
    Corpus,
    Document,
    Kind,
    Layer,
    Mention,
    MentionBuilder,
    ParseBuilder,
    whole,
)
from .alignment import Alignment, Composition
from .columns import Block, beginning, blocks, line_at, missing, said, sentence_span, text_of, unpacked
from .features import features
from .features.edges import Edges
from .features.layers import UNKNOWN
from .features.places import seats_of
from .files import files_below, name_below, write_text
from .format import Format, Reading, Writing
from .tags import NOT_JUDGED, SCHEMES, TAG, chunks, encoded, tags_of

SUFFIXES = (".iob", ".iob2", ".bio", ".bioes", ".conll03")
_START = re.compile(r"-DOCSTART-(?:[ \t]+\((?P<id>[^\t]*)\))?(?P<plain> plain)?(?:[ \t].*)?")
_BLANKS = re.compile(r"[ \t]+")
_FIELDS = ("form", "lemma", "tag", "coarse", "mention")


def read(path: Path, reading: Reading) -> Corpus:
    files = files_below(path, *SUFFIXES)
    if not files and files_below(path, ""):
        raise BadInput("no file here ends in " + " or ".join(SUFFIXES), where=path, remedy="name the files themselves, one at a time")
    reader = _Reader(path, reading)
    for file in reading.progress(files, "IOB"):
        reader.read(file)
    return reader.corpus()


class _Reader:
    def __init__(self, path: Path, reading: Reading) -> None:
        self.path, self.reading = path, reading
        self.documents: list[Document] = []
        self.mentions, self.parses = MentionBuilder(), ParseBuilder()
        self.judged: list[str] = []
        self.parsed: list[str] = []

    def corpus(self) -> Corpus:
        layers = []
        if self.judged:
            layers.append(Layer("mentions", UNKNOWN, tuple(self.judged), self.mentions.columns()))
        if self.parsed:
            layers.append(Layer("parses", UNKNOWN, tuple(self.parsed), self.parses.columns()))
        return Corpus(tuple(self.documents), tuple(map(whole, self.documents)), tuple(layers))

    def read(self, file: Path) -> None:
        text = unpacked(file)
        name = name_below(file, self.path, *(SUFFIXES if file.name.endswith(SUFFIXES) else file.suffixes[-1:]))
        table = _Table(text, file, self.reading.options.get("columns", ""))
        for id, plain, told, found in _documents(text, name):
            self._document(id, plain, told, found, table)

    def _document(self, id: str, plain: bool, told: bool | None, found: list[Block], table: _Table) -> None:
        seats = Alignment(text_of(id, self.path, self.reading) or "", f"{table.file}, document {id}", self.reading.strict) if self.reading.texts else Composition()
        places: list[tuple[list[int], list[int]]] = []
        tags: list[tuple[str, ...]] = []
        judged = True
        loose: list[str] = []
        for block in found:
            comments, rows = table.rows(block)
            loose += comments
            if not rows:
                continue
            columns = table.columns(rows)
            starts, ends = seats.place(columns["form"])
            places.append((starts, ends))
            tags.append(columns["mention"])
            table.check(columns["mention"], block)
            if not plain:
                self._sentence(columns, starts, ends, seats, loose)
            loose = []
        judged = told if not tags and told is not None else not tags or any(tag != NOT_JUDGED for row in tags for tag in row)
        if judged:
            for (starts, ends), row in zip(places, tags, strict=True):
                for first, last, label in chunks(row):
                    self.mentions.add(((starts[first], ends[last]),), label=label)
            self.mentions.end_unit()
            self.judged.append(id)
        if not plain:
            self.parses.end_parse()
            self.parses.end_unit()
            self.parsed.append(id)
        self.documents.append(Document(id, seats.text))

    def _sentence(self, columns: dict[str, tuple[str, ...]], starts: list[int], ends: list[int], seats: Alignment | Composition, loose: list[str]) -> None:
        forms = list(columns["form"])
        if isinstance(seats, Alignment):
            given = seats.forms(forms, starts, ends)
            columns = columns if given == forms else columns | {"written": tuple(w if w != g else "_" for w, g in zip(forms, given, strict=True))}
            forms = given
        more = {n: column for n, column in columns.items() if n not in _FIELDS and column.count("_") < len(column)}
        extras = None
        if more:
            names = tuple(more)
            extras = [_extra(names, values) for values in zip(*more.values(), strict=True)]
        lemmas, tags, coarse = (missing(columns[name]) if name in columns else None for name in ("lemma", "tag", "coarse"))
        self.parses.tokens(starts, ends, forms, lemmas=lemmas, tags=tags, coarse=coarse, extras=extras)
        self.parses.end_sentence(*sentence_span(starts, ends, seats.at), Attributes(said(loose)) if loose else NONE)


@lru_cache(65536)
def _extra(names: tuple[str, ...], values: tuple[str, ...]) -> Attributes:
    out = {name: value for name, value in zip(names, values, strict=True) if value not in ("_", "")}
    return Attributes(out) if out else NONE


def _documents(text: str, name: str) -> Iterator[tuple[str, bool, bool | None, list[Block]]]:
    """The documents of a file: id, whether its tokens are nobody's, whether somebody judged it (if that is told), its blocks."""
    id, plain, told, parts, number, begun = name, False, None, list[Block](), 0, False
    for block in blocks(text):
        found = _START.fullmatch(block.lines[0])
        if found is None:
            parts.append(block)
            begun = True
            continue
        if begun:
            yield id, plain, told, parts
        number += 1
        id, plain, parts, begun = found["id"] or f"{name}-{number}", bool(found["plain"]), [], True
        told = not block.lines[0].endswith(("\t" + NOT_JUDGED, " " + NOT_JUDGED))
        if len(block.lines) > 1:
            parts.append(Block(block.lines[1:], block.at + len(block.lines[0]) + 1))
    if begun:
        yield id, plain, told, parts


class _Table:
    """How the lines of a file are cut into columns."""

    def __init__(self, text: str, file: Path, named: str) -> None:
        self.text, self.file = text, file
        first = next((line for block in blocks(text) for line in block.lines if not _START.fullmatch(line) and not line.startswith("# ")), "")
        self.tabs = "\t" in first
        self.names = tuple(n.strip() for n in named.split(",")) if named else ()
        self.count = len(self.names) or len(self._cut(first))
        if self.names and (len(set(self.names)) < len(self.names) or not {"form", "mention"} <= set(self.names)):
            raise BadInput(f"columns={named}: a name for each column is needed, form and mention among them", where=file)
        if first and self.count < 2:
            raise BadInput("one column only, where a token and a tag are due", where=f"{file}, line {line_at(text, text.find(first))}")
        between = ("tag", "chunk", *(f"column{i}" for i in range(4, self.count)))[: self.count - 2]
        self.names = self.names or ("form", *between, "mention")
        self.count = len(self.names)

    def _cut(self, line: str) -> list[str]:
        return line.split("\t") if self.tabs else _BLANKS.split(line.strip(" \t"))

    def rows(self, block: Block) -> tuple[list[str], list[list[str]]]:
        """The comments and the rows of a sentence."""
        comments, rows = [], []
        for number, line in enumerate(block.lines):
            row = self._cut(line)
            if len(row) == self.count and row[0]:
                rows.append(row)
            elif line.startswith("#") and not rows:
                comments.append(line)
            else:
                what = f"{len(row)} columns, where {self.count} are due" if len(row) != self.count else "a line without a token"
                raise BadInput(what, where=f"{self.file}, line {line_at(self.text, block.at) + number}")
        return comments, rows

    def columns(self, rows: list[list[str]]) -> dict[str, tuple[str, ...]]:
        return dict(zip(self.names, zip(*rows, strict=True), strict=True))

    def check(self, tags: Sequence[str], block: Block) -> None:
        for tag in tags:
            if not TAG.fullmatch(tag):
                line = next(n for n, line in enumerate(block.lines) if self._cut(line)[self.names.index("mention") :][:1] == [tag])
                raise BadInput(
                    f"{tag!r} is not a tag (O, B-label, I-label, E-label, S-label)", where=f"{self.file}, line {line_at(self.text, block.at) + line}",
                    remedy="columns=... says which column the tags are in",
                )  # fmt: skip


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    scheme = writing.options.get("scheme", SCHEMES[0])
    if scheme not in SCHEMES:
        raise BadInput(f"no scheme {scheme!r}", remedy="there are: " + ", ".join(SCHEMES))
    mentions = next(iter(corpus.of_kind(Kind.MENTIONS)), None)
    parses = next(iter(corpus.of_kind(Kind.PARSES)), None)
    extra = _middle(parses) if parses is not None else ()
    out: list[str] = []
    for document, name, seats in seats_of(corpus):
        found = mentions.get(document.id) if mentions is not None else None
        empty = "\t".join("-X-" for _ in extra)
        out.append("\t".join(filter(None, (f"-DOCSTART- ({document.id})" + ("" if name else " plain"), empty, NOT_JUDGED if found is None else "O"))) + "\n\n")
        sentences = [s for p in parses.get(document.id) or () for s in p.sentences] if parses is not None and name else []
        between = [[_between(t, extra) for t in s.tokens] for s in sentences] if extra else []
        places = _by_sentence(found or (), seats)
        for number, sentence in enumerate(seats):
            tags = [NOT_JUDGED] * len(sentence) if found is None else tags_of(sentence, places[number], scheme)
            middle = between[number] if between else ["\t_" * len(extra)] * len(sentence)
            out += [f"{form}{more}\t{tag}\n" for (_, _, form), more, tag in zip(sentence, middle, tags, strict=True)]
            out.append("\n")
    write_text(path, "".join(out) or "\n")


def _middle(layer: Layer) -> tuple[str, ...]:
    """The columns between token and tag: the part of speech if there is one, and the chunk."""
    c = layer.parses
    chunk = any("chunk" in note for note in c.notes)
    return ("tag", "chunk") if chunk else ("tag",) if (c.tags >= 0).any() else ()


def _between(token: object, names: tuple[str, ...]) -> str:
    tag = getattr(token, "tag", None) or "_"
    chunk = getattr(token, "extra", NONE).text("chunk") or "_"
    return f"\t{tag}\t{chunk}" if len(names) == 2 else f"\t{tag}"


def _by_sentence(found: Sequence[Mention], seats: Sequence[Sequence[tuple[int, int, str]]]) -> list[list[tuple[int, int, str]]]:
    """The mentions of each sentence by their tokens."""
    edges = Edges(seats)
    at = {place: (n, i) for n, sentence in enumerate(seats) for i, place in enumerate((a, b) for a, b, _ in sentence)}
    out: list[list[tuple[int, int, str]]] = [[] for _ in seats]
    for m in sorted(found, key=lambda m: (m.start, m.end)):
        for span in m.spans:
            touched = edges.tokens(span)
            if touched:
                number, first = at[edges.starts[touched[0]], edges.ends[touched[0]]]
                number_too, last = at[edges.starts[touched[-1]], edges.ends[touched[-1]]]
                out[number].append((first, last if number_too == number else len(seats[number]) - 1, encoded(m.label)))
    return out


def sniff(path: Path, start: bytes) -> bool:
    """Lines of as many columns, two at least, the last of which is always a tag, and not always the same "not said".

    One line alone is rather a sentence that ends in "vitamin B-12" or "O".
    """
    lines = [line for line in beginning(start).split("\n") if line.strip()]
    begun = any(_START.fullmatch(line) for line in lines)
    lines = [line for line in lines if not _START.fullmatch(line) and not line.startswith("# ")]
    if not lines:
        return begun
    rows = [line.split("\t") if "\t" in lines[0] else _BLANKS.split(line.strip(" \t")) for line in lines]
    tags = {row[-1] for row in rows}
    if len({len(row) for row in rows}) > 1 or len(rows[0]) < 2 or not all(map(TAG.fullmatch, tags)):
        return False
    return begun or (len(rows) > 1 and ("O" in tags or any(tag[1:2] == "-" for tag in tags)))


IOB = Format(
    name="iob",
    title="IOB columns",
    suffixes=SUFFIXES,
    keeps=features(
        "mentions", "parses", "passages", "text-lines", "empty-layers", "not-judged", "document-order", "mention-label", "parse-tags", "parse-chunks", "parse-treeless",
        "parse-apart-tags", "-kind-order", "-spacing", "-mention-inside-tokens", "-mention-across-sentences",
    ),
    sniff=sniff,
    read=read,
    write=write,
    options={
        "scheme": "on writing: iob2 (as nothing is said), iob1 or bioes",
        "columns": "on reading, the names of the columns: form and mention, and of lemma, tag, coarse, chunk, ... what there is",
    },
    see="https://www.clips.uantwerpen.be/conll2003/ner/",
)  # fmt: skip
