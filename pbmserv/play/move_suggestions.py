"""What somebody who wrote a move among other words may have meant: `d 3`, `(d3)`, `Hi Bob,` and `d3` below it.

Works for any game, by having moves tried. Nothing is done without the player's yes, which is for one move in one
position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pbmserv.games.base import Ambiguous, Refusal
from pbmserv.games.piece_names import PIECE_WORDS
from pbmserv.play.board import Board, NotAllowed, Player, moves_at_once
from pbmserv.play.board_fingerprint import MOVE_BYTES, mark
from pbmserv.play.plans import SubmittedMove
from pbmserv.play.record import RESIGN, SWAP, Move
from pbmserv.play.yes_and_no import NO, NO_WORDS, YES, told_by, words_in

MOST_LINES = 5
"""How many lines of an answer are looked at; what is said to the others comes below them."""
LONGEST_LINE = 80
"""In characters; a longer line is not a move with a few words around it."""
MOST_TRIED = 40

_AROUND = " \t.,;:!?\"'`´“”„‘’«»()[]{}<>*_~=|"
"""What people put around a move; no game's moves begin or end with it."""
_LEAD = re.compile(
    r"(?:so |then |and |ok(?:ay)?,? |well,? |now )*(?:i |i'll |i will |i'd |we |my |the |this |next )*"
    r"(?:would |will |want to |like to |am going to |going to |shall |choose to )*"
    r"(?:move|play|playing|answer|choose|choice|take|bid|go|going|try|put|place|turn)"
    r"(?:s|d)?(?: is| to| at| for| on| with| will be)*\s*[:=,]?\s+",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(.*?)\s*#\s*([0-9]{1,9})\W*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CHANGING = (
    PIECE_WORDS
    | NO_WORDS
    | _words(
        """except without avoid instead unless if when or oder wenn statt außer ohne ou sans sauf si
    sin salvo excepto или если кроме без senza lub bez eller utan undo takeback back resign
    propose draw tie accept reject cancel withdraw white black weiß schwarz weiss blanc
    blancs noir noirs blanco blancas negro negras белый белые белых чёрный чёрные черный
    черные чёрных red blue his her their your yours opponent opponent's enemy two three four
    five six seven eight nine ten both zwei drei vier fünf sechs sieben acht neun zehn beide
    deux trois quatre cinq sept huit neuf dix dos tres cuatro cinco seis siete ocho nueve
    diez два две три четыре пять шесть семь восемь девять десять due tre quattro cinque sei
    sette otto nove dieci twee drie vier vijf dwa trzy cztery"""
    )
)
"""Words without which a line means another move, or the opposite."""
_INITIALS = frozenset("BCDFKLNPQRSTVWКФЛСП")
"""Letters by which pieces are called in one language or another: `S f3` is not f3."""
_MOST_ABOVE = 3
"""Words of a line that may belong to the one below: `Not`, `The knight`. A longer one stands by itself."""
_SAID_OF_A_VOTE = {YES: "accept", NO: "reject"}
_VOTES = re.compile(
    r"\b(?:accept(?:s|ed|e)?|agree[sd]?|reject(?:s|ed)?|declined?|refused?|tie|draw|einverstanden|akkoord|acepto"
    r"|accetto|aceito|rechazo|rifiuto|согласен|согласна|zgoda|souhlasím)\b",
    re.IGNORECASE,
)
"""Words that answer a proposal rather than a question of ours, where one is open."""
_OF_THE_TABLE = ("accept", "reject", "propose", "undo", RESIGN, SWAP)


def is_about_a_proposal(board: Board, player: Player, line: str) -> bool:
    """Whether a line names an answer to a proposal that the player has yet to answer: `I accept`."""
    return player in board.yet_to_answer and bool(_VOTES.search(line))


def is_move(board: Board, player: Player, text: str) -> bool:
    """Whether a player whose turn it is can make just this move."""
    return any(_played(board, seat, text) for seat in _seats_that_move(board, player))


def move_meant(board: Board, player: Player, lines: Iterable[str]) -> str | None:
    """The one move that a player can have meant with these lines; None if there is none, or more than one.

    A move of the game is given in canonical words; words that are moves in every game are among them.
    """
    if not any(not board.seats[seat].resigned for seat in board.seats_of(player)) or not board.is_on:
        return None
    for line in _lines(lines):
        if word := _of_the_table(board, player, line):
            return word
        meant = _moves_in(board, player, line)
        if meant:
            return meant.pop() if len(meant) == 1 else None
        words = _words_of(line)
        if len(words) <= _MOST_ABOVE and _changes_the_meaning(board, words):
            return None
    return None


def to_be_confirmed(board: Board, text: str) -> SubmittedMove:
    """A move as typed, for its player to confirm; one that cannot be read has no value."""
    try:
        value = board.game.value_of(board.position, text)
    except Refusal:
        value = None
    return SubmittedMove(text, board.next_number, value)


