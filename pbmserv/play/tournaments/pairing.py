"""A round robin for two at each board: everybody meets everybody once, all games at once."""

from __future__ import annotations

from typing import NamedTuple


class Pairing(NamedTuple):
    """Two places of a division; `first` sits in the first seat."""

    first: int
    second: int


def pairings(places: int, season: int = 1) -> list[Pairing]:
    """Every pair of so many places, once.

    Each place has the first seat as often as the second, or once more or less where its games are an odd number. Who
    meets again in the next season at the same places changes seats.
    """
    found = []
    for low in range(places):
        for high in range(low + 1, places):
            low_begins = ((high - low) % 2 == 1) == (season % 2 == 1)
            found.append(Pairing(low, high) if low_begins else Pairing(high, low))
    return found
