"""CoNLL-X (https://aclanthology.org/W06-2920/): ten columns a token, a file a document, and its text beside it.

Read besides: the seven columns of LTH and ClearParser (id, form, lemma, tag, features, head, relation) and the fourteen or more of
CoNLL-2008 and 2009, whose predicted columns and arguments go into ``extra`` ("plemma", "ppos", "pfeat", "fillpred", "pred", "args").
Files may be compressed (.gz).

The tokens are found in the text ``ID.txt`` of the folder of texts or beside the file; where there is none a text is made of the
forms, one blank between them and a line a sentence. A text without a file was not judged. In ``extra``: ``phead`` and ``pdeprel`` (the
ninth and tenth column, whatever a corpus puts there), ``feats`` where its order is unusual, ``written`` the form in the file where the
text has another. The fourth column is the coarse tag as it stands, also where it only repeats the fifth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from ..errors import BadInput
from ..model import NONE, Attributes, Corpus, Document, Layer, ParseBuilder, ParseColumns, whole
from .alignment import Alignment, Composition
from .columns import (
    NUMBERS,
    Block,
    beginning,
    blocks,
    features_column,
    features_of,
    heads_of,
    line_at,
    missing,
    places,
    said,
    sentence_span,
    sentences_of,
    unpacked,
)
from .features import features
from .features.layers import UNKNOWN
from .files import text_file, write_text
from .format import Format, Reading, Writing

SUFFIXES = (".conll", ".conllx", ".dep", ".conll06", ".conll09", ".conll.gz", ".conllx.gz", ".dep.gz", ".conll06.gz", ".conll09.gz")
_TEN = ("id", "form", "lemma", "coarse", "tag", "feats", "head", "deprel", "phead", "pdeprel")
_SEVEN = ("id", "form", "lemma", "tag", "feats", "head", "deprel")
_FOURTEEN = ("id", "form", "lemma", "plemma", "tag", "ppos", "feats", "pfeat", "head", "phead", "deprel", "pdeprel", "fillpred", "pred")
_FIELDS = frozenset(("id", "form", "lemma", "coarse", "tag", "feats", "head", "deprel"))


def columns_named(count: int) -> tuple[str, ...]:
    """The names of so many columns; empty if no variant has so many."""
    return {7: _SEVEN, 10: _TEN}.get(count) or (_FOURTEEN + ("args",) * (count - 14) if count >= 14 else ())


def read(path: Path, reading: Reading) -> Corpus:
    documents: list[Document] = []
    judged: list[str] = []
    build = ParseBuilder()
    for place in reading.progress(places(path, reading, SUFFIXES), "CoNLL-X"):
        text = place.text
        if place.path is not None:
            text = _document(build, unpacked(place.path), f"{place.path}", text, reading.strict)
            build.end_parse()
            build.end_unit()
            judged.append(place.id)
        documents.append(Document(place.id, text or ""))
    layers = (Layer("parses", UNKNOWN, tuple(judged), build.columns()),) if judged else ()
    return Corpus(tuple(documents), tuple(map(whole, documents)), layers)


def _document(build: ParseBuilder, file: str, where: str, text: str | None, strict: bool) -> str:
    seats = Composition() if text is None else Alignment(text, where, strict)
    names: tuple[str, ...] = ()
    loose: list[str] = []
    for block in blocks(file):
        comments = [line for line in block.lines if line.startswith("#") and "\t" not in line]
        rows = [line.split("\t") for line in block.lines if not (line.startswith("#") and "\t" not in line)]
        loose += comments
        if not rows:
            continue
        names = names or columns_named(len(rows[0]))
        columns = _columns(rows, names, block, file, where)
        forms = columns["form"]
        starts, ends = seats.place(forms)
        given = list(forms) if isinstance(seats, Composition) else seats.forms(forms, starts, ends)
        known = [features_of(column) for column in columns["feats"]]
        try:
            heads = heads_of(columns["head"])
        except BadInput as error:
            raise BadInput(error.what, where=f"{where}, line {line_at(file, block.at)}") from None
        build.tokens(
            starts, ends, given, lemmas=missing(columns["lemma"]), tags=missing(columns["tag"]),
            coarse=missing(columns["coarse"]) if "coarse" in columns else None, features=[f for f, _ in known], heads=heads,
            relations=missing(columns["deprel"]), extras=_extras(columns, given, known, names),
        )  # fmt: skip
        build.end_sentence(*sentence_span(starts, ends, seats.at), Attributes(said(loose)) if loose else NONE)
        loose = []
    return seats.text


def _columns(rows: list[list[str]], names: tuple[str, ...], block: Block, file: str, where: str) -> dict[str, tuple[str, ...]]:
    """The columns of a sentence by name; several of a name are the last of that name, joined ("args")."""
    due = NUMBERS[1 : len(rows) + 1] if len(rows) < len(NUMBERS) else tuple(map(str, range(1, len(rows) + 1)))
    if not names or {len(row) for row in rows} != {len(names)} or tuple(row[0] for row in rows) != due or any(not row[1] for row in rows):
        for number, (row, id) in enumerate(zip(rows, due, strict=True)):
            known = "7, 10, or 14 and more" if not names else f"{len(names)}"
            # CoNLL-2009 has as many columns of arguments as a sentence has predicates.
            if not names or (len(row) != len(names) and min(len(row), len(names)) < 14) or len(row) != len(rows[0]):
                what = f"{len(row)} columns, where {known} are due"
            elif row[0] != id:
                what = f"the id {row[0]!r} where {id} is due"
            elif not row[1]:
                what = "a token without a form"
            else:
                continue
            line = line_at(file, block.at) + [i for i, x in enumerate(block.lines) if not x.startswith("#") or "\t" in x][number]
            remedy = "it may be CoNLL-U: --format conllu" if len(row) == 10 else ""
            raise BadInput(what, where=f"{where}, line {line}", remedy=remedy)
    columns = list(zip(*rows, strict=True))
    out = dict(zip(columns_named(len(columns))[:14], columns, strict=False))
    if len(columns) > 14:
        out["args"] = tuple(map("|".join, zip(*columns[14:], strict=True)))
    return out


def _extras(columns: dict[str, tuple[str, ...]], given: list[str], known: list[tuple[Attributes, str]], names: tuple[str, ...]) -> list[Attributes] | None:
    more = {name: column for name, column in columns.items() if name not in _FIELDS and column.count("_") < len(column)}
    raw = [feats for _, feats in known]
    written = [form if form != own else "" for form, own in zip(columns["form"], given, strict=True)]
    if any(raw):
        more["feats"] = tuple(raw)
    if any(written):
        more["written"] = tuple(written)
    if not more:
        return None
    labels = tuple(more)
    return [_extra(labels, values) for values in zip(*more.values(), strict=True)]


@lru_cache(65536)
def _extra(names: tuple[str, ...], values: tuple[str, ...]) -> Attributes:
    said_ = {name: value for name, value in zip(names, values, strict=True) if value not in ("_", "") and value.strip("_|")}
    return Attributes(said_) if said_ else NONE


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    """``coarse=tag`` repeats the fine tag in the fourth column where there is no coarse one, as many parsers expect it."""
    repeat = writing.options.get("coarse", "") == "tag"
    layer = corpus.layers[0] if corpus.layers else None
    for document in corpus.documents:
        write_text(text_file(document.id, path, ".txt"), document.text)
        if layer is not None and document.id in layer:
            lines = [_lines(layer.parses, s, repeat) for s in sentences_of(layer, document.id)]
            write_text(text_file(document.id, path, ".conll"), "".join(lines) or "\n")


def _lines(c: ParseColumns, s: int, repeat: bool) -> str:
    a, b = c.token_offsets[s : s + 2].tolist()
    names, notes = (*c.names, "_"), c.notes
    out = []
    for number, (form, lemma, coarse, tag, known, head, relation, extra) in enumerate(zip(
        *(column[a:b].tolist() for column in (c.forms, c.lemmas, c.coarse, c.tags, c.features, c.heads, c.relations, c.extras)), strict=True
    ), 1):  # fmt: skip
        note = notes[extra]
        written, proposals = names[form], "_\t_"
        if note:
            written = note.text("written") or written
            proposals = (note.text("phead") or "_") + "\t" + (note.text("pdeprel") or "_")
        feats = features_column(notes[known], note)
        above = tag if repeat and coarse < 0 else coarse
        out.append(
            f"{number}\t{written}\t{names[lemma]}\t{names[above]}\t{names[tag]}\t{feats}\t{'_' if head < 0 else head}\t{names[relation]}\t{proposals}\n"
        )
    return "".join(out) + "\n"


def sniff(path: Path, start: bytes) -> bool:
    """As many columns as a variant has, token numbers and heads in their places; ten columns without a sign of CoNLL-U."""
    lines = [line for line in beginning(start).split("\n") if line.strip()]
    rows: list[Sequence[str]] = [line.split("\t") for line in lines if not (line.startswith("#") and "\t" not in line)]
    if not rows or not all(row[0].isdecimal() for row in rows):
        return False
    names = columns_named(len(rows[0]))
    if not names or (len({len(row) for row in rows}) > 1 and len(names) < 14):
        return False
    if len(names) == 10 and (len(rows) < len(lines) or path.name.endswith((".conllu", ".conllu.gz"))):
        return False
    head = names.index("head")
    return rows[0][0] == "1" and all(len(row) > head and (row[head] == "_" or row[head].isdecimal()) for row in rows)


CONLLX = Format(
    name="conllx",
    title="CoNLL-X",
    suffixes=(".conllx", ".conll", ".dep"),
    keeps=features(
        "parses", "passages", "text-lines", "empty-layers", "not-judged", "parse-lemmas", "parse-tags", "parse-coarse-tags", "parse-features", "parse-dependencies",
        "parse-proposals", "parse-written", "parse-treeless", "parse-apart-tags",
    ),
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    options={"coarse": "on writing, tag: the fine tag stands in the column of the coarse one, too, where there is none"},
    see="https://aclanthology.org/W06-2920/",
)  # fmt: skip
