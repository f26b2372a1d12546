"""Dice that players roll themselves and type with their moves: `31: 8/5 6/5`, or `66` if there is no choice.

So games over a real board or from another program can be recorded. An opening roll is a move of its own by Black,
whose die comes first. An unfinished game is conceded or claimed if the other agrees: `concede gammon`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple, TypeAlias

from pbmserv.games.backgammon import rules
from pbmserv.games.backgammon.notation import read, spelled
from pbmserv.games.backgammon.plays import NAMES
from pbmserv.games.backgammon.reading import play_meant
from pbmserv.games.backgammon.rules import GAMMON, KINDS, SINGLE, Position
from pbmserv.games.base import Illegal, NeverLegal, Unreadable
from pbmserv.games.boards.tracks import SEAT_NAMES
from pbmserv.games.message import Message, in_turn
from pbmserv.games.picture import Choice
from pbmserv.games.refusals import quoted

SERVER, TYPED = "server", "typed"
"""Who rolls."""
ON_TRUST = Message("The players type what their dice show, and nobody can verify it.")
AGREE, DECLINE = "agree", "decline"
CONCEDE, CLAIM = "concede", "claim"
ROLLS = tuple((high, low) for low, high in combinations_with_replacement(range(1, 7), 2))
"""All rolls, the larger die first."""
_OPENINGS = tuple(permutations(range(1, 7), 2))
_EXAMPLE = "31: 8/5 6/5"

_ROLL = re.compile(r"([0-9])[- ,]?([0-9])(?:(?: ?: ?| )(.*))?", re.ASCII)
_SETTLING = re.compile(rf"({CONCEDE}|{CLAIM})(?: (?:a )?(single game|gammon|backgammon))?")
_NOTHING_CHOSEN = re.compile("[1-6]{2}")

Dice: TypeAlias = tuple[int, int]


class Roll(NamedTuple):
    dice: Dice
    play: str

    @property
    def name(self) -> str:
        return f"{max(self.dice)}{min(self.dice)}"


def played(position: Position, text: str, word: str) -> tuple[Position, str] | None:
    """The position and canonical notation of a move that exists with typed dice only; None for other moves.

    `word` is an action with dice or cube, empty for checkers. Raises a `Refusal`.
    """
    folded = " ".join(text.lower().split())
    if folded in (AGREE, DECLINE):
        return _answered(position, folded), folded
    if position.offered:
        raise Illegal(
            "{other} wants to concede {what}: answer with agree or decline."
            if position.offered[0] == position.next_seat
            else "{other} wants to be conceded {what}: answer with agree or decline.",
            other=SEAT_NAMES[1 - position.next_seat],
            what=Message(KINDS[position.offered[1]]),
        )
    if settling := _SETTLING.fullmatch(folded):
        return _offered(position, settling[1], settling[2] or KINDS[SINGLE])
    if word == "roll":
        raise NeverLegal(
            "Players roll their own dice here: write what yours show before your checkers, for example {example}.",
            example=_EXAMPLE,
        )
    if word or not position.awaits_dice:
        return None
    roll = _roll_in(text)
    if roll is None:
        _check_readable(text)
        raise Illegal(in_turn(Message("What you have rolled is missing."), what_now(position)))
    return _opened(position, roll) if position.is_opening else _rolled(position, roll)


def tells_all(move: str) -> bool:
    """Whether a move's words tell more than the dice."""
    return move != AGREE and not _NOTHING_CHOSEN.fullmatch(move)


def value_of(text: str) -> str:
    """The normal form of a move with dice, legal or not."""
    folded = " ".join(text.lower().split())
    if folded in (AGREE, DECLINE):
        return folded
    if settling := _SETTLING.fullmatch(folded):
        return _words(settling[1], settling[2] or "")
    roll = _roll_in(text)
    if roll is None:
        return spelled(read(text))
    return f"{roll.name}: {spelled(read(roll.play))}" if roll.play else f"{roll.dice[0]}{roll.dice[1]}"


def what_now(position: Position) -> str:
    if position.is_opening:
        return Message("Write the two dice that open the game, Black's first, for example 31.")
    return Message(
        "Write what you have rolled and your checkers, for example {example}, or double."
        if position.may_double
        else "Write what you have rolled and your checkers, for example {example}.",
        example=_EXAMPLE,
    )


def openings() -> tuple[str, ...]:
    return tuple(f"{black}{white}" for black, white in _OPENINGS)


def moves_with(position: Position, dice: Dice) -> Sequence[str]:
    """The moves with these dice, or the dice alone if there is no choice."""
    plays, name = rules.plays_of(position, dice), f"{dice[0]}{dice[1]}"
    return [f"{name}: {words}" for words in plays] if len(plays) > 1 else [name]


