"""Letters about boards, each as one reader may see it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbmserv.games.base import Note
from pbmserv.games.message import Listed, Message, for_players, of_messages
from pbmserv.letters.action_links import answers, begun_answer, button, commands, links_to_answer
from pbmserv.letters.columns import LAST_FEW, moves_in_columns, seat_now, with_readers_letters, words_of_moves
from pbmserv.letters.letter import Letter, parts_of, write
from pbmserv.letters.page import ActionLink, BoardPage, SeenBoard, SeenPositions, TextPart, measured
from pbmserv.letters.preview import preview_of, said_by
from pbmserv.letters.seats import after_swap, mover_title
from pbmserv.letters.times import NOT_RATED, moment, parameters_in_words, times_in_words
from pbmserv.letters.widths import WIDTH, wrapped
from pbmserv.locale.catalogs import Catalog, catalog_of, speaking, spoken
from pbmserv.play.board import Board, Happening, Player, Turn, in_sentence
from pbmserv.play.moving import LEFT
from pbmserv.play.record import FORFEIT, RESIGN
from pbmserv.play.tournaments.event import event_of
from pbmserv.play.vacations import current
from pbmserv.play.view import (
    BoardFacts,
    BoardNews,
    BoardView,
    BoardViews,
    Plans,
    VoteView,
    may_be_played_again,
    notes_for,
)

if TYPE_CHECKING:
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.open_challenge import OpenChallenge
    from pbmserv.play.ratings import Change
    from pbmserv.play.unread import Earlier


_LEFT = frozenset({Happening.RESIGNED, Happening.FORFEITED})
_LEAVES = frozenset({RESIGN, FORFEIT})
LEAVING_LATER = Message(
    "You are going to resign when the turn comes to you. To stay in the game, send the same command once more. Nobody"
    " but you knows this."
)
"""Told to the player alone."""


class BoardLetters:
    """The letters about one occasion; what all readers share is computed once.

    `address` is the server's, `at` the time of writing, `then` the board after `news.after` if known. The board must
    not change meanwhile.
    """

    def __init__(self, board: Board, news: BoardNews, address: str, at: datetime, then: Board | None = None) -> None:
        self._views = BoardViews(board, news, then)
        self._address = address
        self._at = at
        self._positions = SeenPositions(board.game)
        self._words: dict[tuple[int, Catalog | None], Mapping[str, Any]] = {}
        self._tables: dict[tuple[int, Catalog | None], str] = {}

    def to(
        self,
        reader: Player | None,
        zone: tzinfo = UTC,
        reply_to: str | None = None,
        link: str = "",
        language: str = "",
    ) -> Letter:
        """The letter for one reader, or for the public (None).

        `zone` is the reader's time zone, `reply_to` the address for a bare move, `link` the board's web address. With
        a `language` it is written in that at once, if it can be.
        """
        if language and spoken() is None:
            with speaking(catalog_of(language)):
                letter = self._to(reader, zone, reply_to, link)
            if letter.is_translated:
                return replace(letter, written_in=language)
        return self._to(reader, zone, reply_to, link)

    def _to(self, reader: Player | None, zone: tzinfo, reply_to: str | None, link: str) -> Letter:
        view = self._views.of(reader)
        board = view.board
        parts = self._parts(view, zone, reply_to is not None, link)
        begun = begun_answer(view, self._address, reply_to)
        page = self._page(view, parts, zone, reply_to, link, begun)
        return Letter(
            subject=board.title if board.number else Message("{game} preview", game=board.game.name),
            says=said_by(view),
            text="\n".join([part.text for part in parts]),
            thread=thread_of(board),
            reply_to=reply_to,
            unasked=board.occasion == "nag",
            links=links_to_answer(view, begun, reply_to is not None),
            page=page,
        )

    def _page(
        self, view: BoardView, parts: Sequence[TextPart], zone: tzinfo, reply_to: str | None, link: str, begun: str
    ) -> BoardPage:
        board, shown = view.board, not _confirms(view)
        return BoardPage(
            heading=board.title if board.number else board.game.name,
            preview=preview_of(view),
            parts=measured(parts),
            button=button(view, self._address, reply_to, link, begun),
            begun=begun,
            answers=answers(view, reply_to, link),
            server=self._address,
            commands=commands(view, reply_to),
            beside=_beside(view) if shown else {},
            seen=SeenBoard(self._positions, view.seen, view.seat) if shown else None,
            view=view,
        )

    def _parts(self, view: BoardView, zone: tzinfo, can_reply: bool, link: str) -> list[TextPart]:
        board = view.board
        return parts_of(
            "board",
            "board_answer",
            **self._words_about(board),
            view=view,
            others=in_sentence([userid for userid in board.players if userid != view.reader]),
            told_until=moment(view.deadline, zone) if view.deadline and board.occasion == "nag" else "",
            until=moment(view.move_by, zone) if view.move_by else "",
            away=[(userid, moment(end, zone)) for userid, end in self._away],
            swapped=_swapped(view),
            mover=mover_title(board.seats, view.seat) if view.is_to_move and view.seat is not None else "",
            columns=self._columns(view) if board.after is None else "",
            notes=[for_players(of_messages(note), board.seats) for note in view.notes],
            status=[
                for_players(with_readers_letters(of_messages(line), board.game), board.seats) for line in view.status
            ],
            form_of_move=Message(board.game.form_of_move(view.seen)),
            plans=planned(view.plans),
            leaving=LEAVING_LATER if any(plan.leaving for plan in view.plans) else "",
            can_reply=can_reply,
            page=link,
            clock=_clock(board, zone),
        )

    def _words_about(self, board: BoardFacts) -> Mapping[str, Any]:
        # Nearly always all readers have the same facts.
        key = id(board), spoken()
        if key not in self._words:
            self._words[key] = self._words_of(board)
        return self._words[key]

    def _words_of(self, board: BoardFacts) -> Mapping[str, Any]:
        words_of = words_of_moves(board)
        return {
            "board": board,
            "occasion": board.occasion,
            "after": board.after,
            "address": self._address,
            "intervention": board.intervention,
            "in_rounds": board.game.simultaneous,
            "left": any(happening in _LEFT for happening, _ in board.happenings),
            "told_by_result": _told_by_result(board),
            "seats": _players(board),
            "bots": [*dict.fromkeys(seat.userid for seat in board.seats_shown if seat.is_bot)],
            "event": event.title if (event := event_of(board.terms.event)) else "",
            "parameters": parameters_of(board),
            "undone": _undone(board, board.vote) if board.vote else "",
            "stand_then": _would_stand(board, board.vote.back_to) if board.vote and board.vote.moves else "",
            "stands_now": _stands(board, board.next_number - 1) if board.happenings else "",
            "free": in_sentence([seat.userid for seat in board.seats if seat.is_free]),
            "before": {seat.userid: seat.earlier[-1] for seat in board.seats if seat.earlier},
            "yet_to_answer": in_sentence(board.vote.yet_to_answer) if board.vote else "",
            "to_move": in_sentence([*dict.fromkeys(mover_title(board.seats, seat) for seat in board.to_move)]),
            "rating_changes": [_rating_change(change) for change in board.rating_changes],
            "moves": [
                Message("{player}: {move}", player=board.seats[seat_now(move)].title, move=words_of(move))
                for move in board.moves_of_turn
                if move.text not in _LEAVES or board.seats[move.seat].userid not in _told_by_result(board)
            ],
            "reason": for_players(board.result.reason, board.seats) if board.result else "",
            "scores": _scores(board),
            "winners": in_sentence(board.winners),
        }

    @cached_property
    def _away(self) -> Sequence[tuple[str, datetime]]:
        """The players to move who are on vacation, and until when."""
        facts = self._views.facts
        if not facts.is_on or facts.after is not None or facts.occasion in {"preview", "submitted"}:
            return ()
        seats = {facts.seats[number].userid: facts.seats[number] for number in facts.to_move}
        absences = [(userid, current(seat.away, self._at)) for userid, seat in seats.items()]
        return [(userid, absence.end) for userid, absence in absences if absence]

    def _columns(self, view: BoardView) -> str:
        if view.board.game.simultaneous:
            # A move in a round that is not complete is for its player's eyes only.
            return _columns(view.board, view.plans)
        key = id(view.board), spoken()
        if key not in self._tables:
            self._tables[key] = _columns(view.board)
        return self._tables[key]


def _told_by_result(board: BoardFacts) -> frozenset[str]:
    """The players who have left and whom the result names for it: the letter says so once."""
    if board.result is None or board.after is not None:
        return frozenset()
    reason = f" {for_players(board.result.reason, board.seats)}"
    told = [seat.userid for seat in board.seats if any(f" {seat.userid} {verb}" in reason for verb in LEFT)]
    return frozenset(told)


def _swapped(view: BoardView) -> str:
    swapper = next((userid for what, userid in view.board.happenings if what is Happening.SWAPPED), "")
    return after_swap(view.board.seats, swapper, view.reader) if swapper else ""


def _confirms(view: BoardView) -> bool:
    """Whether the letter only confirms the reader's own move, and so has no picture.

    It has one if the move ended the game, or the reader has to move or answer.
    """
    board = view.board
    if view.may.vote or view.may.agree:
        return False
    if board.occasion == "chosen":
        return True
    if board.occasion != "turn" or not board.is_on or board.happenings or view.is_to_move:
        return False
    made = [move for move in board.moves_of_turn if move.is_of_the_game]
    return bool(made) and all(board.seats[move.seat].userid == view.reader for move in made)


def _beside(view: BoardView) -> dict[str, str]:
    """What the page says beside the picture instead of the text."""
    beside = {}
    if view.picture_status != view.status:
        lines = [for_players(line, view.board.seats) for line in view.picture_status]
        beside["status"] = "\n".join(map(wrapped, lines))
    if view.picture_legend != view.legend:
        beside["legend"] = view.picture_legend
    return beside


def board_letter(
    board: Board,
    reader: Player | None,
    news: BoardNews,
    address: str,
    at: datetime,
    zone: tzinfo = UTC,
    reply_to: str | None = None,
) -> Letter:
    """The letter for a single reader: see `BoardLetters.to`."""
    return BoardLetters(board, news, address, at).to(reader, zone, reply_to)


def removed_letter(
    board: Board,
    turn: Turn,
    comment: str = "",
    intervention: Intervention | None = None,
    reader: Player | None = None,
    earlier: Earlier | None = None,
    can_reply: bool = False,
) -> Letter:
    """The letter about a removed board.

    The `reader` is also told about their own plans, and what was held back for them (`earlier`).
    """
    may_rematch = can_reply and intervention is None and len(board.players) > 1 and may_be_played_again(board)
    return write(
        "removed",
        board.title,
        thread_of(board),
        [ActionLink("Rematch", "rematch")] if may_rematch else (),
        may_rematch=may_rematch,
        says="Removed",
        board=board,
        left=[player.userid for _, player in turn.happenings],
        out_of_time=any(happening is Happening.FORFEITED for happening, _ in turn.happenings),
        intervention=intervention,
        by=turn.by.userid if turn.by else "",
        notes=[*([earlier.done] if earlier and earlier.done else []), *_texts(notes_for(board, reader, turn))],
        said=earlier.said if earlier else (),
        comment=comment,
    )


def _texts(notes: Sequence[Note]) -> list[str]:
    return [note.text for note in notes]


def thread_of(board: Board | BoardFacts | OpenChallenge) -> str:
    """The thread of a board's letters."""
    return f"{board.game.word}-{board.number}"


