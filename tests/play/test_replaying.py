"""Boards made anew from their records: as they stood earlier, and checked whether all of a record holds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbmserv.games.base import Game, Result
from pbmserv.games.chance import Chance
from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.hex import Hex
from pbmserv.games.trichet import Trichet
from pbmserv.play import intervening, leaving, replaying, substituting, voting
from pbmserv.play.board import Board, NotAllowed, Offer, Player, Question, Status
from pbmserv.play.kept import Kept
from pbmserv.play.moving import move
from pbmserv.play.previewing import look_ahead
from pbmserv.play.record import Move
from pbmserv.play.replaying import as_it_stood, faults, players_at_start

ALICE, BOB, CAROL, DAVE = Player(1, "alice"), Player(2, "bob"), Player(3, "carol"), Player(4, "dave")
LINE = (
    (ALICE, "a2"),
    (BOB, "b4"),
    (ALICE, "d4"),
    (BOB, "e5"),
    (ALICE, "f6"),
    (BOB, "a7"),
    (ALICE, "b8"),
    (BOB, "c9"),
)
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
SEED = bytes(16)


def started(game: Game[Any], *players: Player) -> Board:
    options = {option.name: option.default for option in game.options}
    return Board.begin(game, 101, options, players, SEED, START)


def play(board: Board, *moves: tuple[Player, str]) -> Board:
    """Make moves, an hour between them."""
    for player, text in moves:
        move(board, player, text, board.last_moved_at + timedelta(hours=1))
    return board


def swapped() -> Board:
    """Alice has begun, and bob has taken her side."""
    return play(started(Hex(), ALICE, BOB), (ALICE, "a2"), (BOB, "swap"), (ALICE, "d4"), (BOB, "e5"))


def resigned() -> Board:
    """Three bids, then alice resigns; bob and carol go on."""
    board = play(started(Goofspiel(), ALICE, BOB, CAROL), (ALICE, "5"), (BOB, "6"), (CAROL, "7"))
    leaving.resign(board, ALICE, START + timedelta(days=1), SEED)
    return play(board, (BOB, "8"), (CAROL, "9"), (BOB, "10"), (CAROL, "J"))


def agreed() -> Board:
    board = play(started(Trichet(), ALICE, BOB), (BOB, "c3"), (ALICE, "a1"))
    voting.propose(board, ALICE, Question.DRAW, START + timedelta(days=1))
    voting.answer(board, BOB, True, START + timedelta(days=2))
    return board


def given_up() -> Board:
    board = play(started(Trichet(), ALICE, BOB), (BOB, "c3"), (ALICE, "a1"))
    leaving.resign(board, BOB, START + timedelta(days=1), SEED)
    return board


def run_out_of_time() -> Board:
    board = play(started(Goofspiel(), ALICE, BOB, CAROL), (ALICE, "5"), (BOB, "6"), (CAROL, "7"), (CAROL, "8"))
    leaving.forfeit(board, [0, 1], START + timedelta(days=30), SEED)
    return board


def decided() -> Board:
    board = play(started(Trichet(), ALICE, BOB), (BOB, "c3"))
    intervening.adjudicate(board, ALICE, START + timedelta(days=1), points=2)
    return board


@pytest.mark.parametrize("board", [swapped, resigned, agreed, given_up, run_out_of_time, decided])
def test_all_of_it_holds_however_a_game_goes(board: Callable[[], Board]) -> None:
    assert list(faults(board())) == []


def test_players_sit_where_they_sat_before_sides_were_swapped() -> None:
    board = swapped()

    assert [seat.player for seat in board.seats] == [BOB, ALICE]
    assert players_at_start(board) == [ALICE, BOB]
    assert [seat.player for seat in as_it_stood(board, 1).seats] == [ALICE, BOB]
    assert [seat.player for seat in as_it_stood(board, 2).seats] == [BOB, ALICE]


def test_only_those_are_out_of_the_game_who_had_left_by_then() -> None:
    board = resigned()

    assert [seat.resigned for seat in as_it_stood(board, 1).seats] == [False, False, False]
    assert [seat.resigned for seat in as_it_stood(board, 2).seats] == [True, False, False]


def test_a_game_that_is_over_was_still_on_before_its_last_move() -> None:
    board = given_up()

    assert as_it_stood(board, 2).status is Status.ACTIVE
    assert as_it_stood(board, 3).result == Result(0, "bob resigned.")


def test_moves_can_be_tried_out_where_a_game_might_have_gone_on() -> None:
    ahead, _ = look_ahead(given_up(), ["b1"], START, after=2)

    assert [made.text for made in ahead.moves] == ["c3", "a1", "b1"]


def test_moves_can_be_tried_out_from_where_players_have_ended_a_game() -> None:
    resigned, tied = given_up(), agreed()

    ahead, _ = look_ahead(resigned, ["b1"], START)
    after_a_tie, _ = look_ahead(tied, ["b1"], START)

    assert [made.text for made in ahead.moves] == ["c3", "a1", "resign", "b1"]
    assert [made.text for made in after_a_tie.moves] == ["c3", "a1", "b1"]
    assert ahead.status is after_a_tie.status is Status.ACTIVE
    assert (resigned.result, len(resigned.moves)) == (Result(0, "bob resigned."), 3)
    assert tied.status is Status.OVER


def taken_over() -> Board:
    """Dave takes carol's seat over, and plays on."""
    board = play(started(Goofspiel(), ALICE, BOB, CAROL), (ALICE, "5"), (BOB, "6"), (CAROL, "7"))
    leaving.resign(board, CAROL, START + timedelta(days=1), SEED)
    play(board, (ALICE, "8"), (BOB, "9"))
    board.offer = Offer(None, board.staying, START + timedelta(days=2))
    substituting.take_over(board, DAVE, START + timedelta(days=2))
    return play(board, (ALICE, "10"), (BOB, "J"), (DAVE, "2"))


