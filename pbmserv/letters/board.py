"""Letters about a board: as one reader may see it, with all that happened and how to answer."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from pbmserv.games.base import Note, counted, word_of_option
from pbmserv.letters.answering import links_to_answer
from pbmserv.letters.columns import LAST_FEW, moves_in_columns, seat_now
from pbmserv.letters.letter import Letter, texts_of, write
from pbmserv.letters.seats import mover_title, seat_title, with_players
from pbmserv.letters.times import moment
from pbmserv.letters.widths import WIDTH
from pbmserv.play.board import Board, Happening, Player, Question, Turn, in_sentence, named
from pbmserv.play.clock import deadline
from pbmserv.play.leaving import position_to_show
from pbmserv.play.record import Move, rounds_of
from pbmserv.play.replaying import as_it_stood
from pbmserv.play.undoing import kept_by_undo

if TYPE_CHECKING:
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.ratings import Change

Occasion = Literal["new", "again", "turn", "show", "chosen", "submitted", "preview", "nag"]


@dataclass(frozen=True)
class BoardNews:
    """What a letter about a board tells beside the board itself.

    `occasion`: a new board, one that starts again without somebody, a turn that was played, somebody who asked, a
    hidden move that was kept, a move that was submitted, moves that were tried out, or a reminder. `by` is who caused
    it; `comments` are the words for the other players with their authors; `after` the number of the move after which
    the board is shown; `intervention` what the operator has done.
    """

    occasion: Occasion
    by: str = ""
    turn: Turn | None = None
    comments: tuple[tuple[str, str], ...] = ()
    watchers: tuple[Player, ...] = ()
    rating_changes: tuple[Change, ...] = ()
    after: int | None = None
    intervention: Intervention | None = None


class BoardLetters:
    """The letters about one occasion, for all their readers: what is the same in each is worked out once.

    `address` is the server's own; `then` is the board as it stood after `news.after`, where the caller has it. The
    board must not change meanwhile.
    """

    def __init__(self, board: Board, news: BoardNews, address: str, then: Board | None = None) -> None:
        self._board = board
        self._news = news
        self._address = address
        self._shown = then or (board if news.after is None else as_it_stood(board, news.after))

    def to(self, reader: Player | None, zone: tzinfo = UTC, reply_to: str | None = None) -> Letter:
        """The letter for one reader (None: somebody who may see what the public sees).

        `zone` is the reader's time zone; `reply_to` is where the reader can answer with a move alone, if that is so.
        """
        board, news = self._board, self._news
        upper, lower = self._upper_and_lower_part(reader, zone, can_reply=reply_to is not None)
        can_be_answered = news.after is None and news.occasion not in {"preview", "submitted"}
        return Letter(
            subject=board_subject(board, reader, news),
            text=f"{upper}{lower}",
            thread=thread_of(board),
            reply_to=reply_to,
            unasked=news.occasion == "nag",
            links=links_to_answer(board, reader, self._address, reply_to, len(upper))
            if reader and can_be_answered
            else None,
        )

    def _upper_and_lower_part(self, reader: Player | None, zone: tzinfo, can_reply: bool) -> tuple[str, str]:
        """The text as far as the board and how to read it; and how to answer, with all that follows."""
        board, news, shown, now = self._board, self._news, self._shown, self._news.after is None
        view = shown.view_of(reader)
        seen = board.game.seen_by(self._position_shown, view)
        your_turn = now and view is not None and view in self._seats_to_move
        upper, lower = texts_of(
            ("board", "board_answer"),
            **self._facts_for_all,
            deadline=_deadline(board, reader, zone) if reader and news.occasion == "nag" else None,
            reader=reader.userid if reader else "",
            mover=mover_title(shown, view) if view is not None else "",
            plays=view is not None,
            still_plays=reader in board.staying,
            your_turn=your_turn,
            may_vote=now and reader in board.yet_to_answer,
            columns=self._columns(view) if now else "",
            notes=[with_players(board, note.text) for note in notes_for(board, reader, self._turn)],
            drawing=board.game.draw(seen, view),
            status=[with_players(board, line) for line in board.game.status(seen, view)],
            plans=_plans(board, reader) if now else [],
            leaving=now and any(board.seats[seat].leaving for seat in (board.seats_of(reader) if reader else ())),
            legend=board.game.legend(seen, view) if your_turn or news.occasion == "new" else "",
            examples=board.game.examples(shown.position, view) if your_turn and view is not None else (),
            can_reply=can_reply,
            clock=_clock(board, zone),
        )
        return (f"{upper}\n", lower) if lower.strip() else (upper, "")

    @property
    def _turn(self) -> Turn:
        return self._news.turn or Turn(None)

    @cached_property
    def _seats_to_move(self) -> tuple[int, ...]:
        return self._board.seats_to_move

    @cached_property
    def _position_shown(self) -> Any:
        return position_to_show(self._shown)

    @cached_property
    def _facts_for_all(self) -> dict[str, Any]:
        """What the templates are told for every reader."""
        board, news, turn = self._board, self._news, self._turn
        return {
            "board": board,
            "occasion": news.occasion,
            "by": news.by,
            "intervention": news.intervention,
            "after": news.after,
            "unit": "round" if board.game.simultaneous else "move",
            "vote": board.vote,
            "undone": _undone(board),
            "as_now": _as_after(board, len(board.moves)),
            "yet_to_answer": named(board.yet_to_answer),
            "to_move": in_sentence([*dict.fromkeys(mover_title(board, seat) for seat in board.seats_to_move)]),
            "seats": _players(self._shown),
            "parameters": _parameters(board),
            "happenings": [(happening.value, player.userid) for happening, player in turn.happenings],
            "left": [player.userid for _, player in turn.happenings],
            "rating_changes": [_rating_change(change) for change in news.rating_changes],
            "moves": [_played(board, move) for move in turn.moves],
            "reason": with_players(board, board.result.reason) if board.result else "",
            "swap": board.next_number == board.game.swap_at(board.options),
            "how_to_move": _how_to_move(board),
            "address": self._address,
            "watchers": [player.userid for player in news.watchers],
            "scores": _scores(board),
            "commitment": board.commitment
            if board.game.uses_chance and news.occasion in {"new", "again"} and board.is_on
            else "",
            "seed": board.seed.hex()
            if board.game.uses_chance and not board.is_on and news.occasion not in {"preview", "submitted"}
            else "",
            "comments": news.comments,
        }

    def _columns(self, view: int | None) -> str:
        if self._board.game.simultaneous:
            # A move of the round that is not complete is for its player's eyes.
            return _columns(self._board, view)
        return self._columns_for_all

    @cached_property
    def _columns_for_all(self) -> str:
        return _columns(self._board, None)


def board_letter(
    board: Board,
    reader: Player | None,
    news: BoardNews,
    address: str,
    zone: tzinfo = UTC,
    reply_to: str | None = None,
) -> Letter:
    """The letter for one reader, where there is but one: as `BoardLetters.to`."""
    return BoardLetters(board, news, address).to(reader, zone, reply_to)


def board_subject(board: Board, reader: Player | None, news: BoardNews) -> str:
    """The Subject by which players' filters know the letter: `New Trichet Board 101 bob **`."""
    if news.occasion == "nag":
        return f"Nag: {board.title} {reader.userid if reader else ''}".rstrip()
    if news.occasion == "preview":
        return f"{board.title} preview" if board.number else f"{board.game.name} preview"
    if news.occasion == "submitted":
        return f"{board.title} submitted"
    new = "New" if news.occasion in {"new", "again"} else ""
    words = [new, board.title, _whose_turn(board, news), "**" if news.comments else ""]
    return " ".join(word for word in words if word)


