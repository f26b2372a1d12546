"""Substitutes: earlier holders of seats, and seats free for anyone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import BindParameter, Column, ForeignKey, Integer, Select, Table, delete, insert, select

from pbmserv.play.board import Player, Seat, Status
from pbmserv.play.substituting import FreeSeats
from pbmserv.storage.listing import Listing, bots_in
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, METADATA, USERS

EARLIER_PLAYERS = Table(
    "earlier_players",
    METADATA,
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # In the order in which they have had the seat: 0 has had it since the start.
    Column("place", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
)
"""A player who left a board, and whose seat another has."""


class Substitutes(Repository):
    def keep_earlier(self, board_id: int, seats: Sequence[Seat]) -> None:
        self._connection.execute(delete(EARLIER_PLAYERS).where(EARLIER_PLAYERS.c.board_id == board_id))
        rows = [
            {"board_id": board_id, "seat": number, "place": place, "user_id": player.id}
            for number, seat in enumerate(seats)
            for place, player in enumerate(seat.earlier)
        ]
        if rows:
            self._connection.execute(insert(EARLIER_PLAYERS), rows)

    def earlier_of(self, board_ids: Sequence[int]) -> dict[int, dict[int, tuple[Player, ...]]]:
        """The earlier holders of seats, by board row id and seat."""
        found: dict[int, dict[int, tuple[Player, ...]]] = {board_id: {} for board_id in board_ids}
        rows = self._connection.execute(
            select(EARLIER_PLAYERS)
            .where(EARLIER_PLAYERS.c.board_id.in_(board_ids))
            .order_by(EARLIER_PLAYERS.c.board_id, EARLIER_PLAYERS.c.seat, EARLIER_PLAYERS.c.place)
        ).all()
        # Of hardly any page of boards is there one: nobody's name has to be looked up then.
        names = self._names({row.user_id for row in rows}) if rows else {}
        for row in rows:
            seats = found[row.board_id]
            seats[row.seat] = (*seats.get(row.seat, ()), Player(row.user_id, names[row.user_id]))
        return found

    def _names(self, user_ids: set[int]) -> dict[int, str]:
        rows = self._connection.execute(select(USERS.c.id, USERS.c.userid).where(USERS.c.id.in_(user_ids)))
        return {row.id: row.userid for row in rows}

    def offered_to(self, player: Player) -> list[tuple[str, int]]:
        """Game and number of the boards on which this player is proposed as a substitute, in order."""
        rows = self._connection.execute(
            select(BOARDS.c.game, BOARDS.c.number, BOARDS.c.offer)
            .where(BOARDS.c.offer.is_not(None), BOARDS.c.status == Status.ACTIVE)
            .order_by(BOARDS.c.game, BOARDS.c.number)
        )
        return [(row.game, row.number) for row in rows if row.offer and (row.offer["to"] or [0])[0] == player.id]

    def free_seats(self, games: Iterable[str], limit: int) -> list[FreeSeats]:
        """Boards of these games with a seat free for anyone, latest offer first."""
        rows = self._connection.execute(
            select(BOARDS.c.id, BOARDS.c.game, BOARDS.c.number, BOARDS.c.moves_made, BOARDS.c.offered_at)
            .where(BOARDS.c.offered_at.is_not(None), BOARDS.c.status == Status.ACTIVE, BOARDS.c.game.in_(games))
            .order_by(BOARDS.c.offered_at.desc())
            .limit(limit)
        ).all()
        seats = Listing(self._connection).seats_of([row.id for row in rows])
        return [
            FreeSeats(
                row.game,
                row.number,
                tuple(seat.player.userid for seat in seats[row.id]),
                tuple(seat.player.userid for seat in seats[row.id] if seat.resigned),
                row.moves_made,
                row.offered_at,
                bots_in(seats[row.id]),
            )
            for row in rows
        ]


def boards_left_by(numbers: Sequence[int | BindParameter[int]]) -> Select[tuple[int]]:
    """Boards on which any of these players, by their ids, was replaced."""
    return select(EARLIER_PLAYERS.c.board_id).where(EARLIER_PLAYERS.c.user_id.in_(numbers))
