"""The middle steps: agreement, harmonisation, adjudication."""

from __future__ import annotations

from collections import Counter

from ..adjudication import apply, decisions_in, differences, preview
from ..adjudication.differences import EXPLAINED
from ..agreement import agree
from ..formats.checksum import checksum
from ..gold import Project
from ..harmonisation import harmonise
from ..measures import Figure
from ..measures.rankings import mean_places
from ..model import Kind, Maker
from ..report import Marked, Plate, Table
from ..report.page import Block, figure_table
from ..report.sketches import bars, heat, rounds
from .material import ADJUDICATOR
from .step import State, Step

RULES = {"mentions": "centroid(2,2)", "phenotypes": "majority", "ratings": "median", "parses": "unanimous"}


def agreed(state: State) -> Step:
    seed, corpora = state.seed, state.corpora
    mentions = agree(corpora["mentions"], "F1", "F1(on=span)", seed=seed)
    languages = [f for f in agree(corpora["mentions"], "F1", by="language", seed=seed) if len(f.sides) > 2]
    phenotypes = agree(corpora["phenotypes"], "F1", "F1(on=entity)", "F1(on=quality)", seed=seed)
    ratings = agree(corpora["ratings"], "alpha", "W", by="round", seed=seed)
    parses = agree(corpora["parses"], "LAS", "UAS", "F1(on=bracket)", seed=seed)
    rankings = agree(corpora["rankings"], "W", "W(ties=plain)", seed=seed)
    places = _places(state)
    whole = mentions[3]
    first, second = (next(f for f in ratings if f.group == f"round={r}" and f.measure.startswith("alpha")) for r in "12")
    return Step(
        "Agreement",
        f"Two annotators of mentions agree on place and concept with an F1 of {whole.text} on average. Between the rounds of ratings the guideline was "
        f"sharpened, and alpha went from {first.text} to {second.text}. The intervals are wide because the examples are small: that is what an interval is for.",
        python=(
            'gp.agree(corpus, "F1", "F1(on=span)")',
            'gp.agree(corpus, "F1", by="language")',
            f'gp.agree(gp.load("{state.name("corpora/ratings.gold.jsonl")}"), "alpha", "W", by="round")',
        ),
        figures=(*mentions, *languages, *phenotypes, *ratings, *parses, *rankings, *places),
        blocks=(
            Plate(heat("Agreement of each pair of annotators", {(f.sides[0], f.sides[1]): f for f in mentions[:3]}),
                    "Mentions: F1 of place and concept for each pair; see the table for intervals and signatures"),
            Plate(rounds("Alpha of the ratings by round", [("round 1", first), ("round 2", second)]),
                    "Ratings: Krippendorff's alpha by round, with 95 % intervals; signatures in the table"),
            figure_table("Mentions: place and concept, and place alone", mentions),
            figure_table("Mentions by language: the mean of the pairs", languages),
            figure_table("Phenotypes: the whole EQ, the entity, the quality", phenotypes),
            figure_table("Ratings, by round", ratings),
            figure_table("Parses: dependencies and brackets", parses),
            figure_table("Rankings: do the judges put the answers in the same order?", rankings),
            figure_table("Rankings: the mean place of each source of answers (1 is best)", places, ("measure", "source")),
        ),
    )  # fmt: skip


def _places(state: State) -> tuple[Figure, ...]:
    corpus = state.corpora["rankings"]
    made_from = (("judges", str(len(corpus.layers))), ("rankings", checksum(corpus, short=True)))
    return tuple(
        Figure("mean-place(ties=midrank)", p.place, len(corpus.units), (p.source,), made_from=(("places", str(p.judgements)), *made_from))
        for p in mean_places(corpus.units, corpus.layers)
    )


def harmonised(state: State) -> Step:
    blocks: list[Block] = []
    total = 0
    for kind, rule in RULES.items():
        corpus = state.corpora[kind]
        # Of ratings the last round counts.
        layers = [la for la in corpus.layers if kind != "ratings" or la.source.round == "2"]
        state.proposals[kind] = harmonise(layers, rule, corpus=corpus, name="harmonised")
        if kind != "parses":
            found = differences(layers, state.proposals[kind], ontology=state.ontology)
            total += len(found)
            if kind == "mentions":
                causes = Counter(d.cause for d in found)
                blocks.append(Table(
                    "How the annotators of mentions differ from the harmonised layer", ("cause", "what it means", "how often"),
                    [(cause.value, EXPLAINED[cause], n) for cause, n in causes.items()],
                    f"counted in {checksum(corpus, short=True)} against {checksum(state.proposals[kind], short=True)}",
                ))  # fmt: skip
    parses = state.corpora["parses"]
    unsettled = len(parses.units) - len(state.proposals["parses"].units)
    return Step(
        "Harmonisation",
        f"One layer is made of several, and keeps its votes: mentions by e-centroids, where every pair of adjacent characters is voted on; phenotypes slot by slot; "
        f"ratings by their median; of parses, what both say. {total} differences remain between annotators and the proposal, and "
        f"{unsettled} of {len(parses.units)} sentences are parsed otherwise by the two: all of them are for people to decide.",
        python=(
            'harmonised = gp.harmonise(corpus, "centroid(2,2)")',
            f'gp.differences(corpus, harmonised, ontology=gp.Ontology("{state.name("sources/examples/toy.obo")}"))',
        ),
        blocks=tuple(blocks),
    )


