"""`pbmserv admin user`: players."""

from __future__ import annotations

import sys
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from pbmserv.admin.context import AdminContext, dry_run, limit, make_sure, tool, with_reason, yes
from pbmserv.completion import offer_players

if TYPE_CHECKING:
    from pbmserv.post_office import Done


@click.group()
def user() -> None:
    """Players: list, show, add, address, confirm, suspend, readmit, password, delete."""


@user.command(name="list")
@limit
@click.option("--after", metavar="USERID", default="", help="Go on after this name.")
@click.option("--suspended", is_flag=True, help="Only those who are suspended.")
@click.option("--address", metavar="ADDRESS", help="Instead, those who have this mail address, confirmed or not.")
@tool
def list_users(admin: AdminContext, limit: int, after: str, suspended: bool, address: str | None) -> None:
    """List players, by name."""

    if address is not None and (after or suspended):
        raise click.UsageError("--address goes neither with --after nor with --suspended.")
    with admin.reading() as work:
        entries = (
            work.directory.page(after, limit, suspended) if address is None else work.directory.with_address(address)
        )
        players = [entry.player for entry in entries]
        addresses = work.addresses.of(players)
        boards = work.listing.active_boards(players)
    rows = [
        {
            "userid": entry.player.userid,
            "state": entry.state,
            "since": entry.created_at,
            "boards": boards[entry.player],
            "addresses": [each.address for each in addresses[entry.player] if each.usable],
            "unconfirmed_addresses": [each.address for each in addresses[entry.player] if not each.confirmed],
            "suspended_addresses": [each.address for each in addresses[entry.player] if each.suspended_at],
        }
        for entry in entries
    ]
    admin.printer.rows(rows, nothing="There are no such players.")


@user.command()
@click.argument("userid", shell_complete=offer_players)
@tool
def show(admin: AdminContext, userid: str) -> None:
    """Show all that is known of a player."""
    from pbmserv.games.base import Refusal
    from pbmserv.play.board import Status

    with admin.reading() as work:
        entry = work.directory.entry(userid)
        if entry is None:
            raise Refusal(f"There is no player called {userid} here.")
        addresses = work.addresses.of([entry.player])[entry.player]
        lines = work.listing.lines(players=[entry.player], status=Status.ACTIVE)
        games = work.standings.games_of(entry.player)
        absences = work.vacations.of(entry.player, datetime.now(UTC))
    admin.printer.facts(
        {
            "userid": entry.player.userid,
            "state": entry.state,
            "bot": entry.bot,
            "since": entry.created_at,
            "suspended_at": entry.suspended_at,
            "left_at": entry.left_at,
            "settings": entry.settings,
            "addresses": [
                {
                    "address": each.address,
                    "confirmed": each.confirmed,
                    "suspended": each.suspended_at is not None,
                    "suspended_at": each.suspended_at,
                    "failing_since": each.failing_since,
                    "failure": each.failure,
                }
                for each in addresses
            ],
            "absences": [{"from": absence.start, "until": absence.end} for absence in absences],
            "ratings": [{"game": each.game, **asdict(each.standing)} for each in games if each.standing.games],
            "boards": [
                {
                    "game": line.game,
                    "board": line.number,
                    "to_move": list(line.to_move),
                    "last_move": line.last_moved_at,
                }
                for line in lines
            ],
        }
    )


@user.command()
@click.argument("userid")
@click.argument("addresses", nargs=-1, required=True, metavar="ADDRESS...")
@click.option("--password-stdin", is_flag=True, help="Read the password from standard input, one line.")
@tool
def add(admin: AdminContext, userid: str, addresses: tuple[str, ...], password_stdin: bool) -> None:
    """Make somebody a player.

    The addresses count as confirmed. The player gets a letter of welcome there, without the password: that is printed
    here, once, and kept nowhere. Tell it to the player, who should change it.
    """
    from pbmserv.commands.operator import membership

    given = sys.stdin.readline().rstrip("\r\n") if password_stdin else None
    done = admin.act(lambda call: membership.add(call, userid, addresses, given))
    if password_stdin:
        admin.tell(f"{userid} is a player now.", done.letters)
    else:
        _tell_password(admin, f"{userid} is a player now.", f"The password of {userid}", done)


