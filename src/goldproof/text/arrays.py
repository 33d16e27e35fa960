"""A file of plain arrays that is ready at once: read by mapping it into memory, so that only what is used is ever loaded. Nothing in it is run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from .strings import Strings

Arrays = Mapping[str, NDArray[Any]]
_SIGN = b"goldproof arrays 1\n"
_ALIGN = 64


class Damaged(ValueError):
    """Not a whole file of this kind."""


def write_arrays(out: BinaryIO, arrays: Arrays, about: Mapping[str, Any]) -> None:
    """The arrays one behind the other, after a head that says where each is; ``about`` are JSON values."""
    table: dict[str, tuple[str, list[int], int]] = {}
    at = 0
    for name, array in arrays.items():
        table[name] = array.dtype.newbyteorder("<").str, list(array.shape), at
        at += -(-array.nbytes // _ALIGN) * _ALIGN
    head = json.dumps({"about": about, "arrays": table, "size": at}).encode()
    start = _SIGN + f"{len(head):012d}\n".encode() + head
    out.write(start + b" " * (-len(start) % _ALIGN))
    for array in arrays.values():
        data = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        out.write(data.view(np.uint8).data if data.size else b"")
        out.write(b"\0" * (-array.nbytes % _ALIGN))


def read_arrays(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What the file is about, and its arrays, which cannot be changed; :class:`Damaged` where it is not whole."""
    try:
        data = np.memmap(path, np.uint8, "r")
        begin = len(_SIGN) + 13
        if bytes(data[: len(_SIGN)]) != _SIGN:
            raise Damaged("not a file of arrays")
        size = int(bytes(data[len(_SIGN) : begin]))
        head = json.loads(bytes(data[begin : begin + size]))
        start = begin + size + -(begin + size) % _ALIGN
        if start + head["size"] != len(data):
            raise Damaged("the file is not whole")
        arrays: dict[str, NDArray[Any]] = {}
        for name, (kind, shape, at) in head["arrays"].items():
            dtype = np.dtype(kind)
            if dtype.hasobject or at < 0:
                raise Damaged("not a file of arrays")
            count = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
            if start + at + count > len(data):
                raise Damaged("the file is not whole")
            arrays[name] = np.asarray(data[start + at : start + at + count]).view(dtype).reshape(shape)
        return head["about"], arrays
    except Damaged:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise Damaged(f"not a whole file of arrays ({type(error).__name__})") from None


def of_strings(name: str, strings: Strings) -> dict[str, NDArray[Any]]:
    """Strings as two arrays."""
    return {f"{name}.data": np.frombuffer(strings.data, np.uint8), f"{name}.at": strings.at}


def strings_of(arrays: Arrays, name: str) -> Strings:
    """The strings of two arrays."""
    return Strings(arrays[f"{name}.data"].tobytes(), arrays[f"{name}.at"])
