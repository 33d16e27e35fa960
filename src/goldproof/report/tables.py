"""One table, and how it is written: Markdown, LaTeX (booktabs), TSV, CSV, a terminal; as HTML see :mod:`.page`.

Markdown and LaTeX are for readers: numbers rounded and aligned, intervals in brackets, the best in bold, signatures as comments beneath. TSV and CSV are
data: full precision, the ends of an interval in columns of their own.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from types import MappingProxyType

from ..errors import BadInput
from ..formats.files import save_text
from ..measures.figure import Figure
from ..model import Span

STYLES = ("md", "tex", "tsv", "csv")
DIGITS = 3


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with places marked in it, for a cell of a table."""

    text: str
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """``rows`` hold text, numbers, :class:`Marked` texts and figures; a figure brings its interval and its signature with it.

    ``made_from`` says what the plain numbers were counted in. ``best`` names columns whose best is printed bold: ``high`` or ``low``.
    ``digits`` stand behind the point of every number that is not whole.
    """

    caption: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[object]]
    made_from: str = ""
    best: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    digits: int = DIGITS

    @classmethod
    def of(cls, caption: str, rows: Sequence[Mapping[str, object]], columns: Sequence[str] = (), **more: object) -> Table:
        """A table of records: their keys are the columns."""
        names = tuple(columns) or tuple(dict.fromkeys(key for row in rows for key in row))
        return cls(caption, names, [tuple(row.get(name) for name in names) for row in rows], **more)  # type: ignore[arg-type]

    def write(self, style: str) -> str:
        """The table in one of the :data:`STYLES`."""
        writers = {"md": _markdown, "tex": _latex, "tsv": _tsv, "csv": _csv}
        if style not in writers:
            raise BadInput(f"no table is written as {style!r}", remedy="styles: " + ", ".join(STYLES))
        return writers[style](self)

    def save(self, path: str | Path, *, force: bool = True) -> None:
        """A file in the style of its suffix, whole or not at all."""
        path = Path(path)
        style = {"markdown": "md", "txt": "md"}.get(path.suffix.lower()[1:], path.suffix.lower()[1:])
        if style not in STYLES:
            raise BadInput(f"no table is written as {path.suffix or 'a file without a suffix'}", where=path, remedy="end the name in .md, .tex, .tsv or .csv")
        save_text(path, self.write(style), force=force)

    def texts(self) -> list[list[str]]:
        """Every cell as a reader sees it, without what marks the best."""
        return [[text(cell, self.digits) for cell in row] for row in self.rows]

    @property
    def numeric(self) -> list[bool]:
        """For each column whether it holds numbers (or nothing) alone."""
        out = []
        for i in range(len(self.columns)):
            column = [row[i] for row in self.rows]
            out.append(any(number(c) is not None for c in column) and all(c is None or number(c) is not None or isinstance(c, Figure) for c in column))
        return out

    @property
    def bold(self) -> set[tuple[int, int]]:
        """Rows and columns of the cells that are best in their column, as far as the printed digits tell."""
        out = set()
        for name, which in self.best.items():
            if name not in self.columns or which not in ("high", "low"):
                raise BadInput(f"best of {name!r} is {which!r}", remedy="name a column of the table, and say high or low")
            i = self.columns.index(name)
            known = {r: round(v, self.digits) for r, row in enumerate(self.rows) if (v := number(row[i])) is not None}
            if known:
                top = (max if which == "high" else min)(known.values())
                out |= {(r, i) for r, v in known.items() if v == top}
        return out

    @property
    def signatures(self) -> list[str]:
        """What the numbers were made from, each once."""
        found = [str(cell) for row in self.rows for cell in row if isinstance(cell, Figure)]
        return list(dict.fromkeys([*found, *([self.made_from] if self.made_from else [])]))


def number(cell: object) -> float | None:
    """The number of a cell, if it is one."""
    if isinstance(cell, Figure):
        return cell.value
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return None
    return float(cell) if math.isfinite(cell) else None


def text(cell: object, digits: int = DIGITS) -> str:
    """A cell for a reader.

    >>> text(0.8696), text(7.86e-18), text(1234), text(None), text(0.0)
    ('0.870', '7.86e-18', '1234', '–', '0.000')
    """
    match cell:
        case None:
            return "–"
        case bool():
            return "yes" if cell else "no"
        case Figure() if cell.value is None:
            return "undefined"
        case Figure():
            ends = "" if cell.low is None or cell.high is None else f" [{text(cell.low, digits)}, {text(cell.high, digits)}]"
            return text(cell.value, digits) + ends
        case float():
            if not math.isfinite(cell):
                return "–" if math.isnan(cell) else "∞" if cell > 0 else "−∞"
            # A p-value of 1e-18 is not 0.000.
            tiny = cell != 0 and abs(cell) < 0.5 * 10.0**-digits
            return f"{cell:.2e}" if tiny else f"{cell + 0.0:.{digits}f}"
        case Marked():
            return cell.text
        case list() | tuple() | set() | frozenset():
            return ", ".join(map(str, cell))
        case _:
            return str(cell)


