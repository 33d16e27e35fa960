"""A layer as tables of Arrow columns, and back: the columns go across as they are, no record is made.

What is repeated (labels, concepts, attributes) becomes a column with a dictionary; attributes and composed expressions are JSON
text; -1 and NaN, where they mean "nothing said", become null.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..errors import BadInput
from ..model import (
    NONE,
    Attributes,
    Blank,
    Columns,
    Expression,
    Kind,
    Layer,
    MentionColumns,
    Multiword,
    Parse,
    ParseColumns,
    PhenotypeColumns,
    Ranking,
    RankingColumns,
    RatingColumns,
    Sentence,
    Span,
    Term,
)
from ..model.columns.interning import Interner, floats, ints, offsets
from ..model.plain import (
    attributes_of,
    attributes_plain,
    expression_of,
    expression_plain,
    judgement_plain,
    judgements_of,
)

T = TypeVar("T")
Table = Mapping[str, Any]
Numbers = NDArray[Any]
encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def tables(layer: Layer) -> dict[str, dict[str, Any]]:
    """The tables of a layer, by the name that their files end in."""
    return _TABLES[layer.kind](layer)


def texts(values: Iterable[str | None]) -> Any:
    """A column of text, null where it says nothing."""
    import pyarrow as pa

    return pa.array([v or None for v in values], pa.string())


def noted(attributes: Attributes) -> str | None:
    return encode(attributes_plain(attributes)) if attributes else None


def _numbered(numbers: NDArray[Any], values: Sequence[Any], text: Callable[[Any], str | None] | None = None) -> Any:
    """Numbers of values (-1: null) as a column with a dictionary of those that occur, null where one has no text."""
    import pyarrow as pa

    used, places = np.unique(numbers, return_inverse=True)
    texts = [None if u < 0 else values[u] if text is None else text(values[u]) for u in used.tolist()]
    kept = [i for i, t in enumerate(texts) if t is not None]
    place = np.full(len(texts), -1, dtype=np.int32)
    place[kept] = np.arange(len(kept), dtype=np.int32)
    codes = place[places.reshape(-1)] if len(texts) else places.astype(np.int32)
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32(), mask=codes < 0), pa.array([texts[i] for i in kept], pa.string()))


def _optional(numbers: NDArray[Any]) -> Any:
    """Numbers of which a negative one means nothing."""
    import pyarrow as pa

    return pa.array(numbers, mask=numbers < 0)


def _lists(at: NDArray[Any], values: Any) -> Any:
    import pyarrow as pa

    return pa.ListArray.from_arrays(pa.array(at.astype(np.int32)), pa.array(values) if isinstance(values, np.ndarray) else values)


def _on(layer: Layer) -> Any:
    """The unit of each judgement."""
    return _numbered(np.repeat(np.arange(len(layer.units)), np.diff(layer.columns.offsets)), layer.units)


def _mentions(layer: Layer) -> dict[str, dict[str, Any]]:
    import pyarrow as pa

    c = layer.mentions
    return {"mentions": {
        "unit": _on(layer), "starts": _lists(c.span_offsets, c.starts), "ends": _lists(c.span_offsets, c.ends),
        "concepts": _lists(c.concept_offsets, _numbered(c.concepts, c.names).cast(pa.string())),
        "label": _numbered(np.where(c.labels == 0, -1, c.labels), c.names), "id": _numbered(c.ids, c.names),
        "attributes": _numbered(c.attributes, c.notes, noted),
        "confidence": pa.array(c.confidence, mask=np.isnan(c.confidence)), "stated": _numbered(c.stated, c.names),
    }}  # fmt: skip


def _phenotypes(layer: Layer) -> dict[str, dict[str, Any]]:
    c = layer.phenotypes
    slots = {slot: _numbered(getattr(c, slot), c.expressions, _expression) for slot in ("entity", "quality", "related")}
    notes = {name: _numbered(getattr(c, name), c.notes, noted) for name in ("attributes", "unmatched")}
    return {"phenotypes": {"unit": _on(layer)} | slots | notes}


def _expression(e: Expression) -> str:
    """A term is its id; what is composed, and an id that looks so, is JSON."""
    return e.id if isinstance(e, Term) and not e.id.startswith(("{", '"')) else encode(expression_plain(e))


def _ratings(layer: Layer) -> dict[str, dict[str, Any]]:
    import pyarrow as pa

    c = layer.ratings
    tags = pa.array([list(t) for t in c.tags], pa.list_(pa.string()))
    return {"ratings": {
        "unit": _on(layer), "value": pa.array(c.values, mask=c.words >= 0), "word": _numbered(c.words, c.names),
        "reasons": tags.take(pa.array(c.reasons)), "attributes": _numbered(c.attributes, c.notes, noted),
    }}  # fmt: skip


def _rankings(layer: Layer) -> dict[str, dict[str, Any]]:
    import pyarrow as pa

    records = layer.rankings.records
    groups = pa.array([[list(g) for g in r.groups] for r in records], pa.list_(pa.list_(pa.string())))
    return {"rankings": {"unit": _on(layer), "groups": groups, "attributes": texts(noted(r.attributes) for r in records)}}


def _parses(layer: Layer) -> dict[str, dict[str, Any]]:
    c = layer.parses
    unit_of_parse = np.repeat(np.arange(len(layer.units)), np.diff(c.offsets))
    parse = np.repeat(np.arange(len(c)), np.diff(c.sentence_offsets))
    rare = [_rare(c, s) for s in range(len(c.sentence_notes))]
    number = np.arange(len(rare))
    tokens = {name: _numbered(getattr(c, field), c.names) for name, field in _NAMED}
    return {
        "sentences": {
            "unit": _numbered(unit_of_parse[parse], layer.units), "parse": parse, "start": c.sentence_starts, "end": c.sentence_ends,
            "attributes": texts(map(noted, c.sentence_notes)), "multiwords": texts(r[0] for r in rare), "blanks": texts(r[1] for r in rare),
        },
        "tokens": {
            "sentence": np.repeat(number, np.diff(c.token_offsets)), "start": c.starts, "end": c.ends, "form": _numbered(c.forms, c.names),
            "head": _optional(c.heads), "features": _numbered(c.features, c.notes, noted), "extra": _numbered(c.extras, c.notes, noted), **tokens,
        },
        "nodes": {
            "sentence": np.repeat(number, np.diff(c.node_offsets)), "label": _numbered(c.labels, c.names), "parent": _optional(c.parents),
            "token": _optional(c.leaves), "empty": _numbered(c.empties, c.names),
        },
    }  # fmt: skip


_NAMED = (("lemma", "lemmas"), ("tag", "tags"), ("coarse", "coarse"), ("relation", "relations"))


def _rare(c: ParseColumns, s: int) -> tuple[str | None, str | None]:
    """Multiwords and blanks of a sentence as the native format writes them."""
    if s not in c.multiwords and s not in c.blanks:
        return None, None
    sentence = Sentence(Span(0, 0), (), None, c.multiwords.get(s, ()), c.blanks.get(s, ()))
    plain = judgement_plain(Parse((sentence,)))["sentences"][0]
    words, blanks = plain.get("multiwords"), plain.get("blanks")
    return encode(words) if words else None, encode(blanks) if blanks else None


_TABLES: dict[Kind, Callable[[Layer], dict[str, dict[str, Any]]]] = {
    Kind.MENTIONS: _mentions, Kind.PHENOTYPES: _phenotypes, Kind.RATINGS: _ratings, Kind.RANKINGS: _rankings, Kind.PARSES: _parses,
}  # fmt: skip


# And back.


def columns(kind: Kind, counts: Mapping[str, int], table: Callable[[str], Table]) -> Columns:
    """The columns of a layer: ``counts`` are the judgements of each of its units, ``table`` gives a table by its name."""
    at = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(list(counts.values()), out=at[1:])
    main = table("sentences" if kind == Kind.PARSES else kind.value)
    of = np.repeat(np.arange(len(counts)), np.diff(at))
    if kind == Kind.PARSES:
        parse = numbers(main["parse"])
        if len(parse) and (parse.min() < 0 or parse.max() >= len(of)):
            raise BadInput("sentences of parses that units.parquet does not count")
        of = of[parse]
    # Rows that somebody sorted anew or left out would silently move to other units.
    if not np.array_equal(_named(main["unit"], Interner({unit: i for i, unit in enumerate(counts)}), _as_is, -2), of):
        raise BadInput("rows that do not agree with units.parquet", remedy="keep all rows, in their order")
    return _COLUMNS[kind](at, table)


def text_column(column: Any) -> list[str]:
    """Texts, "" for null."""
    import pyarrow as pa

    found: list[str | None] = column.cast(pa.string()).to_pylist()
    return [v or "" for v in found]


def numbers(column: Any, nothing: int | None = None) -> Numbers:
    """Whole numbers; null is ``nothing``, and refused if that is None."""
    import pyarrow as pa

    column = column.cast(pa.int64())
    if column.null_count:
        if nothing is None:
            raise BadInput("a number is missing")
        column = column.fill_null(nothing)
    out: Numbers = column.to_numpy()
    return out


def read_notes(text: str) -> Attributes:
    return attributes_of(json.loads(text))


def _named(column: Any, names: Interner[T], made: Callable[[str], T], nothing: int | None = None) -> Numbers:
    """Numbers of the values of a column of texts, each distinct text made into a value once."""
    import pyarrow as pa

    one = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    coded = one if pa.types.is_dictionary(one.type) else one.cast(pa.string()).dictionary_encode()
    codes = coded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    values: list[str | None] = coded.dictionary.cast(pa.string()).to_pylist()
    if nothing is None and (coded.null_count or None in values):
        raise BadInput("a text is missing")
    table = np.array([*[nothing if v is None else names[made(v)] for v in values], nothing or 0], dtype=np.int32)
    return ints_of(table[codes])


def ints_of(values: Numbers) -> NDArray[np.int32]:
    if len(values) and (values.min() < -(2**31) or values.max() >= 2**31):
        raise BadInput("a number beyond 32 bits")
    out = values.astype(np.int32)
    out.setflags(write=False)
    return out


def _ragged(column: Any) -> tuple[NDArray[np.int64], Any]:
    """Offsets and elements of a column of lists."""
    import pyarrow as pa
    import pyarrow.compute as pc

    one = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if one.null_count:
        raise BadInput("a list is missing")
    at = np.zeros(len(one) + 1, dtype=np.int64)
    np.cumsum(pc.list_value_length(one).to_numpy(zero_copy_only=False), out=at[1:])
    return at, one.flatten()


def _cut(owner: Any, count: int) -> NDArray[np.int64]:
    """Offsets of rows that name their owner by its number, from 0, in order."""
    owners = numbers(owner)
    if len(owners) and (owners.min() < 0 or owners.max() >= count or (np.diff(owners) < 0).any()):
        raise BadInput("rows that are out of order or belong to nothing")
    at = np.zeros(count + 1, dtype=np.int64)
    np.cumsum(np.bincount(owners, minlength=count), out=at[1:])
    return at


def _as_is(text: str) -> str:
    return text


def _read_mentions(at: NDArray[np.int64], table: Callable[[str], Table]) -> MentionColumns:
    t = table("mentions")
    names: Interner[str] = Interner({"": 0})
    notes: Interner[Attributes] = Interner({NONE: 0})
    span_at, starts = _ragged(t["starts"])
    end_at, ends = _ragged(t["ends"])
    concept_at, concepts = _ragged(t["concepts"])
    if not np.array_equal(span_at, end_at):
        raise BadInput("as many starts as ends are needed")
    return MentionColumns(
        offsets(at.tolist()), offsets(span_at.tolist()), ints_of(numbers(starts)), ints_of(numbers(ends)),
        offsets(concept_at.tolist()), _named(concepts, names, _as_is), _named(t["label"], names, _as_is, 0),
        _named(t["id"], names, _as_is, -1), _named(t["attributes"], notes, read_notes, 0),
        _floats(t["confidence"]), _named(t["stated"], names, _as_is, -1), names.values_in_order(), notes.values_in_order(),
    )  # fmt: skip


def _floats(column: Any) -> NDArray[np.float64]:
    import pyarrow as pa

    return floats(column.cast(pa.float64()).to_numpy().tolist())


def _read_phenotypes(at: NDArray[np.int64], table: Callable[[str], Table]) -> PhenotypeColumns:
    t = table("phenotypes")
    expressions: Interner[Expression] = Interner()
    notes: Interner[Attributes] = Interner({NONE: 0})
    entity, quality, related = (_named(t[slot], expressions, _read_expression, -1) for slot in ("entity", "quality", "related"))
    attributes, unmatched = (_named(t[name], notes, read_notes, 0) for name in ("attributes", "unmatched"))
    return PhenotypeColumns(
        offsets(at.tolist()), entity, quality, related, attributes, unmatched, expressions.values_in_order(), notes.values_in_order()
    )


def _read_expression(text: str) -> Expression:
    found = expression_of(json.loads(text)) if text.startswith(("{", '"')) else Term(text)
    if found is None:
        raise BadInput("an empty class expression")
    return found


def _read_ratings(at: NDArray[np.int64], table: Callable[[str], Table]) -> RatingColumns:
    t = table("ratings")
    names: Interner[str] = Interner()
    tags: Interner[tuple[str, ...]] = Interner({(): 0})
    notes: Interner[Attributes] = Interner({NONE: 0})
    reasons: list[list[str] | None] = t["reasons"].to_pylist()
    return RatingColumns(
        offsets(at.tolist()), _floats(t["value"]), _named(t["word"], names, _as_is, -1),
        ints([tags[_all_text(r or ())] for r in reasons]), _named(t["attributes"], notes, read_notes, 0),
        names.values_in_order(), tags.values_in_order(), notes.values_in_order(),
    )  # fmt: skip


def _all_text(values: Sequence[object]) -> tuple[str, ...]:
    if not all(isinstance(v, str) for v in values):
        raise BadInput("a name that is not text")
    return tuple(map(str, values))


def _read_rankings(at: NDArray[np.int64], table: Callable[[str], Table]) -> RankingColumns:
    t = table("rankings")
    notes = [read_notes(x) if x else NONE for x in text_column(t["attributes"])]
    groups: list[list[list[str]]] = t["groups"].to_pylist()
    return RankingColumns(
        offsets(at.tolist()), tuple(Ranking(tuple(map(_all_text, g)), a) for g, a in zip(groups, notes, strict=True))
    )


def _read_parses(at: NDArray[np.int64], table: Callable[[str], Table]) -> ParseColumns:
    s, t, n = table("sentences"), table("tokens"), table("nodes")
    names: Interner[str] = Interner()
    notes: Interner[Attributes] = Interner({NONE: 0})
    sentences = len(s["start"])
    token_at, node_at = _cut(t["sentence"], sentences), _cut(n["sentence"], sentences)
    parents, leaves = ints_of(numbers(n["parent"], -1)), ints_of(numbers(n["token"], -1))
    if len(parents):
        # Within its sentence: a node comes behind its parent, and only the first has none.
        own = np.arange(len(parents)) - np.repeat(node_at[:-1], np.diff(node_at))
        if (parents >= own).any() or ((parents < 0) != (own == 0)).any():
            raise BadInput("nodes that make no tree")
    rare = {i: _read_rare(m, b) for i, (m, b) in enumerate(zip(text_column(s["multiwords"]), text_column(s["blanks"]), strict=True)) if m or b}
    named = {field: _named(t[name], names, _as_is, -1) for name, field in _NAMED}
    return ParseColumns(
        offsets=offsets(at.tolist()), sentence_offsets=offsets(_cut(s["parse"], int(at[-1])).tolist()),
        sentence_starts=ints_of(numbers(s["start"])), sentence_ends=ints_of(numbers(s["end"])),
        token_offsets=offsets(token_at.tolist()), starts=ints_of(numbers(t["start"])), ends=ints_of(numbers(t["end"])),
        forms=_named(t["form"], names, _as_is), features=_named(t["features"], notes, read_notes, 0),
        heads=ints_of(numbers(t["head"], -1)), extras=_named(t["extra"], notes, read_notes, 0), **named,
        node_offsets=offsets(node_at.tolist()), labels=_named(n["label"], names, _as_is), parents=parents, leaves=leaves,
        empties=_named(n["empty"], names, _as_is, -1),
        sentence_notes=tuple(read_notes(x) if x else NONE for x in text_column(s["attributes"])),
        multiwords={i: m for i, (m, _) in rare.items() if m}, blanks={i: b for i, (_, b) in rare.items() if b},
        names=names.values_in_order(), notes=notes.values_in_order(),
    )  # fmt: skip


def _read_rare(multiwords: str, blanks: str) -> tuple[tuple[Multiword, ...], tuple[Blank, ...]]:
    plain: dict[str, Any] = {"span": [0, 0], "tokens": []}
    plain |= {"multiwords": json.loads(multiwords)} if multiwords else {}
    plain |= {"blanks": json.loads(blanks)} if blanks else {}
    (parse,) = judgements_of(Kind.PARSES, [{"sentences": [plain]}])
    (sentence,) = parse.sentences
    return sentence.multiwords, sentence.blanks


_COLUMNS: dict[Kind, Callable[[NDArray[np.int64], Callable[[str], Table]], Columns]] = {
    Kind.MENTIONS: _read_mentions, Kind.PHENOTYPES: _read_phenotypes, Kind.RATINGS: _read_ratings,
    Kind.RANKINGS: _read_rankings, Kind.PARSES: _read_parses,
}  # fmt: skip
