"""Databases of any size, as they are after years: players, boards that are over or being played, ratings, mail.

Boards are copies of some that were really played (`templates`), moved in time and given to other players. However
many boards there are in all, as many of the players sit on one that is being played, since what is compared is the
size of the database and not of a player's share. Even the smallest has enough games that are over to fill a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from random import Random
from typing import Any

from sqlalchemy import delete, func, insert, select

from benchmarks.bulk import Row, Table, Write, bulk
from benchmarks.templates import PASSWORD, Stage, Template, Templates, make_templates
from pbmserv.play.board import FIRST_BOARD
from pbmserv.play.clock import ARCHIVED_AFTER
from pbmserv.play.ratings import NEWCOMER, Standing, new_rating
from pbmserv.storage.database import Database
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.standings import Section
from pbmserv.storage.tables import USERS

GAMES = ("trichet",) * 7 + ("trioker-line",) * 2 + ("goofspiel",)
"""The games of ten boards."""

YEARS = timedelta(days=5 * 365)
"""For how long there have been boards that are over."""

LAST_DAYS = timedelta(days=6)
OLDEST = timedelta(days=6, hours=23, minutes=45)
"""Within which time the boards that are being played were moved on: none is due at once, a few are so soon."""

STEPS = 2000
LAST_STEPS = 50
"""How many different times there are for boards that are over, and for those that are being played."""

NOT_DUE = timedelta(days=2)
"""How long before its time a board that is over is archived already: the clock has to do with the others only."""

AT_ONCE = 20_000
KEPT_COPIES = 1000
KEPT_MAIL = timedelta(days=30)
SEATS = 2


@dataclass(frozen=True)
class Playing:
    """A board that is being played, and the move that can be made on it next."""

    id: int
    game: str
    number: int
    mover: str
    text: str
    ends: bool
    """Whether that move ends the game."""

    @property
    def sender(self) -> str:
        """The address of the player who moves."""
        return address_of(self.mover)

    @property
    def command(self) -> str:
        """What the player who moves writes."""
        return f"{self.game} move {self.number} {self.mover} {PASSWORD} {self.text}"


@dataclass
class Population:
    """What was written to a database, as far as anybody needs to know."""

    users: int
    boards: int
    next_numbers: dict[str, int] = field(default_factory=dict)
    playing: list[Playing] = field(default_factory=list)

    def highest(self, game: str) -> int:
        """The number of a game's last board."""
        return self.next_numbers[game] - 1

    def lowest_playing(self, game: str) -> int:
        """The number of a game's first board that is being played: all before it are over."""
        return min(board.number for board in self.playing if board.game == game)

    def where(self, game: str, ends: bool = False) -> list[Playing]:
        """The boards of a game that are in the middle of it, or before their last move."""
        return [board for board in self.playing if board.game == game and board.ends == ends]


MANY_POSITIONS = 24
"""So many that no drawing is still remembered when its position comes again: players' boards all differ."""


def userid_of(number: int) -> str:
    """The name of the player with this number in the database."""
    return f"player{number}"


def address_of(userid: str) -> str:
    """The address of a player."""
    return f"{userid}@players.example"


