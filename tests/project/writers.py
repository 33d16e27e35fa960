"""Twenty annotators in one process, each saving without pause; every acknowledged operation is printed. Run by test_writer.py.

usage: python writers.py PLACE RUN PEOPLE   (RUN makes the operation ids of this run its own)
"""

from __future__ import annotations

import os
import sys
import threading
import time

from goldproof.model import Rating
from goldproof.project import Project


def annotate(project: Project, run: str, number: int, units: list[str]) -> None:
    layer = f"person{number}"
    stands = {unit: project.standing(layer, unit).version for unit in units}
    for n in range(10**9):
        unit, operation = units[n % len(units)], f"{run}-{number}-{n}"
        begun = time.perf_counter()
        saved = project.judge(layer, unit, [Rating(n)], base=stands[unit], actor=layer, operation=operation, seconds=1.0)
        took = time.perf_counter() - begun
        assert saved.version == stands[unit] + 1
        stands[unit] = saved.version
        # One write of less than a page: it is in the pipe whole or not at all, whenever this process is killed.
        os.write(1, f"{operation} {layer} {unit} {n} {saved.version} {saved.hash} {took:.6f}\n".encode())


def main(place: str, run: str, people: str) -> None:
    project = Project.open(place, writing=True)
    units = [unit.id for unit in project.corpus(layers=[]).units]
    for number in range(int(people)):
        threading.Thread(target=annotate, args=(project, run, number, units), daemon=True).start()
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
