"""Reading CoNLL-U: from lines to the columns of the model. What is read, and how, stands in :mod:`goldproof.formats.conllu`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Literal

from ..errors import BadInput
from ..model import Attributes, Blank, Corpus, Document, Layer, Multiword, ParseBuilder, Span, Token, whole
from .alignment import Alignment, word_spans
from .columns import (
    NEWDOC,
    NUMBERS,
    Block,
    blocks,
    features_of,
    heads_of,
    line_at,
    missing,
    plain_text,
    said,
    sentence_span,
    text_of,
    unescaped,
    unpacked,
)
from .features.layers import UNKNOWN
from .files import files_below, name_below
from .format import Reading
from .misc import COLUMNS, PLAIN, Misc, extra_of, form_column, form_of, misc_of

SUFFIXES = (".conllu", ".conllu.gz")
ABOUT_A_TEXT = "# document_text = "
NOT_JUDGED = "# judged = no"
ID = re.compile(r"(\d{1,6})(?:-(\d{1,6})|\.(\d{1,6}))?")
Row = Sequence[str]
About = dict[str, tuple[str, ...] | Literal[True]]


def read(path: Path, reading: Reading) -> Corpus:
    files = files_below(path, *SUFFIXES)
    if not files and files_below(path, ""):
        raise BadInput("no file here ends in " + " or ".join(SUFFIXES), where=path, remedy="name the files themselves, one at a time")
    documents: list[Document] = []
    judged: list[str] = []
    build = ParseBuilder()
    for file in reading.progress(files, "CoNLL-U"):
        text = unpacked(file)
        udpipe = "SpacesAfter=" in text or "SpacesBefore=" in text
        name = name_below(file, path, *(SUFFIXES if file.name.endswith(SUFFIXES) else file.suffixes[-1:]))
        for draft in _drafts(text, name, reading, file):
            known = None if reading.texts is None else text_of(draft.id, path, reading)
            reader = _Reader(build, text, f"{file}, document {draft.id}", reading, known, udpipe)
            documents.append(Document(draft.id, draft.text if draft.text is not None else reader.read(draft)))
            if draft.judged:
                build.end_parse()
                build.end_unit()
                judged.append(draft.id)
    layers = (Layer("parses", UNKNOWN, tuple(judged), build.columns()),) if judged else ()
    return Corpus(tuple(documents), tuple(map(whole, documents)), layers)


@dataclass
class _Draft:
    """A document as it stands in the file: its sentences, each with comments that stood alone before it; or its text."""

    id: str
    parts: list[tuple[list[str], Block]] = field(default_factory=list)
    text: str | None = None
    judged: bool = True


def _drafts(text: str, name: str, reading: Reading, file: Path) -> Iterator[_Draft]:
    draft, number, loose = None, 0, list[str]()
    for block in blocks(text):
        comments = [line for line in block.lines if line.startswith("#")]
        for found in filter(None, map(NEWDOC.fullmatch, comments)):
            if draft is not None:
                yield draft
            number += 1
            draft = _Draft(found[1] or f"{name}-{number}")
        if len(comments) < len(block.lines):
            draft = draft or _Draft(name)
            draft.parts.append((loose, block))
            loose = []
            continue
        for line in comments:
            if draft is not None and line.startswith(ABOUT_A_TEXT):
                draft.text = unescaped(line.removeprefix(ABOUT_A_TEXT))
            elif draft is not None and line == NOT_JUDGED:
                draft.judged = False
            elif not NEWDOC.fullmatch(line):
                loose.append(line)
    if draft is not None:
        yield draft
    if loose:
        reading.lost("comments-behind", file)


@dataclass(slots=True)
class _Words:
    """A sentence as it stands in the file: words, ranges with the row of each, empty words (after, number, row)."""

    words: list[Row]
    ranges: dict[tuple[int, int], Row]
    blanks: list[tuple[int, int, Row]]


class _Reader:
    """One document on its way into the columns."""

    def __init__(self, build: ParseBuilder, file: str, where: str, reading: Reading, text: str | None, udpipe: bool) -> None:
        self.build, self.file, self.where, self.reading, self.udpipe = build, file, where, reading, udpipe
        self.alignment = None if text is None else Alignment(text, where, reading.strict)
        self.parts: list[str] = []
        self.at = 0

    def read(self, draft: _Draft) -> str:
        for loose, block in draft.parts:
            count = next(i for i, line in enumerate(block.lines) if not line.startswith("#"))
            about = said(loose + [line for line in block.lines[:count] if not NEWDOC.fullmatch(line)])
            self._sentence(self._rows(block, count), about, block)
        return self.alignment.text if self.alignment else "".join(self.parts)

    def _wrong(self, what: str, block: Block, line: int = 0) -> BadInput:
        return BadInput(what, where=f"{self.where}, line {line_at(self.file, block.at) + line}")

    def _rows(self, block: Block, comments: int) -> _Words:
        out = _Words([], {}, [])
        words, due, reach = out.words, "1", 0
        for number, line in enumerate(block.lines[comments:], comments):
            row = line.split("\t")
            if len(row) != 10:
                raise self._wrong(f"{len(row)} columns, where CoNLL-U has 10", block, number)
            if "" in row[:2]:
                raise self._wrong("a word without an id or a form", block, number)
            if row[0] == due:
                words.append(row)
                due = NUMBERS[len(words) + 1] if len(words) < len(NUMBERS) - 1 else str(len(words) + 1)
                continue
            found = ID.fullmatch(row[0])
            if found and found[2] and found[1] == due and int(found[2]) >= int(due) > reach:
                reach = int(found[2])
                out.ranges[int(due), reach] = row
            elif found and found[3] and int(found[1]) == len(words):
                out.blanks.append((len(words), int(found[3]), row))
            else:
                raise self._wrong(f"the id {row[0]!r} where word {due} is due", block, number)
        if reach > len(words):
            raise self._wrong(f"a range to {reach}, but the sentence has {len(words)} words", block, comments)
        return out

    def _sentence(self, found: _Words, about: About, block: Block) -> None:
        words = found.words
        miscs = [misc_of(row[9]) for row in words]
        surface, outer = words, miscs
        if found.ranges:
            first = {a: row for (a, _), row in found.ranges.items()}
            hidden = {i for a, b in found.ranges for i in range(a, b + 1)}
            surface = [first.get(i, row) for i, row in enumerate(words, 1) if i in first or i not in hidden]
            outer = [misc_of(row[9]) for row in surface]
        forms = [row[1] for row in surface]
        if self.alignment:
            starts, ends = self.alignment.place(forms)
            text, begin = self.alignment.text, 0
        else:
            begin = self.at
            starts, ends, text = self._composed(forms, outer, about)
            self.parts.append(text)
            self.at += len(text)
        extent = sentence_span(starts, ends, begin)
        stated = about.pop("text", None)
        if stated is not None and stated != (plain_text(text[extent.start - begin : extent.end - begin]),):
            about["text"] = stated
        covered = self.alignment.forms(forms, starts, ends) if self.alignment else [text[a - begin : b - begin] for a, b in zip(starts, ends, strict=True)]
        given = covered if outer.count(PLAIN) == len(outer) else list(map(form_of, forms, covered, outer))
        multiwords: tuple[Multiword, ...] = ()
        if found.ranges:
            multiwords, places, given = _spread(found, starts, ends, covered, given)
            starts, ends = [p.start for p in places], [p.end for p in places]
        span = sentence_span(starts, ends, self.alignment.at if self.alignment else begin)
        self._add(words, miscs, starts, ends, given, block)
        blanks = tuple(_blank(a, n, row, Span(at, at)) for a, n, row in found.blanks for at in [ends[a - 1] if a else span.start])
        self.build.end_sentence(*span, Attributes(about), multiwords, blanks)

    def _composed(self, forms: list[str], miscs: Sequence[Misc], about: About) -> tuple[list[int], list[int], str]:
        """The piece of text that the sentence is, with what stands around it."""
        if not forms:
            return [], [], ""
        pieces = [form if m.inside is None else m.inside for form, m in zip(forms, miscs, strict=True)]
        gaps = [" " if m.after is None else m.after for m in miscs]
        if miscs[-1].after is None and not self.udpipe:
            gaps[-1] = "\n"
        text = "".join(chain.from_iterable(zip(pieces, gaps, strict=True)))
        said_ = about.get("text", True)
        stated = "" if said_ is True else said_[-1]
        if stated and plain_text(text.removesuffix(gaps[-1])) != stated and self._gaps_of(stated, pieces, miscs, gaps):
            text = "".join(chain.from_iterable(zip(pieces, gaps, strict=True)))
        before = miscs[0].before or ""
        starts, ends, at = [], [], self.at + len(before)
        for piece, gap in zip(pieces, gaps, strict=True):
            starts.append(at)
            at += len(piece)
            ends.append(at)
            at += len(gap)
        return starts, ends, before + text

    def _gaps_of(self, stated: str, pieces: list[str], miscs: Sequence[Misc], gaps: list[str]) -> bool:
        """White space between the words as ``# text`` has it, where MISC says nothing."""
        try:
            starts, ends = Alignment(stated, "").place(pieces)
        except BadInput:
            self.reading.warn(f"{self.where}: the words are not those of # text = {stated[:40]}")
            return False
        for i, (end, start) in enumerate(zip(ends, starts[1:], strict=False)):
            if miscs[i].after is None:
                gaps[i] = stated[end:start]
        return True

    def _add(self, words: list[Row], miscs: list[Misc], starts: list[int], ends: list[int], given: list[str], block: Block) -> None:
        if not words:
            return
        _, forms, lemmas, coarse, tags, feats, heads, relations, deps, _ = zip(*words, strict=True)
        try:
            numbers = heads_of(heads)
        except BadInput as error:
            raise self._wrong(error.what, block) from None
        known = [features_of(column) for column in feats]
        extras = [
            extra_of(misc, "" if form == own or form == form_column(own) else form, raw, dep)
            for misc, form, own, (_, raw), dep in zip(miscs, forms, given, known, deps, strict=True)
        ]
        self.build.tokens(
            starts, ends, given, lemmas=missing(lemmas), tags=missing(tags), coarse=missing(coarse),
            features=[f for f, _ in known], heads=numbers, relations=missing(relations), extras=extras,
        )  # fmt: skip


