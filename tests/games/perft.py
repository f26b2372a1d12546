"""Positions counted, and the counts compared with those that others have published: `python -m tests.games.perft`.

A count is how many positions can be reached in so many moves, mostly by each way to get there. The usual tests go to
small depths, the long ones further, and the command to where there are a million or more, which takes long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from time import process_time
from typing import Any

import click

from pbmserv.games.base import OptionValue
from pbmserv.games.catalogue import installed
from pbmserv.games.chess import Chess
from pbmserv.games.chess.rules import Position
from pbmserv.games.chess.variants.antichess import Antichess
from pbmserv.games.chess.variants.atomic import Atomic
from pbmserv.games.chess.variants.crazyhouse import Crazyhouse
from pbmserv.games.chess.variants.horde import Horde
from pbmserv.games.chess.variants.makruk import Makruk
from pbmserv.games.chess.variants.racingkings import RacingKings
from pbmserv.games.chess.variants.threecheck import Position as WithChecks
from pbmserv.games.chess.variants.threecheck import ThreeCheck
from pbmserv.games.connect4 import Connect4
from pbmserv.games.go.rules import Position as Goban
from pbmserv.games.grid_game import GridGame
from pbmserv.games.men_and_kings import MenAndKings
from pbmserv.games.othello import Othello
from pbmserv.games.shogi import Shogi
from pbmserv.games.shogi.minishogi import MiniShogi
from pbmserv.games.shogi.rules import Position as OfShogi
from pbmserv.games.xiangqi.janggi.game import BEGUN as JANGGI
from pbmserv.games.xiangqi.janggi.rules import Position as OfJanggi
from pbmserv.games.xiangqi.rules import Position as OfXiangqi
from tests.games.grids import CHANCE, nodes, started

CHESS, CONNECT4 = Chess(), Connect4()
FEWEST_IN_A_ROUND = 4
"""Squares of a capture: fewer can be reached in one way only."""
WIKI = "Chess Programming Wiki, Perft Results"
BIK = "Aart Bik"
SHASHKI = "Shashki forum"


@dataclass(frozen=True)
class Published:
    """The counts of a position at depths of 1, 2, and so on, who has published them, and how we count."""

    name: str
    whose: str
    counts: tuple[int, ...]
    count: Callable[[int], int]

    def depths(self, fewest: int, most: int) -> Iterator[int]:
        """The depths for which so many positions have to be gone through: those before the last move."""
        return (depth for depth, before in enumerate((1, *self.counts[:-1]), 1) if fewest <= before < most)


def of_fen(fen: str) -> Position:
    """A position of chess in Forsyth-Edwards notation; rooks that may castle are those in the corners."""
    rows, seat, castling, passant, *_ = fen.split()
    cells = "".join("." * int(char) if char.isdigit() else char for char in rows if char != "/")
    rooks = {"q": 0, "k": 7, "Q": 56, "K": 63}
    names = CHESS.board(Position(8, cells)).place_of
    return Position(
        8,
        cells,
        "wb".index(seat),
        rooks=tuple(sorted(rooks[each] for each in castling if each != "-")),
        passant=names[passant] if passant != "-" else -1,
    )


def nodes_of_chess(position: Position, depth: int) -> int:
    """The same by the rules alone: without the words for moves, and without draws."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(nodes_of_chess(position.after(move), depth - 1) for move in position.legal_moves)


def nodes_of_kin(game: Chess, position: Position, depth: int) -> int:
    """The same for a variant of chess, whose games also end otherwise."""
    if game.result(position):
        return 0
    if depth == 1:
        return len(position.legal_moves)
    return sum(nodes_of_kin(game, game.moved(position, move), depth - 1) for move in position.legal_moves)


def nodes_of_shogi(position: OfShogi | OfXiangqi, depth: int) -> int:
    """The same for shogi and xiangqi, by the rules alone."""
    if depth == 1:
        return len(position.legal_moves)
    after: Any = position.after
    return sum(nodes_of_shogi(after(move), depth - 1) for move in position.legal_moves)


def nodes_of_janggi(position: OfJanggi, depth: int) -> int:
    """The same for janggi, where two passes and facing generals end a game at once."""
    if position.is_bikjang or position.passes > 1:
        return 0
    if depth == 1:
        return len(position.legal_moves)
    return sum(nodes_of_janggi(position.after(move), depth - 1) for move in position.legal_moves)


