"""The game of a command that names none, as in `move 121 alice secret7 d3`.

Numbers of boards are unique for a game only. Where its player has one board of that number, they are asked whether it
is meant.
"""

from __future__ import annotations

from pbmserv.commands.requests.context import Call
from pbmserv.commands.run.parser import Action, ParseError, parse
from pbmserv.language.argument_types import MoveText
from pbmserv.language.words import MASK, Word, in_quotes
from pbmserv.play.board import Player, Status


def players_meant(call: Call, error: ParseError) -> list[Player]:
    """Whom a command without a game is about: its player, if it names one, or else who seems to have sent it."""
    rest = error.line.plain
    if error.command is None or not error.command.needs_player:
        return list(call.principal.at_address) if call.credential.is_certain else []
    named = call.work.players.named([rest[1].text]) if len(rest) > 1 else {}
    return [player for player in named.values() if call.principal.has_address(player)]


def with_its_game(call: Call, error: ParseError, player: Player) -> list[Action]:
    """What the command is for each of the player's boards that it may be about."""
    command, rest = error.command, error.line.plain
    if command is None or not command.arguments or not rest or not rest[0].text.isdecimal():
        return []
    if not command.arguments[0].name.startswith("board"):
        return []
    status = None if command.reads_only else Status.ACTIVE
    lines = call.work.listing.lines(numbers=[int(rest[0].text[:9])], players=[player], status=status)
    typed = " ".join(map(_as_typed, error.line.words))
    found = [
        parse(f"{line.game} {typed}", call.catalogue, call.commands) for line in lines if line.game in call.catalogue
    ]
    return [action for action in found if isinstance(action, Action)]


def corrected(call: Call, action: Action) -> str:
    """The line of a command with its game, without its password; a move is for the board as it stands now."""
    line = " ".join(MASK if word.text in action.secrets else _as_typed(word) for word in action.line.words)
    is_move = isinstance(action.command.arguments[-1].kind, MoveText)
    board = call.work.boards.load(action.game.word, action.given["board"]) if is_move and action.game else None
    return line if board is None or action.given["move"].number is not None else f"{line}#{board.next_number}"


def _as_typed(word: Word) -> str:
    return word.text if word.plain else in_quotes(word.text)
