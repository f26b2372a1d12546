"""Which games an engine can be asked about: those that know its protocol."""

from __future__ import annotations

from typing import Any

from pbmserv.games.base import Game
from pbmserv.setting_values import Engine


def plays(engine: Engine, game: Game[Any]) -> bool:
    """Whether an engine can be asked for moves of a game: whether the game says what its protocol needs."""
    if engine.protocol == "uci":
        return type(game).in_uci is not Game.in_uci
    return type(game).in_gtp is not Game.in_gtp
