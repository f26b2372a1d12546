"""Guesses at the move in free text: `d 3`, `(d3)`, `Hi Bob,` with `d3` below it.

Works for any game by trying moves. Nothing is played without the player's yes to one move in one position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbmserv.games.base import Ambiguous, Refusal
from pbmserv.games.piece_names import PIECE_WORDS
from pbmserv.play.asked_of_games import spellings_of
from pbmserv.play.board import Board, Player, moves_at_once
from pbmserv.play.moving import to_be_confirmed
from pbmserv.play.places_in_words import place_in_words
from pbmserv.play.plans import CHAT, SubmittedMove
from pbmserv.play.record import RESIGN, SWAP, Move
from pbmserv.play.slips import is_slip_of
from pbmserv.play.wishes import DENYING, SIGNS, wish_in
from pbmserv.play.words_of_answers import A_BOARD, LANGUAGES, ON_IT
from pbmserv.play.yes_and_no import (
    NO,
    YES,
    beside_kind_words,
    entries_of,
    in_one_word,
    only_greets,
    told_by,
    words_in,
)

MOST_LINES = 5
"""How many lines of an answer are searched; words for the other players come below them."""
LONGEST_LINE = 80
"""The longest line, in characters, that may be a move with a few words around it."""
MOST_TRIED = 40
_LONGEST_MISTYPED = 8
"""The longest word, in signs, in which a slip of the fingers is looked for."""

_AROUND = " \t.,;:!?\"'`´“”„‘’«»()[]{}<>*_~=|"
"""Characters that people put around a move; no game's moves begin or end with them."""
_LEAD = re.compile(
    r"(?:so |then |and |ok(?:ay)?,? |well,? |now )*(?:i |i'll |i will |i'd |we |my |the |this |next )*"
    r"(?:would |will |want to |like to |am going to |going to |shall |choose to )*"
    r"(?:move|play|playing|answer|choose|choice|take|bid|go|going|try|put|place|turn)"
    r"(?:s|d)?(?: is| to| at| for| on| with| will be)*\s*[:=,]?\s+",
    re.IGNORECASE,
)
_YOUR_TURN = re.compile(
    r"(?<=\w)(?<!['’]s)(?<!\bis)[\s,.;:!–—-]*(?<!\w)(?:and |so |now )*(?:it['’]?s |it is )?(?:now )?"
    r"(?:your (?:turn|move|go)|over to you|up to you|you['’]?re up)(?: now)?[\s.!]*\Z",
    re.IGNORECASE,
)
"""What people write behind a move, and what is no part of it."""
_NUMBERED = re.compile(r"(.*?)\s*#\s*([0-9]{1,9})\W*")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CHANGING = (
    PIECE_WORDS
    | DENYING
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
_MOST_WORDS_TO_CHOOSE = 4
"""The largest choice between moves that are words in which one is looked for among other words."""
OTHER_WORDS_OF_MOVES = {
    "double": ("doubl", "redoubl", "verdoppel", "verdoppl", "dobl", "raddoppi", "verdubbel", "удва", "удво"),
    "roll": ("roll", "wurfel", "wurfl", "lance", "tiro", "tira", "gooi", "броса", "брос"),
    "take": ("take", "taking", "accept", "annehm", "nehme", "akzeptier", "prends", "acepto", "accetto", "neem",
             "принима", "беру"),
    "drop": ("drop", "pass", "declin", "refus", "gebe", "ablehn", "lehne", "rechazo", "rifiuto", "weiger", "отказ",
             "сдаю"),
    "pass": ("pass", "passe", "paso", "passo", "пас"),
}  # fmt: skip
"""How words begin, without accents, by which people name a move that is a word."""
_INITIALS = frozenset("BCDFKLNPQRSTVWКФЛСП")
"""Initials of pieces in several languages: `S f3` is not `f3`."""
_PARTS = re.compile(r"(?<=[.!?…,;:])\s+|\s+[–—-]\s+")
"""Where a part of a line ends."""
_MOST_WORDS_OF_A_WISH = 6
_MOST_OF_A_MOVE = 4
BESIDE_MOVES = _words(
    """i ill id we my the a it is now then so and ok okay well to on at from move moves moving play plays playing go
    goes going take takes please me with will would like nach auf von zu zum vom ich spiele ziehe setze nehme mein zug
    ist jetzt dann also und bitte je joue en de vers sur a mon coup est maintenant alors et juego muevo mi jugada es
    ahora por gioco muovo la mia mossa ik speel zet naar ход хожу мой на с из играю
    this that one next again let lets choose"""
)
"""Words beside a move that say nothing by themselves."""
_MOST_ABOVE = 3
"""The longest line, in words, that may belong to the one below it (`Not`, `The knight`)."""
_SAID_OF_A_VOTE = {YES: "accept", NO: "reject"}
_VOTES = re.compile(
    r"\b(?:accept(?:s|ed|e)?|agree[sd]?|reject(?:s|ed)?|declined?|refused?|tie|draw|einverstanden|akkoord|acepto"
    r"|accetto|aceito|rechazo|rifiuto|согласен|согласна|zgoda|souhlasím)\b",
    re.IGNORECASE,
)
"""Words that answer an open proposal rather than a question of the server."""
_SWAPPING = frozenset(
    entries_of(
        """swap, (can|may|could|shall|should|) (i|we) swap (sides|colours|colors|) (now|),
        (i|we) (will|would like to|want to) swap (sides|),
        (id|i would) like to swap (sides|), (ill|lets|let us|) swap (sides|colours|colors|) (now|),
        (i|) (swap|switch|change) sides, (ich|) (tausche|wechsle) (die seiten|die farben|seiten|farben|),
        (ich|) (mochte|will|wurde gern|wurde gerne|kann ich|darf ich|) (die seiten|die farben|seiten|farben|)
        (tauschen|wechseln), jechange, (je|jaimerais|je veux|je voudrais|puis je|) (echange|echanger|changer|change)
        (de cote|de camp|les cotes|les couleurs|de couleur),
        (давай|давайте|) меняемся (сторонами|), (я|) (хочу|можно) поменяться (сторонами|),
        (quiero|puedo|) (intercambiar|cambiar) (los|de|) (lados|lado)"""
    )
)
"""How people ask to take over the other side."""
_NOTHING_TO_PLAY = frozenset(
    entries_of(
        """(i have|i have got|ive got|ive|theres|there is|) nothing (more|left|else|) to (play|do|gain),
        (i have|ive|theres|there are|) no (more|useful|good) moves (left|), (i have|ive|) no moves left,
        (ich|) (habe|hab|) nichts mehr zu (spielen|ziehen|setzen|tun), (je nai|je nai plus|) (plus|) rien (de plus|)
        a jouer, (no tengo|no me queda) nada (mas|) (que|por) jugar, (ill|i will|i|) pass (too|as well|also|again|),
        (ich|) passe (auch|ebenfalls|), (je|) passe (aussi|mon tour|),
        nothing (more|left|else|) for me, (im|i am) done (here|),
        (ok|okay|then|so|well|) (i|ill|i will|) pass (then|now|here|this time)"""
    )
)
"""How people say that they pass."""
_POLITE = re.compile(
    r"[\s,.!]+(?:if (?:i|we) may|if you (?:like|please|don['’]?t mind)|wenn ich darf|si possible|please|pls|plz"
    r"|bitte(?: sch[öo]n)?|danke|thanks|thank you|merci|gracias"
    r"|s['’]il (?:te|vous) pla[iî]t|svp|stp|por favor|per favore|per piacere|grazie"
    r"|alsjeblieft|alstublieft|пожалуйста)[\s.,!]*\Z",
    re.IGNORECASE,
)
"""Polite words behind a move."""
_CORRECTED = re.compile(
    r"(?:no|nope|nein|non|нет)[,.:;!–—-]+\s*(?=\S*[0-9])"
    r"|.+(?<!\w)(?:no|sorry|i mean|i meant|rather|correction|but|instead|nein|sondern|ich meine|ich meinte|non|mais"
    r"|pardon|je veux dire|sino|perdón|quiero decir|нет|точнее|а)[\s,:.!–—-]+(?=\S*[0-9])",
    re.IGNORECASE,
)
"""What stands before the move that is meant instead: `not d4 but`, `d4... no,`."""
_OF_THE_TABLE = ("accept", "reject", "propose", "undo", RESIGN, SWAP)
_SHORTEST_MISTYPED = 5
"""A shorter word is as near to many others."""
_LIKEWISE = frozenset(words for language in LANGUAGES for words in entries_of(language.likewise))


def is_about_a_proposal(board: Board, player: Player, line: str) -> bool:
    """Whether a line names an answer to a proposal that the player has yet to answer: `I accept`."""
    return player in board.yet_to_answer and bool(_VOTES.search(line))


def is_move(board: Board, player: Player, text: str) -> bool:
    return any(_played(board, seat, text) for seat in _seats_that_move(board, player))


def move_before_words(board: Board, player: Player, text: str) -> str | None:
    """The move that a text begins with, if nothing but words follow, which do not change it: `d3 nice try`."""
    words = text.split()
    for place in range(1, min(len(words), _MOST_OF_A_MOVE) + 1):
        move, rest = " ".join(words[:place]).rstrip(",;.!–—-"), words[place:]
        if rest and is_move(board, player, move):
            is_words = not any(map(_has_figure, rest))
            is_words = is_words and (any(map(str.isalpha, _words_of(" ".join(rest)))) or set("".join(rest)) <= SIGNS)
            return move if is_words and not _changes_the_meaning(board, _words_of(" ".join(rest))) else None
    return None


def without_number(line: str, number: int) -> str:
    """A line without the number of its board, and the words for that: `d3 on board 101`, `101: d3`."""
    if str(number) not in line:
        return line
    named = rf"(?:{ON_IT} )?(?:{A_BOARD} )?#?{number}(?!\w)[ :,.]*"
    return re.sub(rf"(?<!\w){named}", " ", " ".join(line.split()), flags=re.IGNORECASE).strip()


def may_name_a_move(line: str) -> bool:
    """Whether a line has a word with a figure, or one for a piece, as most moves do."""
    return _has_figure(line) or not PIECE_WORDS.isdisjoint(words_in(line))


def move_meant(board: Board, player: Player, lines: Iterable[str]) -> str | None:
    """Return the only move that these lines can mean, or None.

    A move of the game is returned in canonical notation. Moves that every game has are considered too.
    """
    if not any(not board.seats[seat].resigned for seat in board.seats_of(player)) or not board.is_on:
        return None
    for line in _lines(lines):
        if word := _of_the_table(board, player, line):
            return word
        meant = _moves_in(board, player, line) or _mistyped_in(board, player, line)
        meant = meant or _words_in(board, player, line) or places_meant(board, player, line)
        if not meant and (before := _CORRECTED.match(line)):
            meant = _moves_in(board, player, line[before.end() :])
        if meant:
            return meant.pop() if len(meant) == 1 else None
        words = _words_of(line)
        if len(words) <= _MOST_ABOVE and _changes_the_meaning(board, words):
            return None
    return None


def words_beside(board: Board, player: Player, move: str, text: str) -> str:
    """What a text says beside the move that it may mean: all but the line, or the part of one, that names it."""
    lines = text.splitlines()
    tried = 0
    for place, line in enumerate(lines):
        if tried == MOST_LINES:
            break
        tried += bool(line.strip())
        plain = _YOUR_TURN.sub("", line)
        if len(line) <= LONGEST_LINE and _names(board, player, move, plain):
            parts = _PARTS.split(plain.strip())
            parts = [
                _after_the_move(board, player, part)
                for part in parts
                if not _is_only_the_move(board, player, move, part)
            ]
            beside = " ".join(parts).strip(" ,;:")
            lines[place : place + 1] = [beside] if beside else []
            break
    said = "\n".join(lines).strip()
    is_salutation = only_greets(said) and len(said.split()) <= _MOST_ABOVE and wish_in(said) is None
    return "" if is_salutation and "?" not in said else said


def _names(board: Board, player: Player, move: str, text: str) -> bool:
    if in_one_word(text) or (wish := wish_in(text)) == move:
        return True
    return wish is None and move_meant(board, player, [text]) == move


def _after_the_move(board: Board, player: Player, part: str) -> str:
    before = move_before_words(board, player, part)
    return part[len(before) :].lstrip(" ,;.!") if before else part


def _is_only_the_move(board: Board, player: Player, move: str, part: str) -> bool:
    """Whether a part of a line names the move and says nothing else, or says nothing at all."""
    if BESIDE_MOVES.issuperset(words_in(part)):
        return True
    if not _names(board, player, move, part):
        return False
    if _of_the_table(board, player, part) == move and wish_in(part) is None:
        # `me too`, `resing`
        return True
    if places_meant(board, player, part) == {move}:
        return True
    begins = OTHER_WORDS_OF_MOVES.get(move, (move.lower(),))
    plain = _POLITE.sub("", _LEAD.sub("", part))
    said = [word for word in words_in(plain) if not (_has_figure(word) or word.startswith(begins))]
    is_wish = wish_in(part) == move and len(said) <= _MOST_WORDS_OF_A_WISH
    return is_wish or all(word in PIECE_WORDS | BESIDE_MOVES or len(word) == 1 for word in said)


def propose(board: Board, player: Player, text: str, words: str = "") -> SubmittedMove:
    """Store a suggested move, with the words that go with it, until the player confirms it or moves.

    Raises `NotAllowed` if the player takes no part.
    """
    own = board.active_seats_of(player)
    seat = next((seat for seat in own if seat in _seats_that_move(board, player)), own[0])
    waiting = SubmittedMove(CHAT, board.next_number) if text == CHAT else to_be_confirmed(board, text)
    proposed = board.seats[seat].proposed = replace(waiting, words=words)
    return proposed


def _seats_that_move(board: Board, player: Player) -> list[int]:
    own = [seat for seat in board.seats_of(player) if not board.seats[seat].resigned] if board.is_on else []
    to_move = board.to_move if moves_at_once(board) else board.seats_to_move
    return [seat for seat in own if seat in to_move]


def _lines(lines: Iterable[str]) -> list[str]:
    written = [told for line in lines if (told := _YOUR_TURN.sub("", line).strip())]
    return [line for line in written[:MOST_LINES] if len(line) <= LONGEST_LINE]


def _of_the_table(board: Board, player: Player, line: str) -> str | None:
    """The command of every game that a line consists of, if it makes sense now."""
    word = line.strip(_AROUND).lower()
    said = tuple(word for word in words_in(line) if word not in {"please", "bitte"})
    if said in _SWAPPING:
        word = SWAP
    clauses = [tuple(each) for each in beside_kind_words(line)]
    if said in _NOTHING_TO_PLAY or (clauses and _NOTHING_TO_PLAY.issuperset(clauses)):
        passing = {move for seat in _seats_that_move(board, player) for move in _played(board, seat, "pass")}
        if passing:
            return passing.pop()
    is_likewise = said in _LIKEWISE or (clauses and _LIKEWISE.issuperset(clauses))
    if is_likewise and (same := _same_as_the_last(board, player)):
        return same
    if len(word) >= _SHORTEST_MISTYPED and word.isalpha() and not _moves_in(board, player, line):
        word = next((each for each in _OF_THE_TABLE if is_slip_of(word, each)), word)
    if player in board.yet_to_answer and (answer := told_by(line)):
        word = _SAID_OF_A_VOTE[answer]
    if word not in _OF_THE_TABLE or (word in {"accept", "reject"} and player not in board.yet_to_answer):
        return None
    if word == SWAP and not (_seats_that_move(board, player) and _may_swap(board)):
        return None
    return word


def _same_as_the_last(board: Board, player: Player) -> str | None:
    """The last move, if another has made it and the player can make it, too, such as a pass."""
    last = board.moves[-1] if board.moves and not board.game.hidden else None
    if last is None or board.seats[last.seat].player == player:
        return None
    found = {move for seat in _seats_that_move(board, player) for move in _played(board, seat, last.text)}
    return found.pop() if len(found) == 1 else None


def _may_swap(board: Board) -> bool:
    return board.next_number == board.game.swap_at(board.options)


def _moves_in(board: Board, player: Player, line: str) -> set[str]:
    numbered = _NUMBERED.fullmatch(line)
    if numbered:
        if int(numbered[2]) != board.next_number:
            return set()
        line = numbered[1]
    found: set[str] = set()
    for seat in _seats_that_move(board, player):
        readings = {**dict(_spelled(board, line)), **dict(_readings(line))}
        for text, dropped in list(readings.items())[:MOST_TRIED]:
            if not _changes_the_meaning(board, dropped):
                found |= _played(board, seat, text)
    return found


def _words_in(board: Board, player: Player, line: str) -> set[str]:
    """The moves of a choice between words, as `roll` or `double`, that a line names in its own: `Let's double!`"""
    said = words_in(line)
    found: set[str] = set()
    for seat in _seats_that_move(board, player):
        choice = board.game.legal_moves(board.position, seat) or ()
        if not 0 < len(choice) <= _MOST_WORDS_TO_CHOOSE or not all(map(str.isalpha, choice)):
            continue
        for move in choice:
            begins = OTHER_WORDS_OF_MOVES.get(move, (move,))
            is_named = any(word.startswith(begin) for word in said for begin in begins)
            if is_named and not _changes_the_meaning(board, [word for word in said if not word.startswith(begins)]):
                found.add(move)
    return found


def seat_that_moves(board: Board, player: Player) -> int | None:
    """The seat for which a player can move now."""
    return next(iter(_seats_that_move(board, player)), None)


def places_meant(board: Board, player: Player, line: str) -> set[str]:
    """The move to the only place that a line means, where that is a move: `In the middle`."""
    parts = [line, *_PARTS.split(line)] if len(line) <= LONGEST_LINE else []
    for part in dict.fromkeys(parts):
        others = _words_of(line.replace(part, " ", 1))
        for seat in _seats_that_move(board, player):
            place = place_in_words(board.game, board.position, seat, part)
            if place and not _changes_the_meaning(board, others):
                return _played(board, seat, place)
    return set()


def _mistyped_in(board: Board, player: Player, line: str) -> set[str]:
    """The moves that a line would be which is one word with a sign too many, or two of them the wrong way round."""
    word = line.strip(_AROUND)
    if not (2 <= len(word) <= _LONGEST_MISTYPED and _has_figure(word)) or len(word.split()) > 1:
        return set()
    if any(spelt != word for spelt in spellings_of(board.game, word)):
        # `Tf3` is a rook's move, in another language.
        return set()
    near = {word[:at] + word[at + 1 :] for at in range(len(word))}
    near |= {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    seats = _seats_that_move(board, player)
    return {move for seat in seats for text in sorted(near - {word}) for move in _played(board, seat, text)}


def _readings(line: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield possible moves in a line, each with the words dropped: the whole line, and its words that have digits."""
    whole = _POLITE.sub("", line).strip(_AROUND)
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


def _spelled(board: Board, line: str) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield moves in other spellings: what a line, or a part of it, says without small words at its ends."""
    whole = line.strip(_AROUND)
    for part in dict.fromkeys([whole, *_PARTS.split(whole)]):
        words = part.strip(_AROUND).split()
        while words and _is_small(words[0]):
            words.pop(0)
        while words and _is_small(words[-1]):
            words.pop()
        text = " ".join(words).strip(_AROUND)
        others = _words_of(whole.replace(part, " ", 1)) if part != whole else ()
        if _has_figure(text):
            for spelt in dict.fromkeys([text, *spellings_of(board.game, text)]):
                yield spelt, others


def _is_small(word: str) -> bool:
    # `a 3` may be a place.
    return (len(word) > 1 or word == "I") and BESIDE_MOVES.issuperset(words_in(word))


def _words_of(text: str) -> list[str]:
    return list(filter(None, (word.strip(_AROUND) for word in text.split())))


def _changes_the_meaning(board: Board, dropped: Sequence[str]) -> bool:
    """Whether a dropped word names a piece, a side, a number or a negation.

    The move's own number changes nothing.
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
    if not text:
        return set()
    try:
        made = board.record.play(board.position, Move(len(board.moves) + 1, seat, text, False, board.last_moved_at))
    except Ambiguous as refusal:
        return set(refusal.choices)
    except Refusal:
        return set()
    return {made.move}
