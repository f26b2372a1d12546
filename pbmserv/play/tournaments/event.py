"""The event of a board as its terms store it: `hex-league/3/2` for tournament, season and division."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbmserv.games.message import Message

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,31}/[1-9][0-9]{0,8}/[1-9][0-9]{0,8}")


class Event(NamedTuple):
    """A division of a season of a tournament; seasons and divisions count from 1."""

    tournament: str
    season: int
    division: int

    @property
    def key(self) -> str:
        return f"{self.tournament}/{self.season}/{self.division}"

    @property
    def title(self) -> Message:
        """The title in letters and pages: `hex-league, season 3, division 2`."""
        return Message(
            "{tournament}, season {season}, division {division}",
            tournament=self.tournament,
            season=self.season,
            division=self.division,
        )


def is_event(key: str) -> bool:
    """Whether this is the key of an event; the empty key is not."""
    return not key or _KEY.fullmatch(key) is not None


def event_of(key: str) -> Event | None:
    """Parse the event in a board's terms; None if there is none."""
    if not key:
        return None
    tournament, season, division = key.rsplit("/", 2)
    return Event(tournament, int(season), int(division))
