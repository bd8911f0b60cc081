"""Fair dealing: what the page says is what is done, and whatever was tampered with is seen."""

import hashlib
import hmac
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from alhambra import Card, Game, Phase, Record
from alhambra.cli.app import app
from alhambra.fairness import FairDealer, claims_fairness, why_unproved
from alhambra.pieces import CARDS, TILES

pytestmark = pytest.mark.compiled_only

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text(encoding="utf-8")
VECTORS = dict(line.split(": ", 1) for line in PAGE.rsplit("```", 2)[1].strip().splitlines())
SEED = bytes.fromhex(VECTORS["seed"])
SALTS = tuple(VECTORS["salts"].split())
DEALER = FairDealer(SEED, SALTS)


def by_hand(items: list[str], purpose: str, number: int) -> list[str]:
    """The shuffle as the page tells it, written a second time."""
    stream, block = b"", 0
    for i in range(len(items) - 1, 0, -1):
        while True:
            if len(stream) < 4:
                message = f"alhambra 1\n{' '.join(SALTS)}\n{purpose} {number}\n{block}"
                stream += hmac.new(SEED, message.encode(), hashlib.sha256).digest()
                block += 1
            word, stream = int.from_bytes(stream[:4], "big"), stream[4:]
            if word < 2**32 - 2**32 % (i + 1):
                break
        j = word % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def test_the_commitment_of_the_page() -> None:
    assert DEALER.commitment == VECTORS["commitment"]


def test_the_numbers_of_the_page() -> None:
    words = DEALER.words("money")
    for expected in VECTORS["words money 1"].split():
        assert next(words) == int(expected)


@pytest.mark.parametrize("key", [key for key in VECTORS if key.startswith("shuffle")])
def test_the_shuffles_of_the_page(key: str) -> None:
    _, purpose, number = key.split()
    before, after = (words.split() for words in VECTORS[key].split(" -> "))
    assert DEALER.shuffled(before, purpose, int(number)) == after
    assert by_hand(before, purpose, int(number)) == after


def test_the_deal_of_the_page() -> None:
    deal = DEALER.deal(3)
    assert " ".join(map(str, deal.deck)) == VECTORS["deck of 3"]
    assert " ".join(map(str, deal.bag)) == VECTORS["bag"]
    assert by_hand([str(tile) for tile in TILES], "bag", 1) == VECTORS["bag"].split()


def test_the_money_is_shuffled_by_hand_as_well() -> None:
    money = by_hand([str(card) for card in CARDS for _ in range(3)], "money", 1)
    deck = VECTORS["deck of 3"].split()
    top = next(n for n, (a, b) in enumerate(zip(money, deck, strict=False)) if a != b)
    assert top > 20, "piles 2 and 4 are shuffled again, what comes before them is not"


def test_all_orders_come_up_about_as_often() -> None:
    dealer = FairDealer(bytes(32))
    found = Counter("".join(dealer.shuffled("abcd", "money", n)) for n in range(4800))
    assert len(found) == len(list(permutations("abcd")))
    chi_square = sum((count - 200) ** 2 / 200 for count in found.values())
    assert chi_square < 50  # 23 degrees of freedom: beyond it once in a thousand


def test_each_salt_and_each_purpose_changes_the_order() -> None:
    orders = {
        tuple(dealer.shuffled(range(52), purpose, number))
        for dealer in (DEALER, FairDealer(SEED), FairDealer(SEED, SALTS[:1]))
        for purpose in ("money", "bag")
        for number in (1, 2)
    }
    assert len(orders) == 12


def test_how_the_discards_lay_changes_no_reshuffle() -> None:
    cards = [Card(name) for name in ("y9", "b1", "g4", "b1")]
    assert DEALER.reshuffle(cards, 1) == DEALER.reshuffle(cards[::-1], 1)


def played(players: int = 3, seed: int = 4) -> Record:
    """A whole game with a proof, long enough for a reshuffle."""
    rng = random.Random(seed)
    names = ["Ana", "Bruno", "Carla", "David"][:players]
    game = Game(names, DEALER.deal(players))
    while not game.is_over:
        if game.phase is Phase.RESHUFFLE:
            game.reshuffle(DEALER.reshuffle(game.discard, len(game.reshuffles) + 1))
        else:
            game.play(rng.choice(game.legal_actions))
    assert game.reshuffles
    return Record.of(game, DEALER.header(DEALER.lots(players)))


RECORD = played()


def with_header(**lines: str | None) -> Record:
    """The record with some of its header lines changed or left out."""
    header = {**dict(RECORD.extra), **lines}
    extra = tuple((key, value) for key, value in header.items() if value is not None)
    return Record(RECORD.names, RECORD.first, RECORD.deal, RECORD.steps, extra)


def test_a_true_proof_holds() -> None:
    assert claims_fairness(RECORD)
    assert why_unproved(RECORD) is None
    assert why_unproved(Record.parse(str(RECORD))) is None


def test_without_a_claim_there_is_nothing_to_prove() -> None:
    bare = Record(RECORD.names, RECORD.first, RECORD.deal, RECORD.steps)
    assert not claims_fairness(bare)
    assert why_unproved(bare) is None


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ({"fairness": "2"}, "unknown_version"),
        ({"seed": None}, "no_header"),
        ({"salts": None}, "no_header"),
        ({"commitment": None}, "no_header"),
        ({"seed": "xyz"}, "not_hexadecimal"),
        ({"seed": "00"}, "not_hexadecimal"),
        ({"salts": "00  11"}, "not_hexadecimal"),
        ({"seed": "ff" * 32}, "wrong_commitment"),
        ({"commitment": "00" * 32}, "wrong_commitment"),
        ({"salts": "none"}, "not_from_seed"),
        ({"salts": " ".join(SALTS[::-1])}, "not_from_seed"),
        ({"lots": "3 2 1"}, "not_from_seed"),
    ],
)
def test_a_false_proof_does_not(lines: dict[str, str | None], code: str) -> None:
    reason = why_unproved(with_header(**lines))
    assert reason is not None and reason.code == code
    assert str(reason)


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
    RECORD.save(good)
    with_header(commitment="00" * 32).save(bad)
    for file, code, words in ((good, 0, "fair dealing proved"), (bad, 1, "the commitment is not")):
        with pytest.raises(SystemExit) as end:
            app(["verify", str(file)])
        output = capsys.readouterr()
        assert end.value.code == code
        assert words in output.out + output.err
