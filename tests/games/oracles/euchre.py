"""Hands of Euchre compared with OpenSpiel's at every move: `python -m tests.games.oracles.euchre --hands 1000`.

Whose turn it is, legal bids, discards and cards, and the points at the end of each hand have to be the same.
OpenSpiel plays one hand at a time, by the same rules: the dealer is stuck, and no defender plays alone.

It asks in other steps, which is all that differs: to order up and to go alone are two moves there, with the dealer's
discard between them. Where the dealer's partner plays alone, the dealer takes the card up there before sitting out.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import click

from pbmserv.games.chance import Chance
from pbmserv.games.euchre import ALONE, SUIT_BIDS, UP, Euchre, Position
from pbmserv.games.tricks.cards import Card, in_order, read_cards
from pbmserv.games.tricks.discarding import DISCARD, PASS
from pbmserv.games.tricks.rules import SEATS

EUCHRE = Euchre()
CHANCE = Chance(bytes(16), "oracle")
FAR = 10_000
"""A target that no hand reaches."""
BIDS = {"Pass": PASS, **{bid.capitalize(): bid for bid in SUIT_BIDS}}


class Compared(NamedTuple):
    """Bids, discards and cards that were alike, hands played alone, and those in which the dealer sat out."""

    moves: int
    alone: int
    dealers_out: int


def compare(hands: int, seed: int = 1) -> Compared:
    """Play random hands, in which one of three makers plays alone."""
    choices, moves, alone, dealers_out = Random(seed), 0, 0, 0  # noqa: S311 - it has to be the same
    for _ in range(hands):
        state = _dealt(choices)
        position = _ours(state)
        while not state.is_terminal() and len(position.points) == 0:
            seat, legal = state.current_player(), _legal(state)
            if len(position.bids) < SEATS and not position.contract:
                # The suit of the card that is turned up is what the first round is about.
                legal = {bid if bid == PASS else UP: action for bid, action in legal.items()}
            where = f"{state}\n{EUCHRE.draw(position, seat)}"
            assert EUCHRE.to_move(position) == (seat,), where
            ours = {*EUCHRE.legal_moves(position, seat)}
            if position.is_playing:
                assert ours == {*legal}, where
            else:
                assert {bid for bid in ours if not bid.endswith(ALONE)} == {*legal}, where
                assert {bid + ALONE for bid in legal if bid != PASS} == ours - {*legal}, where
            move = choices.choice(sorted(legal))
            state.apply_action(legal[move])
            moves += 1
            if position.is_playing or move == PASS:
                position = EUCHRE.play(position, seat, move, CHANCE).position
                continue
            is_alone = choices.randrange(3) == 0
            position = EUCHRE.play(position, seat, move + ALONE * is_alone, CHANCE).position
            alone += is_alone
            dealers_out += position.resting == position.dealer
            position, discarded = _discarded(state, position, choices)
            moves += discarded
            named = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(named["Alone" if is_alone else "Partner"])
        while not state.is_terminal():
            # We have played everybody's last card by ourselves.
            [last] = state.legal_actions()
            state.apply_action(last)
        own, theirs = position.points[0]
        north, east = (max(0.0, points) for points in state.returns()[:2])
        assert (own, theirs) == (north, east), f"{state}\n{position.points}"
    return Compared(moves, alone, dealers_out)


def _discarded(state: Any, position: Position, choices: Random) -> tuple[Position, bool]:
    """Both after the dealer's discard, if there is one, and whether we have it, too."""
    if "Alone" in {state.action_to_string(action) for action in state.legal_actions()}:
        assert not position.is_discarding
        return position, False
    legal = _legal(state)
    move = choices.choice(sorted(legal))
    seat = state.current_player()
    state.apply_action(legal[move])
    if position.resting == position.dealer:
        return position, False
    assert EUCHRE.to_move(position) == (seat,)
    assert {*EUCHRE.legal_moves(position, seat)} == {f"{DISCARD} {card}" for card in legal}, f"{state}{legal}"
    return EUCHRE.play(position, seat, move, CHANCE).position, True


def _dealt(choices: Random) -> Any:
    import pyspiel

    state = pyspiel.load_game("euchre").new_initial_state()
    while state.is_chance_node():
        state.apply_action(choices.choice(state.legal_actions()))
    return state


def _ours(state: Any) -> Position:
    """The same hand of ours."""
    dealer, *cards = state.history()
    dealt: list[list[Card]] = [[] for _ in range(SEATS)]
    names = [_card(state.action_to_string(-1, action)) for action in cards]
    for place, card in enumerate(names[:20]):
        dealt[(dealer + place) % SEATS].append(card)
    kitty = tuple(card for card in Position.PACK if card not in names)
    hands = tuple(map(in_order, dealt))
    first = (dealer + 1) % SEATS
    number = first + 1
    return Position(target=FAR, number=number, hands=hands, led=first, turned=names[20], kitty=kitty)


def _card(text: str) -> Card:
    [card] = read_cards(text) or ()
    return card


def _legal(state: Any) -> dict[str, int]:
    """The legal actions by our names."""
    named = {state.action_to_string(action): action for action in state.legal_actions()}
    return {BIDS.get(name) or _card(name): action for name, action in named.items()}


@click.command()
@click.option("--hands", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(hands: int, seed: int) -> None:
    """Compare random hands with OpenSpiel's."""
    moves, alone, dealers_out = compare(hands, seed)
    click.echo(
        f"{hands:,} hands, {moves:,} bids, discards and cards alike; {alone:,} hands played alone,"
        f" in {dealers_out:,} of which the dealer sat out"
    )


if __name__ == "__main__":
    main()
