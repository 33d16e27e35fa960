"""What a plug-in has to be, door by door. A format is a :class:`goldproof.formats.Format`; the other three are below.

They are protocols: a plug-in need not inherit from anything, it only has to have these names. ``goldproof.testing`` checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .model import Corpus, Kind, Layer


@runtime_checkable
class Annotator(Protocol):
    """An automatic source of layers (door ``annotators``)."""

    @property
    def name(self) -> str:
        """How it is called on the command line, and in the source of its layers."""

    def annotate(self, corpus: Corpus, /) -> Layer:
        """Its judgements of every unit of the corpus that it can judge."""


@runtime_checkable
class Measure(Protocol):
    """All measures of one name (door ``measures``), in two steps, so that everything statistical is written once, over counts.

    :class:`goldproof.measures.measure.Family` is one; settings are what stands in the brackets of ``F1(match=overlap)``.
    """

    @property
    def name(self) -> str:
        """The name before the brackets."""

    @property
    def counts(self) -> Callable[[Layer, Layer, Mapping[str, str]], NDArray[Any]]:
        """Two layers of the same units in the same order, and settings, to a table with one row a unit."""

    @property
    def score(self) -> Callable[[NDArray[Any], Mapping[str, str]], NDArray[Any]]:
        """Sums of rows of the table, and settings, to numbers."""


@runtime_checkable
class Task(Protocol):
    """Something that systems are compared on (door ``tasks``)."""

    @property
    def name(self) -> str:
        """How it is called on the command line."""

    @property
    def what(self) -> str:
        """What a system has to do, in one line."""

    @property
    def kind(self) -> Kind:
        """The kind of judgement that it asks for."""

    @property
    def measures(self) -> Sequence[str]:
        """The measures that it reports, the main one first."""
