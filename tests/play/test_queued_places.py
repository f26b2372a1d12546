"""The queue where the numbers of places are given anew with every move: what was meant stays what was meant.

Most of it is tried with Trichet. At the start its free places are numbered 1 to 14. Dot's d3 makes a7 of the start
a10, and Oh's a10 then leaves a13 of the start a17.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbmserv.games.base import Game, Illegal, Options
from pbmserv.games.pairimpair import PairImpair
from pbmserv.games.trichet import Trichet
from pbmserv.games.trioker import Trioker
from pbmserv.games.triominoes import Triominoes
from pbmserv.play import voting
from pbmserv.play.board import Board, NotAllowed, Player, Question
from pbmserv.play.move_suggestions import propose
from pbmserv.play.moving import mark_of_move, move, queue, submit, waits_for_yes
from pbmserv.play.plans import QueuedMove
from pbmserv.play.replaying import faults

ALICE, BOB = Player(1, "alice"), Player(2, "bob")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
LATER = START + timedelta(hours=1)


class TrichetWithSwap(Trichet):
    def swap_at(self, options: Options) -> int | None:
        return 2


def begun(game: Game[Any]) -> Board:
    options = {option.name: option.default for option in game.options}
    return Board.begin(game, 101, options, (ALICE, BOB), bytes(16), START)


@pytest.fixture
def board() -> Board:
    """Trichet of alice, who is Oh, and bob, who is Dot and begins."""
    return begun(Trichet())


def made(board: Board) -> list[tuple[str, str | None]]:
    return [(each.text, each.value) for each in board.moves]


def waiting(board: Board, seat: int = 0) -> list[str]:
    return [str(each) for each in board.seats[seat].queue]


def told(turn: Any) -> list[str]:
    return [note.text for note in turn.notes if note.seat is not None]


def test_a_queued_move_is_made_in_the_place_that_was_meant(board: Board) -> None:
    queue(board, ALICE, "a7", START)

    move(board, BOB, "d3", LATER)

    assert made(board) == [("d3", "d@-1,1"), ("a10", "a@0,2")]
    assert list(faults(board)) == []


def test_so_is_the_answer_to_a_condition_and_all_of_its_chain(board: Board) -> None:
    queue(board, ALICE, "if d3 then a7 if a13 then c4", START)

    move(board, BOB, "d3", LATER)
    assert waiting(board) == ["if a17 then c8"]
    move(board, BOB, "a17", LATER)

    assert made(board) == [("d3", "d@-1,1"), ("a10", "a@0,2"), ("a17", "a@2,0"), ("c8", "c@0,-2")]
    assert list(faults(board)) == []


def test_a_condition_does_not_come_true_by_a_move_that_only_reads_like_it(board: Board) -> None:
    queue(board, ALICE, "if d3 then a7 if d9 then c4", START)
    move(board, BOB, "d3", LATER)

    turn = move(board, BOB, "d9", LATER)

    assert [text for text, _ in made(board)] == ["d3", "a10", "d9"]
    assert waiting(board) == []
    assert told(turn) == ["Your queued move (if d17 then c13) was for another position, and has been thrown away."]


def test_a_condition_may_be_written_in_any_way_that_means_the_move(board: Board) -> None:
    queue(board, ALICE, "if 3D then 7a", START)

    move(board, BOB, "d3", LATER)

    assert made(board)[-1] == ("a10", "a@0,2")


def test_two_ways_to_write_a_condition_are_one_condition(board: Board) -> None:
    queue(board, ALICE, "if d3 then a7", START)

    with pytest.raises(NotAllowed, match="A move for 3d waits already: if d3 then a7"):
        queue(board, ALICE, "if 3d then f7", START)


def test_the_owner_reads_the_numbers_of_the_board_as_it_stands(board: Board) -> None:
    queue(board, ALICE, "if d3 then a7 if a13 then c4 if b9 then b1", START)
    move(board, BOB, "d3", LATER)

    with pytest.raises(NotAllowed, match="A move for a17 waits already: if a17 then c8 if b13 then b4"):
        queue(board, ALICE, "if a17 then e8", LATER)


def test_what_is_queued_later_is_read_on_the_later_board(board: Board) -> None:
    queue(board, ALICE, "if d3 then a7 if a13 then c4", START)
    move(board, BOB, "d3", LATER)

    queue(board, ALICE, "if b12 then d4", LATER)
    move(board, BOB, "b12", LATER)

    assert made(board)[2:] == [("b12", "b@1,-2"), ("d4", "d@-1,-1")]


def test_a_move_in_a_place_that_is_covered_by_then_is_thrown_away(board: Board) -> None:
    queue(board, ALICE, "d6", START)

    turn = move(board, BOB, "d3", LATER)

    assert made(board) == [("d3", "d@-1,1")]
    assert told(turn) == [
        "Your queued move (d6) has been thrown away: No tile can be laid in that position any more."
    ]


def test_what_can_never_come_true_any_more_is_thrown_away_at_once(board: Board) -> None:
    queue(board, ALICE, "if e13 then d6", START, number=4)
    queue(board, ALICE, "if d6 then a13", START, number=4)
    queue(board, ALICE, "if a13 then c4", START, number=4)

    turn = move(board, BOB, "d3", LATER)

    assert told(turn) == [
        "Your queued move (if e17 then d6#4) has been thrown away: No tile can be laid in that position any more.",
        "Your queued move (if d6 then a17#4) has been thrown away: No tile can be laid in that position any more.",
    ]
    assert waiting(board) == ["if a17 then c8#4"]


@pytest.mark.parametrize("text", ["a15", "if a15 then d3", "if d3 then a15", "if d3 then a7 if a15 then c4"])
def test_a_number_that_no_place_bears_yet_cannot_be_queued(board: Board, text: str) -> None:
    with pytest.raises(Illegal) as caught:
        queue(board, ALICE, text, START)

    assert caught.value.words == (
        "Position 15 is not on the board: the free positions are numbered 1 to 14."
        " What is queued is read on the board as it stands now."
    )
    assert waiting(board) == []


def test_what_was_queued_before_moves_had_values_is_made_as_it_reads(board: Board) -> None:
    board.seats[0].queue = [QueuedMove("a10", None, "3D")]

    move(board, BOB, "d3", LATER)

    assert made(board)[-1] == ("a10", "a@0,2")


# An undo


def test_who_planned_something_reads_after_an_undo_the_numbers_of_the_board_as_it_stands_again(board: Board) -> None:
    queue(board, ALICE, "if d3 then a7 if a13 then c4", START)
    move(board, BOB, "d3", LATER)
    voting.propose(board, BOB, Question.UNDO, LATER)

    turn = voting.answer(board, ALICE, True, LATER)

    assert board.moves == []
    assert told(turn) == ["Your queued move (if a13 then c4) has been thrown away: moves have been taken back."]


def test_a_yes_is_not_for_a_move_that_only_reads_like_the_one_that_was_asked_about(board: Board) -> None:
    move(board, BOB, "d3", START)
    asked = propose(board, ALICE, "a10")
    voting.propose(board, BOB, Question.UNDO, LATER)
    voting.answer(board, ALICE, True, LATER)
    move(board, BOB, "a2", LATER)

    asked_again = propose(board, ALICE, "a10")

    assert (asked.text, asked.number) == (asked_again.text, asked_again.number)
    assert waits_for_yes(board, ALICE, mark_of_move(asked_again)) == asked_again
    with pytest.raises(NotAllowed, match="is no longer waiting"):
        waits_for_yes(board, ALICE, mark_of_move(asked))


def test_a_submitted_move_is_the_same_however_it_was_typed(board: Board) -> None:
    assert mark_of_move(submit(board, BOB, "3D")) == mark_of_move(submit(board, BOB, "d3"))


# A swap


def test_places_stay_those_that_were_meant_where_sides_are_swapped_in_between() -> None:
    board = begun(TrichetWithSwap())
    queue(board, ALICE, "if d3 then swap if a13 then c4", START)

    move(board, BOB, "d3", LATER)
    assert [seat.player for seat in board.seats] == [BOB, ALICE]
    assert waiting(board, seat=1) == ["if a17 then c8"]
    move(board, BOB, "a17", LATER)

    assert made(board) == [("d3", "d@-1,1"), ("swap", None), ("a17", "a@2,0"), ("c8", "c@0,-2")]
    assert list(faults(board)) == []


def test_who_waited_for_the_swap_lays_the_tile_in_the_place_that_was_meant() -> None:
    board = begun(TrichetWithSwap())
    move(board, BOB, "d3", START)
    queue(board, BOB, "if swap then a10", START)

    move(board, ALICE, "swap", LATER)

    assert made(board)[1:] == [("swap", None), ("a10", "a@0,2")]


def test_what_a_swap_throws_away_is_told_in_the_numbers_of_the_board() -> None:
    board = begun(TrichetWithSwap())
    queue(board, BOB, "if a13 then c4", START, number=3)
    move(board, BOB, "d3", START)

    turn = move(board, ALICE, "swap", LATER)

    assert told(turn) == ["Your queued move (if a17 then c8#3) has been thrown away: sides have been swapped."]


# Games with tiles of three figures


def after(moves: int, game: Game[Any]) -> Board:
    """The board after so many moves, each the first that is listed."""
    board = begun(game)
    for _ in range(moves):
        [seat] = board.seats_to_move
        legal = game.legal_moves(board.position, seat)
        assert legal
        move(board, board.seats[seat].player, legal[0], START)
    return board


@pytest.mark.parametrize(
    ("board", "queued", "typed", "answer"),
    [
        (after(3, Triominoes()), "if 0-0-0@1 then 0-4-4@2", "0-0-0@1", ("0-4-4@3", "1/044@-1,-3")),
        (after(0, Trioker()), "if 330@1 then 331@3", "330@1", ("331@4", "1/313@2,6")),
        (after(1, PairImpair()), "220@1", "203@2", ("220@2", "1/022@3,2")),
    ],
    ids=lambda value: value.game.name if isinstance(value, Board) else "",
)
def test_a_tile_is_placed_where_it_was_meant(board: Board, queued: str, typed: str, answer: tuple[str, str]) -> None:
    [mover] = board.seats_to_move
    queue(board, board.seats[1 - mover].player, queued, START)

    move(board, board.seats[mover].player, typed, LATER)

    assert made(board)[-1] == answer
    assert list(faults(board)) == []
