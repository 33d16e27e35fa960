"""RO-Crate metadata of a release (https://w3id.org/ro/crate/1.1): what the folder is and what each file in it is, for machines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

CONTEXT = "https://w3id.org/ro/crate/1.1/context"
_SPDX = re.compile(r"[A-Za-z0-9.+-]+$")
_TYPES = {
    ".jsonl": "application/x-ndjson", ".json": "application/json", ".md": "text/markdown", ".txt": "text/plain", ".ann": "text/plain", ".xml": "application/xml",
    ".xmi": "application/xml", ".tsv": "text/tab-separated-values", ".csv": "text/csv", ".conllu": "text/plain", ".parquet": "application/vnd.apache.parquet",
}  # fmt: skip


def crate(manifest: Mapping[str, Any], files: Mapping[str, tuple[int, str, str]]) -> str:
    """``files``: name -> size, checksum, what it is."""
    name = f"{manifest['name'] or 'Gold standard'} {manifest['version']}"
    licence = _licence(manifest["licence"])
    counts = ", ".join(f"{n} {what}" for what, n in manifest["counts"].items())
    root: dict[str, Any] = {
        "@id": "./", "@type": "Dataset", "name": name, "version": manifest["version"], "datePublished": manifest["date"],
        "description": f"A gold standard, released with goldproof: {counts}.", "license": {"@id": licence["@id"]},
        "hasPart": [{"@id": _id(file)} for file in files],
    }  # fmt: skip
    if manifest.get("sources"):
        root["isBasedOn"] = manifest["sources"]
    tool = {"@id": "#goldproof", "@type": "SoftwareApplication", "name": "goldproof", "softwareVersion": manifest["made_with"].removeprefix("goldproof ")}
    made = {"@id": "#release", "@type": "CreateAction", "name": f"release {manifest['version']}", "instrument": {"@id": "#goldproof"}, "result": {"@id": "./"}}
    graph: list[dict[str, Any]] = [
        {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"}, "about": {"@id": "./"}},
        {**root, "mentions": {"@id": "#release"}}, licence, tool, made,
    ]  # fmt: skip
    for file, (size, digest, what) in files.items():
        suffix = next((s for s in _TYPES if file.endswith(s)), "")
        entry = {"@id": _id(file), "@type": "File", "name": what, "contentSize": str(size), "sha256": digest}
        graph.append(entry | ({"encodingFormat": _TYPES[suffix]} if suffix else {}))
    return json.dumps({"@context": CONTEXT, "@graph": graph}, ensure_ascii=False, indent=1) + "\n"


def _licence(said: str) -> dict[str, Any]:
    """The licence as an entity: a known name (SPDX) or address by that, anything else as text."""
    if said.startswith(("http://", "https://")):
        return {"@id": said, "@type": "CreativeWork", "name": said, "description": said}
    if said and _SPDX.match(said):
        return {"@id": f"https://spdx.org/licenses/{said}", "@type": "CreativeWork", "name": said, "description": f"The licence {said}"}
    return {"@id": "#licence", "@type": "CreativeWork", "name": said or "not stated", "description": said or "No licence is stated: all rights are reserved."}


def _id(file: str) -> str:
    from urllib.parse import quote

    return quote(file)
