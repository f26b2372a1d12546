"""The sentences on a board's page: turn, result, time left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, groupby
from typing import TYPE_CHECKING

from pbmserv.games.base import Game
from pbmserv.games.message import Message, counted, in_a_row
from pbmserv.games.picture import MOST_SEATS
from pbmserv.games.picture_words import with_minus
from pbmserv.letters.columns import seat_now
from pbmserv.letters.preview import result_for
from pbmserv.letters.seats import after_swap, mover_title
from pbmserv.letters.times import moment, parameters_in_words
from pbmserv.letters.widths import wrapped
from pbmserv.locale.catalogs import translated
from pbmserv.pictures.piece_sets import characters_told
from pbmserv.play.board import in_sentence
from pbmserv.play.clock import time_for_next_move
from pbmserv.play.leaving import may_withdraw, waits_for_turn
from pbmserv.play.record import FORFEIT, LEAVING, SWAP, Move, rounds_of
from pbmserv.play.tournaments.event import Event, event_of
from pbmserv.play.vacations import current
from pbmserv.play.view import BoardFacts, BoardView, SeatView
from pbmserv.web.board_page import BoardPage
from pbmserv.web.page_moves import told_of_players
from pbmserv.web.position_shown import seat_that_may_move
from pbmserv.web.times import day, in_time, short
from pbmserv.web.walking import unit_of

if TYPE_CHECKING:
    from pbmserv.storage.standings import Rated

YOUR_TURN = Message("Your turn")


@dataclass(frozen=True)
class SeatWords:
    number: int
    userid: str
    name: str
    is_to_move: bool
    is_reader: bool
    is_bot: bool
    rating: str
    """Their rating alone, in a rated game."""
    state: str
    """Whether they have won, resigned, chosen, or are on vacation while they have to move."""
    time_left: str
    """For this move, or for the next one where another player is to move."""
    clock: str
    """The same, short."""
    result: str
    """What has come of a game that is over, in a sign: 1, ½ or 0 of two, the points of more, if they are counted."""
    advantage: str
    """What it has more of on the board, in signs."""
    chip: str
    """The colour of its pieces on the page."""
    earlier: str
    """A sentence about earlier holders of the seat."""

    @property
    def is_seen_by_chip(self) -> bool:
        """Whether the chip is of its pieces' colour, so that its name need not be told."""
        return self.name in _SHADES


@dataclass(frozen=True)
class PageWords:
    """The sentences of the page: `headline` is the most important, `turn` says who has to move."""

    headline: str
    public_headline: str
    """The same for who is nobody at this board."""
    spoken: str
    """What is said aloud to screen readers when this comes onto an open page."""
    turn: str
    reason: str
    rating: str
    """What the game has made of the reader's rating."""
    unit: str
    status: tuple[str, ...]
    notes: tuple[str, ...]
    last: tuple[str, ...]
    last_shown: tuple[str, ...]
    swapped: str
    """What has just happened if the last move has swapped sides."""
    seats: tuple[SeatWords, ...]
    options: str
    legend: str
    characters: str
    """What the characters mean that can stand on its pieces; empty if there are none."""
    undone: str
    started: str
    ended: str
    event: Event | None
    withdraws: bool
    """Whether the reader can still withdraw without loss."""
    resigns_later: bool
    """Whether the reader's resignation would wait for their turn."""

    @property
    def status_blocks(self) -> list[tuple[bool, tuple[str, ...]]]:
        """The lines of the status; those with columns are told from others, and stand together."""
        blocks = groupby(self.status, key=lambda line: "  " in line)
        return [(is_columns, tuple(lines)) for is_columns, lines in blocks]


def words_of_page(page: BoardPage) -> PageWords:
    now, view = page.now.board, page.view.board
    # Nothing has been moved yet: only the picture runs ahead, and what it leads to is in the notes.
    told = page.now if page.to_confirm and page.wanted.line is None else page.view
    parameters = parameters_in_words(page.board.options, page.board.game)
    return PageWords(
        headline=_headline(page),
        public_headline=_public_headline(page),
        spoken=_spoken(page),
        turn=_turn(view),
        reason=_said(told_of_players(now.result.reason, now.game, now.seats)) if now.result else "",
        rating=_own_rating(page),
        unit=unit_of(now.game),
        status=_told(view, _status(told)),
        notes=() if _is_chance_told(page) else _told(view, page.view.notes),
        last=_last(page),
        last_shown=_last_shown(page),
        swapped=_swapped(page),
        seats=_seats(page),
        options=in_a_row(*parameters) if parameters else "",
        legend=wrapped(_said(page.view.picture_legend)),
        characters=characters_told(getattr(page.board.game, "figures", ())),
        undone=_undone(page),
        started=moment(now.started_at, page.zone),
        ended=moment(now.finished_at, page.zone) if now.finished_at else "",
        event=event_of(now.terms.event),
        withdraws=page.reader is not None and may_withdraw(page.board, page.reader),
        resigns_later=page.reader is not None and waits_for_turn(page.board, page.reader),
    )


