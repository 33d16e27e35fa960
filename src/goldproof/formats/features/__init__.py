"""The catalogue of everything that a corpus can have: what formats declare to keep, and what is stripped if not."""

from __future__ import annotations

from collections.abc import Container

from ...model import Corpus
from .corpora import CORPUS
from .edges import EDGES
from .feature import Feature
from .layers import LAYERS
from .mentions import MENTIONS
from .parses import PARSES
from .phenotypes import PHENOTYPES, STATES
from .places import PLACES, SPACING
from .ratings import RATINGS
from .texts import TEXTS
from .tidy import TIDY

# In the order in which they are stripped: what goes first takes its details with it.
FEATURES: dict[str, Feature] = {
    f.name: f for f in (*LAYERS, *MENTIONS, *PHENOTYPES, *RATINGS, *TIDY, *PARSES, *CORPUS, *PLACES, *EDGES, SPACING, *TEXTS, *STATES)
}


_USUAL = frozenset(("spacing", "mention-inside-tokens", "mention-across-sentences", "kind-order"))


def present(corpus: Corpus) -> dict[str, str]:
    """The features that a corpus has, each with one place where it is."""
    found = {name: feature.present(corpus) for name, feature in FEATURES.items()}
    return {name: where for name, where in found.items() if where}


def strip(corpus: Corpus, names: Container[str]) -> Corpus:
    """The corpus without some features."""
    for name, feature in FEATURES.items():
        if name in names and feature.present(corpus):
            corpus = feature.strip(corpus)
    return corpus


def features(*names: str) -> frozenset[str]:
    """A set of feature names, each checked: a format cannot declare what does not exist. ``"mentions*"`` takes a family.

    What only formats of tokens and of several kinds lose is in the set unless it is taken out of it with a minus (``"-spacing"``).
    """
    out: set[str] = set(_USUAL)
    for name in names:
        if name.startswith("-") and name[1:] in _USUAL:
            out.discard(name[1:])
        elif name.endswith("*"):
            family = {n for n in FEATURES if n.startswith(name[:-1])}
            if not family:
                raise ValueError(f"no features {name}")
            out |= family
        elif name in FEATURES:
            out.add(name)
        else:
            raise ValueError(f"no feature {name}")
    return frozenset(out)


EVERYTHING = frozenset(FEATURES)

__all__ = ["EVERYTHING", "FEATURES", "Feature", "features", "present", "strip"]
