"""Every record as plain values (what JSON can say) and back: the ground of the native format, the store, the checksums."""

from __future__ import annotations

from .judgements import columns_of, judgement_plain, judgements_of, plain_rows
from .records import (
    attributes_of,
    attributes_plain,
    document_of,
    document_plain,
    expression_of,
    expression_plain,
    scale_of,
    scale_plain,
    source_of,
    source_plain,
    study_of,
    study_plain,
    unit_of,
    unit_plain,
)  # fmt: skip

__all__ = [
    "attributes_of", "attributes_plain", "columns_of", "document_of", "document_plain", "expression_of", "expression_plain",
    "judgement_plain", "judgements_of", "plain_rows", "scale_of", "scale_plain", "source_of", "source_plain", "study_of",
    "study_plain", "unit_of", "unit_plain",
]  # fmt: skip
