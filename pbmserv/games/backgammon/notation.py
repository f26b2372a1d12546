"""The notation of plays: `8/5 6/5`, `13/7(2)`, `bar/22`, `6/off`, `24/18*/15`, or `31: 8/5 6/5`.

A play can be written by checker or by die, in any order, and `*` may be left out: the starts, stops and ends of
checkers count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbmserv.games.backgammon.plays import BAR, HOME, NAMES, OFF, Play, Side
from pbmserv.games.base import NeverLegal, Unreadable, counted
from pbmserv.games.refusals import quoted

FORM = "where a checker goes from and to, for each checker, for example 8/5 6/5, bar/22, 13/7(2) or 6/off"
LONGEST = 80
_DICE = re.compile(r"([1-6])[- ,]?([1-6]) *:")
_PLACE = r"(?:bar|off|[0-9]{1,2})\*?"
_WORD = re.compile(rf"({_PLACE}(?:[/-]{_PLACE})+)(?:\(([1-9])\))?", re.ASCII)


@dataclass(frozen=True)
class Path:
    """A checker's path: start, stops and end, and where a `*` marks a hit."""

    stops: tuple[int, ...]
    hits: tuple[int, ...] = ()


@dataclass(frozen=True)
class Typed:
    dice: tuple[int, ...]
    ways: tuple[Path, ...]

    @property
    def change(self) -> frozenset[tuple[int, int]]:
        change: Counter[int] = Counter()
        for way in self.ways:
            change[way.stops[0]] -= 1
            change[way.stops[-1]] += 1
        return frozenset((place, more) for place, more in change.items() if more)

    @property
    def legs(self) -> list[tuple[int, int]]:
        return [leg for way in self.ways for leg in pairwise(way.stops)]

    @property
    def hits(self) -> frozenset[int]:
        return frozenset(place for way in self.ways for place in way.hits)

    def meant(self, side: Side, plays: Sequence[Play]) -> list[Play]:
        """The plays that this can be. A stop on an opponent's checker hits it."""
        stops = {end for _, end in self.legs if side.theirs[end] == 1 and end != OFF}
        found = [play for play in plays if play.change == self.change and play.hits >= self.hits | stops]
        # Without a `*`, a checker that could hit something on its way is taken to go the other way, if there is one.
        return [play for play in found if play.hits == self.hits | stops] or found


def read(text: str) -> Typed:
    """Parse a play. Raises `Unreadable`, or `NeverLegal` for an impossible path."""
    folded = re.sub(r" *([/-]) *", r"\1", " ".join(text[: LONGEST + 1].lower().split()))
    dice: tuple[int, ...] = ()
    if named := _DICE.match(folded):
        dice = tuple(sorted(map(int, named.groups()), reverse=True))
        folded = folded[named.end() :]
    words = [_WORD.fullmatch(word) for word in folded.replace(",", " ").split()]
    if len(text.strip()) > LONGEST or not words or not all(words):
        raise Unreadable(f'A move is expected, not "{quoted(text)}": write {FORM}.')
    ways = [way for word in words if word for way in [_way(word[1])] * int(word[2] or 1)]
    return Typed(dice, tuple(ways))


def spelled(typed: Typed) -> str:
    """A normal form of a typed play, legal or not."""
    words: Counter[str] = Counter()
    for way in typed.ways:
        first, *others = way.stops
        words["/".join((NAMES[first], *(f"{NAMES[stop]}{'*' * (stop in way.hits)}" for stop in others)))] += 1
    return " ".join(word if times == 1 else f"{word}({times})" for word, times in words.items())


def ends_of(words: str) -> tuple[int, ...]:
    """The final places of a play's checkers, from its canonical notation."""
    return tuple({way.stops[-1] for way in read(words).ways})


def _way(word: str) -> Path:
    stops = [_place(place.rstrip("*")) for place in re.split("[/-]", word)]
    for start, end in pairwise(stops):
        if start == OFF:
            raise NeverLegal("Checkers that are off stay off.")
        if end == BAR:
            raise NeverLegal("A checker gets to the bar only by being hit; from there it enters, for example bar/22.")
        if end >= start:
            raise NeverLegal(
                "Checkers move towards the lower numbers, as you count the points:"
                f" {NAMES[start]}/{NAMES[end]} does not."
            )
    hits = [stop for stop, place in zip(stops, re.split("[/-]", word), strict=True) if place.endswith("*")]
    if OFF in hits or stops[0] in hits:
        raise NeverLegal("A * stands behind the point where a checker is hit, for example 24/18*.")
    return Path(tuple(stops), tuple(hits))


def _place(name: str) -> int:
    if name in NAMES:
        return NAMES.index(name)
    number = int(name)
    if str(number) in NAMES:
        return number
    raise NeverLegal(f"There is no point {name}: they have the numbers 1 to 24; other places are bar and off.")


