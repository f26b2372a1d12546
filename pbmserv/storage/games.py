"""Per-game data: next numbers, whether challenges are accepted, and counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Column, bindparam, distinct, func, select, update

from pbmserv.play.board import FIRST_BOARD, Status
from pbmserv.storage import upsert
from pbmserv.storage.open_challenges import OPEN_CHALLENGES
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, Prepared
from pbmserv.storage.tables import BOARDS, GAMES, NOT_OF_GUESTS, SEATS

COUNTED_EACH_TIME = 200
"""Up to this many boards of a game are counted on demand; beyond it the clock counts them."""

_FIRST_ENTRY = 1

_IS_OPEN = Prepared(select(GAMES.c.open).where(GAMES.c.game == bindparam("game")))
_CLOSED_AMONG = BatchSelect((GAMES.c.game,), select(GAMES.c.game).where(GAMES.c.open.is_(False)).where)
_KEPT_COUNTS = BatchSelect(
    (GAMES.c.game,), select(GAMES.c.game, GAMES.c.players_counted, GAMES.c.boards_counted).where
)
_COUNTED = BatchSelect(
    (BOARDS.c.game,),
    select(
        BOARDS.c.game,
        func.count(distinct(BOARDS.c.id)).label("boards"),
        func.count(distinct(SEATS.c.user_id)).label("players"),
    )
    .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
    .where(BOARDS.c.status == Status.ACTIVE, SEATS.c.resigned.is_(False), NOT_OF_GUESTS)
    .group_by(BOARDS.c.game)
    .where,
)


@dataclass(frozen=True)
class Count:
    players: int
    active: int


class Games(Repository):
    def take_number(self, game: str) -> int:
        """Take the number of a new board; it is returned if the transaction fails."""
        return self._take(game, GAMES.c.next_number, FIRST_BOARD, 1)

    def take_numbers(self, game: str, count: int) -> range:
        first = self._take(game, GAMES.c.next_number, FIRST_BOARD, count)
        return range(first, first + count)

    def take_entries(self, game: str, count: int) -> int:
        """Take `count` numbers of rating entries and return the first; others wait until the transaction ends."""
        return self._take(game, GAMES.c.next_entry, _FIRST_ENTRY, count)

    def keep_number(self, game: str, number: int) -> bool:
        """Take this number for a new board if it is free; later boards get higher ones."""
        # The row that this changes, or makes, keeps others from taking numbers meanwhile.
        next_number = self._take(game, GAMES.c.next_number, FIRST_BOARD, 0)
        for table in (BOARDS, OPEN_CHALLENGES):
            taken = select(table.c.id).where(table.c.game == game, table.c.number == number)
            if self._connection.scalar(taken) is not None:
                return False
        if next_number <= number:
            self._connection.execute(update(GAMES).where(GAMES.c.game == game).values(next_number=number + 1))
        return True

    def is_open(self, game: str) -> bool:
        row = _IS_OPEN.row(self._connection, {"game": game})
        return row is None or row.open

    def closed(self, among: Iterable[str] | None = None) -> set[str]:
        """The games that accept no challenges, of all or of some."""
        query = select(GAMES.c.game).where(GAMES.c.open.is_(False))
        return set(self._connection.scalars(query if among is None else query.where(GAMES.c.game.in_(among))))

    def closed_among(self, games: Iterable[str]) -> set[str]:
        """Those of these games that accept no challenges."""
        return {row.game for row in _CLOSED_AMONG.rows(self._connection, [(game,) for game in games])}

    def set_open(self, game: str, is_open: bool) -> None:
        new = upsert.insert(self._connection, GAMES).values(game=game, next_number=FIRST_BOARD, open=is_open)
        self._connection.execute(new.on_conflict_do_update(index_elements=[GAMES.c.game], set_={"open": is_open}))

    def counts(self, games: Iterable[str]) -> dict[str, Count]:
        """The active boards of each game and their active players.

        For games with many boards this is the clock's last count.
        """
        found = dict.fromkeys(games, Count(0, 0))
        found |= self._kept_counts(found)
        few = [game for game, count in found.items() if count.active <= COUNTED_EACH_TIME]
        return found | self._counted(few)

    def counts_to_keep(self, games: Iterable[str]) -> dict[str, Count]:
        kept = self._kept_counts(games)
        return {
            game: count
            for game, count in self._counted(kept).items()
            if count != kept[game] and max(count.active, kept[game].active) > COUNTED_EACH_TIME
        }

    def keep_counts(self, counts: Mapping[str, Count]) -> None:
        for game, count in sorted(counts.items()):
            values = {"boards_counted": count.active, "players_counted": count.players}
            self._connection.execute(update(GAMES).where(GAMES.c.game == game).values(values))

    def _take(self, game: str, following: Column[int], first: int, count: int) -> int:
        """Take `count` numbers from a column that holds the next, and return the first."""
        values = {"its_game": game, "after_first": first + count, "taken": count}
        [row] = _taking(self._connection.dialect.name, following).rows(self._connection, values)
        return int(row[0]) - count

    def _kept_counts(self, games: Iterable[str]) -> dict[str, Count]:
        rows = _KEPT_COUNTS.rows(self._connection, [(game,) for game in games])
        return {row.game: Count(row.players_counted, row.boards_counted) for row in rows}

    def _counted(self, games: Iterable[str]) -> dict[str, Count]:
        found = dict.fromkeys(games, Count(0, 0))
        for row in _COUNTED.rows(self._connection, [(game,) for game in found]):
            found[row.game] = Count(row.players, row.boards)
        return found


@cache
def _taking(dialect: str, following: Column[int]) -> Prepared:
    values: dict[str, Any] = {
        "game": bindparam("its_game"),
        "next_number": FIRST_BOARD,
        "next_entry": _FIRST_ENTRY,
        "open": True,
    }
    values |= {"boards_counted": 0, "players_counted": 0, following.name: bindparam("after_first")}
    new = upsert.insert_for(dialect, GAMES).values(values)
    changed = {following.name: following + bindparam("taken")}
    return Prepared(new.on_conflict_do_update(index_elements=[GAMES.c.game], set_=changed).returning(following))
