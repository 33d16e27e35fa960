"""Tools under test: what they say is placed in the text, what goes wrong with one document is that document's affair."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import goldproof as gp
from goldproof.annotators.external import ToolTrainer, described, shipped
from goldproof.annotators.external.answers import answered, carried
from goldproof.annotators.external.asked import asked
from goldproof.annotators.external.work import Work, works
from goldproof.annotators.opening import annotator
from goldproof.errors import BadInput, GoldproofError, NotFound
from goldproof.model import Corpus, Document, Kind, Layer, Parse, Passage, Sentence, Source, Span, Token, Unit

from .tools import GENES, TEXTS, corpus, tool


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDPROOF_CACHE", str(tmp_path / "cache"))


def spans(layer: Layer, unit: str) -> list[tuple[int, int]]:
    return [tuple(s) for m in layer[unit] for s in m.spans]


def test_a_command_annotates_and_is_not_asked_twice(tmp_path: Path) -> None:
    place = tool(tmp_path, GENES + "    open('LOG', 'a').write('x')\n".replace("LOG", str(tmp_path / "log")))
    first = gp.external(place).run(corpus())
    assert {u: [TEXTS[u][a:b] for a, b in spans(first.layer, u)] for u in TEXTS} == {"a": ["BRCA1"], "b": [], "c": ["TP53", "BRCA1"]}
    assert first.layer["a"][0].label == "gene"
    assert first.kept == 0
    assert not first.failures
    again = gp.external(place).run(corpus())
    assert again.layer == first.layer
    assert (again.kept, (tmp_path / "log").read_text()) == (3, "xxx")
    # Another script is another tool.
    (tmp_path / "script.py").write_text((tmp_path / "script.py").read_text() + "\n")
    assert gp.external(place).run(corpus()).kept == 0


def test_one_document_fails_and_the_others_do_not(tmp_path: Path) -> None:
    broken = tool(tmp_path, GENES.replace("found =", "if 'No gene' in text: sys.exit('cannot bear it')\n    found =", 1))
    run = gp.external(broken).run(corpus())
    assert run.layer.units == ("a", "c")
    assert run.failures == {"b": "exit code 1: cannot bear it"}
    assert run.layer.get("b") is None
    assert "b: exit code 1" in run.layer.source.settings.text("not judged")


def test_a_resumed_run_asks_only_what_is_missing(tmp_path: Path) -> None:
    flag = tmp_path / "mended"
    place = tool(tmp_path, GENES.replace("found =", f"import os\n    if 'No gene' in text and not os.path.exists({str(flag)!r}): sys.exit(3)\n    found =", 1))
    assert set(gp.external(place).run(corpus()).failures) == {"b"}
    flag.write_text("")
    run = gp.external(place).run(corpus())
    assert (run.kept, run.layer.units) == (2, ("a", "b", "c"))


def test_one_that_hangs_is_stopped_with_its_children(tmp_path: Path) -> None:
    place = tool(tmp_path, """
        import subprocess, sys, time
        if "No gene" in open(sys.argv[1]).read():
            subprocess.run([sys.executable, "-c", f"import time; time.sleep(2.2); open({MARK!r}, 'w')"])
        open(sys.argv[2], "w").write("[]")
    """.replace("{MARK!r}", repr(str(tmp_path / "child"))), timeout=1)  # fmt: skip
    begun = time.monotonic()
    run = gp.external(place).run(corpus())
    assert run.failures == {"b": "no answer in 1 s"}
    assert run.layer.units == ("a", "c")
    time.sleep(max(0.0, 2.7 - (time.monotonic() - begun)))
    assert not (tmp_path / "child").exists()


def test_one_that_eats_memory_is_stopped(tmp_path: Path) -> None:
    place = tool(tmp_path, """
        import sys, time
        if "No gene" in open(sys.argv[1]).read():
            much = []
            while True: much.append(bytearray(10_000_000)); much[-1][::4096] = bytes(1 for _ in much[-1][::4096])
        open(sys.argv[2], "w").write("[]")
    """, memory=150, timeout=30)  # fmt: skip
    run = gp.external(place).run(corpus())
    assert list(run.failures) == ["b"]
    assert "memory" in run.failures["b"] or "MemoryError" in run.failures["b"]


def test_wrong_offsets_are_refused_or_mended_on_request(tmp_path: Path) -> None:
    place = tool(tmp_path, GENES.replace('"start": m.start(), "end": m.end()', '"start": m.start() + 3, "end": m.end() + 3'))
    run = gp.external(place).run(corpus())
    assert run.failures["a"] == "says 'BRCA1' at 3 to 8, where the text has 'A1 bi'"
    assert run.layer.units == ("b",)
    near = gp.external(place, align="near").run(corpus())
    assert [TEXTS["c"][a:b] for a, b in spans(near.layer, "c")] == ["TP53", "BRCA1"]
    outside = tool(tmp_path, "import sys; open(sys.argv[2], 'w').write('[[0, 999]]')")
    assert gp.external(outside).run(corpus()).failures["a"] == "offsets 0 to 999 in a text of 24 characters"


@pytest.mark.parametrize(("unit", "code"), [("utf16", "t.encode('utf-16-le')[:2*0]"), ("bytes", "")])
def test_offsets_of_other_units(tmp_path: Path, unit: str, code: str) -> None:
    width = "len(x.encode('utf-16-le')) // 2" if unit == "utf16" else "len(x.encode())"
    place = tool(tmp_path, GENES.replace("found =", f"w = lambda x: {width}\n    found =").replace("m.start()", "w(text[:m.start()])").replace("m.end()", "w(text[:m.end()])"), offsets=unit)
    text = Corpus.of_texts({"d": "α𝛼 – TP53."})
    assert spans(gp.external(place).annotate(text), "d") == [(5, 9)]


def test_lines_tokens_and_tags_are_found_in_the_text() -> None:
    text = Corpus.of_texts({"d": "The  “mice”\ndo run.\n\nYes (all).\n"})
    said = {"lines": "The “mice” do run.\n\nYes (all).\n", "tokens": "The `` mice '' do run .\nYes -LRB- all -RRB- .\n",
            "tagged": "The_DT ``_`` mice_NNS ''_'' do_VBP run_VB ._.\nYes_UH (_-LRB- all_DT )_-RRB- ._.\n"}  # fmt: skip
    for output, answer in said.items():
        made = gp.external("python:json:loads", makes="tags", output=output)
        (plain,) = answered(made.tool, Work("d", text.document("d").text), answer)
        assert [s["span"] for s in plain["sentences"]] == [[0, 19], [21, 31]]
        if output != "lines":
            assert plain["sentences"][1]["form"] == ["Yes", "(", "all", ")", "."]
            assert plain["sentences"][0]["form"][1:4] == ["“", "mice", "”"]
        if output == "tagged":
            assert plain["sentences"][0]["tag"][4:6] == ["VBP", "VB"]


def test_any_format_is_an_answer_whatever_its_own_text(tmp_path: Path) -> None:
    """CoNLL-U made of tokens has another text than ours: its sentences are laid over the real one."""
    code = """
        import sys
        for n, line in enumerate(open(sys.argv[1]).read().replace(".", " .").strip().split("  "), 1): pass
        words = open(sys.argv[1]).read().replace(".", " .").split()
        rows = [f"{i}\\t{w}\\t_\\t_\\tXX\\t_\\t{0 if i == 1 else 1}\\t{'root' if i == 1 else 'dep'}\\t_\\t_" for i, w in enumerate(words, 1)]
        open(sys.argv[2], "w").write("# newdoc id = whatever\\n" + "\\n".join(rows) + "\\n\\n")
    """
    layer = gp.external(tool(tmp_path, code, makes="dependencies", output="conllu")).annotate(corpus())
    (parse,) = layer["c"]
    assert [TEXTS["c"][slice(*t.span)] for t in parse.tokens] == ["We", "saw", "TP53", "—", "and", "BRCA1", "."]
    assert [t.head for t in parse.tokens] == [0, 1, 1, 1, 1, 1, 1]
    brat = """
        import sys
        text = open(sys.argv[1]).read()
        at = text.find("BRCA1")
        open(sys.argv[2], "w").write(f"T1\\tGene {at} {at + 5}\\tBRCA1\\n" if at >= 0 else "")
    """
    run = gp.external(tool(tmp_path, brat, output="brat")).run(corpus())
    assert not run.failures
    assert (spans(run.layer, "c"), spans(run.layer, "b")) == ([(18, 23)], [])


def test_the_cache_lets_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from goldproof.annotators.external import keeping

    monkeypatch.setattr(keeping, "MOST", 10)
    for i in range(15):
        keeping.keep(f"aa{i:02d}", [{"n": i}])
        file = tmp_path / f"cache/external/aa/aa{i:02d}.json.gz"
        os.utime(file, (i, i))
    assert keeping.kept("aa14") == [{"n": 14}]
    assert keeping.kept("aa00") is None
    assert len(list((tmp_path / "cache/external/aa").iterdir())) <= 11
    (tmp_path / "cache/external/aa/aa14.json.gz").write_bytes(b"half")
    assert keeping.kept("aa14") is None


def test_white_space_may_differ_and_words_may_not() -> None:
    carry = carried("a  b\nc", "a b\n\nc")
    assert [carry(0, False), carry(3, False), carry(4, True), carry(6, True)] == [0, 2, 3, 6]
    with pytest.raises(BadInput, match="another text"):
        carried("a b", "a x")


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=("Z", "C")), min_size=1, max_size=6).filter(lambda w: not any(c.isspace() for c in w)), min_size=1, max_size=5), max_size=4),
       st.sampled_from([" ", "  ", "\u200a ", "\t"]))  # fmt: skip
def test_what_is_asked_in_a_shape_comes_back_in_its_place(lines: list[list[str]], gap: str) -> None:
    """Whatever the characters: tokens handed out as words are found again exactly where they stand."""
    text = "".join(gap.join(words) + " \n" for words in lines)
    (work,) = works(Corpus.of_texts({"d": text}), parses({"d": text}), "tags")
    for shape in ("lines", "tokens", "tagged", "json"):
        tool = gp.external("python:x:y", makes="tags", output=shape).tool
        (plain,) = answered(tool, work, asked(shape, work))
        assert [s["span"] for s in plain["sentences"]] == [s["span"] for s in work.sentences], shape
        if shape != "lines":
            assert [s["tokens"] for s in plain["sentences"]] == [s["tokens"] for s in work.sentences]


def test_a_text_of_nothing_is_judged_and_nothing_is_there(tmp_path: Path) -> None:
    for output in ("lines", "conllu", "brat"):
        empty = gp.external(tool(tmp_path, "", makes="mentions" if output == "brat" else "sentences", output=output, command=["true"]))
        layer = empty.annotate(Corpus.of_texts({"d": "", "e": " \n"}))
        assert layer.units == ("d", "e"), output
        assert not any(getattr(p, "sentences", ()) for _, found in layer.items() for p in found)


def parses(texts: dict[str, str]) -> Layer:
    """Every word a token, every line a sentence."""
    made = {}
    for unit, text in texts.items():
        sentences, at = [], 0
        for line in text.splitlines(keepends=True):
            tokens, begin = [], at
            for word in line.split():
                start = text.index(word, begin)
                begin = start + len(word)
                tokens.append(Token(Span(start, begin), word, tag="NN", head=0, relation="secret"))
            if tokens:
                sentences.append(Sentence(Span(tokens[0].span.start, begin), tuple(tokens)))
            at += len(line)
        made[unit] = [Parse(tuple(sentences))]
    return Layer.of("given", Source("given"), Kind.PARSES, made)


def test_a_tool_gets_what_it_needs_of_a_parse_and_no_more(tmp_path: Path) -> None:
    echo = """
        import json, sys
        said = json.load(open(sys.argv[1]))
        assert "secret" not in json.dumps(said) and "NN" not in json.dumps(said)
        for s in said["sentences"]:
            for t in s["tokens"]: t["tag"] = t["form"][:1].upper()
        json.dump(said, open(sys.argv[2], "w"))
    """
    layer = gp.external(tool(tmp_path, echo, makes="tags", needs="tokens", input="json")).annotate(corpus(), given=parses(TEXTS))
    assert [t.tag for t in layer["a"][0].tokens] == ["B", "B", "I", "I", "B"]
    lines = """
        import sys
        for line in sys.stdin: print(" ".join(w + "_" + "X" for w in line.split()))
    """
    stdin = gp.external(tool(tmp_path, lines, makes="tags", needs="tokens", input="tokens", output="tagged", command=["{python}", "{here}/script.py"]))
    assert [t.tag for t in stdin.annotate(corpus(), given=parses(TEXTS))["b"][0].tokens] == ["X"] * 3
    # A unit that the given layer did not judge is not asked about.
    assert stdin.annotate(corpus(), given=parses({"a": TEXTS["a"]})).units == ("a",)
    columns = """
        import shutil, sys
        assert "secret" not in open(sys.argv[1]).read()
        shutil.copy(sys.argv[1], sys.argv[2])
    """
    for format in ("conllx", "conllu"):
        same = gp.external(tool(tmp_path, columns, makes="tags", needs="tags", input=format, output=format)).annotate(corpus(), given=parses(TEXTS))
        assert [(t.span, t.tag) for t in same["c"][0].tokens] == [(t.span, t.tag) for t in parses(TEXTS)["c"][0].tokens]


def test_a_folder_of_documents_is_one_run_and_the_guilty_one_is_found(tmp_path: Path) -> None:
    code = """
        import os, sys
        open(LOG, "a").write("x")
        for name in sorted(os.listdir(sys.argv[1])):
            text = open(os.path.join(sys.argv[1], name)).read()
            if "No gene" in text: sys.exit("not this one")
            open(os.path.join(sys.argv[2], name), "w").write(text.strip())
    """.replace("LOG", repr(str(tmp_path / "log")))
    run = gp.external(tool(tmp_path, code, makes="sentences", output="lines", each="folder")).run(corpus())
    assert run.failures == {"b": "exit code 1: not this one"}
    assert run.layer.units == ("a", "c")
    assert (tmp_path / "log").read_text() == "x" * 4  # all at once, then one by one


def test_python_callables_in_their_own_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(
        "import re, sys, time\n"
        "def find(text, word='BRCA1'):\n"
        "    print('chatter')\n"
        "    if 'No gene' in text: raise ValueError('no gene')\n"
        "    return ((m.start(), m.end(), 'gene') for m in re.finditer(word, text))\n"
        "def die(text):\n"
        "    if 'No gene' in text: sys.stderr.write('last words\\n'); import os; os._exit(9)\n"
        "    return []\n"
        "def sleep(text):\n"
        "    if 'No gene' in text: time.sleep(60)\n"
        "    return []\n"
        "def count(text, sentences): return [(s['start'], s['end']) for s in sentences]\n"
        "class maker:\n"
        "    def __init__(self, label): self.label = label\n"
        "    def __call__(self, text): return [(0, 1, self.label)]\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    run = gp.external("python:mine:find").run(corpus())
    assert spans(run.layer, "c") == [(18, 23)]
    assert run.failures == {"b": "ValueError: no gene"}
    assert spans(gp.external("python:mine:find", word="TP53").annotate(corpus()), "c") == [(7, 11)]
    assert gp.external("python:mine:die").run(corpus()).failures == {"b": "it ended, exit code 9: last words"}
    slow = gp.external("python:mine:sleep", timeout=0.5).run(corpus())
    assert (slow.failures, slow.layer.units) == ({"b": "no answer in 0.5 s"}, ("a", "c"))
    assert len(gp.external("python:mine:count", makes="sentences", needs="sentences").annotate(corpus(), given=parses(TEXTS))["a"][0].sentences) == 1
    assert gp.external("python:mine:maker", factory="yes", label="X").annotate(corpus())["a"][0].label == "X"
    with pytest.raises(BadInput, match="no setting 'colour'"):
        gp.external("python:mine:find", colour="red").run(corpus())
    with pytest.raises(BadInput, match="'nothing'"):
        gp.external("python:mine:nothing").run(corpus())
    with pytest.raises(NotFound, match="no_such_package is not here"):
        gp.external("python:no_such_package:f").run(corpus())


def test_a_callable_of_this_process() -> None:
    def first(text: str) -> list[tuple[int, int]]:
        return [(0, text.index(" "))]

    layer = gp.external(first).annotate(corpus())
    assert (layer.name, spans(layer, "a")) == ("first", [(0, 5)])
    assert gp.external(lambda text: 1 / 0, name="bad").run(corpus()).failures["a"] == "ZeroDivisionError: division by zero"


def test_passages_are_asked_alone_and_places_are_the_document_s() -> None:
    text = "Title. BRCA1 binds. The end."
    part = Corpus((Document("d", text),), (Unit("d#2", Passage("d", Span(7, 19))),))
    seen: list[str] = []
    layer = gp.external(lambda text: (seen.append(text), [(0, 5)])[1], name="x").annotate(part)
    assert seen == ["BRCA1 binds."]
    assert spans(layer, "d#2") == [(7, 12)]


class _Service(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.end_headers()
            return
        if "No gene" in text:
            if self.path == "/slow":
                time.sleep(1.5)
            self.send_response(500)
            self.end_headers()
            self.wfile.write(b"no gene\n")
            return
        self.send_response(200)
        self.end_headers()
        if self.path == "/json":
            text = json.loads(text)["text"]
        self.wfile.write(json.dumps([[text.index("BRCA1"), text.index("BRCA1") + 5, "gene"]]).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_a_service_is_asked_at_its_address_and_no_other(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")  # nobody is there: a proxy that was asked would be noticed
    run = gp.external(f"{service}/text").run(corpus())
    assert spans(run.layer, "c") == [(18, 23)]
    assert run.failures == {"b": "HTTP 500 Internal Server Error: no gene"}
    assert spans(gp.external(f"{service}/json", input="json").run(corpus()).layer, "a") == [(0, 5)]
    assert gp.external(f"{service}/slow", timeout=0.4).run(corpus()).failures["b"].startswith("no answer in 0.4 s")
    assert gp.external(f"{service}/away").run(corpus()).failures["a"].startswith("HTTP 302")
    assert "cannot be reached" in gp.external("http://127.0.0.1:9/x").run(corpus()).failures["a"]


def test_a_folder_of_outputs(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/a.tagged.txt").write_text("BRCA1_NN binds_VBZ ._.\nIt_PRP is_VBZ big_JJ ._.\n")
    (tmp_path / "out/c.txt").write_text("We_PRP saw_VBD TP54_NN\n")
    run = gp.external(str(tmp_path / "out"), makes="tags", output="tagged").run(corpus())
    assert [t.tag for t in run.layer["a"][0].tokens] == ["NN", "VBZ", ".", "PRP", "VBZ", "JJ", "."]
    assert run.failures["b"] == "no output of this document in the folder"
    assert "'TP54'" in run.failures["c"]


def test_training_makes_a_model_and_the_same_training_is_done_once(tmp_path: Path) -> None:
    """A tagger that learns the commonest tag of each word."""
    learn = """
        import collections, json, sys
        known = collections.defaultdict(collections.Counter)
        for line in open(sys.argv[1]):
            for word in line.split():
                form, _, tag = word.rpartition("_")
                known[form][tag] += 1
        json.dump({f: c.most_common(1)[0][0] for f, c in known.items()}, open(sys.argv[2], "w"))
        open(LOG, "a").write("x")
    """.replace("LOG", repr(str(tmp_path / "log")))
    use = "import json, sys; known = json.load(open(sys.argv[1]))\nfor line in sys.stdin: print(' '.join(w + '_' + known.get(w, 'UNKNOWN') for w in line.split()))"
    place = tool(tmp_path, use, makes="tags", needs="tokens", input="tokens", output="tagged", command=["{python}", "{here}/script.py", "{model}"],
                 needs_files=["model"], settings={"model": ""}, train={"command": ["{python}", "{here}/learn.py", "{input}", "{model}"], "input": "tagged"})  # fmt: skip
    (tmp_path / "learn.py").write_text(__import__("textwrap").dedent(learn))
    assert "no file for its setting model" in gp.external(place).absent
    whole = corpus().with_layers(parses(TEXTS))
    model = ToolTrainer(described(place)).train(whole, layer="given")
    assert (model.card["task"], model.card["tokens"], model.card["documents"]) == ("tags", 14, 3)
    tagged = model.annotate(Corpus.of_texts({"x": "BRCA1 ran"}), given=parses({"x": "BRCA1 ran"}))
    assert [t.tag for t in tagged["x"][0].tokens] == ["NN", "UNKNOWN"]
    ToolTrainer(described(place)).train(whole, layer="given")
    assert (tmp_path / "log").read_text() == "x"
    model.save(tmp_path / "my.model")
    assert json.loads((tmp_path / "my.model.card.json").read_text())["data"] == model.card["data"]
    assert gp.external(place, model=tmp_path / "my.model").annotate(corpus(), given=parses(TEXTS)).agrees(model.annotate(corpus(), given=parses(TEXTS)))
    with pytest.raises(BadInput, match="cannot be trained"):
        ToolTrainer(shipped()["syntok"])
    (tmp_path / "learn.py").write_text("import sys; sys.exit('too few words')")
    with pytest.raises(GoldproofError, match="too few words"):
        ToolTrainer(described(place)).train(whole, layer="given", seed=8)


@pytest.mark.parametrize(("line", "message"), [
    ('makes = "poems"', "makes is one of"), ('timeout = "long"', "timeout is a number"), ('python = "a:b"', "2 ways"), ('colour = "red"', "no field 'colour'"),
    ('needs = "everything"', "needs is one of"), ("command = 7", "list of words"), ("makes = ", "TOML"), ('each = "folder"\ncommand = ["x"]', "both are folders"),
    ("timeout = 0", "more than 0"),
])  # fmt: skip
def test_a_bad_description_is_one_line(tmp_path: Path, line: str, message: str) -> None:
    key = line.partition(" ")[0]
    own = {"name": '"x"', "makes": '"mentions"', "command": '["cat"]'}
    (tmp_path / "t.toml").write_text("".join(f"{k} = {v}\n" for k, v in own.items() if f"{k} =" not in line) + line + "\n")
    assert key
    with pytest.raises(GoldproofError, match=message) as error:
        described(tmp_path / "t.toml")
    assert "\n" not in str(error.value)


def test_who_is_absent_says_how_to_get_it(tmp_path: Path) -> None:
    place = tool(tmp_path, "", command=["no-such-program-at-all", "{input}"], install="apt install it")
    with pytest.raises(NotFound, match=r"no-such-program-at-all is not installed here \(apt install it\)"):
        gp.external(place).annotate(corpus())
    with pytest.raises(NotFound, match="no tool is called 'poet'"):
        gp.external("poet")
    assert annotator(f"external:{place}").name == "small"
    with pytest.raises(BadInput, match="behind a colon"):
        annotator("external")


def test_every_shipped_description_says_where_it_is_from() -> None:
    known = shipped()
    assert {"syntok", "pysbd", "nltk", "spacy", "udpipe", "opennlp-sentences", "opennlp-tokens", "opennlp-tags"} <= set(known)
    for name, made in known.items():
        assert made.name == name
        assert all((made.install, made.home, made.licence, made.about)), name
        why = gp.external(name).absent
        assert not why or made.install in why


@pytest.mark.parametrize("name", ["syntok", "pysbd", "nltk", "spacy"])
def test_shipped_tools_that_are_here_run(name: str) -> None:
    made = gp.external(name)
    if made.absent:
        pytest.skip(made.absent)
    layer = made.annotate(Corpus.of_texts({"d": "Abstract\n\nThe mice don't run.  BMP2 (“x”) is here.\n"}))
    text = "Abstract\n\nThe mice don't run.  BMP2 (“x”) is here.\n"
    found = [text[slice(*s.span)] for s in layer["d"][0].sentences]
    assert "BMP2 (“x”) is here." in found
    assert all(s.strip() == s for s in found)
