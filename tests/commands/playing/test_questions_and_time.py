"""What a question and a take-back do to the clocks, by letters and by rounds of the clock, on both databases."""

from __future__ import annotations

from pbmserv.commands.operator import interventions, membership
from pbmserv.games.catalogue import installed
from pbmserv.play.unread import A_FEW
from pbmserv.scheduler import Round, Scheduler
from tests.conversation import Reply, Server

ALICE, BOB = "alice@example.org", "bob@example.org"
MINUTE = 1 / 1440
SUSPENDED = "bob has been suspended by the operator of this server."


def words(reply: Reply, reader: str) -> str:
    """What somebody reads, in one line."""
    return " ".join(reply.letter_to(reader).text.split())


def round_of(server: Server) -> Round:
    return Scheduler(server.database, server.office, installed()).make_round(server.now)


def begun(server: Server, terms: str = "") -> Server:
    """Hex of alice and bob, who have both moved; alice is to move."""
    for line in (f"challenge alice bob {terms}", "move 101 alice secret7 c4", "move 101 bob bobpw123 d5"):
        server.hear(ALICE, f"hex {line}")
    return server


def says(server: Server, userid: str, word: str) -> Reply:
    password = {"alice": "secret7", "bob": "bobpw123"}[userid]
    return server.hear(f"{userid}@example.org", f"hex move 101 {userid} {password} {word}")


def says_refused(server: Server, userid: str, word: str) -> str:
    password = {"alice": "secret7", "bob": "bobpw123"}[userid]
    return server.say(f"{userid}@example.org", f"hex move 101 {userid} {password} {word}").error


def still_plays(server: Server) -> bool:
    return "It is alice's turn" in server.hear(BOB, "hex show 101").text


def test_who_has_proposed_a_tie_on_the_last_day_has_that_day_when_it_is_rejected(either_server: Server) -> None:
    server = begun(either_server)
    server.wait(days=7)
    round_of(server)
    server.wait(days=13)
    says(server, "alice", "propose")
    server.wait(days=20)
    round_of(server)

    rejected = says(server, "bob", "reject")

    assert "It is your turn, alice: move 3. You have until 2024-04-11 12:00 UTC." in words(rejected, ALICE)
    server.wait(days=MINUTE)
    round_of(server)
    assert still_plays(server)
    server.wait(days=1 - MINUTE, seconds=-1)
    round_of(server)
    assert still_plays(server)
    server.wait(seconds=1)
    [decided] = round_of(server).decided
    assert (decided.verdict, [player.userid for player in decided.players]) == ("forfeit", ["alice"])


def test_an_answer_that_is_broken_off_leaves_the_question_and_the_clocks_as_they_were(either_server: Server) -> None:
    server = begun(either_server)
    server.wait(days=20)
    round_of(server)
    says(server, "alice", "propose")
    server.wait(days=20)
    before = server.everything_stored()

    server.rehearse(BOB, "hex move 101 bob bobpw123 reject")
    assert server.everything_stored() == before
    rejected = says(server, "bob", "reject")

    assert "You have until 2024-04-11 12:00 UTC." in words(rejected, ALICE)
    moved = says(server, "alice", "e6")
    assert "You have until 2024-05-01 12:00 UTC." in words(moved, BOB)


def test_the_total_time_rests_as_well(either_server: Server) -> None:
    server = begun(either_server, "--totaltime=10")
    server.wait(days=9)
    round_of(server)
    says(server, "alice", "propose")
    server.wait(days=15)
    round_of(server)
    assert still_plays(server)

    rejected = says(server, "bob", "reject")

    assert "You have until 2024-03-26 12:00 UTC." in words(rejected, ALICE)
    assert "Time used: alice 9 d 0 h, bob 0 min." in words(rejected, ALICE)


def test_silence_makes_a_tie_though_the_total_time_would_be_over(server: Server) -> None:
    begun(server, "--totaltime=10")
    says(server, "alice", "propose")
    server.wait(days=20)
    assert [each.verdict for each in round_of(server).decided] == ["nag"]
    server.wait(days=1, seconds=-1)
    assert round_of(server).decided == []
    server.wait(seconds=1)

    [decided] = round_of(server).decided

    assert decided.verdict == "tie"


def test_a_page_has_no_deadline_while_a_tie_is_proposed(server: Server) -> None:
    begun(server)

    proposed = says(server, "bob", "propose")

    assert "You have until" not in words(proposed, ALICE)
    for _ in range(2):
        says(server, "bob", "reject")
        says(server, "bob", "propose")
    says(server, "bob", "reject")
    fourth = says(server, "bob", "propose")
    assert "You have until 2024-03-22 12:00 UTC." in words(fourth, ALICE)


def test_a_take_back_leaves_both_with_what_they_had(either_server: Server) -> None:
    server = begun(either_server, "--totaltime=2 --increment=24")
    server.wait(days=1)
    says(server, "alice", "e6")
    server.wait(days=2)
    says(server, "alice", "undo")
    reply = says(server, "bob", "accept")

    assert "Time used: alice 0 min, bob 0 min." in words(reply, ALICE)
    # Three days are left, and one more after the reminder that comes then.
    assert "You have until 2024-03-08 12:00 UTC." in words(reply, ALICE)
    server.wait(days=3, seconds=-1)
    assert round_of(server).decided == []
    server.wait(seconds=1)
    assert [each.verdict for each in round_of(server).decided] == ["nag"]


def test_who_has_been_reminded_reads_until_when_in_every_letter(server: Server) -> None:
    begun(server)
    server.wait(days=8)
    round_of(server)

    shown = server.hear(ALICE, "hex showas alice secret7 101")

    assert "You have until 2024-03-22 12:00 UTC." in words(shown, ALICE)


