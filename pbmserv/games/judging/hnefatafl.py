"""Hnefatafl: men, the moves that the king needs to escape, and who stands around him."""

from __future__ import annotations

from pbmserv.games.boards.grids import EMPTY, STRAIGHT
from pbmserv.games.hnefatafl import ATTACKER, DEFENDER, KING, WHITE, Hnefatafl, Position
from pbmserv.games.judging import shares, shares_of

ESCAPES = {1: 3.0, 2: 1.0, 3: 0.3}
"""What it is worth to White that the king is so many moves from a goal."""
BESIDE = 0.5
"""What a man beside the king is worth to Black."""


def judge(game: Hnefatafl, position: Position) -> tuple[float, float]:
    """What both seats may expect."""
    board, standing = game.board(position), position.standing
    king = standing.index(KING)
    moves, ways_out = _to_goal(game, position, king)
    if moves == 1 and (position.next_seat == WHITE or ways_out > 1):
        return shares_of(WHITE, 6 if position.next_seat == WHITE else 4)
    # At the start there are twice as many attackers as defenders.
    lead = standing.count(DEFENDER) - standing.count(ATTACKER) / 2
    lead += ESCAPES.get(moves, 0.0)
    lead -= BESIDE * sum(standing[ray[0]] == ATTACKER for ray in (board.rays[king][way] for way in STRAIGHT) if ray)
    return shares(-lead / 2, position.next_seat, 0.12)


def _to_goal(game: Hnefatafl, position: Position, king: int) -> tuple[int, int]:
    """In how many moves the king could reach a goal if nobody else moved, at most 4; and how many goals."""
    board, standing = game.board(position), position.standing
    reached, edge = {king}, {king}
    for moves in range(1, 4):
        found = set()
        for place in edge:
            for way in STRAIGHT:
                for each in board.rays[place][way]:
                    if standing[each] != EMPTY:
                        break
                    found.add(each)
        edge = found - reached
        if goals := edge & board.goals:
            return moves, len(goals)
        reached |= edge
    return 4, 0
