"""UIMA CAS as XMI (https://uima.apache.org), with the types of DKPro Core: a folder of X.xmi with one TypeSystem.xml.

How records look in it: mentions are NamedEntity annotations (``value`` the label, ``identifier`` the concept), parses are
Sentence, Token, Lemma, POS, MorphologicalFeatures, Dependency and Constituent. What these types have no feature for stands in
subtypes of ours (goldproof.Mention, goldproof.Token, ...), so that other programs see what they know. Read from elsewhere,
every annotation of any other type is a mention whose label is the type's short name, with its features as attributes.
XMI is parsed by dkpro-cassis; offsets are converted here, because cassis leaves those of UTF-16 that lie outside the text, or
belong to annotations outside of the index, as they are.
"""

from __future__ import annotations

import re
import warnings
from io import BytesIO
from pathlib import Path
from typing import Any

from ..errors import BadInput, GoldproofError, Missing
from ..model import Corpus, Document, Kind, Layer, Unit, whole
from .features import features
from .features.corpora import by_path
from .features.layers import UNKNOWN
from .files import files_below, name_below, read_bytes, text_file
from .format import Format, Reading, Writing
from .uima_reading import DROPS, View, read_views
from .uima_writing import cas_of, type_system
from .xml import parse_xml, root_of

TYPES = "TypeSystem.xml"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*(?:\[\])?")


def read(path: Path, reading: Reading) -> Corpus:
    _cassis()
    files = [path] if path.is_file() else files_below(path, ".xmi")
    if not files and not (path / TYPES).is_file():
        raise BadInput("the folder holds no .xmi files", where=path)
    known: dict[Path | None, Any] = {}
    found: dict[str, View] = {}
    for file in reading.progress(files, "UIMA"):
        types = _beside(file, path, reading)
        if types not in known:
            known[types] = _load_types(types)
        for view in _load(file, known[types], types, name_below(file, path, ".xmi", ".xml"), reading):
            if view.document.id in found:
                raise BadInput(f"a second document {view.document.id!r}", where=file)
            found[view.document.id] = view
    return _corpus([found[id] for id in sorted(found, key=by_path)])


def _corpus(views: list[View]) -> Corpus:
    # Files of ours say what was judged. In others a document without an annotation was judged if any has one, and a document
    # without a sentence was not parsed.
    some = any(v.mentions for v in views if not v.ours)
    mentions = {v.document.id: v.mentions or () for v in views if v.mentions is not None and (v.ours or some)}
    parses = {v.document.id: v.parses for v in views if v.parses is not None}
    layers: list[Layer] = []
    layers += [Layer.of("mentions", UNKNOWN, Kind.MENTIONS, mentions)] if mentions else []
    layers += [Layer.of("parses", UNKNOWN, Kind.PARSES, parses)] if parses else []
    return Corpus(tuple(v.document for v in views), tuple(v.unit for v in views), tuple(layers))


def _cassis() -> Any:
    try:
        import cassis
    except ImportError:
        raise Missing("dkpro-cassis", extra="uima", need="UIMA XMI") from None
    return cassis


def _beside(file: Path, root: Path, reading: Reading) -> Path | None:
    """The type system of a file: named by the option, in its folder or in one above it up to the root."""
    named = reading.options.get("typesystem")
    if named:
        return Path(named)
    for folder in (file.parent, *file.parent.parents):
        for place in (folder / TYPES, folder / "typesystem.xml"):
            if place.is_file():
                return place
        if folder in (root, root.parent):
            break
    return None


def _load_types(file: Path | None) -> Any:
    cassis = _cassis()
    if file is None:
        return cassis.load_dkpro_core_typesystem()
    data = read_bytes(file)
    for element in parse_xml(data, file).iter():
        tag = element.tag.rpartition("}")[2]
        # cassis makes Python source of these names: nothing but a name may come there.
        if tag in ("name", "supertypeName", "rangeTypeName", "elementType"):
            name = (element.text or "").strip()
            if name and not _NAME.fullmatch(name):
                raise BadInput(f"not the name of a type or feature: {name[:60]!r}", where=file)
    return _safely(lambda: cassis.load_typesystem(BytesIO(data)), file)


def _load(file: Path, types: Any, types_file: Path | None, id: str, reading: Reading) -> list[View]:
    cassis = _cassis()
    data = read_bytes(file)
    root = parse_xml(data, file)  # refuses entities before lxml sees the file, and gives the offsets as they are written
    if root.tag != "{http://www.omg.org/XMI}XMI":
        raise BadInput(f"not XMI: the root element is {root.tag}", where=file)
    remedy = "" if types_file else f"put its {TYPES} beside it, or name it with -o typesystem=FILE"

    def views() -> list[View]:
        return read_views(cassis.load_cas_from_xmi(BytesIO(data), typesystem=types, trusted=True), root, id, file, reading)

    found: list[View] = _safely(views, file, remedy)
    return found


def _safely(action: Any, where: Path, remedy: str = "") -> Any:
    """Whatever goes wrong inside cassis is wrong with the file: it raises KeyError, TypeError, RuntimeError and more."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return action()
    except GoldproofError as error:
        raise BadInput(error.what, where=error.where or where, remedy=error.remedy) from None
    except RecursionError:
        raise BadInput("nested too deeply", where=where) from None
    except Exception as error:  # noqa: BLE001
        raise BadInput(f"not a readable CAS: {type(error).__name__}: {error}", where=where, remedy=remedy) from None


def write(corpus: Corpus, path: Path, writing: Writing) -> None:
    _cassis()
    types = type_system()
    types.to_xml(path / TYPES)
    units = {u.id: u for u in corpus.units}
    mentions, parses = ((*corpus.of_kind(kind), None)[0] for kind in (Kind.MENTIONS, Kind.PARSES))
    for document in corpus.documents:
        unit: Unit = units.get(document.id, whole(document))
        found = mentions.get(document.id) if mentions else None
        parsed = parses.get(document.id) if parses else None
        _save(document, unit, found, parsed, types, text_file(document.id, path, ".xmi"))


def _save(document: Document, unit: Unit, found: Any, parsed: Any, types: Any, file: Path) -> None:
    try:
        cas_of(document, unit, found, parsed, types).to_xmi(file, pretty_print=True)
    except ValueError as error:
        raise BadInput(f"cannot be written as XML: {error}", where=f"document {document.id}", remedy="choose another format, such as native") from None


def sniff(path: Path, start: bytes) -> bool:
    name, tag = root_of(start)
    return (name == "XMI" and b"/cas.ecore" in tag) or name == "typeSystemDescription"


UIMA = Format(
    name="uima",
    title="UIMA CAS (XMI)",
    suffixes=(".uima",),
    keeps=features(
        "mentions", "parses", "passages", "not-judged", "mention-*", "parse-*", "text-lines", "empty-layers", "language", "groups",
        "document-title", "document-attributes", "unit-attributes", "-kind-order",
    ) - {"parse-several"},
    sniff=sniff,
    read=read,
    write=write,
    holder="folder",
    drops=DROPS,
    options={"typesystem": f"the type system, where it is not the {TYPES} beside the files"},
    extra="uima",
    see="https://dkpro.github.io/dkpro-core/",
)  # fmt: skip
