"""block and unblock: what no longer comes from a player who is blocked, and what goes on."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from pbmserv.commands.starting.blocking import MOST_BLOCKED
from pbmserv.games.catalogue import installed
from pbmserv.scheduler import Scheduler
from pbmserv.storage.blocks import BLOCKS
from pbmserv.storage.tables import USERS
from tests.conversation import FOUR, Server

ALICE, BOB, CAROL, DAVE = (f"{name}@example.org" for name in ("alice", "bob", "carol", "dave"))
TAKES_NONE = "alice takes no challenges and no messages from bob."


@pytest.fixture
def apart(server: Server) -> Server:
    """alice has blocked bob."""
    server.hear(ALICE, "block alice secret7 bob")
    return server


class TestTheList:
    def test_it_is_told_by_command(self, either_server: Server) -> None:
        either_server.hear(ALICE, "block alice secret7 CAROL bob")

        told = either_server.hear(ALICE, "block alice secret7")

        assert told.subject == "Players you have blocked"
        assert told.text.startswith("You have blocked: bob, carol.")

    def test_nobody_else_is_told(self, server: Server) -> None:
        assert server.hear(ALICE, "block alice secret7 bob").readers == {ALICE}

    def test_unblock_takes_off_it_and_lets_everything_through(self, apart: Server) -> None:
        lifted = apart.hear(ALICE, "unblock alice secret7 bob")

        assert lifted.text.startswith("alice, you no longer block bob.")
        apart.hear(BOB, "hex challenge bob alice")
        assert ALICE in apart.hear(BOB, "message bob bobpw123 alice", "Thank you!").readers

    def test_blocking_twice_is_once(self, apart: Server) -> None:
        assert apart.hear(ALICE, "block alice secret7 bob bob").text.startswith("alice, you have blocked bob.")

    @pytest.mark.parametrize(
        ("named", "error"),
        [
            ("alice", "alice, you cannot block yourself."),
            ("nobody7", "There is no player called nobody7 here."),
            (
                "bot-easy",
                (
                    "bot-easy is a bot of this server: it challenges nobody, and writes to nobody, so there is"
                    " nothing to block."
                ),
            ),
        ],
    )
    def test_some_cannot_be_blocked(self, server: Server, named: str, error: str) -> None:
        assert server.say(ALICE, f"block alice secret7 bob {named}").error == error
        assert "you have blocked nobody" in server.hear(ALICE, "block alice secret7").text

    def test_two_hundred_can_be_blocked_and_not_two_hundred_and_one(self, server: Server) -> None:
        def fill(call: object) -> None:
            work = call.work  # type: ignore[attr-defined]
            alice = work.players.named(["alice"])["alice"]
            hashed = work.players.account("alice").password_hash
            others = [work.players.add(f"other{number}", hashed, server.now) for number in range(1, MOST_BLOCKED)]
            work.blocks.add(alice, others, server.now)

        server.office.act(fill)

        assert MOST_BLOCKED == 200
        assert server.say(ALICE, "block alice secret7 bob carol").error == (
            "You have blocked 199 players, and 200 is the most: unblock somebody first."
        )
        server.hear(ALICE, "block alice secret7 bob")
        assert server.say(ALICE, "block alice secret7 carol").error.startswith("You have blocked 200 players")
        server.hear(ALICE, "block alice secret7 bob")


class TestGames:
    def test_neither_challenges_the_other(self, apart: Server) -> None:
        assert apart.say(BOB, "hex challenge bob alice").error.endswith(TAKES_NONE)
        assert apart.say(ALICE, "hex challenge alice bob").error.endswith(
            "You have blocked bob. To lift that, write: unblock alice PASSWORD bob"
        )

    def test_another_cannot_seat_them_together_and_is_not_told_who_has_blocked_whom(self, apart: Server) -> None:
        refused = apart.say(CAROL, "yacht challenge carol bob alice")

        assert refused.error.endswith("These players cannot be brought together. Try it with others.")
        assert refused.readers == {CAROL}

    def test_whoever_challenges_two_others_is_known_to_the_one_who_blocked_them(self, apart: Server) -> None:
        assert TAKES_NONE in apart.say(BOB, "hex challenge carol alice").error

    def test_neither_joins_the_open_challenge_of_the_other(self, apart: Server) -> None:
        apart.hear(ALICE, "hex challenge alice anyone")
        apart.hear(BOB, "hex challenge bob anyone")

        assert apart.say(BOB, "hex join 101 bob bobpw123").error == TAKES_NONE
        assert apart.say(ALICE, "hex join 102 alice secret7").error.startswith("You have blocked bob.")
        apart.hear(CAROL, "hex join 101 carol secret9")

    def test_one_who_seeks_is_not_shown_the_open_challenge_of_the_other(self, apart: Server) -> None:
        apart.hear(ALICE, "hex challenge alice anyone")

        assert "101" not in apart.hear(BOB, "hex seek bob bobpw123 1").text
        assert "101" in apart.hear(CAROL, "hex seek carol secret9 1").text

    def test_in_ones_own_open_challenge_the_seat_of_who_is_blocked_is_free_again(self, either_server: Server) -> None:
        either_server.hear(ALICE, "yacht challenge alice anyone anyone")
        either_server.hear(BOB, "yacht join 101 bob bobpw123")

        blocked = either_server.hear(ALICE, "block alice secret7 bob")

        assert blocked.letter_to(BOB).text.startswith("Your seat is free again.")
        listed = either_server.hear(CAROL, "yacht list open").text
        assert "bob" not in listed
        assert "alice" in listed

    def test_in_that_of_another_the_own_seat_is_given_back(self, server: Server) -> None:
        server.hear(CAROL, "yacht challenge carol anyone anyone anyone")
        server.hear(BOB, "yacht join 101 bob bobpw123")
        server.hear(ALICE, "yacht join 101 alice secret7")

        blocked = server.hear(ALICE, "block alice secret7 bob")

        assert "alice" in blocked.letter_to(CAROL).text
        assert "alice" not in server.hear(CAROL, "yacht list open").text

    def test_the_clock_does_not_bring_them_together(self, apart: Server) -> None:
        apart.hear(ALICE, "hex seek alice secret7 1")
        apart.hear(BOB, "hex seek bob bobpw123 1")
        clock = Scheduler(apart.database, apart.office, installed())

        assert clock.match_seekers(apart.now) == 0
        apart.hear(CAROL, "hex seek carol secret9 1")
        assert clock.match_seekers(apart.now) == 1

    def test_there_is_no_rematch(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        server.hear(BOB, "hex move 101 bob bobpw123 e5")
        server.hear(ALICE, "hex resign 101 alice secret7")
        server.hear(ALICE, "block alice secret7 bob")

        assert server.say(BOB, "hex rematch 101 bob bobpw123").error.endswith(f"* {TAKES_NONE}")

    def test_neither_takes_over_a_seat_beside_the_other(self, server: Server) -> None:
        server.sign_up("dave")
        server.hear(ALICE, "yacht challenge alice bob carol")
        for name in ("alice", "bob", "carol"):
            server.hear(f"{name}@example.org", f"yacht move 101 {name} {FOUR[name]} choice")
        server.hear(ALICE, "yacht move 101 alice secret7 aces")
        server.hear(BOB, "yacht move 101 bob bobpw123 aces")
        server.hear(CAROL, "yacht resign 101 carol secret9")
        server.hear(DAVE, "block dave davepw45 alice")
        # Two who sit there already go on, whoever has blocked whom.
        server.hear(ALICE, "block alice secret7 bob")

        assert server.say(BOB, "yacht substitute 101 bob bobpw123 dave").error == (
            "These players cannot be brought together. Try it with others."
        )
        server.hear(BOB, "yacht substitute 101 bob bobpw123 anyone")
        server.hear(ALICE, "yacht substitute 101 alice secret7 yes")
        assert server.say(DAVE, "yacht join 101 dave davepw45").error.startswith("You have blocked alice.")

    def test_an_invitation_to_the_address_of_who_has_blocked_one_is_not_sent(self, server: Server) -> None:
        server.hear(ALICE, "block alice secret7 bob")

        from_bob = server.hear(BOB, "hex challenge bob alice@example.org")
        from_carol = server.hear(CAROL, "hex challenge carol alice@example.org")

        # Whoever invites is not told, or they would learn whose address it is.
        assert from_bob.readers == {BOB}
        assert from_carol.readers == {CAROL, ALICE}

    def test_a_tournament_pairs_them_and_their_words_are_dropped(self, apart: Server) -> None:
        apart.hear(ALICE, "tournament create alice secret7 hex spring-cup --players=3 -size=5")
        for userid in ("bob", "carol"):
            apart.wait(minutes=1)
            apart.hear(f"{userid}@example.org", f"tournament join {userid} {FOUR[userid]} spring-cup")
        apart.wait(minutes=1)
        Scheduler(apart.database, apart.office, installed()).make_round(apart.now)
        lines = apart.office.look_up(lambda call: call.work.listing.lines("hex"))
        [number] = [line.number for line in lines if set(line.players) == {"alice", "bob"}]
        first = next(line.to_move[0] for line in lines if line.number == number)

        if first == "alice":
            apart.hear(ALICE, f"hex move {number} alice secret7 a1")
        moved = apart.hear(BOB, f"hex move {number} bob bobpw123 b2", "You are a fool.")

        assert "b2" in moved.letter_to(ALICE).text
        assert "fool" not in moved.letter_to(ALICE).text


class TestWords:
    def test_a_message_comes_only_to_the_others(self, apart: Server) -> None:
        assert apart.say(BOB, "message bob bobpw123 alice", "Hello").error == TAKES_NONE
        reply = apart.hear(BOB, "message bob bobpw123 alice carol", "Hello")
        assert reply.readers == {BOB, CAROL}
        assert TAKES_NONE in reply.letter.text
        assert apart.say(ALICE, "message alice secret7 bob", "Hello").error.startswith("You have blocked bob.")

    def test_a_broadcast_does_not_come(self, apart: Server) -> None:
        apart.season("bob")

        assert apart.hear(BOB, "broadcast bob bobpw123", "A tournament!").readers == {BOB, CAROL}

    def test_boards_go_on_and_their_letters_come_without_the_words(self, either_server: Server) -> None:
        server = either_server
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(ALICE, "block alice secret7 bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        server.hear(ALICE, "hex move 101 alice secret7 d4")

        moved = server.hear(BOB, "hex move 101 bob bobpw123 e5", "You are a fool.")

        assert "e5" in moved.letter_to(ALICE).text
        assert "fool" not in moved.letter_to(ALICE).text
        assert "fool" in moved.letter_to(CAROL).text

    def test_words_alone_cause_no_letter_of_the_turn(self, server: Server) -> None:
        """alice wants letters at her turn only; words with a move would have brought one."""
        server.hear(CAROL, "yacht challenge carol bob alice")
        server.hear(ALICE, "change letters alice secret7 turns")
        server.hear(ALICE, "block alice secret7 carol")

        scored = server.hear(CAROL, "yacht move 101 carol secret9 choice", "Hello again")

        assert ALICE not in scored.readers
        assert BOB in scored.readers

    def test_chat_that_nobody_else_would_read_is_refused(self, apart: Server) -> None:
        apart.hear(ALICE, "unblock alice secret7 bob")
        apart.hear(ALICE, "hex challenge alice bob")
        apart.hear(ALICE, "block alice secret7 bob")

        assert apart.say(BOB, "hex chat 101 bob bobpw123", "Hello").error == TAKES_NONE
        apart.hear(CAROL, "hex subscribe 101 carol secret9")
        assert apart.hear(BOB, "hex chat 101 bob bobpw123", "Hello").readers == {BOB, CAROL}

    def test_who_only_watches_does_not_reach_who_has_blocked_them(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        server.hear(ALICE, "block alice secret7 carol")

        assert server.hear(CAROL, "hex chat 101 carol secret9", "Hello").readers == {BOB, CAROL}

    def test_what_was_held_back_is_told_without_their_words(self, server: Server) -> None:
        """The sixth letter of chat waits for the next one of a turn."""
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        for number in range(7):
            server.hear(BOB, "hex chat 101 bob bobpw123", f"Fool number {number}")
        server.hear(ALICE, "block alice secret7 bob")

        moved = server.hear(BOB, "hex move 101 bob bobpw123 e5")

        assert "Fool" not in moved.letter_to(ALICE).text

    def test_the_letter_of_the_day_has_none_of_them(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge bob alice")
        server.hear(ALICE, "change letters alice secret7 daily")
        server.hear(BOB, "hex move 101 bob bobpw123 d4", "You are a fool.")
        server.hear(ALICE, "block alice secret7 bob")
        server.wait(days=1)

        made = Scheduler(server.database, server.office, installed()).make_round(server.now)

        [letter] = [each for each in made.letters if ALICE in each.to]
        assert "d4" in letter.text
        assert "fool" not in letter.text

    def test_the_last_words_on_a_board_that_is_removed_do_not_come_either(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bob")
        server.hear(ALICE, "block alice secret7 bob")

        removed = server.hear(BOB, "hex resign 101 bob bobpw123", "You are a fool.")

        assert "fool" not in removed.letter_to(ALICE).text
        assert "removed" in removed.letter_to(ALICE).text


def test_a_player_who_leaves_takes_all_blocks_along(either_server: Server) -> None:
    server = either_server
    server.hear(ALICE, "block alice secret7 bob carol")
    server.hear(BOB, "block bob bobpw123 carol alice")

    code = server.hear(BOB, "signoff bob bobpw123").letter_to(BOB).text
    word = next(line.split()[-1] for line in code.splitlines() if line.startswith("    confirm"))
    server.hear(BOB, f"confirm {word}")

    with server.database.reading() as connection:
        [left] = connection.execute(BLOCKS.select()).all()
        names = dict(connection.execute(select(USERS.c.id, USERS.c.userid)).all())
    assert (names[left.user_id], names[left.blocked_id]) == ("alice", "carol")
