"""Fair dealing: what the page says is what is done, and whatever was tampered with is seen."""

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from alhambra import Card, Game, Phase, Record
from alhambra.cli.app import app
from alhambra.fairness import (
    AbandonedRound,
    FairDealer,
    _below,
    claims_fairness,
    salt_hash,
    why_unproved,
)
from alhambra.pieces import CARDS, TILES

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text(encoding="utf-8")
BLOCKS = [
    dict(line.split(": ", 1) for line in block.strip().splitlines())
    for block in PAGE.partition("## Test vectors")[2].split("```")[1::2]
]
BY_SCHEME = {vectors["scheme"]: vectors for vectors in BLOCKS}
DEALERS = {
    scheme: FairDealer(bytes.fromhex(vectors["seed"]), tuple(vectors["salts"].split()), scheme)
    for scheme, vectors in BY_SCHEME.items()
}
SEED, SALTS = DEALERS["2"].seed, DEALERS["2"].salts
GIVEN_UP = AbandonedRound("12" * 32, ("34" * 32, "56" * 32), ("56" * 32,))
both = pytest.mark.parametrize("scheme", ["1", "2"])


def by_hand(dealer: FairDealer, items: list[str], purpose: str, number: int) -> list[str]:
    """The shuffle as the page tells it, written a second time."""
    stream, block = b"", 0
    for i in range(len(items) - 1, 0, -1):
        while True:
            if len(stream) < 4:
                head = f"alhambra {dealer.scheme}\n{' '.join(dealer.salts)}"
                message = f"{head}\n{purpose} {number}\n{block}"
                stream += hmac.new(dealer.seed, message.encode(), hashlib.sha256).digest()
                block += 1
            word, stream = int.from_bytes(stream[:4], "big"), stream[4:]
            if word < 2**32 - 2**32 % (i + 1):
                break
        j = word % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@both
def test_the_commitment_of_the_page(scheme: str) -> None:
    assert DEALERS[scheme].commitment == BY_SCHEME[scheme]["commitment"]


def test_the_hashes_of_the_page() -> None:
    commitment = BY_SCHEME["2"]["commitment"]
    hashes = [salt_hash(commitment, salt) for salt in SALTS]
    assert hashes == BY_SCHEME["2"]["hashes"].split()
    by_other_means = f"alhambra 2 salt\n{commitment}\n{SALTS[0]}".encode()
    assert hashes[0] == hashlib.sha256(by_other_means).hexdigest()


@both
def test_the_numbers_of_the_page(scheme: str) -> None:
    words = DEALERS[scheme].words("money")
    for expected in BY_SCHEME[scheme]["words money 1"].split():
        assert next(words) == int(expected)


@both
@pytest.mark.parametrize("key", [key for key in BLOCKS[0] if key.startswith("shuffle")])
def test_the_shuffles_of_the_page(scheme: str, key: str) -> None:
    _, purpose, number = key.split()
    before, after = (words.split() for words in BY_SCHEME[scheme][key].split(" -> "))
    dealer = DEALERS[scheme]
    assert dealer.shuffled(before, purpose, int(number)) == after
    assert by_hand(dealer, before, purpose, int(number)) == after


@both
def test_the_deal_of_the_page(scheme: str) -> None:
    vectors, dealer = BY_SCHEME[scheme], DEALERS[scheme]
    deal = dealer.deal(3)
    assert " ".join(map(str, deal.deck)) == vectors["deck of 3"]
    assert " ".join(map(str, deal.bag)) == vectors["bag"]
    assert by_hand(dealer, [str(tile) for tile in TILES], "bag", 1) == vectors["bag"].split()


def test_the_deal_for_two_of_the_page() -> None:
    assert " ".join(map(str, DEALERS["2"].deal(2).deck)) == BY_SCHEME["2"]["deck of 2"]


@both
def test_the_money_is_shuffled_by_hand_as_well(scheme: str) -> None:
    money = by_hand(DEALERS[scheme], [str(card) for card in CARDS for _ in range(3)], "money", 1)
    deck = BY_SCHEME[scheme]["deck of 3"].split()
    top = next(n for n, (a, b) in enumerate(zip(money, deck, strict=False)) if a != b)
    assert top > 20, "piles 2 and 4 are shuffled again, what comes before them is not"


