"""How fast is each format? MB/s of the files that it writes, on one made corpus; brat and native beside plain json.

    python benches/formats.py [--documents 200]
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from goldproof.formats import Format, Reading, Writing, load, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import strip
from goldproof.model import Corpus, Document, Kind, Layer, MentionBuilder, ParseBuilder, Source
from goldproof.registry import door

T = TypeVar("T")
WORDS = "the binding of alpha beta receptor protein cells in short fingers was observed and severe palate cleft with".split()
TAGS = ("NN", "JJ", "IN", "VBD", "DT")


def made(documents: int, words: int = 2000, mentions: int = 300, seed: int = 7) -> Corpus:
    """Documents of random words, each a sentence of 20 tokens, with tags, heads and mentions."""
    rng = random.Random(seed)
    texts, spans, syntax = [], MentionBuilder(), ParseBuilder()
    for number in range(documents):
        chosen = [rng.choice(WORDS) for _ in range(words)]
        text = " ".join(chosen)
        starts = [0]
        for word in chosen[:-1]:
            starts.append(starts[-1] + len(word) + 1)
        for at in sorted(rng.sample(range(words - 2), mentions)):
            spans.add([(starts[at], starts[at + 1] + len(chosen[at + 1]))], (f"HP:{rng.randrange(9999):07}",), "Phenotype")
        spans.end_unit()
        for first in range(0, words, 20):
            row = slice(first, first + 20)
            ends = [s + len(w) for s, w in zip(starts[row], chosen[row], strict=True)]
            syntax.tokens(starts[row], ends, chosen[row], tags=[rng.choice(TAGS) for _ in ends], lemmas=chosen[row],
                          heads=list(range(len(ends))), relations=["dep"] * len(ends))  # fmt: skip
            syntax.end_sentence(starts[first], ends[-1])
        syntax.end_parse()
        syntax.end_unit()
        texts.append(Document(f"d{number:05}", text))
    ids = tuple(d.id for d in texts)
    source = Source("unknown")
    layers = Layer("mentions", source, ids, spans.columns()), Layer("parses", source, ids, syntax.columns())
    return Corpus.of_texts(texts).with_layers(*layers)


def best(do: Callable[[], T], times: int = 3, enough: float = 5.0) -> tuple[float, T]:
    """The least of a few runs; one is enough of what takes long."""
    seconds: list[float] = []
    while not seconds or (len(seconds) < times and sum(seconds) < enough):
        start = time.perf_counter()
        result = do()
        seconds.append(time.perf_counter() - start)
    return min(seconds), result


def size(path: Path) -> float:
    return sum(f.stat().st_size for f in ([path] if path.is_file() else path.rglob("*")) if f.is_file()) / 1e6


def run(format: Format, corpus: Corpus, folder: Path) -> tuple[float, float, float] | None:
    """MB, seconds to write, seconds to read; None where the format keeps neither mentions nor parses."""
    kept = strip(corpus, losses(corpus, format))
    if not kept.layers or format.read is None or format.write is None:
        return None
    target = folder / f"x{format.suffixes[0]}"

    def write() -> None:
        shutil.rmtree(target, ignore_errors=True)
        target.unlink(missing_ok=True)
        if format.holder == "folder":
            target.mkdir()
        assert format.write is not None
        format.write(kept, target, Writing())

    def read() -> Corpus:
        assert format.read is not None
        return format.read(target, Reading())

    wrote, _ = best(write)
    took, back = best(read)
    assert back == kept, f"{format.name} does not read back what it wrote"
    return size(target), wrote, took


def beside_json(corpus: Corpus, folder: Path, name: str) -> tuple[float, float]:
    """Seconds for write and read together: ours, and plain json on the same content in as many files."""
    target = folder / f"{name}.{'brat' if name == 'brat' else 'gold.jsonl'}"
    ours = best(lambda: save(corpus, target, format=name, force=True))[0] + best(lambda: load(target, format=name))[0]
    layer = corpus.of_kind(Kind.MENTIONS)[0]
    records = {
        d.id: [d.text, [[f"T{i}", m.label, [list(s) for s in m.spans], list(m.concepts), d.cut(m.spans), d.cut(m.spans)]
                        for i, m in enumerate(layer[d.id])]]
        for d in corpus.documents
    }  # fmt: skip
    if name == "native":
        lines = [json.loads(line) for line in target.read_text().splitlines()]
        plain = folder / "plain.jsonl"

        def write() -> None:
            with plain.open("w") as out:
                out.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

        def read() -> object:
            with plain.open() as rows:
                return [json.loads(row) for row in rows]
    else:
        plain = folder / "plain"
        plain.mkdir(exist_ok=True)

        def write() -> None:
            for id, record in records.items():
                (plain / id).write_text(json.dumps(record, ensure_ascii=False))

        def read() -> object:
            return [json.loads((plain / id).read_text()) for id in records]

    return ours, best(write)[0] + best(read)[0]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=100)
    corpus = made(options.parse_args().documents)
    print(f"{corpus}\n\n| format | MB | write MB/s | read MB/s |\n|---|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for format in door("formats"):
            found = run(format, corpus, folder)
            if found:
                mb, wrote, took = found
                print(f"| {format.name} | {mb:.1f} | {mb / wrote:.1f} | {mb / took:.1f} |")
        print("\n| write and read | ours, s | json, s | ratio |\n|---|---:|---:|---:|")
        mentions = corpus.without_layers("parses")
        for what, content in (("brat", mentions), ("native", mentions), ("native with parses", corpus)):
            ours, plain = beside_json(content, folder, what.split()[0])
            print(f"| {what} | {ours:.2f} | {plain:.2f} | {ours / plain:.2f} |")


if __name__ == "__main__":
    main()
