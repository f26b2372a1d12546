"""Ways past a block: other accounts and other spellings of an address, words beside something else, other people.

alice has blocked mallory, who has a second account at the same address, spelt in another way.
"""

from __future__ import annotations

from functools import partial

import pytest

from pbmserv.commands.operator import interventions
from pbmserv.commands.requests.context import Call
from pbmserv.games.catalogue import installed
from pbmserv.letters.reply_address import Tag, tokens_in
from pbmserv.scheduler import Scheduler
from tests.conversation import FOUR, Reply, Server

ALICE, BOB, CAROL = (f"{name}@example.org" for name in ("alice", "bob", "carol"))
MALLORY, MALLORY2 = "mallory@example.org", "mallory+2@example.org"
PASSWORD = "a-pass-word-9"
TAKES_NONE = "alice takes no challenges and no messages from mallory2."
FOOL = "You are a fool."


def with_mallory(server: Server) -> Server:
    server.hear(MALLORY, f"signup mallory {PASSWORD}")
    server.hear(MALLORY2, f"signup mallory2 {PASSWORD}")
    return server


@pytest.fixture
def server(server: Server) -> Server:
    with_mallory(server).hear(ALICE, "block alice secret7 mallory")
    return server


@pytest.fixture
def either(either_server: Server) -> Server:
    with_mallory(either_server).hear(ALICE, "block alice secret7 mallory")
    return either_server


def says(server: Server, line: str, comment: str = "", who: str = "mallory2") -> Reply:
    """What comes of a command of a player's, with ME for their name and password."""
    sender = MALLORY2 if who == "mallory2" else f"{who}@example.org"
    return server.say(sender, line.replace("ME", f"{who} {FOUR.get(who, PASSWORD)}"), comment)


def all_words(reply: Reply, reader: str = ALICE) -> str:
    return "\n".join(letter.text for letter in reply.letters if reader in letter.to)


def begin_with(server: Server, *players: str, game: str = "hex") -> None:
    """A board that was begun before the block."""
    server.hear(ALICE, "unblock alice secret7 mallory")
    server.hear(ALICE, f"{game} challenge {' '.join(players)}")
    server.hear(ALICE, "block alice secret7 mallory")


class TestAnotherAccountOfTheSamePerson:
    def test_neither_challenges_nor_writes(self, either: Server) -> None:
        assert says(either, "hex challenge mallory2 alice").error.endswith(TAKES_NONE)
        assert says(either, "message ME alice", FOOL).error == TAKES_NONE
        assert says(either, "hex challenge mallory2 alice+games@example.org").readers == {MALLORY2}

    def test_does_not_join_nor_is_seated_by_the_clock(self, either: Server) -> None:
        either.hear(ALICE, "hex challenge alice anyone")
        assert says(either, "hex join 101 ME").error == TAKES_NONE
        assert "101" not in says(either, "hex seek ME 1").text
        either.hear(ALICE, "hex withdraw 101 alice secret7")

        either.hear(ALICE, "hex seek alice secret7 1")
        assert Scheduler(either.database, either.office, installed()).match_seekers(either.now) == 0

    def test_playing_with_anyone_does_not_lead_to_her(self, server: Server) -> None:
        server.hear(ALICE, "hex anyone alice secret7")

        assert says(server, "hex anyone ME").readers == {MALLORY2}

    def test_is_not_heard_on_boards_that_go_on(self, either: Server) -> None:
        begin_with(either, "alice", "mallory2")
        either.hear(ALICE, "hex move 101 alice secret7 d4")
        either.hear(CAROL, "hex subscribe 101 carol secret9")

        moved = says(either, "hex move 101 ME e5", FOOL)
        chatted = says(either, "hex chat 101 ME", FOOL)

        assert "e5" in all_words(moved)
        assert FOOL not in all_words(moved)
        assert FOOL in all_words(moved, CAROL)
        assert ALICE not in chatted.readers
        assert CAROL in chatted.readers

    def test_asks_for_no_rematch_and_sends_no_broadcast(self, server: Server) -> None:
        begin_with(server, "alice", "mallory2")
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        says(server, "hex move 101 ME e5")
        server.hear(ALICE, "hex resign 101 alice secret7")
        server.season("mallory2")

        assert says(server, "hex rematch 101 ME").error.endswith(f"* {TAKES_NONE}")
        assert ALICE not in says(server, "broadcast ME", FOOL).readers

    def test_that_comes_later_is_the_same_person(self, server: Server) -> None:
        server.hear(MALLORY, f"signup mallory3 {PASSWORD}")

        assert "alice takes no challenges" in server.say(MALLORY, f"message mallory3 {PASSWORD} alice", FOOL).error

    def test_is_another_person_until_the_address_is_confirmed(self, server: Server) -> None:
        server.say(BOB, f"signup eve {PASSWORD} {MALLORY}", envelope="eve@elsewhere.example")
        server.hear(ALICE, "hex challenge alice eve")

        assert "alice takes no" not in server.say("eve@elsewhere.example", f"hex move 101 eve {PASSWORD} d4").error

    def test_whoever_has_blocked_does_not_learn_who_shares_an_address(self, server: Server) -> None:
        """Or one could block somebody, and then try out who else they are."""
        assert server.hear(ALICE, "hex challenge alice mallory2").ok
        assert server.hear(ALICE, "message alice secret7 mallory2", "Hello").readers == {ALICE, MALLORY2}
        assert "mallory2" not in server.hear(ALICE, "block alice secret7").text
        assert server.hear(CAROL, "yacht challenge carol alice mallory2").ok

    def test_in_a_household_who_shares_the_address_of_the_blocker_is_blocked_by_name_only(
        self, either: Server
    ) -> None:
        either.hear(ALICE, f"signup anna {PASSWORD}")
        either.hear(ALICE, f"signup arno {PASSWORD}")
        either.hear(ALICE, "block alice secret7 anna")

        assert "alice takes no" in either.say(BOB, f"message anna {PASSWORD} alice", "Hello").error
        assert ALICE in either.say(BOB, f"message arno {PASSWORD} alice", "Hello").readers


