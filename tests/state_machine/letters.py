"""The letters that have to be written when a board has changed, and what may stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from pbmserv.games.base import Game, Json, Note
from pbmserv.play.board import Board
from pbmserv.play.leaving import position_to_show
from tests.state_machine.facts import Facts

WIDTH = 79
MARK_OF_OH = "o"
"""Of which drawings of Trichet are full."""


@dataclass(frozen=True)
class Change:
    """A board that has changed: what everybody knew of it and knows now, and the board itself."""

    before: Facts | None
    after: Facts
    was: Board | None
    board: Board

    @property
    def is_news(self) -> bool:
        """Whether everybody at the board has to be told."""
        return self.after.tells_news(self.before)

    @property
    def kept(self) -> int:
        """How many moves were there before and are there still."""
        if self.before is None or self.after.begins_again(self.before):
            return 0
        pairs = zip(self.before.moves, self.after.moves, strict=False)
        return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


@dataclass(frozen=True)
class Expected:
    """A letter that has to be written: to whom, with which Subject (None: any), for whose eyes (None: the public's).

    `change` is what it tells of, `comments` are the players' words that it has to hold.
    """

    to: tuple[str, ...]
    subject: str | None = None
    eyes: str | None = None
    change: Change | None = None
    comments: tuple[str, ...] = ()


def comments_on(change: Change, by: str | None, comment: str) -> tuple[str, ...]:
    """The words that a change brings to light: the sender's, and those of a hidden round that is complete."""
    made = {(move.seat, move.text) for move in change.after.moves[change.kept :]}
    hidden = [
        seat.chosen.comment
        for number, seat in enumerate(change.was.seats if change.was and change.before else ())
        if seat.chosen and seat.player.userid != by and (number, seat.chosen.text) in made
    ]
    return tuple(filter(None, [comment, *hidden]))


def answers_in_one(expected: Sequence[Expected], sender: str | None) -> list[Expected]:
    """The letters of `multiple`: what goes to the sender is in one of them."""
    others = [each for each in expected if sender not in each.to]
    eyes = next((each.eyes for each in expected if sender in each.to), None)
    return [*others, *([Expected((sender,), eyes=eyes)] if sender is not None else [])]


def lines_too_wide(text: str) -> list[str]:
    """The lines of a letter that are wider than a page, and no drawing."""
    return [line for line in text.splitlines() if len(line) > WIDTH and _is_prose(line)]


def check_view(text: str, change: Change, eyes: str | None) -> None:
    """A letter shows the position as its reader may see it, and names no hidden tile anywhere else."""
    board = change.board
    view = view_of(board, eyes)
    seen = board.game.seen_by(position_to_show(board), view)
    drawing = board.game.draw(seen, view)
    assert drawing in text, f"the board is not drawn as {eyes} may see it: {text}"
    hidden = _hidden_words(board.game, board.position, seen)
    if hidden:
        notes = [note.text for note in _notes(change) if note.seat in {None, view}]
        told = [board.game.move_form, board.game.legend(seen, view), *board.game.status(seen, view), *notes]
        told += [*_planned(change.was, eyes), *_planned(board, eyes)]
        known = _words("\n".join([*told, *(move.text for move in board.moves)]))
        leaked = (hidden & _words(text.replace(drawing, ""))) - known
        assert not leaked, f"{eyes} may not know of {leaked}: {text}"


def view_of(board: Board, eyes: str | None) -> int | None:
    return board.view_of(next((player for player in board.players if player.userid == eyes), None))


def _is_prose(line: str) -> bool:
    """Whether a line is not part of a drawing, which may be wider than a page."""
    words = re.findall(r"[A-Za-z]{3,}", line)
    return sum(set(word) != {MARK_OF_OH} for word in words) >= 3


def _planned(board: Board | None, by: str | None) -> list[str]:
    """What a player has queued on a board, in the player's own words."""
    return [str(plan) for seat in (board.seats if board else ()) if seat.player.userid == by for plan in seat.queue]


def _notes(change: Change) -> list[Note]:
    """What happened in the moves that are new."""
    return [
        note for move, played in change.board.record.steps() if move.number > change.kept for note in played.notes
    ]


def _hidden_words(game: Game[Any], position: Any, seen: Any) -> set[str]:
    """What the whole position names and the position as it is seen does not: tiles in hands, the order of a bank."""
    whole, shown = set(_texts(game.dump(position))), set(_texts(game.dump(seen)))
    return {word for text in whole - shown for word in _words(text)}


def _texts(data: Json) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, Sequence):
        for value in data:
            yield from _texts(value)


def _words(text: str) -> set[str]:
    """The words of a text; 1-2-3 and 123 are the same tile."""
    return {word.replace("-", "") for word in re.findall(r"[A-Za-z0-9-]+", text)}
