"""Tools that can be trained: their train command run on a corpus of ours, and what comes of it as a model like any other.

The same tool on the same data with the same settings and seed is trained once: models are kept beside the answers (:mod:`.keeping`).
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...contracts import NO_SETTINGS
from ...errors import BadInput, GoldproofError
from ...formats.checksum import checksum
from ...formats.files import replacing, write_text
from ...model import Corpus, Kind, Layer
from ..models import new_card, training_layer
from . import keeping
from .asked import SHAPES, asked, save_as, suffix
from .commanding import run
from .description import Description, Training
from .limits import Stopped
from .run import Run
from .tool import External, Show
from .work import works

_TEMPORARY: list[tempfile.TemporaryDirectory[str]] = []


@dataclass(frozen=True)
class TrainedTool:
    """A tool with the model that was trained for it."""

    tool: External
    card: Mapping[str, Any]
    file: Path

    @property
    def name(self) -> str:
        return self.tool.name

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        return self.run(corpus, given=given).layer

    def run(self, corpus: Corpus, *, given: Layer | None = None, show: Show | None = None) -> Run:
        return self.tool.run(corpus, given=given, show=show)

    def save(self, path: Path) -> None:
        """The tool's own model, and beside it its card as JSON: run it as ``external:NAME(model=PATH)``."""
        with replacing(Path(path), force=True) as place:
            shutil.copyfile(self.file, place)
        write_text(Path(f"{path}.card.json"), json.dumps(dict(self.card), ensure_ascii=False, indent=1) + "\n")


@dataclass(frozen=True)
class ToolTrainer:
    """Trains a tool by its train command (:class:`goldproof.contracts.Trainer`)."""

    tool: Description

    def __post_init__(self) -> None:
        if self.tool.train is None or not (self.tool.train.command or self.tool.train.python):
            raise BadInput("cannot be trained: its description has no [train] with a command or a python callable", where=f"tool {self.tool.name}")

    @property
    def name(self) -> str:
        return self.tool.name

    @property
    def task(self) -> str:
        return self.tool.makes

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> TrainedTool:  # fmt: skip
        """The tool with a model of what the layer says, on the units that it judged."""
        tool = self.tool.with_options(settings)
        said = training_layer(corpus, layer, tool.kind)
        later = training_layer(held_out, said.name, tool.kind) if held_out is not None else None
        data = checksum(said, short=True) + (f"+{checksum(later, short=True)}" if later is not None else "")
        version = External(tool).version
        mark = sha256("\0".join((replace(tool, settings=MappingProxyType({k: v for k, v in tool.settings.items() if k != "model"})).fingerprint, str(tool.train), version, data, str(seed))).encode()).hexdigest()
        file = _models() / f"{mark[:40]}.model"
        note = file.with_suffix(".json")
        seconds = _seconds(note) if file.exists() else None
        if seconds is None:
            if progress is not None:
                progress(f"{tool.name}: training on {len(said.units)} documents")
            begun = time.perf_counter()
            self._trained(tool, corpus, said, held_out, later, seed, file)
            seconds = time.perf_counter() - begun
            with suppress(OSError):
                write_text(note, json.dumps({"tool": tool.name, "data": data, "seconds": seconds}) + "\n")
        card = new_card(self, corpus, said, seed=seed, settings=tool.settings, tool=tool.fingerprint[:12], tool_version=version, seconds=round(seconds, 1))
        return TrainedTool(External(replace(tool, settings=MappingProxyType({**tool.settings, "model": str(file)}))), card, file)

    def _trained(self, tool: Description, corpus: Corpus, said: Layer, held_out: Corpus | None, later: Layer | None, seed: int, file: Path) -> None:
        how = tool.train
        assert how is not None
        with tempfile.TemporaryDirectory(prefix="goldproof-train-") as name:
            room = Path(name)
            places = {"input": str(_written(how, corpus, said, room / "train")), "model": str(room / "model"), "seed": str(seed), "held_out": ""}
            if held_out is not None and later is not None:
                places["held_out"] = str(_written(how, held_out, later, room / "held"))
            command = how.command or _call(how, places, seed, tool)
            without = replace(tool, settings=MappingProxyType({k: v for k, v in tool.settings.items() if k not in places}))
            try:
                run(command, without, places, room, how.timeout, how.memory)
            except Stopped as why:
                raise GoldproofError(f"training failed: {why.args[0]}", where=f"tool {tool.name}", remedy=tool.install) from None
            made = Path(places["model"])
            if not made.exists():
                raise GoldproofError("training wrote no model", where=f"tool {tool.name}")
            file.parent.mkdir(parents=True, exist_ok=True)
            with replacing(file, force=True) as fresh:
                if made.is_dir():
                    shutil.copytree(made, fresh)
                else:
                    shutil.copyfile(made, fresh)


def _call(how: Training, places: Mapping[str, str], seed: int, tool: Description) -> tuple[str, ...]:
    """A callable for training, as a command of this Python."""
    module, _, function = how.python.partition(":")
    settings = {k: v for k, v in tool.settings.items() if k != "model"}
    roots = [str(Path(__file__).parents[3]), *([str(Path(tool.place).parent)] if tool.place and Path(tool.place).is_file() else [])]
    code = f"import sys; sys.path[:0] = {roots!r}; from {module} import {function} as f; f({places['input']!r}, {places['model']!r}, {places['held_out']!r}, {seed}, {settings!r})"
    return (sys.executable, "-c", code)


def _written(how: Training, corpus: Corpus, said: Layer, place: Path) -> Path:
    """The training material in one file, in the shape that the tool wants."""
    file = place.with_name(place.name + suffix(how.input))
    alone = corpus.only(said.units)
    if how.input in SHAPES:
        write_text(file, "".join(asked(how.input, work) + ("\n" if how.input == "lines" else "") for work in works(alone, said, "tags" if said.kind is Kind.PARSES else "")))
        return file
    save_as(replace(alone, layers=(said,)), file, how.input)
    return file


def _models() -> Path:
    """Where models of tools stand: in the cache, or in a folder that goes with this process."""
    place = keeping.folder()
    if place is not None:
        return place / "models"
    if not _TEMPORARY:
        _TEMPORARY.append(tempfile.TemporaryDirectory(prefix="goldproof-models-"))
    return Path(_TEMPORARY[0].name)


def _seconds(note: Path) -> float | None:
    try:
        return float(json.loads(note.read_text("utf-8"))["seconds"])
    except (OSError, ValueError, KeyError):
        return None


def trainers(names: Iterable[str]) -> dict[str, ToolTrainer]:
    """Trainers of tools by their names or descriptions, for a study of retraining."""
    from .tool import external

    return {name: ToolTrainer(external(name).tool) for name in names}
