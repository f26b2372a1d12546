"""The command by which players say that a program plays for them, for all to know."""

from __future__ import annotations

from pbmserv.commands.playing.turns import is_rated
from pbmserv.commands.requests.command import Command
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Refusal
from pbmserv.language.argument_types import PLAYER, OneOf
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Player, Status

EVERY_BOARD = 100_000
EVERY_TOURNAMENT = 1000


class BecameBot(Outcome, frozen=True):
    """From now on, a program plays for somebody."""

    written_by = "accounts.letters:of_becoming_a_bot"

    player: Player


class ChangeBot(Command):
    """Say that a program plays for you, for all to know.

    This is for the account of a program, not for your own: sign up once more, with a name for it. on is for good:
    there is no way back, and it can only be said before the first rated game has begun. From then on, letters, lists
    and pages say that it is a bot, standings can be had without it, and it joins only tournaments in which bots play.
    For the rest it is a player like others, with its own rating: see help bots.
    """

    words = ("change bot",)
    arguments = (
        *PLAYER,
        Argument("on", OneOf("choice", "on")),
    )
    about_account = True
    example = "change bot alice secret7 on"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        # A board that begins at this moment is waited for, and found below.
        call.work.players.hold(player, from_boards=True)
        if call.work.players.bots([player]):
            raise Refusal(f"{player.userid} is a bot already, and stays one.")
        if why_not := _why_not(call, player):
            raise Refusal(f"{why_not} Sign up once more, with another name for the program.")
        call.work.players.become_bot(player)
        return BecameBot(player)


def _why_not(call: Call, player: Player) -> str:
    """Why somebody cannot become a bot any more, in a sentence; empty if they can."""
    if any(each.standing.games for each in call.work.standings.games_of(player)):
        return f"{player.userid} has finished a rated game, and who has done so stays what they are."
    for line in call.work.listing.lines(players=[player], status=Status.ACTIVE, limit=EVERY_BOARD):
        board = call.work.boards.load(line.game, line.number)
        if board is not None and is_rated(board):
            return (
                f"{player.userid} plays on {board.title}, which is rated, and the others did not begin it with a bot."
            )
    playing = call.work.tournaments.of_player(player, EVERY_TOURNAMENT)
    for_people = [each.tournament.name for each in playing if not each.tournament.bots]
    if for_people:
        return f"{player.userid} has joined {' and '.join(for_people)}, where no bots play."
    return ""
