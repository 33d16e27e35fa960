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

from collections.abc import Iterator
from pathlib import Path

from ..model import Attributes, Blank, Corpus, Multiword, Sentence, Span, Token
from .alignment import word_spans
from .columns import beginning, comment_lines, escaped, features_column, plain_text
from .conllu_reading import ABOUT_A_TEXT, ID, NOT_JUDGED, SUFFIXES, read
from .features import features
from .features.places import surface
from .files import write_text
from .format import Format, Writing
from .misc import COLUMNS, OWN, form_column, form_items, gap_items, misc_column, word_items

DROPS = {"comments-behind": "comments that no sentence follows"}
_FIRST = ("newpar id", "newpar", "sent_id")


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
            judged = "" if found is not None else f"{NOT_JUDGED}\n"
            out.append(f"{judged}{ABOUT_A_TEXT}{escaped(document.text)}\n\n")
    write_text(path, "".join(out) or "\n")


def _lines(sentences: list[Sentence], text: str) -> Iterator[str]:
    surfaces = [surface(s) for s in sentences]
    begins = [start for places in surfaces for start, _, _ in places.values()]
    behind = iter([*begins[1:], len(text)])
    before = text[: begins[0]] if begins else ""
    for sentence, places in zip(sentences, surfaces, strict=True):
        last = next(reversed(places), 0)
        around: dict[int, tuple[str, ...]] = {}
        for word, (_, end, _) in places.items():
            around[word] = gap_items(text[end : next(behind)], word == last, before)
            before = ""
        seats = list(places.values()) or [(0, 0, "")]
        yield from _comments(sentence, text[seats[0][0] : seats[-1][1]])
        yield from _sentence_lines(sentence, text, around)
        yield "\n"


def _comments(sentence: Sentence, covered: str) -> Iterator[str]:
    about = sentence.attributes
    first = Attributes({name: about[name] for name in _FIRST if name in about})
    for name in _FIRST:
        if name in first:
            yield from (f"{line}\n" for line in comment_lines(Attributes({name: first[name]})))
    stated = about.get("text", plain_text(covered))
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
        return bool(lines) and any(line.startswith(ABOUT_A_TEXT) for line in lines)
    if any(len(row) != 10 or not ID.fullmatch(row[0]) for row in rows):
        return False
    return path.name.endswith(SUFFIXES) or len(rows) < len(lines) or any(not row[0].isdigit() for row in rows)


CONLLU = Format(
    name="conllu",
    title="CoNLL-U",
    suffixes=SUFFIXES[:1],
    keeps=features(
        "parses", "passages", "text-lines", "empty-layers", "not-judged", "document-order", "parse-multiwords", "parse-blanks", "parse-sentence-attributes",
        "parse-lemmas", "parse-tags", "parse-coarse-tags", "parse-features", "parse-dependencies", "parse-misc", "parse-enhanced",
        "parse-proposals", "parse-written", "parse-leaves", "parse-odd-written", "parse-chunks", "parse-extra", "parse-apart-tags", "parse-treeless",
        "parse-places",
    ),
    sniff=sniff,
    read=read,
    write=write,
    drops=DROPS,
    see="https://universaldependencies.org/format.html",
)  # fmt: skip
