"""What follows a turn: a substitute sits down or is asked, the board is stored, its end is rated, all are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from msgspec import structs

from pbmserv.commands.requests.blocking import are_apart
from pbmserv.commands.requests.budgets import check_said, hold_back, tells_watchers, what_waited
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import BoardChanged, KeptSecretly, Outcome, Removed
from pbmserv.games.base import Note, Refusal
from pbmserv.games.message import Message
from pbmserv.letters.letter import players_words
from pbmserv.play import substituting
from pbmserv.play.board import Board, Happening, NotAllowed, Player, Status, Turn
from pbmserv.play.bot_tasks import bots_on, waits_for
from pbmserv.play.bots import thinks_here
from pbmserv.play.consent import note_proposed
from pbmserv.play.letter_timing import can_wait
from pbmserv.play.unread import heard_from
from pbmserv.play.view import BoardNews
from pbmserv.play.zones import zone_of
from pbmserv.storage.players import TIMEZONE
from pbmserv.storage.tallies import Limit

if TYPE_CHECKING:
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.ratings import Change
    from pbmserv.play.unread import Earlier


_LEAVING = frozenset({Happening.RESIGNED, Happening.FORFEITED, Happening.WITHDREW})


def save_turn(call: Call, board: Board, turn: Turn, intervention: Intervention | None = None) -> Outcome:
    """Store a turn and tell the board's recipients.

    `intervention` is set if the operator acted.
    """
    if board.offer is not None:
        turn = after_leaving(call, board, turn)
    if call.kept_back and call.principal.player is not None:
        told = (Note(call.kept_back, seat) for seat in board.seats_of(call.principal.player)[:1])
        turn = replace(turn, notes=(*turn.notes, *told))
    if board.status is Status.OVER:
        call.work.punctuality.count_board(board.seats, call.at)
    if turn.by:
        heard_from(board.unread, turn.by)
    note_proposed(board, turn)
    is_secret = turn.only_chosen and turn.by is not None
    readers = _Readers((), (), ()) if is_secret else _readers(call, board, turn.by, turn, intervention)
    held, earlier = _told_of(call, board, turn, readers, by_operator=intervention is not None)
    call.work.boards.save(board)
    if turn.only_chosen and turn.by:
        return KeptSecretly(board, turn.by, turn)
    for happening, player in turn.happenings:
        if happening in _LEAVING:
            call.work.watching.begin(player, board.game.word, [board.number])
            call.work.standings.place(board.game.word, {player, *board.players})
    if board.status is Status.REMOVED:
        return Removed(board, turn, readers.watchers, call.comment, intervention, earlier)
    by = turn.by.userid if turn.by else ""
    comments = tuple((player.userid, comment) for player, comment in turn.comments)
    if call.comment and (by, call.comment) not in comments:
        comments = (*comments, (by, call.comment))
    keep_remarks(call, board, comments)
    news = BoardNews(
        "again" if turn.restarted else "turn",
        by=by,
        turn=turn,
        comments=comments,
        rating_changes=rate_if_over(call, board),
        intervention=intervention,
    )
    happened = _told_to_all(board, news, readers)
    return structs.replace(happened, held=held, earlier=earlier) if held or earlier else happened


def keep_remark(call: Call, board: Board, author: Player, words: str) -> None:
    """Store chat, which was mailed, for readers on the web.

    Raises `OverBudget` if the author has said too much.
    """
    # As it stands in the letters: without characters that no database holds.
    remark = players_words(words)
    if author == call.principal.player:
        check_said(call, author, remark)
    call.work.remarks.keep(call.work.boards.id_of(board), author, call.at, len(board.moves), remark)


def rate_if_over(call: Call, board: Board) -> tuple[Change, ...]:
    """Rate a finished game; return nothing if it is on or unrated."""
    if board.status is not Status.OVER:
        return ()
    changes = call.work.ratings.rate(board) if is_rated(board) else ()
    call.work.standings.place(board.game.word, {player for seat in board.seats for player in seat.holders})
    return changes


def is_rated(board: Board) -> bool:
    """Whether a game counts: not with a handicap, not alone, not if its challenge said so."""
    return board.terms.rated and not board.options.get("handicap") and len(board.players) > 1


def is_guests(call: Call, board: Board) -> bool:
    """Whether a guest plays here against bots: nobody gets letters about that."""
    people = {seat.player for seat in board.seats if not thinks_here(seat.bot)}
    return len(people) == 1 < len(board.players) and call.work.players.is_guest(*people)


class _Readers(NamedTuple):
    players: tuple[Player, ...]
    """Those who play, or leave with this turn."""
    watchers: tuple[Player, ...]
    only_the_end: tuple[Player, ...]
    """Subscribers to the end, if this was it."""


def _readers(
    call: Call,
    board: Board,
    by: Player | None,
    turn: Turn | None = None,
    intervention: Intervention | None = None,
) -> _Readers:
    """The recipients of a turn; watchers only within the daily limit of the player who made it.

    A bot's turn counts for its opponent, the clock's for one of the players concerned, the operator's for nobody.
    """
    left = [player for happening, player in turn.happenings if happening in _LEAVING] if turn else []
    involved = [player for _, player in turn.happenings] if turn else []
    players = tuple(dict.fromkeys([*board.staying, *involved]))
    if is_guests(call, board):
        return _Readers(players, (), ())
    watchers = dict.fromkeys([*call.work.watching.who(board.game.word, board.number), *left])
    is_end = board.status is Status.OVER
    ends = call.work.watching.who(board.game.word, board.number, only_the_end=True) if is_end else ()
    whose = by or next(iter([*involved, *board.players]))
    if thinks_here(bots_on(board).get(whose)):
        whose = waits_for(board) or whose
    is_counted = intervention is None and _others((*watchers, *ends), players)
    if is_counted and not tells_watchers(call, whose, is_end):
        return _Readers(players, tuple(left), ())
    return _Readers(players, tuple(watchers), ends)


def _told_of(
    call: Call, board: Board, turn: Turn, who: _Readers, by_operator: bool
) -> tuple[frozenset[Player], Mapping[Player, Earlier]]:
    """The players from whom a turn is withheld, and what was withheld earlier from the others."""
    if turn.only_chosen:
        return frozenset(), {}
    if can_wait(board, turn) and not by_operator:
        readers = dict.fromkeys([*board.staying, *who.watchers])
        held = hold_back(call, board, turn.by, readers, turn.happenings)
        return held, what_waited(call, board, [reader for reader in readers if reader not in held])
    return frozenset(), what_waited(call, board, [*board.players, *who.watchers])


def keep_remarks(call: Call, board: Board, comments: Sequence[tuple[str, str]]) -> None:
    """Store the words of a turn, except the operator's, which are only in letters."""
    authors = {player.userid: player for player in (*board.players, *filter(None, [call.principal.player]))}
    for userid, words in comments:
        if userid in authors:
            keep_remark(call, board, authors[userid], words)


