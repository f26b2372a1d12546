"""requests have places"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
WAITING = sa.text("status = 'waiting'")
UNSORTED = sa.text("status IN ('waiting', 'later') AND place = 0")


def upgrade() -> None:
    op.add_column("inbox", sa.Column("place", sa.BigInteger(), nullable=False, server_default="0"))
    op.drop_index("ix_inbox_waiting", "inbox")
    op.create_index("ix_inbox_waiting", "inbox", ["place", "id"], sqlite_where=WAITING, postgresql_where=WAITING)
    op.create_index("ix_inbox_unsorted", "inbox", ["author", "id"], sqlite_where=UNSORTED, postgresql_where=UNSORTED)
    op.create_table(
        "inbox_keys",
        sa.Column("key", sa.String(320), nullable=False),
        sa.Column("number", ROW_ID, nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_inbox_keys")),
    )
    op.create_index(op.f("ix_inbox_keys_number"), "inbox_keys", ["number"])


def downgrade() -> None:
    op.drop_table("inbox_keys")
    op.drop_index("ix_inbox_unsorted", "inbox")
    op.drop_index("ix_inbox_waiting", "inbox")
    op.drop_column("inbox", "place")
    op.create_index("ix_inbox_waiting", "inbox", ["id"], sqlite_where=WAITING, postgresql_where=WAITING)
