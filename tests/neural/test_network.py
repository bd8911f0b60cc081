"""Weights: read with care, small, and applied as they should be."""

import copy
import itertools
import json
import random
import runpy
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from alhambra.neural.columns import columns, renamed
from alhambra.neural.network import (
    CLAMP,
    SHIPPED,
    InvalidWeights,
    Layer,
    Network,
    champion_network,
    row_width,
)

PLAYERS = range(2, 7)
MEGABYTE = 1_000_000
BENCH = Path(__file__).parents[2] / "bench"


def small_network(players: int = 3, width: int | None = None) -> Network:
    rng = np.random.default_rng(1)
    sizes = [row_width(players) if width is None else width, 8, 2 * players]
    layers = tuple(
        Layer(
            rng.normal(size=(a, b)).astype(np.float16).astype(np.float32),
            rng.normal(size=b).astype(np.float32),
        )
        for a, b in itertools.pairwise(sizes)
    )
    mean = np.full(sizes[0], 2, np.float32)
    return Network(players, mean, np.full(sizes[0], 0.5, np.float32), layers, {"seed": 1})


def plainly(network: Network, rows: np.ndarray[Any, np.dtype[np.uint8]]) -> Any:
    """The same as ``rate``, written as one reads it."""
    hidden = np.clip((rows - network.mean) * network.scale, -CLAMP, CLAMP)
    for layer in network.layers[:-1]:
        hidden = np.maximum(hidden @ layer.weight + layer.bias, 0)
    output = hidden @ network.layers[-1].weight + network.layers[-1].bias
    powers = np.exp(output[:, : network.players])
    return powers / powers.sum(axis=1, keepdims=True)


def test_rows_that_share_most_columns_are_rated_as_if_they_shared_none() -> None:
    network = small_network()
    rng = np.random.default_rng(2)
    rows = np.repeat(rng.integers(0, 9, (1, row_width(3)), np.uint8), 20, axis=0)
    rows[1:, 100:140] = rng.integers(0, 255, (19, 40), np.uint8)
    shares, margins = network.rate(rows)
    assert np.allclose(shares, plainly(network, rows), atol=1e-5)
    assert shares.shape == margins.shape == (20, 3)
    assert np.allclose(network.rate(rows[:1])[0], shares[:1], atol=1e-5)


@pytest.mark.parametrize("players", PLAYERS)
def test_shares_add_up_to_one(players: int) -> None:
    rows = np.random.default_rng(3).integers(0, 255, (50, row_width(players)), np.uint8)
    shares, _ = champion_network(players).rate(rows)
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5) and (shares >= 0).all()


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    network = small_network()
    network.save(tmp_path / "3.npz")
    again = Network.load(tmp_path / "3.npz")
    assert again.made_by == {"seed": 1} and again.players == 3
    for one, other in zip(again.layers, network.layers, strict=True):
        assert np.array_equal(one.weight, other.weight) and np.array_equal(one.bias, other.bias)


def test_how_sure_a_network_is_depends_on_its_doubts(tmp_path: Path) -> None:
    """It is surer where it is sure, less so where it is not; the order of the seats stays."""
    plain = small_network()
    plain.layers[-1].weight[:] /= 64
    surer = replace(plain, inverse_temperature=(1.5, 0.5))
    surer.save(tmp_path / "3.npz")
    rows = np.random.default_rng(3).integers(0, 9, (50, row_width(3)), np.uint8)
    before, after = plain.rate(rows)[0], Network.load(tmp_path / "3.npz").rate(rows)[0]
    assert np.allclose(after.sum(axis=1), 1, atol=1e-5)
    assert (before.argsort(axis=1) == after.argsort(axis=1)).all()
    doubt = -(before * np.log(before)).sum(axis=1) / np.log(3)
    risen = after.max(axis=1) > before.max(axis=1)
    assert (risen == (doubt < 0.5)).all() and 0 < risen.sum() < 50


def test_a_file_from_before_is_as_sure_as_it_says(tmp_path: Path) -> None:
    small_network().save(tmp_path / "3.npz")
    with np.load(tmp_path / "3.npz") as file:
        arrays = {name: file[name] for name in file.files if name != "sureness"}
    np.savez(tmp_path / "3.npz", **{**arrays, "format": np.array(2)})
    assert Network.load(tmp_path / "3.npz").inverse_temperature == (1.0, 1.0)


