"""`pbmserv admin user`: who plays here, and what an operator can do about it."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from pbmserv.admin.desk import Desk, dry_run, limit, tool, with_reason


@click.group()
def user() -> None:
    """Players: list, show, suspend, readmit, password, delete."""


@user.command(name="list")
@limit
@click.option("--after", metavar="USERID", default="", help="Go on after this name.")
@click.option("--suspended", is_flag=True, help="Only those who are suspended.")
@tool
def list_users(desk: Desk, limit: int, after: str, suspended: bool) -> None:
    """List players, by name."""
    from pbmserv.store.directory import Directory

    with desk.reading() as work:
        directory = Directory(work.connection)
        entries = directory.page(after, limit, suspended)
        players = [entry.player for entry in entries]
        addresses = work.players.addresses(players)
        boards = directory.active_boards(players)
    rows = [
        {
            "userid": entry.player.userid,
            "state": entry.state,
            "since": entry.created_at,
            "boards": boards[entry.player],
            "addresses": [address.address for address in addresses[entry.player] if address.usable],
            "suspended_addresses": [each.address for each in addresses[entry.player] if each.suspended_at],
        }
        for entry in entries
    ]
    desk.printer.rows(rows, nothing="There are no such players.")


@user.command()
@click.argument("userid")
@tool
def show(desk: Desk, userid: str) -> None:
    """Show all that is known of a player."""
    from pbmserv.games.base import Refusal
    from pbmserv.play.board import Status
    from pbmserv.store.directory import Directory

    with desk.reading() as work:
        directory = Directory(work.connection)
        entry = directory.entry(userid)
        if entry is None:
            raise Refusal(f"There is no player called {userid} here.")
        addresses = work.players.addresses([entry.player])[entry.player]
        lines = work.boards.lines(players=[entry.player], status=Status.ACTIVE)
        standings = directory.standings(entry.player)
        absences = directory.absences(entry.player, datetime.now(UTC))
    desk.printer.facts(
        {
            "userid": entry.player.userid,
            "state": entry.state,
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
            "ratings": [
                {
                    "game": game,
                    "rating": standing.rating,
                    "won": standing.won,
                    "lost": standing.lost,
                    "tied": standing.tied,
                }
                for game, standing in standings.items()
            ],
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
@with_reason
@dry_run
@tool
def suspend(desk: Desk, userid: str, reason: str, dry_run: bool) -> None:
    """Do not let a player in any more.

    The password is refused, and nobody can challenge the player. Letters still come, and the clocks of the boards
    run on, so that nobody else's game has to wait.
    """
    from pbmserv.commands import membership

    desk.act_and_tell(lambda call: membership.suspend(call, userid, reason), dry_run)


@user.command()
@click.argument("userid")
@with_reason
@tool
def readmit(desk: Desk, userid: str, reason: str) -> None:
    """Let a player in again who was suspended."""
    from pbmserv.commands import membership

    desk.act_and_tell(lambda call: membership.readmit(call, userid, reason))


@user.command()
@click.argument("userid")
@tool
def password(desk: Desk, userid: str) -> None:
    """Give a player a new password, and print it, once.

    It is kept nowhere. The player gets a letter that says that it has been changed, and should change it again.
    """
    from pbmserv.commands import membership

    done = desk.act(lambda call: membership.reset_password(call, userid))
    if desk.printer.as_json:
        desk.tell("The password has been changed.", done.letters, password=done.result)
    else:
        desk.tell(f"The new password of {userid}: {done.result}", done.letters)


@user.command()
@click.argument("userid")
@with_reason
@dry_run
@tool
def delete(desk: Desk, userid: str, reason: str, dry_run: bool) -> None:
    """Have a player leave the server, as if they had signed off.

    All games are given up, addresses and password are forgotten; nobody else can ever have the name.
    """
    from pbmserv.commands import membership

    desk.act_and_tell(lambda call: membership.delete(call, userid, reason), dry_run)
