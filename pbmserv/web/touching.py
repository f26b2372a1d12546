"""What a page knows of the moves at a position before anything is touched: found once, however often it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pbmserv.games.base import Game
from pbmserv.games.picture import Shape
from pbmserv.pictures.piece_sets import shapes_in_set
from pbmserv.pictures.sides import turned_piece
from pbmserv.pictures.svg import pieces_on_a_page
from pbmserv.running.traces import log_failure
from pbmserv.web.touch_moves import Steps, steps_of, tree_of
from pbmserv.web.touchable_picture import piece_on_a_button

_A_MOVE = 300
"""Bytes that the touches of a move take, or nearly so."""


class Piece(NamedTuple):
    """A piece that a touch lays, as SVG: for scripts, and on a button."""

    drawn: str
    on_a_button: str


class Touching(NamedTuple):
    """The moves by the targets to touch, all of them as a tree for scripts, and the pieces that they lay.

    The tree is empty if they cannot be listed, or take too many bytes.
    """

    steps: Steps
    tree: str
    pieces: Mapping[str, Piece]
    is_listed: bool

    @property
    def laid(self) -> Mapping[str, Piece]:
        """The pieces that the tree names, or all single touches lay."""
        is_single = self.tree.startswith(("1", '{"":1'))
        named = {name: any(f"{sign}{name} " in self.tree for sign in "+&") for name in self.pieces}
        return {name: piece for name, piece in self.pieces.items() if named[name] or (is_single and name == ".")}

    @property
    def bytes(self) -> int:
        """Its approximate size in memory."""
        drawn = sum(len(text) for piece in self.pieces.values() for text in piece)
        return _A_MOVE * len(self.steps) + len(self.tree) + drawn


NOTHING_TO_TOUCH = Touching({}, "", {}, is_listed=False)


def touching_of(
    game: Game[Any],
    position: Any,
    seat: int,
    moves: Iterable[str] | None,
    touches: Sequence[str],
    piece_set: str,
    is_turned: bool,
) -> Touching:
    """Find what a seat can touch. If `moves` cannot be listed, only those that continue `touches` are found.

    A game (perhaps a plug-in) that fails at this is played by typing.
    """
    try:
        steps = steps_of(game, position, seat, moves, touches)
        tree = tree_of(steps, partial(game.slides, position, seat)) if moves is not None else ""
        laid = {} if game.hidden else game.new_pieces(position, seat)
        pieces = {name: _piece(name, shapes_in_set(shapes, piece_set), is_turned) for name, shapes in laid.items()}
    except Exception as error:
        log_failure("touching.failed", error, game=game.word)
        return NOTHING_TO_TOUCH
    return Touching(steps, tree, pieces, is_listed=moves is not None)


def _piece(name: str, shapes: Sequence[Shape], is_turned: bool) -> Piece:
    seen = turned_piece(shapes) if is_turned else shapes
    return Piece(pieces_on_a_page({name: seen}), piece_on_a_button(name, seen))
