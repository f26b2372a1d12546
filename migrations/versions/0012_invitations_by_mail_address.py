"""invitations by mail address"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("user_id", ROW_ID),
        sa.Column("challenge", sa.JSON(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_invitations_user_id")),
    )
    op.create_index(op.f("ix_invitations_expires_at"), "invitations", ["expires_at"])
    op.create_index("ix_invitations_user_id_game", "invitations", ["user_id", "game"])
    op.create_table(
        "invited",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("invitation_id", ROW_ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.Column("user_id", ROW_ID),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_invited")),
        sa.ForeignKeyConstraint(["invitation_id"], ["invitations.id"], name=op.f("fk_invited_invitation_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_invited_user_id")),
    )
    op.create_index(op.f("ix_invited_invitation_id"), "invited", ["invitation_id"])
    op.create_table(
        "uninvited",
        sa.Column("address_hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("address_hash", name=op.f("pk_uninvited")),
    )


def downgrade() -> None:
    op.drop_table("uninvited")
    op.drop_table("invited")
    op.drop_table("invitations")
