"""One writing process a file: a lock beside the database, which the system lets go when the process dies, however it dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..errors import BadInput
from .refusals import Locked

if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock on ``path``.lock. Readers need none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.with_name(path.name + ".lock")
        self._handle: int | None = None

    def take(self) -> None:
        """Take the lock at once, or say who has it."""
        while self._handle is None:
            try:
                handle = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise BadInput(f"cannot be written: {error.strerror}", where=self.path) from None
            try:
                _take(handle)
                # Whoever had it may have removed the file between our opening and our locking: then it is no lock at all.
                if self._same(handle):
                    os.ftruncate(handle, 0)
                    os.write(handle, str(os.getpid()).encode())
                    self._handle = handle
                else:
                    os.close(handle)
            except OSError:
                owner = os.pread(handle, 20, 0).decode("ascii", "replace") if hasattr(os, "pread") else ""
                os.close(handle)
                raise Locked(
                    "another writer is at work on this project" + (f" (process {owner})" if owner else ""),
                    where=self.path,
                    remedy="stop it first, work through it, or keep the project in PostgreSQL; reading is always possible",
                ) from None

    def _same(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self._file))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        if self._handle is not None:
            # Removed while it is still locked: nobody can have taken it in between.
            self._file.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None
