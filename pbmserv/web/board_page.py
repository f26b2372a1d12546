"""The content of a board's page for one reader: a current, earlier or previewed position, and the possible
actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any
from urllib.parse import quote_plus, urlencode

from pbmserv.commands.boards.pictures import title_of_picture
from pbmserv.commands.boards.preview import Previewed
from pbmserv.commands.requests.outcome import Refused
from pbmserv.games.base import Game, Refusal
from pbmserv.games.message import Message
from pbmserv.games.picture import Choice
from pbmserv.language.argument_types import BoardAt, MoveText
from pbmserv.letters.columns import seat_now
from pbmserv.letters.times import moment
from pbmserv.locale.catalogs import ENGLISH, spoken, translated
from pbmserv.pictures.piece_sets import has_characters
from pbmserv.pictures.sides import has_sides, is_turned
from pbmserv.play import clock
from pbmserv.play.board import Board, Player, moves_at_once
from pbmserv.play.board_fingerprint import seen_on_a_page, tags_of
from pbmserv.play.previewing import look_ahead
from pbmserv.play.record import Move
from pbmserv.play.view import SHOWN, BoardView, BoardViews
from pbmserv.web.board_pictures import PictureCache
from pbmserv.web.board_query import BoardFacts, query_board
from pbmserv.web.drawn_notes import drawn_on
from pbmserv.web.flipping import FLIPPED, is_flipped
from pbmserv.web.move_list import Row, rows_of, table_of
from pbmserv.web.note_lines import names_of_positions
from pbmserv.web.page_context import NotThere, PageContext
from pbmserv.web.page_moves import moves_on_a_page, with_outcomes, with_signs
from pbmserv.web.talk import BoardTalk
from pbmserv.web.touch_moves import PartialMove, Steps, touch_all
from pbmserv.web.touch_questions import next_question, question_before
from pbmserv.web.touchable_picture import TouchablePicture
from pbmserv.web.touching import NOTHING_TO_TOUCH, Touching, touching_of
from pbmserv.web.tried_notes import Branch, Line, Tree, Tried, branches_from, tried_in, with_line

MOST_TOUCHES = 100
MOST_IN_A_LINE = 50
"""The maximum length of an analysed line."""
OF_THE_TABLE = ("resign", "propose", "undo", "accept", "reject")
"""Moves of every game that lead to no other position."""
ROWS_IN_SIGHT = 8
"""Rows of the list of moves on a page; where there are more, one can go to a move by its number."""
_TAG = 3
"""Letters of a position's tag in addresses, of which a page has hundreds."""
_HIGH, _BROAD, _LONG = 0.8, 1.4, 2
"""How wide a board is, relative to its height: up to the first it leaves room beside it; from the second on it takes
some from what is beside it, and from the third on all of the window's width.
"""
_LOW = 1.1
"""How high a card table is at most, relative to its width, that may be wider than others."""
_NUMBERED = {"move": "move {number}", "round": "round {number}", "stone": "stone {number}", "line": "line {number}"}
"""What lists call the moves of a game, with their numbers."""
_ANSWER = re.compile(r"if (\S+) then (\S+)")
_MOST_CHOICES = 60
"""The maximum number of choices without a place on the picture that are shown as buttons."""


