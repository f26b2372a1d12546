"""Hnefatafl: men, the moves that the king needs to escape, and who stands around him."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.boards.grids import EMPTY, STRAIGHT
from pbmserv.games.grid_game import Way
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


def candidates(game: Hnefatafl, position: Position) -> Sequence[str] | None:
    """The king's way to safety if it is free, for Black what bars it, and whatever captures him."""
    king, ways = position.standing.index(KING), [*game.ways(position)]
    roads = _roads(game, position, king)
    if position.next_seat == WHITE:
        worth_it = [(king, *road[-1:]) for road in roads][:1]
    else:
        beside = {ray[0] for ray in (game.board(position).rays[king][way] for way in STRAIGHT) if ray}
        near = [way for way in ways if way[1] in beside]
        worth_it = [way for way in near if KING not in game.after(position, way).standing][:1]
        if roads and not worth_it:
            bars = set.intersection(*map(set, roads))
            worth_it = [way for way in ways if way[1] in bars]
    return [game.words_of_way(position, way) for way in worth_it] or None


def _roads(game: Hnefatafl, position: Position, king: int) -> list[Way]:
    """The free squares from the king to each goal that he can reach in one move."""
    board, standing = game.board(position), position.standing
    roads: list[Way] = []
    for way in STRAIGHT:
        road: list[int] = []
        for each in board.rays[king][way]:
            if standing[each] != EMPTY:
                break
            road.append(each)
            if each in board.goals:
                roads.append(tuple(road))
                break
    return roads


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
