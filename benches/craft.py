"""How long does all of CRAFT take into one corpus, and how much memory?

    python benches/craft.py ../shared/data/craft
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path

import goldproof as gp
from goldproof.formats import Reading
from goldproof.registry import door

# Format -> the folders of the release that hold it.
FOLDERS = {
    "penn": ("structural-annotation/treebank/penn",),
    "conllx": ("structural-annotation/dependency/conllx",),
    "conllu": ("structural-annotation/dependency/conllu",),
    "knowtator": ("structural-annotation/sections-and-typography/knowtator", *(
        f"concept-annotation/{s}/{s}/knowtator" for s in ("CHEBI", "CL", "GO_BP", "GO_CC", "GO_MF", "MOP", "NCBITaxon", "PR", "SO", "UBERON"))),
    "knowtator2": ("concept-annotation/MONDO/MONDO_without_genotype_annotations/knowtator-2",
                   "concept-annotation/MONDO/MONDO_with_genotype_annotations/knowtator-2"),
}  # fmt: skip


def peak() -> float:
    """Most memory used so far, in MB (ru_maxrss is kilobytes on Linux, bytes on macOS)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("data", type=Path)
    root: Path = options.parse_args().data
    start = time.perf_counter()
    corpus = gp.corpus("craft", root)
    whole = time.perf_counter() - start
    print(f"{corpus}: {sum(layer.count for layer in corpus.layers)} judgements in {whole:.1f} s, peak {peak():.0f} MB\n")
    print("| format | files | MB | s | MB/s |\n|---|---:|---:|---:|---:|")
    for name, folders in FOLDERS.items():
        files = [f for folder in folders for f in (root / folder).iterdir()]
        mb = sum(f.stat().st_size for f in files) / 1e6
        start = time.perf_counter()
        for folder in folders:
            door("formats").get(name).read(root / folder, Reading(texts=root / "articles/txt"))
        took = time.perf_counter() - start
        print(f"| {name} | {len(files)} | {mb:.1f} | {took:.2f} | {mb / took:.1f} |")


if __name__ == "__main__":
    main()
