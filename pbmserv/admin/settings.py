"""`pbmserv admin settings`: settings in force, and their origins."""

from __future__ import annotations

import os

import click

from pbmserv.admin.printing import Printer
from pbmserv.cli_support import told_as_click_exceptions


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.pass_obj
def settings(config: object, as_json: bool) -> None:
    """Show the settings in force, and where each of them comes from.

    Passwords in them are not shown. Needs no database.
    """
    from pathlib import Path

    from pbmserv.settings import in_force

    with told_as_click_exceptions():
        found = in_force(config if isinstance(config, Path) else None, os.environ)
    rows = [{"setting": each.name, "value": each.text, "from": each.origin} for each in found]
    Printer(as_json).rows(rows, nothing="There are no settings.")
