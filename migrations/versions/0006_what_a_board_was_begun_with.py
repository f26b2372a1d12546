"""What the first letter told of a board's seed, and who called for the game, is kept"""

from __future__ import annotations

from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("boards", sa.Column("commitment", sa.String(length=64), nullable=False, server_default=""))
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        driver = connection.connection.dbapi_connection
        driver.create_function("sha256_in_hex", 1, lambda seed: sha256(seed).hexdigest(), deterministic=True)
        op.execute("UPDATE boards SET commitment = sha256_in_hex(seed)")
    else:
        op.execute("UPDATE boards SET commitment = encode(sha256(seed), 'hex')")
    # Of boards that have begun already nobody knows any more who called for them.
    challenger = sa.Column("challenger_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True)
    op.add_column("boards", challenger)


def downgrade() -> None:
    op.drop_column("boards", "challenger_id")
    op.drop_column("boards", "commitment")
