"""Names with settings, as measures, coefficients and rules print them: ``F1(match=strict)``, ``centroid(2,1)``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import BadInput

_CALL = re.compile(r"\s*([A-Za-z][\w.-]*)\s*(?:\(([^()]*)\))?\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting that stands in a name. No ``choices``: what it takes is told in ``what`` and checked by who uses it.

    ``also`` are other words for choices. A ``tacit`` setting is printed only where it is not at its default, which says
    that the thing is not used at all and so will never be another; with a pair, only while that other setting has that value.
    """

    name: str
    default: str
    choices: tuple[str, ...] = ()
    what: str = ""
    also: tuple[tuple[str, str], ...] = ()
    tacit: bool | tuple[str, str] = False


@dataclass(frozen=True, slots=True)
class Call:
    """A name as somebody typed it: values without a name first, then named ones."""

    name: str
    values: tuple[str, ...] = ()
    named: tuple[tuple[str, str], ...] = ()


def parse_call(text: str) -> Call:
    """``centroid(2,1)`` or ``F1(match=strict, on=span)`` taken apart.

    >>> parse_call("F1(match=strict, on=span)")
    Call(name='F1', values=(), named=(('match', 'strict'), ('on', 'span')))
    """
    found = _CALL.fullmatch(text)
    if found is None:
        raise BadInput(f"not a name with settings: {text!r}", remedy="write it as NAME or NAME(setting=value,...)")
    values: list[str] = []
    named: dict[str, str] = {}
    for part in (found[2] or "").split(",") if (found[2] or "").strip() else ():
        name, sign, value = (x.strip() for x in part.partition("="))
        if not name or (sign and not value):
            raise BadInput(f"an empty setting in {text!r}")
        if not sign and named:
            raise BadInput(f"in {text!r} a value without a name stands behind named ones")
        if sign and name in named:
            raise BadInput(f"{name} is set twice in {text!r}")
        if sign:
            named[name] = value
        else:
            values.append(name)
    return Call(found[1], tuple(values), tuple(named.items()))


def settle(call: Call, parameters: Sequence[Parameter], defaults: Mapping[str, str] | None = None) -> dict[str, str]:
    """Every parameter with its value, in the order of the parameters; an unknown name or value is refused."""
    if len(call.values) > len(parameters):
        raise BadInput(f"{call.name} takes {len(parameters)} settings, not {len(call.values)}")
    given = dict(zip((p.name for p in parameters), call.values, strict=False))
    for name, value in call.named:
        if name in given:
            raise BadInput(f"{name} is set twice", where=call.name)
        given[name] = value
    settings = {p.name: (defaults or {}).get(p.name, p.default) for p in parameters}
    for name, value in given.items():
        if name not in settings:
            raise BadInput(f"{call.name} has no setting {name!r}", remedy="its settings: " + (", ".join(settings) or "none"))
        settings[name] = value
    for p in parameters:
        settings[p.name] = dict(p.also).get(settings[p.name], settings[p.name])
        if p.choices and settings[p.name] not in p.choices:
            raise BadInput(f"{call.name} has no {p.name}={settings[p.name]}", remedy=f"{p.name} is one of: {', '.join(p.choices)}")
    return settings


def spoken(parameters: Sequence[Parameter], settings: Mapping[str, str]) -> dict[str, str]:
    """The settings that a name says: all but the tacit ones."""
    known = {p.name: p for p in parameters}

    def silent(name: str, value: str) -> bool:
        p = known.get(name)
        if p is None or value != p.default:
            return False
        return p.tacit if isinstance(p.tacit, bool) else settings.get(p.tacit[0]) == p.tacit[1]

    return {name: value for name, value in settings.items() if not silent(name, value)}


def printed(name: str, settings: Mapping[str, str]) -> str:
    """The whole name: every setting, so that it says the same after a default has changed."""
    inside = ",".join(f"{key}={value}" for key, value in settings.items())
    return f"{name}({inside})" if inside else name
