"""A bot client that asks external engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbmserv.engines.engine import choose
from pbmserv.engines.program import EngineFault
from pbmserv.games.catalogue import installed
from pbmserv.running.yield_to_requests import Precedence
from pbmserv.setting_values import Engine
from pbmserv.thinking.bot_client import MOVE, BotClient, Failed, Stopped
from pbmserv.thinking.bot_view import BotView


class BotClientWithEngines(BotClient):
    """Asks an engine for the moves of the bot named after it; otherwise a `BotClient`.

    The other arguments are a `BotClient`'s; an engine has its own limits.
    """

    def __init__(
        self,
        engines: Sequence[Engine],
        seconds: int,
        megabytes: int,
        stopping: Callable[[], bool] = lambda: False,
        precedence: Precedence | None = None,
    ) -> None:
        super().__init__(seconds, megabytes, stopping, precedence)
        self._engines = {engine.name: engine for engine in engines}

    def ask(self, what: str, question: BotView, meanwhile: Callable[[], None] = lambda: None) -> str | bool:
        engine = self._engines.get(question.level) if what == MOVE else None
        if engine is None:
            return super().ask(what, question, meanwhile)

        def look() -> None:
            if self._stopping():
                raise Stopped
            meanwhile()

        game = installed()[question.game].rules_of(question.version)
        try:
            return choose(engine, game, game.load(question.seen), question.seat, look)
        except EngineFault as fault:
            raise Failed(str(fault)) from fault
