"""One self-contained page: tables and drawings, each number with what it was made from."""

from __future__ import annotations

from .page import Code, Drawing, Marked, Page, Paragraph, Section, Table, render

__all__ = ["Code", "Drawing", "Marked", "Page", "Paragraph", "Section", "Table", "render"]
