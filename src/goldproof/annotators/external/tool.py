"""A tool made elsewhere as an annotator."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ...errors import BadInput, GoldproofError, NotFound
from ...model import Attributes, Corpus, Layer, Maker, Source
from ...model.plain import columns_of
from . import keeping
from .answers import answered
from .asking import asking
from .calling import calling
from .commanding import commanding, here
from .description import MAKES, Description, described, shipped
from .finding import finding
from .limits import Stopped
from .run import Run
from .work import Plain, Work, moved, works

Show = Callable[[Iterable[Any], str], Iterable[Any]]
WAYS: Mapping[str, Callable[[Description, list[Work]], Iterator[tuple[Work, object]]]] = {
    "command": commanding, "python": calling, "http": asking, "folder": finding,
}  # fmt: skip
FAILURES = "not judged"
"""The name in the settings of a layer's source under which failures stand, each as ``unit: reason``."""


@dataclass(frozen=True)
class External:
    """A tool under test. ``function`` is a callable of this process (no limits of time and memory then)."""

    tool: Description
    function: Callable[..., Any] | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        return self.tool.name

    @cached_property
    def version(self) -> str:
        """As the packages or the tool itself say it."""
        parts = []
        for package in self.tool.packages:
            try:
                parts.append(f"{package} {version(package)}")
            except PackageNotFoundError:
                raise NotFound(f"the Python package {package} is not here", where=f"tool {self.name}", remedy=self.tool.install or f"pip install {package}") from None
        if self.tool.version:
            try:
                said = subprocess.run([self.tool.filled(p) for p in self.tool.version], capture_output=True, text=True, timeout=60, check=False)
                parts.append(next((line.strip() for line in (said.stdout + said.stderr).split("\n") if line.strip()), ""))
            except (OSError, subprocess.TimeoutExpired):
                parts.append("")
        return ", ".join(p for p in parts if p)

    @property
    def absent(self) -> str:
        """Why it cannot be run here; empty if it can, as far as can be told without running it."""
        try:
            self._there()
        except GoldproofError as error:
            return str(error)
        return ""

    def _there(self) -> None:
        _ = self.version
        if self.tool.command:
            here(self.tool)
        for name in self.tool.needs_files:
            value = self.tool.settings.get(name, "")
            if not value or not Path(value).exists():
                raise NotFound(f"no file for its setting {name}" + (f": {value}" if value else ""), where=f"tool {self.name}", remedy=self.tool.install)

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        """Its judgements of every passage that it can judge; what failed is not judged, and the source says why."""
        return self.run(corpus, given=given).layer

    def run(self, corpus: Corpus, *, given: Layer | None = None, show: Show | None = None) -> Run:
        """The same with what failed and how long it took. ``given`` is a layer of parses for tools that need one."""
        self._there()
        tool = self.tool
        before: Mapping[str, str] = {}
        if tool.needs and given is None:
            given, before = self._given(corpus)
        asked = list(works(corpus, given, tool.needs))
        failures = dict(before)
        known = self._kept(asked)
        begun = self._clock()
        fresh = [w for w in asked if w.unit not in known]
        answers = self._answers(fresh)
        for work, answer in show(_counted(answers, len(fresh)), tool.name) if show is not None and fresh else answers:
            try:
                if isinstance(answer, Stopped):
                    raise answer
                plain = answered(tool, work, answer)
            except Stopped as why:
                failures[work.unit] = str(why.args[0]) if why.args else "failed"
            except GoldproofError as error:
                failures[work.unit] = str(error)
            else:
                known[work.unit] = plain
                if self._keeps:
                    keeping.keep(keeping.key(tool.fingerprint, self.version, work), plain)
        seconds = self._clock() - begun
        judged = [w for w in asked if w.unit in known]
        rows = [[moved(tool.kind, p, w.start) for p in known[w.unit]] for w in judged]
        source = Source(self.name, Maker.SYSTEM, version=self.version, settings=Attributes({"tool": tool.fingerprint[:12], **tool.settings}))
        if failures:
            source = replace(source, settings=source.settings.but(**{FAILURES: tuple(f"{unit}: {why}" for unit, why in failures.items())}))
        layer = Layer(self.name, source, tuple(w.unit for w in judged), columns_of(tool.kind, rows))
        return Run(layer, failures, seconds, len(asked) - len(fresh))

    def _clock(self) -> float:
        """Processor time of this process and of those that it started and that have ended; of a service the time of day, because its work is done elsewhere."""
        if self.tool.http:
            return time.perf_counter()
        spent = os.times()
        return spent.user + spent.system + spent.children_user + spent.children_system

    @property
    def _keeps(self) -> bool:
        return self.tool.cache and self.function is None and self.tool.way in ("command", "python")

    def _kept(self, asked: Sequence[Work]) -> dict[str, list[Plain]]:
        if not self._keeps:
            return {}
        found = {}
        mark = self.tool.fingerprint
        for work in asked:
            plain = keeping.kept(keeping.key(mark, self.version, work))
            if plain is not None:
                found[work.unit] = plain
        return found

    def _given(self, corpus: Corpus) -> tuple[Layer, Mapping[str, str]]:
        if not self.tool.after:
            from ..models import prepared

            return prepared(corpus, None, self.tool.needs), {}
        made = external(self.tool.after).run(corpus)
        return made.layer, {unit: f"{self.tool.after}: {why}" for unit, why in made.failures.items()}

    def _answers(self, asked: list[Work]) -> Iterator[tuple[Work, object]]:
        if not asked:
            return
        if self.function is None:
            yield from WAYS[self.tool.way](self.tool, asked)
            return
        import inspect

        from .asked import request
        from .worker import plain

        wants = "sentences" in inspect.signature(self.function).parameters
        for work in asked:
            try:
                more = {"sentences": request(work)["sentences"]} if wants else {}
                yield work, plain(self.function(work.text, **more, **self.tool.settings))
            except Exception as error:  # noqa: BLE001  a user's function may fail as it likes: this document was not judged
                yield work, Stopped(f"{type(error).__name__}: {error}")

    def but(self, **changes: Any) -> External:
        """The same with fields of its description changed."""
        return replace(self, tool=replace(self.tool, **changes))


