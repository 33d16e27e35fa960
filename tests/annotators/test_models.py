"""Model files: what is written is read, nothing else is, and nothing is half written."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from goldproof.annotators import models
from goldproof.annotators.models import Contents, read, write
from goldproof.annotators.opening import annotator
from goldproof.errors import BadInput, NotFound

CONTENTS = Contents({"task": "tags", "seed": 7}, {"weights": np.arange(6, dtype=np.float16).reshape(2, 3), "bias": np.zeros(0, np.int32)}, {"tags": ["NN", "''"]})


def test_contents_come_back_and_the_bytes_are_the_same(tmp_path: Path) -> None:
    for name in ("a.model", "b.model"):
        write(CONTENTS, tmp_path / name)
    found = read(tmp_path / "a.model")
    assert found.card == {"format": 1, **CONTENTS.card}
    assert found.lists == CONTENTS.lists
    assert found.arrays["weights"].dtype == np.float16
    assert all(np.array_equal(found.arrays[k], v) for k, v in CONTENTS.arrays.items())
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.model", "b.model"]


def test_a_pickle_is_not_read(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", weights=np.array([{}], dtype=object))
    with zipfile.ZipFile(tmp_path / "x.npz", "a") as file:
        file.writestr("card.json", '{"task": "tags"}')
    with pytest.raises(BadInput, match="not a model file"):
        read(tmp_path / "x.npz")


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04 cut"])
def test_what_is_no_model_file_is_said_in_a_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "m").write_bytes(data)
    with pytest.raises(BadInput, match=r"not a model file|empty"):
        models.load(tmp_path / "m")


def test_a_model_of_the_future_and_one_of_an_unknown_task(tmp_path: Path) -> None:
    write(Contents({"task": "poems"}, {}), tmp_path / "m")
    with pytest.raises(BadInput, match="'poems'"):
        models.load(tmp_path / "m")
    write(Contents({"task": "tags", "format": 99}, {}), tmp_path / "m")
    with pytest.raises(BadInput, match="update goldproof"):
        models.load(tmp_path / "m")


def test_mentions_need_a_file_and_an_unknown_task_has_no_trainer() -> None:
    with pytest.raises(BadInput, match="behind a colon"):
        annotator("mentions")
    with pytest.raises(NotFound, match="poems"):
        models.trainer("poems")
