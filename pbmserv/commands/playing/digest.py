"""Letters with several boards: the letter of the day, reminders, and what came of an answer to such a letter.

Each board is shown as in its own letter, without how to answer that: an answer has a line for each board. Its buttons
write to the address of the board's own letter.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any, NamedTuple

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.letters import in_one
from pbmserv.commands.requests.list_unsubscribe import Kind, ending
from pbmserv.commands.requests.outcome import BoardsWait
from pbmserv.commands.requests.recipients import answering_board, answering_digest, link_to, to_players
from pbmserv.games.message import Message, counted
from pbmserv.letters.board import BoardLetters
from pbmserv.letters.letter import MOST_BY_THEMSELVES, BoardOfSeveral, Letter, Links, write
from pbmserv.letters.page import ActionLink, TextPart, measured, moved
from pbmserv.letters.seats import against
from pbmserv.letters.times import moment
from pbmserv.letters.widths import wrapped
from pbmserv.play.board import Board
from pbmserv.play.clock import move_by
from pbmserv.play.view import BoardNews, BoardView
from pbmserv.storage.recipients import Recipient

MOST_BOARDS = 20
"""The number of boards shown; further ones are only listed."""

MOST_CHARACTERS = 60_000
"""The maximum length of a letter with several boards."""

MOST_WORDS = 3
"""The number of moves such as `claim` for which a line is shown beside that for a move."""

_SHORTEST_WORD = 4

LEFT_OUT = frozenset({"title", "record", "readers", "chance", "clock"})
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

    @property
    def facts(self) -> Mapping[str, Any]:
        """What `playing/by_lines`, which says how such a letter is answered, has to know."""
        example = next(filter(None, map(_line_for, self.sections)), "")
        return {
            "drawn": len(self.sections),
            "can_reply": self.reader.reply_to is not None,
            "example": example,
            "chat": " ".join([*example.split()[:2], "chat", "Hello"]),
        }

    def listed(self, titles: Sequence[tuple[str, str]], shows: Sequence[str]) -> str:
        """The data of a list with buttons: titles with remarks, and commands that show boards which have none.

        The boards of this letter come first.
        """
        drawn = [section.shown.page.button for section in self.sections]
        buttons = [*drawn, *repeat(None, len(titles) - len(drawn))][: len(titles)]
        rows = zip(titles, buttons, shows, strict=True)
        return json.dumps([(*title, *(button or ActionLink("Show", show))) for title, button, show in rows])

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
    boards = [*(board for board, _ in waiting.boards), *waiting.left]
    titles, shows = listed(boards, reader)
    head = write(
        "playing/digest",
        OF_THE_BOARDS if waiting.is_reminder else OF_THE_DAY,
        # One thread for each player and kind: a household may share an address.
        f"{'reminders' if waiting.is_reminder else 'day'}-{player.userid}",
        says="Reminder" if waiting.is_reminder else counted("{count} board", "{count} boards", len(titles)),
        userid=player.userid,
        boards=titles,
        boards_data=digest.listed(titles, shows),
        is_reminder=waiting.is_reminder,
        **digest.facts,
    )
    letter = digest.below(replace(head, unasked=waiting.is_reminder))
    readers = {player: digest.reader} if waiting.is_reminder else ending(call, Kind.DAILY, [digest.reader])
    return to_players(call, {player: letter}, readers=readers)


OF_THE_DAY = "Your letter of the day"
OF_THE_BOARDS = "Your boards are waiting"
"""The Subjects of all letters of the day, and of all reminders of several boards."""


def digest_for(
    call: Call, reader: Recipient, boards: Sequence[BoardInDigest], left_out: Collection[str] = LEFT_OUT
) -> Digest:
    """These boards as a reader gets them, as many as a letter holds, without these parts of their own letters."""
    sections: list[_Section] = []
    for each in boards[:MOST_BOARDS]:
        section = _section(call, each, reader, left_out)
        if sections and sum(len(drawn.text) for drawn in sections) + len(section.text) > MOST_CHARACTERS:
            break
        sections.append(section)
    drawn = [each.board for each in boards[: len(sections)]]
    return Digest(answering_digest(call, drawn, reader), sections)


def _section(call: Call, each: BoardInDigest, reader: Recipient, left_out: Collection[str]) -> _Section:
    board, news, above = each
    reader = answering_board(call, board, [reader])[reader.player]
    letters = BoardLetters(board, news, call.server, call.at)
    letter = letters.to(reader.player, reader.zone, reader.reply_to, link_to(call, board, reader.play))
    page = letter.page
    if page is None or page.view is None:
        raise LookupError(f"the letter of {board.title} has no board")
    parts = [TextPart("name", f"{board.title}\n")]
    parts += [TextPart("above", f"{wrapped(above)}\n")] if above else []
    answers = {"answer"} if reader.reply_to else set()
    kept = [part for part in page.parts if part.kind not in answers and part.kind not in left_out]
    parts += [TextPart(part.kind, letter.text[part.begin : part.end]) for part in kept]
    if reader.reply_to and (lines := _lines(page.view)):
        # How such a letter is answered stands above all boards.
        parts.append(TextPart("line", "".join([f"    {line}\n" for line in lines])))
    return _Section(parts, BoardOfSeveral(page, reader.reply_to, _few(letter.links)))


def _few(links: Links | None) -> Links | None:
    """The links of a board that show all its moves, or else those that are words: `accept`, `swap`, `claim`."""
    if links is None or len(links.moves) <= MOST_BY_THEMSELVES:
        return links
    words = tuple(filter(_is_word, links.moves))
    return Links(links.begun, words, ending=links.ending) if 0 < len(words) <= MOST_BY_THEMSELVES else None


def _is_word(move: str) -> bool:
    return len(move) >= _SHORTEST_WORD and move.isalpha()


def _lines(view: BoardView) -> Sequence[str]:
    """Lines with which the reader could answer: a move, words such as `claim`, and what answers open questions."""
    board, may, words = view.board, view.may, list[str]()
    if may.vote and board.vote is not None:
        words += [board.vote.consent, "reject"]
    if may.agree:
        words += ["substitute yes", "substitute no"]
    if may.move:
        others = [move for move in view.legal_moves or () if _is_word(move)]
        example = view.examples[:1]
        few = others if len(others) < len(view.legal_moves or ()) and len(others) <= MOST_WORDS else []
        moves = [*example, *(move for move in few if move not in example), *(["swap"] if may.swap else [])]
        words += dict.fromkeys(moves)
    return [f"{board.game.word} {board.number} {each}" for each in words]


def _line_for(section: _Section) -> str:
    view = section.shown.page.view
    return next(iter(_lines(view)), "") if view and section.shown.reply_to else ""


def what_came(call: Call, each: BoardInDigest, reader: Recipient) -> str:
    """In a few short sentences what has happened on a board, and how it stands: `You played e5. Your move.`"""
    letter = BoardLetters(each.board, each.news, call.server, call.at).to(reader.player, reader.zone)
    return letter.page.preview if letter.page else ""


def listed(boards: Sequence[Board], reader: Recipient) -> tuple[list[tuple[str, str]], list[str]]:
    """The titles of boards with remarks, and the commands that show them."""
    titles = [(against(board, reader.player), remark_on(board, reader)) for board in boards]
    return titles, [f"{board.game.word} show {board.number}" for board in boards]


def remark_on(board: Board, reader: Recipient) -> str:
    """What the reader has to do until when."""
    if reader.player in board.yet_to_answer and reader.player not in board.players_to_move:
        return Message("you have yet to answer")
    number, until = board.next_number, move_by(board, reader.player)
    if until is None:
        return Message("move {number}", number=number)
    return Message("move {number}, until {until}", number=number, until=moment(until, reader.zone))
