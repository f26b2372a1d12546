"""The tables of what the server's own bots have to think about."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from pbmserv.storage.moments import Moment
from pbmserv.storage.tables import METADATA, RowId

THINKING = Table(
    "thinking",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    # The number of the next move on the board.
    Column("move_number", Integer, nullable=False),
    # What is to be found: a move, or an answer to what has been proposed.
    Column("about", String(8), nullable=False),
    Column("wanted_at", Moment, nullable=False),
    # When a process may take it; later than now while one has it, null where it has failed for good.
    Column("due_at", Moment, index=True),
    Column("attempts", Integer, default=0, nullable=False),
    # What went wrong last.
    Column("failure", Text),
    # The player who waits for it; null where only bots play.
    Column("for_user_id", RowId),
    # The order in which jobs are done: see `Thinking.keep`.
    Column("place", BigInteger, default=0, nullable=False),
    UniqueConstraint("board_id", "seat"),
    Index("ix_thinking_place", "place", "id"),
    Index("ix_thinking_for_user_id_place", "for_user_id", "place"),
)
"""What a bot of the server's own has to think about. It is gone as soon as its board changes, and written anew."""

THINKING_FAILURES = Table(
    "thinking_failures",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("at", Moment, index=True, nullable=False),
    Column("board_id", ForeignKey("boards.id"), index=True, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move_number", Integer, nullable=False),
    Column("why", Text, nullable=False),
)
"""A move that a bot could not find by thinking, and why; for the operator, and not for long."""

THINKING_TURN = Table(
    "thinking_turn",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("place", BigInteger, nullable=False),
)
"""One row: the place of the job that was taken last. A new one comes after it, whoever waits for it."""
