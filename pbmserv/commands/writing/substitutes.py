"""The letter to somebody who is asked to take over a seat; all else is told in letters of the board."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.commands.playing.empty_seats import SeatOffered
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.reply_tokens import answering_seat
from pbmserv.commands.writing.addressing import to_players
from pbmserv.commands.writing.boards import link_to
from pbmserv.commands.writing.dispatch import letters_of
from pbmserv.letters.board import thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import in_sentence


@letters_of.register
def of_offer(offered: SeatOffered, call: Call) -> list[Letter]:
    """To who is asked."""
    board, to = offered.board, offered.to
    readers = answering_seat(call, board, call.work.readers.of([to]).values())
    letter = write(
        "seat_offered",
        f"{board.title} substitute",
        thread_of(board),
        board=board,
        by=offered.by.userid,
        left=offered.left.userid,
        reader=to.userid,
        others=in_sentence([player.userid for player in board.staying]),
        words=offered.words,
        server=call.server,
        can_reply=readers[to].reply_to is not None,
        page=link_to(call, board),
    )
    return to_players(call, {to: replace(letter, unasked=True)}, readers=readers)