@dataclass(frozen=True)
class Wanted:
    """What a request asks to see of a board, from its address.

    `after` is the move after which it is shown, None for now. `touches` are the places touched, or `move` the move
    typed. `line` is the line being analysed, None outside of analysis. `tag` tells the position after that move from
    another one after the same number of moves; `is_taken_back` if the board has gone another way since. `level` is
    that of the bots on a board that nobody has begun, with the value of an option that is not the usual one
    (`easy-7`), and empty for any other.
    """

    game: Game[Any]
    number: int
    after: int | None = None
    touches: tuple[str, ...] = ()
    move: str = ""
    line: tuple[str, ...] | None = None
    tag: str = ""
    is_taken_back: bool = False
    level: str = ""

    @property
    def place(self) -> BoardAt:
        return BoardAt(self.number, self.after)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is touched, typed or analysed, and the board is what the address was made for."""
        return not (self.touches or self.move or self.is_taken_back) and self.line is None

    @cached_property
    def board_address(self) -> str:
        """The address of the current position."""
        return f"/{self.game.word}/{self.board_word}"

    @property
    def against(self) -> str:
        """The level of the bots alone."""
        return self.level.partition("-")[0]

    @property
    def size(self) -> str:
        """The value of an option that is not the usual one, as it stands in the address."""
        return self.level.partition("-")[2]

    @property
    def board_word(self) -> str:
        """What names the board in addresses of its game."""
        return f"play/{self.level}" if self.level else str(self.number)

    @cached_property
    def address(self) -> str:
        """The address of this very view."""
        path = self.board_address if self.after is None else f"{self.board_address}/{self.after}"
        asked = [("at", self.tag)] if self.after is not None and self.tag else []
        asked += [("line", move) for move in self.line or ("",) * (self.line is not None)]
        if self.touches:
            asked.append(("touch", " ".join(self.touches)))
        if self.move:
            asked.append(("move", self.move))
        return f"{path}?{urlencode(asked)}" if asked else path

    @property
    def now(self) -> Wanted:
        """The current position."""
        return Wanted(self.game, self.number, level=self.level)

    @property
    def plain(self) -> Wanted:
        """A copy with nothing touched, typed or analysed."""
        return replace(self, touches=(), move="", line=None)

    def on(self, board: Board) -> Wanted:
        """A copy with the tag that the position has on this board now."""
        if self.after is None:
            return self
        tag = tags_of(board)[self.after][:_TAG]
        return replace(self, tag=tag, is_taken_back=self.tag not in ("", tag))

    def touching(self, touches: Sequence[str]) -> Wanted:
        """A copy with these touches."""
        return replace(self, touches=tuple(touches), move="")

    def after_touch(self, touched: Sequence[str], targets: Iterable[str]) -> dict[str, str]:
        """The address of each target, after these touches and a touch of it."""
        # There may be hundreds, and only their ends differ.
        begin = self.touching([*touched, ""]).address
        return {target: begin + _quoted(target) for target in targets}

    def trying(self, line: Sequence[str]) -> Wanted:
        """A copy with this line analysed."""
        return replace(self, line=tuple(line), touches=(), move="")


def wanted_by(asked: PageContext) -> Wanted:
    """Parse what a request asks to see. Raises `NotThere` if there is no such game."""
    game = asked.site.catalogue.get(asked.path("game"))
    if game is None:
        raise NotThere
    params = asked.http.query_params
    after = asked.http.path_params.get("after")
    line = tuple(filter(None, map(_tidy, params.getlist("line"))))[:MOST_IN_A_LINE] if "line" in params else None
    number, tag = asked.http.path_params["board"], asked.given("at")[:_TAG]
    return touched_by(asked, Wanted(game, number, after, line=line, tag=tag))


def touched_by(asked: PageContext, wanted: Wanted) -> Wanted:
    """A copy with what a request says is touched, or typed."""
    touches = tuple(asked.given("touch").split())[:MOST_TOUCHES]
    return replace(wanted, touches=touches, move=_tidy(asked.given("move")))


# The same few places on every page.
_quoted = lru_cache(maxsize=4096)(quote_plus)


def _tidy(move: str) -> str:
    return " ".join(move.split())[:500]


@dataclass(frozen=True)
class ChoiceLink:
    """A link for something to choose that has no place on the picture."""

    choice: Choice
    address: str
    is_other: bool = False
    """Whether it starts another move, or lets go what is held."""
    is_held: bool = False
    piece: str = ""
    """The piece that it lays, as SVG."""


@dataclass(frozen=True)
class BoardPage:
    """Everything on a board's page.

    `now` is the board as it is, or was after `wanted.after`; `view` is drawn: the same, or a preview. `to_confirm` is
    the move that the reader may make. `trouble` is why a move cannot be previewed. `state` is the board's id for
    events. `asks_to_confirm` is whether the reader wants to confirm what they touch.
    """

    wanted: Wanted
    board: Board
    now: BoardView
    view: BoardView
    drawn: Board
    reader: Player | None
    at: datetime
    zone: tzinfo
    walked: PartialMove
    touching: Touching
    to_confirm: str
    trouble: str
    talk: BoardTalk
    sheets: PictureCache
    state: str
    asks_to_confirm: bool = True
    colours: str = ""
    """The reader's colours of boards; empty for the usual ones."""
    piece_set: str = ""
    """The reader's set of pieces; empty for the usual one."""
    knows_game: bool = False
    """Whether the reader has played the game before."""
    is_flipped: bool = False
    """Whether the reader wants to see the board from the other side."""

    @property
    def steps(self) -> Steps:
        """The moves that can be touched."""
        return self.touching.steps

    @property
    def tree(self) -> str:
        """All moves as JSON, by the targets to touch, or nothing if they are too many."""
        return self.touching.tree

    @property
    def is_ahead(self) -> bool:
        """Whether the page shows a preview."""
        return self.drawn is not self.board and self.view is not self.now

    @property
    def is_redrawn(self) -> bool:
        """Whether the game itself draws what the touches so far come to, so that no place has to be lit."""
        return self.view is not self.now and not self.is_ahead

    @property
    def moves_at_once(self) -> bool:
        """Whether each place of the move to confirm was touched, and its player does not want to be asked.

        Nobody who touches a piece that has one move only has said that they want to make it.
        """
        is_touched = bool(self.walked.move) and self.walked.touched == self.wanted.touches
        return is_touched and self.wanted.line is None and not self.asks_to_confirm

    @property
    def words_to_confirm(self) -> str:
        """The move to confirm, in words."""
        if self.board.game.has_full_moves and (made := self.drawn.moves[len(self.board.moves) :]):
            return moves_on_a_page(self.view.board)(made[0])
        seat = seat_that_may_move(self.board, self.reader)
        if seat is None:
            return self.to_confirm
        return self.board.game.to_its_player(self.board.position, seat, self.to_confirm)

    @property
    def move_in_signs(self) -> str:
        """The same as the picture shows it."""
        return self.in_signs(self.words_to_confirm)

    def in_signs(self, move: str) -> str:
        """A move in words as the picture shows it."""
        return with_signs(move, self.board.game)

    @property
    def question(self) -> str:
        """Whether to make the move to confirm: as its game asks it, or as it says what a choice does."""
        seat = seat_that_may_move(self.board, self.reader)
        choices = self._drawn(self.now).choices if self.to_confirm.isalpha() else ()
        question = question_before(self.board, seat or 0, self.to_confirm, self.words_to_confirm, self.sheet, choices)
        return with_signs(question, self.board.game)

    @property
    def question_around_move(self) -> tuple[str, str, str]:
        """The question, parted by the notation of the move if that stands in it."""
        asked: str = translated(self.question)
        return asked.partition(str(translated(self.words_to_confirm)))

    @property
    def reader_has_moved(self) -> bool:
        """Whether the reader has made a move on this board, or chosen their first one."""
        own = self.board.seats_of(self.reader) if self.reader else ()
        has_chosen = any(self.board.seats[seat].chosen for seat in own)
        return has_chosen or any(seat_now(move) in own for move in self.board.moves)

    @property
    def awaits_reader(self) -> bool:
        """Whether the reader is to move by now, whatever position is shown."""
        own = self.board.seats_of(self.reader) if self.reader else ()
        return any(seat in self.now.board.to_move for seat in own)

    @property
    def can_touch(self) -> bool:
        """Whether the reader can make or preview a move by touch."""
        return bool(self.walked.following)

    @property
    def svg(self) -> str:
        """The picture with its touchable places."""
        words = title_of_picture(self.drawn, self.sheet.words, self.wanted.after)
        return self.sheet.svg(words, self._touches, self._marked, self._others)

    @property
    def sheet(self) -> TouchablePicture:
        """The picture alone, with its words in the language in which is written."""
        catalog = spoken()
        language = catalog.language if catalog else ENGLISH
        sheet = self._sheets.get(language)
        if sheet is None:
            sheet = self._sheets[language] = self._drawn(self.view)
        return sheet

    @cached_property
    def _sheets(self) -> dict[str, TouchablePicture]:
        """By language: a page can be written again in English."""
        return {}

    def _drawn(self, view: BoardView) -> TouchablePicture:
        return self.sheets.of(view, is_flipped=self.shows_flipped, pieces=self.piece_set)

    @property
    def shows_flipped(self) -> bool:
        """Whether the board is shown from another side than its reader's game would show it."""
        # For a player of both sides the board is not turned with each move.
        plays_both = self.reader is not None and len(self.board.seats_of(self.reader)) > 1
        would_turn = plays_both and is_turned(self.board.game, self.view.seat)
        return self.is_flipped != would_turn

    @property
    def seat_below(self) -> int | None:
        """The seat that is named below the board, where the other one of two is named above it."""
        game, reader = self.board.game, self.view.seat
        if len(self.board.seats) != 2:
            return None
        bottom = game.seat_below(reader)
        if bottom is None:
            return reader or 0
        return 1 - bottom if is_turned(game, reader, is_flipped=self.shows_flipped) else bottom

    @property
    def form_of_board(self) -> str:
        """Whether the board is so much wider than high that it needs the width of the window: `broad`, or `long`.

        `high` if it leaves room beside it; also `tall` if it has the width of a phone, and is read on below, and
        `low` if it is never so high that it could not be wider.
        """
        if self.sheet.is_read_on:
            # Whatever it shows of a game, so that the page is laid out alike after each move.
            return "tall high low" if 0 < self.sheet.highest < _LOW * self.sheet.width else "tall high"
        wider = self.sheet.width / self.sheet.height
        return "long" if wider > _LONG else "broad" if wider > _BROAD else "high" if wider < _HIGH else ""

    @cached_property
    def address_flipped(self) -> str:
        """The address of this view from the other side; empty if the players have no sides."""
        if not has_sides(self.board.game):
            return ""
        address = self.wanted.address
        return f"{address}{'&' if '?' in address else '?'}{FLIPPED}={'no' if self.is_flipped else 'yes'}"

    @cached_property
    def _touches(self) -> Mapping[str, str]:
        return self.wanted.after_touch(self.walked.touched, self.walked.following)

    @cached_property
    def _others(self) -> Mapping[str, str]:
        """The address of each touch that starts another move, or takes the place of the last touch of a whole one."""
        if not self.walked.others:
            return {}
        last = self.walked.touched[-1]
        if self.walked.move:
            # Who touches its last place, where the first one was enough, takes nothing back.
            others = self.wanted.after_touch((), (each for each in self.walked.others if each != last))
            return others | self.wanted.after_touch(self.walked.kept, self.walked.instead)
        letting_go = {} if last in self.walked.following else {last: self.back}
        return self.wanted.after_touch((), self.walked.others) | letting_go

    @property
    def _marked(self) -> Sequence[str]:
        # Once the move is drawn, the marks would only hide it.
        # What was touched a second time is as it was before.
        touched = self.walked.touched
        if not touched and self.wanted == self.wanted.now:
            return self.chosen
        return () if self.is_ahead else tuple(each for each in touched if touched.count(each) % 2)

    @property
    def chosen(self) -> Sequence[str]:
        """The places of the move that the reader has chosen, while others have yet to choose theirs."""
        seat = seat_that_may_move(self.board, self.reader)
        chosen = self.board.seats[seat].chosen if seat is not None else None
        return self.board.game.steps(self.board.position, seat or 0, chosen.text) if chosen else ()

    @cached_property
    def next_question(self) -> str:
        """What is to be touched after the touches so far."""
        tries = self.wanted.line is not None
        board = self.drawn if tries else self.board
        seat = board.to_move[0] if tries and board.to_move else seat_that_may_move(board, self.reader)
        return next_question(board, seat or 0, self.walked.touched, self.walked.following, self.sheet)

    @property
    def must_capture(self) -> bool:
        """Whether the reader has to capture now, so that the pieces that can are marked."""
        if self.wanted.after is not None or self.wanted.line is not None or self.to_confirm:
            return False
        seat = seat_that_may_move(self.board, self.reader)
        return seat is not None and self.board.game.must_capture(self.board.position, seat)

    @property
    def has_steps(self) -> bool:
        """Whether a page knows of moves that take several touches."""
        return bool(self.tree) and any(len(targets) > 1 for targets in self.steps)

    @cached_property
    def pieces(self) -> str:
        """Those pieces that scripts can lay and that stand on no button, as SVG."""
        on_buttons = {each.choice.target for each in self.choices}
        beside = (piece.drawn for name, piece in self.touching.laid.items() if name not in on_buttons)
        return "".join(beside)

    @property
    def touch_address(self) -> str:
        """The beginning of the addresses of touches, which follow in order."""
        return self.wanted.touching([""]).address

    @property
    def can_choose(self) -> bool:
        """Whether something without a place on the picture can be touched now or later in this move, for which there
        is room from the beginning: nothing moves while a piece is in the hand."""
        return bool(self.choices) or bool(self._off_picture)

    @property
    def has_one_choice(self) -> bool:
        """Whether that is one thing in a move and no more, which has room beside the name of who plays below."""
        beside = self._off_picture | {each.choice.target for each in self.choices}
        return self.seat_below is not None and len(beside) == 1

    @cached_property
    def _off_picture(self) -> set[str]:
        """What is touched in moves and has no place on the picture."""
        return set[str]().union(*self.steps) - self.sheet.places.keys()

    @cached_property
    def choices(self) -> tuple[ChoiceLink, ...]:
        """The touchable things that have no place on the picture, those that the game has words for first."""
        # What was not taken stays in sight, and what was taken can be seen, and laid down before the move is whole.
        addresses = {**self._others, **self._touches}
        if self.walked.move and self.walked.touched:
            addresses.setdefault(self.walked.touched[-1], self.wanted.touching(self.walked.touched).address)
        beside = [target for target in addresses if target not in self.sheet.places]
        before = self._drawn(self.now) if beside and self.is_ahead else self.sheet
        # A tile that the preview has taken from its tray becomes no button.
        beside = [target for target in beside if target not in before.places]
        told = {each.target: each for each in (*self.sheet.choices, *before.choices)}
        pieces = self.touching.pieces
        in_order = [target for target in told if target in beside] + [each for each in beside if each not in told]
        return tuple(
            ChoiceLink(
                told.get(target) or Choice(target, target, target),
                addresses[target],
                is_other=target not in self._touches,
                is_held=target in self.walked.touched,
                piece=pieces[target].on_a_button if target in pieces else "",
            )
            for target in in_order[:_MOST_CHOICES]
        )

    @cached_property
    def seen(self) -> str:
        """The tag that tells this page from a newer one."""
        return seen_on_a_page(self.board, self.reader)

    @property
    def begun_address(self) -> str:
        """The address of the current position, with the move that has been begun or the line that is tried out."""
        return self.wanted.address if self.wanted.after is None else self.wanted.board_address

    @property
    def back(self) -> str:
        """The address that undoes one touch or one move of the preview."""
        if self.wanted.move:
            return replace(self.wanted, move="").address
        if self.wanted.touches and self.wanted.line is not None and not self.walked.touched:
            return self.wanted.touching(()).address
        if self.wanted.touches:
            return self.wanted.touching(self.wanted.touches[:-1]).address
        if self.wanted.line:
            return self.wanted.trying(self.wanted.line[:-1]).address
        return self.wanted.plain.address

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return rows_of(self.now.board, self.words_of_moves)

    @cached_property
    def words_of_moves(self) -> Callable[[Move], str]:
        """How the moves of the board are shown."""
        return with_outcomes(self.now.board, self.board.position)

    @cached_property
    def line_tried(self) -> Line:
        """The analysed line, each move with the position on which it is made."""
        typed, words_of = self.wanted.line or (), moves_on_a_page(self.view.board)
        ahead = self._positions_ahead
        made = list[tuple[str, Tried]]()
        for move, (position, following) in zip(self._made_ahead, pairwise(ahead), strict=True):
            if made and move.automatic:
                # What follows by itself belongs to the move before.
                position, last = made.pop()
                made.append((position, last._replace(to=following)))
            else:
                made.append((position, Tried(move.text, words_of(move), following)))
        if len(made) == len(typed):
            return made
        # It cannot be played, so that its positions have no names.
        names = (ahead[0], *(f"?{number}" for number, _ in enumerate(typed)))
        return [(before, Tried(move, move, to)) for move, (before, to) in zip(typed, pairwise(names), strict=True)]

    @property
    def can_keep_line(self) -> bool:
        """Whether the analysed line leads to a position, and is not kept yet."""
        kept = (tried.move in self._tree.get(position, {}) for position, tried in self.line_tried)
        return self.is_line_played and not all(kept)

    @property
    def is_line_played(self) -> bool:
        """Whether a line is analysed that can be played."""
        return bool(self.wanted.line) and self.line_tried[-1][1].to == self.position_name

    @cached_property
    def lines_tried(self) -> tuple[Branch, ...]:
        """What the reader has tried out from the position that is shown, and what is being tried."""
        tree = with_line(self._tree, self.line_tried)
        return branches_from(tree, self._positions_ahead[0], MOST_IN_A_LINE)

    @property
    def lines_kept(self) -> int:
        """The number of lines that the reader has tried out from the position that is shown."""
        can_be_tried = bool(self._tree) and self.can_be_analysed and not self.is_ahead
        return sum(each.ends for each in self.lines_tried) if can_be_tried else 0

    def number_in_line(self, length: int, *, is_first: bool) -> str:
        """What stands before the last move of an analysed line of this length: its number in the list of moves."""
        if not self.board.game.has_full_moves:
            return f"{self.shown_after + length}."
        row, place = divmod(self._places_before + length - 1, 2)
        return f"{row + 1}." if not place else f"{row + 1}…" if is_first else ""

    @cached_property
    def _places_before(self) -> int:
        """The places of the list of moves, with two in each row, until the position that is shown."""
        for row in reversed(self.rows):
            for place, entry in enumerate(row.entries):
                if entry and entry.after == self.shown_after:
                    return 2 * (row.number - 1) + place + 1
        return 0

    @cached_property
    def lines_left(self) -> Mapping[int, int]:
        """How many lines the reader has tried out that the game has left, by the move after which it did so."""
        left = dict[int, int]()
        for number, (position, following) in enumerate(pairwise(self.positions_of_board) if self._tree else ()):
            ways = {move: tried for move, tried in self._tree.get(position, {}).items() if tried.to != following}
            if ways:
                branches = branches_from({**self._tree, position: ways}, position, MOST_IN_A_LINE)
                left[number] = sum(each.ends for each in branches)
        return left

    def trying_after(self, number: int) -> str:
        """The address at which the lines are shown that were tried out on the position after a move."""
        return f"{self.after_move(number)}&line="

    @property
    def next_tried(self) -> str:
        """The address of the analysed line with the move that was tried first after it; empty if there is none."""
        return self._trying_on(1)

    @property
    def last_tried(self) -> str:
        """The address of the analysed line with all that was tried first after it; empty if there is nothing."""
        return self._trying_on(MOST_IN_A_LINE)

    def _trying_on(self, most: int) -> str:
        line, position = [each.move for _, each in self.line_tried], self.position_name
        length = len(line)
        while len(line) < min(length + most, MOST_IN_A_LINE) and (ways := self._tree.get(position)):
            tried = next(iter(ways.values()))
            line.append(tried.move)
            position = tried.to
        return self.wanted.trying(line).address if len(line) > length else ""

    @cached_property
    def _tree(self) -> Tree:
        return tried_in(self.talk.note) if self.talk.note else {}

    @property
    def _made_ahead(self) -> Sequence[Move]:
        """The moves of the analysed line on the board that is drawn."""
        if self.wanted.line is None or not self.is_ahead or self.board.game.simultaneous:
            return ()
        return self.drawn.moves[len(self.board.moves_until(self.shown_after)) :]

    @cached_property
    def _positions_ahead(self) -> tuple[str, ...]:
        """How notes name the position that is shown, and those after each move of the analysed line."""
        made, game = len(self._made_ahead), self.board.game
        names = names_of_positions(self.board, self.drawn.moves)[-1 - made :]
        if not made or not game.uses_chance or game.on_trust(self.board.options):
            return names
        # What chance brings there is made up, so that the board comes to no such position.
        return names[:1] + names_of_positions(self.drawn, self.drawn.moves)[-made:]

    @property
    def positions_of_board(self) -> tuple[str, ...]:
        """How notes name the positions of the board since its start."""
        return names_of_positions(self.board, self.board.moves)

    @property
    def is_long(self) -> bool:
        """Whether the list of moves has to be scrolled."""
        return len(self.rows) > ROWS_IN_SIGHT

    @property
    def has_characters(self) -> bool:
        """Whether the reader has chosen characters on pieces, where a game has some."""
        return has_characters(self.piece_set)

    @property
    def table_of_moves(self) -> str:
        """The moves as HTML, each linked to the board after it."""
        return table_of(self.rows, self.after_move, self.shown_after, self.lines_left)

    def called(self, number: int) -> str:
        """What the list of moves calls a move or round: `move 7`, or `4. Nf3` where numbers are of full moves."""
        if not number:
            return Message("at the start")
        game = self.board.game
        if game.has_full_moves:
            for row in reversed(self.rows):
                for place, entry in enumerate(row.entries):
                    if entry and entry.after == number:
                        return f"{row.number}{'…' if place else '.'} {entry.words}"
        return Message(_NUMBERED.get(unit_of(game), f"{unit_of(game)} {{number}}"), number=number)

    def after_number(self, number: int) -> int:
        """The move that a list calls so: White's in games with full moves, and the last one if there are fewer."""
        if not self.board.game.has_full_moves or not self.rows or not number:
            return min(number, self.last)
        row = self.rows[min(number, len(self.rows)) - 1]
        return next(entry.after for entry in row.entries if entry)

    @property
    def next_number(self) -> int:
        """The number of the coming move, round, or full move."""
        if not self.board.game.has_full_moves or not self.rows:
            return self.now.board.next_number
        *_, last = self.rows
        return last.number + bool(last.entries[-1])

    def after_move(self, number: int) -> str:
        """The address of the board after a move or round."""
        return f"{self.wanted.board_address}/{number}?at={self._tags[number]}"

    @cached_property
    def _tags(self) -> tuple[str, ...]:
        return tuple(tag[:_TAG] for tag in tags_of(self.board))

    @property
    def last(self) -> int:
        """The number of the last move or complete round."""
        return self.now.board.next_number - 1

    @property
    def shown_after(self) -> int:
        """The number of the move after which the board is shown."""
        return self.last if self.wanted.after is None else self.wanted.after

    @property
    def can_be_analysed(self) -> bool:
        """Whether the board can be analysed: not with hidden information, and not if nobody is to move."""
        game = self.board.game
        return not (game.hidden or game.simultaneous or self.wanted.level) and bool(self.drawn.to_move)

    @cached_property
    def position_name(self) -> str:
        """How a note names the position that is drawn."""
        return self._positions_ahead[-1]

    @cached_property
    def is_drawn_upon(self) -> str:
        """The arrows and marks that the reader has kept for this position."""
        return drawn_on(self.talk.note, self.position_name) if self.talk.note else ""

    @cached_property
    def plan(self) -> str:
        """The analysed line as a queued move, `if d3 then f5`; empty if it is none.

        It is written in the notation of the current board.
        """
        line = self.drawn.moves[len(self.board.moves) :]
        if not self.wanted.line or self.wanted.after is not None or self.reader is None or not self.board.is_on:
            return ""
        own = [self.drawn.seats[each.seat].player == self.reader for each in line]
        if len(line) != len(self.wanted.line) or own != [False, True] * (len(line) // 2) or not line:
            return ""
        game, position = self.board.game, self.board.position
        try:
            texts = [game.text_of(position, each.value) if each.value else each.text for each in line]
        except Refusal:
            return ""
        pairs = zip(texts[::2], texts[1::2], strict=True)
        return " ".join(f"if {theirs} then {mine}" for theirs, mine in pairs)

    def plan_in_words(self, plan: str) -> str:
        """A queued answer as its moves are written beside it: `if Nf6, then e3` for `if g8-f6 then e2-e3`."""
        game = self.board.game
        pairs = _ANSWER.findall(plan)
        if " ".join(f"if {theirs} then {mine}" for theirs, mine in pairs) != plan:
            return plan
        moves = [move for pair in pairs for move in pair]
        if game.has_full_moves and not game.hidden:
            try:
                ahead, _ = look_ahead(self.board, moves, self.at)
            except Refusal:
                return plan
            written = moves_on_a_page(BoardViews(ahead, SHOWN).facts)
            moves = [str(translated(written(each))) for each in ahead.moves[len(self.board.moves) :]]
        answers = zip(moves[::2], moves[1::2], strict=True)
        said = [Message("if {theirs}, then {mine}", theirs=theirs, mine=mine) for theirs, mine in answers]
        return "; ".join([str(translated(each)) for each in said])

    def moment(self, at: datetime) -> str:
        """Format a time in the reader's zone."""
        return moment(at, self.zone)

    @cached_property
    def clocks(self) -> Mapping[str, datetime]:
        """When the players to move forfeit, by userid, as the reader may know it."""
        until = {
            each.userid: clock.move_by(self.board, each, None if each == self.reader else self.at)
            for each in self.board.players_to_move
        }
        return {userid: by for userid, by in until.items() if by}


def board_page(asked: PageContext, wanted: Wanted, facts: BoardFacts | None = None) -> BoardPage:
    """Build the page for a request, from rows already loaded if `facts` is given. Raises `NotThere`."""
    facts = facts or query_board(asked, wanted.game, wanted.place)
    shown, reader = facts.shown, facts.reader
    state = asked.site.state({facts.stored.row.id: facts.stored.standing}) if facts.stored else ""
    drawn, sheets = shown.then or shown.board, asked.site.sheets
    now = BoardViews(shown.board, shown.news, shown.then, sheets.look).of(reader)
    walked = PartialMove((), ())
    page = BoardPage(
        wanted,
        shown.board,
        now,
        now,
        drawn,
        reader,
        facts.at,
        facts.zone,
        walked,
        NOTHING_TO_TOUCH,
        "",
        "",
        facts.talk,
        sheets,
        state,
        facts.asks_to_confirm,
        colours=facts.colours,
        piece_set=facts.pieces,
        knows_game=facts.knows_game,
        is_flipped=is_flipped(asked, wanted.game),
    )
    return _trying_out(asked, page) if wanted.line is not None else _on_turn(asked, page)


def _trying_out(asked: PageContext, page: BoardPage) -> BoardPage:
    line = page.wanted.line or ()
    if not page.can_be_analysed and not line:
        return page
    page = _after_moves(asked, page, line)
    if page.trouble or not page.can_be_analysed:
        return page
    board = page.drawn
    seat = board.to_move[0]
    moves = board.game.legal_moves(board.position, seat)
    touching = _touching(page, board, seat, moves)
    walked = touch_all(touching.steps, page.wanted.touches)
    return replace(page, walked=walked, touching=touching, to_confirm=page.wanted.move or walked.move or "")


def _on_turn(asked: PageContext, page: BoardPage) -> BoardPage:
    """Add the touches the reader may make, or the move they have completed."""
    seat = seat_that_may_move(page.board, page.reader) if page.wanted.after is None else None
    if seat is None:
        return page
    board = page.board
    touching = _touching_now(page, seat)
    walked = touch_all(touching.steps, () if page.wanted.move else page.wanted.touches)
    move = page.wanted.move or walked.move or ""
    page = replace(page, walked=walked, touching=touching, to_confirm=move)
    if not move:
        return _while_touched(page, seat)
    if move.lower() in OF_THE_TABLE:
        return page
    if board.game.hidden:
        return _while_touched(page, seat)
    try:
        text = MoveText().read_all([move]).text
    except Refusal as refusal:
        return replace(page, to_confirm="", trouble=refusal.words)
    ahead = _after_moves(asked, page, [text])
    return replace(ahead, to_confirm="") if ahead.trouble else ahead


def _touching_now(page: BoardPage, seat: int) -> Touching:
    """What can be touched by whoever is to move; kept for each position of which all is seen."""
    board, now = page.board, page.now

    def found() -> Touching:
        # In puzzles there are a thousand moves, which are not to be found twice.
        known = now.may.move and now.seat == seat
        return _touching(
            page, board, seat, now.legal_moves if known else board.game.legal_moves(board.position, seat)
        )

    if board.game.hidden or now.content is None or now.seat != seat:
        return found()
    return page.sheets.touching(now.content, found, is_flipped=page.shows_flipped, pieces=page.piece_set)


def _touching(page: BoardPage, board: Board, seat: int, moves: Iterable[str] | None) -> Touching:
    is_seen_turned = is_turned(board.game, page.view.seat, is_flipped=page.shows_flipped)
    return touching_of(board.game, board.position, seat, moves, page.wanted.touches, page.piece_set, is_seen_turned)


def _while_touched(page: BoardPage, seat: int) -> BoardPage:
    """Show what the touches so far come to, or those that were chosen, such as a count with these stones dead."""
    game, touched = page.board.game, page.walked.touched
    if not touched and page.wanted == page.wanted.now:
        touched = tuple(page.chosen)
    seen = game.seen_by(page.board.position, seat)
    position = game.while_touched(seen, seat, touched) if touched else None
    if position is None:
        return page
    begun = replace(page.board, position=position)
    return replace(page, view=BoardViews(begun, SHOWN, look=page.sheets.look).of(page.reader))


def _after_moves(asked: PageContext, page: BoardPage, moves: Sequence[str]) -> BoardPage:
    match _previewed(asked, page, moves):
        case Previewed(ahead=ahead, news=news):
            if page.wanted.line is None:
                position = ahead.game.before_chance(ahead.position)
                if position is None:
                    return page
                ahead = replace(ahead, position=position)
            return replace(page, view=BoardViews(ahead, news, look=page.sheets.look).of(page.reader), drawn=ahead)
        case str(words):
            return replace(page, trouble=words)


def _previewed(asked: PageContext, page: BoardPage, moves: Sequence[str]) -> Previewed | str:
    """What these moves lead to, or why they cannot be made."""
    wanted = page.wanted
    if wanted.level:
        # Nobody has begun this board, so no command finds it.
        try:
            return Previewed(*look_ahead(page.board, moves, page.at))
        except Refusal as refusal:
            return refusal.words
    at = f"{wanted.number}" if wanted.after is None else f"{wanted.number}#{wanted.after}"
    answer = asked.look("preview", at, *moves, game=wanted.game.word)
    match answer.came_of_it:
        case Previewed() as previewed:
            return previewed
        case Refused(words=words):
            return words
    raise TypeError(f"a preview has led to {answer.came_of_it}")


def seat_that_may_move(board: Board, reader: Player | None) -> int | None:
    """The reader's seat that may move, or may change its choice in an unfinished round."""
    if reader is None or not board.is_on:
        return None
    may = board.to_move if moves_at_once(board) else board.seats_to_move
    own = [seat for seat in board.seats_of(reader) if seat in may and not board.seats[seat].resigned]
    return own[0] if own else None


def unit_of(game: Game[Any]) -> str:
    """What the numbers of a game's moves count."""
    return Message("round") if game.simultaneous else Message(game.move_word)
