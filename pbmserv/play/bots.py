"""Machine players: those of the server itself, each of one strength, and programs of people's."""

from __future__ import annotations

LEVELS = ("easy", "medium", "hard", "expert")
"""How strong the server's own bots are, the weakest first; there is one of each, in all games. Beside them there may
be one for each engine that the operator has set up, whose name is its level."""

PROGRAM = "program"
"""What stands in the place of a level where somebody's own program plays, by mail or the API like a person."""

BOARDS = 20
"""On how many boards at the same time a player may play with the server's own bots, if the operator says nothing."""

PREFIX = "bot-"
"""How the names of the server's own bots begin; nobody signs up with such a name."""


def thinks_here(bot: str | None) -> bool:
    """Whether the server itself thinks for a player: `bot` is a level, `PROGRAM`, or None for a person."""
    return bot is not None and bot != PROGRAM