def test_who_has_to_move_is_told_at_once_that_the_clock_goes_on(server: Server) -> None:
    begun(server)
    server.wait(days=7)
    round_of(server)
    server.wait(days=13)
    says(server, "alice", "propose")
    for number in range(A_FEW):
        server.hear(BOB, "hex chat 101 bob bobpw123", comment=f"Word {number}.")

    server.hear(BOB, "hex chat 101 bob bobpw123", comment="This waits.")
    rejected = says(server, "bob", "reject")

    assert "You have until 2024-03-22 12:00 UTC." in words(rejected, ALICE)
    assert "This waits." in words(rejected, ALICE)


class TestPlayersWhoAreSuspended:
    def suspend(self, server: Server, userid: str) -> None:
        server.office.act(lambda call: membership.suspend(call, userid, "for a test"))

    def test_who_has_been_asked_agrees_by_silence_when_the_time_is_over(self, either_server: Server) -> None:
        server = begun(either_server)
        says(server, "alice", "propose")
        self.suspend(server, "bob")
        assert server.say(BOB, "hex move 101 bob bobpw123 reject").error == SUSPENDED
        server.wait(days=20)
        assert [each.verdict for each in round_of(server).decided] == ["nag"]
        server.wait(days=1, seconds=-1)
        assert round_of(server).decided == []
        server.wait(seconds=1)

        [decided] = round_of(server).decided

        assert decided.verdict == "tie"

    def test_who_has_asked_takes_back_and_the_suspended_player_has_the_time_that_was_left(
        self, either_server: Server
    ) -> None:
        server = begun(either_server)
        says(server, "alice", "e6")
        server.wait(days=15)
        round_of(server)
        says(server, "alice", "propose")
        self.suspend(server, "bob")
        server.wait(days=5)
        says(server, "alice", "reject")

        server.wait(days=6, seconds=-1)
        round_of(server)
        assert "It is bob's turn" in server.hear(ALICE, "hex show 101").text
        server.wait(seconds=1)

        [decided] = round_of(server).decided
        assert (decided.verdict, [each.userid for each in decided.players]) == ("forfeit", ["bob"])

    def test_who_has_asked_and_is_suspended_then_can_be_rejected(self, either_server: Server) -> None:
        server = begun(either_server)
        server.wait(days=19)
        round_of(server)
        says(server, "alice", "propose")
        self.suspend(server, "alice")
        server.wait(days=10)

        rejected = says(server, "bob", "reject")

        assert "You have until 2024-04-01 12:00 UTC." in words(rejected, ALICE)
        server.wait(days=2)
        [decided] = round_of(server).decided
        assert (decided.verdict, [each.userid for each in decided.players]) == ("forfeit", ["alice"])


class TestTheOperatorWhileATieIsProposed:
    def test_a_board_called_off_and_brought_back_has_no_question_and_a_running_clock(
        self, either_server: Server
    ) -> None:
        server = begun(either_server)
        says(server, "bob", "propose")
        server.office.act(lambda call: interventions.call_off(call, "hex", 101, "for a test"))
        server.wait(days=40)
        assert [each.verdict for each in round_of(server).decided] == []

        server.office.act(
            lambda call: interventions.undo(
                call, interventions.board_to_change(call, "hex", 101, even_removed=True), None, "for a test"
            )
        )

        assert says_refused(server, "alice", "accept") == "There is no proposal to answer on Hex Board 101."
        server.wait(days=21)
        assert [each.verdict for each in round_of(server).decided] == ["nag"]
        server.wait(days=1)
        [decided] = round_of(server).decided
        assert (decided.verdict, [each.userid for each in decided.players]) == ("forfeit", ["alice"])


def test_a_tie_that_was_proposed_on_a_board_that_is_gone_ends_no_game(either_server: Server) -> None:
    either_server.hear(ALICE, "hex challenge alice bob --nagtime=1 --forfeittime=1")
    says(either_server, "alice", "propose")
    removed = says(either_server, "alice", "resign")
    assert "Hex Board 101 has been removed" in removed.letter_to(BOB).text
    kept = either_server.everything_stored()

    either_server.wait(days=30)
    made = round_of(either_server)

    assert made.decided == []
    assert either_server.everything_stored() == kept


def test_silence_agrees_to_no_tie_in_a_game_that_has_not_begun(either_server: Server) -> None:
    either_server.hear(ALICE, "hex challenge alice bob --nagtime=1 --forfeittime=1")
    proposed = says(either_server, "alice", "propose")
    assert "No answer within 1 day has the board removed, and it counts for nobody." in words(proposed, BOB)

    either_server.wait(days=1)
    assert {(letter.to, letter.headline) for letter in round_of(either_server).letters} == {
        ((ALICE,), "Reminder: Hex Board 101"),
        ((BOB,), "Reminder: Hex Board 101"),
    }
    either_server.wait(days=1)
    [to_alice, to_bob] = round_of(either_server).letters

    told = "Hex Board 101 has been removed: bob ran out of time. It counts for nobody"
    assert told in " ".join(to_alice.text.split())
    assert told in " ".join(to_bob.text.split())
    assert either_server.everything_stored()["rating_history"] == []


def test_an_accept_ties_it_all_the_same(either_server: Server) -> None:
    either_server.hear(ALICE, "hex challenge alice bob")
    says(either_server, "alice", "propose")

    assert "Game was a tie." in words(says(either_server, "bob", "accept"), ALICE)