def adjudicated(state: State) -> Step:
    rows: list[tuple[object, ...]] = []
    asked = ruled = 0
    with Project.open(state.room / "study.db", writing=True) as project:
        for kind, proposal in state.proposals.items():
            file = state.room / f"sources/examples/decisions/{kind}.jsonl"
            state.decisions[kind] = decisions_in(file, Kind(kind)) if file.exists() else ()
            layers = project.layers(names=[la.name for la in state.corpora[kind].layers if kind != "ratings" or la.source.round == "2"])
            found = differences(layers, proposal.called(f"proposal-{kind}"), ontology=state.ontology)
            queue = project.queue(found, name=f"gold-{kind}", seed=state.seed, actor=ADJUDICATOR)
            asked += queue.progress().items
            if state.decisions[kind]:
                queue.decide_unit(state.decisions[kind], actor=ADJUDICATOR)
            rest = preview(queue, "keep")
            if rest.rows:
                ruled += apply(queue, rest, reason="nothing speaks against the proposal", actor=ADJUDICATOR).events
            # What the project gives back is the gold, not what we hold in hand.
            (gold,) = project.layers(names=(queue.head.layer,))
            state.gold[kind] = gold.only(u.id for u in state.corpora[kind].units)
            rows += [(kind, d.unit, d.cause, d.reason) for d in state.decisions[kind]]
    study = state.name("study.db")
    shown = state.decisions["mentions"][0].unit
    return Step(
        "Adjudication",
        f"{asked} places where somebody says otherwise became a queue for each kind, what matters most first; the readings are shuffled and nobody is named. An adjudicator "
        f"({ADJUDICATOR}) decided {len(rows)} units, each with its cause and reason; here they come from files. For the other {ruled} the proposal was kept, by rule and as one "
        "action. Each decision is an event of the project, and can be traced and undone.",
        commands=(
            f"goldproof adjudicate {study} --queue gold-mentions --list all",
            f"goldproof trace {study} {shown} --layer gold-mentions",
            f"goldproof log {study} --actor {ADJUDICATOR} --last 5",
            f"goldproof diff {study} --layer cy --with gold-mentions",
        ),
        python=(f'gp.Project.open("{study}").queue("gold-mentions").progress()',),
        blocks=(
            *(_before_and_after(state, d.unit, d.reason) for d in state.decisions["mentions"]),
            Table("Every decision", ("corpus", "unit", "cause", "reason"), rows),
        ),
    )


def _before_and_after(state: State, unit: str, reason: str) -> Table:
    """What each annotator marked in a unit, what was proposed, and what was decided."""
    corpus = state.corpora["mentions"]
    text = corpus.text_of(unit).text
    layers = [la for la in corpus.layers if la.source.kind != Maker.RULE]
    rows: list[tuple[object, ...]] = []
    for who, layer in [*((la.name, la) for la in layers), ("proposed", state.proposals["mentions"]), ("gold", state.gold["mentions"])]:
        said = layer.get(unit) or ()
        names = "; ".join(
            f"{'not ' if m.negated else ''}{' or '.join(state.ontology.label(c) or c for c in m.concepts)}: “{corpus.text_of(unit).cut(m.spans, ' … ')}”" for m in said
        )
        rows.append((who, Marked(text, tuple(s for m in said for s in m.spans)), names or "nothing"))
    return Table(f"{unit}: {reason}", ("who", "marked", "as"), rows)


def agreement_bars(title: str, figures: tuple[Figure, ...]) -> Plate:
    """Bars of figures, named by their last side."""
    return Plate(bars(title, [(f"{f.sides[-1]} {f.measure.partition('(')[0]}", f) for f in figures]), f"{title}; the whiskers are 95 % intervals, signatures in the table")
