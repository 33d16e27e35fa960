"""The parts of a treebank label, taken apart once a label: NP-SBJ-1 is NP, SBJ and number 1."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..model import Node


@dataclass(frozen=True, slots=True)
class Parts:
    """``index`` is the number behind a dash (co-indexation), ``gap`` that behind an equals sign (gapping)."""

    category: str
    functions: tuple[str, ...] = ()
    index: int | None = None
    gap: int | None = None


@lru_cache(65536)
def parts(label: str) -> Parts:
    """
    >>> parts("NP-SBJ-1")
    Parts(category='NP', functions=('SBJ',), index=1, gap=None)
    >>> parts("-LRB-").category, parts("VP=2").gap
    ('-LRB-', 2)
    """
    if "-" not in label and "=" not in label:
        return Parts(label)
    node = Node(label)
    return Parts(node.category, node.functions, node.index, node.gap)


def joined(category: str, functions: tuple[str, ...] = (), index: int | None = None, gap: int | None = None) -> str:
    """A label of its parts.

    >>> joined("NP", ("SBJ",), 1)
    'NP-SBJ-1'
    """
    return category + "".join(f"-{f}" for f in functions) + ("" if index is None else f"-{index}") + ("" if gap is None else f"={gap}")
