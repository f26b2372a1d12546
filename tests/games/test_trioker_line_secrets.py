"""Nothing that a viewer is shown of Trioker-Line depends on tiles that the viewer may not see.

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
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker_line.rules import Position
from tests.games import hidden_hands
from tests.games.hidden_hands import answer, redealt, shown, viewers
from tests.games.trioker_line_positions import CHANCE, GAME, position

GAMES = [(2, 3), (3, 1), (4, 2), (4, 3)]


def turns(seats: int, paths: int) -> Iterator[tuple[Position, Played[Position]]]:
    """The positions of two random games, each with what the move made there led to."""
    for number in range(2):
        yield from hidden_hands.turns(GAME, {"paths": paths}, seats, bytes([16 * seats + 4 * paths + number] * 16))


def dealt_anew(position: Position, viewer: int | None, chance: Chance) -> Position:
    """The position with all tiles that the viewer cannot see in other places."""
    hands, bank = redealt(position.hands, position.bank, viewer, chance)
    drawn = hands[position.next_seat][0] if position.may_pass and position.next_seat != viewer else position.drawn
    return replace(position, hands=hands, bank=bank, drawn=drawn)


@pytest.mark.parametrize(("seats", "paths"), GAMES)
def test_what_is_shown_does_not_depend_on_hidden_tiles(seats: int, paths: int) -> None:
    chance = Chance(bytes(16), "hunt")

    for before, _ in turns(seats, paths):
        for viewer in viewers(before):
            other = dealt_anew(before, viewer, chance)
            assert shown(GAME, other, viewer) == shown(GAME, before, viewer)


@pytest.mark.parametrize(("seats", "paths"), GAMES)
def test_answers_do_not_depend_on_hidden_tiles(seats: int, paths: int) -> None:
    chance = Chance(bytes(16), "hunt")

    for before, _ in list(turns(seats, paths))[::4]:
        hidden = [tile for hand in (*before.hands, before.bank) for tile in hand]
        for seat in range(seats):
            other = dealt_anew(before, seat, chance)
            texts = [f"{tile}@{chance.below(len(before.places)) + 1}" for tile in chance.shuffled(hidden)[:6]]
            for text in (*texts, "pass"):
                assert answer(GAME, other, seat, text) == answer(GAME, before, seat, text)


@pytest.mark.parametrize(("seats", "paths"), GAMES)
def test_a_seen_position_holds_no_tile_that_is_hidden(seats: int, paths: int) -> None:
    for before, _ in turns(seats, paths):
        for viewer in viewers(before):
            dumped = GAME.dump(GAME.seen_by(before, viewer))
            assert {*dumped["bank"]} <= {"???"}
            assert all({*hand} <= {"???"} for seat, hand in enumerate(dumped["hands"]) if seat != viewer)
            assert dumped["drawn"] in {None, "???"} or viewer == before.next_seat


@pytest.mark.parametrize(("seats", "paths"), GAMES)
def test_notes_name_no_tile_that_their_reader_cannot_see(seats: int, paths: int) -> None:
    for _, played in turns(seats, paths):
        after = played.position
        if after.is_over:
            continue  # The hands have been laid open.
        on_table = {TILES.name_of(marks) for _, marks in after.placements}
        for viewer in viewers(after):
            own = set() if viewer is None else set(after.hands[viewer])
            read = " ".join(note.text for note in played.notes if note.seat in {None, viewer})
            assert set(re.findall(r"\b[0-3]{2}[0-3W]\b", read)) <= on_table | own


def test_the_first_letter_names_no_tile_that_was_drawn() -> None:
    starts = (GAME.start({"paths": 3}, 4, Chance(bytes([number] * 16), "start")) for number in range(60))
    with_draws = [start for start in starts if len(start.prelude) > 1]

    assert with_draws
    assert {name for start in with_draws for name in re.findall(r"\d\d[\dW]", " ".join(start.prelude))} == {"333"}


def test_hands_are_laid_open_when_the_game_is_over() -> None:
    over = GAME.play(position("331", "332 000", bank="001"), 0, "331@1", CHANCE).position

    assert GAME.seen_by(over, None) == over
    assert GAME.status(over, None)[-2:] == ("Player A: no tiles", "Player B: 332 000")
