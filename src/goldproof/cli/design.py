"""goldproof sample, partition, assign: which units, what is kept apart, who judges what."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import BadInput
from .frame import force_option, format_option, json_option, lose_option, pairs, say, show, show_json, texts_option
from .place import corpus_of, is_project, read

if TYPE_CHECKING:
    from ..model import Corpus, Document, Layer, Study, Unit

out_option = click.option("-o", "--output", "out", type=click.Path(), metavar="FILE", help="Write the corpus here, in the format of its suffix (.gold.jsonl keeps everything).")
to_option = click.option("--to", "-t", default="", metavar="FORMAT", help="Format of the output, where its suffix does not tell.")
seed_option = click.option("--seed", default=1, show_default=True, metavar="N", help="The seed of chance: the same seed makes the same choice.")


@click.command("sample")
@click.argument("places", nargs=-1, required=True, metavar="PLACE...")
@click.option("-n", "--number", type=click.IntRange(min=1), required=True, metavar="N", help="How many units (with --groups: how many groups).")
@click.option("--by", default="", metavar="WHAT", help="Balance over language, document, study, character, group or an attribute of units.")
@click.option("--bins", default="", metavar="NAME:COUNT", help="Balance over bins of a number, an attribute of units or a layer of ratings: score:5, or score:5:0:1 from 0 to 1.")
@click.option("--share", "shares", multiple=True, metavar="NAME=SHARE", help="Share of a source: anaerobiosis=0.4; once for each. Sources are the PLACEs, or what --source says.")
@click.option("--source", default="", metavar="WHAT", help="What tells sources apart: document, study, language, group or an attribute of units; the PLACEs if not given.")
@click.option("--groups", is_flag=True, help="Draw whole groups: parallel units and the states of a character stay together.")
@click.option("--exclude", multiple=True, metavar="FILE", help="Units not to be drawn (those of training rounds): a list of ids or a table with a column unit; may be repeated.")
@click.option("--keep-layers", is_flag=True, help="Write what is said of the units already, too; otherwise the units alone are written.")
@seed_option
@format_option
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the input format's own.")
@texts_option
@out_option
@to_option
@lose_option
@force_option
@json_option
def sample_command(
    places: tuple[str, ...], number: int, by: str, bins: str, shares: tuple[str, ...], source: str, groups: bool, exclude: tuple[str, ...], keep_layers: bool,
    seed: int, format: str, options: tuple[str, ...], texts: str | None, out: str | None, to: str, lose: tuple[str, ...], force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Draw N units of PLACE (corpora in any format, projects; NAME=PLACE names one) at random, evenly over strata, in shares from several sources.

    Prints a row a unit, with its source and stratum, and how many of each there were and are on stderr. With -o the drawn units
    become a corpus: goldproof new STUDY, goldproof import STUDY FILE.

    \b
    120 texts, as many of each language as there are:
      goldproof sample mantra/ -n 120 --by language -o units.gold.jsonl
    171 pairs, 40 % and 60 % from two tables, each evenly over five bins of a score:
      goldproof sample fnr=fnr.csv all=general.csv -n 171 --share fnr=0.4 --share all=0.6 --bins score:5:0:1
    """
    from ..design import sample, strata_of

    corpus = _together(places, format, pairs(options, "--option"), texts)
    if len(places) > 1 and not source:
        source = "source"
    barred = {unit for file in exclude for unit in _ids(file)} & {u.id for u in corpus.units}
    wanted = _shares(shares)
    chosen = sample(corpus, number, by=by, bins=bins, source=source if wanted else "", shares=wanted, groups=groups, exclude=barred, seed=seed)
    origin: list[tuple[str, ...]] = strata_of(corpus, corpus.units, by=source) if source else [("",)] * len(corpus.units)
    strata = strata_of(corpus, corpus.units, by=by, bins=bins)
    drawn = {u.id for u in chosen.units}
    rows = [{"unit": u.id, "source": o[0], "stratum": ", ".join(s), "group": u.group}
            for u, o, s in zip(corpus.units, origin, strata, strict=True) if u.id in drawn]  # fmt: skip
    if out is not None:
        _save(chosen if keep_layers else chosen.without_layers(*(la.name for la in chosen.layers)), out, to, lose, force)
    names = [n for n in ("unit", "source", "stratum", "group") if any(row[n] for row in rows)]
    if as_json:
        show_json({"seed": seed, "drawn": len(rows), "of": len(corpus.units), "strata": _counts(corpus, origin, strata, drawn), "units": rows})
    elif out is None:
        show(rows, columns=names)
    for line in _counts(corpus, origin, strata, drawn):
        say("  ".join(filter(None, (line["source"], line["stratum"]))) + f": {line['drawn']} of {line['of']}")
    say(f"{len(rows)} of {len(corpus.units)} units, seed {seed}" + (f", {len(barred)} were excluded" if exclude else "") + (f"; wrote {out}" if out else ""))