def _told(board: BoardFacts, sentences: Iterable[str]) -> tuple[str, ...]:
    """Sentences of the game to its players."""
    return tuple(_said(told_of_players(words, board.game, board.seats_shown)) for words in sentences)


def _undone(page: BoardPage) -> str:
    vote, words_of = page.now.board.vote, page.words_on(page.now.board)
    if vote is None:
        return ""
    if page.board.game.has_full_moves:
        return ", ".join([_said(page.called(each.number)) for each in vote.moves])
    return ", ".join([f"{each.number}. {_said(words_of(each))}" for each in vote.moves])


def _headline(page: BoardPage) -> str:
    if page.wanted.after is None and not page.now.board.is_on:
        return result_for(page.now.board, page.now.reader)
    if page.wanted.after is not None or not page.now.is_to_move:
        return _public_headline(page)
    seat = seat_that_may_move(page.board, page.reader)
    return (page.board.game.asked_first(page.board.position, seat) if seat is not None else "") or YOUR_TURN


def _public_headline(page: BoardPage) -> str:
    board = page.now.board
    if page.wanted.after is not None:
        if not page.wanted.after:
            return Message("At the start")
        if card := page.card_of_trick(page.wanted.after):
            return card
        return Message("After {move}", move=page.called(page.wanted.after))
    return _thinking(board) or _turn(board) if board.is_on else result_for(board, None)


def _spoken(page: BoardPage) -> str:
    headline, made = _headline(page), _spoken_moves(page)
    if page.wanted.line is not None:
        return _sentences(Message("Trying out moves"), *(made if page.is_ahead else ()), _turn(page.view.board))
    if page.to_confirm:
        return _said(page.question)
    if page.wanted.after is not None:
        gone = Message("Moves have been taken back since, and the game has gone on in another way")
        return _sentences(headline, *made, gone if page.wanted.is_taken_back else "")
    if page.walked.touched:
        return page.next_question
    swapped = _swapped(page)
    return _sentences(*([swapped] if swapped else made), headline)


def _swapped(page: BoardPage) -> str:
    board = page.now.board
    if page.wanted.after is not None or page.is_ahead or not board.moves or board.moves[-1].text != SWAP:
        return ""
    return after_swap(board.seats, board.seats[seat_now(board.moves[-1])].userid, page.now.reader)


def _sentences(*words: str) -> str:
    return ". ".join(_said(each).rstrip(".") for each in words if each)


def _said(words: str) -> str:
    """In the language in which the page is written."""
    return str(translated(words))


def _spoken_moves(page: BoardPage) -> tuple[str, ...]:
    """The last move or round of what is drawn, by player."""
    board, after = page.view.board, page.wanted.after
    if page.is_ahead:
        moves: Sequence[Move] = board.moves[-1:]
    elif board.game.simultaneous:
        moves = (*chain.from_iterable(rounds_of(board.moves)[:after][-1:]),) if after != 0 else ()
    else:
        moves = board.moves[:after][-1:]
    game, seen = board.game, page.view.seen
    said = [game.spoken(seen, move.text) if move.is_of_the_game else move.text for move in moves]
    return tuple(
        f"{board.seats_shown[seat_now(move)].userid}: {_said(words)}" for move, words in zip(moves, said, strict=True)
    )


def _is_chance_told(page: BoardPage) -> bool:
    """Whether the notes of a move to confirm tell what chance has made up."""
    board = page.board
    is_made_up = board.game.uses_chance and not board.game.on_trust(board.options)
    return is_made_up and page.is_ahead and page.wanted.line is None


def _turn(board: BoardFacts) -> str:
    movers = dict.fromkeys(mover_title(board.seats_shown, seat) for seat in board.to_move)
    return Message("{players} to move", players=in_sentence([*movers])) if movers else ""


def _thinking(board: BoardFacts) -> str:
    """That bots of this server think, if all the others wait for them and not for answers to a proposal."""
    if board.vote is not None or not all(board.seats_shown[seat].thinks_here for seat in board.to_move):
        return ""
    movers = dict.fromkeys(mover_title(board.seats_shown, seat) for seat in board.to_move)
    one, many = "{players} is thinking", "{players} are thinking"
    return counted(one, many, len(movers), players=in_sentence([*movers])) if movers else ""


def _status(view: BoardView) -> tuple[str, ...]:
    game = view.board.game
    is_special = type(game).page_status is not Game.page_status
    return game.page_status(view.seen, view.seat) if is_special else view.picture_status


