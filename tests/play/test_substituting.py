"""A seat that is taken over, in the record: replayed, as it stood, taken back, exported, in rounds and on clocks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbmserv.games.goofspiel.game import Goofspiel
from pbmserv.games.yacht.game import Yacht
from pbmserv.play import interchange, intervening, substituting
from pbmserv.play.board import Board, NotAllowed, Offer, Player, Question, Terms, substitutes_of
from pbmserv.play.clock import move_by, next_look
from pbmserv.play.fields import NotARecord
from pbmserv.play.leaving import forfeit, resign
from pbmserv.play.moving import move, queue
from pbmserv.play.record import SUBSTITUTE, rounds_of
from pbmserv.play.replaying import DoesNotHold, as_it_stood, faults, players_at_start
from pbmserv.play.transcript import Transcript
from pbmserv.play.undoing import kept_by_undo, take_back
from pbmserv.play.view import SHOWN, BoardViews
from pbmserv.play.voting import propose

ALICE, BOB, CAROL, DAVE, ERIN = (
    Player(number, name) for number, name in enumerate(("alice", "bob", "carol", "dave", "erin"), 1)
)
EVERYBODY = {player.userid: player for player in (ALICE, BOB, CAROL, DAVE, ERIN)}
START = datetime(2024, 3, 1, 12, tzinfo=UTC)
LATER = START + timedelta(days=2)


class Forgiving(Yacht):
    """Yacht in which moves can be taken back."""

    allows_undo = True


def yacht(terms: Terms | None = None) -> Board:
    """A game that carol has left after everybody has moved once."""
    board = Board.begin(Forgiving(), 101, {"sheet": "twelve"}, [ALICE, BOB, CAROL], bytes(16), START, terms)
    for player, text in ((ALICE, "choice"), (BOB, "choice"), (CAROL, "choice"), (ALICE, "aces"), (BOB, "aces")):
        move(board, player, text, START)
    resign(board, CAROL, START, bytes(16))
    return board


def taken_over(board: Board, player: Player = DAVE, at: datetime = LATER) -> Board:
    board.offer = Offer(None, board.staying, at)
    substituting.take_over(board, player, at)
    return board


def test_the_record_holds_and_tells_who_came() -> None:
    board = taken_over(yacht())

    assert list(faults(board)) == []
    assert players_at_start(board) == [ALICE, BOB, CAROL]
    assert substitutes_of(board) == (DAVE,)
    assert [made.text for made in board.moves[5:]] == ["resign", "skip", SUBSTITUTE]


def test_a_seat_can_be_taken_over_more_than_once() -> None:
    board = taken_over(yacht())
    move(board, ALICE, "twos", LATER)
    move(board, BOB, "twos", LATER)
    resign(board, DAVE, LATER, bytes(16))
    taken_over(board, ERIN)

    assert board.seats[2].holders == (CAROL, DAVE, ERIN)
    assert list(faults(board)) == []
    assert [made.text for made in board.moves_of(DAVE)] == ["skip", "resign", SUBSTITUTE]
    assert [seat.player for seat in as_it_stood(board, 9).seats] == [ALICE, BOB, DAVE]


def test_who_has_left_neither_comes_back_nor_takes_another_seat() -> None:
    board = yacht()
    board.offer = Offer(None, board.staying, LATER)

    with pytest.raises(NotAllowed, match="carol has left Yacht Board 101, and cannot come back"):
        substituting.take_over(board, CAROL, LATER)


def test_a_record_that_is_wrong_about_it_does_not_hold() -> None:
    board = taken_over(yacht())
    board.seats[2].player = BOB

    assert list(faults(board)) == ["Move 8 (substitute): bob had a seat already."]


def test_the_operator_takes_it_back_and_then_the_resignation() -> None:
    board = taken_over(yacht())

    turn = intervening.undo(board, LATER)
    first = [(seat.player, seat.resigned) for seat in board.seats]
    intervening.undo(board, LATER, 5)

    assert first[2] == (CAROL, True)
    assert [player for _, player in turn.happenings] == [DAVE]
    assert [(seat.player, seat.resigned) for seat in board.seats][2] == (CAROL, False)
    assert list(faults(board)) == []


def test_players_take_back_no_move_from_before_it() -> None:
    board = taken_over(yacht())

    with pytest.raises(NotAllowed, match="cannot be taken back with a move"):
        kept_by_undo(board, BOB)
    with pytest.raises(NotAllowed, match="dave has made no move"):
        kept_by_undo(board, DAVE)
    move(board, ALICE, "twos", LATER)
    assert kept_by_undo(board, ALICE) == 8


def test_it_ends_an_open_vote_and_leaves_what_others_have_queued() -> None:
    board = yacht()
    queue(board, BOB, "twos", LATER)
    propose(board, ALICE, Question.DRAW, LATER)

    taken_over(board)

    assert board.vote is None
    assert [str(queued) for queued in board.seats[1].queue] == ["twos"]


def test_what_who_left_had_queued_is_gone() -> None:
    board = yacht()

    assert (board.seats[2].queue, board.seats[2].chosen) == ([], None)


def test_the_clock_of_who_comes_begins_at_nothing() -> None:
    board = yacht(Terms(total_days=30, increment_hours=24))
    board.seats[2].used = timedelta(days=20)

    taken_over(board)

    assert board.seats[2].used == timedelta()
    assert next_look(board) is not None


def test_no_move_before_a_seat_was_taken_over_can_be_taken_back() -> None:
    board = yacht()
    move(board, ALICE, "twos", LATER)
    taken_over(board)

    with pytest.raises(NotAllowed, match="That somebody has taken over a seat cannot be taken back with a move"):
        kept_by_undo(board, ALICE)


def test_who_has_only_taken_over_a_seat_has_no_move_to_take_back() -> None:
    with pytest.raises(NotAllowed, match="dave has made no move on Yacht Board 101 that could be taken back"):
        kept_by_undo(taken_over(yacht()), DAVE)


def test_who_has_taken_over_a_seat_plays_on_when_a_later_move_is_taken_back() -> None:
    board = taken_over(yacht())
    move(board, ALICE, "twos", LATER)

    take_back(board, kept_by_undo(board, ALICE), LATER)

    assert [(seat.player, seat.resigned) for seat in board.seats] == [(ALICE, False), (BOB, False), (DAVE, False)]


class ForgivingGoofspiel(Goofspiel):
    """Goofspiel in which rounds can be taken back."""

    allows_undo = True


def test_where_all_move_at_once_the_last_round_is_taken_back() -> None:
    options = {option.name: option.default for option in Goofspiel().options}
    board = Board.begin(ForgivingGoofspiel(), 101, options, [ALICE, BOB], bytes(16), START)
    for bid in ("1", "2"):
        move(board, ALICE, bid, START)
        move(board, BOB, bid, START)

    assert [kept_by_undo(board, player) for player in (ALICE, BOB)] == [2, 2]


def test_hours_are_added_for_the_own_moves_of_who_came_last() -> None:
    board = taken_over(yacht(Terms(total_days=2, increment_hours=12)))
    for box in ("twos", "threes"):
        move(board, ALICE, box, LATER)
        move(board, BOB, box, LATER)
        if box == "twos":
            resign(board, DAVE, LATER, bytes(16))
            taken_over(board, ERIN)

    assert board.players_to_move == (ERIN,)
    # Two days for the game, and a day after the reminder.
    assert move_by(board, ERIN) == LATER + timedelta(days=3)
    for player in (ERIN, ALICE):
        move(board, player, "fours", LATER)
    assert move_by(board, BOB) == LATER + timedelta(days=3, hours=4 * 12)
    move(board, BOB, "fours", LATER)
    assert move_by(board, ERIN) == LATER + timedelta(days=3, hours=12)


def test_who_has_run_out_of_time_can_be_replaced_too() -> None:
    board = yacht()
    taken_over(board)
    move(board, ALICE, "twos", LATER)
    forfeit(board, [1], LATER, bytes(16))

    assert substituting.vacant_seats(board) == (1,)


def test_in_a_tournament_nobody_plays_for_another() -> None:
    board = yacht(Terms(event="yacht-cup/1/1"))

    assert substituting.vacant_seats(board) == ()
    with pytest.raises(NotAllowed, match="In a tournament nobody plays for another"):
        substituting.offer(board, ALICE, None, LATER)


class TestRounds:
    def goofspiel(self) -> Board:
        board = Board.begin(Goofspiel(), 101, {"cards": 6, "ties": "carry"}, [ALICE, BOB, CAROL], bytes(16), START)
        self.play(board, "1", ALICE, BOB, CAROL)
        resign(board, CAROL, START, bytes(16))
        return board

    def play(self, board: Board, card: str, *players: Player) -> None:
        for player in players:
            move(board, player, card, START)

    def test_in_the_middle_of_a_round_nothing_is_missed(self) -> None:
        board = self.goofspiel()
        self.play(board, "2", ALICE)

        taken_over(board)

        assert board.seats_to_move == (1, 2)
        self.play(board, "2", BOB, DAVE)
        assert board.next_number == 3
        assert list(faults(board)) == []

    def test_after_rounds_that_were_missed_rounds_are_counted_as_before(self) -> None:
        board = self.goofspiel()
        self.play(board, "2", ALICE, BOB)
        self.play(board, "3", ALICE, BOB)
        taken_over(board)
        self.play(board, "4", ALICE, BOB, DAVE)

        assert len(rounds_of(board.moves)) == 4
        assert board.position.bids[2] == (1, 0, 0, 4)
        assert list(faults(board)) == []
        assert [seat.player for seat in as_it_stood(board, 3).seats] == [ALICE, BOB, CAROL]
        assert BoardViews(board, SHOWN).of(CAROL).seat is None


def test_a_substitute_who_goes_again_gives_back_the_time_of_the_player_before() -> None:
    board = yacht()
    board.seats[2].used = timedelta(hours=5)
    board.times[6] = "0 0 18000"
    taken_over(board)
    move(board, ALICE, "twos", LATER)
    move(board, BOB, "twos", LATER)
    move(board, DAVE, "twos", LATER + timedelta(hours=3))
    assert board.seats[2].used == timedelta(hours=3)

    intervening.undo(board, LATER, to=10)
    assert (board.seats[2].player, board.seats[2].used) == (DAVE, timedelta())
    intervening.undo(board, LATER, to=8)
    assert (board.seats[2].player, board.seats[2].used) == (DAVE, timedelta())
    intervening.undo(board, LATER, to=6)
    assert (board.seats[2].player, board.seats[2].used) == (CAROL, timedelta(hours=5))


class TestExchange:
    def test_a_record_goes_out_and_comes_back(self) -> None:
        board = taken_over(yacht())
        transcript = Transcript.of_board(board, with_secrets=True)

        again = interchange.read(interchange.write(transcript))
        there = again.replayed({"yacht": Forgiving()}, 205, EVERYBODY)

        assert again == transcript
        assert (again.players, again.substitutes, again.holders) == (
            ("alice", "bob", "carol"), ("dave",), ("alice", "bob", "dave"),
        )  # fmt: skip
        assert [seat.holders for seat in there.seats] == [(ALICE,), (BOB,), (CAROL, DAVE)]
        assert there.position == board.position

    def test_a_record_without_any_is_as_it_ever_was(self) -> None:
        assert "substitutes" not in interchange.write(Transcript.of_board(yacht(), with_secrets=True))

    @pytest.mark.parametrize(
        ("substitutes", "why"),
        [
            ((), "it is not told who has taken over the seat"),
            (("bob",), "bob had a seat already"),
            (("dave", "erin"), "names more substitutes"),
        ],
    )
    def test_what_cannot_have_happened_is_refused(self, substitutes: tuple[str, ...], why: str) -> None:
        transcript = replace(Transcript.of_board(taken_over(yacht()), with_secrets=True), substitutes=substitutes)

        with pytest.raises(DoesNotHold, match=why):
            transcript.replayed({"yacht": Forgiving()}, 205, EVERYBODY)

    def test_names_that_are_none_are_no_record(self) -> None:
        line = interchange.write(replace(Transcript.of_board(yacht()), substitutes=("dave\x00",)))

        with pytest.raises(NotARecord, match="a list of lines"):
            interchange.read(line)
