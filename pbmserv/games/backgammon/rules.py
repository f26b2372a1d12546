"""The course of a game and match: dice, doubling, bearing off, points.

Sources: the rules of the US Backgammon Federation; the rules of John R. Crawford for matches, of Oswald Jacoby for
single games; Nack Ballard's alternative start. Forced events happen automatically: rolls, passes, and only plays.

Players may also type the dice they roll themselves. Then nothing follows from the seed, and a match played elsewhere
is an ordinary record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from pbmserv.games.backgammon.plays import BAR, OFF, Arc, Play, Side, play_of, plays
from pbmserv.games.boards.tracks import CHECKERS
from pbmserv.games.chance import Chance
from pbmserv.games.message import Message

HIGHEST_CUBE = 64
_NO_CHANCE = Chance(b"", "typed")
"""No dice are rolled if they are typed."""
NOBODY = -1
SETUPS: Mapping[str, Mapping[int, int]] = {
    "usual": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
}
"""Starting positions, counted by each player."""
SINGLE, GAMMON, BACKGAMMON = 1, 2, 3
"""The multiples of the cube."""
KINDS = ("", "a single game", "a gammon", "a backgammon")

Checkers: TypeAlias = tuple[int, ...]
"""A player's checkers: off, by point, on the bar."""
Said: TypeAlias = tuple[int, str, str, str]
"""An event: seat, one of the words below, its object, and more."""

MOVES, STUCK = "moves", "stuck"
"""With these dice; how."""
DOUBLES, TAKES = "doubles", "takes"
"""The cube's new value."""
DROPS = "drops"
CONCEDES, CLAIMS, DECLINES = "concedes", "claims", "declines"
"""A win offered as worth so much, and a refusal."""
WINS = "wins"
"""Points, and by what."""
AGREEMENT = "agreement"
"""The reason of a win that was not played out."""


@dataclass(frozen=True)
class Position:
    """A position of a match, or of a single game as a match to one point.

    `checkers` are both seats'. `dice` has the larger first, and is empty before a roll. `cube_owner` is a seat, or
    `NOBODY` while both may double; `is_doubled`: the seat to move has to answer a double. `is_crawford` marks the
    Crawford game, `had_crawford` all games from then on. `said` is what happened with the last move.

    With typed dice (`is_typed`), `is_opening` is before an opening roll; `offered` is the seat offered a win without
    playing on and its multiple of the cube, which the seat to move has to answer. `was_declined`: it cannot be
    offered again in this turn.
    """

    checkers: tuple[Checkers, Checkers]
    goal: int = 1
    setup: str = "usual"
    has_cube: bool = False
    has_jacoby: bool = False
    next_seat: int = 0
    dice: tuple[int, ...] = ()
    cube: int = 1
    cube_owner: int = NOBODY
    is_doubled: bool = False
    scores: tuple[int, int] = (0, 0)
    game: int = 1
    is_crawford: bool = False
    had_crawford: bool = False
    said: tuple[Said, ...] = ()
    is_typed: bool = False
    is_opening: bool = False
    offered: tuple[int, ...] = ()
    was_declined: bool = False

    @property
    def is_over(self) -> bool:
        return max(self.scores) >= self.goal

    def side_of(self, seat: int) -> Side:
        other = self.checkers[1 - seat]
        return Side(self.checkers[seat], (0, *other[BAR - 1 : OFF : -1], 0))

    @property
    def plays(self) -> Mapping[str, Play]:
        return _plays(self.checkers, self.next_seat, self.dice)

    @property
    def why_no_double(self) -> str:
        """Why the seat to move may not double, as a sentence, or an empty text."""
        seat, others = self.next_seat, (Message("White"), Message("Black"))[self.next_seat]
        if not self.has_cube:
            return "This game is played without the doubling cube: -cube is a parameter of the challenge."
        if self.is_opening:
            return "Nobody doubles before the roll that opens a game."
        if self.is_crawford:
            return "Nobody doubles in this game, by the Crawford rule: somebody is one point away from the match."
        if self.cube_owner == 1 - seat:
            return Message("The cube is {others}'s: only {others} can double now.", others=others)
        if self.goal > 1 and self.scores[seat] + self.cube >= self.goal:
            return "You win the match with this game anyway, so you cannot double."
        if self.cube >= HIGHEST_CUBE:
            return Message("The cube goes no higher than {cube}.", cube=HIGHEST_CUBE)
        return ""

    @property
    def may_double(self) -> bool:
        return self.is_between_rolls and not self.why_no_double

    @property
    def is_between_rolls(self) -> bool:
        """Whether a roll is next unless the seat to move does something else."""
        return not (self.dice or self.is_doubled or self.offered or self.is_over)

    @property
    def awaits_dice(self) -> bool:
        return self.is_typed and self.is_between_rolls


