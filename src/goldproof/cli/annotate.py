"""goldproof annotate: automatic layers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import force_option, format_option, json_option, lose_option, pairs, say, show

if TYPE_CHECKING:
    from ..contracts import Annotator
    from ..model import Corpus, Layer

_WORDS = ("unit", "sentence", "token", "start", "end", "text", "tag", "head", "relation")
_COLUMNS = ("unit", "start", "end", "concept", "label", "text", "attributes", "confidence")


@click.command("annotate")
@click.argument("source", metavar="CORPUS", type=click.Path())
@click.option("--with", "specs", multiple=True, required=True, metavar="ANNOTATOR", help="Who annotates: concepts:hp.obo, external:tool.toml, tags, or a plug-in; may be repeated.")
@click.option("--preset", default="default", show_default=True, metavar="NAME", help="The recogniser's preset: default, ncbo, obo, biolark.")
@click.option("--switch", "-s", "switches", multiple=True, metavar="NAME=VALUE", help="Set a switch of the preset or a field of the tool, as nesting=longest or timeout=10; may be repeated.")
@click.option("--subtree", multiple=True, metavar="ID", help="Look only for this term and those below it; may be repeated.")
@click.option("--language", "-l", default="", metavar="CODE", help="The language of texts that do not say theirs.")
@click.option("--explain", is_flag=True, help="Say of each mention which name was found, by which rule and through which variants of words.")
@click.option("--given", "given_name", default="", metavar="LAYER", help="A layer of parses whose sentences, tokens and tags the trained annotators honour.")
@click.option("--jobs", "-j", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("-o", "--output", type=click.Path(), help="Write the corpus with the new layers; a table on stdout if not given.")
@click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output; taken from its suffix if not given.")
@format_option
@lose_option
@force_option
@json_option
def annotate_command(
    source: str, specs: tuple[str, ...], preset: str, switches: tuple[str, ...], subtree: tuple[str, ...], language: str, explain: bool, given_name: str, jobs: int,
    output: str | None, to: str, format: str, lose: tuple[str, ...], force: bool, as_json: bool,
) -> int:  # fmt: skip
    """Annotate a corpus, or the units of a project, automatically.

    Each annotator's layer is added to the corpus, which -o writes in any format that can hold it. Trained annotators (sentences, tokens, tags, mentions,
    dependencies, constituents, or syntax for all but mentions) use the model that comes with goldproof, or the one behind a colon (tags:my.model). In a row,
    each takes the sentences, tokens and tags of the one before, and one layer of parses comes out that has what all of them found.
    """
    from ..formats import save
    from ..model import Kind
    from .place import corpus_of

    annotators = [_made(spec, preset, switches, subtree) for spec in specs]
    corpus = _in_language(corpus_of(source, format=format), language)
    run = _run(annotators, corpus, corpus.layer(given_name) if given_name else None, jobs, explain)
    layers: list[Layer] = []
    for _, layer in run:
        layers.append(layer.called(_fresh(layer.name, {x.name for x in (*corpus.layers, *layers)})))
    if output is None:
        parses = all(layer.kind is Kind.PARSES for layer in layers)
        rows = [row for (a, _), layer in zip(run, layers, strict=True) for row in _rows(a, layer, corpus)]
        show(rows, as_json=as_json, columns=_WORDS if parses else _COLUMNS)
        return _in_vain(corpus, layers)
    save(corpus.with_layers(*layers), Path(output), format=to, lose=lose, force=force)
    for layer in layers:
        say(f"{layer.name}: {layer.count} {layer.kind.value} on {len(layer.units)} units")
    say(f"wrote {output}")
    return _in_vain(corpus, layers)


def _in_vain(corpus: Corpus, layers: list[Layer]) -> int:
    """1 where an annotator judged nothing at all of what there is: each of its failures was told."""
    from ..annotators.external.tool import FAILURES

    return int(any(not layer.units and FAILURES in layer.source.settings for layer in layers))


def _made(spec: str, preset: str, switches: tuple[str, ...], subtree: tuple[str, ...]) -> Annotator:
    from ..annotators.opening import spelled

    options: dict[str, Any] = pairs(switches)
    if preset != "default":
        options["preset"] = preset
    if subtree:
        options["subtree"] = subtree
    return spelled(spec, options)


def _run(annotators: list[Annotator], corpus: Corpus, given: Layer | None, jobs: int, explain: bool) -> list[tuple[Annotator, Layer]]:
    """Each annotator with its layer. A layer of parses that another was made on is in that one, and left out."""
    from ..annotators import Recogniser
    from ..annotators.external import External, TrainedTool
    from ..annotators.syntax.door import Pipeline
    from ..contracts import Model
    from ..model import Kind
    from .frame import progress

    run: list[tuple[Annotator, Layer]] = []
    for annotator in annotators:
        if isinstance(annotator, (External, TrainedTool)):
            made = annotator.run(corpus, given=given, show=progress)
            layer = made.layer
            for note in made.notes:
                say(note)
        elif isinstance(annotator, (Model, Pipeline)):
            layer = annotator.annotate(corpus, given=given)
            if layer.kind is Kind.PARSES:
                run = [(a, before) for a, before in run if before is not given]
                given = layer
        elif isinstance(annotator, Recogniser):
            layer = annotator.annotate(corpus, jobs=jobs, explain=explain)
        else:
            layer = annotator.annotate(corpus)
        run.append((annotator, layer))
    return run


def _in_language(corpus: Corpus, language: str) -> Corpus:
    from dataclasses import replace

    if not language:
        return corpus
    return replace(corpus, documents=tuple(d if d.language else replace(d, language=language) for d in corpus.documents))


def _fresh(name: str, taken: set[str]) -> str:
    """The name, or the name with the first number that makes it new."""
    return name if name not in taken else next(f"{name}-{n}" for n in range(2, len(taken) + 3) if f"{name}-{n}" not in taken)


def _rows(annotator: Annotator, layer: Layer, corpus: Corpus) -> list[dict[str, Any]]:
    from ..annotators import Recogniser
    from ..model import Kind

    if layer.kind is Kind.PARSES:
        return list(_words(layer, corpus))
    label = annotator.label if isinstance(annotator, Recogniser) else lambda _: ""
    return [
        {
            "unit": unit, "start": m.start, "end": m.end, "concept": "|".join(m.concepts), "label": "|".join(map(label, m.concepts)),
            "text": corpus.text_of(unit).cut(m.spans, " … "), "attributes": ", ".join(k if v is True else f"{k}={v}" for k, v in m.attributes.items()),
            "confidence": m.confidence,
        }
        for unit, mentions in layer.items() for m in mentions
    ]  # fmt: skip


def _words(layer: Layer, corpus: Corpus) -> Iterator[dict[str, Any]]:
    """A row a token; a sentence that was not cut into tokens is one row."""
    for unit, parses in layer.items():
        text = corpus.text_of(unit).text
        number = 0
        for parse in parses:
            for sentence in parse.sentences:
                number += 1
                if not sentence.tokens:
                    yield {"unit": unit, "sentence": number, "start": sentence.span.start, "end": sentence.span.end, "text": text[slice(*sentence.span)]}
                for n, t in enumerate(sentence.tokens, 1):
                    yield {
                        "unit": unit, "sentence": number, "token": n, "start": t.span.start, "end": t.span.end, "text": text[slice(*t.span)],
                        "tag": t.tag or "", "head": t.head, "relation": t.relation or "",
                    }  # fmt: skip
