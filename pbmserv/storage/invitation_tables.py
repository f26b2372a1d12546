"""The tables of games that wait until somebody has said yes, as those in `tables`."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, String, Table

from pbmserv.storage.moments import Moment
from pbmserv.storage.tables import METADATA, RowId

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("game", String(32), nullable=False),
    # Who has invited; null where it was the operator.
    Column("user_id", ForeignKey("users.id")),
    # What was typed, and the words for the others. There is no address in it.
    Column("challenge", JSON, nullable=False),
    Column("expires_at", Moment, index=True, nullable=False),
    Index("ix_invitations_user_id_game", "user_id", "game"),
)
"""A challenge that waits for somebody who was invited by mail address."""

INVITED = Table(
    "invited",
    METADATA,
    # Of the code in the letter.
    Column("digest", String(64), primary_key=True),
    Column("invitation_id", ForeignKey("invitations.id"), index=True, nullable=False),
    # Where they stand among those who were named.
    Column("place", Integer, nullable=False),
    # Empty where no letter went there; gone with the invitation.
    Column("address", String(254), nullable=False),
    Column("address_hash", String(64), nullable=False),
    # Who has said yes; null while nobody has.
    Column("user_id", ForeignKey("users.id")),
)
"""Somebody who was invited by mail address, until all have answered or it has lapsed."""

UNINVITED = Table(
    "uninvited",
    METADATA,
    # With a key of the server's: without it, nobody can tell whether an address is here.
    Column("address_hash", String(64), primary_key=True),
)
"""A mail address that no invitation goes to any more, since its owner has said no, or, with another hash, since one
has gone there to somebody who is no player; it is not kept itself."""

REMATCHES = Table(
    "rematches",
    METADATA,
    # The board that is over.
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
    Column("asked_at", Moment, nullable=False),
    # How often anything of it has changed.
    Column("changes", Integer, default=0, server_default="0", nullable=False),
    # The number of the board that has begun; null while not all want it.
    Column("next_number", Integer),
)
"""That the players of a board are asked whether they want to play once more."""

REMATCH_ANSWERS = Table(
    "rematch_answers",
    METADATA,
    Column("board_id", ForeignKey("rematches.board_id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True, index=True),
    # Those who agree come in the order in which they have said so.
    Column("place", Integer, nullable=False),
    Column("agrees", Boolean, nullable=False),
    CheckConstraint("place >= 0", name="ck_rematch_answers_place"),
)
"""What a player has answered to that."""
