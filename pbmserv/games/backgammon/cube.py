"""Actions without checkers: rolling, doubling, taking and dropping."""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.games.backgammon import rules, typed_dice
from pbmserv.games.backgammon.rules import Position
from pbmserv.games.backgammon.typed_dice import AGREE, DECLINE
from pbmserv.games.base import Illegal, NeverLegal
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.chance import Chance
from pbmserv.games.grid_game import some_of

ROLL, DOUBLE, TAKE, DROP = "roll", "double", "take", "drop"
_SAME = {"redouble": DOUBLE, "pass": DROP}
"""Synonyms."""


def word_of(text: str) -> str:
    """The action that a text names, or an empty text."""
    folded = text.strip().lower()
    word = _SAME.get(folded, folded)
    return word if word in (ROLL, DOUBLE, TAKE, DROP) else ""


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
        return "Take the double or drop it."
    if position.dice:
        return f"Legal are {some_of(position.plays)}."
    return typed_dice.what_now(position) if position.awaits_dice else "Roll or double."


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
        raise Illegal(f"{SEAT_NAMES[1 - position.next_seat]} has doubled: take it or drop it.")
    rolled = f"Your dice are rolled, {' and '.join(map(str, position.dice))}" if position.dice else ""
    if word == DOUBLE:
        raise Illegal(f"{rolled}: a double comes before the roll." if rolled else position.why_no_double)
    if word == ROLL:
        raise Illegal(f"{rolled}: move your checkers. Legal are {some_of(position.plays)}.")
    raise Illegal(f"Nobody has doubled, so there is nothing to take or drop. {what_now(position)}")