def test_all_orders_come_up_about_as_often() -> None:
    dealer = FairDealer(bytes(32))
    found = Counter("".join(dealer.shuffled("abcd", "money", n)) for n in range(4800))
    assert len(found) == len(list(permutations("abcd")))
    chi_square = sum((count - 200) ** 2 / 200 for count in found.values())
    assert chi_square < 50  # 23 degrees of freedom: beyond it once in a thousand


def test_numbers_that_would_favour_some_are_left_out() -> None:
    """Of the 2**32 numbers the last one is left out, so that 3 divides the rest."""
    words = iter([2**32 - 1, 2**32 - 2])
    assert _below(3, words) == (2**32 - 2) % 3
    assert list(words) == []
    assert _below(4, iter([2**32 - 1])) == 3


def test_each_salt_and_each_purpose_changes_the_order() -> None:
    orders = {
        tuple(dealer.shuffled(range(52), purpose, number))
        for dealer in (DEALERS["2"], FairDealer(SEED), FairDealer(SEED, SALTS[:1]), DEALERS["1"])
        for purpose in ("money", "bag")
        for number in (1, 2)
    }
    assert len(orders) == 16


def test_how_the_discards_lay_changes_no_reshuffle() -> None:
    cards = [Card(name) for name in ("y9", "b1", "g4", "b1")]
    dealer = DEALERS["2"]
    assert dealer.reshuffle(cards, 1) == dealer.reshuffle(cards[::-1], 1)


def finished(dealer: FairDealer, players: int, seed: int) -> Game:
    """A whole game, dealt by this dealer."""
    rng = random.Random(seed)
    names = ["Ana", "Bruno", "Carla", "David"][:players]
    game = Game(names, dealer.deal(players))
    while not game.is_over:
        if game.phase is Phase.RESHUFFLE:
            game.reshuffle(dealer.reshuffle(game.discard, len(game.reshuffles) + 1))
        else:
            game.play(rng.choice(game.legal_actions))
    return game


def played(scheme: str, players: int = 3, seed: int = 4) -> Record:
    """A whole game with a proof, long enough for a reshuffle."""
    dealer = DEALERS[scheme]
    given_up = (GIVEN_UP,) if scheme == "2" else ()
    game = finished(dealer, players, seed)
    assert game.reshuffles
    return Record.of(game, dealer.header(dealer.lots(players), given_up))


RECORDS = {scheme: played(scheme) for scheme in ("1", "2")}
RECORD = RECORDS["2"]


def with_header(lines: Mapping[str, str | None], record: Record = RECORD) -> Record:
    """The record with some of its header lines changed or left out."""
    header = {**dict(record.extra), **lines}
    extra = tuple((key, value) for key, value in header.items() if value is not None)
    return Record(record.names, record.first, record.deal, record.steps, extra)


@both
def test_a_true_proof_holds(scheme: str) -> None:
    record = RECORDS[scheme]
    assert claims_fairness(record)
    assert why_unproved(record) is None
    assert why_unproved(Record.parse(str(record))) is None


def test_without_a_claim_there_is_nothing_to_prove() -> None:
    for extra in ((), (("place", "Granada"),)):
        bare = Record(RECORD.names, RECORD.first, RECORD.deal, RECORD.steps, extra)
        assert not claims_fairness(bare)
        assert why_unproved(bare) is None


def test_the_header_lists_the_rounds_that_were_given_up() -> None:
    header = DEALERS["2"].header(abandoned=(GIVEN_UP, GIVEN_UP))
    hashes = f"{'34' * 32} {'56' * 32}"
    assert header["rounds"] == "3"
    assert header["round 1"] == header["round 2"] == f"{'12' * 32} | {hashes} | {'56' * 32}"
    assert AbandonedRound.parse(header["round 1"]) == GIVEN_UP


@pytest.mark.parametrize(
    "value",
    [
        f"{'12' * 32} | {'34' * 32}",
        f"{'12' * 32} | {'34' * 32} | none | none",
        f"12 | {'34' * 32} | none",
        f"{'12' * 32} | 34 | none",
        f"{'12' * 32} | 34 | 34",
        f"{'12' * 32} | {'34' * 32} | {'56' * 32}",
    ],
)
def test_a_round_that_cannot_be_read(value: str) -> None:
    assert AbandonedRound.parse(value) is None


