"""What every tool of the operator works with: the open database, the post office, and a way to print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import click

from pbmserv.admin.printing import Printer
from pbmserv.opening import deliver, opened, read_settings

if TYPE_CHECKING:
    from pbmserv.commands.call import Call
    from pbmserv.post_office import AnsweredLetter, Done, PostOffice
    from pbmserv.settings import Settings
    from pbmserv.store.database import Database
    from pbmserv.store.work import UnitOfWork

REFUSED = 1

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Desk:
    """Where the operator works."""

    settings: Settings
    database: Database
    office: PostOffice
    printer: Printer

    @contextmanager
    def reading(self) -> Iterator[UnitOfWork]:
        """A transaction that only looks things up."""
        from pbmserv.games.catalogue import installed
        from pbmserv.store.work import UnitOfWork

        with self.database.reading() as connection:
            yield UnitOfWork(connection, installed())

    def act(self, action: Callable[[Call], R], dry_run: bool = False) -> Done[R]:
        """Do something through the post office, and send the letters that this causes.

        Raises `Refusal`.
        """
        done = self.office.act(action, dry_run=dry_run)
        if not dry_run:
            deliver(self.database, self.settings)
        return done

    def act_and_tell(self, action: Callable[[Call], str], dry_run: bool = False) -> None:
        """The same, and print what has been done, in the words that `action` returns."""
        done = self.act(action, dry_run)
        self.tell(done.result, done.letters, dry_run)

    def tell(self, what: str, letters: tuple[AnsweredLetter, ...] = (), dry_run: bool = False, **more: Any) -> None:
        """Print what has been done, and to whom letters have been written."""
        sent = [letter for letter in letters if letter.to]
        if self.printer.as_json:
            told = [{"to": list(letter.to), "subject": letter.subject, "text": letter.text} for letter in sent]
            self.printer.json({"ok": True, "dry_run": dry_run, "done": what, **more, "letters": told})
            return
        click.echo(f"Nothing has been changed; this is what would happen:\n{what}" if dry_run else what)
        for letter in sent:
            click.echo(f"Letter to {', '.join(letter.to)}: {letter.subject}")


def tool(command: Callable[Concatenate[Desk, P], None]) -> Callable[P, None]:
    """Make a function one of the operator's tools: it gets a desk, `--json`, and an exit code of 1 for a refusal."""

    @click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
    @wraps(command)
    def run(*arguments: P.args, **options: P.kwargs) -> None:
        from pbmserv.games.base import Refusal
        from pbmserv.mail.logs import log_to_stderr
        from pbmserv.post_office import post_office_for

        printer = Printer(bool(options.pop("as_json")))
        settings = read_settings(click.get_current_context().obj)
        log_to_stderr(settings, quietly=True)
        with opened(settings) as database:
            try:
                command(Desk(settings, database, post_office_for(settings, database), printer), *arguments, **options)
            except Refusal as refusal:
                if printer.as_json:
                    printer.json({"ok": False, "error": refusal.words})
                else:
                    click.echo(refusal.words, err=True)
                sys.exit(REFUSED)

    return run


with_reason = click.option("--reason", metavar="TEXT", default="", help="Why; the players are told.")
dry_run = click.option("--dry-run", is_flag=True, help="Tell what would happen, and change nothing.")
limit = click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, 10_000), help="How many lines at most."
)


def moment(_context: click.Context, _parameter: click.Parameter, value: str | None) -> datetime | None:
    """Read an option that is a time as ISO 8601 writes it, in UTC where it names no zone."""
    if value is None:
        return None
    try:
        at = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a time such as 2024-03-22 or 2024-03-22T12:00.") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
