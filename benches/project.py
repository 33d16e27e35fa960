"""How long a save takes with many writers, and how long a large import takes.

    python benches/project.py [PLACE] [--people 20] [--seconds 10] [--units 100000]

PLACE is a file that is not there yet, or an empty PostgreSQL database; a temporary file if not given.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from goldproof.model import Corpus, Document, Kind, Layer, Mention, Pair, Passage, Rating, Source, Span, Unit
from goldproof.project import Project

WORD = "fingers "


def saves(project: Project, people: int, seconds: float) -> list[float]:
    """Seconds that each acknowledged save took, all people saving without pause."""
    project.take(Corpus(units=tuple(Unit(f"u{i}", Pair("a", "b")) for i in range(50))))
    for n in range(people):
        project.add_person(f"person{n}", "annotator")
        project.add_layer(f"person{n}", "ratings", Source(f"person{n}"))
    took: list[float] = []
    end = time.monotonic() + seconds

    def annotate(layer: str) -> None:
        i = 0
        while time.monotonic() < end:
            begun = time.perf_counter()
            project.judge(layer, f"u{i % 50}", [Rating(i)], actor=layer)
            took.append(time.perf_counter() - begun)
            i += 1

    threads = [threading.Thread(target=annotate, args=(f"person{n}",)) for n in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(took)


def large(units: int) -> Corpus:
    """One text, many units, a layer that judged all of them."""
    text = Document("d", WORD * 1000)
    spans = [Span(len(WORD) * (i % 1000), len(WORD) * (i % 1000) + 7) for i in range(units)]
    judged = {f"m{i}": (Mention((span,), concepts=("UBERON:0002389",)),) if i % 3 else () for i, span in enumerate(spans)}
    layer = Layer.of("finder", Source("finder"), Kind.MENTIONS, judged)
    return Corpus((text,), tuple(Unit(f"m{i}", Passage("d", span)) for i, span in enumerate(spans)), (layer,))


def timed(what: str, work: Callable[[], object]) -> None:
    wall, processor = time.perf_counter(), time.process_time()
    work()
    print(f"{what}\t{time.perf_counter() - wall:.2f} s\t{time.process_time() - processor:.2f} s of processor time", flush=True)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("place", nargs="?")
    ask.add_argument("--people", type=int, default=20)
    ask.add_argument("--seconds", type=float, default=10)
    ask.add_argument("--units", type=int, default=100_000)
    how = ask.parse_args()
    with tempfile.TemporaryDirectory() as room, Project.create(how.place or Path(room, "bench.db")) as project:
        took = saves(project, how.people, how.seconds)
        n = len(took)
        print(f"{n} saves by {how.people} without pause: {n / how.seconds:.0f} a second, "
              f"p50 {took[n // 2] * 1e3:.1f} ms, p95 {took[n * 95 // 100] * 1e3:.1f} ms, slowest {took[-1] * 1e3:.1f} ms", flush=True)
        corpus = large(how.units)
        timed(f"import {how.units} units and their judgements", lambda: project.take(corpus))
        timed("one save", lambda: project.judge("finder", "m5", []))
        timed("read it all as a corpus", project.corpus)
        timed("progress", project.progress)
        timed("check the chain", project.verify)
        timed("check everything", lambda: project.verify(deep=True))
        timed("rebuild", project.rebuild)


if __name__ == "__main__":
    main()
