"""What machine players are told of Go: how stones fall, what is worth a thought, when to pass, and what is dead."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import LEVELS
from pbmserv.bots.luck import Luck
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.evaluation.go import candidates, dead_stones, shares_of, solution
from pbmserv.games.go.game import PASS
from pbmserv.games.go.marking import MOST_PROPOSALS
from pbmserv.games.go.rules import MARKING, OVER, PLAYING, Position
from pbmserv.games.playouts.go import Goban, colour_of, filled, playout
from tests.games.go import CHANCE, GO, WALLS, marked, played, started

SETTLED = (
    ".xxxxo.oo"  # 9
    "x.xxxoooo"
    "xxxxxoooo"
    "xxxxxoooo"
    "xxxxxoo.o"
    "xxxxxoooo"
    "xxxxxoooo"
    "xxxxxoooo"
    "xxxxxoo.o"  # 1
)
"""Each seat has eyes, and no stone can be taken any more."""
KO = ".xx.xo.ooxxxx.xoooxx.xxxxxox.xxoxoooxxxxoxoooxxxxooo.oooxxo.oo.o.xxoooo..oxooo.o."
"""White can fill g9, or else Black can take f9 there."""
SEKI = "xo.xxo.ooxoo.xooooxxooxoo.o.xxxoooooxxxxxoooox.xxxooooxxxxxooooxxxxxooooxxxxxoooo"
"""Chains of both share c9 and d8: whoever lays a stone there is captured."""
COLOURS = {"x": 1, "o": -1, EMPTY: 0}


def lying(cells: str) -> Position:
    """A position with these stones, from the highest row down, and Black to move."""
    return replace(started(), cells=cells)


def reached(seed: bytes, plies: int) -> Position:
    """A position of a random game, as far as stones can be laid."""
    luck, position = Luck(seed, "go"), started()
    for _ in range(plies):
        if not position.legal:
            break
        position = position.with_stone(luck.choice(position.legal))
    return position


def names(position: Position, places: tuple[int, ...]) -> set[str]:
    """The points as players call them."""
    return {GO.board(position).names[place] for place in places}


def eyes(position: Position, seat: int) -> set[str]:
    """The free points that are said to be eyes of a seat."""
    board = Goban(position)
    return names(position, tuple(place for place in board.free if board.is_eye(place, colour_of(seat))))


@settings(max_examples=60)
@given(seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 120))
@pytest.mark.long
def test_stones_fall_as_by_the_rules(seed: bytes, plies: int) -> None:
    position = reached(seed, plies)
    for place in position.places_of(EMPTY):
        board, laid = Goban(position), position.lay(place)

        assert board.lay(place, colour_of(position.next_seat)) is laid.breathes
        after = position.with_stone(place) if laid.breathes else position
        assert board.stones == [COLOURS[there] for there in after.cells]
        free = {*board.free} - ({place} if laid.breathes else set())
        assert free == {*after.places_of(EMPTY)}


@settings(max_examples=30)
@given(seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 120))
def test_a_board_is_filled_until_only_eyes_are_left(seed: bytes, plies: int) -> None:
    board = Goban(reached(seed, plies))

    board.fill(1, Luck(seed, "filling"))

    for colour in (1, -1):
        left = [place for place in board.free if not board.is_eye(place, colour)]
        assert not any(board.lay(place, colour) for place in left)
    owners = board.owners()
    assert all(owners[place] == there for place, there in enumerate(board.stones) if there)


def test_what_was_taken_alone_is_not_taken_back_at_once() -> None:
    # White takes the stone on e4 with one on d4, as in the help.
    position = played("d5 e5 c4 f4 d3 e3 e4")
    board = Goban(position)

    board.lay(GO.board(position).place_of["d4"], -1)

    assert names(position, (board.ko,)) == {"e4"}
    assert names(position, (Goban(played("d5 e5 c4 f4 d3 e3 e4 d4")).ko,)) == {"e4"}
    assert board.ko != Goban(position).ko == -1


def test_an_eye_is_a_point_that_no_corner_spoils() -> None:
    # Black has a1 for an eye; with White on b2 it is none. Of a point in the middle one corner may be lost.
    assert eyes(played("a2 j9 b1 j8"), 0) == {"a1"}
    assert eyes(played("a2 b2 b1 j8"), 0) == set()
    assert eyes(played("e4 f6 e6 j9 d5 j8 f5 j7"), 0) == {"e5"}
    assert eyes(played("e4 f6 e6 d4 d5 j8 f5 j7"), 0) == set()


def test_every_random_game_is_won_by_one_of_two() -> None:
    told = {playout(GO, started(), Luck(bytes(16), str(number))) for number in range(40)}

    assert told == {(1.0, 0.0), (0.0, 1.0)}


def test_what_lies_among_others_is_dead_and_what_has_room_is_not() -> None:
    position = played(WALLS)

    assert names(position, dead_stones(position)) == {"c3", "h7"}
    assert len(filled(position, 1, Luck(bytes(16), "end"))) == 81
    by_name = dict(zip(GO.board(position).names, shares_of(position), strict=True))
    assert by_name["e9"] > 0.5
    assert by_name["f9"] < -0.3


def test_dead_stones_are_named_and_agreed_to() -> None:
    assert solution(GO, marked(), 0) == "dead h7 c3"
    assert solution(GO, marked("dead h7 c3"), 1) == "agree"
    # Black wins by this, too.
    assert solution(GO, marked("dead c3"), 1) == "agree"


def test_whoever_claims_living_stones_is_contradicted_and_in_the_end_it_is_played_on() -> None:
    position, said = marked(), list[str]()
    while position.phase == MARKING:
        # White says again and again that the wall of Black is dead, and is believed by nobody.
        said.append("dead e5" if position.next_seat == 1 else str(solution(GO, position, 0)))
        position = GO.play(position, position.next_seat, said[-1], CHANCE).position

    assert said == ["dead h7 c3", "dead e5", "dead h7 c3", "dead e5", "resume"]
    assert len(said) == MOST_PROPOSALS + 1
    assert (position.phase, position.next_seat) == (PLAYING, 0)


def test_whoever_is_given_more_than_there_is_says_so_first_and_takes_it_then() -> None:
    # White would win if the wall of Black was dead, as Black says, and is behind by what is so.
    assert solution(GO, marked("dead e5"), 1) == "dead h7 c3"
    assert solution(GO, marked("dead h7,dead none,dead h7,dead e5"), 0) == "resume"
    position = replace(marked("dead e5"), proposals=MOST_PROPOSALS)
    assert solution(GO, position, 1) == "agree"
    # A tie is better than what White has.
    assert solution(GO, replace(marked("dead none"), proposals=MOST_PROPOSALS, komi=0, next_seat=1), 1) == "agree"


def test_nobody_passes_as_long_as_something_is_to_be_gained() -> None:
    assert solution(GO, started(), 0) is None
    assert solution(GO, played("e5 c3 g7"), 1) is None
    # White would win by komi, but nothing is surrounded yet.
    assert solution(GO, played("pass"), 1) is None
    assert solution(GO, played("e5 c3 pass"), 1) is None


def test_who_passes_second_wins_by_it_or_cannot_win_any_more() -> None:
    black, white = range(2)
    # With g9 White leads by half a point; with 20 points more nothing hangs on that.
    ahead = replace(lying(KO), passes=1, komi=started().komi + 40)

    assert solution(GO, replace(ahead, next_seat=white), white) == PASS
    assert solution(GO, replace(ahead, next_seat=black), black) == PASS


@pytest.mark.parametrize(
    "cells",
    [
        # f6 wins by 12.5; whoever passes loses by 31.5 when the other plays on.
        "o.ooxo.ooooxxxxox.xoxooxoox.oxox.xxox.o..xxx.ooo.xxooxooxxxxx...xxoxoxoox.x.ooo.o",
        # White has more as it is counted, but Black has the next move if play is resumed.
        "xoo.o..oxx.xoooox.ooooxox.xxxxxxxxxxooooxx....o.ox.xxxooooxx.x.oxxxxxxoxoooooxo.o",
        # Nothing is settled yet.
        "oo.x..x.xo.x.x...x.ooxx.....oox.xoxxoooxxxxx..oo..xxxooooxoox.o..xo.xoooooxo.x.xx",
    ],
)
def test_as_long_as_a_fight_is_open_nobody_passes_after_the_other(cells: str) -> None:
    assert solution(GO, replace(lying(cells), next_seat=1, passes=1), 1) is None


@pytest.mark.parametrize("handicap", [4, 6, 8, 9])
@pytest.mark.alike
def test_a_game_with_handicap_is_not_given_up_when_the_other_passes_at_once(handicap: int) -> None:
    position = played("b8 pass", handicap=handicap)

    assert position.next_seat == 1
    assert solution(GO, position, 1) is None


def test_nobody_passes_while_a_ko_decides() -> None:
    # White has to fill g9, or else Black takes there.
    assert solution(GO, replace(lying(KO), next_seat=1), 1) is None


@pytest.mark.parametrize("passes", [0, 1])
@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_seki_both_pass_since_whoever_lays_a_stone_loses_by_it(seat: int, passes: int) -> None:
    position = replace(lying(SEKI), komi=0, next_seat=seat, passes=passes)

    assert choose(GO, position, seat, LEVELS[1], bytes(16)) == PASS


def test_both_pass_where_it_is_clear_whose_each_point_is() -> None:
    black, white = range(2)

    assert solution(GO, lying(SETTLED), black) == PASS
    assert solution(GO, replace(lying(SETTLED), next_seat=white), white) == PASS
    # A stone is left that can be taken, and a point that nobody has.
    assert solution(GO, lying(SETTLED.replace("xo", "x.", 1)), black) is None


def test_no_eye_of_ones_own_is_filled_and_nobody_crawls_along_an_edge_alone() -> None:
    assert candidates(GO, lying(SETTLED)) == [PASS]
    edges = {name for name in candidates(GO, started()) if name[0] in "abhj" or name[1] in "1289"}
    assert not edges
    assert "a5" in candidates(GO, played("c5"))
    assert "a1" not in candidates(GO, played("c5"))
    assert PASS not in candidates(GO, played("c5 pass"))


def test_looking_ahead_two_passes_end_nothing() -> None:
    # What to say of dead stones is known without; what lives shows when it is played on.
    assert candidates(GO, marked()) == ["resume"]


def test_who_can_only_fill_eyes_passes() -> None:
    assert candidates(GO, lying("x" * 8 + "." + "x" * 71 + ".")) == [PASS]


def test_after_play_was_resumed_stones_are_taken_that_would_count_as_alive() -> None:
    position = GO.play(marked(), 0, "resume", Luck(bytes(16), "")).position

    assert position.is_resumed
    assert solution(GO, position, 0) is None
    # If both passed now, nothing would be dead: that suits White, and so it would be over.
    passed = position.with_pass()
    assert passed.with_pass().phase == OVER
    assert solution(GO, passed, 1) == PASS
