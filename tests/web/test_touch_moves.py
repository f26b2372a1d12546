"""Touching places narrows the moves down to one."""

from __future__ import annotations

import zlib
from itertools import chain, product
from random import Random

from pbmserv.web.touch_moves import PartialMove, Steps, touch_all, tree_of

OF_CHESS = {("e2", "e4"): "e4", ("e2", "e3"): "e3", ("g1", "f3"): "Nf3", ("e7", "e8", "queen"): "e8=Q"}


def test_before_anything_is_touched_each_first_place_may_be() -> None:
    assert touch_all(OF_CHESS, []) == PartialMove((), ("e2", "g1", "e7"))


def test_a_touch_leaves_what_goes_on_from_there() -> None:
    assert touch_all(OF_CHESS, ["e2"]) == PartialMove(("e2",), ("e4", "e3"), others=("e2", "g1", "e7"))


def test_what_goes_on_from_there_does_not_begin_anew() -> None:
    steps: Steps = {("a1", "b2"): "ab", ("b2", "a1"): "ba", ("a1", "c3"): "ac"}

    assert touch_all(steps, ["a1"]) == PartialMove(("a1",), ("b2", "c3"), others=("a1",))


def test_the_last_touch_gives_the_move() -> None:
    walked = touch_all(OF_CHESS, ["e2", "e4"])

    assert (walked.touched, walked.following, walked.move) == (("e2", "e4"), (), "e4")
    assert walked.others == ("e2", "g1", "e7")


def test_the_last_place_of_a_whole_move_can_be_touched_elsewhere() -> None:
    hours: Steps = {("tile", "7", f"{hour} o'clock"): f"tile.{hour}@7" for hour in (4, 8)} | {("tile", "9"): "tile@9"}

    assert touch_all(OF_CHESS, ["e2", "e4"]) == PartialMove(
        ("e2", "e4"), (), "e4", ("e2", "g1", "e7"), kept=("e2",), instead=("e3",)
    )
    walked = touch_all(hours, ["tile", "7", "8 o'clock"])
    assert (walked.kept, walked.instead) == (("tile", "7"), ("4 o'clock",))


def test_where_a_place_begins_another_move_it_does_so_after_a_whole_one_too() -> None:
    castling: Steps = {("e1", "g1"): "O-O", ("e1", "h1"): "O-O", ("e1", "f1"): "Kf1", ("h1", "g1"): "Rg1"}

    walked = touch_all(castling, ["e1", "g1"])

    assert (walked.others, walked.instead) == (("e1", "h1"), ("f1",))


def test_a_move_that_is_the_only_one_left_needs_no_more_touches() -> None:
    assert touch_all(OF_CHESS, ["e7"]) == PartialMove(("e7", "e8", "queen"), (), "e8=Q", ("e2", "g1", "e7"))


def test_the_only_move_of_a_position_is_not_made_without_a_touch() -> None:
    assert touch_all({("pass",): "pass"}, []) == PartialMove((), ("pass",))


def test_another_piece_that_is_touched_is_taken_instead() -> None:
    assert touch_all(OF_CHESS, ["e2", "g1"]) == PartialMove(("g1", "f3"), (), "Nf3", ("e2", "g1", "e7"))


def test_what_leads_nowhere_is_passed_over() -> None:
    assert touch_all(OF_CHESS, ["h8", "e2", "h8"]) == touch_all(OF_CHESS, ["e2"])


def test_whatever_is_touched_what_counts_is_the_beginning_of_a_move() -> None:
    jumps: Steps = {("d2", "f4", "d6"): "d2-f4-d6", ("d2", "f4", "h6"): "d2-f4-h6", ("f4", "e5"): "f4-e5"}
    for steps in (OF_CHESS, jumps):
        for touches in product({*chain(*steps), "z99", ""}, repeat=3):
            walked = touch_all(steps, touches)
            going_on = [each for each in steps if each[: len(walked.touched)] == walked.touched]
            assert going_on
            assert walked.move == (steps.get(walked.touched) if walked.touched else None)
            assert {*walked.following} == {each[len(walked.touched)] for each in going_on if not walked.move}


def test_where_nothing_can_be_listed_nothing_can_be_touched() -> None:
    assert touch_all({}, ["e2"]) == PartialMove((), ())


def test_a_tree_of_touches_has_all_moves_and_ends_with_0() -> None:
    assert tree_of(OF_CHESS) == '{"e2":{"e4":0,"e3":0},"g1":{"f3":0},"e7":{"e8":{"queen":0}}}'


def test_what_slides_at_a_touch_stands_where_the_touch_leads() -> None:
    slides = {"e4": ("", "e2 e4"), "e8=Q": ("", "e7 e8 d8 -", "")}

    tree = tree_of(OF_CHESS, lambda _, move: slides.get(move, ()))

    assert tree == '{"e2":{"e4":"e2 e4","e3":0},"g1":{"f3":0},"e7":{"e8":{"":"e7 e8 d8 -","queen":""}}}'


def test_moves_of_one_touch_are_the_places_that_are_lit() -> None:
    assert tree_of({("a1",): "a1", ("b1",): "b1"}) == "1"
    assert tree_of({("a1",): "a1", ("b1", "c1"): "b1c1"}) == '{"a1":0,"b1":{"c1":0}}'


def test_of_moves_of_one_touch_only_those_are_named_that_bring_more_than_a_piece() -> None:
    slides = {"b1": ("+. . &link a1",), "d1": ("+. . &link a1",), "c1": ("+. . &link d1",)}
    moves: dict[tuple[str, ...], str] = {(each,): each for each in ("a1", "b1", "c1", "d1")}

    tree = tree_of(moves, lambda _, move: slides.get(move, ()))

    assert tree == '{"":1,"+. . &link a1":"b1 d1","+. . &link d1":"c1"}'


def test_what_moves_of_one_touch_bring_is_left_out_where_it_takes_more_than_ten_kilobytes() -> None:
    choices = Random(1)  # noqa: S311
    words = (f"{choices.getrandbits(64):x}" for _ in range(1_000))
    moves: dict[tuple[str, ...], str] = {(word,): word[::-1] for word in words}

    assert tree_of(moves, lambda _, move: (f"+. . &{move} .",)) == "1"


def test_a_tree_of_more_than_ten_kilobytes_compressed_is_left_out() -> None:
    choices = Random(1)  # noqa: S311
    moves: dict[tuple[str, ...], str] = {(f"{choices.getrandbits(64):x}", "on"): "" for _ in range(2_000)}
    found = [number for number in range(1, 2_000, 10) if tree_of(dict(list(moves.items())[:number]))]

    assert len(zlib.compress(tree_of(dict(list(moves.items())[: found[-1]])).encode())) <= 10_000
    assert 900 < found[-1] < 1_500
    assert tree_of(moves) == ""
