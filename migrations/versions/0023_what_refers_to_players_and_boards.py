"""what refers to players and boards: indexes by which it is found, and foreign keys that hold it"""

from __future__ import annotations

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

INDEXES = (
    ("board_notes", "board_id"),
    ("pairings", "low_id"),
    ("pairings", "high_id"),
    ("remarks", "user_id"),
    ("thinking_failures", "board_id"),
)
PLAYERS = (("boards", "challenger_id"), ("places", "instead_of"))


def upgrade() -> None:
    for table, column in INDEXES:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
    for table, column in PLAYERS:
        name = f"fk_{table}_{column}"
        if op.get_bind().dialect.name == "sqlite":
            _make_anew(table, column, f"CONSTRAINT {name} REFERENCES users (id)")
        else:
            op.create_foreign_key(op.f(name), table, "users", [column], ["id"])


def downgrade() -> None:
    for table, column in PLAYERS:
        if op.get_bind().dialect.name == "sqlite":
            _make_anew(table, column, "")
        else:
            op.drop_constraint(op.f(f"fk_{table}_{column}"), table, type_="foreignkey")
    for table, column in INDEXES:
        op.drop_index(op.f(f"ix_{table}_{column}"), table_name=table)


def _make_anew(table: str, column: str, constraint: str) -> None:
    """Put a column with this constraint, or none, in the place of one, with what stands in it.

    SQLite adds no constraint to a table, and a table to which others refer cannot be made anew as a whole while their
    foreign keys are enforced. But a new column may have one.
    """
    op.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO old_{column}")
    op.execute(f"ALTER TABLE {table} ADD COLUMN {column} INTEGER {constraint}")
    op.execute(f"UPDATE {table} SET {column} = old_{column} WHERE old_{column} IS NOT NULL")  # noqa: S608 - our names
    op.execute(f"ALTER TABLE {table} DROP COLUMN old_{column}")
