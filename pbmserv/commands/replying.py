"""Answering a board letter with a move: the address that the answer goes to stands in for the password."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from pbmserv.commands.call import Call, Unauthorised
from pbmserv.games.base import Refusal
from pbmserv.letters.reply_address import reply_address
from pbmserv.play.board import Board, Player
from pbmserv.store.players import REPLIES


@dataclass(frozen=True)
class Reply:
    """An answer to a board letter: the token in the address that it went to, its first new line, and what follows.

    `body` is that as it was typed, `comment` as the other players may read it.
    """

    token: str
    line: str
    body: str = ""
    comment: str = ""


def reply_addresses(call: Call, board: Board, readers: Collection[Player]) -> dict[Player, str]:
    """Where answers of these readers go: of those who play on the board and have not switched replies off."""
    may = _who_may_reply(call, board, readers)
    return _addresses(call, call.work.replies.make(board.game.word, board.number, may) if may else {})


def known_reply_address(call: Call, board: Board, reader: Player | None) -> str | None:
    """The same for a reader who has had such a letter before, and writes from an own address; for a refusal, which
    must not change anything."""
    if reader is None or not call.is_from(reader):
        return None
    may = _who_may_reply(call, board, [reader])
    return _addresses(call, call.work.replies.known(board.game.word, board.number, may)).get(reader)


def command_of(call: Call, reply: Reply) -> str:
    """The command that a reply stands for, with the token in the place of the password.

    Raises `Refusal` where the token is not good, or the letter not from an address of the player whose it is.
    """
    holder = call.work.replies.holder(reply.token)
    if holder is None or holder.game not in call.catalogue:
        raise Unauthorised(
            "Letters of this board cannot be answered like this any more: since they were sent, replies have been"
            " switched off, or the board is gone. Write the whole command as the Subject, with your password."
        )
    if not call.sender.vouched_for or not call.is_from(holder.player):
        raise Unauthorised(
            "Only the player who got a letter can answer it with a move alone, and only from an address that its"
            " letters go to. From elsewhere, write the whole command as the Subject, with your password."
        )
    # As people write: "Move d3." is the move d3.
    line = re.sub(r"^(move|board)\s+(?=\S)", "", reply.line.strip(), flags=re.IGNORECASE).removesuffix(".")
    if not line:
        raise Refusal("There is no move in your letter: it is expected in the first line.")
    call.replier = holder.player
    return f"{holder.game} move {holder.number} {holder.player.userid} {reply.token} {line}"


def _who_may_reply(call: Call, board: Board, readers: Collection[Player]) -> list[Player]:
    playing = [reader for reader in readers if board.is_on and reader in board.staying]
    chosen = call.work.players.chosen(playing, REPLIES) if playing else {}
    return [player for player in playing if chosen.get(player, True)]


def _addresses(call: Call, tokens: dict[Player, str]) -> dict[Player, str]:
    return {player: reply_address(call.server, token) for player, token in tokens.items()}