@user.command()
@click.argument("userid", shell_complete=offer_players)
@click.argument("addresses", nargs=-1, required=True, metavar="ADDRESS...")
@with_reason
@dry_run
@tool
def address(admin: AdminContext, userid: str, addresses: tuple[str, ...], reason: str, dry_run: bool) -> None:
    """Give a player other addresses, instead of all that they had.

    They count as confirmed, so be sure that they are the player's. The player is told at the old ones, too.
    """
    from pbmserv.commands.operator import membership

    admin.act_and_tell(lambda call: membership.change_addresses(call, userid, addresses, reason), dry_run)


@user.command()
@click.argument("userid", shell_complete=offer_players)
@click.argument("address")
@with_reason
@dry_run
@tool
def confirm(admin: AdminContext, userid: str, address: str, reason: str, dry_run: bool) -> None:
    """Have letters go to an address that still waits for its code.

    Or to one that nothing is sent to any more, since letters came back from there.
    """
    from pbmserv.commands.operator import membership

    admin.act_and_tell(lambda call: membership.confirm_address(call, userid, address, reason), dry_run)


@user.command()
@click.argument("userid", shell_complete=offer_players)
@with_reason
@dry_run
@tool
def suspend(admin: AdminContext, userid: str, reason: str, dry_run: bool) -> None:
    """Do not let a player in any more.

    The password is refused, and nobody can challenge the player. Letters still come, and the clocks of the boards
    run on, so that nobody else's game has to wait.
    """
    from pbmserv.commands.operator import membership

    admin.act_and_tell(lambda call: membership.suspend(call, userid, reason), dry_run)


@user.command()
@click.argument("userid", shell_complete=offer_players)
@with_reason
@tool
def readmit(admin: AdminContext, userid: str, reason: str) -> None:
    """Let a suspended player in again."""
    from pbmserv.commands.operator import membership

    admin.act_and_tell(lambda call: membership.readmit(call, userid, reason))


@user.command()
@click.argument("userid", shell_complete=offer_players)
@tool
def password(admin: AdminContext, userid: str) -> None:
    """Give a player a new password, and print it, once.

    It is kept nowhere. The player gets a letter that says that it has been changed, and should change it again.
    """
    from pbmserv.commands.operator import membership

    done = admin.act(lambda call: membership.reset_password(call, userid))
    _tell_password(admin, "The password has been changed.", f"The new password of {userid}", done)


@user.command()
@click.argument("userid", shell_complete=offer_players)
@with_reason
@dry_run
@yes
@tool
def delete(admin: AdminContext, userid: str, reason: str, dry_run: bool, yes: bool) -> None:
    """Have a player leave the server, as if they had signed off.

    All games are given up, addresses and password are forgotten; nobody else can ever have the name.
    """
    from pbmserv.commands.operator import membership
    from pbmserv.play.board import Status

    with admin.reading() as work:
        boards = len(work.listing.lines(players=list(work.players.named([userid]).values()), status=Status.ACTIVE))
    if not dry_run:
        lost = f" The games on {boards} board{'' if boards == 1 else 's'} are given up." if boards else ""
        make_sure(f"Delete {userid} for good?{lost}", yes)
    admin.act_and_tell(lambda call: membership.delete(call, userid, reason), dry_run)


def _tell_password(admin: AdminContext, what: str, whose: str, done: Done[str]) -> None:
    """Print a new password: for programs with what was done, for people alone."""
    if admin.printer.as_json:
        admin.tell(what, done.letters, password=done.result)
    else:
        admin.tell(f"{whose}: {done.result}", done.letters)
