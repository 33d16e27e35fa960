"""Agreement between the languages of parallel units: do the two sides of a pair name the same concepts?

A place in one text says nothing about a place in another, so only concepts are compared: each mention of a side counts with each of its concepts,
and finds at most one of the same concept on the other side (Kors et al. 2015). ``F1(on=concept)`` compares the sets of concepts instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from ..checks.groups import parallel
from ..errors import BadInput
from ..measures import Figure, score
from ..measures.bootstrap import DRAWS, LEVEL
from ..model import Corpus, Kind, Layer, Mention, Source

ALL = ""
"""The collection of all collections."""


def collection(group: str) -> str:
    """What a group of parallel units belongs to: its name before the last slash.

    >>> collection("Medline_EN_DE/0042")
    'Medline_EN_DE'
    """
    return group.rpartition("/")[0]


def across_languages(
    corpus: Corpus, layers: Layer | Iterable[Layer], measure: str = "F1", *, draws: int = DRAWS, level: float = LEVEL, seed: int = 1
) -> tuple[Figure, ...]:
    """For each pair of languages the agreement over all parallel units, then over those of each collection.

    ``layers``: one layer for all languages, or one for each. Units that were not judged on both sides are left out.
    """
    given = (layers,) if isinstance(layers, Layer) else tuple(layers)
    judged = sides(corpus, given)
    tongues = list(dict.fromkeys(language for side in judged.values() for language in side))
    homes = list(dict.fromkeys(collection(group) for group in judged))
    out: list[Figure] = []
    # Groups without a collection count in the whole only.
    for home in [ALL, *filter(None, homes)] if len(homes) > 1 else homes or [ALL]:
        for one, other in combinations(tongues, 2):
            both = {g: side for g, side in judged.items() if home in (ALL, collection(g)) and one in side and other in side}
            if both:
                a, b = (Layer.of(x, Source(x), Kind.MENTIONS, {g: side[x] for g, side in both.items()}) for x in (one, other))
                group = f"collection={home}" if home else ""
                found = score(a, b, measure, draws=draws, level=level, seed=seed, made_from=(("layer", ", ".join(la.name for la in given)),))
                out.append(_with_group(found, group))
    return tuple(out)


def sides(corpus: Corpus, layers: Iterable[Layer]) -> Mapping[str, Mapping[str, tuple[Mention, ...]]]:
    """Group -> language -> its mentions without their places, one concept each. A side that nobody judged is not there."""
    chosen = tuple(layers)
    for layer in chosen:
        if layer.kind is not Kind.MENTIONS:
            raise BadInput(f"holds {layer.kind.value}, and languages are compared by the concepts of mentions", where=f"layer {layer.name}")
    out: dict[str, dict[str, tuple[Mention, ...]]] = {}
    for group, languages in parallel(corpus).items():
        for language, units in languages.items():
            said = [found for layer in chosen for unit in units if (found := layer.get(unit.id)) is not None]
            if said:
                bare = tuple(Mention((), (c,)) for found in said for m in found for c in m.concepts)
                out.setdefault(group, {})[language] = bare
    return out


def _with_group(f: Figure, group: str) -> Figure:
    from dataclasses import replace

    return replace(f, group=group)
