"""What systems are compared on: each task with its measures, what a system is given, and the unit of its tests (door ``tasks``).

The tables of Verspoor et al. 2012 are tasks here: sentences and tokens (Tables 16, 17), tags with the upper bound (18), labelled brackets with the sentences that are
not evaluated (19-23), dependencies (24, 25), mentions under four ways of matching (3-12, 14, 15).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from ..model import Kind

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Task:
    """``columns``: name of a column -> measure, as a table prints them; ``main`` is the column that ranks. ``bounds``: column -> the measure of its upper bound.
    ``counts``: columns of plain counts. ``given``: what of the gold a system gets (sentences, tokens, tags; nothing: the text alone). ``per``: what a test and an
    interval take as units: sentences of the gold, or lines of the text where documents are few. ``draws``: permutations of its tests."""

    name: str
    what: str
    kind: Kind
    columns: Mapping[str, str]
    main: str
    bounds: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    counts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    given: str = ""
    per: str = "line"
    draws: int = 10_000

    @property
    def measures(self) -> Sequence[str]:
        """The measures that it reports, the main one first."""
        return (self.columns[self.main], *(m for name, m in self.columns.items() if name != self.main))


def _items(name: str, what: str, kind: Kind, settings: str, **more: object) -> Task:
    inside = f"({settings})" if settings else ""
    return Task(name, what, kind, MappingProxyType({"P": f"P{inside}", "R": f"R{inside}", "F1": f"F1{inside}"}), "F1", **more)  # type: ignore[arg-type]


_MATCHES = ("strict", "overlap", "shared", "subspan")
_MENTIONS = {f"{m} {letter}": f"{letter}(match={m},on=span)" for m in _MATCHES for letter in ("P", "R", "F1")}

SENTENCES = _items("sentences", "Cut a text into sentences; places of the first and last character", Kind.PARSES, "on=sentence")
TOKENS = _items("tokens", "Cut a text into tokens, end to end", Kind.PARSES, "on=token")
TAGS = _items("tags", "Tag every token, end to end (on gold tokens with given=tokens)", Kind.PARSES, "on=token+tag",
              bounds=MappingProxyType({letter: f"{letter}(on=token+known-tag)" for letter in ("P", "R", "F1")}))  # fmt: skip
DEPENDENCIES = Task("dependencies", "Find the head and label of every token, on gold tags", Kind.PARSES,
                    MappingProxyType({"LAS": "LAS", "UAS": "UAS", "LS": "LS", "LAS trees": "LAS(mean=trees)", "UAS trees": "UAS(mean=trees)", "LS trees": "LS(mean=trees)"}),
                    "LAS", given="tags", per="sentence", draws=1_000)  # fmt: skip
CONSTITUENTS = Task("constituents", "Parse every sentence into a tree, on gold tags; labelled brackets averaged over sentences", Kind.PARSES,
                    MappingProxyType({name: f"{name}(mean=sentences)" for name in ("LB-P", "LB-R", "LB-F")}), "LB-F",
                    counts=MappingProxyType({"unevaluated": "LB-unevaluated"}), given="tags", per="sentence", draws=1_000)  # fmt: skip
MENTIONS = Task("mentions", "Find mentions; places strictly, by overlap, one edge shared, one inside the other", Kind.MENTIONS, MappingProxyType(_MENTIONS), "strict F1")
CONCEPTS = _items("concepts", "Find mentions and say which concept each names", Kind.MENTIONS, "")
PHENOTYPES = _items("phenotypes", "State the phenotypes of every state of a character; whole statements", Kind.PHENOTYPES, "", per="unit")
RATINGS = Task("ratings", "Rate every unit, as people rated it", Kind.RATINGS, MappingProxyType({"Pearson": "Pearson", "Spearman": "Spearman"}), "Pearson", per="unit")
RANKINGS = Task("rankings", "Put the options of every choice in order", Kind.RANKINGS, MappingProxyType({"tau": "tau"}), "tau", per="unit")
