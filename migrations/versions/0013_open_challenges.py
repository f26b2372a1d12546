"""open challenges"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "open_challenges",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("conditions", sa.JSON(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("put_up_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lapses_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_challenges")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_open_challenges_user_id")),
        sa.UniqueConstraint("game", "number", name=op.f("uq_open_challenges_game_number")),
    )
    op.create_index(op.f("ix_open_challenges_user_id"), "open_challenges", ["user_id"])
    op.create_index(op.f("ix_open_challenges_lapses_at"), "open_challenges", ["lapses_at"])
    op.create_table(
        "open_seats",
        sa.Column("challenge_id", ROW_ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", ROW_ID),
        sa.PrimaryKeyConstraint("challenge_id", "seat", name=op.f("pk_open_seats")),
        sa.ForeignKeyConstraint(["challenge_id"], ["open_challenges.id"], name=op.f("fk_open_seats_challenge_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_open_seats_user_id")),
    )
    op.create_index(op.f("ix_open_seats_user_id"), "open_seats", ["user_id"])


def downgrade() -> None:
    op.drop_table("open_seats")
    op.drop_table("open_challenges")
