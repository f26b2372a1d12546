"""Nothing that a viewer is shown depends on tiles that the viewer may not see.

Each position of random games is compared with one in which all tiles that a viewer cannot see, those of other hands
and of the pool, are dealt anew among their places. Whatever differs for the viewer then would have told something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbmserv.games.base import Played
from pbmserv.games.chance import Chance
from pbmserv.games.triominoes import Triominoes
from pbmserv.games.triominoes.rules import Position
from tests.games import hidden_hands
from tests.games.hidden_hands import answer, redealt, shown, viewers

GAME = Triominoes()
GAMES = [(2, 5), (3, 5), (4, 6), (6, 5)]


def turns(seats: int, highest: int) -> Iterator[tuple[Position, Played[Position]]]:
    """The positions of a random game, each with what the move made there led to."""
    return hidden_hands.turns(GAME, {"set": highest, "target": 100}, seats, bytes([seats] * 16))


def dealt_anew(position: Position, viewer: int | None, chance: Chance) -> Position:
    """The position with all tiles that the viewer cannot see in other places."""
    hands, pool = redealt(position.hands, position.pool, viewer, chance)
    return replace(position, hands=hands, pool=pool)


@pytest.mark.parametrize(("seats", "highest"), GAMES)
def test_what_is_shown_does_not_depend_on_hidden_tiles(seats: int, highest: int) -> None:
    chance = Chance(bytes(16), "hunt")

    for position, _ in turns(seats, highest):
        for viewer in viewers(position):
            other = dealt_anew(position, viewer, chance)
            assert shown(GAME, other, viewer) == shown(GAME, position, viewer)


@pytest.mark.parametrize(("seats", "highest"), GAMES)
def test_answers_do_not_depend_on_hidden_tiles(seats: int, highest: int) -> None:
    chance = Chance(bytes(16), "hunt")

    for position, _ in list(turns(seats, highest))[::5]:
        hidden = [tile for hand in (*position.hands, position.pool) for tile in hand]
        for seat in range(seats):
            other = dealt_anew(position, seat, chance)
            for tile in chance.shuffled(hidden)[:6]:
                text = f"{tile}@{chance.below(len(position.places)) + 1}"
                assert answer(GAME, other, seat, text) == answer(GAME, position, seat, text)


@pytest.mark.parametrize(("seats", "highest"), GAMES)
def test_a_seen_position_holds_no_tile_that_is_hidden(seats: int, highest: int) -> None:
    for position, _ in turns(seats, highest):
        for viewer in viewers(position):
            dumped = GAME.dump(GAME.seen_by(position, viewer))
            assert {*dumped["pool"]} <= {"???"}
            assert all({*hand} <= {"???"} for seat, hand in enumerate(dumped["hands"]) if seat != viewer)


@pytest.mark.parametrize(("seats", "highest"), GAMES)
def test_notes_name_no_tile_that_their_reader_cannot_see(seats: int, highest: int) -> None:
    for position, played in turns(seats, highest):
        after = played.position
        if after.round != position.round or after.is_over:
            continue  # The hands have been laid open.
        on_table = {after.tiles.name_of(marks) for _, marks in after.placements}
        for viewer in viewers(position):
            own = set() if viewer is None else set(after.hands[viewer])
            read = " ".join(note.text for note in played.notes if note.seat in {None, viewer})
            named = {tile.replace("-", "") for tile in re.findall(r"\d-\d-\d", read)}
            assert named <= on_table | own
