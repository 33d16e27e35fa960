"""A terminology as large as a user's copy of the UMLS: imported, kept, opened, cut, searched as somebody types, and made into a recogniser.

    python benches/terminologies.py [--concepts 600000] [--names 3200000] [--folder FOLDER] [--queries 300]

The tables are made here by chance (seed 7): names of one to seven words out of 200,000 made-up words whose use falls off as in any language, three languages, four
vocabularies, a hierarchy. Times are of the processor, one process; those of a search are of the processor too, a query at a time, over queries of several kinds, without and
with a thousand concepts used in the project.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import numpy as np

import goldproof as gp
from goldproof.ontology.terminologies import load_terminology, read_terminology, save_terminology

PARTS = (
    "ba cor di neph ro os it is al ic pul mo car dio my op ath y gen der ma to li sta tin phen yl ox hy dro meth eth an ol ase in per sub trans lat era ven tri cul ar sep tum fi bro sar co lo "
    "gas hem ur ge kin qui wi zy jo xe va ne su re ce"
).split()  # fmt: skip
SOURCES = ("MSH", "SNO", "MDR", "OWN")
TYPES = (("T047", "DISO"), ("T121", "CHEM"), ("T023", "ANAT"), ("T033", "DISO"))


def tables(folder: Path, concepts: int, names: int) -> None:
    """MRCONSO, MRSTY, MRREL and SemGroups."""
    chance = np.random.default_rng(7)
    parts = np.array(PARTS)
    words = np.array(["".join(parts[chance.integers(0, len(parts), n)]) for n in chance.integers(2, 5, 200_000)], object)
    use = np.cumsum(1 / np.arange(1, len(words) + 1) ** 0.9)
    lengths = chance.choice(np.arange(1, 8), names, p=[0.08, 0.27, 0.27, 0.17, 0.1, 0.07, 0.04])
    drawn = words[np.minimum(np.searchsorted(use / use[-1], chance.random(int(lengths.sum()))), len(words) - 1)]
    owner = np.sort(np.concatenate((np.arange(concepts), chance.integers(0, concepts, names - concepts))))
    at = 0
    seen = -1
    with (folder / "MRCONSO.RRF").open("w") as file:
        for i, (c, n) in enumerate(zip(owner.tolist(), lengths.tolist(), strict=True)):
            first = c != seen
            seen = c
            lat = "ENG" if first or i % 10 < 7 else "GER" if i % 10 < 9 else "FRE"
            kind = ("P", "PF", "Y") if first else ("S", "VO", "N")
            file.write(f"C{c:07d}|{lat}|{kind[0]}|L{i}|{kind[1]}|S{i}|{kind[2]}|A{i}||||{SOURCES[i % 4]}|PT|{i}|{' '.join(drawn[at : at + n])}|0|N|256|\n")
            at += n
    with (folder / "MRSTY.RRF").open("w") as file:
        file.writelines(f"C{c:07d}|{TYPES[c % 4][0]}|A|Name|AT||\n" for c in range(concepts))
    with (folder / "MRREL.RRF").open("w") as file:
        file.writelines(f"C{c:07d}|A|AUI|PAR|C{c // 8:07d}|A|AUI||R{c}||OWN|OWN||||\n" for c in range(1, concepts))
    (folder / "SemGroups.txt").write_text("".join(f"{g}|Group|{t}|Type\n" for t, g in TYPES))


@contextmanager
def timed(what: str):  # type: ignore[no-untyped-def]
    start, clock = time.process_time(), time.perf_counter()
    yield
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"| {what} | {time.process_time() - start:.2f} | {time.perf_counter() - clock:.2f} | {most:.0f} |", flush=True)


KINDS: dict[str, Callable[[list[str], random.Random], str]] = {
    "first letter": lambda w, c: w[0][:1], "two letters": lambda w, c: w[0][:2], "three letters": lambda w, c: w[0][:3], "the name": lambda w, c: " ".join(w),
    "words begun (3), any order": lambda w, c: " ".join(x[:3] for x in c.sample(w, len(w))), "words begun (2)": lambda w, c: " ".join(x[:2] for x in w),
    "words begun (1)": lambda w, c: " ".join(x[:1] for x in w), "a slip": lambda w, c: " ".join([*w[:-1], w[-1][:3] + "x" + w[-1][4:]]),
}  # fmt: skip


def searches(index, queries: int) -> None:  # type: ignore[no-untyped-def]
    chance = random.Random(3)
    t = index.terminology
    names = [t.names[chance.randrange(len(t.names))].split() for _ in range(queries)]
    used = {t.concepts[chance.randrange(len(t))]: chance.randint(1, 9) for _ in range(1000)}
    index.search("warm", used=used)
    index.search("warmx")
    print("\n| query | p50 ms | p95 ms | worst | p95, 1,000 concepts used |\n|---|---:|---:|---:|---:|")
    every: tuple[list[float], list[float]] = ([], [])
    for what, make in KINDS.items():
        took: tuple[list[float], list[float]] = ([], [])
        for words in names:
            query = make(words, chance)
            for mine, of in zip(took, ({}, used), strict=True):
                start = time.process_time()
                index.search(query, used=of)
                mine.append(1000 * (time.process_time() - start))
        plain, with_used = map(sorted, took)
        print(f"| {what} | {plain[len(plain) // 2]:.1f} | {plain[int(len(plain) * 0.95)]:.1f} | {plain[-1]:.1f} | {with_used[int(len(plain) * 0.95)]:.1f} |")
        every[0].extend(plain)
        every[1].extend(with_used)
    a, b = map(sorted, every)
    print(f"| all | {a[len(a) // 2]:.1f} | {a[int(len(a) * 0.95)]:.1f} | {a[-1]:.1f} | {b[int(len(b) * 0.95)]:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--concepts", type=int, default=600_000)
    parser.add_argument("--names", type=int, default=3_200_000)
    parser.add_argument("--folder", type=Path, default=None)
    parser.add_argument("--queries", type=int, default=300)
    args = parser.parse_args()
    folder = args.folder or Path(tempfile.mkdtemp())
    folder.mkdir(exist_ok=True, parents=True)
    if not (folder / "MRCONSO.RRF").exists():
        tables(folder, args.concepts, args.names)
    print(f"{sum(f.stat().st_size for f in folder.glob('MR*')) / 1e6:.0f} MB of tables\n\n| | s (processor) | s (clock) | MB at the peak |\n|---|---:|---:|---:|")
    kept = folder / "all.terms"
    with timed("import: read"):
        t = read_terminology(folder)
    with timed("import: index and keep"):
        save_terminology(t, kept, force=True)
    del t
    with timed("open what was kept"):
        t, index, _ = load_terminology(kept)
    with timed("first search"):
        index.search("neph")
    with timed("cut by vocabulary, group and subtree"):
        cut = t.cut(vocabulary="MSH", group="DISO", below="C0000003")
    print(f"| ({len(cut)} concepts, {len(cut.names)} names) | | | |")
    searches(index, args.queries)
    print("\n| | s (processor) | s (clock) | MB at the peak |\n|---|---:|---:|---:|")
    english = read_terminology(kept).cut(language="en")
    with timed(f"recogniser of the {len(english.names)} English names: index"):
        gp.concepts(english, cache=False).find("nothing")
    del english
    with timed(f"recogniser of all {len(t.names)} names: index"):
        gp.concepts(t, cache=False).find("nothing")
    gp.concepts(kept).find("nothing")
    with timed("the same from the cache, to the end of the first text"):
        gp.concepts(kept).find("nothing")


if __name__ == "__main__":
    main()
