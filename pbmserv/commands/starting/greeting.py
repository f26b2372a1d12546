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
from pbmserv.commands.starting.invitations import PLACE, is_address
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.play.board import Player, in_sentence
from pbmserv.play.bots import PREFIX
from pbmserv.storage.invitations import Guest, Invitation, nobodys_digest
from pbmserv.storage.players import folded
from pbmserv.stored_names import document_of

GOOD_FOR = timedelta(days=7)
_GREETING = "greeting"
"""Marks such an invitation among what is stored of its challenge."""
_OTHERS = "others"
"""What is stored there if a game with other people is wanted."""


def greet(call: Call, game: Game[Any], given: ParsedArgs | None = None) -> str:
    """Offer a game to the stranger who has written; return the code that accepts it from their address.

    `given` is the challenge that they want, with themselves named first; without it the server plays. The address of
    a friend is kept beside their own, and gets a letter when they have said yes.
    """
    address, code = call.credential.address or "", new_code()
    names = [address, *(given["userid"][1:] if given else ())]
    guests = [
        Guest(
            nobodys_digest() if place else digest_of(code), place, name, call.work.invitations.hash_of(folded(name))
        )
        for place, name in enumerate(names)
        if is_address(name)
    ]
    challenge = _challenge(call, game) if given is None else _as_stored(given)
    call.work.invitations.add(game.word, None, challenge, guests, call.at + GOOD_FOR)
    return code


def is_greeting(invitation: Invitation) -> bool:
    return bool(invitation.challenge.get(_GREETING))


def others_wanted(invitation: Invitation) -> tuple[str, ...]:
    """The people with whom the stranger wants to play, by userid or mail address; none if the server plays."""
    if not invitation.challenge.get(_OTHERS):
        return ()
    addresses = {guest.place: guest.address for guest in invitation.guests}
    names = ParsedArgs.of_stored(invitation.challenge["given"])["userid"]
    return tuple(addresses.get(place, name) for place, name in enumerate(names) if place)


def challenge_wanted(invitation: Invitation, player: Player) -> ParsedArgs:
    """The challenge that the stranger wants, who is a player now."""
    given = ParsedArgs.of_stored(invitation.challenge["given"])
    return given.having(userid=(player.userid, *others_wanted(invitation)))


def question_in(call: Call, invitation: Invitation) -> Message:
    """What a greeting asks, in a sentence."""
    if others := others_wanted(invitation):
        return Message(
            "Shall a game of {game} begin, with {players}?",
            game=call.catalogue[invitation.game].name,
            players=in_sentence([*others, Message("you")]),
        )
    return Message("Would you like to play?")


def with_game(call: Call, invitation: Invitation, word: str) -> Invitation:
    """The same offer of another game. Raises `Refusal` if no bot plays it."""
    game = call.catalogue[word]
    if word == invitation.game:
        return invitation
    if others_wanted(invitation):
        # What was said of the board was said of the first game's.
        given = replace(ParsedArgs.of_stored(invitation.challenge["given"]), parameters={})
        return replace(invitation, game=word, challenge={**invitation.challenge, "given": document_of(given)})
    if not weakest_bot(call, game):
        raise Refusal(
            Message("The server itself does not play {game}. Answer with the name of another game.", game=game.name)
        )
    return replace(invitation, game=word, challenge=_challenge(call, game))


def _challenge(call: Call, game: Game[Any]) -> dict[str, Any]:
    options = {option.name: option.default for option in Challenge.options}
    given = ParsedArgs({"userid": (PLACE, weakest_bot(call, game))}, options=options)
    return {"given": document_of(given), "words": "", _GREETING: True}


def _as_stored(given: ParsedArgs) -> dict[str, Any]:
    """A challenge without any address."""
    others = given["userid"][1:]
    kept = given.having(userid=(PLACE, *(PLACE if is_address(name) else name for name in others)))
    is_of_people = any(is_address(name) or not name.lower().startswith(PREFIX) for name in others)
    return {"given": document_of(kept), "words": "", _GREETING: True, _OTHERS: is_of_people}
