"""What a command line begins with: the settings are read, the database is opened; and what goes wrong, in words.

Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sqlalchemy.exc import SQLAlchemyError

    from pbmserv.settings import Settings
    from pbmserv.store.database import Database


class TryAgain(click.ClickException):
    """The database has failed meanwhile: nothing was done, and later it may go well. Exits as sysexits.h says."""

    exit_code = os.EX_TEMPFAIL


def read_settings(config: Path | None) -> Settings:
    """The settings, with `config` instead of the usual file if it is given.

    Raises `click.ClickException`.
    """
    from pbmserv.settings import load

    with told_as_click_exceptions():
        return load(config, os.environ)


@contextmanager
def told_as_click_exceptions() -> Iterator[None]:
    """Have the operator read what is wrong with a setting, instead of a traceback."""
    from pbmserv.settings import SettingsError

    try:
        yield
    except SettingsError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def connected(settings: Settings) -> Iterator[Database]:
    """The database, whatever its schema is.

    Raises `click.ClickException` where it fails.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from pbmserv.store.database import Database

    try:
        database = Database(settings.database_url, settings.database_seconds)
    except (ImportError, OSError) as error:
        raise click.ClickException(f"The database cannot be used: {error}") from error
    try:
        yield database
    except SQLAlchemyError as error:
        raise click.ClickException(words_of(error)) from error
    finally:
        database.close()


def words_of(error: SQLAlchemyError) -> str:
    """What to say of a fault of the database: the driver's own words, without the statement and its parameters,
    since those may hold what nobody should read."""
    return f"The database cannot be used: {getattr(error, 'orig', None) or error}"


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """The database, with the schema that this version of pbmserv needs.

    Raises `click.ClickException` where it has another one, or fails, and where the letters that will be written there
    could not be signed as they should be.
    """
    from pbmserv.store.database import OutdatedSchema

    _check_signing(settings)
    with connected(settings) as database:
        try:
            database.make_ready()
        except OutdatedSchema as error:
            raise click.ClickException(str(error)) from error
        yield database


def _check_signing(settings: Settings) -> None:
    if settings.dkim_key is None:
        return
    from pbmserv.mail.signing import signer_for
    from pbmserv.settings import SettingsError

    try:
        signer_for(settings)
    except SettingsError as error:
        raise click.ClickException(str(error)) from error


def deliver(database: Database, settings: Settings) -> None:
    """Send what is due, so that a command line without a running server is enough to play."""
    from pbmserv.store.outbox import Outbox

    with database.reading() as connection:
        # Asked first, since most of what is asked for here is only looked at, and to send takes much to load.
        if not Outbox(connection).has_due(datetime.now(UTC)):
            return
    from pbmserv.mail.delivery import deliver_due

    deliver_due(database, settings)
