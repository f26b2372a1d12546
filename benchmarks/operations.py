"""What players and the clock do, as operations that can be timed: each as in life, committed, and undone afterwards.

What an operation changes is taken back before the next, outside of the time that is measured, so that it can be
repeated as often as one likes on a database that stays as large as it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from sqlalchemy import delete, insert, select, update

from benchmarks.load import ADDRESS
from benchmarks.population import Playing, Population, address_of, userid_of
from benchmarks.templates import PASSWORD, cheap_passwords
from pbmserv.commands.requests.credentials import Credential
from pbmserv.games.catalogue import installed
from pbmserv.play.board import FIRST_BOARD
from pbmserv.post_office import PostOffice, Request
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from pbmserv.storage.schema import SCHEMA
from pbmserv.storage.tables import BOARDS

GAME = "trichet"
DUE_BOARDS = 10
"""How many boards a round of the clock finds due."""


class Refused(RuntimeError):
    """What was to be measured was not done."""


@dataclass
class World:
    """A database with boards in it, and the server on it."""

    database: Database
    population: Population
    chance: Random

    def __post_init__(self) -> None:
        self.office = PostOffice(self.database, installed(), ADDRESS, cheap_passwords())
        # Not looked for right before something is timed: that would leave its mark on the processor's caches, and
        # the larger the population the more.
        self.in_the_middle = self.population.where(GAME)
        self.before_the_end = self.population.where(GAME, ends=True)
        self.lowest_playing = self.population.lowest_playing(GAME)

    def say(self, sender: str, line: str) -> float:
        """The seconds that a command takes.

        Raises `Refused`.
        """
        start = time.perf_counter()
        answer = self.office.handle(Request(Credential(sender), (line,), "", ""))
        seconds = time.perf_counter() - start
        if answer.error is not None:
            raise Refused(f"{answer.outcome}: {answer.error}")
        return seconds

    def any_board_over(self) -> int:
        """The number of some board of the game that is over."""
        return self.chance.randrange(FIRST_BOARD, self.lowest_playing)

    def any_user(self) -> str:
        """Some player."""
        return userid_of(self.chance.randrange(self.population.users) + 1)


def move(world: World) -> float:
    """A move in the middle of the game."""
    return _moved(world, world.chance.choice(world.in_the_middle))


def end_of_a_game(world: World) -> float:
    """The last move of a game, which is rated."""
    return _moved(world, world.chance.choice(world.before_the_end))


def show(world: World) -> float:
    """A board that is being played is shown to whoever asks."""
    board = world.chance.choice(world.in_the_middle)
    return world.say(address_of(world.any_user()), f"{GAME} show {board.number}")


def show_old(world: World) -> float:
    """A board is shown at which, most likely, nobody has looked for years: the larger the database, the longer."""
    return world.say(address_of(world.any_user()), f"{GAME} show {world.any_board_over()}")


def games_next(world: World) -> float:
    """The list of boards on which a player has to move."""
    board = world.chance.choice(world.in_the_middle)
    return world.say(board.sender, f"{GAME} games next {board.mover}")


def challenge(world: World) -> float:
    """A new board."""
    one, other = world.chance.sample(range(1, world.population.users + 1), 2)
    before = _State(world, [], [one, other])
    seconds = world.say(address_of(userid_of(one)), f"{GAME} challenge {userid_of(one)} {userid_of(other)}")
    before.restore()
    return seconds


def standings(world: World) -> float:
    """The first page of the standings."""
    return world.say(address_of(world.any_user()), f"{GAME} standings")


def history(world: World) -> float:
    """The first page of the games that are over."""
    return world.say(address_of(world.any_user()), f"{GAME} history")


def games_list(world: World) -> float:
    """The games that are played here, and how much each of them is."""
    return world.say(address_of(world.any_user()), "list")


def clock(world: World) -> float:
    """What the clock takes for each board that is due: players are reminded."""
    with world.database.reading() as connection:
        due = connection.execute(
            select(BOARDS.c.id, BOARDS.c.due_at)
            .where(BOARDS.c.due_at.is_not(None))
            .order_by(BOARDS.c.due_at, BOARDS.c.id)
            .limit(DUE_BOARDS)
        ).all()
    at: datetime = due[-1].due_at
    before = _State(world, [row.id for row in due], [])
    looked_at: list[int] = []
    scheduler = Scheduler(world.database, world.office, installed(), stopping=lambda: len(looked_at) == len(due))
    start = time.perf_counter()
    made = scheduler.make_round(at, progress=looked_at.append)
    seconds = time.perf_counter() - start
    before.restore()
    if made.failed or not made.looked_at:
        raise Refused(f"the clock looked at {made.looked_at} boards, and failed at {len(made.failed)}")
    return seconds / made.looked_at


OPERATIONS: dict[str, Callable[[World], float]] = {
    "move": move,
    "end of a game": end_of_a_game,
    "show": show,
    "show, an old board": show_old,
    "games … next": games_next,
    "challenge": challenge,
    "standings": standings,
    "history": history,
    "list": games_list,
    "clock, each due board": clock,
}


def _moved(world: World, board: Playing) -> float:
    seats = SCHEMA.tables["seats"]
    with world.database.reading() as connection:
        players = connection.scalars(select(seats.c.user_id).where(seats.c.board_id == board.id)).all()
    before = _State(world, [board.id], players)
    seconds = world.say(board.sender, f"{GAME} move {board.number} {board.mover} {PASSWORD} {board.text}")
    before.restore()
    return seconds


class _State:
    """How some boards and the ratings of some players are before an operation."""

    def __init__(self, world: World, board_ids: Sequence[int], user_ids: Sequence[int]) -> None:
        self._world = world
        tables = SCHEMA.tables
        self._boards, ratings, history = tables["boards"], tables["ratings"], tables["rating_history"]
        self._parts = [
            (tables["seats"], tables["seats"].c.board_id.in_(board_ids)),
            (tables["moves"], tables["moves"].c.board_id.in_(board_ids)),
            (ratings, ratings.c.user_id.in_(user_ids) & (ratings.c.game == GAME)),
            (history, history.c.user_id.in_(user_ids) & (history.c.game == GAME)),
        ]
        last = world.population.boards
        self._new = [
            (table, table.c[key] > last)
            for table, key in ((tables["seats"], "board_id"), (tables["moves"], "board_id"), (self._boards, "id"))
        ]
        self._new += [
            (tables["tallies"], tables["tallies"].c.id > world.population.users),
        ]
        with world.database.reading() as connection:
            boards = select(self._boards).where(self._boards.c.id.in_(board_ids))
            self._board_rows = connection.execute(boards).mappings().all()
            self._rows = [
                connection.execute(select(table).where(which)).mappings().all() for table, which in self._parts
            ]

    def restore(self) -> None:
        """Have everything as it was, but for the letters that were written."""
        with self._world.database.writing() as connection:
            for table, which in self._new:
                connection.execute(delete(table).where(which))
            for row in self._board_rows:
                connection.execute(update(self._boards).where(self._boards.c.id == row["id"]).values(**row))
            for (table, which), rows in zip(self._parts, self._rows, strict=True):
                connection.execute(delete(table).where(which))
                if rows:
                    connection.execute(insert(table), [dict(row) for row in rows])
