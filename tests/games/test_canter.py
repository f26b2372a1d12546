"""Canter: plain moves, canters, jumps, charges, castles, and ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from time import process_time

import pytest

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import LEVELS
from pbmserv.games.base import Illegal
from pbmserv.games.canter import BOARD, MOST_QUIET, SQUARES, Canter, Position, captured_on, captures
from pbmserv.games.chance import Chance
from tests.games.grids import CHANCE, played, refusal, started

GAME = Canter()
FAR = {"a4": "o", "l13": "x"}
"""A piece of each that is far from everything."""


def bare(pieces: dict[str, str], next_seat: int = 0, **fields: object) -> Position:
    cells = ["." if place in SQUARES else "#" for place in BOARD.places]
    for name, piece in pieces.items():
        cells[BOARD.place_of[name]] = piece
    return Position(12, "".join(cells), next_seat, **fields)  # type: ignore[arg-type]


def made(position: Position, *moves: str) -> Position:
    for move in moves:
        position = GAME.play(position, position.next_seat, move, CHANCE).position
    return position


def pieces(position: Position) -> dict[str, str]:
    return {name: there for name, there in zip(BOARD.names, position.cells, strict=True) if there not in ".#"}


def moves_of(position: Position, square: str) -> set[str]:
    return {move for move in GAME.moves(position) if move.startswith(f"{square}-")}


def ended(position: Position) -> tuple[int | None, str] | None:
    result = GAME.result(position)
    return (result.winner, str(result.reason)) if result else None


def test_the_start_has_four_knights_and_ten_men_of_each_on_160_squares() -> None:
    start = started(GAME)
    lying = pieces(start)

    assert len(SQUARES) == 160
    assert {name for name, piece in lying.items() if piece == "O"} == {"c6", "d7", "i7", "j6"}
    assert {name for name, piece in lying.items() if piece == "X"} == {"c11", "d10", "i10", "j11"}
    assert [[*lying.values()].count(piece) for piece in "ox"] == [10, 10]


def test_a_plain_move_goes_to_any_free_square_around() -> None:
    position = bare({"e5": "o", **FAR})

    assert moves_of(position, "e5") == {f"e5-{end}" for end in ["e6", "f6", "f5", "f4", "e4", "d4", "d5", "d6"]}


def test_a_canter_leaps_over_own_pieces_as_often_as_one_likes() -> None:
    position = bare({"e5": "o", "e6": "o", "f8": "O", "l13": "x"})

    assert {"e5-e7", "e5-g9"} <= moves_of(position, "e5")
    after = made(position, "e5-g9")
    assert pieces(after) == {"e6": "o", "f8": "O", "g9": "o", "l13": "x"}


def test_a_jump_captures_and_goes_on_as_long_as_it_can() -> None:
    position = bare({"e5": "o", "e6": "x", "f8": "x", "a4": "o", "l13": "x"})

    assert GAME.moves(position) == ["e5-e7-g9"]
    assert pieces(made(position, "e5-g9")) == {"g9": "o", "a4": "o", "l13": "x"}


def test_whoever_can_jump_has_to_but_not_with_the_most_captures() -> None:
    position = bare({"e5": "o", "e6": "x", "f8": "x", "h4": "o", "i4": "x", "l13": "x"})

    assert {*GAME.moves(position)} == {"e5-e7-g9", "h4-j4"}
    assert GAME.asked_first(position, 0) == "You must capture"
    assert "You have to capture" in str(refusal(GAME, position, "e5-d5").words)


def test_a_knight_charges_over_own_pieces_first_and_captures_then() -> None:
    charge = {"e5": "O", "e6": "o", "e8": "x", "a4": "o", "l13": "x"}

    assert "e5-e7-e9" in GAME.moves(bare(charge))
    assert pieces(made(bare(charge), "e5-e7-e9")) == {"e6": "o", "e9": "O", "a4": "o", "l13": "x"}
    assert "e5-e7-e9" not in GAME.moves(bare(charge | {"e5": "o"}))


def test_a_knight_who_canters_next_to_an_enemy_captures_and_a_man_need_not() -> None:
    charge = {"e5": "O", "e6": "o", "e8": "x", "a4": "o", "l13": "x"}

    assert "e5-e7" not in GAME.moves(bare(charge))
    assert "e5-e7" in GAME.moves(bare(charge | {"e5": "o"}))


def test_a_charge_is_as_good_as_a_jump_where_one_has_to_capture() -> None:
    position = bare({"e5": "O", "e6": "o", "e8": "x", "a4": "o", "a5": "x", "l13": "x"})

    assert {*GAME.moves(position)} == {"e5-e7-e9", "a4-a6"}


def test_only_a_jump_leads_into_the_own_castle_and_the_piece_leaves_it_at_once() -> None:
    assert "f2-f1" not in GAME.moves(bare({"f2": "o", **FAR}))
    assert "Only a capture leads" in str(refusal(GAME, bare({"f2": "o", **FAR}), "f2-f1").words)
    position = made(bare({"f3": "o", "f2": "x", "e5": "O", **FAR}), "f3-f1", "l13-l12")

    assert position.to_leave == (BOARD.place_of["f1"], -1)
    assert {*GAME.moves(position)} == {"f1-e2", "f1-f2", "f1-g2"}
    assert GAME.asked_first(position, 0) == "Leave your castle"
    assert GAME.status(position, 0) == ("White's piece on f1 has to leave the castle.",)
    assert "has to leave your castle" in str(refusal(GAME, position, "e5-e6").words)


@pytest.mark.parametrize("typed", ["a1-b2", "c6-a1"])
def test_a_corner_that_is_cut_off_is_no_square(typed: str) -> None:
    assert str(refusal(GAME, started(GAME), typed).words) == "There is no square a1 on this board."


def test_a_piece_in_the_enemys_castle_stays_and_changes_its_square_twice() -> None:
    position = bare({"f16": "o", **FAR})

    assert moves_of(position, "f16") == {"f16-g16"}
    position = made(position, "f16-g16", "l13-l12", "g16-f16", "l12-l13")
    assert position.castle_moves == (2, 0)
    assert moves_of(position, "f16") == set()
    assert isinstance(refusal(GAME, position, "f16-g16"), Illegal)


def test_two_pieces_in_the_enemys_castle_win() -> None:
    assert ended(made(bare({"f16": "o", "g15": "o", **FAR}), "g15-g16")) == (0, "White has taken the castle.")


def test_whoever_captures_all_wins_with_two_pieces_left() -> None:
    last = {"e5": "o", "e6": "x", "f8": "x"}

    assert ended(made(bare({**last, "a4": "o"}), "e5-e7-g9")) == (0, "White has captured all pieces.")
    assert ended(made(bare(last), "e5-e7-g9")) == (None, "Neither side has two pieces left.")


def test_whoever_cannot_move_has_lost() -> None:
    position = bare({"f1": "x", "b4": "o", "c6": "o"}, castle_moves=(0, 2))

    assert ended(made(position, "c6-c7")) == (0, "Black cannot move any more.")


def test_ties_by_repetition_and_by_quiet_moves() -> None:
    position = bare({"e5": "o", "k9": "x", **FAR})
    again = made(position, *("e5-e6", "k9-k8", "e6-e5", "k8-k9") * 2)
    quiet = bare({"e5": "o", "k9": "x", **FAR}, quiet=MOST_QUIET - 1)

    assert ended(again) == (None, "The same position has come for the third time.")
    assert ended(made(quiet, "e5-e6")) == (None, "Nothing was captured in fifty moves of each.")


def test_a_path_is_known_to_be_legal_without_a_list_of_all() -> None:
    chance = Chance(bytes(16), "canter")
    for _ in range(3):
        position = started(GAME)
        while not GAME.result(position):
            paths = [*GAME.legal_paths(position)]
            capturing = {*captures(position)}
            assert GAME.moves(position) == [*GAME.known_paths(position)]
            assert {path for path in paths if captured_on(position, path)} == capturing
            for path in islice(capturing, 10):
                assert not captured_on(position, path[:-1]) or path[:-1] in capturing
                assert not captured_on(position, path[:1] + path[2:]) or path[:1] + path[2:] in capturing
                assert GAME.read(position, BOARD.text_of(path, "-")) == path
            position = GAME.apply(position, chance.choice(paths))


MANY = {
    **dict.fromkeys(["c13", "d12", "f12", "g11", "h11", "i11", "g10", "h10", "c9", "e9"], "x"),
    **dict.fromkeys(["j11", "b10", "d10", "i10"], "X"),
    **dict.fromkeys(["i8", "c7", "e7", "f7", "g7", "e6", "g6", "i6", "g5", "h5"], "o"),
    **dict.fromkeys(["d7", "i7", "c6", "i5"], "O"),
}
"""Pieces of which Black can capture in 3,225 ways."""


def test_a_knight_who_captures_in_thousands_of_ways_does_so_without_a_list_of_them() -> None:
    position, times = bare(MANY, next_seat=1), []
    for turn in (1, 2, 3):
        # A position of its own each time, so that nothing is remembered of it.
        again, begun = replace(position, quiet=turn), process_time()
        examples = GAME.examples(again, 1)
        GAME.play(again, 1, examples[-1], CHANCE)
        played, listed = process_time() - begun, [*GAME.legal_paths(again)]
        times.append((process_time() - begun - played) / played)

    assert len({*listed}) == 3225
    assert [GAME.words_of_path(position, listed[number]) for number in (0, 50)] == [*examples]
    assert max(times) > 4
    assert GAME.moves(position) == [*GAME.known_paths(position)]


def test_moves_of_the_help_page_are_legal() -> None:
    assert len(pieces(played(GAME, "e7-e8 h10-h9 f6-d8"))) == 28


def test_a_machine_player_takes_the_castle_where_it_can() -> None:
    position = bare({"f16": "o", "g15": "o", "e9": "O", "k9": "x", "l9": "x", **FAR})

    assert choose(GAME, position, 0, LEVELS[0], b"seed") == "g15-g16"
