"""The board that a line plays on is seen before anything is carried out, by whatever word its game is called."""

from __future__ import annotations

import pytest

from pbmserv.commands.requests.prefetch import board_of
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("hex move 101 alice secret7 d3", ("hex", 101)),
        ("HEX Queue 101 alice secret7 1 d3", ("hex", 101)),
        ("reversi move 102 alice secret7 d3", ("othello", 102)),
        ("NMM submit 7 alice secret7", ("morris", 7)),
        # These change no board, or do not say which.
        ("hex show 101", None),
        ("hex move", None),
        ("hex move now alice secret7 d3", None),
        ("nogame move 101 alice secret7 d3", None),
    ],
)
def test_a_board_is_seen_in_its_line(line: str, board: tuple[str, int] | None) -> None:
    assert board_of(line, installed(), COMMANDS) == board
