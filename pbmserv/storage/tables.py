"""The main tables. Everything that grows has an index.

Userids and addresses are stored as written, with a lower-case `_key` for lookups. Times are UTC. Partial indexes are
in `schema`. No ORM classes: importing the ORM would slow down every start.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    select,
)

from pbmserv.storage.utc_datetime import UtcDatetime

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""Shared metadata, with constraint names that migrations rely on."""


# SQLite numbers rows only where the key is a plain INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")


USERS = Table(
    "users",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("userid", String(32), nullable=False),
    Column("userid_key", String(32), unique=True, nullable=False),
    Column("password_hash", String(255), nullable=False),
    Column("created_at", UtcDatetime, nullable=False),
    Column("left_at", UtcDatetime),
    # Since when the operator does not let the player in; null where they may come.
    Column("suspended_at", UtcDatetime),
    # What the player chose with `change …`: broadcasts, format, letters, replies, strict, timezone.
    Column("settings", JSON, default=dict, nullable=False),
    # When the player last wrote to everybody.
    Column("broadcast_at", UtcDatetime),
    # The level of a bot of the server's own, or what stands in its place for somebody's program; null for a person.
    Column("bot", String(16)),
    # When a guest is deleted with all that is theirs; null for who has signed up.
    Column("guest_until", UtcDatetime),
    # From which provider's network a guest has come; null for who has signed up.
    Column("guest_network", String(64)),
)
"""A player. The row stays after the player leaves, so that nobody gets the name."""

ADDRESSES = Table(
    "addresses",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("address", String(254), nullable=False),
    Column("address_key", String(254), index=True, nullable=False),
    # The address without what is only a spelling of it, such as a tag: the same for all that one person has there.
    Column("mailbox", String(254), index=True),
    Column("confirmed_at", UtcDatetime),
    # Since when nothing is sent there, because letters came back; null where they do not.
    Column("suspended_at", UtcDatetime),
    # When the first letter was written that did not arrive, of those since the player was heard from last.
    Column("failing_since", UtcDatetime),
    # Why they did not, in the words of the mail server that said so last.
    Column("failure", Text),
    UniqueConstraint("user_id", "address_key"),
)
"""A player's mail address; letters go there once it is confirmed."""

CODES = Table(
    "codes",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("purpose", String(16), nullable=False),
    # What the code is for, where the purpose alone does not tell: the addresses that it confirms.
    Column("subject", Text, default="", nullable=False),
    Column("expires_at", UtcDatetime, nullable=False),
    Index("ix_codes_user_id_purpose", "user_id", "purpose"),
)
"""A mailed one-time code, stored only as its SHA-256."""

REPLY_TOKENS = Table(
    "replies",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("board_id", ForeignKey("boards.id"), primary_key=True, index=True),
    Column("nonce", LargeBinary(16), nullable=False),
    Column("digest", String(64), unique=True, nullable=False),
)
"""An old reply token for a board, stored only as its SHA-256.

The server's key derives it from the `nonce`, so that all letters of the board have the same.
"""

VACATIONS = Table(
    "vacations",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("starts_at", UtcDatetime, primary_key=True),
    Column("ends_at", UtcDatetime, nullable=False),
    Index("ix_vacations_user_id_ends_at", "user_id", "ends_at"),
)
"""A period in which a player's clocks stop."""

GAMES = Table(
    "games",
    METADATA,
    Column("game", String(32), primary_key=True),
    # The number of the next board.
    Column("next_number", Integer, nullable=False),
    # The number of the next entry in the ratings: one player's new rating after one game.
    Column("next_entry", Integer, default=1, nullable=False),
    # How many boards were being played, and by how many, when it was counted last: for lists, where there are many.
    Column("boards_counted", Integer, default=0, nullable=False),
    Column("players_counted", Integer, default=0, nullable=False),
    Column("open", Boolean, default=True, nullable=False),
)
"""Per-game counters, and whether challenges are accepted."""

