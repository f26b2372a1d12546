"""The first tables"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "boards",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=16), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("position", sa.JSON(), nullable=False),
        sa.Column("moves_made", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("winner_seat", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("scores", sa.JSON(), nullable=True),
        sa.Column("vote", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("nagged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rated_entry", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boards")),
        sa.UniqueConstraint("game", "number", name=op.f("uq_boards_game_number")),
    )
    op.create_index(
        "ix_boards_due_at",
        "boards",
        ["due_at"],
        unique=False,
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_index("ix_boards_game_finished_at_number", "boards", ["game", "finished_at", "number"], unique=False)
    op.create_index("ix_boards_game_rated_entry", "boards", ["game", "rated_entry"], unique=False)
    op.create_index("ix_boards_game_status_number", "boards", ["game", "status", "number"], unique=False)
    op.create_index("ix_boards_seed", "boards", ["seed"], unique=False)
    op.create_table(
        "games",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("next_number", sa.Integer(), nullable=False),
        sa.Column("next_entry", sa.Integer(), nullable=False),
        sa.Column("boards_counted", sa.Integer(), nullable=False),
        sa.Column("players_counted", sa.Integer(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_games")),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("request", sa.String(length=16), nullable=False),
        sa.Column("door", sa.String(length=8), nullable=False),
        sa.Column("sender", sa.String(length=512), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("message", sa.LargeBinary(), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
    )
    op.create_index("ix_inbox_status_received_at", "inbox", ["status", "received_at"], unique=False)
    op.create_index(
        "ix_inbox_waiting",
        "inbox",
        ["id"],
        unique=False,
        sqlite_where=sa.text("status = 'waiting'"),
        postgresql_where=sa.text("status = 'waiting'"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "seen",
        sa.Column("once_key", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("once_key", name=op.f("pk_seen")),
    )
    op.create_index(op.f("ix_seen_at"), "seen", ["at"], unique=False)
    op.create_table(
        "tallies",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("whose", sa.String(length=320), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tallies")),
    )
    op.create_index(op.f("ix_tallies_at"), "tallies", ["at"], unique=False)
    op.create_index("ix_tallies_what_whose_at", "tallies", ["what", "whose", "at"], unique=False)
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("userid", sa.String(length=32), nullable=False),
        sa.Column("userid_key", sa.String(length=32), nullable=False),
        sa.Column("password_hash", sa.String(length=255), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("broadcast_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("userid_key", name=op.f("uq_users_userid_key")),
    )
    op.create_index(
        "ix_users_suspended",
        "users",
        ["userid_key"],
        unique=False,
        sqlite_where=sa.text("suspended_at IS NOT NULL"),
        postgresql_where=sa.text("suspended_at IS NOT NULL"),
    )
    op.create_table(
        "addresses",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=False),
        sa.Column("address_key", sa.String(length=254), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_addresses_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
        sa.UniqueConstraint("user_id", "address_key", name=op.f("uq_addresses_user_id_address_key")),
    )
    op.create_index(op.f("ix_addresses_address_key"), "addresses", ["address_key"], unique=False)
    op.create_index(
        "ix_addresses_suspended",
        "addresses",
        ["id"],
        unique=False,
        sqlite_where=sa.text("suspended_at IS NOT NULL"),
        postgresql_where=sa.text("suspended_at IS NOT NULL"),
    )
    op.create_table(
        "codes",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_codes_user_id")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_codes")),
    )
    op.create_index("ix_codes_user_id_purpose", "codes", ["user_id", "purpose"], unique=False)
    op.create_table(
        "interventions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_interventions_board_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interventions")),
    )
    op.create_index(op.f("ix_interventions_board_id"), "interventions", ["board_id"], unique=False)
    op.create_table(
        "moves",
        sa.Column("board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_moves_board_id")),
        sa.PrimaryKeyConstraint("board_id", "number", name=op.f("pk_moves")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("request", sa.String(length=16), nullable=False),
        sa.Column("message_id", sa.String(length=128), nullable=False),
        sa.Column("addressed_to", sa.JSON(), nullable=False),
        sa.Column("recipients", sa.JSON(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=True),
        sa.Column("headers", sa.JSON(), nullable=False),
        sa.Column("attachments", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("returned", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_outbox_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index("ix_outbox_status_created_at", "outbox", ["status", "created_at"], unique=False)
    op.create_index("ix_outbox_user_id_created_at", "outbox", ["user_id", "created_at"], unique=False)
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["due_at", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'waiting'"),
        postgresql_where=sa.text("status = 'waiting'"),
    )
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("tied", sa.Integer(), nullable=False),
        sa.Column("strength", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("precedence", sa.Integer(), nullable=False),
        sa.Column("section", sa.Integer(), nullable=True),
        sa.Column("most_boards", sa.Integer(), nullable=True),
        sa.Column("seeking", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ratings_user_id")),
        sa.PrimaryKeyConstraint("user_id", "game", name=op.f("pk_ratings")),
    )
    op.create_index(
        "ix_ratings_standing", "ratings", ["game", "section", "rating", "precedence", "user_id"], unique=False
    )
    op.create_table(
        "replies",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("board_number", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.LargeBinary(length=16), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_replies_user_id")),
        sa.PrimaryKeyConstraint("user_id", "game", "board_number", name=op.f("pk_replies")),
        sa.UniqueConstraint("digest", name=op.f("uq_replies_digest")),
    )
    op.create_table(
        "seats",
        sa.Column("board_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("leaving", sa.Boolean(), nullable=False),
        sa.Column("used_seconds", sa.Integer(), nullable=False),
        sa.Column("warned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("plans", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("to_move", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_seats_board_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_seats_user_id")),
        sa.PrimaryKeyConstraint("board_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_user_id_status_to_move", "seats", ["user_id", "status", "to_move"], unique=False)
    op.create_table(
        "vacations",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_vacations_user_id")),
        sa.PrimaryKeyConstraint("user_id", "starts_at", name=op.f("pk_vacations")),
    )
    op.create_index("ix_vacations_user_id_ends_at", "vacations", ["user_id", "ends_at"], unique=False)
    op.create_table(
        "watchers",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("board_number", sa.Integer(), nullable=False),
        sa.Column("only_the_end", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_watchers_user_id")),
        sa.PrimaryKeyConstraint("user_id", "game", "board_number", "only_the_end", name=op.f("pk_watchers")),
    )
    op.create_index("ix_watchers_game_board_number", "watchers", ["game", "board_number"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_watchers_game_board_number", table_name="watchers")
    op.drop_table("watchers")
    op.drop_index("ix_vacations_user_id_ends_at", table_name="vacations")
    op.drop_table("vacations")
    op.drop_index("ix_seats_user_id_status_to_move", table_name="seats")
    op.drop_table("seats")
    op.drop_table("replies")
    op.drop_index("ix_ratings_standing", table_name="ratings")
    op.drop_table("ratings")
    op.drop_index(
        "ix_outbox_waiting",
        table_name="outbox",
        sqlite_where=sa.text("status = 'waiting'"),
        postgresql_where=sa.text("status = 'waiting'"),
    )
    op.drop_index("ix_outbox_user_id_created_at", table_name="outbox")
    op.drop_index("ix_outbox_status_created_at", table_name="outbox")
    op.drop_table("outbox")
    op.drop_table("moves")
    op.drop_index(op.f("ix_interventions_board_id"), table_name="interventions")
    op.drop_table("interventions")
    op.drop_index("ix_codes_user_id_purpose", table_name="codes")
    op.drop_table("codes")
    op.drop_index(
        "ix_addresses_suspended",
        table_name="addresses",
        sqlite_where=sa.text("suspended_at IS NOT NULL"),
        postgresql_where=sa.text("suspended_at IS NOT NULL"),
    )
    op.drop_index(op.f("ix_addresses_address_key"), table_name="addresses")
    op.drop_table("addresses")
    op.drop_index(
        "ix_users_suspended",
        table_name="users",
        sqlite_where=sa.text("suspended_at IS NOT NULL"),
        postgresql_where=sa.text("suspended_at IS NOT NULL"),
    )
    op.drop_table("users")
    op.drop_index("ix_tallies_what_whose_at", table_name="tallies")
    op.drop_index(op.f("ix_tallies_at"), table_name="tallies")
    op.drop_table("tallies")
    op.drop_index(op.f("ix_seen_at"), table_name="seen")
    op.drop_table("seen")
    op.drop_table("secrets")
    op.drop_index(
        "ix_inbox_waiting",
        table_name="inbox",
        sqlite_where=sa.text("status = 'waiting'"),
        postgresql_where=sa.text("status = 'waiting'"),
    )
    op.drop_index("ix_inbox_status_received_at", table_name="inbox")
    op.drop_table("inbox")
    op.drop_table("games")
    op.drop_index("ix_boards_seed", table_name="boards")
    op.drop_index("ix_boards_game_status_number", table_name="boards")
    op.drop_index("ix_boards_game_rated_entry", table_name="boards")
    op.drop_index("ix_boards_game_finished_at_number", table_name="boards")
    op.drop_index(
        "ix_boards_due_at",
        table_name="boards",
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.drop_table("boards")
