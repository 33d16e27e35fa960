"""pysbd (https://github.com/nipunsadvilkar/pySBD): sentences by the golden rules."""

from __future__ import annotations


def sentences(text: str, language: str = "en") -> list[tuple[int, int]]:
    import pysbd

    cutter = pysbd.Segmenter(language=language, clean=False, char_span=True)
    out, at = [], 0
    # Line by line: its rules are for running text, it takes the square of the length, and its offsets slip across lines.
    for line in text.splitlines(keepends=True):
        if line.strip():
            reach = 0
            for span in cutter.segment(line):
                start = line.find(span.sent.strip(), reach)
                if start >= 0 and span.sent.strip():
                    reach = start + len(span.sent.strip())
                    out.append((at + start, at + reach))
        at += len(line)
    return out