def removed_letter(
    board: Board,
    turn: Turn,
    comment: str = "",
    intervention: Intervention | None = None,
    reader: Player | None = None,
) -> Letter:
    """What everybody is told when a board is gone: too few players were left, or the operator has called it off.

    The `reader` is told beside that what has become of their own plans.
    """
    return write(
        "removed",
        f"{board.game.name} board {board.number} has been removed{' **' if comment else ''}",
        thread_of(board),
        board=board,
        left=[player.userid for _, player in turn.happenings],
        out_of_time=any(happening is Happening.FORFEITED for happening, _ in turn.happenings),
        intervention=intervention,
        by=turn.by.userid if turn.by else "",
        notes=[note.text for note in notes_for(board, reader, turn)],
        comment=comment,
    )


def notes_for(board: Board, reader: Player | None, turn: Turn) -> list[Note]:
    """What of a turn's notes a reader may know: those for everybody, and those for an own seat."""
    own = board.seats_of(reader) if reader else ()
    return [note for note in turn.notes if note.seat is None or note.seat in own]


def thread_of(board: Board) -> str:
    """What the letters of this board have in common."""
    return f"{board.game.word}-{board.number}"


def _whose_turn(board: Board, news: BoardNews) -> str:
    if not board.is_on:
        return ""
    if not board.game.simultaneous:
        return " ".join(player.userid for player in board.players_to_move)
    return "confirmation" if news.occasion == "chosen" else "ALL"


