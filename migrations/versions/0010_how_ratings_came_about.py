"""how ratings came about"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # For games that are over, `pbmserv admin ratings rebuild` fills it: that may take long, and nothing waits for it.
    op.create_table(
        "rating_history",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("strength", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game", "user_id", "entry", name=op.f("pk_rating_history")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_rating_history_user_id")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("rating_history")