def _last(page: BoardPage) -> tuple[str, ...]:
    """What was done last: the moves of the previewed turn, or the newest of the board."""
    if page.is_ahead:
        board = page.view.board
        moves, words_of = board.moves_of_turn, page.words_on(board)
    else:
        board = page.now.board
        moves = board.moves[-(len(board.seats) if board.game.simultaneous else 1) :]
        words_of = page.words_of_moves
    return tuple(f"{board.seats[seat_now(move)].userid}: {_said(words_of(move))}" for move in moves)


def _last_shown(page: BoardPage) -> tuple[str, ...]:
    """What was done in the move or round after which the board is shown."""
    if page.wanted.after is None:
        return ()
    entries = [entry for row in page.rows for entry in row.entries if entry and entry.after == page.wanted.after]
    return tuple(f"{_said(entry.title)}: {_said(entry.words)}" for entry in entries)


def _seats(page: BoardPage) -> tuple[SeatWords, ...]:
    board = page.now.board
    words = []
    for seat in board.seats_shown:
        # What has come of the game, and who is to move, is said beside whoever it is about, wherever they sat then.
        today = _seat_today(board, seat)
        left, rated = _time_left(page, today), _rated(page, today)
        words.append(
            SeatWords(
                number=seat.number,
                userid=seat.userid,
                name=seat.name,
                is_to_move=today in board.to_move,
                is_reader=page.reader is not None and seat.userid == page.reader.userid,
                is_bot=seat.is_bot,
                rating=rated.told if rated else "",
                state=_state(page, today),
                time_left=in_time(left) if left is not None else "",
                clock=short(left) if left is not None else "",
                result=_result(board, today),
                advantage=_said(board.game.advantage(page.counted, seat.number)),
                chip=_SHADES.get(seat.name, f"seat-{seat.number % MOST_SEATS}"),
                earlier=in_sentence(list(seat.earlier)),
            )
        )
    return tuple(words)


def _seat_today(board: BoardFacts, shown: SeatView) -> int:
    """Where somebody sits now who sat there then; the same place if another plays on for them."""
    if board.seats[shown.number].userid == shown.userid:
        return shown.number
    return next((seat.number for seat in board.seats if seat.userid == shown.userid), shown.number)


_SHADES = {"Black": "dark", "White": "light", "Red": "light"}
"""How the pieces of these sides are drawn; others are in the colours of the seats."""


def _state(page: BoardPage, number: int) -> str:
    board = page.now.board
    seat = board.seats[number]
    scores = board.result.scores if board.result else None
    score = with_minus(_said(counted("{count} points", "{count} points", scores[number]))) if scores else ""
    won = Message("won") if number in board.winning_seats else ""
    left = _how_left(page, number) if seat.resigned else ""
    # What has been chosen by now was not so when an earlier position was on the board.
    is_chosen = seat.has_chosen and board.is_on and page.wanted.after is None
    chosen = Message("has chosen") if is_chosen else ""
    absence = current(seat.away, page.at) if number in board.to_move else None
    away = Message("on vacation until {day}", day=day(absence.end, page.zone)) if absence else ""
    return in_a_row(*([*filter(None, [won, left, chosen, score, _rating(page, number), away])] or [""]))


def _result(board: BoardFacts, number: int) -> str:
    if board.result is None or len(board.players) == 1:
        return ""
    if len(board.seats) > 2:
        return with_minus(f"{board.result.scores[number]}") if board.result.scores else ""
    return "½" if not board.winning_seats else "1" if number in board.winning_seats else "0"


def _how_left(page: BoardPage, number: int) -> str:
    by_clock = [move.text == FORFEIT for move in page.board.moves if move.seat == number and move.text in LEAVING]
    return Message("ran out of time") if by_clock and by_clock[-1] else Message("resigned")


def _rated(page: BoardPage, number: int) -> Rated | None:
    """The rating that counts at a seat: of whoever had it first, unless another has it by now."""
    seat = page.board.seats[number]
    return page.ratings.get(seat.first) if seat.first == seat.player else None


def _rating(page: BoardPage, number: int) -> str:
    """What a game that is over has made of a player's rating."""
    rated = _rated(page, number)
    if rated is None or rated.before is None:
        return ""
    return Message("Glicko {rating} {change}", rating=rated.told, change=_change(rated.before, rated.strength))


def _own_rating(page: BoardPage) -> str:
    rated = page.ratings.get(page.reader) if page.reader else None
    if rated is None or rated.before is None:
        return ""
    return Message("Your rating: Glicko {old} → {new}.", old=round(rated.before), new=round(rated.strength))


def _change(before: float, after: float) -> str:
    change = round(after) - round(before)
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def _time_left(page: BoardPage, number: int) -> timedelta | None:
    if number not in page.now.board.to_move:
        return time_for_next_move(page.board, number)
    until = page.clocks.get(page.now.board.seats[number].userid)
    return until - page.at if until else None
