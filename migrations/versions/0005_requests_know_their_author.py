"""requests know their author"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

OPEN = sa.text("status IN ('waiting', 'later')")


def upgrade() -> None:
    op.add_column("inbox", sa.Column("author", sa.String(320), nullable=False, server_default=""))
    # Of what waits just now, only the envelope is known without reading the mails: for nearly all it is the same.
    op.execute(
        "UPDATE inbox SET author = lower(substr(sender, 1, 320))"
        " WHERE status IN ('waiting', 'later') AND sender <> '<>'"
    )
    op.create_index("ix_inbox_open", "inbox", ["author", "id"], sqlite_where=OPEN, postgresql_where=OPEN)


def downgrade() -> None:
    op.drop_index("ix_inbox_open", "inbox")
    op.drop_column("inbox", "author")
