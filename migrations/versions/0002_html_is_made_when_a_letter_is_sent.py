"""HTML is made when a letter is sent"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("page", sa.JSON(none_as_null=True), nullable=True))
    # Letters that wait just now keep their part in HTML, without its links: those of a board, all of which the text
    # tells, too.
    op.execute("UPDATE outbox SET page = '{}' WHERE html IS NOT NULL")
    op.drop_column("outbox", "html")


def downgrade() -> None:
    op.add_column("outbox", sa.Column("html", sa.Text(), nullable=True))
    op.drop_column("outbox", "page")
