"""Is a copy of a known corpus what the catalogue says? Counts, some judgements spelled out, and the bytes of its files."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import NotFound
from ..formats.exchange import Show
from ..model import Corpus, Judgement, Kind, Layer, Mention, Parse, Phenotype, Ranking, Rating
from .catalogue import Copy, Entry, Sample, entry
from .opening import corpus


@dataclass(frozen=True)
class Comparison:
    """One statement of the catalogue beside what the copy shows."""

    what: str
    expected: object
    found: object

    @property
    def same(self) -> bool:
        return self.expected == self.found


@dataclass(frozen=True)
class Verdict:
    """``copy`` is the description that fits best; ``bytes`` whether its files are the very same (None: nobody knows)."""

    copy: Copy
    comparisons: tuple[Comparison, ...]
    bytes: bool | None

    @property
    def differences(self) -> tuple[Comparison, ...]:
        return tuple(c for c in self.comparisons if not c.same)


def check(name: str, folder: str | Path, *, show: Show | None = None) -> Verdict:
    """A folder against the catalogue: against the description of a copy that it agrees with best.

    All layers that the catalogue offers are read, not only the default ones.
    """
    known = entry(name)
    return compare(known, corpus(name, folder, layers=[offer.name for offer in known.layers], show=show), Path(folder))


def compare(known: Entry, found: Corpus, folder: Path) -> Verdict:
    """A corpus that was read with all its layers, and the folder that it was read from, against the catalogue."""
    verdicts = [_against(known, copy, found, folder) for copy in known.copies]
    return min(verdicts, key=lambda v: (len(v.differences), -len(v.comparisons)))


def _against(known: Entry, copy: Copy, found: Corpus, folder: Path) -> Verdict:
    missing = [split for split in copy.splits if split not in found.splits]
    part = found.only(u for split in copy.splits for u in found.splits.get(split, ())) if copy.splits and not missing else found
    counted = counts(part)
    rows = [Comparison(f"count of {what}", n, counted.get(what, 0)) for what, n in copy.counts.items()]
    rows += [Comparison(f"{s.layer}, {s.unit}, number {s.at}", dict(s.expected), _same_keys(s, found)) for s in known.samples]
    ids = {u.split("/")[-1] for u in (unit.id for unit in part.units)} if copy.splits else None
    return Verdict(copy, tuple(rows), fingerprint(folder, known.files, ids) == copy.sha256 if copy.sha256 else None)


def counts(corpus: Corpus) -> dict[str, int]:
    """How many documents, studies, units, and judgements of each layer; of parses, which are few, also what they are made of."""
    things = {"documents": len(corpus.documents), "studies": len(corpus.studies), "units": len(corpus.units)}
    for layer in corpus.layers:
        things[layer.name] = layer.count
        if layer.kind is Kind.PARSES:
            c = layer.parses
            things |= {f"{layer.name} sentences": len(c.sentence_starts), f"{layer.name} tokens": len(c.starts), f"{layer.name} nodes": len(c.labels)}
    return things


def _same_keys(sample: Sample, corpus: Corpus) -> Mapping[str, Any] | str:
    try:
        layer: Layer = corpus.layer(sample.layer)
        judged = layer.get(sample.unit) if sample.unit in {u.id for u in corpus.units} else None
    except NotFound:
        return "no such layer"
    if judged is None:
        return "not judged here"
    if sample.at >= len(judged):
        return f"only {len(judged)} there"
    shown = facts(judged[sample.at])
    return {key: shown.get(key) for key in sample.expected}


def facts(judgement: Judgement) -> dict[str, Any]:
    """A judgement as few plain facts, small enough to stand in a catalogue."""
    match judgement:
        case Mention():
            return {"spans": [list(s) for s in judgement.spans], "concepts": list(judgement.concepts), "label": judgement.label,
                    "attributes": {k: list(v) if isinstance(v, tuple) else v for k, v in judgement.attributes.items()}}  # fmt: skip
        case Phenotype():
            slots = {"entity": judgement.entity, "quality": judgement.quality, "related": judgement.related}
            return {name: str(slot) for name, slot in slots.items() if slot is not None}
        case Rating():
            return {"value": judgement.value}
        case Ranking():
            return {"groups": [list(group) for group in judgement.groups]}
        case Parse():
            tokens = list(judgement.tokens)
            nodes = [node for s in judgement.sentences if s.tree is not None for node in s.tree.walk()]
            return {"sentences": len(judgement.sentences), "tokens": len(tokens), "nodes": len(nodes),
                    "heads": sum(t.head is not None for t in tokens), "last": list(tokens[-1].span) if tokens else []}  # fmt: skip


def fingerprint(folder: Path, patterns: tuple[str, ...], ids: Container[str] | None = None) -> str:
    """SHA-256 over the names and contents of the files that match, sorted by name, folders included.

    For each file: its name below the folder, a NUL, its length in bytes, a NUL, its bytes. With ``ids``, only files
    whose name up to the first full stop is among them.
    """
    digest = hashlib.sha256()
    for name, path in sorted(_matching(folder, patterns)):
        if ids is None or path.name.split(".")[0] in ids:
            content = path.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _matching(folder: Path, patterns: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    found = {p for pattern in patterns for p in folder.glob(pattern) if p.is_file()}
    yield from ((p.relative_to(folder).as_posix(), p) for p in found)
