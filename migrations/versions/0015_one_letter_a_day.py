"""one letter a day"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "daily_letters",
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_daily_letters")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_daily_letters_user_id")),
    )
    op.create_index("ix_daily_letters_due_at_user_id", "daily_letters", ["due_at", "user_id"])


def downgrade() -> None:
    op.drop_table("daily_letters")
