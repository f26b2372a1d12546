"""What is allowed to one colour is allowed to the other: positions are turned round, with all pieces in the other
colour, and have the same moves and the same end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pbmserv.games.chess import Chess
from pbmserv.games.kalah import Kalah
from pbmserv.games.shogi import Shogi
from pbmserv.games.sowing import SowingGame, Sown
from pbmserv.games.wari import Wari
from pbmserv.games.xiangqi.game import XiangqiGame
from tests.games.grids import CHANCE, OUR_GAMES, OnGrid, started

Places = Callable[[int], int]
GAMES: dict[str, dict[str, Any]] = {
    "abalone": {}, "amazons": {"size": 6}, "ataxx": {}, "breakthrough": {"size": 6}, "checkers": {},
    "draughts": {}, "draughts -variant=russian": {"variant": "russian"},
    "draughts -variant=brazilian": {"variant": "brazilian"},
    "havannah": {"size": 4}, "loa": {}, "morris": {}, "morris -men=6": {"men": "6"}, "morris -men=12": {"men": "12"},
    "othello": {}, "pente": {"size": 9, "opening": "free"}, "yavalath": {}, "chess": {"position": 518},
    "chess -position=100": {"position": 100}, "y": {"size": 5}, "connect4": {},
    "connect6": {"size": 9}, "einstein": {"start": "random"}, "catchup": {"size": 3}, "dots": {"size": 3},
    "shogi": {}, "minishogi": {}, "xiangqi": {}, "makruk": {}, "konane": {"size": "6"}, "surakarta": {},
    "epaminondas": {"board": "8x8"}, "halma": {"size": "8"}, "chinesecheckers": {}, "abande": {},
    "abande -board=square": {"board": "square"}, "slither": {"size": 5}, "dipole": {},
}  # fmt: skip


def in_other_colours(game: OnGrid) -> dict[int, str]:
    """Each piece, and the same one of the other seat."""
    own = [[figure for figure in game.figures if figure.seat == seat] for seat in (0, 1)]
    pairs = [(one.mark, other.mark) for one in own[0] for other in own[1] if one.name == other.name]
    return {ord(a): b for pair in pairs for a, b in (pair, pair[::-1])}


def turn_of(game: OnGrid, position: Any) -> Places:
    """Where each place comes to lie: chess is turned about its middle line, for its kings stand face to face, a
    triangle stays as it is, and in Slither rows become columns."""
    last, width = len(position.cells) - 1, position.width
    if game.word == "chess":
        return lambda place: place ^ 56 if 0 <= place < 64 else place
    if game.word == "slither":
        return lambda place: place % width * width + place // width
    return (lambda place: place) if game.word in ("y", "connect4") else (lambda place: last - place)


def turned(game: OnGrid, position: Any) -> Any:
    """The position turned round, with each piece in the other colour, and the other seat to move."""
    turn = turn_of(game, position)
    cells = [""] * len(position.cells)
    for place, piece in enumerate(position.cells.translate(in_other_colours(game))):
        cells[turn(place)] = piece
    changes: dict[str, Any] = {"next_seat": 1 - position.next_seat, "last": tuple(map(turn, position.last))}
    for name in ("pairs", "in_hand", "pockets", "counts"):
        if hasattr(position, name):
            changes[name] = getattr(position, name)[::-1]
    if hasattr(position, "rooks"):
        changes |= {"rooks": tuple(map(turn, position.rooks)), "passant": turn(position.passant)}
    return replace(position, cells="".join(cells), **changes)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.alike
def test_both_colours_move_and_win_alike(name: str) -> None:
    game = OUR_GAMES[name.partition(" ")[0]]
    choices = Random(name)  # noqa: S311 - it has to be the same
    compared = 0
    for _ in range(3):
        position = started(game, **GAMES[name])
        for ply in range(120):
            if ply % 8 == 0 or game.result(position):
                check_alike(game, forgetting(position))
                compared += 1
            if game.result(position):
                break
            position = choices.choice(positions_after(game, position))
    assert compared > 6


def forgetting(position: Any) -> Any:
    """The position without those before it, of which the turned one knows nothing."""
    history = {name: type(getattr(position, name))() for name in ("earlier", "since") if hasattr(position, name)}
    return replace(position, **history)


def check_alike(game: OnGrid, position: Any) -> None:
    other = turned(game, position)
    result, others = game.result(position), game.result(other)
    assert (result is None) == (others is None)
    if result and others:
        assert others.winner == (None if result.winner is None else 1 - result.winner)
    else:
        after = {turned(game, each).cells for each in positions_after(game, position)}
        assert {each.cells for each in positions_after(game, other)} == after, game.draw(position, None)


def positions_after(game: OnGrid, position: Any) -> list[Any]:
    """What the legal moves of a position lead to."""
    if isinstance(game, Chess | Shogi | XiangqiGame):
        return [position.after(move) for move in position.legal_moves]
    return [game.apply(position, way) for way in game.legal_paths(position)]


@pytest.mark.parametrize("game", [Wari(), Kalah()])
def test_north_and_south_sow_and_take_alike(game: SowingGame[Any]) -> None:
    choices = Random(game.word)  # noqa: S311 - it has to be the same
    options = {option.name: option.default for option in game.options}
    for _ in range(6):
        position = game.start(options, 2, CHANCE)
        while not game.result(position):
            other = with_sides_changed(position)
            houses = game.open_houses(position)
            assert {*game.open_houses(other)} == {opposite_in(position, house) for house in houses}
            for house in houses:
                ours, theirs = game.apply(position, house)[0], game.apply(other, opposite_in(position, house))[0]
                assert with_sides_changed(ours).houses == theirs.houses
                assert ours.stores == theirs.stores[::-1]
                assert ours.next_seat == 1 - theirs.next_seat
            position = game.apply(position, choices.choice(houses))[0]


def opposite_in(position: Sown, house: int) -> int:
    return (house + position.length) % len(position.houses)


def with_sides_changed(position: Any) -> Any:
    """The position as it looks from the other side of the board."""
    length = position.length
    changes = {"earlier": ()} if hasattr(position, "earlier") else {}
    houses = position.houses[length:] + position.houses[:length]
    return replace(position, houses=houses, stores=position.stores[::-1], next_seat=1 - position.next_seat, **changes)
