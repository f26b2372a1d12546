"""A first game with the server itself, which newcomers begin by one word.

A stranger gets it as an invitation in the operator's name, bound to their address. A player answers the welcome.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from pbmserv.commands.accounts.first_game import weakest_bot
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.passwords import digest_of, new_code
from pbmserv.commands.starting.challenges import Challenge
from pbmserv.commands.starting.invitations import PLACE
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.storage.invitations import Guest, Invitation
from pbmserv.storage.players import folded
from pbmserv.stored_names import document_of

GOOD_FOR = timedelta(days=7)
_GREETING = "greeting"
"""Marks such an invitation among what is stored of its challenge."""


def greet(call: Call, game: Game[Any]) -> str:
    """Offer a game to the stranger who has written; return the code that accepts it from their address."""
    address, code = call.credential.address or "", new_code()
    guest = Guest(digest_of(code), 0, address, call.work.invitations.hash_of(folded(address)))
    call.work.invitations.add(game.word, None, _challenge(call, game), [guest], call.at + GOOD_FOR)
    return code


def is_greeting(invitation: Invitation) -> bool:
    return bool(invitation.challenge.get(_GREETING))


def with_game(call: Call, invitation: Invitation, word: str) -> Invitation:
    """The same offer of another game. Raises `Refusal` if no bot plays it."""
    game = call.catalogue[word]
    if not weakest_bot(call, game):
        raise Refusal(
            Message("The server itself does not play {game}. Answer with the name of another game.", game=game.name)
        )
    return replace(invitation, game=word, challenge=_challenge(call, game))


def _challenge(call: Call, game: Game[Any]) -> dict[str, Any]:
    options = {option.name: option.default for option in Challenge.options}
    given = ParsedArgs({"userid": (PLACE, weakest_bot(call, game))}, options=options)
    return {"given": document_of(given), "words": "", _GREETING: True}