def told_of_start(call: Call, board: Board, news: BoardNews) -> BoardChanged:
    return _told_to_all(board, news, _readers(call, board, call.principal.player or board.challenger))


def _told_to_all(board: Board, news: BoardNews, readers: _Readers) -> BoardChanged:
    """News for all recipients of a board: players, those who left in this turn, watchers.

    At the end of the game that includes watchers of the end only. A player who ends it by leaving is told as a
    player.
    """
    players = readers.players
    watchers = _others(readers.watchers, board.staying if board.is_on else players)
    told = replace(news, watchers=watchers)
    return BoardChanged(board, told, players, watchers, _others(readers.only_the_end, (*players, *watchers)))


def _others(found: Sequence[Player], known: Sequence[Player]) -> tuple[Player, ...]:
    return tuple([player for player in found if player not in known])


OFFERED = Limit("offered seat", 3, timedelta(days=1))
"""How often one player may have another asked to take over a seat."""

LEFT = frozenset({Happening.RESIGNED, Happening.FORFEITED})


class SeatOffered(Outcome, frozen=True):
    written_by = "playing.letters:of_offer"

    board: Board
    to: Player
    by: Player
    left: Player
    words: str = ""


def after_leaving(call: Call, board: Board, turn: Turn) -> Turn:
    """Extend a turn by the consequences for an offer that waited only for players who left in it.

    It never prevents leaving: an offer that is no longer possible is dropped.
    """
    offered = board.offer
    left = {player for happening, player in turn.happenings if happening in LEFT}
    if offered is None or not left or not substituting.is_agreed(board) or left <= set(offered.agreed):
        return turn
    try:
        return with_substitute(call, board, turn)
    except NotAllowed:
        board.offer = None
        return turn


def with_substitute(call: Call, board: Board, turn: Turn) -> Turn:
    """Extend a turn in which all remaining players agree: a bot takes the seat, a player is asked.

    If the bot is not available, nothing is offered. Raises `NotAllowed` if the player was asked too often.
    """
    offered = board.offer
    if offered is None or offered.to is None or not substituting.is_agreed(board):
        return turn
    bot = call.work.players.bots([offered.to]).get(offered.to)
    if are_apart(call, [offered.to, offered.by, *board.staying], offered.to):
        # One has blocked the other since it was proposed.
        board.offer = None
        return turn
    if not thinks_here(bot):
        left = board.seats[substituting.vacant_seats(board)[0]].player
        _check_offered_before(call, offered.by, offered.to)
        # Others who have agreed, or have left, have written to those who play.
        words = call.comment if call.principal.player == offered.by else ""
        call.outcomes.append(SeatOffered(board, offered.to, offered.by, left, words))
        return turn
    try:
        came = sit_down(call, board, offered.to)
    except Refusal:
        board.offer = None
        return turn
    return replace(
        turn,
        moves=(*turn.moves, *came.moves),
        notes=(*turn.notes, *came.notes),
        happenings=(*turn.happenings, *came.happenings),
        comments=(*turn.comments, *came.comments),
    )


def _check_offered_before(call: Call, by: Player, to: Player) -> None:
    if call.work.tallies.is_full(OFFERED, f"{by.userid} {to.userid}", call.at):
        raise NotAllowed(
            Message(
                "{to} has been asked by {by} {most} times within a day to take over a seat.",
                to=to.userid,
                by=by.userid,
                most=OFFERED.most,
            )
        )
    call.work.tallies.add(OFFERED, f"{by.userid} {to.userid}", call.at)


def sit_down(call: Call, board: Board, player: Player) -> Turn:
    """Seat a substitute.

    Raises `NotAllowed` if the seat is not offered to them.
    """
    free = substituting.vacant_seats(board)
    if free:
        # Counted for who has made these moves.
        call.work.punctuality.count_board([board.seats[free[0]]], call.at)
    turn = substituting.take_over(board, player, call.at)
    [seat] = [seat for seat in board.seats if seat.player == player]
    seat.bot = call.work.players.bots([player]).get(player)
    seat.zone = zone_of(call.work.players.chosen([player], TIMEZONE).get(player))
    call.work.game_limits.challenged(board.game.word, [player])
    return turn
