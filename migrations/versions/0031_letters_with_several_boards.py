"""letters with several boards: which ones they show, and how these stood"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "digests",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("boards", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_digests")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_digests_user_id")),
    )
    op.create_index("ix_digests_user_id_at", "digests", ["user_id", "at"])


def downgrade() -> None:
    op.drop_table("digests")
