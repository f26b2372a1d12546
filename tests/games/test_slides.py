"""What pages show while a move is touched is what the move does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import known_moves
from pbmserv.web.touch_moves import steps_of, tree_of

ALL_OF_IT = ("abalone", "breakthrough", "checkers", "chess", "draughts", "hnefatafl", "loa", "morris")
"""Games of pieces on places, in which a move does nothing else."""


CHANCE = Chance(b"slides", "of a turn")


def positions(word: str, most: int) -> Iterator[Any]:
    """Those of a random game."""
    game, choices = installed()[word], Chance(b"slides", word)
    position = begun(game)
    for _ in range(most):
        if not (to_move := game.to_move(position)):
            return
        yield position
        move = choices.choice(known_moves(game, position, to_move[0]))
        position = game.play(position, to_move[0], move, CHANCE).position


def begun(game: Any, **options: object) -> Any:
    return game.start({each.name: each.default for each in game.options} | options, 2, CHANCE)


def lying(game: Any, position: Any) -> dict[str, str]:
    """What lies where; men and kings are the same here."""
    names = game.board(position).names
    return {name: each.lower() for name, each in zip(names, position.cells, strict=True) if each != EMPTY}


def shown(game: Any, position: Any, seat: int, steps: tuple[str, ...], move: str) -> dict[str, str]:
    """What a page shows after the last touch."""
    told = game.slides(position, seat, steps, move) or ("", *[" ".join(steps[:2])] * (len(steps) > 1))
    pieces = lying(game, position)
    for words in told:
        names = words.split()
        gone = [pieces.pop(start) for start in names[::2]]
        pieces |= {end: piece for end, piece in zip(names[1::2], gone, strict=True) if end != "-"}
    return pieces


@pytest.mark.parametrize("word", ALL_OF_IT)
@pytest.mark.alike
def test_after_the_last_touch_all_pieces_lie_where_they_will(word: str) -> None:
    game, tried = installed()[word], 0
    for position in positions(word, 80):
        seat = position.next_seat
        for move in game.legal_moves(position, seat) or ():
            if "=" in move or "claim" in move:
                continue
            after = lying(game, game.play(position, seat, move, CHANCE).position)
            for steps in (game.steps(position, seat, move), *game.other_steps(position, seat, move)):
                told = shown(game, position, seat, steps, move)
                if steps[0] not in lying(game, position):
                    told[steps[0]] = after[steps[0]]  # where a man is laid, nothing slides
                assert told == after, (move, steps)
                tried += 1

    assert tried > 200


@pytest.mark.parametrize("word", [*ALL_OF_IT, "backgammon", "amazons"])
def test_what_is_shown_at_a_touch_hangs_on_nothing_that_comes_later(word: str) -> None:
    game = installed()[word]
    for position in positions(word, 40):
        seat = game.to_move(position)[0]
        told: dict[tuple[str, ...], str] = {}
        for steps, move in steps_of(game, position, seat, game.legal_moves(position, seat), ()).items():
            slides = game.slides(position, seat, steps, move)
            assert not slides or len(slides) == len(steps), (move, steps)
            for number, words in enumerate(slides):
                so_far = steps[: number + 1]
                assert told.setdefault(so_far, words) == words, (move, so_far)


def test_a_promoted_pawn_and_an_arrow_are_new_pieces() -> None:
    chess, amazons = installed()["chess"], installed()["amazons"]
    position = begun(chess)
    assert chess.new_pieces(position, 0) == {}
    for move in ["a4", "b5", "axb5", "a6", "bxa6", "h6", "a7", "h5"]:
        position = chess.play(position, position.next_seat, move, CHANCE).position

    assert chess.slides(position, 0, ("a7", "b8", "=q"), "a7-b8=q") == ("", "a7 b8", "+=q b8")
    assert [*chess.new_pieces(position, 0)] == ["=q", "=r", "=b", "=n"]
    assert {shape.role for shapes in chess.new_pieces(position, 0).values() for shape in shapes} == {
        "piece.light", "sign.light",
    }  # fmt: skip
    start = begun(amazons)
    assert amazons.slides(start, 0, ("d1", "d7", "g7"), "d1-d7/g7") == ("", "d1 d7", "+# .")
    assert [shape.role for shape in amazons.new_pieces(start, 0)["#"]] == ["block"]


@pytest.mark.parametrize("word", ["go", "gomoku", "connect6", "pente", "hex", "havannah", "y", "yavalath", "twixt"])
def test_a_stone_that_is_laid_by_a_touch_is_one_of_its_player(word: str) -> None:
    game = installed()[word]
    one, other = (game.new_pieces(begun(game), seat)["."] for seat in (0, 1))

    assert one
    assert one != other


def test_dead_stones_are_marked_by_touches_that_lay_none() -> None:
    game, position = installed()["go"], begun(installed()["go"])
    for _ in range(2):
        position = game.play(position, position.next_seat, "pass", CHANCE).position

    assert game.new_pieces(position, 0) == {}


def test_each_jump_takes_what_it_jumps_over() -> None:
    game = installed()["draughts"]
    jumps = [
        (position, move)
        for position in positions("draughts", 200)
        for move in game.legal_moves(position, position.next_seat) or ()
        if move.count("-") > 1
    ]

    assert jumps
    for position, move in jumps:
        steps = game.steps(position, position.next_seat, move)
        told = game.slides(position, position.next_seat, steps, move)
        for (start, end), words in zip(pairwise(steps), told[1:], strict=True):
            assert words.startswith(f"{start} {end} ")
            assert words.endswith(" -")


def test_a_checker_that_is_hit_leaves_before_the_other_comes() -> None:
    game, found = installed()["backgammon"], 0
    for position in positions("backgammon", 60):
        seat = game.to_move(position)[0]
        for steps, move in steps_of(game, position, seat, game.legal_moves(position, seat), ()).items():
            for words in game.slides(position, seat, steps, move):
                if " - " in words:
                    found += 1
                    hit, _, start, end, *_ = words.split()
                    assert hit == end != start
                    assert "*" in move

    assert found > 20


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", '"e1":{"e2":0,"f1":0,"h1":"e1 g1 h1 f1","g1":"e1 g1 h1 f1"}'),
        ("e4 a6 e5 d5", '"e5":{"e6":0,"d6":"e5 d6 d5 -"}'),
    ],
    ids=["castling", "en passant"],
)
def test_the_tree_of_chess_tells_what_else_moves(moves: str, told: str) -> None:
    game = installed()["chess"]
    position = begun(game)
    for move in moves.split():
        position = game.play(position, position.next_seat, move, CHANCE).position

    steps = steps_of(game, position, 0, game.legal_moves(position, 0), ())

    assert told in tree_of(steps, partial(game.slides, position, 0))


def test_a_king_and_a_rook_may_change_places() -> None:
    game = installed()["chess"]
    position = begun(game, position=3)  # BQNNRKRB

    after = lying(game, game.play(position, 0, "O-O", CHANCE).position)

    assert (after["f1"], after["g1"]) == ("r", "k")
    assert shown(game, position, 0, game.steps(position, 0, "O-O"), "O-O") == after


def test_cubes_are_seen_where_they_are_laid_out_from_the_first_on() -> None:
    game = installed()["einstein"]
    position = begun(game)
    layout: dict[tuple[str, ...], str] = {("a4", "a5", "b5", "a3", "b4", "c5"): "541236"}

    assert tree_of(layout, partial(game.slides, position, 0)) == (
        '{"a4":{"":"+1 .","a5":{"":"+2 .","b5":{"":"+3 .","a3":{"":"+4 .","b4":{"":"+5 .","c5":"+6 ."}}}}}}'
    )
    assert list(game.new_pieces(position, 0)) == ["1", "2", "3", "4", "5", "6"]
    assert list(game.new_pieces(begun(game, start="random"), 0)) == []


@pytest.mark.parametrize(
    ("dice", "spent"),
    [((2, 5), ["die-1", "die-0"]), ((3, 3), ["", "die-0", "", "die-1"])],
)
def test_a_die_that_is_used_up_is_covered(dice: tuple[int, int], spent: list[str]) -> None:
    game = installed()["backgammon"]
    position = replace(begun(game), dice=dice)
    move = {(2, 5): "13/11 13/8", (3, 3): "13/10(4)"}[dice]

    told = game.slides(position, position.next_seat, game.steps(position, position.next_seat, move), move)

    assert [words.partition("&spent ")[2] for words in told[1::2]] == spent
    assert {"die-0", "die-1"} <= {shape.target for shape in game.picture(position, 0).shapes}