def _counts(corpus: Corpus, origin: list[tuple[str, ...]], strata: list[tuple[str, ...]], drawn: set[str]) -> list[dict[str, Any]]:
    """How many units of each source and stratum there are, and were drawn; nothing where all are of one."""
    found: dict[tuple[str, str], list[int]] = {}
    for unit, o, s in zip(corpus.units, origin, strata, strict=True):
        cell = found.setdefault((o[0], ", ".join(s)), [0, 0])
        cell[0] += unit.id in drawn
        cell[1] += 1
    return [{"source": o, "stratum": s, "drawn": d, "of": n} for (o, s), (d, n) in sorted(found.items())] if len(found) > 1 else []


def _shares(words: tuple[str, ...]) -> dict[str, float]:
    out = {}
    for name, value in pairs(words, "--share").items():
        try:
            out[name] = float(value.rstrip("%")) / (100 if value.endswith("%") else 1)
        except ValueError:
            raise click.UsageError(f"--share {name}={value}: not a number") from None
    return out


def _together(places: tuple[str, ...], format: str, options: dict[str, str], texts: str | None) -> Corpus:
    """One corpus of all places. Units of several places are told apart by an attribute "source", and by their ids where those clash."""
    from dataclasses import replace

    from ..model import Corpus

    named: dict[str, Corpus] = {}
    for word in places:
        name, sign, place = word.partition("=")
        if not sign or Path(word).exists() or "/" in name or ":" in name:
            name, place = Path(word).name.split(".")[0], word
        if name in named:
            raise click.UsageError(f"two places are called {name!r}: write NAME=PLACE")
        named[name] = corpus_of(place) if is_project(place) else read(place, format=format, texts=texts, options=options)
    if len(named) == 1:
        return next(iter(named.values()))
    many = [u.id for c in named.values() for u in c.units]
    clash = len(set(many)) < len(many)
    units: list[Unit] = []
    documents: dict[str, Document] = {}
    studies: dict[str, Study] = {}
    layers: list[tuple[str, Layer]] = []
    for name, corpus in named.items():
        ids = {u.id: f"{name}/{u.id}" if clash else u.id for u in corpus.units}
        units += [replace(u, id=ids[u.id], attributes=u.attributes.but(source=name)) for u in corpus.units]
        for document in corpus.documents:
            if documents.setdefault(document.id, document).text != document.text:
                raise BadInput(f"document {document.id} has other texts in two places", where=", ".join(places))
        studies.update({s.id: s for s in corpus.studies})
        layers += [(name, replace(la, units=tuple(ids[u] for u in la.units))) for la in corpus.layers]
    return Corpus(tuple(documents.values()), tuple(units), _joined(layers), tuple(studies.values()))


def _joined(layers: list[tuple[str, Layer]]) -> tuple[Layer, ...]:
    """Layers of one name, kind and maker become one."""
    from ..model import Layer

    found: dict[str, list[Layer]] = {}
    for place, layer in layers:
        there = found.get(layer.name)
        alike = there is None or (there[0].source, there[0].kind, there[0].scale) == (layer.source, layer.kind, layer.scale)
        found.setdefault(layer.name if alike else f"{layer.name} ({place})", []).append(layer)
    return tuple(
        parts[0].called(name) if len(parts) == 1
        else Layer.of(name, parts[0].source, parts[0].kind, {u: said for part in parts for u, said in part.items()}, scale=parts[0].scale)
        for name, parts in found.items()
    )  # fmt: skip


def _ids(file: str) -> list[str]:
    """Ids in a file: one a line, or the column "unit" (or "item", "id") of a table."""
    from ..formats.sheets import read_rows

    path = Path(file)
    if not path.is_file():
        raise BadInput("no such file of ids", where=file)
    rows = [[cell.strip() for cell in row] for row in read_rows(path)]
    head = [cell.casefold() for cell in rows[0]] if rows else []
    column = next((head.index(name) for name in ("unit", "item", "document", "id") if name in head), None)
    body = rows if column is None else rows[1:]
    return [row[column or 0] for row in body if len(row) > (column or 0) and row[column or 0]]


def _save(corpus: Corpus, out: str, to: str, lose: tuple[str, ...], force: bool) -> None:
    from ..formats import save

    save(corpus, Path(out), format=to, lose=lose, force=force)


