"""One way to write the id of a concept: a CURIE, ``HP:0000118``."""

from __future__ import annotations

import re
from functools import lru_cache

# The local part of an id that stands behind an underscore: 0000118, Q15796-1, or a UUID. Something with a digit, so that
# names which merely have an underscore in them (part_of, inheres_in) stay what they are.
_LOCAL = r"\d+|[A-Za-z]*\d[A-Za-z0-9]*(?:-\d+)?|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_PREFIX = r"[A-Za-z][A-Za-z0-9]*(?:_[A-Z]{2,})?"
_UNDERSCORE = re.compile(rf"(?P<prefix>{_PREFIX})_(?P<local>{_LOCAL})")
# In an OBO IRI any word may stand there (NCBITaxon_species), behind a prefix with a capital in it: not obo/part_of.
_OBO = re.compile(
    r"<?(?:https?://purl\.obolibrary\.org/obo/|https?://purl\.org/obo/owl/[A-Za-z]+#|obo:)"
    rf"(?P<prefix>(?=[a-z]*[A-Z]){_PREFIX})_(?P<local>{_LOCAL}|[a-z]+)>?"
)
_CURIE = re.compile(r"(?P<prefix>[A-Za-z_][A-Za-z0-9_.+-]*):(?P<local>[^\s:/][^\s]*)")


@lru_cache(maxsize=65536)
def curie(id: str) -> str:
    """The id as a CURIE, whatever way it was written; what is no id of that kind comes back as it is.

    >>> [curie(x) for x in ("HP_0000118", "http://purl.obolibrary.org/obo/HP_0000118", "HP:0000118", "part_of")]
    ['HP:0000118', 'HP:0000118', 'HP:0000118', 'part_of']
    """
    text = id.strip()
    found = _UNDERSCORE.fullmatch(text) or _OBO.fullmatch(text)
    return f"{found['prefix']}:{found['local']}" if found else text


def is_curie(id: str) -> bool:
    """Whether the id is a prefix, a colon and a local part, and not a web address.

    >>> [is_curie(x) for x in ("HP:0000118", "HP_0000118", "HP: 0000118", "https://example.org/1", "C0012634")]
    [True, False, False, False, False]
    """
    return _CURIE.fullmatch(id) is not None


def prefix(id: str) -> str:
    """What stands before the colon, empty if the id is not a CURIE.

    >>> prefix("HP:0000118"), prefix("C0012634")
    ('HP', '')
    """
    return id.partition(":")[0] if is_curie(id) else ""
