"""The shipped examples: copied out of the package, and put together as corpora."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from ..formats import load
from ..model import Corpus, Document, Layer, Passage, Unit

KINDS = ("mentions", "phenotypes", "ratings", "parses", "rankings")
ANNOTATORS = ("ann", "bo", "cy")
GUIDELINE = "mentions-1.0"


def copy(target: Path) -> int:
    """The examples as files in a new folder; how many there are."""
    count = 0
    for parts, source in _walk(files("goldproof") / "data", ()):
        place = target.joinpath(*parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source.read_bytes())
        count += 1
    return count


def _walk(place: Traversable, parts: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Traversable]]:
    for entry in sorted(place.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _walk(entry, (*parts, entry.name))
        elif not entry.name.startswith("__"):
            yield (*parts, entry.name), entry


def corpora(folder: Path, ontology: str) -> dict[str, Corpus]:
    """The five corpora in the folder that :func:`copy` made, by the kind of judgement."""
    examples = folder / "examples"
    return {"mentions": mentions(examples / "mentions", ontology)} | {
        kind: load(examples / f"{kind}.gold.jsonl", format="native") for kind in KINDS[1:]
    }


def mentions(folder: Path, ontology: str) -> Corpus:
    """Three folders of brat, one an annotator, over one folder of texts.

    A file's name says its language and number (``de-03``): texts of the same number that stand in several languages are a group.
    """
    texts = folder / "texts"
    documents = tuple(Document(p.stem, p.read_bytes().decode("utf-8"), p.stem[:2]) for p in sorted(texts.glob("*.txt"), key=_order))
    shared = {d.id[3:] for d in documents if d.language != "en"}
    units = tuple(Unit(d.id, Passage(d.id), d.id[3:] if d.id[3:] in shared else "", d.language) for d in documents)
    layers: list[Layer] = []
    for name in ANNOTATORS:
        made = load(folder / name, format="brat", texts=texts).layers[0]
        layers.append(made.called(name).by(name=name, round="1", guideline=GUIDELINE, ontology=ontology).only(u.id for u in units))
    return Corpus(
        documents, units, tuple(layers), name="Newts and tadpoles", licence="CC0-1.0", provenance="written for goldproof"
    )


def _order(path: Path) -> tuple[bool, str]:
    """English first, as the annotators worked."""
    return not path.name.startswith("en"), path.name
