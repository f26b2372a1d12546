"""Mixed strategies for simultaneous moves.

Regret matching (Hart and Mas-Colell, 2000) in simultaneous-move Monte Carlo tree search (Lanctot, Lisy, Winands,
2013) with non-negative regrets (Tammelin, 2014): each seat plays more often the moves that would have done better
against what the others did. The average strategies approach an equilibrium.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbmserv.bots.luck import Luck
from pbmserv.bots.playouts import Values

EXPLORING = 0.1
"""How often a seat explores any of its moves."""
RARE = 0.2
"""A move played less often than this, relative to the most frequent one, counts as mere exploration."""


class Outcomes:
    """An average result."""

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
    """One seat's mixed strategy."""

    __slots__ = ("alone", "played", "regrets", "together")

    def __init__(self) -> None:
        self.regrets: dict[str, float] = {}
        self.played: dict[str, float] = {}
        """The cumulated probability of each move; later iterations weigh more."""
        self.alone: dict[str, Outcomes] = {}
        """Results of each move, whatever the others did."""
        self.together: dict[tuple[str, tuple[str, ...]], Outcomes] = {}
        """Results of each move together with the others'."""

    def chosen(self, legal: Sequence[str], visits: int, luck: Luck) -> str:
        """A move to try, by regrets."""
        shares = _shares([self.regrets.get(move, 0.0) for move in legal])
        for move, share in zip(legal, shares, strict=True):
            self.played[move] = self.played.get(move, 0.0) + share * visits
        return luck.choice(legal) if luck.real() < EXPLORING else _drawn(legal, shares, luck)

    def tell(self, move: str, others: tuple[str, ...], legal: Sequence[str], value: float) -> None:
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
        """The probability of each move, without mere exploration."""
        played = [self.played.get(move, 0.0) for move in legal]
        most = max(played)
        return dict(zip(legal, _shares([each if each >= RARE * most else 0.0 for each in played]), strict=True))

    def drawn(self, legal: Sequence[str], luck: Luck) -> str:
        policy = self.policy(legal)
        return _drawn([*policy], [*policy.values()], luck)


class Mixing:
    """The strategies of all seats at one place of a game."""

    __slots__ = ("seats", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.seats: dict[int, Mixed] = {}

    def chosen(self, legal: Mapping[int, Sequence[str]], luck: Luck) -> tuple[str, ...]:
        self.visits += 1
        return tuple(
            self.seats.setdefault(seat, Mixed()).chosen(moves, self.visits, luck) for seat, moves in legal.items()
        )

    def tell(self, moves: Sequence[str], legal: Mapping[int, Sequence[str]], values: Values) -> None:
        for number, (seat, own) in enumerate(legal.items()):
            others = (*moves[:number], *moves[number + 1 :])
            self.seats[seat].tell(moves[number], others, own, values[seat])


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)


def _drawn(moves: Sequence[str], shares: Sequence[float], luck: Luck) -> str:
    left = luck.real()
    for move, share in zip(moves, shares, strict=True):
        left -= share
        if left < 0:
            return move
    return max(zip(shares, moves, strict=True))[1]
