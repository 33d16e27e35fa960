"""Tables 16 to 18: sentences, tokens and tags, end to end; 19 to 26: parsers on gold tags. Ours and the outside tools that are here, on the seven development articles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...benchmark import Results
from ...benchmark.running import run
from ...model import Corpus, Layer
from ...report.tables import Table
from ...trees import with_dependencies
from ..paper import Show
from ..row import Row
from .material import OURS, Material, best, delivered, nobody, per_cent, tools
from .published import ALPHA, CONVERTED, FOLDED, PARSERS, RETRAINED, SENTENCES, TAGS, TOKENS

NOT_RUN = "not run: {} as it was in 2011 is not to be had here; ours stands beside it, on the seven development articles"
NO_MODEL = "no model of {0} comes with this goldproof: goldproof train {0} makes one"
CUTTERS = {"sentences": ("syntok", "pysbd", "nltk", "spacy"), "tokens": ("syntok", "nltk", "spacy"), "tags": ()}
PRF = ("P", "R", "F")


def cutting(material: Material, show: Show) -> tuple[list[Row], dict[str, Table]]:
    """Sentences, tokens, tags."""
    rows: list[Row] = []
    made: dict[str, Table] = {}
    for table, task, published in ((16, "sentences", SENTENCES), (17, "tokens", TOKENS), (18, "tags", TAGS)):
        names = (*PRF, *(f"{x}-bound" for x in PRF)) if task == "tags" else PRF
        for system, values in published.items():
            rows += nobody(table, system, names, values, f"{task} on the 67 articles, end to end", NOT_RUN.format(system))
        here, absent = tools(CUTTERS[task])
        results = _bench(material.development, "treebank", task, {**delivered(task), **here}, "", show)
        rows += _absent(table, task, absent, bool(delivered(task)))
        if results is None:
            continue
        bar = best({k: v[:3] for k, v in published.items()}, 2)
        for name in results.names:
            for column, short in zip(("P", "R", "F1"), PRF, strict=True):
                f = results.figure(column, name)
                rows.append(Row(f"table{table}/{name}/{short.lower()}", f"{short} of {name}, {task} of the development articles, end to end (best published: {bar[0]} {bar[1]})" if short == "F"
                                else f"{short} of {name}, {task} of the development articles, end to end", None, f.value, signature=str(f)))  # fmt: skip
                if task == "tags":
                    b = results.bound(column, name)
                    rows.append(Row(f"table{table}/{name}/{short.lower()}-bound", f"upper bound of {short}", None, b.value, signature=str(b)))
        rows += _tests(table, results, "F1")
        made[f"table{table}"] = _shaped(f"Table {table} today: {task}, development articles", published, names, results, task)
    return rows, made


def parsing(material: Material, show: Show) -> tuple[list[Row], dict[str, Table]]:
    """Constituents and dependencies."""
    rows: list[Row] = []
    for number, systems in PARSERS.items():
        where = "67 articles" if number in (19, 22) else "development articles"
        for system, values in systems.items():
            rows += nobody(number, system, ("LB-P", "LB-R", "LB-F", "unevaluated"), values, f"as delivered, {where}", NOT_RUN.format(system))
    for number, folded in RETRAINED.items():
        for system, by_measure in folded.items():
            for measure, line in by_measure.items():
                for at, value in zip(FOLDED, line.split(), strict=True):
                    rows += nobody(number, f"{system}/{at}", (measure,), (value,), "retrained" if at != "dev-untrained" else "as delivered", NOT_RUN.format(system))
    columns = ("micro/LAS", "micro/UAS", "micro/LS", "macro/LAS", "macro/UAS", "macro/LS")
    for system, lines in CONVERTED.items():
        for at, line in zip(("dev", "dev-untrained"), lines, strict=True):
            rows += nobody(26, f"{system}/{at}", columns, line.split(), "constituents made into dependencies", NOT_RUN.format(system))
    made: dict[str, Table] = {}
    trees = _bench(material.development, "treebank", "constituents", delivered("constituents"), "tags", show)
    if trees is None:
        rows += [Row("table23/goldproof/dev/lb-f", "LB-F of goldproof, development articles", None, None, why=NO_MODEL.format("constituents"))]
    else:
        for column in ("LB-P", "LB-R", "LB-F"):
            f = trees.figure(column, OURS)
            rows.append(Row(f"table23/{OURS}/dev/{column.lower()}", f"{column} of {OURS}, trained on the 60 articles, gold tags, averaged over sentences (best published: Berkeley 83.59)", None,
                            per_cent(f.value), signature=str(f)))  # fmt: skip
        f = trees.figure("unevaluated", OURS, draws=0)
        rows.append(Row(f"table23/{OURS}/dev/unevaluated", "sentences that are not evaluated", None, f.value, signature=str(f)))
        rows += _converted(material, trees.attempt(OURS).layer, show)
    arcs = _bench(material.lth, "lth", "dependencies", delivered("dependencies"), "tags", show)
    if arcs is None:
        rows += [Row("table24/goldproof/dev/las", "LAS of goldproof, development articles", None, None, why=NO_MODEL.format("dependencies"))]
    else:
        for number, end in ((24, ""), (25, " trees")):
            for column in ("LAS", "UAS", "LS"):
                f = arcs.figure(f"{column}{end}", OURS)
                rows.append(Row(f"table{number}/{OURS}/dev/{column.lower()}", f"{column} of {OURS}, trained on the 60 articles, LTH labels, gold tags, over {'trees' if end else 'words'}", None,
                                per_cent(f.value), signature=str(f)))  # fmt: skip
    return rows, made


def _converted(material: Material, trees: Layer, show: Show) -> Iterator[Row]:
    """Our trees made into dependencies by the same rules as the gold."""
    layer = with_dependencies(trees, by="lth").called("converted")
    results = run(material.lth, {"converted": layer}, task="dependencies", layer="lth", given="", draws=0)
    for how, end in (("micro", ""), ("macro", " trees")):
        for column in ("LAS", "UAS", "LS"):
            f = results.figure(f"{column}{end}", "converted")
            yield Row(f"table26/{OURS}/dev/{how}/{column.lower()}", f"{how} {column} of our constituents made into dependencies", None, per_cent(f.value), signature=str(f))


def _bench(corpus: Corpus, layer: str, task: str, systems: Mapping[str, object], given: str, show: Show) -> Results | None:
    if not systems:
        return None
    alone = replace(corpus, layers=(corpus.layer(layer),))
    return run(alone, systems, task=task, layer=layer, given=given, draws=200, show=show)  # type: ignore[arg-type]


def _absent(table: int, task: str, absent: Mapping[str, str], ours: bool) -> Iterator[Row]:
    for name, why in absent.items():
        yield Row(f"table{table}/{name}/f", f"F of {name}", None, None, why=why)
    if not ours:
        yield Row(f"table{table}/{OURS}/f", f"F of {OURS}", None, None, why=NO_MODEL.format(task))


def _tests(table: int, results: Results, column: str) -> Iterator[Row]:
    for c in results.pairs(column):
        what = f"p of the difference of {c.a} and {c.b} in F, 10,000 permutations (significant below {ALPHA})"
        yield Row(f"table{table}/p/{c.a}-{c.b}", what, None, c.p, signature=str(c))


def _shaped(caption: str, published: Mapping[str, Sequence[str]], names: Sequence[str], results: Results, task: str) -> Table:
    """The paper's table, and ours beneath it."""
    rows: list[Sequence[object]] = [(f"{system} (2012)", *map(float, values)) for system, values in published.items()]
    for name in results.ranked:
        row: list[object] = [results.figure(c, name, draws=0) for c in ("P", "R", "F1")]
        row += [results.bound(c, name) for c in ("P", "R", "F1")] if task == "tags" else []
        rows.append((name, *row))
    return Table(caption, ("system", *names), rows)
