"""what boards have told their readers, and bots that take turns"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("boards", sa.Column("unread", sa.JSON(none_as_null=True)))
    op.add_column("open_challenges", sa.Column("visits", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    op.drop_column("open_challenges", "visits")
    op.drop_column("boards", "unread")
