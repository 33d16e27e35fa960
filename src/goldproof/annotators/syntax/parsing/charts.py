"""The best bracketing of each sentence of a batch, and the weight of all bracketings, span by span from the short to the long.

``scores[b, i, j]`` is what a span from boundary ``i`` to boundary ``j`` is worth; a sentence of ``n`` tokens has boundaries 0 to ``n``. A bracketing has
every token and ``n - 1`` longer spans that do not cross (Cocke-Kasami-Younger without a grammar). For all sentences of a batch, a width is one step: the
left parts are read by where they begin, the right ones by where they end, so that both are slices.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def best(scores: Floats, lengths: NDArray[np.int64]) -> list[list[tuple[int, int]]]:
    """For each sentence the spans of two tokens and more of its best bracketing, the whole first; of equals, that with the shorter left parts."""
    number, size, _ = scores.shape
    begin = np.zeros((number, size, size), dtype=np.float32)
    end = np.zeros((number, size, size), dtype=np.float32)
    split = np.zeros((number, size, size), dtype=np.int32)
    edges = np.arange(size)
    begin[:, : size - 1, 1] = end[:, 1:, 1] = scores[:, edges[:-1], edges[1:]]
    for width in range(2, size):
        here = size - width
        both = begin[:, :here, 1:width] + end[:, width:, width - 1 : 0 : -1]
        at = both.argmax(axis=2)
        split[:, :here, width] = at
        value = np.take_along_axis(both, at[:, :, None], axis=2)[:, :, 0] + scores[:, edges[:here], edges[width:]]
        begin[:, :here, width] = value
        end[:, width:, width] = value
    return [_spans(split[b], n) for b, n in enumerate(lengths.tolist())]


def _spans(split: NDArray[np.int32], length: int) -> list[tuple[int, int]]:
    table = split[:length, : length + 1].tolist()
    out: list[tuple[int, int]] = []
    stack = [(0, length)]
    while stack:
        i, j = stack.pop()
        if j - i < 2:
            continue
        out.append((i, j))
        k = i + table[i][j - i] + 1
        stack.append((k, j))
        stack.append((i, k))
    return out


def marginals(torch: Any, scores: Any, lengths: Any) -> tuple[Any, Any]:
    """The logarithm of the sum of ``exp(score)`` over all bracketings of each sentence, and its gradient: the probability of each span.

    Inside and outside sums in torch, without its tape: that would keep every split of every span.
    """
    number, size, _ = scores.shape
    begin, end, below = (scores.new_zeros((number, size, size)) for _ in range(3))
    value = scores.diagonal(1, 1, 2)
    begin[:, : size - 1, 1] = value
    end[:, 1:, 1] = value
    for width in range(2, size):
        here = size - width
        both = begin[:, :here, 1:width] + end[:, width:, 1:width].flip(2)
        inner = both.logsumexp(2)
        below[:, :here, width] = inner
        value = inner + scores.diagonal(width, 1, 2)
        begin[:, :here, width] = value
        end[:, width:, width] = value
    which = torch.arange(number)
    total = begin[which, 0, lengths]
    from_begin, from_end = scores.new_zeros((number, size, size)), scores.new_zeros((number, size, size))
    from_begin[which, 0, lengths] = 1.0
    out = scores.new_zeros((number, size, size))
    for width in range(size - 1, 0, -1):
        here = size - width
        share = from_begin[:, :here, width] + from_end[:, width:, width]
        out.diagonal(width, 1, 2).copy_(share)
        if width > 1:
            both = begin[:, :here, 1:width] + end[:, width:, 1:width].flip(2)
            part = (both - below[:, :here, width, None]).exp_().mul_(share[:, :, None])
            from_begin[:, :here, 1:width] += part
            from_end[:, width:, 1:width] += part.flip(2)
    return total, out
