"""What every tool has: the database, the post office, a printer."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import click

from pbmserv.admin.printing import Printer
from pbmserv.cli_support import REFUSED, deliver, opened, read_settings

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from pbmserv.commands.requests.context import Call
    from pbmserv.letters.letter import Letter
    from pbmserv.post_office import Done, PostOffice
    from pbmserv.settings import Settings
    from pbmserv.storage.database import Database
    from pbmserv.storage.operator_log import Deed
    from pbmserv.storage.work import UnitOfWork

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class AdminContext:
    """Where the operator works."""

    settings: Settings
    database: Database
    office: PostOffice
    printer: Printer
    deed: Deed
    """The action as it is logged if it changes anything."""

    @contextmanager
    def reading(self) -> Iterator[UnitOfWork]:
        from pbmserv.games.catalogue import installed
        from pbmserv.storage.work import UnitOfWork

        with self.database.reading() as connection:
            yield UnitOfWork(connection, installed())

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A logged transaction for changes outside the post office."""
        with self.database.writing() as connection:
            self.write_down(connection)
            yield connection

    def write_down(self, connection: Connection) -> None:
        """Log the action in this transaction."""
        from pbmserv.storage.operator_log import OperatorLog

        OperatorLog(connection).add(self.deed, datetime.now(UTC))

    def act(self, action: Callable[[Call], R], dry_run: bool = False, request_id: str | None = None) -> Done[R]:
        """Run an action through the post office, log it, and send its letters.

        `request_id` is its name in the log. Raises `Refusal`; then nothing is changed or logged.
        """

        def written_down(call: Call) -> R:
            self.write_down(call.work.connection)
            return action(call)

        done = self.office.act(written_down, dry_run=dry_run, request_id=request_id)
        if not dry_run:
            deliver(self.database, self.settings)
        return done

    def act_and_tell(self, action: Callable[[Call], str], dry_run: bool = False) -> None:
        """The same, printing what `action` returns."""
        done = self.act(action, dry_run)
        self.tell(done.result, done.letters, dry_run)

    def tell(self, what: str, letters: tuple[Letter, ...] = (), dry_run: bool = False, **more: Any) -> None:
        """Print what was done and who was written to."""
        sent = [letter for letter in letters if letter.to]
        if self.printer.as_json:
            told = [{"to": list(letter.to), "subject": letter.subject, "text": letter.text} for letter in sent]
            self.printer.json({"ok": True, "dry_run": dry_run, "done": what, **more, "letters": told})
            return
        click.echo(f"Nothing has been changed; this is what would happen:\n{what}" if dry_run else what)
        for letter in sent:
            click.echo(f"Letter to {', '.join(letter.to)}: {letter.headline}")


def tool(command: Callable[Concatenate[AdminContext, P], None]) -> Callable[P, None]:
    """Make a function a tool: it gets an `AdminContext`, `--json`, and exit code 1 for a refusal."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
    @wraps(command)
    def run(*arguments: P.args, **options: P.kwargs) -> None:
        from pbmserv.games.base import Refusal
        from pbmserv.post_office import post_office_for
        from pbmserv.running.logs import log_to_stderr

        printer = Printer(bool(options.pop("as_json")))
        context = click.get_current_context()
        settings = read_settings(context.obj)
        log_to_stderr(settings, quietly=True)
        with opened(settings) as database:
            try:
                office = post_office_for(settings, database)
                command(AdminContext(settings, database, office, printer, deed_of(context)), *arguments, **options)
            except Refusal as refusal:
                if printer.as_json:
                    printer.json({"ok": False, "error": refusal.words})
                else:
                    click.echo(refusal.words, err=True)
                sys.exit(REFUSED)

    return run


def deed_of(context: click.Context) -> Deed:
    """The command for the operators' log, without hidden input such as passwords."""
    from pbmserv.storage.operator_log import Deed

    given = {
        each.name: _as_written(context.params[each.name])
        for each in context.command.params
        if each.name in context.params and not getattr(each, "hide_input", False) and each.name != "as_json"
    }
    given = {name: value for name, value in given.items() if value not in (None, False, "", [])}
    return Deed(account(), context.command_path.partition(" ")[2], given)


def account() -> str:
    """The account on this machine; under sudo, with the one behind it."""
    user, before = getpass.getuser(), os.environ.get("SUDO_USER")
    return f"{user} ({before})" if before and before != user else user


def _as_written(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_written(each) for each in value]
    return value if value is None or isinstance(value, bool | int) else str(value)


yes = click.option("--yes", is_flag=True, help="Do not ask whether you are sure.")


def make_sure(question: str, yes: bool) -> None:
    """Ask for confirmation unless `yes`.

    Raises `click.Abort` for a no, or without a terminal.
    """
    if not yes:
        click.confirm(question, abort=True, err=True)


with_reason = click.option("--reason", metavar="TEXT", default="", help="Why; the players are told.")
dry_run = click.option("--dry-run", is_flag=True, help="Tell what would happen, and change nothing.")
limit = click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, 10_000), help="How many lines at most."
)


def moment(_context: click.Context, _parameter: click.Parameter, value: str | None) -> datetime | None:
    """Parse an ISO 8601 time, in UTC unless it names a zone."""
    if value is None:
        return None
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a time such as 2024-03-22 or 2024-03-22T12:00.") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
