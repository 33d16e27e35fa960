"""OWL in RDF/XML, OWL/XML, functional and Manchester syntax, through py-horned-owl.

What a file annotates becomes entries, as if it had been OBO; what it states becomes the axioms that are reasoned over.
See https://www.w3.org/TR/owl2-syntax/ and https://owlcollab.github.io/oboformat/doc/obo-syntax.html (section 5, OBO in OWL).
"""

from __future__ import annotations

from .reading import Syntax, parse, read, syntax

__all__ = ["Syntax", "parse", "read", "syntax"]
