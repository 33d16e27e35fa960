"""The commands of the manual, run as they are written, one page after the other, each in a room with what its reader would have."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from goldproof import cli
from goldproof.formats import save
from goldproof.model import Corpus, Kind, Layer, Mention, Source, Span
from goldproof.testing import SAMPLES

from ..adjudication.toys import study

ROOT = Path(__file__).parents[2]
TEXT = "Short fingers were seen.\nNo cleft palate.\n"
HP = """format-version: 1.2
ontology: hp

[Term]
id: HP:0000001
name: All

[Term]
id: HP:0000118
name: Phenotypic abnormality
is_a: HP:0000001

[Term]
id: HP:0009381
name: Short finger
is_a: HP:0000118
"""
SLIP = "T1\tPhenotype 0 13\tShort fingers\nN1\tReference T1 HP:0009381\tShort finger\n"


def prepared(room: Path) -> None:
    """A folder in brat, another annotator's, an ontology, a guideline, a native file with two layers, a folder in the layout of CRAFT."""
    for name, notes in (("abstracts", SLIP), ("round1-bo", SLIP.replace("0 13", "0 5").replace("Short fingers", "Short")), ("bo", "")):
        (room / name).mkdir()
        (room / name / "17353411.txt").write_text(TEXT)
        (room / name / "17353411.ann").write_text(notes)
    (room / "hp.obo").write_text(HP)
    (room / "guideline.md").write_text("Mark the longest phrase.\n")
    found = {"d3": [Mention((Span(0, 5), Span(6, 13)), label="Phenotype")]}
    save(Corpus.of_texts({"d3": TEXT.partition("\n")[0]}).with_layers(Layer.of("ann", Source("ann"), Kind.MENTIONS, found)), room / "study.gold.jsonl")
    notes_folder, texts = room / "CRAFT/concept-annotation/CL/CL/knowtator", room / "CRAFT/articles/txt"
    notes_folder.parent.mkdir(parents=True)
    texts.mkdir(parents=True)
    (texts / "17353411.txt").write_text(TEXT)
    save(SAMPLES["nothing there"], notes_folder, format="knowtator")
    for file in notes_folder.glob("*.txt"):
        (texts / file.name).write_bytes(file.read_bytes())
        file.unlink()


def commands(page: str) -> list[str]:
    blocks = re.findall(r"```(?:sh|console)\n(.*?)```", (ROOT / page).read_text("utf-8"), re.S)
    lines = [line.removeprefix("$ ").split(" #")[0].strip() for block in blocks for line in block.split("\n")]
    return [line for line in lines if line.startswith("goldproof ")]


# What a page says that its reader must have seen to, or that ends with 1 because it finds something; and what needs a corpus or a server.
FINDS = ("check", "diff")
ELSEWHERE = ("craft", "postgresql://", "treebank/")
REFUSED = {"docs/how-to/convert.md": ["goldproof convert study.gold.jsonl out.pubtator"]}


def run(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", shlex.split(line))
    try:
        cli.main()
    except SystemExit as left:
        return int(left.code or 0)
    raise AssertionError("main always exits")


@pytest.mark.parametrize("page", [
    "README.md", "docs/how-to/convert.md", "docs/how-to/check.md", "docs/how-to/project.md", "docs/how-to/suggest.md", "docs/how-to/harmonise.md",
    "docs/how-to/languages.md", "docs/how-to/adjudicate.md", "docs/how-to/release.md", "docs/tutorials/tour.md",
])
def test_every_command_of_the_page_does_what_is_said(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prepared(tmp_path)
    monkeypatch.chdir(tmp_path)
    lines = [line for line in commands(page) if not any(word in line.lower() for word in ELSEWHERE) or "knowtator" in line]
    assert lines
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    if page in ("docs/how-to/adjudicate.md", "docs/how-to/release.md"):
        study("study.db").close()
    if "docs/how-to/check.md" in page:
        run("goldproof new study.db", monkeypatch)
    for line in lines:
        with contextlib.suppress(FileNotFoundError):  # a page may write one file twice, to show what --lose does
            if line.startswith("goldproof convert") and not line.endswith("--force"):
                (tmp_path / shlex.split(line)[3]).unlink()
        code = run(line, monkeypatch)
        said = capsys.readouterr()
        if line in REFUSED.get(page, ()):
            assert code == 2
            assert said.err.strip() in " ".join((ROOT / page).read_text("utf-8").split())
        else:
            assert code == 0 or (code == 1 and line.split()[1] in FINDS), f"{page}: {line}\n{said.err}"


def test_the_example_in_the_page_about_formats_is_a_format(tmp_path: Path) -> None:
    """The code is run; check_format finds in it just what the page says."""
    from goldproof.formats import Format, Reading
    from goldproof.testing import check_format

    page = (ROOT / "docs/how-to/write-a-format.md").read_text("utf-8")
    code = re.findall(r"```python\n(.*?)```", page, re.S)[0]
    names: dict[str, object] = {}
    exec(compile(code, "write-a-format.md", "exec"), names)
    words = names["WORDS"]
    assert isinstance(words, Format)
    (tmp_path / "x.words").write_text("a\tOne text.\nb\tAnother.\n")
    assert words.read is not None
    assert [d.id for d in words.read(tmp_path / "x.words", Reading()).documents] == ["a", "b"]
    with pytest.raises(AssertionError, match="line 2: no tab"):
        check_format(words)
