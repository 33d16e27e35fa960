"""An inferred hierarchy as rows, and as an OBO file that ontology editors open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..axioms import NOTHING, THING
from ..ontology import Ontology
from .classification import Classification

_ESCAPES = str.maketrans({"\\": "\\\\", "\n": "\\n", "{": "\\{", "}": "\\}", "!": "\\!", '"': '\\"'})


def rows(found: Classification, ontology: Ontology) -> Iterator[Mapping[str, str]]:
    """One row for each class and class directly above it; ``said`` tells whether the ontology states it or it was inferred."""
    stated: dict[str, frozenset[str]] = {}
    for id in found.unsatisfiable:
        yield _row(id, NOTHING, "inferred", ontology)
    for id, parent in found:
        if id not in stated:
            entry = ontology.get(id)
            stated[id] = frozenset(entry.parents) if entry is not None and entry.id == id else frozenset()
        yield _row(id, parent, "stated" if parent in stated[id] else "root" if parent == THING else "inferred", ontology)
    for group in found.equivalents:
        for id in group[1:]:
            yield _row(id, group[0], "equivalent", ontology)


def _row(id: str, parent: str, said: str, ontology: Ontology) -> Mapping[str, str]:
    return {"id": id, "label": ontology.label(id), "parent": parent, "parent_label": ontology.label(parent), "said": said}


def as_obo(found: Classification, ontology: Ontology) -> str:
    """The hierarchy in the OBO format: is_a, marked where it was inferred, and equivalent_to. Nothing else of the ontology is repeated."""
    out = ["format-version: 1.4", f"ontology: {ontology.name.replace(' ', '_') or 'classified'}"]
    if ontology.version:
        out.append(f"remark: classified by goldproof from {_plain(ontology.version)}")
    stanzas: dict[str, list[str]] = {id: [] for id in sorted((*found.parents, *found.unsatisfiable))}
    for row in rows(found, ontology):
        id, parent, said = row["id"], row["parent"], row["said"]
        comment = f" ! {_plain(row['parent_label'])}" if row["parent_label"] else ""
        if said == "equivalent":
            stanzas[id].append(f"equivalent_to: {parent}{comment}")
        elif parent != THING:
            stanzas[id].append(f"is_a: {parent}" + (' {is_inferred="true"}' if said == "inferred" else "") + comment)
    for id, lines in stanzas.items():
        label = ontology.label(id)
        out += ["", "[Term]", f"id: {id}", *([f"name: {_plain(label)}"] if label else []), *lines]
    return "\n".join(out) + "\n"


def _plain(text: str) -> str:
    return text.translate(_ESCAPES)
