"""Documents, units, studies, sources as plain values (what JSON can say), and back."""

from __future__ import annotations

from typing import Any

from ...errors import BadInput
from ..attributes import NONE, Attributes, Value
from ..expression import And, Expression, Some, Term
from ..rating import Scale
from ..source import Maker, Source
from ..study import Cell, Character, Meta, Study, Symbol, Taxon
from ..text import Document, Span
from ..unit import Choice, Content, Option, Pair, Passage, State, Unit

Plain = dict[str, Any]


def full(**fields: Any) -> Plain:
    """A dict of the fields that say something. Zero and False say something; nothing, "" and () do not."""
    return {k: v for k, v in fields.items() if v is not None and v != "" and v != () and v != [] and v != {}}


def attributes_plain(attributes: Attributes) -> Plain:
    return {k: list(v) if isinstance(v, tuple) else v for k, v in attributes.items()}


def attributes_of(plain: Any) -> Attributes:
    if not plain:
        return NONE
    return Attributes({k: _value(k, v) for k, v in plain.items()})


def _value(name: str, value: Any) -> Value:
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, (str, bool, int, float)):
        return value
    raise BadInput(f"attribute {name!r} is neither text, number nor truth value")


def expression_plain(e: Expression | None) -> Any:
    """A term as its id, ``{"some": [relation, filler]}``, ``{"and": [...]}``."""
    match e:
        case None:
            return None
        case Term(id):
            return id
        case Some(relation, filler):
            return {"some": [relation, expression_plain(filler)]}
        case And(parts):
            return {"and": [expression_plain(p) for p in parts]}


def expression_of(plain: Any) -> Expression | None:
    match plain:
        case None:
            return None
        case str():
            return Term(plain)
        case {"some": [str(relation), filler]}:
            return Some(relation, _expression(filler))
        case {"and": list(parts)}:
            return And(tuple(_expression(p) for p in parts))
    raise BadInput(f"not a class expression: {str(plain)[:60]}")


def _expression(plain: Any) -> Expression:
    found = expression_of(plain)
    if found is None:
        raise BadInput("an empty part in a class expression")
    return found


def document_plain(d: Document) -> Plain:
    return full(id=d.id, language=d.language, title=d.title, attributes=attributes_plain(d.attributes)) | {"text": d.text}


def document_of(p: Plain) -> Document:
    return Document(p.get("id", ""), p["text"], p.get("language", ""), p.get("title", ""), attributes_of(p.get("attributes")))


def unit_plain(u: Unit) -> Plain:
    return full(id=u.id, group=u.group, language=u.language, attributes=attributes_plain(u.attributes)) | _content_plain(u.content)


def unit_of(p: Plain) -> Unit:
    return Unit(p.get("id", ""), _content(p), p.get("group", ""), p.get("language", ""), attributes_of(p.get("attributes")))


def _passage_plain(p: Passage | None) -> Any:
    return None if p is None else full(document=p.document, span=p.span and list(p.span))


def _passage(p: Any) -> Passage | None:
    return None if p is None else Passage(p.get("document", ""), Span(*p["span"]) if "span" in p else None)


def _content_plain(content: Content) -> Plain:
    match content:
        case Passage():
            return {"passage": _passage_plain(content)}
        case State():
            return {"state": full(
                study=content.study, character=content.character, symbol=content.symbol,
                character_text=content.character_text, state_text=content.state_text)}  # fmt: skip
        case Pair(left, right, a, b):
            return {"pair": {"left": left, "right": right}
                    | full(left_from=_passage_plain(a), right_from=_passage_plain(b))}  # fmt: skip
        case Choice(options, question):
            return {"choice": full(options=[full(id=o.id, text=o.text, source=o.source) for o in options], question=question)}


def _content(p: Plain) -> Content:
    match p:
        case {"passage": passage}:
            found = _passage(passage)
            assert found is not None
            return found
        case {"state": s}:
            return State(s.get("study", ""), s.get("character", ""), s.get("symbol", ""), s.get("character_text", ""), s.get("state_text", ""))
        case {"pair": pair}:
            return Pair(pair["left"], pair["right"], _passage(pair.get("left_from")), _passage(pair.get("right_from")))
        case {"choice": choice}:
            options = tuple(Option(o.get("id", ""), o.get("text", ""), o.get("source", "")) for o in choice.get("options", ()))
            return Choice(options, choice.get("question", ""))
    raise BadInput("a unit without passage, state, pair or choice", where=f"unit {p.get('id', '?')}")


def source_plain(s: Source) -> Plain:
    return full(name=s.name, kind=s.kind.value, version=s.version, round=s.round, guideline=s.guideline,
                ontology=s.ontology, settings=attributes_plain(s.settings))  # fmt: skip


def source_of(p: Plain) -> Source:
    return Source(p.get("name", ""), Maker(p.get("kind", "person")), p.get("version", ""), p.get("round", ""), p.get("guideline", ""),
                  p.get("ontology", ""), attributes_of(p.get("settings")))  # fmt: skip


def scale_plain(s: Scale | None) -> Any:
    return None if s is None else full(values=list(s.values), labels=list(s.labels), level=s.level)


def scale_of(p: Any) -> Scale | None:
    return None if p is None else Scale(tuple(p.get("values", ())), tuple(p.get("labels", ())), p.get("level", "ordinal"))


def _meta_plain(metas: tuple[Meta, ...]) -> list[Plain]:
    return [full(name=m.name, value=m.value, href=m.href, kind=m.kind, inner=_meta_plain(m.inner)) for m in metas]


def _meta(plain: list[Plain] | None) -> tuple[Meta, ...]:
    return tuple(
        Meta(m.get("name", ""), m.get("value", ""), m.get("href", ""), m.get("kind", ""), _meta(m.get("inner"))) for m in plain or ()
    )


def study_plain(s: Study) -> Plain:
    return full(
        id=s.id, title=s.title, meta=_meta_plain(s.meta), attributes=attributes_plain(s.attributes),
        characters=[full(id=c.id, text=c.text, meta=_meta_plain(c.meta), attributes=attributes_plain(c.attributes), symbols=[
            full(symbol=y.symbol, text=y.text, id=y.id, members=list(y.members), uncertain=y.uncertain or None, meta=_meta_plain(y.meta))
            for y in c.symbols]) for c in s.characters],
        taxa=[full(id=t.id, name=t.name, meta=_meta_plain(t.meta), attributes=attributes_plain(t.attributes)) for t in s.taxa],
        cells=[[c.taxon, c.character, c.state] + ([_meta_plain(c.meta)] if c.meta else []) for c in s.cells],
    )  # fmt: skip


def study_of(p: Plain) -> Study:
    return Study(
        p.get("id", ""), p.get("title", ""),
        tuple(Character(c.get("id", ""), c.get("text", ""), tuple(
            Symbol(y.get("symbol", ""), y.get("text", ""), y.get("id", ""), tuple(y.get("members", ())), y.get("uncertain", False), _meta(y.get("meta")))
            for y in c.get("symbols", ())), _meta(c.get("meta")), attributes_of(c.get("attributes"))) for c in p.get("characters", ())),
        tuple(Taxon(t.get("id", ""), t.get("name", ""), _meta(t.get("meta")), attributes_of(t.get("attributes"))) for t in p.get("taxa", ())),
        tuple(Cell(c[0], c[1], c[2], _meta(c[3]) if len(c) > 3 else ()) for c in p.get("cells", ())),
        _meta(p.get("meta")), attributes_of(p.get("attributes")),
    )  # fmt: skip
