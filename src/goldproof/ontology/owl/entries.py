"""The entries of an OWL file, as OBO would have written them: OBO-in-OWL annotations, IAO's, and the shape of the axioms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..entry import Entry, Scope, Sort, Synonym
from .names import IN_OWL, OBO, OWL, RDFS, Names, local

SKOS = "http://www.w3.org/2004/02/skos/core#"
_SYNONYMS = {
    IN_OWL + "hasExactSynonym": Scope.EXACT,
    IN_OWL + "hasBroadSynonym": Scope.BROAD,
    IN_OWL + "hasNarrowSynonym": Scope.NARROW,
    IN_OWL + "hasRelatedSynonym": Scope.RELATED,
    IN_OWL + "hasSynonym": Scope.RELATED,
    OBO + "IAO_0000118": Scope.RELATED,
    SKOS + "altLabel": Scope.RELATED,
    SKOS + "hiddenLabel": Scope.RELATED,
}
_XREF, _KIND = IN_OWL + "hasDbXref", IN_OWL + "hasSynonymType"
_TEXTS = {
    RDFS + "label": "labels",
    OBO + "IAO_0000115": "definitions",
    SKOS + "definition": "definitions",
    IN_OWL + "hasDefinition": "definitions",
    RDFS + "comment": "comments",
    IN_OWL + "hasOBONamespace": "namespaces",
}
_IDS = {
    IN_OWL + "hasAlternativeId": "alternatives",
    OBO + "IAO_0100001": "replaced_by",
    IN_OWL + "replacedBy": "replaced_by",
    IN_OWL + "consider": "consider",
}
_SORTS = {
    "DeclareClass": Sort.CLASS,
    "DeclareObjectProperty": Sort.RELATION,
    "DeclareNamedIndividual": Sort.INDIVIDUAL,
}
_OTHERS = frozenset(("DeclareAnnotationProperty", "DeclareDataProperty", "DeclareDatatype"))
_TAGS = {
    "TransitiveObjectProperty": "is_transitive",
    "SymmetricObjectProperty": "is_symmetric",
    "AsymmetricObjectProperty": "is_asymmetric",
    "ReflexiveObjectProperty": "is_reflexive",
    "IrreflexiveObjectProperty": "is_anti_symmetric",
    "FunctionalObjectProperty": "is_functional",
    "InverseFunctionalObjectProperty": "is_inverse_functional",
}

Text = tuple[str, str]  # with its language


Draft = dict[str, list[Any]]
"""What has been said of one IRI so far, by field of its entry to be; "labels", "definitions" and such have their languages with them."""


class Drafts:
    """Collects what a file says of its classes, relations and individuals; ``take`` is given one component after the other."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._drafts: dict[str, Draft] = {}
        self._declared: dict[str, set[Sort]] = {}
        self._stated: dict[str, set[Sort]] = {}
        self._other: set[str] = set()
        # Annotation -> the field that holds it, and what is put there.
        self._fields: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
            _XREF: ("xrefs", lambda value, _: _text(value)[0]),
            IN_OWL + "inSubset": ("subsets", lambda value, _: local(_text(value)[0])),
            OWL + "deprecated": ("obsolete", lambda value, _: _text(value)[0].strip().lower() in ("true", "1")),
            **{about: (field, lambda value, _: _text(value)) for about, field in _TEXTS.items()},
            **{about: (field, lambda value, _: names[_text(value)[0]]) for about, field in _IDS.items()},
            **{about: ("synonyms", _synonym(scope)) for about, scope in _SYNONYMS.items()},
        }
        self._takers: dict[str, Callable[[Any], None]] = {
            "SubClassOf": self._subclass,
            "EquivalentClasses": self._equivalent,
            "ClassAssertion": self._individual,
            "SubObjectPropertyOf": self._subrole,
            "ObjectPropertyDomain": lambda component: self._place("domain", component),
            "ObjectPropertyRange": lambda component: self._place("range", component),
            "InverseObjectProperties": self._inverse,
        }

    def take(self, kind: str, component: Any) -> None:
        """Note what a component says of an entry."""
        sort = _SORTS.get(kind)
        if sort is not None:
            self._declared.setdefault(str(component.first.first), set()).add(sort)
        elif kind in _OTHERS:
            self._other.add(str(component.first.first))
        elif (taker := self._takers.get(kind)) is not None:
            taker(component)
        elif kind in _TAGS and type(component.first).__name__ == "ObjectProperty":
            self._note(self._of(component.first, Sort.RELATION), "clauses", (_TAGS[kind], "true"))

    def entries(self) -> tuple[Entry, ...]:
        """One for each class, relation and individual, sorted by id: py-horned-owl does not keep the order of the file."""
        # What is declared nowhere but spoken of in axioms is an entry too; and what is only named or deprecated is a class:
        # so do stubs of merged terms stand in files.
        spoken = {iri: {Sort.CLASS} for iri, said in self._drafts.items() if ("labels" in said or True in said.get("obsolete", ())) and iri not in self._other}
        kept = spoken | self._stated | self._declared
        made = [self._entry(iri, sort) for iri, sorts in kept.items() for sort in sorts if self._names[iri] not in ("owl:Thing", "owl:Nothing")]
        return tuple(sorted(made, key=lambda entry: (entry.sort, entry.id)))

    def _entry(self, iri: str, sort: Sort) -> Entry:
        id = self._names[iri]
        said = self._drafts.get(iri)
        if said is None:
            return Entry(id, sort=sort)
        return Entry(
            id,
            _chosen(said, "labels"),
            sort,
            namespace=_chosen(said, "namespaces"),
            definition=_chosen(said, "definitions"),
            comment=_chosen(said, "comments"),
            synonyms=_ordered(said, "synonyms"),
            parents=_ordered(said, "parents"),
            alternatives=_ordered(said, "alternatives"),
            relationships=_ordered(said, "relationships"),
            genus=min(said.get("genus", ()), default=()),
            xrefs=_ordered(said, "xrefs"),
            subsets=_ordered(said, "subsets"),
            obsolete=True in said.get("obsolete", ()),
            replaced_by=_ordered(said, "replaced_by"),
            consider=_ordered(said, "consider"),
            clauses=_ordered(said, "clauses"),
        )

    def _of(self, named: Any, sort: Sort) -> Draft:
        """The draft of something that an axiom states, which thereby is of that sort."""
        iri = str(named.first)
        self._stated.setdefault(iri, set()).add(sort)
        return self._drafts.setdefault(iri, {})

    @staticmethod
    def _note(draft: Draft, field: str, value: Any) -> None:
        if field in draft:
            draft[field].append(value)
        else:
            draft[field] = [value]

    # Annotations.

    def annotate(self, component: Any, whole: Any) -> None:
        """Note an annotation. ``whole`` is the component with annotations of its own."""
        subject = component.subject
        if type(subject).__name__ == "IRI":
            annotation = component.ann
            self._say(str(subject), str(annotation.ap.first), annotation.av, whole)

    def take_mistaken(self, component: Any, whole: Any) -> bool:
        """An annotation whose property no one declared is read as a fact about an individual: then it is an annotation again.

        To be asked when all the rest is taken; False if it is a fact about an individual indeed.
        """
        iri = str(component.source.first)
        role = getattr(component, "dp", None) or component.ope
        sorts = self._declared.get(iri, set()) | self._stated.get(iri, set())
        if not sorts or Sort.INDIVIDUAL in sorts or type(role).__name__ == "InverseObjectProperty":
            return False
        target = component.target
        self._say(iri, str(role.first), getattr(target, "first", target), whole)
        return True

    def _say(self, subject: str, about: str, value: Any, whole: Any) -> None:
        draft = self._drafts.get(subject)
        if draft is None:
            draft = self._drafts[subject] = {}
        known = self._fields.get(about)
        if known is not None:
            self._note(draft, known[0], known[1](value, whole))
        elif about != IN_OWL + "id":
            self._note(draft, "clauses", self._clause(about, value))

    def _clause(self, about: str, value: Any) -> tuple[str, str]:
        """Any other annotation, as OBO writes it."""
        text, language = _text(value)
        if about.startswith(IN_OWL):
            return local(about), text
        if type(value).__name__ == "IRI":
            return "property_value", f"{self._names[about]} {self._names[text]}"
        escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return "property_value", f'{self._names[about]} "{escaped}"' + (f"@{language}" if language else " xsd:string")

    # What axioms say of an entry.

    def _subclass(self, component: Any) -> None:
        sub = component.sub
        if type(sub).__name__ != "Class":
            return
        draft = self._of(sub, Sort.CLASS)
        pair = self._pair(component.sup)
        if pair is None:
            return
        if pair[0]:
            self._note(draft, "relationships", pair)
        elif pair[1] == "oboInOwl:ObsoleteClass":
            self._note(draft, "obsolete", True)
        else:
            self._note(draft, "parents", pair[1])

    def _equivalent(self, component: Any) -> None:
        named = [part for part in component.first if type(part).__name__ == "Class"]
        whole = [part for part in component.first if type(part).__name__ == "ObjectIntersectionOf"]
        for part in named:
            draft = self._of(part, Sort.CLASS)
            for definition in whole:
                pairs = [pair for given in definition.first if (pair := self._pair(given)) is not None]
                if len(pairs) == len(definition.first):
                    self._note(draft, "genus", tuple(sorted(pairs)))

    def _pair(self, given: Any) -> tuple[str, str] | None:
        """A named class, or a relation to one: what OBO can say in a line."""
        kind = type(given).__name__
        if kind == "Class":
            return "", self._names[str(given.first)]
        if kind == "ObjectSomeValuesFrom" and type(given.ope).__name__ == "ObjectProperty" and type(given.bce).__name__ == "Class":
            return self._names[str(given.ope.first)], self._names[str(given.bce.first)]
        return None

    def _individual(self, component: Any) -> None:
        if type(component.i).__name__ != "NamedIndividual":
            return
        if (pair := self._pair(component.ce)) is not None and pair[1] == "owl:DeprecatedClass":
            self._note(self._drafts.setdefault(str(component.i.first), {}), "obsolete", True)
            self._declared.setdefault(str(component.i.first), set()).add(Sort.CLASS)
            return
        draft = self._of(component.i, Sort.INDIVIDUAL)
        if pair is not None and not pair[0]:
            self._note(draft, "clauses", ("instance_of", pair[1]))

    def _subrole(self, component: Any) -> None:
        sub, sup = component.sub, component.sup
        if type(sup).__name__ != "ObjectProperty":
            return
        if not isinstance(sub, list):
            if type(sub).__name__ == "ObjectProperty":
                self._note(self._of(sub, Sort.RELATION), "parents", self._names[str(sup.first)])
        elif all(type(role).__name__ == "ObjectProperty" for role in sub):
            chain = " ".join(self._names[str(role.first)] for role in sub)
            self._note(self._of(sup, Sort.RELATION), "clauses", ("holds_over_chain", chain))

    def _place(self, tag: str, component: Any) -> None:
        if type(component.ope).__name__ == "ObjectProperty" and type(component.ce).__name__ == "Class":
            self._note(self._of(component.ope, Sort.RELATION), "clauses", (tag, self._names[str(component.ce.first)]))

    def _inverse(self, component: Any) -> None:
        first, second = component.first, component.second
        self._note(self._of(first, Sort.RELATION), "clauses", ("inverse_of", self._names[str(second.first)]))