def test_a_hash_without_a_salt_is_named() -> None:
    hashes = f"{dict(RECORD.extra)['hashes']} {'77' * 32}"
    reason = why_unproved(with_header({"hashes": hashes}))
    assert reason is not None and reason.code == "wrong_salt"
    assert reason.params["number"] == len(SALTS) + 1


FALSE: list[tuple[dict[str, str | None], str]] = [
    ({"fairness": "3"}, "unknown_version"),
    ({"seed": None}, "no_header"),
    ({"salts": None}, "no_header"),
    ({"commitment": None}, "no_header"),
    ({"seed": "xyz"}, "not_hexadecimal"),
    ({"seed": "00"}, "not_hexadecimal"),
    ({"salts": "00  11"}, "not_hexadecimal"),
    ({"seed": "ff" * 32}, "wrong_commitment"),
    ({"commitment": "00" * 32}, "wrong_commitment"),
    ({"lots": "3 2 1"}, "not_from_seed"),
]
FALSE_1: list[tuple[dict[str, str | None], str]] = [
    *FALSE,
    ({"salts": "none"}, "not_from_seed"),
    ({"salts": " ".join(DEALERS["1"].salts[::-1])}, "not_from_seed"),
    ({"fairness": "2"}, "no_header"),
]
FALSE_2: list[tuple[dict[str, str | None], str]] = [
    *FALSE,
    ({"fairness": "1"}, "not_from_seed"),
    ({"hashes": None}, "no_header"),
    ({"rounds": None}, "no_header"),
    ({"salts": "none"}, "wrong_salt"),
    ({"salts": " ".join(SALTS[::-1])}, "wrong_salt"),
    ({"salts": f"{SALTS[0]} {'77' * 32}"}, "wrong_salt"),
    ({"salts": "00" * 16}, "not_hexadecimal"),
    ({"hashes": "none"}, "wrong_salt"),
    ({"rounds": "1"}, "wrong_rounds"),
    ({"rounds": "3"}, "wrong_rounds"),
    ({"round 1": None}, "wrong_rounds"),
    ({"round 1": "12"}, "not_hexadecimal"),
    ({"round 3": GIVEN_UP.header_value()}, "wrong_rounds"),
]


@pytest.mark.parametrize(
    ("scheme", "lines", "code"),
    [("1", *case) for case in FALSE_1] + [("2", *case) for case in FALSE_2],
)
def test_a_false_proof_does_not(scheme: str, lines: dict[str, str | None], code: str) -> None:
    reason = why_unproved(with_header(lines, RECORDS[scheme]))
    assert reason is not None and reason.code == code
    assert str(reason)


def test_a_line_of_the_proof_stands_once() -> None:
    twice = replace(RECORD, extra=(*RECORD.extra, ("salts", "none")))
    reason = why_unproved(twice)
    assert reason is not None and reason.code == "header_twice"


def test_a_reshuffle_that_was_chosen_is_seen() -> None:
    """The last reshuffle with two cards of the unseen rest exchanged."""
    text = str(RECORD)
    head, line, rest = text.rpartition("\ndeck: ")
    order, end, rest = rest.partition("\n")
    cards = order.split(" ")
    last = next(n for n in range(len(cards) - 2, -1, -1) if cards[n] != cards[-1])
    cards[last], cards[-1] = cards[-1], cards[last]
    tampered = Record.parse(f"{head}{line}{' '.join(cards)}{end}{rest}")
    reason = why_unproved(tampered)
    assert reason is not None and reason.code == "not_from_seed"


def test_verify_checks_the_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.alhambra", tmp_path / "bad.alhambra"
    old, unsalted = tmp_path / "old.alhambra", tmp_path / "unsalted.alhambra"
    RECORD.save(good)
    RECORDS["1"].save(old)
    with_header({"commitment": "00" * 32}).save(bad)
    dealer = FairDealer(SEED)
    Record.of(finished(dealer, 3, 4), dealer.header()).save(unsalted)
    for file, code, words in (
        (good, 0, "fair dealing proved with 2 salts, 1 round of dealing abandoned"),
        (old, 0, "scheme 1: salts were not committed"),
        (unsalted, 0, "no player added a salt"),
        (bad, 1, "the commitment is not"),
    ):
        with pytest.raises(SystemExit) as end:
            app(["verify", str(file)])
        output = capsys.readouterr()
        assert end.value.code == code
        assert words in output.out + output.err
