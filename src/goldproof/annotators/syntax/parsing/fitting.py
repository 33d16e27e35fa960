"""The training itself: batches in chance order, Adam with a rate that rises and falls, an average of the parameters that is what is kept."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from .batches import Batch, Example, batch_of, cut
from .learner import Learner, Tensors, arrays, fresh
from .lexicon import FIRST, UNKNOWN
from .plan import Plan
from .sizes import Sizes

# What a part of the loss weighs; heads learn more slowly than brackets.
WEIGHT = {"arcs": 1.5, "relations": 1.0, "brackets": 1.0, "labels": 0.7, "tags": 0.3}


class Stop(Exception):
    """Said by the listener: it is enough."""


def batches_of(examples: Sequence[Example], tokens: int, chance: np.random.Generator | None) -> list[Batch]:
    """In chance order: pools of sentences are drawn, cut by length, and their batches shuffled."""
    if chance is None:
        return [batch_of([examples[i] for i in part]) for part in cut([len(x.numbers) - 2 for x in examples], tokens)]
    order = chance.permutation(len(examples))
    out: list[list[int]] = []
    pool = max(1, len(order) // 4)
    for at in range(0, len(order), pool):
        here = order[at : at + pool]
        out += [[int(here[i]) for i in part] for part in cut([len(examples[i].numbers) - 2 for i in here], tokens)]
    return [batch_of([examples[i] for i in out[k]]) for k in chance.permutation(len(out))]


def hidden(batch: Batch, often: np.ndarray[Any, Any], plan: Plan, chance: np.random.Generator) -> Any:
    """The numbers of a batch with words, tags and pieces replaced by *unknown* here and there."""
    numbers = batch.numbers.copy()
    real = numbers >= FIRST
    count = often[numbers[..., 0]]
    drop = chance.random(count.shape) < np.maximum(plan.hide / (plan.hide + np.maximum(count, 1)), plan.hide_any)
    numbers[..., 0][drop & real[..., 0]] = UNKNOWN
    # The beginning and the endings of a form go together: a word of which nothing but tag and shape is known.
    drop = chance.random(count.shape) < plan.hide_pieces
    for i in (1, 2, 3):
        numbers[..., i][drop & real[..., i]] = UNKNOWN
    # At the edges of a sentence the shape is its surroundings, which may not be known.
    drop = chance.random(count.shape[1]) < plan.hide_pieces
    for t, at in ((np.zeros_like(batch.lengths), 4), (batch.lengths + 1, 4)):
        numbers[t[drop], np.flatnonzero(drop), at] = UNKNOWN
    drop = chance.random(count.shape) < plan.hide_tags
    numbers[..., 5][drop & real[..., 5]] = UNKNOWN
    return torch.from_numpy(numbers)


@dataclass
class Fit:
    """A training under way; ``averaged`` is the best that there is at any time."""

    plan: Plan
    sizes: Sizes
    weights: Tensors
    averaged: Tensors
    epoch: int = 0
    steps: int = 0
    interrupted: bool = False

    def arrays(self) -> dict[str, Any]:
        return arrays(self.averaged)


def fit(
    examples: Sequence[Example], often: np.ndarray[Any, Any], rows: dict[str, int], relations: int, labels: int, *, sizes: Sizes, plan: Plan, seed: int,
    told: Callable[[Fit, float, float], None], start: Mapping[str, Any] | None = None,
) -> Fit:  # fmt: skip
    """Parameters for examples, from those of ``start`` if there are any. ``told`` hears after each epoch: the training so far, the mean loss of a token, and
    seconds; it raises :class:`Stop` to end it. So does an interruption, if anything has been learnt."""
    torch.manual_seed(seed)
    weights = fresh(sizes, rows, relations, labels, seed)
    if start is not None:
        weights = {name: torch.tensor(start[name], requires_grad=True) for name in weights}
    state = Fit(plan, sizes, weights, {k: v.detach().clone() for k, v in weights.items()})
    chance = np.random.default_rng(seed)
    drops = torch.Generator().manual_seed(seed)
    learner = Learner(weights, sizes, plan.dropout, plan.inner_dropout, plan.fast, drops)
    matrices = [v for k, v in weights.items() if k.endswith(("weights", ".both")) or ".left" in k or ".right" in k]
    others = [v for k, v in weights.items() if all(v is not m for m in matrices)]
    groups = [{"params": matrices, "weight_decay": plan.decay}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.98), eps=1e-8, fused=True)
    each = len(batches_of(examples, plan.batch, chance))
    whole = max(1, each * plan.epochs)
    warm = max(1, min(whole // 10, each))
    begun = time.perf_counter()
    try:
        for epoch in range(plan.epochs):
            loss_sum, tokens = 0.0, 0
            for batch in batches_of(examples, plan.batch, chance):
                now = min(state.steps / whole, 1.0)
                if plan.minutes:
                    now = max(now, min(1.0, (time.perf_counter() - begun) / 60 / plan.minutes))
                factor = min(1.0, (state.steps + 1) / warm) * (0.5 * (1 + math.cos(math.pi * now)) * 0.98 + 0.02)
                for group in optimiser.param_groups:
                    group["lr"] = plan.rate * factor
                parts = learner.losses(batch, hidden(batch, often, plan, chance))
                size = int(batch.lengths.sum())
                loss = sum(value * WEIGHT[name] for name, value in parts.items()) / size
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_([v for v in weights.values() if v.grad is not None], 1.0)
                optimiser.step()
                state.steps += 1
                keep = min(plan.average, (1 + state.steps) / (10 + state.steps))
                with torch.no_grad():
                    torch._foreach_lerp_(list(state.averaged.values()), list(weights.values()), 1 - keep)
                loss_sum += float(loss.detach()) * size
                tokens += size
            state.epoch = epoch + 1
            told(state, loss_sum / max(tokens, 1), time.perf_counter() - begun)
            if plan.minutes and time.perf_counter() - begun > 60 * plan.minutes:
                break
    except Stop:
        pass
    except KeyboardInterrupt:
        if not state.steps and start is None:
            raise
        state.interrupted = True
    return state
