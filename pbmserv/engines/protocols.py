"""Which games an engine's protocol supports."""

from __future__ import annotations

from typing import Any

from pbmserv.games.base import Game
from pbmserv.setting_values import Engine


def plays(engine: Engine, game: Game[Any]) -> bool:
    if engine.protocol == "uci":
        return type(game).in_uci is not Game.in_uci
    if engine.protocol == "usi":
        return type(game).in_usi is not Game.in_usi
    return type(game).in_gtp is not Game.in_gtp
