"""Games that are decided before their last move: if they were played on, nobody would ever find another result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.chess.rules import BOARD
from pbmserv.games.chess.rules import Position as ChessPosition
from pbmserv.games.hnefatafl import ATTACKER, DEFENDER, KING, RULES, WHITE, Hnefatafl, Position
from pbmserv.games.twixt import Twixt
from tests.games.grids import started

HNEFATAFL, TWIXT = Hnefatafl(), Twixt()
MOST_POSITIONS = 3000


def rings(rules: str, choices: Random) -> Iterator[Position]:
    """Positions in which Black's men stand around some squares, with the king, a few of his men and perhaps others
    of Black's on these."""
    board = RULES[rules].board
    inner = [place for place in board.places if place not in board.edges]
    while True:
        region = {choices.choice(inner)}
        for _ in range(choices.randint(2, 12)):
            near = choices.choice(board.beside[choices.choice(sorted(region))])
            region |= {near} - board.edges
        wall = {near for place in region for near in board.beside[place]} - region - board.restricted
        lying = dict.fromkeys(wall, ATTACKER)
        king, *others = choices.sample(sorted(region), len(region))
        lying[king] = KING
        men = [place for place in others if place not in board.restricted]
        lying |= dict.fromkeys(men[: choices.randint(0, 3)], DEFENDER)
        lying |= {place: ATTACKER for place in men[3:] if choices.random() < 0.2}
        position = Position(
            board.width, "".join(lying.get(place, EMPTY) for place in board.places), WHITE, rules=rules
        )
        if not HNEFATAFL.is_open(position, wall):
            yield position


def gets_out(position: Position) -> bool | None:
    """Whether White can come to the edge by any moves, if Black makes none; None if there are too many to try."""
    seen, ahead = {position.cells}, [position]
    while ahead:
        if len(seen) > MOST_POSITIONS:
            return None
        at = ahead.pop()
        if any(at[place] in DEFENDER + KING for place in HNEFATAFL.board(at).edges):
            return True
        for way in HNEFATAFL.legal_paths(at):
            after = replace(HNEFATAFL.apply(at, way), next_seat=WHITE, earlier=(), last=())
            if after.cells not in seen:
                seen.add(after.cells)
                ahead.append(after)
    return False


def check_rings(rules: str, number: int) -> tuple[int, int]:
    """Try rings; how many were told to be a win, and in how many others White really gets out."""
    won = broken = 0
    for position in islice(rings(rules, Random(rules)), number):  # noqa: S311 - it has to be the same
        escapes = gets_out(position)
        if HNEFATAFL.is_encircled(position):
            assert not escapes, HNEFATAFL.draw(position, None)
            won += 1
        elif escapes:
            broken += 1
    return won, broken


@pytest.mark.parametrize("rules", RULES)
def test_nobody_gets_out_of_a_ring_that_has_won_in_hnefatafl(rules: str) -> None:
    won, broken = check_rings(rules, 60)

    assert won > 10
    assert broken > 3


@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_nobody_gets_out_of_any_of_many_rings(rules: str) -> None:
    assert all(number > 200 for number in check_rings(rules, 3000))


@pytest.mark.parametrize("links", ["auto", "pp"])
@pytest.mark.parametrize("seat", [0, 1])
def test_who_is_cut_off_in_twixt_joins_nothing_even_by_moving_alone_to_the_end(links: str, seat: int) -> None:
    choices, cut_off = Random(4), 0  # noqa: S311 - it has to be the same
    for _ in range(20):
        position = started(TWIXT, size=6, links=links)
        while not position.is_cut_off(seat) and not TWIXT.result(position):
            position = TWIXT.apply(position, choices.choice([*TWIXT.legal_paths(position)]))
        while position.is_cut_off(seat):
            position = replace(position, next_seat=seat)
            if TWIXT.is_stuck(position):
                cut_off += 1
                break
            position = TWIXT.apply(position, choices.choice([*TWIXT.legal_paths(position)]))
            assert not TWIXT.chain(position), TWIXT.draw(position, None)
    assert cut_off > 3


def test_no_way_to_stand_in_a_dead_position_of_chess_is_a_mate() -> None:
    choices = Random(1)  # noqa: S311 - it has to be the same
    light = [place for place in BOARD.places if (place // 8 + place) % 2]
    for pieces in ("", "B", "b", "N", "n", "BB", "Bb", "bbB"):
        for seat in (0, 1):
            for _ in range(150):
                first = choices.randrange(64)
                apart = [place for place in BOARD.places if place != first and place not in BOARD.around[first]]
                kings = (first, choices.choice(apart))
                places = choices.sample([place for place in light if place not in kings], len(pieces))
                lying = dict(zip([*kings, *places], f"Kk{pieces}", strict=True))
                cells = "".join(lying.get(place, EMPTY) for place in BOARD.places)
                position = ChessPosition(8, cells, seat)
                assert position.is_dead
                assert position.legal_moves or not position.in_check, cells


def test_pieces_that_could_mate_with_the_others_help_do_not_end_a_game_of_chess() -> None:
    for pieces in ("P", "p", "R", "r", "Q", "q", "NN", "nn", "Nn", "BN", "Bn", "bn"):
        lying = dict(zip((0, 63, 20, 42), f"Kk{pieces}", strict=False))
        assert not ChessPosition(8, "".join(lying.get(place, EMPTY) for place in BOARD.places)).is_dead
    for bishops in ("BB", "Bb", "bb"):
        lying = dict(zip((0, 63, 20, 21), f"Kk{bishops}", strict=True))
        assert not ChessPosition(8, "".join(lying.get(place, EMPTY) for place in BOARD.places)).is_dead
