"""What a tool said, as judgements with places in the text.

A tool may answer in any of our formats, or in a simple shape: ``lines`` (a sentence a line), ``tokens`` (blanks between its tokens), ``tagged`` (``token_TAG``), or ``json``::

    {"sentences": [{"start": 0, "end": 12, "tokens": [{"start": 0, "end": 3, "form": "The", "tag": "DT", "head": 2, "relation": "det"}]}]}
    {"mentions": [{"start": 4, "end": 9, "label": "gene", "concepts": ["SO:0000704"], "text": "BRCA1"}]}

A bare pair ``[0, 12]`` is a sentence, token or mention; a token may be its form alone. What has no offsets is found in the text by character; what has some is
held against the text: an answer that says another word than stands there is refused, or with ``align = "near"`` looked for near by.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import BadInput
from ...formats.alignment import Alignment, meant
from ...formats.exchange import load
from ...formats.files import write_text
from ...formats.offsets import Offsets
from ...model import Corpus, Kind
from ...model.plain import columns_of, plain_rows
from .description import Description
from .work import Plain, Work

SHAPES = ("json", "lines", "tokens", "tagged")
NEAR = 200
"""How many characters away a word is looked for with ``align = "near"``."""
_NAMES = {"form": "form", "text": "form", "lemma": "lemma", "tag": "tag", "coarse": "coarse", "head": "head", "relation": "relation"}


def answered(tool: Description, work: Work, answer: object) -> list[Plain]:
    """The plain judgements of a unit, places in its passage. ``answer`` is what JSON can say, a text in the tool's output format, or a file of it."""
    if isinstance(answer, Path) and tool.output in SHAPES:
        answer = _text(answer)
    if isinstance(answer, (str, Path)):
        plain = _shaped(tool, work, answer) if isinstance(answer, str) and tool.output in SHAPES else _formatted(tool, work, answer)
    else:
        plain = _from_json(tool, work, answer)
    try:
        columns_of(tool.kind, [plain])  # whoever wrote it: what is no judgement is refused here, not where it is counted
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise BadInput(f"an answer that is no {tool.kind.value}: {type(error).__name__} {error}") from None
    return plain


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"an answer that is not UTF-8 (byte {error.start})") from None


def _shaped(tool: Description, work: Work, answer: str) -> list[Plain]:
    if tool.output == "json":
        try:
            return _from_json(tool, work, json.loads(answer))
        except json.JSONDecodeError as error:
            raise BadInput(f"an answer that is no JSON: {error}") from None
    place = Alignment(work.text, "answer")
    sentences = []
    for line in answer.splitlines():
        words = line.split()
        if not words:
            continue
        forms, tags = words, None
        if tool.output == "tagged":
            pairs = [word.rpartition("_") for word in words]
            if any(not form or not sign for form, sign, _ in pairs):
                raise BadInput(f"a word without a tag: {next(w for w, (f, s, _) in zip(words, pairs, strict=True) if not f or not s)[:40]!r}")
            forms, tags = [p[0] for p in pairs], [p[2] for p in pairs]
        starts, ends = place.place(forms)
        row: Plain = {"span": [starts[0], ends[-1]], "tokens": []}
        if tool.output != "lines":
            row |= _placed(work.text, starts, ends)
        sentences.append(row | ({"tag": tags} if tags is not None else {}))
    return [{"sentences": sentences}]


def _from_json(tool: Description, work: Work, answer: object) -> list[Plain]:
    if isinstance(answer, Mapping) and "error" in answer:
        raise BadInput(str(answer["error"]))
    key = "mentions" if tool.kind is Kind.MENTIONS else "sentences"
    items = answer.get(key) if isinstance(answer, Mapping) else answer
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise BadInput(f"an answer without {key}: {str(answer)[:60]!r}")
    at = _At(tool, work.text)
    if tool.kind is Kind.MENTIONS:
        return [_mention(at, item) for item in items]
    flow = Alignment(work.text, "answer")
    return [{"sentences": [_sentence(at, flow, item) for item in items]}]


