"""Guesses of hidden ships, and what a position is worth, for machine players."""

from __future__ import annotations

from math import exp

from pbmserv.games.chance import Chance
from pbmserv.games.fleets.display import sea_of
from pbmserv.games.fleets.game import RANDOM, Fleets, at_random
from pbmserv.games.fleets.rules import UNSEEN, Position, Ship, placements, set_of

SWING = 1.2
"""By how many hits more than the other a side has to be ahead to win three games of four, or nearly."""


def guess(game: Fleets, seen: Position, seat: int, chance: Chance) -> Position:
    """The other's ships anywhere where all shots would have had the same outcomes."""
    other = 1 - seat
    hidden = [ship for ship in seen.ships[other] if UNSEEN in ship]
    if not hidden:
        return seen
    if not seen.shots[seat]:
        return seen.with_ships(other, at_random(seen, (), chance))
    sunk = seen.sunk[other]
    hits = set_of(seen.hits[seat])
    taken = set_of(seen.shots[seat]) & ~hits
    for ship in sunk:
        [placed] = [each for each in placements(seen.width, len(ship)) if each.ship == ship]
        taken |= seen.taken_by(placed)
        hits &= ~placed.squares
    found = _hiding(seen, hits, hits, tuple(map(len, hidden)), taken, chance)
    if found is None:
        raise LookupError("Fleets found no ships that fit what was hit and missed.")
    return seen.with_ships(other, [*sunk, *found])


def _hiding(
    seen: Position, hits: int, bare: int, sizes: tuple[int, ...], taken: int, chance: Chance
) -> list[Ship] | None:
    """Ships of these lengths beside the squares that are taken: first those on hits that are `bare` of ships.

    None has been hit on all its squares.
    """
    if not sizes:
        return None if bare else []
    if bare:
        first = bare & -bare
        able = [each for size in {*sizes} for each in seen.free(size, taken) if each.squares & first]
    else:
        able = seen.free(sizes[0], taken)
    for placed in chance.shuffled(able):
        if not placed.squares & ~hits:
            continue
        left = [*sizes]
        left.remove(len(placed.ship))
        others = _hiding(seen, hits, bare & ~placed.squares, tuple(left), taken | seen.taken_by(placed), chance)
        if others is not None:
            return [placed.ship, *others]
    return None


def evaluate(game: Fleets, position: Position) -> tuple[float, ...]:
    """Who has hit more."""
    ahead = len(position.hits[0]) - len(position.hits[1])
    first = 1 / (1 + exp(-ahead / SWING))
    return first, 1 - first


def solution(game: Fleets, position: Position, seat: int) -> str | None:
    """Ships placed at random; and once a ship is hit that has not sunk, the square where most ships could go on."""
    if position.is_placing:
        return RANDOM
    other = 1 - seat
    hits = set_of(position.hits[seat]) & ~set_of(place for ship in position.sunk[other] for place in ship)
    if not hits:
        return None
    missed = set_of(position.shots[seat]) & ~hits
    counts = dict.fromkeys(position.targets(seat), 0)
    for size in position.sizes_left(other):
        for placed in position.free(size, missed):
            on_hits = (placed.squares & hits).bit_count()
            for place in placed.ship:
                if place in counts:
                    counts[place] += on_hits * on_hits
    return sea_of(position.width).names[max(counts, key=lambda place: counts[place])]