def why_not(typed: Typed, side: Side, dice: Sequence[int], plays: Sequence[Play], others: str) -> str:
    """Why a play is illegal, as a sentence; `others` names the opponent."""
    if typed.dice and typed.dice != tuple(dice):
        return f"Your dice are {dice[0]} and {dice[1]}, not {typed.dice[0]} and {typed.dice[1]}."
    return (
        _why_not_from(typed, side, plays)
        or next((why for leg in typed.legs if (why := _why_not_to(leg, typed, side, dice, others))), "")
        or _why_not_so_many(typed, dice, plays)
        or _why_nothing_is_hit(typed, side)
        or f"That cannot be played with {dice[0]} and {dice[1]}."
    )


def _why_not_from(typed: Typed, side: Side, plays: Sequence[Play]) -> str:
    arrived = {end for _, end in typed.legs}
    starts = Counter(way.stops[0] for way in typed.ways)
    for start, times in starts.items():
        if times > side.own[start] and start not in arrived:
            where = "on the bar" if start == BAR else f"on your point {start}"
            return f"You have {counted(side.own[start], 'checker') if side.own[start] else 'no checker'} {where}."
    entering = [arc for play in plays for arc in play.arcs if arc[0] == BAR]
    must_enter = max((sum(start == BAR for start, _ in play.arcs) for play in plays), default=0)
    if starts[BAR] < must_enter and any(start != BAR for start in starts):
        ways = " or ".join(dict.fromkeys(f"bar/{end}" for _, end in entering))
        return f"What is on the bar has to enter before anything else moves: {ways}."
    return ""


def _why_not_to(leg: tuple[int, int], typed: Typed, side: Side, dice: Sequence[int], others: str) -> str:
    start, end = leg
    word, rolled = f"{NAMES[start]}/{NAMES[end]}", f"{dice[0]} and {dice[1]}"
    if side.is_blocked(end):
        return f"{others} holds your point {end} with {side.theirs[end]} checkers: nothing of yours can stop there."
    if end == OFF:
        moving = Counter(start for start, _ in typed.legs)
        behind = [place for place in range(BAR, HOME, -1) if side.own[place] > moving[place]]
        behind += [end for _, end in typed.legs if end > HOME and not moving[end]]
        if behind:
            where = "on the bar" if behind[0] == BAR else f"on {behind[0]}"
            return f"Bearing off begins when all your checkers are home, on points 1 to 6: one is {where}."
        higher = [place for place in range(HOME, start, -1) if side.own[place] > moving[place]]
        if start not in _lengths(dice) and start < dice[0] and higher:
            return f"No die is {start}, and a higher one bears off only from your highest point, here {higher[0]}."
        if start <= max(_lengths(dice)):
            return ""
    if start - end in _lengths(dice):
        return ""
    return f"The way {word} is {counted(start - end, 'point')} long, and your dice are {rolled}."


def _why_not_so_many(typed: Typed, dice: Sequence[int], plays: Sequence[Play]) -> str:
    needed = len(plays[0].arcs)
    used = sum(_dice_for(start - end, dice) for start, end in typed.legs)
    most = 4 if dice[0] == dice[1] else 2
    if used > most:
        return f"That is more than your dice allow, {dice[0]} and {dice[1]}{' twice' * (most == 4)}."
    if used < needed:
        if most == 4:
            return (
                f"With doubles there are up to four moves: here, {counted(needed, 'move')} of {dice[0]} can be made."
            )
        return f"Both dice have to be played, {dice[0]} and {dice[1]}."
    if needed == 1 and most == 2:
        die = dice[0] if _is_played_by(plays, dice[0]) else dice[1]
        why = ", the larger if either can" if die == dice[0] else ""
        return f"Only one of the dice can be played{why}: it is the {die}."
    return ""


def _is_played_by(plays: Sequence[Play], die: int) -> bool:
    return any(start - end == die or (end == OFF and start < die) for play in plays for start, end in play.arcs)


def _why_nothing_is_hit(typed: Typed, side: Side) -> str:
    missed = [place for place in typed.hits if side.theirs[place] != 1]
    return f"Nothing is hit on {missed[0]}: a * stands only where there is a single checker." if missed else ""


def _lengths(dice: Sequence[int]) -> set[int]:
    first, second = dice
    return {first, 2 * first, 3 * first, 4 * first} if first == second else {first, second, first + second}


def _dice_for(length: int, dice: Sequence[int]) -> int:
    if dice[0] == dice[1]:
        return -(-length // dice[0])
    return 2 if length > dice[0] or (length != dice[0] and length > dice[1]) else 1
