"""What changed since the release before: units, judgements by cause, guideline, ontology, licence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ..adjudication import differences
from ..adjudication.items import atoms, core
from ..model import Corpus, Layer
from ..model.plain import plain_rows
from ..project.words import source_text, words

MOST = 200
"""So many changes are told one by one; all are counted."""


def changelog(corpus: Corpus, gold: Sequence[Layer], before: Corpus | None, old: Sequence[Layer] = ()) -> str:
    """Markdown. A gold layer is compared with that of its name, or the only one of its kind, in the release before."""
    head = [f"# Changes in {corpus.version}", ""]
    if before is None:
        return "\n".join([*head, "The first release.", ""])
    head += [f"Since {before.version or 'the release before'}.", ""]
    facts = [(what, getattr(before, field), getattr(corpus, field)) for what, field in (("Licence", "licence"), ("Sources", "provenance"), ("Name", "name"))]
    lines = [f"- {what}: {a or 'none'}, now {b or 'none'}" for what, a, b in facts if a != b]
    mine, theirs = {u.id for u in corpus.units}, {u.id for u in before.units}
    lines += [f"- {len(mine - theirs)} units added"] if mine - theirs else []
    lines += [f"- {len(theirs - mine)} units removed"] if theirs - mine else []
    texts, olds = {d.id: d.text for d in corpus.documents}, {d.id: d.text for d in before.documents}
    lines += [f"- document {d}: another text" for d in texts if d in olds and texts[d] != olds[d]]
    for layer in gold:
        known = next((o for o in old if o.name == layer.name and o.kind == layer.kind), None)
        alike = [o for o in old if o.kind == layer.kind]
        known = known or (alike[0] if len(alike) == 1 else None)
        lines += ["", f"## {layer.name}", "", *(["New in this release."] if known is None else _layer(corpus, layer, before, known))]
    gone = [o for o in old if not any(o.kind == layer.kind and (o.name == layer.name or len([x for x in old if x.kind == o.kind]) == 1) for layer in gold)]
    lines += [f"- layer {o.name} is no longer in it" for o in gone]
    return "\n".join([*head, *(lines or ["Nothing."]), ""])


def _layer(corpus: Corpus, layer: Layer, before: Corpus, old: Layer) -> Iterator[str]:
    for what in ("guideline", "ontology", "round"):
        a, b = getattr(old.source, what), getattr(layer.source, what)
        if a != b:
            yield f"- {what}: {a or 'none'}, now {b or 'none'}"
    fresh, gone = [u for u in layer.units if u not in old], [u for u in old.units if u not in layer]
    if fresh:
        yield f"- {len(fresh)} units judged for the first time"
    if gone:
        yield f"- {len(gone)} units no longer judged"
    both = [u for u in layer.units if u in old]
    found = differences([layer.called("new")], old.called("old"), units=both)
    counts = Counter(d.cause for d in found)
    changed = [u for u in both if _said(layer, u) != _said(old, u)]
    if not changed:
        yield f"- nothing changed in {len(both)} units"
        return
    yield f"- {len(changed)} of {len(both)} units changed" + (": " + ", ".join(f"{n} {_NAMES.get(cause, cause)}" for cause, n in counts.items()) if counts else "")
    yield ""
    for unit in changed[:MOST]:
        yield f"- {unit}: " + "; ".join(_lines(before, old, unit)) + " → " + "; ".join(_lines(corpus, layer, unit))
    if len(changed) > MOST:
        yield f"- and {len(changed) - MOST} more"


_NAMES: dict[str, str] = {"extra": "added", "missed": "removed"}


def _said(layer: Layer, unit: str) -> list[str]:
    return sorted(repr(core(x)) for x in atoms(layer.kind, layer[unit]))


def _lines(corpus: Corpus, layer: Layer, unit: str) -> tuple[str, ...]:
    one = layer.only((unit,)).columns
    plain: list[Any] = [{k: v for k, v in row.items() if k != "attributes"} for row in plain_rows(one, 0, len(one))]
    return tuple(words(layer.kind, plain, source_text(corpus, unit))) or ("nothing there",)
