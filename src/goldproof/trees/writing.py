"""Trees and hits as people read them: numbers of nodes count from 1."""

from __future__ import annotations

from .outline import Outline
from .query import Hit


def numbered(hit: Hit) -> str:
    """The nodes of a hit with their numbers, as CorpusSearch lists them: ``68 PP-PRP, 69 IN, 69 due, 71 PP``."""
    return ", ".join(f"{node + 1} {name or 'top'}" for node, name in hit.nodes)


def bracketed(o: Outline, node: int = 0) -> str:
    """A tree, or a part of one, in brackets on one line."""
    out: list[str] = []
    _write(o, node, out)
    return "".join(out)


def _write(o: Outline, top: int, out: list[str]) -> None:
    open_nodes: list[int] = []
    for node in range(top, o.last(top)):
        while open_nodes and open_nodes[-1] != o.parents[node]:
            out.append(")")
            open_nodes.pop()
        out.append(" " if open_nodes else "")
        if o.children[node] or o.firsts[node] == o.ends[node]:
            out.append(f"({o.labels[node]}")
            open_nodes.append(node)
        else:
            out.append(f"({o.labels[node]} {_leaf(o, node)})")
    out.append(")" * len(open_nodes))


def _leaf(o: Outline, node: int) -> str:
    return o.word(node).replace("(", "-LRB-").replace(")", "-RRB-")


def drawn(o: Outline, node: int = 0) -> list[str]:
    """A tree line by line, every phrase with the number of its node; phrases of nothing but words on one line."""
    depth = {node: 0}
    lines: list[str] = []
    skip = node
    for i in range(node, o.last(node)):
        if i > node:
            depth[i] = depth[o.parents[i]] + 1
        if i < skip:
            continue
        indent = "  " * depth[i]
        flat = all(not o.children[child] for child in o.children[i])
        text = bracketed(o, i) if flat else f"({o.labels[i]}"
        skip = o.last(i) if flat else i
        lines.append(f"{i + 1:5}  {indent}{text}" + ")" * (sum(1 for a in o.above(i) if a >= node and o.last(a) == skip) if flat else 0))
    return lines


def block(hit: Hit, about: str = "") -> str:
    """A hit as the paper's quality control printed it: the sentence, the numbers of the nodes, the tree around them."""
    head = f"{hit.unit}, sentence {hit.sentence}" + (f": {about}" if about else "")
    first = f"{hit.node + 1} {hit.nodes[0][1] or 'top'}"
    return "\n".join([head, hit.text, f"{first}: {numbered(hit)}", *drawn(hit.tree, hit.node)])
