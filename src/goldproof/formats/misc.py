"""The tenth column of CoNLL-U: what it says of the text around a token, of the token's place and form, and the rest of it.

SpaceAfter, SpacesBefore, SpacesAfter, SpacesInToken and TokenRange are those of UDPipe. Two are of our own: ``TokenForm``, the form
where neither the column nor the text gives it, and ``x-NAME`` for what else was noted with a token.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ..model import NONE, Attributes, Span, Value
from .columns import escaped, unescaped

_SPACES = {"SpacesBefore": "before", "SpacesAfter": "after", "SpacesInToken": "inside", "TokenForm": "form"}
_RANGE = re.compile(r"TokenRange=([0-9]{1,9}):([0-9]{1,9})")
COLUMNS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
OWN = ("misc", "deps", "feats", "written")
"""Names in ``Token.extra`` that stand in columns."""


@dataclass(frozen=True, slots=True)
class Misc:
    before: str | None = None
    after: str | None = None
    inside: str | None = None
    form: str | None = None
    place: Span | None = None
    rest: str = ""
    more: tuple[tuple[str, str], ...] = ()


PLAIN = Misc()


@lru_cache(65536)
def misc_of(column: str) -> Misc:
    """The column taken apart.

    >>> misc_of("Gloss=mouse|SpaceAfter=No").rest, misc_of("SpacesAfter=\\\\n").after
    ('Gloss=mouse', '\\n')
    """
    if column == "_":
        return PLAIN
    known: dict[str, str] = {}
    place = None
    rest, more = [], []
    for item in column.split("|"):
        name, _, value = item.partition("=")
        if item == "SpaceAfter=No":
            known.setdefault("after", "")
        elif name in _SPACES and "=" in item:
            known[_SPACES[name]] = unescaped(value)
        elif found := _RANGE.fullmatch(item):
            place = Span(int(found[1]), int(found[2]))
        elif name.startswith("x-") and len(name) > 2:
            more.append((unescaped(name[2:].replace("\\e", "=")), unescaped(value)))
        else:
            rest.append(item)
    return Misc(**known, place=place, rest="|".join(rest), more=tuple(more))


def ours(item: str) -> bool:
    """Whether an item of MISC is one that is made anew from the record."""
    return misc_of(item).rest != item


def misc_column(extra: Attributes, items: tuple[str, ...] = (), without: tuple[str, ...] = OWN) -> str:
    """The column: what it was when it was read, and the items that are made anew, sorted among the others if those are sorted."""
    if not extra:
        return "|".join(items) or "_"
    rest = extra.text("misc").split("|") if "misc" in extra else []
    fresh = [*items, *(f"x-{escaped(name).replace('=', chr(92) + 'e')}={escaped(extra.text(name))}" for name in extra if name not in without)]
    everything = [*rest, *fresh]
    return "|".join(sorted(everything, key=str.lower) if rest == sorted(rest, key=str.lower) else everything) or "_"


@lru_cache(65536)
def extra_of(misc: Misc, written: str = "", feats: str = "", deps: str = "_") -> Attributes:
    """What has no field of its own."""
    out: dict[str, Value] = dict(misc.more)
    if misc.rest:
        out["misc"] = misc.rest
    if deps not in ("_", ""):
        out["deps"] = deps
    if feats:
        out["feats"] = feats
    if written:
        out["written"] = written
    return Attributes(out) if out else NONE


def form_column(form: str, written: str = "") -> str:
    """A form as it can stand in a column: as its file wrote it, or on one line."""
    return written or re.sub(r"[\t\n]", " ", form) or "_"


def form_of(column: str, covered: str, misc: Misc) -> str:
    """The form of a surface token: what the text has, unless MISC says that the text has something else."""
    if misc.form is not None:
        return misc.form
    return covered if misc.inside is None or covered.split() == column.split() else column


def form_items(form: str, column: str, covered: str) -> tuple[str, ...]:
    """The items that a surface token needs for its text and form to come back."""
    if column == covered:
        return () if form == covered else (f"TokenForm={escaped(form)}",)
    back = covered if covered.split() == column.split() else column
    return (f"SpacesInToken={escaped(covered)}", *(() if back == form else (f"TokenForm={escaped(form)}",)))


def gap_items(gap: str, last: bool, before: str) -> tuple[str, ...]:
    """The items for the text behind a token (and before the first): behind the last of a sentence nothing is left to custom."""
    items = (f"SpacesBefore={escaped(before)}",) if before else ()
    if gap == "":
        return (*items, "SpaceAfter=No")
    return items if gap == " " and not last else (*items, f"SpacesAfter={escaped(gap)}")


def word_items(place: Span, due: Span, form: str, column: str) -> tuple[str, ...]:
    """The items of a word that is no surface token: where it is, and its form, if they are not what they would be taken for."""
    items = () if place == due else (f"TokenRange={place.start}:{place.end}",)
    return items if form == column else (*items, f"TokenForm={escaped(form)}")
