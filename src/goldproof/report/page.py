"""A page in one file: no network, no script, its style inside; light and dark; legible from 360 pixels up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from ..measures.figure import Figure
from ..measures.naming import parse_call
from ..model import Span
from .drawing import Drawing
from .style import STYLE
from .tables import Marked, Table


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """What a user would type."""

    text: str


@dataclass(frozen=True, slots=True)
class Plate:
    """A sketch or a drawing with its caption; what it shows is also said in words, in the SVG's title and description."""

    picture: str | Drawing
    caption: str


Block = Paragraph | Code | Table | Plate


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Page:
    title: str
    lead: str
    sections: Sequence[Section] = field(default_factory=tuple)
    footer: str = ""
    language: str = "en"


def short_names(figures: Iterable[Figure]) -> list[tuple[str, Figure]]:
    """Each figure with its measure's name and those of its settings in which the figures differ."""
    chosen = list(figures)
    calls = [parse_call(f.measure) for f in chosen]
    values: dict[tuple[str, str], set[str]] = {}
    for call in calls:
        for key, value in call.named:
            values.setdefault((call.name, key), set()).add(value)
    return [
        (" ".join([call.name, *(f"{key}={value}" for key, value in call.named if len(values[call.name, key]) > 1)]), f)
        for call, f in zip(calls, chosen, strict=True)
    ]


def figure_table(caption: str, figures: Iterable[Figure], columns: tuple[str, str] = ("measure", "of")) -> Table:
    """A table of figures: what, of whom, the value with its interval, and its signature under it."""
    rows = [(name, ", ".join(f.sides) + (f" ({f.group})" if f.group else ""), f, f.units) for name, f in short_names(figures)]
    return Table(caption, (*columns, "value", "units"), rows)


def render(page: Page) -> str:
    """The whole file."""
    ids = [f"s{i}" for i, _ in enumerate(page.sections, 1)]
    contents = "".join(f'<li><a href="#{id}">{escape(s.title)}</a></li>' for id, s in zip(ids, page.sections, strict=True))
    sections = "\n".join(_section(id, s) for id, s in zip(ids, page.sections, strict=True))
    footer = f"<footer><p>{escape(page.footer)}</p></footer>" if page.footer else ""
    return (
        f'<!doctype html>\n<html lang="{escape(page.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(page.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<header><h1>{escape(page.title)}</h1><p class="lead">{escape(page.lead)}</p></header>\n'
        f'<nav aria-label="Contents"><ol>{contents}</ol></nav>\n<main>\n{sections}\n</main>\n{footer}\n</body>\n</html>\n'
    )


def _section(id: str, section: Section) -> str:
    blocks = "\n".join(_block(b) for b in _rows(section.blocks))
    return f'<section aria-labelledby="{id}"><h2 id="{id}">{escape(section.title)}</h2>\n{blocks}\n</section>'


def _rows(blocks: Sequence[Block]) -> list[Block | list[Plate]]:
    """Plates that follow each other stand side by side where there is room."""
    out: list[Block | list[Plate]] = []
    for block in blocks:
        if isinstance(block, Plate) and out and isinstance(out[-1], list):
            out[-1].append(block)
        else:
            out.append([block] if isinstance(block, Plate) else block)
    return out


def _block(block: Block | list[Plate]) -> str:
    match block:
        case list():
            plates = "".join(f"<figure>{_picture(p.picture)}<figcaption>{escape(p.caption)}</figcaption></figure>" for p in block)
            return f'<div class="drawings">{plates}</div>'
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Code(text):
            return f'<pre tabindex="0"><code>{escape(text)}</code></pre>'
        case Table():
            return _table(block)
        case Plate():
            return _block([block])


def _picture(picture: str | Drawing) -> str:
    """A drawing is on white paper, whatever the page's colours."""
    return picture if isinstance(picture, str) else f'<div class="paper">{picture.svg()}</div>'


def _table(table: Table) -> str:
    numeric = [bool(table.rows) and all(isinstance(row[i], (int, float)) for row in table.rows) for i in range(len(table.columns))]
    kinds = [' class="n"' if n else "" for n in numeric]
    head = "".join(f'<th scope="col"{k}>{escape(c)}</th>' for c, k in zip(table.columns, kinds, strict=True))
    body = "\n".join(_row(row, kinds) for row in table.rows)
    origin = f'<code class="signature">{escape(table.made_from)}</code>' if table.made_from else ""
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{escape(table.caption)}"><table>'
        f"<caption>{escape(table.caption)}{origin}</caption><thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _row(row: Sequence[object], kinds: Sequence[str]) -> str:
    """The signature of a figure has a row of its own under it, as wide as the table."""
    cells = [f'<th scope="row"{kinds[0]}>{_cell(row[0])}</th>', *(f"<td{k}>{_cell(c)}</td>" for c, k in zip(row[1:], kinds[1:], strict=True))]
    origins = [cell.origin for cell in row if isinstance(cell, Figure)]
    under = "".join(f'<code class="signature">{escape(o)}</code>' for o in origins)
    extra = f'\n<tr class="origin"><td colspan="{len(row)}">{under}</td></tr>' if origins else ""
    return f'<tr{" class=" + chr(34) + "figure" + chr(34) if origins else ""}>{"".join(cells)}</tr>{extra}'


def _cell(value: object) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case Figure():
            return _figure(value)
        case Marked(text, spans):
            return _marked(text, spans)
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3f}"
        case _:
            # Ids have hyphens, at which a browser would break them.
            text = str(value)
            word = 0 < len(text) <= 20 and not any(c.isspace() for c in text)
            return f'<span class="w">{escape(text)}</span>' if word else escape(text)


def _figure(figure: Figure) -> str:
    if figure.value is None:
        return escape(figure.text)
    number, _, interval = figure.text.replace("-", "\u2212").partition(" ")
    return f'<span class="value"><b>{number}</b> {interval}</span>'.replace(" </span>", "</span>")


def _marked(text: str, spans: tuple[Span, ...]) -> str:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    out, at = [], 0
    for start, end in joined:
        out.append(f"{escape(text[at:start])}<mark>{escape(text[start:end])}</mark>")
        at = end
    return "".join(out) + escape(text[at:])
