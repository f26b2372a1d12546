"""letters that came back: a row for each address, by which they are found"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT_ONCE = 1000
OUTBOX = sa.table("outbox", sa.column("id", ROW_ID), sa.column("returned", sa.JSON()))
RETURNED = sa.table(
    "returned_letters",
    sa.column("letter_id", ROW_ID),
    sa.column("address_key", sa.String(320)),
    sa.column("words", sa.Text()),
)


def upgrade() -> None:
    op.create_table(
        "returned_letters",
        sa.Column("letter_id", ROW_ID, nullable=False),
        sa.Column("address_key", sa.String(320), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("letter_id", "address_key", name=op.f("pk_returned_letters")),
        sa.ForeignKeyConstraint(
            ["letter_id"], ["outbox.id"], name=op.f("fk_returned_letters_letter_id"), ondelete="CASCADE"
        ),
    )
    op.create_index("ix_returned_letters_address_key_letter_id", "returned_letters", ["address_key", "letter_id"])
    connection = op.get_bind()
    came_back = sa.select(OUTBOX).where(sa.cast(OUTBOX.c.returned, sa.Text()) != "{}")
    for some in connection.execute(came_back).partitions(AT_ONCE):
        rows = [
            {"letter_id": row.id, "address_key": address, "words": words}
            for row in some
            for address, words in row.returned.items()
        ]
        if rows:
            connection.execute(sa.insert(RETURNED), rows)
    op.drop_column("outbox", "returned")


def downgrade() -> None:
    op.add_column("outbox", sa.Column("returned", sa.JSON(), nullable=False, server_default="{}"))
    connection = op.get_bind()
    returned: dict[int, dict[str, str]] = {}
    for row in connection.execute(sa.select(RETURNED)):
        returned.setdefault(row.letter_id, {})[row.address_key] = row.words
    for number, words in returned.items():
        connection.execute(sa.update(OUTBOX).where(OUTBOX.c.id == number).values(returned=words))
    op.drop_table("returned_letters")
