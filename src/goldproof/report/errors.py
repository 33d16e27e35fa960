"""An error analysis as a page: how many of each kind, what is solved, and examples with the words around."""

from __future__ import annotations

from collections import Counter

from ..benchmark import KINDS, Analysis, Side
from ..version import __version__
from .charts import bars
from .page import Block, Page, Paragraph, Plate, Section
from .tables import Table

EXAMPLES = 8


def page(analysis: Analysis, examples: int = EXAMPLES) -> Page:
    """Counts first, then each kind with its meaning and its first examples."""
    counts = [(r["side"], r["kind"], r["count"], r["share"], r["example"]) for r in analysis.counts()]
    overview: list[Block] = [
        Paragraph(f"{analysis.found} found, {len(analysis.misses)} missed, {len(analysis.false_alarms)} false alarms in {analysis.units} units."),
        *(Paragraph(note) for note in analysis.notes),
        Table("Errors by kind", ("side", "kind", "count", "share of its side", "example"), counts, analysis.origin),
        *(Plate(bars(f"{title} by kind", {"": dict(Counter(e.kind for e in errors).most_common())}, axis="errors", form=".0f"), f"{title} by kind")
          for title, errors in (("Misses", analysis.misses), ("False alarms", analysis.false_alarms)) if errors),
    ]  # fmt: skip
    sections = [Section("Overview", overview)]
    if analysis.ontology:
        solved = [(r["wording"], r["items"], r["found"], r["recall"], r["meaning"]) for r in analysis.solved()]
        sections.append(Section("What was solved", [Table("Mentions of the reference by their words", ("wording", "mentions", "found", "recall", "meaning"), solved, analysis.origin)]))
    for side, title in ((Side.MISS, "Misses"), (Side.FALSE_ALARM, "False alarms")):
        blocks: list[Block] = []
        for kind, (_, meaning) in KINDS.items():
            found = [e for e in analysis.errors if e.side is side and e.kind == kind]
            if found:
                shown = [(e.item.unit, e.context, e.item.label or e.item.concept, "" if e.against is None else f"{e.against.text} ({e.against.label or e.against.concept})")
                         for e in found[:examples]]  # fmt: skip
                blocks += [Paragraph(f"{kind}: {meaning}."), Table(f"{kind}: {len(shown)} of {len(found)}", ("unit", "words in brackets", "concept", "the other side says"), shown)]
        if blocks:
            sections.append(Section(title, blocks))
    return Page(f"Errors of {analysis.sys}", f"What {analysis.sys} got wrong against {analysis.ref}, and how.", sections, f"goldproof {__version__}")
