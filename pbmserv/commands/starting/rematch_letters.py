"""Letters about playing once more; when it begins, there are those of the new board."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.recipients import to_players
from pbmserv.commands.requests.reply_tokens import answering_rematch
from pbmserv.commands.starting.rematches import DAYS, RematchDeclined, RematchWanted
from pbmserv.letters.board import thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import named


def of_wish(wanted: RematchWanted, call: Call) -> list[Letter]:
    """To those who are asked, and to who has asked."""
    board = wanted.board
    readers = answering_rematch(call, board, call.work.readers.of(wanted.asked).values())
    letters = {
        player: _letter(wanted, call, reader.player.userid, can_reply=reader.reply_to is not None)
        for player, reader in readers.items()
    }
    asker = {wanted.player: _letter(wanted, call)}
    return [*to_players(call, letters, readers=readers), *to_players(call, asker, lambda: asker[wanted.player])]


def of_refusal(declined: RematchDeclined, call: Call) -> list[Letter]:
    """To who has said no, and to those who had said yes."""
    board = declined.board

    def letter(is_own: bool) -> Letter:
        facts = {"board": board, "by": declined.player.userid, "is_own": is_own}
        return write("rematch_declined", f"{board.title} rematch", thread_of(board), **facts)

    letters = {player: letter(is_own=False) for player in declined.told}
    own = {declined.player: letter(is_own=True)}
    return [*to_players(call, letters), *to_players(call, own, lambda: own[declined.player])]


def _letter(wanted: RematchWanted, call: Call, reader: str = "", can_reply: bool = False) -> Letter:
    """The question to a `reader`; without one, what is said to who wants a rematch."""
    board = wanted.board
    letter = write(
        "rematch",
        f"{board.title} rematch",
        thread_of(board),
        board=board,
        by=wanted.player.userid,
        reader=reader,
        seats=[player.userid for player in wanted.seats],
        waiting=named(wanted.waiting),
        words=wanted.words if reader else "",
        server=call.server,
        can_reply=can_reply,
        days=DAYS,
    )
    return replace(letter, unasked=bool(reader))
