"""The tables that only the web door and what feeds it need, as those in `tables`."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text

from pbmserv.storage.moments import Moment
from pbmserv.storage.tables import METADATA, RowId

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("digest", String(64), unique=True, nullable=False),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    # What it is good for: all that a page can do, one board, or what a program may (read, play).
    Column("scope", String(8), nullable=False),
    Column("board_id", ForeignKey("boards.id"), index=True),
    # What its owner knows it by: the browser that it was opened with, or the name that they gave it.
    Column("label", String(120), default="", nullable=False),
    Column("opened_at", Moment, nullable=False),
    Column("used_at", Moment, nullable=False),
    Column("expires_at", Moment, index=True, nullable=False),
)
"""Somebody whom the web door knows without a password, by a random word: kept as its SHA-256, never as itself."""

WEB_LINKS = Table(
    "web_links",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    # The board that it has led to; null for a link to sign in with.
    Column("board_id", ForeignKey("boards.id"), index=True),
    Column("expires_at", Moment, index=True, nullable=False),
)
"""A link in a letter by which a session is opened once: kept as the SHA-256 of its token.

A link to sign in with is here until it is used, one to a board since it was used.
"""

BOARD_NOTES = Table(
    "board_notes",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("board_id", ForeignKey("boards.id"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
)
"""What a player has noted about a board, for their own eyes."""

REMARKS = Table(
    "remarks",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    Column("at", Moment, nullable=False),
    # How many moves had been made.
    Column("after", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Index("ix_remarks_board_id_id", "board_id", "id"),
)
"""What somebody has said to the readers of a board, with a move or without one: all of them have had it by mail."""
