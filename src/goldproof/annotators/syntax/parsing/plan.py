"""How a parser is trained."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """``epochs`` over the sentences in batches of ``batch`` places; ``rate`` rises over the first and falls as a cosine; ``minutes``: it falls in that time
    instead, if that is sooner. ``hide`` says how often a word is hidden, a rare one more often: hide / (hide + its count); ``hide_any`` at least;
    ``hide_tags`` and ``hide_pieces`` the share of tags, and of beginnings and endings, that are. ``average``: how much of the average of the parameters stays
    at a step. ``fast``: products of matrices in bfloat16."""

    epochs: int = 32
    batch: int = 1600
    rate: float = 0.0025
    decay: float = 0.01
    dropout: float = 0.33
    inner_dropout: float = 0.25
    hide: float = 1.0
    hide_any: float = 0.05
    hide_tags: float = 0.15
    hide_pieces: float = 0.05
    average: float = 0.998
    fast: bool = True
    minutes: float = 0.0
