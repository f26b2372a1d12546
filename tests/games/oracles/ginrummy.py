"""Hands of Gin Rummy compared with OpenSpiel's at every move: `python -m tests.games.oracles.ginrummy --hands 1000`.

Whose turn it is, what can be drawn and discarded, who may knock, and what the hand brings have to be the same.
OpenSpiel has the players lay out melds and lay off cards one by one, and the server does it in the best way: so all
that can be laid out there is tried, and the best end for both has to be ours.

Otherwise there: the card that was just taken from the discards may be discarded, which the published rules forbid;
with two cards left in the stock the other player may still knock; equal deadwood brings nobody anything, and no
undercut; the hand ends when the same card is discarded and taken in turn; the first seat always begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

import click

from pbmserv.games.cards_for_two import by_rank
from pbmserv.games.chance import Chance
from pbmserv.games.ginrummy import GinRummy
from pbmserv.games.ginrummy.melds import deadwood_without
from pbmserv.games.ginrummy.rules import DISCARD, FIRST, GIN, UNDERCUT, Position
from pbmserv.games.tricks.cards import Card, read_cards

T = TypeVar("T")
GIN_RUMMY = GinRummy()
FAR = 10_000
FIRST_MELD = 56
NAMES = {"Draw upcard": "take", "Draw stock": "stock", "Pass": "pass", "Knock": "knock"}


class Drawn(Chance):
    """Chance that draws a certain card."""

    def __init__(self, card: Card) -> None:
        super().__init__(bytes(16), "oracle")
        self.card = card

    def choice(self, things: Sequence[T]) -> T:
        [found] = [each for each in things if each == self.card]
        return found


class Compared(NamedTuple):
    """Draws, discards and knocks that were alike; hands that ended with a knock, gin, an undercut, or void."""

    moves: int
    knocks: int
    gins: int
    undercuts: int
    void: int


def compare(hands: int, seed: int = 1) -> Compared:
    import pyspiel

    game = pyspiel.load_game("gin_rummy", {"gin_bonus": GIN, "undercut_bonus": UNDERCUT})
    choices = Random(seed)  # noqa: S311 - it has to be the same
    moves = knocks = gins = undercuts = void = 0
    for _ in range(hands):
        state = game.new_initial_state()
        dealt = [_chance(state, choices) for _ in range(21)]
        position = Position(
            target=FAR,
            number=1,
            dealer=1,
            turn=0,
            hands=(by_rank(dealt[:10]), by_rank(dealt[10:20])),
            pile=tuple(dealt[20:]),
        )
        while not position.points and not state.is_terminal():
            seat = position.turn
            where = f"{state}\n{GIN_RUMMY.draw(position, seat)}"
            named = _named(state)
            assert GIN_RUMMY.to_move(position) == (state.current_player(),), where
            _compare_moves(position, {*named}, where)
            move = _chosen(position, choices)
            moves += 1
            if not move.startswith("knock"):
                state.apply_action(named[move])
                position = _play(position, move, _drawn_there(state, position, move, choices))
                continue
            state.apply_action(named["knock"])
            card = move.split()[1]
            state.apply_action(_named(state)[card])
            theirs = _best_of_knocker(state, seat)
            assert theirs is not None
            position = _play(position, move, None)
            one, other = position.points[0]
            ours = one - other if seat == 0 else other - one
            # Equal deadwood is an undercut by the published rules.
            assert ours == (theirs or -UNDERCUT), f"{where}\n{position.points} {theirs}"
            knocks += 1
            gins += theirs >= GIN and not position.shown[0][2]
            undercuts += ours < 0
        void += not position.points or position.points[0] == (0, 0)
    return Compared(moves, knocks, gins, undercuts, void)


def _compare_moves(position: Position, named: set[str], where: str) -> None:
    ours = {*GIN_RUMMY.legal_moves(position, position.turn)}
    if position.stage != DISCARD:
        assert ours == named, where
        return
    assert {move for move in ours if not move.startswith("knock")} == named - {"knock", position.taken}, where
    may_knock = any(move.startswith("knock") for move in ours)
    # It may be that only without the card just taken the deadwood is low enough.
    left = deadwood_without(position.hands[position.turn])
    only_with_taken = bool(position.taken) and not may_knock and left.get(position.taken, 11) <= 10
    assert may_knock == ("knock" in named) or only_with_taken, where


def _chosen(position: Position, choices: Random) -> str:
    """A random move; of discards mostly one that leaves little deadwood, so that hands end with knocks."""
    legal = GIN_RUMMY.legal_moves(position, position.turn)
    if position.stage != DISCARD:
        return choices.choice(legal)
    left = deadwood_without(position.hands[position.turn])
    knocks = [move for move in legal if move.startswith("knock")]
    gins = [move for move in knocks if not left[move.split()[1]]]
    if knocks and (gins or choices.random() < 0.15):
        return choices.choice(gins or knocks)
    cards = [move for move in legal if move not in knocks]
    if choices.random() < 0.2:
        return choices.choice(cards)
    return min(cards, key=lambda card: (left.get(card, 99), card))


def _drawn_there(state: Any, before: Position, move: str, choices: Random) -> Card | None:
    """The card that is drawn from the stock by this move, if one is."""
    if move == "pass" and before.stage == FIRST and before.refused == 1:
        [stock] = state.legal_actions()
        state.apply_action(stock)
    return _chance(state, choices) if state.is_chance_node() else None


def _play(position: Position, move: str, card: Card | None) -> Position:
    chance = Drawn(card) if card else Chance(bytes(16), "oracle")
    return GIN_RUMMY.play(position, position.turn, move, chance).position


def _best_of_knocker(state: Any, seat: int) -> int | None:
    """The best end for the one who knocks, of all that can be laid out and laid off there."""
    if state.is_terminal():
        return int(state.returns()[seat])
    tried = [_best_of_knocker(state.child(action), seat) for action in _worth_trying(state)]
    ends = [end for end in tried if end is not None]
    if not ends:
        # Another meld would have to come first.
        return None
    return max(ends) if state.current_player() == seat else min(ends)


def _worth_trying(state: Any) -> Sequence[int]:
    """The order in which melds are laid and cards laid off makes no difference: only higher numbers come later."""
    legal: list[int] = state.legal_actions()
    history: list[int] = state.history()
    is_meld = history[-1] >= FIRST_MELD
    return [action for action in legal if action < FIRST_MELD or not is_meld or action > history[-1]]


def _chance(state: Any, choices: Random) -> Card:
    action = choices.choice(state.legal_actions())
    card = _card(state.action_to_string(action))
    state.apply_action(action)
    return card


def _card(text: str) -> Card:
    """The card at the end of a text: `Chance outcome: As`."""
    [card] = read_cards(text.split()[-1]) or ()
    return card


def _named(state: Any) -> dict[str, int]:
    found = {}
    for action in state.legal_actions():
        name = state.action_to_string(action).partition("Action: ")[2]
        found[NAMES.get(name) or _card(name)] = action
    return found


@click.command()
@click.option("--hands", default=1000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(hands: int, seed: int) -> None:
    """Compare random hands with OpenSpiel's."""
    found = compare(hands, seed)
    click.echo(
        f"{hands:,} hands, {found.moves:,} draws, discards and knocks alike; {found.knocks:,} knocks, {found.gins:,}"
        f" of them gin, {found.undercuts:,} undercuts, {found.void:,} hands void"
    )


if __name__ == "__main__":
    main()