@click.command("partition")
@click.argument("place")
@click.option("--part", "parts", multiple=True, metavar="NAME=SIZE", help="A share (release=0.7, release=70%), a number of documents (development=7), or @FILE with their ids; once for each.")
@click.option("--folds", default=0, metavar="K", help="Deal what the parts leave over to K folds of equal size.")
@click.option("--by", default="", metavar="WHAT", help="What stays together: document, study, character, group, unit or an attribute; documents or studies if not given.")
@click.option("--in-order", is_flag=True, help="As the documents stand, not at random.")
@click.option("--even", default="", metavar="WHAT", help="Of 1000 random partitions the most even: layer (how much each layer says), type or concept.")
@click.option("--layer", "layers", multiple=True, metavar="NAME", help="Balance is shown for this layer; may be repeated. All if not given.")
@seed_option
@format_option
@texts_option
@out_option
@to_option
@lose_option
@force_option
@json_option
def partition_command(
    place: str, parts: tuple[str, ...], folds: int, by: str, in_order: bool, even: str, layers: tuple[str, ...], seed: int, format: str, texts: str | None,
    out: str | None, to: str, lose: tuple[str, ...], force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Part PLACE into release and reserved sets, development, folds: whole documents, written as splits of the corpus.

    Prints a row for each class with its mean a unit in every part, and the p of a one-way analysis of variance: a small one says that the parts differ
    more than chance would have it.

    \b
    The parts of Verspoor et al. 2012 (seven articles for development, five folds of twelve in order):
      goldproof partition craft/ -f craft --part development=@ids/dev.txt --folds 5 --in-order -o parts.gold.jsonl
    """
    from dataclasses import replace

    from ..design import partition, strata_of
    from ..model import Passage, State
    from ..significance import balance
    from ..significance.balance import amounts

    corpus = corpus_of(place) if is_project(place) else read(place, format=format, texts=texts)
    chosen = [corpus.layer(name) for name in layers] or list(corpus.layers)
    first = corpus.units[0].content if corpus.units else None
    what = by or ("document" if isinstance(first, Passage) else "study" if isinstance(first, State) else "unit")
    names = [n[0] for n in strata_of(corpus, corpus.units, by=what)]
    whole: dict[str, list[str]] = {}
    for unit, name in zip(corpus.units, names, strict=True):
        whole.setdefault(name or unit.id, []).append(unit.id)
    counts: dict[str, dict[str, float]] | None = None
    if even:
        of_unit = {u: name or u for u, name in zip((u.id for u in corpus.units), names, strict=True)}
        counts = {}
        for label, many in amounts(chosen, even):
            for unit_id, number in many.items():
                row = counts.setdefault(of_unit[unit_id], {})
                row[label] = row.get(label, 0.0) + number
        if not counts:
            raise BadInput(f"nothing to count by {even}", where=place, remedy="leave --even out")
    made = partition(list(whole), {name: _size(size) for name, size in pairs(parts, "--part").items()}, folds=folds, in_order=in_order, seed=seed, counts=counts)
    splits = {name: tuple(u for d in documents for u in whole[d]) for name, documents in made.parts.items()}
    clash = [name for name, units in splits.items() if name in corpus.splits and set(corpus.splits[name]) != set(units)]
    if clash and out is not None and not force:
        raise BadInput(f"there is another split {clash[0]!r} already", where=place, remedy="name the part otherwise, or --force to replace it")
    if out is not None:
        _save(replace(corpus, splits={**corpus.splits, **splits}), out, to, lose, force)
    compared = {name: units for name, units in splits.items() if units}
    found = balance(chosen, compared, by=even or "layer") if len(compared) > 1 else ()
    rows = [{**{k: v for k, v in b.row().items() if k != "signature"}} for b in found]
    if as_json:
        show_json({"seed": made.seed, "by": what, "parts": {name: list(documents) for name, documents in made.parts.items()}, "balance": rows})
    elif out is None and not rows:
        show([{"part": name, what: d} for name, documents in made.parts.items() for d in documents], columns=("part", what))
    else:
        show(rows, columns=[c for c in (rows[0] if rows else ()) if any(r[c] not in ("", None) for r in rows)])
    for name, documents in made.parts.items():
        say(f"{name}: {len(documents)} {what}s, {len(splits[name])} units" if what != "unit" else f"{name}: {len(documents)} units")
    left = len(whole) - sum(map(len, made.parts.values()))
    worst = min((b.p for b in found if b.p is not None), default=None)
    say("; ".join(filter(None, (f"{left} {what}s are in no part" if left else "", "in order" if made.seed is None else f"seed {made.seed}",
                                f"smallest p {worst:.3g} of {len(found)} classes" if worst is not None else "", f"wrote {out}" if out else ""))))  # fmt: skip


def _size(text: str) -> float | int | list[str]:
    if text.startswith("@"):
        return _ids(text[1:])
    try:
        if text.endswith("%"):
            return float(text[:-1]) / 100
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    except ValueError:
        raise click.UsageError(f"--part ...={text}: write a share (0.7, 70%), a number of documents (7), or @FILE") from None


@click.command("assign")
@click.argument("place")
@click.option("-r", "--rater", "raters", multiple=True, required=True, metavar="NAME", help="A rater; once for each, or several with commas.")
@click.option("-k", "--per-unit", type=click.IntRange(min=1), required=True, metavar="K", help="How many raters judge each unit.")
@click.option("--cannot", multiple=True, metavar="RATER=WHAT", help="What a rater must not see: @FILE with ids, or ATTRIBUTE:VALUE as language:fr; may be repeated.")
@click.option("--everybody", multiple=True, metavar="FILE", help="Units that all raters judge (a training round): a list of ids; may be repeated.")
@click.option("--sheets", type=click.Path(), metavar="DIR", help="Write a sheet for each rater to fill in (NAME.xlsx), to be taken back with goldproof import --as NAME.")
@click.option("--scale", default="", metavar="SCALE", help="The scale on the sheets: 0-4, or none,some,all.")
@seed_option
@format_option
@texts_option
@click.option("-o", "--output", "out", type=click.Path(), metavar="FILE", help="Write the plan here: .tsv, .csv or .xlsx.")
@force_option
@json_option
def assign_command(
    place: str, raters: tuple[str, ...], per_unit: int, cannot: tuple[str, ...], everybody: tuple[str, ...], sheets: str | None, scale: str, seed: int,
    format: str, texts: str | None, out: str | None, force: bool, as_json: bool,
) -> None:  # fmt: skip
    """Give every unit of PLACE to K of the raters: loads differ by one at most, pairs of raters share about as many units, the order is each rater's own.

    The plan is a table with a row a judgement: rater, order, unit.

    \b
    171 pairs to three of seven, as in Lithgow-Serrano et al. 2019:
      goldproof assign units.gold.jsonl -r a1,a2,a3,a4,a5,a6,a7 -k 3 --seed 7 -o plan.tsv
    """
    from ..design import assign, write_plan
    from ..design.plans import HEAD, rows_of, scale_in, sheet
    from ..formats.raters import scale_from

    corpus = corpus_of(place) if is_project(place) else read(place, format=format, texts=texts)
    names = [name.strip() for word in raters for name in word.split(",") if name.strip()]
    barred: dict[str, set[str]] = {}
    for word in cannot:
        for rater, what in pairs((word,), "--cannot").items():
            barred.setdefault(rater, set()).update(_matching(corpus, what))
    together = [unit for file in everybody for unit in _ids(file)]
    plan = assign(corpus, names, per_unit, seed=seed, cannot=barred, everybody=together)
    if sheets is not None:
        from ..formats.sheets import write_rows

        folder, grades = Path(sheets), scale_from(scale) if scale else scale_in(corpus)
        made = {folder / f"{name}.xlsx": sheet(plan, name, corpus, grades) for name in names}
        there = [file for file in made if file.exists()]
        if there and not force:
            raise BadInput("is there already", where=there[0], remedy="--force to overwrite it")
        folder.mkdir(parents=True, exist_ok=True)
        for file, rows in made.items():
            write_rows(file, rows)
        say(f"{len(made)} sheets in {folder}")
    if out is not None:
        if Path(out).exists() and not force:
            raise BadInput("is there already", where=out, remedy="--force to overwrite it")
        write_plan(plan, out)
    loads, shared = plan.loads, plan.overlaps
    if as_json:
        show_json({"seed": seed, "per_unit": per_unit, "loads": loads, "shared": [{"a": a, "b": b, "units": n} for (a, b), n in shared.items()],
                   "plan": [dict(zip(HEAD, row, strict=True)) for row in rows_of(plan)]})  # fmt: skip
    elif out is None:
        show([dict(zip(HEAD, row, strict=True)) for row in rows_of(plan)], columns=HEAD)
    between = f"; pairs of raters share {min(shared.values())} to {max(shared.values())}" if shared else ""
    say(f"{len(plan.judges)} units, {sum(loads.values())} judgements; loads {min(loads.values())} to {max(loads.values())}{between}; seed {seed}" + (f"; wrote {out}" if out else ""))


def _matching(corpus: Corpus, what: str) -> set[str]:
    from ..design import strata_of

    if what.startswith("@"):
        return set(_ids(what[1:]))
    by, sign, value = what.partition(":")
    if not sign:
        raise click.UsageError(f"--cannot ...={what}: write @FILE or ATTRIBUTE:VALUE, as language:fr")
    found = {u.id for u, s in zip(corpus.units, strata_of(corpus, corpus.units, by=by), strict=True) if s == (value,)}
    if not found:
        raise BadInput(f"no unit has {by} {value!r}")
    return found