@lru_cache(maxsize=256)
def _plays(checkers: tuple[Checkers, Checkers], seat: int, dice: tuple[int, ...]) -> Mapping[str, Play]:
    side = Position(checkers).side_of(seat)
    return {play.words: play for play in plays(side, dice)}


def started(
    setup: str, goal: int, has_cube: bool, has_jacoby: bool, chance: Chance, is_typed: bool = False
) -> Position:
    """The start of a match, with the opening roll unless dice are typed."""
    return _opened(Position(_set_up(setup), goal, setup, has_cube, has_jacoby, is_typed=is_typed), chance)


def opened_by(position: Position, black: int, white: int) -> Position:
    """The position after a typed opening roll; the dice differ."""
    return replace(_with(position, (black, white)), next_seat=int(white > black), is_opening=False)


def rolled_as(position: Position, dice: tuple[int, int]) -> Position:
    """The position after typed dice that leave no choice."""
    return _advanced(_with(position, dice), _NO_CHANCE)


def played_as(position: Position, dice: tuple[int, int], play: Play) -> Position:
    return _advanced(made(_with(position, dice), play), _NO_CHANCE)


def plays_of(position: Position, dice: tuple[int, int]) -> Mapping[str, Play]:
    """The plays that dice would allow, by canonical notation."""
    return _with(position, dice).plays


def offered(position: Position, winner: int, kind: int) -> Position:
    """The position after the seat to move concedes, or claims a win."""
    seat = position.next_seat
    said = _said(position, CLAIMS if winner == seat else CONCEDES, KINDS[kind])
    return replace(position, next_seat=1 - seat, offered=(winner, kind), said=(said,))


def agreed(position: Position) -> Position:
    """The position after accepting that."""
    winner, kind = position.offered
    after = replace(position, offered=(), said=())
    return _advanced(_won(after, winner, kind, AGREEMENT), _NO_CHANCE)


def declined(position: Position) -> Position:
    """The position after declining it: the offerer plays on."""
    said = (_said(position, DECLINES, ""),)
    return replace(position, next_seat=1 - position.next_seat, offered=(), was_declined=True, said=said)


def moved(position: Position, play: Play, chance: Chance) -> Position:
    return _advanced(made(replace(position, said=()), play), chance)


def rolled(position: Position, chance: Chance) -> Position:
    return _advanced(_with_dice(replace(position, said=()), chance), chance)


def doubled(position: Position) -> Position:
    said = _said(position, DOUBLES, str(2 * position.cube))
    return replace(position, next_seat=1 - position.next_seat, is_doubled=True, was_declined=False, said=(said,))


def taken(position: Position, chance: Chance) -> Position:
    """The position after taking a double: the cube is the taker's, and the other rolls."""
    seat, cube = position.next_seat, 2 * position.cube
    said = (_said(position, TAKES, str(cube)),)
    return _advanced(
        replace(position, next_seat=1 - seat, cube=cube, cube_owner=seat, is_doubled=False, said=said), chance
    )


def dropped(position: Position, chance: Chance) -> Position:
    """The position after dropping a double: the game is lost at its previous value."""
    after = replace(position, is_doubled=False, said=(_said(position, DROPS, ""),))
    return _advanced(_won(after, 1 - position.next_seat, SINGLE, DROPS), chance)


