"""The content of a board's page for one reader: a current, earlier or previewed position, and the possible
actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pbmserv.commands.boards.preview import Previewed
from pbmserv.commands.requests.outcome import Refused
from pbmserv.games.base import Refusal
from pbmserv.language.argument_types import MoveText
from pbmserv.pictures.sides import is_turned
from pbmserv.play.board import Board
from pbmserv.play.previewing import look_ahead
from pbmserv.play.view import SHOWN, BoardViews
from pbmserv.web.board_query import BoardFacts, query_board
from pbmserv.web.flipping import is_flipped
from pbmserv.web.page_context import PageContext
from pbmserv.web.position_shown import seat_that_may_move
from pbmserv.web.touch_links import TouchLinks
from pbmserv.web.touch_moves import touch_all
from pbmserv.web.touching import Touching, touching_of
from pbmserv.web.trying_out import LinesTried
from pbmserv.web.wanted import Wanted

OF_THE_TABLE = ("resign", "propose", "undo", "accept", "reject")
"""Moves of every game that lead to no other position."""


@dataclass(frozen=True)
class BoardPage(TouchLinks, LinesTried):
    """Everything on a board's page."""


def board_page(asked: PageContext, wanted: Wanted, facts: BoardFacts | None = None) -> BoardPage:
    """Build the page for a request, from rows already loaded if `facts` is given. Raises `NotThere`."""
    facts = facts or query_board(asked, wanted.game, wanted.place)
    shown, reader = facts.shown, facts.reader
    state = asked.site.state({facts.stored.row.id: facts.stored.standing}) if facts.stored else ""
    drawn, sheets = shown.then or shown.board, asked.site.sheets
    now = BoardViews(shown.board, shown.news, shown.then, sheets.look).of(reader)
    page = BoardPage(
        wanted,
        shown.board,
        now,
        now,
        drawn,
        reader,
        facts.at,
        facts.zone,
        facts.talk,
        sheets,
        state,
        facts.asks_to_confirm,
        colours=facts.colours,
        piece_set=facts.pieces,
        ratings=facts.ratings,
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
