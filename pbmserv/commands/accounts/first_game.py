"""The game with the server itself that newcomers begin by one word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbmserv.commands.accounts.bots import opponents
from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game
from pbmserv.play.game_wanted import COMPUTER_WORDS, game_proposed, is_denied
from pbmserv.play.games_in_sentences import games_named, with_sign
from pbmserv.play.yes_and_no import YES, told_by

USUAL = "chess"
"""The game that newcomers are offered, if it is installed."""
_A_GAME = "xgamex"
"""What stands in a line for the name of a game: a word that nobody writes."""
_GREETING = r"(?:(?:hi|hello|hey|hallo|bonjour|salut|hola|ciao|hoi)[,.!]* )?"
_PLEASE = (
    r"(?:,? (?:please|pls|plz|bitte|s['’]il (?:vous|te) pla[iî]t|svp|por favor|per favore|prego|graag|alstublieft"
    r"|пожалуйста|thanks|thank you|danke|merci|gracias|grazie|спасибо))?"
)
_LET_ME = r"(?:let['’]?s|i want to|i would (?:like|love) to|i['’]d (?:like|love) to|(?:can|may) (?:we|i))"
_LASS_MICH = r"(?:ich (?:möchte|will|würde)|lass(?:t)? uns|(?:können|wollen) wir|kann ich)"
_FAIS_MOI = r"(?:je (?:voudrais|veux|souhaite)|j['’]aimerais|on peut|peut-on|puis-je)"
_JEU = r"(?:(?:(?:jouer|jouons|on joue)(?: une partie)?|une partie)(?: (?:à|au|aux|de|d['’])(?: la| l['’])?)? )?"
_WISHES = (
    rf"(?:(?:{_LET_ME} )?play )?(?:(?:a (?:game|round) of|some) )?GAME",
    r"i(?:['’]d (?:like|love)| would (?:like|love)| want) (?:(?:a (?:game|round) of|some) )?GAME",
    rf"(?:{_LASS_MICH} (?:(?:gerne?|bitte) )?)?(?:(?:eine partie|eine runde|ein spiel) )?GAME(?: spielen)?",
    rf"(?:{_FAIS_MOI} )?{_JEU}GAME",
    r"(?:(?:quiero|quisiera|me gustaría|podemos|vamos a) )?jugar (?:una partida )?(?:(?:al?|de) )?GAME",
    r"(?:(?:vorrei|voglio|possiamo) )?giocare (?:una partita )?(?:(?:a|ad|agli) )?GAME",
    r"(?:ik wil(?: graag)?|laten we|kunnen we) (?:(?:een potje|een spel) )?GAME spelen",
)
_ASKED = [
    re.compile(rf"\W*{_GREETING}{wish.replace('GAME', _A_GAME)}{_PLEASE}\W*", re.IGNORECASE) for wish in _WISHES
]
_TO_PLAY = re.compile(
    r"\b(?:play|spielen|spiele|jouer|joue|jouons|jugar|juego|giocare|jogar|spelen|играть|сыграть|поиграть)\b",
    re.IGNORECASE,
)


_SERVER = re.compile(
    r"\s*\b(?:against|with|vs\.?|versus|gegen|mit|contre|avec|contra|con|contro|tegen|met)\s+"
    r"(?:(?:the|a|an|your|this|de[mnr]|einen?|einem|l['’]|le|un|una|la|el|il|de|een)\s*)?"
    rf"(?:{'|'.join(sorted(COMPUTER_WORDS))})\b",
    re.IGNORECASE,
)
"""What names the server as the opponent: `against the computer`."""


def server_asked(line: str) -> bool:
    """Whether a line asks to play with the server, and says nothing else: `I want to play against the computer`."""
    return _SERVER.search(line) is not None and _is_asked(_SERVER.sub(f" {_A_GAME}", line, count=1))


def _is_asked(line: str) -> bool:
    return any(each.fullmatch(line.strip()) for each in _ASKED)


def game_asked(catalogue: Mapping[str, Game[Any]], line: str, with_server: bool = True) -> Game[Any] | None:
    """The game that a line names and says nothing else of: `chess`, `I want to play chess`, `Ok, let's try chess!`

    Unless others are to play, it may say that the server does: `chess against the computer`.
    """
    line = _SERVER.sub("", line, count=1) if with_server else line
    named = games_named(line, catalogue)
    if len(named) != 1:
        return None
    rest = with_sign(line.strip(), named[0], _A_GAME)
    is_all = _is_asked(rest) or told_by(rest, names=[_A_GAME]) == YES or bool(game_proposed(line, catalogue))
    return catalogue[named[0].word] if is_all else None


def game_named(catalogue: Mapping[str, Game[Any]], text: str) -> Game[Any] | None:
    """The only game that a text names which denies nothing: `Othello maybe, I am a beginner`."""
    words = {each.word for each in games_named(text, catalogue, is_wanted=True)}
    return catalogue[words.pop()] if len(words) == 1 and not is_denied(text) else None


def asks_to_play(line: str) -> bool:
    """Whether a line says that its writer wants to play something."""
    return _TO_PLAY.search(line) is not None and not is_denied(line)


def first_game(call: Call, line: str = "") -> Game[Any] | None:
    """The game to begin with, which the server can play: that of the line, or the usual one."""
    usual = [call.catalogue[USUAL]] if USUAL in call.catalogue else []
    asked = game_asked(call.catalogue, line)
    games = [*([asked] if asked else []), *usual, *call.catalogue.values()]
    return next((game for game in games if weakest_bot(call, game)), None)


def weakest_bot(call: Call, game: Game[Any]) -> str:
    """The name of the weakest bot that plays a game for two; empty without one."""
    return next((bot.userid for bot in opponents(call, game)), "") if 2 in game.seats else ""
