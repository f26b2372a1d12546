"""`pbmserv admin tournament`: creating and mending tournaments."""

from __future__ import annotations

from datetime import timedelta

import click

from pbmserv.admin.context import AdminContext, dry_run, limit, tool, with_reason
from pbmserv.completion import offer_games, offer_players


@click.group()
def tournament() -> None:
    """Tournaments: list, create, enter, start, withdraw, replace, result, cancel."""


@tournament.command(name="list")
@limit
@tool
def list_tournaments(admin: AdminContext, limit: int) -> None:
    """List the tournaments that go on, by name."""
    with admin.reading() as work:
        found = work.tournaments.listed(limit)
    rows = [
        {
            "tournament": each.tournament.name,
            "game": each.tournament.game,
            "recurring": each.tournament.recurring,
            "closed": each.tournament.word_hash is not None,
            "owner": each.tournament.owner.userid if each.tournament.owner else None,
            "season": each.season.number,
            "stage": each.season.stage.value,
            "starts": each.season.starts_at,
            "entered": each.entered,
        }
        for each in found
    ]
    admin.printer.rows(rows, nothing="No tournament goes on.")


@tournament.command()
@click.argument("name")
@click.argument("game", shell_complete=offer_games)
@click.argument("parameters", nargs=-1, metavar="[PARAMETER=VALUE]...")
@click.option("--once", is_flag=True, help="For one season only.")
@click.option("--begins", default=7, show_default=True, type=click.IntRange(0, 365), help="Days until it begins.")
@click.option("--nagtime", default=7, show_default=True, type=click.IntRange(1, 365))
@click.option("--forfeittime", default=21, show_default=True, type=click.IntRange(1, 3650))
@click.option("--totaltime", default=0, show_default=True, type=click.IntRange(0, 3650), help="0 for no limit.")
@click.option("--increment", default=0, show_default=True, type=click.IntRange(0, 8760), help="Hours for each move.")
@click.option("--days", default="mtwtfss", show_default=True, help="Days that count: mtwtf-- without weekends.")
@click.option("--unrated", is_flag=True, help="The games do not change anybody's rating.")
@click.option("--bots", is_flag=True, help="Machine players can join.")
@dry_run
@tool
def create(
    admin: AdminContext, name: str, game: str, parameters: tuple[str, ...], once: bool, begins: int, nagtime: int,
    forfeittime: int, totaltime: int, increment: int, days: str, unrated: bool, bots: bool, dry_run: bool,
) -> None:  # fmt: skip
    """Set up a tournament that everybody can join, season after season.

    Parameters of the game are written without dashes: size=9.
    """
    from pbmserv.commands.operator import tournament_changes
    from pbmserv.commands.starting.challenges import Challenge
    from pbmserv.commands.tournaments.actions import options_of
    from pbmserv.games.base import Refusal
    from pbmserv.games.catalogue import installed
    from pbmserv.language.words import NO_GAME_HERE, find
    from pbmserv.play.board import Terms
    from pbmserv.storage.tournaments import Tournament

    rules = installed()[find(game, installed(), NO_GAME_HERE)]
    known = {option.name: option for option in rules.options}
    chosen = {}
    for each in parameters:
        key, _, value = each.partition("=")
        if key not in known:
            raise Refusal(f"{rules.name} has no parameter {key}; there are: {', '.join(known) or 'none'}.")
        chosen[key] = known[key].read(value)
    if increment and not totaltime:
        raise Refusal("--increment adds to the total time, so it needs --totaltime too.")
    counted = str(next(option for option in Challenge.options if option.name == "days").read(days))
    terms = Terms(min(nagtime, forfeittime), forfeittime, totaltime or None, increment, not unrated, days=counted)
    new = Tournament(name, rules.word, options_of(rules, chosen), terms, recurring=not once, bots=bots)
    admin.act_and_tell(lambda call: tournament_changes.create(call, new, timedelta(days=begins)), dry_run)


@tournament.command()
@click.argument("name")
@click.argument("userid", shell_complete=offer_players)
@dry_run
@tool
def enter(admin: AdminContext, name: str, userid: str, dry_run: bool) -> None:
    """Have a player play from the next season on, closed or not."""
    from pbmserv.commands.operator import tournament_changes

    admin.act_and_tell(lambda call: tournament_changes.enter_player(call, name, userid), dry_run)


@tournament.command()
@click.argument("name")
@with_reason
@dry_run
@tool
def start(admin: AdminContext, name: str, reason: str, dry_run: bool) -> None:
    """Have the next season begin now: the clock does so at once."""
    from pbmserv.commands.operator import tournament_changes

    admin.act_and_tell(lambda call: tournament_changes.start_now(call, name, reason), dry_run)


@tournament.command()
@click.argument("name")
@click.argument("userid", shell_complete=offer_players)
@with_reason
@dry_run
@tool
def withdraw(admin: AdminContext, name: str, userid: str, reason: str, dry_run: bool) -> None:
    """Take a player out.

    The games that are being played are lost, those that are over stay in the table.
    """
    from pbmserv.commands.operator import tournament_changes

    admin.act_and_tell(lambda call: tournament_changes.withdraw(call, name, userid, reason), dry_run)


@tournament.command()
@click.argument("name")
@click.argument("userid", shell_complete=offer_players)
@click.argument("other", metavar="NEW_USERID", shell_complete=offer_players)
@with_reason
@dry_run
@tool
def replace(admin: AdminContext, name: str, userid: str, other: str, reason: str, dry_run: bool) -> None:
    """Have another player take somebody's place.

    Games that are over count for the place; those that are being played are called off, and begin anew.
    """
    from pbmserv.commands.operator import tournament_changes

    admin.act_and_tell(lambda call: tournament_changes.replace(call, name, userid, other, reason), dry_run)


@tournament.command()
@click.argument("name")
@click.argument("number", type=click.IntRange(min=1), metavar="BOARD")
@click.option("--winner", metavar="USERID", help="Who has won.", shell_complete=offer_players)
@click.option("--tie", is_flag=True, help="Nobody has won.")
@click.option("--void", is_flag=True, help="It counts for nobody.")
@click.option("--as-played", is_flag=True, help="It counts as its board says.")
@with_reason
@dry_run
@tool
def result(
    admin: AdminContext, name: str, number: int, winner: str | None, tie: bool, void: bool, as_played: bool,
    reason: str, dry_run: bool,
) -> None:  # fmt: skip
    """Correct what the table counts for a board that is over.

    The board itself and the ratings stay as they are.
    """
    from pbmserv.commands.operator import tournament_changes
    from pbmserv.storage.divisions import Ruling

    if sum([winner is not None, tie, void, as_played]) != 1:
        raise click.UsageError("Say one of --winner USERID, --tie, --void and --as-played.")
    ruling = Ruling.TIE if tie else Ruling.VOID if void else None
    admin.act_and_tell(lambda call: tournament_changes.correct(call, name, number, winner, ruling, reason), dry_run)


@tournament.command()
@click.argument("name")
@with_reason
@dry_run
@tool
def cancel(admin: AdminContext, name: str, reason: str, dry_run: bool) -> None:
    """Call a tournament off, with all boards that are being played; its players are told."""
    from pbmserv.commands.operator import tournament_changes

    admin.act_and_tell(lambda call: tournament_changes.cancel(call, name, reason), dry_run)
