"""boards have one key: their rows, in what players watch, in sessions, in links and in old reply tokens

What names a board that is not there goes: nobody could use it.
"""
# Names in statements are ours.
# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OF_THE_DOOR = ("sessions", "web_links")
ON_A_BOARD = "JOIN boards ON boards.game = old.game AND boards.number = old.board_number"
OF_A_BOARD = "JOIN boards ON boards.id = old.board_id"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for table in OF_THE_DOOR:
        # In words of SQL, since SQLite takes a constraint together with its column only.
        key = f"board_id {'INTEGER' if is_sqlite else 'BIGINT'} CONSTRAINT fk_{table}_board_id REFERENCES boards (id)"
        op.execute(f"ALTER TABLE {table} ADD COLUMN {key}")
        its_board = "SELECT id FROM boards WHERE boards.game = {0}.game AND boards.number = {0}.board_number"
        op.execute(f"UPDATE {table} SET board_id = ({its_board.format(table)}) WHERE game IS NOT NULL")
        op.execute(f"DELETE FROM {table} WHERE game IS NOT NULL AND board_id IS NULL")
        for column in ("game", "board_number"):
            op.drop_column(table, column)
        op.create_index(op.f(f"ix_{table}_board_id"), table, ["board_id"])

    _set_apart("kept", f"old.user_id, boards.id AS board_id, nonce, digest FROM replies AS old {ON_A_BOARD}")
    _make_replies("board_id")
    op.create_index(op.f("ix_replies_board_id"), "replies", ["board_id"])
    _bring_back("kept", "replies", "user_id, board_id, nonce, digest")

    one = f"old.user_id, boards.id AS board_id, only_the_end FROM watchers AS old {ON_A_BOARD}"
    _set_apart("kept", f"{one} WHERE board_number != 0")
    _set_apart("kept_of_games", "user_id, game, only_the_end FROM watchers WHERE board_number = 0")
    op.drop_table("watchers")
    for table, key in (("watchers", "board_id"), ("game_watchers", "game")):
        _make_watchers(table, key)
        op.create_index(op.f(f"ix_{table}_user_id"), table, ["user_id"])
    _bring_back("kept", "watchers", "user_id, board_id, only_the_end")
    _bring_back("kept_of_games", "game_watchers", "user_id, game, only_the_end")


def downgrade() -> None:
    one = f"old.user_id, boards.game, number AS board_number, only_the_end FROM watchers AS old {OF_A_BOARD}"
    _set_apart("kept", f"{one} UNION ALL SELECT user_id, game, 0, only_the_end FROM game_watchers")
    for table in ("watchers", "game_watchers"):
        op.drop_table(table)
    _make_watchers("watchers", "user_id", "game", "board_number")
    op.create_index("ix_watchers_game_board_number", "watchers", ["game", "board_number"])
    _bring_back("kept", "watchers", "user_id, game, board_number, only_the_end")

    one = f"old.user_id, boards.game, number AS board_number, nonce, digest FROM replies AS old {OF_A_BOARD}"
    _set_apart("kept", one)
    _make_replies("game", "board_number")
    _bring_back("kept", "replies", "user_id, game, board_number, nonce, digest")

    for table in OF_THE_DOOR:
        op.add_column(table, sa.Column("game", sa.String(32)))
        op.add_column(table, sa.Column("board_number", sa.Integer()))
        its = f"FROM boards WHERE boards.id = {table}.board_id"
        op.execute(f"UPDATE {table} SET game = (SELECT game {its}), board_number = (SELECT number {its})")
        op.drop_index(op.f(f"ix_{table}_board_id"), table_name=table)
        op.drop_column(table, "board_id")


def _set_apart(name: str, what: str) -> None:
    op.execute(f"CREATE TEMPORARY TABLE {name} AS SELECT {what}")


def _bring_back(name: str, table: str, columns: str) -> None:
    op.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {name}")
    op.execute(f"DROP TABLE {name}")


def _make_replies(*key: str) -> None:
    op.drop_table("replies")
    op.create_table(
        "replies",
        *_columns("replies", "user_id", *key),
        sa.Column("nonce", sa.LargeBinary(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("user_id", *key, name=op.f("pk_replies")),
        sa.UniqueConstraint("digest", name=op.f("uq_replies_digest")),
    )


def _make_watchers(table: str, *key: str) -> None:
    of_them = key if "user_id" in key else (*key, "user_id")
    op.create_table(
        table,
        *_columns(table, *of_them),
        sa.Column("only_the_end", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint(*of_them, "only_the_end", name=op.f(f"pk_{table}")),
    )


def _columns(table: str, *names: str) -> Iterator[sa.Column[Any] | sa.ForeignKeyConstraint]:
    kinds: dict[str, Any] = {"game": sa.String(32), "board_number": sa.Integer()}
    for name in names:
        yield sa.Column(name, kinds.get(name, ROW_ID), nullable=False)
    for name, other in (("user_id", "users.id"), ("board_id", "boards.id")):
        if name in names:
            yield sa.ForeignKeyConstraint([name], [other], name=op.f(f"fk_{table}_{name}"))
