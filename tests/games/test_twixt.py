"""TwixT: links a knight's move apart, which nothing crosses; compared with OpenSpiel's elsewhere."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from pbmserv.games.base import Illegal, NeverLegal, Refusal, Unreadable
from pbmserv.games.boards.pegs import Pegs, crossed
from pbmserv.games.picture import Circle
from pbmserv.games.testing import play_random_game, replay
from pbmserv.games.twixt import Twixt, route
from tests.games.grids import CHANCE, drawn, move_read, played, refusal, started

TWIXT = Twixt()
NOT_THERE = "is not on the board: its columns are a to h, its rows 1 to 8, and the corners have no holes."


def links(position: Any) -> set[str]:
    """The links of a position, in words."""
    board = TWIXT.pegs(position)
    return {board.text_of_link(link) for link in position.links}


def test_pegs_a_knights_move_apart_are_linked_by_themselves() -> None:
    position = played(TWIXT, "c3 b6 d5 g6 e3", size=8)

    assert links(position) == {"c3/d5", "e3/d5"}
    [note] = TWIXT.play(played(TWIXT, "c3 b6 d5 g6", size=8), 0, "e3", CHANCE).notes
    assert note.text == "E3 is linked to d5."


@pytest.mark.parametrize("rule", ["auto", "chosen", "pp"])
def test_a_page_is_told_which_links_come_with_a_peg_and_where_each_begins(rule: str) -> None:
    position = played(TWIXT, "c3 b6 d5 g6 b2 g7 e2 f7 b5 g3", size=8, links=rule)
    pieces = TWIXT.new_pieces(position, 0)

    def shown(hole: str) -> set[str]:
        """The links that a page draws with a peg, upper hole first."""
        [told] = TWIXT.slides(position, 0, (hole,), hole) or ("+. .",)
        laid, *slides = zip(told.split()[::2], told.split()[1::2], strict=True)
        assert (laid, {at for _, at in slides}) in ((("+.", "."), set()), (("+.", "."), {"."}))
        ends = [(hole, _end(hole, pieces[name.removeprefix("&")])) for name, _ in slides]
        return {"/".join(sorted(both, key=lambda each: int(each[1:]))) for both in ends}

    for hole in TWIXT.legal_moves(position, 0) or ():
        assert shown(hole) == links(TWIXT.play(position, 0, hole, CHANCE).position) - links(position), hole
    assert shown("f4") == {"e2/f4", "f4/d5"}


def _end(start: str, shapes: Any) -> str:
    """The hole where a bar ends that is drawn from this one, which it leaves uncovered as the other."""
    [bar] = shapes
    across, down = (sum(side) / 2 / 30 for side in zip(*bar.form.corners, strict=True))
    return f"{chr(ord(start[0]) + round(across))}{int(start[1:]) + round(down)}"


def test_the_board_shows_steep_and_flat_links() -> None:
    assert drawn(TWIXT, played(TWIXT, "b2 g6 d3 e5 c5 f3", size=7)) == [
        "   a  b  c  d  e  f  g",
        "1     .  .  .  .  .    1",
        "",
        "2  .  x_ .  .  .  .  . 2",
        "        ---_",
        "3  .  .  .  x  . (o) . 3",
        "           /     /",
        "4  .  .  . |.  . |.  . 4",
        "          /     /",
        "5  .  .  x  .  o_ .  . 5",
        "                 ---_",
        "6  .  .  .  .  .  .  o 6",
        "",
        "7     .  .  .  .  .    7",
        "   a  b  c  d  e  f  g",
    ]


@pytest.mark.parametrize(
    ("moves", "missing"),
    [
        ("c3 d3 d5 c5", "d3/c5"),  # steep and steep
        ("d4 e3 f5 d5", "e3/d5"),  # flat and steep
    ],
)
def test_no_link_crosses_another(moves: str, missing: str) -> None:
    assert missing not in links(played(TWIXT, moves, size=8))


def test_each_link_is_crossed_by_nine_others_and_crossing_is_mutual() -> None:
    board = Pegs(12, 12)
    middle = board.place_of["f6"]
    for near in board.knights[middle]:
        link = (min(middle, near), max(middle, near))
        assert len(board.crossing(link)) == 9
        assert all(link in board.crossing(each) for each in board.crossing(link))
    assert len(crossed(1, 2)) == 9


def test_crossing_is_what_geometry_says() -> None:
    """A second reading: two links cross if the point where their lines meet lies within both."""
    board = Pegs(6, 6)
    every = {(min(a, b), max(a, b)) for a in board.places for b in board.knights[a]}
    for one, other in combinations(sorted(every), 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = ((place % 6, place // 6) for place in (*one, *other))
        slope = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        meet = False
        if slope:
            along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / slope
            across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / slope
            meet = 0 < along < 1 and 0 < across < 1
        assert (other in board.crossing(one)) == meet


def test_a_handicap_makes_the_board_narrower_or_lower() -> None:
    assert drawn(TWIXT, played(TWIXT, "c2 a3 d4", size=8, handicap=2)) == [
        "   a  b  c  d  e  f",
        "1     .  .  .  .    1",
        "",
        "2  .  .  x  .  .  . 2",
        "          \\",
        "3  o  .  .| .  .  . 3",
        "           \\",
        "4  .  .  . (x) .  . 4",
        "",
        "5  .  .  .  .  .  . 5",
        "",
        "6  .  .  .  .  .  . 6",
        "",
        "7  .  .  .  .  .  . 7",
        "",
        "8     .  .  .  .    8",
        "   a  b  c  d  e  f",
    ]
    lower = TWIXT.pegs(started(TWIXT, size=8, handicap=-2))
    assert (lower.width, lower.height, lower.extent) == (8, 6, "8 by 6 holes")


def test_on_a_lower_board_the_last_row_is_nearer_and_belongs_to_vertical() -> None:
    won = played(TWIXT, "c1 a3 d3 h4 c5 a5 e6", size=8, handicap=-2)

    assert refusal(TWIXT, played(TWIXT, "c3", size=8, handicap=-2), "c6").words.startswith(
        "The hole c6 is in a border"
    )
    assert refusal(TWIXT, won, "d7").words.startswith("The hole d7 is not on the board: its columns are a to h")
    result = TWIXT.result(won)
    assert result is not None
    assert (result.winner, result.reason) == (0, "Vertical has joined top and bottom.")
    assert [TWIXT.board(won).names[place] for place in TWIXT.winning_cells(won)] == ["c1", "d3", "c5", "e6"]


def test_with_a_handicap_nobody_swaps_and_each_side_keeps_six_holes() -> None:
    assert TWIXT.swap_at({"size": 12, "handicap": 0, "links": "auto"}) == 2
    assert TWIXT.swap_at({"size": 12, "handicap": -1, "links": "auto"}) is None
    assert "favour one side" in TWIXT.why_no_swap({"size": 12, "handicap": -1, "links": "auto"})
    TWIXT.check_options({"size": 12, "handicap": -6, "links": "auto"}, 2)
    with pytest.raises(Illegal) as refused:
        TWIXT.check_options({"size": 12, "handicap": 7, "links": "auto"}, 2)
    assert refused.value.words == (
        "A handicap of 7 is too much for a board of size 12: each side keeps 6 holes at least, so 6 is the most, in"
        " either direction."
    )


def test_links_cross_on_a_board_that_is_no_square_as_in_a_part_of_one() -> None:
    square, wide = Pegs(9, 9), Pegs(9, 6)
    for start in wide.places:
        for end in wide.knights[start]:
            link = (min(start, end), max(start, end))
            within = {each for each in square.crossing(link) if max(each) in wide.places}
            assert {*wide.crossing(link)} == within


@pytest.mark.parametrize("handicap", [6, -6])
def test_machines_find_moves_on_a_board_with_a_handicap(handicap: int) -> None:
    position = started(TWIXT, size=12, handicap=handicap)
    random = Random(handicap)  # noqa: S311 - it has to be the same
    while TWIXT.result(position) is None:
        found = TWIXT.candidates(position)
        assert found
        assert {*found} <= {*TWIXT.moves(position)}
        assert sum(TWIXT.evaluate(position) or ()) == pytest.approx(1)
        position = TWIXT.play(position, position.next_seat, random.choice(found), CHANCE).position


def test_on_paper_links_of_one_player_may_cross() -> None:
    moves = "d4 b7 e4 g7 e6 b6 d6"

    assert links(played(TWIXT, moves, size=8)) == {"d4/e6"}
    assert links(played(TWIXT, moves, size=8, links="pp")) == {"d4/e6", "e4/d6"}


def test_on_paper_links_of_the_opponent_still_bar_the_way() -> None:
    assert links(played(TWIXT, "d4 e4 e6 d6", size=8, links="pp")) == {"d4/e6"}


@pytest.mark.parametrize(
    ("moves", "winner", "why", "chain"),
    [
        ("c1 a3 d3 g4 c5 a5 d7", 0, "Vertical has joined top and bottom.", "c1 d3 c5 d7"),
        ("c1 a3 d7 c4 e7 e5 f7 g4", 1, "Horizontal has joined left and right.", "a3 c4 e5 g4"),
    ],
)
def test_who_joins_both_sides_with_links_has_won(moves: str, winner: int, why: str, chain: str) -> None:
    position = played(TWIXT, moves, size=7)
    result = TWIXT.result(position)

    assert result is not None
    assert (result.winner, result.reason) == (winner, why)
    assert TWIXT.status(position, None) == (f"The chain, in capitals: {chain}.",)
    assert TWIXT.moves(position) == []


def test_swapping_is_the_second_move() -> None:
    assert TWIXT.swap_at({"size": 24, "links": "auto"}) == 2


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("d3", Illegal, "The hole d3 is taken: Vertical's peg is there."),
        ("d1", Illegal, "The hole d1 is in a border row of Vertical, who alone may go there."),
        ("a1", Illegal, "There is no hole in the corner a1."),
        ("d4-e5", Illegal, "A move names one hole: write the hole where your peg goes, for example d4."),
        ("d5-d3/e5", Illegal, "On this board links are made by themselves: write only the hole, d5."),
        (
            "j3",
            NeverLegal,
            f"The hole j3 {NOT_THERE}",
        ),
    ],
)
def test_refusals_say_what_was_wrong(text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(TWIXT, played(TWIXT, "d3", size=8), text)

    assert (type(refused), refused.words) == (kind, words)


CHOOSING = "c3 b6 d5 g6 f3 b5"
"""Vertical has the link c3/d5 and a peg on f3; a peg on e3 can be linked to d5."""


@pytest.mark.parametrize(
    ("text", "move", "after"),
    [
        ("e3", "e3", {"c3/d5", "e3/d5"}),
        ("e3+", "e3+", {"c3/d5"}),
        ("E3+d5/e3", "e3", {"c3/d5", "e3/d5"}),
        ("e3-c3/d5", "e3-c3/d5", {"e3/d5"}),
        ("e3-d5/c3+", "e3-c3/d5+", set()),
        ("e3-c3/d5+c3/d5/e3", "e3-c3/d5+c3/d5,e3/d5", {"c3/d5", "e3/d5"}),
    ],
)
def test_links_can_be_chosen_and_removed_where_the_challenge_says_so(text: str, move: str, after: set[str]) -> None:
    position = played(TWIXT, CHOOSING, size=8, links="chosen")
    sent = TWIXT.play(position, 0, text, CHANCE)

    assert sent.move == move
    assert links(sent.position) == after
    assert move_read(TWIXT, position, move) == move


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("e3-d5/f6", Illegal, "There is no link d5/f6 of yours that could be removed."),
        ("e3-b5/b6", Illegal, "There is no link b5/b6 of yours that could be removed."),
        (
            "e3+e3/f3",
            Illegal,
            "A link joins two pegs of yours a knight's move apart, which e3/f3 does not.",
        ),
        ("e3+c3/d5", Illegal, "The link c3/d5 is there already."),
        (
            "e3+e3/z9",
            Unreadable,
            f"The hole z9 {NOT_THERE}",
        ),
    ],
)
def test_links_that_cannot_be_chosen_are_refused(text: str, kind: type[Refusal], words: str) -> None:
    refused = refusal(TWIXT, played(TWIXT, CHOOSING, size=8, links="chosen"), text)

    assert (type(refused), refused.words) == (kind, words)


def test_a_chosen_link_must_not_cross_another() -> None:
    refused = refusal(TWIXT, played(TWIXT, "d4 e4 e6 b3 g7", size=8, links="chosen"), "d6+d6/e4")

    assert refused.words == "The link e4/d6 would cross d4/e6."


def first_tie(rule: str) -> Any:
    """The end of the first random game in which neither can join their sides any more."""
    for seed in range(40):
        record = play_random_game(TWIXT, {"size": 7, "links": rule}, 2, seed.to_bytes(16, "big"))
        position = replay(TWIXT, record).positions[-1]
        result = TWIXT.result(position)
        if result and result.winner is None:
            assert result.reason == "Neither can join their sides any more."
            return position
    raise AssertionError


@pytest.mark.parametrize("seed", range(5))
def test_nobody_could_have_won_after_a_tie(seed: int) -> None:
    position, choices = first_tie("auto"), Random(seed)  # noqa: S311 - it has to be the same
    while ways := [*TWIXT.legal_paths(position)]:
        position = TWIXT.apply(position, choices.choice(ways))
        assert not TWIXT.chain(position)


def test_as_long_as_there_is_no_wall_both_can_still_join_their_sides() -> None:
    position = started(TWIXT)

    assert not position.is_cut_off(0)
    assert not position.is_cut_off(1)


@pytest.mark.parametrize("rule", ["auto", "pp"])
def test_who_is_cut_off_is_the_same_whether_an_earlier_way_is_known_or_sought_anew(rule: str) -> None:
    choices, told = Random(7), set[bool]()  # noqa: S311 - it has to be the same
    for _ in range(4):
        position = started(TWIXT, size=7, links=rule)
        while not TWIXT.result(position):
            position = TWIXT.apply(position, choices.choice([*TWIXT.legal_paths(position)]))
            board, unknown = TWIXT.pegs(position), replace(position, routes=((), ()), last=())
            for seat in (0, 1):
                anew = route(board, unknown, seat)
                assert position.is_cut_off(seat) is not bool(anew), TWIXT.draw(position, None)
                assert {position.cells[hole] for hole in (*anew, *position.routes[seat])} <= {".", "xo"[seat]}
                told.add(bool(anew))
    assert told == {True, False}


@pytest.mark.parametrize(("seat", "name"), [(0, "Vertical"), (1, "Horizontal")])
def test_it_is_a_tie_when_the_player_to_move_has_no_hole_left_though_the_other_has(seat: int, name: str) -> None:
    empty = started(TWIXT, size=6, links="chosen")
    left = TWIXT.pegs(empty).others_borders[seat]
    filled = {place: "x" for place in empty.places_of(".") if place not in left}

    result = TWIXT.result(empty.with_changes(filled, seat, ()))
    assert result is not None
    assert (result.winner, result.reason) == (None, f"There is no hole left for {name}.")
    assert TWIXT.result(empty.with_changes(filled, 1 - seat, ())) is None
    [last, *_] = filled
    assert TWIXT.result(empty.with_changes({**filled, last: "."}, seat, ())) is None


def test_the_last_peg_is_marked_around_it_so_that_its_colour_is_seen() -> None:
    shapes = TWIXT.picture(played(TWIXT, "d4"), 0).shapes
    [last] = [each.form for each in shapes if each.role == "last" and each.target == "d4"]
    [peg] = [each.form for each in shapes if each.role == "piece.0"]

    assert isinstance(last, Circle)
    assert isinstance(peg, Circle)
    assert (last.centre, last.radius > peg.radius) == (peg.centre, True)
