"""The network: a sentence is parsed the same whatever stands beside it, and numpy says what torch says."""

from __future__ import annotations

import numpy as np
import pytest

from goldproof.annotators.syntax.parsing.batches import padded
from goldproof.annotators.syntax.parsing.lexicon import FIELDS
from goldproof.annotators.syntax.parsing.sentences import Words

from .nets import LEXICON, parser

SHORT = LEXICON.look_up(["The", "mouse"], ["DT", "NN"], "w-n")
LONG = LEXICON.look_up(["it", "sees", "The", "old", "mouse", "."], ["PRP", "VBZ", "DT", "JJ", "NN", "."])


@pytest.mark.parametrize("task", ["heads", "spans"])
def test_a_longer_neighbour_changes_nothing(task: str) -> None:
    net = parser(task, LEXICON, ("A", "B", "C")).network
    found = []
    for batch in ([SHORT], [SHORT, LONG]):
        numbers, mask, _ = padded(batch)
        y = net.encode(numbers, mask)
        found.append((y[:4, 0], (net.head_scores(y, mask)[0] if task == "heads" else net.span_scores(y)[0])[0, :2, :3]))
    for one, other in zip(*found, strict=True):
        assert other == pytest.approx(one, abs=1e-4)


def test_nothing_is_the_head_behind_the_end() -> None:
    net = parser("heads", LEXICON, ("A",)).network
    numbers, mask, _ = padded([SHORT, LONG])
    scores = net.head_scores(net.encode(numbers, mask), mask)[0]
    assert scores.shape == (2, 6, 7)
    assert (scores[0, :2, 3:] < -1e8).all()
    assert (scores[0, :2, :3] > -1e3).all()


def test_torch_says_the_same() -> None:
    torch = pytest.importorskip("torch")
    from goldproof.annotators.syntax.parsing.learner import Learner, arrays, fresh
    from goldproof.annotators.syntax.parsing.network import Network
    from goldproof.annotators.syntax.parsing.sizes import Sizes

    sizes = Sizes(state=10, layers=3, arcs=7, names=5)
    weights = fresh(sizes, {name: LEXICON.size(name) for name in FIELDS}, 4, 6, 7)
    numbers, mask, _ = padded([SHORT, LONG])
    net, learner = Network(arrays(weights)), Learner(weights, sizes, 0, 0, False, None)
    y, z = learner.encode(torch.from_numpy(numbers), torch.from_numpy(mask)), net.encode(numbers, mask)
    assert z == pytest.approx(y.detach().numpy(), abs=1e-5)
    arc, name, head, head_name = learner._sides("heads", y[1:-1], y[:-1])
    scores, token, place = net.head_scores(z, mask)
    assert scores[1] == pytest.approx(learner.scores("heads", arc, head)[1].detach().numpy(), abs=1e-4)
    named = learner.names("heads", name[1], head_name[1, 1:]).argmax(1)
    assert net.names("heads", token[1], place[1, 1:]).tolist() == named.tolist()
    between = torch.cat([y[:-1, :, :10], y[1:, :, 10:]], 2)
    left, _, right, _ = learner._sides("spans", between, between)
    assert net.span_scores(z)[0] == pytest.approx(learner.scores("spans", left, right).detach().numpy(), abs=1e-4)


def test_the_gradient_by_hand_is_that_of_the_sums() -> None:
    torch = pytest.importorskip("torch")
    from goldproof.annotators.syntax.parsing.learner import layer_function

    chance = torch.Generator().manual_seed(7)
    parts = [torch.randn(*shape, generator=chance, dtype=torch.float64, requires_grad=True) for shape in ((4, 2, 12), (4, 2, 4), (4,), (4,))]
    assert torch.autograd.gradcheck(layer_function, parts)


def test_sentences_of_every_length_in_batches_as_one_by_one() -> None:
    some = parser("heads", LEXICON, ("A", "dep"))
    chance = np.random.default_rng(7)
    words = [Words(i, list(chance.choice(["The", "old", "mouse", "x"], n)), ["NN"] * n, "") for i, n in enumerate([1, 3, 40, 1, 7, 320, 12])]
    together = some.heads(words)
    for one, (heads, relations) in zip(words, together, strict=True):
        alone = some.heads([one])[0]
        assert np.array_equal(alone[0], heads)
        assert np.array_equal(alone[1], relations)
        assert len(heads) == len(one.forms)
        assert (heads == 0).sum() == 1
        assert heads.max(initial=0) <= len(heads)
