"""change letters: a letter for every move, at one's turn, or one a day; what comes at once in any case."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.storage.boards import Boards
from pbmserv.storage.daily_letters import DAILY_LETTERS
from tests.conversation import Reply, Server

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"
PASSWORDS = {"alice": "secret7", "bob": "bobpw123", "carol": "secret9"}


def move(server: Server, userid: str, text: str, game: str = "yacht", comment: str = "", number: int = 101) -> Reply:
    line = f"{game} move {number} {userid} {PASSWORDS[userid]} {text}"
    return server.hear(f"{userid}@example.org", line, comment=comment)


def whole_turn(server: Server, userid: str, game: str = "yacht") -> Reply:
    """Moves of a player until it is somebody else's turn; gives the answer to the last one."""
    while True:
        reply = any_move(server, userid, game)
        if f"It is your turn, {userid}" not in reply.text:
            return reply


def any_move(server: Server, userid: str, game: str = "yacht", number: int = 101, comment: str = "") -> Reply:
    """The first move that the game names as an example."""
    with server.database.reading() as connection:
        board = Boards(connection, installed()).load(game, number)
    assert board is not None
    example = board.game.examples(board.position, board.seats_to_move[0])[0]
    return move(server, userid, example, game, comment, number)


@pytest.fixture
def three(server: Server) -> Server:
    """A game in which everybody sees everything, of three players: alice, bob and carol take turns."""
    server.hear(None, "yacht challenge alice bob carol --unrated")
    return server


class TestChoosing:
    @pytest.mark.parametrize("wanted", ["all", "turns", "daily"])
    def test_the_answer_says_what_comes_and_how_to_change_it(self, either_server: Server, wanted: str) -> None:
        reply = either_server.hear(ALICE, f"change letters alice secret7 {wanted}")

        assert reply.subject == "Your settings"
        assert [f"    change letters {each}\n" in reply.text for each in ("all", "turns", "daily")] == [
            each != wanted for each in ("all", "turns", "daily")
        ]
        assert "\n\nTo change that, just answer" in reply.text

    def test_daily_comes_at_seven_or_at_the_hour_that_was_named(self, server: Server) -> None:
        server.hear(ALICE, "change timezone alice secret7 Europe/Berlin")

        usual = server.hear(ALICE, "change letters alice secret7 daily").text
        named = server.hear(ALICE, "change letters alice secret7 daily 18").text

        assert "at 07:00 in your time zone" in " ".join(usual.split())
        assert "at 18:00 in your time zone (Europe/Berlin)." in " ".join(named.split())

    @pytest.mark.parametrize(
        ("words", "error"),
        [
            ("never", "The choice is not all or turns or daily."),
            ("daily 24", "The hour has to be a whole number from 0 to 23."),
            ("turns 7", "An hour is for daily only: turns takes none."),
        ],
    )
    def test_what_cannot_be_is_refused(self, server: Server, words: str, error: str) -> None:
        before = server.everything_stored()

        assert server.say(ALICE, f"change letters alice secret7 {words}").error.startswith(error)
        assert server.everything_stored() == before

    def test_all_forgets_that_anything_was_chosen(self, server: Server) -> None:
        before = server.everything_stored()["users"]
        server.hear(ALICE, "change letters alice secret7 daily")
        server.hear(ALICE, "change letters alice secret7 all")

        assert server.everything_stored()["users"] == before
        assert server.everything_stored()["daily_letters"] == []

    def test_a_new_zone_moves_the_hour(self, either_server: Server) -> None:
        either_server.hear(ALICE, "change letters alice secret7 daily")
        either_server.hear(ALICE, "change timezone alice secret7 Asia/Tokyo")

        with either_server.database.reading() as connection:
            due = connection.scalar(select(DAILY_LETTERS.c.due_at))
        assert due == datetime(2024, 3, 1, 22, 0, tzinfo=UTC)

    def test_who_leaves_is_forgotten(self, server: Server) -> None:
        server.hear(ALICE, "change letters alice secret7 daily")
        asked = server.say(ALICE, "signoff alice secret7")
        from tests.conversation import code_in

        server.hear(ALICE, f"signoff alice secret7 {code_in(asked.letter_to(ALICE))}")

        assert server.everything_stored()["daily_letters"] == []


