"""Matches in MAT, Jellyfish's format, which GNU Backgammon and others read.

There is no standard: we write as GNU Backgammon does, with eXtreme Gammon's tags in lines that begin with a
semicolon. Each row has a turn of each player; the bar is 25, borne off is 0. A single game is a session, `0 point
match`, as gammons would not count in a match to one point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbmserv.games.backgammon.notation import read
from pbmserv.games.backgammon.rules import CLAIMS, CONCEDES, DECLINES, HIGHEST_CUBE, WINS, Position, Said
from pbmserv.games.base import counted
from pbmserv.games.game_file import PlayedGame, result_of, termination

_COLUMN = 28
"""The width of the left player's turns."""
_MARGIN = 5
"""The width of row numbers."""


class _Game(NamedTuple):
    scores: tuple[int, int]
    said: list[Said]


def written(played: PlayedGame) -> str:
    goal, positions = int(played.options["points"]), [*played.steps()]
    lines = [*_tags(played, positions), "", f" {goal if goal > 1 else 0} point match"]
    names = [re.sub(r"[\s:]", "_", name) for name in played.players]
    for number, game in enumerate(_games(positions), 1):
        left, right = (f"{name} : {score}" for name, score in zip(names, game.scores, strict=True))
        lines += ["", f" Game {number}", f" {left:<{_COLUMN + 2}} {right}", *_rows(game, goal)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _tags(played: PlayedGame, positions: Sequence[Position]) -> Iterator[str]:
    options = played.options
    tags = {
        "Event": played.title,
        "Site": "pbmserv",
        "Player 1": played.players[0],
        "Player 2": played.players[1],
        "EventDate": played.date.replace("-", "."),
        "Variation": "NackGammon" if options["start"] == "nackgammon" else "Backgammon",
        "Crawford": "On" if options["cube"] and int(options["points"]) > 1 else "Off",
        "Jacoby": "On" if options["jacoby"] else "Off",
        "CubeLimit": str(HIGHEST_CUBE if options["cube"] else 1),
    }
    if played.is_over and not (positions and positions[-1].is_over):
        tags |= {"Result": result_of(played, 0), **termination(played)}
    for name, value in tags.items():
        quoted = value.replace('"', "'")
        yield f'; [{name} "{quoted}"]'


def _games(positions: Sequence[Position]) -> Iterator[_Game]:
    scores, game = [0, 0], _Game((0, 0), [])
    for position in positions:
        # What was offered and declined is in no such file.
        for said in (each for each in position.said if each[1] not in (CONCEDES, CLAIMS, DECLINES)):
            game.said.append(said)
            if said[1] == WINS:
                yield game
                scores[said[0]] += int(said[2])
                game = _Game((scores[0], scores[1]), [])
    if game.said or not any(scores):
        yield game


def _rows(game: _Game, goal: int) -> Iterator[str]:
    rows: list[list[str]] = []
    won = ""
    for said in game.said:
        seat = said[0]
        if said[1] == WINS and not (seat == 1 and rows and not rows[-1][1]):
            won = f"{'':{_MARGIN + seat * _COLUMN}}{_win(said, game, goal)}"
        else:
            if not rows or rows[-1][1] or (rows[-1][0] and seat == 0):
                rows.append(["", ""])
            rows[-1][seat] = _win(said, game, goal) if said[1] == WINS else _turn(said)
    for number, (left, right) in enumerate(rows, 1):
        yield f"{number:3}) {left:<{_COLUMN - 1}} {right}"
    if won:
        yield won


def _win(said: Said, game: _Game, goal: int) -> str:
    points = int(said[2])
    ends = " and the match" if goal > 1 and game.scores[said[0]] + points >= goal else ""
    return f" Wins {counted(points, 'point')}{ends}"


def _turn(said: Said) -> str:
    _, what, dice, words = said
    match what:
        case "moves":
            return f"{dice}: {' '.join(_ways(words))}"
        case "stuck":
            return f"{dice}:"
        case "doubles":
            return f" Doubles => {words}"
        case "takes":
            return " Takes"
        case _:
            return " Drops"


def _ways(words: str) -> Iterator[str]:
    for way in read(words).ways:
        for start, end in zip(way.stops, way.stops[1:], strict=False):
            yield f"{start}/{end}{'*' * (end in way.hits)}"
