"""Superclasses that another reasoner wrote down: a line an expression, a tab, and the names above it with a bar between; gzipped or not.

::

    UBERON:0002102<TAB>UBERON:0002529|UBERON:0004765
    UBERON:0002102 and (BFO:0000050 some UBERON:0000033)<TAB>UBERON:0002102

An expression may have several lines. A first line ``expression<TAB>subsumers`` is a header.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

from ...errors import BadInput
from ...formats.files import decode, read_bytes, unpacked
from ...formats.manchester import parse
from ...model.curie import curie
from ...model.expression import canonical
from .subsumers import Listed


def listed(path: str | Path) -> Listed:
    """The lists of a file. Expressions are Manchester syntax, so that the same one is found however it is written."""
    path = Path(path)
    found: dict[str, set[str]] = defaultdict(set)
    name = cache(lambda text: canonical(parse(text, where=path)))
    for number, line in enumerate(decode(unpacked(read_bytes(path), path), path).splitlines(), 1):
        cells = line.split("\t")
        if not line.strip() or (number == 1 and cells[0] == "expression"):
            continue
        if len(cells) != 2 or not all(cell.strip() for cell in cells):
            raise BadInput("not an expression, a tab and the superclasses with | between", where=f"{path}, line {number}")
        found[name(cells[0])].update(curie(above) for above in cells[1].split("|"))
    return Listed(found)
