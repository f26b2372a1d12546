"""What machine players are told of Go: how stones fall, what is worth a thought, when to pass, and what is dead."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.bots.luck import Luck
from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.go.game import PASS
from pbmserv.games.go.marking import MOST_PROPOSALS
from pbmserv.games.go.rules import MARKING, OVER, PLAYING, Position
from pbmserv.games.judging.go import candidates, dead_stones, shares_of, solution
from pbmserv.games.playouts.go import Goban, colour_of, filled, playout
from tests.games.go import CHANCE, GO, WALLS, marked, played, started

BEFORE_PASSES = WALLS.removesuffix(" pass pass")
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
COLOURS = {"x": 1, "o": -1, EMPTY: 0}


def lying(standing: str) -> Position:
    """A position with these stones, from the highest row down, and Black to move."""
    return replace(started(), standing=standing)


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


@settings(max_examples=60, deadline=None)
@given(seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 120))
def test_stones_fall_as_by_the_rules(seed: bytes, plies: int) -> None:
    position = reached(seed, plies)
    for place in position.places_of(EMPTY):
        board, laid = Goban(position), position.lay(place)

        assert board.lay(place, colour_of(position.next_seat)) is laid.breathes
        after = position.with_stone(place) if laid.breathes else position
        assert board.stones == [COLOURS[there] for there in after.standing]
        free = {*board.free} - ({place} if laid.breathes else set())
        assert free == {*after.places_of(EMPTY)}


@settings(max_examples=30, deadline=None)
@given(seed=st.binary(min_size=16, max_size=16), plies=st.integers(0, 120))
def test_a_board_is_filled_until_only_eyes_are_left_and_nothing_has_changed_before(seed: bytes, plies: int) -> None:
    position = reached(seed, plies)
    board, twin = Goban(position), Goban(position)

    board.fill(1, Luck(seed, "filling"))

    for colour in (1, -1):
        left = [place for place in board.free if not board.is_eye(place, colour)]
        assert not any(board.lay(place, colour) for place in left)
    assert all(abs(owner) <= 1 for owner in board.owners())
    assert Goban(position).stones == twin.stones
    # Thousands of positions are filled: none of them may hold on to what was found out on the way.
    assert "_chains" not in vars(replace(position))


def test_what_was_taken_alone_is_not_taken_back_at_once() -> None:
    # White takes the stone on e4 with one on d4, as in the help.
    position = played("d5 e5 c4 f4 d3 e3 e4")
    board = Goban(position)

    board.lay(GO.board(position).place_of["d4"], -1)

    assert names(position, (board.ko,)) == {"e4"}


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


def test_nobody_passes_as_long_as_something_is_to_be_gained() -> None:
    assert solution(GO, started(), 0) is None
    assert solution(GO, played("e5 c3 g7"), 1) is None
    # White would win by komi, but nothing is surrounded yet.
    assert solution(GO, played("pass"), 1) is None
    assert solution(GO, played("e5 c3 pass"), 1) is None


def test_who_passes_second_has_won_or_cannot_win_any_more() -> None:
    black, white = range(2)

    # Black wins by 1.5 as the walls stand: so both would have it.
    assert solution(GO, played(BEFORE_PASSES + " b2 pass"), black) == PASS
    assert solution(GO, played(BEFORE_PASSES + " pass"), white) == PASS
    # White's wall has a hole, and so nothing is counted on the right.
    assert solution(GO, played(BEFORE_PASSES.replace(" f5", " h2") + " pass"), white) is None


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
