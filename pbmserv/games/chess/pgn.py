"""Portable Game Notation (S. Edwards, 1994)."""

from __future__ import annotations

from pbmserv.games.chess.fen import rows
from pbmserv.games.chess.notation import sans
from pbmserv.games.chess.rules import start_of
from pbmserv.games.file_parts import Tagged
from pbmserv.games.file_reading import NotRead, in_tags, is_of_draughts
from pbmserv.games.game_file import PlayedGame, counted_in_moves, result_of, seven_tags, tagged, termination

WHITE = 0
USUAL = 518


def written(game: PlayedGame, variant: str = "") -> str:
    """A game of chess, or of a variant by its name in PGN."""
    number = int(game.options["position"])
    result = result_of(game, WHITE)
    tags = seven_tags(game, WHITE, result)
    if variant or number != USUAL:
        tags |= {"Variant": variant or "Chess960"}
    if number != USUAL:
        tags |= {"SetUp": "1", "FEN": f"{rows(start_of(number))} w KQkq - 0 1"}
    tags |= termination(game)
    # To claim a draw is no move on the board.
    words = sans(number, tuple(move for _, move in game.moves if move != "claim"))
    return tagged(tags, counted_in_moves(words), result)


def read(told: Tagged, variant: str = "") -> PlayedGame | None:
    """The game in a file; None if it is not chess, or not this variant of it."""
    said, fen = told.tags.get("Variant", "").lower(), told.tags.get("FEN", "").strip()
    if "GameType" in told.tags or said not in ((variant.lower(),) if variant else _VARIANTS) or is_of_draughts(told):
        return None
    return in_tags(told, WHITE, {"position": _number_of(fen) if fen else USUAL})


def _number_of(fen: str) -> int:
    """The Chess960 number of a start by FEN. Raises `NotRead` for other positions."""
    given, *others = fen.split()
    for number in range(960):
        # What may castle is told in two ways, and everybody may.
        if (
            rows(start_of(number)) == given
            and others[:1] == ["w"]
            and len({*others[1]} if len(others) > 1 else ()) == 4
        ):
            return number
    raise NotRead("The game begins with a position (FEN) that is none of the 960 starts of Chess960.")


_VARIANTS = ("", "standard", "chess", "chess960", "chess 960", "fischerandom", "fischerrandom", "from position")
