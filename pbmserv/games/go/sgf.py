"""Smart Game Format, FF 4 (A. Hollosi, red-bean.com/sgf), for go."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbmserv.games.boards.grids import Grid
from pbmserv.games.file_parts import NotRead, Tree, plain
from pbmserv.games.file_reading import in_nodes, laid_in, point_of
from pbmserv.games.game_file import ANYBODY, PlayedGame, node, root_of, sgf, sgf_point, sgf_result
from pbmserv.games.go.counting import area, halves, lead
from pbmserv.games.go.marking import AGREE, is_about_marking, made, one_of_each, words_of
from pbmserv.games.go.rules import MARKING, OVER, Position, started

PASS = "pass"  # noqa: S105 - a move
_IN_HUNDREDTHS = 100 * 100
"""No komi has a hundred points."""
RULES = "area scoring, positional superko, no suicide"


def written(played: PlayedGame, start: Position, board: Grid) -> str:
    """The game; proposals of dead stones are in comments, territory at the end."""
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
        cells = end.without(end.dead)
        for place, owner in enumerate(area(end).owners):
            if owner is not None and cells[place] == ".":
                owned[owner].append(sgf_point(place, size))
        nodes.append(node({"TB": owned[0], "TW": owned[1], "C": played.reason}))
    return sgf([node(root), *nodes])


def _nodes(played: PlayedGame, start: Position, board: Grid) -> Iterator[tuple[str, Position]]:
    position = start
    for seat, move in played.moves:
        colour = "BW"[seat]
        if position.phase == MARKING:
            position = made(position, board, move)
            yield node({"C": f"{played.players[seat]}: {move}"}), position
        elif move == PASS:
            position = position.with_pass()
            yield node({colour: ""}), position
        else:
            place = board.place_of[move]
            position = position.with_stone(place)
            yield node({colour: sgf_point(place, board.width)}), position


def read(told: Tree, board: Grid, komi: str, handicap: int) -> PlayedGame:
    """The game in a file, on its board size.

    Dead stones are in comments of our own files, and follow from marked territory in others.
    """
    moves: list[tuple[int, str]] = []
    is_ours = told.tag("AP").startswith("pbmserv")
    for node_of, laid in laid_in(told):
        for seat, text in laid:
            moves.append((seat, PASS if text in ("", "tt") else point_of(text, board.names, board.width)))
        said = plain(node_of.get("C", [""])[0]).rpartition(": ")[2]
        if is_ours and not laid and is_about_marking(said):
            moves.append((ANYBODY, said))
    while [text for _, text in moves[-3:]] == [PASS] * 3:
        # Who passes once both have adds nothing.
        del moves[-1]
    whose = _whose(told)
    if not is_ours and whose and [text for _, text in moves[-2:]] == [PASS, PASS]:
        moves += [(ANYBODY, whose), (ANYBODY, AGREE)]
    return in_nodes(told, {"size": str(board.width), "komi": komi, "handicap": handicap}, moves)


def komi_of(told: Tree) -> str:
    """Komi as a number without trailing zeros.

    Chinese servers count stones of two points each, some in hundredths: `3.75` and `375` are 7.5 points.
    """
    text = told.tag("KM").strip().replace(",", ".") or "0"
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{0,4})?", text, re.ASCII):
        return text
    hundredths = round(100 * float(text))
    if hundredths >= _IN_HUNDREDTHS:
        hundredths //= 100
    if hundredths % 50 == 25:
        hundredths *= 2
    return f"{hundredths / 100:g}"


def handicap_of(told: Tree, size: int, most: int) -> int:
    black = sorted(told.root.get("AB", []))
    if told.root.get("AW") or told.root.get("AE"):
        raise NotRead("The game begins with stones that are not a handicap: that cannot be taken.")
    handicap = len(black)
    if handicap <= most and black == sorted(
        sgf_point(place, size) for place in started(size, 0, handicap).places_of("x")
    ):
        return handicap
    raise NotRead("The handicap stones lie on other points than they do here.")


def dead_by(position: Position, board: Grid, text: str) -> str:
    """The dead stones by a text that assigns points to owners: those on the other's points. Other texts stay."""
    if position.phase != MARKING or not text.startswith(_WHOSE):
        return text
    areas = text.removeprefix(_WHOSE).split("/")
    points = [{point_of(point, board.names, board.width) for point in area.split()} for area in areas]
    dead = [
        place
        for area, theirs in zip(points, "ox", strict=True)
        for place in position.places_of(theirs)
        if board.names[place] in area
    ]
    return words_of(board, one_of_each(position, dead))


_WHOSE = "whose "


def _whose(told: Tree) -> str:
    last = told.nodes[-1] if told.nodes else {}
    if last.keys().isdisjoint(("TB", "TW")):
        return ""
    return _WHOSE + "/".join(" ".join(plain(point) for point in last.get(name, [])) for name in ("TB", "TW"))
