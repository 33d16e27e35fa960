"""The ontology and the corpus that measures of similarity ask, given for as long as a block lasts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..model import Layer

if TYPE_CHECKING:
    from ..ontology.similarity import Profiles, Subsumers


@dataclass
class Given:
    """What ``using`` gave. Profiles are kept, so that every comparison asks about a phenotype once."""

    subsumers: Subsumers
    corpus: tuple[Layer, ...] = ()
    profiles: dict[tuple[str, str], Profiles] = field(default_factory=dict)

    def of(self, mode: str, part: str) -> Profiles:
        from ..ontology.similarity import Profiles

        if (mode, part) not in self.profiles:
            self.profiles[mode, part] = Profiles(self.subsumers, mode=mode, part=part)
        return self.profiles[mode, part]


USED: ContextVar[Given | None] = ContextVar("goldproof.using", default=None)


def using(subsumers: Subsumers, *, corpus: Iterable[Layer] = ()) -> AbstractContextManager[None]:
    """For as long as the block lasts, measures of similarity ask ``subsumers``, and ``corpus=given`` means these layers and the compared ones."""
    return _held(Given(subsumers, tuple(corpus)))


@contextmanager
def _held(given: Given) -> Iterator[None]:
    token = USED.set(given)
    try:
        yield
    finally:
        USED.reset(token)
