"""The table of what requests in the inbox are about, as those in `tables`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table

from pbmserv.storage.tables import METADATA, RowId

INBOX_KEYS = Table(
    "inbox_keys",
    METADATA,
    # An author's address, a board (`hex 101`), or a player's userid.
    Column("key", String(320), primary_key=True),
    # No foreign key: the inbox may be divided into partitions.
    Column("number", RowId, index=True, nullable=False),
    Column("place", BigInteger, nullable=False),
    # How many there have been without a pause, each of them while another one waited.
    Column("times", Integer, nullable=False),
)
"""The last of the requests that were given a place and are of this author, or about this board or player: whatever
comes later stands behind it."""
