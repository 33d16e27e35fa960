"""One recogniser in several processes. The result is the same as in one: texts are dealt out in order and put together in order."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_all_start_methods, get_context
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .index import Index
    from .recogniser import Hits, Recogniser

SHARE = 1 << 20
"""Characters of a share of work: enough to be worth sending."""
_held: list[tuple[Recogniser, Index, str]] = []


def run(recogniser: Recogniser, index: Index, texts: Sequence[str], language: str, jobs: int) -> Hits:
    from .recogniser import Hits

    shares = _shares(texts) if jobs > 1 else []
    if len(shares) < 2:
        return recogniser.hits(index, texts, language)
    # A forked process has the index already; elsewhere it is sent once to each.
    method = "fork" if "fork" in get_all_start_methods() else "spawn"
    with ProcessPoolExecutor(min(jobs, len(shares)), get_context(method), _hold, (recogniser, index, language)) as pool:
        parts = list(pool.map(_work, [list(texts[a:b]) for a, b in shares]))
    return Hits.together([replace(part, unit=part.unit + a) for part, (a, _) in zip(parts, shares, strict=True)])


def _shares(texts: Sequence[str]) -> list[tuple[int, int]]:
    shares: list[tuple[int, int]] = []
    begin = size = 0
    for i, text in enumerate(texts):
        size += len(text)
        if size >= SHARE:
            shares.append((begin, i + 1))
            begin, size = i + 1, 0
    if begin < len(texts):
        shares.append((begin, len(texts)))
    return shares


def _hold(recogniser: Recogniser, index: Index, language: str) -> None:
    _held[:] = [(recogniser, index, language)]


def _work(texts: list[str]) -> Hits:
    recogniser, index, language = _held[0]
    return recogniser.hits(index, texts, language)
