"""A Python callable, called in a process of its own, so that it can be stopped and cannot take this one with it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...errors import BadInput, NotFound
from .asked import request
from .description import Description
from .limits import Stopped, Watched
from .work import Work

STARTING = 120.0
"""Seconds that a callable may take to be imported and made."""


class Callee:
    """A worker process: started when it is first asked, started anew after it had to be ended."""

    def __init__(self, tool: Description, python: str = "") -> None:
        self.tool, self.target = tool, python or tool.python
        self.watched: Watched | None = None
        self._rest = b""
        self._errors: Any = None

    def ask(self, work: Work) -> object:
        """The answer; :class:`Stopped` with the reason if there is none."""
        watched = self.watched or self._start()
        assert watched.process.stdin is not None
        with suppress(BrokenPipeError):  # its end is noticed in the next line
            watched.process.stdin.write(json.dumps(request(work), ensure_ascii=True).encode() + b"\n")
            watched.process.stdin.flush()
        said = self._line(self.tool.timeout)
        if "failed" in said:
            raise Stopped(str(said["failed"]))
        return said.get("answer")

    def _start(self) -> Watched:
        self._rest, self._errors = b"", tempfile.TemporaryFile()  # noqa: SIM115  it lives as long as the worker
        command = [sys.executable, str(Path(__file__).with_name("worker.py")), self.target, "01"[self.tool.factory], json.dumps(dict(self.tool.settings))]
        here = Path(self.tool.place).parent if self.tool.place and Path(self.tool.place).is_file() else None
        path = os.pathsep.join(p for p in (str(here or ""), str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")) if p)
        env = {"PYTHONPATH": path, "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}
        self.watched = Watched(command, memory=self.tool.memory, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
        said = self._line(STARTING)
        if "absent" in said:
            self.close()
            raise NotFound(f"the Python package {said['absent']} is not here", where=f"tool {self.tool.name}", remedy=self.tool.install or f"pip install {said['absent']}")
        if "broken" in said:
            self.close()
            raise BadInput(f"{self.target} cannot be had: {said['broken']}", where=f"tool {self.tool.name}", remedy=self.tool.install)
        return self.watched

    def _line(self, seconds: float) -> dict[str, Any]:
        assert self.watched is not None
        pipe = self.watched.process.stdout
        assert pipe is not None
        until = time.monotonic() + seconds
        try:
            while b"\n" not in self._rest:
                left = until - time.monotonic()
                if left <= 0:
                    raise Stopped(f"no answer in {seconds:g} s")
                self.watched.look()
                if select.select([pipe], [], [], min(left, 0.02))[0]:
                    chunk = os.read(pipe.fileno(), 1 << 16)
                    if not chunk:
                        raise Stopped(f"it ended, {_code(self.watched.process.wait(5))}{self._last_words()}")
                    self._rest += chunk
        except (Stopped, KeyboardInterrupt):
            self.close()
            raise
        line, _, self._rest = self._rest.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        return found

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {last[:200]}" if last else ""

    def close(self) -> None:
        if self.watched is not None:
            self.watched.end()
            for pipe in (self.watched.process.stdin, self.watched.process.stdout):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()
            self.watched = None


def _code(code: int) -> str:
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


def calling(tool: Description, works: list[Work]) -> Iterator[tuple[Work, object]]:
    """Each piece of work with the answer, or the reason why there is none (a :class:`Stopped`)."""
    callee = Callee(tool)
    try:
        for work in works:
            try:
                yield work, callee.ask(work)
            except Stopped as why:
                yield work, why
    finally:
        callee.close()
