"""UMLS-style tables: MRCONSO.RRF (names), MRSTY.RRF (semantic types), MRREL.RRF (broader concepts), and the file of semantic groups.

The UMLS is licensed: the tables are the user's own copy. Columns are those of its reference manual: fields end with ``|``. Types are kept by their identifier
(T047), groups by theirs (DISO); languages by the codes that everybody else writes (ENG: en).
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import numpy as np

from ...errors import BadInput, NotFound
from ...model.columns.interning import Interner
from ...text.strings import Strings
from ..pause import collector_paused
from ..terminology import Terminology, joined
from .lines import opened

LANGUAGES = {
    b"ENG": "en", b"GER": "de", b"FRE": "fr", b"SPA": "es", b"DUT": "nl", b"ITA": "it", b"POR": "pt", b"CZE": "cs", b"SWE": "sv", b"FIN": "fi", b"DAN": "da",
    b"NOR": "no", b"RUS": "ru", b"JPN": "ja", b"KOR": "ko", b"CHI": "zh", b"POL": "pl", b"HUN": "hu", b"TUR": "tr", b"GRE": "el", b"ARA": "ar", b"HEB": "he",
    b"LAV": "lv", b"EST": "et", b"SCR": "hr", b"BAQ": "eu", b"UKR": "uk",
}  # fmt: skip
NAMES, TYPES, RELATIONS = "MRCONSO", "MRSTY", "MRREL"
_BROADER = {b"PAR": False, b"CHD": True}
"""Relations that make the hierarchy, and whether they say it the other way round: of CUI1 and CUI2, CUI2 is the parent (PAR) or the child (CHD)."""


def read_umls(path: Path, *, vocabularies: Collection[str] = (), languages: Collection[str] = (), suppressed: bool = False, groups: Path | None = None) -> Terminology:
    """A terminology from a folder of such tables, or from MRCONSO.RRF with the others beside it (gzipped too).

    Only the names of some vocabularies and languages, if that is asked for; obsolete and otherwise suppressed ones if ``suppressed``. ``groups`` is the file
    of semantic groups; without it one is looked for beside the tables (SemGroups.txt).
    """
    folder = path if path.is_dir() else path.parent
    conso = _beside(folder, NAMES) if path.is_dir() else path
    if conso is None:
        raise NotFound(f"no {NAMES}.RRF in it", where=path)
    with collector_paused():
        number, columns, seen = _names(conso, frozenset(vocabularies), frozenset(x.lower() for x in languages), suppressed)
        types = _types(_beside(folder, TYPES), number)
        names = _groups(groups or next((f for f in sorted(folder.glob("[Ss]em[Gg]roups*.txt"))), None))
        parents = _parents(_beside(folder, RELATIONS), number)
    data, starts, owner, scope, language, vocabulary = columns
    group_of = {value: "|".join(dict.fromkeys(names.get(t, "") for t in value.split("|"))).strip("|") for value in set(types)}
    return Terminology(
        (folder.name if path.is_dir() else path.name.removesuffix(".gz")), tuple(id.decode() for id in number),
        Strings(bytes(data), np.array(starts, np.int64)), np.array(owner, np.int32), np.frombuffer(bytes(scope), np.uint8), np.array(language, np.int16), seen[0],
        np.array(vocabulary, np.int16), seen[1], tuple(types), tuple(group_of[t] for t in types), parents,
    )  # fmt: skip


Columns = tuple[bytearray, "array[int]", "array[int]", bytearray, "array[int]", "array[int]"]


def _names(path: Path, sources: frozenset[str], tongues: frozenset[str], suppressed: bool) -> tuple[dict[bytes, int], Columns, tuple[tuple[str, ...], tuple[str, ...]]]:
    number: Interner[bytes] = Interner()
    language: Interner[bytes] = Interner()
    vocabulary: Interner[bytes] = Interner()
    data, scopes = bytearray(), bytearray()
    starts, owner, of_language, of_vocabulary = array("q", [0]), array("i"), array("h"), array("h")
    wanted_sources = frozenset(s.encode() for s in sources)
    passed: dict[bytes, bool] = {}
    for cells in _records(path, 17):
        # CUI LAT TS LUI STT SUI ISPREF AUI SAUI SCUI SDUI SAB TTY CODE STR SRL SUPPRESS
        lat, source = cells[1], cells[11]
        if lat not in passed:
            passed[lat] = not tongues or _tongue(lat) in tongues
        if not passed[lat] or (wanted_sources and source not in wanted_sources) or (cells[16] not in (b"N", b"") and not suppressed) or not cells[14]:
            continue
        data += cells[14]
        starts.append(len(data))
        owner.append(number[cells[0]])
        scopes.append(0 if cells[2] == b"P" and cells[4] == b"PF" and cells[6] == b"Y" else 1)
        of_language.append(language[lat])
        of_vocabulary.append(vocabulary[source])
    if not len(owner):
        raise BadInput("no names in it" + (" of these vocabularies and languages" if sources or tongues else ""), where=path)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = int(np.searchsorted(np.array(starts), error.start, side="right"))
        raise BadInput(f"name {at} is not UTF-8 text", where=path, remedy="save the file as UTF-8") from None
    names = tuple(map(_tongue, language)), tuple(v.decode("utf-8", "replace") for v in vocabulary)
    return number, (data, starts, owner, scopes, of_language, of_vocabulary), names


def _types(path: Path | None, number: Mapping[bytes, int]) -> list[str]:
    out = [""] * len(number)
    if path is not None:
        known: Interner[bytes] = Interner()
        texts: list[str] = []
        for cells in _records(path, 4):
            at = number.get(cells[0])
            if at is not None:
                n = known[cells[1]]
                if n == len(texts):
                    texts.append(cells[1].decode())
                out[at] = joined(out[at], texts[n]) if out[at] else texts[n]
    return out


def _groups(path: Path | None) -> dict[str, str]:
    """Semantic type -> group, from lines ``DISO|Disorders|T047|Disease or Syndrome``."""
    return {c[2].decode(): c[0].decode() for c in _records(path, 3)} if path is not None else {}


def _parents(path: Path | None, number: Mapping[bytes, int]) -> tuple[tuple[str, ...], ...]:
    if path is None:
        return ((),) * len(number)
    found: dict[int, dict[bytes, None]] = {}
    for cells in _records(path, 8):
        # CUI1 AUI1 STYPE1 REL CUI2: CUI2 has the relation to CUI1.
        turned = _BROADER.get(cells[3])
        if turned is None or cells[0] == cells[4]:
            continue
        child, parent = (cells[4], cells[0]) if turned else (cells[0], cells[4])
        if child in number and parent in number:
            found.setdefault(number[child], {})[parent] = None
    return tuple(tuple(p.decode() for p in found[i]) if i in found else () for i in range(len(number)))


def _records(path: Path, least: int) -> Iterator[list[bytes]]:
    with opened(path) as file:
        for line, record in enumerate(file, 1):
            cells = record.rstrip(b"\r\n").split(b"|")
            if len(cells) < least:
                if not record.strip():
                    continue
                raise BadInput(f"{len(cells)} fields, not {least} and more", where=f"{path}, line {line}", remedy="fields end with |, as in the UMLS's own files")
            yield cells


def _tongue(code: bytes) -> str:
    return LANGUAGES.get(code, code.decode("ascii", "replace").lower())


def _beside(folder: Path, name: str) -> Path | None:
    return next((f for f in sorted(folder.iterdir()) if f.name.upper() in (f"{name}.RRF", f"{name}.RRF.GZ")), None) if folder.is_dir() else None
