"""Possible answers to a board letter, as links that write them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from pbmserv.games.base import Game
from pbmserv.games.message import Message, counted
from pbmserv.letters.letter import MOST_BY_THEMSELVES, Group, Links, quoted
from pbmserv.letters.page import ActionLink
from pbmserv.play.asked_of_games import buttons_of
from pbmserv.play.begun_moves import continued
from pbmserv.play.record import SWAP
from pbmserv.play.view import BoardView

PLAY_PARAMETER = "play"
"""The query parameter of the token in a link to a board's page."""

MORE = "More"
"""The heading of ungrouped moves that are too many to be shown singly."""
_SUBSTITUTE = "substitute yes"
"""The answer that lets somebody take over a seat."""


def links_to_answer(view: BoardView, begun: str, is_answer: bool = True, begun_move: str = "") -> Links | None:
    """Links for the legal moves of a reader to move, and for answers to proposals.

    Each begins as `begun_answer` says. A whole command, which `is_answer` to no letter, names what it agrees to. If
    the reader has written the beginning of a move, only the moves that it begins are offered.
    """
    if begun_move and (going_on := continued(view.legal_moves or (), begun_move)):
        return Links(begun, tuple(going_on), ending=f"#{view.board.next_number}", is_open=True)
    moves, groups = _in_groups(view, (*_votes(view, is_answer), *_moves(view)))
    if not moves:
        return None
    # The letter may be an old one when it is answered, and its moves are for this position only.
    return Links(begun, moves, groups=groups, ending=f"#{view.board.next_number}")


def begun_answer(view: BoardView, address: str, reply_to: str | None) -> str:
    """The beginning of a link's address to which a move is appended.

    At `reply_to` the move alone is enough. Without it, links write whole commands to `address`, and the reader fills
    in the password.
    """
    board = view.board
    if reply_to:
        return f"mailto:{quoted(reply_to)}?subject={quoted(board.title)}&body="
    command = f"{board.game.word} move {board.number} {view.reader} PASSWORD "
    return f"{begun_command(address)}{quoted(command)}"


def begun_command(address: str) -> str:
    """The beginning of a link's address to which a command is appended."""
    return f"mailto:{quoted(address)}?subject="


def button(view: BoardView, address: str, reply_to: str | None, link: str, begun: str) -> ActionLink | None:
    """The main action on a board, or None: play on its page if there is a `link`, or else by a letter.

    None by a letter where a game that lists no moves has buttons of its own: an empty answer would say nothing there.
    """
    board = view.board
    if board.occasion == "submitted":
        if reply_to:
            return ActionLink("Make this move", f"{begun}yes")
        command = f"{board.game.word} confirm {board.number} {view.reader} PASSWORD"
        return ActionLink("Make this move", f"{begun_command(address)}{quoted(command)}")
    if _rematch(view, reply_to):
        return ActionLink("Rematch", f"{begun}rematch")
    if _is_asked_for_a_substitute(view, reply_to):
        return ActionLink("Yes, let somebody take over", f"{begun}{_SUBSTITUTE}")
    if link:
        plays = view.may.move or view.may.vote
        return ActionLink("Play" if plays else "See the board", link)
    return ActionLink("Play", begun) if view.may.move and not _own_buttons(view) else None


def answers(view: BoardView, reply_to: str | None, link: str = "") -> tuple[ActionLink, ...]:
    """The other answers to the letter, and its page where the main action is a rematch."""
    if reply_to is None or view.board.occasion in ("submitted", "preview"):
        return ()
    may = view.may
    if not (view.board.is_on and view.stays):
        chat = (ActionLink("Chat", ""),) if may.chat else ()
        return (ActionLink("See the board", link), *chat) if link and _rematch(view, reply_to) else chat
    is_asked = _is_asked_for_a_substitute(view, reply_to)
    possible = (
        (Message("Yes, let somebody take over"), _SUBSTITUTE, may.agree and not is_asked),
        (Message("No substitute"), "substitute no", may.agree),
        (Message("Chat"), "chat ", may.chat and len(view.board.players) > 1),
        (Message("Offer a tie"), "propose", may.propose_draw),
        (Message("Take back a move"), "undo", may.propose_undo),
        (Message("Resign"), "resign", may.resign),
    )
    return tuple([ActionLink(words, answer) for words, answer, allowed in possible if allowed])


def commands(view: BoardView, reply_to: str | None) -> tuple[ActionLink, ...]:
    """Further commands about the board."""
    board, word = view.board, view.board.game.word
    ways = [ActionLink("Rules", f"help {word}")]
    if board.number:
        ways.append(ActionLink("Record", f"{word} record {board.number}"))
    players = board.players
    if len(players) > 1:
        ways.append(ActionLink("Past games", f"{word} history {' '.join(players)}"))
    if reply_to is None and view.may.chat and len(players) > 1:
        ways.append(ActionLink("Chat", f"{word} chat {board.number} {view.reader} PASSWORD"))
    if reply_to is None and view.may.resign:
        ways.append(ActionLink("Resign", f"{word} resign {board.number} {view.reader} PASSWORD"))
    return tuple(ways)


def _is_asked_for_a_substitute(view: BoardView, reply_to: str | None) -> bool:
    """Whether the question for a substitute is all that waits for the reader."""
    return bool(reply_to and view.may.agree and not (view.may.move or view.may.vote))


def _rematch(view: BoardView, reply_to: str | None) -> bool:
    """Whether an answer to the letter can ask for a rematch."""
    return bool(reply_to and view.may.rematch and view.board.occasion != "preview")


def _in_groups(view: BoardView, moves: Sequence[str]) -> tuple[tuple[str, ...], tuple[Group, ...]]:
    """The moves in display order, and the groups of the last of them.

    Few moves, or those of a game without groups, are shown singly.
    """
    grouped: dict[str, list[str]] = {}
    game = view.board.game
    if len(moves) > MOST_BY_THEMSELVES and type(game).group_of is not Game.group_of:
        names = list(map(game.group_of, moves))
        if any(names):
            for name, move in zip(names, moves, strict=True):
                grouped.setdefault(name, []).append(move)
    alone = grouped.pop("", [])
    if not grouped:
        return tuple(moves), ()
    shown = list(dict.fromkeys([*alone, *view.examples]))[:MOST_BY_THEMSELVES]
    if more := [move for move in alone if move not in shown]:
        grouped = {MORE: more, **grouped}
    groups = tuple(Group(_title(name, len(some)), len(some)) for name, some in grouped.items())
    return (*shown, *chain.from_iterable(grouped.values())), groups


@lru_cache(maxsize=1024)
def _title(name: str, moves: int) -> str:
    return counted("{kind}: {count} move", "{kind}: {count} moves", moves, kind=name)


def _votes(view: BoardView, is_answer: bool) -> Sequence[str]:
    vote = view.board.vote
    if not view.may.vote or vote is None:
        return ()
    return ("accept" if is_answer else vote.consent, "reject")


def _moves(view: BoardView) -> Sequence[str]:
    return (*((SWAP,) if view.may.swap else ()), *(view.legal_moves or _own_buttons(view)))


def _own_buttons(view: BoardView) -> tuple[str, ...]:
    """The moves that a game offers which lists none."""
    if view.legal_moves is not None or not view.may.move or view.seat is None:
        return ()
    return buttons_of(view.board.game, view.seen, view.seat)