class TestWordsBesideSomethingElse:
    def test_of_a_no_to_an_invitation(self, either: Server) -> None:
        either.hear(ALICE, "unblock alice secret7 mallory")
        invited = either.hear(ALICE, f"hex challenge alice {MALLORY2}")
        code = tokens_in([invited.letter_to(MALLORY2).reply_to or ""])[Tag.CODE]
        either.hear(ALICE, "block alice secret7 mallory")

        declined = either.hear(MALLORY2, f"invitation {code} no", FOOL)

        assert "does not begin" in all_words(declined)
        assert FOOL not in all_words(declined)

    @pytest.mark.parametrize("author", ["mallory", "mallory2"])
    @pytest.mark.long
    def test_of_an_open_challenge_that_ends(self, server: Server, author: str) -> None:
        server.hear(ALICE, "unblock alice secret7 mallory")
        server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
        for number in range(8):
            who = f"guest{number}" if number < 7 else author
            if number < 7:
                server.hear(f"{who}@example.org", f"signup {who} {PASSWORD}")
            says(server, "hearts join 101 ME", FOOL if who == author else "Hello", who)
            says(server, "hearts leave 101 ME", FOOL if who == author else "Bye", who)
        server.hear(ALICE, "block alice secret7 mallory")

        ended = server.hear(ALICE, "hearts withdraw 101 alice secret7")

        assert "Hello" in all_words(ended)
        assert FOOL not in all_words(ended)

    def test_of_who_takes_their_own_open_challenge_down(self, server: Server) -> None:
        server.hear(ALICE, "unblock alice secret7 mallory")
        says(server, "yacht challenge mallory2 alice anyone")
        server.hear(ALICE, "block alice secret7 mallory")

        withdrawn = says(server, "yacht withdraw 101 ME", FOOL)

        assert "taken down" in all_words(withdrawn)
        assert FOOL not in all_words(withdrawn)

    def test_of_who_joins_or_leaves_where_the_blocker_has_a_seat(self, server: Server) -> None:
        server.hear(ALICE, "unblock alice secret7 mallory")
        server.hear(ALICE, "hearts challenge alice anyone anyone anyone")
        says(server, "hearts join 101 ME")
        server.hear(ALICE, "block alice secret7 mallory")

        left = says(server, "hearts leave 101 ME", FOOL)

        assert "mallory2 has left" in all_words(left)
        assert FOOL not in all_words(left)

    @pytest.mark.parametrize("line", ["hex resign 101 ME", "hex move 101 ME undo", "hex move 101 ME propose"])
    def test_of_what_is_proposed_or_ended_on_a_board(self, server: Server, line: str) -> None:
        begin_with(server, "alice", "mallory2")
        server.hear(ALICE, "hex move 101 alice secret7 d4")
        says(server, "hex move 101 ME e5")
        server.hear(ALICE, "hex move 101 alice secret7 a1")
        says(server, "hex move 101 ME b2")

        done = says(server, line, FOOL)

        assert done.ok
        assert ALICE in done.readers
        assert FOOL not in all_words(done)


