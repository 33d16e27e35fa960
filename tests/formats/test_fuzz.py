"""Fuzzing of every reader: whatever the bytes, there comes a corpus that can be saved and read back equal, or one line for a user.

The examples are the same in every run. ``GOLDPROOF_FUZZ=2000`` tries so many for each reader, other ones every time.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from goldproof.errors import GoldproofError
from goldproof.formats import Format, load, save
from goldproof.formats.files import files_below

from .valid import READERS, main_file, written

FUZZ = int(os.environ.get("GOLDPROOF_FUZZ", "0"))
MOST = {"uima": 30, "eq-table": 60, "parquet": 90}
"""Readers that are slow for every file, however small."""


def tries(number: int) -> settings:
    # Without shrinking: a failure prints its bytes, and shrinking would not keep within the time.
    return settings(max_examples=FUZZ or number, derandomize=not FUZZ, database=None, deadline=None, phases=[Phase.explicit, Phase.generate],
                    suppress_health_check=list(HealthCheck))  # fmt: skip


def survives(format: Format, path: Path, room: Path) -> None:
    """Read it; what was read has records, and is the same when it was saved."""
    try:
        found = load(path, format=format.name, lose=format.drops)
    except GoldproofError:  # its line is one by its nature: see tests of errors
        return
    for layer in found.layers:
        assert sum(len(judged) for _, judged in layer.items()) == layer.count
    save(found, room / "saved.jsonl", format="native", force=True)
    assert load(room / "saved.jsonl", format="native") == found


NASTY = [
    b"", b"\0", b"\x85", b"\r", b"\r\n", b"\n", b"\t", b" ", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", "\u2028𝛼".encode(), b"&#0;", b"&#xD800;", b"&x;", b"<a>",
    b"<a/>", b"<!-- ", b"<![CDATA[", b"</", b"\\ud800", b"\\u0000", b"null", b"true", b"[]", b"{}", b"[[", b'"', b"'", b",", b";", b":", b"|", b"(", b")", b"=", b"-", b"_",
    b"-1", b"0", b"1e999", b"NaN", b"-Infinity", b"99999999999999999999", b"2147483648", b"1.5", "١٢".encode(), b"9" * 5000, b"%", b"%ZZ", b"#", b"../..", b"id",
]  # fmt: skip
NUMBER = re.compile(rb"\d+")

places = st.floats(0, 1, exclude_max=True)
sizes = st.sampled_from([1, 1, 2, 4, 9, 40, 300])
changes = st.lists(
    st.tuples(st.sampled_from(["delete", "double", "swap", "flip", "insert", "replace", "number", "line out", "line twice", "lines swapped", "cut"]),
              places, places, sizes, st.sampled_from(NASTY), st.integers(0, 255)),
    min_size=1, max_size=4,
)  # fmt: skip


def changed(data: bytes, how: list[tuple[str, float, float, int, bytes, int]]) -> bytes:
    for kind, here, there, size, nasty, byte in how:
        a, b = sorted((int(here * len(data)), int(there * len(data))))
        lines = data.split(b"\n")
        i, j = int(here * len(lines)), int(there * len(lines))
        match kind:
            case "delete":
                data = data[:a] + data[a + size :]
            case "double":
                data = data[: a + size] + data[a:]
            case "swap":
                data = data[:a] + data[b : b + size] + data[a:b] + data[b + size :]
            case "flip" if data:
                data = data[:a] + bytes([data[a] ^ (byte or 1)]) + data[a + 1 :]
            case "insert":
                data = data[:a] + nasty + data[a:]
            case "replace":
                data = data[:a] + nasty + data[a + size :]
            case "number":
                found = list(NUMBER.finditer(data))
                if found:
                    one = found[int(here * len(found))]
                    data = data[: one.start()] + nasty + data[one.end() :]
            case "line out":
                data = b"\n".join(lines[:i] + lines[i + 1 :])
            case "line twice":
                data = b"\n".join(lines[: i + 1] + lines[i:])
            case "lines swapped":
                lines[i], lines[j] = lines[j], lines[i]
                data = b"\n".join(lines)
            case "cut":
                data = data[:b]
    return data


by_name = pytest.mark.parametrize("format", READERS, ids=lambda f: f.name)


@by_name
def test_random_bytes(format: Format, tmp_path: Path) -> None:
    whole = written(format, tmp_path)
    main = main_file(format, whole)
    head = main.read_bytes()[:40]

    @tries(min(60, MOST.get(format.name, 60)))
    @given(data=st.binary(max_size=200) | st.binary(max_size=99).map(head.__add__) | st.text(max_size=99).map(lambda t: t.encode("utf-8", "surrogatepass")))
    def check(data: bytes) -> None:
        main.write_bytes(data)
        survives(format, whole, tmp_path)

    check()


@by_name
def test_changes_of_valid_files(format: Format, tmp_path: Path) -> None:
    @cache
    def made(number: int) -> tuple[Path, list[tuple[Path, bytes]]]:
        whole = written(format, tmp_path, number)
        return whole, [(file, file.read_bytes()) for file in (main_file(format, whole), *files_below(whole, ""))]

    @tries(MOST.get(format.name, 150))
    @given(number=st.integers(0, 3), which=st.integers(0, 5), how=changes)
    def check(number: int, which: int, how: list[tuple[str, float, float, int, bytes, int]]) -> None:
        whole, files = made(number)
        # The format's own file more often than what lies beside it.
        file, data = files[max(0, which - 2) % len(files)]
        file.write_bytes(changed(data, how))
        try:
            survives(format, whole, tmp_path)
        finally:
            file.write_bytes(data)

    check()
