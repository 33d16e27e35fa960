"""The command line: one thin file a group of commands; each command wraps one public function.

A command's file is imported only when the command is called, so that ``goldproof --help`` is instant.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

import click

from ..errors import GoldproofError, masked
from ..version import __version__

# Command -> the module of this package that has it, in the order of a study's life. The line is what --help shows.
COMMANDS: dict[str, tuple[str, str]] = {
    "tour": ("tour", "The whole life of a gold standard, on shipped examples."),
    "new": ("project", "Begin a project: one file, or a PostgreSQL database."),
    "import": ("project", "Take documents, units and layers into a project."),
    "export": ("project", "Write a project to any format."),
    "convert": ("convert", "Read a corpus in one format and write it in another."),
    "trees": ("trees", "Search trees: PP < (IN < due) << PP; or by the rules of quality control."),
    "dependencies": ("trees", "Dependencies of a treebank, by head rules."),
    "sample": ("design", "Draw units: at random, evenly over strata, in shares from several sources."),
    "partition": ("design", "Part a corpus: release and reserved, development, folds; with their balance."),
    "assign": ("design", "Who judges what: every unit to k of n raters, with even loads and pairs."),
    "power": ("power", "How many units a study needs."),
    "annotate": ("annotate", "Annotate automatically: concepts of an ontology, plug-ins."),
    "train": ("train", "Train a model of syntax or mentions, score it, fold by fold if you wish."),
    "suggest": ("suggest", "What annotators begin with: several recognisers by low thresholds, and other languages' decisions."),
    "ensemble": ("ensembles", "Several recognisers as one, weighed and calibrated on training data."),
    "check": ("check", "Find what may be wrong in a corpus."),
    "status": ("history", "How far a project is, who takes part, whether its record is whole."),
    "log": ("history", "What was done, by whom and when."),
    "undo": ("history", "Undo the last action."),
    "redo": ("history", "Do again what was undone."),
    "show": ("looking", "One unit: its text, and what every layer says."),
    "diff": ("looking", "What differs between two layers, files or projects."),
    "person": ("people", "The people of a project, and what they may do."),
    "round": ("people", "The rounds of a project: open, close."),
    "guideline": ("people", "The guidelines of a project: publish, list, show."),
    "suite": ("suite", "Test suites generated from an ontology: make one, run systems over it."),
    "bench": ("bench", "Systems put to the test: leaderboard, intervals, significance, folds, report."),
    "score": ("score", "How well systems do against a reference, by any measure and any parts."),
    "compare": ("compare", "Whether the difference of systems is chance: p, interval, effect."),
    "balance": ("balance", "Whether the parts of a partition are alike, a class at a time."),
    "evalb": ("evalb", "Labelled brackets of two files of trees, counted and printed as EVALB does."),
    "perturb": ("perturb", "A corpus with typing errors, other capitals, accents, hyphens or number."),
    "errors": ("errors", "What a system got wrong: each miss and false alarm classed, counted, listed."),
    "agree": ("agree", "How far raters agree: any coefficient or measure, by pair, round, group."),
    "harmonise": ("harmonise", "Several layers into one that keeps its votes: e-centroids, majorities, estimates."),
    "languages": ("languages", "Parallel units: how far languages agree, what stands on one side only."),
    "adjudicate": ("adjudicate", "Decide what layers say otherwise: by keys, by rules with preview, with undo."),
    "trace": ("adjudicate", "Where a gold judgement comes from: votes, decision, reason."),
    "release": ("release", "Gold frozen into a folder: formats, splits, datasheet, changes, checksums."),
    "verify": ("release", "Is a release what it was? Every checksum, count and figure again."),
    "similarity": ("similarity", "How alike two sources of phenotypes are, or terms."),
    "classify": ("classify", "What follows from ontologies: the inferred hierarchy, what stands above an expression."),
    "reproduce": ("reproduce", "A paper's tables on its real data, computed beside published."),
    "migrate": ("migrate", "A gold standard under a newer ontology: what was followed, what to decide."),
    "term": ("terms", "Look at the terms of an ontology."),
    "terms": ("terminologies", "Terminologies: import, cut, search, show."),
    "augment": ("terms", "A named version of an ontology, with proposed terms in it."),
    "corpora": ("catalogues", "Known corpora: what they are, where they are, whether a copy is whole."),
    "list": ("catalogues", "What there is: formats, features, measures, annotators, tasks, corpora."),
    "plugins": ("catalogues", "Everything behind the four doors, and what is broken."),
    "cite": ("catalogues", "How to cite goldproof, a corpus, a format."),
}


class _Unread(Exception):
    """Whoever read our output has gone (head, less): not an error of ours."""


class Street(click.Group):
    """The commands in the order of a study's life, each loaded when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f".{COMMANDS[name][0]}", __name__)
        command: click.Command = getattr(module, f"{name}_command")
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Click would exit with 1 where the reader of our output went away, and 1 means that the work found problems."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _Unread from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=Street, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="goldproof")
def cli() -> None:
    """The workbench for gold standards: from text to units, annotations, agreement, gold, benchmark, report.

    Begin with: goldproof tour
    """


def main() -> None:
    """Run, and turn every expected failure into one line on stderr: exit 2 for usage and bad input, 130 when interrupted, 141 when nobody reads on."""
    try:
        code = cli.main(standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        _say("interrupted")
        sys.exit(130)
    except KeyboardInterrupt:
        _say("interrupted")
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.ClickException as error:
        _say(" ".join(error.format_message().split()))
        sys.exit(2)
    except GoldproofError as error:
        _say(str(error))
        sys.exit(2)
    except (BrokenPipeError, _Unread):
        # What is still to be flushed has nowhere to go either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)  # as the shell says of any program that SIGPIPE ended: neither fine nor found wanting
    except MemoryError:
        _say("not enough memory for this")
        sys.exit(2)


def _say(line: str) -> None:
    click.echo(f"goldproof: {masked(line)}", err=True)
