"""Load and save: a format is found or guessed, a loss is refused unless it was agreed to, a file is whole or absent."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

from ..errors import BadInput, LossRefused, NotFound
from ..model import Corpus
from ..registry import door
from .features import FEATURES, strip
from .files import files_below, plain_head, replacing, write_text
from .format import Format, Reading, Writing

EMPTY = ".empty"
"""The sign in a folder that it is meant to hold nothing: any other folder in which nothing is found is refused."""
RELEASED, RELEASE_SIGN = "corpus.gold.jsonl", "release.json"
"""A folder with both is a release: the first is what it says, in the native form; other formats beside it say the same."""
Show = Callable[[Iterable[object], str], Iterable[object]]


def load(
    path: str | Path,
    *,
    format: str = "",
    texts: str | Path | None = None,
    lose: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    show: Show | None = None,
    warnings: list[str] | None = None,
    strict: bool = True,
) -> Corpus:
    """The corpus in a file or folder.

    ``format`` is guessed from the content if it is not given. What the files hold and our records cannot hold is
    refused unless its name stands in ``lose``. ``warnings``, if given, receives what was mended on the way.
    Tokens that do not stand in their text are refused, unless not ``strict``: then ``goldproof.check`` tells which.
    The folder of a release is read by its native file.
    """
    path = Path(path)
    if not format and (path / RELEASE_SIGN).is_file() and (path / RELEASED).is_file():
        path = path / RELEASED
    chosen: Format = door("formats").get(format) if format else guess(path)
    if not path.exists():
        raise NotFound("no such file or folder", where=path)
    if path.is_dir() and not files_below(path, "") and not (path / EMPTY).is_file():
        raise BadInput("the folder holds no files", where=path)
    if chosen.read is None:
        raise BadInput(f"{chosen.title} is written but not read", where=path)
    _known_options(chosen, options or {})
    if texts is not None and not Path(texts).is_dir():
        raise NotFound("no such folder of texts", where=texts)
    reading = Reading(Path(texts) if texts else None, options or {}, show, strict=strict)
    with _collector_paused():
        corpus = chosen.read(path, reading)
    if path.is_dir() and _holds_nothing(corpus) and not (path / EMPTY).is_file():
        raise BadInput(f"no {chosen.title} in this folder", where=path, remedy="is it the right folder, and the right --from?")
    refused = not_agreed(reading.losses, lose)
    if refused:
        raise LossRefused(refused, where=path)
    if warnings is not None:
        warnings.extend(reading.warnings)
    return corpus


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Reading makes many objects and hardly a cycle: the collector would look at all of them again and again (half the time of NeXML)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def save(
    corpus: Corpus,
    path: str | Path,
    *,
    format: str = "",
    lose: Iterable[str] = (),
    force: bool = False,
    options: Mapping[str, str] | None = None,
) -> None:
    """Write a corpus; the format is taken from the file's suffix if it is not given.

    A feature of the corpus that the format does not keep is refused unless its name stands in ``lose``.
    """
    path = Path(path)
    chosen = chosen_format(path, format)
    if chosen.write is None:
        raise BadInput(f"{chosen.title} is read but not written", where=path)
    _known_options(chosen, options or {})
    lost = losses(corpus, chosen)
    refused = not_agreed(lost, lose)
    if refused:
        raise LossRefused(refused, where=f"{path} ({chosen.name})")
    stripped = strip(corpus, lost)
    with replacing(path, force=force) as fresh:
        if chosen.holder == "folder":
            fresh.mkdir()
        try:
            chosen.write(stripped, fresh, Writing(options or {}))
        except UnicodeEncodeError:
            raise BadInput(f"a text or name holds half a character (a lone surrogate), which {chosen.title} cannot say", where=path) from None
        if chosen.holder == "folder" and _holds_nothing(stripped):
            write_text(fresh / EMPTY, "A corpus without documents.\n")


def not_agreed(lost: Mapping[str, str], lose: Iterable[str]) -> dict[str, str]:
    """The losses that no name agrees to. ``source*`` agrees to a family of features; everything at once cannot be agreed to.

    >>> not_agreed({"source": "ann", "source-details": "ann", "scale": "bo"}, ["source*"])
    {'scale': 'bo'}
    """
    names = set(lose)
    families = [name for name in names if name.endswith("*") and name != "*"]
    return {name: where for name, where in lost.items() if name not in names and not any(fnmatchcase(name, family) for family in families)}


def losses(corpus: Corpus, format: Format) -> dict[str, str]:
    """What the corpus has and the format does not keep: feature -> one place where it is."""
    found = {name: feature.present(corpus) for name, feature in FEATURES.items() if name not in format.keeps}
    return {name: where for name, where in found.items() if where}


def guess(path: str | Path) -> Format:
    """The format of a file or folder, by its content; refused where none or several fit."""
    path = Path(path)
    files = files_below(path, "")
    if not files:
        raise BadInput("the folder holds no files", where=path)
    formats: list[Format] = [f for f in door("formats") if f.read is not None]
    # Sibling files tell each other apart: a folder of .ann and .txt is brat because of the .ann.
    starts = [(file, plain_head(file)) for file in _a_few(files)]
    claimed: list[set[str]] = []
    for fallback in (False, True):  # plain text is what no other format knows
        claims = [{f.name for f in formats if f.fallback == fallback and _claims(f, file, start)} for file, start in starts]
        claimed = claimed or [names for names in claims if names]
    if not claimed:
        if path.is_file() and path.stat().st_size == 0:
            raise BadInput("the file is empty", where=path)
        raise BadInput("no known format", where=path, remedy="name it with --from; goldproof list formats shows all")
    votes = {f.name: sum(f.name in names for names in claimed) for f in formats}
    best = max(votes.values())
    top = [f for f in formats if votes[f.name] == best]
    if len(claimed) - best > len(claimed) * _STRAY:
        found = ", ".join(sorted(set.union(*claimed)))
        raise BadInput(f"holds files of several formats ({found})", where=path, remedy="name one of its folders, or the format with --from")
    if len(top) > 1:
        raise BadInput("could be " + " or ".join(f.name for f in top), where=path, remedy="say which with --from")
    return top[0]


_STRAY = 0.2
"""Of the files that a format claims, so many may be claimed by others only: a text that looks like a table is still a text."""


def _claims(format: Format, path: Path, start: bytes) -> bool:
    """Whether a format knows the file. One that stumbles over it does not: a plug-in must not stand in the way of the others."""
    try:
        return format.sniff(path, start)
    except Exception:  # noqa: BLE001  goldproof.testing tells its author
        return False


def chosen_format(path: Path, name: str = "") -> Format:
    """The format that is named; else the one that the file's suffix means."""
    named: Format = door("formats").get(name) if name else by_suffix(path)
    return named


def by_suffix(path: Path) -> Format:
    """The format that writes files of this name."""
    formats: list[Format] = [f for f in door("formats") if f.write is not None]
    fitting = [(len(s), f) for f in formats for s in f.suffixes if path.name.endswith(s)]
    longest = max((n for n, _ in fitting), default=0)
    top = sorted({f.name for n, f in fitting if n == longest})
    if len(top) != 1:
        why = "could be " + " or ".join(top) if top else "no format has this suffix"
        raise BadInput(why, where=path, remedy="name the format with --to")
    return next(f for f in formats if f.name == top[0])


def _holds_nothing(corpus: Corpus) -> bool:
    return not (corpus.documents or corpus.units or corpus.studies)


def _a_few(files: list[Path], most: int = 40) -> list[Path]:
    """Enough files to guess from: the first of each suffix, then more."""
    firsts = list({f.suffix: f for f in reversed(files)}.values())
    return list(dict.fromkeys(firsts + files))[:most]


def _known_options(format: Format, options: Mapping[str, str]) -> None:
    for name in options:
        if name not in format.options:
            known = ", ".join(format.options) or "none"
            raise BadInput(f"{format.name} has no option {name!r}", remedy=f"its options: {known}")