class _counted:  # noqa: N801  reads as what it is: answers, counted
    """An iterator that says how long it will be, for a bar of progress."""

    def __init__(self, items: Iterator[Any], size: int) -> None:
        self.items, self.size = items, size

    def __iter__(self) -> Iterator[Any]:
        return self.items

    def __len__(self) -> int:
        return self.size


def external(what: str | Path | Callable[..., Any] | Description, /, **options: object) -> External:
    """A tool under test: the name of one that is known (``syntok``), a description (``tool.toml``), a Python callable (itself, or ``python:module:function``), the
    address of a service (``http://127.0.0.1:8000/annotate``), or a folder of outputs. Options are fields of the description, and settings of the tool.

    >>> gp.external("cutter.toml")                                                   # doctest: +SKIP
    >>> gp.external("python:mymodule:find", makes="mentions", timeout=10)            # doctest: +SKIP
    """
    said = {k: v if isinstance(v, str) else str(v) for k, v in options.items()}
    if isinstance(what, Description):
        return External(what.with_options(said))
    if callable(what):
        name = said.pop("name", getattr(what, "__name__", "function"))
        made = Description(name, said.pop("makes", "mentions"), python="(this process)")
        return External(made.with_options(said), what)
    text = str(what)
    name = said.pop("name", "")
    if isinstance(what, str) and what in shipped():
        found = shipped()[what].with_options(said)
    elif text.endswith(".toml"):
        found = described(Path(text)).with_options(said)
    else:
        found = _plain(text, said)
    return External(replace(found, name=name) if name else found)


def _plain(text: str, said: dict[str, str]) -> Description:
    makes = said.pop("makes", "mentions")
    if makes not in MAKES:
        raise BadInput(f"makes={makes}", where=text, remedy="makes is one of: " + ", ".join(MAKES))
    if text.startswith("python:"):
        target = text.removeprefix("python:")
        if ":" not in target:
            raise BadInput("no function is named", where=text, remedy="write it as python:module:function")
        return Description(target.rpartition(":")[2], makes, python=target).with_options(said)
    if text.startswith(("http://", "https://")):
        from urllib.parse import urlsplit

        return Description(urlsplit(text).hostname or "service", makes, http=text).with_options(said)
    if Path(text).is_dir():
        if "output" not in said:
            raise BadInput("a folder of outputs in which format?", where=text, remedy="say output=conllu, or any other of goldproof list formats; lines, tokens, tagged or json")
        return Description(Path(text).name, makes, folder=text).with_options(said)
    known = ", ".join(shipped())
    raise NotFound(f"no tool is called {text!r}", remedy=f"known: {known}; or give a description (tool.toml), python:module:function, an http:// address, or a folder of outputs")