class _At:
    """Offsets of a tool, made places of the text."""

    def __init__(self, tool: Description, text: str) -> None:
        self.text, self.near, self.offsets = text, tool.align == "near", Offsets(text, tool.offsets)

    def __call__(self, start: object, end: object, says: object = None) -> list[int]:
        if not isinstance(start, int) or not isinstance(end, int) or isinstance(start, bool) or isinstance(end, bool):
            raise BadInput(f"offsets that are no whole numbers: {start!r} to {end!r}")
        a, b = self.offsets.inward(start), self.offsets.inward(end)
        if not 0 <= a <= b <= len(self.text) and not (self.near and says):
            raise BadInput(f"offsets {start} to {end} in a text of {len(self.text)} characters")
        if not says or self.text[max(a, 0) : max(b, 0)] == says or (0 <= a <= b and meant(str(says)).fullmatch(self.text, a, b)):
            return [a, b]
        if self.near:
            return self._near(max(a, 0), str(says))
        raise BadInput(f"says {str(says)[:40]!r} at {start} to {end}, where the text has {self.text[a:b][:40]!r}")

    def _near(self, at: int, says: str) -> list[int]:
        found = [m.span() for m in meant(says).finditer(self.text, max(at - NEAR, 0), min(at + NEAR + len(says), len(self.text)))]
        if not found:
            raise BadInput(f"says {says[:40]!r} at {at}, which stands nowhere near")
        start, end = min(found, key=lambda s: abs(s[0] - at))
        return [start, end]


def _mention(at: _At, item: object) -> Plain:
    if isinstance(item, Mapping):
        pairs = item.get("spans") or [[item.get("start"), item.get("end")]]
        spans = [at(a, b, item.get("text") if len(pairs) == 1 else None) for a, b in pairs]
        concepts = item.get("concepts") or ([item["concept"]] if item.get("concept") else [])
        row: Plain = {"spans": spans, "concepts": [str(c) for c in concepts], "label": str(item.get("label") or item.get("type") or "")}
        if item.get("confidence") is not None:
            row["confidence"] = float(item["confidence"])
        if item.get("attributes"):
            row["attributes"] = dict(item["attributes"])
        return row
    if isinstance(item, Sequence) and not isinstance(item, str) and len(item) in (2, 3):
        return {"spans": [at(item[0], item[1])], "concepts": [], "label": str(item[2]) if len(item) == 3 else ""}
    raise BadInput(f"no mention: {str(item)[:60]!r}")


def _sentence(at: _At, flow: Alignment, item: object) -> Plain:
    if isinstance(item, Mapping):
        tokens = item.get("tokens") or []
        row = _tokens(at, flow, tokens)
        if "start" in item:
            row["span"] = at(item["start"], item.get("end"), item.get("text"))
        elif not row["tokens"]:
            raise BadInput(f"a sentence without a place: {str(item)[:60]!r}")
        return row
    if isinstance(item, Sequence) and not isinstance(item, str):
        if len(item) == 2 and all(isinstance(x, int) for x in item):
            return {"span": at(item[0], item[1]), "tokens": []}
        return _tokens(at, flow, item)
    raise BadInput(f"no sentence: {str(item)[:60]!r}")


def _tokens(at: _At, flow: Alignment, tokens: Sequence[Any]) -> Plain:
    if tokens and all(isinstance(t, str) or (isinstance(t, Mapping) and "start" not in t) for t in tokens):
        forms = [t if isinstance(t, str) else str(t.get("form") or t.get("text") or "") for t in tokens]
        places = [[a, b] for a, b in zip(*flow.place(forms), strict=True)]
    else:
        places = [at(t["start"], t.get("end"), t.get("form") or t.get("text")) if isinstance(t, Mapping) else at(*t[:2]) for t in tokens]
    row: Plain = {"span": [places[0][0], places[-1][1]] if places else [0, 0], "tokens": places, "form": [at.text[a:b] for a, b in places]}
    for name in ("lemma", "tag", "coarse", "head", "relation"):
        values = [t.get(name) if isinstance(t, Mapping) else None for t in tokens]
        if any(v is not None for v in values):
            row[name] = values
    return row


