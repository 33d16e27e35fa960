"""From a study, its units and a layer of phenotypes to NeXML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from urllib.parse import quote

from ..errors import BadInput
from ..model import Attributes, Cell, Character, Corpus, Kind, Meta, Phenotype, Study, Symbol, Taxon
from .nexml_markup import Attribute, Markup
from .nexml_names import (
    ATTRIBUTE,
    DESCRIBES,
    ELEMENT,
    JUDGED,
    LITERAL,
    META,
    NEXML,
    OURS,
    RESOURCE,
    STANDARD,
    TEXT,
    TYPE,
    VERSION,
    nexml,
    ours,
    phen,
)  # fmt: skip
from .phenex import write_phenotype
from .sheets import cell_of
from .states import completed, is_state, state_units, studies_of

Judged = Mapping[str, tuple[Phenotype, ...] | None]
_STATEMENTS = frozenset((ATTRIBUTE, ELEMENT, TEXT))


class StudyWriter:
    """One file being written."""

    def __init__(self) -> None:
        self.out = Markup()
        self.loud = True

    def text(self, corpus: Corpus) -> str:
        found = studies_of(corpus)
        if not found:
            return self.out.document("nexml", [("version", VERSION)])
        study = completed(found[0], corpus.units)
        mark = "none" if not corpus.studies else "units" if study != found[0] and not found[0].characters else ""
        layer = next(iter(corpus.of_kind(Kind.PHENOTYPES)), None)
        if layer is not None and not layer.units:
            raise BadInput("judged nothing, which this format cannot say", where=f"layer {layer.name}", remedy="leave the layer out")
        symbols = [s for c in study.characters for s in c.symbols if is_state(s)]
        _distinct(study)
        judged: dict[str, tuple[Phenotype, ...] | None] = {}
        if layer is not None:
            judged = {s.id: layer.get(u.id) for s, u in zip(symbols, state_units(study), strict=True)}
        # Where nobody found anything at all, the file has to say that it was looked for.
        self.loud = not any(judged.values())
        self._study(study, mark, judged)
        version = [] if any(m.name == "version" and m.kind == ATTRIBUTE for m in study.meta) else [("version", VERSION)]
        return self.out.document("nexml", [*self._attributes(study.meta), *version])

    def _study(self, study: Study, mark: str, judged: Judged) -> None:
        details = {m.name: m.inner for m in study.meta if m.kind == ELEMENT and m.name in (nexml("otus"), nexml("characters"))}
        self._statements(m for m in study.meta if m.kind not in _STATEMENTS)
        self._own(study.attributes, ("type", "otus"))
        otus = study.attributes.text("otus") if "otus" in study.attributes else f"{study.id}-otus"
        has_taxa = bool(study.taxa or otus != "" or nexml("otus") in details)
        if has_taxa:
            self._taxa(study, otus, details.get(nexml("otus"), ()))
        inner = details.get(nexml("characters"), ())
        kind = study.attributes.text("type") if "type" in study.attributes else STANDARD
        attributes: list[Attribute] = [
            *_given(id=study.id, label=study.title), *self._about(study.id, inner),
            *([(self.out.name(TYPE), self._type(kind))] if kind else []),
            *([] if any(m.name == "otus" and m.kind == ATTRIBUTE for m in inner) else [("otus", otus)]), *self._attributes(inner),
            *([(self.out.name(ours("characters")), mark)] if mark else []),
        ]  # fmt: skip
        self.out.open(nexml("characters"), attributes)
        self._statements(m for m in inner if m.kind not in _STATEMENTS)
        self._characters(study.characters, judged)
        self._matrix(study.taxa, study.cells)
        self._elements(inner)
        self.out.close()
        self._elements(m for m in study.meta if m.name not in details or m.kind != ELEMENT)

    def _taxa(self, study: Study, id: str, inner: Sequence[Meta]) -> None:
        self.out.open(nexml("otus"), [*_given(id=id), *self._about(id, inner), *self._attributes(inner)])
        self._statements(m for m in inner if m.kind not in _STATEMENTS)
        for taxon in study.taxa:
            own = taxon.attributes.without("row")
            attributes = [("id", taxon.id), ("label", taxon.name), *self._about(taxon.id, taxon.meta, bool(own)), *self._attributes(taxon.meta)]
            self._with_statements(nexml("otu"), attributes, taxon.meta, own)
        self._elements(inner)
        self.out.close()

    def _characters(self, characters: Sequence[Character], judged: Judged) -> None:
        self.out.open(nexml("format"))
        written: set[str] = set()
        for character in characters:
            id = _states_id(character)
            if id and id not in written:
                written.add(id)
                self.out.open(nexml("states"), [("id", id)])
                for symbol in character.symbols:
                    self._symbol(symbol, judged)
                self.out.close()
        for character in characters:
            own, states = character.attributes.without("states"), _states_id(character)
            attributes = [("id", character.id), ("label", character.text), *_given(states=states),
                          *self._about(character.id, character.meta, bool(own)), *self._attributes(character.meta)]  # fmt: skip
            self._with_statements(nexml("char"), attributes, character.meta, own)
        self.out.close()

    def _symbol(self, symbol: Symbol, judged: Judged) -> None:
        attributes = [("id", symbol.id)]
        if not is_state(symbol):
            attributes += [*_given(label=symbol.text, symbol=symbol.symbol), *self._about(symbol.id, symbol.meta), *self._attributes(symbol.meta)]
            self.out.open(nexml("uncertain_state_set" if symbol.uncertain else "polymorphic_state_set"), attributes)
            self._statements(m for m in symbol.meta if m.kind not in _STATEMENTS)
            for member in symbol.members:
                self.out.leaf(nexml("member"), [("state", member)])
            self._elements(symbol.meta)
            self.out.close()
            return
        attributes += [("label", symbol.text), ("symbol", symbol.symbol), *self._about(symbol.id, symbol.meta, True), *self._attributes(symbol.meta)]
        found = judged.get(symbol.id, ())
        silent = found == () and not (self.loud and symbol.id in judged)
        if silent and all(m.kind == ATTRIBUTE for m in symbol.meta):
            self.out.leaf(nexml("state"), attributes)
            return
        self.out.open(nexml("state"), attributes)
        self._statements(m for m in symbol.meta if m.kind not in _STATEMENTS)
        if found is None:
            self._statement(Meta(JUDGED, "false"))
        elif not silent:
            self.out.open(META, [(self.out.name(TYPE), LITERAL), ("property", self.out.property(DESCRIBES))])
            self.out.open(phen("phenotype"))
            for phenotype in found:
                write_phenotype(phenotype, self.out)
            self.out.close()
            self.out.close()
        self._elements(symbol.meta)
        self.out.close()

    def _matrix(self, taxa: Sequence[Taxon], cells: Sequence[Cell]) -> None:
        rows = [(taxon, list(run)) for taxon, run in groupby(cells, key=lambda cell: cell.taxon)]
        ids = {t.id: t.attributes.text("row") if "row" in t.attributes else f"{t.id}-row" for t in taxa}
        filled = {taxon for taxon, _ in rows}
        order = {taxon: place for place, taxon in enumerate(ids)}
        rows += [(taxon, []) for taxon, row in ids.items() if row and taxon not in filled]
        places = [order.get(taxon, len(order)) for taxon, run in rows if run]
        if places == sorted(places):
            rows.sort(key=lambda row: order.get(row[0], len(order)))
        self.out.open(nexml("matrix"))
        for taxon, run in rows:
            attributes = [*_given(id=ids.get(taxon, f"{taxon}-row")), ("otu", taxon)]
            if not run:
                self.out.leaf(nexml("row"), attributes)
                continue
            self.out.open(nexml("row"), attributes)
            for cell in run:
                self._with_statements(nexml("cell"), [("char", cell.character), ("state", cell.state), *self._attributes(cell.meta)], cell.meta)
            self.out.close()
        self.out.close()

    def _with_statements(self, name: str, attributes: list[Attribute], meta: Sequence[Meta], own: Attributes | None = None) -> None:
        if not own and all(m.kind == ATTRIBUTE for m in meta):
            self.out.leaf(name, attributes)
            return
        self.out.open(name, attributes)
        self._statements(m for m in meta if m.kind not in _STATEMENTS)
        self._own(own or {}, ())
        self._elements(meta)
        self.out.close()

    def _own(self, attributes: Mapping[str, object], but: Sequence[str]) -> None:
        for name, value in attributes.items():
            if name not in but:
                self._statement(Meta(OURS + quote(name), cell_of(value)))  # type: ignore[arg-type]

    def _statements(self, statements: Iterable[Meta]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, meta: Meta) -> None:
        children = [m for m in meta.inner if m.kind != ATTRIBUTE]
        resource = meta.kind == RESOURCE or (meta.kind != LITERAL and bool(meta.href or (children and not meta.value)))
        datatype = meta.kind if meta.kind not in (LITERAL, RESOURCE) else ""
        attributes: list[Attribute] = [
            (self.out.name(TYPE), RESOURCE if resource else LITERAL),
            ("rel" if resource else "property", self.out.property(meta.name)), *_given(href=meta.href),
            *([("datatype", self.out.property(datatype)), ("content", meta.value)] if datatype else []), *self._attributes(meta.inner),
        ]  # fmt: skip
        text = "" if datatype else meta.value
        if not children:
            self.out.leaf(META, attributes, text)
            return
        self.out.open(META, attributes, text)
        for child in children:
            if child.kind in _STATEMENTS:
                self._elements([child])
            else:
                self._statement(child)
        self.out.close()

    def _elements(self, metas: Iterable[Meta]) -> None:
        """Elements and texts that are kept as they were."""
        for meta in metas:
            if meta.kind == TEXT:
                self.out.text(meta.value)
            elif meta.kind == ELEMENT:
                children = [m for m in meta.inner if m.kind != ATTRIBUTE]
                attributes = self._attributes(meta.inner, element=meta.name)
                if children:
                    self.out.open(meta.name, attributes, meta.value)
                    self._elements(children)
                    self.out.close()
                else:
                    self.out.leaf(meta.name, attributes, meta.value)

    def _attributes(self, metas: Iterable[Meta], element: str = "") -> list[Attribute]:
        """Attributes that are kept as they were; what an element is about is written by :meth:`_about`, unless the element is unknown."""
        out: list[Attribute] = []
        for m in metas:
            if m.kind == ATTRIBUTE and (m.name != "about" or element) and (m.name != "version" or m.value or element):
                value = m.value
                if m.name == TYPE:
                    value = self._type(value)
                elif element == META and m.name in ("property", "rel", "datatype"):
                    value = self.out.property(value)
                out.append((self.out.name(m.name), value))
        return out

    def _about(self, id: str, metas: Sequence[Meta], always: bool = False) -> list[Attribute]:
        for meta in metas:
            if meta.kind == ATTRIBUTE and meta.name == "about":
                return [("about", meta.value)] if meta.value else []
        return [("about", f"#{id}")] if always or any(m.kind not in _STATEMENTS for m in metas) else []

    def _type(self, value: str) -> str:
        """``{namespace}name`` as a prefixed name."""
        namespace, _, local = value[1:].partition("}") if value.startswith("{") else ("", "", value)
        return local if namespace in ("", NEXML) else f"{self.out.prefix(namespace)}:{local}"


def _distinct(study: Study) -> None:
    """Every state has an id of its own: NeXML finds it by that."""
    lists = {_states_id(c): c.symbols for c in study.characters}
    ids = [s.id for symbols in lists.values() for s in symbols]
    if "" in ids or len(set(ids)) < len(ids):
        raise BadInput("states without an id of their own", where=f"study {study.id}", remedy="give every state an id")


def _states_id(character: Character) -> str:
    return character.attributes.text("states") if "states" in character.attributes else f"{character.id}-states"


def _given(**attributes: str) -> list[Attribute]:
    return [(name, value) for name, value in attributes.items() if value]
