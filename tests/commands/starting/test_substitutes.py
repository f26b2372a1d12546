"""Substitutes: somebody takes over the seat of who has left a game for three or more that goes on."""

from __future__ import annotations

import re

import pytest

from pbmserv.commands.accounts.bots import set_open
from pbmserv.commands.leaving.actions import leave
from pbmserv.commands.operator import interventions, membership
from pbmserv.commands.playing.turns import OFFERED
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.requests.reply import Reply as Answered
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.play.board import Board
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.boards import Boards
from tests.conversation import FOUR, Reply, Server

ALICE, BOB, CAROL, DAVE = (f"{name}@example.org" for name in ("alice", "bob", "carol", "dave"))
PASSWORDS = {**FOUR, "erin": "erinpw78"}
"""Of all who write here."""


def say(server: Server, name: str, command: str) -> Reply:
    """What comes of a command in which NAME and PW stand for who writes it."""
    return server.say(f"{name}@example.org", command.replace("ME", f"{name} {PASSWORDS[name]}"))


def hear(server: Server, name: str, command: str) -> Reply:
    reply = say(server, name, command)
    assert reply.ok, reply.error
    return reply


def board_of(server: Server, game: str = "yacht") -> Board:
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load(game, 101)
    assert board is not None
    return board


def answer(server: Server, letters: Reply, reader: str, said: str) -> Reply:
    """What comes of an answer to the letter that this reader has got."""
    letter = letters.letter_to(reader)
    token = tokens_in([letter.reply_to or ""])[Tag.REPLY]
    reply = Answered(said, "", "", said, letter.subject, token, None, True)
    return Reply(server.office.handle(Request(Credential(reader), (said,), reply=reply)))


@pytest.fixture
def left(server: Server) -> Server:
    """A game of Yacht that alice and bob go on with: carol has resigned after everybody has moved."""
    return yacht_without_carol(server)


def yacht_without_carol(server: Server, options: str = "") -> Server:
    for name in ("dave", "erin"):
        server.enrol(name, PASSWORDS[name])
    hear(server, "alice", f"yacht challenge alice bob carol {options}")
    for name in ("alice", "bob", "carol"):
        hear(server, name, "yacht move 101 ME choice")
    hear(server, "alice", "yacht move 101 ME aces")
    hear(server, "bob", "yacht move 101 ME aces")
    hear(server, "carol", "yacht resign 101 ME")
    return server


