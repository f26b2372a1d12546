"""substitutes"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("boards", sa.Column("offer", sa.JSON(none_as_null=True)))
    op.add_column("boards", sa.Column("offered_at", sa.DateTime(timezone=True)))
    op.create_index(
        "ix_boards_offered_at",
        "boards",
        ["offered_at"],
        sqlite_where=sa.text("offered_at IS NOT NULL"),
        postgresql_where=sa.text("offered_at IS NOT NULL"),
    )
    op.create_table(
        "earlier_players",
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.PrimaryKeyConstraint("board_id", "seat", "place", name=op.f("pk_earlier_players")),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_earlier_players_board_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_earlier_players_user_id")),
    )
    op.create_index("ix_earlier_players_user_id", "earlier_players", ["user_id"])


def downgrade() -> None:
    op.drop_table("earlier_players")
    op.drop_index("ix_boards_offered_at", table_name="boards")
    for name in ("offered_at", "offer"):
        op.drop_column("boards", name)
