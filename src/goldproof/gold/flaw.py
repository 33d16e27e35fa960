"""A flaw of a release."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something in a release that is not what it was: the file, the place in it, and what is wrong."""

    file: str
    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}{f', {self.place}' if self.place else ''}: {self.what}"
