"""German and Dutch names with their compounds written apart, and their words written together: *Versagen der Niere*, *Nierenversagen*."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...text.stream import stream
from ...text.variants.continental import closed, parted
from ...text.variants.functions import stop_words
from .clusters import Rule
from .names import MADE, Names

MOST = 200_000
"""Names of a terminology, above which no compounds are made."""


def with_compounds(names: Names, language: str, near: Sequence[Rule]) -> Names:
    """The names, and those that closing or parting compounds makes of them; what is made is trusted less."""
    if len(names) > MOST:
        return names
    stops = stop_words(language)
    s = stream(list(names.texts))
    words = [s.word(i).lower() for i in range(len(s))]
    ends = [*s.documents.tolist()[1:], len(s)]
    known = {w for w in words if len(w) >= 3 and w not in stops}
    known |= {form for w in sorted(known) for rule in near[:1] for form in rule(w)}
    texts: list[str] = []
    owner: list[int] = []
    for i, (a, z) in enumerate(zip(s.documents.tolist(), ends, strict=True)):
        if names.cased[i]:
            continue
        content = [w for w in words[a:z] if w not in stops]
        if len(content) == 2 and all(len(w) >= 3 for w in content):
            # "Versagen der Niere" says first what "Nierenversagen" says last.
            first, second = content if z - a == 2 else content[::-1]
            made = list(closed(first, second, language))
        elif len(content) == 1:
            parts = parted(content[0], known - {content[0]}, language)
            made = [" ".join(parts)] if parts else []
        else:
            made = []
        texts += made
        owner += [i] * len(made)
    if not texts:
        return names
    at = np.array(owner, np.int64)
    return replace(
        names, texts=[*names.texts, *texts], concept=np.concatenate((names.concept, names.concept[at])),
        rank=np.concatenate((names.rank, names.rank[at] + np.int32(MADE))), cased=np.concatenate((names.cased, np.zeros(len(texts), bool))),
    )  # fmt: skip
