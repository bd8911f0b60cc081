"""Why something cannot be: reasons with a code and parameters, and the errors that carry them.

Other programs translate a reason by its code; ``str`` gives the English sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

SENTENCES: Mapping[str, str] = {
    # notation
    "no_such_tile": "there is no tile {word!r}",
    "no_such_card": "there is no money card {word!r}",
    "no_such_cell": "{word!r} is no cell; cells are written x,y like 2,-1",
    "no_such_scoring": "{word!r} is no scoring; there are A, B and C",
    "no_such_action": "{word!r} is no action",
    "empty_action": "an action is missing",
    "wrong_words": "{action} is written {form!r}",
    "wrong_spacing": "words are separated by single spaces",
    "cards_unsorted": "cards are written in order: {cards}",
    # building
    "cell_taken": "another tile stands at {cell}",
    "apart": "no tile of the city shares a side with {cell}",
    "wall_meets_no_wall": "wall meets no wall on the {side} side",
    "no_wall_meets_wall": "no wall meets a wall on the {side} side",
    "out_of_reach": "there is no way on foot from the fountain to {cell}",
    "hole": "it would leave a hole in the city",
    "already_in_city": "{tile} stands in this city already",
    "not_in_city": "{tile} does not stand in the city",
    "no_tile_in_cell": "no tile stands at {cell}",
    "fountain_stays": "the fountain is never removed or swapped",
    "cuts_off": "without {tile} other tiles could not be reached on foot",
    # acting
    "game_over": "the game is over",
    "place_first": "the tiles waiting to be placed come first",
    "nothing_to_place": "no tile is waiting to be placed",
    "act_first": "the extra action comes first, then the tiles are placed",
    "not_waiting": "{tile} is not waiting to be placed",
    "refill_first": "the turn is over and waits for the refill",
    "reshuffle_first": "the discard pile has to be shuffled first",
    "nothing_taken": "at least one card has to be taken",
    "not_in_row": "{card} does not lie in the money row",
    "too_much_money": "several cards may be worth at most 5 together, these are worth {worth}",
    "not_in_market": "{tile} is not in the market",
    "wrong_currency": "{tile} is sold for {currency}",
    "not_in_hand": "{card} is not in your hand",
    "too_little": "{tile} costs {price}, these cards are worth {worth}",
    "not_in_reserve": "{tile} is not in your reserve",
    "no_need_to_pass": "passing is only for who can do nothing else",
    "no_dirk": "only with two players is there Dirk to give to",
    "award_not_given": "an awarded tile goes into the city or the reserve",
    "nothing_to_take_back": "there is nothing to take back",
    "no_refill_due": "no refill is due",
    "no_reshuffle_due": "no reshuffle is due",
    "wrong_reshuffle": "the new deck must be exactly the discarded cards",
    # setting up
    "wrong_number_of_players": "Alhambra is for 2 to 6 players, not {players}",
    "bad_name": "{name!r} is no name: 1 to 40 visible characters, trimmed, without |",
    "same_name": "two players are called {name!r}",
    "no_such_seat": "there is no seat {seat}",
    "not_starting": "seat {seat} does not start: it has more cards or more money than another",
    "wrong_deck_size": "the deck has {found} cards, not {expected}",
    "wrong_card_count": "the deck has {card} {found} times, not {expected}",
    "scoring_card_outside_pile": "{card} is not in pile {pile}",
    "wrong_bag_size": "the bag has {found} tiles, not {expected}",
    "tile_twice": "the bag has {tile} twice",
    # records
    "not_utf8": "the file is not UTF-8 text",
    "no_header": "the header lacks {key!r}",
    "not_a_header": "{line!r} is no header line of the form key: value",
    "header_twice": "the header has {key!r} twice",
    "unknown_version": "{key} {value!r} is not known here; this program reads {known}",
    "bad_first": "{value!r} is no seat",
    "no_blank_line": "a blank line must end the header",
    "not_an_event": "{line!r} is no event",
    "wrong_seat": "seat {expected} is to act, not {found}",
    "missing_line": "a {key!r} line is due here",
    "unexpected_line": "no {key!r} line is due here",
    "wrong_points": "{key} is {expected}, not {found}",
    "after_the_end": "nothing follows the result",
    "no_such_ply": "the record has {plies} actions, there is no ply {ply}",
    "unreadable_file": "{path} cannot be read: {problem}",
    # fair dealing
    "not_hexadecimal": "{key} is not written in hexadecimal as it should be",
    "wrong_commitment": "the commitment is not the SHA-256 of the seed",
    "not_from_seed": "{part} does not come from seed and salts",
    "wrong_salt": "salt {number} does not match its hash",
    "wrong_rounds": "the rounds of dealing are not numbered correctly",
    # tables
    "no_such_table": "there is no such table, or it is not open to you",
    "name_needed": "please say first how you are called",
    "table_moved_on": "the table has moved on meanwhile, please look again",
    "not_your_seat": "seat {seat} is not yours",
    "not_your_turn": "it is not the turn of seat {seat}",
    "not_your_table": "only who set the table up can do that",
    "already_started": "the game has begun already",
    "not_started": "the game has not begun yet",
    "not_over": "the game is not over yet",
    "seat_taken": "somebody sits on seat {seat} already",
    "seats_open": "somebody has yet to sit down on seat {seat}",
    "one_seat_each": "you sit at this table already",
    "counter_taken": "two seats have the same counter",
    "no_such_level": "there is no bot of the level {level!r}; there are: {known}",
    "wrong_number_of_seats": "the game has {expected} seats, not {found}",
    "already_dealing": "the cards are already being dealt",
    "other_round": "another round of dealing has begun",
    "no_salt_due": "this round needs no salt from you",
    "salt_committed": "you have already committed to a salt in this round",
    "salts_frozen": "the salts of this round are already frozen",
    "not_frozen": "salts can be revealed only after everybody has committed",
    "nobody_missing": "no salt is missing",
    "too_many_rounds": "{limit} rounds of dealing were abandoned here: set up another table",
    "nobody_here": "a table needs at least one person",
    "bot_plays": "a bot plays for seat {seat}; take the seat back first",
    "no_bot_plays": "no bot plays for seat {seat}",
    "time_is_over": "seat {seat} has no time left in this turn; the bot will finish the turn",
    "undo_off": "at this table nothing is undone once a turn is over",
    "undo_asked": "an undo has been asked for already",
    "undo_not_asked": "no undo has been asked for",
    "nothing_to_undo": "seat {seat} has no finished action to undo",
    "no_such_line": "there is no line {line} in this chat",
    "own_line": "line {line} is your own; you cannot mute yourself",
    "muted_here": "nobody on seat {seat} could be muted",
    "only_once": "this was sent before for something else",
    "not_saved": "this could not be saved, please try again",
    "not_loaded": "this could not be loaded, please try again",
    "unreadable_game": "this game is damaged and cannot be read",
    "unknown_event": "this game was written by another version of the program ({event})",
    # pages
    "not_understood": "this makes no sense here: {problem}",
    "hello_first": "a page has to say hello first",
    "too_fast": "too much at once, please wait a moment",
    "too_many_names": "too many new players are joining from your address, please try later",
    "too_many_tables": "you have set up a lot of tables lately, please wait a while",
    "too_many_public": "a lot of public tables were opened from your address lately, please wait",
    "too_many_pages": "too many pages are open at once, please close one",
    "table_full": "too many people are already watching this table",
    "made_room": "this page was closed to make room for somebody else",
    "server_full": "the server is full at the moment, please try again later",
    "too_long": "this game is too long: the limit is {limit} steps",
    "unknown_host": "this server does not answer to the name {host!r}",
    "too_large": "this is larger than the {limit} bytes allowed",
    "wrong_origin": "this was sent by a page of another site",
    "not_found": "there is nothing here",
    "not_allowed": "this cannot be done here",
    "went_wrong": "something went wrong here; it has been noted",
    "busy": "the server is busy, please try again in a moment",
    "closing": "the server is about to stop, please come back in a moment",
    # bots
    "no_such_bot": "there is no bot {name!r}; there are: {known}, and weights of your own as "
    "mine/3.npz",
    "no_weights_name": "{name!r} names no weights: their file ends in .npz, as mine/3.npz or "
    "mine/3.npz:search",
    "no_such_file": "there is no file {file}",
    "no_weights": "the champion's weights {file} are not there",
    "weights_unreadable": "the weights {file} cannot be read",
    "weights_foreign": "the file {file} does not hold weights of a champion",
    "weights_version": "the weights {file} are of version {found}; this program reads {known}",
    "weights_columns": "the weights {file} are for rows with other columns than those of now",
    "weights_players": "these weights are for {found} players, not for {players}",
    "weights_shape": "the weights {file} have shapes that do not fit {players} players",
    "arena": "{sentence}",
    "no_training": "training needs torch: `make training`, or install with the extra [train]",
    "no_such_device": "there is no device {device!r} here",
    "nothing_to_learn": "no steps need weights for {players} players to begin with (--from)",
    "nothing_to_resume": "{folder} holds no training to go on with",
    "other_training": "{folder} holds a training with other settings: {difference}",
    "training_there": "{folder} holds a training already: --resume, or take another folder",
    "training_unreadable": "the training in {folder} cannot be read, or is of another version",
}


@dataclass(frozen=True, slots=True)
class Reason:
    """Why not: a code, its parameters, and as ``str`` the sentence.

    >>> str(Reason("too_little", {"tile": "G8nw", "price": 8, "worth": 7}))
    'G8nw costs 8, these cards are worth 7'
    """

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**self.params)

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params.items()))))


def why(code: str, **params: object) -> Reason:
    """A reason with its parameters as numbers and words."""
    return Reason(code, {key: v if isinstance(v, int) else str(v) for key, v in params.items()})


class AlhambraError(ValueError):
    """Something cannot be done; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


class InvalidNotation(AlhambraError):
    """A word that names no tile, card, cell or action."""


class IllegalAction(AlhambraError):
    """An action that the rules do not allow here."""


class InvalidDeal(AlhambraError):
    """A deck, a bag or a table that no game can start from."""


class InvalidRecord(AlhambraError):
    """A record that breaks the format or the rules in one of its lines, counted from 1."""

    def __init__(self, reason: Reason, line: int) -> None:
        super().__init__(reason)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"

    def __reduce__(self) -> tuple[type[InvalidRecord], tuple[Reason, int]]:
        return InvalidRecord, (self.reason, self.line)
