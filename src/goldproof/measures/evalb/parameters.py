"""EVALB's parameter files: what is left out, what counts as the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from ...errors import BadInput, NotFound
from ...formats.files import read_text

_SINGLE = {"DELETE_LABEL": "delete", "DELETE_LABEL_FOR_LENGTH": "not_long", "QUOTE_LABEL": "quotes"}
_PAIRS = {"EQ_LABEL": "same_labels", "EQ_WORD": "same_words"}
_NUMBERS = {"CUTOFF_LEN": "cutoff", "LABELED": "labelled", "DISC_ONLY": "discontinuous_only", "DELETE_NAMELESS": "delete_nameless"}
_NO_EFFECT = ("DEBUG", "MAX_ERROR")


@dataclass(frozen=True)
class Parameters:
    """``delete``: labels that do not count; a tag goes with its word, a phrase leaves its children. ``not_long``: tags that do not count for the length.
    ``same_labels`` and ``same_words`` are pairs, in either direction, and A = B, B = C does not make A = C. ``quotes``: tags that may be quotation marks.

    ``discontinuous_only`` (of disco-dop's files) keeps brackets with gaps. ``delete_nameless`` is ours: the bracket around a whole tree in ``( (S ...) )``
    does not count. EVALB counts it, as a bracket with an empty label.
    """

    delete: frozenset[str] = frozenset()
    not_long: frozenset[str] = frozenset()
    quotes: frozenset[str] = frozenset()
    same_labels: frozenset[tuple[str, str]] = frozenset()
    same_words: frozenset[tuple[str, str]] = frozenset()
    cutoff: int = 40
    labelled: bool = True
    discontinuous_only: bool = False
    delete_nameless: bool = False

    def same_label(self, a: str, b: str) -> bool:
        return a == b or (a, b) in self.same_labels or (b, a) in self.same_labels

    def same_word(self, a: str, b: str) -> bool:
        return a == b or (a, b) in self.same_words or (b, a) in self.same_words

    def deleted(self, label: str) -> bool:
        """Whether a phrase of this category does not count; what equals a deleted label is deleted."""
        return label in self.delete or any(other in self.delete for pair in self.same_labels if label in pair for other in pair)

    def names(self) -> Mapping[str, str]:
        """A name for each label that equals others, the same for all of them. Empty unless equality is transitive."""
        family: dict[str, str] = {}
        for a, b in sorted(self.same_labels):
            one, two = family.get(a, a), family.get(b, b)
            family |= {a: one, b: one} | {k: one for k, v in family.items() if v == two}
        members: dict[str, list[str]] = {}
        for label, name in family.items():
            members.setdefault(name, []).append(label)
        whole = all(self.same_label(x, y) for group in members.values() for x in group for y in group)
        return family if whole else MappingProxyType({})

    @property
    def transitive(self) -> bool:
        return not self.same_labels or bool(self.names())


@dataclass
class _Reading:
    values: dict[str, set[str] | set[tuple[str, str]]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)


def read_parameters(path: Path) -> Parameters:
    """A parameter file. Lines that begin with # and lines shorter than three characters are no parameters; a keyword that is not known is refused."""
    reading = _Reading()
    for number, raw in enumerate(read_text(path).splitlines(), 1):
        line = raw.rstrip()
        where = f"{path}, line {number}"
        if line.startswith("#") or len(line) < 3:
            continue
        keyword, _, value = line.partition(" ") if "\t" not in line.split(" ")[0] else line.partition("\t")
        words = value.split()
        if not words:
            raise BadInput(f"{keyword} has no value", where=where)
        if keyword in _SINGLE:
            reading.values.setdefault(_SINGLE[keyword], set()).add(value.strip())  # type: ignore[arg-type]
        elif keyword in _PAIRS:
            if len(words) != 2:
                raise BadInput(f"{keyword} takes two values, not {len(words)}", where=where)
            reading.values.setdefault(_PAIRS[keyword], set()).add((words[0], words[1]))  # type: ignore[arg-type]
        elif keyword in _NUMBERS:
            if not words[0].lstrip("-").isdecimal():
                raise BadInput(f"{keyword} takes a number, not {words[0]!r}", where=where)
            reading.numbers[_NUMBERS[keyword]] = int(words[0])
        elif keyword not in _NO_EFFECT:
            known = ", ".join((*_SINGLE, *_PAIRS, *_NUMBERS, *_NO_EFFECT))
            raise BadInput(f"no parameter is called {keyword!r}", where=where, remedy=f"there are: {known}")
    flags = {name: bool(n) if name != "cutoff" else n for name, n in reading.numbers.items()}
    return Parameters(**{name: frozenset(v) for name, v in reading.values.items()}, **flags)  # type: ignore[arg-type]


_COLLINS = Parameters(
    delete=frozenset(("TOP", "-NONE-", ",", ":", "``", "''", ".")), not_long=frozenset(("-NONE-",)), same_labels=frozenset((("ADVP", "PRT"),)),
)  # fmt: skip
BUILT_IN: Mapping[str, Parameters] = MappingProxyType({
    "collins": _COLLINS,
    "new": Parameters(
        delete=_COLLINS.delete | {"S1", "?", "!"}, not_long=_COLLINS.not_long, same_labels=_COLLINS.same_labels,
        quotes=frozenset(("``", "''", "POS", "NN", "CD", "VBZ", ":")),
    ),
    "craft": Parameters(
        delete=_COLLINS.delete | {"S1", "ROOT", "?", "!", "-LRB-", "-RRB-", "SYM", "HYPH"}, not_long=_COLLINS.not_long,
        same_labels=_COLLINS.same_labels, delete_nameless=True,
    ),
    "none": Parameters(),
})  # fmt: skip
"""``collins`` and ``new`` say what COLLINS.prm and new.prm of EVALB's distribution say; ``craft`` leaves out punctuation, symbols and the nameless top too, as
Verspoor et al. 2012 describe their modified Collins file; ``none`` leaves out nothing."""


def parameters(name: str) -> Parameters:
    """The parameters of a name (``collins``) or file (``my.prm``)."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    path = Path(name)
    if path.suffix != ".prm" and not path.is_file():
        raise NotFound(f"no parameters are called {name!r}", remedy=f"built in: {', '.join(BUILT_IN)}; a file of your own ends in .prm")
    return read_parameters(path)
