"""What a server does with mail after its database has been restored from a backup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbmserv.mail.sending.delivery import deliver_due
from pbmserv.settings import Settings, load
from pbmserv.storage.backup import back_up
from pbmserv.storage.database import Database
from pbmserv.storage.inbox import Inbox, ReceivedMessage
from tests.conversation import ADDRESS, PLAYERS, Server
from tests.post import arrive

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))


@contextmanager
def restored(copy: Path, server: Server) -> Iterator[Server]:
    """A server on a copy of another one's database."""
    with closing(Database(f"sqlite:///{copy}")) as database:
        yield Server(database, now=server.now)


def playing(database: Database, *others: str) -> Server:
    """Hex board 101, on which alice has to move; `others` have signed up as well."""
    server = Server(database)
    server.sign_up("alice", "bob", *others)
    server.hear(ALICE, "hex challenge alice bob -size=5")
    return server


def reply_to(server: Server, address: str) -> str:
    return [str(each["headers"]["Reply-To"]) for each in server.outbox() if each["recipients"] == [address]][-1]


def answered(server: Server, sender: str, to: str, words: str = "d3") -> str:
    """What an answer is told, by default one with a move."""
    mail = f"From: {sender}\r\nTo: {to}\r\nSubject: Re: Hex Board\r\n\r\n{words}\r\n"
    arrive(server, mail.encode(), sender=sender, to=[to])
    return " ".join(server.outbox()[-1]["text"].split()).replace(" against bob", "").replace(" against alice", "")


def test_an_answer_to_a_letter_newer_than_the_backup_is_refused_for_what_it_is(
    sqlite_database: Database, tmp_path: Path
) -> None:
    server = playing(sqlite_database)
    back_up(sqlite_database, tmp_path / "copy.db")
    server.hear(ALICE, f"hex move 101 alice {PLAYERS['alice']} a1")
    server.hear(BOB, f"hex move 101 bob {PLAYERS['bob']} b2")

    with restored(tmp_path / "copy.db", server) as again:
        told = answered(again, ALICE, reply_to(server, ALICE))

    assert (
        "The letter that you have answered does not belong to Hex Board 101 as it is now: moves have been taken back,"
        " the game has begun anew, or the server has been restored from a backup that is older than the letter."
        " Nothing was done. Here is the board as it stands now; just answer this letter." in told
    )


def test_so_is_one_about_a_board_that_is_newer_than_the_backup(sqlite_database: Database, tmp_path: Path) -> None:
    server = playing(sqlite_database)
    back_up(sqlite_database, tmp_path / "copy.db")
    server.hear(ALICE, "hex challenge alice bob -size=5")

    with restored(tmp_path / "copy.db", server) as again:
        told = answered(again, ALICE, reply_to(server, ALICE))

    assert "is gone, or the server has been restored from a backup that is older than this board." in told


def test_so_is_one_of_a_player_who_is_newer_than_the_backup(sqlite_database: Database, tmp_path: Path) -> None:
    server = playing(sqlite_database)
    back_up(sqlite_database, tmp_path / "copy.db")
    server.sign_up("carol")
    server.hear(CAROL, "hex challenge carol bob -size=5")

    with restored(tmp_path / "copy.db", server) as again:
        told = answered(again, CAROL, reply_to(server, CAROL))

    assert NOT_LIKE_THIS in told


NOT_LIKE_THIS = (
    "This letter cannot be answered like this any more: since it was sent, replies have been switched off, the"
    " password has been changed, the board is gone or begun anew, or the server has been restored from a backup"
    " that is older than the letter."
)
ANOTHER_BOARD = "The letter that you have answered does not belong to {} as it is now: moves have been taken back, "


