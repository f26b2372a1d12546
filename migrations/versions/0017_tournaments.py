"""tournaments"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("name_key", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("recurring", sa.Boolean(), nullable=False),
        sa.Column("bots", sa.Boolean(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("owner_id", ROW_ID, nullable=True),
        sa.Column("word_hash", sa.String(length=255), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name=op.f("fk_tournaments_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("name_key", name=op.f("uq_tournaments_name_key")),
    )
    op.create_index(
        "ix_tournaments_open",
        "tournaments",
        ["name_key"],
        unique=False,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.create_index("ix_tournaments_owner_id_ended_at", "tournaments", ["owner_id", "ended_at"], unique=False)
    op.create_table(
        "entrants",
        sa.Column("tournament_id", ROW_ID, nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_entrants_tournament_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_entrants_user_id")),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name=op.f("pk_entrants")),
    )
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"], unique=False)
    op.create_table(
        "seasons",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("tournament_id", ROW_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=9), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=op.f("fk_seasons_tournament_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_seasons_tournament_id_number")),
    )
    op.create_index(
        "ix_seasons_due_at",
        "seasons",
        ["due_at"],
        unique=False,
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.create_table(
        "divisions",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("season_id", ROW_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_divisions_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_divisions")),
        sa.UniqueConstraint("season_id", "number", name=op.f("uq_divisions_season_id_number")),
    )
    op.create_table(
        "season_news",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("season_id", ROW_ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_season_news_season_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season_news")),
    )
    op.create_index(op.f("ix_season_news_season_id"), "season_news", ["season_id"], unique=False)
    op.create_table(
        "pairings",
        sa.Column("division_id", ROW_ID, nullable=False),
        sa.Column("low", sa.Integer(), nullable=False),
        sa.Column("high", sa.Integer(), nullable=False),
        sa.Column("low_begins", sa.Boolean(), nullable=False),
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("low_id", ROW_ID, nullable=False),
        sa.Column("high_id", ROW_ID, nullable=False),
        sa.Column("ruling", sa.String(length=4), nullable=True),
        sa.ForeignKeyConstraint(["board_id"], ["boards.id"], name=op.f("fk_pairings_board_id")),
        sa.ForeignKeyConstraint(["division_id"], ["divisions.id"], name=op.f("fk_pairings_division_id")),
        sa.ForeignKeyConstraint(["high_id"], ["users.id"], name=op.f("fk_pairings_high_id")),
        sa.ForeignKeyConstraint(["low_id"], ["users.id"], name=op.f("fk_pairings_low_id")),
        sa.PrimaryKeyConstraint("division_id", "low", "high", name=op.f("pk_pairings")),
        sa.UniqueConstraint("board_id", name=op.f("uq_pairings_board_id")),
    )
    op.create_table(
        "places",
        sa.Column("division_id", ROW_ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("instead_of", ROW_ID, nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["division_id"], ["divisions.id"], name=op.f("fk_places_division_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_places_user_id")),
        sa.PrimaryKeyConstraint("division_id", "place", name=op.f("pk_places")),
        sa.UniqueConstraint("division_id", "user_id", name=op.f("uq_places_division_id_user_id")),
    )
    op.create_index("ix_places_user_id", "places", ["user_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_places_user_id", table_name="places")
    op.drop_table("places")
    op.drop_table("pairings")
    op.drop_index(op.f("ix_season_news_season_id"), table_name="season_news")
    op.drop_table("season_news")
    op.drop_table("divisions")
    op.drop_index(
        "ix_seasons_due_at",
        table_name="seasons",
        sqlite_where=sa.text("due_at IS NOT NULL"),
        postgresql_where=sa.text("due_at IS NOT NULL"),
    )
    op.drop_table("seasons")
    op.drop_index("ix_entrants_user_id", table_name="entrants")
    op.drop_table("entrants")
    op.drop_index("ix_tournaments_owner_id_ended_at", table_name="tournaments")
    op.drop_index(
        "ix_tournaments_open",
        table_name="tournaments",
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )
    op.drop_table("tournaments")
