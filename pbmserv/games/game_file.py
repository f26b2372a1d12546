"""A game as a file that the programs of its players read: SGF of go, PGN of chess, PDN of draughts, and so on.

A game says what its `file_format` is (`file_formats`), and writes a `PlayedGame` in it. Unlike our own records, such
files tell nothing of the terms of a challenge.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

RESIGNED, OUT_OF_TIME = "resigned", "out of time"
SWAP = "swap"
"""Among the moves of a game: its players exchange their seats."""
ANYBODY = -1
"""In the place of a seat: whoever's turn it is."""


@dataclass(frozen=True)
class PlayedGame:
    """What a file tells of a game.

    `title` names the board, `date` is when the game began (2026-11-22), `players` are by seats, as they sit at the
    end. `moves` are those of the game, with their seats, in canonical words, and `SWAP`; read from a file, they are
    in its words, for `Game.file_move`. `winner` is the seat that has won, None for a tie and as long as the game is
    not `is_over`; `given_up` is how a player has left the game, if one has. `steps` gives the positions after the
    moves, for games in which more happens than their players have said.
    """

    title: str
    date: str
    players: tuple[str, ...]
    options: Mapping[str, Any]
    moves: tuple[tuple[int, str], ...]
    is_over: bool = False
    winner: int | None = None
    reason: str = ""
    given_up: str = ""
    steps: Callable[[], Iterable[Any]] = tuple


def node(properties: Mapping[str, str | Sequence[str]]) -> str:
    """A node of SGF (FF 4): each property with a value, or with several; those without any are left out."""
    written = []
    for name, values in properties.items():
        listed = [values] if isinstance(values, str) else values
        if listed:
            written.append(name + "".join(f"[{_escaped(value)}]" for value in listed))
    return ";" + "".join(written)


def sgf(nodes: Iterable[str]) -> str:
    """A game of one line, from its nodes."""
    lines: list[str] = []
    for each in nodes:
        if lines and len(lines[-1]) + len(each) <= 79 and not lines[-1].startswith(";FF"):
            lines[-1] += each
        else:
            lines.append(each)
    text = "\n".join(lines)
    return f"({text})\n"


def root_of(game: int, size: int, played: PlayedGame, result: str) -> dict[str, str | Sequence[str]]:
    """What the first node of SGF tells of any game between Black, who begins, and White."""
    black, white = played.players
    return {
        "FF": "4",
        "CA": "UTF-8",
        "AP": "pbmserv",
        "GM": str(game),
        "SZ": str(size),
        "PB": black,
        "PW": white,
        "DT": played.date,
        "GN": played.title,
        "RE": result if played.is_over else [],
    }


def sgf_point(place: int, width: int) -> str:
    """A point by its letters, from the upper left corner."""
    row, column = divmod(place, width)
    return f"{chr(ord('a') + column)}{chr(ord('a') + row)}"


def sgf_result(played: PlayedGame, by: str = "") -> str:
    """Who has won, and by how much if that is counted."""
    if played.winner is None:
        return "0"
    how = {RESIGNED: "R", OUT_OF_TIME: "T"}.get(played.given_up, by)
    return f"{'BW'[played.winner]}+{how}"


def tagged(tags: Mapping[str, str], words: Iterable[str], result: str) -> str:
    """PGN: tags, and the moves in lines of at most 79 columns, with the result at their end."""
    block = "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in tags.items())
    moves = textwrap.fill(" ".join([*words, result]), 79, break_long_words=False, break_on_hyphens=False)
    return f"{block}\n\n{moves}\n"


def seven_tags(played: PlayedGame, white: int, result: str) -> dict[str, str]:
    """The tags that every such file has, in their order."""
    return {
        "Event": played.title,
        "Site": "pbmserv",
        "Date": played.date.replace("-", "."),
        "Round": "-",
        "White": played.players[white],
        "Black": played.players[1 - white],
        "Result": result,
    }


def result_of(played: PlayedGame, white: int) -> str:
    """`1-0`, `0-1`, `1/2-1/2`, or `*` for a game that is on."""
    if not played.is_over:
        return "*"
    if played.winner is None:
        return "1/2-1/2"
    return "1-0" if played.winner == white else "0-1"


def termination(played: PlayedGame) -> dict[str, str]:
    """The tag that tells how the game has come to its end, once it has."""
    if not played.is_over:
        return {}
    return {"Termination": "time forfeit" if played.given_up == OUT_OF_TIME else "normal"}


def counted_in_moves(words: Sequence[str]) -> list[str]:
    """Moves with their numbers: `1. e4`, `e5`, `2. Nf3`."""
    return [f"{number // 2 + 1}. {word}" if number % 2 == 0 else word for number, word in enumerate(words)]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
