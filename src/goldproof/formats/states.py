"""The states of a study as units, and the study that units speak of.

Every state of a character is a unit ``NUMBER/SYMBOL`` of the group ``NUMBER``: the number of the character in its study, from 1 (or
the attribute ``number`` of the character), so that the same state has the same id in NeXML and in a table. Sets of states
(polymorphic, uncertain) are no units: they say nothing that their members do not say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..model import NONE, Attributes, Character, Corpus, State, Study, Symbol, Unit


def is_state(symbol: Symbol) -> bool:
    return not symbol.members and not symbol.uncertain


def number_of(character: Character, place: int) -> str:
    """The number of a character; ``place`` counts from 0."""
    return character.attributes.text("number") or str(place + 1)


def state_units(study: Study) -> list[Unit]:
    """A unit for every state, in the order of the study. A symbol that a character has twice is told apart by ``-2``."""
    units: list[Unit] = []
    taken: set[str] = set()
    for place, character in enumerate(study.characters):
        number = number_of(character, place)
        for symbol in filter(is_state, character.symbols):
            id, again = f"{number}/{symbol.symbol}", 2
            while id in taken:
                id, again = f"{number}/{symbol.symbol}-{again}", again + 1
            taken.add(id)
            content = State(study.id, number, symbol.symbol, character.text.strip(), symbol.text.strip())
            units.append(Unit(id, content, group=number))
    return units


def completed(study: Study, units: Iterable[Unit]) -> Study:
    """The study with every character and state that the units speak of."""
    symbols: list[list[Symbol]] = [list(c.symbols) for c in study.characters]
    characters = list(study.characters)
    places = {number_of(c, i): i for i, c in reversed(list(enumerate(characters)))}
    ids = {c.id for c in characters} | {s.id for c in characters for s in c.symbols}
    seen: dict[tuple[str, str], int] = {}
    for state in _states(units, study.id):
        if state.character not in places:
            places[state.character] = place = len(characters)
            attributes = NONE if state.character == str(place + 1) else Attributes(number=state.character)
            characters.append(Character(_fresh(f"c{place + 1}", ids), state.character_text, (), (), attributes))
            symbols.append([])
        place = places[state.character]
        key = state.character, state.symbol
        seen[key] = seen.get(key, 0) + 1
        if sum(s.symbol == state.symbol and is_state(s) for s in symbols[place]) < seen[key]:
            id = _fresh(f"{characters[place].id}s{len(symbols[place])}", ids)
            symbols[place].append(Symbol(state.symbol, state.state_text, id))
    made = tuple(c if len(s) == len(c.symbols) else replace(c, symbols=tuple(s)) for c, s in zip(characters, symbols, strict=True))
    return replace(study, characters=made)


def _states(units: Iterable[Unit], study: str) -> Iterator[State]:
    for unit in units:
        if isinstance(unit.content, State) and unit.content.study == study:
            yield unit.content


def _fresh(id: str, taken: set[str]) -> str:
    while id in taken:
        id += "x"
    taken.add(id)
    return id


def studies_of(corpus: Corpus) -> tuple[Study, ...]:
    """Every study that the corpus lists or that a unit names, in that order."""
    studies = {s.id: s for s in corpus.studies}
    for unit in corpus.units:
        if isinstance(unit.content, State):
            studies.setdefault(unit.content.study, Study(unit.content.study))
    return tuple(studies.values())


def derived(corpus: Corpus, study: Study) -> dict[str, Unit]:
    """Unit of the study -> what it would be if it were made from the study; and the states without a unit, by their own ids."""
    out: dict[str, Unit] = {}
    own: dict[tuple[str, str], list[Unit]] = {}
    for unit in corpus.units:
        if isinstance(unit.content, State) and unit.content.study == study.id:
            own.setdefault((unit.content.character, unit.content.symbol), []).append(unit)
    for fresh in state_units(completed(study, corpus.units)):
        assert isinstance(fresh.content, State)
        waiting = own.get((fresh.content.character, fresh.content.symbol))
        if waiting:
            old = waiting.pop(0)
            out[old.id] = replace(fresh, language=old.language, attributes=old.attributes)
        else:
            out[f"\0{fresh.id}"] = fresh
    return out
