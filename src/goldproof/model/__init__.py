"""The records that everything else speaks: frozen, plain, with no behaviour but their own."""

from __future__ import annotations

from .attributes import NONE, Attributes, Scalar, Value
from .columns import (
    COLUMNS,
    Columns,
    MentionBuilder,
    MentionColumns,
    ParseBuilder,
    ParseColumns,
    PhenotypeColumns,
    RankingColumns,
    RatingColumns,
)
from .corpus import Corpus, whole
from .expression import And, Expression, Some, Term
from .layer import Judgement, Layer
from .mention import Mention
from .parse import Blank, Multiword, Node, Parse, Sentence, Token
from .phenotype import Phenotype
from .rating import Level, Ranking, Rating, Scale
from .source import Kind, Maker, Source
from .study import Cell, Character, Meta, Study, Symbol, Taxon
from .text import Document, Span
from .unit import Choice, Content, Option, Pair, Passage, State, Unit

__all__ = [
    "COLUMNS", "NONE", "And", "Attributes", "Blank", "Cell", "Character", "Choice", "Columns", "Content", "Corpus",
    "Document", "Expression", "Judgement", "Kind", "Layer", "Level", "Maker", "Mention", "MentionBuilder",
    "MentionColumns", "Meta", "Multiword", "Node", "Option", "Pair", "Parse", "ParseBuilder", "ParseColumns",
    "Passage", "Phenotype", "PhenotypeColumns", "Ranking", "RankingColumns", "Rating", "RatingColumns", "Scalar",
    "Scale", "Sentence", "Some", "Source", "Span", "State", "Study", "Symbol", "Taxon", "Term", "Token", "Unit",
    "Value", "whole",
]  # fmt: skip
