"""Texts on their way into batches: signs beyond ASCII are read as the plain ones that take their place."""

from __future__ import annotations

import numpy as np

import goldproof as gp
from goldproof.annotators.concepts.pieces import plainer
from goldproof.text.stream import stream


def test_every_sign_is_read_as_the_one_that_takes_its_place() -> None:
    signs = [c for c in map(chr, range(128, 0x3100)) if plainer(c) != c]
    assert len(signs) > 2000
    texts = [f"a{c}b x{c} y z {c}{c}q 1{c}2" for c in signs]
    before, after = stream(texts), stream([plainer(t) for t in texts])
    for field in ("gaps", "starts", "ends", "hashes", "hyphens", "documents"):
        assert np.array_equal(getattr(before, field), getattr(after, field)), field


def test_places_stay_what_they_are() -> None:
    from goldproof.ontology.terminology import Terminology

    recogniser = gp.concepts(Terminology.of([("M", "Ménière disease", "en", True, "", ""), ("P", "pain", "en", True, "", "")], name="t"), cache=False)
    text = "“Pain” – Ménière’s: Meniere disease; MÉNIÈRE DISEASE ≥ pain…"
    assert [text[m.start : m.end] for m in recogniser.find(text)] == ["Pain", "Meniere disease", "MÉNIÈRE DISEASE", "pain"]
