"""`pbmserv verify`: one board, or all boards of a game."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from pbmserv.cli import main
from pbmserv.games.catalogue import installed
from pbmserv.storage import iterate
from pbmserv.storage.database import Database
from pbmserv.storage.tables import BOARDS, MOVES
from tests.conversation import Server
from tests.partners import begin
from tests.queries import recorded, scans

HASH = r"\b[0-9a-f]{64}\b"
ALICE = "alice@example.org"


def pbmserv(database_url: str, *words: str) -> Result:
    return CliRunner().invoke(main, list(words), env={"PBMSERV_DATABASE_URL": database_url})


@pytest.fixture
def url(database_url: str) -> str:
    """Trichet boards 101 to 105, on each of which bob has moved once."""
    database = Database(database_url)
    server = Server(database)
    server.sign_up("alice", "bob")
    for number in range(101, 106):
        server.hear(ALICE, "trichet challenge alice bob")
        server.hear("bob@example.org", f"trichet move {number} bob bobpw123 c3")
    database.close()
    return database_url


def tamper(url: str, number: int, said: str = "a3") -> None:
    """Have the record of a board tell another move than was made."""
    database = Database(url)
    with database.writing() as connection:
        board = connection.scalar(BOARDS.select().where(BOARDS.c.number == number))
        connection.execute(update(MOVES).where(MOVES.c.board_id == board).values(text=said))
    database.close()


def test_a_board_whose_record_holds(url: str) -> None:
    result = pbmserv(url, "verify", "trichet", "101")

    assert result.exit_code == 0
    assert result.output == (
        "Trichet Board 101: 1 move replayed by the rules of version 1.\n"
        "Nothing in Trichet is left to chance, so there is no seed to tell.\n"
        "All of it holds.\n"
    )


def test_a_board_that_was_tampered_with(url: str) -> None:
    tamper(url, 103)

    result = pbmserv(url, "verify", "trichet", "103")

    assert result.exit_code == 1
    assert "It does not hold: " in result.output


def test_a_bid_that_partners_have_changed_since_is_told(database_url: str) -> None:
    database = Database(database_url)
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    begin(server)
    database.close()
    assert pbmserv(database_url, "verify", "spades", "101").exit_code == 0

    tamper(database_url, 101, said="4")

    result = pbmserv(database_url, "verify", "spades", "101")
    assert result.exit_code == 1
    assert "It does not hold: " in result.output


def test_a_board_whose_seed_was_changed(url: str) -> None:
    # Chance has no part in Trichet: the moves tell nothing of the seed.
    database = Database(url)
    with database.writing() as connection:
        connection.execute(update(BOARDS).where(BOARDS.c.number == 103).values(seed=bytes(16)))
    database.close()

    result = pbmserv(url, "verify", "trichet", "103")

    assert result.exit_code == 1
    assert "It does not hold: The seed is not the one whose SHA-256 was told when the game began.\n" in result.output
    assert pbmserv(url, "verify", "trichet", "102").exit_code == 0


def test_a_board_that_began_again_with_another_seed(database_url: str) -> None:
    database = Database(database_url)
    server = Server(database)
    server.sign_up("alice", "bob", "carol")
    begun = server.hear(ALICE, "goofspiel challenge alice bob carol")
    begun_again = server.hear("carol@example.org", "goofspiel resign 101 carol secret9")
    told = [re.findall(HASH, reply.letter_to("carol@example.org").text)[0] for reply in (begun, begun_again)]
    database.close()

    assert told[0] != told[1]
    result = pbmserv(database_url, "verify", "goofspiel", "101")
    assert (result.exit_code, told[1] in result.output) == (0, True)


def test_a_board_that_does_not_exist(url: str) -> None:
    result = pbmserv(url, "verify", "trichet", "999")

    assert (result.exit_code, result.output) == (1, "There is no Trichet board 999.\n")


def test_all_boards_of_a_game(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iterate, "AT_ONCE", 2)

    result = pbmserv(url, "verify", "trichet", "--all")

    assert (result.exit_code, result.output) == (0, "5 verified: all hold.\n")


def test_those_of_all_boards_are_told_that_do_not_hold(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iterate, "AT_ONCE", 2)
    tamper(url, 103)
    forget_rules(url, 105)

    result = pbmserv(url, "verify", "trichet", "--all")

    assert result.exit_code == 1
    assert "Trichet Board 103: 1 move replayed" in result.output
    assert "Trichet board 105 cannot be loaded: Trichet has no rules of version 99, only 1" in result.output
    assert result.output.endswith("5 verified, 2 of them do not hold.\n")


def forget_rules(url: str, number: int) -> None:
    """Have a board ask for rules that are not kept any more."""
    database = Database(url)
    with database.writing() as connection:
        connection.execute(update(BOARDS).where(BOARDS.c.number == number).values(rules_version=99))
    database.close()


@pytest.mark.parametrize("words", [["trichet"], ["trichet", "101", "--all"]])
def test_either_a_board_or_all_are_named(database_url: str, words: list[str]) -> None:
    result = pbmserv(database_url, "verify", *words)

    assert result.exit_code == 2
    assert "Name a board, or say --all." in result.output


def test_boards_are_walked_through_by_index(url: str) -> None:
    database = Database(url)
    with recorded(database) as statements:
        assert len(list(iterate.all_boards(database, installed(), "trichet"))) == 5

    with database.reading() as connection:
        assert scans(connection, statements) == []
    database.close()
