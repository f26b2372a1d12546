"""Pictures of card games are as high throughout a game, so that the page around them keeps still between moves."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.picture_words import in_short
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.sides import picture_for
from pbmserv.play.view import SeatView

SIZES = {
    "bridge": frozenset({592.0, 486.0, 420.0}),
    "euchre": frozenset({432.0, 366.0}),
    "fivehundred": frozenset({520.0, 454.0}),
    "hearts": frozenset({486.0}),
    "skat": frozenset({508.0, 442.0}),
    "spades": frozenset({486.0, 420.0}),
    **dict.fromkeys(("cribbage", "ginrummy"), frozenset({610.0, 544.0})),
    "goofspiel": frozenset({610.0}),
}
"""The heights of each game's pictures, of which the lowest ones leave room for buttons, and the highest of Bridge has
dummy's cards."""

LONGEST = "longest-of-all-names-of-players.a"


@pytest.mark.alike
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("word", SIZES)
def test_a_card_table_is_as_high_throughout_a_game(word: str, seed: int) -> None:
    game = installed()[word]
    options = {option.name: option.default for option in game.options}
    record = play_random_game(game, options, game.seats[0], bytes([seed] * 16))
    seen: dict[float, tuple[int, int]] = {}
    for number, position in enumerate(replay(game, record).positions):
        if game.result(position) is None:
            # One after the other, those who move and those who watch.
            for seat in {*game.to_move(position), number % game.seats[0]}:
                seats = [
                    SeatView(each, LONGEST, game.seat_name(position, each), False, timedelta(), False)
                    for each in range(game.seats[0])
                ]
                page = picture_for(game, position, seat, seats=seats)
                assert page.is_read_on
                assert page.width == 500
                seen.setdefault(page.height, (number, seat))

    assert seen.keys() <= SIZES[word], seen


@pytest.mark.parametrize(
    ("name", "shown"),
    [("alice", "alice"), ("nine.char", "nine.char"), ("longer.than.that", "longer.t…"), ("mmmmmmmmmm", "mmmm…")],
)
def test_a_long_name_ends_where_its_room_does(name: str, shown: str) -> None:
    assert in_short(name) == shown