class TestAReplayIsKeptOnTheWay:
    @pytest.fixture(autouse=True)
    def often(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(replaying, "STOP_EVERY", 2)
        monkeypatch.setattr(replaying, "_stops", Kept(1000))

    def anew(self, board: Board, after: int) -> Board:
        """The same, from nothing that was kept."""
        kept, replaying._stops = replaying._stops, Kept(1000)
        then = as_it_stood(board, after)
        replaying._stops = kept
        return then

    @pytest.mark.parametrize("begin", [swapped, resigned, given_up, run_out_of_time, taken_over])
    def test_and_what_comes_of_it_is_the_same(self, begin: Callable[[], Board]) -> None:
        board = begin()
        for after in (*range(board.next_number), *reversed(range(board.next_number))):
            assert as_it_stood(board, after) == self.anew(board, after)

    def test_but_not_once_moves_were_taken_back(self) -> None:
        board = play(started(Hex(), ALICE, BOB), (ALICE, "a2"), (BOB, "b4"), (ALICE, "d4"))
        as_it_stood(board, 2)
        voting.propose(board, BOB, Question.UNDO, START + timedelta(days=1))
        voting.answer(board, ALICE, True, START + timedelta(days=1))
        play(board, (BOB, "c3"), (ALICE, "e5"))

        assert [made.text for made in as_it_stood(board, 3).moves] == ["a2", "c3", "e5"]
        assert as_it_stood(board, 3).position == board.position

    def test_and_another_board_of_the_same_number_has_its_own(self) -> None:
        moves = (ALICE, "5"), (BOB, "6"), (ALICE, "7"), (BOB, "8")
        one, other = started(Goofspiel(), ALICE, BOB), started(Goofspiel(), ALICE, BOB)
        other.seed = bytes(range(16))
        other.position = other.record.start()
        as_it_stood(play(one, *moves), 2)

        assert as_it_stood(play(other, *moves), 2) == self.anew(other, 2)

    def test_and_is_not_changed_by_who_plays_on_from_there(self) -> None:
        board = swapped()
        then = as_it_stood(board, 4)
        then.seats[0].resigned = True
        then.moves.clear()

        assert as_it_stood(board, 4) == self.anew(board, 4)

    def test_so_that_a_step_makes_few_moves(self, monkeypatch: pytest.MonkeyPatch) -> None:
        board, made = play(started(Hex(), ALICE, BOB), *LINE), []
        as_it_stood(board, len(LINE))
        replay = Hex.replay

        def counted(self: Hex, position: Any, seat: int, text: str, chance: Chance) -> Any:
            made.append(text)
            return replay(self, position, seat, text, chance)

        monkeypatch.setattr(Hex, "replay", counted)

        as_it_stood(board, len(LINE) - 1)

        assert made == [LINE[-2][1]]


def test_a_board_has_not_stood_in_the_future() -> None:
    with pytest.raises(NotAllowed, match="has 3 moves"):
        as_it_stood(given_up(), 4)


def altered(which: int, **changes: Any) -> Callable[[Board], None]:
    def alter(board: Board) -> None:
        board.moves[which - 1] = board.moves[which - 1]._replace(**changes)

    return alter


def ended(result: Result | None) -> Callable[[Board], None]:
    def end(board: Board) -> None:
        board.result = result
        board.status = Status.OVER if result else Status.ACTIVE

    return end


def added(*moves: Move) -> Callable[[Board], None]:
    return lambda board: board.moves.extend(moves)


def left(board: Board) -> None:
    board.seats[1].resigned = True


def elsewhere(board: Board) -> None:
    board.position = as_it_stood(board, 1).position


LATER = START + timedelta(days=9)


@pytest.mark.parametrize(
    ("board", "alter", "fault"),
    [
        (agreed, altered(1, text="c99"), "Move 1 (c99) is not legal: Position 99 is not on the board"),
        (agreed, altered(1, text="3c"), "Move 1 (3c) should read c3."),
        (agreed, altered(2, seat=1), "Move 2 (a1) is by seat 1, and it was not its turn."),
        (agreed, altered(2, seat=7), "Move 2 (a1) is by seat 7, and the seats are 0 to 1."),
        (agreed, altered(2, number=3), "Move 2 is missing: move 3 stands in its place."),
        (agreed, altered(2, text="swap"), "Move 2 (swap) is not legal: sides could not be swapped then."),
        (agreed, altered(2, text="skip", automatic=True), "Move 2 (skip) is by seat 0: who has left is skipped, and"),
        (
            agreed,
            ended(Result(0, "The players have agreed on it.")),
            "By the rules the game is on, but it is said to",
        ),
        (agreed, ended(Result(None, "Both were tired.")), "By the rules the game is on, but it is said to be over."),
        (decided, ended(Result(7, "The operator has decided so.")), "By the rules the game is on, but it is said to"),
        (given_up, ended(Result(1, "bob resigned.")), "By the rules the game ended otherwise: bob resigned."),
        (given_up, ended(None), "By the rules the game is over, but it is said to be on."),
        (
            given_up,
            added(Move(4, 1, "c1", False, LATER)),
            "Move 4 (c1) comes after the end of the game: bob resigned.",
        ),
        (given_up, added(Move(4, 1, "resign", False, LATER)), "Move 4 (resign) is by a seat that had left the game."),
        (resigned, altered(5, text="A"), "Move 5 (A) is by seat 0: who has left is skipped, and nobody else."),
        (swapped, altered(3, text="swap"), "Move 3 (swap) is not legal: sides could not be swapped then."),
        (swapped, left, "Others have left the game than its moves tell."),
        (swapped, elsewhere, "The position that is kept with the board is not the one that its moves lead to."),
    ],
)
def test_what_cannot_have_happened_does_not_hold(
    board: Callable[[], Board], alter: Callable[[Board], None], fault: str
) -> None:
    altered_board = board()
    alter(altered_board)

    [found] = faults(altered_board)

    assert found.startswith(fault)
