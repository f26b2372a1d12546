"""Positions and answers in the Go Text Protocol."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.boards.grids import EMPTY, Grid
from pbmserv.games.engine_notation import InGtp
from pbmserv.games.go.marking import AGREE, MOST_PROPOSALS, RESUME, one_of_each, stones_of, words_of
from pbmserv.games.go.rules import MARKING, STONES, Position, neighbours

COLOURS = ("black", "white")


def in_gtp(position: Position, board: Grid) -> InGtp:
    """Stone by stone, the last one last; none captures on the way, as each has a liberty at the end.

    If the last stone captured in a ko, the captured one is placed first, so that the program knows of the ko.
    """
    last = position.last[-1] if position.last and position[position.last[-1]] != EMPTY else None
    stones = [(COLOURS[STONES.index(stone)], place) for place, stone in enumerate(position.cells) if stone != EMPTY]
    stones.sort(key=lambda each: each[1] == last)
    if (taken := _taken_in_ko(position, last)) is not None:
        stones.insert(-1, (COLOURS[position.next_seat], taken))
    setup = [f"boardsize {position.width}", "clear_board", f"komi {position.komi / 2:g}"]
    setup += [f"play {colour} {board.names[place]}" for colour, place in stones]
    asks = "final_status_list dead" if position.phase == MARKING else f"genmove {COLOURS[position.next_seat]}"
    return InGtp(tuple(setup), asks)


def _taken_in_ko(position: Position, last: int | None) -> int | None:
    """The place of a single stone captured in a ko by the last stone."""
    if last is None or len(position.earlier) < 2:
        return None
    for place in neighbours(position.width, len(position.cells))[last]:
        if position[place] == EMPTY:
            laid = position.lay(place)
            if laid.captured == (last,) and laid.key == position.earlier[-2]:
                return place
    return None


def from_gtp(position: Position, board: Grid, answer: Sequence[str]) -> str:
    """A point, `pass`, or `resign`; during marking, a proposal."""
    words = [word.lower() for word in answer]
    if position.phase != MARKING:
        return " ".join(words)
    places = [
        board.place_of[word] for word in words if word in board.place_of and position[board.place_of[word]] != EMPTY
    ]
    dead = one_of_each(position, places)
    if position.proposals and stones_of(position, dead) == position.dead:
        return AGREE
    # Who cannot be agreed with is to show it on the board.
    return RESUME if position.proposals >= MOST_PROPOSALS else words_of(board, dead)