BOARDS = Table(
    "boards",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("seed", LargeBinary(16), nullable=False),
    # The SHA-256 of the seed that the first letter told of, in hexadecimal: no seed but that one is the board's.
    Column("commitment", String(64), nullable=False),
    # The player at whose wish the board was begun; null where that was none of its players.
    Column("challenger_id", ForeignKey("users.id")),
    Column("status", String(8), nullable=False),
    Column("position", JSON, nullable=False),
    Column("moves_made", Integer, nullable=False),
    Column("started_at", UtcDatetime, nullable=False),
    Column("last_moved_at", UtcDatetime, nullable=False),
    # When the clocks went on after a question of this move; how many moves were taken back, and how often some were.
    Column("resumed_at", UtcDatetime),
    Column("undone", Integer, default=0, server_default="0", nullable=False),
    Column("finished_at", UtcDatetime),
    # When the clock has to look at the board next; null when it never has to.
    Column("due_at", UtcDatetime),
    Column("winner_seat", Integer),
    Column("points", Integer),
    # The text of the reason, as it is before its values are put in, and these. Of older boards it is the sentence,
    # and there are no values.
    Column("reason", Text),
    Column("reason_values", JSON(none_as_null=True)),
    Column("scores", JSON),
    Column("vote", JSON(none_as_null=True)),
    # How many letters beside those of turns its readers have had since they last did something here, and what waits
    # for their next one; null where there is nothing of that.
    Column("unread", JSON(none_as_null=True)),
    # What has been proposed about a seat whose player has left: to whom it is offered, and who agrees.
    Column("offer", JSON(none_as_null=True)),
    # Since when whoever comes can take over such a seat; null where that is nobody.
    Column("offered_at", UtcDatetime),
    Column("nagged_at", UtcDatetime),
    # The first of the entries that its end made in the ratings: the order in which boards were rated.
    Column("rated_entry", Integer),
    UniqueConstraint("game", "number"),
    Index("ix_boards_game_status_number", "game", "status", "number"),
    Index("ix_boards_game_finished_at_number", "game", "finished_at", "number"),
    Index("ix_boards_game_rated_entry", "game", "rated_entry"),
    Index("ix_boards_seed", "seed"),
)
"""A board: record header, terms, and the position as a cache of the replayed record."""

NOT_OF_GUESTS = select(USERS.c.guest_until).where(USERS.c.id == BOARDS.c.challenger_id).scalar_subquery().is_(None)
"""The condition that a board is none of a guest: these stand in no list but the guest's own."""

SEATS = Table(
    "seats",
    METADATA,
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("resigned", Boolean, default=False, nullable=False),
    # The seat resigns when its turn comes.
    Column("leaving", Boolean, default=False, nullable=False),
    Column("used_seconds", Integer, default=0, nullable=False),
    # Since the last move: how much time a question has left, whether that was made a day, and ties proposed.
    Column("left_seconds", Integer),
    Column("eased", Boolean, default=False, server_default=false(), nullable=False),
    Column("asked", Integer, default=0, server_default="0", nullable=False),
    # How often its deadline has changed without a move.
    Column("shifts", Integer, default=0, server_default="0", nullable=False),
    # Whether its player has asked for the game or agreed to it, and was not only challenged.
    Column("wanted", Boolean, default=False, server_default=false(), nullable=False),
    # How many moves its player has made before, and after, they were reminded of them.
    Column("in_time", Integer, default=0, server_default="0", nullable=False),
    Column("late", Integer, default=0, server_default="0", nullable=False),
    # When its player was first reminded of the move that is due; nobody loses a game without that.
    Column("warned_at", UtcDatetime),
    # What nobody but its player may know: queued moves, a hidden choice, a submitted move.
    Column("plans", JSON, default=dict, nullable=False),
    # The board's status again, so that a player's boards are found without touching those that are over.
    Column("status", String(8), nullable=False),
    Column("to_move", Boolean, nullable=False),
    Index("ix_seats_user_id_status_to_move", "user_id", "status", "to_move"),
)
"""A seat of a board with its state."""

