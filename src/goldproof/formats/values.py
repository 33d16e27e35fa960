"""Values of attributes in formats that know only text, and in JSON, and back: nothing changes its type on the way.

Text is written as it is, a flag (``negated`` and its like) that is true as ``true``; every other value as ``json:`` and its JSON. What a
foreign JSON file says and no attribute can hold (null, objects, lists in lists) is kept in that form too, and goes back as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container
from math import isfinite

from ..errors import BadInput
from ..model import Value
from .features.mentions import FLAGS
from .xml import holdable

MARK = "json:"
ESCAPE = "attribute:"
OURS = "goldproof:"
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def as_text(name: str, value: Value) -> str:
    """A value as text.

    >>> as_text("count", 3), as_text("negated", True), as_text("note", "3"), as_text("kind", ("a", "b"))
    ('json:3', 'true', '3', 'json:["a", "b"]')
    """
    if isinstance(value, str):
        return value if (_plain(name, value) and holdable(value) == value) or _foreign(value) is not None else MARK + json.dumps(value)
    if value is True and name in FLAGS:
        return "true"
    return MARK + json.dumps(list(value) if isinstance(value, tuple) else value)


def of_text(name: str, text: str) -> Value:
    if name in FLAGS and text in ("true", "True"):
        return True
    if text.startswith(MARK):
        plain, known = _loaded(text)
        value = _value(plain) if known else None
        if value is not None:
            return value
    return text


def as_json(name: str, value: Value) -> object:
    """A value as JSON has it."""
    if isinstance(value, str):
        foreign = _foreign(value)
        return foreign[0] if foreign is not None else value if _plain(name, value) else MARK + json.dumps(value)
    if isinstance(value, tuple):
        return list(value) if all(map(_finite, value)) else MARK + json.dumps(list(value))
    return value if _finite(value) else MARK + json.dumps(value)


def of_json(name: str, plain: object) -> Value:
    if isinstance(plain, str):
        return of_text(name, plain)
    value = _value(plain)
    return MARK + json.dumps(plain) if value is None else value


def outer(name: str, reserved: Container[str]) -> str:
    """The name of an attribute in a file in which some names have a meaning of their own."""
    return ESCAPE + name if name in reserved or name.startswith((ESCAPE, OURS)) else name


def inner(name: str) -> str:
    return name.removeprefix(ESCAPE)


def load_json(text: str, where: object) -> object:
    """The value of a JSON text, whatever is wrong with it said in a line."""
    try:
        loaded: object = json.loads(text, parse_constant=_no_number)
        if _SURROGATE.search(text):
            json.dumps(loaded, ensure_ascii=False).encode()
        return loaded
    except UnicodeEncodeError:
        raise BadInput("half of a surrogate pair, which is no character", where=where) from None
    except json.JSONDecodeError as error:
        raise BadInput(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})", where=where) from None
    except RecursionError:
        raise BadInput("JSON nested too deeply", where=where) from None
    except ValueError as error:
        raise BadInput(f"not JSON: {error}", where=where) from None


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _plain(name: str, text: str) -> bool:
    """Text that is read as itself."""
    return not text.startswith(MARK) and not (name in FLAGS and text in ("true", "True"))


def _foreign(text: str) -> tuple[object] | None:
    """What no attribute can hold, if the text is its exact form."""
    if not text.startswith(MARK):
        return None
    plain, known = _loaded(text)
    return (plain,) if known and _value(plain) is None and text == MARK + json.dumps(plain) else None


def _loaded(text: str) -> tuple[object, bool]:
    try:
        return json.loads(text[len(MARK) :]), True
    except (ValueError, RecursionError):
        return None, False


def _value(plain: object) -> Value | None:
    if isinstance(plain, (str, int, float)):
        return plain
    # A list of one would come back as the one: it is not taken for a value.
    if isinstance(plain, list) and len(plain) > 1 and all(isinstance(one, (str, int, float)) for one in plain):
        return tuple(plain)
    return None


def _finite(value: str | int | float) -> bool:
    return not isinstance(value, float) or isfinite(value)
