"""since when somebody watches a board: what was said there before is not theirs to read

Of those who watch already that is not known, and they go on to see all.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

TABLES = ("watchers", "game_watchers")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("since", sa.DateTime(timezone=True)))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "since")
