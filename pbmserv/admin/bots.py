"""`pbmserv admin bot`: the server's own bots, their jobs and failures."""

from __future__ import annotations

import click

from pbmserv.admin.context import AdminContext, limit, tool

of_level = click.option("--level", metavar="LEVEL", help="Only the bot of this level, or of this engine.")
of_game = click.option("--game", metavar="GAME", help="Only in this game.")


@click.group()
def bot() -> None:
    """Bots of the server's own: list, open, close, jobs, failures, retry."""


@bot.command(name="list")
@tool
def list_bots(admin: AdminContext) -> None:
    """List the bots, the games in which they take no challenges, and what waits for them."""
    from pbmserv.commands.accounts.bots import CLOSED

    with admin.reading() as work:
        bots = work.bots.of_the_server()
        closed = work.players.chosen(bots, CLOSED)
        boards = work.listing.active_boards(bots)
        waiting = work.thinking.jobs_of(bots)
    rows = [
        {"userid": each.userid, "level": level, "closed": closed.get(each, ""), "boards": boards[each],
         "jobs": waiting[each]}
        for each, level in bots.items()
    ]  # fmt: skip
    admin.printer.rows(rows, nothing="There are no bots.")


@bot.command(name="open")
@of_level
@of_game
@tool
def open_bots(admin: AdminContext, level: str | None, game: str | None) -> None:
    """Have bots take challenges again."""
    from pbmserv.commands.accounts.bots import set_open

    admin.act_and_tell(lambda call: set_open(call, True, level, game))


@bot.command()
@of_level
@of_game
@tool
def close(admin: AdminContext, level: str | None, game: str | None) -> None:
    """Have bots take no more challenges; boards that have begun go on."""
    from pbmserv.commands.accounts.bots import set_open

    admin.act_and_tell(lambda call: set_open(call, False, level, game))


@bot.command()
@limit
@tool
def jobs(admin: AdminContext, limit: int) -> None:
    """List what bots have to find, first what was put aside because they could not."""
    with admin.reading() as work:
        found = work.thinking.jobs(limit)
    rows = [
        {"game": job.game, "board": job.board, "bot": job.bot.userid, "number": job.number, "about": job.about.value,
         "state": "waiting" if job.due_at else "aside", "since": job.wanted_at, "failure": job.failure or ""}
        for job in found
    ]  # fmt: skip
    admin.printer.rows(rows, nothing="No bot has anything to do.")


@bot.command()
@limit
@tool
def failures(admin: AdminContext, limit: int) -> None:
    """List the moves that bots could not find by thinking, and why, the last first."""
    with admin.reading() as work:
        found = work.thinking.failures(limit)
    rows = [
        {"at": each.at, "game": each.game, "board": each.board, "bot": each.bot, "number": each.number,
         "why": each.why}
        for each in found
    ]  # fmt: skip
    admin.printer.rows(rows, nothing="Nothing has gone wrong.")


@bot.command()
@click.option("--board", type=int, help="Only on the board of this number; needs --game.")
@of_game
@tool
def retry(admin: AdminContext, board: int | None, game: str | None) -> None:
    """Have what was put aside tried again."""
    if board is not None and game is None:
        raise click.UsageError("--board needs --game.")
    from pbmserv.storage.bots import Thinking

    with admin.writing() as connection:
        number = Thinking(connection).try_again(game, board)
    admin.tell(f"{number} {'job is' if number == 1 else 'jobs are'} tried again.")
