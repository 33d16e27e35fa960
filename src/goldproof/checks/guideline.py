"""What an annotation guideline allows, as far as a machine can check it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import NotFound
from ..model import Scale


@dataclass(frozen=True, slots=True)
class Guideline:
    """The yes-or-no settings say whether a thing may be; whatever is allowed is not reported.

    ``below`` are the terms under which every concept must lie. ``languages`` are those that every group of parallel
    units must have (by default those that its neighbours have). ``labels`` are the categories that trees may use.
    ``scale`` is the scale of ratings, where a layer does not bring its own. ``rare``: a tree label is rare that
    stands no more often than this.
    """

    nesting: bool = True
    crossing: bool = False
    same_span: bool = False
    several_concepts: bool = True
    discontinuous: bool = True
    no_span: bool = False
    below: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    labels: frozenset[str] = frozenset()
    scale: Scale | None = None
    rare: int = 3

    def with_settings(self, *, allow: tuple[str, ...] = (), forbid: tuple[str, ...] = ()) -> Guideline:
        """The guideline with some things allowed and others forbidden, by the names in SETTINGS."""
        for name in (*allow, *forbid):
            if name not in SETTINGS:
                raise NotFound(f"a guideline has no setting {name!r}", remedy="there are: " + ", ".join(SETTINGS))
        changes = dict.fromkeys(map(_field, allow), True) | dict.fromkeys(map(_field, forbid), False)
        return replace(self, **changes)  # type: ignore[arg-type]  # the names of bool fields only


def _field(name: str) -> str:
    return name.replace("-", "_")


SETTINGS: dict[str, str] = {
    "nesting": "a mention inside another",
    "crossing": "two mentions of which each holds a part of the other only",
    "same-span": "two mentions of the same span with different concepts",
    "several-concepts": "a mention with several concepts",
    "discontinuous": "a mention of several fragments",
    "no-span": "a mention of a whole unit, without a span",
}
"""What can be allowed or forbidden by name, and what it means."""

