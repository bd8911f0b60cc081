"""A network does not care what the currencies are called, from its first day on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from alhambra.champion.network import Network, row_width

torch = pytest.importorskip("torch", reason="training needs torch: alhambra[train]")
from alhambra.learn.nets import Net  # noqa: E402
from alhambra.learn.session import Plan, Session  # noqa: E402
from alhambra.learn.symmetry import Symmetry, alike, places_of_columns, places_of_units  # noqa: E402
from alhambra.learn.training import Settings  # noqa: E402

SIZES = (32, 16, 8)
TINY = Settings(
    3, sizes=SIZES, games=6, chunk=4, chunks=3, batch=64, updates=1, warm_games=4, match_games=6
)
CPU = torch.device("cpu")


def some_rows(players: int) -> torch.Tensor:
    rng = np.random.default_rng(players)
    return torch.from_numpy(rng.integers(0, 9, (12, row_width(players)), np.uint8))


def cares(net: Net) -> float:
    """How much the most that is said of a row changes with the names of the currencies."""
    rows = some_rows(net.players)
    places = torch.from_numpy(places_of_columns(net.players))
    told = torch.stack([net.rate(rows[:, columns]) for columns in places])
    return float((told - told[0]).abs().max())


def run(folder: Path, origin: Network | None = None, steps: int = 20) -> Session:
    plan = Plan(minutes=None, steps=steps, report_every=1e9)
    session = Session(TINY, "cpu", folder, plan, origin=origin)
    for _ in session.run():
        pass
    session.close()
    return session


def test_units_of_a_kind_belong_to_one_currency_each() -> None:
    numbers = alike(places_of_units(16), places_of_units(16))
    assert numbers[0, 0] == numbers[1, 1] == numbers[3, 3]  # from a currency to itself
    assert numbers[0, 1] == numbers[2, 1] == numbers[3, 0] != numbers[0, 0]  # to another
    assert numbers[0, 12] == numbers[3, 12] != numbers[0, 13]  # to none
    assert numbers[12, 13] != numbers[13, 12]
    assert len(set(numbers[12:, 12:].flat)) == 16


@pytest.mark.parametrize("players", [2, 6])
def test_a_new_network_knows_no_difference_and_has_weights_of_the_usual_size(players: int) -> None:
    net = Net(players, row_width(players), SIZES)
    torch.nn.init.normal_(net.head.weight)
    symmetry = Symmetry(players, SIZES, CPU)
    net.standardise(some_rows(players), symmetry)
    before = [float(part.detach().std()) for part in net.parameters() if part.ndim == 2]
    assert cares(net) > 1e-2 and not symmetry.holds(net)
    symmetry.begin(net)
    assert cares(net) < 1e-5 and symmetry.holds(net)
    after = [float(part.detach().std()) for part in net.parameters() if part.ndim == 2]
    assert after == pytest.approx(before, rel=0.2)


def test_it_learns_none(tmp_path: Path) -> None:
    session = run(tmp_path)
    assert session.trainer.counted.updates > 10
    assert cares(session.trainer.net) < 1e-5
    places = places_of_columns(3)[7]
    network, rows = Network.load(tmp_path / "3.npz"), some_rows(3).numpy()
    elsewhere = np.ascontiguousarray(rows[:, places])
    for one, same in zip(network.rate(rows), network.rate(elsewhere), strict=True):
        np.testing.assert_allclose(one, same, atol=1e-4)


def test_weights_that_know_no_difference_are_gone_on_with(tmp_path: Path) -> None:
    run(tmp_path / "a")
    origin = Network.load(tmp_path / "a" / "3.npz")
    plan = Plan(minutes=None, steps=1)
    session = Session(TINY, "cpu", tmp_path / "b", plan, origin=origin)
    session.close()
    weight = session.trainer.net.body[0].weight.detach().T
    assert np.array_equal(weight.numpy(), origin.layers[0].weight)


def test_weights_that_do_teach_by_their_games(tmp_path: Path) -> None:
    """Until the memory is full; also where the training is interrupted before."""
    run(tmp_path / "a")
    known = Network.load(tmp_path / "a" / "3.npz")
    rng = np.random.default_rng(4)
    first = known.layers[0]
    other = rng.normal(0, 1e-3, first.weight.shape).astype(np.float32)
    layers = (replace(first, weight=first.weight + other), *known.layers[1:])
    origin = replace(known, layers=layers)
    taught = run(tmp_path / "b", origin, steps=4)  # the memory takes 13
    assert taught.trainer.acting is not taught.trainer._average
    assert cares(taught.trainer.acting) > 1e-5
    plan = Plan(minutes=None, steps=30, report_every=1e9)
    again = Session(TINY, "cpu", tmp_path / "b", plan, resume=True)
    kept = torch.from_numpy(layers[0].weight.T)
    assert torch.allclose(again.trainer.acting.body[0].weight, kept)
    for _ in again.run():
        pass
    again.close()
    assert again.trainer.acting is again.trainer._average
    assert cares(again.trainer.acting) < 1e-5
