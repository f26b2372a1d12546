"""Who waits for players, and which games are wanted most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbmserv.commands.requests.context import Call
from pbmserv.commands.starting.anyone import seats_with_anyone
from pbmserv.games.base import Game
from pbmserv.letters.open_challenges import conditions_in_words
from pbmserv.letters.times import NOT_RATED, parameters_in_words
from pbmserv.play.board import Player
from pbmserv.play.open_challenge import OpenChallenge
from pbmserv.storage.games import Count
from pbmserv.storage.standings import Rated, Seeker

MOST_LOOKED_AT = 100
"""The number of newest open challenges among which a lobby chooses."""
SEEKERS_OF_A_GAME = 4
WELL_KNOWN = ("chess", "go", "backgammon", "hearts", "hex", "shogi")
"""Games that most visitors have heard of, or have played."""
_NOBODY: Mapping[str, int] = {}


@dataclass(frozen=True)
class Waiting:
    """An open challenge as somebody sees it in the lobby."""

    challenge: OpenChallenge
    rated: Rated
    """The owner's, in this game."""
    why_not: str = ""
    """Why its conditions keep the visitor from joining."""

    @property
    def named_seats(self) -> Sequence[Player | None]:
        """The seats, but for the free one of two if the owner sits first, as usual."""
        seats = self.challenge.seats
        return seats[:1] if len(seats) == 2 and seats[1] is None else seats

    @property
    def terms(self) -> Iterator[str]:
        """What is special about it beside its pace: `not rated`, `size 9`, `for classic ratings of 1500 to 1900`."""
        yield from parameters_in_words(self.challenge.options, self.challenge.game)
        if not self.challenge.terms.rated:
            yield NOT_RATED
        yield from conditions_in_words(self.challenge.conditions)


@dataclass(frozen=True)
class Lobby:
    waiting: Sequence[Waiting]
    """Open challenges of others: those with a seat for the visitor, then those to join, from the games wanted most,
    then those not for them.
    """
    mine: Sequence[Waiting]
    """Open challenges in which the visitor has taken a seat, or that they have put up, the newest first."""
    more: bool
    """Whether there are more than were looked at."""
    seekers: Mapping[str, Sequence[Seeker]]
    """By game, who has sought it longest."""
    games: Sequence[Game[Any]]
    """The games that one can wait for, those wanted most first."""
    wait: Mapping[str, int]
    """How many others wait for a game, by its word."""


def lobby_for(call: Call, me: Player | None, counts: Mapping[str, Count]) -> Lobby:
    """The lobby as somebody sees it, who may not be signed in; `counts` is what is played now."""
    found = call.work.open_challenges.listed(None, call.at, MOST_LOOKED_AT + 1, me)
    own = call.work.open_challenges.with_seat_of(me, MOST_LOOKED_AT) if me else []
    # One who has yet to take a seat does not wait: the others do.
    mine = [each for each in own if each.lapses_at > call.at and me not in each.undecided]
    challenges = [each for each in found[:MOST_LOOKED_AT] if each not in mine]
    seekers = call.work.seekers.longest(sorted(call.catalogue), SEEKERS_OF_A_GAME)
    wait = Counter({game: sum(each.player != me for each in those) for game, those in seekers.items()})
    wait.update(each.game.word for each in challenges if each.free)

    def place(each: Waiting) -> tuple[Any, ...]:
        challenge = each.challenge
        return (
            me not in challenge.undecided,
            not challenge.free or bool(each.why_not),
            -wait[challenge.game.word],
            challenge.game.name,
            challenge.put_up_at,
            challenge.number,
        )

    closed = call.work.games.closed(call.catalogue)
    is_open = [game for game in call.catalogue.values() if seats_with_anyone(game) > 1 and game.word not in closed]
    return Lobby(
        waiting=sorted(seen_by(call, me, challenges), key=place),
        mine=seen_by(call, me, mine) if mine else (),
        more=len(found) > MOST_LOOKED_AT,
        seekers={game: seekers[game] for game in sorted(seekers, key=lambda game: -wait[game]) if seekers[game]},
        games=in_order(is_open, counts, wait),
        wait=wait,
    )


def seen_by(call: Call, me: Player | None, challenges: Sequence[OpenChallenge]) -> list[Waiting]:
    """Open challenges, in the same order, with the ratings of who put them up."""
    owners = {(each.game.word, each.by) for each in challenges}
    mine = {(game, me) for game, _ in owners} if me else set()
    ratings = call.work.standings.ratings_of(owners | mine)
    in_time = call.work.punctuality.percent_of(me, call.at) if me and challenges else None
    return [
        Waiting(
            each,
            ratings[each.game.word, each.by][1],
            each.conditions.why_not(ratings[each.game.word, me][0], in_time) if me and me not in each.players else "",
        )
        for each in challenges
    ]


def in_order(
    games: Collection[Game[Any]], counts: Mapping[str, Count], wait: Mapping[str, int] = _NOBODY
) -> list[Game[Any]]:
    """Games with most people waiting first, then those well known, then those most played."""

    def place(game: Game[Any]) -> tuple[Any, ...]:
        word = game.word
        known = WELL_KNOWN.index(word) if word in WELL_KNOWN else len(WELL_KNOWN)
        return -wait.get(word, 0), known, -counts[word].active, game.name

    return sorted(games, key=place)
