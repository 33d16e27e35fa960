"""The measures that ship: each is an entry point of ``goldproof.measures``, as a plug-in's would be."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Literal

import numpy as np

from ..errors import BadInput
from ..model import Kind, Layer
from . import brackets, dependencies, mentions, parses, phenotypes, rankings, ratings, segmentation, slots
from .hierarchy import SIMILARITIES, Hierarchy, Similarity, follow
from .matching import COLUMNS
from .measure import EMPTY, MEAN, Family, Scores, Settings, Table
from .naming import Parameter

_ON = {Kind.MENTIONS: mentions.ON, Kind.PHENOTYPES: phenotypes.ON, Kind.PARSES: parses.ON}
_MATCH = Parameter("match", "strict", mentions.MATCHES,
                   "strict: the same place exactly; overlap: a character in common; shared: one edge the same; subspan: one inside the other")  # fmt: skip
_ALIGN = Parameter("align", "one-to-one", mentions.ALIGN,
                   "one-to-one: nobody is matched twice, as many as can be are; many-to-many: whatever matches anything is right",
                   tacit=("match", "strict"))  # fmt: skip
_WHAT = Parameter("on", "span+concept", tuple(on for kind in _ON.values() for on in kind), "what has to be the same",
                  also=(("span+label", "span+type"),))  # fmt: skip
_CONCEPTS = Parameter("concepts", "each", mentions.CONCEPTS,
                      "of a mention with several: each is an item; any in common is enough; all must be the same", tacit=True)  # fmt: skip
_PARTS = Parameter("parts", "exact", mentions.PARTS, "hull: discontinuous mentions without their gaps", tacit=True)
_CLASSES = Parameter("classes", "none", (), "FILE:WHAT, which classes may stand for which: craft2012:protein-GENESTAR", tacit=True)
_IDS = Parameter("ids", "as-written", ("as-written", "followed"),
                 "followed: alternative and obsolete ids of both sides become those of today (alt_id, replaced_by) before anything is compared", tacit=True)  # fmt: skip
_CREDIT = Parameter("credit", "none", ("none", *SIMILARITIES),
                    "what a pair of different concepts is worth: by ancestors in common (jaccard), or weighted by their distance (wang)", tacit=True)  # fmt: skip
_BY_KIND = MappingProxyType({Kind.PHENOTYPES: {"on": "eq"}, Kind.PARSES: {"on": "bracket"}})
_MENTIONS_ONLY = (_MATCH, _ALIGN, _CONCEPTS, _PARTS, _CLASSES, _IDS, _CREDIT)


def count_items(a: Layer, b: Layer, settings: Settings) -> Table:
    """True and false positives and misses of each unit; ``a`` is the reference."""
    on = settings["on"]
    if on not in _ON[a.kind]:
        raise BadInput(f"on={on} is not about {a.kind.value}", where=f"layer {a.name}", remedy=f"on is one of: {', '.join(_ON[a.kind])}")
    if a.kind is Kind.MENTIONS:
        return mentions.count_mentions(a, b, settings)
    for p in _MENTIONS_ONLY:
        if settings.get(p.name, p.default) != p.default:
            raise BadInput(f"{p.name}={settings[p.name]} is about mentions, not {a.kind.value}", where=f"layer {a.name}")
    count = {Kind.PHENOTYPES: phenotypes.count_phenotypes, Kind.PARSES: parses.count_parses}
    return count[a.kind](a, b, on)


def _needs_ontology(settings: Settings) -> bool:
    return settings.get("ids") == "followed" or settings.get("credit", "none") != "none"


def count_informed(a: Layer, b: Layer, settings: Settings, ontology: Hierarchy) -> Table:
    """The same with an ontology at hand: ids followed to those of today, partial credit for concepts that are alike."""
    if a.kind is not Kind.MENTIONS:
        return count_items(a, b, settings)
    if settings.get("ids") == "followed":
        a, b = follow(a, ontology).layer, follow(b, ontology).layer
    if settings.get("credit", "none") == "none":
        return mentions.count_mentions(a, b, settings)
    return mentions.credit_mentions(a, b, settings, Similarity(ontology, settings["credit"]))


def _share(sums: Table, settings: Settings, which: Literal["P", "R", "F1"]) -> Scores:
    tp, fp, fn, *of_many = np.moveaxis(np.asarray(sums, dtype=np.float64), -1, 0)
    reached = of_many[0] if of_many else tp
    found, wanted = tp + fp, reached + fn
    # F1 = 2PR / (P + R), written so that one division is enough and nothing found is 0, not undefined.
    above, below = {
        "P": (tp, found),
        "R": (reached, wanted),
        "F1": (2 * tp, found + wanted) if not of_many else (2 * tp * reached, tp * wanted + reached * found + (tp + reached == 0) * (found + wanted)),
    }[which]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = above / np.where(below > 0, below, np.nan)
    empty = settings.get("empty", "skip")
    if empty == "skip":
        return np.asarray(share, dtype=np.float64)
    return np.where(found + wanted == 0, float(empty), share)


def precision(sums: Table, settings: Settings) -> Scores:
    """P = tp / (tp + fp)."""
    return _share(sums, settings, "P")


def recall(sums: Table, settings: Settings) -> Scores:
    """R = tp / (tp + fn)."""
    return _share(sums, settings, "R")


def f1(sums: Table, settings: Settings) -> Scores:
    """F1 = 2 tp / (2 tp + fp + fn), the harmonic mean of precision and recall."""
    return _share(sums, settings, "F1")


def _why(sums: Table, settings: Settings) -> str:
    tp, fp, fn, *_ = (int(x) for x in sums)
    if tp + fp + fn == 0:
        return "neither side says anything in any unit, and empty=skip"
    return "there is nothing to divide by: " + ("nothing was found" if fn else "there was nothing to find")


_ITEMS = (_MATCH, _WHAT, _ALIGN, _CONCEPTS, _PARTS, _CLASSES, _IDS, _CREDIT, EMPTY, MEAN)


def _items(name: str, title: str, symmetric: bool) -> Family:
    score = {"P": precision, "R": recall, "F1": f1}[name]
    return Family(name, title, frozenset(_ON), COLUMNS, count_items, score, _why, _ITEMS, _BY_KIND, symmetric,
                  informed=count_informed, needs_ontology=_needs_ontology)  # fmt: skip


_PUNCT = Parameter("punct", "kept", ("kept", "left-out"), "left-out: without words that are nothing but punctuation")
_SUBTYPES = Parameter("subtypes", "kept", ("kept", "cut"), "cut: labels up to the colon", tacit=True)
_TREES = Parameter("mean", "micro", ("micro", "macro", "trees"), "micro: over words; macro: over units; trees: over the sentences of the reference")
_PRM = Parameter("prm", "collins", (), "EVALB's parameters: collins, new, craft, none, or a file (mine.prm)")
_LENGTH = Parameter("length", "all", (), "only sentences of up to so many words of the reference", tacit=True)
_SENTENCES = Parameter("mean", "micro", ("micro", "macro", "sentences"), "micro: over brackets; macro: over units; sentences: over sentences")


def _attached(sums: Table, settings: Settings) -> Scores:
    """2 tp / (2 tp + fp + fn), or with mean=trees the mean share over trees."""
    if settings["mean"] != "trees":
        return _share(sums[..., :3], settings, "F1")
    trees = np.asarray(sums, dtype=np.float64)[..., 3:]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = trees[..., 0] / np.where(trees[..., 1] > 0, trees[..., 1], np.nan)
    return np.where(trees[..., 1] == 0, np.nan if settings["empty"] == "skip" else float(settings["empty"]), share)


def _attachment(name: str, title: str, on: str) -> Family:
    def count(a: Layer, b: Layer, settings: Settings) -> Table:
        return dependencies.count_attachments(a, b, on, settings)

    return Family(name, title, frozenset({Kind.PARSES}), dependencies.COLUMNS, count, _attached, _why, (_PUNCT, _SUBTYPES, EMPTY, _TREES), see=_CONLL)


def _bracketing(name: str, title: str, score: Callable[[Table, Settings], Scores], *more: Parameter,
                uses: tuple[str, ...] = brackets.SHARES) -> Family:  # fmt: skip
    def count(a: Layer, b: Layer, settings: Settings) -> Table:
        return brackets.count_units(a, b, settings, uses)

    return Family(name, title, frozenset({Kind.PARSES}), brackets.COLUMNS, count, score, brackets.why, (_PRM, _LENGTH, *more),
                  symmetric=False, see="Sekine & Collins 1997, EVALB")  # fmt: skip


P = _items("P", "precision: the share of what was found that is in the reference", symmetric=False)
R = _items("R", "recall: the share of the reference that was found", symmetric=False)
F1 = _items("F1", "the harmonic mean of precision and recall", symmetric=True)

_CONLL = "Zeman et al. 2018, CoNLL 2018 Shared Task, section 2.1"
LAS = _attachment("LAS", "words with the right head and label, by place", "head+relation")
UAS = _attachment("UAS", "words with the right head, by place", "head")
LS = _attachment("LS", "words with the right label, by place", "relation")

LB_P = _bracketing("LB-P", "labelled bracket precision, as EVALB counts", brackets.precision, _SENTENCES)
LB_R = _bracketing("LB-R", "labelled bracket recall, as EVALB counts", brackets.recall, _SENTENCES)
LB_F = _bracketing("LB-F", "labelled bracket F, as EVALB counts", brackets.f, _SENTENCES)
LB_COMPLETE = _bracketing("LB-complete", "sentences with exactly the reference's brackets", brackets.complete, MEAN, uses=("complete",))
LB_CROSSING = _bracketing("LB-crossing", "crossing brackets a sentence", brackets.crossing, MEAN, uses=("crossing",))
LB_TAGS = _bracketing("LB-tags", "tagging accuracy, as EVALB counts", brackets.tags, MEAN, uses=("words", "tags"))
LB_UNEVALUATED = _bracketing("LB-unevaluated", "how many sentences EVALB does not count", brackets.unevaluated, uses=())

_PLACE = Parameter("place", "jaccard", ("jaccard", "exact"), "what places are worth: characters in common over characters of either, or 1 if they are the same")
_SLOT_CREDIT = Parameter("credit", "wang", ("wang", "jaccard", "none"), "what concepts are worth: by the hierarchy, or 1 if they are the same (none)")
_PAIRS = Parameter("pairs", "greedy", ("greedy", "best"), "greedy: from the worthiest pair down, as in the shared task; best: the largest sum")


def _slots(name: str, title: str, score: Callable[[Table, Settings], Scores]) -> Family:
    def count(a: Layer, b: Layer, settings: Settings) -> Table:
        return slots.count_slots(a, b, settings, None)

    def informed(a: Layer, b: Layer, settings: Settings, ontology: Hierarchy) -> Table:
        return slots.count_slots(a, b, settings, Similarity(ontology, settings["credit"]))

    return Family(name, title, frozenset({Kind.MENTIONS}), slots.COLUMNS, count, score, lambda sums, settings: "", (_PLACE, _SLOT_CREDIT, _PAIRS, MEAN),
                  symmetric=False, see="Bossy et al. 2013; Baumgartner et al. 2019", informed=informed,
                  needs_ontology=lambda settings: settings["credit"] != "none")  # fmt: skip


SER = _slots("SER", "slot error rate, as the CRAFT shared task of 2019 used it (0 is best)", slots.ser)
SER_P = _slots("SER-P", "the worth of what was found, of the slot error rate", slots.precision)
SER_R = _slots("SER-R", "the worth of what was to be found, of the slot error rate", slots.recall)
SER_F = _slots("SER-F", "the harmonic mean of SER-P and SER-R", slots.f)

_OF = Parameter("of", "sentence", ("sentence", "token"), "what the segments are")
_ATOMS = Parameter("atoms", "words", ("words", "characters"), "what places are counted in; words are those of the reference")
_K = Parameter("k", "auto", (), "the length of the window in atoms; auto: half the mean length of the reference's segments")


def _segmented(name: str, title: str, count: Callable[[Layer, Layer, Settings], Table], see: str, *more: Parameter) -> Family:
    return Family(name, title, frozenset({Kind.PARSES}), segmentation.COLUMNS, count, segmentation.share, segmentation.why, (_OF, _ATOMS, *more, MEAN),
                  symmetric=False, see=see)  # fmt: skip


PK = _segmented("Pk", "windows whose ends are wrongly in one segment or in two (0 is best)",
                lambda a, b, settings: segmentation.count_windows(a, b, settings, strict=False), "Beeferman et al. 1999", _K)  # fmt: skip
WINDOW_DIFF = _segmented("WindowDiff", "windows with another number of boundaries (0 is best)",
                         lambda a, b, settings: segmentation.count_windows(a, b, settings, strict=True), "Pevzner & Hearst 2002", _K)  # fmt: skip
B = _segmented("B", "boundary similarity: boundaries in common, near ones worth half", segmentation.count_boundaries, "Fournier 2013")

PEARSON = Family("Pearson", "Pearson's correlation of two raters", frozenset({Kind.RATINGS}), ratings.COLUMNS,
                 ratings.count_moments, ratings.pearson, ratings.why_no_pearson, ())  # fmt: skip
SPEARMAN = Family("Spearman", "Spearman's rank correlation of two raters", frozenset({Kind.RATINGS}), ratings.PAIRS, ratings.pairs_of_ratings,
                  ratings.no_score, ratings.why_no_pearson, (), see="Spearman 1904", whole=ratings.spearman)  # fmt: skip
KENDALL = Family("Kendall", "Kendall's tau-b of two raters over the pairs of units", frozenset({Kind.RATINGS}), ratings.PAIRS, ratings.pairs_of_ratings,
                 ratings.no_score, ratings.why_no_pearson, (), see="Kendall 1945", whole=ratings.kendall)  # fmt: skip
TAU = Family("tau", "Kendall's tau-b over the pairs of options of each choice", frozenset({Kind.RANKINGS}), rankings.COLUMNS,
             rankings.count_pairs, rankings.tau, rankings.why_no_tau, (MEAN,), see="Kendall 1945")  # fmt: skip