def _advanced(position: Position, chance: Chance) -> Position:
    while not (position.is_over or position.is_doubled):
        if not position.dice:
            if position.said and position.said[-1][1] == WINS and not position.is_opening:
                position = _opened(position, chance)
            elif position.is_typed or position.may_double:
                break
            else:
                position = _with_dice(position, chance)
        elif len(position.plays) > 1:
            break
        elif position.plays:
            position = made(position, next(iter(position.plays.values())))
        else:
            stuck = (position.next_seat, STUCK, _as_text(position.dice), "")
            position = replace(position, next_seat=1 - position.next_seat, dice=(), said=(*position.said, stuck))
    return position


def _opened(position: Position, chance: Chance) -> Position:
    """Opening roll: each rolls one die, again if equal; the higher begins with both."""
    if position.is_typed:
        return replace(position, next_seat=0, is_opening=True)
    black, white = _die(chance), _die(chance)
    while black == white:
        black, white = _die(chance), _die(chance)
    dice = (max(black, white), min(black, white))
    return replace(position, next_seat=int(white > black), dice=dice)


def _with_dice(position: Position, chance: Chance) -> Position:
    return replace(position, dice=tuple(sorted((_die(chance), _die(chance)), reverse=True)))


def _with(position: Position, dice: tuple[int, int]) -> Position:
    return replace(position, dice=tuple(sorted(dice, reverse=True)), was_declined=False, said=())


def _die(chance: Chance) -> int:
    return chance.below(6) + 1


def begun(position: Position, arcs: Sequence[Arc]) -> Position:
    """The position in the midst of a play, when these checkers have been moved."""
    return replace(position, checkers=_after(position, play_of(position.side_of(position.next_seat), (*arcs,))))


def made(position: Position, play: Play) -> Position:
    """The position right after a play, before a roll; the next game if a match goes on."""
    seat, checkers = position.next_seat, _after(position, play)
    after = replace(
        position,
        checkers=checkers,
        next_seat=1 - seat,
        dice=(),
        said=(*position.said, (seat, MOVES, _as_text(position.dice), play.words)),
    )
    if checkers[seat][OFF] < CHECKERS:
        return after
    kind = _kind_of_win(checkers[1 - seat])
    if position.has_jacoby and position.cube == 1:
        kind = SINGLE
    return _won(after, seat, kind, KINDS[kind])


def _after(position: Position, play: Play) -> tuple[Checkers, Checkers]:
    seat = position.next_seat
    own, other = [*position.checkers[seat]], [*position.checkers[1 - seat]]
    for start, end in play.arcs:
        own[start] -= 1
        own[end] += 1
    for place in play.hits:
        other[BAR - place] -= 1
        other[BAR] += 1
    mine, theirs = tuple(own), tuple(other)
    return (mine, theirs) if seat == 0 else (theirs, mine)


def _kind_of_win(loser: Checkers) -> int:
    """A gammon if the loser has borne nothing off; a backgammon if also a checker is on the bar or in the winner's
    home.
    """
    if loser[OFF]:
        return SINGLE
    return BACKGAMMON if any(loser[BAR - 6 :]) else GAMMON


def _won(position: Position, seat: int, kind: int, by: str) -> Position:
    """End a game, and start the next if the match goes on."""
    points = kind * position.cube
    black, white = position.scores
    scores = (black + points, white) if seat == 0 else (black, white + points)
    said = (*position.said, (seat, WINS, str(points), by))
    # It may have been conceded before the roll that was to open it.
    after = replace(position, scores=scores, dice=(), said=said, is_opening=False)
    if after.is_over:
        return after
    is_crawford = max(scores) == position.goal - 1 and not position.had_crawford
    return replace(
        after,
        checkers=_set_up(position.setup),
        cube=1,
        cube_owner=NOBODY,
        game=position.game + 1,
        is_crawford=is_crawford,
        had_crawford=is_crawford or position.had_crawford,
    )


def _set_up(setup: str) -> tuple[Checkers, Checkers]:
    checkers = tuple(SETUPS[setup].get(place, 0) for place in range(BAR + 1))
    return checkers, checkers


def _said(position: Position, what: str, words: str) -> Said:
    return position.next_seat, what, "", words


def _as_text(dice: Sequence[int]) -> str:
    return "".join(map(str, dice))
