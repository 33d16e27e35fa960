"""From a layer to a parser: documents held out, settings, the training, and what its card says. Both tasks train one network if the layer has both kinds of
tree, for each learns from the other's, and keep their own half."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ....contracts import NO_SETTINGS, Trainer
from ....errors import BadInput, NotFound
from ....model import Corpus, Layer
from ...models import new_card, training_layer
from .examples import Treebank, treebank_of, with_heads
from .figures import figures
from .lexicon import FIELDS
from .network import Network
from .packing import packed, unpacked
from .parser import Parser
from .plan import Plan
from .sizes import Sizes

SHARE = 15
"""Of the documents one in so many is held out, where none are given."""
MAIN = {"heads": "LAS", "spans": "F"}


@dataclass(frozen=True)
class Settings:
    """The trainer's own settings, beside those of :class:`Plan` and :class:`Sizes`. ``together``: learn heads and brackets at once where the layer has both, or has
    trees, of which heads are made by rules (:func:`goldproof.trees.dependencies.with_dependencies`).
    ``patience``: stop after so many looks at the held-out documents without a better one. ``look``: epochs between looks. ``again``: epochs over all
    documents in the end, the held-out ones too, from the best parameters."""

    together: bool = True
    patience: int = 4
    look: int = 2
    again: int = 2


def settings_of(given: Mapping[str, str]) -> tuple[Settings, Plan, Sizes]:
    """Settings by name; an unknown one, or a value that is none, is refused."""
    out: list[Any] = [Settings(), Plan(), Sizes()]
    known = {f.name: i for i, made in enumerate(out) for f in fields(made)}
    for name, value in given.items():
        if name not in known:
            raise BadInput(f"no setting is called {name}", remedy="there are: " + ", ".join(known))
        old = getattr(out[known[name]], name)
        out[known[name]] = replace(out[known[name]], **{name: _value(name, value, old)})
    return out[0], out[1], out[2]


def _value(name: str, text: str, old: Any) -> Any:
    if isinstance(old, bool):
        if text.lower() not in ("yes", "no"):
            raise BadInput(f"{name}={text}: yes or no")
        return text.lower() == "yes"
    try:
        value = type(old)(text)
    except ValueError:
        raise BadInput(f"{name}={text}: not a number", remedy=f"as {name}={old}") from None
    least = 1 if isinstance(old, int) and name not in ("again",) else 0
    if not least <= value < 1e9 or (name in ("dropout", "inner_dropout", "tags", "pieces", "average") and isinstance(old, float) and value >= 1):
        raise BadInput(f"{name}={text}: out of range", remedy=f"as {name}={old}")
    return value


@dataclass(frozen=True)
class Trained:
    """Parsers of one training by task, their figures on the documents held out, what else the card says, and whether trees have a node without a label over all."""

    parsers: Mapping[str, Parser]
    figures: Mapping[str, Mapping[str, float]]
    layer: Layer
    said: Mapping[str, Any]
    top: bool

    def card(self, trainer: Trainer, corpus: Corpus, task: str, seed: int) -> dict[str, Any]:
        more = {k: v for k, v in self.said.items() if k != "settings"}
        return new_card(trainer, corpus, self.layer, seed=seed, settings=self.said["settings"], held_out=self.figures[task], **more)


def train(
    tasks: Sequence[str], corpus: Corpus, *, layer: str = "", held_out: Corpus | None = None, seed: int = 7,
    settings: Mapping[str, str] = NO_SETTINGS, progress: Callable[[str], None] | None = None,
) -> Trained:  # fmt: skip
    """Parsers of the tasks (heads, spans) out of one training; what is best on the documents held out is best for all of them together."""
    own, plan, sizes = settings_of(settings)
    chosen = training_layer(corpus, layer)
    asked = {"heads": "heads" in tasks or own.together, "spans": "spans" in tasks or own.together}
    if held_out is not None:
        held_out = held_out.with_layers(with_heads(held_out.layer(chosen.name)) if asked["heads"] else held_out.layer(chosen.name))
    try:
        import torch  # noqa: F401
    except ModuleNotFoundError:
        raise NotFound("torch is not here, which parsers are trained with", remedy="pip install 'goldproof[torch]' (running a trained parser needs none)") from None
    taught = with_heads(chosen) if asked["heads"] else chosen
    corpus = corpus.with_layers(taught)
    whole = treebank_of(corpus, taught, **asked)
    for task in tasks:
        if not any(x is not None for x in (whole.heads if task == "heads" else whole.spans)):
            what = "heads and relations of whole sentences" if task == "heads" else "trees over its tokens"
            raise BadInput(f"has no {what} to learn from", where=f"layer {chosen.name}")
    learn, test = _parts(corpus, taught, held_out, whole, asked)
    run = _Run(tuple(tasks), own, plan, sizes, seed, progress or (lambda line: None))
    parsers, found, said = run.made(learn, test, whole)
    if taught is not chosen:
        said["heads"] = "by the scheme lth from the trees"
    return Trained(parsers, found, chosen, {**said, "settings": {**_told(own), **_told(plan), **_told(sizes)}}, whole.top)


def _told(made: Any) -> dict[str, Any]:
    return {f.name: getattr(made, f.name) for f in fields(made)}


def _parts(corpus: Corpus, layer: Layer, held_out: Corpus | None, whole: Treebank, asked: dict[str, bool]) -> tuple[Treebank, Treebank]:
    """What is learnt from, and what says when to stop: of few documents nothing is held out but they themselves."""
    if held_out is not None:
        return whole, treebank_of(held_out, held_out.layer(layer.name), **asked)
    documents = sorted({corpus.passage(unit).document for unit in layer.units})
    if len(documents) < 4:
        return whole, whole
    held = set(documents[::SHARE])
    units = [(unit, corpus.passage(unit).document in held) for unit in layer.units]
    learn, test = (treebank_of(corpus, layer.only(u for u, out in units if out is wanted), **asked) for wanted in (False, True))
    return learn, test


@dataclass
class _Run:
    tasks: tuple[str, ...]
    own: Settings
    plan: Plan
    sizes: Sizes
    seed: int
    say: Callable[[str], None]

    def made(self, learn: Treebank, test: Treebank, whole: Treebank) -> tuple[dict[str, Parser], dict[str, Mapping[str, float]], dict[str, Any]]:
        from .fitting import Fit, Stop, fit

        lexicon, often = whole.lexicon()
        names = {"heads": whole.relations(), "spans": whole.labels() if any(x is not None for x in whole.spans) else ()}
        rows = {name: lexicon.size(name) for name in FIELDS}
        best = _Best()

        def parsers_of(weights: dict[str, Any]) -> dict[str, Parser]:
            # As they will be once they are kept: the figures are those of the file.
            network = Network(unpacked(packed(weights)))
            return {task: Parser(task, network, lexicon, names[task]) for task in self.tasks}

        def told(state: Fit, loss: float, seconds: float) -> None:
            line = f"epoch {state.epoch} of {self.plan.epochs}, loss {loss:.3f}, {seconds:.0f} s"
            if state.epoch % self.own.look == 0 or state.epoch == self.plan.epochs:
                weights = state.arrays()
                found = {task: figures(parser, test) for task, parser in parsers_of(weights).items()}
                line += ", held out " + " ".join(f"{k} {100 * v:.2f}" for one in found.values() for k, v in one.items())
                best.see(found, weights, state.epoch)
            self.say(line)
            if best.looks >= self.own.patience:
                raise Stop

        def still(state: Fit, loss: float, seconds: float) -> None:
            self.say(f"epoch {state.epoch} of {self.own.again} over all, loss {loss:.3f}, {seconds:.0f} s")

        size: dict[str, Any] = {"relations": len(names["heads"]), "labels": len(names["spans"]), "sizes": self.sizes, "seed": self.seed}
        examples = [bank.examples(lexicon, names["heads"], names["spans"]) for bank in ([learn] if learn is test or not self.own.again else [learn, whole])]
        state = fit(examples[0], often, rows, plan=self.plan, told=told, **size)
        weights = best.weights or state.arrays()
        if len(examples) > 1 and not state.interrupted:
            self.say(f"the best was epoch {best.epoch}; {self.own.again} more over all documents")
            plan = replace(self.plan, epochs=self.own.again, rate=self.plan.rate * 0.1)
            state = fit(examples[1], often, rows, plan=plan, told=still, start=weights, **size)
            weights = state.arrays()
        said: dict[str, Any] = {"epoch": best.epoch} | ({"interrupted": True} if state.interrupted else {})
        return parsers_of(weights), best.figures or {task: {} for task in self.tasks}, said


@dataclass
class _Best:
    """The best parameters so far, by the sum of the tasks' main figures."""

    figures: dict[str, Mapping[str, float]] = field(default_factory=dict)
    weights: dict[str, Any] | None = None
    epoch: int = 0
    looks: int = 0

    def see(self, found: dict[str, Mapping[str, float]], weights: dict[str, Any], epoch: int) -> None:
        self.looks += 1
        if not self.figures or sum(x[MAIN[t]] for t, x in found.items()) > sum(x[MAIN[t]] for t, x in self.figures.items()):
            self.figures, self.weights, self.epoch, self.looks = found, weights, epoch, 0
