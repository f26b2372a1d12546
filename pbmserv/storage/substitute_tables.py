"""The table of players whose seats others have taken over, as those in `tables`."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, Table

from pbmserv.storage.tables import METADATA

EARLIER_PLAYERS = Table(
    "earlier_players",
    METADATA,
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # In the order in which they have had the seat: 0 has had it since the start.
    Column("place", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
)
"""Somebody who has left a board, and in whose seat another plays."""
