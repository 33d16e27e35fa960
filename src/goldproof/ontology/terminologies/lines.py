"""Lines of files that are too large to be held: as text, and as bytes."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from ...errors import BadInput
from ...formats.files import head


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """The bytes of a file, unpacked if it is gzip; whatever goes wrong is one line."""
    start = head(path, 4)
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput("in UTF-16, not UTF-8", where=path, remedy="save the file as UTF-8")
    try:
        if start.startswith(b"\x1f\x8b"):
            with gzip.open(path, "rb") as packed:
                yield cast(IO[bytes], packed)
        else:
            with path.open("rb") as file:
                yield file
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(f"cannot be read: {getattr(error, 'strerror', None) or error}", where=path) from None


@contextmanager
def text_of(path: Path) -> Iterator[IO[str]]:
    """The same as UTF-8 text, line ends as they are, without a byte order mark."""
    with opened(path) as file:
        try:
            yield io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
        except UnicodeDecodeError as error:
            raise BadInput(f"not UTF-8 text ({error.reason})", where=path, remedy="save the file as UTF-8") from None


def first_line(path: Path) -> str:
    """The first line, or as much of it as is of any use for guessing."""
    with opened(path) as file:
        return file.readline(65536).decode("utf-8-sig", "replace")
