"""machine players, and what they have to think about"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
LEVELS = ("easy", "medium", "hard", "expert")
USERS = sa.table(
    "users",
    sa.column("id", ROW_ID),
    sa.column("userid", sa.String),
    sa.column("userid_key", sa.String),
    sa.column("password_hash", sa.String),
    sa.column("created_at", sa.DateTime(timezone=True)),
    sa.column("settings", sa.JSON),
    sa.column("bot", sa.String),
)
SEATS = sa.table("seats", sa.column("user_id", ROW_ID))
RATINGS = sa.table("ratings", sa.column("user_id", ROW_ID))


def upgrade() -> None:
    op.add_column("users", sa.Column("bot", sa.String(16)))
    for level in LEVELS:
        userid = _free_name(f"bot-{level}")
        # No password has an empty hash.
        values = {"userid": userid, "userid_key": userid, "password_hash": "", "created_at": datetime.now(UTC)}
        op.execute(sa.insert(USERS).values(**values, settings={}, bot=level))
    op.create_index(
        "ix_users_bot",
        "users",
        ["bot"],
        sqlite_where=sa.text("bot IS NOT NULL"),
        postgresql_where=sa.text("bot IS NOT NULL"),
    )
    op.create_table(
        "thinking",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move_number", sa.Integer(), nullable=False),
        sa.Column("about", sa.String(8), nullable=False),
        sa.Column("wanted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("failure", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thinking")),
        sa.UniqueConstraint("board_id", "seat", name=op.f("uq_thinking_board_id_seat")),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_thinking_board_id")),
    )
    op.create_index(op.f("ix_thinking_due_at"), "thinking", ["due_at"])
    op.create_table(
        "thinking_failures",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move_number", sa.Integer(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thinking_failures")),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_thinking_failures_board_id")),
    )
    op.create_index(op.f("ix_thinking_failures_at"), "thinking_failures", ["at"])


def downgrade() -> None:
    op.drop_table("thinking_failures")
    op.drop_table("thinking")
    op.drop_index("ix_users_bot", "users")
    # Those that play stay, as players whom nobody can sign in as: their boards need them.
    idle = [~sa.exists().where(table.c.user_id == USERS.c.id) for table in (SEATS, RATINGS)]
    op.execute(sa.delete(USERS).where(USERS.c.bot.in_(LEVELS), *idle))
    op.drop_column("users", "bot")


def _free_name(wanted: str) -> str:
    """The name itself, unless somebody has signed up with it before it was reserved, or one with a number."""
    users, number, name = op.get_bind(), 1, wanted
    while users.scalar(sa.select(USERS.c.id).where(USERS.c.userid_key == name)) is not None:
        number += 1
        name = f"{wanted}{number}"
    return name
