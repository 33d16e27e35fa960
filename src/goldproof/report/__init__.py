"""What a paper or a reader is shown: drawings, tables, one self-contained page; each number with what it was made from."""

from __future__ import annotations

from .charts import bars, histogram, lines, stacks
from .drawing import Drawing
from .grids import bubbles, heat
from .page import Code, Page, Paragraph, Plate, Section, render
from .tables import Marked, Table

__all__ = [
    "Code", "Drawing", "Marked", "Page", "Paragraph", "Plate", "Section", "Table", "bars", "bubbles", "heat", "histogram", "lines", "render", "stacks",
]  # fmt: skip
