"""What can be touched on a board's page: places, choices beside the board, and the move that comes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pbmserv.commands.boards.pictures import title_of_picture
from pbmserv.games.picture import Choice
from pbmserv.locale.catalogs import translated
from pbmserv.web.beside_board import ChoiceLink, Stand, stands_of
from pbmserv.web.page_moves import has_notation_of_pages, with_signs
from pbmserv.web.position_shown import PositionShown, seat_that_may_move
from pbmserv.web.touch_moves import PartialMove, Steps
from pbmserv.web.touch_questions import next_question, question_before
from pbmserv.web.touching import NOTHING_TO_TOUCH, Touching

_MOST_CHOICES = 60
"""The maximum number of choices without a place on the picture that are shown as buttons."""
_NO_TOUCH = PartialMove((), ())


@dataclass(frozen=True)
class TouchLinks(PositionShown):
    """The touches that the reader has made, and those that they can make next.

    `to_confirm` is the move that they may make. `trouble` is why a move cannot be previewed.
    """

    walked: PartialMove = _NO_TOUCH
    touching: Touching = NOTHING_TO_TOUCH
    to_confirm: str = ""
    trouble: str = ""

    @property
    def steps(self) -> Steps:
        """The moves that can be touched."""
        return self.touching.steps

    @property
    def tree(self) -> str:
        """All moves as JSON, by the targets to touch, or nothing if they are too many."""
        return self.touching.tree

    @property
    def is_redrawn(self) -> bool:
        """Whether the game itself draws what the touches so far come to, so that no place has to be lit."""
        return self.view is not self.now and not self.is_ahead

    @property
    def counted(self) -> Any:
        """The position of which is told what each side has more of: with what has been moved by touch so far."""
        seen, touched = self.view.seen, self.walked.touched
        if not touched or self.walked.move or self.is_redrawn:
            return seen
        return self.board.game.counted_while_touched(seen, touched)

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
        game = self.board.game
        is_listed = game.has_full_moves or has_notation_of_pages(game)
        if is_listed and (made := self.drawn.moves[len(self.board.moves) :]):
            return self.words_on(self.view.board)(made[0])
        seat = seat_that_may_move(self.board, self.reader)
        if seat is None:
            return self.to_confirm
        return game.to_its_player(self.board.position, seat, self.to_confirm)

    @property
    def move_in_signs(self) -> str:
        """The same as the picture shows it."""
        return self.in_signs(self.words_to_confirm)

    @property
    def question(self) -> str:
        """Whether to make the move to confirm: as its game asks it, or as it says what a choice does."""
        seat = seat_that_may_move(self.board, self.reader)
        choices = self.drawn_of(self.now).choices if self.to_confirm.isalpha() else ()
        question = question_before(self.board, seat or 0, self.to_confirm, self.words_to_confirm, self.sheet, choices)
        return with_signs(question, self.board.game)

    @property
    def question_around_move(self) -> tuple[str, str, str]:
        """The question, parted by the notation of the move if that stands in it."""
        asked: str = translated(self.question)
        return asked.partition(str(translated(self.words_to_confirm)))

    @property
    def can_touch(self) -> bool:
        """Whether the reader can make or preview a move by touch."""
        return bool(self.walked.following)

    @property
    def svg(self) -> str:
        """The picture with its touchable places."""
        words = title_of_picture(self.drawn, self.sheet.words, self.wanted.after)
        return self.sheet.svg(words, self._touches, self._marked, self._others)

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
        board = self.drawn if self.wanted.line is not None else self.board
        return next_question(board, self._mover or 0, self.walked.touched, self.walked.following, self.sheet)

    @property
    def _mover(self) -> int | None:
        """The seat whose moves are touched, perhaps those that are tried out."""
        if self.wanted.line is not None and self.drawn.to_move:
            return self.drawn.to_move[0]
        return seat_that_may_move(self.board, self.reader)

    @property
    def has_to(self) -> bool:
        """Whether a rule says with what the reader has to begin now, so that it is marked."""
        if self.wanted.after is not None or self.wanted.line is not None or self.to_confirm:
            return False
        seat = seat_that_may_move(self.board, self.reader)
        return seat is not None and bool(self.board.game.has_to(self.board.position, seat))

    @property
    def has_steps(self) -> bool:
        """Whether a page knows of moves that take several touches."""
        return bool(self.tree) and any(len(targets) > 1 for targets in self.steps)

    @cached_property
    def pieces(self) -> str:
        """Those pieces that scripts can lay and that stand on no button, as SVG."""
        on_buttons = {target for target, link in self._beside.items() if link.piece}
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
        return self.seat_below is not None and not self.stands and len(beside) == 1

    @cached_property
    def _off_picture(self) -> set[str]:
        """What is touched in moves and has no place on the picture, and on no stand."""
        return set[str]().union(*self.steps) - self.sheet.places.keys() - self._held

    @cached_property
    def _held(self) -> set[str]:
        return {each.held.target for stand in self.stands for each in stand.kinds}

    @cached_property
    def stands(self) -> tuple[Stand, ...]:
        """The pieces that each player holds, for above and below the board."""
        return stands_of(self, self._mover, self._beside)

    @property
    def choices(self) -> tuple[ChoiceLink, ...]:
        """The touchable things that have no place on the picture, and on no stand."""
        return tuple(link for target, link in self._beside.items() if target not in self._held)

    @cached_property
    def _beside(self) -> Mapping[str, ChoiceLink]:
        """The touchable things that have no place on the picture, those that the game has words for first."""
        # What was not taken stays in sight, and what was taken can be seen, and laid down before the move is whole.
        addresses = {**self._others, **self._touches}
        if self.walked.move and self.walked.touched:
            addresses.setdefault(self.walked.touched[-1], self.wanted.touching(self.walked.touched).address)
        beside = [target for target in addresses if target not in self.sheet.places]
        before = self.drawn_of(self.now) if beside and self.is_ahead else self.sheet
        # A tile that the preview has taken from its tray becomes no button.
        beside = [target for target in beside if target not in before.places]
        told = {each.target: each for each in (*self.sheet.choices, *before.choices)}
        pieces = self.touching.pieces
        in_order = [target for target in told if target in beside] + [each for each in beside if each not in told]
        return {
            target: ChoiceLink(
                told.get(target) or Choice(target, target, target),
                addresses[target],
                is_other=target not in self._touches,
                is_held=target in self.walked.touched,
                piece=pieces[target].on_a_button if target in pieces else "",
            )
            for target in in_order[:_MOST_CHOICES]
        }

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
