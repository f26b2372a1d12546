"""Bot players: the server's own, by strength, and players' programs."""

from __future__ import annotations

LEVELS = ("easy", "medium", "hard", "expert")
"""Levels of the server's own bots, weakest first. Each level is one bot in all games; each engine set up by the
operator is a further level, named after the engine.
"""

PROGRAM = "program"
"""The kind of a bot that is a player's own program and sends commands like a person."""

BOARDS = 20
"""The default limit on one player's simultaneous boards with the server's own bots."""

PREFIX = "bot-"
"""The reserved prefix of the server's own bots' names."""


def thinks_here(bot: str | None) -> bool:
    """Whether the server computes this player's moves; `bot` is a level, `PROGRAM`, or None for a person."""
    return bot is not None and bot != PROGRAM
