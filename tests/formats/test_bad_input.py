"""Bad input to every reader: one line on stderr, exit 2, no traceback, nothing written, nothing left behind."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from goldproof import cli
from goldproof.errors import BadInput, GoldproofError
from goldproof.formats import Format, Writing, exchange, load, save
from goldproof.model import Corpus, Kind, Layer, Mention, Source, Span
from goldproof.registry import door

from .samples import SAMPLES
from .valid import READERS, main_file, written

by_name = pytest.mark.parametrize("format", READERS, ids=lambda f: f.name)
WRITERS = [f for f in READERS if f.write is not None]

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" + bytes(range(256)) * 8
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)) + "]>"
EXTERNAL = '<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/passwd">]>'


@pytest.fixture
def convert(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """``goldproof convert`` in this process: it must fail as it should, and the line that it says is given back."""

    def run(source: Path, target: Path, format: Format | None = None, *more: str) -> str:
        before = sorted(target.parent.rglob("*"))
        chosen = ["--from", format.name] if format else []
        monkeypatch.setattr(sys, "argv", ["goldproof", "convert", str(source), str(target), "--to", "native", *chosen, *more])
        begin = time.perf_counter()
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        took = time.perf_counter() - begin
        out, err = capsys.readouterr()
        assert stopped.value.code == 2, err
        assert out == ""
        assert_one_line(err)
        assert sorted(target.parent.rglob("*")) == before
        assert took < 20  # a few seconds, on a busy machine too
        return err

    return run


def assert_one_line(err: str) -> None:
    lines = [line for line in err.splitlines() if not line.startswith("warning: ")]
    assert len(lines) == 1, err
    assert lines[0].startswith("goldproof: ")
    assert "Traceback" not in err


@pytest.fixture
def broken(tmp_path: Path) -> Callable[[Format, bytes], Path]:
    """A valid file or folder of a format, the main file of which holds something else."""
    room = tmp_path / "in"
    room.mkdir()

    def make(format: Format, data: bytes) -> Path:
        whole = written(format, room)
        main_file(format, whole).write_bytes(data)
        return whole

    return make


def good(format: Format, tmp_path: Path) -> bytes:
    room = tmp_path / "good"
    room.mkdir(exist_ok=True)
    return main_file(format, written(format, room)).read_bytes()


def is_xml(data: bytes) -> bool:
    return data.lstrip(b"\xef\xbb\xbf \n").startswith(b"<")


def is_json(data: bytes) -> bool:
    return data.lstrip()[:1] in (b"{", b"[")


@by_name
def test_a_missing_file(format: Format, convert: Callable[..., str], tmp_path: Path) -> None:
    assert "no such" in convert(tmp_path / "absent.x", tmp_path / "out.jsonl", format)


@by_name
def test_an_empty_file(format: Format, convert: Callable[..., str], tmp_path: Path) -> None:
    source = tmp_path / f"x{format.suffixes[0]}"
    source.write_bytes(b"")
    convert(source, tmp_path / "out.jsonl", format)


@by_name
def test_a_folder_without_files(format: Format, convert: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "empty" / "inner").mkdir(parents=True)
    convert(tmp_path / "empty", tmp_path / "out.jsonl", format)


BINARY = {"a picture": PNG, "nothing but NULs": bytes(5000), "UTF-16": "\ufeffeins zwei drei\n".encode("utf-16"), "gzip": gzip.compress(b"x" * 999)}


@by_name
@pytest.mark.parametrize("what", BINARY)
def test_a_binary_file(format: Format, what: str, convert: Callable[..., str], broken: Callable[[Format, bytes], Path], tmp_path: Path) -> None:
    convert(broken(format, BINARY[what]), tmp_path / "out.jsonl", format)


@by_name
@pytest.mark.parametrize("what", ["a picture", "nothing but NULs"])
def test_a_binary_file_alone(format: Format, what: str, convert: Callable[..., str], tmp_path: Path) -> None:
    source = tmp_path / f"x{format.suffixes[0]}"
    source.write_bytes(BINARY[what])
    convert(source, tmp_path / "out.jsonl", format)


@by_name
def test_bad_encoding(format: Format, convert: Callable[..., str], broken: Callable[[Format, bytes], Path], tmp_path: Path) -> None:
    data = good(format, tmp_path)
    # A letter of Latin-1 in the middle of whatever is said there.
    middle = next(i for i in range(len(data) // 2, len(data)) if data[i : i + 1].isalpha())
    convert(broken(format, data[:middle] + b"\xe9\xe8" + data[middle:]), tmp_path / "out.jsonl", format)


@by_name
def test_a_truncated_file(format: Format, convert: Callable[..., str], broken: Callable[[Format, bytes], Path], tmp_path: Path) -> None:
    data = good(format, tmp_path)
    if not (is_xml(data) or is_json(data) or b"\0" in data):
        pytest.skip("a format of lines: what is left is a file of fewer lines")
    convert(broken(format, data.rstrip()[:-2]), tmp_path / "out.jsonl", format)
    convert(replace_main(format, tmp_path, data[: len(data) // 2 - len(data) // 2 % 2 + 1].rstrip(b"\n")), tmp_path / "out.jsonl", format)


def replace_main(format: Format, tmp_path: Path, data: bytes) -> Path:
    whole = next((tmp_path / "in").iterdir())
    main_file(format, whole).write_bytes(data)
    return whole


def test_a_truncated_gzip(convert: Callable[..., str], tmp_path: Path) -> None:
    save(SAMPLES["everything"], tmp_path / "x.jsonl.gz")
    for size in (3, 15, -5):
        (tmp_path / "y.jsonl.gz").write_bytes((tmp_path / "x.jsonl.gz").read_bytes()[:size])
        convert(tmp_path / "y.jsonl.gz", tmp_path / "out.jsonl", door("formats").get("native"))


def in_root(data: bytes, prolog: str, inside: str) -> bytes:
    """XML with something before the root element and something as the first thing in it."""
    text = data.decode().removeprefix("\ufeff")
    head = text.index("?>") + 2 if text.startswith("<?xml") else 0
    begin = text.index("<", head)
    while text[begin + 1] in "!?":
        begin = text.index("<", text.index(">", begin))
    end = text.index(">", begin)
    name = text[begin + 1 : end].split()[0].rstrip("/")
    body = f"<{name}>" if text[end - 1] == "/" else text[begin : end + 1]
    rest = f"</{name}>" if text[end - 1] == "/" else text[end + 1 :]
    return (text[:head] + prolog + body + inside + rest).encode()


@by_name
@pytest.mark.parametrize("what", ["billion laughs", "external", "quadratic", "parameter"])
def test_entities_are_refused(format: Format, what: str, convert: Callable[..., str], broken: Callable[[Format, bytes], Path], tmp_path: Path) -> None:
    data = good(format, tmp_path)
    if not is_xml(data):
        pytest.skip("not XML")
    prolog, inside = {
        "billion laughs": (LAUGHS, "&i;"), "external": (EXTERNAL, "&i;"), "quadratic": (f'<!DOCTYPE x [<!ENTITY i "{"x" * 99999}">]>', "&i;" * 9999),
        "parameter": ('<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>', ""),
    }[what]  # fmt: skip
    assert "entit" in convert(broken(format, in_root(data, prolog, inside)), tmp_path / "out.jsonl", format)


@by_name
def test_deep_towers_are_refused(format: Format, convert: Callable[..., str], broken: Callable[[Format, bytes], Path], tmp_path: Path) -> None:
    data = good(format, tmp_path)
    if is_xml(data):
        tower = in_root(data, "", "<a>" * 100_000 + "</a>" * 100_000)
    elif is_json(data):
        line, end, rest = data.partition(b"\n")
        for opening, closing in ((b"[", b"]"), (b'{"a":', b"}")):
            deep = opening * 100_000 + (b"1" if b":" in opening else b"") + closing * 100_000
            at = line.index(b"{") + 1 if b"{" in line else 0
            convert(broken_again(format, line[:at] + b'"attributes":' + deep + b"," + line[at:] + end + rest, tmp_path, broken), tmp_path / "out.jsonl", format)
        tower = b"[" * 100_000
    elif format.name == "penn":
        tower = b"(" * 100_000 + data
    else:
        pytest.skip("a format without nesting")
    convert(broken_again(format, tower, tmp_path, broken), tmp_path / "out.jsonl", format)


def broken_again(format: Format, data: bytes, tmp_path: Path, broken: Callable[[Format, bytes], Path]) -> Path:
    return replace_main(format, tmp_path, data) if any((tmp_path / "in").iterdir()) else broken(format, data)


@by_name
def test_the_files_of_every_other_format(format: Format, tmp_path: Path) -> None:
    """Refused in one line, or, where the other is as plain as a table or a text, read as what it may be: never anything else."""
    for other in WRITERS:
        if other.name == format.name:
            continue
        room = tmp_path / other.name
        room.mkdir()
        whole = written(other, room)
        for path in (whole, main_file(other, whole)):
            if path.is_dir() and not {f.suffix for f in path.rglob("*.*")} & {".txt", *format.suffixes}:
                with pytest.raises(GoldproofError):
                    load(path, format=format.name)
            wrong = failure(lambda path=path: load(path, format=format.name))  # type: ignore[misc]
            assert not wrong, f"{format.name} on a file of {other.name}: {wrong}"


def failure(action: Callable[[], object]) -> str:
    """What an action raises that is not one line for a user."""
    try:
        action()
    except GoldproofError as error:
        return "" if "\n" not in str(error) else repr(error)
    except Exception as error:  # noqa: BLE001
        return repr(error)
    return ""


@pytest.mark.parametrize("format", [f for f in WRITERS if f.name != "native"], ids=lambda f: f.name)
def test_what_is_no_format_of_ours_is_not_taken_for_one(format: Format, convert: Callable[..., str], tmp_path: Path) -> None:
    """The reader for XML or JSON of one kind says that another kind is not its own."""
    data = good(format, tmp_path)
    alien = b'<?xml version="1.0"?>\n<svg><g/></svg>' if is_xml(data) else b'{"hello": [1, 2]}' if is_json(data) else b""
    if not alien:
        pytest.skip("a format of lines")
    source = tmp_path / f"alien{format.suffixes[0]}"
    source.write_bytes(alien)
    convert(source, tmp_path / "out.jsonl", format)


HUGE = 200 * 1024 * 1024


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """200 MB: a hole, one line of a letter, many lines."""
    room = tmp_path_factory.mktemp("huge")
    with (room / "hole").open("wb") as file:
        file.truncate(HUGE)
    (room / "line").write_bytes(b"a" * HUGE)
    (room / "lines").write_bytes(b"some words\tand more\n" * (HUGE // 20))
    return {name: room / name for name in ("hole", "line", "lines")}


@by_name
@pytest.mark.parametrize("what", ["hole", "line", "lines"])
def test_two_hundred_megabytes(
    format: Format, what: str, huge: dict[str, Path], convert: Callable[..., str], broken: Callable[[Format, bytes], Path], tmp_path: Path
) -> None:
    whole = broken(format, b"")
    for path in [p for p in whole.rglob("*") if p.is_file()] or [whole]:
        path.unlink()
        os.link(huge[what], path)
    convert(whole, tmp_path / "out.jsonl", format)


def test_a_huge_line_inside_the_native_form(huge: dict[str, Path], convert: Callable[..., str], tmp_path: Path) -> None:
    with (tmp_path / "x.jsonl").open("wb") as out:
        out.write(b'{"goldproof":1}\n')
        out.write(huge["line"].read_bytes())
    assert "line 2" in convert(tmp_path / "x.jsonl", tmp_path / "out.jsonl")


def test_a_bomb_of_gzip(convert: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "x.jsonl.gz").write_bytes(gzip.compress(b'{"goldproof":1}\n') + gzip.compress(bytes(HUGE)))
    convert(tmp_path / "x.jsonl.gz", tmp_path / "out.jsonl")


# Targets.


def test_a_target_that_is_there_already_stays_as_it_is(convert: Callable[..., str], tmp_path: Path) -> None:
    save(SAMPLES["everything"], tmp_path / "x.jsonl")
    (tmp_path / "out.jsonl").write_text("mine")
    assert "--force" in convert(tmp_path / "x.jsonl", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == "mine"


def test_a_target_in_no_folder_or_below_a_file(convert: Callable[..., str], tmp_path: Path) -> None:
    save(SAMPLES["everything"], tmp_path / "x.jsonl")
    assert "no such folder" in convert(tmp_path / "x.jsonl", tmp_path / "absent" / "out.jsonl")
    convert(tmp_path / "x.jsonl", tmp_path / "x.jsonl" / "out.jsonl")


def test_a_target_that_cannot_be_written(convert: Callable[..., str], tmp_path: Path) -> None:
    save(SAMPLES["everything"], tmp_path / "x.jsonl")
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    if os.access(closed, os.W_OK):  # the superuser may write there all the same
        closed = Path("/proc/self")
        if not closed.is_dir():
            pytest.skip("no folder here that cannot be written")
    save_fails = f"{closed / 'out.jsonl'}: cannot be written"
    with pytest.raises(BadInput, match="cannot be written") as refused:
        save(SAMPLES["everything"], closed / "out.jsonl")
    assert save_fails in str(refused.value)


@pytest.mark.parametrize("format", WRITERS, ids=lambda f: f.name)
@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device"), MemoryError(), RecursionError()], ids=lambda e: type(e).__name__)
def test_a_write_that_is_interrupted_leaves_what_was_there(
    format: Format, error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(corpus: Corpus, path: Path, writing: Writing) -> None:
        assert format.write is not None
        format.write(corpus, path, writing)
        raise error

    whole = written(format, tmp_path)
    before = {p: p.read_bytes() if p.is_file() else b"" for p in tmp_path.rglob("*")}
    found = load(whole, format=format.name)
    stub = type("Stub", (), {"get": staticmethod(lambda name: replace(format, write=half))})
    monkeypatch.setattr(exchange, "door", lambda name: stub)
    for target, force in ((tmp_path / f"new{format.suffixes[0]}", False), (whole, True)):
        with pytest.raises(BadInput if isinstance(error, OSError) else type(error)):
            save(found, target, format=format.name, force=force)
    assert {p: p.read_bytes() if p.is_file() else b"" for p in tmp_path.rglob("*")} == before


# The program itself.

PROGRAM = [sys.executable, "-c", "from goldproof.cli import main; main()"]


def program(*words: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=60, check=False, **more)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("name", ["absent.ann", "empty.xml", "picture.json", "latin.tsv", "laughs.xml", "deep.jsonl"])
def test_the_program_itself_says_one_line(tmp_path: Path, name: str) -> None:
    for file, data in {
        "empty.xml": b"", "picture.json": PNG, "latin.tsv": "Größe\tfünf".encode("latin-1"), "laughs.xml": LAUGHS.encode() + b"<annotations textSource=''>&i;</annotations>",
        "deep.jsonl": b'{"goldproof":' + b"[" * 100_000,
    }.items():  # fmt: skip
        (tmp_path / file).write_bytes(data)
    before = sorted(tmp_path.iterdir())
    done = program("convert", tmp_path / name, tmp_path / "out.jsonl")
    assert done.returncode == 2
    assert done.stdout == ""
    assert_one_line(done.stderr)
    assert sorted(tmp_path.iterdir()) == before


def test_an_interrupted_program_leaves_nothing(tmp_path: Path) -> None:
    mentions = tuple(Mention((Span(i, i + 1),), label=f"L{i}") for i in range(20_000))
    units = {f"d{i}": mentions for i in range(6)}
    corpus = Corpus.of_texts(dict.fromkeys(units, "x" * 20_001)).with_layers(Layer.of("mentions", Source("unknown"), Kind.MENTIONS, units))
    save(corpus, tmp_path / "x.jsonl")
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / "y.brat"
    # A shell starts what runs in its background with the signal ignored: a test run there would pass that on.
    running = subprocess.Popen([*PROGRAM, "convert", tmp_path / "x.jsonl", target, "--to", "brat"], stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip
    deadline = time.monotonic() + 60
    while not list((tmp_path / "out").iterdir()) and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    assert list((tmp_path / "out").iterdir()), "it ended before it began to write"
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.strip() == "goldproof: interrupted"
    assert list((tmp_path / "out").iterdir()) == []


def test_half_a_character_is_refused_in_one_line_where_it_cannot_be_said(convert: Callable[..., str], tmp_path: Path) -> None:
    """JSON can hold the half of a surrogate pair, UTF-8 cannot: the native form escapes it, others refuse."""
    (tmp_path / "x.jsonl").write_text('{"goldproof":1}\n{"document":{"id":"d","text":"a\\ud800b"}}\n{"unit":{"id":"d","passage":{"document":"d"}}}\n')
    found = load(tmp_path / "x.jsonl")
    save(found, tmp_path / "y.jsonl")
    assert load(tmp_path / "y.jsonl") == found
    for format in WRITERS:
        target = tmp_path / f"z{format.suffixes[0]}"
        wrong = failure(lambda f=format, t=target: save(found, t, format=f.name, lose=exchange.losses(found, f)))  # type: ignore[misc]
        assert not wrong, f"{format.name}: {wrong}"
        if target.exists():
            load(target, format=format.name)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_does_not_have_are_refused(convert: Callable[..., str], tmp_path: Path, number: str) -> None:
    for line in ('{"goldproof":1,"attributes":{"n":%s}}', '{"goldproof":%s}'):
        (tmp_path / "x.jsonl").write_text(line % number + "\n")
        convert(tmp_path / "x.jsonl", tmp_path / "out.jsonl")


def test_a_deep_expression_is_read_and_saved_or_refused(tmp_path: Path) -> None:
    for depth in (10, 100, 300, 900, 5000):
        deep = '{"some":["r",' * depth + '"A:1"' + "]}" * depth
        lines = ['{"goldproof":1}', '{"unit":{"id":"u","state":{}}}', '{"layer":{"name":"a","kind":"phenotypes","source":{}}}',
                 f'{{"on":"u","judged":[{{"entity":{deep}}}]}}']  # fmt: skip
        (tmp_path / "x.jsonl").write_text("\n".join(lines))
        try:
            found = load(tmp_path / "x.jsonl")
        except BadInput:
            assert depth > 100
            continue
        save(found, tmp_path / "y.jsonl", force=True)
        assert load(tmp_path / "y.jsonl") == found
