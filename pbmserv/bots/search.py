"""UCT search (Kocsis and Szepesvári, 2006) over the contract of games.

Hidden information is guessed anew for each simulation, and tree nodes are sequences of moves: information-set search
(Cowling, Powley, Whitehouse, 2012). With perfect information and no chance, positions are cached and proven results
are final (Winands, Björnsson, Saito, 2008). Each seat maximises its own value. Simultaneous moves are chosen
independently; in games of nothing else they are mixed (`mixing`), and public information distinguishes nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any, TypeAlias

from pbmserv.bots.luck import Luck
from pbmserv.bots.mixing import Mixing
from pbmserv.bots.playouts import OutOfTime, Values, play_out, values_of
from pbmserv.bots.possible import moves_of
from pbmserv.games.base import Game
from pbmserv.games.bot_hints import BotHints

EXPLORING = 0.6
"""The exploration constant with random playouts."""
EXPLORING_EVALUATED = 0.3
"""The same if the game evaluates positions, which tells much more."""
WIDENING = 3.0
WIDENING_POWER = 0.6
"""Progressive widening: a node with n visits tries at most WIDENING x n^WIDENING_POWER moves, unless the game
evaluates positions (Coulom, 2007).
"""
PAUSE = 32
"""How often the search checks whether more simulations could change the choice."""


class Arm:
    __slots__ = ("offered", "proven", "total", "visits", "worth")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.offered = 0
        self.proven: Values | None = None
        self.worth: Values | None = None
        """Its minimax value, if positions are evaluated."""


Arms: TypeAlias = dict[str, Arm]


class Node:
    __slots__ = ("arms", "children", "evaluated", "legal", "mixing", "position", "proven", "seats", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[int, Arms] = {}
        self.children: dict[tuple[Any, ...], Node] = {}
        """By moves; in simultaneous games also by what is public then."""
        self.mixing: Mixing | None = None
        """Statistics of simultaneous moves."""
        self.proven: Values | None = None
        self.evaluated: Values | None = None
        """The position's own evaluation."""
        self.position: Any = None
        self.seats: tuple[int, ...] | None = None
        self.legal: Sequence[str] | None = None
        """The moves in the order tried; None until one is."""


@dataclass(frozen=True, slots=True)
class Step:
    node: Node
    moves: tuple[str, ...]
    made: Sequence[tuple[int, Arm]]
    legal: Mapping[int, Sequence[str]] | None = None
    """Only for mixed moves."""