REMARKS = Table(
    "remarks",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("board_id", ForeignKey("boards.id"), nullable=False),
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    Column("at", UtcDatetime, nullable=False),
    # How many moves had been made.
    Column("after", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Index("ix_remarks_board_id_id", "board_id", "id"),
)
"""A remark on a board; it was mailed to all readers, too."""

REMATCHES = Table(
    "rematches",
    METADATA,
    # The board that is over.
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
    Column("asked_at", UtcDatetime, nullable=False),
    # How often anything of it has changed.
    Column("changes", Integer, default=0, server_default="0", nullable=False),
    # The number of the board that has begun; null while not all want it.
    Column("next_number", Integer),
)
"""A rematch proposed to the players of a board."""

MOVES = Table(
    "moves",
    METADATA,
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("at", UtcDatetime, nullable=False),
    Column("value", Text, nullable=True),
    # How many seconds each seat had used after it: "3600 86400"; null for moves older than this, or from elsewhere.
    Column("used", Text, nullable=True),
    # On SQLite, those of a board lie side by side, though they are made days apart.
    sqlite_with_rowid=False,
)
"""A move of a record, in canonical notation and by value; older moves have no value."""

INTERVENTIONS = Table(
    "interventions",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("board_id", ForeignKey("boards.id"), index=True, nullable=False),
    Column("at", UtcDatetime, nullable=False),
    Column("what", Text, nullable=False),
    Column("what_values", JSON(none_as_null=True)),
    Column("reason", Text, default="", nullable=False),
)
"""An operator's intervention on a board, with the reason that players are told."""

OPERATOR_LOG = Table(
    "operator_log",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("at", UtcDatetime, nullable=False),
    # The name of the account on the machine that the command was typed by.
    Column("who", String(64), nullable=False),
    # As it was typed after `pbmserv`: `admin user suspend`.
    Column("command", String(64), nullable=False),
    # What was given with it, by name; no secrets.
    Column("arguments", JSON, nullable=False),
)
"""An operator's change by tool, written in the same transaction."""

WATCHERS = Table(
    "watchers",
    METADATA,
    Column("board_id", ForeignKey("boards.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True, index=True),
    Column("only_the_end", Boolean, primary_key=True),
    # Null where it was never noted, and for who has played there: they have heard all that was said before.
    Column("since", UtcDatetime),
)
"""A watcher of a board."""

GAME_WATCHERS = Table(
    "game_watchers",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True, index=True),
    Column("only_the_end", Boolean, primary_key=True),
    Column("since", UtcDatetime),
)
"""A watcher of all boards of a game, present and future."""

RATINGS = Table(
    "ratings",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("won", Integer, default=0, nullable=False),
    Column("lost", Integer, default=0, nullable=False),
    Column("tied", Integer, default=0, nullable=False),
    Column("strength", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    # Among equal ratings the highest comes first; each entry in the ratings has a lower one than those before it.
    Column("precedence", Integer, default=0, nullable=False),
    # The part of the standings that shows the player, the highest first; null for none.
    Column("section", Integer),
    Index("ix_ratings_standing", "game", "section", "rating", "precedence", "user_id"),
)
"""A player in one game.

There is a row for everybody who was ever challenged or set a limit. `rating` is the classic number; `strength`,
`deviation` and `volatility` are Glicko-2's.
"""

GAME_LIMITS = Table(
    "game_limits",
    METADATA,
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    # How many boards the player wants to play at the same time; null for any number.
    Column("most_boards", Integer),
    # How many challenges the player would like.
    Column("seeking", Integer, nullable=False),
    # Since when, or since when they were brought together with somebody last; null where they are not to be.
    Column("seeking_since", UtcDatetime),
    CheckConstraint("most_boards >= 0", name="ck_game_limits_most_boards"),
    CheckConstraint("seeking >= 0", name="ck_game_limits_seeking"),
)
"""What a player would like of one game; who has said nothing has no row. Whoever has one has a row of ratings too."""

RATING_HISTORY = Table(
    "rating_history",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    # As the games of all players are counted: see `rated_entry` of boards, and `precedence` of ratings.
    Column("entry", Integer, primary_key=True),
    Column("strength", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    # On SQLite, those of a player lie side by side, though they are made weeks apart.
    sqlite_with_rowid=False,
)
"""A player's Glicko-2 numbers after each rated game; games older than this table are missing until ratings are
rebuilt.
"""

INBOX = Table(
    "inbox",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("received_at", UtcDatetime, nullable=False),
    # By what the log knows the message, from the front end on; the letters that it causes bear the same.
    Column("request", String(16), default="", nullable=False),
    Column("door", String(8), nullable=False),
    Column("sender", String(512), nullable=False),
    Column("author", String(320), default="", server_default="", nullable=False),
    Column("recipients", JSON, nullable=False),
    Column("message", LargeBinary),
    Column("status", String(8), default="waiting", nullable=False),
    Column("attempts", Integer, default=0, nullable=False),
    # How many servers have ended while they had this in hand, and nothing else; `place` is told of in `inbox_order`.
    Column("ended", Integer, default=0, server_default="0", nullable=False),
    # The boards (`hex 101`) for which others wait since this was set aside; null for none.
    Column("holds", JSON(none_as_null=True)),
    Column("place", BigInteger, default=0, server_default="0", nullable=False),
    # How it ended, in a few words for the operator; a traceback where it failed.
    Column("outcome", Text),
    Column("done_at", UtcDatetime),
    Index("ix_inbox_status_received_at", "status", "received_at"),
)
"""A request received by mail. Its text, which may hold a password, is deleted when it is done."""

SEEN = Table(
    "seen",
    METADATA,
    Column("once_key", String(64), primary_key=True),
    Column("at", UtcDatetime, index=True, nullable=False),
)
"""A message already carried out, so that a duplicate is not."""

TALLIES = Table(
    "tallies",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("what", String(16), nullable=False),
    Column("whose", String(320), nullable=False),
    Column("at", UtcDatetime, index=True, nullable=False),
    # How often it has happened at that moment: letters, of so many bytes in all.
    Column("times", Integer, default=1, nullable=False),
    Column("size", BigInteger, default=0, nullable=False),
    Index("ix_tallies_what_whose_at", "what", "whose", "at"),
)
"""An event under a rate limit, such as a wrong password or a letter; deleted when too old to count."""

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("created_at", UtcDatetime, nullable=False),
    # By what the log knows the message that has caused the letter.
    Column("request", String(16), default="", nullable=False),
    Column("message_id", String(128), nullable=False),
    Column("addressed_to", JSON, default=list, nullable=False),
    # The addresses that have not been served yet.
    Column("recipients", JSON, nullable=False),
    Column("subject", Text, nullable=False),
    Column("text", Text, nullable=False),
    # What its part in HTML shows beside the text: links. Null for a letter of text only.
    Column("page", JSON(none_as_null=True)),
    # What is special to this letter: Reply-To, In-Reply-To, References, Auto-Submitted, List-Unsubscribe.
    Column("headers", JSON, nullable=False),
    # Each with its name, media_type and text.
    Column("attachments", JSON(none_as_null=True)),
    Column("user_id", ForeignKey("users.id")),
    Column("status", String(8), default="waiting", nullable=False),
    Column("attempts", Integer, default=0, nullable=False),
    Column("due_at", UtcDatetime, nullable=False),
    Column("sent_at", UtcDatetime),
    Column("outcome", Text),
    Index("ix_outbox_status_created_at", "status", "created_at"),
    Index("ix_outbox_user_id_created_at", "user_id", "created_at"),
)
"""A letter with all its content, so that resending sends the same.

Its HTML, five times as long as the text, is made when it is sent.
"""

RETURNED_LETTERS = Table(
    "returned_letters",
    METADATA,
    Column("letter_id", ForeignKey("outbox.id", ondelete="CASCADE"), primary_key=True),
    Column("address_key", String(320), primary_key=True),
    # What a mail server further on has reported.
    Column("words", Text, nullable=False),
    Index("ix_returned_letters_address_key_letter_id", "address_key", "letter_id"),
)
"""A bounce of a letter from one of its addresses; deleted with the letter."""

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""A key shared by all processes, created on first use."""
