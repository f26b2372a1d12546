"""What passwords really cost: hashes of the players' own, at the costs of today or at those of older versions.

All databases are filled with one cheap hash, since a password that is remembered costs hardly anything. Where players
come for the first time since the server's start, each of them needs a real hash, with a salt of its own.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache

from argon2 import PasswordHasher
from sqlalchemy import bindparam, select, update

from benchmarks.load import message
from benchmarks.population import Playing, populate
from benchmarks.templates import PASSWORD
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.storage.database import Database
from pbmserv.storage.tables import USERS


class NotMadeAnew(RuntimeError):
    """An older hash is still there after its player has come."""


@contextmanager
def cold_boards(database: Database, count: int, older: bool = False) -> Iterator[Sequence[Playing]]:
    """So many boards in an empty database, of which no two await the same player, each with a hash of their own.

    At the end, each of these hashes must be one of today's; raises `NotMadeAnew`.
    """
    # A third of the boards are before their last move.
    playing = 2 * count
    boards = populate(database, 2 * playing, playing, ["trichet"], playing=playing).where("trichet")[:count]
    movers = [board.mover for board in boards]
    give_own_hashes(database, movers, older)
    yield boards
    check_made_anew(database, movers)


@contextmanager
def boards_of_players(
    database: Database, players: int, count: int, older: bool = False
) -> Iterator[Sequence[Sequence[Playing]]]:
    """So many boards for each of so many players in an empty database, as `cold_boards` has one for each."""
    # A third of the boards are before their last move, and on each a certain one of two players moves.
    playing = 4 * players * count
    by_player: defaultdict[str, list[Playing]] = defaultdict(list)
    for board in populate(database, 2 * players, playing, ["trichet"], playing=playing).where("trichet"):
        by_player[board.mover].append(board)
    most = sorted(by_player.values(), key=len, reverse=True)[:players]
    movers = [each[0].mover for each in most]
    give_own_hashes(database, movers, older)
    yield [each[:count] for each in most]
    check_made_anew(database, movers)


def moves_of(boards: Sequence[Playing]) -> list[tuple[str, bytes]]:
    """The next move on each board as a message, with its sender."""
    return [(board.sender, message(board.command, board.sender, number)) for number, board in enumerate(boards)]


def give_own_hashes(database: Database, userids: Iterable[str], older: bool = False) -> None:
    """Give each of these players a real hash of the password of all; `older` are those of 64 MiB."""
    names = sorted(set(userids))
    changes = [
        {"name": name, "hashed": hashed} for name, hashed in zip(names, _hashes(len(names), older), strict=False)
    ]
    giving = update(USERS).where(USERS.c.userid == bindparam("name")).values(password_hash=bindparam("hashed"))
    with database.writing() as connection:
        connection.execute(giving, changes)


def check_made_anew(database: Database, userids: Iterable[str]) -> None:
    """Raise `NotMadeAnew` if one of these players has a hash that costs otherwise than new ones do."""
    passwords, names = Passwords(), set(userids)
    with database.reading() as connection:
        rows = connection.execute(select(USERS.c.userid, USERS.c.password_hash)).all()
    older = [row.userid for row in rows if row.userid in names and passwords.is_outdated(row.password_hash)]
    if older:
        raise NotMadeAnew(f"{len(older)} of {len(names)} players still have an older hash, such as {older[0]}")


_kept: dict[bool, list[str]] = {False: [], True: []}


def _hashes(count: int, older: bool) -> Sequence[str]:
    """So many hashes, at least; they are kept, since they take a while, and any database may have the same ones."""
    kept = _kept[older]
    hash_password = _older_hasher().hash if older else Passwords().hash
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        kept += pool.map(hash_password, [PASSWORD] * (count - len(kept)))
    return kept


@cache
def _older_hasher() -> PasswordHasher:
    """As hashes were made before: with the library's defaults of that time."""
    return PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=4)
