"""How boards stand, in so few words that it can be asked every second for all who wait to hear of them.

Nothing that is hidden makes a difference to any of it; who has agreed to what does to the stamps (`stamps_of`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby, islice
from operator import attrgetter
from typing import Any

from sqlalchemy import bindparam, func, select

from pbmserv.play.board import Status
from pbmserv.storage.remarks import REMARKS
from pbmserv.storage.rematches import REMATCHES
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, SEATS

AT_ONCE = 500
"""Databases take only so many values with one statement."""


@dataclass(frozen=True, slots=True)
class BoardStamp:
    """How a board stands: `to_move` are the numbers of the players who have to move. The `stamp` is another one as
    soon as anything has happened that its page shows to anybody."""

    game: str
    number: int
    moves: int
    status: Status
    to_move: frozenset[int]
    stamp: str


@dataclass(frozen=True)
class Snapshot:
    """How boards stand at one moment, by their rows; and on which of them players play, by the players' numbers."""

    boards: Mapping[int, BoardStamp]
    of_players: Mapping[int, frozenset[int]]


NOTHING_YET = Snapshot({}, {})

_PLAYED = select(SEATS.c.user_id, SEATS.c.board_id).where(
    SEATS.c.user_id.in_(bindparam("players", expanding=True)), SEATS.c.status == Status.ACTIVE
)
# That something was said everybody may know who asks for the letters of a board; what was said is on its page.
LAST_REMARK = (
    select(func.max(REMARKS.c.id)).where(REMARKS.c.board_id == BOARDS.c.id).scalar_subquery().label("last_remark")
)
"""The newest words on a board, for queries of boards."""

# In the same way, everybody may know that something has been said about playing once more; what, its players see.
REMATCH = select(REMATCHES.c.changes).where(REMATCHES.c.board_id == BOARDS.c.id).scalar_subquery().label("rematch")
"""How often those who have played on a board have said something about a rematch, for queries of boards."""

_STANDING = (
    select(
        BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.moves_made, BOARDS.c.status, BOARDS.c.last_moved_at,
        BOARDS.c.vote, BOARDS.c.offer, SEATS.c.user_id, SEATS.c.resigned, SEATS.c.to_move, LAST_REMARK,
        REMATCH,
    )
    .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
    .order_by(BOARDS.c.id, SEATS.c.seat)
)  # fmt: skip
_STANDING_OF_SOME = _STANDING.where(BOARDS.c.id.in_(bindparam("boards", expanding=True)))


class BoardStamps(Repository):
    """How boards stand, within one transaction."""

    def row_of(self, game: str, number: int) -> int | None:
        """The row of a board; None where there is none, or none any more."""
        query = select(BOARDS.c.id).where(
            BOARDS.c.game == game, BOARDS.c.number == number, BOARDS.c.status != Status.REMOVED
        )
        return self._connection.scalar(query)

    def snapshot(self, players: Collection[int], boards: Collection[int], before: Snapshot = NOTHING_YET) -> Snapshot:
        """How these boards stand, and all on which these players play or did so in the snapshot `before`.

        Boards that have not changed are the same objects as before: they are many, and kept by whoever waits.
        """
        played: dict[int, set[int]] = {player: set() for player in players}
        for some in _parts(sorted(players)):
            for row in self._connection.execute(_PLAYED, {"players": some}):
                played[row.user_id].add(row.board_id)
        wanted = set(boards).union(*played.values(), *(before.of_players.get(player, ()) for player in players))
        standing: dict[int, BoardStamp] = {}
        for some in _parts(sorted(wanted)):
            rows = self._connection.execute(_STANDING_OF_SOME, {"boards": some})
            for board_id, its_rows in groupby(rows, key=attrgetter("id")):
                rows_of_it = list(its_rows)
                seats = [(each.user_id, each.resigned, each.to_move) for each in rows_of_it]
                standing[board_id] = standing_of(rows_of_it[0], seats, before.boards.get(board_id))
        return Snapshot(standing, {player: frozenset(found) for player, found in played.items()})


def stamps_of(boards: Mapping[int, BoardStamp]) -> str:
    """How these boards, by their rows, stand, in a few words: the same in every process.

    They are made of things, too, that not everybody may know, and of so few that one could try them all. They are for
    this server alone.
    """
    return repr(sorted((row, each.stamp) for row, each in boards.items()))


def standing_of(row: Any, seats: Sequence[tuple[int, bool, bool]], before: BoardStamp | None = None) -> BoardStamp:
    """How a board stands, by its row with `LAST_REMARK` and `REMATCH`; where nothing has changed the object `before`.

    Of each of the `seats`: the number of its player, whether they have resigned, and whether they have to move.
    """
    asked = row.vote, row.offer
    told = repr(
        (row.moves_made, row.status, row.last_moved_at.isoformat(), asked, row.last_remark, row.rematch, seats)
    )
    stamp = sha256(told.encode()).hexdigest()[:16]
    if before is not None and before.stamp == stamp:
        return before
    to_move = frozenset(player for player, _, moves in seats if moves)
    return BoardStamp(row.game, row.number, row.moves_made, Status(row.status), to_move, stamp)


def _parts(numbers: Sequence[int]) -> Iterator[list[int]]:
    left = iter(numbers)
    while part := list(islice(left, AT_ONCE)):
        yield part
