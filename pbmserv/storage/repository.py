"""What everything has in common that loads and saves one subject's rows."""

from __future__ import annotations

from sqlalchemy import Connection


class Repository:
    """The rows of one subject, as one transaction sees them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
