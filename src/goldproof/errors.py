"""The one family of errors: each says what is wrong, where, and what to do."""

from __future__ import annotations

import re

_PASSWORD = re.compile(r"(\w:/{1,2}[^\s:/@]*):[^\s/]+@|(\bpassword=)[^\s&]+")


def masked(text: str) -> str:
    """The text with the passwords of addresses left out: no message ever shows one.

    >>> masked("postgresql://ann:secret@db/study?password=secret")
    'postgresql://ann:***@db/study?password=***'
    """
    return _PASSWORD.sub(lambda m: f"{m[1]}:***@" if m[1] is not None else f"{m[2]}***", text)


class GoldproofError(Exception):
    """Something a user can mend. Printed as one line; the command line exits with 2.

    ``what`` is the fact, ``where`` the file, line or record, ``remedy`` what to do about it.
    """

    def __init__(self, what: str, *, where: object = "", remedy: str = "") -> None:
        super().__init__(what, str(where), remedy)
        self.what = _line(what)
        self.where = _line(str(where))
        self.remedy = _line(remedy)

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text} ({self.remedy})" if self.remedy else text


class BadInput(GoldproofError):
    """A file, text or record that is not what it claims to be."""


class NotFound(GoldproofError):
    """A name that nothing answers to: a file, layer, unit, format, plug-in."""


class LossRefused(GoldproofError):
    """A conversion would lose something that the user did not agree to lose."""

    def __init__(self, losses: dict[str, str], *, where: object = "") -> None:
        names = ", ".join(losses)
        detail = "; ".join(f"{name} ({why})" for name, why in losses.items())
        super().__init__(
            f"this would lose {detail}",
            where=where,
            remedy="agree to it with " + " ".join(f"--lose {name}" for name in losses)
            + ", or choose a format that keeps it",
        )
        self.losses = dict(losses)
        self.names = names


class Missing(GoldproofError):
    """An optional package that is not installed."""

    def __init__(self, package: str, *, extra: str, need: str) -> None:
        super().__init__(
            f"{need} needs the package {package}",
            remedy=f"pip install 'goldproof[{extra}]'",
        )


def _line(text: str) -> str:
    """One printable line: control characters and line breaks would break the promise of one."""
    return masked(" ".join("".join(c if c.isprintable() else " " for c in text).split()))
