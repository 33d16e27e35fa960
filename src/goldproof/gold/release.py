"""Freeze a corpus with its gold layers into a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..agreement import agree
from ..errors import BadInput, LossRefused
from ..formats.checksum import checksum
from ..formats.files import read_bytes, replacing, write_text
from ..formats.native import lines
from ..measures.figure import Figure
from ..model import Corpus, Layer
from ..version import __version__
from .anonymity import anonymous, numbered, told, unsigned
from .changes import changelog
from .crate import crate
from .datasheet import Making, composition, datasheet
from .manifest import BLOCKS, CHANGES, CORPUS, CRATE, DATASHEET, DECISIONS, MANIFEST, SUMS, VERSION, known, sha256, sums

TITLES = {
    CORPUS: "Texts, units and layers, in goldproof's native form", DATASHEET: "Datasheet", CHANGES: "What changed since the release before",
    MANIFEST: "What the release consists of, and its figures with their signatures", DECISIONS: "Where each gold judgement comes from: votes and decision",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Release:
    """A folder that holds a frozen gold standard. ``id`` is the checksum of its checksums: cite it. ``notes`` are for a person to look at."""

    folder: Path
    version: str
    id: str
    checksum: str
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()


def release(
    corpus: Corpus,
    folder: str | Path,
    *,
    version: str,
    gold: str | Iterable[str] = "gold",
    raters: Iterable[str] = (),
    measures: Sequence[str] = (),
    facts: Mapping[str, str] | None = None,
    formats: Sequence[str] = (),
    lose: Iterable[str] = (),
    splits: Iterable[str] | None = None,
    names: bool = False,
    decisions: Iterable[Mapping[str, Any]] = (),
    guidelines: Mapping[str, str] | None = None,
    previous: str | Path | None = None,
    date: str = "",
    people: Iterable[str] = (),
) -> Release:
    """Write the corpus with its gold layers, checksums and a datasheet. What is there already is never overwritten.

    ``raters`` are the annotators' layers to give out too, so that their agreement (by ``measures``, or what is usual) can be computed again; without their
    names, unless ``names``. Other layers stay at home. ``formats`` are written beside the native form, with the gold layers only; what they cannot keep is
    refused unless it stands in ``lose``. ``splits`` are those of the corpus to give out (all if not given). ``decisions`` say where each gold judgement comes
    from, ``guidelines`` are texts by version, ``facts`` go into the datasheet as they are. ``previous`` is the folder of the release before. ``date`` is today
    if not given. ``people`` are further names that must not stand in it: where one does all the same, ``notes`` say so.
    """
    folder = Path(folder)
    _may_make(folder, version)
    when = _date(date)
    golden = [corpus.layer(name) for name in ([gold] if isinstance(gold, str) else gold)]
    if not golden:
        raise BadInput("a release needs a gold layer", where=folder)
    layers = [corpus.layer(name) for name in raters]
    both = {layer.name for layer in golden} & {layer.name for layer in layers}
    if both:
        raise BadInput("is the gold layer and an annotator's at once", where=f"layer {min(both)}")
    everybody = {layer.source.name for layer in layers} | set(people)
    ordered = [layer.only(u.id for u in corpus.units) for layer in golden]
    golden = ordered if names else [unsigned(layer, everybody) for layer in ordered]
    called = {layer.name: layer.name for layer in layers} if names else numbered(layers)
    named = layers if names else anonymous(layers)
    frozen = replace(corpus, version=version, layers=(*golden, *named), splits=_splits(corpus, splits))
    figures = figures_of(named, measures)
    rows = [_renamed(row, called, names) for row in decisions]
    with replacing(folder) as fresh:
        fresh.mkdir()
        written = _write_formats(frozen, golden, fresh, formats, lose)
        files = {p.relative_to(fresh).as_posix(): p.read_bytes() for p in sorted(fresh.rglob("*")) if p.is_file()}
        making = Making(facts or {}, rows, written, tuple(guidelines or {}), names, tuple(measures))
        before = _opened(previous) if previous is not None else None
        files |= _texts(frozen, golden, named, figures, making, guidelines or {}, before)
        manifest = _manifest(frozen, golden, named, figures, making, when, before)
        files[MANIFEST] = (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()
        files[CRATE] = crate_of(manifest, files).encode()
        notes = [] if names else told(files, everybody)
        files[BLOCKS] = known(files)
        listed = sums(files)
        for name, data in files.items():
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_bytes(data)
        write_text(fresh / SUMS, listed)
    return Release(folder, version, sha256(listed.encode())[:12], checksum(golden[0], short=True), figures, tuple(notes))


def figures_of(raters: Sequence[Layer], measures: Sequence[str]) -> tuple[Figure, ...]:
    """The agreement of the annotators, kind by kind, and where there are several rounds round by round."""
    out: list[Figure] = []
    kinds = dict.fromkeys(layer.kind for layer in raters)
    for kind in kinds:
        mine = [layer for layer in raters if layer.kind is kind]
        rounds = "round" if len({layer.source.round for layer in mine}) > 1 else ""
        if len(mine) > 1:
            out += agree(mine, *measures, by=rounds)
    return tuple(out)


def crate_of(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> str:
    """The RO-Crate metadata, which follow from the manifest and the other files."""
    rows = {name: (len(data), sha256(data), _title(name)) for name, data in sorted(files.items()) if name not in (CRATE, BLOCKS, SUMS)}
    return crate(manifest, rows)


def _title(file: str) -> str:
    top, _, rest = file.partition("/")
    match top if rest else "":
        case "splits":
            return f"Split {rest.removesuffix('.txt')}: ids of units"
        case "guidelines":
            return f"Guideline {rest.removesuffix('.md')}"
        case "formats":
            return f"The gold layers in another format: {rest}"
    return TITLES.get(file, file)


def opened(folder: str | Path) -> Corpus:
    """The corpus of a release, read without looking at its checksums (``verify`` does that)."""
    from ..formats import load

    return load(Path(folder) / CORPUS, format="native")


def release_id(folder: Path) -> str:
    return sha256(read_bytes(folder / SUMS))[:12]


def gold_names(folder: str | Path) -> list[str]:
    """The names of the gold layers of a release."""
    try:
        return list(json.loads(read_bytes(Path(folder) / MANIFEST).decode())["gold"])
    except (ValueError, KeyError, TypeError):
        raise BadInput("is not the manifest of a release", where=Path(folder) / MANIFEST) from None


def _opened(previous: str | Path) -> tuple[Corpus, list[Layer], str]:
    """The release before: whole, or refused."""
    from .verify import verify

    flaws = verify(previous)
    if flaws:
        raise BadInput(f"the release before is not whole: {flaws[0]}", where=previous)
    corpus = opened(previous)
    return corpus, [corpus.layer(name) for name in gold_names(previous)], release_id(Path(previous))


def _may_make(folder: Path, version: str) -> None:
    if not version.strip() or any(c < " " for c in version) or "/" in version:
        raise BadInput("a release needs a version, one line without a slash", where=folder)
    if folder.exists():
        raise BadInput("is there already, and a release is never changed in place", where=folder, remedy="give the new release a folder of its own")


def _date(said: str) -> str:
    if not said:
        return datetime.now(UTC).date().isoformat()
    try:
        return datetime.strptime(said, "%Y-%m-%d").date().isoformat()
    except ValueError:
        raise BadInput(f"not a date: {said[:40]}", remedy="write it as 2026-11-19") from None


def _splits(corpus: Corpus, wanted: Iterable[str] | None) -> dict[str, tuple[str, ...]]:
    if wanted is None:
        return dict(corpus.splits)
    for name in (chosen := list(wanted)):
        if name not in corpus.splits:
            raise BadInput(f"no split {name!r}", where=corpus.name or "corpus", remedy="there are: " + (", ".join(corpus.splits) or "none"))
    return {name: corpus.splits[name] for name in chosen}


def _renamed(row: Mapping[str, Any], called: Mapping[str, str], names: bool) -> dict[str, Any]:
    """A row of the record of decisions with its people as they are called here."""
    others = [{**o, "layer": called.get(o["layer"], "another layer")} for o in row.get("others", ())]
    out = {**row, "layers": [called.get(name, "another layer") for name in row.get("layers", ())], "others": others}
    return out if names else {k: v for k, v in out.items() if k != "by"}


def _write_formats(corpus: Corpus, gold: Sequence[Layer], folder: Path, formats: Sequence[str], lose: Iterable[str]) -> dict[str, dict[str, Any]]:
    from ..formats import save
    from ..formats.exchange import losses, not_agreed
    from ..registry import door

    out: dict[str, dict[str, Any]] = {}
    plain = replace(corpus, layers=tuple(gold))
    for name in dict.fromkeys(formats):
        chosen = door("formats").get(name)
        (folder / "formats").mkdir(exist_ok=True)
        path = folder / "formats" / (name if chosen.holder == "folder" else f"gold{chosen.suffixes[0]}")
        if path.exists():  # two formats with one suffix
            path = path.with_name(f"{name}{chosen.suffixes[0]}")
        lost = losses(plain, chosen)
        refused = not_agreed(lost, lose)
        if refused:
            raise LossRefused(refused, where=f"format {name}")
        save(plain, path, format=name, lose=lose)
        out[name] = {"path": path.relative_to(folder).as_posix(), "lost": sorted(lost)}
    return out


def _texts(
    corpus: Corpus, gold: Sequence[Layer], raters: Sequence[Layer], figures: Iterable[Figure], making: Making, guidelines: Mapping[str, str],
    before: tuple[Corpus, list[Layer], str] | None,
) -> dict[str, bytes]:  # fmt: skip
    files = {
        CORPUS: "".join(f"{line}\n" for line in lines(corpus)),
        DATASHEET: datasheet(corpus, gold, raters, figures, making),
        CHANGES: changelog(corpus, gold, before and before[0], before[1] if before else ()),
    }
    if making.decisions:
        files[DECISIONS] = "".join(json.dumps(row, ensure_ascii=False, sort_keys=True) + "\n" for row in making.decisions)
    files |= {f"splits/{_safe(name)}.txt": "".join(f"{unit}\n" for unit in units) for name, units in corpus.splits.items()}
    files |= {f"guidelines/{_safe(version)}.md": text for version, text in guidelines.items()}
    return {name: text.encode("utf-8") for name, text in files.items()}


def _safe(name: str) -> str:
    """A name fit for a file."""
    if not name or name.startswith(".") or any(c in '/\\:*?"<>|' or c < " " for c in name):
        raise BadInput("cannot be used as a file name", where=repr(name), remedy="rename it, or leave it out with splits=")
    return name


def _manifest(
    corpus: Corpus, gold: Sequence[Layer], raters: Sequence[Layer], figures: Iterable[Figure], making: Making, date: str,
    before: tuple[Corpus, list[Layer], str] | None,
) -> dict[str, Any]:  # fmt: skip
    plain: dict[str, Any] = {
        "goldproof_release": VERSION, "name": corpus.name, "version": corpus.version, "date": date, "licence": corpus.licence, "sources": corpus.provenance,
        "gold": {layer.name: {"kind": layer.kind.value, "checksum": checksum(layer)} for layer in gold},
        "annotators": [layer.name for layer in raters], "named": making.named,
        "counts": composition(corpus, gold),
        "splits": {name: len(units) for name, units in corpus.splits.items()},
        "measures": list(making.measures),
        "figures": [{"measure": f.measure, "of": f.sides, "signature": str(f.signature)} for f in figures],
        "facts": dict(making.facts), "formats": dict(making.formats), "guidelines": list(making.guidelines),
        "made_with": f"goldproof {__version__}",
    }  # fmt: skip
    if before is not None:
        plain["previous"] = {"version": before[0].version, "id": before[2]}
    return plain
