"""Nothing that a viewer is shown depends on tiles that the viewer may not see.

Each position of random games is compared with one in which all tiles that a viewer cannot see, those of other hands
and of the bank, are dealt anew among their places. Whatever differs for the viewer then would have told something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbmserv.games.base import Played
from pbmserv.games.chance import Chance
from pbmserv.games.trioker import Trioker
from pbmserv.games.trioker.rules import Position
from pbmserv.games.trioker.tiles import TILES
from tests.games import hidden_hands
from tests.games.hidden_hands import answer, redealt, shown, viewers

GAME = Trioker()
GAMES = [(2, "rapid", 10), (3, "1970", 23), (4, "rapid", 14)]
"""Games in which tiles are drawn, and kept or placed."""


def turns(seats: int, board: str, number: int) -> Iterator[tuple[Position, Played[Position]]]:
    """The positions of a random game, each with what the move made there led to."""
    return hidden_hands.turns(GAME, {"board": board}, seats, bytes([number] * 16))


def dealt_anew(position: Position, viewer: int | None, chance: Chance) -> Position:
    """The position with all tiles that the viewer cannot see in other places."""
    hands, bank = redealt(position.hands, position.bank, viewer, chance)
    drawn = hands[position.next_seat][0] if position.may_pass and position.next_seat != viewer else position.drawn
    return replace(position, hands=hands, bank=bank, drawn=drawn)


@pytest.mark.parametrize(("seats", "board", "number"), GAMES)
def test_what_is_shown_does_not_depend_on_hidden_tiles(seats: int, board: str, number: int) -> None:
    chance = Chance(bytes(16), "hunt")

    for position, _ in turns(seats, board, number):
        for viewer in viewers(position):
            other = dealt_anew(position, viewer, chance)
            assert shown(GAME, other, viewer) == shown(GAME, position, viewer)


@pytest.mark.parametrize(("seats", "board", "number"), GAMES)
def test_answers_do_not_depend_on_hidden_tiles(seats: int, board: str, number: int) -> None:
    chance = Chance(bytes(16), "hunt")

    for position, _ in turns(seats, board, number):
        for seat in range(seats):
            other = dealt_anew(position, seat, chance)
            moves = [f"{tile}@{chance.below(len(position.places)) + 1}" for tile in TILES.names]
            for text in ("pass", *chance.shuffled(moves)[:8]):
                assert answer(GAME, other, seat, text) == answer(GAME, position, seat, text)


@pytest.mark.parametrize(("seats", "board", "number"), GAMES)
def test_a_seen_position_holds_no_tile_that_is_hidden(seats: int, board: str, number: int) -> None:
    for position, _ in turns(seats, board, number):
        for viewer in viewers(position):
            dumped = GAME.dump(GAME.seen_by(position, viewer))
            assert {*dumped["bank"]} <= {"???"}
            assert all({*hand} <= {"???"} for seat, hand in enumerate(dumped["hands"]) if seat != viewer)
            assert dumped["drawn"] in {None, "???"} or viewer == position.next_seat


@pytest.mark.parametrize(("seats", "board", "number"), GAMES)
def test_notes_name_no_tile_that_their_reader_cannot_see(seats: int, board: str, number: int) -> None:
    drawn = 0

    for position, played in turns(seats, board, number):
        after = played.position
        if after.is_over:
            continue  # The hands have been laid open.
        on_board = {TILES.name_of(marks) for _, marks in after.placements}
        for viewer in viewers(position):
            own = set() if viewer is None else set(after.hands[viewer])
            read = " ".join(note.text for note in played.notes if note.seat in {None, viewer})
            assert {*re.findall(r"\b[0-9]{2}[0-9W]\b", read)} <= on_board | own
            drawn += "You drew" in read
    assert drawn


@pytest.mark.parametrize(("seats", "board", "number"), GAMES)
def test_the_tiles_of_the_bank_stay_hidden_at_the_end(seats: int, board: str, number: int) -> None:
    *_, (_, played) = turns(seats, board, number)
    end = played.position

    assert GAME.seen_by(end, None).hands == end.hands
    assert {*GAME.seen_by(end, None).bank} <= {"???"}
