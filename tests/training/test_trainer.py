"""Training: the same from the same seed, taken up again where it was, refused with a reason."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from alhambra.neural.network import SHIPPED, Network, champion_network
from alhambra.reasons import AlhambraError
from cli.running import run

torch = pytest.importorskip("torch", reason="training needs torch: alhambra[train]")
from alhambra.cli.commands.train import _check, _run, _session  # noqa: E402
from alhambra.training.matches import calibrate, least_surprising  # noqa: E402
from alhambra.training.session import Schedule, Session, TrainingError  # noqa: E402
from alhambra.training.settings import Settings  # noqa: E402
from alhambra.training.torch_network import by_seat, by_turn, log_shares, result_of  # noqa: E402

TINY = Settings(
    3, sizes=(16, 8), games=6, chunk=4, chunks=3, batch=64, updates=1, warm_games=4, match_games=6
)
PLAN = Schedule(minutes=None, steps=12, report_every=1e9)


def train(folder: Path, settings: Settings = TINY, schedule: Schedule = PLAN) -> Session:
    session = Session(settings, "cpu", folder, schedule)
    for _ in session.run():
        pass
    session.close()
    return session


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    networks = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        train(tmp_path / name, replace(TINY, seed=seed))
        networks.append(Network.load(tmp_path / name / "3.npz"))
    one, same, other = (network.layers[0].weight for network in networks)
    assert np.array_equal(one, same) and not np.array_equal(one, other)


def test_an_interrupted_training_goes_on_where_it_was(tmp_path: Path) -> None:
    first = train(tmp_path, schedule=Schedule(minutes=None, steps=5, report_every=1e9))
    kept = {name: part.clone() for name, part in first.trainer.acting.state_dict().items()}
    session = Session(TINY, "cpu", tmp_path, PLAN, resume=True)
    again = session.trainer.acting.state_dict()
    assert all(torch.equal(kept[name], again[name]) for name in kept)
    assert session.trainer.counted.steps == 5
    for _ in session.run():
        pass
    session.close()
    assert session.trainer.counted.steps == 12
    lines = (tmp_path / "reports.jsonl").read_text().splitlines()
    assert [json.loads(line)["counted"]["steps"] for line in lines] == [0, 5, 12]


def test_the_display_shows_progress_and_leaves_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session(TINY, "cpu", tmp_path, PLAN)
    screen = StringIO()
    _run(session, Console(file=screen, width=120))
    _check(session, 2)
    lines = screen.getvalue().splitlines()
    head = next(n for n, line in enumerate(lines) if "against greedy" in line)
    reported = [line.split() for line in lines[head + 1 :] if "±" in line]
    assert [line[:2] for line in (reported[0], reported[-1])] == [
        ["0", "0"],
        [f"{session.trainer.counted.seconds:.0f}", str(session.trainer.counted.games)],
    ]
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert "over 2 games against itself" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("looks", "sentence"),
    [
        (0, "Stopped before anything was saved."),
        (1, "Stopped; the same command with --resume continues from the last line."),
    ],
)
def test_ctrl_c_tells_whether_there_is_something_to_go_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: int, sentence: str
) -> None:
    def interrupted(session: Session, _screen: Console) -> None:
        for _ in range(looks):
            next(session.run())
        raise KeyboardInterrupt

    monkeypatch.setattr("alhambra.cli.commands.train._run", interrupted)
    weights = SHIPPED / "2.npz"
    result = run("train", "--players", 2, "--out", tmp_path / "mine", "--from", weights)
    assert result.exit_code == 130
    assert result.stderr.splitlines() == [sentence]


def test_a_training_that_began_with_other_weights_goes_on_as_it_began(tmp_path: Path) -> None:
    """Also if nobody names them again."""
    train(tmp_path / "a")
    origin = Network.load(tmp_path / "a" / "3.npz")
    begun = replace(PLAN, steps=5, beginning=0.3)
    session = Session(TINY, "cpu", tmp_path / "b", begun, origin=origin)
    for _ in session.run():
        pass
    session.close()
    again = Session(TINY, "cpu", tmp_path / "b", PLAN, resume=True)
    assert again._progress() == pytest.approx(0.3 + 0.7 * 5 / 12)
    for _ in again.run():
        pass
    again.close()
    made_by = Network.load(tmp_path / "b" / "3.npz").made_by
    assert made_by["origin"] == origin.made_by
    assert made_by["plan"]["beginning"] == 0.3


@pytest.mark.parametrize("broken", ["checkpoint.pt", "reports.jsonl"])
def test_a_training_that_cannot_be_read_is_refused(tmp_path: Path, broken: str) -> None:
    train(tmp_path)
    (tmp_path / broken).write_bytes(b"not what was written")
    with pytest.raises(TrainingError, match="cannot be read"):
        Session(TINY, "cpu", tmp_path, PLAN, resume=True)


def test_a_training_is_not_overwritten(tmp_path: Path) -> None:
    train(tmp_path)
    with pytest.raises(TrainingError, match="already contains a training"):
        Session(TINY, "cpu", tmp_path, PLAN)
    with pytest.raises(TrainingError, match="other settings: seed 1"):
        Session(replace(TINY, seed=2), "cpu", tmp_path, PLAN, resume=True)
    with pytest.raises(TrainingError, match="there is no training to resume"):
        Session(TINY, "cpu", tmp_path / "elsewhere", PLAN, resume=True)


def test_the_finished_network_rates_as_the_one_that_learned(tmp_path: Path) -> None:
    session = train(tmp_path)
    network = Network.load(tmp_path / "3.npz")
    rows = np.random.default_rng(1).integers(0, 9, (30, network.mean.size), np.uint8)
    learned = session.trainer.acting.rate(torch.from_numpy(rows)).numpy()
    shares, margins = network.rate(rows)
    assert np.allclose(shares, learned[:, :3], atol=2e-3)
    assert np.allclose(margins / 20, learned[:, 3:], atol=2e-2)


def test_seats_and_turns_are_turned_back_and_forth() -> None:
    rated = torch.arange(12.0).reshape(2, 6)
    actor = torch.tensor([1, 2])
    assert by_seat(rated, actor, 3)[0].tolist() == [2, 0, 1, 5, 3, 4]
    assert torch.equal(by_turn(by_seat(rated, actor, 3), actor, 3), rated)


def test_a_tie_shares_the_win() -> None:
    assert result_of(torch.tensor([[30, 50, 50]]))[0, :3].tolist() == [0.0, 0.5, 0.5]


def test_calibration_counts_every_prediction(tmp_path: Path) -> None:
    session = Session(TINY, "cpu", tmp_path, PLAN)
    tenths = calibrate(session.trainer.acting, 6, session.trainer._threads)
    session.close()
    assert sum(tenth.cases for tenth in tenths) > 6 * 3 * 40
    mean = sum(t.cases * t.actual for t in tenths) / sum(t.cases for t in tenths)
    assert mean == pytest.approx(1 / 3, abs=1e-4)


@pytest.mark.parametrize("inverse_temperature", [(0.7, 0.7), (1.0, 1.0), (1.4, 1.4), (1.3, 0.8)])
def test_predictions_are_made_as_sure_as_the_results_justify(
    inverse_temperature: tuple[float, float],
) -> None:
    generator = torch.Generator().manual_seed(1)
    logits = 2 * torch.randn((100_000, 3), generator=generator)
    shares = log_shares(logits, torch.tensor(inverse_temperature)).exp()
    winner = torch.multinomial(shares, 1, generator=generator)
    came = torch.zeros_like(logits).scatter_(1, winner, 1.0)
    found = least_surprising(logits.softmax(1), came)
    assert found.tolist() == pytest.approx(inverse_temperature, abs=0.05)


def test_a_training_of_no_steps_sees_again_how_sure_weights_may_be(tmp_path: Path) -> None:
    train(tmp_path / "a")
    origin = replace(Network.load(tmp_path / "a" / "3.npz"), inverse_temperature=(1.9, 0.1))
    session = Session(TINY, "cpu", tmp_path / "b", replace(PLAN, steps=0), origin=origin)
    for _ in session.run():
        pass
    session.settle(8)
    session.close()
    again = Network.load(tmp_path / "b" / "3.npz")
    for one, same in zip(again.layers, origin.layers, strict=True):
        assert np.array_equal(one.weight, same.weight)
    assert (
        again.inverse_temperature not in {origin.inverse_temperature, (1.0, 1.0)}
        and min(again.inverse_temperature) > 0
    )
    assert list(again.inverse_temperature) == again.made_by["sureness"]
    assert {key: again.made_by[key] for key in origin.made_by} == origin.made_by


def test_no_steps_need_weights_for_as_many_players(tmp_path: Path) -> None:
    for origin in (None, SHIPPED / "2.npz"):
        with pytest.raises(AlhambraError, match="weights for 3 players"):
            _session(tmp_path, 3, 1.0, 0, 60.0, "cpu", 1, None, origin, resume=False)


def test_a_few_games_justify_nothing_unreasonable() -> None:
    """Neither a network that plays to lose nor one that knows everything."""
    logits = torch.tensor([[2.0, 0.0, 0.0], [0.0, 3.0, 0.0]])
    right, wrong = torch.eye(3)[[0, 1]], torch.eye(3)[[2, 2]]
    assert least_surprising(logits.softmax(1), right).max() == 2
    assert least_surprising(logits.softmax(1), wrong).min() == 0.5


def test_a_network_is_as_sure_in_torch_as_in_numpy() -> None:
    logits = np.random.default_rng(1).normal(0, 3, (200, 4)).astype(np.float32)
    shares = replace(champion_network(4), inverse_temperature=(1.5, 0.5))._shares(logits)
    same = log_shares(torch.from_numpy(logits), torch.tensor([1.5, 0.5])).exp()
    np.testing.assert_allclose(same, shares, atol=1e-5)
    plain = log_shares(torch.from_numpy(logits), torch.ones(2)).exp()
    assert (same - plain).abs().amax() > 0.1


def test_columns_the_origin_did_not_know_are_scaled_by_what_is_seen(tmp_path: Path) -> None:
    """Also if the training is interrupted before anything is seen."""
    train(tmp_path / "a")
    origin = Network.load(tmp_path / "a" / "3.npz")
    origin.scale[144:150] = 0
    stopped = Session(TINY, "cpu", tmp_path / "b", PLAN, origin=origin)
    next(stopped.run())
    stopped.close()
    session = Session(TINY, "cpu", tmp_path / "b", PLAN, resume=True)
    for _ in session.run():
        pass
    session.close()
    learned = Network.load(tmp_path / "b" / "3.npz")
    assert (learned.scale > 0).all()
    assert np.array_equal(learned.scale[:144], origin.scale[:144])


def test_a_training_begins_with_weights_whose_columns_are_others(tmp_path: Path) -> None:
    train(tmp_path / "a")
    origin = Network.load(tmp_path / "a" / "3.npz")
    names = list(origin.column_names)
    names[3] = "something nobody knows any more"
    replace(origin, names=tuple(names)).save(tmp_path / "old.npz")
    session = _session(
        tmp_path / "b", 3, 1.0, 1, 60.0, "cpu", 1, 0.5, tmp_path / "old.npz", resume=False
    )
    net = session.trainer.net
    session.close()
    assert session.trainer.settings.trace == 0.5
    assert net.scale[3] == 0 and not net.body[0].weight[:, 3].any()
    assert torch.equal(net.mean[4:20], torch.from_numpy(origin.mean[4:20]))
