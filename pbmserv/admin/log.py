"""`pbmserv admin log`: operators' actions."""

from __future__ import annotations

from typing import Any

import click

from pbmserv.admin.context import AdminContext, limit, tool


@click.command()
@limit
@click.option("--before", type=click.IntRange(min=1), metavar="NUMBER", help="Go on from this entry to older ones.")
@tool
def log(admin: AdminContext, limit: int, before: int | None) -> None:
    """List what operators have changed by these tools, the newest first.

    When, by whose account on the machine, by which command, and what was given with it; passwords are never kept.
    """
    from pbmserv.storage.operator_log import OperatorLog

    with admin.database.reading() as connection:
        entries = OperatorLog(connection).newest(limit, before)
    rows = [
        {
            "entry": entry.number,
            "at": entry.at,
            "who": entry.deed.who,
            "command": entry.deed.command,
            "given": dict(entry.deed.arguments) if admin.printer.as_json else _in_words(entry.deed.arguments.items()),
        }
        for entry in entries
    ]
    admin.printer.rows(rows, nothing="Nothing has been done yet.")


def _in_words(given: Any) -> str:
    return ", ".join(
        f"{name}: {' '.join(map(str, value)) if isinstance(value, list) else value}" for name, value in given
    )
