"""Words for others that hold what only their writer has been shown, such as a hand of cards: they do not go on.

A mail program may quote a letter so that nobody can tell the quotation from its reader's words. So what somebody
writes about a game of hidden things is compared with what they alone have been shown there, made anew. That is done
when a command has been carried out, and before anything of it goes out: a card that has just been played is hidden no
more.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import BoardChanged, KeptSecretly, Outcome, Removed, Started
from pbmserv.games.base import Refusal, counted
from pbmserv.play.board import Board, Player, Status, in_sentence
from pbmserv.play.shown_alone import may_hold_names, named_in, shown_to_nobody_else

MOST_LINES = 10
"""So many lines go on where no quotation was found beside them: what is longer may be a letter that nobody knows."""

MOST_NAMES_ELSEWHERE = 2
"""So much may be named to others than the players of the board: there it is likely to mean something else."""

_MOST_BOARDS = 500


class KeptBack(Refusal):
    """Words may not go on; `is_done_without` is whether the command that they come with can be carried out."""

    def __init__(self, words: str, is_done_without: bool) -> None:
        super().__init__(words)
        self.is_done_without = is_done_without


def check_words(call: Call, outcome: Outcome) -> None:
    """Raise `KeptBack` where the words of a mail hold what only their writer has been shown."""
    is_turn = isinstance(outcome, (BoardChanged, KeptSecretly, Removed)) and not isinstance(outcome, Started)
    goes_on = is_turn or outcome.writes_to_others or hasattr(outcome, "words")
    if call.beside_quotation is None or not call.comment.strip() or not goes_on:
        return
    about = getattr(outcome, "board", None)
    # A challenge needs no password: then it may be of any player who has the address.
    for player in [call.principal.player] if call.principal.player else call.principal.at_address:
        why = _why_of_its_board(call, about, player) if isinstance(about, Board) else ""
        if why := why or _why_of_others(call, about, player):
            raise KeptBack(why, is_turn)


def _why_of_its_board(call: Call, board: Board, player: Player) -> str:
    if not board.game.hidden or not board.is_on or not board.has_seated(player):
        return ""
    lines = sum(bool(line.strip()) for line in call.comment.splitlines())
    if not call.beside_quotation and lines > MOST_LINES:
        return (
            f"Your words have gone to nobody: in a game with hidden things, {counted(MOST_LINES, 'line')} go on at"
            f" most, and you have written {lines}. A longer text might be a letter of ours that your mail program has"
            " put there. Write less, or send them in several letters with the word chat."
        )
    return _why_named(named_in(call.comment, shown_to_nobody_else(board, player)), board)


def _why_of_others(call: Call, about: object, player: Player) -> str:
    if not may_hold_names(call.comment, MOST_NAMES_ELSEWHERE):
        return ""
    here = (about.game.word, about.number) if isinstance(about, Board) else None
    for board in _hidden_boards(call, player):
        named = named_in(call.comment, shown_to_nobody_else(board, player))
        if (board.game.word, board.number) != here and len(named) > MOST_NAMES_ELSEWHERE:
            return _why_named(named, board)
    return ""


def _hidden_boards(call: Call, player: Player) -> Iterator[Board]:
    for line in call.work.listing.lines(players=[player], status=Status.ACTIVE, limit=_MOST_BOARDS):
        game = call.catalogue.get(line.game)
        board = call.work.boards.load(line.game, line.number) if game is not None and game.hidden else None
        if board is not None:
            yield board


def _why_named(named: frozenset[str], board: Board) -> str:
    if not named:
        return ""
    first = sorted(named)[:3]
    what = in_sentence(first) if len(named) == len(first) else f"{', '.join(first)} and more"
    return (
        f"Your words have gone to nobody: they name {what}, which only you have been shown on {board.title}. Perhaps"
        " your mail program has put a letter of ours among them. If you mean to tell the others, say it in words, for"
        " example: the queen of spades."
    )
