"""limits apart from ratings: a row for who has said how many boards they would like, or seeks some

Of those who have left, nothing is kept of that.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SEEKING = sa.text("seeking_since IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "game_limits",
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("most_boards", sa.Integer()),
        sa.Column("seeking", sa.Integer(), nullable=False),
        sa.Column("seeking_since", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("user_id", "game", name=op.f("pk_game_limits")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_game_limits_user_id")),
        sa.CheckConstraint("most_boards >= 0", name=op.f("ck_game_limits_most_boards")),
        sa.CheckConstraint("seeking >= 0", name=op.f("ck_game_limits_seeking")),
    )
    op.execute(
        """
        INSERT INTO game_limits (user_id, game, most_boards, seeking, seeking_since)
        SELECT user_id, game, most_boards, seeking, seeking_since
        FROM ratings JOIN users ON users.id = ratings.user_id
        WHERE left_at IS NULL AND (most_boards IS NOT NULL OR seeking > 0)
        """
    )
    _index("game_limits")
    op.drop_index(op.f("ix_ratings_seeking"), "ratings")
    for name in ("most_boards", "seeking", "seeking_since"):
        op.drop_column("ratings", name)


def downgrade() -> None:
    op.add_column("ratings", sa.Column("most_boards", sa.Integer()))
    op.add_column("ratings", sa.Column("seeking", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("ratings", sa.Column("seeking_since", sa.DateTime(timezone=True)))
    op.execute(
        """
        UPDATE ratings SET most_boards = said.most_boards, seeking = said.seeking, seeking_since = said.seeking_since
        FROM game_limits AS said WHERE said.user_id = ratings.user_id AND said.game = ratings.game
        """
    )
    _index("ratings")
    op.drop_table("game_limits")


def _index(table: str) -> None:
    columns = ["game", "seeking_since"]
    op.create_index(op.f(f"ix_{table}_seeking"), table, columns, sqlite_where=SEEKING, postgresql_where=SEEKING)
