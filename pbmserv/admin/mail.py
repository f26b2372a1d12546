"""`pbmserv admin mail`: inbox and outbox.

Requests are called in-NUMBER, letters out-NUMBER.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from pbmserv.admin.context import AdminContext, dry_run, limit, tool
from pbmserv.cli_support import REFUSED

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

TEST_SECONDS = 30.0
"""How long to wait for the result of a test letter."""
OPEN = ("waiting", "later", "failed", "held")
REFUSALS_LOOKED_AT = 1000
STATUSES = (*OPEN, "done", "sent", "dropped")


@dataclass(frozen=True)
class Item:
    """An item of a queue."""

    incoming: bool
    number: int

    def __str__(self) -> str:
        return f"{'in' if self.incoming else 'out'}-{self.number}"


def _item(value: str) -> Item:
    match = re.fullmatch(r"(in|out)-([0-9]{1,18})", value)
    if match is None:
        raise click.BadParameter(f"{value!r} is not the name of a request or letter, such as in-12 or out-34.")
    return Item(match[1] == "in", int(match[2]))


def _one(_context: click.Context, _parameter: click.Parameter, value: str) -> Item:
    return _item(value)


def _several(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[Item, ...]:
    return tuple(map(_item, values))


incoming_only = click.option("--in", "only", flag_value="in", help="Only requests that came in.")
outgoing_only = click.option("--out", "only", flag_value="out", help="Only letters on their way.")


@click.group()
def mail() -> None:
    """Mail that comes and goes: count, list, show, retry, drop, test."""


@mail.command()
@tool
def count(admin: AdminContext) -> None:
    """Tell how much is still to be done, and how long the oldest of it has waited.

    In each state, 10000 means that many or more. "Turned away" is what a mail server says that takes no letters from
    us, "unreachable" why letters could not be handed on at all: they are kept, and tried again. If nothing can be
    stored, such as on a full disk, the cause is told on standard error, and this exits with 1.
    """
    from pbmserv.mail.smtp_refusals import is_about_us
    from pbmserv.monitoring.health import Health
    from pbmserv.storage.outbox import NO_WAY_OUT, Outbox
    from pbmserv.storage.queues import backlog

    now = datetime.now(UTC)
    with admin.database.reading() as connection:
        left = backlog(connection)
        reasons = Outbox(connection).why_waiting(REFUSALS_LOOKED_AT)
    lines = [line for each in reasons for line in each.splitlines()]
    unreachable = next((line.removeprefix(NO_WAY_OUT) for line in lines if line.startswith(NO_WAY_OUT)), None)
    refusal = next((line for line in lines if not line.startswith(NO_WAY_OUT) and is_about_us(line)), None)
    unsent = ("out", "waiting")
    oldest = {("in", "waiting"): left.oldest_request, unsent: left.oldest_letter}
    counted = [("in", state.value, number) for state, number in left.requests.items()]
    counted += [("out", state.value, number) for state, number in left.letters.items()]
    rows = [
        {
            "queue": queue,
            "status": state,
            "mails": number,
            "oldest": oldest.get((queue, state)),
            "age": _age(oldest.get((queue, state)), now),
            "turned_away": refusal if (queue, state) == unsent else None,
            "unreachable": unreachable if (queue, state) == unsent else None,
        }
        for queue, state, number in counted
    ]
    admin.printer.rows(rows, nothing="Nothing waits, and nothing has failed.")
    if fault := Health(admin.database).report().parts["database"]:
        click.echo(f"The database {admin.database.name}: {fault}", err=True)
        sys.exit(REFUSED)


@mail.command(name="list")
@incoming_only
@outgoing_only
@click.option("--failed", is_flag=True, help="Only what has been set aside: the same as --status failed.")
@click.option(
    "--status", "statuses", multiple=True, type=click.Choice(STATUSES), help="Only what is in this state; by default"
    " all that is still open."
)  # fmt: skip
@click.option("--suspended", is_flag=True, help="Instead, the addresses that nothing is sent to, and why.")
@click.option("--returned-from", metavar="ADDRESS", help="Instead, the letters that have come back from ADDRESS.")
@limit
@tool
def list_mail(
    admin: AdminContext,
    only: str | None,
    failed: bool,
    statuses: tuple[str, ...],
    suspended: bool,
    returned_from: str | None,
    limit: int,
) -> None:
    """List requests and letters, the newest of each state first."""
    from pbmserv.storage.addresses import Bounces
    from pbmserv.storage.inbox import Inbox
    from pbmserv.storage.outbox import Outbox
    from pbmserv.storage.queues import InboxStatus, OutboxStatus

    if suspended:
        _list_suspended(admin, limit)
        return
    if returned_from is not None:
        with admin.database.reading() as connection:
            letters = Bounces(connection).returned_from(returned_from, limit)
            returned = Bounces(connection).returned([row.id for row in letters])
        admin.printer.rows(
            [_line(False, row, returned) for row in letters], nothing="Nothing has come back from there."
        )
        return
    wanted = ("failed",) if failed else statuses or OPEN
    with admin.database.reading() as connection:
        inbox, outbox = Inbox(connection), Outbox(connection)
        requests = [row for state in InboxStatus if state in wanted for row in inbox.listed(state, limit)]
        letters = [row for state in OutboxStatus if state in wanted for row in outbox.listed(state, limit)]
        returned = Bounces(connection).returned([row.id for row in letters[:limit]])
    rows = [_line(True, row, {}) for row in requests[:limit] if only != "out"]
    rows += [_line(False, row, returned) for row in letters[:limit] if only != "in"]
    nothing = "There is no such mail." if failed or statuses else "Nothing waits, and nothing has failed."
    admin.printer.rows(rows, nothing=nothing)


@mail.command()
@click.argument("item", callback=_one)
@click.option("--raw", is_flag=True, help="Print a request as it came in. It may hold its sender's password!")
@tool
def show(admin: AdminContext, item: Item, raw: bool) -> None:
    """Show a request or a letter, and what has become of it.

    Tokens and codes, by which the reader of a letter could answer it, are masked.
    """
    from pbmserv.letters.reply_address import without_codes, without_tokens
    from pbmserv.storage.addresses import Bounces
    from pbmserv.storage.inbox import Inbox
    from pbmserv.storage.outbox import Outbox

    with admin.database.reading() as connection:
        row = (Inbox(connection) if item.incoming else Outbox(connection)).find(item.number)
        returned = {} if item.incoming else Bounces(connection).returned([item.number])
    if row is None:
        raise _no_such(item)
    if raw and item.incoming:
        sys.stdout.buffer.write(row.message or b"")
        return
    facts = {"mail": str(item), **row._asdict()}
    del facts["id"]
    if not item.incoming:
        facts["returned"] = returned.get(item.number, {})
    facts["age"] = _age(row.received_at if item.incoming else row.created_at, datetime.now(UTC))
    if item.incoming:
        message = facts.pop("message")
        facts["bytes"] = len(message) if message is not None else None
    for name, value in facts.items():
        # A Message-ID looks like a code.
        facts[name] = _masked(value, without_codes if name in {"text", "page", "attachments"} else without_tokens)
    admin.printer.facts(facts)


@mail.command()
@click.argument("items", callback=_several, nargs=-1, metavar="[ITEM]...")
@click.option("--failed", is_flag=True, help="All that has been set aside, instead of what is named.")
@incoming_only
@outgoing_only
@tool
def retry(admin: AdminContext, items: tuple[Item, ...], failed: bool, only: str | None) -> None:
    """Carry out failed requests again, and send letters now."""
    from pbmserv.storage.inbox import Inbox
    from pbmserv.storage.outbox import Outbox

    if failed == bool(items) or (only and not failed):
        raise click.UsageError("Name requests and letters, or say --failed, with --in or --out for some of it.")
    if failed:
        with admin.writing() as connection:
            requests = Inbox(connection).retry_failed() if only != "out" else 0
            letters = Outbox(connection).retry_failed(datetime.now(UTC)) if only != "in" else 0
        admin.tell(f"Requests that will be tried again: {requests}, letters: {letters}.")
        return

    def again(connection: Connection, item: Item) -> bool:
        if item.incoming:
            return Inbox(connection).retry(item.number)
        return Outbox(connection).retry(item.number, datetime.now(UTC))

    _change(admin, items, again, "will be tried again")


@mail.command()
@click.argument("items", callback=_several, nargs=-1, required=True, metavar="ITEM...")
@dry_run
@tool
def drop(admin: AdminContext, items: tuple[Item, ...], dry_run: bool) -> None:
    """Take out what waits to be carried out or sent.

    Requests that have not been carried out, and letters that have not been sent.
    """
    from pbmserv.storage.inbox import Inbox
    from pbmserv.storage.outbox import Outbox

    def take_out(connection: Connection, item: Item) -> bool:
        if item.incoming:
            return Inbox(connection).drop(item.number, datetime.now(UTC))
        return Outbox(connection).drop(item.number)

    _change(admin, items, take_out, "dropped", dry_run)


@mail.command()
@click.argument("address")
@tool
def test(admin: AdminContext, address: str) -> None:
    """Send a letter to ADDRESS, and say what became of it.

    This shows whether letters get out. Exits with 1 if this one did not.
    """
    from pbmserv.commands.requests.outcome import TriedOut
    from pbmserv.language.argument_types import MailAddress
    from pbmserv.request_ids import new_request_id
    from pbmserv.storage.queues import OutboxStatus

    to = MailAddress().read(address)
    request = new_request_id()
    admin.act(lambda call: call.outcomes.append(TriedOut(to)), request_id=request)
    found = _wait_for(admin, request)
    status = OutboxStatus(found.status)
    told = {
        OutboxStatus.SENT: f"The letter to {to} has been sent.",
        OutboxStatus.WAITING: f"The letter to {to} has not been sent yet, and will be tried again: {found.outcome}",
    }.get(status, f"The letter to {to} was not sent, and will not be: {found.outcome}")
    admin.tell(told, mail=str(Item(False, found.id)), status=status.value)
    sys.exit(0 if status is OutboxStatus.SENT else REFUSED)


def _wait_for(admin: AdminContext, request: str) -> Any:
    """The only letter of a request, once this process or a server has tried to send it."""
    from pbmserv.storage.outbox import Outbox

    end = time.monotonic() + TEST_SECONDS
    while True:
        with admin.database.reading() as connection:
            [letter] = Outbox(connection).caused_by(request)
        if letter.status != "waiting" or letter.outcome or time.monotonic() > end:
            return letter
        time.sleep(0.1)


def _change(
    admin: AdminContext,
    items: tuple[Item, ...],
    change: Callable[[Connection, Item], bool],
    what: str,
    dry_run: bool = False,
) -> None:
    with admin.writing() as connection:
        trial = connection.begin_nested()
        for item in items:
            if not change(connection, item):
                raise _no_such(item)
        if dry_run:
            trial.rollback()
    admin.tell(f"{', '.join(map(str, items))}: {what}.", dry_run=dry_run)


def _no_such(item: Item) -> Exception:
    from pbmserv.games.base import Refusal

    return Refusal(f"There is no {item}, or it is done with.")


def _masked(value: Any, mask: Callable[[str], str]) -> Any:
    """A value with all texts in it masked, at any depth."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, Mapping):
        return {name: _masked(each, mask) for name, each in value.items()}
    return [_masked(each, mask) for each in value] if isinstance(value, list) else value


