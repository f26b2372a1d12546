"""A wish to play once more, in answer to a letter of no single board: which game, and with whom.

It is the game of the letter answered, and with a player who is named, the game that was played with them. Where that
is not clear, the games are listed in which a rematch can be asked for.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.nothing_asked import played_last, rematch_of
from pbmserv.commands.run.parser import Action, CommandFields, action_of
from pbmserv.commands.run.personal_wishes import Asked
from pbmserv.commands.starting.rematches import rematch_question
from pbmserv.games.base import Game
from pbmserv.language.command_spec import Claim
from pbmserv.letters.subjects import TOURNAMENT, game_of_subject, subject_of_ours
from pbmserv.play.board import Player
from pbmserv.play.game_wanted import without_opponent
from pbmserv.play.yes_and_no import asks_for_another_game, asks_for_rematch
from pbmserv.storage.tokens import Answering, Kind

_OF_NO_BOARD = frozenset({Kind.MESSAGE, Kind.WELCOME, Kind.HELP})


def once_more_with(line: str) -> str | None:
    """The name beside a wish to play once more, or nothing; None where nobody asks for that."""
    rest, name = without_opponent(line)
    return name if asks_for_rematch(rest) or asks_for_another_game(rest) else None


def once_more(call: Call, reply: Reply, answering: Answering | None, player: Player) -> Asked | None:
    """The question whether a rematch is wanted, or after which game; None where nobody asks for one."""
    name = once_more_with(reply.line)
    if name is None:
        return None
    game = game_of_letter(call, reply, answering)
    over = [
        line
        for line in played_last(call, player)
        if not name or name.lower() in {each.lower() for each in line.players}
    ]
    of_game = [line for line in over if game is None or line.game == game.word]
    found = of_game or over
    if len(found) != 1 and name:
        # Somebody who has a name is asked about the game that was played with them last, if it is always the same.
        found = found[:1] if len({line.game for line in found}) == 1 else found
    if not found:
        return None
    board = call.work.boards.load(found[0].game, found[0].number) if len(found) == 1 else None
    if board is None:
        return Asked(None, player, "", True, partial(rematch_of, player=player, lines=tuple(found)))
    fields = CommandFields("rematch", (f"{board.number}",), board.game.word, claim=Claim(player.userid, None))
    action = action_of(fields, None, call.catalogue, call.commands)
    return Asked(action, player, rematch_question(board, ""), True) if isinstance(action, Action) else None


def game_of_letter(call: Call, reply: Reply, answering: Answering | None) -> Game[Any] | None:
    """The game that the answered letter is about, if it is about one."""
    if answering is not None and answering.kind is Kind.DIGEST:
        shown = call.work.digests.boards_of(answering.about)
        games = {named[0] for each in shown if (named := call.work.boards.named(each.board_id))}
    elif answering is not None and answering.kind not in _OF_NO_BOARD:
        named = call.work.boards.named(answering.about)
        games = {named[0]} if named else set()
    elif subject_of_ours(reply.subject, call.catalogue, in_an_answer=True) == TOURNAMENT:
        tournament = call.work.tournaments.named(reply.subject.split()[-1].rstrip("*"))
        games = {tournament.game} if tournament else set()
    else:
        games = {game_of_subject(reply.subject, call.catalogue)}
    return call.catalogue.get(games.pop()) if len(games) == 1 else None
