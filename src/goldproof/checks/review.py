"""The review of a corpus: every rule over everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..errors import BadInput
from ..model import Corpus
from ..ontology import Ontology
from ..ontology.terminologies import read_terminology
from ..ontology.terminology import Terminology
from .catalogue import chosen, matching
from .finding import Finding, Level
from .guideline import Guideline
from .lexicon import Lexicon
from .queries import tree_rules
from .rule import Context
from .terms import Terms

NO_LEVELS: Mapping[str, str] = {}


def check(
    corpus: Corpus,
    *,
    rules: Iterable[str] = (),
    without: Iterable[str] = (),
    ontologies: Ontology | str | Path | Iterable[Ontology | str | Path] = (),
    terminologies: Terminology | str | Path | Iterable[Terminology | str | Path] = (),
    guideline: Guideline | None = None,
    levels: Mapping[str, str] = NO_LEVELS,
    least: Level | str = Level.NOTE,
    warnings: Iterable[str] = (),
    trees: str = "",
) -> tuple[Finding, ...]:
    """What may be wrong in a corpus, errors first.

    ``rules`` and ``without`` choose rules by name or pattern ("span-*"). ``ontologies`` (files, or ontologies that are
    open) let the ids be checked, ``terminologies`` that nothing is named but their concepts. ``warnings`` are those of ``gp.load``. ``levels`` give findings of a rule another level. ``least`` is the lowest level wanted.
    ``trees`` names a set of rules for trees that are queries ("craft", or a TOML file of your own); they run besides the others.

    >>> import goldproof as gp
    >>> [str(f) for f in gp.check(gp.Corpus.of_texts({"d1": ""}))]
    ['warning text-empty: d1: the document is empty (leave it out, or find its text)']
    """
    given = [ontologies] if isinstance(ontologies, (Ontology, str, Path)) else list(ontologies)
    terms = Terms(o if isinstance(o, Ontology) else Ontology(o) for o in given)
    named = [terminologies] if isinstance(terminologies, (Terminology, str, Path)) else list(terminologies)
    lexicon = Lexicon(t if isinstance(t, Terminology) else read_terminology(t) for t in named)
    guideline = guideline or Guideline()
    if guideline.below:
        if not terms:
            raise BadInput("below which term concepts must lie can be checked against an ontology only", remedy="name one with --ontology")
        terms.below(guideline.below)
    queries = tree_rules(trees) if trees else {}
    other = {name: level(word) for pattern, word in levels.items() for name in matching(pattern, queries)}
    lowest = level(least)
    context = Context(guideline, terms, tuple(warnings), lexicon)
    found = [
        finding
        for rule in chosen(rules, without, queries)
        if other.get(rule.name, rule.level).reaches(lowest) and context.has(rule.needs)
        for finding in rule(corpus, context, other.get(rule.name))
    ]
    return tuple(sorted(found, key=lambda finding: -finding.level.weight))


def level(word: Level | str) -> Level:
    """The level of a name."""
    try:
        return Level(word)
    except ValueError:
        raise BadInput(f"no level is called {word!r}", remedy="there are: " + ", ".join(Level)) from None
