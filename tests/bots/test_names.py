"""Bots by name, and the levels people choose from."""

import pytest

from alhambra import AlhambraError
from alhambra.bots import (
    KNOWN,
    LEVELS,
    Bot,
    ChampionBot,
    GreedyBot,
    Level,
    RandomBot,
    SearchBot,
    bot_named,
)
from alhambra.bots.champion import Search

GOOD = {
    "random": RandomBot(),
    "greedy": GreedyBot(),
    "greedy:best=3": GreedyBot(best=3),
    "search:2000": SearchBot(playouts=2000),
    "search:500ms": SearchBot(milliseconds=500),
    "search:2s": SearchBot(milliseconds=2000),
    "search:1000:threads=2": SearchBot(playouts=1000, threads=2),
    "champion": ChampionBot(),
    "champion:search": ChampionBot(searching=True),
    "champion:search:200ms": ChampionBot(True, search=Search(milliseconds=200)),
    "champion:search:2s": ChampionBot(True, search=Search(milliseconds=2000)),
    "champion:search:4000rows": ChampionBot(True, search=Search(rows=4000)),
    "champion:search:500ms:threads=2": ChampionBot(
        True, search=Search(milliseconds=500, threads=2)
    ),
}
BAD = [
    "",
    "Greedy",
    "greedy:",
    "greedy:2",
    "greedy:best=0",
    "greedy:best=3:best=3",
    "greedy:threads=2",
    "random:1",
    "search",
    "search:",
    "search:0",
    "search:fast",
    "search:10m",
    "search:10:threads=0",
    "search:10:best=3",
    "search:10rows",
    "champion:",
    "champion:200ms",
    "search:-5",
    "mason:1",
]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_gives_its_bot(name: str) -> None:
    assert bot_named(name) == GOOD[name]


@pytest.mark.parametrize("name", [name for name in GOOD if not name.endswith("search:2s")])
def test_a_bot_goes_by_its_name(name: str) -> None:
    assert bot_named(name).name == name


@pytest.mark.parametrize("name", BAD)
def test_an_unknown_name_is_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises(AlhambraError) as error:
        bot_named(name)
    assert error.value.reason.code == "no_such_bot"
    assert isinstance(error.value, ValueError)
    for known in KNOWN:
        assert known in str(error.value)


@pytest.mark.parametrize(
    "name",
    [
        "champion:search:",
        "champion:search:4000",
        "champion:search:0ms",
        "champion:search:fast",
        "champion:search:200ms:best=3",
        "champion:search:200ms:threads=0",
        "champion:search:threads=2",
    ],
)
def test_a_search_without_an_effort_is_answered_with_how_one_is_named(name: str) -> None:
    with pytest.raises(AlhambraError) as error:
        bot_named(name)
    expected = "names no search: it takes a time or a number of rows, as champion:search:200ms"
    assert str(error.value).startswith(f"{name!r} {expected}")


@pytest.mark.parametrize("name", ["mine/2.NPZ", "2.onnx", "mine/2", "mine/2.npz:serch"])
def test_a_name_like_a_file_is_answered_with_how_weights_are_named(name: str) -> None:
    with pytest.raises(AlhambraError) as error:
        bot_named(name)
    expected = "names no weights: their file ends in .npz, as mine/3.npz or mine/3.npz:search"
    assert str(error.value) == f"{name!r} {expected}"


@pytest.mark.parametrize("name", KNOWN)
def test_each_known_name_is_a_bot(name: str) -> None:
    assert isinstance(bot_named(name), Bot)


def test_there_are_four_levels() -> None:
    assert [level.title for level in LEVELS] == ["Apprentice", "Mason", "Architect", "Vizier"]
    assert [level.key for level in LEVELS] == [level.title.lower() for level in LEVELS]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.key)
def test_a_level_is_a_bot(level: Level) -> None:
    assert bot_named(level.key).name == level.bot
