"""until when a guest is kept: who plays against a bot before they have signed up

Nobody was one before. Those that there are have no account to go back to: they are players without a password.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("guest_until", sa.DateTime(timezone=True)))
    only = sa.text("guest_until IS NOT NULL")
    op.create_index("ix_users_guest_until", "users", ["guest_until"], sqlite_where=only, postgresql_where=only)


def downgrade() -> None:
    op.drop_index("ix_users_guest_until", "users")
    op.drop_column("users", "guest_until")
