"""answers about rematches: a row for each player, instead of lists of numbers"""

from __future__ import annotations

from itertools import islice

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT_ONCE = 1000
OLD = sa.table(
    "rematches", sa.column("board_id", ROW_ID), sa.column("agreed", sa.JSON()), sa.column("declined", sa.JSON())
)
NEW = sa.table(
    "rematch_answers",
    *[sa.column(name, ROW_ID) for name in ("board_id", "user_id")],
    sa.column("place", sa.Integer()),
    sa.column("agrees", sa.Boolean()),
)


def upgrade() -> None:
    op.create_table(
        "rematch_answers",
        sa.Column("board_id", ROW_ID, nullable=False),
        sa.Column("user_id", ROW_ID, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("board_id", "user_id", name=op.f("pk_rematch_answers")),
        sa.ForeignKeyConstraint(["board_id"], ["rematches.board_id"], name=op.f("fk_rematch_answers_board_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_rematch_answers_user_id")),
        sa.CheckConstraint("place >= 0", name=op.f("ck_rematch_answers_place")),
    )
    op.create_index(op.f("ix_rematch_answers_user_id"), "rematch_answers", ["user_id"])
    op.add_column("rematches", sa.Column("changes", sa.Integer(), nullable=False, server_default="0"))
    connection = op.get_bind()
    found = iter(connection.execute(sa.select(OLD)).all())
    while some := list(islice(found, AT_ONCE)):
        rows = [
            {"board_id": row.board_id, "user_id": number, "place": place, "agrees": place < len(row.agreed)}
            for row in some
            for place, number in enumerate(dict.fromkeys([*row.agreed, *row.declined]))
        ]
        if rows:
            connection.execute(sa.insert(NEW), rows)
    for name in ("agreed", "declined"):
        op.drop_column("rematches", name)


def downgrade() -> None:
    for name in ("agreed", "declined"):
        op.add_column("rematches", sa.Column(name, sa.JSON(), nullable=False, server_default="[]"))
    connection = op.get_bind()
    said: dict[int, dict[str, list[int]]] = {}
    for row in connection.execute(sa.select(NEW).order_by(NEW.c.board_id, NEW.c.place)):
        lists = said.setdefault(row.board_id, {"agreed": [], "declined": []})
        lists["agreed" if row.agrees else "declined"].append(row.user_id)
    for board_id, lists in said.items():
        connection.execute(sa.update(OLD).where(OLD.c.board_id == board_id).values(lists))
    op.drop_column("rematches", "changes")
    op.drop_table("rematch_answers")
