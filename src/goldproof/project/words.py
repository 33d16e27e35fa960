"""Judgements in words, a line each: what ``show`` prints and ``diff`` sets against each other. Spans are shown with their text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from ..model import Choice, Corpus, Kind, Pair, Passage, State
from ..model.plain import expression_of

Plain = dict[str, Any]
WIDE = 80


def unit_text(corpus: Corpus, unit: str) -> str:
    """What is judged, as text."""
    match corpus.unit(unit).content:
        case Passage(document):
            start, end = corpus.span(unit)
            return corpus.document(document).text[start:end]
        case State() as s:
            return f"{s.character_text or s.character}: {s.state_text or s.symbol}"
        case Pair(left, right):
            return f"left:  {left}\nright: {right}"
        case Choice(options, question):
            return "\n".join(([question] if question else []) + [f"{o.id}: {o.text}" for o in options])


def source_text(corpus: Corpus, unit: str) -> str:
    """The text that offsets of the unit's judgements count in."""
    content = corpus.unit(unit).content
    return corpus.document(content.document).text if isinstance(content, Passage) else ""


def words(kind: Kind, judged: list[Plain], text: str) -> list[str]:
    """The judgements of a unit, from their plain values."""
    return [_visible(line) for plain in judged for line in _WORDS[kind](plain, text)]


def _mention(m: Plain, text: str) -> Iterator[str]:
    yield _joined(
        "+".join(f"{s}-{e}" for s, e in m["spans"]) or "(no span)", " … ".join(_quoted(text[max(s, 0) : max(e, 0)]) for s, e in m["spans"]),
        m.get("label"), " or ".join(m.get("concepts", ())), _noted(m.get("attributes")),
        f"confidence={m['confidence']:g}" if "confidence" in m else "", f"stated={_quoted(m['stated'])}" if "stated" in m else "",
        f"[{m['id']}]" if "id" in m else "",
    )  # fmt: skip


def _phenotype(p: Plain, text: str) -> Iterator[str]:
    slots = (("E", "entity"), ("Q", "quality"), ("RE", "related"))
    yield _joined(
        "; ".join(f"{short}: {expression_of(p[slot])}" for short, slot in slots if slot in p) or "(empty)",
        _noted(p.get("attributes")), _noted(p.get("unmatched"), "unmatched "),
    )  # fmt: skip


def _rating(r: Plain, text: str) -> Iterator[str]:
    yield _joined(str(r["value"]), f"({', '.join(r['reasons'])})" if r.get("reasons") else "", _noted(r.get("attributes")))


def _ranking(r: Plain, text: str) -> Iterator[str]:
    yield _joined(" > ".join(" = ".join(group) for group in r["groups"]) or "(no option)", _noted(r.get("attributes")))


def _parse(p: Plain, text: str) -> Iterator[str]:
    for s in p["sentences"]:
        start, end = s["span"]
        yield _joined(f"{start}-{end} sentence", _quoted(text[max(start, 0) : max(end, 0)]), _noted(s.get("attributes")))
        yield from (f"{a}-{b} {line}" for a, b, line in (*_tokens(s), *_nodes(s, text)))
        for m in s.get("multiwords", ()):
            yield f"{m['span'][0]}-{m['span'][1]} {m.get('form', '')} stands for words {m['words'][0]}-{m['words'][1]}"
        for b in s.get("blanks", ()):
            yield f"blank word {b['after']}.{b['number']} {b['token'].get('form', '')}"


_COLUMNS = ("lemma", "tag", "coarse", "head", "relation")


def _tokens(s: Plain) -> Iterator[tuple[int, int, str]]:
    forms = s.get("form", ())
    for i, (start, end) in enumerate(s["tokens"]):
        said = {name: s[name][i] for name in _COLUMNS if name in s and s[name][i] is not None}
        notes = {k: v for name in ("features", "extra") if name in s for k, v in s[name][i].items()}
        yield start, end, _joined("token", _value(forms[i]) if i < len(forms) else "", _noted(said), _noted(notes))


def _nodes(s: Plain, text: str) -> Iterator[tuple[int, int, str]]:
    """Constituents with their places; an empty one stands where the next token begins."""
    tree = s.get("tree", ())
    places = _places(s, tree)
    for node, (start, end) in zip(tree, places, strict=True):
        tail = node[2] if len(node) > 2 else None
        what = f"leaf {node[0]}" if isinstance(tail, int) else f"empty {node[0]} {tail}" if tail is not None else f"constituent {node[0] or '(top)'}"
        yield start, end, _joined(what, _quoted(text[max(start, 0) : max(end, 0)]))


def _places(s: Plain, tree: Any) -> list[tuple[int, int]]:
    tokens, at = s["tokens"], s["span"][1]
    places = [(at, at)] * len(tree)
    found: list[tuple[int, int] | None] = [None] * len(tree)
    # Children stand behind their parents: from the end, every node is known before its parent.
    for i in range(len(tree) - 1, -1, -1):
        node = tree[i]
        if len(node) > 2 and isinstance(node[2], int) and node[2] < len(tokens):
            found[i] = (tokens[node[2]][0], tokens[node[2]][1])
        mine = found[i]
        if mine is None:
            places[i] = (at, at)
            continue
        places[i], at = mine, mine[0]
        if node[1] >= 0:
            parent = found[node[1]]
            found[node[1]] = mine if parent is None else (min(parent[0], mine[0]), max(parent[1], mine[1]))
    return places


_WORDS: dict[Kind, Callable[[Plain, str], Iterator[str]]] = {
    Kind.MENTIONS: _mention, Kind.PHENOTYPES: _phenotype, Kind.RATINGS: _rating, Kind.PARSES: _parse, Kind.RANKINGS: _ranking,
}  # fmt: skip


def _noted(plain: Plain | None, before: str = "") -> str:
    return " ".join(f"{before}{k}={_value(v)}" for k, v in (plain or {}).items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ",".join(map(_value, value))
    return _quoted(value) if isinstance(value, str) and (not value or any(c.isspace() or c == '"' for c in value)) else str(value)


def _quoted(text: str) -> str:
    """Some text in quotation marks, exactly as it is but for line ends (\\n), cut in its middle where it is long."""
    return json.dumps(text if len(text) <= WIDE else text[: WIDE // 2] + " … " + text[-WIDE // 2 :], ensure_ascii=False)


def _visible(line: str) -> str:
    """One line, whatever stands in a form or a label: what cannot be seen is written as its escape."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def _joined(*parts: str | None) -> str:
    return " ".join(part for part in parts if part)
