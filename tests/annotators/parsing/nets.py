"""A parser with parameters by chance: it knows nothing, and everything but that can be tested with it, without torch."""

from __future__ import annotations

import numpy as np

from goldproof.annotators.syntax.parsing.lexicon import FIELDS, FIRST, Lexicon
from goldproof.annotators.syntax.parsing.network import Network
from goldproof.annotators.syntax.parsing.parser import Parser

WIDTH = {"words": 8, "beginnings": 4, "pairs": 3, "endings": 4, "shapes": 3, "tags": 5}


def parser(task: str, lexicon: Lexicon, names: tuple[str, ...], *, state: int = 6, layers: int = 2, pairs: int = 5, seed: int = 7) -> Parser:
    chance = np.random.default_rng(seed)

    def some(*shape: int) -> np.ndarray:
        return chance.normal(size=shape, scale=0.6).astype(np.float32)

    made = {f"table.{name}": some(len(lexicon.lists[name]) + FIRST, WIDTH[name]) for name in FIELDS}
    for table in made.values():
        table[0] = 0
    for layer in range(layers):
        entry = sum(WIDTH.values()) if layer == 0 else 2 * state
        made[f"layer{layer}.weights"] = some(entry, (8 if layer == 0 else 6) * state)
        made[f"layer{layer}.bias"] = some(6 * state)
        made |= {f"layer{layer}.{gate}": some(2 * state) for gate in ("forget", "reset")}
    for side in ("left", "right"):
        made |= {f"{task}.{side}": some(2 * state, 2 * pairs), f"{task}.{side}.bias": some(2 * pairs)}
    made |= {f"{task}.both": some(pairs, pairs), f"{task}.one": some(2, pairs), f"{task}.names": some(2 * pairs, len(names)), f"{task}.names.bias": some(len(names))}
    return Parser(task, Network(made), lexicon, names)


LEXICON = Lexicon.of([(["The", "old", "mouse", "sees", "it", "."], ["DT", "JJ", "NN", "VBZ", "PRP", "."], "w-n")] * 3)[0]
