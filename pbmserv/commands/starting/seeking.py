"""Players who seek a game are brought together: the clock has it done, a board at a time."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.starting.limits import unwilling, who_is_unwilling
from pbmserv.commands.starting.new_boards import SERVER, begin
from pbmserv.games.base import Game, Refusal
from pbmserv.play.board import Board, Player, Terms, named
from pbmserv.play.matching import Seeker, groups

MOST_SEEKERS = 200
"""Among how many seekers of a game, those who have sought longest, players are found for a board."""

MOST_PAGES = 10
"""How many times as many are looked at where most of them cannot play now."""


class NotMatched(Exception):
    """Somebody does not seek any more, or cannot play now, since they were found."""


def found(call: Call, game: Game[Any]) -> list[tuple[Player, ...]]:
    """The groups of seekers of a game that should begin a board now."""
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
    return list(groups(able, size, apart))


def begin_match(call: Call, game: Game[Any], players: Sequence[Player]) -> Board:
    """Begin a game of seekers, with all that is usual; by chance, who sits where.

    Raises `NotMatched` where it cannot begin any more.
    """
    call.game = game
    # As in a challenge: first the number, then the ratings, so that nobody waits for each other.
    number = call.work.games.take_number(game.word)
    if not call.work.seekers.hold(game.word, players) or unwilling(call, players):
        raise NotMatched
    options = {option.name: option.default for option in game.options}
    try:
        game.check_options(options, len(players))
    except Refusal as refusal:
        raise NotMatched from refusal
    seats = secrets.SystemRandom().sample(list(players), len(players))
    both = "both" if len(players) == 2 else "all"
    words = f"You {both} seek a game of {game.name} ({named(players)}), so here is one. Have fun!"
    started = begin(call, number, options, seats, Terms(), None, [(SERVER, words)])
    call.work.seekers.matched(game.word, call.work.boards.id_of(started.board), players, call.at)
    call.outcomes.append(started)
    return started.board