class TestAtTurns:
    @pytest.fixture(autouse=True)
    def carol_wants_fewer(self, three: Server) -> None:
        three.hear(CAROL, "change letters carol secret9 turns")

    def test_there_is_no_letter_for_the_moves_of_others(self, three: Server) -> None:
        assert any_move(three, "alice").readers == {ALICE, BOB}

    def test_there_is_one_at_her_turn_with_all_that_has_happened_since_her_last_move(self, three: Server) -> None:
        whole_turn(three, "alice")
        reply = whole_turn(three, "bob")

        letter = reply.letter_to(CAROL)
        assert letter.subject == "Yacht Board 101"
        assert letter.reply_to is not None
        assert "It is your turn, carol" in letter.text
        with three.database.reading() as connection:
            board = Boards(connection, installed()).load("yacht", 101)
        assert board is not None
        assert len(board.moves) > 2
        told = [
            line.partition(": ")[2]
            for line in letter.text.splitlines()
            if re.match(r"(alice|bob) [(][AB][)]: ", line)
        ]
        assert told == [move.text for move in board.moves]

    def test_others_are_told_of_the_last_move_only(self, three: Server) -> None:
        whole_turn(three, "alice")

        letter = whole_turn(three, "bob").letter_to(ALICE)

        assert not re.search(r"^alice: ", letter.text, re.MULTILINE)

    def test_her_own_move_is_answered(self, three: Server) -> None:
        whole_turn(three, "alice")
        whole_turn(three, "bob")

        assert CAROL in any_move(three, "carol").readers

    def test_the_answer_to_her_own_move_does_not_tell_once_more_what_she_has_read(self, three: Server) -> None:
        whole_turn(three, "alice")
        whole_turn(three, "bob")

        answer = whole_turn(three, "carol").letter_to(CAROL)

        assert answer.answers
        assert answer.subject == "Yacht Board 101"
        assert "It is alice's turn" in answer.text
        assert not re.search(r"^(alice|bob) \([AB]\): ", answer.text, re.MULTILINE)

    def test_the_next_letter_begins_after_her_own_move(self, three: Server) -> None:
        for userid in ("alice", "bob", "carol"):
            whole_turn(three, userid)
        with three.database.reading() as connection:
            before = Boards(connection, installed()).load("yacht", 101)
        assert before is not None

        between = whole_turn(three, "alice")
        letter = whole_turn(three, "bob").letter_to(CAROL)

        with three.database.reading() as connection:
            board = Boards(connection, installed()).load("yacht", 101)
        assert board is not None
        told = [
            line.partition(": ")[2]
            for line in letter.text.splitlines()
            if re.match(r"(alice|bob|carol) [(][ABC][)]: ", line)
        ]
        assert CAROL not in between.readers
        assert told == [move.text for move in board.moves[len(before.moves) :]]

    def test_what_somebody_writes_with_a_move_comes_at_once(self, three: Server) -> None:
        reply = any_move(three, "alice", comment="Lucky dice!")

        assert "Lucky dice!" in reply.letter_to(CAROL).text

    def test_what_somebody_says_comes_at_once(self, three: Server) -> None:
        assert CAROL in three.hear(ALICE, "yacht chat 101 alice secret7", comment="Hello").readers

    def test_a_proposal_comes_at_once_and_so_does_what_comes_of_it(self, three: Server) -> None:
        proposed = three.hear(BOB, "yacht move 101 bob bobpw123 propose")
        rejected = three.hear(ALICE, "yacht move 101 alice secret7 reject")

        assert CAROL in proposed.readers
        assert CAROL in rejected.readers

    def test_that_somebody_leaves_comes_at_once(self, three: Server) -> None:
        for userid in ("alice", "bob", "carol"):
            whole_turn(three, userid)

        assert CAROL in three.hear(ALICE, "yacht resign 101 alice secret7").readers

    def test_a_watcher_gets_all(self, three: Server) -> None:
        three.hear(None, "yacht challenge alice bob --unrated")
        three.hear(CAROL, "yacht subscribe 102 carol secret9")

        assert CAROL in any_move(three, "alice", number=102).readers


class TestForHerEyesOnly:
    def test_a_queued_move_that_was_made_is_told(self, server: Server) -> None:
        server.hear(None, "hex challenge alice bob -size=5")
        server.hear(BOB, "change letters bob bobpw123 turns")
        server.hear(BOB, "hex queue 101 bob bobpw123 c3")

        reply = move(server, "alice", "b2", "hex")

        assert "c3" in reply.letter_to(BOB).text

    def test_a_queued_move_that_was_thrown_away_is_told(self, server: Server) -> None:
        server.hear(None, "hex challenge alice bob -size=5")
        server.hear(BOB, "change letters bob bobpw123 daily")
        server.hear(BOB, "hex queue 101 bob bobpw123 b2")

        reply = move(server, "alice", "b2", "hex")

        assert "has been thrown away" in " ".join(reply.letter_to(BOB).text.split())


class TestRounds:
    def test_a_round_that_is_complete_is_her_turn(self, server: Server) -> None:
        server.hear(None, "goofspiel challenge alice bob carol --unrated")
        server.hear(CAROL, "change letters carol secret9 turns")
        move(server, "carol", "3", "goofspiel")
        alone = move(server, "alice", "4", "goofspiel")

        reply = move(server, "bob", "5", "goofspiel")

        assert alone.readers == {ALICE}
        assert CAROL in reply.readers
