"""players who seek games"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SEEKING = sa.text("seeking_since IS NOT NULL")


def upgrade() -> None:
    # Who has sought challenges before has not asked to be brought together with anybody: they say it again.
    op.add_column("ratings", sa.Column("seeking_since", sa.DateTime(timezone=True)))
    op.create_index(
        op.f("ix_ratings_seeking"),
        "ratings",
        ["game", "seeking_since"],
        sqlite_where=SEEKING,
        postgresql_where=SEEKING,
    )
    op.create_table(
        "matched_boards",
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.PrimaryKeyConstraint("board_id", name=op.f("pk_matched_boards")),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_matched_boards_board_id")),
    )


def downgrade() -> None:
    op.drop_table("matched_boards")
    op.drop_index(op.f("ix_ratings_seeking"), "ratings")
    op.drop_column("ratings", "seeking_since")
