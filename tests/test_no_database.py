"""What each command says where the database is not as it has to be, and that it creates and changes nothing there."""

from __future__ import annotations

import os
import pwd
import shutil
import sqlite3
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import click
import pytest
from click.testing import CliRunner, Result

from pbmserv.cli import main
from pbmserv.storage.database import newest_revision
from tests.conftest import administer

Run: TypeAlias = Callable[..., Result]

MAY_CREATE = {("serve",), ("demo",), ("db", "upgrade")}
PUTS_ONE_THERE = {("db", "restore")}
NEEDS_NONE = {("admin", "language"), ("admin", "settings"), ("games",), ("health",), ("help",), ("puzzle", "check")}
TO_BE_TRIED_AGAIN = {("fetch",), ("pipe",)}
"""These exit with 75, so that no mail server gives up, and no mail is lost."""
WITH_ALL = {("export",), ("verify",)}
"""These take no board, but the words `--all`."""
GIVEN = {
    "GAME": "hex",
    "BOARD": "101",
    "BOARD[#MOVE]": "101",
    "FILE": "file",
    "FILE...": "file",
    "COMMAND...": "list",
    "NUMBER": "101",
}
GIVEN |= {"ADDRESS": "alice@example.org", "ADDRESS...": "alice@example.org", "ITEM": "in-1", "ITEM...": "in-1"}
"""What is given for the arguments of a command; for all others, a name."""
HOW_TO_MAKE_ONE = '"pbmserv serve" or "pbmserv db upgrade" makes one; the settings home and database_url say where.'
NEEDS = newest_revision()


def commands(group: click.Command = main, *path: str) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Each command of the command line: its name, and how it is typed with all that it takes."""
    if isinstance(group, click.Group):
        for name in group.list_commands(click.Context(group)):
            found = group.get_command(click.Context(group), name)
            assert found is not None
            yield from commands(found, *path, name)
        return
    required = [each for each in group.params if isinstance(each, click.Argument) and each.required]
    yield path, [*path, *(GIVEN.get(each.human_readable_name, "alice") for each in required)]


TYPED = {
    name: [*words, "--all"] if name in WITH_ALL else [*words[:-1], "copy"] if name == ("db", "backup") else words
    for name, words in commands()
    if name not in MAY_CREATE | PUTS_ONE_THERE | NEEDS_NONE
}
"""The commands that use a database that is there."""
SOME = [("do",), ("pipe",), ("fetch",), ("verify",), ("admin", "mail", "count"), ("db", "current")]
"""One of each kind; the long run tries all of them."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in [name for name in os.environ if name.startswith("PBMSERV_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    (tmp_path / "file").write_text("Hello.\n")
    monkeypatch.setenv("PBMSERV_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PBMSERV_IMAP", "imaps://games:sesame7@127.0.0.1:1/INBOX")
    return tmp_path / "home"


@pytest.fixture
def run(home: Path) -> Run:
    """Give a command; nothing that it might have left may be there afterwards, and no word of a traceback."""

    def run(name: tuple[str, ...]) -> Result:
        before = all_below(home.parent)
        result = CliRunner().invoke(main, TYPED[name], input="Subject: help\n\n")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert all_below(home.parent) == before
        assert result.exit_code == (75 if name in TO_BE_TRIED_AGAIN else 1), result.output
        assert "sesame7" not in result.output
        return result

    return run


def all_below(folder: Path) -> list[tuple[Any, ...]]:
    """All files in a folder, with their rights and what is in them."""
    return sorted(
        (str(path), path.stat().st_mode, path.read_bytes() if path.is_file() else b"") for path in folder.rglob("*")
    )


def error_of(name: tuple[str, ...], result: Result) -> str:
    """The words of the error, without what stands before each."""
    begin = "pbmserv: " if name in TO_BE_TRIED_AGAIN else "Error: "
    assert result.stderr.startswith(begin), result.stderr
    return result.stderr.removeprefix(begin).rstrip("\n")


def test_every_command_either_may_create_a_database_or_needs_none_or_is_tried_here() -> None:
    all_of_them = {name for name, _ in commands()}

    assert all_of_them >= MAY_CREATE | PUTS_ONE_THERE | NEEDS_NONE | TO_BE_TRIED_AGAIN | WITH_ALL
    assert len(TYPED) == len(all_of_them) - 10 > 45


