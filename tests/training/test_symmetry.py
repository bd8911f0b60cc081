"""A network does not care what the currencies are called, from its first day on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alhambra.neural.network import Network, row_width

torch = pytest.importorskip("torch", reason="training needs torch: alhambra[train]")
from alhambra.training.session import Schedule, Session  # noqa: E402
from alhambra.training.settings import Settings  # noqa: E402
from alhambra.training.symmetry import Symmetry, alike, places_of_columns, places_of_units  # noqa: E402
from alhambra.training.torch_network import TorchNetwork  # noqa: E402

SIZES = (32, 16, 8)
TINY = Settings(
    3, sizes=SIZES, games=6, chunk=4, chunks=3, batch=64, updates=1, warm_games=4, match_games=6
)
CPU = torch.device("cpu")


def some_rows(players: int) -> Any:
    rng = np.random.default_rng(players)
    return torch.from_numpy(rng.integers(0, 9, (12, row_width(players)), np.uint8))


def cares(net: TorchNetwork) -> float:
    """How much the most that is said of a row changes with the names of the currencies."""
    rows = some_rows(net.players)
    places = torch.from_numpy(places_of_columns(net.players))
    ratings = torch.stack([net.rate(rows[:, columns]) for columns in places])
    return float((ratings - ratings[0]).abs().max())


def run(folder: Path, origin: Network | None = None, steps: int = 20) -> Session:
    schedule = Schedule(minutes=None, steps=steps, report_every=1e9)
    session = Session(TINY, "cpu", folder, schedule, origin=origin)
    for _ in session.run():
        pass
    session.close()
    return session


def test_units_of_a_kind_belong_to_one_currency_each() -> None:
    numbers = alike(places_of_units(16, 3 / 16), places_of_units(16, 3 / 16))
    assert numbers[0, 0] == numbers[1, 1] == numbers[3, 3]  # from a currency to itself
    assert numbers[0, 1] == numbers[2, 1] == numbers[3, 0] != numbers[0, 0]  # to another
    assert numbers[0, 12] == numbers[3, 12] != numbers[0, 13]  # to none
    assert numbers[12, 13] != numbers[13, 12]
    assert len(set(numbers[12:, 12:].flat)) == 16


@pytest.mark.parametrize("players", [2, 6])
def test_a_new_network_knows_no_difference_and_has_weights_of_the_usual_size(players: int) -> None:
    torch.manual_seed(1)
    sizes = (128, 64, 32)
    net = TorchNetwork(players, row_width(players), sizes)
    torch.nn.init.normal_(net.head.weight)
    symmetry = Symmetry(players, sizes, TINY.owned, CPU)
    net.standardise(some_rows(players), symmetry)
    before = [float(part.detach().std()) for part in net.parameters() if part.ndim == 2]
    assert cares(net) > 1e-2 and not symmetry.holds(net)
    symmetry.begin(net)
    assert cares(net) < 1e-5 and symmetry.holds(net)
    after = [float(part.detach().std()) for part in net.parameters() if part.ndim == 2]
    assert after == pytest.approx(before, rel=0.2)


def test_a_network_that_learns_goes_on_knowing_no_difference(tmp_path: Path) -> None:
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
    schedule = Schedule(minutes=None, steps=1)
    session = Session(TINY, "cpu", tmp_path / "b", schedule, origin=origin)
    session.close()
    weight = session.trainer.net.body[0].weight.detach().T
    assert np.array_equal(weight.numpy(), origin.layers[0].weight)


def somebody_who_cares(folder: Path) -> Network:
    """A finished network to which currencies are not alike."""
    run(folder)
    known = Network.load(folder / "3.npz")
    first = known.layers[0]
    other = np.random.default_rng(4).normal(0, 1e-3, first.weight.shape).astype(np.float32)
    layers = (replace(first, weight=first.weight + other), *known.layers[1:])
    return replace(known, layers=layers)


def test_weights_that_know_one_teach_until_the_memory_is_full(tmp_path: Path) -> None:
    """Also where the training is interrupted before."""
    origin = somebody_who_cares(tmp_path / "a")
    long = Schedule(minutes=None, steps=30, report_every=1e9)
    taught = Session(TINY, "cpu", tmp_path / "b", long, origin=origin)
    trainer = taught.trainer
    assert trainer.acting is trainer._teacher and cares(trainer.acting) > 1e-5
    assert cares(trainer.net) < 1e-5
    trainer.begin()
    for _ in range(7):  # the memory takes 13
        trainer.step(0.1)
    assert trainer.counted.updates > 0 and trainer.acting is trainer._teacher
    taught._look()
    taught.close()
    again = Session(TINY, "cpu", tmp_path / "b", long, resume=True)
    for mine, theirs in (
        (again.trainer.acting, trainer.acting),
        (again.trainer.net, trainer.net),
        (again.trainer._average, trainer._average),
    ):
        for part, same in zip(
            mine.state_dict().values(), theirs.state_dict().values(), strict=True
        ):
            assert torch.equal(part, same)
    assert again.trainer.acting is again.trainer._teacher
    for _ in again.run():
        pass
    again.close()
    assert again.trainer.acting is again.trainer._average
    assert cares(again.trainer.acting) < 1e-5


def test_what_comes_of_a_short_training_is_the_pupil_not_the_teacher(tmp_path: Path) -> None:
    session = run(tmp_path / "b", somebody_who_cares(tmp_path / "a"), steps=9)
    assert session.trainer._full < len(session.trainer._rows)
    assert session.trainer.acting is session.trainer._average
    assert cares(session.trainer.acting) < 1e-5
