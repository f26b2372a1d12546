"""Portable Game Notation (S. Edwards, 1994)."""

from __future__ import annotations

from pbmserv.games.base import Options
from pbmserv.games.chess.fen import rows
from pbmserv.games.chess.notation import sans
from pbmserv.games.chess.rules import Position, start_cells
from pbmserv.games.file_parts import NotRead, Tagged
from pbmserv.games.file_reading import in_tags, is_of_draughts
from pbmserv.games.game_file import PlayedGame, counted_in_moves, result_of, seven_tags, tagged, termination

WHITE = 0
USUAL = 518


def written(played: PlayedGame, start: Position, variant: str = "") -> str:
    """A game of chess, or of a variant by its name in PGN."""
    result = result_of(played, WHITE)
    is_usual = start.cells == start_cells(USUAL)
    tags = seven_tags(played, WHITE, result)
    if variant or not is_usual:
        tags |= {"Variant": variant or "Chess960"}
    if not is_usual:
        tags |= {"SetUp": "1", "FEN": f"{rows(start.cells)} w {_rights(start)} - 0 1"}
    tags |= termination(played)
    # To claim a draw is no move on the board.
    words = sans(start, tuple(move for _, move in played.moves if move != "claim"))
    return tagged(tags, counted_in_moves(words), result)


def _rights(start: Position) -> str:
    """Who may castle at the start."""
    sides = {start[rook] for rook in start.rooks}
    return "".join(right for right, rook in (("KQ", "R"), ("kq", "r")) if rook in sides) or "-"


def read(told: Tagged, variant: str = "", only_start: Position | None = None) -> PlayedGame | None:
    """The game in a file; None if it is not chess, or not this variant of it. Raises `NotRead` for other starts.

    `only_start` is the start of a variant that has no other; the others begin as Chess960 does.
    """
    variant = variant.lower()
    said, fen = told.tags.get("Variant", "").lower(), told.tags.get("FEN", "").strip()
    if "GameType" in told.tags or said not in ((variant,) if variant else _VARIANTS) or is_of_draughts(told):
        return None
    return in_tags(told, WHITE, _options_of(fen, only_start))


def _options_of(fen: str, only_start: Position | None) -> Options:
    if only_start is None:
        return {"position": _number_of(fen) if fen else USUAL}
    if fen and fen.split()[0] != rows(only_start.cells):
        raise NotRead("The game begins with a position (FEN) that is not the start of this variant.")
    return {}


def _number_of(fen: str) -> int:
    """The Chess960 number of a start by FEN. Raises `NotRead` for other positions."""
    given, *others = fen.split()
    for number in range(960):
        # What may castle is told in two ways, and everybody may.
        if (
            rows(start_cells(number)) == given
            and others[:1] == ["w"]
            and len({*others[1]} if len(others) > 1 else ()) == 4
        ):
            return number
    raise NotRead("The game begins with a position (FEN) that is none of the 960 starts of Chess960.")


_VARIANTS = ("", "standard", "chess", "chess960", "chess 960", "fischerandom", "fischerrandom", "from position")