def _columns(board: Board, view: int | None) -> str:
    return moves_in_columns(board, view, LAST_FEW if board.is_on else None)


def _players(board: Board) -> list[str]:
    line = f"Players: {', '.join(seat_title(board, seat) for seat in range(len(board.seats)))}"
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) if len(line) > WIDTH else [line]


def _parameters(board: Board) -> str:
    chosen = [
        f"-{option.name}={word_of_option(board.options[option.name])}"
        for option in board.game.options
        if board.options[option.name] != option.default
    ]
    if not board.terms.rated:
        chosen.append("--unrated")
    return " ".join(chosen)


def _played(board: Board, move: Move) -> str:
    return f"{seat_title(board, seat_now(move))}: {move.text}{' (Auto)' if move.automatic else ''}"


def _undone(board: Board) -> str:
    """What would be taken back if all agreed to the undo that has been proposed, and how the board would stand."""
    if board.vote is None or board.vote.question is not Question.UNDO:
        return ""
    kept = kept_by_undo(board, board.vote.by)
    going = ", ".join(
        f"{move.number}. {move.text}{' (Auto)' if move.automatic else ''}" for move in board.moves[kept:]
    )
    return f"{going}. The board would then stand {_as_after(board, kept)}."


def _as_after(board: Board, kept: int) -> str:
    last = len(rounds_of(board.moves[:kept])) if board.game.simultaneous else kept
    if not last:
        return "as at the start"
    return f"as after {'round' if board.game.simultaneous else 'move'} {last}"


def _plans(board: Board, reader: Player | None) -> list[str]:
    """What the reader has planned on the board, for no other eyes."""
    lines = []
    for number in board.seats_of(reader) if reader else ():
        seat = board.seats[number]
        if seat.chosen is not None:
            lines.append(f"You have chosen: {seat.chosen.text}. Until all have, you can choose again.")
        if seat.queue:
            lines.append(f"Your queued moves: {'; '.join(map(str, seat.queue))}")
    return lines


def _how_to_move(board: Board) -> str:
    comments = "What you write in the body of the letter goes to the other players. " if len(board.seats) > 1 else ""
    return (
        f"A move is {board.game.move_form}. {comments}To be sure that the move is for this very position, add"
        f' #{board.next_number} to it. More: Subject "help {board.game.word}".'
    )


def _scores(board: Board) -> str:
    if board.result is None or not board.result.scores:
        return ""
    pairs = zip(board.seats, board.result.scores, strict=True)
    return ", ".join(f"{seat.player.userid} {score}" for seat, score in pairs)


def _rating_change(change: Change) -> str:
    new = change.after.rating
    if change.old_rating_told is None:
        return f"Rating of {change.player}: {new} (provisional)"
    if change.old_rating_told == new:
        return f"Rating of {change.player}: {new}"
    return f"Rating of {change.player}: {change.old_rating_told} -> {new}"


def _deadline(board: Board, reader: Player, zone: tzinfo) -> str | None:
    at = deadline(board, reader)
    return moment(at, zone) if at else None


def _clock(board: Board, zone: tzinfo) -> Sequence[str]:
    terms = board.terms
    lines = []
    if not terms.has_usual_times:
        nag, forfeit = counted(terms.nag_days, "day"), counted(terms.forfeit_days, "day")
        lines.append(f"Reminder after {nag}, forfeit after {forfeit} without a move.")
    if terms.total_days is not None:
        more = f", and {counted(terms.increment_hours, 'hour')} more for each move" if terms.increment_hours else ""
        lines.append(f"Each player has {counted(terms.total_days, 'day')} for the whole game{more}.")
    if terms.total_days is not None or board.finished_at is not None:
        used = ", ".join(f"{seat.player.userid} {_days_and_hours(seat.used)}" for seat in board.seats)
        lines.append(f"Time used: {used}.")
    if board.finished_at is not None:
        lines.append(f"Started {moment(board.started_at, zone)}, ended {moment(board.finished_at, zone)}.")
    return lines


def _days_and_hours(time: timedelta) -> str:
    minutes = int(time.total_seconds()) // 60
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 24 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes // (24 * 60)} d {minutes // 60 % 24} h"
