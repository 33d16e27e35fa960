"""The network in torch, for training: the same sums as :mod:`.network`, with dropout, losses and gradients.

Parameters are a dictionary of tensors, not modules, so that what is trained is what is kept. Products of matrices are in ``bfloat16`` if the setting says
so: four times as fast where the processor knows it, and no worse.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functional

from .batches import Batch
from .charts import marginals
from .lexicon import FIELDS
from .sizes import Sizes

Tensors = dict[str, Any]


def fresh(sizes: Sizes, rows: Mapping[str, int], relations: int, labels: int, seed: int) -> Tensors:
    """Parameters before training; ``rows`` are the rows of the tables, ``relations`` and ``labels`` are 0 where there is nothing of the kind to learn."""
    chance = torch.Generator().manual_seed(seed)
    made: Tensors = {}

    def matrix(name: str, n: int, m: int, gain: float = 1.0) -> None:
        made[name] = (torch.rand(n, m, generator=chance) * 2 - 1) * gain * math.sqrt(6.0 / (n + m))

    def vector(name: str, n: int, value: float = 0.0) -> None:
        made[name] = torch.full((n,), value)

    for name in FIELDS:
        made[f"table.{name}"] = torch.randn(rows[name], sizes.table(name), generator=chance) * 0.3
        made[f"table.{name}"][0] = 0
    width = sum(sizes.table(name) for name in FIELDS)
    state = sizes.state
    for layer in range(sizes.layers):
        entry = width if layer == 0 else 2 * state
        parts = [(torch.rand(entry, 2 * state, generator=chance) * 2 - 1) * math.sqrt(3.0 / entry) for _ in range(4 if layer == 0 else 3)]
        made[f"layer{layer}.weights"] = torch.cat(parts, 1)
        # What a layer adds is little at first: its reset gate is nearly closed.
        made[f"layer{layer}.bias"] = torch.cat([torch.zeros(4 * state), torch.full((2 * state,), -1.0)])
        for gate in ("forget", "reset"):
            made[f"layer{layer}.{gate}"] = (torch.rand(2 * state, generator=chance) * 2 - 1) * 0.5
    matrix("tags.weights", 2 * state, rows["tags"])
    vector("tags.bias", rows["tags"])
    for task, classes in (("heads", relations), ("spans", labels)):
        if classes:
            for side in ("left", "right"):
                matrix(f"{task}.{side}", 2 * state, sizes.arcs + sizes.names)
                vector(f"{task}.{side}.bias", sizes.arcs + sizes.names)
            matrix(f"{task}.both", sizes.arcs, sizes.arcs, 0.5)
            made[f"{task}.one"] = torch.zeros(2, sizes.arcs)
            matrix(f"{task}.names", 2 * sizes.names, classes)
            vector(f"{task}.names.bias", classes)
    for tensor in made.values():
        tensor.requires_grad_(True)
    return made


class _Layer(torch.autograd.Function):  # type: ignore[misc]
    """``f_t = sigmoid(a_t + v c_{t-1})``, ``c_t = f_t c_{t-1} + (1 - f_t) u_t``, ``r = sigmoid(b + w c)``, ``skip + r (c - skip)``; ``found`` is ``u, a, b``.

    The first half of the width is read forwards, the second backwards. The gradient is by hand: its tape would be the bulk of the work.
    """

    @staticmethod
    def forward(context: Any, found: Any, skip: Any, v: Any, w: Any) -> Any:
        u, a, b = found.split(skip.shape[2], 2)
        half = skip.shape[2] // 2
        states, gates = torch.empty_like(skip), torch.empty_like(skip)
        for part, times in ((slice(0, half), range(len(u))), (slice(half, None), range(len(u) - 1, -1, -1))):
            before = torch.zeros_like(u[0, :, part])
            weight = v[part]
            for t in times:
                f = torch.addcmul(a[t, :, part], weight, before, out=gates[t, :, part]).sigmoid_()
                before = torch.lerp(u[t, :, part], before, f, out=states[t, :, part])
        r = torch.addcmul(b, w, states).sigmoid_()
        context.save_for_backward(u, skip, v, w, states, gates, r)
        return torch.lerp(skip, states, r)

    @staticmethod
    def backward(context: Any, above: Any) -> Any:
        u, skip, v, w, states, gates, r = context.saved_tensors
        half = skip.shape[2] // 2
        grown = torch.empty((*skip.shape[:2], 3 * skip.shape[2]))
        to_u, to_a, to_b = grown.split(skip.shape[2], 2)
        straight = above * r
        torch.mul((states - skip).mul_(above - straight), r, out=to_b)
        total = torch.addcmul(straight, to_b, w)
        previous = torch.zeros_like(states)
        previous[1:, :, :half] = states[:-1, :, :half]
        previous[:-1, :, half:] = states[1:, :, half:]
        slope = (previous - u).mul_(gates).mul_(1 - gates)
        keep = torch.addcmul(gates, slope, v)
        for part, times in ((slice(0, half), range(len(u) - 1, 0, -1)), (slice(half, None), range(len(u) - 1))):
            step = -1 if part.start == 0 else 1
            for t in times:
                total[t + step, :, part].addcmul_(total[t, :, part], keep[t, :, part])
        torch.mul(total, slope, out=to_a)
        torch.sub(total, total * gates, out=to_u)
        return grown, above - straight, (to_a * previous).sum((0, 1)), (to_b * states).sum((0, 1))


layer_function: Any = _Layer.apply


@dataclass
class Learner:
    """Losses of batches."""

    weights: Tensors
    sizes: Sizes
    dropout: float
    inner_dropout: float
    fast: bool
    chance: Any

    def product(self, x: Any, w: Any) -> Any:
        return (x.bfloat16() @ w.bfloat16()).float() if self.fast else x @ w

    def _dropped(self, x: Any, share: float, *, axes: tuple[int, ...] = ()) -> Any:
        """Dropout; along ``axes`` the same for all."""
        if not share or self.chance is None:
            return x
        shape = [1 if i in axes else n for i, n in enumerate(x.shape)]
        return x * (torch.rand(shape, generator=self.chance) >= share) / (1 - share)

    def encode(self, numbers: Any, mask: Any) -> Any:
        """A vector for each place of each sentence: (time, sentence, 2 * state), the first half read forwards, the second backwards."""
        w, state = self.weights, self.sizes.state
        x = torch.cat([functional.embedding(numbers[..., i], w[f"table.{name}"], padding_idx=0) for i, name in enumerate(FIELDS)], 2)
        x = self._dropped(x, self.inner_dropout, axes=(0,))
        there = mask[:, :, None].float()
        for layer in range(self.sizes.layers):
            flat = functional.layer_norm(x, x.shape[-1:])
            if layer:
                flat = self._dropped(flat, self.inner_dropout, axes=(0,))
            found = self.product(flat, w[f"layer{layer}.weights"])
            skip = found[..., 6 * state :] if layer == 0 else x
            # Behind the end of a sentence there is nothing, or what is read backwards would begin with the constants.
            found = torch.addcmul(found[..., : 6 * state], there, w[f"layer{layer}.bias"])
            x = layer_function(found, skip, w[f"layer{layer}.forget"], w[f"layer{layer}.reset"]) * there
        return functional.layer_norm(x, x.shape[-1:])

    def _sides(self, task: str, left: Any, right: Any) -> tuple[Any, Any, Any, Any]:
        w, arcs = self.weights, self.sizes.arcs
        out = []
        for side, x in (("left", left), ("right", right)):
            y = functional.leaky_relu(self.product(x, w[f"{task}.{side}"]) + w[f"{task}.{side}.bias"], 0.1)
            y = self._dropped(y, self.dropout, axes=(0,))
            out += [y[..., :arcs].transpose(0, 1), y[..., arcs:].transpose(0, 1)]
        return out[0], out[1], out[2], out[3]

    def scores(self, task: str, left: Any, right: Any) -> Any:
        """(sentence, left, right): what each pair of places is worth."""
        w = self.weights
        both = torch.bmm(self.product(left, w[f"{task}.both"]), right.transpose(1, 2))
        one = w[f"{task}.one"]
        return both + (left @ one[0])[:, :, None] + (right @ one[1])[:, None, :]

    def names(self, task: str, left: Any, right: Any) -> Any:
        """What each name is worth for chosen pairs."""
        w = self.weights
        both = torch.cat([left * right, functional.leaky_relu(left + right, 0.1)], 1)
        return self.product(both, w[f"{task}.names"]) + w[f"{task}.names.bias"]

    def losses(self, batch: Batch, numbers: Any) -> dict[str, Any]:
        """Sums of losses by part; ``numbers`` are those of the batch after words and tags were dropped."""
        mask = torch.from_numpy(batch.mask)
        y = self._dropped(self.encode(numbers, mask), self.inner_dropout, axes=(0,))
        out: dict[str, Any] = {}
        gone = torch.from_numpy(batch.numbers[..., 5] >= 4) & (numbers[..., 5] < 4)
        if gone.any():
            guessed = self.product(y[gone], self.weights["tags.weights"]) + self.weights["tags.bias"]
            out["tags"] = functional.cross_entropy(guessed, torch.from_numpy(batch.numbers[..., 5])[gone].long(), reduction="sum")
        if "heads.left" in self.weights and batch.heads is not None:
            out |= self._head_losses(batch, y)
        if "spans.left" in self.weights and batch.spans is not None:
            out |= self._span_losses(batch, y)
        return out

    def _head_losses(self, batch: Batch, y: Any) -> dict[str, Any]:
        assert batch.heads is not None
        arc, name, head_arc, head_name = self._sides("heads", y[1:-1], y[:-1])
        scores = self.scores("heads", arc, head_arc)
        scores = scores.masked_fill(torch.from_numpy(~batch.mask[1:].T)[:, None, :], -1e9)
        sentence, token, head, relation = (torch.from_numpy(x) for x in batch.heads)
        # The vectors of tokens begin behind the sentence's edge, those of heads with it.
        arcs = functional.cross_entropy(scores[sentence, token], head, reduction="sum")
        named = functional.cross_entropy(self.names("heads", name[sentence, token], head_name[sentence, head]), relation, reduction="sum")
        return {"arcs": arcs, "relations": named}

    def _span_losses(self, batch: Batch, y: Any) -> dict[str, Any]:
        assert batch.spans is not None
        state = self.sizes.state
        between = torch.cat([y[:-1, :, :state], y[1:, :, state:]], 2)
        left, left_name, right, right_name = self._sides("spans", between, between)
        scores = self.scores("spans", left, right)
        sentence, start, end, label = (torch.from_numpy(x) for x in batch.spans)
        with torch.no_grad():
            total, probable = marginals(torch, scores.detach(), torch.from_numpy(batch.lengths))
        # The gradient of the logarithm of the sum over all bracketings is the probability of each span.
        chosen = scores[sentence, start, end].sum()
        inner = (scores * probable).sum()
        brackets = inner - chosen + (total.sum() - inner).detach()
        named = functional.cross_entropy(self.names("spans", left_name[sentence, start], right_name[sentence, end]), label, reduction="sum")
        return {"brackets": brackets, "labels": named}


def arrays(weights: Tensors) -> dict[str, Any]:
    """Parameters as arrays of numpy."""
    return {name: np.ascontiguousarray(tensor.detach().float().numpy()) for name, tensor in weights.items()}
