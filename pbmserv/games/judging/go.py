"""Go: what each seat surrounds, or is nearest to, once stones that can be taken at once are gone."""

from __future__ import annotations

from pbmserv.games.boards.grids import EMPTY
from pbmserv.games.go.game import Go
from pbmserv.games.go.rules import MARKING, STONES, Position, neighbours
from pbmserv.games.judging import shares

POINTS = 8
"""So many more on a board of nine by nine are a clear advantage; larger ones take more."""
FAR = 4
"""From how far a stone has a claim to a point."""


def judge(game: Go, position: Position) -> tuple[float, float]:
    """What both seats may expect."""
    standing = _without_lost(position)
    black, white = (_reached(position, standing, stone) for stone in STONES)
    lead = 0.0
    for place, there in enumerate(standing):
        if there != EMPTY:
            lead += 1 if there == STONES[0] else -1
        elif black[place] != white[place]:
            claim = 1.0 if min(black[place], white[place]) < FAR - 1 else 0.5
            lead += claim if black[place] < white[place] else -claim
    lead -= position.komi / 2
    turn = 0.0 if position.phase == MARKING else 0.5
    return shares(lead / (POINTS * position.width / 9), position.next_seat, turn)


def _without_lost(position: Position) -> str:
    """The board without chains that the seat to move can take."""
    standing, other = position.standing, STONES[1 - position.next_seat]
    lost: set[int] = set()
    for place, there in enumerate(standing):
        if there == other and place not in lost:
            chain = position.chain_at(place)
            if len(chain.liberties) == 1:
                lost.update(chain.stones)
    return "".join(EMPTY if place in lost else there for place, there in enumerate(standing)) if lost else standing


def _reached(position: Position, standing: str, stone: str) -> list[int]:
    """How many steps over free points each is from the nearest stone of a colour, up to `FAR`."""
    beside = neighbours(position.width, len(standing))
    steps = [FAR] * len(standing)
    edge = [place for place, there in enumerate(standing) if there == stone]
    for count in range(1, FAR):
        found = []
        for place in edge:
            for each in beside[place]:
                if steps[each] == FAR and standing[each] == EMPTY:
                    steps[each] = count
                    found.append(each)
        edge = found
    return steps
