"""Tallies have a size"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What has been counted so far, once each, is forgotten within a day.
    op.add_column("tallies", sa.Column("times", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("tallies", sa.Column("size", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("tallies", "size")
    op.drop_column("tallies", "times")
