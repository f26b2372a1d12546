"""Votes: whose last move an undo takes back, and what a tie that was agreed on leaves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.base import Result
from pbmserv.games.hex import Hex
from pbmserv.games.trioker_puzzle import TriokerPuzzle
from pbmserv.games.yacht import Yacht
from pbmserv.play import intervening, leaving, voting
from pbmserv.play.board import AGREED, Board, Happening, NotAllowed, Player, Question, Status, Terms, Turn, Vote
from pbmserv.play.clock import Decision, Verdict, decide, move_by, remind
from pbmserv.play.days import Absence
from pbmserv.play.moving import move, queue
from pbmserv.play.unread import Unread

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def board() -> Board:
    """Hex: alice has begun, and an hour later bob has taken her side; so alice is to move."""
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START)
    move(board, ALICE, "a1", START + HOUR)
    move(board, BOB, "swap", START + 2 * HOUR)
    return board


class YachtWithUndo(Yacht):
    """A game for three in which nothing is hidden, and moves can be taken back."""

    allows_undo = True


def trio() -> Board:
    """A game of three, each of whom has moved once at the start; alice is to move."""
    game = YachtWithUndo()
    options = {option.name: option.default for option in game.options}
    board = Board.begin(game, 101, options, (ALICE, BOB, CAROL), bytes(16), START)
    while not board.has_begun or board.players_to_move != (ALICE,):
        make_any_move(board, START)
    return board


def make_any_move(board: Board, at: datetime) -> None:
    """Have whoever is to move make a legal move."""
    text = board.game.examples(board.position, board.seats_to_move[0])[0]
    move(board, board.players_to_move[0], text, at)


def agree(board: Board, by: Player, question: Question, at: datetime) -> Turn:
    voting.propose(board, by, question, at)
    return voting.answer(board, ALICE if by == BOB else BOB, True, at)


def sitting(board: Board) -> list[Player]:
    return [seat.player for seat in board.seats]


def test_an_undo_takes_a_swap_back_for_who_has_swapped(board: Board) -> None:
    agree(board, BOB, Question.UNDO, START + 3 * HOUR)

    assert [each.text for each in board.moves] == ["a1"]
    assert sitting(board) == [ALICE, BOB]
    assert board.players_to_move == (BOB,)


def test_an_undo_takes_back_what_one_has_moved_before_a_swap(board: Board) -> None:
    agree(board, ALICE, Question.UNDO, START + 3 * HOUR)

    assert board.moves == []
    assert sitting(board) == [ALICE, BOB]
    assert board.players_to_move == (ALICE,)


def test_who_has_only_swapped_has_one_move_to_take_back(board: Board) -> None:
    agree(board, BOB, Question.UNDO, START + 3 * HOUR)

    with pytest.raises(NotAllowed, match="bob has made no move"):
        voting.propose(board, BOB, Question.UNDO, START + 4 * HOUR)


def test_an_undo_takes_back_a_resignation_that_waits_for_its_turn() -> None:
    board = trio()
    leaving.resign(board, BOB, START + 3 * HOUR, bytes(16))
    assert board.seats[1].leaving

    voting.propose(board, CAROL, Question.UNDO, START + 4 * HOUR)
    for player in (ALICE, BOB):
        turn = voting.answer(board, player, True, START + 4 * HOUR)

    assert not board.seats[1].leaving
    assert [(note.text, board.seats[note.seat or 0].player) for note in turn.notes] == [
        ("Your resignation, which waited for your turn, has been thrown away: moves have been taken back.", BOB)
    ]


def test_who_is_going_to_resign_proposes_no_tie_but_asks_to_take_a_move_back() -> None:
    board = trio()
    make_any_move(board, START)
    make_any_move(board, START)
    leaving.resign(board, BOB, START + HOUR, bytes(16))
    assert board.seats[1].leaving

    with pytest.raises(NotAllowed, match="You are going to resign on"):
        voting.propose(board, BOB, Question.DRAW, START + HOUR)
    voting.propose(board, BOB, Question.UNDO, START + HOUR)


def test_a_turn_never_has_the_number_of_one_that_was_taken_back(board: Board) -> None:
    assert (board.undone, len(board.moves)) == (0, 2)
    agree(board, ALICE, Question.UNDO, START + 3 * HOUR)

    assert (board.undone, len(board.moves)) == (3, 0)


def test_no_move_before_a_resignation_can_be_taken_back() -> None:
    board = trio()
    make_any_move(board, START)
    leaving.give_up(board, CAROL, START, bytes(16))

    with pytest.raises(NotAllowed, match="A resignation cannot be taken back with a move"):
        voting.propose(board, ALICE, Question.UNDO, START)


def test_an_undo_takes_back_a_move_that_came_from_the_queue(board: Board) -> None:
    queue(board, BOB, "c3", START + 3 * HOUR)
    move(board, ALICE, "b2", START + 4 * HOUR)
    assert [(each.text, each.automatic) for each in board.moves[2:]] == [("b2", False), ("c3", True)]

    agree(board, BOB, Question.UNDO, START + 5 * HOUR)

    assert [each.text for each in board.moves] == ["a1", "swap", "b2"]
    assert board.players_to_move == (BOB,)


def test_an_undo_takes_back_a_swap_that_came_from_the_queue() -> None:
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START)
    queue(board, BOB, "swap", START)
    move(board, ALICE, "a1", START + HOUR)

    agree(board, BOB, Question.UNDO, START + 2 * HOUR)

    assert [each.text for each in board.moves] == ["a1"]
    assert sitting(board) == [ALICE, BOB]


def test_the_wait_for_a_move_counts_though_the_game_ends_as_a_tie(board: Board) -> None:
    agree(board, BOB, Question.DRAW, START + 5 * HOUR)

    assert board.status is Status.OVER
    assert {seat.player: seat.used for seat in board.seats} == {ALICE: 4 * HOUR, BOB: HOUR}
    assert board.last_moved_at == START + 2 * HOUR


# What can be proposed


def test_a_proposal_is_told_by_its_question(board: Board) -> None:
    assert voting.propose(board, BOB, Question.DRAW, START).happenings == ((Happening.PROPOSED_DRAW, BOB),)
    voting.answer(board, BOB, False, START)
    assert voting.propose(board, BOB, Question.UNDO, START).happenings == ((Happening.PROPOSED_UNDO, BOB),)


@pytest.mark.parametrize("again", [Question.DRAW, Question.UNDO])
def test_who_has_proposed_something_is_told_how_to_withdraw_it(board: Board, again: Question) -> None:
    voting.propose(board, BOB, Question.DRAW, START)

    with pytest.raises(NotAllowed, match="You have already proposed a tie on Hex Board 101"):
        voting.propose(board, BOB, again, START)


def test_what_another_has_proposed_is_answered_first(board: Board) -> None:
    voting.propose(board, BOB, Question.UNDO, START)

    with pytest.raises(NotAllowed, match="bob has already proposed to take a move back on Hex"):
        voting.propose(board, ALICE, Question.DRAW, START)


def test_one_question_at_a_time_can_be_proposed_and_a_player_can_be_asked_five_times(board: Board) -> None:
    def may_propose() -> bool:
        return voting.may_propose(board, BOB, Question.DRAW)

    board.unread[ALICE.id] = Unread(questions=4)
    assert may_propose()
    board.unread[ALICE.id] = Unread(questions=5)
    assert not may_propose()
    board.unread.clear()
    voting.propose(board, ALICE, Question.UNDO, START)
    assert not may_propose()


@pytest.mark.parametrize(("agreed", "who"), [((BOB,), "alice and carol have yet"), ((BOB, CAROL), "alice has yet")])
def test_who_has_agreed_is_told_for_whom_all_wait(agreed: tuple[Player, ...], who: str) -> None:
    board = trio()
    board.vote = Vote(Question.DRAW, agreed, START)

    with pytest.raises(NotAllowed, match=f"You have agreed already; {who} to answer"):
        voting.answer(board, BOB, True, START)


def test_nobody_is_asked_in_a_game_for_one() -> None:
    board = Board.begin(
        TriokerPuzzle(),
        101,
        {option.name: option.default for option in TriokerPuzzle().options},
        (ALICE,),
        bytes(16),
        START,
    )

    with pytest.raises(NotAllowed, match="There is nobody to agree with"):
        voting.propose(board, ALICE, Question.DRAW, START)


def test_what_was_agreed_on_is_told_after_the_answer(board: Board) -> None:
    turn = agree(board, BOB, Question.UNDO, START + 3 * HOUR)

    assert turn.happenings == ((Happening.AGREED, ALICE), (Happening.TOOK_BACK, BOB))


def test_who_proposes_what_another_has_proposed_agrees(board: Board) -> None:
    voting.propose(board, BOB, Question.DRAW, START)

    turn = voting.propose(board, ALICE, Question.DRAW, START)

    assert turn.happenings == ((Happening.AGREED, ALICE),)
    assert (board.status, board.result) == (Status.OVER, Result(None, AGREED))


@pytest.mark.parametrize(
    ("by", "happening"),
    [(ALICE, Happening.REJECTED), (BOB, Happening.TOOK_BACK_PROPOSAL), (CAROL, Happening.REJECTED)],
)
def test_who_has_proposed_takes_it_back_and_any_other_rejects_it(by: Player, happening: Happening) -> None:
    board = trio()
    voting.propose(board, BOB, Question.DRAW, START)

    assert voting.answer(board, by, False, START).happenings == ((happening, by),)
    assert board.vote is None


def test_silence_agrees_to_what_was_proposed_and_to_nothing_else(board: Board) -> None:
    with pytest.raises(NotAllowed, match="Nothing has been proposed on Hex Board 101"):
        voting.silence_agrees(board, START)
    voting.propose(board, BOB, Question.DRAW, START)

    assert voting.silence_agrees(board, START).happenings == ((Happening.AGREED, ALICE),)
    assert board.result == Result(None, AGREED)


def test_three_proposals_of_a_tie_stop_the_clock_from_one_move_to_the_next(board: Board) -> None:
    def stops() -> bool:
        voting.propose(board, BOB, Question.DRAW, START)
        assert board.vote is not None
        has_stopped = board.vote.stops_clock
        voting.answer(board, BOB, False, START)
        return has_stopped

    assert [stops() for _ in range(4)] == [True, True, True, False]
    make_any_move(board, START + 3 * HOUR)
    assert stops()


def test_nobody_can_propose_to_take_back_what_is_not_there(board: Board) -> None:
    assert voting.may_propose(board, BOB, Question.UNDO)
    agree(board, BOB, Question.UNDO, START + 3 * HOUR)

    assert not voting.may_propose(board, BOB, Question.UNDO)
    assert voting.may_propose(board, BOB, Question.DRAW)


class HexWithoutTies(Hex):
    """A game in which nobody can agree on a tie."""

    allows_draw = False


def test_where_there_is_no_tie_a_move_can_be_taken_back_all_the_same() -> None:
    board = Board.begin(HexWithoutTies(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START)
    move(board, ALICE, "a1", START)

    with pytest.raises(NotAllowed, match="Players cannot agree on a tie in Hex"):
        voting.propose(board, ALICE, Question.DRAW, START)
    assert voting.propose(board, ALICE, Question.UNDO, START).happenings == ((Happening.PROPOSED_UNDO, ALICE),)


@pytest.mark.parametrize(
    ("enough", "who"),
    [((ALICE,), "alice has been asked 5 times"), ((ALICE, CAROL), "alice and carol have been asked")],
)
def test_who_has_been_asked_enough_is_named(enough: tuple[Player, ...], who: str) -> None:
    board = trio()
    board.unread = {player.id: Unread(questions=5) for player in enough}

    with pytest.raises(NotAllowed, match=who):
        voting.propose(board, BOB, Question.DRAW, START)


# What an undo gives back of the time


def timed(*waits: float, terms: Terms | None = None) -> Board:
    """Hex, in which alice and bob in turns have taken so many hours for their moves."""
    board = Board.begin(Hex(), 101, {"size": 11, "handicap": 0}, (ALICE, BOB), bytes(16), START, terms)
    at = START
    for hours in waits:
        at += hours * HOUR
        make_any_move(board, at)
    return board


def used(board: Board) -> dict[str, timedelta]:
    return {seat.player.userid: seat.used for seat in board.seats}


def forget_times(board: Board) -> None:
    """Have a board be as one whose moves were all made before their times were kept."""
    board.times.clear()


def test_an_undo_gives_back_the_time_that_was_used_after_the_last_move_that_stays() -> None:
    board = timed(1, 2, 3, 40)

    agree(board, BOB, Question.UNDO, START + 100 * HOUR)

    assert used(board) == {"alice": 4 * HOUR, "bob": 2 * HOUR}
    assert board.last_moved_at == START + 100 * HOUR
    assert move_by(board, BOB) == START + 100 * HOUR + 21 * DAY


def test_an_undo_of_everything_gives_all_time_back() -> None:
    board = timed(1, 2)

    agree(board, ALICE, Question.UNDO, START + 100 * HOUR)

    assert used(board) == {"alice": 0 * HOUR, "bob": 0 * HOUR}


def test_who_grants_an_undo_loses_neither_time_nor_increments_nor_the_game() -> None:
    terms = Terms(total_days=2, increment_hours=12)
    board = timed(1, 40, 10, 30, 20, terms=terms)
    # With two increments bob has 72 hours, has used 70, and the move that waits for him takes another.
    remind(board, [1], START + 102 * HOUR)
    agree(board, ALICE, Question.UNDO, START + 102 * HOUR)

    assert used(board) == {"alice": 11 * HOUR, "bob": 70 * HOUR}
    assert [seat.warned_at for seat in board.seats] == [None, None]
    make_any_move(board, START + 103 * HOUR)
    assert decide(board, START + 105 * HOUR - timedelta(seconds=1)) is None
    assert decide(board, START + 105 * HOUR) == Decision(Verdict.NAG, (1,))


def test_who_takes_a_move_back_has_what_there_was_before_it() -> None:
    terms = Terms(total_days=2, increment_hours=2)
    board = timed(0, 0, 48, 1, terms=terms)
    assert used(board)["alice"] == 48 * HOUR

    agree(board, ALICE, Question.UNDO, START + 60 * HOUR)

    assert used(board) == {"alice": 0 * HOUR, "bob": 0 * HOUR}
    # A day after the reminder that comes when the time is over.
    assert move_by(board, ALICE) == START + (60 + 48 + 2 + 24) * HOUR


def test_an_undo_after_an_undo_goes_back_further() -> None:
    board = timed(1, 2, 3, 4)
    agree(board, BOB, Question.UNDO, START + 20 * HOUR)
    assert used(board) == {"alice": 4 * HOUR, "bob": 2 * HOUR}

    agree(board, ALICE, Question.UNDO, START + 30 * HOUR)

    assert used(board) == {"alice": 1 * HOUR, "bob": 2 * HOUR}
    make_any_move(board, START + 31 * HOUR)
    assert used(board) == {"alice": 2 * HOUR, "bob": 2 * HOUR}
    assert list(board.times.values()) == ["3600 0", "3600 7200", "7200 7200"]


def test_an_undo_leaves_out_what_an_absence_and_a_question_have_left_out() -> None:
    board = timed(1)
    board.seats[1].away = (Absence(START + 2 * HOUR, START + 20 * HOUR),)
    voting.propose(board, ALICE, Question.DRAW, START + 21 * HOUR)
    voting.answer(board, BOB, False, START + 50 * HOUR)
    make_any_move(board, START + 51 * HOUR)
    make_any_move(board, START + 60 * HOUR)

    agree(board, ALICE, Question.UNDO, START + 61 * HOUR)

    assert used(board) == {"alice": 1 * HOUR, "bob": 3 * HOUR}


def test_the_times_are_those_of_the_players_after_a_swap(board: Board) -> None:
    make_any_move(board, START + 12 * HOUR)
    assert used(board) == {"alice": 11 * HOUR, "bob": HOUR}

    agree(board, ALICE, Question.UNDO, START + 13 * HOUR)
    assert used(board) == {"alice": HOUR, "bob": HOUR}

    agree(board, BOB, Question.UNDO, START + 14 * HOUR)
    assert used(board) == {"alice": HOUR, "bob": timedelta()}


def test_of_three_the_one_who_waited_while_another_left_keeps_that_time() -> None:
    board = trio()
    leaving.give_up(board, BOB, START + 5 * HOUR, bytes(16))
    make_any_move(board, START + 7 * HOUR)
    assert used(board)["alice"] == 7 * HOUR

    voting.propose(board, ALICE, Question.UNDO, START + 8 * HOUR)
    voting.answer(board, CAROL, True, START + 8 * HOUR)

    assert used(board)["alice"] == 5 * HOUR


def test_the_operator_gives_the_time_back_as_well() -> None:
    board = timed(1, 2, 3)
    agree(board, BOB, Question.DRAW, START + 30 * HOUR)

    intervening.undo(board, START + 40 * HOUR)
    assert used(board) == {"alice": 4 * HOUR, "bob": 2 * HOUR}

    intervening.undo(board, START + 50 * HOUR, to=1)
    assert used(board) == {"alice": 1 * HOUR, "bob": 0 * HOUR}


# Moves that were made before their times were kept


def test_of_older_moves_the_times_between_them_are_counted() -> None:
    board = timed(1, 2, 3, 40)
    forget_times(board)

    agree(board, BOB, Question.UNDO, START + 100 * HOUR)

    assert used(board) == {"alice": 4 * HOUR, "bob": 2 * HOUR}


def test_it_is_never_more_than_the_clock_says_without_the_increments_that_go() -> None:
    board = timed(10, 20, 30, 3, 5, terms=Terms(total_days=9, increment_hours=2))
    # Absences that nobody knows of any more had stopped the clocks.
    board.seats[0].used, board.seats[1].used = 40 * HOUR, 12 * HOUR
    forget_times(board)

    agree(board, BOB, Question.UNDO, START + 100 * HOUR)

    assert used(board) == {"alice": 38 * HOUR, "bob": 10 * HOUR}


def test_it_is_never_less_than_nothing() -> None:
    board = timed(1, 1, terms=Terms(total_days=9, increment_hours=20))
    forget_times(board)

    agree(board, BOB, Question.UNDO, START + 100 * HOUR)

    assert used(board) == {"alice": HOUR, "bob": 0 * HOUR}


def test_the_increment_of_a_move_after_a_swap_goes_from_who_made_it() -> None:
    board = Board.begin(
        Hex(),
        101,
        {"size": 11, "handicap": 0},
        (ALICE, BOB),
        bytes(16),
        START,
        Terms(total_days=9, increment_hours=2),
    )
    for player, text, hours in ((ALICE, "a1", 10), (BOB, "swap", 20), (ALICE, "c3", 21)):
        move(board, player, text, START + hours * HOUR)
    assert used(board) == {"alice": 11 * HOUR, "bob": 10 * HOUR}
    forget_times(board)

    agree(board, BOB, Question.UNDO, START + 30 * HOUR)

    assert used(board) == {"alice": 9 * HOUR, "bob": 0 * HOUR}


def test_so_it_is_with_older_moves_before_a_swap(board: Board) -> None:
    make_any_move(board, START + 12 * HOUR)
    forget_times(board)

    agree(board, ALICE, Question.UNDO, START + 13 * HOUR)
    assert used(board) == {"alice": HOUR, "bob": HOUR}

    agree(board, BOB, Question.UNDO, START + 14 * HOUR)
    assert used(board) == {"alice": HOUR, "bob": timedelta()}
