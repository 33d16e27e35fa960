"""What tables of ratings and of rankings share: the names of raters, the columns of units, the text of a scale."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from ..errors import BadInput
from ..model import NONE, Attributes, Kind, Layer, Scale, Source, Unit, Value
from ..model.plain import scale_of, scale_plain
from .features.layers import UNKNOWN
from .sheets import Row, cell_of, number, value_of

UNIT, ATTRIBUTE, GROUP = "unit:", "attribute:", "group"
ITEM = frozenset(("item", "unit", "item id", "unit id", "pair", "pair id"))
RATER = frozenset(("rater", "judge", "annotator", "coder", "observer", "reviewer", "author"))

_BY = re.compile(r"(.+) \(([^()]*)\)", re.DOTALL)


def said_by(cell: str, kind: Kind) -> tuple[str, Source]:
    """Name and source of a layer from the name of a rater: ``ann``, or ``second round (ann)`` for a layer with a name of its own.

    >>> [(name, source.name) for name, source in (said_by(c, Kind.RATINGS) for c in ("ann", "again (ann)", "ratings"))]
    [('ann', 'ann'), ('again', 'ann'), ('ratings', 'unknown')]
    """
    found = _BY.fullmatch(cell)
    if found:
        return found[1], Source(found[2])
    return cell, UNKNOWN if re.fullmatch(rf"{kind.value}(-\d+)?", cell) else Source(cell)


def rater_of(layer: Layer, taken: Callable[[str], bool] = lambda cell: False) -> str:
    """The name of a rater that :func:`said_by` reads back; ``taken`` names are those of other columns."""
    want = layer.name, Source(layer.source.name)
    for cell in (layer.name, f"{layer.name} ({layer.source.name})"):
        if cell == cell.strip() and cell and not taken(cell) and said_by(cell, layer.kind) == want:
            return cell
    raise BadInput("a name that a table cannot hold", where=f"layer {layer.name!r} by {layer.source.name!r}", remedy="rename the layer")


def unit_columns(unit: Unit) -> dict[str, str]:
    """Group and attributes of a unit as named cells."""
    cells = {GROUP: unit.group} if unit.group else {}
    return cells | {UNIT + name: cell_of(value) for name, value in unit.attributes.items()}


def unit_attributes(row: Row, places: Mapping[str, int]) -> Attributes:
    found: dict[str, Value] = {name: value_of(row[place]) for name, place in places.items() if place < len(row) and row[place]}
    return Attributes(found) if found else NONE


def scale_text(scale: Scale) -> str:
    """A scale as text: ``0-4`` if it is no more than that, else JSON."""
    numbers = [v for v in scale.values if isinstance(v, (int, float))]
    if len(numbers) == len(scale.values) > 1 and Scale(scale.values) == scale:
        first, last = numbers[0], numbers[-1]
        if float(first).is_integer() and list(numbers) == [first + i for i in range(len(numbers))]:
            return f"{int(first)}-{int(last)}"
    return json.dumps(scale_plain(scale), ensure_ascii=False)


def scale_from(text: str, where: object = "") -> Scale:
    """A scale from ``0-4``, from ``none,some,all`` (lowest first) or from JSON.

    >>> scale_from("0-2").values, scale_from("none,some").values
    ((0.0, 1.0, 2.0), ('none', 'some'))
    """
    text = text.strip()
    bounds = re.fullmatch(r"(-?\d{1,9}) ?(?:-|–|\.\.) ?(-?\d{1,9})", text)
    if bounds:
        first, last = int(bounds[1]), int(bounds[2])
        if first < last <= first + 10_000:
            return Scale(tuple(float(v) for v in range(first, last + 1)))
    elif text.startswith("{"):
        try:
            scale = scale_of(json.loads(text))
            if scale is not None:
                return scale
        except (ValueError, TypeError, AttributeError, RecursionError):
            pass
    elif "," in text:
        words = [word.strip() for word in text.split(",")]
        values = tuple(word if number(word) is None else float(word) for word in words)
        if all(words):
            return Scale(values)
    raise BadInput(f"not a scale: {text[:40]!r}", where=where, remedy="write it as 0-4 or as none,some,all")
