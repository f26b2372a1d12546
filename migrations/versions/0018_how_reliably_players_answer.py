"""how reliably players answer"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    # Moves that were made before are not counted: nobody knows any more who was reminded of which.
    for name in ("in_time", "late"):
        op.add_column("seats", sa.Column(name, sa.Integer(), server_default="0", nullable=False))
    op.create_table(
        "punctuality",
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("month", sa.Integer(), nullable=False),
        sa.Column("in_time", sa.Integer(), nullable=False),
        sa.Column("late", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "month", name=op.f("pk_punctuality")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_punctuality_user_id")),
    )


def downgrade() -> None:
    op.drop_table("punctuality")
    for name in ("in_time", "late"):
        op.drop_column("seats", name)
