"""Votes on draws and takebacks, which need all remaining players."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbmserv.games.base import Note, Result
from pbmserv.games.message import Message
from pbmserv.play.board import AGREED, Board, Happening, NotAllowed, Player, Question, Turn, Vote, named
from pbmserv.play.clock import resume
from pbmserv.play.consent import named_accept
from pbmserv.play.leaving import who_waits_leaves
from pbmserv.play.moving import Follows, outcome
from pbmserv.play.undoing import kept_by_undo, take_back
from pbmserv.play.unread import A_FEW, who_has_been_asked_enough

MOST_STOPS = 3
"""How many of a player's draw offers between two moves stop the clock."""


def propose(board: Board, player: Player, question: Question, at: datetime) -> Turn:
    """Open a vote, which passes at once if nobody else has to be asked.

    Repeating another player's proposal agrees to it. Raises `NotAllowed`.
    """
    board.active_seats_of(player)
    check_may_propose(board, player, question)
    if board.vote is not None and board.vote.question is question and board.vote.by != player:
        return answer(board, player, True, at)
    check_nothing_is_open(board, player)
    if enough := _asked_enough(board, player):
        raise NotAllowed(
            "{players} has been asked {times} times on {board}, and done nothing there since. Propose it again after"
            " that, or make a move."
            if len(enough) == 1
            else "{players} have been asked {times} times on {board}, and done nothing there since. Propose it again"
            " after that, or make a move.",
            players=named(enough),
            times=A_FEW,
            board=board.title,
        )
    board.vote = Vote(question, (player,), at, _stops_clock(board, player, question))
    opened = Happening.PROPOSED_DRAW if question is Question.DRAW else Happening.PROPOSED_UNDO
    return _decide(board, player, at, [(opened, player)])


def check_nothing_is_open(board: Board, player: Player) -> None:
    """Raise `NotAllowed` if something has been proposed that is not answered yet."""
    if board.vote is not None and player == board.vote.by:
        raise NotAllowed(
            "You have already proposed {what} on {board}. To withdraw the proposal, write reject.",
            what=_NAMES[board.vote.question],
            board=board.title,
        )
    if board.vote is not None:
        raise NotAllowed(
            "{player} has already proposed {what} on {board}. Answer that first, with {accept} or with reject, or"
            " make a move.",
            player=board.vote.by.userid,
            what=_NAMES[board.vote.question],
            board=board.title,
            accept=named_accept(board.vote.question, board.vote.by.userid),
        )


def may_propose(board: Board, player: Player, question: Question) -> bool:
    """Whether a participant could open this vote now."""
    try:
        check_may_propose(board, player, question)
    except NotAllowed:
        return False
    return board.vote is None and not _asked_enough(board, player)


def answer(board: Board, player: Player, agrees: bool, at: datetime) -> Turn:
    """Answer the open vote; a proposer who answers no withdraws it.

    Raises `NotAllowed` if there is no vote, or the player has answered it.
    """
    board.active_seats_of(player)
    if board.vote is None:
        raise NotAllowed("There is no proposal to answer on {board}.", board=board.title)
    if not agrees:
        happening = Happening.TOOK_BACK_PROPOSAL if player == board.vote.by else Happening.REJECTED
        stopped = board.clock_rests
        resume(board, at)
        board.vote = None
        return Turn(player, happenings=((happening, player),), resumed=stopped)
    if board.vote.question is Question.DRAW:
        _check_stays(board, player)
    if player in board.vote.agreed:
        raise NotAllowed(
            "You have agreed already; {players} has yet to answer."
            if len(board.yet_to_answer) == 1
            else "You have agreed already; {players} have yet to answer.",
            players=named(board.yet_to_answer),
        )
    board.vote = replace(board.vote, agreed=(*board.vote.agreed, player))
    return _decide(board, player, at, [(Happening.AGREED, player)])


def silence_agrees(board: Board, at: datetime) -> Turn:
    """Close a vote as agreed by those who have not answered in time; before everybody has moved, remove the board."""
    if board.vote is None:
        raise NotAllowed("Nothing has been proposed on {board}.", board=board.title)
    silent = board.yet_to_answer
    if not board.silence_ties:
        notes = board.forget_plans(Message("the game does not go on"))
        board.remove(at)
        return Turn(None, notes=notes, happenings=tuple((Happening.FORFEITED, player) for player in silent))
    board.vote = replace(board.vote, agreed=(*board.vote.agreed, *silent))
    staying = [player for player in silent if not any(board.seats[seat].leaving for seat in board.seats_of(player))]
    return _decide(board, None, at, [(Happening.AGREED, player) for player in staying])


def _asked_enough(board: Board, player: Player) -> list[Player]:
    """The players whom this player may not ask again until they act here."""
    if not board.unread:
        return []
    return who_has_been_asked_enough(board.unread, [each for each in board.staying if each != player])


def _stops_clock(board: Board, player: Player, question: Question) -> bool:
    """Whether a question stops the clock; counts the player's draw offers since the last move."""
    if question is not Question.DRAW:
        return False
    own = [board.seats[number] for number in board.seats_of(player)]
    for seat in own:
        seat.asked += 1
    return own[0].asked <= MOST_STOPS


_NAMES = {Question.DRAW: Message("a tie"), Question.UNDO: Message("to take a move back")}


def check_may_propose(board: Board, player: Player, question: Question) -> None:
    """Raise `NotAllowed` if a participant cannot ask this in this game, or now."""
    game = board.game
    if question is Question.DRAW:
        _check_stays(board, player)
    if len(board.seats) < 2:
        raise NotAllowed("There is nobody to agree with.")
    if question is Question.DRAW and not game.allows_draw:
        raise NotAllowed("Players cannot agree on a tie in {name}.", name=game.name)
    if question is Question.UNDO:
        if not game.allows_undo:
            raise NotAllowed("No move can be taken back in {name}.", name=game.name)
        if game.hidden:
            raise NotAllowed(
                "No move can be taken back in {name}: what a move has shown cannot be hidden again.", name=game.name
            )
        kept_by_undo(board, player)


def _check_stays(board: Board, player: Player) -> None:
    if any(seat.leaving and seat.player == player for seat in board.seats):
        raise NotAllowed(
            "You are going to resign on {board} when the turn comes to you. To end the game as a tie,"
            " first take that back: send resign once more.",
            board=board.title,
        )


def _decide(board: Board, by: Player | None, at: datetime, happenings: list[tuple[Happening, Player]]) -> Turn:
    vote = board.vote
    notes: tuple[Note, ...] = ()
    if vote is not None and not board.yet_to_answer:
        if vote.question is Question.DRAW:
            return _tie(board, by, at, happenings)
        notes = take_back(board, kept_by_undo(board, vote.by), at)
        happenings.append((Happening.TOOK_BACK, vote.by))
    return Turn(by, notes=notes, happenings=tuple(happenings))


def _tie(board: Board, by: Player | None, at: datetime, happenings: list[tuple[Happening, Player]]) -> Turn:
    """End the game as a draw among all players without an announced resignation."""
    follows = Follows()
    who_waits_leaves(board, at, follows)
    follows.notes += board.finish(outcome(board) or Result(None, AGREED), at)
    left = [(happening, player) for happening, player in follows.happenings if happening is Happening.RESIGNED]
    follows.happenings = [*happenings, *left]
    return follows.turn(by)