def _columns(board: BoardFacts, plans: Sequence[Plans] = ()) -> str:
    return moves_in_columns(board, plans, LAST_FEW if board.is_on else None, for_reader=True)


def _players(board: BoardFacts) -> list[str]:
    names = Listed([seat.title for seat in board.seats_shown], ", ", ", ")
    line = Message("Players: {players}", players=names)
    return textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) if len(line) > WIDTH else [line]


def parameters_of(board: BoardFacts) -> str:
    """What is not as usual about a board in words, without times: `size 5, not rated`."""
    rated = [] if board.terms.rated else [NOT_RATED]
    parameters = [*parameters_in_words(board.options, board.game), *rated]
    return Listed(parameters, ", ", ", ") if parameters else ""


def _undone(board: BoardFacts, vote: VoteView) -> str:
    """The moves that a proposed undo would take back."""
    words_of = words_of_moves(board)
    return ", ".join(f"{move.number}. {words_of(move)}" for move in vote.moves)


def _would_stand(board: BoardFacts, last: int) -> Message:
    """The position that a proposed undo would lead to."""
    if not last:
        return Message("The board would then stand as at the start.")
    if board.game.simultaneous:
        return Message("The board would then stand as after round {number}.", number=last)
    return Message("The board would then stand as after move {number}.", number=last)


