"""A match of backgammon as MAT, the format of Jellyfish, which GNU Backgammon and others read.

There is no standard of it: it is written as GNU Backgammon does, with what eXtreme Gammon knows in lines that begin
with a semicolon. A game is a row for a turn of each, the bar is 25, and what is borne off goes to 0. A single game is
written as one of a session, `0 point match`: in a match to one point no gammon would count.
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
"""How wide the turns of the player on the left are."""
_MARGIN = 5
"""How wide the numbers of rows are."""


class _Game(NamedTuple):
    """A game of the match: the points of both when it began, and what has happened."""

    scores: tuple[int, int]
    said: list[Said]


def written(played: PlayedGame) -> str:
    """The match, as far as it was played."""
    goal, positions = int(played.options["points"]), [*played.steps()]
    lines = [*_tags(played, positions), "", f" {goal if goal > 1 else 0} point match"]
    names = [re.sub(r"[\s:]", "_", name) for name in played.players]
    for number, game in enumerate(_games(positions), 1):
        left, right = (f"{name} : {score}" for name, score in zip(names, game.scores, strict=True))
        lines += ["", f" Game {number}", f" {left:<{_COLUMN + 2}} {right}", *_rows(game, goal)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _tags(played: PlayedGame, positions: Sequence[Position]) -> Iterator[str]:
    """What the rows do not tell."""
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
    """The games of the match."""
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
    """A game, in rows of a turn of each; who has won stands on that player's side."""
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
    """What the winner of a game has won."""
    points = int(said[2])
    ends = " and the match" if goal > 1 and game.scores[said[0]] + points >= goal else ""
    return f" Wins {counted(points, 'point')}{ends}"


def _turn(said: Said) -> str:
    """What a player has done with dice or cube."""
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
    """Each checker's way, in numbers; a way with a stop on it is told from stop to stop."""
    for way in read(words).ways:
        for start, end in zip(way.stops, way.stops[1:], strict=False):
            yield f"{start}/{end}{'*' * (end in way.hits)}"
