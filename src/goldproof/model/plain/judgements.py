"""Judgements as plain values (what JSON can say), and back: straight from the columns, because there are many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...errors import BadInput
from ..attributes import NONE, Attributes
from ..columns import (
    Columns,
    MentionBuilder,
    MentionColumns,
    ParseBuilder,
    ParseColumns,
    PhenotypeColumns,
    RankingColumns,
    RatingColumns,
)
from ..mention import Mention
from ..parse import Blank, Multiword, Parse, Token
from ..phenotype import Phenotype
from ..rating import Ranking, Rating
from ..source import Kind
from ..text import Span
from .records import Plain, attributes_of, attributes_plain, expression_of, expression_plain, full


def plain_rows(columns: Columns, start: int, stop: int) -> list[Plain]:
    """The judgements of a range of rows."""
    match columns:
        case MentionColumns():
            return _mentions(columns, start, stop)
        case ParseColumns():
            return [_parse(columns, i) for i in range(start, stop)]
        case PhenotypeColumns():
            return [_phenotype(p) for p in columns.rows(start, stop)]
        case RatingColumns():
            return [_rating(r) for r in columns.rows(start, stop)]
        case RankingColumns():
            return [_ranking(r) for r in columns.rows(start, stop)]


def columns_of(kind: Kind, units: Iterable[Sequence[Plain]]) -> Columns:
    """Columns from plain judgements, one sequence a unit."""
    match kind:
        case Kind.MENTIONS:
            return _mention_columns(units)
        case Kind.PARSES:
            return _parse_columns(units)
        case Kind.PHENOTYPES:
            return PhenotypeColumns.of([list(map(_phenotype_of, rows)) for rows in units])
        case Kind.RATINGS:
            return RatingColumns.of([list(map(_rating_of, rows)) for rows in units])
        case Kind.RANKINGS:
            return RankingColumns.of([list(map(_ranking_of, rows)) for rows in units])


def judgement_plain(judgement: Mention | Phenotype | Rating | Parse | Ranking) -> Plain:
    """One judgement."""
    made: dict[type, Callable[[Any], Columns]] = {
        Mention: MentionColumns.of, Phenotype: PhenotypeColumns.of, Rating: RatingColumns.of,
        Parse: ParseColumns.of, Ranking: RankingColumns.of,
    }  # fmt: skip
    return plain_rows(made[type(judgement)]([[judgement]]), 0, 1)[0]


def judgements_of(kind: Kind, plain: Sequence[Plain]) -> tuple[Any, ...]:
    """Records from plain judgements of one unit."""
    return tuple(columns_of(kind, [plain]).rows())


def _mentions(c: MentionColumns, start: int, stop: int) -> list[Plain]:
    names, notes = c.names, c.notes
    span_at, concept_at = c.span_offsets[start : stop + 1].tolist(), c.concept_offsets[start : stop + 1].tolist()
    s0, c0 = (span_at[0], concept_at[0]) if span_at else (0, 0)
    starts, ends = c.starts[s0 : span_at[-1]].tolist(), c.ends[s0 : span_at[-1]].tolist()
    spans = list(map(list, zip(starts, ends, strict=True)))
    concepts = [names[i] for i in c.concepts[c0 : concept_at[-1]].tolist()]
    out: list[Plain] = []
    columns = (c.labels, c.ids, c.attributes, c.confidence, c.stated)
    for i, (label, ident, note, confidence, stated) in enumerate(zip(*(x[start:stop].tolist() for x in columns), strict=True)):
        row: Plain = {"spans": spans[span_at[i] - s0 : span_at[i + 1] - s0]}
        if concept_at[i] < concept_at[i + 1]:
            row["concepts"] = concepts[concept_at[i] - c0 : concept_at[i + 1] - c0]
        if label:
            row["label"] = names[label]
        if ident >= 0:
            row["id"] = names[ident]
        if note:
            row["attributes"] = attributes_plain(notes[note])
        if confidence == confidence:
            row["confidence"] = confidence
        if stated >= 0:
            row["stated"] = names[stated]
        out.append(row)
    return out


def _mention_columns(units: Iterable[Sequence[Plain]]) -> MentionColumns:
    build = MentionBuilder()
    add = build.add
    for rows in units:
        for row in rows:
            noted = row.get("attributes")
            add(
                row["spans"], row.get("concepts", ()), row.get("label", ""), row.get("id", ""),
                attributes_of(noted) if noted else NONE, row.get("confidence"), row.get("stated"),
            )  # fmt: skip
        build.end_unit()
    _all_text(build.names)
    return build.columns()


def _phenotype(p: Phenotype) -> Plain:
    return full(
        entity=expression_plain(p.entity), quality=expression_plain(p.quality), related=expression_plain(p.related),
        attributes=attributes_plain(p.attributes), unmatched=attributes_plain(p.unmatched),
    )  # fmt: skip


def _phenotype_of(p: Plain) -> Phenotype:
    entity, quality, related = (expression_of(p.get(slot)) for slot in ("entity", "quality", "related"))
    return Phenotype(entity, quality, related, attributes_of(p.get("attributes")), attributes_of(p.get("unmatched")))


def _rating(r: Rating) -> Plain:
    value = int(r.value) if isinstance(r.value, float) and r.value.is_integer() else r.value
    if value != value:
        raise BadInput("a rating that is no number cannot be written", remedy="leave the unit unrated instead")
    return {"value": value} | full(reasons=list(r.reasons), attributes=attributes_plain(r.attributes))


def _rating_of(p: Plain) -> Rating:
    return Rating(p["value"], tuple(p.get("reasons", ())), attributes_of(p.get("attributes")))


def _ranking(r: Ranking) -> Plain:
    return {"groups": [list(group) for group in r.groups]} | full(attributes=attributes_plain(r.attributes))


def _ranking_of(p: Plain) -> Ranking:
    return Ranking(tuple(tuple(group) for group in p["groups"]), attributes_of(p.get("attributes")))


_NAMED = (("form", "forms"), ("lemma", "lemmas"), ("tag", "tags"), ("coarse", "coarse"), ("relation", "relations"))


def _parse(c: ParseColumns, i: int) -> Plain:
    return {"sentences": [_sentence(c, s) for s in range(c.sentence_offsets[i], c.sentence_offsets[i + 1])]}


def _sentence(c: ParseColumns, s: int) -> Plain:
    t0, t1 = c.token_offsets[s : s + 2].tolist()
    n0, n1 = c.node_offsets[s : s + 2].tolist()
    tokens = list(map(list, zip(c.starts[t0:t1].tolist(), c.ends[t0:t1].tolist(), strict=True)))
    row: Plain = {"span": [int(c.sentence_starts[s]), int(c.sentence_ends[s])], "tokens": tokens}
    names = (*c.names, None)
    for name, field in _NAMED:
        numbers = getattr(c, field)[t0:t1].tolist()
        if numbers and max(numbers) >= 0:
            row[name] = [names[n] for n in numbers]
    heads = c.heads[t0:t1].tolist()
    if heads and max(heads) >= 0:
        row["head"] = [None if h < 0 else h for h in heads]
    for name, field in (("features", "features"), ("extra", "extras")):
        numbers = getattr(c, field)[t0:t1].tolist()
        if any(numbers):
            row[name] = [attributes_plain(c.notes[n]) for n in numbers]
    if n0 < n1:
        columns = (c.labels, c.parents, c.leaves, c.empties)
        row["tree"] = [
            [names[label], parent] if leaf < 0 and empty < 0 else [names[label], parent, names[empty] if leaf < 0 else leaf]
            for label, parent, leaf, empty in zip(*(x[n0:n1].tolist() for x in columns), strict=True)
        ]
    if s in c.multiwords:
        row["multiwords"] = [
            full(words=list(m.words), form=m.form, span=list(m.span), extra=attributes_plain(m.extra)) for m in c.multiwords[s]
        ]
    if s in c.blanks:
        row["blanks"] = [{"after": b.after, "number": b.number, "token": _token(b.token)} for b in c.blanks[s]]
    if c.sentence_notes[s]:
        row["attributes"] = attributes_plain(c.sentence_notes[s])
    return row


def _token(t: Token) -> Plain:
    return full(
        span=list(t.span), form=t.form, lemma=t.lemma, tag=t.tag, coarse=t.coarse, features=attributes_plain(t.features),
        head=t.head, relation=t.relation, extra=attributes_plain(t.extra),
    )  # fmt: skip


def _token_of(p: Plain) -> Token:
    return Token(
        Span(*p["span"]), p.get("form", ""), p.get("lemma"), p.get("tag"), p.get("coarse"), attributes_of(p.get("features")),
        p.get("head"), p.get("relation"), attributes_of(p.get("extra")),
    )  # fmt: skip


def _parse_columns(units: Iterable[Sequence[Plain]]) -> ParseColumns:
    build = ParseBuilder()
    known: dict[str, Attributes] = {}
    for parses in units:
        for parse in parses:
            for sentence in parse["sentences"]:
                _add_sentence(build, sentence, known)
            build.end_parse()
        build.end_unit()
    _all_text(build.names)
    return build.columns()


def _add_sentence(build: ParseBuilder, s: Plain, known: dict[str, Attributes]) -> None:
    tokens = s["tokens"]
    features, extras = (
        None if name not in s else [_noted(a, known) for a in s[name]] for name in ("features", "extra")
    )
    build.tokens(
        [t[0] for t in tokens], [t[1] for t in tokens], s.get("form", ()), lemmas=s.get("lemma"), tags=s.get("tag"),
        coarse=s.get("coarse"), features=features, heads=s.get("head"), relations=s.get("relation"), extras=extras,
    )  # fmt: skip
    if "tree" in s:
        build.nodes(s["tree"])
    start, end = s["span"]
    multiwords = tuple(
        Multiword((m["words"][0], m["words"][1]), m.get("form", ""), Span(*m["span"]), attributes_of(m.get("extra")))
        for m in s.get("multiwords", ())
    )
    blanks = tuple(Blank(b["after"], b["number"], _token_of(b["token"])) for b in s.get("blanks", ()))
    build.end_sentence(start, end, attributes_of(s.get("attributes")), multiwords, blanks)


def _all_text(names: Iterable[object]) -> None:
    """JSON may hold a number where a name belongs; each distinct name is looked at once."""
    for name in names:
        if type(name) is not str:
            raise BadInput(f"a name that is not text: {name!r}")


def _noted(plain: Plain, known: dict[str, Attributes]) -> Attributes:
    """Attributes of a token, made once for each distinct set."""
    if not plain:
        return NONE
    key = repr(plain)
    if key not in known:
        known[key] = attributes_of(plain)
    return known[key]
