"""Unsubscribing by mail (List-Unsubscribe, RFC 2369), and by one click where pages have HTTPS (RFC 8058).

Letters about boards that their reader plays on have neither: the clock would go on, and nobody would be told.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.games.base import Game
from pbmserv.games.message import Message
from pbmserv.letters.reply_address import Tag, tagged_address
from pbmserv.play.board import Board, Player
from pbmserv.storage.players import BROADCASTS
from pbmserv.storage.recipients import Recipient
from pbmserv.storage.tokens import Seal, known_key, shared_key
from pbmserv.storage.watching import ALL_BOARDS

KEY = "unsubscribe"
PATH = "/unsubscribe"
"""The page that unsubscribes."""


class Kind(StrEnum):
    BROADCASTS = "broadcasts"
    WATCHING = "watching"
    """All letters of a watched board."""
    ENDS = "ends"
    """The last letter of a watched board."""
    DAILY = "daily"
    """The letter of the day with several boards."""


class Unsubscribed(Outcome, frozen=True):
    """A player is unsubscribed: from a board, from broadcasts, or from the letter of the day."""

    written_by = "preferences.letters:of_ended_letters"

    player: Player
    game: Game[Any] | None = None
    number: int = 0
    all_boards: bool = False
    only_the_end: bool = False
    daily: bool = False


_SEALS = {kind: Seal(f"unsubscribe {kind.value}", (4, 4)) for kind in Kind}
"""The ids of player and board (0 for none)."""


def ending(
    call: Call, kind: Kind, readers: Collection[Recipient], board: Board | None = None
) -> dict[Player, Recipient]:
    """These recipients, each with an address that unsubscribes them."""
    if not readers:
        return {}
    key = shared_key(call.work.connection, KEY)
    about = call.work.boards.id_of(board) if board else 0
    return {
        reader.player: reader._replace(
            unsubscribe=addresses(call, _SEALS[kind].token(key, [reader.player.id, about]))
        )
        for reader in readers
    }


def addresses(call: Call, token: str, by_mail: str = "") -> tuple[str, ...]:
    """Where a token unsubscribes: a page, if there is one by HTTPS, and `by_mail`, or an address of its own."""
    mailto = by_mail or _mailto(call.server, token)
    web_url = call.setup.web_url
    return (f"{web_url}{PATH}?token={token}", mailto) if web_url.startswith("https:") else (mailto,)


def ends(call: Call, token: str) -> str | None:
    """What a token would end, in words; None if it is not good. Read-only."""
    key = known_key(call.work.connection, KEY)
    found = _claims(key, token) if key else {}
    for kind, (user_id, board_id) in found.items():
        named = call.work.boards.named(board_id) if board_id else None
        if call.work.players.numbered(user_id) is None or (named and named[0] not in call.catalogue):
            return None
        title = f"{call.catalogue[named[0]].name} board {named[1]}" if named else ""
        return {
            Kind.BROADCASTS: "what players write to everybody",
            Kind.WATCHING: Message("letters of {board}", board=title),
            Kind.ENDS: Message("news of the end of {board}", board=title),
            Kind.DAILY: "the letter of the day",
        }[kind]
    return None


def _claims(key: bytes, token: str) -> dict[Kind, tuple[int, ...]]:
    """The kind of letter that a token unsubscribes from, with its numbers; empty if it is not good."""
    return {kind: numbers for kind, seal in _SEALS.items() if (numbers := seal.numbers(key, token))}


def unsubscribe(call: Call, token: str, quietly: bool) -> str:
    """Unsubscribe by a token, perhaps again; return what happened.

    The player is told once, unless `quietly`, as a machine may have written. No password is needed: only the letter's
    recipient has the token.
    """
    for kind, (user_id, board_id) in _claims(shared_key(call.work.connection, KEY), token).items():
        player = call.work.players.numbered(user_id)
        if player is None:
            break
        if kind is Kind.BROADCASTS:
            return _end_broadcasts(call, player, quietly)
        if kind is Kind.DAILY:
            return _end_daily(call, player, quietly)
        named = call.work.boards.named(board_id)
        if named and named[0] in call.catalogue:
            return _end_watching(call, player, kind, named, quietly)
    return "unsubscribe: a token that is not good"


def _end_broadcasts(call: Call, player: Player, quietly: bool) -> str:
    if not call.work.players.chosen([player], BROADCASTS).get(player, True):
        return f"unsubscribe: {player.userid}, broadcasts, again"
    call.work.players.choose(player, BROADCASTS, False)
    if not quietly:
        call.outcomes.append(Unsubscribed(player))
    return f"unsubscribe: {player.userid}, broadcasts"


def _end_daily(call: Call, player: Player, quietly: bool) -> str:
    """End the letter of the day; what cannot wait still comes at once, reminders among it."""
    if call.work.daily_letters.hour_of(player) is None:
        return f"unsubscribe: {player.userid}, letter of the day, again"
    call.work.daily_letters.end(player)
    if not quietly:
        call.outcomes.append(Unsubscribed(player, daily=True))
    return f"unsubscribe: {player.userid}, letter of the day"


def _end_watching(call: Call, player: Player, kind: Kind, named: tuple[str, int], quietly: bool) -> str:
    word, number = named
    only_the_end = kind is Kind.ENDS
    what = f"{'end of ' if only_the_end else ''}{word} {number}"
    all_boards = call.work.watching.end(player, word, [ALL_BOARDS], only_the_end)
    this_board = call.work.watching.end(player, word, [number], only_the_end)
    if not all_boards and not this_board:
        return f"unsubscribe: {player.userid}, {what}, again"
    if not quietly:
        call.outcomes.append(Unsubscribed(player, call.catalogue[word], number, all_boards, only_the_end))
    return f"unsubscribe: {player.userid}, {what}{', all boards' if all_boards else ''}"


def _mailto(server: str, token: str) -> str:
    return f"mailto:{quote(tagged_address(server, Tag.UNSUBSCRIBE, token), safe='@+')}?subject=unsubscribe"