def _stands(board: BoardFacts, last: int) -> Message:
    if not last:
        return Message("The board stands as at the start.")
    if board.game.simultaneous:
        return Message("The board stands as after round {number}.", number=last)
    return Message("The board stands as after move {number}.", number=last)


def planned(plans: Sequence[Plans]) -> list[str]:
    """What only the player knows of these seats, in sentences."""
    lines: list[str] = []
    for plan in plans:
        if plan.chosen is not None:
            lines.append(Message("You have chosen: {move}. Until all have, you can choose again.", move=plan.chosen))
        if plan.queue:
            lines.append(Message("Your queued moves: {moves}", moves="; ".join(plan.queue)))
    return lines


def _scores(board: BoardFacts) -> str:
    if board.result is None or not board.result.scores:
        return ""
    pairs = zip(board.seats, board.result.scores, strict=True)
    return ", ".join(f"{seat.userid} {score}" for seat, score in pairs)


def _rating_change(change: Change) -> Message:
    player, old, new = change.player, change.old_rating_told, change.after.rating
    if old is None:
        return Message("Rating of {player}: {rating} (provisional)", player=player, rating=new)
    if old == new:
        return Message("Rating of {player}: {rating}", player=player, rating=new)
    return Message("Rating of {player}: {old} -> {rating}", player=player, old=old, rating=new)


def _clock(board: BoardFacts, zone: tzinfo) -> Sequence[str]:
    terms = board.terms
    lines = [*([] if terms.has_usual_times else [times_in_words(terms)[0]]), *times_in_words(terms)[1:]]
    if terms.total_days is not None or board.finished_at is not None:
        used = Listed(
            [Message("{player} {time}", player=seat.userid, time=_days_and_hours(seat.used)) for seat in board.seats],
            ", ",
            ", ",
        )
        lines.append(Message("Time used: {times}.", times=used))
    if board.finished_at is not None:
        started, ended = moment(board.started_at, zone), moment(board.finished_at, zone)
        lines.append(Message("Started {started}, ended {ended}.", started=started, ended=ended))
    return lines


def _days_and_hours(time: timedelta) -> Message:
    minutes = int(time.total_seconds()) // 60
    if minutes < 60:
        return Message("{minutes} min", minutes=minutes)
    if minutes < 24 * 60:
        return Message("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return Message("{days} d {hours} h", days=minutes // (24 * 60), hours=minutes // 60 % 24)