def propose(board: Board, player: Player, text: str) -> SubmittedMove:
    """Keep what a player may have meant, until the player says yes, or anything moves.

    Raises `NotAllowed` if the player takes no part.
    """
    own = board.active_seats_of(player)
    seat = next((seat for seat in own if seat in _seats_that_move(board, player)), own[0])
    proposed = board.seats[seat].proposed = to_be_confirmed(board, text)
    return proposed


def waits_for_yes(board: Board, player: Player, move: int) -> SubmittedMove:
    """The move with this mark that a player was asked about.

    Raises `NotAllowed` if it no longer waits.
    """
    for number in board.active_seats_of(player):
        seat = board.seats[number]
        for waiting in (seat.submitted, seat.proposed):
            if waiting and waiting.number == board.next_number and mark_of_move(waiting) == move:
                return waiting
    raise NotAllowed(
        f"The move that you say yes to is no longer waiting on {board.title}. Write the move that you mean."
    )


def mark_of_move(waiting: SubmittedMove) -> int:
    """What stands for a move in an address."""
    return mark(waiting.value or waiting.text, MOVE_BYTES)


def _seats_that_move(board: Board, player: Player) -> list[int]:
    own = [seat for seat in board.seats_of(player) if not board.seats[seat].resigned] if board.is_on else []
    to_move = board.game.to_move(board.position) if moves_at_once(board) else board.seats_to_move
    return [seat for seat in own if seat in to_move]


def _lines(lines: Iterable[str]) -> list[str]:
    written = [line.strip() for line in lines if line.strip()]
    return [line for line in written[:MOST_LINES] if len(line) <= LONGEST_LINE]


def _of_the_table(board: Board, player: Player, line: str) -> str | None:
    """The word of every game that a line consists of, if it makes sense now."""
    word = line.strip(_AROUND).lower()
    if player in board.yet_to_answer and (said := told_by(line)):
        word = _SAID_OF_A_VOTE[said]
    if word not in _OF_THE_TABLE or (word in {"accept", "reject"} and player not in board.yet_to_answer):
        return None
    if word == SWAP and not (_seats_that_move(board, player) and _may_swap(board)):
        return None
    return word


def _may_swap(board: Board) -> bool:
    return board.next_number == board.game.swap_at(board.options)


def _moves_in(board: Board, player: Player, line: str) -> set[str]:
    """The moves that the player could make and that may be in a line."""
    numbered = _NUMBERED.fullmatch(line)
    if numbered:
        if int(numbered[2]) != board.next_number:
            return set()
        line = numbered[1]
    found: set[str] = set()
    for seat in _seats_that_move(board, player):
        for text, dropped in list(dict(_readings(line)).items())[:MOST_TRIED]:
            if not _changes_the_meaning(board, dropped):
                found |= _played(board, seat, text)
    return found


def _readings(line: str) -> Iterator[tuple[str, Sequence[str]]]:
    """What may be a move in a line: all of it, however it is put, or those of its words that have figures.

    Each comes with the words that are dropped.
    """
    whole = line.strip(_AROUND)
    lead = _LEAD.match(whole)
    for text, dropped in ((whole, ""), (whole[lead.end() :], lead[0]) if lead else (whole, "")):
        yield text, _words_of(dropped)
        yield "".join(text.split()), _words_of(dropped)
    words = _words_of(whole)
    for place, (first, second) in enumerate(pairwise(words)):
        if _has_figure(first + second) and len(first) <= 3:
            yield first + second, [*words[:place], *words[place + 2 :]]
    for place, word in enumerate(words):
        if len(word) > 1 and _has_figure(word):
            yield word, [*words[:place], *words[place + 1 :]]


def _words_of(text: str) -> list[str]:
    return list(filter(None, (word.strip(_AROUND) for word in text.split())))


def _changes_the_meaning(board: Board, dropped: Sequence[str]) -> bool:
    """Whether one of these words names a piece, a side, a number or a negation: without it, the move is another one.

    The number of the move itself changes nothing.
    """
    numbers = {str(board.next_number), str((board.next_number + 1) // 2)}
    sides = {board.game.seat_name(board.position, seat).lower() for seat in range(len(board.seats))}
    changing = _CHANGING | sides
    return any(
        (_has_figure(word) and word.strip("#.") not in numbers)
        or word in _INITIALS
        or any(part in changing for part in (word.lower(), *words_in(word)))
        for word in dropped
    )


def _has_figure(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


def _played(board: Board, seat: int, text: str) -> set[str]:
    """The move, in canonical words, that this text is read as, or all that it may be; nothing if it is not a move."""
    if not text:
        return set()
    try:
        made = board.record.play(board.position, Move(len(board.moves) + 1, seat, text, False, board.last_moved_at))
    except Ambiguous as refusal:
        return set(refusal.choices)
    except Refusal:
        return set()
    return {made.move}
