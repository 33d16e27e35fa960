"""A process under watch: so many seconds, so many megabytes, it and all its children; then it is ended.

Memory is that of the whole process group as Linux tells it in /proc (resident pages). Where there is no /proc the shell's ``ulimit -v`` holds each process instead.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from ...errors import NotFound

PROC = Path("/proc")
_TICK, _TICKS = 0.005, 0.05
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Stopped(Exception):
    """Why a process was ended, for a person to read."""


class Watched:
    """A process of its own group, to be looked at now and then (:meth:`look`)."""

    def __init__(self, command: Sequence[str], *, memory: int = 0, cwd: Path | None = None, env: Mapping[str, str] | None = None,
                 stdin: IO[bytes] | int = subprocess.DEVNULL, stdout: IO[bytes] | int = subprocess.DEVNULL, stderr: IO[bytes] | int = subprocess.DEVNULL) -> None:  # fmt: skip
        self.memory = memory
        words = list(command)
        if memory and not PROC.is_dir():
            words = ["/bin/sh", "-c", f'ulimit -v {memory * 1024}; exec "$@"', "sh", *words]
        try:
            self.process = subprocess.Popen(words, cwd=cwd, env=None if env is None else {**os.environ, **env}, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True)
        except (FileNotFoundError, PermissionError) as error:
            raise NotFound(f"{command[0]} cannot be run: {error.strerror}") from None
        self._next, self._step = 0.0, _TICK

    def look(self) -> None:
        """End the process and say why, if it has more memory than it may; asked often, it looks only now and then."""
        now = time.monotonic()
        if not self.memory or now < self._next:
            return
        self._next = now + 0.02
        used = resident(self.process.pid)
        if used > self.memory * 1_000_000:
            self.end()
            raise Stopped(f"more than {self.memory} MB of memory")

    def wait(self, seconds: float) -> int:
        """Its exit code; :class:`Stopped` if it takes longer, or more memory."""
        until = time.monotonic() + seconds
        try:
            while True:
                try:
                    return self.process.wait(self._step)
                except subprocess.TimeoutExpired:
                    self._step = min(self._step * 1.5, _TICKS)
                if time.monotonic() > until:
                    raise Stopped(f"no answer in {seconds:g} s")
                self.look()
        finally:
            if self.process.poll() is None:
                self.end()

    def end(self) -> None:
        """It and all that it began."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(5)


def resident(group: int) -> int:
    """Bytes in memory of all processes of a group; 0 where the system does not say."""
    total = 0
    with suppress(OSError):
        for place in PROC.iterdir():
            if place.name.isdigit():
                with suppress(OSError, ValueError, IndexError):
                    # The name of a process may hold blanks and brackets: the fields begin behind its last bracket.
                    fields = (place / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                    if int(fields[2]) == group:
                        total += int(fields[21]) * _PAGE
    return total
