"""How accurate each annotator is, and what is true, estimated together from who says what, without any gold.

Two models, both by expectation-maximisation from the majority's answer on, so that the same table always gives the same:

- Dawid & Skene 1979: each annotator has a table of his own, how often he says ``b`` where ``a`` is true.
- MACE (Hovy et al. 2013): an annotator knows the answer with probability ``c`` (his competence) and then says it; else he says anything, by
  habits of his own. Fewer parameters, so it holds with fewer answers; an answer out of habit tells nothing.

Equal rows of the table are counted together: time depends on how many different rows there are, not on how many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Answers = NDArray[np.int8]
Numbers = NDArray[np.float64]
MISSING = -1
ROUNDS, CLOSE = 200, 1e-7
SMOOTH = 0.01
"""Added to every count of answers: nothing is impossible because it did not happen here."""


@dataclass(frozen=True)
class Estimate:
    """``posterior[i, k]``: how probable it is that the answer to item i is k. ``accuracy[j]``: how often annotator j is right (for MACE his
    competence, how often he knows). ``likelihood`` is the logarithm of the last round's.
    """

    posterior: Numbers
    prior: Numbers
    accuracy: Numbers
    confusion: Numbers
    rounds: int
    likelihood: float


def dawid_skene(answers: Answers, classes: int) -> Estimate:
    """``answers[i, j]`` is what annotator j says of item i, from 0 to classes - 1, or -1 where he was not asked."""
    rows, which, times = _distinct(answers)
    truth = _majority(rows, classes)
    weight = times.astype(np.float64)
    before, rounds = -np.inf, 0
    for _ in range(ROUNDS):
        rounds += 1
        prior = (truth * weight[:, None]).sum(axis=0) + SMOOTH
        prior /= prior.sum()
        confusion = np.full((rows.shape[1], classes, classes), SMOOTH)
        for k in range(classes):
            # [annotator, truth, answer]: how much of each truth stands behind the rows where he says k.
            confusion[:, :, k] += (rows == k).T.astype(np.float64) @ (truth * weight[:, None])
        confusion /= confusion.sum(axis=2, keepdims=True)
        truth, likelihood = _expect(rows, np.log(prior), np.log(confusion), weight)
        if likelihood - before < CLOSE * max(1.0, abs(likelihood)):
            break
        before = likelihood
    accuracy = np.einsum("k,jkk->j", prior, confusion)
    return Estimate(truth[which], prior, accuracy, confusion, rounds, likelihood)


def mace(answers: Answers, classes: int) -> Estimate:
    """The same questions by MACE."""
    rows, which, times = _distinct(answers)
    weight = times.astype(np.float64)
    count = rows.shape[1]
    knows, habit = np.full(count, 0.5), np.full((count, classes), 1 / classes)
    truth = _majority(rows, classes)
    before, rounds = -np.inf, 0
    for _ in range(ROUNDS):
        rounds += 1
        prior = (truth * weight[:, None]).sum(axis=0) + SMOOTH
        prior /= prior.sum()
        # He says k where k is true because he knows it, or by habit: the share of the first.
        by_knowing = np.zeros(count)
        by_habit = np.full((count, classes), SMOOTH)
        for k in range(classes):
            said = (rows == k).T.astype(np.float64) * weight
            right = said @ truth[:, k]
            share = knows / (knows + (1 - knows) * habit[:, k])
            by_knowing += right * share
            by_habit[:, k] += said.sum(axis=1) - right * share
        knows = (by_knowing + SMOOTH) / (by_knowing + by_habit.sum(axis=1) + SMOOTH)
        habit = by_habit / by_habit.sum(axis=1, keepdims=True)
        confusion = (1 - knows)[:, None, None] * habit[:, None, :] + knows[:, None, None] * np.eye(classes)[None]
        truth, likelihood = _expect(rows, np.log(prior), np.log(confusion), weight)
        if likelihood - before < CLOSE * max(1.0, abs(likelihood)):
            break
        before = likelihood
    return Estimate(truth[which], prior, knows, confusion, rounds, likelihood)


def _distinct(answers: Answers) -> tuple[Answers, NDArray[np.intp], NDArray[np.intp]]:
    rows, which, times = np.unique(answers, axis=0, return_inverse=True, return_counts=True)
    return rows, which.reshape(-1), times


def _majority(rows: Answers, classes: int) -> Numbers:
    """The share of the annotators who give each answer."""
    share = np.stack([(rows == k).sum(axis=1) for k in range(classes)], axis=1) + SMOOTH
    return np.asarray(share / share.sum(axis=1, keepdims=True), dtype=np.float64)


def _expect(rows: Answers, prior: Numbers, confusion: Numbers, weight: Numbers) -> tuple[Numbers, float]:
    logs = np.tile(prior, (len(rows), 1))
    for j in range(rows.shape[1]):
        asked = rows[:, j] != MISSING
        logs[asked] += confusion[j][:, rows[asked, j]].T
    top = logs.max(axis=1, keepdims=True)
    whole = np.exp(logs - top).sum(axis=1, keepdims=True)
    return np.exp(logs - top) / whole, float((weight * (top + np.log(whole))[:, 0]).sum())