def _text(value: Any) -> Text:
    """The text of a literal or IRI, and its language."""
    kind = type(value).__name__
    if kind in ("SimpleLiteral", "DatatypeLiteral"):
        return value.literal, ""
    return (value.literal, value.lang) if kind == "LanguageLiteral" else (str(value), "")


def _synonym(scope: Scope) -> Callable[[Any, Any], Synonym]:
    def made(value: Any, whole: Any) -> Synonym:
        xrefs, kinds = [], []
        for note in whole.ann:
            about = str(note.ap.first)
            if about == _XREF:
                xrefs.append(_text(note.av)[0])
            elif about == _KIND:
                kinds.append(local(_text(note.av)[0]))
        return Synonym(_text(value)[0], scope, min(kinds, default=""), tuple(sorted(set(xrefs))))

    return made


def _chosen(said: Draft, field: str) -> str:
    """One of several: without a language rather than English rather than another, then the first in the alphabet."""
    texts = said.get(field)
    if texts is None:
        return ""
    text: str = texts[0][0] if len(texts) == 1 else min(texts, key=lambda t: (t[1] != "", not t[1].startswith("en"), t[0]))[0]
    return text


def _ordered(said: Draft, field: str) -> tuple[Any, ...]:
    """Each once, in an order that does not depend on the file's."""
    values = said.get(field)
    if values is None:
        return ()
    return tuple(values) if len(values) == 1 else tuple(sorted(dict.fromkeys(values), key=_sorting))


def _sorting(value: Any) -> Any:
    return (value.text, value.scope, value.kind, value.xrefs) if isinstance(value, Synonym) else value
