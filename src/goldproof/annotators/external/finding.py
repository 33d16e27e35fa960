"""A folder of outputs made elsewhere: one file a document, called after it, or a corpus in any format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...errors import NotFound
from ...formats.files import files_below, name_below
from .description import Description
from .limits import Stopped
from .work import Work


def finding(tool: Description, works: list[Work]) -> Iterator[tuple[Work, object]]:
    """Each piece of work with the file of its answer, or the reason why there is none."""
    folder = Path(tool.folder)
    if not folder.is_dir() and tool.place:
        folder = Path(tool.place).parent / tool.folder
    if not folder.is_dir():
        raise NotFound("no such folder of outputs", where=folder)
    found: dict[str, Path] = {}
    for file in files_below(folder, ""):
        name = name_below(file, folder)
        # a.b.conllu is the output of the document a.b, or of a: the longer name has the first word.
        while name:
            found.setdefault(name, file)
            shorter = name.rpartition(".")[0]
            name = shorter if shorter and "/" not in name[len(shorter) :] else ""
    for work in works:
        file_or_none = found.get(work.unit)
        yield work, file_or_none if file_or_none is not None else Stopped("no output of this document in the folder")


