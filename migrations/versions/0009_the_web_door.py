"""the web door"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("board_number", sa.Integer()),
        sa.Column("label", sa.String(120), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("digest", name=op.f("uq_sessions_digest")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id")),
    )
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"])
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"])
    op.create_table(
        "web_links",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("board_number", sa.Integer()),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_web_links")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_web_links_user_id")),
    )
    op.create_index(op.f("ix_web_links_user_id"), "web_links", ["user_id"])
    op.create_index(op.f("ix_web_links_expires_at"), "web_links", ["expires_at"])
    op.create_table(
        "board_notes",
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "board_id", name=op.f("pk_board_notes")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_board_notes_user_id")),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_board_notes_board_id")),
    )
    op.create_table(
        "remarks",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remarks")),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_remarks_board_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_remarks_user_id")),
    )
    op.create_index(op.f("ix_remarks_board_id_id"), "remarks", ["board_id", "id"])


def downgrade() -> None:
    for table in ("remarks", "board_notes", "web_links", "sessions"):
        op.drop_table(table)
