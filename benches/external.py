"""What it costs to put an outside tool to work, and to bench systems: python benches/external.py ../shared/data/craft

The tool is the cheapest there is (a line is a sentence), so that what is measured is ours: starting processes, placing answers in the text, counting, permuting. 200 documents are cut
from the articles, 2,000 characters each.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import goldproof as gp
from goldproof.model import Corpus

os.environ["GOLDPROOF_CACHE"] = "off"


class Echo(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    craft = gp.corpus("craft", sys.argv[1], layers=("treebank",))
    whole = "".join(d.text for d in craft.documents)
    many = Corpus.of_texts({f"d{i:03d}": whole[i * 2000 : (i + 1) * 2000] for i in range(200)})
    room = Path(tempfile.mkdtemp())
    (room / "echo.py").write_text("def lines(text):\n    return text\n")
    (room / "out").mkdir()
    for d in many.documents:
        (room / "out" / f"{d.id}.txt").write_text(d.text)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    head = 'name = "{}"\nmakes = "sentences"\noutput = "lines"\n'
    ways = {
        "command, one process a document": 'command = ["cat"]\n', "command, a folder at once": 'each = "folder"\ncommand = ["sh", "-c", "cp {input}/* {output}/"]\n',
        "python, one worker": 'python = "echo:lines"\n', "http, 127.0.0.1": f'http = "http://127.0.0.1:{server.server_address[1]}/"\n', "folder of outputs": f'folder = "{room}/out"\n',
    }  # fmt: skip
    print("| way | documents/s | ms a document (all processes) |\n|---|---:|---:|")
    for name, way in ways.items():
        (room / "t.toml").write_text(head.format("t") + way)
        begun, clock = _all(), time.perf_counter()
        run = gp.external(room / "t.toml").run(many)
        assert not run.failures, run.failures
        print(f"| {name} | {200 / (time.perf_counter() - clock):.0f} | {1000 * (_all() - begun) / 200:.2f} |")
    server.shutdown()
    dev = craft.split("development")
    tools = {n: gp.external(n) for n in ("syntok", "pysbd", "nltk", "spacy") if not gp.external(n).absent}
    if len(tools) < 2:
        return
    layers = {}
    print("\n| tool | processor s, 7 articles | sentence F1 |\n|---|---:|---:|")
    for name, tool in tools.items():
        run = tool.run(dev.without_layers("treebank"))
        layers[name] = run.layer
        print(f"| {name} | {run.seconds:.1f} | {gp.score(dev.layer('treebank'), run.layer, 'F1(on=sentence)', draws=0).value:.3f} |")
    begun = time.process_time()
    runs = gp.bench(dev, layers, task="sentences")
    runs.leaderboard()
    print(f"\nA leaderboard of {len(layers)} systems, {len(runs.pairs())} pairs of 10,000 permutations, intervals of 1,000 draws: {time.process_time() - begun:.2f} s of processor time")


def _all() -> float:
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


if __name__ == "__main__":
    main()
