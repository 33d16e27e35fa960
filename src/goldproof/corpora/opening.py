"""Opening a known corpus in a folder that the user has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from ..errors import BadInput, LossRefused, NotFound
from ..formats.exchange import Show, not_agreed
from ..formats.format import NOTHING
from ..model import Corpus
from .catalogue import Entry, entry
from .wish import Wish


def corpus(
    name: str,
    folder: str | Path,
    *,
    layers: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    lose: Iterable[str] = (),
    show: Show | None = None,
    warnings: list[str] | None = None,
) -> Corpus:
    """A known corpus from the folder that holds it, as its home publishes it.

    ``layers`` chooses among those that the catalogue offers (its default ones if none is named), ``options`` are the
    adapter's own; ``goldproof corpora NAME`` shows both. ``lose`` and ``warnings`` are as for :func:`goldproof.load`.

    >>> craft = corpus("craft", "CRAFT/", layers=("treebank", "CHEBI"))      # doctest: +SKIP
    """
    known = entry(name)
    folder = Path(folder)
    if not folder.is_dir():
        raise NotFound("no such folder", where=folder, remedy=f"{known.title} is obtained from {known.home}")
    wish = Wish(known, _chosen(known, layers), _known(known, options or {}), show)
    found: Corpus = import_module(known.adapter).read(folder, wish)
    refused = not_agreed(wish.losses(), lose)
    if refused:
        raise LossRefused(refused, where=folder)
    if not found.units:
        raise BadInput(f"nothing of {known.title} is here", where=folder, remedy=known.obtain)
    if warnings is not None:
        warnings.extend(wish.warnings())
    return replace(found, name=known.name, version=known.version, licence=known.licence, provenance=f"{known.title}; {known.home}")


def _chosen(known: Entry, layers: Iterable[str]) -> frozenset[str]:
    offered = [offer.name for offer in known.layers]
    chosen = frozenset([layers] if isinstance(layers, str) else layers)
    for layer in chosen.difference(offered):
        raise NotFound(f"{known.name} has no layer {layer!r}", remedy="there are: " + ", ".join(offered))
    return chosen or frozenset(offer.name for offer in known.layers if offer.default)


def _known(known: Entry, options: Mapping[str, str]) -> Mapping[str, str]:
    for option, value in options.items():
        if option not in known.options:
            raise NotFound(f"{known.name} has no option {option!r}", remedy="its options: " + (", ".join(known.options) or "none"))
        if value not in ("yes", "no"):
            raise BadInput(f"option {option} is yes or no, not {value!r}", where=known.name)
    return options or NOTHING