def _spread(
    found: _Words, starts: list[int], ends: list[int], covered: list[str], given: list[str]
) -> tuple[tuple[Multiword, ...], list[Span], list[str]]:
    """The multiword tokens, and the places and forms of all words."""
    out, places, forms = [], list[Span](), list[str]()
    at = dict(found.ranges.keys())
    for start, end, text, form in zip(starts, ends, covered, given, strict=True):
        a = len(places) + 1
        if a not in at:
            places.append(Span(start, end))
            forms.append(form)
            continue
        row = found.ranges[a, at[a]]
        columns = {name: row[i] for i, name in enumerate(COLUMNS) if 2 <= i < 9 and row[i] not in ("_", "")}
        written = row[1] if row[1] != form_column(form) else ""
        extra = Attributes({**extra_of(misc_of(row[9]), written), **columns})
        out.append(Multiword((a, at[a]), form, Span(start, end), extra))
        inside = found.words[a - 1 : at[a]]
        for word, place in zip(inside, word_spans(start, text, [word[1] for word in inside]), strict=True):
            misc = misc_of(word[9])
            places.append(misc.place or place)
            forms.append(word[1] if misc.form is None else misc.form)
    return tuple(out), places, forms


def _blank(after: int, number: int, row: Row, place: Span) -> Blank:
    misc = misc_of(row[9])
    known, feats = features_of(row[5])
    head = int(row[6]) if row[6].isascii() and row[6].isdigit() and len(row[6]) < 10 else None
    form = row[1] if misc.form is None else misc.form
    lemma, coarse, tag, relation = (None if row[i] in ("_", "") else row[i] for i in (2, 3, 4, 7))
    extra = extra_of(misc, "" if row[1] == form_column(form) else row[1], feats, row[8])
    return Blank(after, number, Token(misc.place or place, form, lemma, tag, coarse, known, head, relation, extra))
