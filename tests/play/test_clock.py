"""What the clock decides, by nothing but the times that are kept with a board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.trichet import Trichet
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, Player, Question, Status, Terms
from pbmserv.play.clock import Decision, Verdict, archive, deadline, decide, move_by, next_look, remind
from pbmserv.play.days import Absence
from pbmserv.play.moving import move

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
SEED = bytes(16)

FORFEIT, TIE, NAG, ARCHIVE = Verdict.FORFEIT, Verdict.TIE, Verdict.NAG, Verdict.ARCHIVE
ALICE_SEAT, BOB_SEAT, CAROL_SEAT = 0, 1, 2


def day(number: float) -> datetime:
    """So many days after the start."""
    return START + number * DAY


def duel(terms: Terms | None = None) -> Board:
    """A board of Trichet; bob begins."""
    options = {option.name: option.default for option in Trichet().options}
    return Board.begin(Trichet(), 101, options, [ALICE, BOB], SEED, START, terms)


def begun_duel(terms: Terms | None = None) -> Board:
    """The same after one move of each player, all at the start; bob has to move."""
    board = duel(terms)
    play(board, START, BOB, ALICE)
    return board


def play(board: Board, at: datetime, *players: Player) -> None:
    """Have players make any legal move, one after the other."""
    for player in players:
        legal = board.game.legal_moves(board.position, board.seats_to_move[0])
        assert legal
        move(board, player, legal[0], at)


def party(terms: Terms | None = None) -> Board:
    """A board of Goofspiel, where all three choose at the same time."""
    options = {option.name: option.default for option in Goofspiel().options}
    return Board.begin(Goofspiel(), 101, options, [ALICE, BOB, CAROL], SEED, START, terms)


def away(board: Board, player: Player, start: datetime, end: datetime) -> None:
    for seat in board.seats_of(player):
        board.seats[seat].away += (Absence(start, end),)


# Reminders


@pytest.mark.parametrize(
    ("at", "expected"),
    [(day(6.99), None), (day(7), Decision(NAG, (BOB_SEAT,))), (day(300), Decision(NAG, (BOB_SEAT,)))],
)
def test_who_has_to_move_is_reminded_after_the_nag_time(at: datetime, expected: Decision | None) -> None:
    assert decide(begun_duel(), at) == expected


def test_the_challenge_may_set_another_nag_time() -> None:
    assert decide(begun_duel(Terms(nag_days=2)), day(2)) == Decision(NAG, (BOB_SEAT,))


def test_nobody_is_reminded_more_than_once_a_day() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))

    assert decide(board, day(7.99)) is None
    assert decide(board, day(8)) == Decision(NAG, (BOB_SEAT,))


def test_a_move_starts_the_clock_anew() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))

    play(board, day(7), BOB)

    assert board.nagged_at is None
    assert board.seats[BOB_SEAT].warned_at is None
    assert decide(board, day(13.99)) is None
    assert decide(board, day(14)) == Decision(NAG, (ALICE_SEAT,))


# Forfeits by the time of a move


def test_a_move_that_was_reminded_of_is_forfeited_after_the_forfeit_time() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(20.5))

    assert decide(board, day(21)) is None
    assert decide(board, day(21.5)) == Decision(FORFEIT, (BOB_SEAT,))


def test_reminders_in_the_last_days_do_not_put_the_forfeit_off() -> None:
    board = begun_duel()
    for number in range(7, 21):
        remind(board, [BOB_SEAT], day(number + 0.9))

    assert decide(board, day(21)) == Decision(FORFEIT, (BOB_SEAT,))


def test_a_server_that_was_down_reminds_first_and_gives_a_day() -> None:
    board = begun_duel()

    assert decide(board, day(40)) == Decision(NAG, (BOB_SEAT,))
    remind(board, [BOB_SEAT], day(40))

    assert decide(board, day(40.99)) is None
    assert decide(board, day(41)) == Decision(FORFEIT, (BOB_SEAT,))


def test_a_reminder_tells_when_the_game_is_lost() -> None:
    board = begun_duel()
    assert deadline(board, BOB) is None

    remind(board, [BOB_SEAT], day(7))

    assert deadline(board, BOB) == day(21)
    assert deadline(board, ALICE) is None


def test_a_forfeit_loses_a_game_that_has_begun() -> None:
    board = begun_duel()

    leaving.forfeit(board, [BOB_SEAT], day(21), SEED)

    assert board.winner == ALICE
    assert board.moves[-1].text == "forfeit"


def test_a_game_that_has_not_begun_is_withdrawn_and_not_lost() -> None:
    board = duel()

    leaving.forfeit(board, [BOB_SEAT], day(21), SEED)

    assert board.status is Status.REMOVED
    assert board.winner is None


# Total time


def test_the_total_time_is_that_of_the_seat_that_has_used_it() -> None:
    board = begun_duel(Terms(total_days=10))
    play(board, day(6), BOB)
    play(board, day(9), ALICE)
    play(board, day(12), BOB)

    assert [seat.used for seat in board.seats] == [3 * DAY, 9 * DAY]
    # Seven days are left to alice, and the reminder of a move comes after seven days as well.
    assert decide(board, day(18.99)) is None
    assert decide(board, day(19)) == Decision(NAG, (ALICE_SEAT,))


def test_the_present_wait_counts_in_the_total_time() -> None:
    board = begun_duel(Terms(total_days=10))
    play(board, day(6), BOB)
    play(board, day(6), ALICE)

    assert decide(board, day(9.99)) is None
    assert decide(board, day(10)) == Decision(NAG, (BOB_SEAT,))
    remind(board, [BOB_SEAT], day(10))
    assert decide(board, day(11)) == Decision(FORFEIT, (BOB_SEAT,))


def test_who_has_been_reminded_in_time_loses_as_soon_as_the_total_time_is_over() -> None:
    board = begun_duel(Terms(total_days=10))
    remind(board, [BOB_SEAT], day(7))

    assert decide(board, day(9.99)) == Decision(NAG, (BOB_SEAT,))
    assert decide(board, day(10)) == Decision(FORFEIT, (BOB_SEAT,))


def test_each_move_adds_the_increment_to_the_total_time_of_its_seat() -> None:
    board = begun_duel(Terms(nag_days=30, forfeit_days=30, total_days=10, increment_hours=12))
    play(board, START, BOB, ALICE, BOB)

    # Two moves of alice, twelve hours each.
    assert next_look(board) == day(11)
    play(board, day(3), ALICE)
    # Three moves of bob.
    assert next_look(board) == day(3 + 11.5)


# Proposed ties


def proposed(at: datetime) -> Board:
    """A board on which bob, who has to move, has proposed a tie."""
    board = begun_duel()
    voting.propose(board, BOB, Question.DRAW, at)
    return board


def test_silence_agrees_to_a_tie_after_the_forfeit_time() -> None:
    board = proposed(day(1))
    remind(board, [BOB_SEAT], day(21.5))

    assert decide(board, day(22)) == Decision(TIE)
    voting.silence_agrees(board, day(22))

    assert board.status is Status.OVER
    assert board.winner is None


def test_a_proposed_tie_stops_the_clock_of_the_move() -> None:
    board = proposed(day(5))
    remind(board, [BOB_SEAT], day(20.5))

    assert decide(board, day(21.4)) is None
    voting.answer(board, ALICE, False, day(21.4))

    assert decide(board, day(21.5)) == Decision(FORFEIT, (BOB_SEAT,))


def test_a_proposed_tie_does_not_stop_the_total_time() -> None:
    board = begun_duel(Terms(total_days=9))
    voting.propose(board, BOB, Question.DRAW, START)
    remind(board, [BOB_SEAT], day(7))

    assert decide(board, day(9)) == Decision(FORFEIT, (BOB_SEAT,))


def test_silence_does_not_agree_to_take_a_move_back() -> None:
    board = begun_duel()
    voting.propose(board, ALICE, Question.UNDO, START)
    remind(board, [BOB_SEAT], day(7))

    assert decide(board, day(21)) == Decision(FORFEIT, (BOB_SEAT,))


def test_silence_of_somebody_who_is_away_is_no_answer() -> None:
    board = proposed(START)
    remind(board, [BOB_SEAT], day(20.5))
    away(board, ALICE, day(2), day(12))

    assert decide(board, day(21)) is None
    assert next_look(board, day(21)) == day(21.5)  # bob's next reminder
    remind(board, [BOB_SEAT], day(30.5))
    assert decide(board, day(31)) == Decision(TIE)


# Absences


def test_nobody_is_reminded_while_away_and_the_clock_stands_still_meanwhile() -> None:
    board = begun_duel()
    away(board, BOB, day(5), day(15))

    assert decide(board, day(10)) is None
    assert decide(board, day(16.99)) is None
    assert decide(board, day(17)) == Decision(NAG, (BOB_SEAT,))


def test_nobody_is_reminded_while_away_of_what_was_due_before() -> None:
    board = begun_duel()
    away(board, BOB, day(8), day(20))

    assert decide(board, day(9)) is None
    assert next_look(board, day(9)) == day(20)
    assert decide(board, day(20)) == Decision(NAG, (BOB_SEAT,))


def test_after_an_absence_there_are_three_days_with_reminders_only() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))
    away(board, BOB, day(20.5), day(30))

    assert decide(board, day(29.99)) is None
    assert decide(board, day(30)) == Decision(NAG, (BOB_SEAT,))
    remind(board, [BOB_SEAT], day(32.5))

    assert decide(board, day(32.99)) is None
    assert decide(board, day(33)) == Decision(FORFEIT, (BOB_SEAT,))


def test_an_absence_of_the_opponent_does_not_stop_ones_own_clock() -> None:
    board = begun_duel()
    away(board, ALICE, day(0), day(30))

    assert decide(board, day(7)) == Decision(NAG, (BOB_SEAT,))


def test_an_absence_does_not_count_in_the_total_time() -> None:
    board = begun_duel(Terms(total_days=5))
    away(board, BOB, day(1), day(11))

    assert next_look(board) == day(15)
    play(board, day(13), BOB)
    assert board.seats[BOB_SEAT].used == 3 * DAY


def test_absences_that_overlap_count_once() -> None:
    board = begun_duel()
    away(board, BOB, day(1), day(11))
    away(board, BOB, day(5), day(8))

    assert next_look(board) == day(17)
    play(board, day(13), BOB)
    assert board.seats[BOB_SEAT].used == 3 * DAY


# Simultaneous games


def test_only_those_who_have_not_chosen_yet_are_reminded() -> None:
    board = party()
    move(board, BOB, "1", day(1))

    assert decide(board, day(7)) == Decision(NAG, (ALICE_SEAT, CAROL_SEAT))


def test_all_who_have_not_chosen_in_time_forfeit_together() -> None:
    board = party()
    for player in (ALICE, BOB, CAROL):
        move(board, player, "1", START)
    move(board, BOB, "2", day(1))
    remind(board, [ALICE_SEAT, CAROL_SEAT], day(7))

    decision = decide(board, day(21))
    assert decision == Decision(FORFEIT, (ALICE_SEAT, CAROL_SEAT))
    leaving.forfeit(board, decision.seats, day(21), SEED)

    assert board.winner == BOB


def test_each_seat_has_its_own_reminder_before_it_forfeits() -> None:
    board = party()
    move(board, CAROL, "1", day(1))
    away(board, BOB, day(1), day(11))
    remind(board, [ALICE_SEAT], day(7))

    # The server was down since; alice was reminded long ago, bob never.
    assert decide(board, day(40)) == Decision(FORFEIT, (ALICE_SEAT,))


def test_a_game_that_has_not_begun_goes_on_without_those_who_were_silent() -> None:
    board = party()
    move(board, BOB, "1", day(1))
    move(board, CAROL, "1", day(1))
    remind(board, [ALICE_SEAT], day(7))

    turn = leaving.forfeit(board, [ALICE_SEAT], day(21), SEED)

    assert turn.restarted
    assert board.players == (BOB, CAROL)
    assert next_look(board) == day(28)


def test_too_few_are_left_where_several_were_silent_before_the_game_had_begun() -> None:
    board = party()
    move(board, BOB, "1", day(1))

    leaving.forfeit(board, [ALICE_SEAT, CAROL_SEAT], day(21), SEED)

    assert board.status is Status.REMOVED


# After the end


def test_a_board_is_archived_two_weeks_after_its_end() -> None:
    board = begun_duel()
    leaving.forfeit(board, [BOB_SEAT], day(21), SEED)

    assert decide(board, day(34.99)) is None
    assert next_look(board) == day(35)
    assert decide(board, day(35)) == Decision(ARCHIVE)
    archive(board)

    assert board.status is Status.ARCHIVED
    assert next_look(board) is None
    assert decide(board, day(1000)) is None


def test_there_is_nothing_to_decide_about_a_board_that_was_removed() -> None:
    board = duel()
    leaving.forfeit(board, [BOB_SEAT], day(21), SEED)

    assert next_look(board) is None


@pytest.mark.parametrize(
    "prepare",
    [
        lambda _board: None,
        lambda board: remind(board, [BOB_SEAT], day(7)),
        lambda board: away(board, BOB, day(3), day(9)),
        lambda board: voting.propose(board, BOB, Question.DRAW, day(2)),
        lambda board: leaving.forfeit(board, [BOB_SEAT], day(3), SEED),
    ],
)
def test_the_next_look_is_the_first_hour_in_which_there_is_something_to_decide(
    prepare: Callable[[Board], object],
) -> None:
    board = begun_duel(Terms(total_days=12))
    prepare(board)

    hours = (START + number * HOUR for number in range(24 * 60))

    assert next_look(board) == next(at for at in hours if decide(board, at) is not None)


# Until when a player can take their time


def test_who_has_to_move_can_take_the_time_that_leads_to_a_forfeit() -> None:
    board = begun_duel()

    assert move_by(board, BOB) == day(21)
    assert move_by(board, ALICE) is None


def test_there_is_always_a_day_after_the_reminder() -> None:
    assert move_by(begun_duel(Terms(nag_days=5, forfeit_days=5)), BOB) == day(6)


def test_the_total_time_counts_as_well() -> None:
    board = begun_duel(Terms(total_days=10))

    assert move_by(board, BOB) == day(10)  # after a reminder on the seventh day


def test_after_a_reminder_it_is_what_the_reminder_says() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(20.5))

    assert move_by(board, BOB) == deadline(board, BOB) == day(21.5)


def test_nobody_is_in_a_hurry_while_a_tie_is_proposed() -> None:
    board = begun_duel()
    voting.propose(board, ALICE, Question.DRAW, START)

    assert move_by(board, BOB) is None
