"""The tables. Everything that grows is reached through an index; nothing here knows how it is used.

Userids and addresses are kept as their owners wrote them, beside a `_key` in lower case by which they are found.
Times are UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Moment(TypeDecorator[datetime]):
    """A time that is aware of its zone on both databases (SQLite forgets it)."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


# SQLite numbers rows by itself only where the key is a plain INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")


class Base(DeclarativeBase):
    """What all tables have in common: names of constraints that migrations can rely on."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {  # noqa: RUF012 - SQLAlchemy's own way to say this
        datetime: Moment(),
        dict[str, Any]: JSON(),
        list[str]: JSON(),
        bytes: LargeBinary(),
    }


class UserRow(Base):
    """A player. The row stays when the player leaves, so that the name is never given to anybody else."""

    __tablename__ = "users"
    __table_args__ = (
        Index("ix_users_suspended", "userid_key", sqlite_where=text("suspended_at IS NOT NULL"),
              postgresql_where=text("suspended_at IS NOT NULL")),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    userid: Mapped[str] = mapped_column(String(32))
    userid_key: Mapped[str] = mapped_column(String(32), unique=True)
    password_hash: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime]
    left_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]
    """Since when the operator does not let the player in; null where they may come."""
    settings: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """What the player chose with `change …`: broadcasts, format, replies, strict, timezone."""
    broadcast_at: Mapped[datetime | None]
    """When the player last wrote to everybody."""


class AddressRow(Base):
    """A mail address of a player; letters go there once it is confirmed."""

    __tablename__ = "addresses"
    __table_args__ = (
        UniqueConstraint("user_id", "address_key"),
        Index("ix_addresses_suspended", "id", sqlite_where=text("suspended_at IS NOT NULL"),
              postgresql_where=text("suspended_at IS NOT NULL")),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    address: Mapped[str] = mapped_column(String(254))
    address_key: Mapped[str] = mapped_column(String(254), index=True)
    confirmed_at: Mapped[datetime | None]
    suspended_at: Mapped[datetime | None]
    """Since when nothing is sent there, because letters came back; null where they do not."""
    failing_since: Mapped[datetime | None]
    """When the first letter was written that did not arrive, of those since the player was heard from last."""
    failure: Mapped[str | None] = mapped_column(Text)
    """Why they did not, in the words of the mail server that said so last."""


class CodeRow(Base):
    """A one-time code that was mailed to somebody: kept as its SHA-256, never as itself."""

    __tablename__ = "codes"
    __table_args__ = (Index("ix_codes_user_id_purpose", "user_id", "purpose"),)

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    purpose: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(Text, default="")
    """What the code is for, where the purpose alone does not tell: the addresses that it confirms."""
    expires_at: Mapped[datetime]


class ReplyRow(Base):
    """A token by which a player answers the letters of a board without a password: kept as its SHA-256.

    The server's key makes it again from the `nonce`, for all letters of the board to have the same.
    """

    __tablename__ = "replies"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    board_number: Mapped[int] = mapped_column(primary_key=True)
    nonce: Mapped[bytes] = mapped_column(LargeBinary(16))
    digest: Mapped[str] = mapped_column(String(64), unique=True)


class VacationRow(Base):
    """A time in which a player's clocks stand still."""

    __tablename__ = "vacations"
    __table_args__ = (Index("ix_vacations_user_id_ends_at", "user_id", "ends_at"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    starts_at: Mapped[datetime] = mapped_column(primary_key=True)
    ends_at: Mapped[datetime]


class GameRow(Base):
    """What the server keeps of a game: what is counted in it, and whether challenges are taken."""

    __tablename__ = "games"

    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    next_number: Mapped[int]
    """The number of the next board."""
    next_entry: Mapped[int] = mapped_column(default=1)
    """The number of the next entry in the ratings: one player's new rating after one game."""
    open: Mapped[bool] = mapped_column(default=True)


class BoardRow(Base):
    """A board: its record's head, its terms, and the position as a cache of what replaying the record gives."""

    __tablename__ = "boards"
    __table_args__ = (
        UniqueConstraint("game", "number"),
        Index("ix_boards_game_status_number", "game", "status", "number"),
        Index("ix_boards_game_finished_at_number", "game", "finished_at", "number"),
        Index("ix_boards_game_rated_entry", "game", "rated_entry"),
        Index("ix_boards_seed", "seed"),
        Index("ix_boards_due_at", "due_at", sqlite_where=text("due_at IS NOT NULL"),
              postgresql_where=text("due_at IS NOT NULL")),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    number: Mapped[int]
    rules_version: Mapped[int]
    options: Mapped[dict[str, Any]]
    terms: Mapped[dict[str, Any]]
    seed: Mapped[bytes] = mapped_column(LargeBinary(16))
    status: Mapped[str] = mapped_column(String(8))
    position: Mapped[Any] = mapped_column(JSON())
    moves_made: Mapped[int]
    started_at: Mapped[datetime]
    last_moved_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    """When the clock has to look at the board next; null when it never has to."""
    winner_seat: Mapped[int | None]
    points: Mapped[int | None]
    reason: Mapped[str | None] = mapped_column(Text)
    scores: Mapped[Any] = mapped_column(JSON(), nullable=True)
    vote: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    nagged_at: Mapped[datetime | None]
    rated_entry: Mapped[int | None]
    """The first of the entries that its end made in the ratings: the order in which boards were rated."""


class SeatRow(Base):
    """Who sits where at a board, and how things stand for that seat."""

    __tablename__ = "seats"
    __table_args__ = (Index("ix_seats_user_id_status_to_move", "user_id", "status", "to_move"),)

    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    resigned: Mapped[bool] = mapped_column(default=False)
    leaving: Mapped[bool] = mapped_column(default=False)
    """The seat resigns when its turn comes."""
    used_seconds: Mapped[int] = mapped_column(default=0)
    warned_at: Mapped[datetime | None]
    """When its player was first reminded of the move that is due; nobody loses a game without that."""
    plans: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """What nobody but its player may know: queued moves, a hidden choice, a submitted move."""
    status: Mapped[str] = mapped_column(String(8))
    """The board's status again, so that a player's boards are found without touching those that are over."""
    to_move: Mapped[bool]


class MoveRow(Base):
    """One move of a board's record, in canonical words."""

    __tablename__ = "moves"

    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    automatic: Mapped[bool]
    at: Mapped[datetime]


class InterventionRow(Base):
    """What the operator has done to a board, and why; players are told the same."""

    __tablename__ = "interventions"

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    board_id: Mapped[int] = mapped_column(ForeignKey("boards.id"), index=True)
    at: Mapped[datetime]
    what: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text, default="")


class WatcherRow(Base):
    """Somebody who gets the letters of boards that they do not play: one board, or all of a game (board 0)."""

    __tablename__ = "watchers"
    __table_args__ = (Index("ix_watchers_game_board_number", "game", "board_number"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    board_number: Mapped[int] = mapped_column(primary_key=True)
    only_the_end: Mapped[bool] = mapped_column(primary_key=True)


class RatingRow(Base):
    """A player in one game: how they stand, and how many boards they would like to play.

    There is a row for everybody who was ever challenged or has said what they would like. `rating` is the classic
    number, `strength`, `deviation` and `volatility` are Glicko-2's.
    """

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_standing", "game", "section", "rating", "precedence", "user_id"),)

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    rating: Mapped[int]
    won: Mapped[int] = mapped_column(default=0)
    lost: Mapped[int] = mapped_column(default=0)
    tied: Mapped[int] = mapped_column(default=0)
    strength: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    precedence: Mapped[int] = mapped_column(default=0)
    """Among equal ratings the highest comes first; each entry in the ratings has a lower one than those before it."""
    section: Mapped[int | None]
    """The part of the standings that shows the player, the highest first; null for none."""
    most_boards: Mapped[int | None]
    """How many boards the player wants to play at the same time; null for any number."""
    seeking: Mapped[int] = mapped_column(default=0)
    """How many challenges the player would like."""


class InboxRow(Base):
    """A request as it came in by mail. The text goes when the request is done, since it may hold a password."""

    __tablename__ = "inbox"
    __table_args__ = (
        Index("ix_inbox_waiting", "id", sqlite_where=text("status = 'waiting'"),
              postgresql_where=text("status = 'waiting'")),
        Index("ix_inbox_status_received_at", "status", "received_at"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    received_at: Mapped[datetime]
    request: Mapped[str] = mapped_column(String(16), default="")
    """By what the log knows the message, from the door on; the letters that it causes bear the same."""
    door: Mapped[str] = mapped_column(String(8))
    sender: Mapped[str] = mapped_column(String(512))
    recipients: Mapped[list[str]]
    message: Mapped[bytes | None]
    status: Mapped[str] = mapped_column(String(8), default="waiting")
    attempts: Mapped[int] = mapped_column(default=0)
    outcome: Mapped[str | None] = mapped_column(Text)
    """How it ended, in a few words for the operator; a traceback where it failed."""
    done_at: Mapped[datetime | None]


class SeenRow(Base):
    """A message that has been carried out, so that it is not carried out again when it comes a second time."""

    __tablename__ = "seen"

    once_key: Mapped[str] = mapped_column(String(64), primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)


class TallyRow(Base):
    """One of the things that may happen only so often, such as a wrong password; gone when it is too old to count."""

    __tablename__ = "tallies"
    __table_args__ = (Index("ix_tallies_what_whose_at", "what", "whose", "at"),)

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    what: Mapped[str] = mapped_column(String(16))
    whose: Mapped[str] = mapped_column(String(320))
    at: Mapped[datetime] = mapped_column(index=True)


class OutboxRow(Base):
    """A letter on its way: whole when it is stored, so that sending it again sends the very same."""

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_waiting", "due_at", "id", sqlite_where=text("status = 'waiting'"),
              postgresql_where=text("status = 'waiting'")),
        Index("ix_outbox_status_created_at", "status", "created_at"),
        Index("ix_outbox_user_id_created_at", "user_id", "created_at"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(RowId, primary_key=True)
    created_at: Mapped[datetime]
    request: Mapped[str] = mapped_column(String(16), default="")
    """By what the log knows the message that has caused the letter."""
    message_id: Mapped[str] = mapped_column(String(128))
    addressed_to: Mapped[list[str]] = mapped_column(default=list)
    recipients: Mapped[list[str]]
    """The addresses that have not been served yet."""
    subject: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    html: Mapped[str | None] = mapped_column(Text)
    headers: Mapped[dict[str, Any]]
    """What is special to this letter: Reply-To, In-Reply-To, References, Auto-Submitted, List-Unsubscribe."""
    attachments: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    """Each with its name, media_type and text."""
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    status: Mapped[str] = mapped_column(String(8), default="waiting")
    attempts: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime]
    sent_at: Mapped[datetime | None]
    outcome: Mapped[str | None] = mapped_column(Text)
    returned: Mapped[dict[str, Any]] = mapped_column(default=dict)
    """What mail servers further on have reported of it after it was sent: by address, in their words."""


class SecretRow(Base):
    """A key that all processes of one server share, made when it is first asked for."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[bytes]
