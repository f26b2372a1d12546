"""clocks rest while something is asked"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("boards", sa.Column("resumed_at", sa.DateTime(timezone=True)))
    op.add_column("boards", _count("undone"))
    op.add_column("seats", sa.Column("left_seconds", sa.Integer()))
    op.add_column("seats", sa.Column("eased", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seats", _count("asked"))
    op.add_column("seats", _count("shifts"))
    op.add_column("moves", sa.Column("used", sa.Text()))


def downgrade() -> None:
    op.drop_column("moves", "used")
    for name in ("shifts", "asked", "eased", "left_seconds"):
        op.drop_column("seats", name)
    for name in ("undone", "resumed_at"):
        op.drop_column("boards", name)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), server_default="0", nullable=False)
