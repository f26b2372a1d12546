"""Fast ways to the end of games lead to what random play by the rules leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest

from pbmserv.bots.luck import Luck
from pbmserv.games.base import Options
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.boards.honeycomb import Honeycomb
from pbmserv.games.catalogue import installed
from pbmserv.games.catchup import Catchup
from pbmserv.games.chance import Chance
from pbmserv.games.dots import Dots
from pbmserv.games.havannah import Havannah
from pbmserv.games.hex import Hex
from pbmserv.games.pairimpair import rules
from pbmserv.games.pairimpair.game import PairImpair
from pbmserv.games.pairimpair.tiles import Side
from pbmserv.games.playouts.boxes import Drawing, gained
from pbmserv.games.playouts.joining import Groups
from pbmserv.games.playouts.pairimpair import Table
from pbmserv.games.playouts.trichet import nearness
from pbmserv.games.triangles.lattice import Vertex, cells_around
from pbmserv.games.trichet.rules import COLOURS, ROTATIONS, Group, Tile
from tests.games.test_evaluation import after

WORDS: dict[str, Options] = {
    "hex": {"size": 4, "handicap": 0},
    "y": {"size": 5},
    "connect4": {"columns": 5, "rows": 4},
    "havannah": {"size": 4},
    "catchup": {"size": 3},
    "pairimpair": {"board": "52", "replay": False},
    "conhex": {},
}
SLOW = {"conhex"}
"""Games that take longer than a second to be played so often."""


def by_the_rules(word: str, position: Any, chance: Chance) -> float:
    """What the first seat has at the end of a random game."""
    game = installed()[word]
    while to_move := game.to_move(position):
        moves = game.legal_moves(position, to_move[0]) or ()
        position = game.play(position, to_move[0], chance.choice(moves), chance).position
    result = game.result(position)
    assert result
    return 0.5 if result.winner is None else float(result.winner == 0)


@pytest.mark.parametrize(
    "word", [pytest.param(word, marks=pytest.mark.long) if word in SLOW else word for word in WORDS]
)
@pytest.mark.alike
def test_the_first_seat_wins_as_often_as_in_random_games(word: str) -> None:
    game, chance = installed()[word], Luck(bytes(16), "playouts")
    position = game.start(WORDS[word], 2, chance)
    for _ in range(3):
        [seat] = game.to_move(position)
        position = game.play(position, seat, chance.choice(game.legal_moves(position, seat) or ()), chance).position

    told = [game.playout(position, chance) for _ in range(400)]
    fast = sum(each[0] for each in told if each) / len(told)
    slow = sum(by_the_rules(word, position, chance) for _ in range(400)) / 400

    assert None not in told
    # Four times the standard deviation of the difference of two such means.
    assert fast == pytest.approx(slow, abs=0.14)


def test_handicap_stones_are_laid_before_the_other_seat_begins() -> None:
    game, chance = Hex(), Luck(bytes(16), "playouts")

    shares = []
    for extra in (0, 3):
        told = [game.playout(game.start({"size": 5, "handicap": extra}, 2, chance), chance) for _ in range(50)]
        shares.append(sum(each[0] for each in told if each) / 50)

    assert shares[0] < 0.6
    assert shares[1] > 0.65


def test_a_chain_that_cannot_be_stopped_any_more_wins() -> None:
    position = after("hex", "b1 c1 b2 a1", size=3, handicap=0)

    told = [installed()["hex"].playout(position, Luck(bytes([n] * 16), "playouts")) for n in range(40)]

    # Vertical lays three of the five stones that are left, and finishes it on a3 or b3, or by c2 and c3.
    assert {*told} == {(1.0, 0.0)}


def drawing_of(position: Any) -> Drawing:
    """A drawing of Dots and Boxes to be gone on with."""
    board: Any = Dots().board(position)
    return Drawing(board, position)


def test_dots_are_joined_until_only_chains_are_left() -> None:
    start = Dots().start({"size": 4}, 2, Luck(bytes(16), "start"))

    for number in range(20):
        drawing = drawing_of(start)
        drawing.played_out(Luck(bytes([number] * 16), "playouts"))
        assert drawing.scores == [0, 0]
        assert not drawing.harmless()
        assert sum(len(chain.boxes) for chain in drawing.chains()) <= 16


def test_boxes_beside_each_other_that_lack_two_lines_are_a_chain() -> None:
    rows = after("dots", "b1 d1 b3 d3 b5 d5", size=2)
    ring = after("dots", "b1 d1 e2 e4 d5 b5 a4 a2", size=2)

    assert [(len(chain.boxes), chain.is_loop) for chain in drawing_of(rows).chains()] == [(2, False), (2, False)]
    assert [(len(chain.boxes), chain.is_loop) for chain in drawing_of(ring).chains()] == [(4, True)]


@pytest.mark.parametrize(
    ("drawn", "worth_it"),
    [
        # b4 would give a box away, and all others but the outer lines at the lower boxes, too.
        ("b1 d1 b3 d3", {"a4", "c4", "e4", "b5", "d5"}),
        # There are two rows of two boxes: one is opened in its middle.
        ("b1 d1 b3 d3 b5 d5", {"c2"}),
        # A box is closed by c2; by e2 it is left with the one beside it, and the other row has to be opened.
        ("b1 d1 b3 d3 b5 d5 a2", {"c2", "e2"}),
        ("b1 d1 b3 d3 b5 d5 a2 c2", {"e2"}),
        # Opened in its middle, a row can only be closed.
        ("b1 d1 b3 d3 b5 d5 c2", {"a2"}),
    ],
)
def test_lines_that_are_worth_a_thought_in_dots(drawn: str, worth_it: set[str]) -> None:
    assert set(installed()["dots"].candidates(after("dots", drawn, size=2)) or ()) == worth_it


@pytest.mark.parametrize(
    ("sizes", "gain"),
    [
        ([], 0),
        # The first of two chains is closed, but for its last two boxes, and so is the other one opened by who had to.
        ([(3, False), (3, False)], 2),
        ([(3, False), (10, False)], 9),
        # A chain of two boxes is opened in its middle: then nobody can leave them.
        ([(2, False), (5, False)], -3),
        ([(4, True), (9, False)], 5),
        # Here it is better to close all of the first one, and to open the second.
        ([(3, False)] * 4, 2),
    ],
)
def test_who_need_not_open_a_chain_gains_by_it(sizes: list[tuple[int, bool]], gain: int) -> None:
    assert gained(sizes) == gain


def test_who_has_more_than_half_of_the_boxes_has_won() -> None:
    game, chance = Dots(), Luck(bytes(16), "boxes")
    position = game.start({"size": 3}, 2, chance)
    while max(game.scores(position)) < 5:
        [seat] = game.to_move(position)
        position = game.play(position, seat, chance.choice(game.moves(position)), chance).position

    won = game.scores(position)[0] >= 5

    assert game.playout(position, chance) == (float(won), float(not won))


@pytest.mark.parametrize(
    ("word", "moves", "worth_it"),
    [
        # Black makes four by c1, between two and one; White, whose turn it is in the second case, has to stop that.
        ("yavalath", "a1 e5 b1 e7 d1 f9", {"c1"}),
        ("yavalath", "a1 e5 b1 e7 d1", {"c1"}),
        # A white man can go to the last row, and so need not take the black one who could do the same.
        ("breakthrough", "a2-a3 h7-h6 a3-a4 h6-h5 a4-a5 h5-h4 a5-a6 h4-h3 a6xb7 h3xg2", {"b7-a8", "b7xa8", "b7xc8"}),
    ],
)
def test_only_moves_that_do_not_lose_at_once_are_worth_a_thought(word: str, moves: str, worth_it: set[str]) -> None:
    told = installed()[word].candidates(after(word, moves))

    assert told
    assert set(told) <= worth_it


@pytest.mark.parametrize("number", range(5))
def test_groups_are_joined_as_the_rules_find_them(number: int) -> None:
    game, chance = Catchup(), Luck(bytes([number] * 16), "playouts")
    position = game.start({"size": 4}, 2, chance)
    around = cast(Honeycomb, game.board(position)).around
    joined = Groups(around, position.cells, "xo")
    while not game.outcome(position):
        way = chance.choice([*game.legal_paths(position)])
        if way:
            joined.lay(way[0], position.next_seat)
        position = game.apply(position, way)

        found = [[len(group) for group in game.groups(position, seat)] for seat in (0, 1)]
        for groups in (joined, Groups(around, position.cells, "xo")):
            assert [groups.sizes_of(seat) for seat in (0, 1)] == found


@pytest.mark.parametrize("number", range(40))
def test_a_random_game_of_havannah_ends_with_the_stone_with_which_it_does_by_the_rules(number: int) -> None:
    game, chance = Havannah(), Luck(bytes([number] * 16), "playouts")
    position = game.start({"size": 4 + number % 3}, 2, chance)
    for _ in range(number % 11):
        position = game.apply(position, chance.choice([*game.legal_paths(position)]))

    class Order(Luck):
        """Lays stones in one order, whoever asks."""

        def shuffled(self, things: Sequence[Any]) -> tuple[Any, ...]:
            return order

    order = chance.shuffled(position.places_of(EMPTY))
    told = game.playout(position, Order(bytes(16), "order"))

    for place in order:
        if game.outcome(position):
            break
        position = game.apply(position, (place,))
    result = game.outcome(position)
    assert result
    assert told == {None: (0.5, 0.5), 0: (1.0, 0.0), 1: (0.0, 1.0)}[result.winner]


@pytest.mark.parametrize("number", range(8))
def test_tiles_of_even_odd_are_laid_on_a_table_as_the_rules_lay_them(number: int) -> None:
    game, chance = PairImpair(), Luck(bytes([number] * 16), "table")
    position = game.start({"board": ("73", "52")[number % 2], "replay": False}, 2, chance)
    position = rules.place(position, chance.choice(position.moves)).position
    table = Table(position)
    while not position.is_over:
        assert {*table.border} == {*position.layout.border}
        placement = table.any_move(position.mover, chance)
        assert placement in position.moves
        following = rules.place(position, placement).position
        assert table.lay(placement, position.mover) == len(following.layout.hexagons_closed_by(placement.cell))
        position = following

    hands = [len(table.hands[side]) for side in Side]
    assert hands == [len(position.hand(side)) for side in Side]
    assert not all(hands) or not any(table.any_move(side, chance) for side in Side)


def test_a_region_that_lacks_one_tile_is_nearer_than_one_that_lacks_more_and_a_hole_is_never_filled() -> None:
    # Two vertices of Oh's beside each other, with tiles of which the corners beyond are Dot's.
    inner = [Vertex(0, 0), Vertex(2, 0)]
    cells = sorted(cells_around(inner))
    corners = ["".join(COLOURS[each not in inner] for each in cell.corners()) for cell in cells]
    letter_of = {colours: letter for letter, colours in ROTATIONS.items()}
    tiles = [Tile(cell, letter_of[colours]) for cell, colours in zip(cells, corners, strict=True)]
    one, two = Group.of(tiles[:-1]), Group.of(tiles[:-3])
    hole = Group.of(tiles[:-1])
    hole.fitting[cells[-1]] = ""

    assert nearness(one, 50, 10)[0] == pytest.approx(0.6)
    assert 0 < nearness(two, 50, 10)[0] < 0.6
    assert nearness(one, 50, 12)[0] == pytest.approx(0.6**3)
    assert nearness(one, 0, 10)[0] == nearness(hole, 50, 10)[0] == 0