@pytest.mark.alike
@pytest.mark.parametrize(
    ("challenge", "title"),
    [
        ("hex challenge bob alice -size=5", "Hex Board 102"),
        ("hex challenge bob carol -size=5", "Hex Board 102"),
        ("goofspiel challenge bob alice", "Goofspiel Board 101"),
        ("goofspiel challenge bob carol", "Goofspiel Board 101"),
    ],
)
@pytest.mark.parametrize("words", ["d3", "resign", "propose", "accept"])
def test_so_is_one_where_a_new_board_has_the_place_of_the_lost_one(
    sqlite_database: Database, tmp_path: Path, challenge: str, title: str, words: str
) -> None:
    server = playing(sqlite_database, "carol")
    back_up(sqlite_database, tmp_path / "copy.db")
    server.hear(ALICE, "hex challenge alice bob -size=5")

    with restored(tmp_path / "copy.db", server) as again:
        again.hear(BOB, challenge)
        before = boards(again)
        told = answered(again, ALICE, reply_to(server, ALICE), words)

        assert boards(again) == before
    assert ANOTHER_BOARD.format(title) in told


@pytest.mark.parametrize("moves", [["a1"], ["b1", "b2"], ["b1", "b2", "b3", "b4"]])
def test_so_is_one_where_the_board_has_gone_on_in_another_way(
    sqlite_database: Database, tmp_path: Path, moves: list[str]
) -> None:
    server = playing(sqlite_database)
    back_up(sqlite_database, tmp_path / "copy.db")
    take_turns(server, "a1", "a2")

    with restored(tmp_path / "copy.db", server) as again:
        take_turns(again, *moves)
        told = answered(again, ALICE, reply_to(server, ALICE))

    assert ANOTHER_BOARD.format("Hex Board 101") in told


def test_one_to_a_letter_that_is_only_older_is_told_that_the_game_has_gone_on(
    sqlite_database: Database, tmp_path: Path
) -> None:
    server = playing(sqlite_database)
    back_up(sqlite_database, tmp_path / "copy.db")
    take_turns(server, "a1", "a2")

    with restored(tmp_path / "copy.db", server) as again:
        take_turns(again, "a1", "a2", "a3", "a4")
        told = answered(again, ALICE, reply_to(server, ALICE))

    assert "You have answered an older letter: since then the game on Hex Board 101 has gone on." in told


@pytest.mark.parametrize("asked", ["hex chat 102 alice secret7", "hex resign 102 alice secret7"])
@pytest.mark.parametrize("words", ["Nobody else is to read this.", "yes", "rematch"])
@pytest.mark.alike
def test_words_that_answer_a_letter_about_a_lost_board_go_to_nobody_of_a_new_one(
    sqlite_database: Database, tmp_path: Path, asked: str, words: str
) -> None:
    server = playing(sqlite_database, "carol")
    back_up(sqlite_database, tmp_path / "copy.db")
    server.hear(ALICE, "hex challenge alice bob -size=5")
    server.hear(ALICE, "hex move 102 alice secret7 a1")
    server.hear(BOB, "hex move 102 bob bobpw123 b2")
    server.hear(ALICE, asked, "What a game!")

    with restored(tmp_path / "copy.db", server) as again:
        again.hear(CAROL, "hex challenge carol bob -size=5")
        before = len(again.outbox())
        told = answered(again, BOB, reply_to(server, BOB), words)

        assert [letter["recipients"] for letter in again.outbox()[before:]] == [[BOB]]
    assert NOT_LIKE_THIS in told


def test_words_to_a_lost_author_go_to_nobody_who_is_new(sqlite_database: Database, tmp_path: Path) -> None:
    server = playing(sqlite_database)
    back_up(sqlite_database, tmp_path / "copy.db")
    server.sign_up("carol")
    server.hear(CAROL, f"message carol {PLAYERS['carol']} alice", "Hello!")

    with restored(tmp_path / "copy.db", server) as again:
        again.sign_up("dave")
        before = len(again.outbox())
        told = answered(again, ALICE, reply_to(server, ALICE), "Hello, Carol!")

        assert [letter["recipients"] for letter in again.outbox()[before:]] == [[ALICE]]
    assert NOT_LIKE_THIS in told


def take_turns(server: Server, *moves: str) -> None:
    """Moves on board 101: by alice, bob, and so on."""
    for number, move in enumerate(moves):
        userid = ("alice", "bob")[number % 2]
        assert server.hear(f"{userid}@example.org", f"hex move 101 {userid} {PLAYERS[userid]} {move}").ok


def boards(server: Server) -> list[tuple[Any, ...]]:
    return server.everything_stored()["boards"]


