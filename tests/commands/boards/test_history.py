"""history: the games that are over, newest first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import insert

from pbmserv.storage.players import Players
from pbmserv.storage.tables import BOARDS, SEATS
from tests.conversation import Server
from tests.queries import recorded, scans

ALICE = "alice@example.org"
BOB = "bob@example.org"
CAROL = "carol@example.org"


def lose(server: Server, number: int, opponent: str = "bob") -> None:
    """A game that alice loses as soon as it counts."""
    password = {"bob": "bobpw123", "carol": "secret9"}[opponent]
    server.hear(ALICE, f"hex challenge alice {opponent}")
    server.hear(ALICE, f"hex move {number} alice secret7 d4")
    server.hear(f"{opponent}@example.org", f"hex move {number} {opponent} {password} e5")
    server.hear(ALICE, f"hex resign {number} alice secret7")


def tie(server: Server, number: int) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, f"hex move {number} alice secret7 propose")
    server.hear(BOB, f"hex move {number} bob bobpw123 accept")


def add_finished_boards(server: Server, count: int) -> None:
    """Boards from 1001 on, between the first two players, each a day older than the one before."""
    with server.database.writing() as connection:
        named = Players(connection).named(["alice", "bob"])
        players = [named["alice"].id, named["bob"].id]
        for number in range(1001, 1001 + count):
            ended = server.now - timedelta(days=number - 1000)
            board = connection.execute(
                insert(BOARDS)
                .values(
                    game="hex", number=number, rules_version=1, options={}, terms={}, seed=b"", status="over",
                    position=None, moves_made=2, started_at=ended, last_moved_at=ended, finished_at=ended,
                    winner_seat=0, points=1, reason="",
                )
                .returning(BOARDS.c.id)
            ).scalar_one()  # fmt: skip
            connection.execute(
                insert(SEATS),
                [
                    {"board_id": board, "seat": seat, "user_id": players[seat], "status": "over", "to_move": False}
                    for seat in (0, 1)
                ],
            )


def test_it_tells_date_board_winner_points_and_players_newest_first(either_server: Server) -> None:
    lose(either_server, 101)
    either_server.wait(days=1)
    tie(either_server, 102)

    reply = either_server.hear(CAROL, "hex history")

    assert reply.subject == "Historical List of Hex games"
    assert reply.text == (
        "date        board  winner  points  players\n"
        "2024-03-02    102  TIE          1  alice bob\n"
        "2024-03-01    101  bob          1  alice bob\n"
    )


def test_games_that_are_on_and_those_that_were_removed_are_not_in_it(server: Server) -> None:
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex resign 101 alice secret7")

    assert server.hear(CAROL, "hex history").text == "There are no such games.\n"


def test_with_players_it_tells_the_games_of_any_of_them(either_server: Server) -> None:
    lose(either_server, 101, "bob")
    lose(either_server, 102, "carol")

    text = either_server.hear(CAROL, "hex history CAROL").text
    both = either_server.hear(CAROL, "hex history bob carol").text

    assert "102" in text
    assert "101" not in text
    assert "101" in both
    assert "102" in both


def test_with_a_year_it_tells_what_ended_in_it(either_server: Server) -> None:
    lose(either_server, 101)
    either_server.wait(days=366)
    lose(either_server, 102)

    assert "102" not in either_server.hear(CAROL, "hex history 2024").text
    assert "101" not in either_server.hear(CAROL, "hex history 2025 alice").text
    assert either_server.hear(CAROL, "hex history 2023").text == "There are no such games.\n"


def test_it_comes_in_pages_of_50_games(server: Server) -> None:
    add_finished_boards(server, 60)

    first = server.hear(CAROL, "hex history alice 2024")
    second = server.hear(CAROL, "hex history alice 2024 2")

    assert len(first.text.splitlines()) == 51 + 2
    assert first.text.splitlines()[1].split()[1] == "1001"
    assert 'More: Subject "hex history alice 2024 2".' in first.text
    assert "More" not in second.text


def test_the_second_page_goes_on_where_the_first_ended(server: Server) -> None:
    add_finished_boards(server, 60)

    rows = server.hear(CAROL, "hex history 2").text.splitlines()[1:]

    assert [row.split()[1] for row in rows] == [str(number) for number in range(1051, 1061)]


def test_a_page_that_there_is_not_is_refused(server: Server) -> None:
    assert server.say(CAROL, "hex history 7").error == "This history of Hex has no page 7."


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("hex history zoe yan", "There is no player called zoe here.\nThere is no player called yan here."),
        ("hex history 2023 2024", "One year and one page can be named,"),
        ("hex history 0", "The year or page has to be a whole number from 1 to 9998."),
        ("hex history 99999", "The year or page has to be a whole number from 1 to 9998."),
        ("hex history !", "A userid is a letter, then"),
    ],
)
def test_what_cannot_be_understood_is_refused(server: Server, line: str, error: str) -> None:
    assert server.say(CAROL, line).error.startswith(error)


def test_days_are_those_of_the_readers_time_zone(server: Server) -> None:
    server.hear(CAROL, "change timezone carol secret9 Pacific/Auckland")
    lose(server, 101)

    assert "2024-03-02    101" in server.hear(CAROL, "hex history").text
    assert "2024-03-01    101" in server.hear(ALICE, "hex history").text


@pytest.mark.parametrize("line", ["hex history", "hex history 2024", "hex history alice bob"])
def test_it_is_found_by_indexes(either_server: Server, line: str) -> None:
    add_finished_boards(either_server, 120)

    with recorded(either_server.database) as statements:
        either_server.hear(CAROL, line)

    with either_server.database.writing() as connection:
        assert scans(connection, statements) == []
    assert len(statements) < 20
