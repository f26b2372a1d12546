"""Round robins in which all games start at once."""

from __future__ import annotations

from typing import NamedTuple


class Pairing(NamedTuple):
    first: int
    second: int


def pairings(places: int, season: int = 1) -> list[Pairing]:
    """Return every pair of `places` once.

    Each place has the first seat in half of its games (give or take one). Seats are swapped in the next season.
    """
    found = []
    for low in range(places):
        for high in range(low + 1, places):
            low_begins = ((high - low) % 2 == 1) == (season % 2 == 1)
            found.append(Pairing(low, high) if low_begins else Pairing(high, low))
    return found
