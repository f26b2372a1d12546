"""The base class of repositories."""

from __future__ import annotations

from sqlalchemy import Connection


class Repository:
    """The rows of one subject within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
