"""From a NeXML element tree to a study, its states as units and what was said of them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Container
from pathlib import Path
from urllib.parse import unquote

from ..errors import BadInput
from ..model import NONE, Attributes, Cell, Character, Corpus, Kind, Layer, Meta, Phenotype, Study, Symbol, Taxon, Value
from .features.layers import UNKNOWN
from .format import Reading
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
from .phenex import phenotype_of
from .sheets import value_of
from .states import is_state, state_units

SETS = {nexml("polymorphic_state_set"): False, nexml("uncertain_state_set"): True}
_ABSENT = Meta("about", kind=ATTRIBUTE)


class StudyReader:
    """One file: where it is, and what the reading of it loses."""

    def __init__(self, where: Path, reading: Reading) -> None:
        self.where = where
        self.reading = reading
        self.silent = reading.options.get("silent", "empty")
        if self.silent not in ("empty", "not-judged"):
            raise BadInput(f"silent={self.silent}", remedy="silent=empty or silent=not-judged")
        # Id of a state -> what was found there: None if the file says that nobody judged it.
        self.found: dict[str, tuple[Phenotype, ...] | None] = {}
        self.known: set[str] = set()
        self.annotated = False

    def corpus(self, root: ET.Element) -> Corpus:
        if root.tag != nexml("nexml"):
            raise BadInput(f"not NeXML of {NEXML}: the root is {root.tag}", where=self.where)
        blocks = [c for c in root.findall(nexml("characters")) if self._discrete(c)]
        if not blocks:
            if len(root):
                raise BadInput("no block of characters with states", where=self.where)
            return Corpus()
        if len(blocks) > 1:
            self.reading.warn(f"{self.where}: only the first of {len(blocks)} blocks of characters is read, the others are kept as they are")
        study, marks = self._study(root, blocks[0])
        units = tuple(state_units(study))
        symbols = [s for c in study.characters for s in c.symbols if is_state(s)]
        judged = {u.id: self.found.get(s.id, ()) for u, s in zip(units, symbols, strict=True)}
        if self.silent == "not-judged":
            judged = {id: found or None for id, found in judged.items()}
        known = {id: found for id, found in judged.items() if found is not None}
        layers = (Layer.of("phenotypes", UNKNOWN, Kind.PHENOTYPES, known),) if self.annotated and known else ()
        studies = () if marks == "none" else (Study(study.id, study.title, (), study.taxa, study.cells, study.meta, study.attributes),)
        return Corpus(units=units, layers=layers, studies=studies if marks else (study,))

    def _discrete(self, block: ET.Element) -> bool:
        kind = block.get(TYPE, "").rpartition("}")[2]
        return kind.startswith("Standard") or (not kind and block.find(f"{nexml('format')}/{nexml('states')}") is not None)

    def _study(self, root: ET.Element, block: ET.Element) -> tuple[Study, str]:
        id = block.get("id", "")
        otus = next((o for o in root.findall(nexml("otus")) if o.get("id") == block.get("otus")), root.find(nexml("otus")))
        format, matrix = block.find(nexml("format")), block.find(nexml("matrix"))
        taxa, cells = self._matrix(otus, matrix)
        attributes: dict[str, Value] = {}
        kind = block.get(TYPE, "").removeprefix(f"{{{NEXML}}}")
        if kind != STANDARD:
            attributes["type"] = kind
        otus_id = "" if otus is None else otus.get("id", "")
        if otus_id != f"{id}-otus":
            attributes["otus"] = otus_id
        meta = [Meta(name, value, kind=ATTRIBUTE) for name, value in root.attrib.items() if (name, value) != ("version", VERSION)]
        if "version" not in root.attrib:
            meta.append(Meta("version", kind=ATTRIBUTE))
        statements, own = _split(_statements(root))
        attributes |= own
        details = {
            "otus": () if otus is None else (*_about(otus), *_rest(otus, ("id", "about"), (META, nexml("otu")))),
            "characters": (
                *_about(block), *(() if block.get("otus", "") == otus_id else (Meta("otus", block.get("otus", ""), kind=ATTRIBUTE),)),
                *_rest(block, ("id", "about", "label", "otus", TYPE, ours("characters")), (META, nexml("format"), nexml("matrix"))),
            ),
        }  # fmt: skip
        meta += [*statements, *(Meta(nexml(name), kind=ELEMENT, inner=inner) for name, inner in details.items() if inner)]
        meta += [_element(e) for e in root if e.tag != META and e is not otus and e is not block]
        study = Study(id, block.get("label", ""), self._characters(format), taxa, cells, tuple(meta), Attributes(attributes))
        self._nothing_else(matrix, ("id",), (nexml("row"),))
        return study, block.get(ours("characters"), "")

    def _characters(self, format: ET.Element | None) -> tuple[Character, ...]:
        if format is None:
            return ()
        states: dict[str | None, ET.Element] = {}
        for element in format.findall(nexml("states")):
            states[element.get("id")] = element
            self._nothing_else(element, ("id",), (nexml("state"), *SETS))
        symbols = {id: tuple(map(self._symbol, element)) for id, element in states.items()}
        used: set[str] = set()
        characters: list[Character] = []
        for element in format.findall(nexml("char")):
            id, name = element.get("id", ""), element.get("states")
            if name is not None and name not in symbols:
                raise BadInput(f"character {id!r} has the states {name!r}, which are not there", where=self.where)
            statements, own = _split(_statements(element))
            attributes: dict[str, Value] = dict(own)
            if name is None or name != f"{id}-states":
                attributes["states"] = name or ""
            used.add(name or "")
            meta = (*_about(element), *_rest(element, ("id", "about", "label", "states"), (META,), statements))
            characters.append(Character(id, element.get("label", ""), symbols.get(name, ()), meta, Attributes(attributes) if attributes else NONE))
        if set(states) - used:
            self._lost(f"states {sorted(map(str, set(states) - used))[0]} of no character")
        self._nothing_else(format, ("id",), (nexml("states"), nexml("char")))
        return tuple(characters)

    def _symbol(self, element: ET.Element) -> Symbol:
        id = element.get("id", "")
        members = tuple(m.get("state", "") for m in element.findall(nexml("member")))
        if element.tag in SETS and not members and not SETS[element.tag]:
            self._lost(f"{id}: a set of no states")
        if not id or id in self.known:
            raise BadInput(f"two states are called {id!r}" if id else "a state without an id", where=self.where)
        self.known.add(id)
        statements: list[Meta] = []
        for child in element:
            name = child.get("property") if child.tag == META else None
            if name == DESCRIBES and element.tag not in SETS:
                self.annotated = True
                before = self.found.get(id) or ()
                self.found[id] = (*before, *self._phenotypes(child, id))
            elif name == JUDGED:
                self.found[id] = None
            elif child.tag == META:
                statements.append(_statement(child))
        meta = (*_about(element, always=element.tag == nexml("state")), *_rest(
            element, ("id", "about", "label", "symbol"), (META, nexml("member")), statements))  # fmt: skip
        return Symbol(element.get("symbol", ""), element.get("label", ""), id, members, SETS.get(element.tag, False), meta)

    def _phenotypes(self, element: ET.Element, id: str) -> list[Phenotype]:
        def lost(what: str) -> None:
            self.reading.lost("phenotype-parts", f"{self.where}, state {id}: {what}")

        found: list[Phenotype] = []
        try:
            for phenotype in element:
                if phenotype.tag != phen("phenotype"):
                    lost(phenotype.tag.rpartition("}")[2])
                    continue
                for character in phenotype:
                    if character.tag == phen("phenotype_character"):
                        found.append(phenotype_of(character, lost))
                    else:
                        lost(character.tag.rpartition("}")[2])
        except BadInput as error:
            raise BadInput(error.what, where=f"{self.where}, state {id}", remedy=error.remedy) from None
        return found

    def _matrix(self, otus: ET.Element | None, matrix: ET.Element | None) -> tuple[tuple[Taxon, ...], tuple[Cell, ...]]:
        rows: dict[str, str] = {}
        cells: list[Cell] = []
        for row in () if matrix is None else matrix.findall(nexml("row")):
            taxon = row.get("otu", "")
            if rows.setdefault(taxon, row.get("id", "")) != row.get("id", ""):
                self._lost(f"row {row.get('id', '')}: a second row of its taxon")
            self._nothing_else(row, ("id", "otu"), (nexml("cell"),))
            for cell in row.findall(nexml("cell")):
                meta = tuple(_rest(cell, ("char", "state"), (META,), _statements(cell))) if len(cell) or len(cell.attrib) > 2 else ()
                cells.append(Cell(taxon, cell.get("char", ""), cell.get("state", ""), meta))
        taxa: list[Taxon] = []
        for otu in () if otus is None else otus.findall(nexml("otu")):
            id = otu.get("id", "")
            statements, own = _split(_statements(otu))
            attributes: dict[str, Value] = dict(own)
            row_id = rows.get(id)
            if row_id != f"{id}-row":
                attributes["row"] = row_id or ""
            meta = (*_about(otu), *_rest(otu, ("id", "about", "label"), (META,), statements))
            taxa.append(Taxon(id, otu.get("label", ""), meta, Attributes(attributes) if attributes else NONE))
        return tuple(taxa), tuple(cells)

    def _nothing_else(self, element: ET.Element | None, attributes: Container[str], children: Container[str]) -> None:
        """The element has nothing but these; it has no place in our records where more could stand."""
        if element is None:
            return
        odd = [a for a in element.attrib if a not in attributes] + [e.tag for e in element if e.tag not in children]
        if odd:
            self._lost(f"{element.tag.rpartition('}')[2]} {element.get('id', '')}: {odd[0].rpartition('}')[2]}")

    def _lost(self, what: str) -> None:
        self.reading.lost("elsewhere", f"{self.where}, {what}")


def _statements(element: ET.Element) -> list[Meta]:
    return [_statement(child) for child in element if child.tag == META]


def _statement(element: ET.Element) -> Meta:
    name = element.get("property", element.get("rel", ""))
    inner = [Meta(n, v, kind=ATTRIBUTE) for n, v in element.attrib.items() if n not in _STATED]
    inner += [_statement(c) if c.tag == META else _element(c) for c in element]
    text = element.text or ""
    value = element.get("content", text if text.strip() or not len(element) else "")
    href = element.get("href", "")
    resource = "property" not in element.attrib and ("rel" in element.attrib or element.get(TYPE, "").endswith(RESOURCE))
    usual = bool(href) or (len(element) > 0 and not value)
    kind = element.get("datatype", "") or ("" if resource == usual else RESOURCE if resource else LITERAL)
    return Meta(name, value, href, kind, tuple(inner))


_STATED = frozenset(("property", "rel", "href", "content", "datatype", TYPE))


def _element(element: ET.Element) -> Meta:
    """An element that is not understood here, whole."""
    inner: list[Meta] = [Meta(name, value, kind=ATTRIBUTE) for name, value in element.attrib.items()]
    for child in element:
        inner.append(_element(child))
        if child.tail and child.tail.strip():
            inner.append(Meta("", child.tail, kind=TEXT))
    text = element.text or ""
    return Meta(element.tag, text if text.strip() else "", kind=ELEMENT, inner=tuple(inner))


def _rest(element: ET.Element, attributes: Container[str], children: Container[str], statements: list[Meta] | None = None) -> list[Meta]:
    """Attributes of no meaning here, then the statements, then elements of no meaning here."""
    return [
        *(Meta(n, v, kind=ATTRIBUTE) for n, v in element.attrib.items() if n not in attributes),
        *(_statements(element) if statements is None else statements),
        *(_element(c) for c in element if c.tag not in children),
    ]


def _about(element: ET.Element, *, always: bool = False) -> list[Meta]:
    """What an element says it is about, where that is not its own id, as it is for every state and for whatever has statements."""
    usual = f"#{element.get('id', '')}" if always or element.find(META) is not None else None
    found = element.get("about")
    return [] if found == usual else [_ABSENT if found is None else Meta("about", found, kind=ATTRIBUTE)]


def _split(statements: list[Meta]) -> tuple[list[Meta], dict[str, Value]]:
    """Statements apart from attributes that goldproof wrote."""
    own = {unquote(m.name[len(OURS) :]): value_of(m.value) for m in statements if m.name.startswith(OURS)}
    return [m for m in statements if not m.name.startswith(OURS)], own
