"""A game that somebody wants in words of their own: with whom, and the command that would begin it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.commands.accounts.first_game import weakest_bot
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.games.other_words import parameter_meant, usual_word
from pbmserv.play.game_wanted import ANYONE_WORDS, COMPUTER_WORDS, GameWanted
from pbmserv.play.open_challenge import ANYONE


def opponents_in(call: Call, wanted: GameWanted, game: Game[Any]) -> tuple[list[str], bool]:
    """Those a text names, as a challenge names them, and whether all of them can be had.

    Players by their userid, `someone` as anyone, `the computer` as a bot; others as they were typed.
    """
    known = call.work.players.named(wanted.names)
    found, are_known = [], bool(wanted.names)
    for name in wanted.names:
        player = known.get(name.lower())
        if player is not None:
            found.append(player.userid)
        elif name.lower() in ANYONE_WORDS:
            found.append(ANYONE)
        elif name.lower() in COMPUTER_WORDS and (bot := weakest_bot(call, game)):
            found.append(bot)
        else:
            found.append(name)
            are_known = False
    return found, are_known


def options_wanted(called: str, wanted: GameWanted, game: Game[Any]) -> tuple[str, ...]:
    """The options that a text asks for, with that which the name of the game means: `Brazilian draughts`."""
    meant = parameter_meant(called, game.options)
    return (*([meant] if meant else []), *wanted.options(game))


def looking_for_anyone(game: Game[Any]) -> Message:
    """The question whether the command above is wanted."""
    return Message(
        "Shall a game of {game} with anybody be looked for? If an open challenge waits that fits, you take it;"
        " else one of yours waits for somebody. The command for that is:",
        game=game.name,
    )


def challenge_line(called: str, wanted: GameWanted, game: Game[Any], userid: str, others: Sequence[str]) -> str:
    """The challenge as a command; `called` is the game as it was named, which may mean an option."""
    options = wanted.options(game)
    if usual_word(called) != game.word:
        called, options = game.word, options_wanted(called, wanted, game)
    return " ".join([called, "challenge", userid, *others, *options])
