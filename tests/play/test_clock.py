"""What the clock decides, by nothing but the times that are kept with a board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.goofspiel import Goofspiel
from pbmserv.games.trichet import Trichet
from pbmserv.play import leaving, voting
from pbmserv.play.board import Board, Player, Question, Status, Terms, Vote
from pbmserv.play.clock import (
    Decision,
    Verdict,
    archive,
    deadline,
    decide,
    move_by,
    next_look,
    remind,
    reminded_with_others,
)
from pbmserv.play.days import Absence
from pbmserv.play.moving import move

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
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
    [(day(7) - SECOND, None), (day(7), Decision(NAG, (BOB_SEAT,))), (day(300), Decision(NAG, (BOB_SEAT,)))],
)
def test_who_has_to_move_is_reminded_after_the_nag_time(at: datetime, expected: Decision | None) -> None:
    assert decide(begun_duel(), at) == expected


def test_the_challenge_may_set_another_nag_time() -> None:
    assert decide(begun_duel(Terms(nag_days=2)), day(2)) == Decision(NAG, (BOB_SEAT,))


def test_nobody_is_reminded_more_than_once_a_day() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))

    assert decide(board, day(8) - SECOND) is None
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

    assert decide(board, day(21) - SECOND) is None
    assert decide(board, day(21)) == Decision(FORFEIT, (BOB_SEAT,))


def test_a_server_that_was_down_reminds_first_and_gives_a_day() -> None:
    board = begun_duel()

    assert decide(board, day(40)) == Decision(NAG, (BOB_SEAT,))
    remind(board, [BOB_SEAT], day(40))

    assert decide(board, day(41) - SECOND) is None
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

    assert decide(board, day(10) - SECOND) is None
    assert decide(board, day(10)) == Decision(NAG, (BOB_SEAT,))
    remind(board, [BOB_SEAT], day(10))
    assert decide(board, day(11) - SECOND) is None
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
    assert next_look(board) == day(7)  # bob's move; then alice is reminded of the question
    remind(board, [BOB_SEAT], day(7.5))
    assert decide(board, day(8)) == Decision(NAG, (ALICE_SEAT,))
    remind(board, [ALICE_SEAT], day(8))
    assert board.seats[ALICE_SEAT].warned_at is None
    board.nagged_at = day(21.5)

    assert decide(board, day(22) - SECOND) is None
    assert decide(board, day(22)) == Decision(TIE)
    voting.silence_agrees(board, day(22))

    assert board.status is Status.OVER
    assert board.winner is None


def test_nobody_agrees_by_silence_without_having_been_reminded_a_day_before() -> None:
    board = proposed(day(1))
    board.nagged_at = day(30)

    assert decide(board, day(30)) == Decision(NAG, (ALICE_SEAT,))
    remind(board, [ALICE_SEAT], day(30))

    assert decide(board, day(31) - SECOND) is None
    assert decide(board, day(31)) == Decision(TIE)


def test_who_has_to_move_is_reminded_of_both_at_once_and_another_of_the_question_alone() -> None:
    board = begun_duel()
    voting.propose(board, ALICE, Question.DRAW, day(6))

    assert next_look(board) == day(7)
    remind(board, [BOB_SEAT], day(7))

    board.nagged_at = day(26.5)
    assert decide(board, day(27) - SECOND) is None
    assert decide(board, day(27)) == Decision(TIE)


@pytest.mark.parametrize("proposer", [ALICE, BOB])
def test_a_reminder_that_comes_early_with_those_of_other_boards_has_nobody_agree_earlier(proposer: Player) -> None:
    board = begun_duel(Terms(nag_days=7, forfeit_days=7))
    voting.propose(board, proposer, Question.DRAW, START)
    asked = ALICE_SEAT if proposer == BOB else BOB_SEAT
    assert asked in reminded_with_others(board, day(6) + SECOND)

    remind(board, [asked], day(6) + SECOND)

    board.nagged_at = day(7.5)
    assert decide(board, day(8) - SECOND) is None
    assert decide(board, day(8)) == Decision(TIE)


def refused(asked: float, answered: float, terms: Terms | None = None) -> Board:
    """A board on which bob, who has been reminded after a week, has proposed a tie, and alice has said no."""
    board = begun_duel(terms)
    remind(board, [BOB_SEAT], day(7))
    ask_and_refuse(board, BOB, asked, answered)
    return board


def ask_and_refuse(board: Board, player: Player, asked: float, answered: float) -> None:
    voting.propose(board, player, Question.DRAW, day(asked))
    voting.answer(board, BOB if player == ALICE else ALICE, False, day(answered))


def loses_exactly(board: Board, player: Player, at: datetime) -> bool:
    """Whether a player has until then, by letters and by the clock, and not a second longer."""
    seat = board.seats_of(player)[0]
    board.nagged_at = at
    forfeit = Decision(FORFEIT, (seat,))
    return (decide(board, at - SECOND), decide(board, at), move_by(board, player)) == (None, forfeit, at)


@pytest.mark.parametrize(
    ("asked", "answered", "until"),
    [
        (5, 21.4, 37.4),
        (20, 40, 41),  # one day was left
        (20.5, 20.6, 21.6),  # at least a day
        (19.5, 40, 41.5),  # more than that
        (21, 40, 41),  # the clock's round was late
        (30, 40, 41),
    ],
)
def test_after_a_reject_the_mover_has_what_was_left_and_at_least_a_day(
    asked: float, answered: float, until: float
) -> None:
    assert loses_exactly(refused(asked, answered), BOB, day(until))


def test_nobody_is_put_out_of_the_game_while_a_tie_is_proposed() -> None:
    board = proposed(day(20))
    remind(board, [ALICE_SEAT, BOB_SEAT], day(20))

    assert decide(board, day(40.99)) == Decision(NAG, (BOB_SEAT,))
    assert decide(board, day(41)) == Decision(TIE)


def test_the_question_of_the_opponent_gives_the_mover_as_much() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))

    ask_and_refuse(board, ALICE, 20, 40)

    assert loses_exactly(board, BOB, day(41))


def test_the_day_is_given_once_a_move_and_later_questions_give_what_was_left() -> None:
    board = refused(20.5, 40)
    ask_and_refuse(board, BOB, 40.75, 60)

    assert loses_exactly(board, BOB, day(60.25))
    ask_and_refuse(board, BOB, 60.25, 80)
    board.nagged_at = day(80)
    assert decide(board, day(80)) == Decision(FORFEIT, (BOB_SEAT,))


def test_a_question_that_leaves_more_than_a_day_does_not_use_up_the_day_that_is_given_once() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))
    ask_and_refuse(board, ALICE, 1, 1)
    ask_and_refuse(board, BOB, 20.9, 40)

    assert loses_exactly(board, BOB, day(41))


def test_three_questions_of_each_player_stop_the_clock_from_one_move_to_the_next() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))
    for number in range(voting.MOST_STOPS):
        ask_and_refuse(board, BOB, 10 + number, 11 + number)
    assert move_by(board, BOB) == day(21 + 3)

    voting.propose(board, BOB, Question.DRAW, day(13))
    remind(board, [ALICE_SEAT], day(20))

    assert loses_exactly(board, BOB, day(24))
    voting.answer(board, ALICE, False, day(14))
    assert loses_exactly(board, BOB, day(24))
    ask_and_refuse(board, ALICE, 15, 18)
    assert loses_exactly(board, BOB, day(27))


def test_a_move_gives_all_questions_again() -> None:
    board = begun_duel()
    for number in range(voting.MOST_STOPS):
        ask_and_refuse(board, BOB, number, number)
    play(board, day(5), BOB, ALICE)

    ask_and_refuse(board, BOB, 6, 9)

    assert move_by(board, BOB) == day(5 + 21 + 3)


def test_a_withdrawn_question_is_one_that_has_ended() -> None:
    board = proposed(day(20))
    remind(board, [BOB_SEAT], day(20))

    voting.answer(board, BOB, False, day(40))

    assert loses_exactly(board, BOB, day(41))


def test_a_reminder_during_a_question_is_not_counted_against_the_time_that_was_left() -> None:
    board = proposed(day(5))
    remind(board, [BOB_SEAT], day(24))

    voting.answer(board, ALICE, False, day(25))

    assert loses_exactly(board, BOB, day(41))


def test_the_day_after_a_reminder_is_left_too() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(30))

    ask_and_refuse(board, BOB, 30, 40)

    assert not board.seats[BOB_SEAT].eased
    assert loses_exactly(board, BOB, day(41))


def test_a_proposed_tie_stops_the_total_time() -> None:
    board = begun_duel(Terms(total_days=9))
    voting.propose(board, BOB, Question.DRAW, day(8))
    remind(board, [ALICE_SEAT, BOB_SEAT], day(8))
    assert decide(board, day(28)) == Decision(NAG, (BOB_SEAT,))

    voting.answer(board, ALICE, False, day(28))

    assert board.seats[BOB_SEAT].used == 8 * DAY
    assert loses_exactly(board, BOB, day(29))
    play(board, day(28.5), BOB)
    assert board.seats[BOB_SEAT].used == 8.5 * DAY


def test_a_move_during_a_question_counts_the_time_until_it_was_asked() -> None:
    board = begun_duel(Terms(total_days=9))
    voting.propose(board, BOB, Question.DRAW, day(2))

    play(board, day(20), BOB)

    assert board.seats[BOB_SEAT].used == 2 * DAY
    assert (board.resumed_at, [seat.asked for seat in board.seats]) == (None, [0, 0])


def test_so_does_the_end_of_the_game() -> None:
    board = begun_duel(Terms(total_days=9))
    voting.propose(board, BOB, Question.DRAW, day(2))

    voting.answer(board, ALICE, True, day(20))

    assert board.seats[BOB_SEAT].used == 2 * DAY


def test_where_all_move_at_once_those_who_have_not_chosen_have_what_was_left() -> None:
    board = party()
    for player in (ALICE, BOB, CAROL):
        move(board, player, "1", START)
    voting.propose(board, ALICE, Question.DRAW, day(20))
    move(board, CAROL, "2", day(25))
    remind(board, [ALICE_SEAT, BOB_SEAT], day(25))

    voting.answer(board, BOB, False, day(30))

    assert [seat.used for seat in board.seats] == [20 * DAY, 20 * DAY, 20 * DAY]
    assert [move_by(board, player) for player in (ALICE, BOB, CAROL)] == [day(31), day(31), None]
    board.nagged_at = day(31)
    assert decide(board, day(31)) == Decision(FORFEIT, (ALICE_SEAT, BOB_SEAT))


def test_an_absence_that_begins_during_a_question_gives_nobody_more_time_afterwards() -> None:
    board = proposed(day(20))
    remind(board, [BOB_SEAT], day(20))
    away(board, BOB, day(21), day(25))

    voting.answer(board, ALICE, False, day(40))

    assert loses_exactly(board, BOB, day(41))


def test_who_is_away_when_a_tie_is_proposed_has_the_days_after_the_absence() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))
    away(board, BOB, day(20), day(30))

    ask_and_refuse(board, ALICE, 20, 40)

    assert loses_exactly(board, BOB, day(43))


def test_an_absence_goes_on_after_a_question() -> None:
    board = proposed(day(20))
    remind(board, [BOB_SEAT], day(20))
    away(board, BOB, day(30), day(50))

    voting.answer(board, ALICE, False, day(40))

    assert loses_exactly(board, BOB, day(53))


def test_time_after_a_question_is_counted_on_the_days_that_count() -> None:
    # The first of March 2024 is a Friday.
    board = begun_duel(Terms(forfeit_days=10, days="mtwtf--"))
    remind(board, [BOB_SEAT], day(7))

    ask_and_refuse(board, BOB, 0, 7.5)

    # Ten days from Monday on end with a Friday, and nobody is out of the game before the next Monday.
    assert loses_exactly(board, BOB, day(23.5))


def test_the_question_about_a_move_does_not_stop_the_clock() -> None:
    board = begun_duel()
    remind(board, [BOB_SEAT], day(7))
    voting.propose(board, BOB, Question.UNDO, day(20))

    assert move_by(board, BOB) == day(21)
    voting.answer(board, ALICE, False, day(20.9))
    assert loses_exactly(board, BOB, day(21))


def test_a_move_during_the_question_about_a_move_counts_all_the_time() -> None:
    board = begun_duel(Terms(total_days=9))
    voting.propose(board, BOB, Question.UNDO, day(2))

    play(board, day(5), BOB)

    assert board.seats[BOB_SEAT].used == 5 * DAY


def test_a_tie_stops_the_clocks_unless_it_was_said_not_to_and_a_take_back_never_does() -> None:
    board = begun_duel()

    def rests(vote: Vote) -> bool:
        board.vote = vote
        return board.clock_rests

    assert rests(Vote(Question.DRAW, (BOB,), START))
    assert not rests(Vote(Question.DRAW, (BOB,), START, stops_clock=False))
    assert not rests(Vote(Question.UNDO, (BOB,), START))


def test_silence_does_not_agree_to_take_a_move_back() -> None:
    board = begun_duel()
    voting.propose(board, ALICE, Question.UNDO, START)
    remind(board, [BOB_SEAT], day(7))

    assert decide(board, day(21)) == Decision(FORFEIT, (BOB_SEAT,))


def test_silence_of_somebody_who_is_away_is_no_answer() -> None:
    board = proposed(START)
    remind(board, [BOB_SEAT], day(16.5))
    away(board, ALICE, day(2), day(12))
    assert decide(board, day(17) - SECOND) is None
    assert decide(board, day(17)) == Decision(NAG, (ALICE_SEAT,))
    remind(board, [ALICE_SEAT], day(17))
    remind(board, [BOB_SEAT], day(20.5))

    assert decide(board, day(21)) is None
    assert next_look(board, day(21)) == day(21.5)  # bob's next reminder
    remind(board, [BOB_SEAT], day(30.5))
    assert decide(board, day(31)) == Decision(TIE)


def with_a_bot() -> Board:
    """A board of bob and a bot of the server, who has alice's seat; both have moved, and bob is to move."""
    options = {option.name: option.default for option in Trichet().options}
    board = Board.begin(Trichet(), 101, options, [ALICE, BOB], SEED, START, bots={ALICE: "easy"})
    play(board, START, BOB, ALICE)
    return board


