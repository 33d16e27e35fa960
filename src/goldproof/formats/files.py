"""Bytes in and out: every file is checked when it is read, and none is ever half written."""

from __future__ import annotations

import codecs
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import BadInput, NotFound

LIMIT = 128 * 1024 * 1024
"""The largest file that is read whole, in bytes (GOLDPROOF_MAX_MB changes it)."""


def limit() -> int:
    return int(float(os.environ["GOLDPROOF_MAX_MB"]) * 1024 * 1024) if "GOLDPROOF_MAX_MB" in os.environ else LIMIT


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that exists, is a file, is not too large and is not empty."""
    size = _size(path)
    if size > limit():
        raise BadInput(
            f"{size / 1e6:.0f} MB in one file; the limit is {limit() / 1e6:.0f} MB",
            where=path,
            remedy="split the file, or set GOLDPROOF_MAX_MB",
        )
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=path) from None


def _size(path: Path) -> int:
    try:
        if path.is_dir():
            raise BadInput("is a folder, not a file", where=path)
        return path.stat().st_size
    except FileNotFoundError:
        raise NotFound("no such file", where=path) from None
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=path) from None


def read_text(path: Path, *, empty: bool = True) -> str:
    """The text of a UTF-8 file, line ends as they are, without a byte order mark."""
    data = read_bytes(path)
    if not data and not empty:
        raise BadInput("the file is empty", where=path)
    return decode(data.removeprefix(b"\xef\xbb\xbf"), path)


def read_document(path: Path) -> str:
    """The text of a document, every character as it is: offsets count a byte order mark and both halves of a line end."""
    return decode(read_bytes(path), path)


_MARKS = {b"\xef\xbb\xbf": "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def is_utf16(data: bytes) -> bool:
    """Whether bytes begin with the mark of UTF-16, which nothing in UTF-8 begins with."""
    return data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def decode(data: bytes, where: object) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if is_utf16(data):
            raise BadInput("in UTF-16, not UTF-8", where=where, remedy="save the file as UTF-8") from None
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"not UTF-8 text (byte {error.start}, line {line})", where=where, remedy="save the file as UTF-8"
        ) from None
    if "\0" in text:
        raise BadInput(f"a binary file, not text (a NUL at character {text.index(chr(0))})", where=where)
    return text


_GZIP = b"\x1f\x8b"


def unpacked(data: bytes, where: object) -> bytes:
    """The bytes, unpacked if they are gzip (one member or several); never more than the limit, whatever the file says."""
    if not data.startswith(_GZIP):
        return data
    out, most = [], limit()
    try:
        while data:
            member = zlib.decompressobj(31)
            out.append(member.decompress(data, most + 1))
            most -= len(out[-1])
            if most < 0:
                raise BadInput(f"more than {limit() / 1e6:.0f} MB when unpacked", where=where, remedy="split the file, or set GOLDPROOF_MAX_MB")
            if not member.eof:
                raise BadInput("the compressed file ends too early", where=where)
            data = member.unused_data.lstrip(b"\0")
    except zlib.error as error:
        raise BadInput(f"not a sound gzip file: {error}", where=where) from None
    return b"".join(out)


def peek(start: bytes, size: int = 8192) -> bytes:
    """The first bytes of what is inside a gzip file, from its own first bytes; for guessing. Other bytes as they are."""
    if not start.startswith(_GZIP):
        return start
    try:
        return zlib.decompressobj(31).decompress(start, size)
    except zlib.error:
        return b""


def head(path: Path, size: int = 8192) -> bytes:
    """The first bytes of a file, for guessing."""
    _size(path)
    try:
        with path.open("rb") as file:
            return file.read(size)
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=path) from None


def plain_head(path: Path) -> bytes:
    """The first bytes as UTF-8, whichever Unicode the file is in, for guessing: what a reader says of UTF-16 is clearer than "no known format"."""
    start = head(path)
    for mark, encoding in _MARKS.items():
        if start.startswith(mark):
            plain = start.removeprefix(mark).decode(encoding, "ignore").encode("utf-8", "ignore")
            # Whole lines only: who guesses cannot see any more that there was not room for all.
            return plain[: plain.rfind(b"\n") + 1] or plain if path.stat().st_size > len(start) else plain
    return start


def files_below(path: Path, *suffixes: str) -> list[Path]:
    """The file itself, or all files below a folder that end so, sorted by their path."""
    if not path.exists():
        raise NotFound("no such file or folder", where=path)
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise BadInput("is neither a file nor a folder", where=path)
    found = [Path(base) / name for base, _, names in os.walk(path) for name in names if name.endswith(suffixes)]
    return sorted(p for p in found if not p.name.startswith("."))


def name_below(path: Path, root: Path, *suffixes: str) -> str:
    """A document id from a file's place: its path below the root, with the longest of the suffixes off."""
    name = path.name if path == root or root.is_file() else path.relative_to(root).as_posix()
    for suffix in sorted(suffixes, key=len, reverse=True):
        if suffix and name.endswith(suffix):
            return name[: -len(suffix)]
    return name


def text_file(id: str, root: Path, suffix: str = "") -> Path:
    """A path for a document's file below the root; an id that would leave the root is refused."""
    parts = id.split("/")
    # A name that begins with a full stop would not be read back: such files are hidden.
    if not id or any(p in ("", ".", "..") for p in parts) or parts[-1].startswith(".") or "\\" in id or "\0" in id:
        raise BadInput("cannot be used as a file name", where=f"document {id!r}", remedy="rename the document")
    path = root.joinpath(*parts[:-1], parts[-1] + suffix)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def replacing(path: Path, *, force: bool = False) -> Iterator[Path]:
    """A temporary place beside ``path`` that takes its name once the block has ended well, and vanishes if not.

    The block may make a file or a folder of that name.
    """
    if path.exists() and not force:
        raise BadInput("is there already", where=path, remedy="choose another name, or agree with --force")
    if not path.parent.is_dir():
        raise NotFound("no such folder", where=path.parent)
    try:
        room = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=path) from None
    try:
        fresh = room / path.name
        yield fresh
        if path.is_dir() and not path.is_symlink():
            path.rename(room / "old")
        fresh.replace(path)
    except OSError as error:
        if (room / "old").exists() and not path.exists():
            (room / "old").rename(path)
        raise BadInput(f"cannot be written: {error.strerror or error}", where=path) from None
    finally:
        shutil.rmtree(room, ignore_errors=True)


def write_text(path: Path, text: str) -> None:
    """UTF-8, line ends exactly as they are in the text."""
    if "\0" in text:  # it would be taken for a binary file when it is read
        raise BadInput("a text with a NUL in it cannot be written to a file of text", where=path.name, remedy="choose another format, such as native")
    path.write_bytes(text.encode("utf-8"))


def save_text(path: Path, text: str, *, force: bool = True) -> None:
    """A whole file, complete or not there at all."""
    with replacing(path, force=force) as fresh:
        write_text(fresh, text)


Writer = Callable[[Path], None]
