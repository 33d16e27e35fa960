"""Phenotypes as Phenex writes them inside NeXML (PhenoXML): what bears which quality, towards what.

A genus with its differentiae is a ``typeref`` with qualifiers, as deep as need be. An expression of another shape (a bare
restriction, two named classes) has no place in PhenoXML: it stands in ``about`` in Manchester syntax. Attributes that
PhenoXML does not know, labels among them, and text that stayed unmatched are elements of our own namespace.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable

from ..errors import BadInput
from ..model import NONE, And, Attributes, Expression, Phenotype, Some, Term, Value
from .manchester import canonical, parse, render
from .nexml_markup import Attribute, Markup
from .nexml_names import ours, phen
from .sheets import cell_of, value_of

Lost = Callable[[str], None]
_KNOWN = frozenset(map(phen, ("description", "bearer", "quality"))) | {ours("attribute"), ours("unmatched")}
_TYPEREF, _QUALIFIER, _RELATED = phen("typeref"), phen("qualifier"), phen("holds_in_relation_to")


def phenotype_of(element: ET.Element, lost: Lost) -> Phenotype:
    """The phenotype in a ``phenotype_character``; ``lost`` is told of parts that no record can hold."""
    attributes: dict[str, Value] = {}
    unmatched: dict[str, Value] = {}
    slots: dict[str, Expression | None] = {"bearer": None, "quality": None, "related_entity": None}
    if element.attrib:
        lost("attributes of a phenotype_character")
    for child in element:
        name = child.tag.rpartition("}")[2]
        if child.tag == ours("attribute"):
            attributes[child.get("name", "")] = value_of(child.text or "")
        elif child.tag == ours("unmatched"):
            unmatched[child.get("slot", "")] = value_of(child.text or "")
        elif child.tag not in _KNOWN:
            lost(name)
        elif name == "description" and "description" not in attributes:
            attributes["description"] = child.text or ""
        elif name != "description" and slots[name] is None:
            slots[name] = _expression(child, lost)
            if name == "quality":
                _quality(child, slots, attributes, lost)
        else:
            lost(f"a second {name}")
    entity, quality, related = slots.values()
    return Phenotype(entity, quality, related, Attributes(attributes) if attributes else NONE, Attributes(unmatched) if unmatched else NONE)


def _quality(element: ET.Element, slots: dict[str, Expression | None], attributes: dict[str, Value], lost: Lost) -> None:
    for name, value in element.attrib.items():
        if name == "count":
            attributes["count"] = value_of(value)
        else:
            lost(f"{name} of a quality")
    for child in element:
        name = child.tag.rpartition("}")[2]
        if child.tag == _TYPEREF:
            continue
        if child.tag == phen("related_entity") and slots["related_entity"] is None:
            slots["related_entity"] = _expression(child, lost)
        elif child.tag == phen("measurement") and not {"measurement", "unit"} & set(attributes):
            _measurement(child, attributes, lost)
        else:
            lost(name)


def _measurement(element: ET.Element, attributes: dict[str, Value], lost: Lost) -> None:
    for name, value in element.attrib.items():
        if name == "value":
            attributes["measurement"] = value_of(value)
        else:
            lost(f"{name} of a measurement")
    for child in element:
        unit = _expression(child, lost) if child.tag == phen("unit") and "unit" not in attributes else None
        if unit is None:
            lost(child.tag.rpartition("}")[2])
        else:
            attributes["unit"] = render(unit)


def _expression(element: ET.Element, lost: Lost) -> Expression | None:
    """What the typeref in an element says."""
    refs = element.findall(_TYPEREF)
    if len(refs) > 1:
        lost("a second typeref")
    return _typeref(refs[0], lost) if refs else None


def _typeref(element: ET.Element, lost: Lost) -> Expression:
    about = element.get("about", "").strip()
    if not about:
        raise BadInput("a typeref that is about nothing")
    genus = parse(about) if " " in about else Term(canonical(about))
    parts: list[Expression] = [genus]
    for child in element:
        found = child.find(_RELATED) if child.tag == _QUALIFIER else None
        filler = None if found is None else _expression(found, lost)
        relation = child.get("relation", "").strip()
        if filler is None or not relation:
            raise BadInput("a qualifier without a relation or without what it relates to")
        parts.append(Some(canonical(relation), filler))
    return And(tuple(parts)) if len(parts) > 1 else genus


def write_phenotype(phenotype: Phenotype, out: Markup) -> None:
    attributes = dict(phenotype.attributes)
    out.open(phen("phenotype_character"))
    description = attributes.get("description")
    if isinstance(description, str):
        out.leaf(phen("description"), text=description)
        del attributes["description"]
    if phenotype.entity is not None:
        _inside("bearer", phenotype.entity, out)
    if phenotype.quality is not None:
        _write_quality(phenotype.quality, phenotype.related, attributes, out)
    elif phenotype.related is not None:
        # PhenoXML has the related entity inside the quality: one without a typeref.
        out.open(phen("quality"))
        _inside("related_entity", phenotype.related, out)
        out.close()
    for name, value in attributes.items():
        out.leaf(ours("attribute"), [("name", name)], cell_of(value))
    for slot, value in phenotype.unmatched.items():
        out.leaf(ours("unmatched"), [("slot", slot)], cell_of(value))
    out.close()


def _write_quality(quality: Expression, related: Expression | None, attributes: dict[str, Value], out: Markup) -> None:
    count, measurement, unit = (attributes.get(name) for name in ("count", "measurement", "unit"))
    counted: list[Attribute] = []
    if type(count) is int:
        counted.append(("count", cell_of(count)))
        del attributes["count"]
    out.open(phen("quality"), counted)
    _write_typeref(quality, out)
    if related is not None:
        _inside("related_entity", related, out)
    if type(measurement) in (int, float) and measurement is not None:
        del attributes["measurement"]
        expression = _unit(unit)
        if expression is None:
            out.leaf(phen("measurement"), [("value", cell_of(measurement))])
        else:
            out.open(phen("measurement"), [("value", cell_of(measurement))])
            _inside("unit", expression, out)
            out.close()
            del attributes["unit"]
    out.close()


def _unit(unit: Value | None) -> Expression | None:
    """The expression that a unit is, if it is exactly that."""
    if not isinstance(unit, str):
        return None
    try:
        found = parse(unit)
        return found if render(found) == unit else None
    except BadInput:
        return None


def _inside(name: str, expression: Expression, out: Markup) -> None:
    out.open(phen(name))
    _write_typeref(expression, out)
    out.close()


def _write_typeref(expression: Expression, out: Markup) -> None:
    match expression:
        case Term(id) if id and id == id.strip() and " " not in id:
            out.leaf(_TYPEREF, [("about", canonical(id))])
        case And((Term(id), *rest)) if rest and " " not in id and all(isinstance(part, Some) for part in rest):
            out.open(_TYPEREF, [("about", canonical(id))])
            for part in rest:
                assert isinstance(part, Some)
                out.open(_QUALIFIER, [("relation", canonical(part.relation))])
                out.open(_RELATED)
                _write_typeref(part.filler, out)
                out.close()
                out.close()
            out.close()
        case _:
            out.leaf(_TYPEREF, [("about", render(expression))])
