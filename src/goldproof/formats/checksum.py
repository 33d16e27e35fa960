"""What a corpus, a layer or a document says, as a checksum: the same content has the same one, whoever read it from where."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import islice

from ..model import Corpus, Document, Layer
from .native import layer_lines, lines

SHORT = 12
"""Hex digits that a person is shown: enough to tell a million things apart with a chance of error of one in 500."""


def checksum(content: Corpus | Layer | Document, *, short: bool = False) -> str:
    """SHA-256 over the native lines, each with its line end (``short``: the first 12 of its 64 hex digits).

    The checksum of a corpus is that of its native file, uncompressed. How names are numbered inside the columns has no part
    in it; the order of documents, units, layers and judgements has.
    """
    digest = hashlib.sha256()
    for line in _lines(content):
        digest.update(line.encode("utf-8", "surrogatepass"))
        digest.update(b"\n")
    return digest.hexdigest()[:SHORT] if short else digest.hexdigest()


def _lines(content: Corpus | Layer | Document) -> Iterable[str]:
    match content:
        case Corpus():
            return lines(content)
        case Layer():
            return layer_lines(content)
        case Document():
            return islice(lines(Corpus((content,))), 1, 2)
