"""Events of games of hidden hands, from which notes are made."""

from __future__ import annotations

from dataclasses import dataclass


class Event:
    """Something that happened."""


@dataclass(frozen=True)
class Left(Event):
    seat: int
    tiles: int
