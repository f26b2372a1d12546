"""`pbmserv admin language`: the languages that letters and help pages can be in, and how complete each is."""

from __future__ import annotations

import click

from pbmserv.admin.printing import Printer
from pbmserv.cli_support import told_as_click_exceptions


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def language(as_json: bool) -> None:
    """List the languages that letters and help pages can be in, and how much of each is translated.

    What is missing comes in English. Needs no database.
    """
    from pbmserv.commands.help.written import pages_in
    from pbmserv.locale.catalogs import ENGLISH, languages, name_of, translated_texts

    with told_as_click_exceptions():
        total = translated_texts(ENGLISH)
        rows = [
            {
                "language": code,
                "name": name_of(code),
                "texts": (count := translated_texts(code)),
                "percent": 100 * count // total,
                "help_pages": len(pages_in(code)),
            }
            for code in languages()
        ]
    Printer(as_json).rows(rows, nothing="There are no languages.")
