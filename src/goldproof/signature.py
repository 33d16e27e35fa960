"""What a number was made from: printed with it, and parsed back from the print.

>>> s = Signature("F1", (("match", "strict"), ("units", "120")), 0.79, 0.75, 0.83, version="0.1"); print(s)
F1|match:strict|units:120|v:0.1 = 0.79 [0.75, 0.83]
>>> Signature.parse(str(s)) == s
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import BadInput

_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|[-+]?inf|nan"
_NUMBERS = re.compile(rf"(?P<value>{_NUMBER})(?: \[(?P<low>{_NUMBER}), (?P<high>{_NUMBER})\])?", re.ASCII)
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-f]{1,6})\}|(.))")
# A sign of equality with white space or an end on both sides could be taken for the one before the number.
_ALONE = re.compile(r"(?:(?<= )|^)=(?= |$)")


@dataclass(frozen=True, slots=True)
class Signature:
    """A measure, the choices that it was made with (names and values in their order), the number and its interval.

    ``measure`` is the measure's own name, which parses back too (``F1(match=overlap)``); ``version`` is goldproof's.
    A backslash stands before ``|``, before ``:`` in a name and before an ``=`` that stands alone; what cannot be printed
    is written ``\\u{2028}``: so a signature is always one line, and ``parse`` gives back exactly what was printed.
    """

    measure: str
    fields: tuple[tuple[str, str], ...] = ()
    value: float | None = None
    low: float | None = None
    high: float | None = None
    version: str = ""

    def __post_init__(self) -> None:
        rows = tuple((str(name), str(value)) for name, value in self.fields)
        names = [name for name, _ in rows]
        for name in names:
            if name in ("", "v") or names.count(name) > 1:
                why = {"": "a field without a name", "v": "v is the version, not a field"}.get(name, f"two fields are called {name!r}")
                raise BadInput(why, where=f"signature of {self.measure}")
        if (self.low is None) != (self.high is None) or (self.value is None and self.low is not None):
            raise BadInput("an interval has two ends and stands with a value", where=f"signature of {self.measure}")
        object.__setattr__(self, "fields", rows)
        for end in ("value", "low", "high"):
            number = getattr(self, end)
            object.__setattr__(self, end, None if number is None else float(number))

    def __str__(self) -> str:
        parts = [_escape(self.measure), *(f"{_escape(n, ':')}:{_escape(v)}" for n, v in self.fields)]
        text = "|".join(parts + ([f"v:{_escape(self.version)}"] if self.version else []))
        if self.value is None:
            return text
        interval = "" if self.low is None else f" [{self.low!r}, {self.high!r}]"
        return f"{text} = {self.value!r}{interval}"

    @classmethod
    def parse(cls, text: str) -> Signature:
        """The signature that :func:`str` printed."""
        head, sign, tail = _split(text.strip("\r\n"), " = ")
        numbers = _NUMBERS.fullmatch(tail)
        if sign and numbers is None:
            raise BadInput(f"not a number with its interval: {tail[:60]}", where=f"signature {text[:60]}")
        measure, _, rest = _split(head, "|")
        fields: list[tuple[str, str]] = []
        while rest:
            part, _, rest = _split(rest, "|")
            name, colon, said = _split(part, ":")
            if not colon:
                raise BadInput(f"not a name and a value: {part[:60]}", where=f"signature {text[:60]}")
            fields.append((_unescape(name), _unescape(said)))
        version = fields.pop()[1] if fields and fields[-1][0] == "v" else ""
        value, low, high = (None if numbers is None or numbers[x] is None else float(numbers[x]) for x in ("value", "low", "high"))
        return cls(_unescape(measure), tuple(fields), value, low, high, version)


def _escape(text: str, also: str = "") -> str:
    text = "".join(f"\\{c}" if c in "\\|" + also else c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)
    return _ALONE.sub(r"\\=", text)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(min(int(found[1], 16), 0x10FFFF)) if found[1] else found[2], text)


def _split(text: str, sign: str) -> tuple[str, str, str]:
    """Like ``partition``, but a sign with a backslash before it is text."""
    at = 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text.startswith(sign, at):
            return text[:at], sign, text[at + len(sign) :]
        else:
            at += 1
    return text, "", ""
