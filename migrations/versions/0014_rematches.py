"""rematches"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "rematches",
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("declined", sa.JSON(), nullable=False),
        sa.Column("next_number", sa.Integer()),
        sa.PrimaryKeyConstraint("board_id", name=op.f("pk_rematches")),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_rematches_board_id")),
    )


def downgrade() -> None:
    op.drop_table("rematches")
