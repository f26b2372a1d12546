"""What happens in every game of hidden hands. The notes in letters are made from such events."""

from __future__ import annotations

from dataclasses import dataclass


class Event:
    """Something that happened."""


@dataclass(frozen=True)
class Left(Event):
    """A seat takes no further part; its tiles, and whatever else it has, stay out of the game."""

    seat: int
    tiles: int
