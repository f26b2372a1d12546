"""The letter that answers a command which was refused: what was wrong, what was expected, an example that works."""

from __future__ import annotations

from dataclasses import replace

from pbmserv.commands.requests.asker import asker_as_reader
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Refused, Why
from pbmserv.commands.requests.reply_tokens import address_for_asker, address_to_say_yes
from pbmserv.commands.starting.challenges import Challenge
from pbmserv.commands.writing.addressing import to_sender
from pbmserv.commands.writing.dispatch import letters_of
from pbmserv.letters.board import board_letter, thread_of
from pbmserv.letters.letter import Letter, write
from pbmserv.play.board import Board, Status
from pbmserv.play.view import SHOWN
from pbmserv.storage.replies import Kind


@letters_of.register
def of_refusal(refused: Refused, call: Call) -> list[Letter]:
    """To who wrote the command."""
    board = refused.board
    drawn = _drawn(refused, board, call) if board and board.status is not Status.REMOVED else Letter("", "")
    subject = f"{board.title} Error" if board else f"{refused.game or 'pbmserv'} error"
    letter = write(
        "refusal",
        "Invalid challenge" if refused.command == Challenge.words[0] else subject,
        thread_of(board) if board else None,
        why=refused.words,
        choices=[choice for choice in refused.choices if choice not in refused.words],
        quoted=refused.line,
        answered=refused.was_answer,
        wrong_password=refused.why is Why.UNAUTHORISED,
        form=refused.form,
        example=refused.example,
        topic=refused.topic,
        board=drawn.text,
    )
    page = drawn.page.within(letter.text, drawn.text) if drawn.page else None
    return [to_sender(call, replace(letter, reply_to=drawn.reply_to, page=page))]


def _drawn(refused: Refused, board: Board, call: Call) -> Letter:
    if refused.proposed and refused.reader:
        reply_to = address_to_say_yes(call, board, refused.reader, refused.proposed, Kind.PROPOSED)
    else:
        reply_to = address_for_asker(call, board)
    zone = asker_as_reader(call).zone
    return board_letter(board, refused.reader, SHOWN, call.server, call.at, zone, reply_to)
