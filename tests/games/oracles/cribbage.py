"""Hands of Cribbage compared with OpenSpiel's at every move: `python -m tests.games.oracles.cribbage --hands 1000`.

Whose turn it is, legal discards and cards, and the points of both after every card, after the starter, and at the end
of each hand have to be the same. OpenSpiel has a player say pass where our server says go, and has no forced cards.
It counts four cards of one suit in the crib, too, where the rules want the starter as well; and it counts both hands
before it looks who has won, so that hands alone are compared, and the end of a game is tested by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

import click

from pbmserv.games.cards_for_two import by_rank
from pbmserv.games.chance import Chance
from pbmserv.games.cribbage import Cribbage
from pbmserv.games.cribbage.rules import Position
from pbmserv.games.tricks.cards import Card

T = TypeVar("T")
CRIBBAGE = Cribbage()
FAR = 1000
"""A target that no hand reaches."""
PASS = 2756


class Turned(Chance):
    """Chance that turns up a certain starter."""

    def __init__(self, starter: Card) -> None:
        super().__init__(bytes(16), "oracle")
        self.starter = starter

    def choice(self, things: Sequence[T]) -> T:
        [found] = [each for each in things if each == self.starter]
        return found


class Compared(NamedTuple):
    """Discards and cards that were alike, points that were compared, and cribs of four cards of one suit."""

    moves: int
    points: int
    flushes: int


def compare(hands: int, seed: int = 1) -> Compared:
    import pyspiel

    game = pyspiel.load_game("cribbage", {"winner_bonus_reward": 0.0})
    choices, moves, points, flushes = Random(seed), 0, 0, 0  # noqa: S311 - it has to be the same
    for _ in range(hands):
        state = game.new_initial_state()
        dealt = []
        while state.is_chance_node():
            dealt.append(_chance(state, choices))
        dealer = int(_told(state, "Dealer"))
        position = Position(
            target=FAR, number=1, dealer=dealer, turn=1 - dealer, hands=(by_rank(dealt[:6]), by_rank(dealt[6:]))
        )
        discards = []
        for seat in (0, 1):
            named = {frozenset(_cards(state, action)): action for action in state.legal_actions()}
            ours = {frozenset(move.split()[1:]) for move in CRIBBAGE.legal_moves(position, seat)}
            assert ours == {*named}, f"{state}\n{CRIBBAGE.draw(position, seat)}"
            cards = choices.choice(sorted(named, key=sorted))
            state.apply_action(named[cards])
            discards.append(sorted(cards))
        starter = _chance(state, choices)
        for seat in (0, 1):
            move = f"discard {' '.join(discards[seat])}"
            position = CRIBBAGE.play(position, seat, move, Turned(starter)).position
            moves += 1
        crib, seen = [*discards[0], *discards[1]], 0
        while position.number == 1:
            seen = _caught_up(state, position, seen)
            where = f"{state}\n{CRIBBAGE.draw(position, position.turn)}"
            assert position.points == _points(state), where
            assert CRIBBAGE.to_move(position) == (state.current_player(),), where
            cards_by_name = {card: action for action in state.legal_actions() for card in _cards(state, action)}
            assert {*CRIBBAGE.legal_moves(position, position.turn)} == {*cards_by_name}, where
            card = choices.choice(sorted(cards_by_name))
            position = CRIBBAGE.play(position, position.turn, card, Chance(bytes(16), "oracle")).position
            state.apply_action(cards_by_name[card])
            seen, moves, points = seen + 1, moves + 1, points + 1
        while not state.is_chance_node():
            # We have played all last cards by ourselves.
            [last] = state.legal_actions()
            state.apply_action(last)
        is_flush = len({card[1] for card in crib}) == 1 and starter[1] != crib[0][1]
        expected = [*_points(state)]
        expected[dealer] -= 4 * is_flush
        assert position.points == tuple(expected), f"{state}\n{position}"
        flushes += is_flush
    return Compared(moves, points, flushes)


def _caught_up(state: Any, position: Position, seen: int) -> int:
    """Their state after the cards that we have played by ourselves, and their passes; the number of cards played."""
    while True:
        if state.legal_actions() == [PASS]:
            state.apply_action(PASS)
        elif seen < len(position.played):
            seat, card = position.played[seen]
            assert state.current_player() == seat, f"{state}\n{position}"
            [action] = [action for action in state.legal_actions() if _cards(state, action) == [card]]
            state.apply_action(action)
            seen += 1
        else:
            return seen


def _chance(state: Any, choices: Random) -> Card:
    action = choices.choice(state.legal_actions())
    name: str = state.action_to_string(action)
    state.apply_action(action)
    return name.removeprefix("Deal ")


def _cards(state: Any, action: int) -> list[Card]:
    return [*state.action_to_string(action).removeprefix("Choose ").split()]


def _told(state: Any, what: str) -> str:
    lines = state.observation_string(0).splitlines()
    return str(next(line for line in lines if line.startswith(what)).partition(":")[2].strip())


def _points(state: Any) -> tuple[int, ...]:
    return tuple(int(points) for points in _told(state, "Scores").split())


@click.command()
@click.option("--hands", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(hands: int, seed: int) -> None:
    """Compare random hands with OpenSpiel's."""
    found = compare(hands, seed)
    click.echo(
        f"{hands:,} hands, {found.moves:,} discards and cards alike, points alike after {found.points:,} of them and"
        f" at the end of each hand, but for {found.flushes:,} cribs of four cards of one suit"
    )


if __name__ == "__main__":
    main()
