"""Any file of an ontology: unpacked, recognised by what is in it, read by the reader of its kind, and kept in the cache."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

from ..errors import BadInput
from ..formats.files import limit, read_bytes, unpacked
from . import cache
from .entry import Contents
from .pause import collector_paused

SIGN = "goldproof_ontology_version"
"""The word by which a named version of an ontology is known."""
# Beginnings that are no OBO: the reader of OWL knows what they are, or says so.
_OWL = (b"<?xml", b"<rdf", b"<Ontology", b"Prefix", b"Ontology(", b"@prefix", b"@base")


def read(path: str | Path, *, cached: bool = True) -> Contents:
    """The contents of an ontology in OBO, OWL (RDF/XML, OWL/XML, functional) or OBO Graphs JSON, gzipped or zipped.

    What was read once is kept in the cache by the checksum of the file's bytes (``cached=False`` reads the file whatever is there).
    """
    path = Path(path)
    data = read_bytes(path)
    with collector_paused():
        return cache.kept(data, path.name, lambda: _parsed(data, path)) if cached else _parsed(data, path)


def _parsed(data: bytes, path: Path) -> Contents:
    # Not above: what comes from the cache needs no reader.
    from . import obo, obographs, owl

    inside = _unpacked(data, path)
    if not inside.strip():
        raise BadInput("the file is empty", where=path)
    start = inside[:65536].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"{"):
        if f'"{SIGN}"'.encode() in start:
            from .versions import parse

            return parse(inside, path)
        return obographs.parse(inside, path)
    if owl.syntax(start) is not None or start.startswith(_OWL):
        return owl.parse(inside, path)
    return obo.parse(inside, path)


def _unpacked(data: bytes, path: Path) -> bytes:
    """What is inside a gzip or zip file; a zip file must hold one ontology."""
    if data.startswith(b"\x1f\x8b"):
        return unpacked(data, path)
    if not data.startswith(b"PK\x03\x04"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = [i for i in archive.infolist() if not i.is_dir() and not _hidden(i.filename)]
            if len(inside) > 1:
                inside = [i for i in inside if i.filename.lower().endswith((".obo", ".owl", ".owx", ".ofn", ".json", ".xml"))]
            if len(inside) != 1:
                raise BadInput(f"a zip file with {len(inside)} ontologies in it", where=path, remedy="unpack it and name the files")
            with archive.open(inside[0]) as file:
                found = file.read(limit() + 1)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError) as error:
        raise BadInput(f"not a sound zip file: {error}", where=path) from None
    if len(found) > limit():
        raise BadInput(f"more than {limit() / 1e6:.0f} MB when unpacked", where=path, remedy="set GOLDPROOF_MAX_MB")
    return found


def _hidden(name: str) -> bool:
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".")
