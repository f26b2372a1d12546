"""Letters for programs: JSON in the API's shapes, described in `help/json.txt`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pbmserv.letters import shapes
from pbmserv.play.board_data import board_data

if TYPE_CHECKING:
    from pbmserv.letters.letter import Letter
    from pbmserv.letters.page import BoardPage

VERSION = 1


def text_for_programs(letter: Letter) -> str:
    """A letter as JSON: its text, and what its reader may know of its boards."""
    alone = ((letter.page, letter.reply_to),) if letter.page else ()
    boards = [(each.page, each.reply_to) for each in letter.boards] or alone
    told = shapes.LetterForPrograms(
        version=VERSION,
        reader=letter.player.userid if letter.player else None,
        subject=str(letter.subject),
        text=letter.text,
        reply_to=letter.reply_to,
        boards=[board for page, reply_to in boards if (board := _board(page, reply_to))],
    )
    return msgspec.json.format(shapes.as_json(told), indent=1).decode() + "\n"


def _board(page: BoardPage, reply_to: str | None) -> shapes.BoardInLetter | None:
    view, seen = page.view, page.seen.stored() if page.seen else None
    if view is None:
        return None
    facts = view.board
    return shapes.BoardInLetter(
        occasion=facts.occasion,
        by=facts.by,
        board=msgspec.convert(board_data(view), shapes.Board),
        position=seen["position"] if seen else None,
        played=[
            shapes.MadeMove(move.number, move.seat, move.text, move.value, move.automatic, move.at)
            for move in facts.moves_of_turn
        ],
        happenings=[shapes.HappeningTold(what.value, player) for what, player in facts.happenings],
        notes=list(view.notes),
        comments=[shapes.CommentTold(author, words) for author, words in facts.comments],
        move_by=view.move_by,
        reply_to=reply_to,
    )
