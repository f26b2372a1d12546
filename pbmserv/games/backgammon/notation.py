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
from pbmserv.games.base import NeverLegal, Unreadable
from pbmserv.games.message import Message, counted, listed
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


_AND = re.compile(r",|(?<=\S)\s+(?:and|und|et|y|e|en|then|dann|puis|&|\+)\s+(?=\S)")
"""What people write between the ways of two checkers: `13/10 and 6/4`."""


_TO = re.compile(r"(?<=[0-9r])\s*(?:\b(?:to|nach|bis|auf|à|a|al|en|vers|naar|на|до)\b|->|→|>)\s*(?=[0-9]|off|bar)")
_FROM = re.compile(r"(?:\A|(?<=\s))(?:from|von|de|du|van|с)\s+(?=[0-9]|bar)")


def in_figures(text: str) -> str:
    """A play in words by its points: `24/18 and 13/8` for `from 24 to 18 and 13 to 8`."""
    return _FROM.sub("", _TO.sub("/", text[: LONGEST + 1].lower()))


def read(text: str) -> Typed:
    """Parse a play. Raises `Unreadable`, or `NeverLegal` for an impossible path."""
    folded = re.sub(r" *([/-]) *", r"\1", " ".join(text[: LONGEST + 1].lower().split()))
    dice: tuple[int, ...] = ()
    if named := _DICE.match(folded):
        dice = tuple(sorted(map(int, named.groups()), reverse=True))
        folded = folded[named.end() :]
    words = [_WORD.fullmatch(word) for word in _AND.sub(" ", folded).split()]
    if len(text.strip()) > LONGEST or not words or not all(words):
        raise Unreadable('A move is expected, not "{typed}": write {form}.', typed=quoted(text), form=Message(FORM))
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
                "Checkers move towards the lower numbers, as you count the points: {start}/{end} does not.",
                start=NAMES[start],
                end=NAMES[end],
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
    raise NeverLegal(
        "There is no point {name}: they have the numbers 1 to 24; other places are bar and off.", name=name
    )


def why_not(typed: Typed, side: Side, dice: Sequence[int], plays: Sequence[Play], others: str) -> str:
    """Why a play is illegal, as a sentence; `others` names the opponent."""
    if typed.dice and typed.dice != tuple(dice):
        return Message("Your dice are {dice}, not {typed}.", dice=listed(dice), typed=listed(typed.dice))
    return (
        _why_not_from(typed, side, plays)
        or next((why for leg in typed.legs if (why := _why_not_to(leg, typed, side, dice, others))), "")
        or _why_not_so_many(typed, dice, plays)
        or _why_nothing_is_hit(typed, side)
        or Message("That cannot be played with {dice}.", dice=listed(dice))
    )


def _why_not_from(typed: Typed, side: Side, plays: Sequence[Play]) -> str:
    arrived = {end for _, end in typed.legs}
    starts = Counter(way.stops[0] for way in typed.ways)
    for start, times in starts.items():
        if times > side.own[start] and start not in arrived:
            return _too_few(side.own[start], start)
    entering = [arc for play in plays for arc in play.arcs if arc[0] == BAR]
    must_enter = max((sum(start == BAR for start, _ in play.arcs) for play in plays), default=0)
    if starts[BAR] < must_enter and any(start != BAR for start in starts):
        ways = " or ".join(dict.fromkeys(f"bar/{end}" for _, end in entering))
        return Message("What is on the bar has to enter before anything else moves: {ways}.", ways=ways)
    return ""


def _too_few(count: int, start: int) -> str:
    if not count:
        text = "You have no checker on the bar." if start == BAR else "You have no checker on your point {point}."
        return Message(text, point=start)
    if start == BAR:
        return counted("You have {count} checker on the bar.", "You have {count} checkers on the bar.", count)
    return counted(
        "You have {count} checker on your point {point}.",
        "You have {count} checkers on your point {point}.",
        count,
        point=start,
    )


def _why_not_to(leg: tuple[int, int], typed: Typed, side: Side, dice: Sequence[int], others: str) -> str:
    start, end = leg
    if side.is_blocked(end):
        return Message(
            "{others} holds your point {end} with {their} checkers: nothing of yours can stop there.",
            others=others,
            end=end,
            their=side.theirs[end],
        )
    if end == OFF:
        moving = Counter(start for start, _ in typed.legs)
        behind = [place for place in range(BAR, HOME, -1) if side.own[place] > moving[place]]
        behind += [end for _, end in typed.legs if end > HOME and not moving[end]]
        if behind:
            return Message(
                "Bearing off begins when all your checkers are home, on points 1 to 6: one is on the bar."
                if behind[0] == BAR
                else "Bearing off begins when all your checkers are home, on points 1 to 6: one is on {behind}.",
                behind=behind[0],
            )
        higher = [place for place in range(HOME, start, -1) if side.own[place] > moving[place]]
        if start not in _lengths(dice) and start < dice[0] and higher:
            return Message(
                "No die is {start}, and a higher one bears off only from your highest point, here {higher}.",
                start=start,
                higher=higher[0],
            )
        if start <= max(_lengths(dice)):
            return ""
    if start - end in _lengths(dice):
        return ""
    return counted(
        "The way {word} is {count} point long, and your dice are {dice}.",
        "The way {word} is {count} points long, and your dice are {dice}.",
        start - end,
        word=f"{NAMES[start]}/{NAMES[end]}",
        dice=listed(dice),
    )


def _why_not_so_many(typed: Typed, dice: Sequence[int], plays: Sequence[Play]) -> str:
    needed = len(plays[0].arcs)
    used = sum(_dice_for(start - end, dice) for start, end in typed.legs)
    most = 4 if dice[0] == dice[1] else 2
    if used > most:
        return Message(
            "That is more than your dice allow, {dice} twice."
            if most == 4
            else "That is more than your dice allow, {dice}.",
            dice=listed(dice),
        )
    if used < needed:
        if most == 4:
            return counted(
                "With doubles there are up to four moves: here, {count} move of {die} can be made.",
                "With doubles there are up to four moves: here, {count} moves of {die} can be made.",
                needed,
                die=dice[0],
            )
        return Message("Both dice have to be played, {dice}.", dice=listed(dice))
    if needed == 1 and most == 2:
        die = dice[0] if _is_played_by(plays, dice[0]) else dice[1]
        return Message(
            "Only one of the dice can be played, the larger if either can: it is the {die}."
            if die == dice[0]
            else "Only one of the dice can be played: it is the {die}.",
            die=die,
        )
    return ""


def _is_played_by(plays: Sequence[Play], die: int) -> bool:
    return any(start - end == die or (end == OFF and start < die) for play in plays for start, end in play.arcs)


def _why_nothing_is_hit(typed: Typed, side: Side) -> str:
    missed = [place for place in typed.hits if side.theirs[place] != 1]
    if not missed:
        return ""
    return Message("Nothing is hit on {point}: a * stands only where there is a single checker.", point=missed[0])


def _lengths(dice: Sequence[int]) -> set[int]:
    first, second = dice
    return {first, 2 * first, 3 * first, 4 * first} if first == second else {first, second, first + second}


def _dice_for(length: int, dice: Sequence[int]) -> int:
    if dice[0] == dice[1]:
        return -(-length // dice[0])
    return 2 if length > dice[0] or (length != dice[0] and length > dice[1]) else 1
