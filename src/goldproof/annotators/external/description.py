"""What a tool is: a few lines of TOML that say how it is run, what it reads and what it writes.

    name = "cutter"
    about = "Cuts a text into sentences"
    makes = "sentences"
    command = ["cutter", "--in", "{input}", "--out", "{output}"]
    output = "lines"
    install = "pip install cutter"

One of ``command``, ``python``, ``http`` and ``folder`` says where the answers come from. In a command ``{input}`` and ``{output}`` are files (without
them the text goes to its stdin, and its stdout is the answer), ``{python}`` is this Python, ``{here}`` the folder of the description, and ``{NAME}`` any
of ``[settings]``. Everything else has a default; :data:`FIELDS` says what there is.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...errors import BadInput, NotFound
from ...formats.offsets import UNITS
from ...model import Kind

MAKES: Mapping[str, Kind] = {
    **dict.fromkeys(("sentences", "tokens", "tags", "dependencies", "constituents"), Kind.PARSES), **dict.fromkeys(("mentions", "concepts"), Kind.MENTIONS),
}  # fmt: skip
NEEDS = ("", "sentences", "tokens", "tags")
EACH = ("document", "folder")
ALIGN = ("strict", "near")
WAYS = ("command", "python", "http", "folder")
NO_SETTINGS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Training:
    """How a tool is trained: a command (with ``{input}``, ``{model}`` and, if it wants them, ``{held_out}`` and ``{seed}``) or a callable
    ``train(input, model, held_out, seed, settings)``, both with file names."""

    command: tuple[str, ...] = ()
    python: str = ""
    input: str = "conllu"
    timeout: float = 3600.0
    memory: int = 0


@dataclass(frozen=True)
class Description:
    """A tool. ``needs`` is what it has to be given of the parse of a text (else it gets the text alone); ``after`` is the tool that makes it where nobody gave it.

    ``each``: a command is run for every document, or once for a ``folder`` of them. ``timeout`` is seconds a document, ``memory`` megabytes of the command with
    all its children (0: no limit). ``offsets`` is what the tool counts in. ``align``: whether an offset that does not fit what the tool says stands there is
    an error (strict), or is looked for near by. ``packages`` are distributions and ``needs_files`` settings that name files that have to be there.
    """

    name: str
    makes: str
    about: str = ""
    command: tuple[str, ...] = ()
    python: str = ""
    http: str = ""
    folder: str = ""
    needs: str = ""
    after: str = ""
    input: str = "text"
    output: str = "json"
    each: str = "document"
    offsets: str = "codepoints"
    align: str = "strict"
    timeout: float = 60.0
    memory: int = 4096
    factory: bool = False
    packages: tuple[str, ...] = ()
    needs_files: tuple[str, ...] = ()
    version: tuple[str, ...] = ()
    language: str = ""
    install: str = ""
    home: str = ""
    licence: str = ""
    cache: bool = True
    settings: Mapping[str, str] = field(default_factory=lambda: NO_SETTINGS)
    train: Training | None = None
    place: str = ""

    def __post_init__(self) -> None:
        where = self.place or f"tool {self.name}"
        if self.makes not in MAKES:
            raise BadInput(f"makes {self.makes!r}", where=where, remedy="makes is one of: " + ", ".join(MAKES))
        ways = [way for way in WAYS if getattr(self, way)]
        if len(ways) != 1:
            raise BadInput(f"is run in {len(ways)} ways" + (f" ({', '.join(ways)})" if ways else ""), where=where, remedy="give one of: " + ", ".join(WAYS))
        for name, value, known in (("needs", self.needs, NEEDS), ("each", self.each, EACH), ("align", self.align, ALIGN), ("offsets", self.offsets, UNITS)):
            if value not in known:
                raise BadInput(f"{name} = {value!r}", where=where, remedy=f"{name} is one of: " + ", ".join(k or '""' for k in known))
        if self.timeout <= 0:
            raise BadInput(f"timeout = {self.timeout:g}", where=where, remedy="seconds a document, more than 0")
        if self.each == "folder" and not all(any(f"{{{x}}}" in part for part in self.command) for x in ("input", "output")):
            raise BadInput("each = \"folder\" without {input} and {output} in its command", where=where, remedy="both are folders then")

    @property
    def kind(self) -> Kind:
        return MAKES[self.makes]

    @property
    def way(self) -> str:
        return next(way for way in WAYS if getattr(self, way))

    @property
    def fingerprint(self) -> str:
        """What the answers depend on, as far as the description says it: the files that it names count by their content."""
        plain = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in _IDLE}
        plain["settings"] = dict(self.settings)
        plain["files"] = {place: _digest(Path(place)) for place in self._files()}
        return sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()

    def _files(self) -> list[str]:
        named = [*(self.filled(part, input="", output="") for part in self.command), *self.settings.values()]
        return sorted({place for place in named if place and Path(place).is_file()})

    def filled(self, part: str, **more: str) -> str:
        """A word of a command with its names filled in."""
        import sys

        for name, value in {"python": sys.executable, "here": str(Path(self.place).parent) if self.place else ".", **self.settings, **more}.items():
            part = part.replace(f"{{{name}}}", value)
        return part

    def with_options(self, options: Mapping[str, str]) -> Description:
        """The same with options from a command line: fields by their names, everything else the tool's own settings."""
        known = {f.name for f in fields(self)} - {"settings", "train", "place", "name"}
        changed: dict[str, Any] = {k: _typed(k, v, self.name) for k, v in options.items() if k in known}
        settings = {k: v for k, v in options.items() if k not in known}
        unknown = [k for k in settings if k not in self.settings]
        if unknown and self.way != "python" and not any(f"{{{k}}}" in part for k in unknown for part in self.command):
            raise BadInput(f"no setting {unknown[0]!r}", where=f"tool {self.name}", remedy="there are: " + (", ".join(self.settings) or "none"))
        return replace(self, settings=MappingProxyType({**self.settings, **settings}), **changed)


