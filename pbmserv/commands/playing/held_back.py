"""Letters of boards that are not written, since their readers want fewer, and what the next ones tell instead."""

from __future__ import annotations

from collections.abc import Mapping

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import BoardChanged
from pbmserv.letters.board import BoardLetters
from pbmserv.play.board import Player
from pbmserv.play.letter_timing import is_urgent, notify_on_turn, with_earlier, with_missed
from pbmserv.storage.players import AT_TURNS
from pbmserv.storage.recipients import Recipient


def held_back(call: Call, happened: BoardChanged, readers: Mapping[Player, Recipient]) -> frozenset[Player]:
    """The players of a board who are not told of this at once.

    Whoever has sent the command by mail always gets an answer; whoever has done it on a page, or by a program, has
    been answered there. Watchers are told, since they have asked for the letters of this very board or game.
    """
    held = []
    for player in happened.players:
        wants = readers[player].letters
        is_own = player == call.principal.player
        if (
            wants is None
            or player in happened.earlier
            or (is_own and not is_answered_elsewhere(call, readers[player]))
        ):
            continue
        is_told = notify_on_turn if wants == AT_TURNS and not is_own else is_urgent
        if not is_told(player, happened.board, happened.news):
            held.append(player)
    return frozenset(held)


def is_answered_elsewhere(call: Call, reader: Recipient) -> bool:
    """Whether a reader who wants fewer letters has sent the command by a page or a program, and is answered there."""
    return reader.letters is not None and call.principal.signed_in == reader.player


def letters_for(call: Call, happened: BoardChanged, reader: Recipient, letters: BoardLetters) -> BoardLetters:
    """The letters by which a reader is told: `letters`, as all others are, unless they have been told less before."""
    player = reader.player
    earlier = happened.earlier.get(player)
    news = with_earlier(happened.news, earlier) if earlier else happened.news
    wants_fewer = reader.letters is not None and player != call.principal.player and player in happened.players
    if wants_fewer and happened.news.occasion == "turn":
        news = with_missed(happened.board, player, news)
    return letters if news is happened.news else BoardLetters(happened.board, news, call.server, call.at)
