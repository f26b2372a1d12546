"""Moves by configured engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbmserv.engines import gtp, uci
from pbmserv.engines.program import EngineFault, started
from pbmserv.games.base import Game, Refusal
from pbmserv.games.chance import Chance
from pbmserv.setting_values import Engine

RESIGN = "resign"


def choose(
    engine: Engine, game: Game[Any], position: Any, seat: int, meanwhile: Callable[[], None] = lambda: None
) -> str:
    """A legal move of `seat` in canonical notation, or `resign`.

    The engine's answer is checked by our rules; `meanwhile` is called now and then. Raises `EngineFault`.
    """
    if game.hidden or seat not in game.to_move(position):
        raise EngineFault(f"{engine.name} cannot be asked for a move of {game.name} here")
    text = _asked(engine, game, position, meanwhile)
    if text == RESIGN:
        return text
    try:
        return game.play(position, seat, text, Chance(bytes(16), "an engine's move")).move
    except Refusal as refusal:
        answer = "".join(char if char.isprintable() else "?" for char in text[:40])
        raise EngineFault(f'{engine.name} has answered "{answer}": {refusal.words}') from refusal


def _asked(engine: Engine, game: Game[Any], position: Any, meanwhile: Callable[[], None]) -> str:
    in_uci = game.in_uci(position) if engine.protocol == "uci" else None
    in_usi = game.in_usi(position) if engine.protocol == "usi" else None
    in_gtp = game.in_gtp(position) if engine.protocol == "gtp" else None
    with started(engine, meanwhile) as program:
        if in_uci is not None:
            return game.from_uci(position, uci.ask(program, uci.UCI, in_uci, engine.options))
        if in_usi is not None:
            return game.from_usi(position, uci.ask(program, uci.USI, in_usi, engine.options))
        if in_gtp is not None:
            return game.from_gtp(position, gtp.ask(program, in_gtp))
    raise EngineFault(f"{engine.name} cannot go on from here in {game.name}")
