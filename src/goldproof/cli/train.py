"""goldproof train: models of your own, and how good they are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import force_option, format_option, json_option, pairs, say, show

if TYPE_CHECKING:
    from ..benchmark.training import Study, Trial
    from ..contracts import Model, Trainer


@click.command("train")
@click.argument("task")
@click.argument("source", metavar="CORPUS", type=click.Path())
@click.option("--layer", default="", metavar="NAME", help="The layer to learn from; the only one of its kind if not given.")
@click.option("--given", default="", metavar="LAYER", help="For mentions: a layer of parses whose tokens and tags are used, besides raw text.")
@click.option("--folds", type=click.IntRange(0), default=0, show_default=True, metavar="K", help="Also score each of K parts of the training documents by a model of the others.")
@click.option("--curve", default="", metavar="N,N,...", help="Also a learning curve: models of so many documents.")
@click.option("--split", "train_split", default="train", show_default=True, metavar="NAME", help="The split to train on, where the corpus has one of this name.")
@click.option("--development", default="development", show_default=True, metavar="NAME", help="The split to score on, which nothing is trained on.")
@click.option("--delivered", default="", metavar="ANNOTATOR", help="The model to compare with (tags:other.model); the one that comes with goldproof if not given.")
@click.option("--tool", default="", metavar="TOOL", help="Train an outside tool instead: a known one (udpipe-tags), or a description (a .toml with [train]).")
@click.option("--seed", default=7, show_default=True, metavar="N", help="The seed of chance.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the trainer's own, as epochs=5; may be repeated.")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Write the model, as soon as it is trained.")
@format_option
@force_option
@json_option
def train_command(
    task: str, source: str, layer: str, given: str, folds: int, curve: str, train_split: str, development: str, delivered: str, tool: str, seed: int,
    settings: tuple[str, ...], output: str | None, format: str, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Train a model of a task, and score it.

    TASK is sentences, tokens, tags, mentions, dependencies or constituents. The model of all training documents is scored on the development set beside the one as
    delivered, then come the folds and the curve. When it is interrupted, what was done until then is kept.
    """
    from ..benchmark.training import Study
    from ..errors import BadInput
    from .place import known_layers

    if output and Path(output).exists() and not force:
        raise BadInput("is there already", where=output, remedy="use --force to overwrite it")
    sizes = _sizes(curve)
    trainer = _trainer(task, tool)
    corpus = known_layers(source, format, tuple(x for x in (layer, given) if x))
    study = Study.of(trainer, corpus, layer=layer, seed=seed, settings=pairs(settings, "--set"), given=given, say=say, train=train_split, development=development)
    say(f"{task}: {len(study.plan.train)} units to learn from, {len(study.plan.development)} to score on")
    rows: list[Trial] = []
    interrupted = False
    try:
        _run(study, rows, delivered, folds, sizes, output)
    except KeyboardInterrupt:
        interrupted = True
    if rows:
        show([row.row() for row in rows], as_json=as_json)
    if interrupted:
        raise click.Abort


def _run(study: Study, rows: list[Trial], delivered: str, folds: int, sizes: list[int], output: str | None) -> None:
    from ..benchmark.training import mean

    model, found = study.retrained()
    if output:
        model.save(Path(output))
        say(f"wrote {output}")
    rows += [*study.delivered(_delivered(delivered)), *found]
    if model.card.get("interrupted"):
        raise KeyboardInterrupt
    if folds:
        parts = list(_told(study.cross_validated(folds)))
        rows += [*parts, mean(parts)]
    rows += _told(study.curve(sizes))


def _told(trials: Iterable[Trial]) -> Iterable[Trial]:
    for trial in trials:
        say(f"{trial.model}: " + ", ".join(f"{k} {v:.4f}" for k, v in trial.figures.items() if v is not None))
        yield trial


def _trainer(task: str, tool: str) -> Trainer:
    from ..annotators.models import trainer
    from ..errors import BadInput

    if not tool:
        return trainer(task)
    from ..annotators.external import ToolTrainer, external

    made: Trainer = ToolTrainer(external(tool).tool)
    if made.task != task:
        raise BadInput(f"makes {made.task}, not {task}", where=tool)
    return made


def _delivered(spec: str) -> Model | None:
    if not spec:
        return None
    from ..annotators.opening import annotator

    made: Any = annotator(spec)
    return made  # type: ignore[no-any-return]


def _sizes(curve: str) -> list[int]:
    try:
        return [int(n) for n in curve.split(",")] if curve else []
    except ValueError:
        raise click.UsageError(f"--curve {curve}: write numbers of documents, as 5,10,20") from None
