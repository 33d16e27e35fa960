"""Rules that decide many items at once, each with a preview. A rule looks at one item and says what to decide, or that it does not apply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import BadInput, NotFound
from ..model import Kind, Mention, Rating, Scale, Span
from ..model.plain import judgement_plain, judgements_of
from ..ontology import Ontology
from ..project.batch import Saved
from ..project.queues import Entry, Item, Reading, Verdict
from ..project.words import source_text, words
from .items import core
from .queue import Queue, edited, kept, taken

Judged = tuple[Any, ...]


@dataclass(frozen=True)
class Sight:
    """What a rule may look at: the item, what its readings and the proposal say as records, the text, and what was decided before."""

    item: Item
    kind: Kind
    readings: tuple[tuple[Reading, Judged], ...]
    proposed: Judged | None
    text: str
    ontology: Ontology | None
    before: Mapping[object, Verdict | None]
    scale: Scale | None

    @property
    def sides(self) -> list[Judged]:
        return [said for _, said in self.readings] + ([] if self.proposed is None else [self.proposed])


@dataclass(frozen=True)
class Rule:
    """``settle`` gives a verdict, or None where the rule does not apply. ``told`` is what is said of the items: "41 differ in edge white space only"."""

    name: str
    told: str
    kinds: frozenset[Kind]
    settle: Callable[[Sight], Verdict | None]


@dataclass(frozen=True, slots=True)
class Row:
    """What a rule would decide about one item: in words, as it is proposed and as it would be."""

    item: Item
    verdict: Verdict
    proposed: tuple[str, ...]
    decided: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """What a rule would do, before it does it. ``of`` is the number of open items that it looked at."""

    rule: Rule
    rows: tuple[Row, ...]
    of: int

    def __str__(self) -> str:
        return f"{len(self.rows)} {self.rule.told}"


def preview(queue: Queue, rule: str, *, cause: str = "", unit: str | None = None, ontology: Ontology | None = None) -> Preview:
    """What a rule would decide about the open items (of a cause, of a unit)."""
    chosen = rule_of(rule, queue.head.kind)
    every = queue.project.entries(queue.name)
    wanted = [e for e in every if e.open and (not cause or e.item.cause == cause) and (unit is None or e.item.unit == unit)]
    units = dict.fromkeys(e.item.unit for e in every)
    corpus = queue.project.corpus(layers=(), units=tuple(units)) if units else queue.project.corpus(layers=())
    scale = queue.project.layers(names=(queue.head.layer,))[0].scale
    texts = {unit: source_text(corpus, unit) for unit in units}
    kind = queue.head.kind

    def sight(e: Entry, before: Mapping[object, Verdict | None]) -> Sight:
        read = tuple((r, judgements_of(kind, list(map(dict, r.judged)))) for r in queue.shuffled(e.item))
        proposed = None if e.item.proposed is None else judgements_of(kind, list(map(dict, e.item.proposed)))
        return Sight(e.item, kind, read, proposed, texts[e.item.unit], ontology, before, scale)

    before: dict[object, Verdict | None] = {}
    if chosen is SAME:
        for e in every:
            if not e.open and not e.rule:
                _remember(before, sight(e, {}), e)
    rows: list[Row] = []
    for e in wanted:
        verdict = chosen.settle(sight(e, before))
        if verdict is not None:
            text = texts[e.item.unit]
            rows.append(Row(e.item, replace(verdict, rule=chosen.name, base=e.decided), _words(kind, e.item.proposed, text), _words(kind, verdict.chosen, text)))
    return Preview(chosen, tuple(rows), len(wanted))


def apply(queue: Queue, shown: Preview, *, reason: str = "", actor: str = "", operation: str = "") -> Saved:
    """Do what a preview showed, as one action: undone as one. If an item was decided since, nothing is done (Conflict)."""
    if not shown.rows:
        raise BadInput(f"rule {shown.rule.name} applies to none of {shown.of} open items", where=f"queue {queue.name}")
    said = reason or f"rule {shown.rule.name}: {shown.rule.told}"
    return queue.project.decide(queue.name, [replace(row.verdict, reason=said) for row in shown.rows], actor=actor, operation=operation)


def rule_of(name: str, kind: Kind) -> Rule:
    found = next((r for r in RULES if r.name == name and kind in r.kinds), None)
    if found is None:
        raise NotFound(f"no rule {name!r} decides {kind}", remedy="rules: " + ", ".join(r.name for r in RULES if kind in r.kinds))
    return found


def _words(kind: Kind, judged: Sequence[Any] | None, text: str) -> tuple[str, ...]:
    if judged is None:
        return ("(no proposal)",)
    bare = [{k: v for k, v in x.items() if k != "attributes"} for x in judged]
    return tuple(words(kind, bare, text)) or ("(nothing there)",)


# The rules -----------------------------------------------------------------------------------------------------------------


def _trimming(strip: Callable[[str], bool]) -> Callable[[Sight], Verdict | None]:
    def settle(s: Sight) -> Verdict | None:
        sides = [tuple(_trimmed(m, s.text, strip) for m in said) for said in s.sides]
        if len({_cores(said) for said in sides}) > 1 or len({_cores(said) for said in s.sides}) == 1:
            return None
        best = s.proposed if s.proposed is not None else s.sides[0]
        return edited(s.item, "edit", [judgement_plain(_trimmed(m, s.text, strip)) for m in best], s.item.cause)

    return settle


def _trimmed(m: Mention, text: str, strip: Callable[[str], bool]) -> Mention:
    spans = []
    for start, end in m.spans:
        while start < end and strip(text[start : start + 1]):
            start += 1
        while end > start and strip(text[end - 1 : end]):
            end -= 1
        spans.append(Span(start, end))
    return replace(m, spans=tuple(spans))


def _cores(said: Judged) -> tuple[str, ...]:
    return tuple(sorted(repr(core(x)) for x in said))


def _most(share: Callable[[int, int], bool]) -> Callable[[Sight], Verdict | None]:
    def settle(s: Sight) -> Verdict | None:
        judges = sum(len(r.layers) for r, _ in s.readings)
        found = next((r for r, _ in s.readings if share(len(r.layers), judges)), None)
        return None if found is None else taken(s.item, found, s.item.cause)

    return settle


def _keep(s: Sight) -> Verdict | None:
    unsettled = s.item.proposed is None or any("open" in x.get("attributes", {}) for x in s.item.proposed)
    return None if unsettled else kept(s.item, s.item.cause)


def _extent(longest: bool) -> Callable[[Sight], Verdict | None]:
    """The same concepts, one mention a side, in one piece, other ends: the longest or the shortest that anybody marked."""

    def settle(s: Sight) -> Verdict | None:
        if not s.readings or any(len(said) != 1 or len(said[0].spans) != 1 for said in s.sides):
            return None
        if len({core(replace(said[0], spans=())) for said in s.sides}) > 1 or len({said[0].spans for said in s.sides}) == 1:
            return None
        found = (max if longest else min)((r for r in s.readings), key=lambda row: (row[1][0].spans[0].length, len(row[0].layers)))
        return taken(s.item, found[0], s.item.cause)

    return settle


def _specific(s: Sight) -> Verdict | None:
    """The same place, one concept a side, each above or below the others: the lowest."""
    if s.ontology is None:
        raise BadInput("the rule specific needs to know what stands above what", remedy="give the ontology with --ontology")
    if not s.readings or any(len(said) != 1 or len(said[0].concepts) != 1 for said in s.sides):
        return None
    if len({tuple(sorted(said[0].spans)) for said in s.sides}) > 1:
        return None
    concepts = {said[0].concepts[0] for said in s.sides}
    if len(concepts) == 1 or any(c not in s.ontology for c in concepts):
        return None
    lowest = next((c for c in concepts if all(c == other or other in s.ontology.ancestors(c) for other in concepts)), None)
    found = next((r for r, said in s.readings if said[0].concepts[0] == lowest), None)
    return None if lowest is None or found is None else taken(s.item, found, s.item.cause)


def _step(s: Sight) -> Verdict | None:
    """All within one step of each other on the scale (or 1 where there is none)."""
    values = [said[0].value for said in s.sides if said and isinstance(said[0], Rating)]
    if s.item.proposed is None or not values or len(values) < len(s.sides):
        return None
    if s.scale is not None and s.scale.values:
        places = [s.scale.values.index(v) for v in values if v in s.scale.values]
        # A median between two values is a step from neither.
        near = bool(places) and max(places) - min(places) <= 1 and all(v in s.scale.values or min(map(float, values)) < float(v) < max(map(float, values)) for v in values)
    else:
        near = all(isinstance(v, int | float) for v in values) and max(map(float, values)) - min(map(float, values)) <= 1
    return kept(s.item, s.item.cause) if near else None


def _situation(s: Sight) -> object:
    """What is to be decided, wherever it stands: the words that are marked, and as what, by how many."""
    if s.kind is not Kind.MENTIONS:
        return tuple(sorted((_cores(said), len(r.layers)) for r, said in s.readings)), None if s.proposed is None else _cores(s.proposed)
    at = s.item.place[0] if s.item.place else 0

    def moved(said: Judged) -> tuple[str, ...]:
        return tuple(sorted(repr((core(replace(m, spans=tuple(Span(a - at, b - at) for a, b in m.spans))), [s.text[a:b].casefold() for a, b in m.spans])) for m in said))

    return tuple(sorted(moved(said) for _, said in s.readings)), None if s.proposed is None else moved(s.proposed)


def _remember(before: dict[object, Verdict | None], s: Sight, e: Entry) -> None:
    """A situation that was decided in two ways is not decided by example."""
    if e.choice not in ("take", "keep", "none"):
        return
    key = _situation(s)
    verdict = Verdict(e.item.key, e.choice, e.chosen, e.cause, layers=e.layers)
    known = before.get(key, verdict)
    alike = known is not None and (known.choice, _reading(s, known)) == (verdict.choice, _reading(s, verdict))
    before[key] = verdict if alike else None


def _reading(s: Sight, verdict: Verdict) -> object:
    """Which of the readings of this item a verdict chose, told by what it says and not by who says it."""
    if verdict.choice != "take":
        return None
    at = s.item.place[0] if s.item.place else 0
    found = judgements_of(s.kind, [dict(x) for x in verdict.chosen])
    if s.kind is not Kind.MENTIONS:
        return _cores(found)
    start = min((m.start for m in found), default=at)
    return tuple(sorted(repr(core(replace(m, spans=tuple(Span(a - start, b - start) for a, b in m.spans)))) for m in found))


def _same(s: Sight) -> Verdict | None:
    """As the same was decided before: the same words marked in the same ways."""
    known = s.before.get(_situation(s))
    if known is None:
        return None
    if known.choice == "keep":
        return _keep(s)
    if known.choice == "none":
        return edited(s.item, "none", (), s.item.cause)
    wanted = _reading(s, known)
    for reading, _said in s.readings:
        verdict = taken(s.item, reading, s.item.cause)
        if _reading(s, verdict) == wanted:
            return verdict
    return None


_ALL = frozenset(Kind)
_MENTIONS = frozenset({Kind.MENTIONS})
SAME = Rule("same", "were decided before where the same words are marked in the same ways", _ALL, _same)
RULES: tuple[Rule, ...] = (
    Rule("edge-space", "differ in edge white space only", _MENTIONS, _trimming(lambda c: c.isspace())),
    Rule("edge-punctuation", "differ in white space and punctuation at their edges only", _MENTIONS, _trimming(lambda c: not c.isalnum())),
    Rule("all-but-one", "are said alike by all layers but one", _ALL, _most(lambda n, of: of > 2 and n == of - 1)),
    Rule("most", "are said alike by more than half of the layers", _ALL, _most(lambda n, of: 2 * n > of)),
    Rule("specific", "differ in how specific the concept is: the most specific is taken", _MENTIONS, _specific),
    Rule("longest", "differ in their ends only: the longest is taken", _MENTIONS, _extent(True)),
    Rule("shortest", "differ in their ends only: the shortest is taken", _MENTIONS, _extent(False)),
    Rule("step", "are rated within one step: the proposal is kept", frozenset({Kind.RATINGS}), _step),
    SAME,
    Rule("keep", "have a proposal to keep", _ALL, _keep),
)  # fmt: skip
