"""Small tools of our own writing, good and bad, as a user might have them."""

from __future__ import annotations

import textwrap
from pathlib import Path

from goldproof.model import Corpus

TEXTS = {"a": "BRCA1 binds. It is big.\n", "b": "No gene here.\n", "c": "We saw TP53 — and BRCA1.\n"}


def corpus() -> Corpus:
    return Corpus.of_texts(TEXTS)


def tool(room: Path, code: str, **fields: object) -> Path:
    """A script that reads {input} and writes {output}, and its description."""
    (room / "script.py").write_text(textwrap.dedent(code))
    said: dict[str, object] = {"name": "small", "makes": "mentions", "command": ["{python}", "{here}/script.py", "{input}", "{output}"], **fields}
    lines = [f"{k} = {_toml(v)}" for k, v in said.items() if not isinstance(v, dict)]
    lines += [line for k, v in said.items() if isinstance(v, dict) for line in (f"[{k}]", *(f"{n} = {_toml(x)}" for n, x in v.items()))]
    (room / "tool.toml").write_text("\n".join(lines) + "\n")
    return room / "tool.toml"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(_toml(x) for x in value) + "]"
    return str(value) if isinstance(value, (int, float)) else '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


# What a good tool does: genes by their shape.
GENES = """
    import json, re, sys
    text = open(sys.argv[1], encoding="utf-8").read()
    found = [{"start": m.start(), "end": m.end(), "label": "gene", "text": m[0]} for m in re.finditer(r"[A-Z]{2,}[0-9]+", text)]
    json.dump({"mentions": found}, open(sys.argv[2], "w"))
"""