class TestOffering:
    def test_those_who_are_left_are_told_how_the_seat_can_be_taken(self, server: Server) -> None:
        yacht_without_carol(server)
        told = server.outbox()[-1]

        letters = [each["text"] for each in server.outbox() if "carol has resigned." in each["text"]]

        to_alice = next(text for text in letters if "substitute 101 alice PASSWORD anyone" in text)
        assert "substitute 101 alice PASSWORD bot-easy" in to_alice
        assert not any("substitute 101 carol" in text for text in letters)
        assert told is not None

    def test_one_proposes_it_and_the_others_have_to_agree(self, left: Server) -> None:
        proposed = hear(left, "alice", "yacht substitute 101 ME anyone")

        words = " ".join(proposed.letter_to(BOB).text.split())
        assert "alice proposes that whoever comes takes over the seat of carol. bob has yet to agree." in words
        assert "yacht substitute 101 bob PASSWORD anyone" in words
        assert "carol has left" not in say(left, "dave", "yacht join 101 ME").error
        assert say(left, "dave", "yacht join 101 ME").error == (
            "bob has yet to agree that the seat on Yacht Board 101 is taken over."
        )

    @pytest.mark.parametrize("word", ["yes", "anyone"])
    def test_yes_and_the_same_proposal_agree_to_it(self, left: Server, word: str) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")

        agreed = hear(left, "bob", f"yacht substitute 101 ME {word}")

        assert "All agree: the seat stands in the list" in " ".join(agreed.letter_to(ALICE).text.split())
        assert "yacht 101" in left.hear(DAVE, "list open").text

    def test_the_letter_can_be_answered(self, left: Server) -> None:
        asked = hear(left, "alice", "yacht substitute 101 ME anyone")
        assert "To say so, just answer this letter with the words substitute yes, or else substitute no" in " ".join(
            asked.letter_to(BOB).text.split()
        )

        agreed = answer(left, asked, BOB, "substitute yes")

        assert "bob agrees to the substitute." in agreed.letter_to(ALICE).text

    def test_an_answer_to_the_letter_agrees_to_nobody_who_was_proposed_later(self, left: Server) -> None:
        asked = hear(left, "alice", "yacht substitute 101 ME dave")
        hear(left, "alice", "yacht substitute 101 ME erin")

        agreed = answer(left, asked, BOB, "substitute yes")

        assert agreed.error.startswith(
            "What was proposed on Yacht Board 101 in the letter that you have answered is not open any more."
        )
        assert say(left, "erin", "yacht join 101 ME").error == (
            "bob has yet to agree that the seat on Yacht Board 101 is taken over."
        )

    def test_a_tie_that_is_proposed_beside_it_is_answered_as_ever(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME dave")
        tie = hear(left, "alice", "yacht move 101 ME propose")

        assert answer(left, tie, BOB, "accept").ok

    @pytest.mark.parametrize("said", ["substitute yes", "substitute no"])
    def test_an_answer_is_about_what_its_letter_proposes_and_nothing_else(self, left: Server, said: str) -> None:
        asked = hear(left, "alice", "yacht substitute 101 ME dave")
        hear(left, "alice", "yacht substitute 101 ME erin")

        answered = answer(left, asked, BOB, said)

        assert "in the letter that you have answered is not open any more." in answered.error
        offer = board_of(left).offer
        assert offer is not None
        assert offer.to is not None
        assert (offer.to.userid, [player.userid for player in offer.agreed]) == ("erin", ["alice"])

    def test_a_letter_from_before_a_move_can_still_be_answered(self, left: Server) -> None:
        asked = hear(left, "alice", "yacht substitute 101 ME anyone")
        hear(left, "alice", "yacht move 101 ME twos")

        assert "All agree" in answer(left, asked, BOB, "substitute yes").letter_to(ALICE).text

    def test_any_of_them_can_say_no_be_it_later(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")
        hear(left, "bob", "yacht substitute 101 ME yes")

        refused = hear(left, "bob", "yacht substitute 101 ME no")

        assert "rejects the substitute: the offer is withdrawn." in " ".join(refused.letter_to(ALICE).text.split())
        assert "have not offered the seat" in say(left, "dave", "yacht join 101 ME").error

    def test_another_proposal_takes_the_place_of_the_first(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")

        hear(left, "bob", "yacht substitute 101 ME dave")

        offer = board_of(left).offer
        assert offer is not None
        assert offer.to is not None
        assert (offer.to.userid, [player.userid for player in offer.agreed]) == ("dave", ["bob"])

    def test_moves_do_not_end_it(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")

        hear(left, "alice", "yacht move 101 ME twos")
        agreed = hear(left, "bob", "yacht substitute 101 ME yes")

        assert "All agree" in agreed.letter_to(ALICE).text

    def test_when_who_was_silent_leaves_it_is_agreed(self, server: Server) -> None:
        server.enrol("dave", PASSWORDS["dave"])
        server.enrol("erin", PASSWORDS["erin"])
        hear(server, "alice", "yacht challenge alice bob carol dave")
        for name in ("alice", "bob", "carol", "dave"):
            hear(server, name, "yacht move 101 ME choice")
        hear(server, "alice", "yacht resign 101 ME")
        hear(server, "bob", "yacht substitute 101 ME erin")
        hear(server, "bob", "yacht move 101 ME aces")
        hear(server, "dave", "yacht substitute 101 ME yes")

        gone = hear(server, "carol", "yacht resign 101 ME")

        assert "bob asks you to take over the seat of alice" in " ".join(
            gone.letter_to("erin@example.org").text.split()
        )

    @pytest.mark.parametrize(
        ("name", "command", "why"),
        [
            ("alice", "yacht substitute 101 ME nobody-here", "There is no player called nobody-here here."),
            ("alice", "yacht substitute 101 ME bob", "bob plays on Yacht Board 101 already."),
            ("alice", "yacht substitute 101 ME carol", "who leaves a game has lost it"),
            ("alice", "yacht substitute 101 ME yes", "Nobody has proposed that somebody takes over a seat"),
            ("alice", "yacht substitute 101 ME 7", "A userid is a letter"),
            ("dave", "yacht substitute 101 ME anyone", "dave does not play on Yacht Board 101."),
            ("carol", "yacht substitute 101 ME anyone", "carol has resigned on Yacht Board 101."),
            ("dave", "yacht join 101 ME", "those who play on have not offered the seat: alice and bob can do that"),
            ("carol", "yacht join 101 ME", "carol has left Yacht Board 101, and cannot come back"),
            ("dave", "yacht substitute 102 ME anyone", "There is no Yacht board 102."),
        ],
    )
    def test_what_cannot_be_done_is_answered_with_the_reason(
        self, left: Server, name: str, command: str, why: str
    ) -> None:
        assert why in say(left, name, command).error

    def test_no_password_is_quoted(self, left: Server) -> None:
        reply = say(left, "alice", "yacht substitute 101 ME nobody-here")

        assert not reply.ok
        assert not any("secret7" in letter.text for letter in reply.letters)

    @pytest.mark.parametrize(
        ("challenge", "why"),
        [
            ("hex challenge alice bob", "There are two seats on Hex Board 101"),
            ("yacht challenge alice bob carol", "nobody has left the game"),
        ],
    )
    def test_where_no_seat_is_free_there_is_nothing_to_offer(self, server: Server, challenge: str, why: str) -> None:
        hear(server, "alice", challenge)

        assert why in say(server, "alice", f"{challenge.split()[0]} substitute 101 ME anyone").error

    def test_who_takes_no_challenges_is_not_asked(self, left: Server) -> None:
        hear(left, "dave", "yacht reject ME")

        assert say(left, "alice", "yacht substitute 101 ME dave").error == "dave takes no challenges of Yacht."


class TestTakingOver:
    def test_whoever_comes_plays_on_with_the_seat_as_it_stands(self, either_server: Server) -> None:
        server = yacht_without_carol(either_server)
        hear(server, "alice", "yacht substitute 101 ME anyone")
        hear(server, "bob", "yacht substitute 101 ME yes")
        before = board_of(server)

        came = hear(server, "dave", "yacht join 101 ME")

        assert "dave has taken over the seat of carol, and plays on." in came.letter_to(ALICE).text
        assert "Players: alice (A), bob (B), dave (C)" in came.letter_to(DAVE).text
        board = board_of(server)
        assert [seat.player.userid for seat in board.seats] == ["alice", "bob", "dave"]
        assert board.position.boxes == before.position.boxes
        assert (before.position.left, board.position.left, board.offer) == ((2,), (), None)
        for name in ("alice", "bob", "dave"):
            hear(server, name, "yacht move 101 ME twos")
        assert "yacht 101" not in server.hear(DAVE, "list open").text

    def test_a_player_who_is_asked_answers_the_letter(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME dave")
        asked = hear(left, "bob", "yacht substitute 101 ME yes")

        letter = asked.letter_to(DAVE)
        came = answer(left, asked, DAVE, "Yes, gladly")

        assert letter.subject == "Yacht Board 101"
        assert "who has left Yacht Board 101" in " ".join(letter.text.split())
        assert "dave has taken over the seat of carol" in came.letter_to(BOB).text

    def test_a_no_is_told_to_those_who_play(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME dave")
        asked = hear(left, "bob", "yacht substitute 101 ME yes")

        declined = answer(left, asked, DAVE, "no")

        assert "dave does not want to take over the seat." in declined.letter_to(ALICE).text
        assert board_of(left).offer is None

    def test_a_seat_for_one_player_is_not_for_others(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME dave")
        hear(left, "bob", "yacht substitute 101 ME yes")

        assert (
            say(left, "erin", "yacht join 101 ME").error
            == "The seat on Yacht Board 101 is offered to another player."
        )

    def test_of_two_who_want_it_one_gets_it(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")
        hear(left, "bob", "yacht substitute 101 ME yes")
        hear(left, "dave", "yacht join 101 ME")

        assert say(left, "erin", "yacht join 101 ME").error == (
            "No seat on Yacht Board 101 is free: dave has taken over the seat of carol."
        )

    def test_a_bot_comes_at_once_and_thinks(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME bot-easy")

        came = hear(left, "bob", "yacht substitute 101 ME yes")

        assert "bot-easy has taken over the seat of carol" in came.letter_to(ALICE).text
        hear(left, "alice", "yacht move 101 ME twos")
        hear(left, "bob", "yacht move 101 ME twos")
        assert board_of(left).seats_to_move == (2,)
        assert len(left.everything_stored()["thinking"]) == 1

    def test_a_bot_that_is_closed_meanwhile_does_not_come(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME bot-easy")
        left.office.act(lambda call: set_open(call, is_open=False))

        assert say(left, "bob", "yacht substitute 101 ME yes").error == (
            "bot-easy takes no challenges of Yacht: the operator of this server has decided so."
        )

        left.office.act(lambda call: set_open(call, is_open=True))
        assert "bot-easy has taken over the seat" in hear(left, "bob", "yacht substitute 101 ME yes").text

    def test_bots_among_the_players_agree_at_once(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME bot-easy")
        hear(left, "bob", "yacht substitute 101 ME yes")
        hear(left, "alice", "yacht move 101 ME twos")
        hear(left, "bob", "yacht resign 101 ME")

        offered = hear(left, "alice", "yacht substitute 101 ME dave")

        assert "alice asks you to take over the seat of bob" in " ".join(offered.letter_to(DAVE).text.split())

    def test_an_open_offer_lapses_when_the_game_ends(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")
        hear(left, "bob", "yacht substitute 101 ME yes")

        hear(left, "alice", "yacht resign 101 ME")

        assert "yacht 101" not in left.hear(DAVE, "list open").text
        assert "is over" in say(left, "dave", "yacht join 101 ME").error

    def test_the_clock_of_who_comes_begins_then(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")
        hear(left, "bob", "yacht substitute 101 ME yes")
        left.wait(days=5)
        hear(left, "dave", "yacht join 101 ME")

        seat = board_of(left).seats[2]

        assert (seat.used.total_seconds(), seat.warned_at, seat.in_time, seat.late) == (0, None, 0, 0)

    def test_who_comes_cannot_withdraw_but_only_resign(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME dave")
        hear(left, "bob", "yacht substitute 101 ME yes")
        hear(left, "dave", "yacht join 101 ME")
        hear(left, "alice", "yacht move 101 ME twos")
        hear(left, "bob", "yacht move 101 ME twos")

        gone = hear(left, "dave", "yacht resign 101 ME")

        assert "dave has resigned." in gone.letter_to(ALICE).text

    def test_an_open_vote_ends_when_somebody_comes(self, left: Server) -> None:
        hear(left, "alice", "yacht substitute 101 ME anyone")
        hear(left, "bob", "yacht substitute 101 ME yes")
        hear(left, "alice", "yacht move 101 ME propose")

        came = hear(left, "dave", "yacht join 101 ME")

        assert board_of(left).vote is None
        assert "cancelled the proposal of alice" in came.letter_to(ALICE).text


def taken_over(server: Server, options: str = "") -> Server:
    yacht_without_carol(server, options)
    hear(server, "alice", "yacht substitute 101 ME anyone")
    hear(server, "bob", "yacht substitute 101 ME yes")
    hear(server, "dave", "yacht join 101 ME")
    return server


class TestTakingBack:
    def test_the_operator_gives_the_seat_back(self, server: Server) -> None:
        taken_over(server)
        number = len(board_of(server).moves)

        server.office.act(
            lambda call: interventions.undo(
                call, interventions.board_to_change(call, "yacht", 101), number - 1, "It was a mistake."
            )
        )

        board = board_of(server)
        assert [seat.player.userid for seat in board.seats] == ["alice", "bob", "carol"]
        assert [seat.resigned for seat in board.seats] == [False, False, True]
        [told] = [each for each in server.outbox() if DAVE in each["addressed_to"] and "given back" in each["text"]]
        assert "dave is out of the game" in told["text"]


class TestRatings:
    def test_who_left_has_lost_and_the_substitute_is_not_rated(self, server: Server) -> None:
        taken_over(server)
        over = adjudicate(server, "alice")

        changes = re.findall(r"Rating of (\w+): (\d+)", over)

        assert [name for name, _ in changes] == ["alice", "bob", "carol"]
        rebuilt = rebuild(server)
        assert rebuilt[0] == rebuilt[1]
        assert rebuilt[1]["carol"][1] < 1600 < rebuilt[1]["alice"][1]
        assert rebuilt[1].get("dave", (0, 1600))[1] == 1600

    def test_where_the_substitute_wins_all_others_have_lost(self, server: Server) -> None:
        taken_over(server)
        adjudicate(server, "dave")

        before, after = rebuild(server)

        assert before == after
        assert {name: lost for name, (lost, _) in after.items() if lost} == {"alice": 1, "bob": 1, "carol": 1}


def adjudicate(server: Server, winner: str) -> str:
    """Have the operator end the game; the letter to alice."""
    server.office.act(
        lambda call: interventions.adjudicate(
            call, interventions.board_to_change(call, "yacht", 101), winner, 1, "It is late."
        )
    )
    return str([each["text"] for each in server.outbox() if ALICE in each["addressed_to"]][-1])


def rebuild(server: Server) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]:
    """Games lost and ratings by player, before and after all ratings are made anew."""

    def table(call: Call) -> dict[str, tuple[int, int]]:
        ranked, _ = call.work.standings.page("yacht", 1, 50)
        return {each.player.userid: (each.standing.lost, each.standing.rating) for each in ranked}

    found: list[dict[str, tuple[int, int]]] = []

    def act(call: Call) -> None:
        found.append(table(call))
        call.work.ratings.rebuild("yacht")
        found.append(table(call))

    server.office.act(act)
    return found[0], found[1]


class TestWhatIsTold:
    def test_a_rematch_is_for_those_who_were_there_at_the_end(self, server: Server) -> None:
        taken_over(server)
        adjudicate(server, "alice")

        assert say(server, "carol", "yacht rematch 101 ME").error == (
            "carol has left Yacht Board 101: a rematch is for those who were there at the end."
        )
        assert hear(server, "alice", "yacht rematch 101 ME").readers == {ALICE, BOB, DAVE}

    def test_history_and_record_name_who_left(self, server: Server) -> None:
        taken_over(server)
        adjudicate(server, "alice")

        history = server.hear(CAROL, "yacht history carol").text
        record = server.hear(ALICE, "yacht record 101").text

        assert "alice bob dave (for carol)" in history
        assert "dave has taken over the seat of carol with move 8" in record

    def test_the_board_as_it_stood_has_those_who_sat_there_then(self, server: Server) -> None:
        taken_over(server)

        earlier = server.hear(ALICE, "yacht show 101#3").text
        later = server.hear(ALICE, "yacht show 101").text

        assert "carol (C)" in earlier
        assert "dave (C)" in later

    def test_who_has_left_sees_no_hand_any_more_and_who_came_sees_it(self, server: Server) -> None:
        for name in ("dave", "erin"):
            server.enrol(name, PASSWORDS[name])
        begun = hear(server, "alice", "hearts challenge alice bob carol dave")
        hand = hand_in(begun.letter_to(ALICE).text)
        for name in ("bob", "carol", "dave"):
            hear(server, name, "hearts move 101 ME abc")
        left = hear(server, "alice", "hearts resign 101 ME")
        for name in ("bob", "carol", "dave"):
            hear(server, name, "hearts substitute 101 ME erin")

        came = hear(server, "erin", "hearts join 101 ME")

        assert hand
        assert not hand_in(left.letter_to(ALICE).text)
        assert not hand_in(hear(server, "alice", "hearts showas ME 101").text)
        assert hand_in(came.letter_to("erin@example.org").text)
        assert not hand_in(came.letter_to(ALICE).text)


def hand_in(letter: str) -> str:
    """The hand that a letter about Hearts shows."""
    found = re.search(r"^Your cards.*", letter, re.MULTILINE)
    return found[0] if found else ""


def ask_enough(call: Call) -> None:
    """Note that alice has asked erin as often as she may within a day."""
    for _ in range(OFFERED.most):
        call.work.tallies.add(OFFERED, "alice erin", call.at)


class TestLeavingWhileOneIsAsked:
    """Who leaves, or runs out of time, does so however often somebody else has been asked to come."""

    @pytest.fixture
    def asked_enough(self, server: Server) -> Server:
        """All but dave agree that erin plays for carol; alice has asked erin as often as she may today."""
        for name in ("dave", "erin"):
            server.enrol(name, PASSWORDS[name])
        hear(server, "alice", "yacht challenge alice bob carol dave")
        for name in ("alice", "bob", "carol", "dave"):
            hear(server, name, "yacht move 101 ME choice")
        for name in ("alice", "bob"):
            hear(server, name, "yacht move 101 ME aces")
        hear(server, "carol", "yacht resign 101 ME")
        hear(server, "alice", "yacht substitute 101 ME erin")
        hear(server, "bob", "yacht substitute 101 ME yes")
        server.office.act(ask_enough)
        return server

    def test_by_resigning(self, asked_enough: Server) -> None:
        hear(asked_enough, "dave", "yacht resign 101 ME")

        board = board_of(asked_enough)
        assert [seat.player.userid for seat in board.seats if seat.resigned] == ["carol", "dave"]
        assert board.offer is None

    def test_by_the_clock(self, asked_enough: Server) -> None:
        clockwork = Scheduler(asked_enough.database, asked_enough.office, installed())
        asked_enough.wait(days=20, seconds=-1)
        clockwork.make_round(asked_enough.now)
        asked_enough.wait(days=1)
        asked_enough.office.act(ask_enough)
        asked_enough.wait(seconds=1)

        made = clockwork.make_round(asked_enough.now)

        assert (made.failed, [each.verdict for each in made.decided]) == ([], ["forfeit"])

    def test_who_agrees_last_is_told_who_has_asked_too_often(self, asked_enough: Server) -> None:
        refused = say(asked_enough, "dave", "yacht substitute 101 ME yes")

        assert refused.error.endswith("erin has been asked by alice 3 times within a day to take over a seat.")
        asked_enough.wait(days=1, seconds=-1)
        assert not say(asked_enough, "dave", "yacht substitute 101 ME yes").ok
        asked_enough.wait(seconds=1)
        assert say(asked_enough, "dave", "yacht substitute 101 ME yes").ok


def test_a_typed_yes_lets_in_nobody_who_was_proposed_meanwhile(left: Server) -> None:
    hear(left, "alice", "yacht substitute 101 ME dave")
    hear(left, "alice", "yacht substitute 101 ME erin")

    refused = say(left, "bob", "yacht substitute 101 ME yes")

    assert "What is open now: erin. To agree to that, write erin instead of yes." in refused.error
    assert board_of(left).offer is not None
    assert "erin@example.org" in hear(left, "bob", "yacht substitute 101 ME erin").readers


def test_it_is_clear_again_after_bob_has_done_something_there(left: Server) -> None:
    hear(left, "alice", "yacht substitute 101 ME dave")
    hear(left, "bob", "yacht substitute 101 ME no")
    hear(left, "alice", "yacht substitute 101 ME erin")

    assert "erin@example.org" in hear(left, "bob", "yacht substitute 101 ME yes").readers


@pytest.mark.parametrize("agreed", [True, False])
@pytest.mark.parametrize("how", ["leaves", "is suspended"])
def test_an_offer_to_who_cannot_come_any_more_ends_and_the_others_are_told(
    left: Server, how: str, agreed: bool
) -> None:
    hear(left, "alice", "yacht substitute 101 ME dave")
    if agreed:
        hear(left, "bob", "yacht substitute 101 ME dave")
    before = len(left.outbox())

    if how == "leaves":
        left.office.act(lambda call: leave(call, known_player(call, "dave")))
    else:
        left.office.act(lambda call: membership.suspend(call, "dave", "for a test"))

    assert board_of(left).offer is None
    told = [letter for letter in left.outbox()[before:] if "does not want to take over the seat" in letter["text"]]
    assert {ALICE, BOB} <= {reader for letter in told for reader in letter["recipients"]}
    hear(left, "alice", "yacht substitute 101 ME erin")


def test_other_offers_stay_when_somebody_leaves(left: Server) -> None:
    hear(left, "alice", "yacht substitute 101 ME erin")

    left.office.act(lambda call: leave(call, known_player(call, "dave")))

    assert board_of(left).offer is not None
