"""What a server does with mail after its database has been restored from a backup."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pbmserv.store.backup import back_up
from pbmserv.store.database import Database
from pbmserv.store.inbox import Inbox, ReceivedMessage
from tests.conversation import ADDRESS, PLAYERS, Server
from tests.post import arrive

ALICE, BOB, CAROL = (f"{userid}@example.org" for userid in ("alice", "bob", "carol"))


@contextmanager
def restored(copy: Path, server: Server) -> Iterator[Server]:
    """A server on a copy of another one's database."""
    with closing(Database(f"sqlite:///{copy}")) as database:
        yield Server(database, now=server.now)


def playing(database: Database) -> Server:
    """Hex board 101, on which alice has to move."""
    server = Server(database)
    server.sign_up("alice", "bob")
    server.hear(ALICE, "hex challenge alice bob -size=5")
    return server


def reply_to(server: Server, address: str) -> str:
    return [str(each["headers"]["Reply-To"]) for each in server.outbox() if each["recipients"] == [address]][-1]


def answered(server: Server, sender: str, to: str) -> str:
    """What an answer with a move is told."""
    mail = f"From: {sender}\r\nTo: {to}\r\nSubject: Re: Hex Board\r\n\r\nd3\r\n"
    arrive(server, mail.encode(), sender=sender, to=[to])
    return " ".join(server.outbox()[-1]["text"].split())


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
        "The letter that you have answered shows more moves than Hex Board 101 has now: moves have been taken back,"
        " or the server has been restored from a backup that is older than the letter. Nothing was done. Here is the"
        " board as it stands now; just answer this letter." in told
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

    assert "the board is gone, or the server has been restored from a backup that is older than the letter." in told


def test_after_an_undo_an_answer_to_the_letter_before_it_is_told_that_moves_were_taken_back(
    sqlite_database: Database,
) -> None:
    server = playing(sqlite_database)
    server.hear(ALICE, f"hex move 101 alice {PLAYERS['alice']} a1")
    before = reply_to(server, BOB)
    server.hear(ALICE, f"hex move 101 alice {PLAYERS['alice']} undo")
    server.hear(BOB, f"hex move 101 bob {PLAYERS['bob']} accept")

    told = answered(server, BOB, before)

    assert "shows more moves than Hex Board 101 has now: moves have been taken back, or" in told
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
