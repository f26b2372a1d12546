"""A game of go as SGF: Smart Game Format, FF 4 (A. Hollosi, red-bean.com/sgf)."""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.games.boards.grids import Grid
from pbmserv.games.game_file import PlayedGame, node, root_of, sgf, sgf_point, sgf_result
from pbmserv.games.go.counting import area, halves, lead
from pbmserv.games.go.marking import made
from pbmserv.games.go.rules import MARKING, OVER, Position

RULES = "area scoring, positional superko, no suicide"


def written(played: PlayedGame, start: Position, board: Grid) -> str:
    """The game; what was said about dead stones stands in comments, the territory at the end of what was counted."""
    made_of = [*_nodes(played, start, board)]
    nodes, end = [each for each, _ in made_of], made_of[-1][1] if made_of else start
    size, by = board.width, halves(abs(lead(end))) if end.phase == OVER else ""
    handicap = [sgf_point(place, size) for place in start.places_of("x")]
    root = root_of(1, size, played, sgf_result(played, by)) | {
        "KM": halves(start.komi),
        "RU": RULES,
        "HA": str(len(handicap)) if handicap else [],
        "AB": handicap,
        "PL": "W" if handicap else [],
    }
    if end.phase == OVER:
        owned: tuple[list[str], list[str]] = ([], [])
        standing = end.without(end.dead)
        for place, owner in enumerate(area(end).owners):
            if owner is not None and standing[place] == ".":
                owned[owner].append(sgf_point(place, size))
        nodes.append(node({"TB": owned[0], "TW": owned[1], "C": played.reason}))
    return sgf([node(root), *nodes])


def _nodes(played: PlayedGame, start: Position, board: Grid) -> Iterator[tuple[str, Position]]:
    """A node for each move, and the position that it leads to."""
    position = start
    for seat, move in played.moves:
        colour = "BW"[seat]
        if position.phase == MARKING:
            position = made(position, board, move)
            yield node({"C": f"{played.players[seat]}: {move}"}), position
        elif move == "pass":
            position = position.with_pass()
            yield node({colour: ""}), position
        else:
            place = board.place_of[move]
            position = position.with_stone(place)
            yield node({colour: sgf_point(place, board.width)}), position