@pytest.mark.alike
@pytest.mark.parametrize("name", TYPED, ids=" ".join)
def test_none_is_made_where_none_is(run: Run, home: Path, name: tuple[str, ...]) -> None:
    assert error_of(name, run(name)) == f"There is no database at {home}/pbmserv.db. {HOW_TO_MAKE_ONE}"


@pytest.mark.parametrize("name", SOME, ids=" ".join)
def test_none_is_made_where_not_even_its_folder_is(run: Run, home: Path, name: tuple[str, ...]) -> None:
    home.rmdir()

    assert error_of(name, run(name)) == f"There is no database at {home}/pbmserv.db. {HOW_TO_MAKE_ONE}"
    assert not home.exists()


@pytest.mark.parametrize("name", sorted(NEEDS_NONE), ids=" ".join)
def test_what_needs_none_makes_none(home: Path, name: tuple[str, ...]) -> None:
    before = all_below(home.parent)

    CliRunner().invoke(main, dict(commands())[name])

    assert all_below(home.parent) == before


def older(path: Path, template: Path) -> str:
    _with_version("0001", path, template)
    return (
        f"The database {path} has schema 0001, this version of pbmserv needs {NEEDS}. Stop the older server, and"
        " type: pbmserv db upgrade"
    )


def newer(path: Path, template: Path) -> str:
    _with_version("9999", path, template)
    return (
        f"The database {path} has schema 9999, which this version of pbmserv, with schema {NEEDS}, does not know: a"
        " newer one has made it. Install that version, or restore a backup that this one made."
    )


def empty(path: Path, _template: Path) -> str:
    path.write_bytes(b"")
    return f"The database {path} has no tables of pbmserv. {HOW_TO_MAKE_ONE}"


