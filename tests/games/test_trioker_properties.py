"""What holds in every game of Trioker, on random ones: corners match, no tile is lost, coins add up, it ends."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pbmserv.games.chance import Chance
from pbmserv.games.triangles.hands.events import Event
from pbmserv.games.triangles.hands.rules import Advance
from pbmserv.games.triangles.tiles import agree
from pbmserv.games.trioker.boards import BOARDS
from pbmserv.games.trioker.coins import Coin
from pbmserv.games.trioker.events import Drew, GaveCoin, LostTurn, Paid, Placed, Stuck
from pbmserv.games.trioker.rules import Position, start
from pbmserv.games.trioker.setup import SETUPS
from pbmserv.games.trioker.tiles import TILES
from pbmserv.games.trioker.turns import Ending
from tests.games.arranged import decline, leave, place

GAMES = st.tuples(st.sampled_from(sorted(BOARDS)), st.integers(2, 4), st.binary(min_size=16, max_size=16))
MOST_MOVES = 100


def advances(board: str, seats: int, seed: bytes, leavers: int = 0) -> list[Advance[Position]]:
    """A game of random moves, from its start to its end; some players leave on the way."""
    choices = Chance(seed, "choices")
    steps = [start(board, seats, Chance(seed, "start"))]
    while not steps[-1].position.is_over:
        assert len(steps) < MOST_MOVES
        position = steps[-1].position
        if leavers and choices.below(10) == 0:
            leavers -= 1
            steps.append(leave(position))
        elif position.may_pass and choices.below(2):
            steps.append(decline(position))
        else:
            steps.append(place(position, choices.choice(position.placements_of(position.next_seat))))
    return steps


@settings(max_examples=10)
@given(GAMES)
def test_tiles_that_meet_in_a_point_match_there(game: tuple[str, int, bytes]) -> None:
    end = advances(*game)[-1].position

    marks_at: dict[object, set[str]] = {}
    for cell, marks in end.placements:
        for vertex, mark in zip(cell.corners(), marks, strict=True):
            marks_at.setdefault(vertex, set()).add(mark)
    for meeting in marks_at.values():
        assert len(meeting - {"W"}) == 1 or meeting == {"W"}
        assert all(agree(one, other) for one in meeting for other in meeting)


@settings(max_examples=10)
@given(GAMES)
def test_tiles_lie_on_the_board_side_by_side_from_the_start_on(game: tuple[str, int, bytes]) -> None:
    end = advances(*game)[-1].position
    [first, *others] = [cell for cell, _ in end.placements]

    assert first == end.board.start
    assert {first, *others} <= end.board.printed.cells
    for number, cell in enumerate(others, 1):
        assert {other for other, _ in end.placements[:number]} & {*cell.neighbours()}


@settings(max_examples=10)
@given(GAMES, st.integers(0, 3))
def test_every_tile_is_somewhere_once(game: tuple[str, int, bytes], leavers: int) -> None:
    for step in advances(*game, leavers=leavers):
        position = step.position
        placed = [TILES.name_of(marks) for _, marks in position.placements]
        everywhere = [*placed, *position.bank, *(tile for hand in position.hands for tile in hand)]
        assert sorted(everywhere) == sorted(TILES.names)


@settings(max_examples=10)
@given(GAMES, st.integers(0, 3))
def test_coins_add_up(game: tuple[str, int, bytes], leavers: int) -> None:
    _, seats, _ = game
    points = [SETUPS[seats].purse.points] * seats

    for step in advances(*game, leavers=leavers):
        for event in step.events:
            match event:
                case Paid(payer, payee, due, paid):
                    assert paid == due or (paid < due and payer is not None and points[payer] == paid)
                    if payer is not None:
                        points[payer] -= paid
                    if payee is not None:
                        points[payee] += paid
                case GaveCoin(seat, Coin() as coin):
                    points[seat] -= coin.value
        assert step.position.points == tuple(points)
        assert min(points) >= 0


@settings(max_examples=10)
@given(GAMES, st.integers(0, 3))
def test_who_is_to_move_takes_part_has_no_turn_to_lose_and_a_tile_that_fits(
    game: tuple[str, int, bytes], leavers: int
) -> None:
    for step in advances(*game, leavers=leavers)[:-1]:
        position = step.position
        assert position.next_seat in position.active
        assert not position.lost_turns[position.next_seat]
        fitting = {TILES.name_of(marks) for _, marks in position.placements_of(position.next_seat)}
        assert fitting
        if position.drawn is not None:
            assert fitting == {position.drawn}


@settings(max_examples=10)
@given(GAMES)
def test_turns_go_round_unless_a_space_says_otherwise(game: tuple[str, int, bytes]) -> None:
    _, seats, _ = game

    for before, after in pairwise(advances(*game)):
        if after.position.is_over:
            break
        mover = before.position.next_seat
        placed = after.events[0]
        again = isinstance(placed, Placed) and placed.space is not None and placed.space.mark == "H1"
        passed_over = [event for event in after.events[1:] if _loses_the_turn(event)]
        expected = mover + (0 if again else 1) + len(passed_over)
        assert after.position.next_seat == expected % seats


def _loses_the_turn(event: Event) -> bool:
    return isinstance(event, LostTurn | Stuck) or (isinstance(event, Drew) and not event.fits)


@settings(max_examples=10)
@given(GAMES, st.integers(0, 3))
def test_a_game_ends_with_an_empty_hand_or_blocked_or_with_one_player(
    game: tuple[str, int, bytes], leavers: int
) -> None:
    end = advances(*game, leavers=leavers)[-1].position
    empty = [seat for seat in end.active if not end.hands[seat]]

    match end.ending:
        case Ending.OUT:
            assert len(empty) == 1
        case Ending.BLOCKED:
            assert not empty
            assert not end.bank
        case _:
            assert len(end.active) == 1
