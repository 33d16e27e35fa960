"""Guidelines: texts with versions, each knowing which of its parts changed."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADING = re.compile(r"(?m)^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$")


@dataclass(frozen=True, slots=True)
class Guideline:
    """A published version. ``changed`` names the parts that are new, gone or worded otherwise than in the version before."""

    version: str
    text: str
    checksum: str
    changed: tuple[str, ...]
    actor: str
    time: str


def parts(text: str) -> dict[str, str]:
    """The text under each heading (Markdown), what stands before the first under "". Repeated headings are numbered.

    >>> parts("Intro.\\n# Spans\\nMinimal.\\n# Heads\\nNone.")
    {'': 'Intro.', 'Spans': 'Minimal.', 'Heads': 'None.'}
    """
    out: dict[str, str] = {}
    pieces = _HEADING.split(text)
    for heading, body in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        name, number = heading, 2
        while name in out:
            name, number = f"{heading} ({number})", number + 1
        out[name] = body.strip()
    return out


def changed(old: str, new: str) -> list[str]:
    """Names of the parts that differ, in the order of the new text, those that are gone at the end."""
    before, after = parts(old), parts(new)
    names = [name for name in after if before.get(name, "") != after[name] or (name and name not in before)]
    return [name or "(beginning)" for name in [*names, *(n for n in before if n not in after)]]