def examples(position: Position) -> tuple[str, ...]:
    lying = [(place, count) for side in position.checkers for place, count in enumerate(side)]
    number = sum((place + 3) * (place + count) * count for place, count in lying)
    first, second = (_moves_from(position, each % len(ROLLS)) for each in (number, 5 * number + 3))
    other = "double" if position.may_double and number % 3 == 0 else second[len(second) // 2]
    return tuple(dict.fromkeys((first[0], other)))


def _moves_from(position: Position, number: int) -> Sequence[str]:
    """The moves of the first playable roll from this one on."""
    rolls = (*ROLLS[number:], *ROLLS[:number])
    return moves_with(position, next((dice for dice in rolls if rules.plays_of(position, dice)), rolls[0]))


def steps(position: Position, move: str) -> tuple[str, ...]:
    """The touches of a move that begins with dice: their choice, then checkers."""
    roll = _roll_in(move)
    if roll is None:
        return (move,)
    target = _target(roll.dice)
    if not roll.play:
        return (target,)
    play = rules.plays_of(position, roll.dice)[roll.play]
    return (target, *(NAMES[place] for arc in play.arcs for place in arc))


def by_touch(position: Position, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
    """The moves that continue touches: one for each roll, or all of a touched roll."""
    moves = ["double"] if position.may_double else []
    for dice in ROLLS:
        with_them = moves_with(position, dice)
        moves += with_them if _target(dice) in touched else with_them[:1]
    return {steps(position, move): move for move in moves}


def choices(position: Position) -> Iterator[Choice]:
    for one, other in _OPENINGS if position.is_opening else ROLLS:
        whose = (
            Message("Black {one}, White {other}", one=one, other=other)
            if position.is_opening
            else Message("dice {one} and {other}", one=one, other=other)
        )
        yield Choice(_target((one, other)), _target((one, other)), whose)


def _target(dice: Dice) -> str:
    return f"{dice[0]}-{dice[1]}"


def _roll_in(text: str) -> Roll | None:
    """The dice at the start of a move, if any. Raises `NeverLegal` for impossible dice."""
    found = _ROLL.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    dice = int(found[1]), int(found[2])
    for die in dice:
        if die not in range(1, 7):
            raise NeverLegal(
                "A die shows 1 to 6, not {die}: write both dice and then your checkers, for example {example}.",
                die=die,
                example=_EXAMPLE,
            )
    return Roll(dice, found[3] or "")


def _check_readable(text: str) -> None:
    """Raise `Unreadable` unless a text is a move of checkers."""
    try:
        read(text)
    except Unreadable:
        typed = quoted(text)
        raise Unreadable(
            'A move is expected, not "{typed}": write your dice and where each checker goes, for example {example}.',
            typed=typed,
            example=_EXAMPLE,
        ) from None


def _opened(position: Position, roll: Roll) -> tuple[Position, str]:
    black, white = roll.dice
    if roll.play:
        raise Illegal(
            "The roll that opens a game is a move by itself, Black's die first: write 31 if Black has 3 and White 1."
            " Whoever has the higher die moves then."
        )
    if black == white:
        raise Illegal("Equal dice open no game: both roll again, and the higher die begins, for example 31.")
    return rules.opened_by(position, black, white), f"{black}{white}"


def _rolled(position: Position, roll: Roll) -> tuple[Position, str]:
    plays, name = rules.plays_of(position, roll.dice), roll.name
    high, low = max(roll.dice), min(roll.dice)
    if not plays and roll.play:
        raise Illegal(
            "Nothing can be moved with {high} and {low}: write the dice alone, {name}.", high=high, low=low, name=name
        )
    if len(plays) > 1 and not roll.play:
        example = f"{name}: {next(iter(plays))}"
        raise Illegal(
            "With {high} and {low} there is a choice: write your checkers, too, for example {example}.",
            high=high,
            low=low,
            example=example,
        )
    if not roll.play:
        return rules.rolled_as(position, roll.dice), name
    rolled = replace(position, dice=(high, low))
    play = play_meant(rolled, roll.play, f"{name}: ")
    return rules.played_as(position, roll.dice, play), f"{name}: {play.words}" if len(plays) > 1 else name


def _offered(position: Position, verb: str, what: str) -> tuple[Position, str]:
    seat = position.next_seat
    kind = next(number for number, name in enumerate(KINDS) if name.endswith(what))
    if position.is_doubled:
        raise Illegal("{player} has doubled: take it or drop it.", player=SEAT_NAMES[1 - seat])
    if position.dice:
        raise Illegal(
            "The dice are on the board: move your checkers first. You can {verb} before you roll again.", verb=verb
        )
    if position.was_declined:
        raise Illegal(in_turn(Message("That was declined, so roll and play on."), what_now(position)))
    if kind >= GAMMON and position.has_jacoby and position.cube == 1:
        raise Illegal(
            "By the Jacoby rule only single games count until somebody doubles: write {verb} alone.", verb=verb
        )
    return rules.offered(position, seat if verb == CLAIM else 1 - seat, kind), _words(verb, what)


def _words(verb: str, what: str) -> str:
    return f"{verb} {what}" if what.endswith("gammon") else verb


def _answered(position: Position, word: str) -> Position:
    if not position.offered:
        now = what_now(position) if position.awaits_dice else Message("Play on.")
        nothing = Message("Nobody has offered to end the game, so there is nothing to {word}.", word=word)
        raise Illegal(in_turn(nothing, now))
    return rules.agreed(position) if word == AGREE else rules.declined(position)
