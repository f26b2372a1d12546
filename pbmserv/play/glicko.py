"""Glicko-2 strengths, kept beside the classic rating.

After Mark Glickman, "Example of the Glicko-2 system" (2012), with its step numbers and letters. Every game is a
rating period of its own. `docs/design.md` says why no library does this.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbmserv.play.ratings import Outcome

FIRST_STRENGTH = 1500.0
FIRST_DEVIATION = 350.0
FIRST_VOLATILITY = 0.06

_SCALE = 173.7178
_TAU = 0.5
"""The bound on changes of volatility; Glickman's value in his example."""
_CLOSE_ENOUGH = 0.000001
_CERTAIN = 30.0
"""Beyond this advantage (some 5,000 points) the expected score is certain, and floats lose precision."""


@dataclass(frozen=True)
class Strength:
    """A player's strength in Glickman's three numbers; the defaults are a newcomer's."""

    rating: float = FIRST_STRENGTH
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY


@dataclass(frozen=True)
class Encounter:
    """A game against one opponent; `score` is 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Strength
    score: float


def rate_game(
    strengths: Mapping[str, Strength], outcomes: Mapping[str, Outcome], sides: Mapping[str, int] | None = None
) -> dict[str, Strength]:
    """Return the players' strengths after a game.

    With more than two players, each meets each: the winner beats all others, those who stayed beat those who gave up,
    and two losers are not compared. With `sides` the partners meet the other side as one; see `_meeting`.
    """
    if sides is not None:
        return {player: after(strengths[player], _meeting(player, strengths, outcomes, sides)) for player in outcomes}
    return {
        player: after(
            strengths[player],
            [
                Encounter(strengths[other], score)
                for other, theirs in outcomes.items()
                if other != player and (score := _score(own, theirs)) is not None
            ],
        )
        for player, own in outcomes.items()
    }


def after(strength: Strength, encounters: Sequence[Encounter]) -> Strength:
    """Return the strength after a rating period; unchanged without encounters."""
    if not encounters:
        return strength
    mu, phi = (strength.rating - FIRST_STRENGTH) / _SCALE, strength.deviation / _SCALE
    certainty = 0.0
    surprise = 0.0
    for encounter in encounters:
        opponents_mu = (encounter.opponent.rating - FIRST_STRENGTH) / _SCALE
        g = _g(encounter.opponent.deviation / _SCALE)
        expected, variance = _expected(g * (mu - opponents_mu))
        certainty += g * g * variance
        surprise += g * (encounter.score - expected)
    v = 1 / certainty
    volatility = _new_volatility(strength.volatility, phi, v, v * surprise)
    phi = 1 / math.sqrt(1 / (phi * phi + volatility * volatility) + certainty)
    return Strength(strength.rating + _SCALE * phi * phi * surprise, _SCALE * phi, volatility)


def _meeting(
    player: str, strengths: Mapping[str, Strength], outcomes: Mapping[str, Outcome], sides: Mapping[str, int]
) -> list[Encounter]:
    """The one game of a side against the other, for one of its players.

    Each side is as strong as its players on average. For a player it is as if an opponent were met who is weaker by
    as much as the partner is stronger. A player who has left loses even if the partner wins.
    """
    own = [strengths[each] for each in outcomes if sides[each] == sides[player]]
    others = [strengths[each] for each in outcomes if sides[each] != sides[player]]
    if not others or max(outcomes.values()) is Outcome.LOST:
        return []
    ahead = _mean([each.rating for each in own]) - strengths[player].rating
    deviation = math.sqrt(_mean([each.deviation**2 for each in others]))
    opponent = Strength(_mean([each.rating for each in others]) - ahead, deviation)
    return [Encounter(opponent, (outcomes[player] + 1) / 2)]


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _score(own: Outcome, theirs: Outcome) -> float | None:
    if own is theirs:
        return 0.5 if own is Outcome.TIED else None
    return 1.0 if own > theirs else 0.0


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def _expected(advantage: float) -> tuple[float, float]:
    """The expected score E, and E(1 - E) without loss of precision."""
    small = math.exp(-min(abs(advantage), _CERTAIN))
    expected = 1 / (1 + small) if advantage >= 0 else small / (1 + small)
    return expected, small / ((1 + small) * (1 + small))


def _new_volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    a = math.log(sigma * sigma)
    spread = phi * phi + v

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta * delta - spread - e) / (2 * (spread + e) ** 2) - (x - a) / (_TAU * _TAU)

    low, high = a, _other_end(f, a, spread, delta)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE_ENOUGH:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return math.exp(low / 2)


def _other_end(f: Callable[[float], float], a: float, spread: float, delta: float) -> float:
    if delta * delta > spread:
        return math.log(delta * delta - spread)
    steps = 1
    while f(a - steps * _TAU) < 0:
        steps += 1
    return a - steps * _TAU
