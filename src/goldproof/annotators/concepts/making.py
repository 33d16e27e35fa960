"""From an ontology, a terminology or a file to a recogniser."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BadInput, NotFound
from ...formats.files import read_bytes
from ...ontology import Ontology
from ...ontology.terminology import Terminology, read_terminology
from .building import build
from .index import Index
from .keeping import kept
from .names import BROAD, EXACT, LABEL, Names, below, names_of, shouted
from .recogniser import Recogniser
from .switches import Switches
from .switches import preset as preset_of

TABLES = (".csv", ".tsv", ".txt", ".tab")


def concepts(
    source: Ontology | Terminology | str | Path, preset: str = "default", *, subtree: str | Iterable[str] = (), subset: Collection[str] | None = None,
    group: str | Iterable[str] = (), language: str = "", name: str = "", cache: bool = True, **switches: Any,
) -> Recogniser:  # fmt: skip
    """A recogniser of the concepts of an ontology or a terminology, or of some of them.

    ``source`` is an ontology, a terminology, or the path of a file (OBO, OWL, OBO Graphs; CSV or TSV). ``preset`` is one of default, ncbo, obo,
    biolark; any switch of it can be set by name (:class:`goldproof.annotators.concepts.Switches`). ``subtree`` are terms below which (and at
    which) it looks, ``subset`` the ids of the terms it looks for, ``group`` the semantic groups of a terminology. ``language`` is that of the
    names where they do not say it (English if nobody does). What was built once is kept, and loaded the next time (``cache=False``: not).

    >>> found = gp.concepts("hp.obo", nesting="longest").find("renal cysts")       # doctest: +SKIP
    """
    chosen = preset_of(preset).but(**switches)
    roots, groups = _several(subtree), _several(group)
    wishes = {"switches": asdict(chosen), "subtree": sorted(roots), "subset": None if subset is None else sorted(subset), "groups": sorted(groups), "language": language}
    made: dict[str, Index] = {}
    title = ""
    if isinstance(source, (str, Path)) and not _is_table(Path(source)):
        data = read_bytes(Path(source))

        def from_file() -> tuple[str, Index]:
            ontology = Ontology(source)
            named, names = ontology.version or ontology.name, _names(ontology, chosen, roots, subset)
            # Its terms are not needed for the index, which takes most memory of all.
            del ontology
            return named, build(names, chosen, language=language or "en")

        parts = (data, str(Path(source).name).encode(), json.dumps(wishes).encode())
        title, made[""] = kept(parts, from_file) if cache else from_file()
    elif isinstance(source, Ontology):
        title = source.version or source.name
        names = _names(source, chosen, roots, subset)
        made[""] = _built(names, chosen, language or "en", title, wishes, cache)
    else:
        terminology = source if isinstance(source, Terminology) else read_terminology(source)
        title = terminology.name
        for tongue, names in _tongues(terminology, roots, subset, groups).items():
            made[tongue] = _built(names, chosen, tongue or language or "en", title, wishes, cache)
    return Recogniser(made, chosen, name=name or ("concepts" if preset == "default" else preset), ontology=title, preset=preset)


def _several(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) and given else tuple(given)


def _is_table(path: Path) -> bool:
    return path.name.lower().removesuffix(".gz").endswith(TABLES)


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


def _tongues(t: Terminology, roots: tuple[str, ...], subset: Collection[str] | None, groups: tuple[str, ...]) -> dict[str, Names]:
    """The names of a terminology by language; names that say none belong to every language. "" has all of them, for texts that do not say theirs."""
    lines = _lineage(t)
    at = {id: i for i, id in enumerate(t.concepts)}
    keep = np.ones(len(t.concepts), bool)
    if roots:
        missing = [r for r in roots if r not in at]
        if missing:
            raise NotFound(f"no concept {missing[0]!r}", where=t.name)
        wanted = {at[r] for r in roots}
        keep &= np.fromiter((i in wanted or not wanted.isdisjoint(lines[i]) for i in range(len(t.concepts))), bool, len(t.concepts))
    if subset is not None:
        chosen = frozenset(subset)
        keep &= np.fromiter((id in chosen for id in t.concepts), bool, len(t.concepts))
    if groups:
        unknown = [g for g in groups if g not in t.groups]
        if unknown:
            raise NotFound(f"no group {unknown[0]!r}", where=t.name, remedy="there are: " + ", ".join(sorted(set(filter(None, t.groups)))[:20]))
        keep &= np.fromiter((g in groups for g in t.groups), bool, len(t.groups))
    labels = [""] * len(t.concepts)
    for name, owner, main in zip(reversed(t.names), t.owner[::-1].tolist(), t.preferred[::-1].tolist(), strict=True):
        if main or not labels[owner]:
            labels[owner] = name
    whole = Names(
        t.names, t.owner, np.where(t.preferred, LABEL, EXACT).astype(np.int32), np.fromiter(map(shouted, t.names), bool, len(t.names)), t.concepts, tuple(labels),
        lines if any(t.parents) else (),
    )  # fmt: skip
    mine = keep[t.owner]
    if not mine.any():
        raise BadInput("no names to look for", where=t.name, remedy="give a larger subtree, subset or group")
    tongues = [x for x in t.languages if x]
    out = {"": _only(whole, mine) if not mine.all() else whole}
    if len(tongues) == 1 and len(t.languages) == 1:
        return {tongues[0]: out[""]}
    for tongue in tongues if len(tongues) > 1 else ():
        numbers = [i for i, x in enumerate(t.languages) if x in (tongue, "")]
        out[tongue] = _only(whole, mine & np.isin(t.language, numbers))
    return out


def _lineage(t: Terminology) -> tuple[tuple[int, ...], ...]:
    at = {id: i for i, id in enumerate(t.concepts)}
    if not any(t.parents):
        return ()
    from .names import Lineage

    lineage = Lineage(dict(zip(t.concepts, t.parents, strict=True)), frozenset())
    return tuple(tuple(sorted(at[a] for a in lineage.above(id) if a in at)) for id in t.concepts)
