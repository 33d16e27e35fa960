"""Deciding in a terminal: single keys where a person sits at it, lines where input comes from a file or a pipe.

Each action opens the project for a moment and lets it go again: several people may decide at once, also in a SQLite file.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import GoldproofError
from .cards import card_lines
from .frame import say

if TYPE_CHECKING:
    from ..adjudication import Card, Queue
    from ..ontology import Ontology

T = TypeVar("T")

KEYS = {
    "1-9": "take this reading", "0": "keep the proposal", "x": "none of them: nothing is there", "e": "edit: write what is right",
    "c": "another cause", "r": "a reason", "m": "mark as unsure, or as sure again", "s": "skip, with a reason", "n": "look at it later",
    "u": "undo the last decision", "y": "do again what was undone", "?": "these keys", "q": "quit",
}  # fmt: skip
WAIT = 10.0
"""Seconds to wait while somebody else saves."""


@dataclass
class Desk:
    """Where somebody decides: the place of the project, the queue, who it is, and what was done so far."""

    study: str
    queue: str
    actor: str
    ontology: Ontology | None = None
    done: list[dict[str, Any]] = field(default_factory=list)

    def at(self, action: Callable[[Queue], T]) -> T:
        """Do something with the queue; where somebody else saves at the moment, wait."""
        from ..adjudication import Queue
        from ..project import Locked
        from .place import opened

        until = time.monotonic() + WAIT
        while True:
            try:
                with opened(self.study) as project:
                    return action(Queue(project, self.queue))
            except Locked:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)


@dataclass
class _Said:
    """What was said about the card before its decision."""

    cause: str = ""
    reason: str = ""
    unsure: bool = False


def run(desk: Desk, first: str = "") -> None:
    """Decide until nothing is open, or somebody quits. ``first`` is the item to begin with."""
    later: list[str] = []
    wanted = first
    say(f"queue {desk.queue}: {_progress(desk)}; ? for the keys")
    try:
        with _Typed() if sys.stdin.isatty() else _Lines() as keys:
            while True:
                card = desk.at(lambda q: q.card(wanted) if wanted else q.next(desk.actor, behind=later))  # noqa: B023  done at once
                wanted = ""
                if card is None:
                    say(_nothing_left(desk))
                    return
                answer = _decide(desk, card, keys)
                if answer is None:
                    return
                if answer == "later":
                    later = [key for key in later if key != card.key] + [card.key]
                elif answer.startswith("item "):
                    wanted = answer.removeprefix("item ")
    finally:
        desk.at(lambda q: q.let_go(desk.actor))
        say(f"queue {desk.queue}: {_progress(desk)}")


def _decide(desk: Desk, card: Card, keys: _Typed | _Lines) -> str | None:
    """One card. "next", "later", "item KEY" to show another, or None to stop."""
    said, began = _Said(unsure=card.unsure), time.monotonic()
    say("")
    for line in card_lines(card, desk.ontology):
        say(line)
    while True:
        typed = keys.key()
        if typed is None:
            return None
        key, rest = typed
        try:
            match key:
                case "q":
                    return None
                case "?":
                    for name, what in KEYS.items():
                        say(f"  {name:4} {what}")
                case "n":
                    return "later"
                case "c":
                    said.cause = _cause(keys.ask("cause", rest, card.cause))
                    say(f"  cause: {said.cause}")
                case "r":
                    said.reason = keys.ask("reason", rest, said.reason)
                    say(f"  reason: {said.reason or 'none'}")
                case "m":
                    said.unsure = not said.unsure
                    say("  unsure" if said.unsure else "  sure")
                case "u" | "y":
                    saved = desk.at(lambda q: q.undo(actor=desk.actor) if key == "u" else q.redo(actor=desk.actor))  # noqa: B023  done at once
                    return _turned(desk, saved.operation, "undone" if key == "u" else "done again")
                case _:
                    if _one(desk, card, keys, key, rest, said, time.monotonic() - began):
                        return "next"
        except GoldproofError as error:
            from ..project import Conflict

            say(f"  {error}")
            if isinstance(error, Conflict):
                return "next"


def _one(desk: Desk, card: Card, keys: _Typed | _Lines, key: str, rest: str, said: _Said, seconds: float) -> bool:
    """A key that decides. False if it is no key of this screen, or nothing came of it."""
    from ..adjudication.slots import by_slots, is_by_slots
    from ..adjudication.spelling import read, spelled

    choice: int | str
    judged = None
    if key.isdigit() and key != "0":
        choice = int(key)
    elif key == "0":
        choice = "keep"
    elif key == "x":
        choice = "none"
    elif key == "s":
        choice = "skip"
        rest = keys.ask("why", rest, said.reason)
    elif key == "e":
        choice = "edit"
        line = keys.ask("judged", rest, spelled(card.kind, card.proposed or (card.readings[0].judged if card.readings else ())))
        judged = by_slots(card, line) if card.kind == "phenotypes" and is_by_slots(line) else read(card.kind, line, text=card.text if card.where or card.text else None)
        rest = ""
    else:
        say(f"  no key {key!r}; ? lists them")
        return False
    reason = rest or said.reason
    decided = desk.at(
        lambda q: q.decide(card.key, choice, judged, cause=said.cause, reason=reason, unsure=said.unsure, base=card.base, seconds=round(seconds, 1), actor=desk.actor)
    )
    desk.done.append({"item": card.key, "unit": card.unit, "choice": choice if isinstance(choice, str) else "take", "cause": said.cause or card.cause,
                      "reason": reason, "unsure": said.unsure, "event": decided.seq})  # fmt: skip
    say("  skipped" if choice == "skip" else f"  decided: {'reading ' + key if isinstance(choice, int) else choice}")
    return True


def _turned(desk: Desk, operation: str, what: str) -> str:
    events = desk.at(lambda q: q.project.history(operation=operation))
    items = [e.said["item"]["item"] for e in events if isinstance(e.said.get("item"), dict)]
    say(f"  {what}: {len(items)} decision{'s' * (len(items) != 1)}")
    if what == "undone":
        desk.done = [row for row in desk.done if row["item"] not in items]
        return f"item {items[-1]}" if len(items) == 1 else "next"
    return "next"


def _cause(said: str) -> str:
    """A cause by its beginning."""
    from ..adjudication import Cause
    from ..errors import BadInput

    found = [c.value for c in Cause if c.value == said] or [c.value for c in Cause if c.value.startswith(said.strip().lower())]
    if len(found) != 1:
        raise BadInput(f"no cause {said!r}" if not found else f"{said!r} begins {', '.join(found)}", remedy="causes: " + ", ".join(Cause))
    return found[0]


def _progress(desk: Desk) -> str:
    p = desk.at(lambda q: q.progress())
    more = [f"{n} {what}" for n, what in ((p.skipped, "skipped"), (p.unsure, "unsure")) if n]
    return f"{p.decided} of {p.items} decided" + (f" ({', '.join(more)})" if more else "")


def _nothing_left(desk: Desk) -> str:
    left = desk.at(lambda q: q.progress()).open
    return f"{left} items are open, and others look at them just now" if left else "everything is decided"


class _Lines:
    """Input line by line: a key, and behind it what would be asked for."""

    def __enter__(self) -> _Lines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def key(self) -> tuple[str, str] | None:
        while True:
            line = sys.stdin.readline()
            if not line:
                return None
            if line.strip():
                word, _, rest = line.strip().partition(" ")
                return word, rest.strip()

    def ask(self, what: str, given: str, before: str) -> str:
        return given


class _Typed:
    """Single keys from a terminal; what needs words is asked for in a line.

    The terminal gives single keys for as long as the session lasts, and is as it was while a line is typed: what is typed ahead is not lost.
    """

    def __init__(self) -> None:
        self._was: Any = None

    def __enter__(self) -> _Typed:
        if sys.platform != "win32":
            import termios
            import tty

            fd = sys.stdin.fileno()
            self._was = termios.tcgetattr(fd)
            tty.setcbreak(fd, termios.TCSADRAIN)
        return self

    def __exit__(self, *_: object) -> None:
        if self._was is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._was)

    def key(self) -> tuple[str, str] | None:
        click.echo("> ", nl=False, err=True)
        while True:
            key = self._read()
            if key in ("", "\x04"):
                say("")
                return None
            if key.isprintable() and not key.isspace():
                say(key)
                return key, ""

    def _read(self) -> str:
        if sys.platform == "win32":  # pragma: no cover
            return click.getchar()
        import os
        import select

        fd = sys.stdin.fileno()
        data = os.read(fd, 1)
        if data == b"\x1b":
            # An arrow or a function key: its other bytes come at once, up to a letter or a tilde, and none of them is a key of ours.
            if select.select([fd], [], [], 0.02)[0] and os.read(fd, 1) in (b"[", b"O"):
                while not 0x40 <= (os.read(fd, 1) or b"@")[0] <= 0x7E:
                    pass
            return "\x1b"
        while data and data[0] >= 0xC0 and len(data) < 4 and not _whole(data):
            data += os.read(fd, 1)
        return data.decode("utf-8", "replace")

    def ask(self, what: str, given: str, before: str) -> str:
        self.__exit__()
        try:
            return _line(f"  {what}: ", before)
        finally:
            self.__enter__()


def _whole(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _line(prompt: str, before: str) -> str:
    """A line from the terminal, with something to change already in it where the system can do that."""
    try:
        import readline
    except ImportError:  # pragma: no cover  Windows
        return input(prompt) or before
    readline.set_startup_hook(lambda: readline.insert_text(before))
    try:
        return input(prompt).strip()
    except EOFError:
        return before
    finally:
        readline.set_startup_hook()
