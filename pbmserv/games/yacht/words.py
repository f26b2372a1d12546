"""Yacht in words: parsing and notes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pbmserv.games.base import Ambiguous, Illegal, Note, Unreadable
from pbmserv.games.boards.dice import NAMES
from pbmserv.games.boards.score_table import Line
from pbmserv.games.message import Listed, Message, counted, player, the_player
from pbmserv.games.refusals import quoted
from pbmserv.games.yacht.rules import DICE, Position
from pbmserv.games.yacht.sheets import FURTHER_YACHT, SHEETS, Category, Sheet

_LONGEST = 40
"""The maximum length of a move with everything around it."""
_LEADS = re.compile(r"(?:re-?roll|roll|throw)\b\s*", re.IGNORECASE)
_KEEPS = re.compile(r"(?:keep|hold)\b\s*", re.IGNORECASE)
_SCORES = re.compile(r"(?:score|enter)\b\s*", re.IGNORECASE)
_OTHER_WORDS = {
    "aces": "ones", "fourkind": "four-of-a-kind", "threekind": "three-of-a-kind",
    "4ofakind": "four-of-a-kind", "3ofakind": "three-of-a-kind", "4kind": "four-of-a-kind",
    "3kind": "three-of-a-kind", "smallstrt": "small-straight", "largestrt": "large-straight",
    "bigstrt": "big-straight", "littlestrt": "little-straight",
}  # fmt: skip
"""Synonyms of categories."""


def told(dice: Sequence[int]) -> str:
    return " ".join(map(str, sorted(dice)))


def reroll_text(dice: Sequence[int]) -> str:
    return "".join(map(str, sorted(dice)))


def read_move(text: str, position: Position) -> tuple[int, ...] | int:
    """The faces of dice to roll again, or the number of a box.

    Raises `Unreadable`, `Ambiguous`, or `Illegal` for the other sheet's categories.
    """
    typed = text.strip()
    if len(typed) > _LONGEST:
        raise _not_read(typed, position.sheet)
    if keeps := _KEEPS.match(typed):
        return _but(_dice_in(typed[keeps.end() :], text, position), position)
    if not _SCORES.match(typed) and (typed.lower() == "all" or _LEADS.match(typed) or not _letters(typed)):
        rest = typed[lead.end() :] if (lead := _LEADS.match(typed)) else typed
        return _dice_in(rest, text, position)
    return _box_in(typed[lead.end() :] if (lead := _SCORES.match(typed)) else typed, position.sheet)


def _letters(text: str) -> bool:
    return any(char.isalpha() for char in text)


def _dice_in(text: str, typed: str, position: Position) -> tuple[int, ...]:
    if text.strip().lower() == "all":
        return tuple(sorted(position.dice))
    if text.strip().lower() == "none":
        return ()
    figures = re.sub(r"[\s,;+-]", "", text)
    if not re.fullmatch(rf"[1-6]{{1,{DICE}}}", figures):
        raise _not_read(typed, position.sheet)
    return tuple(sorted(map(int, figures)))


def _but(kept: tuple[int, ...], position: Position) -> tuple[int, ...]:
    """All dice but those kept. Raises `Illegal` unless they are there."""
    check_on_table(kept, position)
    return tuple(sorted((Counter(position.dice) - Counter(kept)).elements()))


def check_on_table(dice: Sequence[int], position: Position) -> None:
    """Raise `Illegal` unless dice with these faces are on the table."""
    for face, count in sorted(Counter(dice).items()):
        lies = position.dice.count(face)
        if count > lies:
            named = {"named": told(dice), "face": face, "dice": told(position.dice)}
            if not lies:
                raise Illegal("You name {named}, but no die shows {face}: the dice are {dice}.", **named)
            raise Illegal(
                counted(
                    "You name {named}, but only {count} of the dice shows {face}: the dice are {dice}.",
                    "You name {named}, but only {count} of the dice show {face}: the dice are {dice}.",
                    lies,
                    **named,
                )
            )


def _box_in(text: str, sheet: Sheet) -> int:
    word = re.sub(r"[\s-]", "", text.lower())
    word = _OTHER_WORDS.get(word, word)
    by_letter = [number for number, category in enumerate(sheet.categories) if category.letter == word]
    if by_letter:
        return by_letter[0]
    exact = [number for number, each in enumerate(sheet.words) if _plain(each) == _plain(word)]
    begun = [number for number, each in enumerate(sheet.words) if len(word) > 1 and _plain(each).startswith(word)]
    found = exact or begun
    if len(found) > 1:
        choices = [sheet.words[number] for number in found]
        text = '"{typed}" could be {boxes}: write more of it.'
        raise Ambiguous(Message(text, typed=word, boxes=Listed(choices, " or ", " or ")), choices)
    if found:
        return found[0]
    others = [each for other in SHEETS.values() if other is not sheet for each in other.categories]
    if any(word in (_plain(each.word), each.letter) for each in others):
        raise Illegal("This sheet has no such box: there are {boxes}.", boxes=_named(sheet))
    raise _not_read(text, sheet)


def _plain(word: str) -> str:
    return word.replace("-", "")


def _named(sheet: Sheet) -> str:
    return ", ".join(sheet.words)


def _not_read(text: str, sheet: Sheet) -> Unreadable:
    return Unreadable(
        'No move is called "{typed}": write the dice to roll again by what they show, for example 133, or all; or'
        " the box in which to enter the score: {boxes}.",
        typed=quoted(text),
        boxes=_named(sheet),
    )


def entered_note(before: Position, box: int, by_itself: bool) -> Iterator[Note]:
    seat, category, points = before.next_seat, before.sheet.categories[box], before.offer(box)
    entered = {"player": player(seat), "dice": told(before.dice), "box": Message(category.title)}
    if by_itself:
        entry = counted(
            "{player} enters {count} point for {dice}: {box}, the last open box.",
            "{player} enters {count} points for {dice}: {box}, the last open box.",
            points,
            **entered,
        )
    else:
        entry = counted(
            "{player} enters {count} point for {dice}: {box}.",
            "{player} enters {count} points for {dice}: {box}.",
            points,
            **entered,
        )
    yield Note(entry)
    if before.sheet.is_joker(before.dice, before.entries(seat)):
        text = "A further yacht earns {player} {points} points more."
        yield Note(Message(text, player=the_player(seat), points=FURTHER_YACHT))


def rolled_note(position: Position, again: Sequence[int] = ()) -> Note:
    """The note about a roll; `again` are the previous faces of rerolled dice."""
    rolls = {"player": player(position.next_seat), "dice": told(position.dice)}
    if again:
        return Note(Message("{player} rolls {again} again: the dice are {dice}.", again=told(again), **rolls))
    return Note(Message("{player} rolls: the dice are {dice}.", **rolls))


def score_lines(position: Position, offers: bool) -> Iterator[Line]:
    seats = range(len(position.boxes))
    sheet, entries = position.sheet, [position.entries(seat) for seat in seats]
    offered = position.open_boxes(position.next_seat) if offers else ()
    for number, category in enumerate(sheet.categories):
        yield Line(
            category.title,
            [each[number] for each in entries],
            category.letter,
            position.last_seat if number == position.last_box else None,
            position.offer(number) if number in offered else None,
            category.word,
        )
        if number == 5 and sheet.has_bonus:
            yield Line("Bonus", [sheet.bonus(each) for each in entries], is_sum=True)
    if sheet.has_bonus:
        yield Line("Further yachts", [FURTHER_YACHT * yachts for yachts in position.further], is_sum=True)
    totals = position.totals
    best = [seat for seat in seats if totals[seat] == max(totals)] if position.is_over else []
    yield Line("Total", list(totals), is_sum=True, best=best)


def example_of_reroll(dice: Sequence[int]) -> str:
    """All dice but equal ones."""
    face, _ = max(Counter(dice).items(), key=lambda each: (each[1], each[0]))
    return reroll_text([die for die in dice if die != face] or dice)


def rolls_left_of(position: Position) -> Message:
    mover = player(position.next_seat)
    if not position.rolls_left:
        return Message("{player} has no roll left.", player=mover)
    return counted(
        "{player} has {count} roll left.", "{player} has {count} rolls left.", position.rolls_left, player=mover
    )


def words_of_die(number: int, face: int) -> str:
    return Message("die {number}, {face}", number=number, face=Message(NAMES[face - 1]))


def best_box(position: Position) -> int:
    return max(position.open_boxes(position.next_seat), key=position.offer)


def is_full(category: Category, score: int, others: Sequence[str]) -> Message:
    """Why a box cannot be filled: its score."""
    return counted(
        "{box} is not open any more: {count} point stands there. Open are {boxes}.",
        "{box} is not open any more: {count} points stand there. Open are {boxes}.",
        score,
        box=Message(category.title),
        boxes=", ".join(others),
    )
