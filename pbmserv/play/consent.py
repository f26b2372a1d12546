"""What a bare yes means where its author does not say to what: not a letter's answer, and not a button of a page.

If only one thing has been proposed to somebody since they last did something on a board, it can mean nothing else. If
it was more, the yes has to name what it agrees to: it may have been written before the last of it was known.
"""

from __future__ import annotations

from collections.abc import Collection

from pbmserv.games.message import Message
from pbmserv.play.board import Board, Happening, Player, Question, Turn
from pbmserv.play.unread import NOTHING, leaves_open, put_to

_OPENS_VOTE = frozenset({Happening.PROPOSED_DRAW, Happening.PROPOSED_UNDO})
_NAMES = {"tie": Question.DRAW, "draw": Question.DRAW, "undo": Question.UNDO}
_UNCLEAR = {
    Question.DRAW: (
        "More than one thing has been proposed on {board} since you last did something there. What is open now:"
        " {player} proposes to end the game as a tie. To agree to that, write {accept}."
    ),
    Question.UNDO: (
        "More than one thing has been proposed on {board} since you last did something there. What is open now:"
        " {player} proposes to take back their own last move. To agree to that, write {accept}."
    ),
}


def note_proposed(board: Board, turn: Turn) -> None:
    """Count what a turn proposes to each of the others."""
    if turn.by in board.staying:
        is_asked = board.offer is not None and turn.by not in board.offer.agreed
        leaves_open(board.unread, turn.by, int(turn.by in board.yet_to_answer), int(is_asked))
    happened = [happening for happening, _ in turn.happenings]
    votes, offers = int(not _OPENS_VOTE.isdisjoint(happened)), int(Happening.OFFERED_SEAT in happened)
    for player in board.staying if votes or offers else ():
        if player != turn.by:
            put_to(board.unread, player, votes, offers)


def why_vote_is_unclear(board: Board, player: Player) -> str:
    """What a bare `accept` should have said, or an empty text if it can mean only the open vote."""
    if player not in board.yet_to_answer or board.vote is None or board.unread.get(player.id, NOTHING).votes < 2:
        return ""
    vote = board.vote
    return Message(
        _UNCLEAR[vote.question],
        board=board.title,
        player=vote.by.userid,
        accept=named_accept(vote.question, vote.by.userid),
    )


def why_offer_is_unclear(board: Board, player: Player) -> str:
    """The same of a bare yes to a substitute; the sentence says how they are named."""
    if board.offer is None or board.unread.get(player.id, NOTHING).offers < 2:
        return ""
    whom = board.offer.to.userid if board.offer.to else "anyone"
    return Message(
        "More than one substitute has been proposed on {board} since you last did something there."
        " What is open now: {whom}. To agree to that, write {whom} instead of yes.",
        board=board.title,
        whom=whom,
    )


def named_accept(question: Question, by: str) -> str:
    """The `accept` that can mean only this vote: `accept tie alice`."""
    return f"accept {'tie' if question is Question.DRAW else 'undo'} {by}"


def is_named_accept(board: Board, text: str) -> bool:
    """Whether a move is `accept` with the name of a question, of a player, or both."""
    words = text.lower().split()
    names = words[1:]
    return words[:1] == ["accept"] and 1 <= len(names) <= 2 and set(names) <= {*_NAMES, *_userids(board)}


def names_the_vote(board: Board, text: str) -> bool:
    """Whether such an `accept` names the vote that is open."""
    _, *names = text.lower().split()
    if (vote := board.vote) is None:
        return False
    return all(_NAMES.get(name) is vote.question or name == vote.by.userid.lower() for name in names)


def _userids(board: Board) -> Collection[str]:
    return [player.userid.lower() for player in board.players]
