"""`pbmserv db`: schema, backup and restore."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from pbmserv.admin.context import deed_of, make_sure, yes
from pbmserv.cli_support import opened, read_settings


@click.group(name="db")
def schema() -> None:
    """The database: bring its schema up to date, ask for its version, copy it, restore a copy."""


@schema.command()
@click.pass_obj
def upgrade(config: Path | None) -> None:
    """Bring the schema up to this version of pbmserv.

    Where there is no SQLite database yet, this makes one. Stop the server before you upgrade from an older version.
    """
    from pbmserv.storage.database import Need

    with opened(read_settings(config), Need.PLACE) as database:
        before, wanted = database.schema_versions()
        database.upgrade()
    click.echo(
        f"The schema is at {wanted}" + (" already." if before == wanted else f", it was at {before or 'none'}.")
    )


@schema.command()
@click.pass_obj
def current(config: Path | None) -> None:
    """Tell which version the schema has.

    And which one this pbmserv needs; exits with 1 if they differ, or if there is no database.
    """
    from pbmserv.storage.database import Need

    with opened(read_settings(config), Need.THERE) as database:
        has, needs = database.schema_versions()
        click.echo(f"The schema is at {has or 'none'}, and this pbmserv needs {needs}.")
        database.check_schema()


@schema.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def backup(config: Path | None, file: Path) -> None:
    """Copy an SQLite database to FILE, as it is at this moment.

    The server may go on running. The copy holds mail that waits, and so passwords: only you can read it. To get it
    back, stop the server and type "pbmserv db restore FILE". PostgreSQL has pg_dump and pg_restore.

    Prints which database was copied. If there is none, or it cannot be copied, exits with 1 and leaves no file.
    """
    from pbmserv.storage.backup import UnsoundCopy, back_up
    from pbmserv.storage.database import Need

    with opened(read_settings(config), Need.THERE) as database:
        if not database.is_sqlite:
            raise click.ClickException(
                "This is for SQLite. For PostgreSQL, type: pg_dump --format=custom --file=FILE DATABASE"
            )
        try:
            size = back_up(database, file)
        except (OSError, UnsoundCopy) as error:
            raise click.ClickException(f"No backup was made: {error}") from error
        source = database.name
    click.echo(f"{file} holds the database {source} as it was, in {size} bytes.")


@schema.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@yes
@click.pass_context
def restore(context: click.Context, file: Path, yes: bool) -> None:
    """Put the copy FILE into the place of the SQLite database.

    FILE is read from end to end first, and must be sound. No server may run. The database that is there now is kept
    beside the new one. Letters that waited when the copy was made are sent once more: look at them with
    "pbmserv admin mail list --out" before you start the server. If an older version made the copy, "pbmserv serve"
    or "pbmserv db upgrade" brings it up to date.
    """
    from sqlalchemy import make_url

    from pbmserv.storage.backup import InUse, UnsoundCopy, check
    from pbmserv.storage.backup import restore as put_back
    from pbmserv.storage.database import Need
    from pbmserv.storage.operator_log import OperatorLog

    settings = read_settings(context.obj)
    url = make_url(settings.database_url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise click.ClickException("This is for SQLite. For PostgreSQL, type: pg_restore --dbname=DATABASE FILE")
    now = datetime.now(UTC)
    try:
        check(file)
        make_sure(f"Replace {url.database} with {file}?", yes)
        restored = put_back(file, Path(url.database), now)
    except (OSError, UnsoundCopy, InUse) as error:
        raise click.ClickException(f"Nothing was restored: {error}") from error
    # An older copy stays as old as it is. The oldest ones have no log of what operators do.
    with opened(settings, Need.THERE) as database, database.writing() as connection:
        if OperatorLog.is_there(connection):
            OperatorLog(connection).add(deed_of(context), now)
        has, needs = database.schema_versions()
    click.echo(f"{url.database} is what {file} holds, {restored.size} bytes.")
    if restored.kept:
        click.echo(f"What was there before is kept as {restored.kept}.")
    if has != needs:
        click.echo(f"Its schema is {has}, and this pbmserv needs {needs}. Type: pbmserv db upgrade")
