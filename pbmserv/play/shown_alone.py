"""What of a board only one player has been shown: the words that stand in their letters, and in nobody else's."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbmserv.play.board import Board, Player
from pbmserv.play.view import SHOWN, BoardView, BoardViews

_NAME = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


def names_in(text: str) -> frozenset[str]:
    """What may be the names of cards, tiles and moves in a text: `QS`, `3-3-4`, and of `3-3-4@1` the tile.

    They have a digit or nothing but capitals, and two characters at least, numbers three: words of people rarely look
    like that, and smaller numbers are no tiles.
    """
    return frozenset(filter(_looks_like_one, _NAME.findall(text)))


def shown_to_nobody_else(board: Board, player: Player) -> frozenset[str]:
    """The names that a player is shown on a board, and whoever only looks on is not."""
    if not board.game.hidden or not board.is_on or not board.seats_of(player):
        return frozenset()
    views = BoardViews(board, SHOWN)
    own, public = views.of(player), views.of(None)
    # The legend is there for readers who have to move: examples in it that are the same for all tell nothing.
    legends = _names_in_all((own.legend, own.picture_legend)) - names_in(board.game.legend(public.seen, None))
    return (_names_shown(own) | legends) - _names_shown(public)


def _names_shown(view: BoardView) -> frozenset[str]:
    planned = [text for plan in view.plans for text in (plan.chosen or "", *plan.queue)]
    shown = (view.drawing, *view.status, *view.picture_status, *view.notes)
    return _names_in_all((*shown, *(view.legal_moves or ()), *view.examples, *planned))


def _names_in_all(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(name for text in texts for name in names_in(text))


def _looks_like_one(name: str) -> bool:
    if name.isdigit():
        return len(name) > 2
    return len(name) > 1 and (name.isupper() or any(letter.isdigit() for letter in name))
