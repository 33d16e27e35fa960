"""The law of every format: what it declares to keep survives, what it declares to lose is lost, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from goldproof.errors import LossRefused
from goldproof.formats import Format, Reading, Writing, load, save
from goldproof.formats.exchange import losses
from goldproof.formats.features import FEATURES, present, strip
from goldproof.registry import door

from .samples import SAMPLES

FORMATS: list[Format] = [f for f in door("formats") if f.write is not None and f.read is not None]
by_name = pytest.mark.parametrize("format", FORMATS, ids=lambda f: f.name)


@by_name
@pytest.mark.parametrize("sample", SAMPLES)
def test_written_and_read_back_is_the_corpus_less_the_declared_losses(format: Format, sample: str, tmp_path: Path) -> None:
    corpus = SAMPLES[sample]
    lost = losses(corpus, format)
    target = tmp_path / f"x{format.suffixes[0]}"
    save(corpus, target, format=format.name, lose=lost)
    assert load(target, format=format.name) == strip(corpus, lost)


@cache
def shown() -> dict[str, set[str]]:
    """The features of each sample."""
    return {name: set(present(sample)) for name, sample in SAMPLES.items()}


@by_name
def test_every_declared_loss_happens(format: Format, tmp_path: Path) -> None:
    """Each feature that is not kept, alone: the writer is given it all the same, and it must not come back."""
    for number, name in enumerate(n for n in FEATURES if n not in format.keeps):
        others = {n for n in FEATURES if n not in format.keeps and n != name}
        alone = (strip(SAMPLES[sample], others) for sample, has in shown().items() if name in has)
        for i, corpus in enumerate(islice((c for c in alone if name in present(c)), 3)):
            target = tmp_path / f"{number}-{i}{format.suffixes[0]}"
            if format.holder == "folder":
                target.mkdir()
            assert not comes_back(format, corpus, target), f"{format.name} keeps {name}: declare it as kept"


def comes_back(format: Format, corpus: object, target: Path) -> bool:
    assert format.read is not None
    assert format.write is not None
    try:
        format.write(corpus, target, Writing())  # type: ignore[arg-type]
        return format.read(target, Reading()) == corpus
    except Exception:  # noqa: BLE001  a writer that was never to see this may stumble: then it is not kept
        return False


@by_name
def test_a_loss_that_was_not_agreed_to_is_refused_and_nothing_is_written(format: Format, tmp_path: Path) -> None:
    for corpus in SAMPLES.values():
        lost = losses(corpus, format)
        if lost:
            target = tmp_path / f"x{format.suffixes[0]}"
            with pytest.raises(LossRefused) as refused:
                save(corpus, target, format=format.name, lose=list(lost)[1:])
            assert list(refused.value.losses) == list(lost)[:1]
            assert list(tmp_path.iterdir()) == []
            return
    assert format.keeps == set(FEATURES), "a format that loses something must refuse it in some sample"


def test_every_feature_is_in_some_sample() -> None:
    assert set(FEATURES) - {name for sample in SAMPLES.values() for name in present(sample)} == set()


@pytest.mark.parametrize("name", FEATURES)
def test_a_stripped_feature_is_gone_and_stripping_again_changes_nothing(name: str) -> None:
    for sample in SAMPLES.values():
        bare = strip(sample, {name})
        assert name not in present(bare)
        assert strip(bare, {name}) == bare
        if name not in present(sample):
            assert bare == sample


def test_a_corpus_is_equal_to_itself_and_to_no_other() -> None:
    names = list(SAMPLES)
    for i, a in enumerate(names):
        for b in names[i:]:
            assert (SAMPLES[a] == replace(SAMPLES[b])) == (a == b), (a, b)
