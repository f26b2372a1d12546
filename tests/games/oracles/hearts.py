"""Hands of Hearts compared with OpenSpiel's at every card: `python -m tests.games.oracles.hearts --hands 1000`.

Legal moves, whose turn it is, and what each seat gets in the end have to be the same. OpenSpiel plays one hand at a
time; who passes to whom is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import click

from pbmserv.games.chance import Chance
from pbmserv.games.hearts import Hearts
from pbmserv.games.hearts.rules import Position
from pbmserv.games.tricks.cards import Card, in_order
from pbmserv.games.tricks.rules import SEATS

HEARTS = Hearts()
CHANCE = Chance(bytes(16), "oracle")
HOLD = 4
HANDS = (HOLD, 1, 3, 2)
"""Which hand of ours is passed in the direction that OpenSpiel has drawn: not at all, left, across, right."""


def compare(hands: int, seed: int = 1) -> tuple[int, int]:
    """Play random hands; how many cards were alike, and how many moons were shot."""
    choices, cards, moons = Random(seed), 0, 0  # noqa: S311 - it has to be the same
    for number in range(hands):
        jacks = number % 2 == 1
        state = _dealt(choices, jacks)
        position = _ours(state, choices, jacks)
        while not state.is_terminal():
            seat, legal = state.current_player(), _legal(state)
            if len(position.hands[seat]) == 1 or position.points or list(legal) == ["2C"]:
                state.apply_action(next(iter(legal.values())))
                continue
            where = f"{state}\n{HEARTS.draw(position, seat)}"
            assert HEARTS.to_move(position) == (seat,), where
            assert set(HEARTS.legal_moves(position, seat)) == set(legal), where
            card = choices.choice(sorted(legal))
            state.apply_action(legal[card])
            position, cards = HEARTS.play(position, seat, card, CHANCE).position, cards + 1
        [points] = position.points
        assert [26 - each for each in points] == list(state.returns()), f"{state}\n{points}"
        moons += sorted(points)[-2:] == [26, 26]
    return cards, moons


def _dealt(choices: Random, jacks: bool) -> Any:
    import pyspiel

    bonus = "true" if jacks else "false"
    state = pyspiel.load_game(f"hearts(qs_breaks_hearts=false,jd_bonus={bonus})").new_initial_state()
    while state.is_chance_node():
        state.apply_action(choices.choice(state.legal_actions()))
    return state


def _ours(state: Any, choices: Random, jacks: bool) -> Position:
    """The same hand of ours, after the same cards have been passed."""
    number = HANDS[state.history()[0]]
    dealt: list[list[Card]] = [[] for _ in range(SEATS)]
    for place, action in enumerate(state.history()[1:53]):
        dealt[place % SEATS].append(state.action_to_string(-1, action))
    hands = tuple(map(in_order, dealt))
    led = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    position = Position(target=1000, jacks=jacks, number=number, hands=hands, is_passing=number != HOLD, led=led)
    if number == HOLD:
        # Nobody chooses the two of clubs.
        return _with_first_lead(position)
    for seat in range(SEATS):
        passed = list(_passed(state, choices))
        position = HEARTS.play(position, seat, " ".join(passed), CHANCE).position
    return position


def _with_first_lead(position: Position) -> Position:
    return HEARTS.play(position, position.next_seat, "2C", CHANCE).position


def _passed(state: Any, choices: Random) -> Iterator[Card]:
    for _ in range(3):
        legal = _legal(state)
        card = choices.choice(sorted(legal))
        state.apply_action(legal[card])
        yield card


def _legal(state: Any) -> dict[Card, int]:
    return {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}


@click.command()
@click.option("--hands", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(hands: int, seed: int) -> None:
    """Compare random hands with OpenSpiel's."""
    cards, moons = compare(hands, seed)
    click.echo(f"{hands:,} hands, {cards:,} cards alike, {moons} moons")


if __name__ == "__main__":
    main()
