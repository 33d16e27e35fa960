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
"""Word lists of the languages; English where a language is not known."""


def stop_words(language: str) -> frozenset[str]:
    return STOP.get(language.split("-")[0], STOP["en"])
