"""Which units a study is about: drawn at random, evenly over strata, in given shares from several sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from ..errors import BadInput
from ..model import Corpus, Passage, State, Unit

T = TypeVar("T")


def draw(items: Sequence[T], n: int, *, seed: int = 1) -> list[T]:
    """``n`` of the items without replacement, in the order in which they stand."""
    if not 0 <= n <= len(items):
        raise BadInput(f"{n} of {len(items)} cannot be drawn")
    chosen = np.random.default_rng(seed).choice(len(items), size=n, replace=False)
    return [items[i] for i in np.sort(chosen).tolist()]


def draw_balanced(items: Sequence[T], strata: Sequence[object], n: int, *, seed: int = 1) -> list[T]:
    """``n`` items, as evenly over the strata as they allow: a stratum that is too small gives all it has, the others share the rest."""
    if len(items) != len(strata):
        raise BadInput(f"{len(items)} items with {len(strata)} strata")
    if not 0 <= n <= len(items):
        raise BadInput(f"{n} of {len(items)} cannot be drawn")
    members: dict[object, list[int]] = {}
    for i, stratum in enumerate(strata):
        members.setdefault(stratum, []).append(i)
    chance = np.random.default_rng(seed)
    quota = even_quotas({s: len(m) for s, m in members.items()}, n, chance)
    chosen = [m[i] for s, m in members.items() for i in chance.choice(len(m), size=quota[s], replace=False).tolist()]
    return [items[i] for i in sorted(chosen)]


def draw_shares(sources: Mapping[str, Sequence[T]], shares: Mapping[str, float], n: int, *, seed: int = 1) -> dict[str, list[T]]:
    """``n`` items from several sources in given shares (0.4 and 0.6); whole numbers by largest remainder."""
    if set(sources) != set(shares):
        raise BadInput(f"shares for {sorted(shares)} of the sources {sorted(sources)}")
    numbers = whole_numbers(shares, n)
    for name, number in numbers.items():
        if number > len(sources[name]):
            raise BadInput(f"{number} of {len(sources[name])} cannot be drawn", where=f"source {name}")
    seeds = np.random.SeedSequence(seed).spawn(len(sources))
    drawn = {}
    for sequence, name in zip(seeds, sorted(sources), strict=True):
        chosen = np.random.default_rng(sequence).choice(len(sources[name]), size=numbers[name], replace=False)
        drawn[name] = [sources[name][i] for i in np.sort(chosen).tolist()]
    return {name: drawn[name] for name in sources}


def bins(scores: Sequence[float], count: int, *, low: float | None = None, high: float | None = None) -> list[int]:
    """The number of the bin of equal width that each score falls into (the last one includes its upper end)."""
    if count < 1:
        raise BadInput(f"{count} bins")
    values = np.asarray(scores, dtype=np.float64)
    if not len(values):
        return []
    if np.isnan(values).any():
        raise BadInput("a score is not a number")
    bottom, top = float(values.min()) if low is None else low, float(values.max()) if high is None else high
    if top <= bottom:
        return [0] * len(values)
    return [int(i) for i in np.clip(np.floor((values - bottom) / (top - bottom) * count), 0, count - 1)]


def even_quotas(sizes: Mapping[object, int], n: int, chance: np.random.Generator) -> dict[object, int]:
    """How many to take from each stratum so that none gets more than one more than another, unless the other is exhausted."""
    quota = dict.fromkeys(sizes, 0)
    while n > 0:
        open_ = [s for s in sizes if quota[s] < sizes[s]]
        step = min(n // len(open_), min(sizes[s] - quota[s] for s in open_))
        if step == 0:
            # Fewer left than strata: which ones get one more is drawn.
            open_, step = [open_[i] for i in chance.choice(len(open_), size=min(n, len(open_)), replace=False).tolist()], 1
        for s in open_:
            quota[s] += step
        n -= step * len(open_)
    return quota


def whole_numbers(shares: Mapping[str, float], n: int) -> dict[str, int]:
    """Whole numbers in the given shares that add up to ``n``: the largest remainders are rounded up (Hamilton).

    >>> whole_numbers({"a": 0.4, "b": 0.6}, 171)
    {'a': 68, 'b': 103}
    """
    total = sum(shares.values())
    if total <= 0 or any(share < 0 for share in shares.values()):
        raise BadInput("shares are not negative and do not add up to nothing")
    exact = {name: n * share / total for name, share in shares.items()}
    numbers = {name: int(x + 1e-9) for name, x in exact.items()}
    for name in sorted(exact, key=lambda k: numbers[k] - exact[k])[: n - sum(numbers.values())]:
        numbers[name] += 1
    return numbers


# What units can be balanced by, beside any attribute of theirs.
STRATA: dict[str, Callable[[Corpus, Unit], object]] = {
    "language": lambda corpus, unit: unit.language,
    "group": lambda corpus, unit: unit.group,
    "document": lambda corpus, unit: unit.content.document if isinstance(unit.content, Passage) else "",
    "study": lambda corpus, unit: unit.content.study if isinstance(unit.content, State) else "",
    "character": lambda corpus, unit: unit.content.character if isinstance(unit.content, State) else "",
}


def sample(corpus: Corpus, n: int, *, by: str = "", seed: int = 1, groups: bool = False) -> tuple[str, ...]:
    """Ids of ``n`` units. ``by`` balances over language, study, document, character, group or any attribute of the units.

    ``groups``: whole groups are drawn instead (``n`` of them), so that parallel units and the states of a character stay together.
    """
    if groups:
        names = list(dict.fromkeys(unit.group or unit.id for unit in corpus.units))
        first = {(unit.group or unit.id): unit for unit in reversed(corpus.units)}
        strata = [stratum_of(corpus, first[name], by) for name in names]
        chosen = set(draw_balanced(names, strata, n, seed=seed) if by else draw(names, n, seed=seed))
        return tuple(unit.id for unit in corpus.units if (unit.group or unit.id) in chosen)
    ids = [unit.id for unit in corpus.units]
    if not by:
        return tuple(draw(ids, n, seed=seed))
    return tuple(draw_balanced(ids, [stratum_of(corpus, unit, by) for unit in corpus.units], n, seed=seed))


def stratum_of(corpus: Corpus, unit: Unit, by: str) -> object:
    if not by:
        return ""
    if by in STRATA:
        return STRATA[by](corpus, unit)
    if any(by in other.attributes for other in corpus.units[:1]) or by in unit.attributes:
        return unit.attributes.get(by, "")
    if not any(by in other.attributes for other in corpus.units):
        raise BadInput(f"no unit has a {by!r}", remedy="balance by: " + ", ".join(STRATA) + " or an attribute of the units")
    return ""
