"""What a plug-in has to be, door by door. A format is a :class:`goldproof.formats.Format`; the other three are below.

They are protocols: a plug-in need not inherit from anything, it only has to have these names. ``goldproof.testing`` checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .model import Corpus, Kind, Layer

NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


@runtime_checkable
class Annotator(Protocol):
    """An automatic source of layers (door ``annotators``)."""

    @property
    def name(self) -> str:
        """How it is called on the command line, and in the source of its layers."""

    def annotate(self, corpus: Corpus, /) -> Layer:
        """Its judgements of every unit of the corpus that it can judge."""


@runtime_checkable
class Model(Annotator, Protocol):
    """An annotator that was trained: it knows what it was made from, and can be kept in a file.

    ``card`` is the training signature, JSON values only (:func:`goldproof.annotators.models.new_card` makes one): task, name, checksum of the data,
    number of documents, sentences and tokens, seed, settings, goldproof version, time, and the figures on held-out documents.
    """

    @property
    def card(self) -> Mapping[str, Any]:
        """What it was made from."""

    def annotate(self, corpus: Corpus, /, *, given: Layer | None = None) -> Layer:
        """Its judgements of every passage of the corpus.

        ``given`` is a layer of parses whose sentences, tokens and tags are honoured, whoever made them: the new layer has exactly these, every
        other column of it that the task does not make anew, and what the task adds. What is needed and not given (no layer, a unit that the layer
        did not judge, sentences without tokens, tokens without tags) is made first by the shipped models
        (:func:`goldproof.annotators.models.prepared`). Mentions are a layer of mentions, all else of parses.
        """

    def save(self, path: Path) -> None:
        """To a file that :func:`goldproof.annotators.models.load` reads (:func:`goldproof.annotators.models.write`)."""


@runtime_checkable
class Trainer(Protocol):
    """Makes models of one task. The module of a task that :data:`goldproof.annotators.models.TASKS` names has one, called ``TRAINER``."""

    @property
    def name(self) -> str:
        """How it is called on the command line."""

    @property
    def task(self) -> str:
        """sentences | tokens | tags | mentions | dependencies | constituents."""

    def train(
        self, corpus: Corpus, /, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7, settings: Mapping[str, str] = NO_SETTINGS,
        progress: Callable[[str], None] | None = None,
    ) -> Model:  # fmt: skip
        """A model of what a layer of the corpus says (the only one of the right kind, if none is named), on the units that it judged.

        ``held_out`` are other documents with a layer of the same name: they say when to stop, and their figures go into the card; without them the
        trainer keeps some documents of the corpus back for that, and trains on all of them in the end if it can. Never the documents that the model
        will be scored on. ``settings`` are the trainer's own, by name; an unknown one is :class:`goldproof.errors.BadInput`. ``progress`` is told
        a line now and then. The same seed on the same data gives the same model. A trainer that works for more than a minute keeps what it has
        when it is interrupted: on ``KeyboardInterrupt`` it returns the best model so far if there is one (its card says ``"interrupted": true``).
        """


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
