"""What to do where several seats move at once: nobody can be best by one move alone, so moves are mixed.

Regret matching (Hart and Mas-Colell, 2000), as in simultaneous-move Monte Carlo tree search (Lanctot, Lisy, Winands,
2013), with regrets that are never below zero (Tammelin, 2014): each seat counts how much better each of its moves
would have done against what the others did, and plays those that would have done better more often. If all do so,
what each has played on the average is what nobody can gain by leaving.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbmserv.bots.luck import Luck
from pbmserv.bots.playouts import Values

EXPLORING = 0.1
"""How often a seat tries any of its moves."""
RARE = 0.2
"""A move that is played less often than this, beside the one that is played most, is taken for one tried in vain."""


class Outcomes:
    """What came of something on the average."""

    __slots__ = ("total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0

    def add(self, value: float) -> None:
        self.visits += 1
        self.total += value

    @property
    def mean(self) -> float:
        return self.total / self.visits


class Mixed:
    """How one seat mixes its moves."""

    __slots__ = ("alone", "played", "regrets", "together")

    def __init__(self) -> None:
        self.regrets: dict[str, float] = {}
        self.played: dict[str, float] = {}
        """How much each move was to be played, of all times together; the later ones count more."""
        self.alone: dict[str, Outcomes] = {}
        """What came of each move, whatever the others did."""
        self.together: dict[tuple[str, tuple[str, ...]], Outcomes] = {}
        """What came of each move beside those of the others."""

    def chosen(self, legal: Sequence[str], visits: int, luck: Luck) -> str:
        """A move to try, by the regrets so far."""
        shares = _shares([self.regrets.get(move, 0.0) for move in legal])
        for move, share in zip(legal, shares, strict=True):
            self.played[move] = self.played.get(move, 0.0) + share * visits
        return luck.choice(legal) if luck.real() < EXPLORING else _drawn(legal, shares, luck)

    def tell(self, move: str, others: tuple[str, ...], legal: Sequence[str], value: float) -> None:
        """Tell what has come of a move beside those of the others."""
        together = self.together
        self.alone.setdefault(move, Outcomes()).add(value)
        together.setdefault((move, others), Outcomes()).add(value)
        had = together[move, others].mean
        for each in legal:
            known = together.get((each, others)) or self.alone.get(each)
            # Of what was never tried, nobody knows that it would have been better.
            better = known.mean - had if known else 0.0
            self.regrets[each] = max(0.0, self.regrets.get(each, 0.0) + better)

    def policy(self, legal: Sequence[str]) -> Mapping[str, float]:
        """How often each move should be played; those that were tried in vain not at all."""
        played = [self.played.get(move, 0.0) for move in legal]
        most = max(played)
        return dict(zip(legal, _shares([each if each >= RARE * most else 0.0 for each in played]), strict=True))

    def drawn(self, legal: Sequence[str], luck: Luck) -> str:
        """A move by the policy."""
        policy = self.policy(legal)
        return _drawn([*policy], [*policy.values()], luck)


class Mixing:
    """What all seats that move at once have tried at one place of a game."""

    __slots__ = ("seats", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.seats: dict[int, Mixed] = {}

    def chosen(self, legal: Mapping[int, Sequence[str]], luck: Luck) -> tuple[str, ...]:
        """A move to try for each seat, none of them knowing those of the others."""
        self.visits += 1
        return tuple(
            self.seats.setdefault(seat, Mixed()).chosen(moves, self.visits, luck) for seat, moves in legal.items()
        )

    def tell(self, moves: Sequence[str], legal: Mapping[int, Sequence[str]], values: Values) -> None:
        """Tell what has come of the moves that were chosen."""
        for number, (seat, own) in enumerate(legal.items()):
            others = (*moves[:number], *moves[number + 1 :])
            self.seats[seat].tell(moves[number], others, own, values[seat])


def _shares(weights: Sequence[float]) -> list[float]:
    """Weights as shares of one; all the same if there are none."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


def _drawn(moves: Sequence[str], shares: Sequence[float], luck: Luck) -> str:
    left = luck.real()
    for move, share in zip(moves, shares, strict=True):
        left -= share
        if left < 0:
            return move
    return max(zip(shares, moves, strict=True))[1]