def complaint(path: Path) -> tuple[str, str]:
    with pytest.raises(InvalidWeights) as caught:
        Network.load(path)
    return caught.value.reason.code, str(caught.value)


def test_a_missing_file_is_missed(tmp_path: Path) -> None:
    expected = "the champion's weights 3.npz are missing"
    assert complaint(tmp_path / "3.npz") == ("no_weights", expected)


@pytest.mark.parametrize("text", [b"", b"not weights at all", b"PK\x03\x04 and then nothing"])
def test_a_broken_file_is_named(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "3.npz"
    path.write_bytes(text)
    assert complaint(path) == ("weights_unreadable", "the weights 3.npz cannot be read")


def test_half_a_file_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "3.npz"
    whole = (SHIPPED / "3.npz").read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert complaint(path)[0] == "weights_unreadable"


def test_a_foreign_file_is_foreign(tmp_path: Path) -> None:
    path = tmp_path / "3.npz"
    np.savez(path, picture=np.zeros((4, 4)))
    assert complaint(path)[0] == "weights_foreign"


def test_arrays_alone_are_no_weights(tmp_path: Path) -> None:
    path = tmp_path / "3.npz"
    with path.open("wb") as file:
        np.save(file, np.zeros(4))
    assert complaint(path)[0] == "weights_unreadable"
    for value in (np.array("four"), np.array(2.5), np.zeros(3)):
        np.savez(path, format=value)
        assert complaint(path)[0] == "weights_foreign"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("format", "3")
    assert complaint(path)[0] == "weights_foreign"


def test_a_bit_that_fell_over_is_told_or_does_no_harm(tmp_path: Path) -> None:
    path, rng = tmp_path / "3.npz", random.Random(1)
    small_network().save(path)
    whole, told = path.read_bytes(), 0
    for _ in range(300):
        broken = bytearray(whole)
        broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
        path.write_bytes(broken)
        try:
            Network.load(path)
        except InvalidWeights:
            told += 1
    assert told > 200


def test_networks_are_the_same_if_their_weights_are(tmp_path: Path) -> None:
    network = small_network()
    network.save(tmp_path / "3.npz")
    again = Network.load(tmp_path / "3.npz")
    assert again == network and len({again, network}) == 1
    assert copy.deepcopy(network) is network
    first = network.layers[0]
    others = [
        replace(network, inverse_temperature=(1.0, 1.5)),
        replace(network, mean=network.mean + 1),
        replace(network, layers=(Layer(first.weight, first.bias + 1), *network.layers[1:])),
    ]
    assert all(other != network for other in others)


def test_code_in_a_file_is_never_run(tmp_path: Path) -> None:
    path = tmp_path / "3.npz"
    np.savez(path, allow_pickle=True, format=np.array([{"a": 1}], dtype=object))
    assert complaint(path)[0] == "weights_unreadable"


def test_another_version_is_told(tmp_path: Path) -> None:
    path = tmp_path / "3.npz"
    np.savez(path, format=np.array(99))
    told = "the weights 3.npz are of version 99; this program reads 2 to 3"
    assert complaint(path) == ("weights_version", told)


@pytest.mark.parametrize(("players", "width"), [(3, 100), (3, row_width(4)), (7, 1000)])
def test_shapes_have_to_fit_the_players(tmp_path: Path, players: int, width: int) -> None:
    path = tmp_path / "3.npz"
    small_network(players, width).save(path)
    assert complaint(path)[0] == "weights_shape"


def test_other_columns_do_not_pass_for_these(tmp_path: Path) -> None:
    """Also where there are as many: nobody should play with eyes that see something else."""
    path, names = tmp_path / "3.npz", columns(3)
    names[0], names[1] = names[1], names[0]
    replace(small_network(), names=tuple(names)).save(path)
    assert complaint(path)[0] == "weights_columns"
    assert Network.load(path, any_columns=True).column_names == tuple(names)


@pytest.mark.parametrize("inverse_temperature", [(0.4, -0.4), (0.0, 1.0), (np.nan, 1.0)])
def test_a_network_that_would_play_to_lose_is_refused(
    tmp_path: Path, inverse_temperature: tuple[float, float]
) -> None:
    replace(small_network(), inverse_temperature=inverse_temperature).save(tmp_path / "3.npz")
    assert complaint(tmp_path / "3.npz")[0] == "weights_unreadable"


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    network = small_network()
    network.layers[0].weight[0, 0] = np.nan
    network.save(tmp_path / "3.npz")
    assert complaint(tmp_path / "3.npz")[0] == "weights_unreadable"


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_shipped_says_what_made_it(players: int) -> None:
    made_by = champion_network(players).made_by
    assert {"commit", "date", "settings", "plan", "games", "against_greedy"} <= set(made_by)
    assert made_by["settings"]["players"] == players
    assert made_by["settings"]["seed"]
    json.dumps(made_by)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_shipped_was_seen_to_promise_what_comes_true(players: int) -> None:
    made_by = champion_network(players).made_by
    assert made_by["calibration_games"] >= 10_000
    assert len(made_by["calibration"]) == 10
    for cases, promised, came in made_by["calibration"]:
        assert abs(promised - came) <= (0.02 if cases >= 1000 else 0.03)


def test_a_page_beside_the_weights_tells_which_commands_and_commits_made_them() -> None:
    """As ``bench/champion.py --history`` writes it from the weights."""
    history = runpy.run_path(str(BENCH / "champion.py"))["history"]()
    page = (SHIPPED / "README.md").read_text(encoding="utf-8")
    assert page == "\n".join(history) + "\n"
    for players in PLAYERS:
        assert f"## {players}.npz" in page
        assert f"`{champion_network(players).made_by['commit']}`" in page


def test_all_that_is_shipped_is_small() -> None:
    files = sorted(SHIPPED.glob("*.npz"))
    assert [file.stem for file in files] == [str(players) for players in PLAYERS]
    assert sum(file.stat().st_size for file in files) <= 8 * MEGABYTE


def test_rows_of_several_decisions_are_rated_as_each_alone() -> None:
    network = champion_network(3)
    rng = np.random.default_rng(4)
    rows = rng.integers(0, 8, (3, row_width(3)), np.uint8).repeat([5, 1, 7], axis=0)
    for row in rows:
        row[rng.integers(0, 600, 20)] = rng.integers(0, 255, 20)
    first = np.array([0, 5, 6], np.int32)
    together = network.rate(rows, first)
    for begin, end in ((0, 5), (5, 6), (6, 13)):
        for whole, alone in zip(together, network.rate(rows[begin:end]), strict=True):
            np.testing.assert_allclose(whole[begin:end], alone, rtol=1e-4, atol=1e-4)


def test_rating_by_differences_is_rating_by_the_whole_matrix() -> None:
    network = replace(champion_network(2), inverse_temperature=(1.0, 1.0))
    rng = np.random.default_rng(5)
    rows = rng.integers(0, 12, (6, row_width(2)), np.uint8)
    values = np.clip((rows - network.mean) * network.scale, -6, 6)
    for layer in network.layers[:-1]:
        values = np.maximum(values @ layer.weight + layer.bias, 0)
    values = values @ network.layers[-1].weight + network.layers[-1].bias
    shares, margins = network.rate(rows)
    powers = np.exp(values[:, :2])
    np.testing.assert_allclose(shares, powers / powers.sum(1, keepdims=True), atol=1e-4)
    np.testing.assert_allclose(margins, 20 * values[:, 2:], rtol=1e-3, atol=1e-2)


def test_rows_further_and_further_from_the_first_are_rated_as_each_alone() -> None:
    network = champion_network(2)
    rng = np.random.default_rng(7)
    rows = rng.integers(0, 12, (1, row_width(2)), np.uint8).repeat(9, axis=0)
    for k in range(1, 9):  # 1, 2, … 8 columns more: four at once, and what is left of four
        rows[k:, rng.integers(0, row_width(2), k)] += 1
    together = network.rate(rows)
    for k in range(9):
        for whole, alone in zip(together, network.rate(rows[k : k + 1]), strict=True):
            np.testing.assert_allclose(whole[k : k + 1], alone, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_the_currencies_are_called_changes_no_rating(players: int) -> None:
    network = champion_network(players)
    rows = np.random.default_rng(6).integers(0, 12, (9, row_width(players)), np.uint8)
    for names in ((1, 2, 3, 0), (2, 0, 3, 1), (0, 1, 3, 2)):
        elsewhere = rows.copy()
        elsewhere[:, : len(columns(players))] = rows[:, renamed(players, names)]
        for one, same in zip(network.rate(rows), network.rate(elsewhere), strict=True):
            np.testing.assert_allclose(one, same, rtol=1e-3, atol=1e-3)