# What does not move an answer.
_IDLE = frozenset(("about", "install", "home", "licence", "place", "timeout", "memory", "cache", "train", "packages", "needs_files"))
FIELDS = tuple(f.name for f in fields(Description) if f.name != "place")


def _typed(name: str, value: str, where: str) -> object:
    default = next(f.default for f in fields(Description) if f.name == name)
    try:
        if isinstance(default, bool):
            return {"yes": True, "true": True, "no": False, "false": False}[value.lower()]
        if isinstance(default, (int, float)):
            return type(default)(value)
    except (KeyError, ValueError):
        raise BadInput(f"{name}={value}", where=f"tool {where}", remedy="yes or no" if isinstance(default, bool) else "a number") from None
    return tuple(value.split()) if isinstance(default, tuple) else value


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def described(path: Path) -> Description:
    """The tool that a TOML file describes."""
    try:
        plain = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise NotFound("no such file", where=path) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"cannot be read as TOML: {error}", where=path) from None
    return _of(plain, str(path))


def _of(plain: dict[str, Any], place: str) -> Description:
    settings, train = plain.pop("settings", {}), plain.pop("train", None)
    made = _checked(Description, plain, place)
    for name in ("name", "makes"):
        if name not in made:
            raise BadInput(f"says no {name}", where=place, remedy="a tool has at least name, makes and one of " + ", ".join(WAYS))
    if not isinstance(settings, dict) or not all(isinstance(v, (str, int, float)) for v in settings.values()):
        raise BadInput("[settings] are names and plain values", where=place)
    if train is not None:
        if not isinstance(train, dict):
            raise BadInput("[train] is a table", where=place)
        made["train"] = Training(**_checked(Training, train, place))
    return Description(**made, settings=MappingProxyType({k: str(v) for k, v in settings.items()}), place=place)


def _checked(record: type, plain: dict[str, Any], place: str) -> dict[str, Any]:
    known = {f.name: f for f in fields(record)}
    out: dict[str, Any] = {}
    for name, value in plain.items():
        if name not in known or name == "place":
            raise BadInput(f"no field {name!r}", where=place, remedy="there are: " + ", ".join(n for n in known if n != "place"))
        default = known[name].default
        if isinstance(default, tuple):
            if not isinstance(value, list) or not all(isinstance(x, str) for x in value):
                raise BadInput(f"{name} is a list of words", where=place, remedy=f'write it as {name} = ["word", "word"]')
            value = tuple(value)
        elif isinstance(default, bool):
            if not isinstance(value, bool):
                raise BadInput(f"{name} is true or false", where=place)
        elif isinstance(default, (int, float)):
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise BadInput(f"{name} is a number", where=place)
            value = type(default)(value)
        elif not isinstance(value, str):
            raise BadInput(f"{name} is a text", where=place)
        out[name] = value
    return out


def shipped() -> dict[str, Description]:
    """The descriptions that come with goldproof, by name."""
    found = {}
    for file in sorted((f for f in (files("goldproof") / "data" / "tools").iterdir() if f.name.endswith(".toml")), key=lambda f: f.name):
        made = _of(tomllib.loads(file.read_text("utf-8")), str(file))
        found[made.name] = made
    return found
