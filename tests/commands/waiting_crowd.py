"""Much that waits, or is remembered, of ten thousand players: what commands ask of it must not grow with that."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import Table, insert, select

from pbmserv.games.catalogue import installed
from pbmserv.storage.blocks import BLOCKS
from pbmserv.storage.database import Database
from pbmserv.storage.invitations import INVITATIONS, INVITED, UNINVITED
from pbmserv.storage.open_challenges import OPEN_CHALLENGES, OPEN_SEATS
from pbmserv.storage.punctuality import PUNCTUALITY
from pbmserv.storage.rematches import REMATCH_ANSWERS
from pbmserv.storage.reports import REPORTS
from pbmserv.storage.substitutes import EARLIER_PLAYERS
from pbmserv.storage.tables import BOARDS, MOVES, REMARKS, REMATCHES, USERS
from pbmserv.storage.tournaments import DIVISIONS, ENTRANTS, PAIRINGS, PLACES, SEASONS, TOURNAMENTS
from tests.conversation import START

SOME = 2_000
"""Rows of each table, or more."""
FIRST = 1_000_000
"""Their numbers are higher than those that the database gives next."""
GAMES = ("trichet", "goofspiel", "triominoes")
LATER = START + timedelta(days=20)
PLAYERS_OF_A_DIVISION = 10


def add_what_waits(database: Database) -> None:
    """Fill those tables that measuring leaves empty, as if others had done it all."""
    with database.writing() as connection:
        users = list(connection.scalars(select(USERS.c.id).where(USERS.c.bot.is_(None)).order_by(USERS.c.id)))
        boards = list(connection.scalars(select(BOARDS.c.id).order_by(BOARDS.c.id).limit(SOME)))
        for table, rows in _rows(users, boards):
            connection.execute(insert(table), list(rows))
        remarks = connection.scalars(select(REMARKS.c.id)).all()
        reports = [{"remark_id": remark, "user_id": users[1], "at": START, "why": ""} for remark in remarks]
        connection.execute(insert(REPORTS), reports)
    if not database.is_sqlite:
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as alone:
            alone.exec_driver_sql("ANALYZE")


def _on_boards(users: list[int], boards: list[int]) -> Iterator[tuple[Table, Iterator[dict[str, Any]]]]:
    """What was done and said on boards, long ago."""
    yield (
        MOVES,
        (
            {"board_id": board, "number": FIRST, "seat": 0, "text": "d3", "automatic": False, "at": START}
            for board in boards
        ),
    )
    yield (
        REMARKS,
        ({"board_id": board, "user_id": users[0], "at": START, "after": 0, "words": "Hello!"} for board in boards),
    )
    yield EARLIER_PLAYERS, ({"board_id": board, "seat": 9, "place": 0, "user_id": users[0]} for board in boards)


def _rows(users: list[int], boards: list[int]) -> Iterator[tuple[Table, Iterator[dict[str, Any]]]]:
    yield from _on_boards(users, boards)
    month = START.year * 12 + START.month
    yield PUNCTUALITY, ({"user_id": user, "month": month, "in_time": 9, "late": 1} for user in users)
    yield (
        BLOCKS,
        ({"user_id": users[number], "blocked_id": users[-number], "at": START} for number in range(2, SOME)),
    )
    yield (
        OPEN_CHALLENGES,
        (
            {
                "id": FIRST + number,
                "game": GAMES[number % len(GAMES)],
                "number": FIRST + number,
                "user_id": users[number],
                "options": {
                    option.name: option.default for option in installed()[GAMES[number % len(GAMES)]].options
                },
                "terms": {},
                "conditions": {},
                "put_up_at": START,
                "lapses_at": LATER + timedelta(seconds=number),
            }
            for number in range(1, SOME)
        ),
    )
    yield (
        OPEN_SEATS,
        (
            {"challenge_id": FIRST + number, "seat": seat, "user_id": None if seat else users[number]}
            for number in range(1, SOME)
            for seat in (0, 1)
        ),
    )
    yield (
        INVITATIONS,
        (
            {"id": FIRST + number, "game": "hex", "user_id": users[number], "challenge": {}, "expires_at": LATER}
            for number in range(1, SOME)
        ),
    )
    yield (
        INVITED,
        (
            {
                "digest": f"{number:064}",
                "invitation_id": FIRST + number,
                "place": 1,
                "address": f"guest{number}@example.org",
                "address_hash": f"{number:064}",
            }
            for number in range(1, SOME)
        ),
    )
    yield UNINVITED, ({"address_hash": f"{number:064}"} for number in range(SOME, 2 * SOME))
    yield REMATCHES, ({"board_id": board, "asked_at": START} for board in boards)
    yield (
        REMATCH_ANSWERS,
        ({"board_id": board, "user_id": users[board % len(users)], "place": 0, "agrees": False} for board in boards),
    )
    yield from _tournaments(users, boards)


def _tournaments(users: list[int], boards: list[int]) -> Iterator[tuple[Table, Iterator[dict[str, Any]]]]:
    """Most of them are over."""
    numbers = range(1, SOME)
    yield (
        TOURNAMENTS,
        (
            {
                "id": FIRST + number,
                "name": f"cup-{number}",
                "name_key": f"cup-{number}",
                "game": "hex",
                "options": {},
                "terms": {},
                "recurring": False,
                "bots": False,
                "owner_id": users[number],
                "created_at": START,
                "ended_at": START if number > 200 else None,
            }
            for number in numbers
        ),
    )
    yield (
        SEASONS,
        (
            {
                "id": FIRST + number,
                "tournament_id": FIRST + number,
                "number": 1,
                "stage": "over" if number > 200 else "running",
                "starts_at": START,
                "begun_at": START,
                "ended_at": START if number > 200 else None,
                "due_at": None,
            }
            for number in numbers
        ),
    )
    yield (
        ENTRANTS,
        ({"tournament_id": FIRST + number, "user_id": users[number], "entered_at": START} for number in numbers),
    )
    yield (
        DIVISIONS,
        ({"id": FIRST + number, "season_id": FIRST + number, "number": 1, "begun_at": START} for number in numbers),
    )
    yield (
        PLACES,
        (
            {"division_id": FIRST + number, "place": place, "user_id": users[(number + place) % len(users)]}
            for number in numbers
            for place in range(PLAYERS_OF_A_DIVISION)
        ),
    )
    yield (
        PAIRINGS,
        (
            {
                "division_id": FIRST + number,
                "low": 0,
                "high": 1,
                "low_begins": True,
                "board_id": board,
                "low_id": users[number % len(users)],
                "high_id": users[(number + 1) % len(users)],
            }
            for number, board in zip(numbers, boards, strict=False)
        ),
    )