def of_fairy(fen: str) -> OfJanggi:
    """A position of janggi as Fairy-Stockfish writes it."""
    rows, seat = fen.split()
    cells = "".join("." * int(char) if char.isdigit() else char for char in rows if char != "/")
    return OfJanggi(cells=cells.translate(str.maketrans("KBNPkbnp", "GEHSgehs")), next_seat="wb".index(seat))


def nodes_of_othello(game: GridGame[Any], position: Any, depth: int) -> int:
    """The same for Othello, where a pass is a move for those who count; ours passes by itself."""
    if depth < 2:
        return len(game.known_paths(position)) if depth else 1
    after = [game.apply(position, way) for way in game.known_paths(position).values()]
    after = [each for each in after if not game.result(each)]
    return sum(
        nodes_of_othello(game, each, depth - (2 if each.next_seat == position.next_seat else 1)) for each in after
    )


def nodes_of_men_and_kings(game: GridGame[Any], position: Any, depth: int) -> int:
    """The same for checkers and draughts, where two captures of the same pieces that end on the same square are one:
    a king may capture four in a round, and begin it at either end."""
    ways = [*game.known_paths(position).values()]
    if all(len(way) < FEWEST_IN_A_ROUND for way in ways) and depth == 1:
        return len(ways)
    after = {each.cells: each for each in (game.apply(position, way) for way in ways)}
    return len(after) if depth == 1 else sum(nodes_of_men_and_kings(game, each, depth - 1) for each in after.values())


def legal_boards(width: int, height: int) -> int:
    """How many boards of go there are on which all chains have liberties."""
    boards = (Goban(width, "".join(stones)) for stones in product(".xo", repeat=width * height))
    return sum(
        all(position.chain_at(place).liberties for place, stone in enumerate(position.cells) if stone != ".")
        for position in boards
    )


def distinct(game: GridGame[Any], start: Any, depth: int) -> int:
    """How many positions can be reached in so many moves, each counted once; what was moved last does not matter."""
    positions = {start.cells: start}
    for _ in range(depth - 1):
        positions = {after.cells: after for each in positions.values() for after in _after(game, each)}
    return len({after.cells for each in positions.values() for after in _after(game, each)})


def all_positions(game: GridGame[Any], start: Any) -> int:
    """How many positions there are in all games from this start, each counted once."""
    positions, count = {start.cells: start}, 0
    while positions:
        count += len(positions)
        positions = {after.cells: after for each in positions.values() for after in _after(game, each)}
    return count


def _after(game: GridGame[Any], position: Any) -> Iterator[Any]:
    if not game.result(position):
        yield from (game.apply(position, way) for way in game.legal_paths(position))


def _game(name: str, whose: str, *counts: int, **options: OptionValue) -> Published:
    game = installed()[name.partition(" ")[0]]
    assert isinstance(game, GridGame)
    count = nodes_of_men_and_kings if isinstance(game, MenAndKings) else nodes
    count = nodes_of_othello if isinstance(game, Othello) else count
    return Published(name, whose, counts, lambda depth: count(game, started(game, **options), depth))


def _three_check(name: str, fen: str, *counts: int) -> Published:
    """A position in which each has given two checks."""

    def count(depth: int) -> int:
        begun = of_fen(fen)
        return nodes_of_kin(ThreeCheck(), WithChecks(8, begun.cells, rooks=begun.rooks, checks=(2, 2)), depth)

    return Published(f"threecheck, {name} position", "python-chess, examples/perft/3check.perft", counts, count)


def _variant(game: Chess, *counts: int) -> Published:
    options = {"position": 518} if game.options else {}
    whose = f"python-chess, examples/perft/{game.word}.perft"
    return Published(game.word, whose, counts, lambda depth: nodes_of_kin(game, game.begun(options), depth))


def _chess(name: str, fen: str, *counts: int) -> Published:
    return Published(f"chess, {name} position", WIKI, counts, lambda depth: nodes_of_chess(of_fen(fen), depth))


def _janggi(start: OfJanggi, name: str, *counts: int) -> Published:
    return Published(name, "Fairy-Stockfish, tests/perft.sh", counts, lambda depth: nodes_of_janggi(start, depth))


def _shogi(game: Shogi, *counts: int) -> Published:
    start = game.start({}, 2, CHANCE)
    return Published(game.word, "Fairy-Stockfish, tests/perft.sh", counts, lambda depth: nodes_of_shogi(start, depth))


GO_SIZES = ((2, 2), (3, 3), (3, 4))
"""Of the boards of go that are counted: columns and rows."""

