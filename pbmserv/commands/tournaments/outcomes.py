"""What comes of what is done to tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbmserv.commands.requests.outcome import Outcome

if TYPE_CHECKING:
    from datetime import datetime

    from pbmserv.play.board import Board, Player
    from pbmserv.play.tournaments.event import Event
    from pbmserv.storage.divisions import Division
    from pbmserv.storage.tournaments import Listed, Season, SeasonNews, Tournament


class TournamentsListed(Outcome, frozen=True):
    """The tournaments that go on, and whether there are more; those of one game, if `game` is its word."""

    written_by = "tournaments.letters:of_list"

    listed: tuple[Listed, ...]
    more: bool
    game: str = ""
    others: bool = False
    """Whether those of other games go on, where there are none of this one."""


class TournamentShown(Outcome, frozen=True):
    """A tournament, and what somebody has just done about it: `created`, `joined`, `left`, or nothing.

    `entered` are some of those who play in the next season, of `count` in all. `player` is who has done it.
    """

    written_by = "tournaments.letters:of_tournament"

    tournament: Tournament
    season: Season
    entered: tuple[Player, ...]
    count: int
    divisions: int
    news: tuple[SeasonNews, ...]
    player: Player | None = None
    done: str = ""


class TablesShown(Outcome, frozen=True):
    """Divisions of a season with their tables, and the number of the next one if there are more."""

    written_by = "tournaments.letters:of_tables"

    tournament: Tournament
    season: Season
    divisions: tuple[Division, ...]
    next: int | None


class DivisionBegun(Outcome, frozen=True):
    """The boards of a division have been begun, all at once; each of its players is told of their own."""

    written_by = "tournaments.letters:of_beginning"

    tournament: Tournament
    event: Event
    division: Division
    boards: tuple[Board, ...]


class DivisionOver(Outcome, frozen=True):
    """All games of a division are over: this is its last table."""

    written_by = "tournaments.letters:of_the_end"

    tournament: Tournament
    season: Season
    division: Division


class CalledOff(Outcome, frozen=True):
    """A tournament does not take place: `too_few` have joined, or else the operator has said so."""

    written_by = "tournaments.letters:of_calling_off"

    tournament: Tournament
    players: tuple[Player, ...]
    too_few: bool = False
    reason: str = ""


class Mended(Outcome, frozen=True):
    """The operator has changed something in a season, of which all its players are told."""

    written_by = "tournaments.letters:of_mending"

    tournament: Tournament
    season: Season
    players: tuple[Player, ...]
    news: SeasonNews
    starts_at: datetime | None = None
