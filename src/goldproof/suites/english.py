"""What the rules of the suites know of English: only what is certain, from one file of general knowledge (``words.toml``).

It has nothing from the recognisers' own variants (``goldproof.text``): a suite that is made with what a system knows cannot show what it does not know.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ..errors import NotFound

PREPOSITIONS = frozenset("of in to by from with on at for due as into within without without during after between under over per upon near since than and or".split())
ARTICLES = frozenset(("the", "a", "an"))


@cache
def known() -> Mapping[str, Any]:
    """The file, as it is."""
    return tomllib.loads((files("goldproof.suites") / "words.toml").read_text(encoding="utf-8"))


@cache
def words(name: str) -> frozenset[str]:
    """A list of words by its name."""
    found = known()["lists"].get(name) or known()["plain"].get(name)
    if found is None:
        raise NotFound(f"no list {name!r}", where="words.toml", remedy="there are: " + ", ".join([*known()["lists"], "quality", "place", "one"]))
    return frozenset(found)


def irregular_plural(word: str) -> str:
    return str(known()["plurals"].get(word, ""))


@cache
def _irregular_singulars() -> Mapping[str, str]:
    return {many: one for one, many in known()["plurals"].items()}


def irregular_singular(word: str) -> str:
    return _irregular_singulars().get(word, "")


def regular_plural(word: str) -> str:
    """What the plural is if the word is regular; whether it has one must be seen elsewhere.

    >>> [regular_plural(w) for w in ("finger", "biopsy", "process", "toe", "ray")]
    ['fingers', 'biopsies', 'processes', 'toes', 'rays']
    """
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "o", "u", ""):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


@cache
def british(word: str) -> str:
    """The word in the British spelling, itself if there is no other or it is not sure. Small letters."""
    table = known()["spelling"]
    if word in table["words"]:
        return str(table["words"][word])
    for begin, to in table["beginnings"].items():
        if word.startswith(begin):
            word = to + word[len(begin) :]
            break
    for end, to in sorted(table["endings"].items(), key=lambda e: -len(e[0])):
        if word.endswith(end) and not word.endswith(to):
            return word[: -len(end)] + str(to)
    return word


@cache
def american(word: str) -> str:
    """The word in the American spelling, itself if there is no other or it is not sure. Small letters."""
    table = known()["spelling"]
    if word in table["older"]:
        return str(table["older"][word])
    for us, uk in table["words"].items():
        if word == uk:
            return str(us)
    for to, begin in table["beginnings"].items():
        if word.startswith(begin):
            word = to + word[len(begin) :]
            break
    for to, end in sorted(table["endings"].items(), key=lambda e: -len(e[1])):
        if word.endswith(end):
            return word[: -len(end)] + str(to)
    return word


@cache
def opposites() -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for pair in known()["plain"]["opposites"])


def kind_of_adjective(word: str) -> str:
    """"quality", "course", "place", "relation", or nothing where it is not sure that the word is an adjective."""
    for kind in ("quality", "course", "place"):
        if word in words(kind):
            return kind
    ends = tuple(known()["plain"]["relation"])
    return "relation" if word.endswith(ends) and len(word) > 5 and word.isalpha() else ""


def same_case(word: str, like: str) -> str:
    """The word with a capital where the other has one.

    >>> same_case("tumour", "Tumor"), same_case("tumour", "TUMOR")
    ('Tumour', 'TUMOUR')
    """
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def lowered(text: str) -> str:
    """The first letter small, unless the first word is an abbreviation, a symbol or a name with its own capitals.

    >>> lowered("Short finger"), lowered("EEG abnormality"), lowered("X-linked")
    ('short finger', 'EEG abnormality', 'X-linked')
    """
    first = text.split(" ", 1)[0]
    plain = len(first) > 1 and first[1:].replace("-", "").replace("'", "").islower() and first[1:2] != "-"
    return text[:1].lower() + text[1:] if plain else text


def raised(text: str) -> str:
    return text[:1].upper() + text[1:]
