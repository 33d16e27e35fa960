"""A small ontology of our own with every trouble in it."""

from __future__ import annotations

# Limbs of an invented beast. Each trouble has its line; the readable rest must come out right.
TOY = r'''format-version: 1.2
data-version: toy/releases/2026-01-01
! a comment of its own
subsetdef: slim "a slim, with comma"
synonymtypedef: layperson "layperson term"
import: elsewhere.obo
ontology: toy.obo

[Term]
id: TOY:0000001
name: part
namespace: toy_parts

[Term]
id: TOY:0000002 ! limb
name: limb \{upper\} and lower {xref="X:1"}
alt_id: TOY:0000020
alt_id: TOY:0000021
def: "Sticks out.\nSecond line, \"quoted\"." [TOY:me "with, comma ] and bracket", http\://example.org/x] {comment="no"}
comment: A comment ! and a hidden one
subset: slim
synonym: "leg\, of sorts" EXACT layperson [TOY:a, TOY:b] {source="z"}
synonym: "appendage" BROAD []
synonym: "thing"
exact_synonym: "member" []
xref: UMLS:C1 "words" {source="a ! b"}
xref: SNOMEDCT_US:2
is_a: TOY:0000001 {source="TOY:x ! y"} ! part
relationship: part_of TOY:0000009 {all_only="true"} ! body
intersection_of: TOY:0000001 ! part
intersection_of: part_of TOY:0000009 ! body
property_value: creator "me" xsd:string
created_by: \
  somebody

[Term]
id: http://purl.obolibrary.org/obo/TOY_0000003
name: arm
is_a: TOY_0000002

[Term]
id: TOY:0000004
name: old arm
is_obsolete: true
replaced_by: TOY:0000005

[Term]
id: TOY:0000005
name: older arm
is_obsolete: true
replaced_by: TOY:0000020

[Term]
id: TOY:0000006
name: split term
is_obsolete: true
consider: TOY:0000003
use_term: TOY:0000001

[Term]
id: TOY:0000007
is_obsolete: true
replaced_by: TOY:0000007

[Term]
id: TOY:0000009
name: body

[Typedef]
id: part_of
name: part of
xref: BFO:0000050
is_transitive: true
'''

# Line -> what is wrong with it (the lines stand behind TOY).
TROUBLES = r'''
[Term]
name: nobody

[Term]
id: TOY:0000010
name: troubled
name: troubled again
just words
def: "never closed
synonym: no quotes EXACT []
relationship: part_of
is_a: TOY:0000001

[Term]
id: TOY:0000010
synonym: "more of it" EXACT []

[Annotation]
id: whatever
'''
TROUBLED = {2: "without an id", 8: "second name", 9: "not a tag", 10: "quotation", 11: "quotation", 12: "relation and a term",
            15: "stands twice", 19: "Annotation"}  # fmt: skip
