"""the mailbox of each address, by which accounts of one person are known, and from where a guest has come"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

NO_DOTS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}


def upgrade() -> None:
    op.add_column("addresses", sa.Column("mailbox", sa.String(254)))
    addresses = sa.table("addresses", sa.column("id"), sa.column("address"), sa.column("mailbox"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(addresses.c.id, addresses.c.address)).all():
        its = sa.update(addresses).where(addresses.c.id == row.id)
        connection.execute(its.values(mailbox=mailbox_of(row.address)))
    op.create_index("ix_addresses_mailbox", "addresses", ["mailbox"])
    op.add_column("users", sa.Column("guest_network", sa.String(64)))


def downgrade() -> None:
    op.drop_column("users", "guest_network")
    op.drop_index("ix_addresses_mailbox", "addresses")
    op.drop_column("addresses", "mailbox")


def mailbox_of(address: str) -> str:
    local, _, domain = address.strip().strip("<>").lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in NO_DOTS:
        local, domain = local.replace(".", "") or local, NO_DOTS[domain]
    return f"{local}@{domain}"
