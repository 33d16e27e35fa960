"""How something is cited: goldproof itself, a known corpus, the home of a format."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata

from ..errors import NotFound
from ..formats.format import Format
from ..registry import door
from ..version import __version__
from .catalogue import Citation, catalogue, entry

# Characters that TeX would read as commands.
_TEX = str.maketrans({c: f"\\{c}" for c in "&%$#_"})


def cited(name: str = "goldproof") -> tuple[Citation, ...]:
    """The citations of ``goldproof``, a corpus or a format, by name."""
    if name == "goldproof":
        return (_itself(),)
    corpora = [known.name for known in catalogue()]
    if name in corpora:
        return entry(name).citations
    formats = door("formats")
    if name in formats.names():
        return (_home(formats.get(name)),)
    raise NotFound(f"nothing is called {name!r}", remedy="there are goldproof; the corpora " + ", ".join(corpora) + "; the formats " + ", ".join(formats.names()))


def _itself() -> Citation:
    """From the package's metadata; the year is that of the version's release and not known to it, so it is left out."""
    try:
        facts = metadata("goldproof").json
        author, summary = str(facts.get("author", "The goldproof team")), str(facts.get("summary", ""))
    except PackageNotFoundError:  # run from the sources, not installed
        author, summary = "The goldproof team", ""
    title = f"goldproof: {summary.rstrip('.')}" if summary else "goldproof"
    return Citation("goldproof", title, (author,), kind="software", number=__version__)


def _home(format: Format) -> Citation:
    return Citation(format.name, format.title, (), kind="misc", url=format.see)


def to_bibtex(citation: Citation) -> str:
    """One entry. The title stands in double braces, so that no style changes its capitals."""
    fields = {
        "author": " and ".join(f"{{{a}}}" if a.startswith("The ") else a for a in citation.authors).translate(_TEX),
        "title": f"{{{citation.title.translate(_TEX)}}}", "journal": citation.journal.translate(_TEX), "year": str(citation.year or ""),
        "volume": citation.volume, "version" if citation.kind == "software" else "number": citation.number,
        "pages": citation.pages, "doi": citation.doi, "url": citation.url,
    }  # fmt: skip
    rows = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{citation.kind}{{{citation.key},\n{rows}}}"
