"""The classic rating formula, to the digit, and rating tables.

A table maps players to their `Standing` in one game, best first. Nothing here changes one in place.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

FIRST_RATING = 1600
ESTABLISHED_FROM = 20
"""The number of finished games that makes a player established; with fewer, the rating is provisional."""

_HOME_RATING = 1720
"""The rating towards which a provisional rating moves, by a fifth with each game."""
_K = 32
_CERTAIN = 300.0
"""Powers of ten beyond this leave no chance in an integer, and would overflow a float."""


class Outcome(IntEnum):
    """A game's outcome for one player; only the sign matters to the formula."""

    LOST = -1
    TIED = 0
    WON = 1


@dataclass(frozen=True)
class Standing:
    """A player's rating in one game, and the numbers of wins, draws and losses."""

    rating: int = FIRST_RATING
    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.tied

    @property
    def established(self) -> bool:
        return self.games >= ESTABLISHED_FROM


NEWCOMER = Standing()
"""The standing of a player who is not in the table."""


@dataclass(frozen=True)
class Change:
    player: str
    before: Standing
    after: Standing

    @property
    def outcome(self) -> Outcome:
        if self.after.won > self.before.won:
            return Outcome.WON
        return Outcome.LOST if self.after.lost > self.before.lost else Outcome.TIED

    @property
    def old_rating_told(self) -> int | None:
        """The old rating that the letter shows beside the new one, `after.rating`.

        None if the new one is provisional, as it comes from the provisional formula (also with the game that makes
        the player established). Equal to the new one if that is shown alone: nothing changed, or it is the first
        established rating.
        """
        if not self.before.established:
            return None
        if self.before.games == ESTABLISHED_FROM:
            return self.after.rating
        return self.before.rating


@dataclass(frozen=True)
class RatedGame:
    """The table after a game, best first, with one `Change` for each distinct player.

    Changes are in the order of the table before the game, newcomers last in seat order.
    """

    standings: Mapping[str, Standing]
    changes: tuple[Change, ...]


def new_rating(
    rating: int, games: int, opponent_rating: int, opponent_games: int, outcome: int, handicap: int = 0
) -> int:
    """Return a player's rating after one more game.

    `games` are those finished before; the opponent is the average of all others. Only the sign of `outcome` counts:
    positive won, 0 drew, negative lost. Each point of `handicap` takes 100 from the opponent's rating.
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
    winners: Collection[str],
    points: int,
    won_by_substitute: bool = False,
    sides: Sequence[int] = (),
) -> RatedGame:
    """Rate one finished game.

    `standings` is the table before it, best first; players it lacks are `NEWCOMER`s. Other players affect nobody's
    number, so any part of the table that holds this game's players gives the same changes. `seats` are the players in
    seat order, perhaps with repetitions; `resigned` says which seats resigned; `winners` are empty for a draw. With
    `won_by_substitute` an unrated substitute won, and all others lost. `sides` are the sides of the seats if there
    are partners, who are no opponents of each other. `points` (1 or more) is only for the letter.
    With fewer than two distinct players nothing changes.

    Among equal ratings this game's players come last, in seat order. Raises `ValueError` if a winner has no seat,
    `resigned` and `seats` differ in length, or `points` is below 1.
    """
    if len(resigned) != len(seats):
        raise ValueError(f"{len(seats)} seats, but {len(resigned)} entries of who resigned")
    if strangers := [winner for winner in winners if winner not in seats]:
        raise ValueError(f"the winner {strangers[0]} has no seat")
    if points < 1:
        raise ValueError(f"a game counts 1 point or more, not {points}")

    before = {player: standings.get(player, NEWCOMER) for player in seats}
    if len(before) < 2:
        return RatedGame(dict(standings), ())

    after: dict[str, Standing] = {}
    side_of = dict(zip(seats, sides, strict=True)) if sides else {player: player for player in before}
    for player, standing in before.items():
        others = [other for name, other in before.items() if side_of[name] != side_of[player]]
        outcome = Outcome.LOST if won_by_substitute else _outcome(player, seats, resigned, winners)
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


def _outcome(player: str, seats: Sequence[str], resigned: Sequence[bool], winners: Collection[str]) -> Outcome:
    if winners:
        return Outcome.WON if player in winners else Outcome.LOST
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
    """Divide by a positive number, truncating toward zero (`//` rounds down)."""
    return number // by if number >= 0 else -(-number // by)
