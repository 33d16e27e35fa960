"""How good the recogniser's presets are, on the part of the abstracts that rules were tuned on and on the part that was held back (decision 100).

    python benches/quality.py DATA [--preset default] [--switch NAME=VALUE ...]

DATA is the folder with hpo/. Exact place and concept, gold ids followed to today's; *document* is F1 over the sets of concepts of each abstract; *coordinations* are those solved exactly.
*within* counts what stands at or below Phenotypic abnormality, which is all that the peers look for.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import goldproof as gp
from goldproof.benchmark import analyse

ROOT = "HP:0000118"


def held_back(document: str) -> bool:
    """Two of five abstracts, by their ids alone."""
    return int(hashlib.sha256(document.encode()).hexdigest(), 16) % 5 < 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--preset", default="default")
    parser.add_argument("--switch", action="append", default=[])
    args = parser.parse_args()
    hpo = gp.Ontology(args.data / "hpo" / "hp-2025-01-16.obo")
    recogniser = gp.concepts(hpo, args.preset, **dict(s.split("=", 1) for s in args.switch))
    inside = frozenset(hpo.descendants(ROOT)) | {ROOT}
    print("gold\tpart\tabstracts\tids\tP\tR\tF1\tdocument\tcoordinations")
    for name in ("gsc-plus", "gsc-2024"):
        corpus = gp.corpus(name, args.data / "hpo" / name, lose=("malformed-rows",) if name == "gsc-2024" else ())
        gold, ours = corpus.layer("gold"), recogniser.annotate(corpus).called("ours")
        for part, wanted in (("tuned", (False,)), ("held back", (True,)), ("all", (False, True))):
            units = [u for u in gold.units if held_back(u) in wanted]
            many, solved = analyse(gold.only(units), ours.only(units), hpo, texts=corpus).wordings["coordination"]
            for ids, within in (("all", None), ("within", inside)):
                p, r, f, d = counted(gold, ours, units, hpo, within)
                print(f"{name}\t{part}\t{len(units)}\t{ids}\t{p:.3f}\t{r:.3f}\t{f:.3f}\t{d:.3f}\t" + (f"{solved} of {many}" if within is None else ""))


def counted(gold: gp.Layer, ours: gp.Layer, units: list[str], hpo: gp.Ontology, within: frozenset[str] | None) -> tuple[float, float, float, float]:
    tp = fp = fn = dtp = dfp = dfn = 0
    for unit in units:
        a, b = ({(m.start, m.end, hpo.status(c).id or c) for m in side[unit] for c in m.concepts} for side in (gold, ours))
        if within is not None:
            a, b = {x for x in a if x[2] in within}, {x for x in b if x[2] in within}
        tp, fp, fn = tp + len(a & b), fp + len(b - a), fn + len(a - b)
        ca, cb = {x[2] for x in a}, {x[2] for x in b}
        dtp, dfp, dfn = dtp + len(ca & cb), dfp + len(cb - ca), dfn + len(ca - cb)
    return tp / (tp + fp or 1), tp / (tp + fn or 1), 2 * tp / (2 * tp + fp + fn or 1), 2 * dtp / (2 * dtp + dfp + dfn or 1)


if __name__ == "__main__":
    main()
