"""How the words of a text lead to those of a name, in words: ``nails = nail, renal ~ kidney, (cerebellar)``."""

from __future__ import annotations

from ...text.stream import stream
from .index import Index

Word = tuple[str, int, int]


def variants(index: Index, pieces: tuple[str, ...], name: str) -> str:
    """Each word of the text that is not that of the name as it stands: ``=`` another form or spelling of it, ``~`` derived from it or
    used for it. Words of the name that the text goes without are in brackets."""
    there = [w for piece in pieces for w in _words(index, piece)]
    wanted = _words(index, name)
    for word in list(there):
        same = next((w for w in wanted if w[0] == word[0]), None)
        if same:
            there.remove(word)
            wanted.remove(same)
    said: list[str] = []
    for sign, place in (("=", 1), ("~", 2)):
        for word in list(there):
            other = next((w for w in wanted if w[place] == word[place]), None)
            if other:
                said.append(f"{word[0]} {sign} {other[0]}")
                there.remove(word)
                wanted.remove(other)
    if there and wanted:
        # What is left on both sides stands for one another as wholes: learnt pairs, a misspelling.
        said.append(f"{' '.join(w[0] for w in there)} ~ {' '.join(w[0] for w in wanted)}")
    elif wanted:
        said.append(f"({' '.join(w[0] for w in wanted)})")
    return ", ".join(said)


def _words(index: Index, text: str) -> list[Word]:
    """The words of a text that count, and unknown ones: as written in small letters, near cluster, wide cluster."""
    s = stream([text])
    clusters = index.words.of(s)
    # A hyphen that parts a known word moves its beginning, so the words are cut out only now.
    return [(s.text[a:z].lower(), c, int(index.words.root[c]) if c > 0 else -2) for a, z, c in zip(s.starts.tolist(), s.ends.tolist(), clusters.tolist(), strict=True) if c != 0]
