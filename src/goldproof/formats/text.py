"""Plain text: a .txt file a document, alone or in folders; what annotation begins with.

Texts are taken exactly as they are, so that offsets count every character. Guessed only where no other format knows any of the files.
"""

from __future__ import annotations

from pathlib import Path

from ..errors import BadInput
from ..model import Corpus, Document, whole
from .features import features
from .features.corpora import by_path
from .files import files_below, name_below, read_document, text_file, write_text
from .format import Format, Reading, Writing

SUFFIX = ".txt"


def read(path: Path, reading: Reading) -> Corpus:
    """The file that is named, or all .txt files below a folder."""
    root = path if path.is_dir() else path.parent
    documents = []
    for file in reading.progress(files_below(path, SUFFIX), "texts"):
        text = read_document(file)
        if not text and path.is_file():
            raise BadInput("the file is empty", where=file)
        documents.append(Document(name_below(file, root, *(file.suffixes[-1:] if path.is_file() else (SUFFIX,))), text))
    documents.sort(key=lambda d: by_path(d.id))
    return Corpus(tuple(documents), tuple(map(whole, documents)))


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    for document in corpus.documents:
        write_text(text_file(document.id, path, SUFFIX), document.text)


def sniff(path: Path, start: bytes) -> bool:
    if path.suffix != SUFFIX or b"\0" in start:
        return False
    try:
        start.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(start) - 4  # a character that the end of the first bytes cut through
    return True


TEXT = Format(
    name="text",
    title="plain text",
    suffixes=(".texts",),
    keeps=features("passages", "text-lines", "empty-layers"),
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    fallback=True,
)
