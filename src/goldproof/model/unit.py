"""A unit: what one judgement is about."""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import NONE, Attributes
from .text import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a document, or all of it (no span)."""

    document: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A state of a character of a study, with the words that describe both."""

    study: str
    character: str
    symbol: str
    character_text: str = ""
    state_text: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts to be compared, and where each comes from if that is known."""

    left: str
    right: str
    left_from: Passage | None = None
    right_from: Passage | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things to choose from. ``source`` is who made it: never shown to a blind judge."""

    id: str
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Options to be put in order, and the question about them."""

    options: tuple[Option, ...]
    question: str = ""


Content = Passage | State | Pair | Choice


@dataclass(frozen=True, slots=True)
class Unit:
    """``group`` ties units that belong together: languages of one text, repeats of an item, states of a character."""

    id: str
    content: Content
    group: str = ""
    language: str = ""
    attributes: Attributes = NONE
