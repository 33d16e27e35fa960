"""What a terminology knows about concepts, for rules: which there are, of which group, under which names, what stands above what."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ..ontology.terminology import Terminology


class Lexicon:
    """One terminology, or several as one."""

    def __init__(self, terminologies: Iterable[Terminology] = ()) -> None:
        self.terminologies = tuple(terminologies)

    def __bool__(self) -> bool:
        return bool(self.terminologies)

    def __contains__(self, concept: object) -> bool:
        return concept in self._known

    @cached_property
    def _known(self) -> dict[str, tuple[int, int]]:
        return {id: (n, i) for n, t in reversed(list(enumerate(self.terminologies))) for i, id in enumerate(t.concepts)}

    def groups(self, concept: str) -> frozenset[str]:
        """The semantic groups of a concept."""
        if concept not in self._known:
            return frozenset()
        n, i = self._known[concept]
        return frozenset(filter(None, self.terminologies[n].groups[i].split("|")))

    def above(self, concept: str) -> frozenset[str]:
        """All concepts above one, as far as the terminology says."""
        found: set[str] = set()
        waiting = [concept]
        while waiting:
            at = self._known.get(waiting.pop())
            for parent in self.terminologies[at[0]].parents[at[1]] if at else ():
                if parent not in found:
                    found.add(parent)
                    waiting.append(parent)
        return frozenset(found - {concept})

    def naming(self, words: Iterable[str]) -> dict[tuple[str, str], tuple[str, ...]]:
        """Which concepts have one of these names, whatever its capitals: (name in small letters, language, "" where the terminology says none) -> concepts."""
        wanted = {w.casefold() for w in words}
        found: dict[tuple[str, str], dict[str, None]] = {}
        for t in self.terminologies if wanted else ():
            # One pass over all names: an index of three million would cost more than it saves.
            for i, name in enumerate(t.names):
                folded = name.casefold()
                if folded in wanted:
                    found.setdefault((folded, t.languages[int(t.language[i])]), {})[t.concepts[int(t.owner[i])]] = None
        return {key: tuple(concepts) for key, concepts in found.items()}
