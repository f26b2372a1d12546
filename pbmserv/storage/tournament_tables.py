"""The tables of tournaments: a tournament has seasons, a season divisions, a division places and pairings."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from pbmserv.storage.moments import Moment
from pbmserv.storage.tables import METADATA, RowId

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("name", String(32), nullable=False),
    Column("name_key", String(32), unique=True, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("terms", JSON, nullable=False),
    # Whether a season follows a season.
    Column("recurring", Boolean, nullable=False),
    # Whether machine players may join.
    Column("bots", Boolean, nullable=False),
    # With so many players it begins at once; null where it waits for its day.
    Column("size", Integer),
    # Who has set it up; null for the operator.
    Column("owner_id", ForeignKey("users.id")),
    # The hash of the word that it takes to join; null where anybody can.
    Column("word_hash", String(255)),
    Column("created_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Index("ix_tournaments_owner_id_ended_at", "owner_id", "ended_at"),
)
"""A tournament: what is played in it, and by which terms."""

SEASONS = Table(
    "seasons",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("stage", String(9), nullable=False),
    # When it is to begin.
    Column("starts_at", Moment, nullable=False),
    Column("begun_at", Moment),
    Column("ended_at", Moment),
    # When the clock has to look at it next; null when it never has to.
    Column("due_at", Moment),
    UniqueConstraint("tournament_id", "number"),
)
"""One round robin of a tournament, in one or several divisions."""

ENTRANTS = Table(
    "entrants",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    # When the player has joined, or has shown since then that they are there, otherwise than by a move.
    Column("entered_at", Moment, nullable=False),
    Index("ix_entrants_user_id", "user_id"),
)
"""Somebody who plays in the next season that begins."""

DIVISIONS = Table(
    "divisions",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("number", Integer, nullable=False),
    # When its boards were begun, all at once; null while nobody can see it.
    Column("begun_at", Moment),
    # When its players were told of the last table.
    Column("ended_at", Moment),
    UniqueConstraint("season_id", "number"),
)
"""At most ten players of a season, who all meet each other."""

PLACES = Table(
    "places",
    METADATA,
    Column("division_id", ForeignKey("divisions.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    # Whom the operator has replaced by this player; null where it is the one who began.
    Column("instead_of", ForeignKey("users.id")),
    # Since when the player has been out of it, by the operator's word.
    Column("withdrawn_at", Moment),
    UniqueConstraint("division_id", "user_id"),
    Index("ix_places_user_id", "user_id"),
)
"""Who plays in a division; places count from 0, the strongest first."""

PAIRINGS = Table(
    "pairings",
    METADATA,
    # No pair of places meets twice.
    Column("division_id", ForeignKey("divisions.id"), primary_key=True),
    Column("low", Integer, primary_key=True),
    Column("high", Integer, primary_key=True),
    Column("low_begins", Boolean, nullable=False),
    Column("board_id", ForeignKey("boards.id"), unique=True, nullable=False),
    # Who began the game, whoever has the places now, and whatever seats they have changed to.
    Column("low_id", ForeignKey("users.id"), index=True, nullable=False),
    Column("high_id", ForeignKey("users.id"), index=True, nullable=False),
    # What the operator has decided of the result, against the board: low, high, tie or void.
    Column("ruling", String(4)),
)
"""The game of two places of a division."""

SEASON_NEWS = Table(
    "season_news",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("season_id", ForeignKey("seasons.id"), index=True, nullable=False),
    Column("at", Moment, nullable=False),
    Column("what", Text, nullable=False),
    Column("reason", Text, default="", nullable=False),
)
"""What the operator has done to a season, and why; its players were told the same."""
