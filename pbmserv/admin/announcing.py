"""`pbmserv admin announce`: letters to all players."""

from __future__ import annotations

from typing import TextIO

import click

from pbmserv.admin.context import AdminContext, dry_run, make_sure, tool, yes


@click.command()
@click.argument("title")
@click.argument("file", type=click.File(encoding="utf-8"))
@dry_run
@yes
@tool
def announce(admin: AdminContext, title: str, file: TextIO, dry_run: bool, yes: bool) -> None:
    """Write to all players.

    TITLE is what the letter is about, for its Subject; FILE holds what is to be said, - is standard input. It goes to
    everybody whom letters reach, even to those who want no broadcasts. So use it for what concerns everybody.
    """
    from pbmserv.commands.operator import membership

    try:
        words = file.read()
    except UnicodeDecodeError as error:
        raise click.ClickException(f"{file.name} is no text in UTF-8.") from error
    with admin.reading() as work:
        readers = len(work.recipients.within_reach())
    if not dry_run:
        make_sure(f"Write to {readers} player{'' if readers == 1 else 's'}?", yes)
    done = admin.act(lambda call: membership.announce(call, title, words), dry_run)
    # There is no need to say whom it goes to: everybody.
    admin.tell(done.result, (), dry_run, readers=readers)
