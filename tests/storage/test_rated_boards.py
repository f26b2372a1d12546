"""Ratings in the database: the classic order of the table, and a table made anew."""

from __future__ import annotations

import json
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, text, update

from pbmserv.games.base import Result
from pbmserv.games.catalogue import installed
from pbmserv.play.board import Board, Player
from pbmserv.storage.database import Database
from pbmserv.storage.game_limits import Wish
from pbmserv.storage.tables import RATING_HISTORY, RATINGS, USERS
from pbmserv.storage.work import UnitOfWork
from tests.queries import recorded, scans

NOW = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
FILE = Path(__file__).parents[1] / "play" / "ratings_vectors.json"
SEQUENCES: list[dict[str, Any]] = [
    vector for vector in json.loads(FILE.read_text(encoding="utf-8"))["vectors"] if vector["kind"] == "sequence"
]


def end_game(work: UnitOfWork, players: dict[str, Player], game: dict[str, Any]) -> None:
    """Store a finished board as a vector describes it, and rate it."""
    hex_game = installed()["hex"]
    number = work.games.take_number("hex")
    seated = [players[name] for name in game["seats"]]
    board = Board.begin(hex_game, number, {"size": 3, "handicap": 0}, seated, bytes(16), NOW)
    for seat, resigned in zip(board.seats, game["resigned"], strict=True):
        seat.resigned = bool(resigned)
    winner = None if game["winner"] is None else game["seats"].index(game["winner"])
    board.finish(Result(winner, "So it was.", game["points"]), NOW)
    work.boards.add(board)
    work.ratings.rate(board)


def sign_up(work: UnitOfWork, *userids: str) -> dict[str, Player]:
    return {userid: work.players.add(userid, "", NOW) for userid in userids}


def table(connection: Connection) -> list[tuple[Any, ...]]:
    """Who stands where, best first, with all numbers."""
    rows = connection.execute(
        select(
            USERS.c.userid, RATINGS.c.rating, RATINGS.c.won, RATINGS.c.lost, RATINGS.c.tied,
            RATINGS.c.strength, RATINGS.c.deviation, RATINGS.c.volatility, RATINGS.c.precedence, RATINGS.c.section,
        )
        .join(USERS, USERS.c.id == RATINGS.c.user_id)
        .order_by(RATINGS.c.rating.desc(), RATINGS.c.precedence.desc())
    )  # fmt: skip
    return [tuple(row) for row in rows]


def history(connection: Connection) -> list[tuple[Any, ...]]:
    """What is kept of how everybody came to their numbers, in the order in which games ended."""
    return [tuple(row) for row in connection.execute(select(RATING_HISTORY).order_by(RATING_HISTORY.c.entry))]


def play_sequence(connection: Connection, vector: dict[str, Any]) -> UnitOfWork:
    work = UnitOfWork(connection, installed())
    players = sign_up(work, *dict.fromkeys(name for game in vector["games"] for name in game["seats"]))
    for game in vector["games"]:
        end_game(work, players, game)
    return work


@pytest.mark.parametrize("vector", [pytest.param(vector, id=vector["id"]) for vector in SEQUENCES[::8]])
@pytest.mark.alike
def test_the_table_is_as_the_original_program_left_it(sqlite_database: Database, vector: dict[str, Any]) -> None:
    with sqlite_database.writing() as connection:
        play_sequence(connection, vector)

        found = [row[:5] for row in table(connection)]

    assert found == [(row["name"], row["rating"], row["won"], row["lost"], row["tied"]) for row in vector["result"]]


def test_a_table_made_anew_holds_the_same_numbers(database: Database) -> None:
    with database.writing() as connection:
        work = play_sequence(connection, SEQUENCES[3])
        before, came_about = table(connection), history(connection)
        connection.execute(delete(RATING_HISTORY).where(RATING_HISTORY.c.entry > 10))
        connection.execute(
            update(RATINGS).values(rating=1, won=99, strength=1.0, volatility=0.5, precedence=0, section=None)
        )

        rated = work.ratings.rebuild("hex")
        work.standings.place_all("hex")

        assert rated == len(SEQUENCES[3]["games"])
        assert [row[:-1] for row in table(connection)] == [row[:-1] for row in before]
        assert history(connection) == came_about


