"""What a finished game does to its players' ratings: the classic formula, to the digit, and the table it keeps.

A table is a mapping of player → `Standing` in one game, best first; nothing here changes one in place. Others decide
whether a board is rated at all, and where its table is kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

FIRST_RATING = 1600
ESTABLISHED_FROM = 20
"""With this many finished games a player is established, with fewer provisional."""

_HOME_RATING = 1720
"""Where a provisional rating drifts to, a fifth of the way with each game."""
_K = 32
_CERTAIN = 300.0
"""Powers of ten from here on leave no chance that an integer could show, and end where a float overflows."""


class Outcome(IntEnum):
    """How a game ended for one player; only the sign matters to the formula."""

    LOST = -1
    TIED = 0
    WON = 1


@dataclass(frozen=True)
class Standing:
    """A player's rating in one game, and the finished games by how they ended."""

    rating: int = FIRST_RATING
    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def games(self) -> int:
        """How many rated games the player has finished."""
        return self.won + self.lost + self.tied

    @property
    def established(self) -> bool:
        """Whether there are enough games to rely on the rating."""
        return self.games >= ESTABLISHED_FROM


NEWCOMER = Standing()
"""The standing of a player who is not in the table yet."""


@dataclass(frozen=True)
class Change:
    """What one game did to one player's standing."""

    player: str
    before: Standing
    after: Standing

    @property
    def outcome(self) -> Outcome:
        """How the game ended for the player."""
        if self.after.won > self.before.won:
            return Outcome.WON
        return Outcome.LOST if self.after.lost > self.before.lost else Outcome.TIED

    @property
    def old_rating_told(self) -> int | None:
        """The old rating that the letter about the result shows beside the new one, which is `after.rating`.

        None: the new one is told as provisional, since it came from the provisional formula (so even with the game
        that makes the player established). Equal to the new one: that is told alone, because nothing changed or
        because it is the first that the established formula gave, with only provisional ones before it.
        """
        if not self.before.established:
            return None
        if self.before.games == ESTABLISHED_FROM:
            return self.after.rating
        return self.before.rating


@dataclass(frozen=True)
class RatedGame:
    """The table after a game, best first, and what changed in it: one `Change` for each distinct player.

    The changes are in the order of the table before the game, newcomers last, in the order of their seats.
    """

    standings: Mapping[str, Standing]
    changes: tuple[Change, ...]


def new_rating(
    rating: int, games: int, opponent_rating: int, opponent_games: int, outcome: int, handicap: int = 0
) -> int:
    """The rating of a player after one more game.

    `games` are those finished before it; the opponent is the average of all others. Only the sign of `outcome`
    counts: positive won, 0 tied, negative lost. Each point of `handicap` takes 100 from the opponent's rating.
    """
    sign = (outcome > 0) - (outcome < 0)
    opponent_rating -= 100 * handicap
    if games < ESTABLISHED_FROM:
        return _provisional(rating, games, opponent_rating, opponent_games, sign)
    return _established(rating, opponent_rating, opponent_games, sign)


def rate_game(
    standings: Mapping[str, Standing],
    seats: Sequence[str],
    resigned: Sequence[bool],
    winner: str | None,
    points: int,
    won_by_substitute: bool = False,
) -> RatedGame:
    """Rate one finished game.

    `standings` is the table before it, best first; a player it lacks stands as `NEWCOMER`. Other players' standings
    affect nobody's number, so any part of the table that holds this game's players gives the same changes. `seats`
    are the players in seat order, where a name may come twice; `resigned` says of each seat whether it resigned;
    `winner` is a player, None for a tie. With `won_by_substitute` somebody has won who played for another, and is
    not rated: all others have lost. `points`, what the game counts (1 or more), is only for the letter and changes no
    rating. With fewer than two distinct players nothing changes.

    Among equal ratings this game's players come last, in the order of their seats.

    Raises `ValueError` if the winner has no seat, `resigned` has another length than `seats`, or `points` is below 1.
    """
    if len(resigned) != len(seats):
        raise ValueError(f"{len(seats)} seats, but {len(resigned)} entries of who resigned")
    if winner is not None and winner not in seats:
        raise ValueError(f"the winner {winner} has no seat")
    if points < 1:
        raise ValueError(f"a game counts 1 point or more, not {points}")

    before = {player: standings.get(player, NEWCOMER) for player in seats}
    if len(before) < 2:
        return RatedGame(dict(standings), ())

    after: dict[str, Standing] = {}
    for player, standing in before.items():
        others = [other for name, other in before.items() if name != player]
        outcome = Outcome.LOST if won_by_substitute else _outcome(player, seats, resigned, winner)
        after[player] = _stands_after(standing, others, outcome)

    bystanders = {player: standing for player, standing in standings.items() if player not in after}
    known = [player for player in standings if player in after]
    new = [player for player in after if player not in standings]
    return RatedGame(
        standings=_best_first(bystanders | after),
        changes=tuple(Change(player, before[player], after[player]) for player in known + new),
    )


def _provisional(rating: int, games: int, opponent_rating: int, opponent_games: int, sign: int) -> int:
    if opponent_games < ESTABLISHED_FROM:
        performance = _divide(rating + opponent_rating, 2) + 200 * sign
    else:
        performance = opponent_rating + 400 * sign
    return _divide(rating * games + performance, games + 1) + _divide(_HOME_RATING - rating, 5)


def _established(rating: int, opponent_rating: int, opponent_games: int, sign: int) -> int:
    k = _K * min(opponent_games, ESTABLISHED_FROM) / ESTABLISHED_FROM
    power = min((opponent_rating - rating) / 400, _CERTAIN)
    expected = 1 / (1 + math.pow(10, power))
    return rating + math.trunc(k * ((sign + 1) / 2 - expected))


def _outcome(player: str, seats: Sequence[str], resigned: Sequence[bool], winner: str | None) -> Outcome:
    if winner is not None:
        return Outcome.WON if player == winner else Outcome.LOST
    gave_up = all(left for name, left in zip(seats, resigned, strict=True) if name == player)
    return Outcome.LOST if gave_up else Outcome.TIED


def _stands_after(standing: Standing, others: Sequence[Standing], outcome: Outcome) -> Standing:
    return Standing(
        rating=new_rating(
            standing.rating,
            standing.games,
            _average(other.rating for other in others),
            _average(other.games for other in others),
            outcome,
        ),
        won=standing.won + (outcome is Outcome.WON),
        lost=standing.lost + (outcome is Outcome.LOST),
        tied=standing.tied + (outcome is Outcome.TIED),
    )


def _best_first(standings: Mapping[str, Standing]) -> dict[str, Standing]:
    return dict(sorted(standings.items(), key=lambda entry: -entry[1].rating))


def _average(numbers: Iterable[int]) -> int:
    values = list(numbers)
    return _divide(sum(values), len(values))


def _divide(number: int, by: int) -> int:
    """Divide by a positive number, truncating toward zero, where `//` would round down."""
    return number // by if number >= 0 else -(-number // by)
