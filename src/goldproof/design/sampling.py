"""Which units a study is about: drawn at random, evenly over strata, in given shares from several sources."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

import numpy as np

from ..errors import BadInput
from ..model import Corpus, Unit
from .strata import strata_of

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


def draw_from_sources(sources: Sequence[object], strata: Sequence[object], shares: Mapping[str, float], n: int, *, seed: int = 1) -> list[int]:
    """Numbers of ``n`` items: in given shares from the sources (no shares: whatever source), and within each evenly over the strata."""
    if not shares:
        return draw_balanced(range(len(strata)), strata, n, seed=seed)
    members: dict[str, list[int]] = {}
    for i, source in enumerate(sources):
        members.setdefault(str(source), []).append(i)
    for name in shares:
        if name not in members:
            raise BadInput(f"there is no source {name!r}", remedy="there are: " + ", ".join(sorted(members)))
    chosen: list[int] = []
    numbers = whole_numbers(shares, n)
    for sequence, name in zip(np.random.SeedSequence(seed).spawn(len(shares)), sorted(shares), strict=True):
        mine = members[name]
        if numbers[name] > len(mine):
            raise BadInput(f"{numbers[name]} of its {len(mine)} cannot be drawn", where=f"source {name}", remedy="ask for fewer, or give it a smaller share")
        chosen += draw_balanced(mine, [strata[i] for i in mine], numbers[name], seed=int(sequence.generate_state(1)[0]))
    return sorted(chosen)


def sample(
    corpus: Corpus,
    n: int,
    *,
    by: str = "",
    bins: str = "",
    source: str = "",
    shares: Mapping[str, float] | None = None,
    groups: bool = False,
    exclude: Collection[str] = (),
    seed: int = 1,
) -> Corpus:
    """The corpus cut down to ``n`` of its units, in the order in which they stand.

    ``by`` balances over language, document, study, character, group or any attribute of the units; ``bins="score:5"`` over five bins of equal width of a
    number (an attribute of the units, or a layer of ratings; ``score:5:0:1`` from 0 to 1); both together over their combinations. ``shares``
    ({"anaerobiosis": 0.4, "general": 0.6}) are of what ``source`` names, and each source is balanced by itself. ``groups``: whole groups are drawn
    instead (``n`` of them), so that parallel units and the states of a character stay together. ``exclude`` are units that must not come.

    A pilot by ``bins`` with two sources is how the pairs of Lithgow-Serrano et al. 2019 were chosen.
    """
    if shares and not source:
        raise BadInput("shares of which sources?", remedy="name what tells them apart: source=document, or an attribute of the units")
    barred = set(exclude)
    for unit in barred:
        corpus.unit(unit)
    left = [u for u in corpus.units if u.id not in barred]
    lots = first_of_each_group(left) if groups else left
    if n > len(lots):
        what = "groups" if groups else "units"
        raise BadInput(f"{n} of {len(lots)} {what} cannot be drawn", where=corpus.name or "corpus", remedy=f"there are {len(lots)} {what} to draw from")
    strata = strata_of(corpus, lots, by=by, bins=bins)
    sources = strata_of(corpus, lots, by=source) if source else [()] * len(lots)
    chosen = [lots[i] for i in draw_from_sources([s[0] if s else "" for s in sources], strata, shares or {}, n, seed=seed)]
    if not groups:
        return corpus.only(u.id for u in chosen)
    names = {u.group or u.id for u in chosen}
    return corpus.only(u.id for u in left if (u.group or u.id) in names)


def first_of_each_group(units: Sequence[Unit]) -> list[Unit]:
    """A unit of no group is a group of its own."""
    return list({(u.group or u.id): u for u in reversed(units)}.values())[::-1]
