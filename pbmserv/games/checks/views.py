"""Checks of what a game shows, and to whom."""

from __future__ import annotations

from typing import TypeVar

from pbmserv.games.base import Game
from pbmserv.games.checks.playthrough import Playthrough, name_of, stored_text, viewers_of

P = TypeVar("P")


PAGE_WIDTH = 79
"""The columns of a letter."""


def check_views(game: Game[P], played: Playthrough[P]) -> None:
    """Everything shown follows from what the viewer may see; hiding is idempotent."""
    for where, position in played.stages():
        for viewer in viewers_of(played):
            seen = game.seen_by(position, viewer)
            if seen is position:
                continue
            eyes = f"{where}: seen by {name_of(viewer)}"
            assert game.seen_by(seen, viewer) == seen, f"{eyes} twice, the position is another than seen once"
            for show in (game.draw, game.status, game.legend, game.picture_status, game.picture_legend):
                assert show(seen, viewer) == show(position, viewer), f"{eyes}, {show.__name__} shows something hidden"
            for seat in range(played.record.seats):
                ahead = game.advantage(seen, seat), game.advantage(position, seat)
                assert ahead[0] == ahead[1], f"{eyes}, advantage shows something hidden"
            assert game.to_move(seen) == game.to_move(position), f"{eyes}, other seats are to move"
            assert game.result(seen) == game.result(position), f"{eyes}, the result is another"
            if viewer in game.to_move(position):
                own, whole = game.legal_moves(seen, viewer), game.legal_moves(position, viewer)
                assert own == whole, f"{eyes}, the viewer's own legal moves tell of something hidden"


def check_secrets(game: Game[P], played: Playthrough[P]) -> None:
    """A game with hidden information hides some from the public and every seat; others hide nothing.

    What the players type themselves, and is taken on trust, need not be hidden.
    """
    for viewer in viewers_of(played):
        hides = any(
            stored_text(game, game.seen_by(position, viewer)) != stored_text(game, position)
            for _, position in played.stages()
        )
        where = f"{played.end[0]}: to {name_of(viewer)}"
        if game.hidden:
            assert hides or game.on_trust(played.record.options), (
                f"{where} nothing was ever hidden, though the game says that it hides things"
            )
        else:
            assert not hides, f"{where} something was hidden, though the game does not say that it hides things"


def check_drawing(game: Game[P], played: Playthrough[P]) -> None:
    """Board, status and legend are plain lines without trailing blanks; legend and tables fit the page."""
    for where, position in played.stages():
        for viewer in viewers_of(played):
            board = game.draw(position, viewer)
            assert board.strip(), f"{where}: the board for {name_of(viewer)} is empty"
            status = (*game.status(position, viewer), *game.picture_status(position, viewer))
            legend = "\n".join([game.legend(position, viewer), game.picture_legend(position, viewer)]).split("\n")
            for line in (*board.split("\n"), *status, *legend):
                assert line == line.rstrip(), f"{where}: a line for {name_of(viewer)} ends with a blank: {line!r}"
                assert not line or line.isprintable(), f"{where}: a line is not plain text: {line!r}"
            # A letter wraps sentences, but a table would fall to pieces.
            for line in (line for line in (*status, *legend) if "  " in line):
                assert len(line) <= PAGE_WIDTH, f"{where}: a line below the board is {len(line)} wide: {line!r}"


def check_width(game: Game[P], played: Playthrough[P]) -> None:
    """The board fits 79 columns."""
    for where, position in played.stages():
        for viewer in viewers_of(played):
            width = max(len(line) for line in game.draw(position, viewer).split("\n"))
            assert width <= PAGE_WIDTH, f"{where}: the board is {width} columns wide (say wide_boards if it must be)"
