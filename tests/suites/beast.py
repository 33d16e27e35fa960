"""An ontology of our own with the names that the rules need: what is said of an invented beast."""

from __future__ import annotations

from goldproof.ontology import Ontology
from goldproof.ontology.entry import Entry, Scope, Synonym

# id -> label, exact synonyms, parents
TERMS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "B:0": ("anything", (), ()),
    "B:1": ("abnormal beast", (), ("B:0",)),
    "B:2": ("mode of descent", (), ("B:0",)),
    "B:10": ("abnormality of the limb", (), ("B:1",)),
    "B:11": ("short finger", ("stubby digit",), ("B:10",)),
    "B:12": ("broad finger", (), ("B:10",)),
    "B:13": ("bent finger", ("bent fingers",), ("B:10",)),
    "B:14": ("broad thumb", (), ("B:13",)),
    "B:15": ("fused thumbs", ("joined thumbs",), ("B:13",)),
    "B:16": ("long bent toe", (), ("B:10",)),
    "B:17": ("fused digits", ("webbed digits",), ("B:10",)),
    "B:18": ("fused fingers type II", (), ("B:17",)),
    "B:19": ("hypoplasia of the thumb", (), ("B:10",)),
    "B:20": ("abnormality of the head", (), ("B:1",)),
    "B:21": ("hypoplasia of the ear", ("hypoplastic ear", "ear hypoplasia"), ("B:20",)),
    "B:22": ("hypoplasia of the nose", ("hypoplastic nose", "nose hypoplasia"), ("B:20",)),
    "B:23": ("hypoplasia of the optic nerve", (), ("B:20",)),
    "B:24": ("optic nerve swelling", (), ("B:20",)),
    "B:25": ("egg-shaped head", (), ("B:20",)),
    "B:26": ("agenesis of the ear", ("ear agenesis",), ("B:20",)),
    "B:27": ("agenesis of the nose", ("nose agenesis",), ("B:20",)),
    "B:28": ("bruise of the ear", (), ("B:20",)),
    "B:29": ("bruise of the snout", (), ("B:20",)),
    "B:30": ("abnormality of the trunk", (), ("B:1",)),
    "B:31": ("abnormality of the kidney", ("renal abnormality",), ("B:30",)),
    "B:32": ("cyst of the kidney", ("renal cyst",), ("B:31",)),
    "B:33": ("agenesis of the kidney", (), ("B:31",)),
    "B:34": ("esophageal tumor", ("oesophageal tumour",), ("B:30",)),
    "B:35": ("oesophageal tumour of the deep wall", (), ("B:30",)),
    "B:36": ("hypoplastic nail", (), ("B:10",)),
    "B:37": ("ridged nails", (), ("B:10",)),
    "B:38": ("large intestine tumours", (), ("B:30",)),
    "B:39": ("polyp of the large intestine", (), ("B:30",)),
    "B:40": ("genu valgum", (), ("B:10",)),
    "B:41": ("bell-shaped chest", (), ("B:30",)),
    "B:42": ("ulnar deviation", (), ("B:10",)),
    "B:43": ("fracture of the ulna", ("ulnar fracture",), ("B:10",)),
    "B:44": ("swelling of the ulna", ("ulnar swelling",), ("B:10",)),
    "B:45": ("deviation of the tail", (), ("B:30",)),
    "B:46": ("single tooth", (), ("B:20",)),
    "B:47": ("chronic pain", (), ("B:30",)),
    "B:48": ("acute pain", (), ("B:30",)),
    "B:49": ("broad thumbs and toes", (), ("B:10",)),
    "B:50": ("shared name", (), ("B:30",)),
    "B:51": ("another one", ("shared name",), ("B:30",)),
    "B:60": ("maternal descent of fingers", (), ("B:2",)),
}


def beast(extra: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] | None = None) -> Ontology:
    entries = [
        Entry(id, label, synonyms=tuple(Synonym(s, Scope.EXACT) for s in synonyms), parents=parents)
        for id, (label, synonyms, parents) in {**TERMS, **(extra or {})}.items()
    ]
    return Ontology.of(entries, name="beast", version="beast/1")


def only(*labels: str) -> Ontology:
    """An ontology of a root, one category and these labels."""
    terms = {"B:0": ("anything", (), ()), "B:1": ("category", (), ("B:0",))} | {f"B:{i}": (label, (), ("B:1",)) for i, label in enumerate(labels, 10)}
    return Ontology.of([Entry(id, label, synonyms=(), parents=parents) for id, (label, _, parents) in terms.items()], name="only", version="only/1")