class Search:
    def __init__(self, game: Game[Any], seen: Any, seat: int, seed: bytes) -> None:
        self._game = game
        self._seen = seen
        self._seat = seat
        self._luck = Luck(seed, "search")
        self._is_open = is_open(game)
        self._is_evaluated = bool(game.evaluate_by) or type(game).evaluate is not BotHints.evaluate
        self._exploring = EXPLORING_EVALUATED if self._is_evaluated else EXPLORING
        self._root = Node()
        self._total = 0.0
        """The seat's total value in all simulations."""

    def think(self, simulations: int, deadline: Callable[[], bool]) -> None:
        """Run simulations until their number, the deadline or a proof ends them."""
        try:
            for made in range(simulations):
                if self._root.proven is not None or deadline():
                    break
                if (
                    made % PAUSE == 0
                    and not self._is_evaluated
                    and not self._root.mixing
                    and self._lead() > simulations - made
                ):
                    break
                self._simulate(deadline)
        except OutOfTime:
            return

    def best(self) -> str:
        arms = self._root.arms.get(self._seat)
        mixing = self._root.mixing
        if not arms or mixing is not None:
            legal = moves_of(self._game, self._seen, self._seat, self._luck)
            return (
                mixing.seats[self._seat].drawn(legal, self._luck) if mixing is not None else self._luck.choice(legal)
            )
        return max(arms, key=lambda move: self._worth(arms[move]))

    def ranked(self) -> list[str]:
        """All legal moves, best first; untried ones in random order."""
        arms = self._root.arms.get(self._seat, {})
        tried = sorted(arms, key=lambda move: self._worth(arms[move]), reverse=True)
        legal = moves_of(self._game, self._seen, self._seat, self._luck)
        return [*tried, *self._luck.shuffled([move for move in legal if move not in arms])]

    def fairest(self) -> str:
        """The move that leaves both sides most equal, as the opponent may choose between them."""
        arms = self._root.arms.get(self._seat, {})
        tried = [move for move, arm in arms.items() if arm.visits and 4 * arm.visits * len(arms) >= self._root.visits]
        return min(tried, key=lambda move: abs(arms[move].total / arms[move].visits - 0.5), default=self.best())

    def expected(self) -> float:
        """The seat's expected value from 0 to 1; half without simulations."""
        root, seat = self._root, self._seat
        if root.proven is not None:
            return root.proven[seat]
        if not root.visits:
            return 0.5
        if seat not in root.arms and max(self._game.seats) > 2:
            return self._total / root.visits
        # What was tried besides the best move tells little of what will happen.
        [(mover, arms)] = root.arms.items() if seat not in root.arms else [(seat, root.arms[seat])]
        best = max(arms.values(), key=lambda arm: arm.visits)
        expected = best.worth[mover] if best.worth else best.total / best.visits
        return expected if mover == seat else 1 - expected

    def _lead(self) -> int:
        most = sorted((arm.visits for arm in self._root.arms.get(self._seat, {}).values()), reverse=True)[:2]
        return most[0] - most[1] if len(most) == 2 else 0

    def _worth(self, arm: Arm) -> tuple[float, ...]:
        """The final ranking: proven results first or last, then visits, or evaluation if available."""
        if arm.proven is not None and arm.proven[self._seat] in (0.0, 1.0):
            return arm.proven[self._seat] * 2 - 1, arm.visits
        if arm.worth is not None:
            return 0.0, arm.worth[self._seat], arm.visits
        return 0.0, arm.visits, arm.total / max(arm.visits, 1)

    def _simulate(self, deadline: Callable[[], bool]) -> None:
        game, luck = self._game, self._luck
        position = self._seen if self._is_open else game.guess(self._seen, self._seat, luck)
        node = self._root
        path: list[Step] = []
        while True:
            seats = self._seats_at(node, position)
            if not seats:
                result = game.result(position)
                values = values_of(game, result, max(game.seats)) if result else (0.5,) * max(game.seats)
                if self._is_open:
                    node.proven = values
                break
            path.append(step := self._tried(node, position, seats))
            key: tuple[Any, ...] = step.moves
            if game.simultaneous:
                position = self._played(position, step)
                key = (*key, game.seen_by(position, None))
            following = node.children.get(key)
            is_new = following is None
            if following is None:
                following = node.children[key] = Node()
            if self._is_open and following.seats is not None:
                position = following.position
            else:
                position = position if game.simultaneous else self._played(position, step)
                following.position = position if self._is_open else None
            node = following
            if is_new and self._seats_at(node, position):
                node.evaluated = game.evaluate(position) if self._is_open else None
                values = node.evaluated or play_out(game, position, luck, deadline)
                break
            if node.proven is not None:
                values = node.proven
                break
        self._tell(path, node, values)

    def _tried(self, node: Node, position: Any, seats: Sequence[int]) -> Step:
        if len(seats) == 1 or not self._game.simultaneous:
            tried = [self._choose(node, position, seat) for seat in seats]
            made = [(seat, arm) for seat, (_, arm) in zip(seats, tried, strict=True)]
            return Step(node, tuple(move for move, _ in tried), made)
        node.mixing = node.mixing or Mixing()
        legal = {seat: moves_of(self._game, position, seat, self._luck) for seat in seats}
        moves = node.mixing.chosen(legal, self._luck)
        arms = [
            node.arms.setdefault(seat, {}).setdefault(move, Arm()) for seat, move in zip(seats, moves, strict=True)
        ]
        return Step(node, moves, [*zip(seats, arms, strict=True)], legal)

    def _played(self, position: Any, step: Step) -> Any:
        for (seat, _), move in zip(step.made, step.moves, strict=True):
            position = self._game.play(position, seat, move, self._luck).position
        return position

    def _seats_at(self, node: Node, position: Any) -> tuple[int, ...]:
        if not self._is_open:
            return self._game.to_move(position)
        if node.seats is None:
            node.seats = self._game.to_move(position)
        return node.seats

    def _legal_at(self, node: Node, position: Any, seat: int) -> Sequence[str]:
        """The candidate moves in the random order in which they are tried."""
        if node.legal is None:
            worth_it = self._game.candidates(position)
            if worth_it is None:
                worth_it = moves_of(self._game, position, seat, self._luck)
            node.legal = self._luck.shuffled(worth_it)
        return node.legal

    def _choose(self, node: Node, position: Any, seat: int) -> tuple[str, Arm]:
        """A seat's next move: a new one, or the best by its upper confidence bound."""
        arms = node.arms.setdefault(seat, {})
        luck = self._luck
        if self._is_open and len(node.seats or ()) == 1:
            worth_it = self._legal_at(node, position, seat)
            if len(arms) < len(worth_it) and self._takes_more(node.visits, len(arms)):
                move = worth_it[len(arms)]
                arm = arms[move] = Arm()
                return move, arm
            legal: Sequence[str] = worth_it[: len(arms)]
        else:
            legal = moves_of(self._game, position, seat, luck)
            tried = [move for move in legal if move in arms]
            for move in tried:
                arms[move].offered += 1
            if len(tried) < len(legal) and self._takes_more(
                max((arms[move].offered for move in tried), default=0), len(tried)
            ):
                move = luck.choice([move for move in legal if move not in arms])
                arm = arms[move] = Arm()
                arm.offered = 1
                return move, arm
            legal = tried
        best, most = "", -1.0
        exploring = self._exploring * sqrt(log(node.visits + 1))
        for move in legal:
            arm = arms[move]
            if arm.proven is not None:
                value = arm.proven[seat]
            else:
                if not self._is_open:
                    exploring = self._exploring * sqrt(log(arm.offered + 1))
                mean = arm.worth[seat] if arm.worth else arm.total / max(arm.visits, 1)
                value = mean + exploring / sqrt(arm.visits) if arm.visits else 2.0
            if value > most:
                best, most = move, value
        return best, arms[best]

    def _takes_more(self, visits: int, tried: int) -> bool:
        return (self._is_evaluated and self._is_open) or tried <= WIDENING * float(visits**WIDENING_POWER)

    def _tell(self, path: Sequence[Step], end: Node, values: Values) -> None:
        proven, worth = end.proven, end.evaluated
        self._total += values[self._seat]
        for step in reversed(path):
            node, made = step.node, step.made
            node.visits += 1
            if node.mixing is not None and step.legal is not None:
                node.mixing.tell(step.moves, step.legal, values)
            for seat, arm in made:
                arm.visits += 1
                arm.total += values[seat]
            if proven is not None and len(made) == 1:
                [(seat, arm)] = made
                arm.proven = proven
                proven = node.proven = _proven_by(node, seat)
            else:
                proven = None
            if self._is_evaluated and self._is_open and len(made) == 1:
                [(seat, arm)] = made
                arm.worth = arm.proven or worth
                worth = _best_of(node, seat)


def is_open(game: Game[Any]) -> bool:
    """Whether a game has perfect information and no chance."""
    return not (game.hidden or game.uses_chance)


def _best_of(node: Node, seat: int) -> Values | None:
    """The value of a node for its mover, by tried moves.

    While others are untried it is at least the position's own evaluation. A mean would include all blunders.
    """
    arms = node.arms[seat].values()
    known = [arm.worth for arm in arms if arm.worth is not None]
    if node.evaluated is not None and len(arms) < len(node.legal or ()):
        known.append(node.evaluated)
    return max(known, key=lambda values: values[seat], default=None)


def _proven_by(node: Node, seat: int) -> Values | None:
    arms = node.arms[seat]
    known = [arm.proven for arm in arms.values() if arm.proven is not None]
    best = max(known, key=lambda values: values[seat])
    if best[seat] >= 1.0 or (node.legal is not None and len(known) == len(node.legal)):
        return best
    return None