def of_another_program(path: Path, _template: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (title)")
    return f"The database {path} has no tables of pbmserv. {HOW_TO_MAKE_ONE}"


def a_diary(path: Path, _template: Path) -> str:
    path.write_text("Dear diary,\n" * 1000)
    return (
        f"The database {path} cannot be used: file is not a database. To put a backup in its place, type: pbmserv db"
        " restore FILE"
    )


def damaged(path: Path, template: Path) -> str:
    whole = template.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    return (
        f"The database {path} cannot be used: database disk image is malformed. To put a backup in its place, type:"
        " pbmserv db restore FILE"
    )


def a_folder(path: Path, _template: Path) -> str:
    path.mkdir()
    return f"There is no database at {path}. {HOW_TO_MAKE_ONE}"


STATES = [older, newer, empty, of_another_program, a_diary, damaged, a_folder]
"""Each puts something there that is no database for us, and gives what is said of it."""


def _with_version(version: str, path: Path, template: Path) -> None:
    shutil.copy(template, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [version])
        connection.commit()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", SOME, ids=" ".join)
def test_what_is_there_is_left_as_it_is(
    run: Run, home: Path, sqlite_template: Path, state: Callable[[Path, Path], str], name: tuple[str, ...]
) -> None:
    words = state(home / "pbmserv.db", sqlite_template)

    assert error_of(name, run(name)) == words


@pytest.mark.long
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("name", sorted(TYPED.keys() - {*SOME, ("db", "backup")}), ids=" ".join)
def test_the_other_commands_leave_it_as_well(
    run: Run, home: Path, sqlite_template: Path, state: Callable[[Path, Path], str], name: tuple[str, ...]
) -> None:
    words = state(home / "pbmserv.db", sqlite_template)

    assert error_of(name, run(name)) == words


@pytest.mark.parametrize("state", [empty, of_another_program, a_diary, damaged, a_folder])
def test_nothing_of_it_is_backed_up(
    run: Run, home: Path, sqlite_template: Path, state: Callable[[Path, Path], str]
) -> None:
    state(home / "pbmserv.db", sqlite_template)

    assert f"{home}/pbmserv.db" in error_of(("db", "backup"), run(("db", "backup")))


@pytest.mark.parametrize("state", [older, newer])
def test_a_database_of_another_version_can_be_backed_up(
    home: Path, sqlite_template: Path, state: Callable[[Path, Path], str]
) -> None:
    state(home / "pbmserv.db", sqlite_template)

    assert CliRunner().invoke(main, ["db", "backup", "copy"]).exit_code == 0


@contextmanager
def as_nobody() -> Iterator[str]:
    """As a user who may not read the files of whoever runs the tests; gives that user's name."""
    if os.geteuid() != 0:
        yield pwd.getpwuid(os.geteuid()).pw_name
        return
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield "nobody"
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("name", [*SOME, ("db", "backup")], ids=" ".join)
@pytest.mark.parametrize("closed", ["pbmserv.db", "."])
def test_a_database_of_another_user_is_said_to_be_one(
    home: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch, name: tuple[str, ...], closed: str
) -> None:
    shutil.copy(sqlite_template, home / "pbmserv.db")
    # What it needs has to be imported by somebody who may.
    CliRunner().invoke(main, TYPED[name], input="Subject: help\n\n")
    monkeypatch.chdir("/")

    with tempfile.TemporaryDirectory() as folder:
        file = shutil.copy(sqlite_template, Path(folder) / "pbmserv.db")
        Path(folder).chmod(0o755)
        (Path(folder) / closed).chmod(0)
        monkeypatch.setenv("PBMSERV_HOME", folder)
        with as_nobody() as user:
            result = CliRunner().invoke(main, TYPED[name], input="Subject: help\n\n")
        Path(folder).chmod(0o700)
        left = [path.name for path in Path(folder).iterdir()]

    assert error_of(name, result) == (
        f"The user {user} may not read and write the database {file}. Type the command as the user who runs the"
        " server."
    )
    assert result.exit_code == (75 if name in TO_BE_TRIED_AGAIN else 1)
    assert left == ["pbmserv.db"]


def test_in_a_folder_that_may_not_be_entered_a_command_asks_for_the_settings_file(home: Path) -> None:
    CliRunner().invoke(main, ["list"])
    home.parent.chmod(0)

    with as_nobody():
        result = CliRunner().invoke(main, ["list"])
    home.parent.chmod(0o700)

    assert result.stderr == (
        "Error: The settings file pbmserv.toml cannot be read: Permission denied. Name another with --config, or type"
        " the command in another folder.\n"
    )


@pytest.mark.parametrize("name", [*SOME, ("db", "backup")], ids=" ".join)
def test_a_postgresql_that_cannot_be_reached_is_named_without_its_password(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PBMSERV_DATABASE_URL", "postgresql+psycopg://games:sesame7@127.0.0.1:1/pbmserv")

    words = error_of(name, run(name))

    if name != ("db", "backup"):
        assert words.startswith("The database postgresql+psycopg://games:***@127.0.0.1:1/pbmserv cannot be used: ")
        assert "Connection refused" in words


@pytest.fixture
def empty_postgresql(postgresql_server: Callable[[str], str]) -> Iterator[str]:
    name = f"empty_{uuid.uuid4().hex}"
    administer(postgresql_server("postgres"), f"CREATE DATABASE {name}")
    yield postgresql_server(name)
    administer(postgresql_server("postgres"), f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(TYPED.keys() - {("db", "backup")}), ids=" ".join)
def test_an_empty_postgresql_stays_empty(
    run: Run, empty_postgresql: str, monkeypatch: pytest.MonkeyPatch, name: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PBMSERV_DATABASE_URL", empty_postgresql)

    words = error_of(name, run(name))

    assert words.startswith("The database postgresql+psycopg://")
    assert words.endswith(f" has no tables of pbmserv. {HOW_TO_MAKE_ONE}")


def test_completion_makes_none_and_offers_nothing(home: Path) -> None:
    before = all_below(home.parent)
    environment = {"_PBMSERV_COMPLETE": "bash_complete", "COMP_WORDS": "pbmserv verify hex ", "COMP_CWORD": "3"}

    completed = CliRunner().invoke(main, prog_name="pbmserv", env=environment)

    assert (completed.exit_code, completed.output) == (0, "\n")
    assert all_below(home.parent) == before


def test_what_the_error_says_makes_one(home: Path) -> None:
    assert CliRunner().invoke(main, ["db", "upgrade"]).exit_code == 0
    assert CliRunner().invoke(main, ["list"]).exit_code == 0
