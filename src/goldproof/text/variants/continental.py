"""Number, case and gender in German, Dutch, French, Spanish and Italian, and the compounds of German and Dutch.

Accents and umlauts are folded before words come here, so *Arzt* and *Ärzte* differ in their ends alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

ENDS: dict[str, tuple[str, ...]] = {
    "de": ("", "e", "en", "er", "n", "s", "es", "ern", "em", "nen"),
    "nl": ("", "e", "en", "s", "er", "eren", "n"),
    "fr": ("", "s", "e", "es", "x"),
    "es": ("", "s", "es", "o", "a", "os", "as"),
    "it": ("", "o", "a", "i", "e", "he", "hi"),
}
"""Ends that words of a language take for one another."""
CHANGES: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (("ung", "ungen"), ("um", "en"), ("a", "en"), ("isch", "ie"), ("lich", ""), ("ie", "ien"), ("us", "en")),
    "nl": (("isch", "ie"), ("heid", "heden"), ("us", "i")),
    "fr": (("al", "aux"), ("ique", "ie"), ("eux", "euse"), ("if", "ive"), ("aire", "e")),
    "es": (("ion", "iones"), ("ico", "ia"), ("z", "ces")),
    "it": (("ico", "ia"), ("ione", "ioni"), ("ta", "ta")),
}
SPELT: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (("ae", "a"), ("oe", "o"), ("ue", "u"), ("ß", "ss"), ("c", "k"), ("c", "z"), ("ph", "f"), ("th", "t")),
    "fr": (("œ", "oe"), ("æ", "ae")),
}
LINKS: dict[str, tuple[str, ...]] = {"de": ("", "s", "n", "en", "es", "e", "er"), "nl": ("", "s", "n", "en", "e")}
"""What may stand between the parts of a compound, by language."""
_STEM = 3
_PART = 4


def inflections(language: str) -> Callable[[str], Iterator[str]]:
    """The rule of a language that leads from a word to its other numbers, cases and genders.

    >>> "schmerzen" in set(inflections("de")("schmerz")), "hopitaux" in set(inflections("fr")("hopital"))
    (True, True)
    """
    ends, changes = ENDS[language], CHANGES.get(language, ())

    def rule(word: str) -> Iterator[str]:
        for end in ends:
            if word.endswith(end) and len(word) - len(end) >= _STEM:
                stem = word[: len(word) - len(end)]
                for other in ends:
                    if other != end:
                        yield stem + other
        for one, other in changes:
            for a, b in ((one, other), (other, one)):
                if a and word.endswith(a) and len(word) - len(a) >= _STEM:
                    yield word[: len(word) - len(a)] + b

    return rule


def spellings(language: str) -> Callable[[str], Iterator[str]]:
    """The rule of a language that leads from a word to its other spellings."""
    pairs = SPELT.get(language, ())

    def rule(word: str) -> Iterator[str]:
        for a, b in pairs:
            if a in word:
                yield word.replace(a, b)
            if b in word and len(b) > 1:
                yield word.replace(b, a)

    return rule


def closed(first: str, second: str, language: str) -> Iterator[str]:
    """The compounds of two words.

    >>> "nierenversagen" in set(closed("niere", "versagen", "de"))
    True
    """
    stems = {first, *(first.removesuffix(end) for end in ("e", "n", "en", "s", "es") if len(first) - len(end) >= _STEM)}
    for stem in sorted(stems):
        for link in LINKS.get(language, ()):
            yield stem + link + second


def parted(word: str, known: frozenset[str] | set[str], language: str) -> tuple[str, str] | None:
    """The two known words that a compound is made of, the later part as long as possible.

    >>> parted("nierenversagen", {"niere", "versagen"}, "de")
    ('niere', 'versagen')
    """
    for at in range(_PART, len(word) - _PART + 1):
        second = word[at:]
        if second in known:
            for link in LINKS.get(language, ()):
                first = word[:at].removesuffix(link) if word[:at].endswith(link) else ""
                for stem in (first, first + "e", first + "en"):
                    if len(first) >= _STEM and stem in known:
                        return stem, second
    return None