def test_how_a_player_came_to_a_rating_is_kept_game_by_game(database: Database) -> None:
    with database.writing() as connection:
        work = UnitOfWork(connection, installed())
        players = sign_up(work, "alice", "bob", "carol")
        for seats, winner in ((["alice", "bob"], "bob"), (["carol", "bob"], None), (["bob", "alice"], "bob")):
            end_game(work, players, {"seats": seats, "resigned": [0, 0], "winner": winner, "points": 1})
        [now] = work.standings.games_of(players["bob"])

        kept = work.standings.estimates(players["bob"], ["hex", "trichet"], 10)
        newest = work.standings.estimates(players["bob"], ["hex"], 2)

    assert [(round(each.strength), round(each.deviation)) for each in kept["hex"]] == [
        (1662, 290),
        (1624, 256),
        (1677, 233),
    ]
    assert kept.keys() == {"hex"}
    assert kept["hex"][-1] == (now.strength.rating, now.strength.deviation)
    assert newest == {"hex": kept["hex"][1:]}


@pytest.mark.long
def test_making_a_table_anew_reports_how_far_it_is(
    sqlite_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbmserv.storage.ratings.READ_AT_ONCE", 10)
    reports: list[int] = []

    with sqlite_database.writing() as connection:
        work = play_sequence(connection, next(vector for vector in SEQUENCES if len(vector["games"]) == 60))
        work.ratings.rebuild("hex", reports.append)

    assert reports == [10, 20, 30, 40, 50, 60]


def test_a_table_made_anew_keeps_what_players_wish(sqlite_database: Database) -> None:
    with sqlite_database.writing() as connection:
        work = play_sequence(connection, SEQUENCES[3])
        players = work.players.named(["p2", "p4"]).values()
        for player in players:
            work.game_limits.change("hex", player, Wish(5, 2))

        work.ratings.rebuild("hex")

        assert work.game_limits.of("hex", players) == dict.fromkeys(players, Wish(5, 2))


def test_who_has_no_rated_game_left_is_a_newcomer_again(sqlite_database: Database) -> None:
    with sqlite_database.writing() as connection:
        work = UnitOfWork(connection, installed())
        players = sign_up(work, "alice", "bob")
        end_game(work, players, {"seats": ["alice", "bob"], "resigned": [0, 0], "winner": "bob", "points": 1})
        board = work.boards.load("hex", 101)
        assert board is not None
        board.result = board.finished_at = None
        work.boards.save(board)
        connection.execute(text("UPDATE boards SET status = 'active'"))

        assert work.ratings.rebuild("hex") == 0

        assert history(connection) == []
        assert [row[:6] for row in table(connection)] == [
            ("alice", 1600, 0, 0, 0, 1500.0),
            ("bob", 1600, 0, 0, 0, 1500.0),
        ]


def test_a_game_that_is_on_cannot_be_rated(sqlite_database: Database) -> None:
    with sqlite_database.writing() as connection:
        work = UnitOfWork(connection, installed())
        players = sign_up(work, "alice", "bob")
        board = Board.begin(
            installed()["hex"], 101, {"size": 3, "handicap": 0}, list(players.values()), bytes(16), NOW
        )

        with pytest.raises(ValueError, match="is not over"):
            work.ratings.rate(board)


def test_rating_and_making_anew_go_along_indexes(database: Database) -> None:
    with database.writing() as connection:
        play_sequence(connection, SEQUENCES[3])
    with recorded(database) as statements, database.writing() as connection:
        work = UnitOfWork(connection, installed())
        players = work.players.named(["p2", "p4"])
        end_game(work, players, {"seats": ["p2", "p4"], "resigned": [0, 0], "winner": "p2", "points": 1})
        work.standings.place("hex", players.values())
        work.game_limits.challenged("hex", list(players.values()))
        work.game_limits.of("hex", players.values())
        work.ratings.rebuild("hex")
        work.standings.estimates(players["p2"], ["hex", "trichet"], 50)

    with database.writing() as connection:
        assert scans(connection, statements) == []


@pytest.mark.long
def test_two_games_of_the_same_players_that_end_at_once_are_both_counted(postgresql_database: Database) -> None:
    with postgresql_database.writing() as connection:
        sign_up(UnitOfWork(connection, installed()), "alice", "bob")

    def end(winner: str) -> None:
        with postgresql_database.writing() as connection:
            work = UnitOfWork(connection, installed())
            players = work.players.named(["alice", "bob"])
            end_game(work, players, {"seats": ["alice", "bob"], "resigned": [0, 0], "winner": winner, "points": 1})

    threads = [threading.Thread(target=end, args=(winner,)) for winner in ("alice", "bob") * 5]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with postgresql_database.writing() as connection:
        counted = {row[0]: row[2:5] for row in table(connection)}
        assert counted == {"alice": (5, 5, 0), "bob": (5, 5, 0)}
        before, came_about = table(connection), history(connection)
        assert len(came_about) == 20
        work = UnitOfWork(connection, installed())
        work.standings.place_all("hex")
        work.ratings.rebuild("hex")
        assert [row[:-1] for row in table(connection)] == [row[:-1] for row in before]
        assert history(connection) == came_about
