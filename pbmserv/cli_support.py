"""Settings, database and errors for the command line.

Nothing heavy is imported before it is needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path

    from pbmserv.settings import Settings
    from pbmserv.storage.database import Database, Need


REFUSED = 1
"""The exit code of a refused command."""


class TryAgain(click.ClickException):
    """The database has failed; nothing was done. Exits as sysexits.h says."""

    exit_code = os.EX_TEMPFAIL


def read_settings(config: Path | None) -> Settings:
    """The settings, from `config` instead of the usual file if given.

    Raises `click.ClickException`.
    """
    from pbmserv.settings import load

    with told_as_click_exceptions():
        return load(config, os.environ)


@contextmanager
def told_as_click_exceptions() -> Iterator[None]:
    """Report faulty settings without a traceback."""
    from pbmserv.settings import SettingsError

    try:
        yield
    except SettingsError as error:
        raise click.ClickException(str(error)) from error


@contextmanager
def refusals_told() -> Iterator[None]:
    """Report refusals and exit with 1."""
    from pbmserv.games.base import Refusal

    try:
        yield
    except Refusal as refusal:
        click.echo(refusal.words, err=True)
        sys.exit(REFUSED)


@contextmanager
def opened(settings: Settings, need: Need | None = None) -> Iterator[Database]:
    """Open the database, by default ready for use; `need` may allow creating or upgrading.

    Raises `click.ClickException` if it is not as needed or fails, or if letters could not be signed.
    """
    from pbmserv.storage import database
    from pbmserv.storage.database import Need

    need = need or Need.READY
    if need in {Need.MADE, Need.READY}:
        _check_signing(settings)
    try:
        with database.opened(settings.database_url, settings.database_seconds, need) as ready:
            yield ready
    except database.Unusable as error:
        raise click.ClickException(str(error)) from error


def _check_signing(settings: Settings) -> None:
    if settings.dkim_key is None:
        return
    from pbmserv.mail.sending.signing import signer_for

    with told_as_click_exceptions():
        signer_for(settings)


def deliver(database: Database, settings: Settings) -> None:
    """Send due letters, so that the command line suffices without a server."""
    from pbmserv.storage.outbox import Outbox

    with database.reading() as connection:
        # Asked first: most commands only look something up, and sending needs much to be imported.
        if not Outbox(connection).has_due(datetime.now(UTC)):
            return
    from pbmserv.mail.sending.delivery import deliver_due

    deliver_due(database, settings)
