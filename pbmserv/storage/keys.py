"""Secret keys that all processes of one server share: they live where the rest of its state does."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, bindparam, select

from pbmserv.storage.statements import CacheKey, Prepared, row_cache
from pbmserv.storage.tables import SECRETS
from pbmserv.storage.upsert import insert

KEY_BYTES = 32

OWN_LETTERS = "letters"
"""The name of the key by which our own letters are known when they come back."""

# Nearly every letter of ours needs one.
_KNOWN = CacheKey[str, bytes]("secrets")
_KEY = Prepared(select(SECRETS.c.value).where(SECRETS.c.name == bindparam("name")))


def shared_key(connection: Connection, name: str) -> bytes:
    """The key called `name` (32 characters at most), made if this is the first time that anybody asks for it.

    The connection has to be one that may write.
    """
    known = _key(connection, name)
    if known is not None:
        return known
    made = secrets.token_bytes(KEY_BYTES)
    # Another process may be making it at this moment: the first one wins, and both use it.
    connection.execute(insert(connection, SECRETS).values(name=name, value=made).on_conflict_do_nothing())
    return _key(connection, name) or made


def _key(connection: Connection, name: str) -> bytes | None:
    cache = row_cache(connection)
    known = cache.get(_KNOWN, name) if cache else None
    if known is not None:
        return known
    row = _KEY.row(connection, {"name": name})
    if row is not None and cache is not None:
        cache.add(_KNOWN, {name: row.value})
    return row.value if row else None
