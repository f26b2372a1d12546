"""Letters with several boards: the letter of the day, reminders, and what came of an answer to such a letter.

Each board is shown as in its own letter, without how to answer that: an answer has a line for each board. Its buttons
write to the address of the board's own letter.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pbmserv.commands.playing.letters import link_to
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import in_one
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.outcome import BoardsWait
from pbmserv.commands.requests.recipients import answering_board, answering_digest, to_players
from pbmserv.games.base import counted
from pbmserv.games.message import Message
from pbmserv.letters.board import BoardLetters
from pbmserv.letters.letter import MOST_BY_THEMSELVES, BoardOfSeveral, Letter, write
from pbmserv.letters.page import ActionLink, TextPart, measured, moved
from pbmserv.letters.times import moment
from pbmserv.letters.widths import wrapped
from pbmserv.play.board import Board
from pbmserv.play.clock import move_by
from pbmserv.play.view import BoardNews, BoardView
from pbmserv.storage.recipients import Recipient

MOST_BOARDS = 20
"""The number of boards shown; further ones are only named."""

MOST_CHARACTERS = 60_000
"""The maximum length of a letter with several boards."""

_LEFT_OUT = frozenset({"title", "record", "readers", "chance", "clock"})
"""The parts of a board's own letter that one with several leaves out."""


class BoardInDigest(NamedTuple):
    """A board of such a letter; `above` is told before all else of it."""

    board: Board
    news: BoardNews
    above: str = ""


class _Section(NamedTuple):
    parts: Sequence[TextPart]
    shown: BoardOfSeveral

    @property
    def text(self) -> str:
        return "\n".join([part.text for part in self.parts])


class Digest(NamedTuple):
    """Boards as one reader gets them, and the address that takes lines about those which are drawn."""

    reader: Recipient
    sections: Sequence[_Section]

    def below(self, head: Letter) -> Letter:
        """The letter with these boards below what another says."""
        boards = []
        for number, (parts, shown) in enumerate(self.sections):
            above = in_one([head.text, *(section.text for section in self.sections[:number]), ""])
            places = moved(measured(parts), len(above))
            boards.append(shown._replace(page=replace(shown.page, parts=tuple(places))))
        text = in_one([head.text, *(section.text for section in self.sections)])
        return replace(head, text=text, reply_to=self.reader.reply_to, boards=tuple(boards))


def of_boards_that_wait(waiting: BoardsWait, call: Call) -> list[Letter]:
    """To the player: the board's own letter if there is only one, or else one with all."""
    player = waiting.player
    reader = call.work.recipients.of([player])[player]
    if not reader.addresses:
        return []
    if len(waiting.boards) == 1 and not waiting.left:
        [(board, news)] = waiting.boards
        reader = answering_board(call, board, [reader])[player]
        link = link_to(call, board, reader.play)
        letter = BoardLetters(board, news, call.server, call.at).to(player, reader.zone, reader.reply_to, link)
        return to_players(call, {player: letter}, readers={player: reader})
    digest = digest_for(call, reader, [BoardInDigest(*each) for each in waiting.boards])
    titles = [(board.title, _remark(board, reader)) for board, _ in waiting.boards]
    titles += [(f"{call.catalogue[game].name} Board {number}", "") for game, number in waiting.left]
    named = [*((board.game.word, board.number) for board, _ in waiting.boards), *waiting.left]
    drawn = [section.shown.page.button for section in digest.sections]
    buttons = [*drawn, *(ActionLink("Show", f"{game} show {number}") for game, number in named[len(drawn) :])]
    listed = [(*title, *(button or ("", ""))) for title, button in zip(titles, buttons, strict=True)]
    head = write(
        "playing/digest",
        REMINDER.format(len(titles)) if waiting.is_reminder else OF_THE_DAY,
        says="" if waiting.is_reminder else counted(len(titles), "board"),
        userid=player.userid,
        boards=titles,
        boards_data=json.dumps(listed),
        drawn=len(digest.sections),
        is_reminder=waiting.is_reminder,
        can_reply=digest.reader.reply_to is not None,
        example=next(filter(None, (_line_for(section) for section in digest.sections)), ""),
    )
    letter = digest.below(replace(head, unasked=waiting.is_reminder))
    readers = {player: digest.reader} if waiting.is_reminder else ending(call, Kind.DAILY, [digest.reader])
    return to_players(call, {player: letter}, readers=readers)


OF_THE_DAY = "Your letter of the day"
REMINDER = "Reminder: {} boards"


def digest_for(call: Call, reader: Recipient, boards: Sequence[BoardInDigest]) -> Digest:
    """These boards as a reader gets them, as many as a letter holds."""
    sections: list[_Section] = []
    for each in boards[:MOST_BOARDS]:
        section = _section(call, each, reader)
        if sections and sum(len(drawn.text) for drawn in sections) + len(section.text) > MOST_CHARACTERS:
            break
        sections.append(section)
    drawn = [each.board for each in boards[: len(sections)]]
    return Digest(answering_digest(call, drawn, reader), sections)


def _section(call: Call, each: BoardInDigest, reader: Recipient) -> _Section:
    board, news, above = each
    reader = answering_board(call, board, [reader])[reader.player]
    letters = BoardLetters(board, news, call.server, call.at)
    letter = letters.to(reader.player, reader.zone, reader.reply_to, link_to(call, board, reader.play))
    page = letter.page
    if page is None or page.view is None:
        raise LookupError(f"the letter of {board.title} has no board")
    left_out = _LEFT_OUT | ({"answer"} if reader.reply_to else set())
    parts = [TextPart("name", f"{board.title}\n")]
    parts += [TextPart("above", f"{wrapped(above)}\n")] if above else []
    kept = [part for part in page.parts if part.kind not in left_out]
    parts += [TextPart(part.kind, letter.text[part.begin : part.end]) for part in kept]
    if reader.reply_to and (line := _line(page.view)):
        swap = f"    {board.game.word} {board.number} swap\n" if page.view.may.swap else ""
        parts.append(
            TextPart(
                "line",
                f"{Message('To move here, answer with a line like this:')}\n\n    {line}\n{swap}",
            )
        )
    links = letter.links if letter.links and len(letter.links.moves) <= MOST_BY_THEMSELVES else None
    return _Section(parts, BoardOfSeveral(page, reader.reply_to, links))


def _line(view: BoardView) -> str:
    """A line with which the reader could answer, or an empty text."""
    board, words = view.board, ""
    if view.may.vote:
        words = "accept"
    elif view.may.move and view.examples:
        words = f"{view.examples[0]}#{board.next_number}"
    return f"{board.game.word} {board.number} {words}" if words else ""


def _line_for(section: _Section) -> str:
    view = section.shown.page.view
    return _line(view) if view and section.shown.reply_to else ""


def _remark(board: Board, reader: Recipient) -> str:
    if reader.player in board.yet_to_answer and reader.player not in board.players_to_move:
        return Message("you have yet to answer")
    number, until = board.next_number, move_by(board, reader.player)
    if until is None:
        return Message("move {number}", number=number)
    return Message("move {number}, until {until}", number=number, until=moment(until, reader.zone))
