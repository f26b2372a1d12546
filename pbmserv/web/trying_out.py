"""Lines that a reader tries out on a board's page: being tried, kept with their note, and planned as an answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.locale.catalogs import translated
from pbmserv.play.previewing import look_ahead
from pbmserv.play.record import Move
from pbmserv.play.view import SHOWN, BoardViews
from pbmserv.web.drawn_notes import drawn_on
from pbmserv.web.move_list import table_of
from pbmserv.web.note_lines import names_of_positions
from pbmserv.web.page_moves import has_notation_of_pages
from pbmserv.web.tried_notes import Branch, Line, Tree, Tried, branches_from, tried_in, with_line
from pbmserv.web.walking import MovesToWalk
from pbmserv.web.wanted import MOST_IN_A_LINE

_ANSWER = re.compile(r"if (\S+) then (\S+)")


@dataclass(frozen=True)
class LinesTried(MovesToWalk):
    """The lines beside the moves of the game."""

    @cached_property
    def line_tried(self) -> Line:
        """The analysed line, each move with the position on which it is made."""
        typed, words_of = self.wanted.line or (), self.words_on(self.view.board)
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
            for place, entry in reversed([*enumerate(row.entries)]):
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

    @property
    def table_of_moves(self) -> str:
        """The moves as HTML, each linked to the board after it."""
        return table_of(self.rows, self.after_move, self.shown_after, self.lines_left)

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
        if (game.has_full_moves or has_notation_of_pages(game)) and not game.hidden:
            try:
                ahead, _ = look_ahead(self.board, moves, self.at)
            except Refusal:
                return plan
            written = self.words_on(BoardViews(ahead, SHOWN).facts)
            moves = [str(translated(written(each))) for each in ahead.moves[len(self.board.moves) :]]
        answers = zip(moves[::2], moves[1::2], strict=True)
        said = [Message("if {theirs}, then {mine}", theirs=theirs, mine=mine) for theirs, mine in answers]
        return "; ".join([str(translated(each)) for each in said])
