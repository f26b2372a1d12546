"""Stamps of boards, cheap enough to be polled every second for all listeners.

They do not depend on hidden information, except for votes (see `stamps_of`).
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
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, REMARKS, REMATCHES, SEATS

AT_ONCE = 500
"""The maximum number of parameters in a statement."""


@dataclass(frozen=True, slots=True)
class BoardStamp:
    """The state of a board: `to_move` are ids of players. `stamp` changes with everything that its page shows to
    anybody.
    """

    game: str
    number: int
    moves: int
    status: Status
    to_move: frozenset[int]
    stamp: str


@dataclass(frozen=True)
class Snapshot:
    """The states of boards by row id, and which of them each player plays on, by player id."""

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
"""A subquery: the newest remark on a board."""

# In the same way, everybody may know that something has been said about playing once more; what, its players see.
REMATCH = select(REMATCHES.c.changes).where(REMATCHES.c.board_id == BOARDS.c.id).scalar_subquery().label("rematch")
"""A subquery: how often players have acted on a rematch of a board."""

_STANDING = (
    select(
        BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.moves_made, BOARDS.c.status, BOARDS.c.last_moved_at,
        BOARDS.c.undone, BOARDS.c.vote, BOARDS.c.offer, SEATS.c.user_id, SEATS.c.resigned, SEATS.c.to_move,
        LAST_REMARK, REMATCH,
    )
    .join(SEATS, SEATS.c.board_id == BOARDS.c.id)
    .order_by(BOARDS.c.id, SEATS.c.seat)
)  # fmt: skip
_STANDING_OF_SOME = _STANDING.where(BOARDS.c.id.in_(bindparam("boards", expanding=True)))


class BoardStamps(Repository):
    def row_of(self, game: str, number: int) -> int | None:
        """The row id of a board; None if it does not exist or is removed."""
        query = select(BOARDS.c.id).where(
            BOARDS.c.game == game, BOARDS.c.number == number, BOARDS.c.status != Status.REMOVED
        )
        return self._connection.scalar(query)

    def snapshot(self, players: Collection[int], boards: Collection[int], before: Snapshot = NOTHING_YET) -> Snapshot:
        """The states of these boards, and of all on which these players play, or did in the snapshot `before`.

        Unchanged boards keep the same objects, as many are held by listeners.
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
    """A short tag for the states of these boards by row id, the same in every process.

    It depends on private things with so few values that all could be tried, so it must not leave the server.
    """
    return repr(sorted((row, each.stamp) for row, each in boards.items()))


def standing_of(row: Any, seats: Sequence[tuple[int, bool, bool]], before: BoardStamp | None = None) -> BoardStamp:
    """The state of a board, from its row with `LAST_REMARK` and `REMATCH`; the object `before` if unchanged.

    Each of the `seats`: player id, whether resigned, whether to move.
    """
    # A move that is made and taken back between two looks leaves as many moves as before.
    moved = row.moves_made, row.undone, row.status, row.last_moved_at.isoformat()
    told = repr((*moved, (row.vote, row.offer), row.last_remark, row.rematch, seats))
    stamp = sha256(told.encode()).hexdigest()[:16]
    if before is not None and before.stamp == stamp:
        return before
    to_move = frozenset(player for player, _, moves in seats if moves)
    return BoardStamp(row.game, row.number, row.moves_made, Status(row.status), to_move, stamp)


def _parts(numbers: Sequence[int]) -> Iterator[list[int]]:
    left = iter(numbers)
    while part := list(islice(left, AT_ONCE)):
        yield part
