"""Part-of-speech tags in two rounds: the first looks at words alone, the second also at what the first says of the neighbours and of the same word
elsewhere in the document (stacked learning: Cohen & Carvalho 2005)."""

from .tagger import TRAINER, model_of

__all__ = ["TRAINER", "model_of"]
