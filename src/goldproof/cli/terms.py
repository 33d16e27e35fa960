"""goldproof term, augment: looking at terms of an ontology; named versions of one with proposed terms in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .frame import force_option, json_option, progress, say, show, show_json

if TYPE_CHECKING:
    from ..ontology import Entry, Ontology, Proposal


@click.command("term")
@click.argument("ontology", type=click.Path())
@click.argument("terms", nargs=-1, metavar="[TERM]...")
@click.option("--with", "more", multiple=True, type=click.Path(), metavar="FILE", help="Another ontology, taken together with the first; may be repeated.")
@click.option("--root", default="", metavar="ID", help="Name each term's categories: the children of this term that it stands below.")
@click.option("--below", is_flag=True, help="List what stands below the terms, with its depth, in place of the terms.")
@click.option("--search", is_flag=True, help="List the terms whose names have these words: begun, in any order, with a slip.")
@click.option("-n", "most", type=click.IntRange(min=1), default=20, show_default=True, help="With --search: so many at most.")
@json_option
def term_command(ontology: str, terms: tuple[str, ...], more: tuple[str, ...], root: str, below: bool, search: bool, most: int, as_json: bool) -> None:
    """Show terms of an ontology: by id, alternative id, label or exact synonym. Without a TERM, what the ontology is.

    \b
    goldproof term hp.obo HP:0001250
    goldproof term hp.obo --search ventr sept defe

    Exits with 1 if a name has no term, or several; or if nothing is found.
    """
    if search and (below or root or not terms):
        raise click.UsageError("--search wants words, and goes with neither --below nor --root")
    from ..ontology import Ontology

    opened = Ontology(*progress((ontology, *more), "ontologies"))
    for warning in opened.warnings[:3]:
        say(warning)
    if len(opened.warnings) > 3:
        say(f"{len(opened.warnings) - 3} more such lines")
    if not terms:
        _show_ontology(opened, as_json)
        return
    if search:
        hits = opened.search(" ".join(terms), most=most)
        show([{"id": hit.id, "label": hit.label, "name": hit.name if hit.name != hit.label else "", "how": hit.how} for hit in hits],
             as_json=as_json, columns=("id", "label", "name", "how"))  # fmt: skip
        raise click.exceptions.Exit(0 if hits else 1)
    found, wrong = [], 0
    for name in terms:
        ids = [opened.primary(name)] if name in opened else list(opened.find(name)) or opened.roles.entries_of(name)
        if len(ids) != 1:
            like = "" if ids else ", ".join(f"{hit.id} ({hit.label})" for hit in opened.search(name, most=3))
            say(f"{name}: " + (f"several: {', '.join(ids)}" if ids else "no such term" + (f"; there are: {like}" if like else "")))
            wrong += 1
        found += ids
    if below:
        ids = sorted(opened.subtree(*found), key=lambda id: (opened.depth(id) or 0, opened.label(id).casefold(), id)) if found else []
        show([{"id": id, "label": opened.label(id), "depth": opened.depth(id)} for id in ids], as_json=as_json, columns=("id", "label", "depth"))
    else:
        cards = [_card(opened[id], opened, root) for id in found]
        if as_json:
            show_json(cards)
        else:
            for number, card in enumerate(cards):
                if number:
                    click.echo("")
                show([{"what": key, "is": _flat(value)} for key, value in card.items() if value not in ("", [], None)])
    raise click.exceptions.Exit(1 if wrong else 0)


def _show_ontology(opened: Ontology, as_json: bool) -> None:
    left = opened.axioms.left_out
    facts: dict[str, Any] = {
        "name": opened.name, "version": opened.version, "classes": len(opened), "obsolete": len(opened.obsolete),
        "relations": len(opened.relations), "roots": [_named(id, opened) for id in opened.roots[:10]],
        "axioms": len(opened.axioms.axioms), "left out": [f"{n} {kind}" for kind, n in left.items()], "unreadable lines": len(opened.warnings),
        "cycles": [" ".join(sorted(group)) for group in opened.cycles], "conflicts": [str(c) for c in opened.conflicts],
    }  # fmt: skip
    if as_json:
        show_json(facts)
    else:
        show([{"what": key, "is": _flat(value)} for key, value in facts.items() if value not in ("", [])])


def _card(entry: Entry, opened: Ontology, root: str) -> dict[str, Any]:
    """All that is known of a term."""
    if opened.is_relation(entry.id):
        limits = {f"{what} is": [_named(id, opened) for id in opened.roles.limits(opened.relation(entry.id), what)] for what in ("domain", "range")}
        place: dict[str, Any] = {"parents": [_named(id, opened) for id in entry.parents], **limits}
    else:
        place = {
            "parents": [_named(id, opened) for id in opened.parents(entry.id)], "children": [_named(id, opened) for id in opened.children(entry.id)],
            "depth": opened.depth(entry.id), "above": len(opened.ancestors(entry.id)), "below": len(opened.descendants(entry.id)),
        }  # fmt: skip
        if root:
            place["categories"] = [_named(id, opened) for id in opened.top_level(entry.id, root)]
    status = opened.status(entry.id)
    genus = [f"{r} some {_named(f, opened)}" if r else _named(f, opened) for r, f in entry.genus]
    return {
        "id": entry.id, "label": entry.label, "standing": status.standing.value, "use": status.id if entry.obsolete else "",
        "consider": [_named(id, opened) for id in status.consider], "definition": entry.definition, "comment": entry.comment,
        "synonyms": [f"{s.text} ({s.scope.value.lower()}{f', {s.kind}' if s.kind else ''})" for s in entry.synonyms],
        **place, "relationships": [f"{r} {_named(f, opened)}" for r, f in entry.relationships], "is defined as": " and ".join(genus),
        "alternative ids": list(entry.alternatives), "xrefs": list(entry.xrefs), "subsets": list(entry.subsets), "namespace": entry.namespace,
    }  # fmt: skip


def _named(id: str, opened: Ontology) -> str:
    label = opened.label(id)
    return f"{id} ({label})" if label else id


def _flat(value: Any) -> Any:
    if isinstance(value, list) and len(value) > 20:
        value = [*value[:20], f"and {len(value) - 20} more"]
    return "; ".join(value) if isinstance(value, list) else value


@click.command("augment")
@click.argument("base", nargs=-1, required=True, type=click.Path())
@click.option("--with", "tables", multiple=True, required=True, type=click.Path(), metavar="TSV", help="Proposed terms, and what was decided about them; may be repeated.")
@click.option("--name", required=True, help="What the version is called.")
@click.option("--proposer", default="", metavar="NAME", help="Only this person's proposals.")
@click.option("--round", "round_", default="", metavar="NAME", help="Only this round's proposals.")
@click.option("-o", "--output", "out", type=click.Path(), metavar="FILE", help="Write the version here; it opens wherever an ontology does.")
@force_option
@json_option
def augment_command(
    base: tuple[str, ...], tables: tuple[str, ...], name: str, proposer: str, round_: str, out: str | None, force: bool, as_json: bool
) -> None:
    """Make a named version of an ontology: the files of BASE with proposed terms in them.

    A table has the columns id and label, and any of definition, parents, synonyms, proposer, round, decision (existing, synonym, new, invalid; empty
    while it is open), to, reason, by. What an open proposal may be is suggested.
    """
    from ..errors import BadInput
    from ..ontology import Ontology, proposals_in, suggestions, version_of

    proposals: dict[str, Proposal] = {}
    for table in tables:
        for proposal in proposals_in(table):
            known = proposals.setdefault(proposal.id, proposal)
            if known != proposal:
                raise BadInput(f"{proposal.id} is proposed in another table with other words", where=table, remedy="one row a term")
    chosen = [p for p in proposals.values() if (not proposer or p.proposer == proposer) and (not round_ or p.round == round_)]
    beside = Path(out).parent if out is not None else Path()
    made = version_of(name, base, chosen, beside=beside)
    if out is not None:
        made.save(out, force=force)
    found = suggestions(chosen, Ontology(*base))
    counts = [{"ontology": kind, "decision": decision, "terms": n} for (kind, decision), n in sorted(made.counts().items())]
    if as_json:
        show_json({"name": made.name, "signature": made.signature, "bases": [b.name for b in made.bases], "counts": counts,
                   "suggestions": [{"id": s.proposal, "label": s.label, "decision": s.decision.value, "to": s.to, "why": s.why} for s in found]})  # fmt: skip
        return
    show(counts, columns=("ontology", "decision", "terms"))
    for suggestion in found:
        say(f"{suggestion.proposal} ({suggestion.label}): {suggestion.why}")
    say(f"{made.signature}: {len(chosen)} proposals" + (f"; wrote {out}" if out is not None else "; nothing written (-o names a place)"))
