"""A small ontology of signs, of our own writing."""

from __future__ import annotations

from goldproof.ontology import Entry, Ontology, Scope, Synonym

_TERMS = """
T:0 | All | |
T:1 | Abnormality of the nail | T:0 | nail anomaly
T:2 | Hypoplastic nail | T:1 | small nails
T:3 | Abnormality of the finger | T:0 |
T:4 | Short finger | T:3 | brachydactyly
T:5 | Broad finger | T:3 | wide fingers
T:6 | Brachydactyly type A1 | T:4 |
T:7 | Pits of the skin | T:0 |
T:8 | Palmar pit | T:7 |
T:9 | Plantar pit | T:7 |
T:10 | Hypoplasia of the kidney | T:0 | renal hypoplasia
T:11 | Renal agenesis | T:0 |
T:12 | Anemia | T:0 |
T:13 | Severe anemia | T:12 |
T:14 | Atrial septal defect | T:0 | ASD (abbreviation)
T:15 | Clinical modifier | T:0 |
T:16 | Severe | T:15 |
T:17 | Meningioma | T:0 |
T:18 | Intracranial meningioma | T:17 |
T:19 | Seizure | T:0 | fit
T:20 | Fusion of the second toe | T:0 | toe 2 fusion
"""


def ontology() -> Ontology:
    entries = []
    for line in _TERMS.strip().splitlines():
        id, label, parent, synonyms = (part.strip() for part in (line + " |").split("|")[:4])
        made = tuple(
            Synonym(s.replace("(abbreviation)", "").strip(), Scope.EXACT, "abbreviation" if "(abbreviation)" in s else "") for s in synonyms.split(";") if s.strip()
        )
        entries.append(Entry(id, label, parents=(parent,) if parent else (), synonyms=made))
    return Ontology.of(entries, name="toy", version="1")
