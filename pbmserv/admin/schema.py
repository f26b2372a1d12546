"""`pbmserv db`: the schema of the database, and a copy of all that it holds."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbmserv.opening import connected, read_settings

DIFFERS = 1


@click.group(name="db")
def schema() -> None:
    """The database: bring its schema up to date, ask for its version, copy it."""


@schema.command()
@click.pass_obj
def upgrade(config: Path | None) -> None:
    """Bring the schema up to this version of pbmserv."""
    from pbmserv.store.database import OutdatedSchema

    with connected(read_settings(config)) as database:
        before, wanted = database.schema_versions()
        try:
            database.upgrade()
        except OutdatedSchema as error:
            raise click.ClickException(str(error)) from error
    click.echo(
        f"The schema is at {wanted}" + (" already." if before == wanted else f", it was at {before or 'none'}.")
    )


@schema.command()
@click.pass_obj
def current(config: Path | None) -> None:
    """Tell which version the schema has.

    And which one this pbmserv needs; exits with 1 where they differ.
    """
    with connected(read_settings(config)) as database:
        has, needs = database.schema_versions()
    click.echo(f"The schema is at {has or 'none'}, and this pbmserv needs {needs}.")
    sys.exit(0 if has == needs else DIFFERS)


@schema.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def backup(config: Path | None, file: Path) -> None:
    """Copy an SQLite database to FILE, as it is at this moment.

    The server may run on meanwhile. The copy holds mail that waits, and so passwords: only you can read it. To
    restore it, put it in the place of the database while no server runs. PostgreSQL has pg_dump and pg_restore.
    """
    from pbmserv.store.backup import UnsoundCopy, back_up

    with connected(read_settings(config)) as database:
        if not database.is_sqlite:
            raise click.ClickException(
                "This is for SQLite. For PostgreSQL, type: pg_dump --format=custom --file=FILE DATABASE"
            )
        try:
            size = back_up(database, file)
        except (OSError, UnsoundCopy) as error:
            raise click.ClickException(f"No backup was made: {error}") from error
    click.echo(f"{file} holds the database as it was, in {size} bytes.")
