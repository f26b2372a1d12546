"""What a player is asked while they touch a board: which place is next, and whether to make the move that has come of
it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.message import Listed, Message, listed
from pbmserv.games.picture import Choice
from pbmserv.locale.catalogs import in_the_language
from pbmserv.play.board import Board
from pbmserv.web.touchable_picture import TouchablePicture

_FEW_PLACES = 4
"""So many places are named that can be touched next."""
_PROPOSE = "propose"
_ASKED = {
    "swap": Message("Swap sides?"),
    _PROPOSE: Message("Propose a tie?"),
    "undo": Message("Propose to take back the last move?"),
}
"""The questions whether to make moves of every game that do not read as sentences."""
_OFFER = Message("Offer a draw?")


def next_question(
    board: Board, seat: int, touched: Sequence[str], following: Sequence[str], sheet: TouchablePicture
) -> str:
    """What is to be touched after the touches so far: as the game asks it, or which place. Empty if nothing is."""
    if not touched or not following:
        return ""
    if asked := board.game.asked_next(board.position, seat, touched, following):
        return asked
    # What lies on a place is seen.
    touched_last, *places = [_first_of(words) for words in _words_of(sheet, (touched[-1], *following))]
    if len(following) > _FEW_PLACES:
        return Message("{place}: where to?", place=touched_last)
    return Message("{place}: {places}?", place=touched_last, places=listed(places, "or"))


def question_before(
    board: Board, seat: int, move: str, words: str, sheet: TouchablePicture, choices: Sequence[Choice]
) -> str:
    """Whether to make a move, which is told in these words: as its game asks it, or as it says what a choice does."""
    if move == _PROPOSE and board.game.says_draw:
        return _OFFER
    if move in _ASKED:
        return _ASKED[move]
    if move.isalpha() and move not in sheet.places:
        for choice in choices:
            if choice.target == move:
                words = in_the_language(choice.words)
                return f"{words[0].upper()}{words[1:]}?"
    return board.game.question(board.position, seat, words)


def _words_of(sheet: TouchablePicture, targets: Sequence[str]) -> tuple[str, ...]:
    words = {each.target: each.words for each in sheet.choices}
    words |= {target: place.words for target, place in sheet.places.items()}
    return tuple(words.get(each, each) for each in targets)


def _first_of(words: str) -> str:
    """What stands before the first comma: of a place that holds a piece, its name."""
    if isinstance(words, Listed) and words.between == ", ":
        first = words.items[0]
        return first if isinstance(first, str) else str(first)
    return words.partition(", ")[0] if ", " in words else words
