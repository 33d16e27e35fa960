"""syntok (https://github.com/fnl/syntok): sentences and tokens by rules."""

from __future__ import annotations

from typing import Any


def annotate(text: str) -> list[dict[str, Any]]:
    import syntok.segmenter as segmenter

    out = []
    for paragraph in segmenter.analyze(text):
        for sentence in paragraph:
            tokens = [{"start": t.offset, "end": t.offset + len(t.value)} for t in sentence if t.value]
            if tokens:
                out.append({"start": tokens[0]["start"], "end": tokens[-1]["end"], "tokens": tokens})
    return out
