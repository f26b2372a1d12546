"""Actions without checkers: rolling, doubling, taking and dropping."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbmserv.games.backgammon import rules, typed_dice
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.backgammon.typed_dice import AGREE, DECLINE
from pbmserv.games.base import Illegal, NeverLegal
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import some_of
from pbmserv.games.message import Message, in_turn, listed

_LONGEST = 80
ROLL, DOUBLE, TAKE, DROP = "roll", "double", "take", "drop"
_SAME = {
    "pass": DROP,
    **dict.fromkeys(("redouble", "verdopple", "verdoppele", "verdoppel", "doblo", "raddoppio", "verdubbel"), DOUBLE),
}
"""Synonyms."""
_SAID = re.compile(
    r"(?:(?:ok(?:ay)?|well|then|so|sure)[,;:.!]?\s+)*"
    r"(?:i(?:'ll| will| shall|'d like to| want to)?\s+|please\s+|let me\s+|(?:ich|je|yo|io|ik)\s+)?"
    r"(roll|double|redouble|verdopple|verdoppele|verdoppel|doblo|raddoppio|verdubbel|take|drop|pass)(?:\s+(?:it|the|your|this|that|double|cube|dice|now|please|again))*"
    r"(?:\s*[.,;!]+(?!.*\b(?:roll|double|take|drop|pass|not?|but|or|if|unless|wait|maybe|don't)\b)(?:\s.*)?)?"
)
"""What people write: `I take`, `take it!`, `I drop the double`, `Roll please, good luck`."""


def word_of(text: str) -> str:
    folded = " ".join(text.lower().replace("’", "'").split())
    said = _SAID.fullmatch(folded) if len(folded) < _LONGEST else None
    word = said[1] if said else folded
    word = _SAME.get(word, word)
    return word if word in (ROLL, DOUBLE, TAKE, DROP) else ""


def form_now(position: Position) -> str:
    """How a move is written where no checkers are moved; empty where they are."""
    if position.is_over or position.dice or (position.is_typed and not (position.is_doubled or position.offered)):
        return ""
    words = words_now(position)
    return listed(words, "or") if len(words) > 1 else Message("the word {word}", word=words[0])


def words_now(position: Position) -> Sequence[str]:
    """The actions possible when no checker can be moved; any dice, too, if they are typed."""
    if position.is_doubled:
        return TAKE, DROP
    if position.offered:
        return AGREE, DECLINE
    if position.is_opening:
        return typed_dice.openings()
    if position.is_typed:
        return (DOUBLE,) if position.may_double else ()
    return (ROLL, DOUBLE) if position.may_double else (ROLL,)


def answers_to_offer(position: Position) -> tuple[str, str]:
    """What says yes and no to a double or an offered win; empty if nothing is offered."""
    if position.is_doubled:
        return TAKE, DROP
    return (AGREE, DECLINE) if position.offered else ("", "")


def what_now(position: Position) -> str:
    """The same as a sentence."""
    if position.is_doubled:
        return Message("Take the double or drop it.")
    if position.dice:
        return Message("Legal are {moves}.", moves=some_of(position.plays))
    return typed_dice.what_now(position) if position.awaits_dice else Message("Roll or double.")


def done(position: Position, word: str, chance: Chance) -> Position:
    """The position after an action. Raises `Illegal` or `NeverLegal`."""
    _check(position, word)
    match word:
        case "roll":
            return rules.rolled(position, chance)
        case "double":
            return rules.doubled(position)
        case "take":
            return rules.taken(position, chance)
        case _:
            return rules.dropped(position, chance)


def _check(position: Position, word: str) -> None:
    if not position.dice and word in words_now(position):
        return
    if not position.has_cube and word != ROLL:
        if word == DOUBLE:
            raise NeverLegal(position.why_no_double)
        raise NeverLegal(
            "Nobody passes in backgammon, and who cannot move is passed over by the server."
            if word == DROP
            else "Nothing is offered here: this game is played without the doubling cube."
        )
    if position.is_doubled:
        raise Illegal("{player} has doubled: take it or drop it.", player=SEAT_NAMES[1 - position.next_seat])
    dice = listed(position.dice) if position.dice else ""
    if word == DOUBLE and not dice:
        raise Illegal(position.why_no_double)
    if word == DOUBLE:
        raise Illegal("Your dice are rolled, {dice}: a double comes before the roll.", dice=dice)
    if word == ROLL:
        text = "Your dice are rolled, {dice}: move your checkers. Legal are {moves}."
        raise Illegal(text, dice=dice, moves=some_of(position.plays))
    nothing = Message("Nobody has doubled, so there is nothing to take or drop.")
    raise Illegal(in_turn(nothing, what_now(position)))
