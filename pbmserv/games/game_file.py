"""Writing of game files: SGF, PGN, PDN and others.

A game has a `file_format` (`file_formats`) and writes a `PlayedGame` in it. Unlike our own records, such files lack
the challenge's terms.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

RESIGNED, OUT_OF_TIME = "resigned", "out of time"
SWAP = "swap"
"""Among moves: the players exchange seats."""
ANYBODY = -1
"""In place of a seat: whoever is to move."""


@dataclass(frozen=True)
class PlayedGame:
    """The content of a game file.

    `title` names the board, `date` is its start (2026-11-22), `players` are by final seat. `moves` are with seats, in
    canonical notation, and may include `SWAP`; read from a file, they are in its notation (`FileFormats.file_move`).
    `winner` is a seat, None for a draw or while not `is_over`; `given_up` is how a player left. `steps` gives the
    positions after the moves, and `start` the one before, for games in which more happens than was typed.
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
    start: Callable[[], Any] = lambda: None


def node(properties: Mapping[str, str | Sequence[str]]) -> str:
    """An SGF node (FF 4); properties without values are left out."""
    written = []
    for name, values in properties.items():
        listed = [values] if isinstance(values, str) else values
        if listed:
            written.append(name + "".join(f"[{_escaped(value)}]" for value in listed))
    return ";" + "".join(written)


def sgf(nodes: Iterable[str]) -> str:
    """An SGF game on one line."""
    lines: list[str] = []
    for each in nodes:
        if lines and len(lines[-1]) + len(each) <= 79 and not lines[-1].startswith(";FF"):
            lines[-1] += each
        else:
            lines.append(each)
    text = "\n".join(lines)
    return f"({text})\n"


def root_of(game: int, size: int, played: PlayedGame, result: str) -> dict[str, str | Sequence[str]]:
    """The SGF root of a game between Black, who begins, and White."""
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
    row, column = divmod(place, width)
    return f"{chr(ord('a') + column)}{chr(ord('a') + row)}"


def sgf_result(played: PlayedGame, by: str = "") -> str:
    if played.winner is None:
        return "0"
    how = {RESIGNED: "R", OUT_OF_TIME: "T"}.get(played.given_up, by)
    return f"{'BW'[played.winner]}+{how}"


def tagged(tags: Mapping[str, str], words: Iterable[str], result: str) -> str:
    """PGN: tags, and moves in lines of at most 79 columns with the result."""
    block = tag_lines(tags)
    moves = textwrap.fill(" ".join([*words, result]), 79, break_long_words=False, break_on_hyphens=False)
    return f"{block}\n\n{moves}\n"


def tag_lines(tags: Mapping[str, str]) -> str:
    """Tags, one on a line."""
    return "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in tags.items())


def seven_tags(played: PlayedGame, white: int, result: str) -> dict[str, str]:
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
    """`1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game."""
    if not played.is_over:
        return "*"
    if played.winner is None:
        return "1/2-1/2"
    return "1-0" if played.winner == white else "0-1"


def termination(played: PlayedGame) -> dict[str, str]:
    """The tag that says how a finished game ended."""
    if not played.is_over:
        return {}
    return {"Termination": "time forfeit" if played.given_up == OUT_OF_TIME else "normal"}


def counted_in_moves(words: Sequence[str]) -> list[str]:
    """Numbered moves: `1. e4`, `e5`, `2. Nf3`."""
    return [f"{number // 2 + 1}. {word}" if number % 2 == 0 else word for number, word in enumerate(words)]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
