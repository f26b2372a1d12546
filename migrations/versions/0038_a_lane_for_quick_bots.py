"""jobs of bots that are soon done, which a process does while others think long"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Jobs that wait already are done in their order, as before.
    op.add_column("thinking", sa.Column("is_quick", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_thinking_is_quick_place", "thinking", ["is_quick", "place", "id"])


def downgrade() -> None:
    op.drop_index("ix_thinking_is_quick_place", table_name="thinking")
    op.drop_column("thinking", "is_quick")
