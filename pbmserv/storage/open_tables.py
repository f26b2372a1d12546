"""The tables of games that wait for players, and of players who wait for games, as those in `tables`."""

from __future__ import annotations

from sqlalchemy import JSON, Column, ForeignKey, Integer, String, Table, Text, UniqueConstraint

from pbmserv.storage.moments import Moment
from pbmserv.storage.tables import METADATA, RowId

OPEN_CHALLENGES = Table(
    "open_challenges",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("game", String(32), nullable=False),
    # That of the board which it will be: no board has it before.
    Column("number", Integer, nullable=False),
    # Who has put it up.
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    Column("options", JSON, nullable=False),
    Column("terms", JSON, nullable=False),
    # Who may take a seat.
    Column("conditions", JSON, nullable=False),
    # What the others read when the game begins.
    Column("words", Text, default="", nullable=False),
    # Of how many who joined or left its owner has been told by letter, and who else did; null for none.
    Column("visits", JSON(none_as_null=True)),
    Column("put_up_at", Moment, nullable=False),
    Column("lapses_at", Moment, index=True, nullable=False),
    UniqueConstraint("game", "number"),
)
"""A challenge with seats that anybody may take. The row goes when the game begins, or does not wait any more.

It is no board: what lists, shows, watches or rates boards need not know of it. Only its number is taken.
"""

MATCHED_BOARDS = Table(
    "matched_boards",
    METADATA,
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
)
"""A board that has come of seeking: two who play on one are not brought together once more meanwhile."""

PUNCTUALITY = Table(
    "punctuality",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    # Months since the year 0.
    Column("month", Integer, primary_key=True),
    Column("in_time", Integer, nullable=False),
    Column("late", Integer, nullable=False),
)
"""How many moves a player has made before they were reminded of them, and how many after or never: those of the games
that ended in a month. A game that the clock has put them out of counts as one move more, at once."""

OPEN_SEATS = Table(
    "open_seats",
    METADATA,
    Column("challenge_id", ForeignKey("open_challenges.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # Null as long as nobody has taken it.
    Column("user_id", ForeignKey("users.id"), index=True),
)
"""A seat of such a challenge."""
