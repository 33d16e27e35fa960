"""How two English words can lie to each other: inflected, spelt otherwise, derived, mistyped.

It only looks at words (no list of terms, no ontology), and it judges one pair at a time, of which one stands in a name of the right concept:
so it may be generous where a recogniser, which looks at every name at once, may not.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Words that carry no meaning of their own in a name or a phrase.
STOP = frozenset("of the a an in on to by from with for at into as is are was were be been being his her their its this these some any".split())
COORDINATORS = frozenset(("and", "or", "nor", "/", "&", ",", ";"))

_IRREGULAR = {
    "teeth": "tooth", "feet": "foot", "men": "man", "women": "woman", "children": "child", "mice": "mouse", "geese": "goose", "lice": "louse",
    "irides": "iris", "genera": "genus", "viscera": "viscus", "crura": "crus", "femora": "femur", "corpora": "corpus", "penes": "penis",
}  # fmt: skip
# Ends of singular and plural that are one and the same word without them.
_NUMBER = (
    "matas", "mata", "mas", "ma", "nges", "nxes", "nx", "ices", "ixes", "exes", "ix", "ex", "ae", "as", "a", "uses", "us", "i", "ums", "um",
    "ies", "y", "yses", "ysis", "ises", "es", "is", "ons", "on", "s", "e",
)  # fmt: skip
_VERBAL = ("ings", "ing", "ed", "d")
_ROMAN = {r: str(i) for i, r in enumerate("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(), 1)}
_SPOKEN = {w: str(i) for i, w in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())} | {
    w: str(i) for i, w in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1)
}
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_DERIVED = frozenset((
    "", "a", "able", "ac", "aemia", "aemic", "al", "ality", "ance", "ancy", "ant", "ar", "arity", "ary", "asis", "astic", "ate", "ated", "ates",
    "atic", "ation", "ations", "atous", "c", "cal", "ce", "cy", "e", "ed", "en", "ence", "ency", "ened", "ening", "ent", "er", "es", "ia", "iac",
    "ial", "iasis", "ias", "ic", "ical", "ies", "ing", "ion", "ional", "ions", "ious", "is", "ism", "ist", "istic", "ition", "ity", "ive", "ization",
    "ized", "l", "le", "ly", "ment", "ness", "nt", "nce", "on", "or", "ory", "ose", "oses", "osis", "otic", "ous", "r", "s", "ses", "sia", "sis",
    "sive", "sion", "t", "ted", "th", "tia", "tic", "tical", "tion", "tions", "tive", "ty", "ular", "ule", "um", "us", "x", "xia", "y", "cs", "sy", "ctic", "cted",
    "ctive", "xis", "xes", "ges", "geal", "gic", "ma", "mata", "matous", "ntial",
))  # fmt: skip


def plain(text: str) -> str:
    """Small letters without accents.

    >>> plain("Café")
    'cafe'
    """
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))


@lru_cache(65536)
def number(word: str) -> str:
    """A numeral in digits, whether it is arabic, roman, an ordinal or spoken; any other word as it is.

    >>> number("iv"), number("2nd"), number("three"), number("rib")
    ('4', '2', '3', 'rib')
    """
    if found := _ORDINAL.fullmatch(word):
        return found[1]
    return _ROMAN.get(word) or _SPOKEN.get(word) or word


@lru_cache(65536)
def american(word: str) -> str:
    """Both spellings of a word made one; the result need be no word.

    >>> american("haemorrhage"), american("tumour"), american("fibre"), american("ossification")
    ('hemorrhage', 'tumor', 'fiber', 'ossification')
    """
    word = re.sub(r"(?<=[a-z]{2}[bt])re(?=s?$)", "er", word)
    word = word.replace("ae", "e").replace("oe", "e").replace("sulph", "sulf")
    word = re.sub(r"(?<=[a-z]{2})our", "or", word)
    word = re.sub(r"(?<=[a-z]{3})is(?=(?:e[drs]?|ing|ations?|able)$)", "iz", word)
    word = re.sub(r"lys(?=e[drs]?$|ing$)", "lyz", word)
    return word.replace("ll", "l").replace("grey", "gray")


@lru_cache(65536)
def _singular(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if word.endswith(("ss", "sses")):
        return word.removesuffix("es")
    for end in _NUMBER:
        if word.endswith(end) and len(word) - len(end) >= 3:
            return word[: -len(end)]
    return word


@lru_cache(65536)
def _verb(word: str) -> str:
    for end in _VERBAL:
        if word.endswith(end) and len(word) - len(end) >= 3:
            word = word[: -len(end)]
            break
    return word.removesuffix("e")


def inflected(a: str, b: str) -> bool:
    """One word in two forms: singular and plural, English, Latin or Greek, or forms of a verb.

    >>> inflected("vertebrae", "vertebra"), inflected("phalanges", "phalanx"), inflected("fused", "fusing"), inflected("renal", "kidney")
    (True, True, True, False)
    """
    return _singular(a) == _singular(b) or (min(len(a), len(b)) >= 4 and _verb(a) == _verb(b))


def derived(a: str, b: str) -> bool:
    """Two words of one stem: at least four letters the same at the beginning, and behind them only known endings.

    >>> derived("hypoplastic", "hypoplasia"), derived("muscular", "muscle"), derived("stenotic", "stenosis"), derived("cranial", "crawling")
    (True, True, True, False)
    """
    same = 0
    while same < min(len(a), len(b)) and a[same] == b[same]:
        same += 1
    return any(a[p:] in _DERIVED and b[p:] in _DERIVED for p in range(same, max(3, same - 3), -1))


def mistyped(a: str, b: str) -> bool:
    """One letter more, less, another, or two that changed places (Damerau 1964), in at least six.

    >>> mistyped("micorcephaly", "microcephaly"), mistyped("hypotonia", "hypertonia")
    (True, False)
    """
    if a == b or abs(len(a) - len(b)) > 1 or min(len(a), len(b)) < 6:
        return False
    i = 0
    while i < min(len(a), len(b)) and a[i] == b[i]:
        i += 1
    if len(a) == len(b):
        return a[i + 1 :] == b[i + 1 :] or (a[i : i + 2] == b[i : i + 2][::-1] and a[i + 2 :] == b[i + 2 :])
    long, short = (a, b) if len(a) > len(b) else (b, a)
    return long[i + 1 :] == short[i:]
