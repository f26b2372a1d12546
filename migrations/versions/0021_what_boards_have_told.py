"""what boards have told their readers, and bots that take turns"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("boards", sa.Column("unread", sa.JSON(none_as_null=True)))
    op.add_column("open_challenges", sa.Column("visits", sa.JSON(none_as_null=True)))
    op.add_column("thinking", sa.Column("for_user_id", ROW_ID))
    op.add_column("thinking", sa.Column("place", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_index("ix_thinking_place", "thinking", ["place", "id"])
    op.create_index("ix_thinking_for_user_id_place", "thinking", ["for_user_id", "place"])
    turn = op.create_table(
        "thinking_turn",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thinking_turn")),
    )
    op.bulk_insert(turn, [{"id": 1, "place": 0}])


def downgrade() -> None:
    op.drop_table("thinking_turn")
    op.drop_index("ix_thinking_for_user_id_place", table_name="thinking")
    op.drop_index("ix_thinking_place", table_name="thinking")
    for name in ("place", "for_user_id"):
        op.drop_column("thinking", name)
    op.drop_column("open_challenges", "visits")
    op.drop_column("boards", "unread")