class TestChatBothWays:
    def test_the_blocker_does_not_write_to_the_blocked_either(self, either: Server) -> None:
        begin_with(either, "mallory", "alice")
        says(either, "hex move 101 ME e5", who="mallory")
        either.hear(CAROL, "hex subscribe 101 carol secret9")

        moved = either.hear(ALICE, "hex move 101 alice secret7 d4", FOOL)
        chatted = either.hear(ALICE, "hex chat 101 alice secret7", FOOL)

        assert "d4" in all_words(moved, MALLORY)
        assert FOOL not in all_words(moved, MALLORY)
        assert chatted.readers == {ALICE, CAROL}

    def test_where_nobody_else_would_read_it_the_blocker_is_told_why(self, server: Server) -> None:
        begin_with(server, "mallory", "alice")

        assert server.say(ALICE, "hex chat 101 alice secret7", FOOL).error.startswith("You have blocked mallory.")


class TestOtherPeople:
    @pytest.mark.parametrize("line", ["yacht challenge carol alice mallory", "yacht challenge carol mallory alice"])
    def test_a_third_person_is_not_told_who_has_blocked_whom(self, server: Server, line: str) -> None:
        refused = server.say(CAROL, line)

        assert refused.error.endswith("These players cannot be brought together. Try it with others.")

    def test_nor_who_asks_the_two_to_play_once_more(self, server: Server) -> None:
        begin_with(server, "carol", "alice", "mallory", game="yacht")
        server.hear(CAROL, "yacht move 101 carol secret9 choice")
        server.hear(ALICE, "yacht move 101 alice secret7 choice")
        says(server, "yacht move 101 ME choice", who="mallory")
        server.office.act(partial(_ended, number=101))

        refused = server.say(CAROL, "yacht rematch 101 carol secret9").error

        assert "These players cannot be brought together." in refused
        assert "mallory" not in refused

    def test_a_seat_that_was_proposed_by_who_has_left_is_not_offered(self, server: Server) -> None:
        server.sign_up("dave")
        server.hear(CAROL, "yacht challenge carol dave bob mallory2")
        for who in ("carol", "dave", "bob", "mallory2"):
            assert says(server, "yacht move 101 ME choice", who=who).ok
        assert says(server, "yacht move 101 ME aces", who="carol").ok
        assert says(server, "yacht move 101 ME aces", who="dave").ok
        assert says(server, "yacht resign 101 ME", who="bob").ok
        server.hear(ALICE, "unblock alice secret7 mallory")
        assert says(server, "yacht substitute 101 ME alice").ok
        server.hear(ALICE, "block alice secret7 mallory")
        assert says(server, "yacht resign 101 ME").ok

        agreed = [says(server, "yacht substitute 101 ME yes", who=who) for who in ("carol", "dave")]

        assert any(each.ok for each in agreed)
        assert not any(ALICE in each.readers for each in agreed)


class TestUseridsAsWords:
    def test_an_address_of_the_blocker_is_not_asked_whether_an_insult_is_hers(self, either: Server) -> None:
        added = either.hear(MALLORY, f"add mallory {PASSWORD} {ALICE}")
        signed_up = either.hear(MALLORY, f"signup alice-is-a-fool {PASSWORD} alice+x@example.org")
        changed = either.hear(MALLORY2, f"change address mallory2 {PASSWORD} {ALICE}")

        assert added.readers == {MALLORY}
        assert ALICE in added.text
        assert signed_up.readers == {MALLORY}
        assert changed.readers == {MALLORY2}

    def test_others_are_asked(self, server: Server) -> None:
        assert server.hear(BOB, f"add bob bobpw123 {ALICE}").readers == {BOB, ALICE}


def _ended(call: Call, number: int) -> None:
    interventions.adjudicate(
        call, interventions.board_to_change(call, "yacht", number), None, 1, "It was long enough."
    )
