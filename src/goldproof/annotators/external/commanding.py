"""A command, run for each document or for a folder of them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ...errors import GoldproofError, NotFound
from .asked import put, suffix
from .description import Description
from .limits import Stopped, Watched
from .work import Work


def commanding(tool: Description, works: list[Work]) -> Iterator[tuple[Work, object]]:
    """Each piece of work with the answer, or the reason why there is none."""
    here(tool)
    if tool.each == "document":
        for work in works:
            yield work, _one(tool, work)
        return
    answers = _many(tool, works)
    for n, work in enumerate(works):
        answer = answers[n]
        # A run that broke may have been one document's fault: the others are run without it.
        if isinstance(answer, Stopped) and len(works) > 1 and answer.args[-1] is RUN:
            answer = _many(tool, [work])[0]
        yield work, answer


RUN = "run"
"""The mark of a reason that is about a whole run, not about a document."""


def here(tool: Description) -> None:
    """One clear line where the command is not installed."""
    program = tool.filled(tool.command[0])
    if shutil.which(program) is None:
        raise NotFound(f"{program} is not installed here", where=f"tool {tool.name}", remedy=tool.install or "is it in the PATH?")


def _one(tool: Description, work: Work) -> object:
    with tempfile.TemporaryDirectory(prefix="goldproof-tool-") as name:
        room = Path(name)
        source, target = room / f"text{suffix(tool.input)}", room / f"answer{_target(tool)}"
        try:
            put(tool.input, work, source)
        except GoldproofError as error:
            return Stopped(str(error))
        try:
            run(tool.command, tool, {"input": str(source), "output": str(target)}, room, tool.timeout)
        except Stopped as why:
            return why
        return _answer(target)


def _target(tool: Description) -> str:
    from .answers import SHAPES

    return ".txt" if tool.output in SHAPES else suffix(tool.output)


def _many(tool: Description, works: list[Work]) -> list[object]:
    """One run over a folder; a document without an answer is told why."""
    with tempfile.TemporaryDirectory(prefix="goldproof-tool-") as name:
        room = Path(name)
        sources, targets = room / "in", room / "out"
        sources.mkdir()
        targets.mkdir()
        stems = [f"{n:05d}" for n in range(len(works))]
        broken: dict[int, Stopped] = {}
        for n, (stem, work) in enumerate(zip(stems, works, strict=True)):
            try:
                put(tool.input, work, sources / f"{stem}{suffix(tool.input)}")
            except GoldproofError as error:
                broken[n] = Stopped(str(error))
        why: Stopped | None = None
        try:
            run(tool.command, tool, {"input": str(sources), "output": str(targets)}, room, tool.timeout * len(works))
        except Stopped as reason:
            why = Stopped(*reason.args, RUN)
        there = {p.name.split(".")[0]: p for p in sorted(targets.iterdir())}
        return [broken.get(n) or (_answer(there[stem]) if stem in there and why is None else why or Stopped("it wrote no answer for this document")) for n, stem in enumerate(stems)]


def _answer(target: Path) -> object:
    """The text of an answer; bytes that are no text are told by who reads them."""
    if not target.is_file():
        return Stopped("it wrote no answer")
    try:
        return target.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return Stopped(f"an answer that is not UTF-8 (byte {error.start})")


def run(command: tuple[str, ...], tool: Description, places: Mapping[str, str], room: Path, seconds: float, memory: int | None = None) -> None:
    """Run a command; :class:`Stopped` says why it did not end well. Without ``{input}`` the text is its stdin, without ``{output}`` its stdout the answer."""
    words = [tool.filled(part, **places) for part in command]
    reads, writes = (any(f"{{{name}}}" in part for part in command) for name in ("input", "output"))
    errors = room / "stderr"
    with errors.open("wb") as err, Path(places["input"] if not reads and "input" in places else "/dev/null").open("rb") as stdin, \
            Path(places["output"] if not writes and "output" in places else room / "stdout").open("wb") as stdout:  # fmt: skip
        code = Watched(words, memory=tool.memory if memory is None else memory, stdin=stdin, stdout=stdout, stderr=err).wait(seconds)
    if code:
        lines = errors.read_bytes().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        raise Stopped((f"exit code {code}" if code > 0 else f"ended by signal {-code}") + (f": {last[:200]}" if last else ""))
