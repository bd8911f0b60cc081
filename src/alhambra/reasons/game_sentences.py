"""Why the game does not allow something."""

from __future__ import annotations

from collections.abc import Mapping

GAME: Mapping[str, str] = {
    # notation
    "no_such_tile": "there is no tile {word!r}",
    "no_such_card": "there is no money card {word!r}",
    "no_such_cell": "{word!r} is not a cell; cells are written x,y like 2,-1",
    "no_such_scoring": "{word!r} is not a scoring; the scorings are A, B and C",
    "no_such_action": "{word!r} is not an action",
    "empty_action": "an action is missing",
    "wrong_words": "{action} is written {form!r}",
    "wrong_spacing": "words are separated by single spaces",
    "cards_unsorted": "cards are written in order: {cards}",
    # building
    "cell_taken": "there is already a tile at {cell}",
    "apart": "no tile of the city shares a side with {cell}",
    "wall_meets_no_wall": "it has a wall on the {side} side, but its neighbour there has none",
    "no_wall_meets_wall": "it has no wall on the {side} side, but its neighbour there has one",
    "out_of_reach": "there is no way on foot from the fountain to {cell}",
    "hole": "it would leave a hole in the city",
    "already_in_city": "{tile} is already in this city",
    "not_in_city": "{tile} is not in the city",
    "no_tile_in_cell": "there is no tile at {cell}",
    "fountain_stays": "the fountain is never removed or swapped",
    "cuts_off": "without {tile} other tiles could not be reached on foot",
    # acting
    "game_over": "the game is over",
    "place_first": "place the waiting tiles first",
    "nothing_to_place": "no tile is waiting to be placed",
    "act_first": "take the extra action before placing tiles",
    "not_waiting": "{tile} is not waiting to be placed",
    "refill_first": "the turn is over and waits for the refill",
    "reshuffle_first": "the discard pile has to be shuffled first",
    "nothing_taken": "choose at least one card",
    "not_in_row": "{card} is not in the money row",
    "too_much_money": "several cards may be worth at most 5 together, these are worth {worth}",
    "not_in_market": "{tile} is not in the market",
    "wrong_currency": "{tile} is sold for {currency}",
    "not_in_hand": "{card} is not in your hand",
    "too_little": "{tile} costs {price}, these cards are worth {worth}",
    "not_in_reserve": "{tile} is not in your reserve",
    "no_need_to_pass": "you may pass only if no other action is possible",
    "no_dirk": "Dirk takes part only in two-player games",
    "award_not_given": "an awarded tile goes into the city or the reserve",
    "nothing_to_decide": "there is nothing to choose now",
    "nothing_to_take_back": "there is nothing to take back",
    "no_refill_due": "no refill is due",
    "no_reshuffle_due": "no reshuffle is due",
    "wrong_reshuffle": "the new deck must be exactly the discarded cards",
    # setting up
    "wrong_number_of_players": "Alhambra is for 2 to 6 players, not {players}",
    "bad_name": "{name!r} is not a valid name: use 1 to 40 visible characters, trimmed, without |",
    "same_name": "two players are called {name!r}",
    "no_such_seat": "there is no seat {seat}",
    "not_starting": "seat {seat} does not start: another has fewer cards or less money",
    "wrong_deck_size": "the deck has {found} cards, not {expected}",
    "wrong_card_count": "the deck has {card} {found} times, not {expected}",
    "scoring_card_outside_pile": "the scoring card {card} is not in pile {pile}",
    "wrong_bag_size": "the bag has {found} tiles, not {expected}",
    "tile_twice": "the bag has {tile} twice",
    # analysis
    "game_not_finished": "only a finished game can be analysed",
    "no_analysis_level": "there is no level of analysis {name!r}; there are: {known}",
}