def _line(incoming: bool, row: Row[Any], returned: Mapping[int, Mapping[str, str]]) -> dict[str, Any]:
    from pbmserv.letters.reply_address import without_tokens

    at = row.received_at if incoming else row.created_at
    return {
        "mail": str(Item(incoming, row.id)),
        "request": row.request,
        "at": at,
        "age": _age(at, datetime.now(UTC)),
        "status": row.status,
        "attempts": row.attempts,
        "from": without_tokens(row.sender) if incoming else "",
        "to": _masked(row.recipients, without_tokens),
        "subject": "" if incoming else row.subject,
        "outcome": _first_line(row.outcome) or ("" if incoming else _returned(returned.get(row.id, {}))),
    }


def _list_suspended(admin: AdminContext, limit: int) -> None:
    from pbmserv.storage.addresses import Bounces

    with admin.database.reading() as connection:
        found = Bounces(connection).suspended(limit)
    rows = [
        {
            "userid": player.userid,
            "address": each.address,
            "suspended": each.suspended_at,
            "failing_since": each.failing_since,
            "why": each.failure,
        }
        for player, each in found
    ]
    admin.printer.rows(rows, nothing="No address is suspended.")


def _returned(returned: Mapping[str, str]) -> str:
    return "; ".join(f"came back from {address}: {words}" for address, words in returned.items())


def _age(since: datetime | None, now: datetime) -> str | None:
    if since is None:
        return None
    seconds = max(0, int((now - since).total_seconds()))
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"


def _first_line(outcome: str | None) -> str:
    return (outcome or "").partition("\n")[0]
