"""Machine players find legal moves in every game, and always the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pbmserv.bots.choosing import CannotThink, choose, never, random_move
from pbmserv.bots.levels import Level, levels_of
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance
from pbmserv.games.connect4 import Connect4
from pbmserv.games.hex import Hex
from pbmserv.games.testing import play_random_game, replay
from pbmserv.games.trioker.game import Trioker

QUICK = Level("quick", simulations=3, seconds=1.0)
SEED = bytes(SEED_BYTES)
GAMES = [game for game in installed().values() if levels_of(game)]


def positions_of(game: Game[Any], seed: bytes = SEED) -> Iterator[tuple[Any, int]]:
    """Some positions of a random game in which a seat is to move: the first, some in the middle, the last."""
    played = replay(game, play_random_game(game, {}, min(game.seats), seed))
    last = len(played.positions) - 2
    for turn in sorted({0, last // 2, last}):
        position = played.positions[turn]
        yield position, game.to_move(position)[-1]


@pytest.mark.alike
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.word)
def test_a_choice_is_a_legal_move_in_canonical_words(game: Game[Any]) -> None:
    for position, seat in positions_of(game):
        seen = game.seen_by(position, seat)
        asked = iter([False] * 6)
        chosen = choose(game, seen, seat, QUICK, SEED, lambda asked=asked: next(asked, True))  # type: ignore[misc]
        for move in (chosen, random_move(game, seen, seat, SEED)):
            assert game.play(position, seat, move, Chance(SEED, "move")).move == move


def test_the_same_seed_gives_the_same_choice_and_another_one_another() -> None:
    game = Connect4()
    start = game.start({"columns": 7, "rows": 6}, 2, Chance(SEED, "start"))
    few = Level("few", simulations=10, seconds=1.0)

    choices = [[choose(game, start, 0, few, bytes([seed])) for seed in range(20)] for _ in range(2)]

    assert choices[0] == choices[1]
    assert len(set(choices[0])) > 1


def test_a_deadline_cuts_thinking_short() -> None:
    game = Connect4()
    start = game.start({"columns": 7, "rows": 6}, 2, Chance(SEED, "start"))
    asked = iter([False] * 50)
    endless = Level("endless", simulations=10**9, seconds=1.0)

    assert choose(game, start, 0, endless, SEED, lambda: next(asked, True)) in game.moves(start)


def test_rules_that_fail_are_told_apart_from_a_choice() -> None:
    class Broken(Connect4):
        def apply(self, position: Any, way: Any) -> Any:
            raise ZeroDivisionError("somebody else's mistake")

    game = Broken()
    start = game.start({"columns": 7, "rows": 6}, 2, Chance(SEED, "start"))

    with pytest.raises(CannotThink, match="Connect4, seat 0: ZeroDivisionError: somebody else's mistake"):
        choose(game, start, 0, QUICK, SEED, never)
    assert random_move(game, start, 0, SEED) in game.moves(start)


def test_a_game_that_hides_something_and_cannot_guess_it_is_not_played_by_machines() -> None:
    class Guessless(Trioker):
        guess_by = ""

    game = Guessless()
    options = {option.name: option.default for option in game.options}
    start = game.start(options, 2, Chance(SEED, "start"))
    [seat] = game.to_move(start)

    assert levels_of(game) == ()
    with pytest.raises(CannotThink, match="does not say what it could be"):
        choose(game, game.seen_by(start, seat), seat, QUICK, SEED)


def test_who_may_lose_a_side_begins_with_a_fair_move() -> None:
    game = Hex()
    start = game.start({"size": 3, "handicap": 0}, 2, Chance(SEED, "start"))
    some = Level("some", simulations=500, seconds=1.0)

    # On this board the whole short diagonal wins.
    assert choose(game, start, 0, some, SEED) in {"a3", "b2", "c1"}
    assert choose(game, start, 0, some, SEED, may_be_swapped=True) not in {"a3", "b2", "c1"}


def test_a_move_that_wins_at_once_is_made_and_one_that_loses_at_once_is_not() -> None:
    game = Connect4()
    position = game.start({"columns": 7, "rows": 6}, 2, Chance(SEED, "start"))
    for move in ("d", "d", "e", "e", "f", "f"):
        position = game.play(position, position.next_seat, move, Chance(SEED, "move")).position
    level = Level("some", simulations=100, seconds=1.0)

    assert choose(game, position, 0, level, SEED) in {"c", "g"}
    threatened = game.play(position, 0, "a", Chance(SEED, "move")).position
    assert choose(game, threatened, 1, level, SEED) in {"c", "d", "e", "f", "g"}


def test_a_proven_win_ends_the_thinking() -> None:
    class Counting(Connect4):
        asked = 0

        def moves(self, position: Any) -> Any:
            type(self).asked += 1
            return super().moves(position)

    game = Counting()
    position = game.start({"columns": 4, "rows": 4}, 2, Chance(SEED, "start"))
    for move in ("a", "b", "a", "b", "a", "b"):
        position = game.play(position, position.next_seat, move, Chance(SEED, "move")).position

    assert choose(game, position, 0, Level("endless", simulations=10**9, seconds=1.0), SEED) == "a"
    assert Counting.asked < 1000
