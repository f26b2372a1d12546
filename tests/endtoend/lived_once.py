"""Lives a life when it is imported, so that the processes forked from this one have everything at hand."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pbmserv.storage.database import Database
from tests.endtoend.life import Place, take_steps


def _live() -> None:
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        place = Place(f"sqlite:///{folder}/pbmserv.db", Path(folder), datetime.now(UTC))
        database = Database(place.database_url)
        database.upgrade()
        database.close()
        take_steps(place)


_live()