PUBLISHED: tuple[Published, ...] = (
    _chess("first", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, 400, 8902, 197281, 4865609),
    _chess(
        "second", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48, 2039, 97862, 4085603
    ),
    _chess("third", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14, 191, 2812, 43238, 674624, 11030083),
    _chess(
        "fourth", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 264, 9467, 422333, 15833292
    ),
    _chess("fifth", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44, 1486, 62379, 2103487),
    _chess(
        "sixth", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 46, 2079, 89890, 3894594
    ),
    _three_check("second", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 48, 2039, 97848),
    _three_check("castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", 26, 562, 13410),
    _variant(Antichess(), 20, 400, 8067, 153299, 2732672),
    _variant(Atomic(), 20, 400, 8902, 197326, 4864979),
    _variant(Crazyhouse(), 20, 400, 8902, 197281, 4888832),
    _variant(Horde(), 8, 128, 1274, 23310, 265223),
    _variant(RacingKings(), 21, 421, 11264, 296242, 9472927),
    Published(
        "makruk", "Fairy-Stockfish, tests/perft.sh", (23, 529, 12012, 273026),
        lambda depth: nodes_of_kin(Makruk(), Makruk().begun({}), depth),
    ),
    _shogi(Shogi(), 30, 900, 25470, 719731),
    _shogi(MiniShogi(), 14, 181, 2512, 35401, 533203),
    Published(
        "xiangqi", "Fairy-Stockfish, tests/perft.sh", (44, 1920, 79666, 3290240),
        lambda depth: nodes_of_shogi(OfXiangqi(), depth),
    ),
    _janggi(JANGGI.laid_out["HEEH"].laid_out["HEEH"], "janggi", 32, 1024, 33000, 1065277),
    _janggi(
        of_fairy("1n1kaabn1/cr2N4/5C1c1/p1pNp3p/9/9/P1PbP1P1P/3r1p3/4A4/R1BA1KB1R b"),
        "janggi, second position", 2, 61, 2644, 76763,
    ),
    _janggi(
        of_fairy("1Pbcka3/3nNn1c1/N2CaC3/1pB6/9/9/5P3/9/4K4/9 w"), "janggi, third position", 25, 378, 8835, 151202
    ),
    _game("othello", BIK, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288),
    _game("checkers", BIK, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680),
    _game("draughts", "Bert Gilbert and Harm Boomstra", 9, 81, 658, 4265, 27117, 167140, 1049442),
    _game(
        "draughts -variant=russian", SHASHKI,
        7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, variant="russian",
    ),
    _game(
        "draughts -variant=brazilian", SHASHKI,
        7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, variant="brazilian",
    ),
    _game("ataxx", "libataxx", 16, 256, 6460, 155888, 4752668),
    _game("ataxx -blocks=four", "libataxx", 14, 196, 4184, 86528, blocks="four"),
    _game("ataxx -blocks=five", "libataxx", 14, 196, 4100, 83104, 2114588, blocks="five"),
    _game("clobber", "OpenSpiel", 49, 2116, 80063),
    _game("amazons", "Jens Lieberum", 2176, 4307152),
    Published(
        "connect4, each position once",
        "John Tromp (OEIS A212693)",
        (7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623),
        lambda depth: distinct(CONNECT4, started(CONNECT4), depth),
    ),
    Published(
        "go, legal boards of 2×2, 3×3 and 3×4 lines",
        "John Tromp and Gunnar Farnebäck",
        (57, 12675, 321689),
        lambda depth: legal_boards(*GO_SIZES[depth - 1]),
    ),
)  # fmt: skip
"""Of chess, the six public positions."""


@click.command()
@click.option("--game", "words", multiple=True, help="Only this game.")
@click.option("--least", default=400_000, show_default=True, help="Only counts of so many positions or more.")
def main(words: tuple[str, ...], least: int) -> None:
    """Count positions, and compare the counts with the published ones."""
    differing = 0
    for each in PUBLISHED:
        if words and not each.name.startswith(words):
            continue
        for depth in [depth for depth, count in enumerate(each.counts, 1) if count >= least]:
            begun, count = process_time(), each.count(depth)
            right = count == each.counts[depth - 1]
            differing += not right
            click.echo(
                f"{each.name}, {depth}: {count:,}"
                f" {'as' if right else f'and not {each.counts[depth - 1]:,} as'} published by {each.whose}"
                f" ({process_time() - begun:.0f} s)"
            )
    raise SystemExit(bool(differing))


if __name__ == "__main__":
    main()