def test_after_an_undo_an_answer_to_the_letter_before_it_is_told_that_moves_were_taken_back(
    sqlite_database: Database,
) -> None:
    server = playing(sqlite_database)
    server.hear(ALICE, f"hex move 101 alice {PLAYERS['alice']} a1")
    before = reply_to(server, BOB)
    server.hear(ALICE, f"hex move 101 alice {PLAYERS['alice']} undo")
    server.hear(BOB, f"hex move 101 bob {PLAYERS['bob']} accept")

    told = answered(server, BOB, before)

    assert ANOTHER_BOARD.format("Hex Board 101") in told
    assert "and it is not your turn." in told


def test_a_request_that_is_carried_out_again_causes_letters_with_the_same_message_ids(
    sqlite_database: Database, tmp_path: Path
) -> None:
    server = playing(sqlite_database)
    mail = f"From: {ALICE}\r\nSubject: hex move 101 alice {PLAYERS['alice']} a1\r\n\r\n".encode()
    with sqlite_database.writing() as connection:
        Inbox(connection).add([ReceivedMessage("smtp", ALICE, (ADDRESS,), mail, server.now)])
    back_up(sqlite_database, tmp_path / "copy.db")
    written = len(server.outbox())

    arrive(server)
    with restored(tmp_path / "copy.db", server) as again:
        arrive(again)
        identities = [
            [(each["recipients"], each["subject"], each["message_id"]) for each in each_server.outbox()[written:]]
            for each_server in (server, again)
        ]

    assert identities[0] == identities[1]
    assert len({identity for _, _, identity in identities[0]}) == len(identities[0]) == 2


@pytest.mark.parametrize("door", ["smtp", "lmtp", "pipe", "imap"])
@pytest.mark.alike
def test_so_do_requests_of_all_kinds_whenever_they_are_carried_out_again(
    sqlite_database: Database, tmp_path: Path, door: str
) -> None:
    server = playing(sqlite_database, "carol")
    server.hear(ALICE, "goofspiel challenge alice bob")
    requests = {
        ALICE: f"hex move 101 alice {PLAYERS['alice']} a1",
        CAROL: f"message carol {PLAYERS['carol']} alice bob",
        BOB: f"goofspiel move 101 bob {PLAYERS['bob']} 3",
        "stranger@example.com": "help",
    }
    with sqlite_database.writing() as connection:
        for sender, line in requests.items():
            mail = f"From: {sender}\nSubject: {line}\n\nHello!\n".encode()
            Inbox(connection).add([ReceivedMessage(door, sender, (ADDRESS,), mail, server.now)])
    back_up(sqlite_database, tmp_path / "copy.db")
    written = len(server.outbox())

    arrive(server)
    with restored(tmp_path / "copy.db", server) as again:
        again.wait(minutes=50)
        arrive(again)
        identities = [
            {(*each["recipients"], each["subject"], each["message_id"]) for each in each_server.outbox()[written:]}
            for each_server in (server, again)
        ]

    assert identities[0] == identities[1]
    assert len(identities[0]) >= 6


def test_letters_that_waited_are_sent_again_as_the_same_letters(sqlite_database: Database, tmp_path: Path) -> None:
    server = playing(sqlite_database)
    server.now = datetime.now(UTC)
    take_turns(server, "a1", "a2")
    back_up(sqlite_database, tmp_path / "copy.db")

    sent = deliver_due(sqlite_database, settings_for(tmp_path / "before"))
    with restored(tmp_path / "copy.db", server) as again:
        assert deliver_due(again.database, settings_for(tmp_path / "after")) == sent > 3

    assert message_ids(tmp_path / "before") == message_ids(tmp_path / "after")
    assert len(set(message_ids(tmp_path / "before"))) == sent


def settings_for(home: Path) -> Settings:
    return load(None, {"PBMSERV_HOME": str(home), "PBMSERV_ADDRESS": ADDRESS})


def message_ids(home: Path) -> list[str]:
    letters = [message_from_bytes(path.read_bytes()) for path in (home / "outgoing" / "new").iterdir()]
    return sorted(letter["Message-ID"] for letter in letters)
