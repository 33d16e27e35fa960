"""Trained models in files, and the tasks that models are trained for.

A model file is a zip of ``card.json`` (the training signature), ``lists.json`` (lists of strings, such as the tags) and arrays as ``.npy``. Nothing in
it is code: arrays are read without pickle. It is written under another name and then renamed, so that there is never half a model.

A module of a task (:data:`TASKS`) has two names: ``TRAINER``, a :class:`goldproof.contracts.Trainer`, and ``model_of``, a function from
:class:`Contents` to a :class:`goldproof.contracts.Model`. Nothing else has to be done for a task to be trained, saved, loaded, shipped and run.

>>> from goldproof.annotators.models import load, shipped
>>> tags = shipped("tags"); tags.annotate(corpus, given=tokens)         # doctest: +SKIP
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..contracts import Model, Trainer
from ..errors import BadInput, NotFound
from ..formats.checksum import checksum
from ..formats.files import read_bytes, replacing
from ..model import Corpus, Kind, Layer
from ..version import __version__

FORMAT = 1
"""What a reader has to understand; a file with a higher number is refused with a line that says so."""

# Task -> the module that trains it and reads its models.
TASKS: Mapping[str, str] = {
    "sentences": ".syntax.sentences",
    "tokens": ".syntax.tokens",
    "tags": ".syntax.tags",
    "mentions": ".syntax.mentions",
    "dependencies": ".syntax.dependencies",
    "constituents": ".syntax.constituents",
}
# The tasks of the pipeline ``syntax``, each on the layer of the one before.
PIPELINE = ("sentences", "tokens", "tags", "dependencies", "constituents")
SHIPPED = Path(__file__).parent.parent / "data/models"


@dataclass(frozen=True)
class Contents:
    """What is in a model file. ``card`` has at least ``task``; ``arrays`` and ``lists`` are the task's own affair."""

    card: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]
    lists: Mapping[str, Sequence[str]] = field(default_factory=dict)


def load(path: str | Path) -> Model:
    """The model in a file, whatever its task."""
    return _opened(read(Path(path)), path)


def _opened(contents: Contents, where: object) -> Model:
    task = str(contents.card.get("task"))
    if task not in TASKS:
        raise BadInput(f"a model of the task {task!r}", where=where, remedy="this version knows: " + ", ".join(TASKS))
    try:
        made: Model = _module(task).model_of(contents)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise BadInput(f"not a whole model of {task}: {type(error).__name__} {error}", where=where, remedy="train it again") from None
    return made


def write(contents: Contents, path: str | Path) -> None:
    """A model file: the same contents give the same bytes."""
    with replacing(Path(path), force=True) as place, zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as file:
        card = json.dumps({"format": FORMAT, **contents.card}, ensure_ascii=False, indent=1)
        _put(file, "card.json", card.encode())
        _put(file, "lists.json", json.dumps({k: list(v) for k, v in contents.lists.items()}, ensure_ascii=False).encode())
        for name, array in contents.arrays.items():
            data = io.BytesIO()
            np.lib.format.write_array(data, np.ascontiguousarray(array), allow_pickle=False)
            _put(file, f"{name}.npy", data.getvalue())


def _put(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    file.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def read(path: Path) -> Contents:
    """The contents of a model file."""
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path))) as file:
            names = file.namelist()
            card = json.loads(file.read("card.json"))
            if card.get("format", 0) > FORMAT:
                raise BadInput(f"made by goldproof {card.get('version', '?')}, which writes other model files", where=path, remedy="update goldproof")
            lists = json.loads(file.read("lists.json")) if "lists.json" in names else {}
            arrays = {n.removesuffix(".npy"): np.lib.format.read_array(io.BytesIO(file.read(n)), allow_pickle=False) for n in names if n.endswith(".npy")}
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, AttributeError) as error:
        raise BadInput(f"not a model file ({type(error).__name__})", where=path, remedy="goldproof train makes one") from None
    return Contents(card, arrays, lists)


@cache
def shipped(task: str) -> Model:
    """The model of a task that comes with goldproof."""
    path = SHIPPED / f"{task}.model"
    if not path.is_file():
        raise NotFound(f"no model of {task} comes with goldproof", remedy=f"train one (goldproof train {task} CORPUS -o my.model) and write {task}:my.model")
    return load(path)


def trainer(task: str) -> Trainer:
    """What trains a task."""
    found: Trainer = _module(task).TRAINER
    return found


def _module(task: str) -> Any:
    if task not in TASKS:
        raise NotFound(f"no task is called {task!r}", remedy="there are: " + ", ".join(TASKS))
    try:
        return import_module(TASKS[task], __package__)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("goldproof"):
            raise
        raise NotFound(f"this version has nothing for the task {task}") from None


def training_layer(corpus: Corpus, name: str, kind: Kind = Kind.PARSES) -> Layer:
    """The layer to learn from: the named one, or the only one of the kind."""
    if name:
        layer = corpus.layer(name)
        if layer.kind is not kind:
            raise BadInput(f"holds {layer.kind.value}, not {kind.value}", where=f"layer {name}")
    else:
        there = corpus.of_kind(kind)
        if len(there) != 1:
            have = ", ".join(x.name for x in there) or "none"
            raise BadInput(f"{len(there)} layers of {kind.value} to learn from", where=corpus.name or "corpus", remedy=f"say which with --layer; there are: {have}")
        layer = there[0]
    if not layer.count:
        raise BadInput("says nothing to learn from", where=f"layer {layer.name}")
    return layer


def new_card(trainer: Trainer, corpus: Corpus, layer: Layer, *, seed: int, settings: Mapping[str, Any], held_out: Mapping[str, float] | None = None, **more: Any) -> dict[str, Any]:
    """The training signature: what a model was made from. ``held_out`` are its figures on the documents that it was not trained on."""
    card: dict[str, Any] = {
        "task": trainer.task, "name": trainer.name, "corpus": corpus.name, "corpus version": corpus.version, "licence": corpus.licence,
        "provenance": corpus.provenance, "layer": layer.name, "data": checksum(layer, short=True), "documents": len(layer.units),
    }  # fmt: skip
    if layer.kind is Kind.PARSES:
        card |= {"sentences": len(layer.parses.sentence_starts), "tokens": len(layer.parses.starts)}
    else:
        card["mentions"] = layer.count
    return card | {
        "seed": seed, "settings": dict(settings), "version": __version__, "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "held out": dict(held_out or {}), **more,
    }  # fmt: skip


def prepared(corpus: Corpus, given: Layer | None, need: str = "tags") -> Layer:
    """A layer of parses of every passage that has at least ``need`` (sentences, tokens or tags): what ``given`` says, the rest by the shipped models.

    A layer that has all of it comes back as it is, cut to the passages of the corpus and in their order.
    """
    from .syntax.preparation import prepare

    return prepare(corpus, given, need)
