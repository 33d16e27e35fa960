"""A terminology as a file of its own (``.terms``), with the index by which it is searched: ready in an instant, however large."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import BadInput, NotFound
from ...formats.files import replacing
from ...text.arrays import Damaged, of_strings, read_arrays, strings_of, write_arrays
from ...text.strings import Strings
from ..terminology import Terminology
from .finding import FIELDS, Postings, TermIndex

FORMAT = 1
SUFFIX = ".terms"
_COLUMNS = ("owner", "scope", "language", "vocabulary")


def save_terminology(terminology: Terminology, path: str | Path, *, index: TermIndex | None = None, force: bool = False) -> None:
    """Write it, and its index, which is made if it is not given."""
    path = Path(path)
    postings = (index or TermIndex(terminology)).postings
    links = [p for above in terminology.parents for p in above]
    of_links = np.zeros(len(terminology) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, terminology.parents), np.int64, len(terminology)), out=of_links[1:])
    arrays = {c: getattr(terminology, c) for c in _COLUMNS} | {"parents.of": of_links, "labelled": terminology.labelled}
    numbers: dict[str, tuple[str, ...]] = {}
    for column in ("types", "groups"):
        values = getattr(terminology, column)
        numbers[column] = tuple(dict.fromkeys(values))
        at = {v: i for i, v in enumerate(numbers[column])}
        arrays[column] = np.fromiter((at[v] for v in values), np.int32, len(values))
    for name, strings in (("names", terminology.names), ("concepts", Strings.of(terminology.concepts)), ("parents", Strings.of(links)), ("words", postings.words)):
        arrays |= of_strings(name, strings)
    arrays |= {f"index.{f}": getattr(postings, f) for f in FIELDS}
    digest = blake2b(digest_size=20)
    for name, array in sorted(arrays.items()):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(array).view(np.uint8).data if array.size else b"")
    about = {
        "kind": "terminology", "format": FORMAT, "name": terminology.name, "languages": terminology.languages, "vocabularies": terminology.vocabularies,
        "types": numbers["types"], "groups": numbers["groups"],
    }  # fmt: skip
    digest.update(repr(sorted(about.items())).encode())
    with replacing(path, force=force) as fresh, fresh.open("wb") as out:
        write_arrays(out, arrays, {**about, "checksum": digest.hexdigest()})


def load_terminology(path: str | Path) -> tuple[Terminology, TermIndex, str]:
    """The terminology, its index, and the checksum of both."""
    path = Path(path)
    if not path.exists():
        raise NotFound("no such file", where=path)
    try:
        about, a = read_arrays(path)
        if about.get("kind") != "terminology":
            raise Damaged("not a terminology")
        if about["format"] > FORMAT:
            raise BadInput(f"of a later kind ({about['format']})", where=path, remedy="use a newer goldproof, or import it again")
        of_links, links = a["parents.of"], strings_of(a, "parents").all()
        parents = [()] * (len(of_links) - 1) if not links else [links[i:j] for i, j in zip(of_links[:-1].tolist(), of_links[1:].tolist(), strict=True)]
        t = Terminology(
            about["name"], strings_of(a, "concepts").all(), strings_of(a, "names"), a["owner"], a["scope"], a["language"], tuple(about["languages"]), a["vocabulary"],
            tuple(about["vocabularies"]), _spelt(a["types"], about["types"]), _spelt(a["groups"], about["groups"]), tuple(parents),
        )  # fmt: skip
        # Kept, since it takes long to find out.
        t.__dict__["labelled"] = a["labelled"]
        postings = Postings(strings_of(a, "words"), *(a[f"index.{f}"] for f in FIELDS))
        return t, TermIndex(t, postings), str(about["checksum"])
    except (Damaged, KeyError, OSError, TypeError, ValueError) as error:
        raise BadInput(f"not a whole file of a terminology ({error})", where=path, remedy="import it again: goldproof terms import") from None


def about_of(path: Path) -> dict[str, Any]:
    """What a kept file says of itself (name, languages, checksum and the like), without reading the rest."""
    if not path.exists():
        raise NotFound("no such file", where=path)
    try:
        about = read_arrays(path)[0]
        if about.get("kind") != "terminology" or not isinstance(about.get("checksum"), str):
            raise Damaged("not a terminology")
        return about
    except (Damaged, OSError, AttributeError) as error:
        raise BadInput(f"not a whole file of a terminology ({error})", where=path, remedy="import it again: goldproof terms import") from None


def _spelt(numbers: np.typing.NDArray[np.int32], values: list[str]) -> tuple[str, ...]:
    return tuple(values[i] for i in numbers.tolist())
