"""Hands of Spades compared with OpenSpiel's at every move: `python -m tests.games.oracles.spades --hands 1000`.

Legal moves, whose turn it is, and the points of both sides have to be the same. OpenSpiel plays one hand at a time;
with which points it begins, and who bids first, is drawn.

It differs in three things, which are all that is allowed here:

* It never counts spades as broken: where they are, it lets nobody lead one who has another card, and we do.
* Partners cannot bid more than 13 tricks together. With us they can, though nobody can take them.
* It takes a side's bags from the last digit of its points, and below zero counts that otherwise: there the penalty
  for ten bags may come in another hand than ours.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import click

from pbmserv.games.chance import Chance
from pbmserv.games.spades import BIDS, Position, Spades
from pbmserv.games.tricks.cards import Card, in_order, of_suit, read_cards
from pbmserv.games.tricks.rules import SEATS

SPADES = Spades()
CHANCE = Chance(bytes(16), "oracle")
FAR = 10_000
"""A target that no hand reaches."""
PENALTY = 100


class Compared(NamedTuple):
    """Bids and cards that were alike, leads for which only we have spades broken, and penalties below zero."""

    moves: int
    only_ours: int
    below_zero: int


def compare(hands: int, seed: int = 1) -> Compared:
    """Play random hands; bids are low enough to be made now and then."""
    choices, moves, only_ours, below_zero = Random(seed), 0, 0, 0  # noqa: S311 - it has to be the same
    for number in range(hands):
        state = _dealt()
        while state.is_chance_node():
            state.apply_action(choices.choice(state.legal_actions()))
        totals = choices.randrange(-340, 490), choices.randrange(-340, 490)
        first = number % SEATS
        state.set_current_scores(totals)
        state.set_current_player(first)
        position = _ours(state, totals, first)
        while not state.is_terminal():
            seat, legal = state.current_player(), _legal(state)
            if len(position.points) > 1:
                # We have played everybody's last card by ourselves.
                state.apply_action(*legal.values())
                continue
            where = f"{state}\n{SPADES.draw(position, seat)}"
            ours = {*SPADES.legal_moves(position, seat)}
            assert SPADES.to_move(position) == (seat,), where
            if not position.is_playing:
                most = 13 - (position.bid_of((seat + 2) % SEATS) or 0)
                ours = {bid for bid in ours if int(bid) <= most}
            elif position.is_broken and not position.trick and ours != {*legal}:
                ours, only_ours = ours - {*of_suit(tuple(ours), "S")}, only_ours + 1
            assert ours == {*legal}, where
            move = choices.choice(sorted(legal) if position.is_playing else BIDS[:6])
            state.apply_action(legal[move])
            position, moves = SPADES.play(position, seat, move, CHANCE).position, moves + 1
        for before, own, theirs in zip(totals, position.points[1], state.returns(), strict=False):
            if own != theirs:
                assert before < 0, f"{state}\n{totals} {position.points[1]}"
                assert abs(own - theirs) == PENALTY, f"{state}\n{totals} {position.points[1]}"
                below_zero += 1
    return Compared(moves, only_ours, below_zero)


def _dealt() -> Any:
    import pyspiel

    return pyspiel.load_game(f"spades(win_threshold={FAR},use_mercy_rule=false)").new_initial_state()


def _ours(state: Any, totals: tuple[int, int], first: int) -> Position:
    """The same hand of ours, after earlier ones that have brought these points; the last digit tells the bags."""
    dealt: list[list[Card]] = [[] for _ in range(SEATS)]
    for place, action in enumerate(state.history()[:52]):
        dealt[place % SEATS].append(_card(state.action_to_string(-1, action)))
    return Position(
        target=FAR,
        number=first + 1,
        hands=tuple(map(in_order, dealt)),
        led=first,
        points=(totals,),
        bags=(totals[0] % 10, totals[1] % 10),
    )


def _card(text: str) -> Card:
    [card] = read_cards(text.split()[-1]) or ()
    return card


def _legal(state: Any) -> dict[str, int]:
    """The legal actions by our names."""
    seat = state.current_player()
    named = {state.action_to_string(seat, action): action for action in state.legal_actions()}
    if "Nil" in named:
        return {"0" if name == "Nil" else name: action for name, action in named.items()}
    return {_card(name): action for name, action in named.items()}


@click.command()
@click.option("--hands", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(hands: int, seed: int) -> None:
    """Compare random hands with OpenSpiel's."""
    moves, only_ours, below_zero = compare(hands, seed)
    click.echo(
        f"{hands:,} hands, {moves:,} bids and cards alike; {only_ours:,} leads where only we have spades broken,"
        f" {below_zero} penalties below zero that differ"
    )


if __name__ == "__main__":
    main()
