"""which players have blocked which others, and which lines of chat were reported to the operator"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0033"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "blocks",
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("blocked_id", ROW_ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name=op.f("pk_blocks")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_blocks_user_id")),
        sa.ForeignKeyConstraint(["blocked_id"], ["users.id"], name=op.f("fk_blocks_blocked_id")),
    )
    op.create_index(op.f("ix_blocks_blocked_id"), "blocks", ["blocked_id"])
    op.create_table(
        "reports",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("remark_id", ROW_ID, nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True)),
        sa.Column("closed_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sa.ForeignKeyConstraint(["remark_id"], ["remarks.id"], name=op.f("fk_reports_remark_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_reports_user_id")),
        sa.UniqueConstraint("remark_id", "user_id", name=op.f("uq_reports_remark_id_user_id")),
    )
    op.create_index(op.f("ix_reports_user_id"), "reports", ["user_id"])
    op.create_index(
        "ix_reports_open",
        "reports",
        ["id"],
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )


def downgrade() -> None:
    op.drop_table("reports")
    op.drop_table("blocks")
