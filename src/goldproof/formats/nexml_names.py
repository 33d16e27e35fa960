"""The names that NeXML and Phenex give to things, and our own beside them."""

from __future__ import annotations

NEXML = "http://www.nexml.org/2009"
PHEN = "http://www.bioontologies.org/obd/schema/pheno"
XSI = "http://www.w3.org/2001/XMLSchema-instance"
PHENOSCAPE = "http://vocab.phenoscape.org/"
OURS = "urn:goldproof:"
"""What goldproof says in a NeXML file and NeXML has no word for; other programs pass it over."""

PREFIXES = {
    NEXML: "nex",
    PHEN: "phen",
    XSI: "xsi",
    OURS: "gp",
    PHENOSCAPE: "ps",
    "http://purl.org/dc/terms/": "dc",
    "http://rs.tdwg.org/dwc/terms/": "dwc",
    "http://www.w3.org/2000/01/rdf-schema#": "rdfs",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://www.w3.org/2001/XMLSchema#": "xsd",
    "http://purl.obolibrary.org/obo/": "obo",
}

TYPE = f"{{{XSI}}}type"
META = f"{{{NEXML}}}meta"
DESCRIBES = f"{PHENOSCAPE}describesPhenotype"
JUDGED = f"{OURS}judged"
VERSION = "0.9"
STANDARD = "StandardCells"

# Kinds of Meta that are no statements but pieces of the file: an attribute, an element, text between elements.
ATTRIBUTE, ELEMENT, TEXT = "attribute", "element", "text"
LITERAL, RESOURCE = "LiteralMeta", "ResourceMeta"


def nexml(name: str) -> str:
    return f"{{{NEXML}}}{name}"


def phen(name: str) -> str:
    return f"{{{PHEN}}}{name}"


def ours(name: str) -> str:
    return f"{{{OURS}}}{name}"
