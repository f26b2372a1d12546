"""Records: all that a board is, and what playing them again gives."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from pbmserv.games.base import Game, Refusal
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.trichet import Trichet
from pbmserv.play.record import Move, Record, is_swapped, rounds_of

START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
SEED = bytes(16)


def record(game: Game[Any], seats: int, *moves: tuple[int, str]) -> Record:
    options = {option.name: option.default for option in game.options}
    made = tuple(Move(number, seat, text, False, START) for number, (seat, text) in enumerate(moves, 1))
    return Record(game, options, seats, SEED, made)


DUEL = record(Trichet(), 2, (1, "d3"), (0, "a1"), (1, "b1"))


def test_a_record_is_played_again_move_by_move() -> None:
    positions = [played.position for _, played in DUEL.steps()]

    assert positions[-1] == DUEL.position()
    assert [played.move for _, played in DUEL.steps()] == ["d3", "a1", "b1"]


def test_a_record_is_played_again_up_to_any_move() -> None:
    steps = [played.position for _, played in DUEL.steps()]

    assert DUEL.before(1) == DUEL.start()
    assert DUEL.before(2) == steps[0]
    assert DUEL.before(3) == steps[1]


def test_a_record_gives_the_same_every_time() -> None:
    bids = record(Goofspiel(), 2, (0, "5"), (1, "6"), (0, "7"), (1, "8"))

    assert bids.position() == bids.position()


def test_another_seed_is_another_game() -> None:
    options = {option.name: option.default for option in Goofspiel().options}

    starts = {
        str(Goofspiel().dump(Record(Goofspiel(), options, 2, bytes([number] * 16)).start())) for number in range(9)
    }

    assert len(starts) > 1


def test_a_record_that_was_tampered_with_cannot_be_played() -> None:
    tampered = record(Trichet(), 2, (1, "d3"), (0, "a99"))

    with pytest.raises(Refusal, match="Position 99 is not on the board"):
        tampered.position()


def test_words_of_the_table_leave_the_position_as_it_is() -> None:
    left = record(Trichet(), 2, (1, "d3"), (0, "resign"))

    assert left.position() == left.before(2)


def test_sides_are_swapped_by_every_other_swap() -> None:
    moves = record(Trichet(), 2, (1, "d3"), (0, "swap"), (1, "swap")).moves

    assert not is_swapped(moves[:1])
    assert is_swapped(moves[:2])
    assert not is_swapped(moves)


@pytest.mark.parametrize(
    ("moves", "rounds"),
    [
        ([], []),
        ([(0, "1"), (1, "2")], [["1", "2"]]),
        ([(0, "1"), (1, "2"), (0, "3"), (1, "4")], [["1", "2"], ["3", "4"]]),
        ([(0, "1"), (1, "2"), (1, "resign"), (0, "3")], [["1", "2"], ["resign", "3"]]),
        ([(0, "1"), (1, "2"), (1, "resign")], [["1", "2", "resign"]]),
    ],
)
def test_moves_of_a_simultaneous_game_make_rounds(moves: list[tuple[int, str]], rounds: list[list[str]]) -> None:
    made = record(Goofspiel(), 2, *moves).moves

    assert [[each.text for each in played] for played in rounds_of(made)] == rounds
