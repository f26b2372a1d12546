"""The game with the server itself that newcomers begin by one word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbmserv.commands.accounts.bots import opponents
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game

USUAL = "chess"
"""The game that newcomers are offered, if it is installed."""
_ASKED = re.compile(
    r"\W*(?:(?:hi|hello|hey)[,.!]* )?"
    r"(?:(?:(?:let['’]?s|i want to|i would (?:like|love) to|i['’]d (?:like|love) to) )?(?:play )?"
    r"|(?:can|may) (?:we|i) play )"
    r"(?:(?:a game of|some) )?(\w[\w-]*)"
    r"(?:,? (?:please|pls|plz|bitte|s['’]il (?:vous|te) pla[iî]t|svp|por favor|per favore|prego|graag|alstublieft"
    r"|пожалуйста|thanks|thank you|danke|merci|gracias|grazie|спасибо))?\W*",
    re.IGNORECASE,
)


def game_asked(catalogue: Mapping[str, Game[Any]], line: str) -> Game[Any] | None:
    """The game that a line names and says nothing else of: `chess`, `I want to play chess.`"""
    found = _ASKED.fullmatch(line.strip())
    word = found[1].lower() if found else ""
    return next((game for game in catalogue.values() if word in {game.word, *map(str.lower, game.also_called)}), None)


def first_game(call: Call, line: str = "") -> Game[Any] | None:
    """The game to begin with, which the server can play: that of the line, or the usual one."""
    usual = [call.catalogue[USUAL]] if USUAL in call.catalogue else []
    asked = game_asked(call.catalogue, line)
    games = [*([asked] if asked else []), *usual, *call.catalogue.values()]
    return next((game for game in games if weakest_bot(call, game)), None)


def weakest_bot(call: Call, game: Game[Any]) -> str:
    """The name of the weakest bot that plays a game for two; empty without one."""
    return next((bot.userid for bot in opponents(call, game)), "") if 2 in game.seats else ""
