"""moves have values"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Older moves stay without: a value is for the game to find out, and nothing needs it of them.
    op.add_column("moves", sa.Column("value", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("moves", "value")
