"""How long adjudication takes on a large queue: comparing, opening, showing the next item, deciding, previewing a rule, applying it, undoing it, a deep check.

    python benches/adjudication.py [UNITS]

Three made annotators on UNITS texts (default 10,000); every other text has a boundary that one of them moved. Wall clock and processor time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import goldproof as gp
from goldproof.adjudication import apply, preview


@contextmanager
def timed(what: str, times: int = 1) -> Iterator[None]:
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    each = f", {1000 * wall / times:.1f} ms each ({1000 * cpu / times:.1f} ms processor)" if times > 1 else ""
    print(f"| {what} | {wall:.2f} | {cpu:.2f} |{each}")


def material(units: int) -> gp.Corpus:
    draw = Random(1)
    documents = tuple(gp.Document(f"d{i}", "The patient had short broad digits and very small eyes.") for i in range(units))
    said: dict[str, dict[str, list[gp.Mention]]] = {name: {} for name in ("ann", "bo", "cy")}
    for i, d in enumerate(documents):
        odd = draw.choice(list(said)) if i % 2 else ""
        for name in said:
            said[name][d.id] = [gp.Mention((gp.Span(16 + 6 * (name == odd), 34),), ("X:1",)), gp.Mention((gp.Span(44, 54),), ("X:2",))]
    layers = tuple(gp.Layer.of(name, gp.Source(name), gp.Kind.MENTIONS, rows) for name, rows in said.items())
    return gp.Corpus.of_texts(documents).with_layers(*layers)


def main(units: int) -> None:
    corpus = material(units)
    with tempfile.TemporaryDirectory() as room, gp.Project.create(Path(room) / "study.db", corpus) as project:
        print(f"{units:,} units\n\n| what | seconds | processor seconds |\n|---|--:|--:|")
        with timed("harmonise"):
            proposal = gp.harmonise(corpus, "centroid(2,2)")
        with timed("differences"):
            found = gp.differences(corpus, proposal)
        with timed("open the queue"):
            queue = project.queue(found, name="gold")
        with timed("next and decide, 50 times", 50):
            for _ in range(50):
                card = queue.next("owner")
                assert card is not None
                queue.decide(card.key, 1, base=card.base)
        with timed("preview of a rule over the rest"):
            shown = preview(queue, "most")
        with timed("apply it"):
            apply(queue, shown)
        with timed("undo it"):
            queue.undo()
        with timed("redo it"):
            queue.redo()
        with timed("trace 20 units", 20):
            for i in range(20):
                project.trace(f"d{i}")
        with timed("check the chain and everything derived"):
            assert project.verify(deep=True).whole
        with timed("release"):
            project.release("1.0", Path(room) / "r", measures=["F1"])
        with timed("verify"):
            assert gp.verify(Path(room) / "r", project=project) == ()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