def populate(
    database: Database,
    users: int,
    boards: int,
    games: Sequence[str] = GAMES,
    playing: int | None = None,
    positions: int = MANY_POSITIONS,
) -> Population:
    """Fill an empty database. One board is being played for four players, or `playing` in all.

    The boards of a game have so many different `positions` of each kind.
    """
    templates = make_templates(tuple(sorted(set(games))), positions)
    filling = _Filling(templates, users, boards, games, users // 4 if playing is None else playing)
    with database.writing() as connection:
        # Those are the bots of every server. Here, players are counted from 1, and bots come after them.
        bots = [dict(row) for row in connection.execute(select(USERS)).mappings()]
        connection.execute(delete(USERS))
    with bulk(database) as write:
        filling.write_players(write)
        filling.write_boards(write)
        filling.write_ratings(write)
        filling.write_mail(write)
    with database.writing() as connection:
        connection.execute(insert(USERS), [{**bot, "id": users + number} for number, bot in enumerate(bots, 1)])
        if not database.is_sqlite:
            connection.execute(select(func.setval("users_id_seq", users + len(bots))))
    return filling.population


@dataclass
class _Numbers:
    """What is counted of one game while its boards are made."""

    next_number: int = FIRST_BOARD
    next_entry: int = 1
    playing: list[int] = field(default_factory=list)
    """The players of each board that is being played."""
    standings: dict[int, Standing] = field(default_factory=dict)
    last_entries: dict[int, int] = field(default_factory=dict)


class _Filling:
    def __init__(self, templates: Templates, users: int, boards: int, games: Sequence[str], playing: int) -> None:
        self._templates = templates
        self._games = games
        self._over = boards - playing
        self._now = datetime.now(UTC)
        self._chance = Random(boards)  # noqa: S311 - it has to be the same each time
        self._numbers = {game: _Numbers() for game in games}
        self.population = Population(users, boards)
        self._cache: dict[tuple[int, timedelta], _Moved] = {}

    def write_players(self, write: Write) -> None:
        users = range(1, self.population.users + 1)
        self._write_copies(
            write,
            "users",
            ({"id": number, "userid": userid_of(number), "userid_key": userid_of(number)} for number in users),
        )
        addresses = [address_of(userid_of(number)) for number in users]
        self._write_copies(
            write,
            "addresses",
            (
                {"id": number, "user_id": number, "address": address, "address_key": address, "mailbox": address}
                for number, address in zip(users, addresses, strict=True)
            ),
        )
        # The key of all tokens in the letters of boards.
        self._write_copies(write, "secrets", iter([{}]))
        for table in ("vacations", "codes", "tallies"):
            self._write_copies(write, table, self._now_and_then(table))

    def write_boards(self, write: Write) -> None:
        tables = [
            _TABLES[name] for name in ("boards", "seats", "moves", "replies", "interventions", "rating_history")
        ]
        rows: list[list[tuple[Any, ...]]] = [[] for _ in tables]
        for board_id, template, offset, players in self._boards():
            for its_rows, more in zip(rows, self._rows_of(board_id, template, offset, players), strict=True):
                its_rows += more
            if board_id % AT_ONCE == 0 or board_id == self.population.boards:
                # As they were written: those of a board lie between those of others.
                rows[tables.index(_MOVES)].sort(key=itemgetter(_MOVES.columns.index("at")))
                for table, its_rows in zip(tables, rows, strict=True):
                    write(table, its_rows)
                    its_rows.clear()
        self._write_copies(write, "watchers", self._now_and_then("watchers"))

    def write_ratings(self, write: Write) -> None:
        self.population.next_numbers = {game: each.next_number for game, each in self._numbers.items()}
        write(
            Table("games"),
            [
                Table("games").values(
                    {
                        "game": game,
                        "next_number": each.next_number,
                        "next_entry": each.next_entry,
                        "open": 1,
                        "boards_counted": len(each.playing) // SEATS,
                        "players_counted": len(set(each.playing)),
                    }
                )
                for game, each in self._numbers.items()
            ],
        )
        for game, numbers in self._numbers.items():
            self._write_copies(
                write,
                "ratings",
                (
                    {
                        "user_id": user,
                        "game": game,
                        "rating": standing.rating,
                        "won": standing.won,
                        "lost": standing.lost,
                        "tied": standing.tied,
                        **_strength(standing),
                        "precedence": -numbers.last_entries[user],
                        "section": int(Section.ESTABLISHED if standing.established else Section.PROVISIONAL),
                    }
                    for user, standing in sorted(numbers.standings.items())
                ),
            )
            self._write_copies(
                write, "game_limits", ({"user_id": user, "game": game} for user in sorted(numbers.standings))
            )

    def write_mail(self, write: Write) -> None:
        """A letter and a request for each player, of the time for which they are kept."""
        numbers = range(1, self.population.users + 1)
        times = [_stored(self._now - KEPT_MAIL * (1 - number / len(numbers))) for number in numbers]
        self._write_copies(
            write,
            "inbox",
            ({"id": n, "received_at": at, "done_at": at} for n, at in zip(numbers, times, strict=True)),
        )
        self._write_copies(
            write,
            "outbox",
            (
                {"id": n, "user_id": n, "created_at": at, "due_at": at, "sent_at": at}
                for n, at in zip(numbers, times, strict=True)
            ),
        )
        self._write_copies(
            write, "seen", ({"once_key": f"{n:064}", "at": at} for n, at in zip(numbers, times, strict=True))
        )

    def _boards(self) -> Iterator[tuple[int, Template, timedelta, tuple[int, int]]]:
        """Each board's number in the database, what it is a copy of, moved by how much, and who plays."""
        step = max(self._over // STEPS, 1)
        for index in range(self._over):
            ended_at = self._now - YEARS * (1 - (index // step * step) / self._over)
            stage = Stage.ARCHIVED if self._now - ended_at > ARCHIVED_AFTER - NOT_DUE else Stage.OVER
            template = self._template(index, stage)
            offset = ended_at - template.last_moved_at
            players = self._chance.sample(range(1, self.population.users + 1), SEATS)
            yield index + 1, template, offset, (players[0], players[1])
        for index in range(self.population.boards - self._over):
            stage = Stage.LAST_MOVE if index // len(self._games) % 3 == 2 else Stage.MIDDLE
            template = self._template(index, stage)
            # The first ten are those that the clock comes to first: the same, however large the database is.
            age = LAST_DAYS * self._chance.randrange(LAST_STEPS) / LAST_STEPS
            offset = self._now - (OLDEST if index < len(self._games) else age) - template.last_moved_at
            first = SEATS * index % self.population.users
            yield self._over + index + 1, template, offset, (first + 1, (first + 1) % self.population.users + 1)

    def _template(self, index: int, stage: Stage) -> Template:
        game = self._games[index % len(self._games)]
        templates = self._templates.boards[game, stage]
        return templates[index // len(self._games) % len(templates)]

    def _rows_of(
        self, board_id: int, template: Template, offset: timedelta, players: tuple[int, int]
    ) -> list[list[tuple[Any, ...]]]:
        board, seats, moves = self._moved(template, offset)
        numbers = self._numbers[template.game]
        number = numbers.next_number
        numbers.next_number += 1
        rated: list[tuple[Any, ...]] = []
        own = {"id": board_id, "number": number, "seed": self._chance.randbytes(16), "rated_entry": None}
        is_on = template.text != ""
        if is_on:
            mover = userid_of(players[template.seat])
            ends = template in self._templates.boards[template.game, Stage.LAST_MOVE]
            numbers.playing += players
            self.population.playing.append(Playing(board_id, template.game, number, mover, template.text, ends))
        else:
            own["rated_entry"] = self._rate(numbers, template.winner_seat, players)
            rated += [
                _TABLES["rating_history"].values(
                    {"game": template.game, "user_id": player, "entry": numbers.last_entries[player],
                     **_strength(numbers.standings[player])}
                )
                for player in players
            ]  # fmt: skip
        for player in players:
            # Who plays is known to the game, and shown in its standings.
            numbers.standings.setdefault(player, NEWCOMER)
            numbers.last_entries.setdefault(player, 0)
        return [
            [_BOARDS.changed(board, own)],
            [
                _SEATS.changed(row, {"board_id": board_id, "user_id": player})
                for row, player in zip(seats, players, strict=True)
            ],
            [(board_id, *move) for move in moves],
            # As they were kept for letters of former versions.
            [_TABLES["replies"].values({"board_id": board_id, "user_id": player,
                                        "nonce": bytes(16), "digest": f"{board_id:060}{place}"})
             for place, player in enumerate(players) if is_on],
            [self._copy("interventions", {"id": board_id, "board_id": board_id})] if board_id % 100 == 0 else [],
            rated,
        ]  # fmt: skip

    def _moved(self, template: Template, offset: timedelta) -> _Moved:
        """Boards of about the same time are moved by the same offset."""
        key = (id(template), offset)
        if key not in self._cache:
            if len(self._cache) > KEPT_COPIES:
                self._cache.clear()
            self._cache[key] = _moved(template, offset)
        return self._cache[key]

    def _rate(self, numbers: _Numbers, winner_seat: int | None, players: tuple[int, int]) -> int:
        before = [numbers.standings.get(player, NEWCOMER) for player in players]
        first = numbers.next_entry
        numbers.next_entry += SEATS
        for seat, player in enumerate(players):
            own, other = before[seat], before[1 - seat]
            outcome = 0 if winner_seat is None else 1 if winner_seat == seat else -1
            rating = new_rating(own.rating, own.games, other.rating, other.games, outcome)
            won, lost, tied = own.won + (outcome > 0), own.lost + (outcome < 0), own.tied + (outcome == 0)
            numbers.standings[player] = Standing(rating, won, lost, tied)
            numbers.last_entries[player] = first + seat
        return first

    def _now_and_then(self, table: str) -> Iterator[dict[str, Any]]:
        """Rows for one of ten players."""
        for number in range(1, self.population.users + 1, 10):
            board = 1 + number % self.population.boards
            changes: dict[str, dict[str, Any]] = {
                "vacations": {"user_id": number},
                "codes": {"user_id": number, "digest": f"{number:064}"},
                "tallies": {"id": number, "whose": userid_of(number)},
                "watchers": {"user_id": number, "board_id": board},
            }
            yield changes[table]

    def _write_copies(self, write: Write, table: str, changes: Iterator[dict[str, Any]]) -> None:
        write(Table(table), [self._copy(table, change) for change in changes])

    def _copy(self, table: str, change: Row) -> tuple[Any, ...]:
        return _TABLES[table].values({**self._templates.rows[table], **change})


_TABLES = {name: Table(name) for name in SCHEMA.tables}
_BOARDS, _SEATS, _MOVES = _TABLES["boards"], _TABLES["seats"], _TABLES["moves"]
_TIMES = {
    name: {column.name for column in table.columns if column.name.endswith("_at") or column.name == "at"}
    for name, table in SCHEMA.tables.items()
}


def _strength(standing: Standing) -> dict[str, float]:
    """Such numbers as Glicko-2's are; nobody is challenged by them."""
    return {"strength": 1.25 * standing.rating - 500, "deviation": 350 / (1 + standing.games) ** 0.5}


_Moved = tuple[tuple[Any, ...], list[tuple[Any, ...]], list[tuple[Any, ...]]]


def _moved(template: Template, offset: timedelta) -> _Moved:
    """The rows of a board at another time; those of its moves without the number of the board."""
    return (
        _BOARDS.values(_row_moved("boards", template.board, offset)),
        [_SEATS.values(_row_moved("seats", row, offset)) for row in template.seats],
        [_MOVES.values(_row_moved("moves", row, offset))[1:] for row in template.moves],
    )


def _row_moved(table: str, row: Row, offset: timedelta) -> Row:
    return {
        name: _stored(datetime.fromisoformat(value) + offset) if value and name in _TIMES[table] else value
        for name, value in row.items()
    }


def _stored(at: datetime) -> str:
    """A time as it stands in SQLite; PostgreSQL reads it in its own zone, which is set to UTC."""
    return at.replace(tzinfo=None).isoformat(" ", "microseconds")
