"""Seeking players: the command, and how the clock brings them together, a board at a time."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbmserv.commands.requests.blocking import are_apart
from pbmserv.commands.requests.confirmed_addresses import check_confirmed
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.limits import HowMany, NumberOrWord, limits_told, unwilling, who_is_unwilling
from pbmserv.commands.starting.new_boards import SERVER, begin
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import PLAYER
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Board, Player, Terms, named

if TYPE_CHECKING:
    from pbmserv.play.matching import Seeker


class Seek(Command):
    """Seek somebody to play with.

    The number is how many boards you would like to begin. The standings show it, and the server brings you together
    with others who seek the same game: whoever has sought longest plays with whoever is nearest by rating. Such a
    game is rated, with all that is usual, and nobody gets a second one with the same player before the first is
    over. The number goes down by one with each board that you begin to play, whoever has started it; none or 0 takes
    it back. Without a number you are told how things stand, and which open challenges wait for somebody (help open):

        trichet seek alice secret7 2
        trichet seek alice secret7
    """

    words = ("seek",)
    arguments = (
        *PLAYER,
        Argument("number", NumberOrWord(none=0), optional=True),
    )
    of_a_game = True
    example = "trichet seek alice secret7 2"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        asked: HowMany | None = given.get("number")
        if asked is not None:
            if asked.number:
                check_confirmed(call, player)
            game = call.rules
            wish = call.work.game_limits.of(game.word, [player])[player]
            if wish.most_boards == 0 and asked.number:
                raise Refusal(
                    Message(
                        'You take no challenges of {game}, so you cannot seek any. First write: "{word} accept'
                        ' {player} PASSWORD".',
                        game=game.name,
                        word=game.word,
                        player=player.userid,
                    )
                )
            sought = replace(wish, seeking=asked.number or 0)
            call.work.game_limits.change(game.word, player, sought, seeks_at=call.at)
        return limits_told(call, player, is_seeker=True)


MOST_SEEKERS = 200
"""The number of longest-waiting seekers considered for a game."""

MOST_PAGES = 10
"""How many times as many are read if most of them cannot play now."""


class NotMatched(Exception):
    """A seeker has changed their mind, or cannot play now."""


def found(call: Call, game: Game[Any]) -> list[tuple[Player, ...]]:
    """The groups of seekers of a game that should start a board now."""
    # Imported here because whoever types a command brings nobody together.
    from pbmserv.play.matching import groups

    size = 2 if 2 in game.seats else game.seats[0]
    if size < 2 or not call.work.games.is_open(game.word):
        return []
    call.game = game
    able: list[Seeker] = []
    last = None
    for _ in range(MOST_PAGES):
        seekers = call.work.seekers.of(game.word, call.at, MOST_SEEKERS, last)
        if len(able) + len(seekers) < size:
            return []
        lost = call.work.addresses.out_of_reach([each.player for each in seekers])
        full = who_is_unwilling(call, [each.player for each in seekers])
        able += [each for each in seekers if each.player not in lost and each.player not in full]
        # Those who cannot play now, and may never, must not stand before all others.
        if len(seekers) < MOST_SEEKERS or len(able) >= MOST_SEEKERS // 2:
            break
        last = seekers[-1]
    apart = call.work.seekers.together([each.player for each in able])
    apart |= {frozenset(block[:2]) for block in call.work.blocks.among(each.player for each in able)}
    return list(groups(able, size, apart))


def begin_match(call: Call, game: Game[Any], players: Sequence[Player]) -> Board:
    """Start a game with default options and random seats.

    Raises `NotMatched` if that is no longer possible.
    """
    call.game = game
    # As in a challenge: first the number, then the ratings, so that nobody waits for each other.
    number = call.work.games.take_number(game.word)
    if not call.work.seekers.hold(game.word, players) or unwilling(call, players) or are_apart(call, players):
        raise NotMatched
    options = {option.name: option.default for option in game.options}
    try:
        game.check_options(options, len(players))
    except Refusal as refusal:
        raise NotMatched from refusal
    seats = secrets.SystemRandom().sample(list(players), len(players))
    if len(players) == 2:
        text = "You both seek a game of {game} ({players}), so here is one. Have fun!"
    else:
        text = "You all seek a game of {game} ({players}), so here is one. Have fun!"
    words = Message(text, game=game.name, players=named(players))
    started = begin(call, number, options, seats, Terms(), None, [(SERVER, words)], players)
    call.work.seekers.matched(game.word, call.work.boards.id_of(started.board), players, call.at)
    call.outcomes.append(started)
    return started.board
