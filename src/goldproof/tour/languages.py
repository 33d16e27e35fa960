"""The multilingual step: suggestions from one language for the others, how far the languages agree, what stands on one side only."""

from __future__ import annotations

from collections import Counter

from ..adjudication.onesided import one_sided
from ..agreement.languages import across_languages
from ..annotators import concepts
from ..harmonisation import suggest
from ..model import Maker
from ..report import Table
from ..report.page import figure_table
from .step import State, Step


def compared(state: State) -> Step:
    corpus, gold = state.corpora["mentions"], state.gold["mentions"]
    language = {u.id: u.language for u in corpus.units}
    english = gold.only(u for u in gold.units if language[u] == "en").called("gold-en")
    recognisers = [concepts(state.ontology, preset, cache=False) for preset in ("ncbo", "biolark")]
    suggested = suggest(corpus, recognisers, curated=english)
    others = [(unit, m) for unit, said in suggested.items() if unit not in english for m in said]
    backed = sum("curated" in m.attributes for _, m in others)
    figures = across_languages(corpus, gold, seed=state.seed)
    layers = [*(la for la in corpus.layers if la.source.kind != Maker.RULE), state.proposals["mentions"], gold]
    items = [(layer.name, i) for layer in layers for i in one_sided(corpus, layer)]
    name = state.ontology.label
    rows = [(who, i.group, f"{name(i.concept) or i.concept} ({i.concept})", ", ".join(f"{la}: “{f.text}”" for la, found in i.present.items() for f in found), ", ".join(i.absent),
             ", ".join(f"{la}: {name(c) or c} ({c})" for la, cs in i.instead.items() for c in cs)) for who, i in items]  # fmt: skip
    counts = Counter(who for who, _ in items)
    told = ", ".join(f"{n} of {who}" for who, n in counts.items()) or "nobody's"
    study = state.name("study.db")
    return Step(
        "Languages",
        f"Parallel texts should name the same concepts. With the English gold at hand {len(others)} places or concepts are suggested in the German and French texts, {backed} of "
        f"them because English has them too. Concepts that stand on one side only: {told}; of the gold {counts[gold.name] or 'none'}. Each is a miss, a slip, or a difference between "
        "languages, and is for a person to decide.",
        commands=(
            f"goldproof suggest {state.name('corpora/mentions.gold.jsonl')} --with concepts:{state.name('sources/examples/toy.obo')} --preset ncbo --preset biolark --hide 0.5 --seed {state.seed}",
            f"goldproof languages {study} --layer gold-mentions --seed {state.seed}",
            f"goldproof languages {study} --layer bo --one-sided",
        ),
        figures=figures,
        blocks=(
            figure_table("Agreement between languages: the concepts of parallel texts", figures),
            *((Table("Concepts on one side of parallel texts", ("layer", "group", "concept", "where it stands", "not in", "what stands there instead"), rows),) if rows else ()),
        ),
    )  # fmt: skip
