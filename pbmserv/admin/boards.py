"""`pbmserv admin board`: boards and interventions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pbmserv.admin.context import AdminContext, dry_run, limit, tool, with_reason
from pbmserv.completion import offer_boards, offer_games, offer_players

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.play.board import Board
    from pbmserv.play.intervening import Intervention
    from pbmserv.storage.listing import Line

STATUS = click.Choice(["active", "over", "archived", "removed"])


@click.group()
def board() -> None:
    """Boards: list, show, forfeit, adjudicate, undo, abort, nag."""


@board.command(name="list")
@click.option("--game", help="Only boards of this game.", shell_complete=offer_games)
@click.option(
    "--player", "userids", metavar="USERID", multiple=True, help="Only boards of this player.",
    shell_complete=offer_players,
)  # fmt: skip
@click.option("--status", type=STATUS, default="active", show_default=True, help="Only boards in this state.")
@limit
@tool
def list_boards(admin: AdminContext, game: str | None, userids: tuple[str, ...], status: str, limit: int) -> None:
    """List boards, by game and number."""
    from pbmserv.games.base import Refusal
    from pbmserv.games.catalogue import installed
    from pbmserv.language.words import NO_GAME_HERE, find
    from pbmserv.play.board import Status, in_sentence

    words = [find(game, installed(), NO_GAME_HERE)] if game else list(installed())
    lines: list[Line] = []
    with admin.reading() as work:
        players = list(work.players.named(userids, even_left=True).values())
        if len(players) < len(userids):
            raise Refusal(f"There is no player called {' or '.join(userids)} here.")
        for word in words:
            lines += work.listing.lines(word, players=players, status=Status(status), limit=limit - len(lines))
    rows = [
        {
            "game": line.game,
            "board": line.number,
            "status": line.status.value,
            "players": list(line.players),
            "to_move": list(line.to_move),
            "moves": line.moves_made,
            "last_move": line.last_moved_at,
            "winner": in_sentence(line.winners) or None,
        }
        for line in lines
    ]
    admin.printer.rows(rows, nothing="There are no such boards.")


@board.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("number", type=click.IntRange(min=1), metavar="BOARD", shell_complete=offer_boards)
@tool
def show(admin: AdminContext, game: str, number: int) -> None:
    """Show a board as everybody may see it.

    With its clock, and what operators have done to it.
    """
    from pbmserv.games.base import Refusal
    from pbmserv.games.catalogue import installed
    from pbmserv.language.words import NO_GAME_HERE, find

    word = find(game, installed(), NO_GAME_HERE)
    with admin.reading() as work:
        shown = work.boards.load(word, number)
        if shown is None:
            raise Refusal(f"There is no {installed()[word].name} board {number}.")
        interventions = work.interventions.of(shown)
    admin.printer.facts(_facts(shown, interventions))


def _facts(board: Board, interventions: list[Intervention]) -> dict[str, Any]:
    """The public facts of a board, with what is due and what operators have done."""
    from pbmserv.play.board_data import board_data
    from pbmserv.play.clock import next_look
    from pbmserv.play.view import SHOWN, BoardViews

    data = board_data(BoardViews(board, SHOWN).of(None))
    drawing = data.pop("drawing")
    for told, seat in zip(data["seats"], board.seats, strict=True):
        told["reminded_first"] = seat.warned_at
    return {
        **data,
        "next_look_of_the_clock": next_look(board),
        "interventions": [{"at": each.at, "what": each.what, "reason": each.reason} for each in interventions],
        "drawing": drawing,
    }


@board.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("number", type=click.IntRange(min=1), metavar="BOARD", shell_complete=offer_boards)
@click.argument("userid", shell_complete=offer_players)
@with_reason
@dry_run
@tool
def forfeit(admin: AdminContext, game: str, number: int, userid: str, reason: str, dry_run: bool) -> None:
    """Take a player out of a game, as the clock would.

    But now, and without a reminder.
    """
    from pbmserv.commands.operator import interventions

    _step_in(admin, game, number, dry_run, lambda call, board: interventions.forfeit(call, board, userid, reason))


@board.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("number", type=click.IntRange(min=1), metavar="BOARD", shell_complete=offer_boards)
@click.option("--winner", metavar="USERID", help="Who wins.", shell_complete=offer_players)
@click.option("--tie", is_flag=True, help="Nobody wins.")
@click.option("--points", default=1, type=click.IntRange(min=1), help="What the victory counts in the ratings.")
@with_reason
@dry_run
@tool
def adjudicate(
    admin: AdminContext,
    game: str,
    number: int,
    winner: str | None,
    tie: bool,
    points: int,
    reason: str,
    dry_run: bool,
) -> None:
    """End a game with a result of your own.

    Either --winner USERID, or --tie.
    """
    from pbmserv.commands.operator import interventions

    if tie == (winner is not None):
        raise click.UsageError("Say either --winner USERID or --tie.")
    _step_in(
        admin,
        game,
        number,
        dry_run,
        lambda call, board: interventions.adjudicate(call, board, winner, points, reason),
    )


@board.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("number", type=click.IntRange(min=1), metavar="BOARD", shell_complete=offer_boards)
@click.option("--to", "to", type=click.IntRange(min=0), metavar="MOVE", help="Keep everything up to this move.")
@with_reason
@dry_run
@tool
def undo(admin: AdminContext, game: str, number: int, to: int | None, reason: str, dry_run: bool) -> None:
    """Take back what happened last, or all that came after a move.

    That may be a move, a resignation or forfeit, a tie, a decision, or the removal of the board. A game that was
    over goes on, and the ratings are made what they were without its end. In a simultaneous game MOVE is the number
    of a round.
    """
    from pbmserv.commands.operator import interventions

    def step(call: Call) -> str:
        return interventions.undo(
            call, interventions.board_to_change(call, game, number, even_removed=True), to, reason
        ).what

    admin.act_and_tell(step, dry_run)


@board.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("number", type=click.IntRange(min=1), metavar="BOARD", shell_complete=offer_boards)
@with_reason
@dry_run
@tool
def abort(admin: AdminContext, game: str, number: int, reason: str, dry_run: bool) -> None:
    """Call a game off, whether it is over or not.

    The board is removed, and counts for nobody. An open challenge is taken down.
    """
    from pbmserv.commands.operator import interventions

    admin.act_and_tell(lambda call: interventions.call_off(call, game, number, reason), dry_run)


@board.command()
@click.argument("game", shell_complete=offer_games)
@click.argument("number", type=click.IntRange(min=1), metavar="BOARD", shell_complete=offer_boards)
@with_reason
@dry_run
@tool
def nag(admin: AdminContext, game: str, number: int, reason: str, dry_run: bool) -> None:
    """Remind those who have to move.

    No matter when they were last reminded.
    """
    from pbmserv.commands.operator import interventions

    _step_in(admin, game, number, dry_run, lambda call, board: interventions.remind(call, board, reason))


def _step_in(
    admin: AdminContext, game: str, number: int, dry_run: bool, step: Callable[[Call, Board], Intervention]
) -> None:
    from pbmserv.commands.operator.interventions import board_to_change

    admin.act_and_tell(lambda call: step(call, board_to_change(call, game, number)).what, dry_run)
