"""`pbmserv admin report`: lines of chat that players have reported."""

from __future__ import annotations

import click

from pbmserv.admin.context import AdminContext, dry_run, limit, tool


@click.group()
def report() -> None:
    """Reported chat: list, dismiss, remove.

    To shut out who wrote it, "admin user suspend".
    """


@report.command(name="list")
@limit
@click.option("--all", "even_closed", is_flag=True, help="Also those that are closed.")
@tool
def list_reports(admin: AdminContext, limit: int, even_closed: bool) -> None:
    """List the lines that players have reported, the oldest first."""
    with admin.reading() as work:
        found = work.reports.listed(limit, even_closed)
    rows = [
        {
            "report": each.number,
            "at": each.at,
            "board": f"{each.game} {each.board}",
            "author": each.author,
            "words": each.words,
            "reported_by": each.by,
            "why": each.why,
            "closed_at": each.closed_at,
        }
        for each in found
    ]
    admin.printer.rows(rows, nothing="No line of chat has been reported." if even_closed else "No report is open.")


@report.command()
@click.argument("number", type=click.IntRange(min=1))
@tool
def dismiss(admin: AdminContext, number: int) -> None:
    """Close a report, and all others of the same line. The line stays. Nobody is told."""
    from pbmserv.commands.operator import reports

    admin.act_and_tell(lambda call: reports.dismiss(call, number))


@report.command()
@click.argument("number", type=click.IntRange(min=1))
@dry_run
@tool
def remove(admin: AdminContext, number: int, dry_run: bool) -> None:
    """Take a reported line off the pages, for good, and close its reports. Nobody is told."""
    from pbmserv.commands.operator import reports

    admin.act_and_tell(lambda call: reports.remove(call, number), dry_run)
