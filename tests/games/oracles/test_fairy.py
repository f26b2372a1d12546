"""Fairy-Stockfish has the same legal moves in shogi, minishogi, xiangqi, janggi and makruk in random games,
and the same ends."""

from __future__ import annotations

import pytest

from tests.games.oracles import fairy_janggi as janggi
from tests.games.oracles import fairy_makruk as makruk
from tests.games.oracles import fairy_xiangqi as xiangqi
from tests.games.oracles.fairy import CHANCE, WORDS, compare, fen, in_uci, shogi_called

pytestmark = pytest.mark.long
GAMES = {"minishogi": 10, "shogi": 4}
"""Fairy-Stockfish takes a millisecond for each question, and a game of shogi has hundreds of plies."""


@pytest.mark.parametrize("word", WORDS)
def test_random_games_are_alike(word: str) -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")

    alike = compare(word, GAMES[word])

    assert alike.plies > 1000
    assert alike.drops > 100
    assert alike.mates > 1


@pytest.mark.parametrize(
    ("word", "moves", "winner"),
    [
        ("shogi", "5i5h 5a5b 5h5i 5b5a", None),
        ("minishogi", "2e3d 4a3b 3d2e 3b4a", 1),
    ],
)
def test_the_fourth_time_of_a_position_is_the_same_end(word: str, moves: str, winner: int | None) -> None:
    pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")
    game = shogi_called(word)
    position, told = game.start({}, 2, CHANCE), list[str]()
    for move in moves.split() * 3:
        assert not pyffish.is_optional_game_end(word, pyffish.start_fen(word), told)[0]
        told.append(in_uci(position, move))
        position = game.play(position, position.next_seat, move, CHANCE).position

    result = game.result(position)
    assert result is not None
    assert result.winner == winner
    # Black is to move, whose loss is below zero.
    has_ended, value = pyffish.is_optional_game_end(word, pyffish.start_fen(word), told)
    assert (has_ended, value < 0) == (True, winner == 1)


def test_perpetual_check_is_lost_by_who_gives_it() -> None:
    pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")
    game = shogi_called("shogi")
    start = game.start({}, 2, CHANCE)
    names = game.board(start).place_of
    pieces = {names["5a"]: "k", names["9i"]: "K", names["8b"]: "R"}
    position = first = start.with_changes({place: pieces.get(place, ".") for place in range(81)}, 0, ())
    told = list[str]()
    for move in ("8b8a", "5a5b", "8a8b", "5b5a") * 3:
        told.append(in_uci(position, move))
        position = game.play(position, position.next_seat, move, CHANCE).position

    result = game.result(position)
    assert result is not None
    assert result.winner == 1
    has_ended, value = pyffish.is_optional_game_end("shogi", fen(first), told)
    assert has_ended
    assert value < 0


def test_random_games_of_janggi_are_alike_to_their_ends() -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")

    alike = janggi.compare(40, every=8)

    assert alike.positions > 500
    assert alike.checks > 10
    assert alike.facing > 20
    assert len(alike.ends) > 3


@pytest.mark.parametrize(
    ("cells", "moves", "winner"),
    [
        pytest.param({"a7": "R"}, "a7a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8", 1, id="perpetual check"),
        pytest.param({"a0": "R"}, "a0a1 d8d9 a1a0 d9d8 a0a1 d8d9 a1a0 d9d8", 0, id="points at the third time"),
        pytest.param({"a0": "R"}, "pass pass", 0, id="two passes"),
        pytest.param({"a0": "R"}, "e1d1 pass", 0, id="facing generals"),
        pytest.param({"a4": "S", "i4": "s"}, "e1d1 pass", 1, id="facing generals, with as many pieces"),
    ],
)
def test_games_of_janggi_end_alike(cells: dict[str, str], moves: str, winner: int) -> None:
    pyffish = pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")
    there = {janggi.BOARD.place_of[name]: piece for name, piece in {"e1": "G", "d8": "g", **cells}.items()}
    start = position = janggi.Position(cells="".join(there.get(place, ".") for place in janggi.BOARD.places))
    told = list[str]()
    for move in moves.split():
        assert janggi.GAME.result(position) is None
        told.append(janggi.in_uci(janggi.GAME.read(position, move)))
        position = janggi.GAME.play(position, position.next_seat, move, CHANCE).position

    result = janggi.GAME.result(position)
    assert result is not None
    assert result.winner == winner
    ended = [
        end("janggi", janggi.fen(start), told)
        for end in (pyffish.is_immediate_game_end, pyffish.is_optional_game_end)
    ]
    [value] = {value for has_ended, value in ended if has_ended}
    assert (value > 0) == (position.next_seat == winner)


def test_random_games_of_xiangqi_are_alike() -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")

    # Every twentieth ply, as each question takes more than a millisecond: perft counts the rest.
    alike = xiangqi.compare(1000, every=20)

    assert alike.positions > 5000
    assert alike.checks > 100
    assert alike.mates > 300
    assert alike.draws > 100


def test_positions_of_xiangqi_that_come_again_are_lost_by_who_checks_or_chases() -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")

    cycles = xiangqi.compare_cycles(1000)

    assert cycles.by_check > 20
    assert cycles.by_chase > 100
    # There a pinned piece protects nothing, not even along its line, and a general protects what it may not capture.
    assert len(cycles.others) <= 5


def test_random_games_of_makruk_are_alike() -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed: pip install -e '.[oracles]'")

    alike = makruk.compare(60, every=20)

    assert alike.positions > 500
    assert alike.checks > 10
    assert alike.by_board > 1
    assert alike.by_pieces > 10
