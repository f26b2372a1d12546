"""who has joined an open challenge: other players were named by who put it up

Of challenges that are waiting already that is not known.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("open_seats", sa.Column("joined", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("open_seats", "joined")
