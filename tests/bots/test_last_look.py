"""No level makes a move by which another wins at once, while there are moves by which nobody does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from pbmserv.bots import replies
from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import Level, levels_of
from pbmserv.bots.luck import Luck
from pbmserv.bots.replies import Replies
from pbmserv.bots.search import is_open
from pbmserv.games.base import Game, Options, Played, Result
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.chess import Chess
from pbmserv.games.evaluation.chess import evaluate
from pbmserv.games.havannah import Havannah
from pbmserv.games.sequential import SequentialGame
from tests.games.grids import played, started

CHANCE = Chance(bytes(SEED_BYTES), "test")
CHESS, HAVANNAH = Chess(), Havannah()
QUICK = Level("quick", simulations=3, seconds=1.0)
SMALL: dict[str, dict[str, Any]] = {
    "amazons": {"size": 6}, "connect6": {"size": 9}, "go": {"size": "9"},
    "trichet": {"num_tiles": 60, "win_size": 6}, "gomoku": {"size": 9, "opening": "free"}, "havannah": {"size": 4},
    "hex": {"size": 5}, "hnefatafl": {"rules": "brandubh"}, "pente": {"size": 9, "opening": "free"},
    "twixt": {"size": 6}, "y": {"size": 5},
}  # fmt: skip
RARE = {"abalone", "chess", "chinesecheckers", "dots", "epaminondas", "halma", "makruk", "walls"}
"""Games that are hardly ever won by chance by a single move."""
SLOW = {"crazyhouse", "janggi", "shogi", "trichet", "xiangqi"}
"""Games of which two such positions are looked for longer than two seconds."""
OPEN = [
    game
    for word, game in installed().items()
    if is_open(game) and max(game.seats) > 1 and levels_of(game) and word not in RARE
]


def after(game: Game[Any], position: Any, move: str) -> Any:
    return game.play(position, game.to_move(position)[0], move, CHANCE).position


def is_won_by_another(game: Game[Any], position: Any, seat: int) -> bool:
    result = game.result(position)
    return result is not None and result.winner not in (None, seat)


def lets_win(game: Game[Any], position: Any, seat: int, move: str) -> bool:
    """Whether another seat has won after a move, or wins by one more."""
    then = after(game, position, move)
    if game.result(then) or game.to_move(then) == (seat,):
        return is_won_by_another(game, then, seat)
    [mover] = game.to_move(then)
    return any(is_won_by_another(game, after(game, then, each), seat) for each in game.legal_moves(then, mover) or ())


def critical(game: Game[Any], number: int) -> Iterator[tuple[Any, int, set[str]]]:
    """Positions of random games at which some moves let another win at once and others do not, with the latter."""
    choices = Random(game.word)  # noqa: S311 - it has to be the same
    options = {option.name: option.default for option in game.options} | SMALL.get(game.word, {})
    for _ in range(40):
        position, before = game.start(options, 2, CHANCE), list[Any]()
        while game.to_move(position) and len(before) < 300:
            moves = game.legal_moves(position, game.to_move(position)[0])
            if moves is None:
                break
            before.append(position)
            position = after(game, position, choices.choice(moves))
        for each in before[-2:-4:-1]:
            [seat] = game.to_move(each)
            moves = game.legal_moves(each, seat) or ()
            if len(moves) > 200:
                continue
            bad = {move for move in moves if lets_win(game, each, seat, move)}
            if bad and len(bad) < len(moves):
                yield each, seat, {*moves} - bad
                number -= 1
                if not number:
                    return


@pytest.mark.in_part
@pytest.mark.alike
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.word, marks=pytest.mark.long if game.word in SLOW else ()) for game in OPEN],
)
def test_nobody_who_thinks_little_lets_another_win_at_once(game: Game[Any]) -> None:
    found = [*critical(game, 2)]

    for position, seat, good in found:
        for seed in range(2):
            assert choose(game, position, seat, QUICK, bytes([seed])) in good
    assert found


def test_every_level_sees_a_mate_that_is_threatened() -> None:
    position = played(CHESS, "e4 e5 Bc4 Nc6 Qh5")

    for level in levels_of(CHESS)[:2]:
        move = choose(CHESS, position, 1, replace(level, simulations=10), b"any")
        assert not lets_win(CHESS, position, 1, move)


def test_every_level_bars_a_bridge_in_havannah() -> None:
    position = played(HAVANNAH, "a1 e5 a2 e6 a3 e4", size=4)

    for level in levels_of(HAVANNAH)[:2]:
        assert choose(HAVANNAH, after(HAVANNAH, position, "f6"), 1, replace(level, simulations=10), b"any") == "a4"


def test_where_every_move_loses_the_one_that_looked_best_is_made() -> None:
    position = played(CHESS, "e4 e5 Bc4 Nc6 Qh5")

    assert Replies(CHESS, 1, Luck(b"", "test")).safest(position, ["a7-a6", "h7-h6"]) == "a7-a6"
    assert Replies(CHESS, 1, Luck(b"", "test")).safest(position, ["a7-a6", "h7-h6", "g7-g6"]) == "g7-g6"


def test_so_many_answers_are_looked_at_and_then_the_next_move_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    position = played(CHESS, "e4 e5 Bc4 Nc6 Qh5")
    moves = ["a7-a6", "h7-h6", "b7-b6", "g7-g6"]
    mate = CHESS.moves(after(CHESS, position, "a7-a6")).index("h5-f7")

    # The mate itself is the last position that is looked at.
    monkeypatch.setattr(replies, "MOST_POSITIONS", mate + 1)
    assert Replies(CHESS, 1, Luck(b"", "test")).safest(position, moves[:2]) == "h7-h6"
    monkeypatch.setattr(replies, "MOST_POSITIONS", mate)
    assert Replies(CHESS, 1, Luck(b"", "test")).safest(position, moves[:2]) == "a7-a6"
    monkeypatch.setattr(replies, "MOST_POSITIONS", 100)
    # By then it is known what wins, and that is tried first against the others.
    assert Replies(CHESS, 1, Luck(b"", "test")).safest(position, moves) == "g7-g6"
    monkeypatch.setattr(replies, "MOST_POSITIONS", 1)
    assert Replies(CHESS, 1, Luck(b"", "test")).safest(position, moves) == "a7-a6"


@dataclass(frozen=True)
class Climb:
    """Seat 0 leaves a ladder of so many steps, all of which seat 1 may take in one turn to win."""

    steps: int = 0
    is_climbed: bool = False

    @property
    def next_seat(self) -> int:
        return int(self.steps > 0)


class Ladders(SequentialGame[Climb]):
    name = "Ladders"
    seats = range(2, 3)
    uses_chance = False
    position_class = Climb

    def start(self, options: Options, seats: int, chance: Chance) -> Climb:
        return Climb()

    def moves(self, position: Climb) -> list[str]:
        return ["stay", "step"] if position.steps else ["1", "2", "3", "4", "9"]

    def play(self, position: Climb, seat: int, text: str, chance: Chance) -> Played[Climb]:
        if seat == 0:
            return Played(Climb(int(text)), text)
        steps = position.steps - 1
        return Played(Climb(0) if text == "stay" else Climb(steps, is_climbed=not steps), text)

    def result(self, position: Climb) -> Result | None:
        return Result(1, "Seat 1 has climbed the ladder.") if position.is_climbed else None

    def draw(self, position: Climb, viewer: int | None) -> str:
        return str(position.steps)


def test_a_turn_of_three_steps_is_seen_and_one_of_four_is_not() -> None:
    game = Ladders()

    def safest(*moves: str) -> str:
        return Replies(game, 0, Luck(b"", "test")).safest(Climb(), moves)

    assert safest("1", "2", "3", "4", "9") == "4"
    assert safest("3", "9") == "9"
    # Where all lose in a turn, one that does not lose by its first step is better than one that does.
    assert safest("1", "3", "2") == "3"
    assert safest("1") == "1"


def test_a_position_at_which_a_draw_can_be_claimed_is_worth_a_draw() -> None:
    start = started(CHESS)
    ahead = replace(start, cells=start.cells.replace("q", "."))

    assert evaluate(CHESS, replace(ahead, halfmove_clock=99))[0] > 0.9
    assert evaluate(CHESS, replace(ahead, halfmove_clock=100)) == (0.5, 0.5)
    assert evaluate(CHESS, replace(ahead, next_seat=1, halfmove_clock=100)) == (0.5, 0.5)
    assert evaluate(CHESS, replace(ahead, earlier=(ahead.digest,)))[0] > 0.9
    assert evaluate(CHESS, replace(ahead, earlier=(ahead.digest,) * 2)) == (0.5, 0.5)


def test_who_is_ahead_does_not_let_the_other_claim_a_draw() -> None:
    start = started(CHESS)
    position = replace(start, cells=start.cells.replace("q", "."))
    for move in ("g1-f3", "g8-f6", "f3-g1", "f6-g8") * 2:
        position = after(CHESS, position, move)

    assert after(CHESS, position, "g1-f3").may_claim
    chosen = {choose(CHESS, position, 0, levels_of(CHESS)[0], bytes([seed])) for seed in range(4)}
    assert "g1-f3" not in chosen
