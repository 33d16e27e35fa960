"""From an ontology, a terminology or a file to a recogniser."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from ...errors import BadInput
from ...ontology import Ontology
from .building import build
from .names import BROAD, Names, below, names_of
from .recogniser import Recogniser
from .switches import preset as preset_of


def concepts(
    source: Ontology | str | Path, preset: str = "default", *, subtree: str | Iterable[str] = (), subset: Collection[str] | None = None, name: str = "",
    **switches: Any,
) -> Recogniser:  # fmt: skip
    """A recogniser of the concepts of an ontology or a terminology table, or of some of them.

    ``preset`` is one of default, ncbo, obo, biolark; any switch of it can be set by name (:class:`goldproof.annotators.concepts.Switches`).
    ``subtree`` are terms below which (and at which) it looks; ``subset`` the ids of the terms it looks for.

    >>> found = gp.concepts("hp.obo", nesting="longest").find("renal cysts")       # doctest: +SKIP
    """
    chosen = preset_of(preset).but(**switches)
    ontology = source if isinstance(source, Ontology) else Ontology(source)
    roots = (subtree,) if isinstance(subtree, str) else tuple(subtree)
    wanted = below(ontology, roots) if roots else None
    if subset is not None:
        wanted = frozenset(subset) if wanted is None else wanted & frozenset(subset)
    names = names_of(ontology, wanted, qualifying=chosen.qualifiers)
    if not chosen.broad:
        names = _without(names, BROAD)
    if not len(names):
        raise BadInput("no names to look for", where=ontology.name, remedy="give a larger subtree or subset")
    return Recogniser({"": build(names, chosen)}, chosen, name=name or ("concepts" if preset == "default" else preset), ontology=ontology.version or ontology.name, preset=preset)


def _without(names: Names, rank: int) -> Names:
    from dataclasses import replace

    import numpy as np

    keep = np.flatnonzero(names.rank != rank)
    return replace(names, texts=[names.texts[i] for i in keep.tolist()], concept=names.concept[keep], rank=names.rank[keep], cased=names.cased[keep])
