"""Which of one's own moves bring a letter; and how many letters twenty games bring in a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.run.parser import CommandFields
from pbmserv.games.catalogue import installed
from pbmserv.letters.board import BoardLetters
from pbmserv.letters.letter import Letter
from pbmserv.play.board import Player
from pbmserv.post_office import Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.boards import Boards
from pbmserv.storage.players import CONFIRMATIONS
from pbmserv.storage.tables import USERS
from tests.conversation import Reply, Server
from tests.correspondents import Received
from tests.post import arrive, mails

ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.fixture
def server(server: Server) -> Server:
    """A server on which alice is new, and bob has played for years."""
    for userid in ("nora", "norman"):
        server.hear(f"{userid}@example.org", f"signup {userid} tulip-{userid}")
    return server


def move(server: Server, userid: str, words: str, game: str = "hex", **more: str) -> Reply:
    return server.hear(f"{userid}@example.org", f"{game} move 101 {userid} tulip-{userid} {words}", **more)


class TestNewPlayers:
    def test_a_move_that_was_made_brings_no_letter_to_who_made_it(self, server: Server) -> None:
        server.hear(None, "hex challenge nora norman -size=5")

        assert move(server, "nora", "b2").readers == {"norman@example.org"}
        assert move(server, "norman", "c3", comment="Good luck!").readers == {"nora@example.org"}

    def test_earlier_players_get_what_they_always_got(self, server: Server) -> None:
        server.hear(None, "hex challenge alice bob -size=5")

        assert server.hear(ALICE, "hex move 101 alice secret7 b2").readers == {ALICE, BOB}

    def test_a_mistake_is_answered(self, server: Server) -> None:
        server.hear(None, "hex challenge nora norman -size=5")

        reply = server.say("nora@example.org", "hex move 101 nora tulip-nora z9")

        assert reply.readers == {"nora@example.org"}

    def test_who_has_to_move_again_is_told(self, server: Server) -> None:
        server.hear(None, "yacht challenge nora norman --unrated")

        assert "nora@example.org" in move(server, "nora", "all", "yacht").readers

    def test_the_end_of_the_game_is_told(self, server: Server) -> None:
        server.hear(None, "hex challenge nora norman -size=5")
        move(server, "nora", "b2")
        move(server, "norman", "c3")

        assert "nora@example.org" in move(server, "nora", "resign").readers

    def test_what_was_proposed_is_told(self, server: Server) -> None:
        server.hear(None, "hex challenge nora norman -size=5")
        move(server, "nora", "b2")

        assert "nora@example.org" in move(server, "nora", "undo").readers

    def test_a_choice_in_a_round_brings_no_letter_and_a_queued_move_does(self, server: Server) -> None:
        server.hear(None, "goofspiel challenge nora norman --unrated")

        assert move(server, "nora", "3", "goofspiel").readers == set()
        queued = server.hear("nora@example.org", "goofspiel queue 101 nora tulip-nora 4")
        assert queued.readers == {"nora@example.org"}

    def test_a_move_from_elsewhere_is_confirmed_to_its_player(self, server: Server) -> None:
        server.hear(None, "hex challenge nora norman -size=5")

        reply = server.hear("somebody@example.com", "hex move 101 nora tulip-nora b2")

        assert reply.readers >= {"nora@example.org", "somebody@example.com"}

    def test_words_that_were_not_passed_on_are_told(self, server: Server) -> None:
        server.hear(None, "triominoes challenge nora norman --unrated")
        with server.database.reading() as connection:
            board = Boards(connection, installed()).load("triominoes", 101)
        assert board is not None
        [seat] = board.seats_to_move
        mover = board.seats[seat].player.userid
        mails(server)

        head = f"From: {mover}@example.org\r\nTo: games@example.net\r\nMessage-ID: <1@example.org>\r\n"
        command = f"triominoes move 101 {mover} tulip-{mover} {board.game.examples(board.position, seat)[0]}"
        body = "Too many lines.\r\n" * 11
        arrive(server, f"{head}Subject: {command}\r\n\r\n{body}".encode(), sender=f"{mover}@example.org")

        told = [letter for raw in mails(server) if (letter := Received(raw)).to == f"{mover}@example.org"]
        assert ["Your words have gone to nobody" in " ".join(letter.text.split()) for letter in told] == [True]

    def test_each_command_of_a_letter_of_several_is_answered_in_one_letter(self, server: Server) -> None:
        server.hear(None, "hex challenge nora norman -size=5")
        server.hear(None, "othello challenge nora norman")

        reply = server.hear(
            "nora@example.org",
            "multiple",
            body="hex move 101 nora tulip-nora b2\nothello move 101 nora tulip-nora d3",
        )

        assert [letter.subject for letter in reply.letters if "nora@example.org" in letter.to] == [
            "Answers to 2 commands"
        ]

    def test_a_program_that_reads_json_gets_its_answer(self, server: Server) -> None:
        server.hear("nora@example.org", "change format nora tulip-nora json")
        server.hear(None, "hex challenge nora norman -size=5")

        assert "nora@example.org" in move(server, "nora", "b2").readers

    def test_they_can_be_had_and_ended_again(self, server: Server) -> None:
        server.hear(None, "hex challenge nora norman -size=5")
        on = server.hear("nora@example.org", "change receipts nora tulip-nora on")
        confirmed = move(server, "nora", "b2")
        move(server, "norman", "c3")
        off = server.hear("nora@example.org", "change receipts nora tulip-nora off")

        assert "change receipts off" in on.text
        assert "nora@example.org" in confirmed.readers
        assert "change receipts on" in off.text
        assert "nora@example.org" not in move(server, "nora", "d3").readers

    def test_what_is_stored_for_a_new_player(self, server: Server) -> None:
        with server.database.reading() as connection:
            settings = connection.scalar(select(USERS.c.settings).where(USERS.c.userid == "nora"))
        assert settings == {CONFIRMATIONS: False}


class TestAgainstBots:
    def test_the_bot_that_moves_next_brings_the_letter(self, server: Server) -> None:
        server.hear(ALICE, "hex challenge alice bot-easy -size=5")

        assert server.hear(ALICE, "hex move 101 alice secret7 b2").readers == set()

    def test_a_person_who_moves_next_does_not(self, server: Server) -> None:
        server.hear(None, "yacht challenge alice bob bot-easy --unrated")

        assert ALICE in server.hear(ALICE, "yacht move 101 alice secret7 all").readers


class TestWhatIsWritten:
    """A letter that nobody gets or reads is not written, whoever asks for the move."""

    @pytest.fixture
    def written(self, server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """For whom letters about boards are written from now on; an empty name is that of the public."""
        server.hear(None, "hex challenge nora norman -size=5")
        server.hear(None, "othello challenge nora norman")
        server.hear(None, "goofspiel challenge nora norman --unrated")
        server.hear(None, "hex challenge nora bot-easy -size=5")
        readers: list[str] = []
        to = BoardLetters.to

        def noted(letters: BoardLetters, reader: Player | None, *more: Any, **named: Any) -> Letter:
            readers.append(reader.userid if reader else "")
            return to(letters, reader, *more, **named)

        monkeypatch.setattr(BoardLetters, "to", noted)
        mails(server)
        return readers

    def post(self, server: Server, subject: str, body: str = "") -> None:
        """Have nora write a mail."""
        head = f"From: nora@example.org\r\nTo: {server.address}\r\nSubject: {subject}\r\n\r\n{body}"
        arrive(server, head.encode(), sender="nora@example.org")

    def test_of_a_mailed_move_the_opponents_only(self, server: Server, written: list[str]) -> None:
        self.post(server, "hex move 101 nora tulip-nora b2")

        assert written == ["norman"]
        assert [Received(raw).to for raw in mails(server)] == ["norman@example.org"]

    def test_both_where_moves_are_confirmed(self, server: Server, written: list[str]) -> None:
        server.hear("nora@example.org", "change receipts nora tulip-nora on")
        mails(server)

        self.post(server, "hex move 101 nora tulip-nora b2")

        assert sorted(written) == ["nora", "norman"]
        assert sorted(Received(raw).to for raw in mails(server)) == ["nora@example.org", "norman@example.org"]

    def test_of_a_secret_choice_none(self, server: Server, written: list[str]) -> None:
        self.post(server, "goofspiel move 101 nora tulip-nora 3")

        assert written == []

    def test_of_a_move_against_a_bot_none_and_of_its_own_one(self, server: Server, written: list[str]) -> None:
        self.post(server, "hex move 102 nora tulip-nora b2")
        assert written == []

        bots_move = CommandFields("move", ("102", "c3"), "hex")
        server.office.handle(Request(signed_in("bot-easy"), fields=bots_move, shows_answer=False))
        assert written == ["nora"]

    def test_the_lines_of_one_letter_are_answered_with_their_boards(self, server: Server, written: list[str]) -> None:
        self.post(server, "multiple", "hex move 101 nora tulip-nora b2\r\nothello move 101 nora tulip-nora d3\r\n")

        [answer] = [letter for raw in mails(server) if (letter := Received(raw)).to == "nora@example.org"]
        assert written.count("nora") == written.count("norman") == 2
        assert "Hex Board 101" in answer.text
        assert "Othello Board 101" in answer.text

    def test_what_is_typed_is_shown_and_not_mailed(self, server: Server, written: list[str]) -> None:
        reply = move(server, "nora", "b2")

        assert "It is norman's turn" in reply.text
        assert reply.readers == {"norman@example.org"}

    def test_a_move_on_a_page_is_shown_there(self, server: Server, written: list[str]) -> None:
        fields = CommandFields("move", ("101", "b2"), "hex")

        [shown] = [
            each for each in server.office.handle(Request(signed_in("nora"), fields=fields)).letters if each.answers
        ]

        assert "It is norman's turn" in shown.text

    def test_the_opponent_at_the_same_address_is_told(self, server: Server, written: list[str]) -> None:
        server.hear("nora@example.org", "signup nell tulip-nell")
        server.hear(None, "hex challenge nora nell -size=5")
        mails(server)

        self.post(server, "hex move 103 nora tulip-nora b2")

        assert ["It is your turn, nell" in Received(raw).text for raw in mails(server)] == [True]

    def test_a_move_from_elsewhere_is_answered_there_as_well(self, server: Server, written: list[str]) -> None:
        head = f"From: nora@example.com\r\nTo: {server.address}\r\nSubject: hex move 101 nora tulip-nora b2\r\n\r\n"
        arrive(server, head.encode(), sender="nora@example.com")

        assert sorted(Received(raw).to for raw in mails(server)) == [
            "nora@example.com",
            "nora@example.org",
            "norman@example.org",
        ]


DAYS = 3


class TestTwentyGames:
    """nora plays twenty games with norman, and both move once a day in each."""

    @pytest.fixture(autouse=True)
    def games(self, server: Server) -> None:
        for _ in range(20):
            server.hear(None, "hex challenge norman nora -size=5")

    @pytest.mark.parametrize(("wanted", "a_day"), [("all", 20), ("turns", 20), ("daily", 1)])
    @pytest.mark.long
    def test_so_many_letters_come_in_a_day(self, server: Server, wanted: str, a_day: int) -> None:
        server.hear("nora@example.org", f"change letters nora tulip-nora {wanted}")
        came: list[int] = []
        for day in range(1, DAYS + 1):
            letters = [
                letter
                for number in range(101, 121)
                for letter in server.hear(
                    "norman@example.org", f"hex move {number} norman tulip-norman a{day}"
                ).letters
            ]
            server.now = datetime(2024, 3, 1 + day, 7, 0, tzinfo=UTC)
            letters += Scheduler(server.database, server.office, installed()).make_round(server.now).letters
            for number in range(101, 121):
                letters += server.hear("nora@example.org", f"hex move {number} nora tulip-nora e{day}").letters
            came.append(len([letter for letter in letters if "nora@example.org" in letter.to]))
            server.now += timedelta(hours=3)

        assert came == [a_day] * DAYS


class TestTwentyGamesAndATournament:
    """nora plays the seven games of a full division of a season; a day on which she and the others have moved."""

    @pytest.mark.parametrize(("wanted", "a_day"), [("all", 7), ("turns", 7), ("daily", 1)])
    @pytest.mark.long
    def test_they_bring_as_many_letters_as_other_games(self, server: Server, wanted: str, a_day: int) -> None:
        others = [f"player{number}" for number in range(7)]
        for userid in others:
            server.enrol(userid, f"tulip-{userid}")
        server.hear("nora@example.org", "tournament create nora tulip-nora hex Cup -size=5 --players=8")
        for userid in others:
            server.hear(f"{userid}@example.org", f"tournament join {userid} tulip-{userid} Cup")
        server.wait(minutes=1)
        begun = Scheduler(server.database, server.office, installed()).make_round(server.now)
        server.hear("nora@example.org", f"change letters nora tulip-nora {wanted}")
        with server.database.reading() as connection:
            boards = [Boards(connection, installed()).load("hex", number) for number in range(101, 129)]
        own = [board for board in boards if board and "nora" in [each.userid for each in board.players]]
        server.now = datetime(2024, 3, 2, 5, 0, tzinfo=UTC)
        letters: list[Letter] = []
        for board in own:
            [other] = [each.userid for each in board.players if each.userid != "nora"]
            for mover in ["nora", other] if "nora" in [each.userid for each in board.players_to_move] else [other]:
                password = f"tulip-{mover}"
                cell = "a1" if mover == "nora" else "b2"
                letters += server.hear(
                    f"{mover}@example.org", f"hex move {board.number} {mover} {password} {cell}"
                ).letters
        server.now = datetime(2024, 3, 2, 7, 0, tzinfo=UTC)
        letters += Scheduler(server.database, server.office, installed()).make_round(server.now).letters

        assert len(own) == 7
        assert len([each for each in begun.letters if "nora@example.org" in each.to]) == 1
        assert len([each for each in letters if "nora@example.org" in each.to]) == a_day