def _markdown(table: Table) -> str:
    bold, numeric = table.bold, table.numeric
    cells = [[_minus(_pipe(t), n) for t, n in zip(row, numeric, strict=True)] for row in table.texts()]
    for r, c in bold:
        cells[r][c] = f"**{cells[r][c]}**"
    head = [_pipe(c) for c in table.columns]
    wide = [max(3, *(len(row[i]) for row in [head, *cells])) for i in range(len(head))]
    lines = [
        "| " + " | ".join(t.rjust(w) if n else t.ljust(w) for t, w, n in zip(row, wide, numeric, strict=True)) + " |" for row in [head, *cells]
    ]
    lines.insert(1, "|" + "|".join("-" * (w + 1) + ":" if n else "-" * (w + 2) for w, n in zip(wide, numeric, strict=True)) + "|")
    title = [table.caption, ""] if table.caption else []
    # Two hyphens would end the comment.
    origin = ["", *(f"<!-- {s.replace('--', '- -')} -->" for s in table.signatures)] if table.signatures else []
    return "\n".join([*title, *lines, *origin]) + "\n"


def _latex(table: Table) -> str:
    bold, numeric = table.bold, table.numeric
    cells = [[_tex_number(t) if n else _tex(t) for t, n in zip(row, numeric, strict=True)] for row in table.texts()]
    for r, c in bold:
        cells[r][c] = rf"\textbf{{{cells[r][c]}}}" if "$" not in cells[r][c] else rf"\boldmath{cells[r][c]}"
    head = [_tex(c) for c in table.columns]
    wide = [max(len(row[i]) for row in [head, *cells]) for i in range(len(head))]
    lines = [" & ".join(t.rjust(w) if n else t.ljust(w) for t, w, n in zip(row, wide, numeric, strict=True)).rstrip() + r" \\" for row in [head, *cells]]
    caption = [rf"  \caption{{{_tex(table.caption)}}}"] if table.caption else []
    return "\n".join([
        r"% needs \usepackage{booktabs}", *(f"% {s}" for s in table.signatures), r"\begin{table}", r"  \centering", *caption,
        rf"  \begin{{tabular}}{{{''.join('r' if n else 'l' for n in numeric)}}}", r"    \toprule", "    " + lines[0], r"    \midrule",
        *("    " + line for line in lines[1:]), r"    \bottomrule", r"  \end{tabular}", r"\end{table}", "",
    ])  # fmt: skip


def _tsv(table: Table) -> str:
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in _data(table))


def _csv(table: Table) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(_data(table))
    return out.getvalue()


def _data(table: Table) -> list[list[str]]:
    """Cells at full precision; a column with intervals becomes three."""
    with_ends = [any(isinstance(row[i], Figure) and row[i].low is not None for row in table.rows) for i in range(len(table.columns))]  # type: ignore[attr-defined]
    head = [name for c, ends in zip(table.columns, with_ends, strict=True) for name in ((c, f"{c} low", f"{c} high") if ends else (c,))]
    out = [head]
    for row in table.rows:
        cells: list[str] = []
        for cell, ends in zip(row, with_ends, strict=True):
            plain = [cell.value, cell.low, cell.high] if isinstance(cell, Figure) else [cell, None, None]
            cells += [_plain(c) for c in plain[: 3 if ends else 1]]
        out.append(cells)
    return out


def _plain(cell: object) -> str:
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return ""
    return repr(float(cell)) if isinstance(cell, float) else text(cell)


def _pipe(cell: str) -> str:
    return " ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").split())


def _minus(cell: str, numeric: bool) -> str:
    return cell.replace("-", "−") if numeric and "e-" not in cell else cell


_TEX = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--",
        "−": "$-$", "≥": r"$\geq$", "≤": r"$\leq$", "<": r"$<$", ">": r"$>$", **{c: f"\\{c}" for c in "&%$#_"}}  # fmt: skip


def _tex(cell: str) -> str:
    return " ".join("".join(_TEX.get(c, c) for c in cell).split())


def _tex_number(cell: str) -> str:
    """``-0.5`` with a real minus, ``7.86e-18`` as a power of ten."""
    cell = re.sub(r"(-?\d(?:\.\d+)?)e([+-]?\d+)", lambda m: rf"${m[1]}\times10^{{{int(m[2])}}}$", _tex(cell))
    return re.sub(r"(?<![\w${])-(?=\d)", "$-$", cell)
