"""The project with all that can be done with it: the store, and behind it the queues and releases that later rooms of the street make.

This is ``goldproof.Project``. The store knows how a decision or a release is kept; how they come about is the business of these rooms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..project.store import Project as Store

if TYPE_CHECKING:
    from ..adjudication import Differences, Queue, Trace
    from ..adjudication.onesided import OneSided
    from ..model import Layer
    from .release import Release


class Project(Store):
    """An open project; see :class:`goldproof.project.Project` for what saves and reads."""

    def queue(
        self, found: Differences | str = "", *, name: str = "gold", layer: str = "", seed: int = 1, actor: str = "", operation: str = ""
    ) -> Queue:
        """Open a queue of differences; or, given a name or nothing, the queue that is there.

        The layers of the differences are the project's, as they stand. What nobody disputes is in the gold layer (called ``layer``, or like the queue) at once.
        """
        from ..adjudication import Queue, open_queue

        if isinstance(found, str):
            return Queue(self, found)
        return open_queue(self, found, name=name, layer=layer, seed=seed, actor=actor, operation=operation)

    def sides(
        self, found: Iterable[OneSided], layer: Layer, *, name: str = "across", into: str = "", seed: int = 1, actor: str = "", operation: str = ""
    ) -> Queue:
        """Open a queue of concepts that stand on one side of parallel units only."""
        from ..adjudication.across import open_sides

        return open_sides(self, found, layer, name=name, into=into, seed=seed, actor=actor, operation=operation)

    def queues(self) -> tuple[Queue, ...]:
        """Every queue of the project."""
        from ..adjudication import Queue

        return tuple(Queue(self, head.name) for head in self.heads())

    def trace(self, unit: str, layer: str = "") -> tuple[Trace, ...]:
        """Where each gold judgement of a unit comes from: votes, decision, reason."""
        from ..adjudication import trace

        return trace(self, unit, layer)

    def release(
        self, version: str, folder: str | Path | None = None, *, gold: Iterable[str] = (), raters: Iterable[str] | None = None, measures: Sequence[str] = (),
        formats: Sequence[str] = (), lose: Iterable[str] = (), names: bool = False, partial: bool = False, facts: Mapping[str, str] | None = None,
        splits: Iterable[str] | None = None, date: str = "", previous: str | Path | None = None, actor: str = "",
    ) -> Release:  # fmt: skip
        """Freeze gold layers into a folder, and the layers in the project too: they are never written again.

        ``gold`` are the layers (those of all queues if not given), ``raters`` the annotators' layers to give out beside them (those that the queues
        compare, if not given), ``partial`` agrees to units that are not decided yet. See :func:`goldproof.release` for the rest.
        """
        from .freezing import freeze

        return freeze(
            self, version, folder, gold=gold, raters=raters, measures=measures, formats=formats, lose=lose, names=names, partial=partial, facts=facts,
            splits=splits, date=date, previous=previous, actor=actor,
        )  # fmt: skip