def _formatted(tool: Description, work: Work, answer: str | Path) -> list[Plain]:
    """An answer in one of our formats: a file beside the text, read as any other."""
    from .asked import suffix

    with tempfile.TemporaryDirectory(prefix="goldproof-answer-") as room:
        place = Path(room) / f"answer{suffix(tool.output)}"
        if isinstance(answer, Path):
            place.write_bytes(answer.read_bytes())
        else:
            write_text(place, answer)
        if not place.read_bytes().strip():
            if tool.kind is Kind.MENTIONS:  # stand-off files are empty where nothing was found
                return []
            if not work.text.strip():
                return [{"sentences": []}]
            raise BadInput("an empty answer")
        return from_corpus(tool, work, _read(tool, place, work.text))


def _read(tool: Description, place: Path, text: str) -> Corpus:
    """Read beside the text if it stands in it so; else as it is: its own text is laid over ours afterwards."""
    if tool.kind is Kind.PARSES:
        return load(place, format=tool.output)
    write_text(place.with_name("answer.txt"), text)
    return load(place, format=tool.output, texts=None)


def from_corpus(tool: Description, work: Work, corpus: Corpus) -> list[Plain]:
    """The judgements of a corpus that holds the answer about one text."""
    layers = corpus.of_kind(tool.kind)
    if len(layers) != 1:
        raise BadInput(f"an answer with {len(layers)} layers of {tool.kind.value}")
    columns = layers[0].columns
    plain = plain_rows(columns, 0, len(columns))
    if tool.kind is Kind.PARSES:
        return [{"sentences": _laid(work.text, [s for p in plain for s in p["sentences"]], corpus)}]
    unit = layers[0].units[0] if layers[0].units else ""
    own = corpus.text_of(unit).text if unit else ""
    if own and own.rstrip() != work.text.rstrip():
        carry = carried(own, work.text)
        plain = [m | {"spans": [[carry(a, False), carry(b, True)] for a, b in m["spans"]]} for m in plain]
    for m in plain:
        if any(not 0 <= a <= b <= len(work.text) for a, b in m["spans"]):
            raise BadInput(f"offsets {m['spans'][0][0]} to {m['spans'][0][1]} in a text of {len(work.text)} characters")
        if m.get("stated"):
            at = _At(tool, work.text)
            m |= {"spans": [at(m["spans"][0][0], m["spans"][0][1], m["stated"])]} if len(m["spans"]) == 1 else {}
            m.pop("stated")
    return plain


def _laid(text: str, sentences: list[Plain], corpus: Corpus) -> list[Plain]:
    """Sentences with places in another copy of the text (or one made of their tokens), with places in this one."""
    own = "".join(d.text for d in corpus.documents) if len(corpus.documents) == 1 else None
    if own is not None and own == text:
        return sentences
    flow = Alignment(text, "answer")
    out = []
    for s in sentences:
        if not s["tokens"]:
            continue
        starts, ends = flow.place(s["form"])
        row = {k: v for k, v in s.items() if k not in ("multiwords", "blanks", "extra", "attributes")}
        out.append(row | {"span": [starts[0], ends[-1]]} | _placed(text, starts, ends))
    return out


def _placed(text: str, starts: Sequence[int], ends: Sequence[int]) -> Plain:
    places = [[a, b] for a, b in zip(starts, ends, strict=True)]
    return {"tokens": places, "form": [text[a:b] for a, b in places]}


def carried(own: str, text: str) -> Any:
    """From a place in a copy of a text whose white space differs to the place in the text itself."""
    here, there = ([i for i, c in enumerate(t) if not c.isspace()] for t in (own, text))
    if [own[i] for i in here] != [text[i] for i in there]:
        raise BadInput("an answer about another text", remedy="the tool changed the text that it was given")
    number = {i: n for n, i in enumerate(here)}

    def carry(at: int, behind: bool) -> int:
        i = at - 1 if behind else at
        while 0 <= i < len(own) and i not in number:
            i += -1 if behind else 1
        if i not in number:
            return 0 if behind else len(text)
        return there[number[i]] + (1 if behind else 0)

    return carry