def test_while_a_bot_is_asked_all_clocks_rest_and_its_silence_is_no_answer() -> None:
    board = with_a_bot()
    remind(board, [BOB_SEAT], day(7))
    voting.propose(board, BOB, Question.DRAW, day(20))
    board.nagged_at = day(41)
    assert decide(board, day(41.5)) is None  # the forfeit time was over on day 41

    voting.answer(board, ALICE, False, day(41.5))

    assert loses_exactly(board, BOB, day(42.5))


def test_the_clock_of_a_bot_stands_still_after_a_question_too() -> None:
    board = with_a_bot()
    play(board, START, BOB)
    voting.propose(board, BOB, Question.DRAW, day(20))

    voting.answer(board, ALICE, False, day(40))

    assert move_by(board, ALICE) is None
    assert decide(board, day(400)) == Decision(Verdict.BOT_IS_LATE)
    assert board.seats[ALICE_SEAT].used == timedelta()


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

    assert decide(board, day(33) - SECOND) is None
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

    assert decide(board, day(35) - SECOND) is None
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


def test_silence_agrees_to_nothing_on_a_board_that_was_removed() -> None:
    board = duel(Terms(nag_days=1, forfeit_days=1))
    voting.propose(board, BOB, Question.DRAW, START)
    proposed = board.vote
    leaving.resign(board, BOB, START, SEED)

    assert board.vote is None
    board.vote = proposed  # as older versions have stored it
    assert next_look(board) is None
    assert decide(board, day(1000)) is None


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


def test_of_two_seats_the_first_that_is_lost_tells_until_when() -> None:
    options = {option.name: option.default for option in Goofspiel().options}
    board = Board.begin(Goofspiel(), 101, options, [BOB, ALICE, ALICE], SEED, START)
    remind(board, [1], day(20.5))
    remind(board, [2], day(21))

    assert move_by(board, ALICE) == deadline(board, ALICE) == day(21.5)


def test_nobody_is_in_a_hurry_while_a_tie_is_proposed() -> None:
    board = begun_duel()
    voting.propose(board, ALICE, Question.DRAW, START)

    assert move_by(board, BOB) is None
