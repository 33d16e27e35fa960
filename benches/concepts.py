"""Concept recognition: ours beside the installable peers, on the same texts and the same ontology, each in a process of its own.

    python benches/concepts.py DATA [--systems ours,fasthpocr,...] [--fast-index FOLDER] [--scale]

DATA is the folder with hpo/. Peers come with the extra [bench] (FastHPOCR, spacy, ahocorasick_rs, flashtext); those absent are left out with a
word. Gold ids are followed to their current terms. *exact* is F1 over span and concept, *document* over the sets of concepts of each text; both within
Phenotypic abnormality, which is what every system looks for. Speed is processor time, the best of three rounds over the same texts said again and again (ours sixty
times, in one call; the others as often as takes them a second or so, text by text, as they are called); *ready* is processor time from the start of the process to the
end of the first text, ours once without and once with what is kept. FastHPOCR's index (one step of it, which takes 800 seconds, is done here by an equal one that takes one) is kept in a
folder that can be named. ``--scale`` times ours over growing texts,
in one document and in several processes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import goldproof as gp

ROOT = "HP:0000118"
REPEAT = {"fasthpocr": 12, "spacy": 8, "flashtext": 24}
Found = list[tuple[int, int, str]]
Finder = Callable[[str], Found]


def names(path: Path) -> dict[str, str]:
    """Every name of a term below the root, in small letters, for the dictionary peers."""
    hpo = gp.Ontology(path)
    wanted = hpo.descendants(ROOT)
    out: dict[str, str] = {}
    for rank in range(2):
        for entry in hpo:
            if entry.obsolete or entry.id not in wanted:
                continue
            for name in [entry.label] if rank == 0 else [s.text for s in entry.synonyms]:
                if len(name) > 2:
                    out.setdefault(name.lower(), entry.id)
    return out


def ours(preset: str) -> Callable[[Path, Path | None], Finder]:
    def make(path: Path, _: Path | None) -> Finder:
        recogniser = gp.concepts(path, preset, subtree=ROOT)

        def all_at_once(texts: list[str]) -> list[Found]:
            layer = recogniser.annotate(gp.Corpus.of_texts({str(i): t for i, t in enumerate(texts)}))
            return [[(m.start, m.end, m.concepts[0]) for m in ms] for _, ms in layer.items()]

        def only_columns(corpus: gp.Corpus) -> None:
            recogniser.annotate(corpus)

        make.batch, make.timed, make.texts = all_at_once, only_columns, lambda ts: gp.Corpus.of_texts({str(i): t for i, t in enumerate(ts)})  # type: ignore[attr-defined]
        return lambda text: [(m.start, m.end, m.concepts[0]) for m in recogniser.find(text)]

    return make


def fasthpocr(path: Path, kept: Path | None) -> Finder:
    from FastHPOCR.HPOAnnotator import HPOAnnotator

    folder = kept or Path("/tmp/fasthpocr-index")
    folder.mkdir(exist_ok=True)
    if not (folder / "hp.index").exists():
        from FastHPOCR.cr.CRIndexKB import CRIndexKB
        from FastHPOCR.IndexHPO import IndexHPO

        # It goes through all words for each cluster, for a quarter of an hour; the same lists, made by going through them once.
        lists: dict[object, list[str]] = {}

        def once(_: object, cluster: object, base: dict[str, object]) -> list[str]:
            if not lists:
                for token, of in base.items():
                    lists.setdefault(of, []).append(token)
            return list(lists.get(cluster, ()))

        CRIndexKB.compileClusterList = once
        IndexHPO(str(path), str(folder)).index()
    annotator = HPOAnnotator(str(folder / "hp.index"))
    return lambda text: [(a.getStartOffset(), a.getEndOffset(), a.getHPOUri()) for a in annotator.annotate(text)]


def spacy_matcher(path: Path, _: Path | None) -> Finder:
    import spacy
    from spacy.matcher import PhraseMatcher

    language = spacy.blank("en")
    matcher = PhraseMatcher(language.vocab, attr="LOWER")
    for name, id in names(path).items():
        matcher.add(id, [language.make_doc(name)])

    def find(text: str) -> Found:
        doc = language.make_doc(text)
        return [(doc[a].idx, doc[z - 1].idx + len(doc[z - 1]), language.vocab.strings[key]) for key, a, z in matcher(doc)]

    return find


def ahocorasick(path: Path, _: Path | None) -> Finder:
    from ahocorasick_rs import AhoCorasick, MatchKind

    known = names(path)
    patterns = list(known)
    automaton = AhoCorasick(patterns, matchkind=MatchKind.LeftmostLongest)
    inside = re.compile(r"\w")

    def find(text: str) -> Found:
        low = text.lower() if len(text.lower()) == len(text) else text
        return [
            (a, z, known[patterns[i]]) for i, a, z in automaton.find_matches_as_indexes(low)
            if not (a and inside.match(low[a - 1])) and not (z < len(low) and inside.match(low[z]))
        ]  # fmt: skip

    return find


def flashtext(path: Path, _: Path | None) -> Finder:
    from flashtext import KeywordProcessor

    processor = KeywordProcessor(case_sensitive=False)
    for name, id in names(path).items():
        processor.add_keyword(name, id)
    return lambda text: [(a, z, id) for id, a, z in processor.extract_keywords(text, span_info=True)]


SYSTEMS: dict[str, Callable[[Path, Path | None], Finder]] = {
    "ours": ours("default"), "ours-each": ours("default"), "ours-ncbo": ours("ncbo"), "ours-obo": ours("obo"), "ours-biolark": ours("biolark"), "fasthpocr": fasthpocr,
    "spacy": spacy_matcher, "ahocorasick": ahocorasick, "flashtext": flashtext,
}  # fmt: skip


def texts_of(data: Path) -> list[str]:
    return [f.read_text(encoding="utf-8", errors="surrogateescape") for f in sorted((data / "hpo/gsc-plus/Text").iterdir())]


def run(name: str, data: Path, kept: Path | None) -> None:
    """One system, in this process: what it found and what it cost, as JSON on stdout."""
    path = data / "hpo" / "hp-2025-01-16.obo"
    texts = texts_of(data)
    make = SYSTEMS[name]
    try:
        find = make(path, kept)
    except ImportError as error:
        print(json.dumps({"absent": str(error)}))
        return
    first = find(texts[0])
    ready = time.process_time()
    at_once = hasattr(make, "batch") and name != "ours-each"
    found = make.batch(texts) if at_once else [find(t) for t in texts]  # type: ignore[attr-defined]
    many = texts * REPEAT.get(name, 60 if at_once else 10)
    size = sum(len(t.encode("utf-8", "surrogateescape")) for t in many)
    corpus = make.texts(many) if at_once else None  # type: ignore[attr-defined]
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        if at_once:
            make.timed(corpus)  # type: ignore[attr-defined]
        else:
            for text in many:
                find(text)
        best = min(best, time.process_time() - start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"ready": ready, "speed": size / best / 1e6, "memory": memory, "found": found, "first": len(first)}))


def scale(data: Path) -> None:
    """Ours over one document of growing length, the spans compared with those of its parts; and over processes."""
    recogniser = gp.concepts(data / "hpo" / "hp-2025-01-16.obo", subtree=ROOT)
    parts = [t.rstrip() + "\n\n" for t in texts_of(data)]
    alone = [[(m.start, m.end, m.concepts) for m in ms] for _, ms in recogniser.annotate(gp.Corpus.of_texts({str(i): t for i, t in enumerate(parts)})).items()]
    print("\none document\tMB\ts (processor)\tMB/s\tspans\tas in its parts")
    for times in (5, 10, 20, 40):
        text = "".join(parts * times)
        corpus = gp.Corpus.of_texts({"one": text})
        best = 1e9
        for _ in range(3):
            start = time.process_time()
            layer = recogniser.annotate(corpus)
            best = min(best, time.process_time() - start)
        wanted, at = [], 0
        for i in range(times * len(parts)):
            wanted += [(a + at, z + at, c) for a, z, c in alone[i % len(parts)]]
            at += len(parts[i % len(parts)])
        mine = [(m.start, m.end, m.concepts) for m in layer["one"]]
        # What an abbreviation stands for goes on in one document, and is not known in its other parts.
        same = len(set(mine) & set(wanted)) / len(set(wanted))
        print(f"\t{len(text) / 1e6:.1f}\t{best:.3f}\t{len(text) / best / 1e6:.1f}\t{len(mine)}\t{same:.4f}")
    many = gp.Corpus.of_texts({str(i): t for i, t in enumerate(parts * 400)})
    print("\nprocesses\ts (clock)")
    for jobs in (1, 2):
        start = time.perf_counter()
        recogniser.annotate(many, jobs=jobs)
        print(f"{jobs}\t{time.perf_counter() - start:.2f}")


def scores(found: list[Found], gold: gp.Layer, hpo: gp.Ontology, within: frozenset[str] | None) -> tuple[float, float, float, float]:
    """P, R and F1 of spans with concepts, and F1 of the concepts of documents."""
    def now(id: str) -> str:
        return hpo.status(id).id or id

    tp = fp = fn = dtp = dfp = dfn = 0
    for mine, (_, theirs) in zip(found, gold.items(), strict=True):
        a = {(s.start, s.end, now(c)) for m in theirs for c in m.concepts for s in m.spans}
        b = {(x, y, now(c)) for x, y, c in mine}
        if within is not None:
            a, b = {x for x in a if x[2] in within}, {x for x in b if x[2] in within}
        tp, fp, fn = tp + len(a & b), fp + len(b - a), fn + len(a - b)
        ca, cb = {x[2] for x in a}, {x[2] for x in b}
        dtp, dfp, dfn = dtp + len(ca & cb), dfp + len(cb - ca), dfn + len(ca - cb)
    return tp / (tp + fp or 1), tp / (tp + fn or 1), 2 * tp / (2 * tp + fp + fn or 1), 2 * dtp / (2 * dtp + dfp + dfn or 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--systems", default="all")
    parser.add_argument("--fast-index", type=Path, default=None)
    parser.add_argument("--scale", action="store_true")
    parser.add_argument("--run", default="")
    args = parser.parse_args()
    if args.run:
        run(args.run, args.data, args.fast_index)
        return
    hpo = gp.Ontology(args.data / "hpo" / "hp-2025-01-16.obo")
    within = hpo.descendants(ROOT) | {ROOT}
    golds = {n: gp.load(args.data / "hpo" / n, format="hpo", warnings=[]).layers[0] for n in ("gsc-plus", "gsc-2024")}
    results: dict[str, dict[str, object]] = {}
    chosen = [n for n in SYSTEMS if n in args.systems.split(",") or args.systems == "all"]
    # First ours without anything kept: what it costs to build.
    for name in ("build", *chosen):
        command = [sys.executable, __file__, str(args.data), "--run", "ours" if name == "build" else name]
        command += ["--fast-index", str(args.fast_index)] if args.fast_index else []
        environment = {**os.environ, "OMP_NUM_THREADS": "1", **({"GOLDPROOF_CACHE": "off"} if name == "build" else {})}
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        line = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
        if done.returncode or not line:
            print(f"{name}: failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            continue
        result = json.loads(line)
        if "absent" in result:
            print(f"{name}: not here ({result['absent']})", file=sys.stderr)
            continue
        results[name] = result
    cold = results.pop("build", None)
    if cold:
        print(f"# ours, nothing kept: ready in {cold['ready']:.2f} s, {cold['memory']:.0f} MB at the peak")
    peer = results.get("fasthpocr", {}).get("speed")
    print("system\tGSC+ P\tR\tF1\tdocument F1\tGSC-2024 F1\tdocument F1\tMB/s\tratio\tready s\tmemory MB")
    for name, r in results.items():
        plus = scores(r["found"], golds["gsc-plus"], hpo, within)  # type: ignore[arg-type]
        new = scores(r["found"], golds["gsc-2024"], hpo, within)  # type: ignore[arg-type]
        ratio = f"{r['speed'] / peer:.1f}" if peer else ""  # type: ignore[operator]
        print(f"{name}\t{plus[0]:.3f}\t{plus[1]:.3f}\t{plus[2]:.3f}\t{plus[3]:.3f}\t{new[2]:.3f}\t{new[3]:.3f}\t{r['speed']:.2f}\t{ratio}\t{r['ready']:.1f}\t{r['memory']:.0f}")
    if args.scale:
        scale(args.data)


if __name__ == "__main__":
    main()
