"""requests that are set aside hold others up"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

IN_FORCE = sa.text("holds IS NOT NULL")


def upgrade() -> None:
    op.add_column("inbox", sa.Column("ended", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("inbox", sa.Column("holds", sa.JSON(none_as_null=True), nullable=True))
    op.create_index("ix_inbox_holding", "inbox", ["id"], sqlite_where=IN_FORCE, postgresql_where=IN_FORCE)


def downgrade() -> None:
    op.execute("UPDATE inbox SET status = 'waiting' WHERE status = 'held'")
    op.drop_index("ix_inbox_holding", "inbox")
    op.drop_column("inbox", "holds")
    op.drop_column("inbox", "ended")
