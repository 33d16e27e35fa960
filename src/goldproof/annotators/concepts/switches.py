"""What the recogniser does, as named switches, and the presets: sets of them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from ...errors import BadInput, NotFound

NESTINGS = ("guideline", "nested-unless-ancestor", "longest", "all")


@dataclass(frozen=True)
class Switches:
    """Each is one thing that may stand between a text and a name.

    ``inflection`` number and tense; ``spelling`` British and American, Greek and Latin; ``derivation`` noun and adjective; ``synonyms`` words that say nearly the same of anything (anomaly, malformation); ``order`` any order of the words;
    ``stop_words`` are left out of account; ``numerals`` 2, II, two; ``learn`` words that at least so many concepts of the terminology use for
    one another (0: none); ``compounds`` German and Dutch words written together or apart; ``coordination`` names that share a word; ``abbreviations`` that a text defines; ``noncanonical`` "nails were hypoplastic",
    "X, severe"; ``ellipsis`` names without what goes without saying; ``misspellings`` one letter wrong; ``qualifiers`` single words that only
    say how something is count as names; ``broad`` broad synonyms count as names; ``nesting`` what is kept of names that overlap; ``spans`` of coordinated
    names, whole or discontinuous; ``attributes`` negation and the like; ``ancestors`` how many levels of broader concepts are added to each mention.
    """

    inflection: bool = True
    spelling: bool = True
    derivation: bool = True
    synonyms: bool = True
    order: bool = True
    stop_words: bool = True
    numerals: bool = True
    learn: int = 20
    compounds: bool = True
    coordination: bool = True
    abbreviations: bool = True
    noncanonical: bool = True
    ellipsis: bool = True
    misspellings: bool = False
    qualifiers: bool = False
    broad: bool = True
    nesting: str = "guideline"
    spans: str = "whole"
    attributes: bool = True
    ancestors: int = 0

    def __post_init__(self) -> None:
        if self.nesting not in NESTINGS:
            raise BadInput(f"nesting={self.nesting} is not one of {', '.join(NESTINGS)}")
        if self.spans not in ("whole", "discontinuous"):
            raise BadInput(f"spans={self.spans} is not one of whole, discontinuous")

    def but(self, **changes: Any) -> Switches:
        """The same with some switches set; a switch may be given as the text of a command line."""
        known = {f.name: f.type for f in fields(self)}
        for name, value in changes.items():
            if name not in known:
                raise NotFound(f"no switch is called {name!r}", remedy="there are: " + ", ".join(known))
            if isinstance(value, str):
                changes[name] = _read(name, value, str(known[name]))
        return replace(self, **changes)


_WORDS = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def _read(name: str, value: str, kind: str) -> Any:
    if kind == "bool":
        if value.lower() not in _WORDS:
            raise BadInput(f"{name}={value} is neither on nor off")
        return _WORDS[value.lower()]
    if kind == "int":
        if not value.isdecimal():
            raise BadInput(f"{name}={value} is not a number")
        return int(value)
    return value


PRESETS: dict[str, Switches] = {
    "default": Switches(),
    # Labels and synonyms, stemming, permutations of the words, the longest match (Jonquet, Shah & Musen 2009, as Groza et al. 2015 describe it).
    "ncbo": Switches(
        spelling=False, derivation=False, synonyms=False, numerals=False, learn=0, coordination=False, abbreviations=False, noncanonical=False, ellipsis=False,
        qualifiers=True, nesting="longest", attributes=False,
    ),
    # Patterns over the words in their order, stop words, orthography, stemming, the longest match and then its parts, coordination; the more specific on overlap (Taboada et al. 2014).
    "obo": Switches(
        order=False, synonyms=False, numerals=False, learn=0, abbreviations=False, noncanonical=False, ellipsis=False, qualifiers=True, nesting="longest", attributes=False,
    ),
    # Lexical variants of words, decomposed conjunctions, either order, non-canonical phenotypes (Groza, Hunter & Zankl 2013). On the suites, where nested concepts
    # count as false alarms, the system had a precision of .97: it did not give them there.
    "biolark": Switches(synonyms=False, learn=0, abbreviations=False, ellipsis=False, qualifiers=True, attributes=False),
}  # fmt: skip


def preset(name: str) -> Switches:
    if name not in PRESETS:
        raise NotFound(f"no preset is called {name!r}", remedy="there are: " + ", ".join(PRESETS))
    return PRESETS[name]
