"""Where answers to letters go: an address for each reader, which says who answers, and what.

What becomes of an answer is for `replying` to say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from pbmserv.commands.call import Call
from pbmserv.letters.letter import Letter
from pbmserv.letters.reply_address import Tag, has_room_for, tagged_address
from pbmserv.play.board import Board, Player
from pbmserv.play.meant import mark_of_move
from pbmserv.play.moments import Shown, shown
from pbmserv.store.players import REPLIES
from pbmserv.store.replies import NOBODY, Answering, Kind


def addresses_for_board(
    call: Call, board: Board, readers: Collection[Player], then: Board | None = None
) -> dict[Player, str]:
    """Where these readers answer a letter of a board: with a move if they play, else with words for all its readers.

    `then` is the board as the letter shows it, where that is as it stood earlier.
    """
    about = call.work.boards.id_of(board)
    seen = shown(then or board) if board.is_on else None
    return _addresses(call, [_of_board(board, reader, about, seen) for reader in readers])


def address_for_asker(call: Call, board: Board, then: Board | None = None) -> str | None:
    """The same for who has sent the command, as far as the letter says who that is."""
    asker = call.asker_among({*board.players, *([call.player] if call.player else [])})
    return addresses_for_board(call, board, [asker], then).get(asker) if asker else None


def address_to_say_yes(call: Call, board: Board, player: Player, move: str, kind: Kind) -> str | None:
    """Where a player says yes to a move, or answers with another one."""
    answering = Answering(kind, player, call.work.boards.id_of(board), shown(board), mark_of_move(move))
    return _addresses(call, [answering]).get(player)


def addresses_to_chat(call: Call, board: Board, readers: Collection[Player]) -> dict[Player, str]:
    """Where these readers answer what somebody has said on a board."""
    about = call.work.boards.id_of(board)
    return _addresses(call, [Answering(Kind.CHAT, reader, about) for reader in readers])


def addresses_to_author(call: Call, author: Player, readers: Collection[Player]) -> dict[Player, str]:
    """Where these readers answer a player who has written to them."""
    return _addresses(call, [Answering(Kind.MESSAGE, reader, author.id) for reader in readers])


def with_help_to_answer(call: Call, letter: Letter) -> Letter:
    """A letter whose answers are questions about the help pages, from whomever."""
    [token] = call.work.replies.tokens([Answering(Kind.HELP, NOBODY)])
    return replace(letter, reply_to=tagged_address(call.server, Tag.REPLY, token))


def _of_board(board: Board, reader: Player, about: int, seen: Shown | None) -> Answering:
    if seen is not None and reader in board.staying:
        return Answering(Kind.BOARD, reader, about, seen)
    return Answering(Kind.CHAT, reader, about)


def _addresses(call: Call, wanted: Sequence[Answering]) -> dict[Player, str]:
    """The addresses of those who have not switched replies off."""
    if not wanted:
        return {}
    chosen = call.work.players.chosen([each.player for each in wanted], REPLIES)
    may = [each for each in wanted if chosen.get(each.player, True)]
    tokens = call.work.replies.tokens(may)
    return {
        each.player: tagged_address(call.server, Tag.REPLY, token)
        for each, token in zip(may, tokens, strict=True)
        if has_room_for(call.server, token)
    }
