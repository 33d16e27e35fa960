"""goldproof corpora, list, plugins, cite: what there is, where it comes from, and how it is cited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .frame import json_option, progress, say, show, show_json

if TYPE_CHECKING:
    from ..corpora import Entry

Rows = list[dict[str, Any]]


@click.command("corpora")
@click.argument("name", required=False)
@click.option("--check", "folder", type=click.Path(), metavar="FOLDER", help="Compare the copy in FOLDER with the catalogue.")
@json_option
@click.pass_context
def corpora_command(ctx: click.Context, name: str | None, folder: str | None, as_json: bool) -> None:
    """Known corpora: what they are and where they are obtained; nothing is downloaded.

    With NAME all that is known of one. With --check its counts and some of its judgements are compared with those of a copy
    that you have: exit 1 if they differ.
    """
    from ..corpora import catalogue, check, entry

    if folder is not None:
        if name is None:
            raise click.UsageError("--check needs the NAME of a corpus; goldproof corpora lists them")
        verdict = check(name, folder, show=progress)
        rows = [{"what": c.what, "expected": _brief(c.expected), "found": _brief(c.found), "same": c.same} for c in verdict.comparisons]
        if as_json:
            show_json({"copy": verdict.copy.name, "source": verdict.copy.source, "same bytes": verdict.bytes, "comparisons": rows})
        else:
            show(rows)
            said = f"{len(verdict.differences)} differences from" if verdict.differences else "agrees with"
            files = {True: "the very same, byte by byte", False: "named or written otherwise", None: "not known byte by byte"}[verdict.bytes]
            say(f"{said} the copy '{verdict.copy.name}' ({verdict.copy.source}); its files are {files}")
        ctx.exit(1 if verdict.differences else 0)
    if name is None:
        show([{"name": e.name, "title": e.title, "kinds": e.kinds, "languages": e.languages, "licence": e.licence, "home": e.home}
              for e in catalogue()], as_json=as_json)  # fmt: skip
        return
    known = entry(name)
    if as_json:
        from dataclasses import asdict

        show_json(asdict(known))
    else:
        show(_facts(known), columns=("fact", "value"))


def _facts(known: Entry) -> Rows:
    rows: Rows = [{"fact": fact, "value": " ".join(str(value).split())} for fact, value in (
        ("name", known.name), ("title", known.title), ("what", known.what), ("home", known.home), ("obtain", known.obtain),
        ("version", known.version), ("licence", known.licence), ("terms", known.terms), ("cite", known.citation),
        ("kinds", ", ".join(known.kinds)), ("languages", ", ".join(known.languages)), ("ontologies", ", ".join(known.ontologies)),
    ) if value]  # fmt: skip
    rows += [{"fact": "layer", "value": f"{x.name} ({x.kind}): {x.what}" + ("" if x.default else "; on request")} for x in known.layers]
    rows += [{"fact": "split", "value": f"{split}: {what}"} for split, what in known.splits.items()]
    rows += [{"fact": "option", "value": f"{option}=yes: {what}"} for option, what in known.options.items()]
    for copy in known.copies:
        counts = ", ".join(f"{number} {what}" for what, number in copy.counts.items())
        rows.append({"fact": "counts", "value": f"{copy.name}: {counts} ({copy.source})"})
    return rows


def _brief(value: object) -> object:
    if isinstance(value, dict):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    return value


@click.command("list")
@click.argument("what", type=click.Choice(["formats", "features", "measures", "annotators", "tools", "tasks", "corpora"]))
@json_option
def list_command(what: str, as_json: bool) -> None:
    """What there is: formats (what each reads, writes, keeps and loses), features, measures, annotators, outside tools, tasks, corpora."""
    if what == "formats":
        show(_formats(as_json), as_json=as_json)
    elif what == "features":
        from ..formats.features import FEATURES

        show([{"name": f.name, "what": f.what, "kept by": _keepers(f.name)} for f in FEATURES.values()], as_json=as_json)
    elif what == "corpora":
        from ..corpora import catalogue

        show([{"name": e.name, "title": e.title} for e in catalogue()], as_json=as_json)
    elif what == "tools":
        from ..annotators.external import External, shipped

        show([{"name": t.name, "makes": t.makes, "what": t.about, "here": not External(t).absent, "install": t.install, "licence": t.licence, "home": t.home}
              for t in shipped().values()], as_json=as_json)  # fmt: skip
    else:
        from ..registry import door

        shelf = door(what)
        rows = [{"name": name, "what": _what(shelf.get(name)), "provider": shelf.provider(name)}
                for name in shelf.names() if name not in shelf.broken()]  # fmt: skip
        show(rows, as_json=as_json, columns=("name", "what", "provider"))


def _formats(full: bool) -> Rows:
    from ..formats.features import FEATURES
    from ..registry import door

    rows: Rows = []
    for f in door("formats"):
        lost = [name for name in FEATURES if name not in f.keeps]
        row: dict[str, Any] = {"name": f.name, "title": f.title, "reads": f.read is not None, "writes": f.write is not None, "suffixes": f.suffixes}
        if full:
            row |= {"holder": f.holder, "keeps": [name for name in FEATURES if name in f.keeps], "loses": lost, "drops": dict(f.drops),
                    "options": dict(f.options), "extra": f.extra, "see": f.see, "provider": door("formats").provider(f.name)}  # fmt: skip
        else:
            row |= {"keeps": len(f.keeps), "loses": _families(lost), "drops": ", ".join(f.drops)}
        rows.append(row)
    return rows


def _families(lost: list[str]) -> str:
    """The names of what is lost; where a kind of judgement is lost, not all that goes with it; ``parse-*`` for a whole family."""
    from ..formats.features import FEATURES
    from ..model import Kind

    gone = {kind.value for kind in Kind if kind.value in lost}
    implied = tuple(f"{kind.removesuffix('s')}-" for kind in gone)
    named: list[str] = []
    for name in lost:
        if (implied and name.startswith(implied)) or name.removeprefix("several-") in gone - {name}:
            continue
        family = name.partition("-")[0]
        every = [n for n in FEATURES if n.startswith(f"{family}-")]
        named.append(f"{family}-*" if name in every and len(every) > 1 and set(every) <= set(lost) else name)
    return ", ".join(dict.fromkeys(named)) or "nothing"


def _keepers(feature: str) -> list[str]:
    from ..registry import door

    return [f.name for f in door("formats") if feature in f.keeps]


def _what(plugin: object) -> str:
    """One line about a plug-in: what it says of itself, else the first line of its documentation."""
    said = getattr(plugin, "what", "") or getattr(plugin, "title", "") or (plugin.__doc__ or "").strip().partition("\n")[0]
    return str(said)


@click.command("plugins")
@json_option
@click.pass_context
def plugins_command(ctx: click.Context, as_json: bool) -> None:
    """Everything behind the four doors, with the package that it comes from: exit 1 if something cannot be loaded."""
    from ..registry import DOORS, door

    rows: Rows = []
    for name in DOORS:
        broken = door(name).broken()
        rows += [{"door": name, "name": plugin, "provider": door(name).provider(plugin), "state": "broken" if plugin in broken else "ok",
                  "reason": broken.get(plugin, "")} for plugin in door(name).names()]  # fmt: skip
    show(rows, as_json=as_json, columns=("door", "name", "provider", "state", "reason"))
    ctx.exit(1 if any(row["state"] == "broken" for row in rows) else 0)


@click.command("cite")
@click.argument("name", required=False)
@click.option("--text", "as_text", is_flag=True, help="A line of text instead of BibTeX.")
@json_option
def cite_command(name: str | None, as_text: bool, as_json: bool) -> None:
    """How to cite goldproof, a known corpus, or the home of a format."""
    from dataclasses import asdict

    from ..corpora.citing import cited, to_bibtex

    if as_json:
        show_json([asdict(citation) for citation in cited(name or "goldproof")])
        return
    for citation in cited(name or "goldproof"):
        click.echo(str(citation) if as_text else to_bibtex(citation))
