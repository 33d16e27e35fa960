"""Words that only hold others together, by language: they count for nothing when names are compared."""

from __future__ import annotations

STOP: dict[str, frozenset[str]] = {
    "en": frozenset("a an the of in to by from with for on at into onto upon within due as its their his her s nd rd th st per via involving affecting".split()),
    "de": frozenset("der die das des dem den ein eine einer eines einem einen in im an am auf von vom zu zum zur mit bei beim für durch".split()),
    "nl": frozenset("de het een van in op aan met bij voor door te tot der des".split()),
    "fr": frozenset("le la les l un une des du de d à au aux en dans par pour sur avec".split()),
    "es": frozenset("el la los las un una unos unas de del al a en por para con sobre".split()),
    "it": frozenset("il lo la i gli le un uno una di del della dei delle degli a al alla in nel nella con per da dal su".split()),
}
"""By language; English where a language is not known."""

COPULAS: dict[str, frozenset[str]] = {
    "en": frozenset("is are was were be been being appear appears appeared seem seems seemed become became looks look looked remain remained very markedly extremely quite rather somewhat slightly mildly moderately strikingly notably both also".split()),
}
"""What may stand between a thing and what is said of it: "nails were hypoplastic"."""
NEGATIONS = frozenset("no not without non never nor neither".split())


def stop_words(language: str) -> frozenset[str]:
    return STOP.get(language.split("-")[0], STOP["en"])
