"""One way to write the id of a concept or relation: a CURIE, ``HP:0000118``; and the address (IRI) that it stands for.

All that knows of addresses is here, and no package: the addresses of the OBO library follow a rule, so that no map of prefixes is needed, which
nobody has for the ids of old gold standards (decision 16).
"""

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
# A relation without a number: obo/uberon/core#connects is UBERON:connects, as the curators' tool writes it.
_NAMED = re.compile(
    r"<?https?://purl\.obolibrary\.org/obo/(?P<prefix>[A-Za-z]\w*)(?:\.owl)?(?:/[\w.-]+)*#(?P<local>[A-Za-z_][\w-]*)>?"
)
_SPACES = {
    "owl": "http://www.w3.org/2002/07/owl#", "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#", "skos": "http://www.w3.org/2004/02/skos/core#", "oboInOwl": "http://www.geneontology.org/formats/oboInOwl#",
}  # fmt: skip
_CURIE = re.compile(r"(?P<prefix>[A-Za-z_][A-Za-z0-9_.+-]*):(?P<local>[^\s:/][^\s]*)")


@lru_cache(maxsize=65536)
def curie(id: str) -> str:
    """The id as a CURIE, whatever way it was written; what is no id of that kind comes back as it is.

    >>> [curie(x) for x in ("HP_0000118", "http://purl.obolibrary.org/obo/HP_0000118", "HP:0000118", "part_of")]
    ['HP:0000118', 'HP:0000118', 'HP:0000118', 'part_of']
    """
    text = id.strip()
    found = _UNDERSCORE.fullmatch(text) or _OBO.fullmatch(text)
    if found:
        return f"{found['prefix']}:{found['local']}"
    if "#" in text:
        if named := _NAMED.fullmatch(text):
            return f"{named['prefix'].upper()}:{named['local']}"
        bare = text.removeprefix("<").removesuffix(">")
        for space, address in _SPACES.items():
            if bare.startswith(address):
                return f"{space}:{bare[len(address) :]}"
    return text


def iri(id: str) -> str:
    """The address of an id of the OBO library or of the Semantic Web's own words; any other id as it is.

    >>> iri("HP:0000118"), iri("UBERON:connects"), iri("owl:Thing"), iri("part_of")
    ('http://purl.obolibrary.org/obo/HP_0000118', 'http://purl.obolibrary.org/obo/uberon#connects', 'http://www.w3.org/2002/07/owl#Thing', 'part_of')
    """
    text = curie(id)
    space, colon, local = text.partition(":")
    if not colon or local.startswith("//"):
        return text
    if space in _SPACES:
        return _SPACES[space] + local
    if _UNDERSCORE.fullmatch(f"{space}_{local}"):
        return f"http://purl.obolibrary.org/obo/{space}_{local}"
    return f"http://purl.obolibrary.org/obo/{space.lower()}#{local}" if re.fullmatch(r"[A-Z]\w*:[A-Za-z_]\w*", text) else text


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
