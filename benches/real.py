"""How fast is each format read, in MB/s of the files of the real corpora, as a user has them?

    python benches/real.py ../shared/data
"""

from __future__ import annotations

import argparse
import gzip
import time
from pathlib import Path

from goldproof.formats import load

# Format -> a folder, or the pattern of its files, below the data; CRAFT's formats are in craft.py.
PLACES = {
    "brat": ("mantra/English", "mantra/French", "mantra/German"),
    "hpo": ("hpo/gsc-plus", "hpo/gsc-2024"),
    "nexml": ("phenoscape/nexml", "phenoscape/studies"),
    "eq-table": ("phenoscape/annotations/*.tsv", "phenoscape/curators-unmapped/*.tsv"),
    "ratings-table": ("ratings/regulondb-similarity.csv",),
}


def size(file: Path) -> int:
    """Bytes, unpacked."""
    return len(gzip.decompress(file.read_bytes())) if file.suffix == ".gz" else file.stat().st_size


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", type=Path)
    root: Path = options.parse_args().data
    print("| format | corpora | MB | s | MB/s |\n|---|---|---:|---:|---:|")
    for format, patterns in PLACES.items():
        places = [p for pattern in patterns for p in sorted(root.glob(pattern))]
        mb = sum(size(f) for p in places for f in ([p] if p.is_file() else p.rglob("*")) if f.is_file()) / 1e6
        start = time.perf_counter()
        for place in places:
            load(place, format=format)
        took = time.perf_counter() - start
        print(f"| {format} | {len(places)} | {mb:.2f} | {took:.2f} | {mb / took:.1f} |")


if __name__ == "__main__":
    main()
