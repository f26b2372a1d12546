"""The unit of work: the repositories of one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from pbmserv.games.base import Game
from pbmserv.storage.boards import Boards
from pbmserv.storage.players import Players
from pbmserv.storage.recipients import Recipients
from pbmserv.storage.tallies import Tallies

if TYPE_CHECKING:
    from pbmserv.storage.addresses import Addresses, Bounces
    from pbmserv.storage.blocks import Blocks
    from pbmserv.storage.board_stamps import BoardStamps
    from pbmserv.storage.boards import DueBoards
    from pbmserv.storage.bots import Bots, Thinking
    from pbmserv.storage.codes import Codes
    from pbmserv.storage.daily_letters import DailyLetters
    from pbmserv.storage.digests import Digests
    from pbmserv.storage.directory import Directory
    from pbmserv.storage.divisions import Divisions
    from pbmserv.storage.game_limits import GameLimits, Seekers
    from pbmserv.storage.games import Games
    from pbmserv.storage.guests import Guests
    from pbmserv.storage.inbox import SentOnce
    from pbmserv.storage.invitations import Invitations
    from pbmserv.storage.listing import Listing
    from pbmserv.storage.notes import Notes
    from pbmserv.storage.open_challenges import OpenChallenges
    from pbmserv.storage.operator_log import Interventions
    from pbmserv.storage.punctuality import Punctualities
    from pbmserv.storage.ratings import Ratings
    from pbmserv.storage.remarks import Remarks
    from pbmserv.storage.rematches import Rematches
    from pbmserv.storage.reports import Reports
    from pbmserv.storage.sessions import Sessions, WebLinks
    from pbmserv.storage.standings import Standings
    from pbmserv.storage.substitutes import Substitutes
    from pbmserv.storage.tokens import PlayLinks, ReplyTokens
    from pbmserv.storage.tournaments import Seasons, Tournaments
    from pbmserv.storage.vacations import Vacations
    from pbmserv.storage.watching import Watching


class _LazyRepository:
    """A part of the store that is imported when it is first asked for."""

    def __init__(self, where: str) -> None:
        self._module, _, self._made_by = where.partition(".")
        self._make: Callable[[Connection], Any] | None = None

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, work: UnitOfWork, owner: type) -> Any:
        if self._make is None:
            self._make = getattr(import_module(f"{__package__}.{self._module}"), self._made_by)
        # From now on it is found there first.
        repository = work.__dict__[self._name] = self._make(work.connection)
        return repository


def _lazy(where: str) -> Any:
    return _LazyRepository(where)


class UnitOfWork:
    """The repositories of one transaction, which the owner of the connection commits.

    Those that nearly all requests need are imported at once, the rest on first use.
    """

    addresses: Addresses = _lazy("addresses.Addresses")
    blocks: Blocks = _lazy("blocks.Blocks")
    board_stamps: BoardStamps = _lazy("board_stamps.BoardStamps")
    bots: Bots = _lazy("bots.Bots")
    bounces: Bounces = _lazy("addresses.Bounces")
    codes: Codes = _lazy("codes.Codes")
    daily_letters: DailyLetters = _lazy("daily_letters.DailyLetters")
    digests: Digests = _lazy("digests.Digests")
    directory: Directory = _lazy("directory.Directory")
    divisions: Divisions = _lazy("divisions.Divisions")
    due: DueBoards = _lazy("boards.DueBoards")
    game_limits: GameLimits = _lazy("game_limits.GameLimits")
    games: Games = _lazy("games.Games")
    guests: Guests = _lazy("guests.Guests")
    interventions: Interventions = _lazy("operator_log.Interventions")
    invitations: Invitations = _lazy("invitations.Invitations")
    listing: Listing = _lazy("listing.Listing")
    notes: Notes = _lazy("notes.Notes")
    punctuality: Punctualities = _lazy("punctuality.Punctualities")
    ratings: Ratings = _lazy("ratings.Ratings")
    remarks: Remarks = _lazy("remarks.Remarks")
    rematches: Rematches = _lazy("rematches.Rematches")
    reports: Reports = _lazy("reports.Reports")
    seasons: Seasons = _lazy("tournaments.Seasons")
    seekers: Seekers = _lazy("game_limits.Seekers")
    sent_once: SentOnce = _lazy("inbox.SentOnce")
    sessions: Sessions = _lazy("sessions.Sessions")
    standings: Standings = _lazy("standings.Standings")
    substitutes: Substitutes = _lazy("substitutes.Substitutes")
    thinking: Thinking = _lazy("bots.Thinking")
    tournaments: Tournaments = _lazy("tournaments.Tournaments")
    vacations: Vacations = _lazy("vacations.Vacations")
    watching: Watching = _lazy("watching.Watching")
    web_links: WebLinks = _lazy("sessions.WebLinks")

    def __init__(self, connection: Connection, catalogue: Mapping[str, Game[Any]]) -> None:
        self.connection = connection
        self._catalogue = catalogue
        settings: dict[int, Mapping[str, Any]] = {}
        self.players = Players(connection, settings)
        self.recipients = Recipients(connection, settings)
        self.boards = Boards(connection, catalogue, settings)
        self.tallies = Tallies(connection)

    @cached_property
    def open_challenges(self) -> OpenChallenges:
        from pbmserv.storage.open_challenges import OpenChallenges

        return OpenChallenges(self.connection, self._catalogue)

    @cached_property
    def play_links(self) -> PlayLinks:
        from pbmserv.storage.tokens import PlayLinks

        return PlayLinks(self.players, self.replies)

    @cached_property
    def replies(self) -> ReplyTokens:
        from pbmserv.storage.tokens import ReplyTokens

        return ReplyTokens(self.connection, self.players)
