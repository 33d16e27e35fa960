"""The tour itself: every step in its order, into one folder, which is whole or not there at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import BadInput, NotFound
from ..formats.files import replacing, write_text
from ..measures import Figure
from ..report import Code, Page, Paragraph, Section, render
from ..version import __version__
from . import judgement, languages, material, outcome, probe
from .step import State, Step

STEPS: tuple[tuple[str, Callable[[State], Step]], ...] = (
    ("Sources", material.sources), ("Units", material.units), ("Project", material.project), ("Check", material.checked),
    ("Agreement", judgement.agreed), ("Harmonisation", judgement.harmonised), ("Adjudication", judgement.adjudicated),
    ("Languages", languages.compared),
    ("Release", outcome.released), ("Verification", outcome.verified), ("Benchmark", outcome.benchmarked),
    ("Test suite", probe.probed),
)  # fmt: skip
MARK = "tour.json"
"""The file that says that a folder is a tour's: only such a folder is replaced."""

LEAD = (
    "The whole life of a gold standard, on small examples of our own: from texts to units, annotations, agreement, gold, and a benchmark. "
    "Every number on this page was computed when it was made, and stands with its signature: what it was made from."
)


@dataclass(frozen=True)
class Walked:
    """What a tour leaves behind."""

    folder: Path
    steps: tuple[Step, ...]
    next: str

    @property
    def report(self) -> Path:
        return self.folder / "report.html"

    @property
    def figures(self) -> tuple[Figure, ...]:
        return tuple(f for step in self.steps for f in step.figures)


def tour(
    folder: str | Path = "goldproof-tour",
    *,
    force: bool = False,
    seed: int = 1,
    commands: Collection[str] | None = None,
    begin: Callable[[int, int, str], None] | None = None,
    done: Callable[[int, int, Step], None] | None = None,
) -> Walked:
    """Walk through the shipped examples and leave everything in a new folder.

    ``force`` replaces the folder of an earlier tour. ``commands`` are those that the command line has: others are not shown.
    ``begin`` and ``done`` are told of each step.
    """
    folder = Path(folder)
    _may_make(folder, force)
    with replacing(folder, force=force) as room:
        room.mkdir()
        state = State(room, folder, seed)
        steps: list[Step] = []
        for number, (title, walk) in enumerate(STEPS, 1):
            if begin:
                begin(number, len(STEPS), title)
            step = walk(state)
            if commands is not None:
                step = replace(step, commands=tuple(c for c in step.commands if c.split()[1] in commands))
            steps.append(step)
            if done:
                done(number, len(STEPS), step)
        walked = Walked(folder, tuple(steps), f"goldproof status {state.name('study.db')}")
        write_text(room / "report.html", render(page(walked, seed)))
        plain = {"goldproof_tour": 1, "version": __version__, "seed": seed, "steps": [s.plain() for s in steps]}
        write_text(room / MARK, json.dumps(plain, ensure_ascii=False, indent=1) + "\n")
    return walked


def _may_make(folder: Path, force: bool) -> None:
    """A folder that is no tour's is never replaced, whatever was agreed to."""
    if not folder.parent.is_dir():
        raise NotFound("no such folder", where=folder.parent)
    if not folder.exists():
        return
    if not force:
        raise BadInput("is there already", where=folder, remedy="choose another name, or agree with --force")
    if not folder.is_dir() or (any(folder.iterdir()) and not (folder / MARK).is_file()):
        raise BadInput("is not the folder of a tour, and is not replaced", where=folder, remedy="choose another name")


def page(walked: Walked, seed: int) -> Page:
    """The report: a section a step."""
    sections = []
    for step in walked.steps:
        typed = [Code("\n".join(step.commands))] if step.commands else []
        python = [Code("\n".join(("import goldproof as gp", *step.python)))] if step.python else []
        sections.append(Section(step.title, (Paragraph(step.text), *typed, *python, *step.blocks)))
    sections.append(Section("What next", (
        Paragraph("Look at the project that the tour made; then begin one of your own with goldproof new. The studio, where people annotate and decide "
                  "in the browser, comes with a later version."),
        Code(walked.next),
    )))  # fmt: skip
    return Page("goldproof tour", LEAD, tuple(sections), f"goldproof {__version__}, seed {seed}. Examples: CC0 1.0, invented for this purpose.")
