"""CoNLL-U (https://universaldependencies.org/format.html): ten columns a word, sentences between blank lines.

Documents: ``# newdoc id`` begins one; what stands before the first is named after its file. One file is written for the whole corpus.

The text: with a folder of texts the surface tokens are found in the real ones. Without, it is put together from the forms and UDPipe's
SpacesBefore, SpacesAfter and SpacesInToken, from SpaceAfter=No, from ``# text``; where none of them says anything there is one
blank between words, and a line end behind a sentence (a blank in files of UDPipe, which writes its line ends). These items go
from MISC into the offsets and come from there again, so the text of a document survives exactly. Text that is in no token stands
in SpacesAfter, too; a document without tokens is a block of comments (``document_text``, and ``judged = no`` if nobody parsed it).

Words of a multiword token stand where their letters are if together they are the token, else each has the place of the whole
token; an empty word stands behind the word before it. ``TokenRange`` says where it is otherwise.
In ``extra``: ``misc`` and ``deps`` as written; ``feats`` where its order is unusual; ``written`` the form in the file where it does not
follow from the token's; all else is written into MISC as ``x-NAME``. ``# text`` is kept only where it disagrees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from ..errors import BadInput
from ..model import (
    Attributes,
    Blank,
    Corpus,
    Document,
    Layer,
    Multiword,
    ParseBuilder,
    Sentence,
    Span,
    Token,
    whole,
)
from .alignment import Alignment, word_spans
from .columns import (
    NEWDOC,
    NUMBERS,
    Block,
    beginning,
    blocks,
    comment_lines,
    features_column,
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
from .features import features
from .features.layers import UNKNOWN
from .files import files_below, name_below, write_text
from .format import Format, Reading, Writing
from .misc import (
    COLUMNS,
    OWN,
    PLAIN,
    Misc,
    escaped,
    extra_of,
    form_column,
    form_items,
    form_of,
    gap_items,
    misc_column,
    misc_of,
    word_items,
)

SUFFIXES = (".conllu", ".conllu.gz")
DROPS = {"comments-behind": "comments that no sentence follows"}
_ID = re.compile(r"(\d{1,6})(?:-(\d{1,6})|\.(\d{1,6}))?")
_ABOUT_A_TEXT = "# document_text = "
_FIRST = ("newpar id", "newpar", "sent_id")
Row = Sequence[str]


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
            if draft is not None and line.startswith(_ABOUT_A_TEXT):
                draft.text = unescaped(line.removeprefix(_ABOUT_A_TEXT))
            elif draft is not None and line == "# judged = no":
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
        self.alignment = None if text is None else Alignment(text, where)
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
            found = _ID.fullmatch(row[0])
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

    def _sentence(self, found: _Words, about: dict[str, tuple[str, ...]], block: Block) -> None:
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
            span = sentence_span(starts, ends, self.alignment.at)
        else:
            begin = self.at
            starts, ends, text = self._composed(forms, outer, about)
            self.parts.append(text)
            self.at += len(text)
            span = sentence_span(starts, ends, begin)
        stated = about.pop("text", None)
        if stated is not None and stated != (plain_text(text[span.start - begin : span.end - begin]),):
            about["text"] = stated
        covered = [text[a - begin : b - begin] for a, b in zip(starts, ends, strict=True)]
        given = covered if outer.count(PLAIN) == len(outer) else list(map(form_of, forms, covered, outer))
        multiwords: tuple[Multiword, ...] = ()
        if found.ranges:
            multiwords, places, given = _spread(found, starts, ends, covered, given)
            starts, ends = [p.start for p in places], [p.end for p in places]
        self._add(words, miscs, starts, ends, given, block)
        blanks = tuple(_blank(a, n, row, Span(at, at)) for a, n, row in found.blanks for at in [ends[a - 1] if a else span.start])
        self.build.end_sentence(*span, Attributes(about), multiwords, blanks)

    def _composed(self, forms: list[str], miscs: Sequence[Misc], about: dict[str, tuple[str, ...]]) -> tuple[list[int], list[int], str]:
        """The piece of text that the sentence is, with what stands around it."""
        if not forms:
            return [], [], ""
        pieces = [form if m.inside is None else m.inside for form, m in zip(forms, miscs, strict=True)]
        gaps = [" " if m.after is None else m.after for m in miscs]
        if miscs[-1].after is None and not self.udpipe:
            gaps[-1] = "\n"
        text = "".join(chain.from_iterable(zip(pieces, gaps, strict=True)))
        stated = about.get("text", ("",))[-1]
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
    at = {a: b for a, b in found.ranges}
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


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    layer = corpus.layers[0] if corpus.layers else None
    out = []
    for document in corpus.documents:
        found = layer.get(document.id) if layer else None
        sentences = [s for parse in found or () for s in parse.sentences]
        out.append(f"# newdoc id = {document.id}\n")
        if sentences:
            out += _lines(sentences, document.text)
        else:
            judged = "" if found is not None else "# judged = no\n"
            out.append(f"{judged}{_ABOUT_A_TEXT}{escaped(document.text)}\n\n")
    write_text(path, "".join(out) or "\n")


def _lines(sentences: list[Sentence], text: str) -> Iterator[str]:
    surfaces = [surface(s) for s in sentences]
    begins = [place.start for places in surfaces for place in places.values()]
    behind = iter([*begins[1:], len(text)])
    before = text[: begins[0]] if begins else ""
    for sentence, places in zip(sentences, surfaces, strict=True):
        last = next(reversed(places), 0)
        around: dict[int, tuple[str, ...]] = {}
        for word, place in places.items():
            around[word] = gap_items(text[place.end : next(behind)], word == last, before)
            before = ""
        yield from _comments(sentence, text)
        yield from _sentence_lines(sentence, text, around)
        yield "\n"


def surface(sentence: Sentence) -> dict[int, Span]:
    """The places of the surface tokens, by the first word of each (from 1)."""
    if not sentence.multiwords:
        return {i: t.span for i, t in enumerate(sentence.tokens, 1)}
    hidden = {i for m in sentence.multiwords for i in range(m.words[0], m.words[1] + 1)}
    places = {i: t.span for i, t in enumerate(sentence.tokens, 1) if i not in hidden}
    return dict(sorted({**places, **{m.words[0]: m.span for m in sentence.multiwords}}.items()))


def _comments(sentence: Sentence, text: str) -> Iterator[str]:
    about = sentence.attributes
    first = Attributes({name: about[name] for name in _FIRST if name in about})
    for name in _FIRST:
        if name in first:
            yield from (f"{line}\n" for line in comment_lines(Attributes({name: first[name]})))
    stated = about.get("text", plain_text(text[sentence.span.start : sentence.span.end]))
    yield from (f"# text = {one}\n" for one in (stated if isinstance(stated, tuple) else (stated,)))
    yield from (f"{line}\n" for line in comment_lines(about.without("text", *_FIRST)))


def _sentence_lines(sentence: Sentence, text: str, around: dict[int, tuple[str, ...]]) -> Iterator[str]:
    blanks: dict[int, list[Blank]] = {}
    for blank in sentence.blanks:
        blanks.setdefault(blank.after, []).append(blank)
    ranges = {m.words[0]: m for m in sentence.multiwords}
    due: dict[int, Span] = {}
    yield from (_blank_row(b, sentence.span.start) for b in blanks.get(0, ()))
    for number, token in enumerate(sentence.tokens, 1):
        items = around.get(number, ())
        if number in ranges:
            m = ranges[number]
            covered = text[m.span.start : m.span.end]
            inside = sentence.tokens[number - 1 : m.words[1]]
            forms = [form_column(t.form, t.extra.text("written")) for t in inside]
            due |= dict(zip(range(number, number + len(inside)), word_spans(m.span.start, covered, forms), strict=True))
            yield _range_row(m, covered, items)
            items = ()
        form = form_column(token.form, token.extra.text("written") if token.extra else "")
        if number in due:
            items = word_items(token.span, due[number], token.form, form)
        else:
            covered = text[token.span.start : token.span.end]
            if form != covered or form != token.form:
                items = (*form_items(token.form, form, covered), *items)
        yield _row(str(number), form, token, items)
        if number in blanks:
            yield from (_blank_row(b, token.span.end) for b in blanks[number])


def _range_row(m: Multiword, covered: str, items: tuple[str, ...]) -> str:
    form = form_column(m.form, m.extra.text("written"))
    columns = "\t".join(m.extra.text(name) or "_" for name in COLUMNS[2:9])
    misc = misc_column(m.extra, (*form_items(m.form, form, covered), *items), OWN + COLUMNS[2:9])
    return f"{m.words[0]}-{m.words[1]}\t{form}\t{columns}\t{misc}\n"


def _blank_row(blank: Blank, at: int) -> str:
    token = blank.token
    form = form_column(token.form, token.extra.text("written"))
    return _row(f"{blank.after}.{blank.number}", form, token, word_items(token.span, Span(at, at), token.form, form))


def _row(id: str, form: str, t: Token, items: tuple[str, ...]) -> str:
    head = "_" if t.head is None else t.head
    deps = t.extra.text("deps") or "_" if t.extra else "_"
    return (
        f"{id}\t{form}\t{t.lemma or '_'}\t{t.coarse or '_'}\t{t.tag or '_'}\t{features_column(t.features, t.extra)}\t{head}\t{t.relation or '_'}\t{deps}"
        f"\t{misc_column(t.extra, items)}\n"
    )


def sniff(path: Path, start: bytes) -> bool:
    """Ten columns with a word number, and something that CoNLL-X has not: comments, ranges, empty words, the suffix."""
    lines = [line for line in beginning(start).split("\n") if line.strip()]
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    if not rows:
        return bool(lines) and any(line.startswith(_ABOUT_A_TEXT) for line in lines)
    if any(len(row) != 10 or not _ID.fullmatch(row[0]) for row in rows):
        return False
    return path.name.endswith(SUFFIXES) or len(rows) < len(lines) or any(not row[0].isdigit() for row in rows)


CONLLU = Format(
    name="conllu",
    title="CoNLL-U",
    suffixes=SUFFIXES[:1],
    keeps=features(
        "parses", "passages", "text-lines", "empty-layers", "not-judged", "document-order", "parse-multiwords", "parse-blanks", "parse-sentence-attributes",
        "parse-lemmas", "parse-tags", "parse-coarse-tags", "parse-features", "parse-dependencies", "parse-misc", "parse-enhanced",
        "parse-proposals", "parse-written", "parse-leaves", "parse-odd-leaves", "parse-chunks", "parse-extra", "parse-apart-tags", "parse-treeless",
        "parse-places",
    ),
    sniff=sniff,
    read=read,
    write=write,
    drops=DROPS,
    see="https://universaldependencies.org/format.html",
)  # fmt: skip
