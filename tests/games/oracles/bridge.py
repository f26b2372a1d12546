"""Deals of Bridge compared with OpenSpiel's at every move: `python -m tests.games.oracles.bridge --deals 1000`.

Legal moves, whose turn it is, declarer, and the points of the deal have to be the same, for all four vulnerabilities
and dealers. OpenSpiel plays one deal at a time; its seats are North, East, South and West.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import click

from pbmserv.games.bridge import Bridge
from pbmserv.games.bridge.auction import BIDS, DOUBLE, PASS, REDOUBLE
from pbmserv.games.bridge.rules import Position
from pbmserv.games.bridge.scoring import BOARDS
from pbmserv.games.chance import Chance
from pbmserv.games.tricks.cards import in_order
from pbmserv.games.tricks.rules import SEATS

BRIDGE = Bridge()
CHANCE = Chance(bytes(16), "oracle")
_CALLS = {52: PASS, 53: DOUBLE, 54: REDOUBLE, **{55 + number: bid for number, bid in enumerate(BIDS)}}
"""OpenSpiel's calls; smaller numbers are cards, those of a rank together."""


class Compared(NamedTuple):
    """Calls and cards that were alike, contracts made, doubled and passed out, and what the deals have scored."""

    moves: int
    doubled: int
    passed_out: int
    points: frozenset[int]


def compare(deals: int, seed: int = 1) -> Compared:
    """Play random deals; passes are likely enough for contracts of all levels."""
    choices, moves, doubled, passed_out = Random(seed), 0, 0, 0  # noqa: S311 - it has to be the same
    points: set[int] = set()
    for number in range(deals):
        state, position = _dealt(number % BOARDS + 1, choices)
        while not state.is_terminal():
            seat, legal = _ours(state.current_player()), _legal(state)
            if position.is_over:
                # We have played everybody's last card by ourselves.
                assert len(legal) == 1, state
                state.apply_action(*legal.values())
                continue
            where = f"{state}\n{BRIDGE.draw(position, seat)}"
            assert BRIDGE.to_move(position) == (seat,), where
            assert {*(BRIDGE.legal_moves(position, seat) or ())} == {*legal}, where
            move = _chosen(sorted(legal), position, choices)
            state.apply_action(legal[move])
            position, moves = BRIDGE.play(position, seat, move, CHANCE).position, moves + 1
        [(contract, _, _, scored)] = position.results
        # Its North and ours are partners.
        assert scored == state.returns()[0], f"{state}\n{position.results}"
        points.add(scored)
        doubled += "x" in contract
        passed_out += contract == PASS
    return Compared(moves, doubled, passed_out, frozenset(points))


def _dealt(board: int, choices: Random) -> tuple[Any, Position]:
    """A random deal of a board, there and here."""
    import pyspiel

    position = Position(deals=1, number=1, board=board, hands=((),) * SEATS)
    dealer_side = position.dealer % 2
    vulnerable = position.vulnerable
    options = {
        "use_double_dummy_result": False,
        "dealer": (position.dealer + 2) % SEATS,
        "dealer_vul": vulnerable[dealer_side],
        "non_dealer_vul": vulnerable[1 - dealer_side],
    }
    state = pyspiel.load_game("bridge", options).new_initial_state()
    hands: list[list[str]] = [[] for _ in range(SEATS)]
    while state.is_chance_node():
        action = choices.choice(state.legal_actions())
        hands[_ours(len(state.history()) % SEATS)].append(_card(action))
        state.apply_action(action)
    return state, Position(deals=1, number=1, board=board, hands=tuple(map(in_order, hands)))


def _ours(seat: int) -> int:
    return (seat + 2) % SEATS


def _card(action: int) -> str:
    return "23456789TJQKA"[action // 4] + "CDHS"[action % 4]


def _legal(state: Any) -> dict[str, int]:
    """The legal actions by our names."""
    return {_CALLS[action] if action >= 52 else _card(action): action for action in state.legal_actions()}


def _chosen(legal: list[str], position: Position, choices: Random) -> str:
    """A random move; in an auction a pass or a double half of the time, otherwise one of the lowest bids."""
    if position.is_playing:
        return choices.choice(legal)
    doubles = [call for call in (DOUBLE, REDOUBLE) if call in legal]
    if doubles and choices.random() < 0.3:
        return doubles[0]
    bids = [call for call in BIDS if call in legal]
    if not bids or choices.random() < 0.6:
        return PASS
    return bids[min(int(choices.expovariate(0.3)), len(bids) - 1)]


@click.command()
@click.option("--deals", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(deals: int, seed: int) -> None:
    """Compare random deals with OpenSpiel's."""
    found = compare(deals, seed)
    click.echo(
        f"{deals:,} deals, {found.moves:,} calls and cards alike; {found.doubled:,} contracts doubled,"
        f" {found.passed_out} deals passed out, {len(found.points)} different scores"
    )


if __name__ == "__main__":
    main()
