"""Mentions: labels of pieces of words by a conditional random field, put together to spans."""

from .recogniser import TRAINER, model_of

__all__ = ["TRAINER", "model_of"]
