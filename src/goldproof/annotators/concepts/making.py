"""From an ontology, a terminology or a file to a recogniser."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BadInput
from ...formats.files import read_bytes
from ...ontology import Ontology
from ...ontology.terminologies import is_terminology
from ...ontology.terminologies.keeping import SUFFIX
from ...ontology.terminologies.reading import read_terminology
from ...ontology.terminology import Terminology, several
from .building import build
from .index import Index
from .keeping import kept
from .names import BROAD, Names, below, names_of
from .recogniser import Recogniser
from .switches import Switches
from .switches import preset as preset_of
from .tongues import Tongues


def concepts(
    source: Ontology | Terminology | str | Path, preset: str = "default", *, subtree: str | Iterable[str] = (), subset: Collection[str] | None = None,
    group: str | Iterable[str] = (), type: str | Iterable[str] = (), vocabulary: str | Iterable[str] = (), language: str = "", name: str = "", cache: bool = True,
    **switches: Any,
) -> Recogniser:  # fmt: skip
    """A recogniser of the concepts of an ontology or a terminology, or of some of them.

    ``source`` is an ontology, a terminology, or the path of a file (OBO, OWL, OBO Graphs; a terminology's ``.terms``, CSV or TSV, SKOS, UMLS-style tables).
    ``preset`` is one of default, ncbo, obo, biolark; any switch of it can be set by name (:class:`goldproof.annotators.concepts.Switches`). ``subtree`` are
    terms below which (and at which) it looks, ``subset`` the ids of the terms it looks for; ``group``, ``type`` and ``vocabulary`` the semantic groups, types and
    vocabularies of a terminology. ``language`` is that of the names where they do not say it (English if nobody does). What was built once is kept, and
    loaded the next time (``cache=False``: not).

    >>> found = gp.concepts("hp.obo", nesting="longest").find("renal cysts")       # doctest: +SKIP
    """
    chosen = preset_of(preset).but(**switches)
    roots = several(subtree)
    cut = {"group": several(group), "type": several(type), "vocabulary": several(vocabulary)}
    wishes = {"switches": asdict(chosen), "subtree": sorted(roots), "subset": None if subset is None else sorted(subset), "language": language, **cut}
    path = Path(source) if isinstance(source, (str, Path)) else None
    made: Mapping[str, Index]
    if isinstance(source, Terminology) or (path is not None and is_terminology(path)):
        # Of a file that was kept the checksum is known, and so are its indexes, before it is read.
        whole = not any((*cut.values(), roots)) and subset is None
        found = source if isinstance(source, Terminology) else path if whole and path.name.lower().endswith(SUFFIX) else read_terminology(path)  # type: ignore[union-attr,arg-type]
        if isinstance(found, Terminology) and not whole:
            found = found.cut(**cut, below=roots, ids=subset)  # type: ignore[arg-type]
        made = tongues = Tongues(found, chosen, language, json.dumps(wishes), cache=cache)  # type: ignore[arg-type]
        title = tongues.title
    elif any(cut.values()):
        raise BadInput("groups, types and vocabularies are things of terminologies", where=path or "", remedy="make one: goldproof terms import")
    elif path is not None:
        data = read_bytes(path)

        def from_file() -> tuple[str, Index]:
            ontology = Ontology(path)
            named, names = ontology.version or ontology.name, _names(ontology, chosen, roots, subset)
            # Its terms are not needed for the index, which takes most memory of all.
            del ontology
            return named, build(names, chosen, language=language or "en")

        parts = (data, path.name.encode(), json.dumps(wishes).encode())
        title, index = kept(parts, from_file) if cache else from_file()
        made = {"": index}
    else:
        assert isinstance(source, Ontology)
        title = source.version or source.name
        names = _names(source, chosen, roots, subset)
        made = {"": _built(names, chosen, language or "en", title, wishes, cache)}
    return Recogniser(made, chosen, name=name or ("concepts" if preset == "default" else preset), ontology=title, preset=preset)


def _built(names: Names, switches: Switches, language: str, title: str, wishes: Mapping[str, object], cache: bool) -> Index:
    def make() -> tuple[str, Index]:
        return title, build(names, switches, language=language)

    if not cache:
        return make()[1]
    above = np.fromiter((x for over in names.above for x in (*over, -1)), np.int32)
    texts = "\0".join([*names.texts, *names.concepts, *names.labels]).encode("utf-8", "surrogatepass")
    arrays = (a.tobytes() for a in (names.concept, names.rank, names.cased, above))
    return kept((texts, *arrays, title.encode(), language.encode(), json.dumps(wishes).encode()), make)[1]


def _names(ontology: Ontology, switches: Switches, roots: tuple[str, ...], subset: Collection[str] | None) -> Names:
    wanted = below(ontology, roots) if roots else None
    if subset is not None:
        wanted = frozenset(subset) if wanted is None else wanted & frozenset(subset)
    names = names_of(ontology, wanted, qualifying=switches.qualifiers)
    if not switches.broad:
        names = _only(names, names.rank != BROAD)
    if not len(names):
        raise BadInput("no names to look for", where=ontology.name, remedy="give a larger subtree or subset")
    return names


def _only(names: Names, keep: np.typing.NDArray[np.bool_]) -> Names:
    at = np.flatnonzero(keep)
    return replace(names, texts=[names.texts[i] for i in at.tolist()], concept=names.concept[at], rank=names.rank[at], cased=names.cased[at])
