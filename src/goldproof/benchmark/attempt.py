"""One system put to one task: what it said, how long it took, what it failed on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..annotators.external import External, TrainedTool
from ..annotators.opening import spelled
from ..annotators.syntax.door import Pipeline
from ..contracts import Annotator, Model
from ..errors import BadInput
from ..formats import load
from ..model import Corpus, Kind, Layer
from ..registry import door

System = Annotator | Layer | Corpus | str | Path | Callable[..., Any]
Show = Callable[[Iterable[Any], str], Iterable[Any]]
NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Attempt:
    """``seconds`` is processor time; None: made elsewhere, or kept from before. ``failures``: unit -> why it was not judged. ``origin`` is how it was made, for the signature."""

    name: str
    layer: Layer
    seconds: float | None = None
    failures: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    origin: str = ""


def attempt(name: str, system: System, corpus: Corpus, kind: Kind, given: Layer | None, *, layer: str = "", show: Show | None = None) -> Attempt:
    """Run a system on the bare texts, or take what it said elsewhere."""
    made = opened(system)
    if isinstance(made, Layer):
        return Attempt(name, _right(made, kind, name).called(name), origin="layer")
    if isinstance(made, Corpus):
        return Attempt(name, _of_corpus(made, kind, layer, name).called(name), origin="output")
    begun = time.process_time()
    failures: Mapping[str, str] = NOTHING
    seconds: float | None
    if isinstance(made, (External, TrainedTool)):
        run = made.run(corpus, given=given, show=show)
        said, failures, seconds = run.layer, run.failures, run.seconds if not run.kept else None
    elif isinstance(made, (Model, Pipeline)):
        said = made.annotate(corpus, given=given)
        seconds = time.process_time() - begun
    else:
        said = made.annotate(corpus)
        seconds = time.process_time() - begun
    return Attempt(name, _right(said, kind, name).called(name), seconds, failures, origin_of(made))


def opened(system: System) -> Annotator | Layer | Corpus:
    """A system by what stands for it: itself, a place, the name of an annotator, a function."""
    if isinstance(system, (str, Path)):
        if Path(system).exists():
            return load(Path(system))
        text = str(system)
        if text.partition("(")[0].partition(":")[0] not in door("annotators").names():
            raise BadInput("no such file, and no annotator", where=text, remedy="annotators: " + ", ".join(door("annotators").names()))
        return spelled(text)
    if isinstance(system, (Layer, Corpus)) or isinstance(system, Annotator):  # noqa: SIM101  a protocol beside records
        return system
    if callable(system):
        from ..annotators.external import external

        return external(system)
    raise BadInput(f"a {type(system).__name__} is no system", remedy="give an annotator, a layer, a corpus, a path or a function")


def origin_of(made: Annotator) -> str:
    """What an annotator is, in a word, as far as it can say so itself."""
    if isinstance(made, External):
        return f"external {made.tool.fingerprint[:12]}"
    if isinstance(made, Model):
        card = made.card
        return f"model {card.get('task', '')} {card.get('data', '')}".strip()
    return made.name


def _right(layer: Layer, kind: Kind, name: str) -> Layer:
    if layer.kind is not kind:
        raise BadInput(f"holds {layer.kind.value}, the gold {kind.value}", where=f"system {name}")
    return layer


def _of_corpus(corpus: Corpus, kind: Kind, wanted: str, name: str) -> Layer:
    if wanted:
        return _right(corpus.layer(wanted), kind, name)
    there = corpus.of_kind(kind)
    if len(there) != 1:
        have = ", ".join(x.name for x in there) or "none"
        raise BadInput(f"{len(there)} layers of {kind.value}", where=f"system {name}", remedy=f"give an output with one; there are: {have}")
    return there[0]
