"""A tournament that somebody wants to set up in words of their own: `Set up a tournament of Hex`."""

from __future__ import annotations

import re
from typing import Any

from pbmserv.commands.accounts.first_game import USUAL
from pbmserv.commands.requests.context import Call
from pbmserv.commands.run.parser import Action, CommandFields, action_of
from pbmserv.commands.run.personal_wishes import Asked
from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.language.words import Word
from pbmserv.play.board import Player
from pbmserv.play.game_wanted import games_in, is_denied, options_in
from pbmserv.play.games_in_sentences import in_figures

_LONGEST = 200
"""The longest request, in characters."""
_MOST_NAMES = 20
"""How many names are tried for a new tournament."""
_SETTING_UP = re.compile(
    r"\b(?:set(?:ting)? up|sets up|creat\w+|start\w*|open\w*|organi[sz]\w+|arrang\w+|host\w*|mak(?:e|ing)|begin\w*"
    r"|run|(?:let['’]?s|can we|could we|shall we|we should|want to|like to) (?:have|hold|do)|veranstalt\w*|richte\w*"
    r"|gründe\w*|erstell\w*|mache\w*|cr[ée]e\w*|lance\w*|crea\w*|cria\w*|monta\w*|mett\w*|opzetten|maken|maak|созда\w+"
    r"|устро\w+|начн\w+|начать|провести|организ\w+)\b",
    re.IGNORECASE,
)
_A_NEW_ONE = re.compile(
    r"\b(?:an?|another|new|our own|my own|eine?n?|neue[ns]?|une?|nouveau|nuevo|otro|nuovo|um|novo|een|nieuw|новый)\s+"
    r"(?:[\w-]{1,20}\s+){0,3}?[\w-]{0,20}(?:tourn[ae]y|tournament|turnier|tournoi|torneo|torneio|toernooi|league|liga)\b"
    r"|\bсозда\w+\s+турнир|\bустро\w+\s+турнир|\bпровести\s+турнир|\bорганиз\w+\s+турнир",
    re.IGNORECASE,
)
"""What is set up, and not one that is there: `a hex tournament`, `ein Hex-Turnier`."""

_PLAYERS = re.compile(
    r"(?<![\w.])(\d{1,3})\s+(?:players?|people|persons?|of us|friends|spieler\w*|leute\w*|personen|joueurs|personnes"
    r"|jugadores|personas|giocatori|persone|jogadores|pessoas|spelers|игрок\w*|участник\w*)(?!\w)",
    re.IGNORECASE,
)
"""For how many it is."""


def new_tournament(call: Call, text: str, player: Player, usual: Game[Any] | None) -> Asked | None:
    """The tournament that a text wants to set up, with the question; of the game `usual` if it names none.

    What the game or the player lacks for it is told in place of the question.
    """
    is_wanted = len(text) <= _LONGEST and _SETTING_UP.search(text) and _A_NEW_ONE.search(text)
    if not is_wanted or is_denied(text):
        return None
    named = games_in(text, call.catalogue)
    game = named[0] if len(named) == 1 else usual or call.catalogue.get(USUAL)
    name = _free_name(call, game) if game and 2 in game.seats else ""
    if game is None or not name or len(named) > 1:
        fields = CommandFields("help", ("tournament", "create"))
        action = action_of(fields, None, call.catalogue, call.commands)
        return Asked(action, player, "", True) if isinstance(action, Action) else None
    players = _PLAYERS.search(in_figures(text))
    options = (*options_in(text, game), *([f"--players={players[1]}"] if players else []))
    fields = CommandFields(
        "tournament create",
        (game.word, name),
        claim=Claim(player.userid, None),
        typed=tuple(map(Word, options)),
    )
    action = action_of(fields, None, call.catalogue, call.commands)
    begins = (
        Message("It begins as soon as {players} have joined.", players=players[1])
        if players
        else Message("It begins in a week, with at least three players.")
    )
    question = Message(
        "Shall a tournament of {game} be set up, {player}? Everybody can join it, and you are in it from the start."
        " {begins} To give it another name, answer with the command below, and the name at its end. The command for"
        " that is:",
        game=game.name,
        player=player.userid,
        begins=begins,
    )
    return Asked(action, player, question if isinstance(action, Action) else "", True)


def _free_name(call: Call, game: Game[Any]) -> str:
    """A name for a new tournament that no other has; empty if none is found."""
    names = (f"{game.word}-cup", *(f"{game.word}-cup-{number}" for number in range(2, _MOST_NAMES)))
    return next((name for name in names if call.work.tournaments.named(name) is None), "")
