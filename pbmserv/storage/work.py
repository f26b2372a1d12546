"""The unit of work: everything that one transaction can load and save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Connection

from pbmserv.games.base import Game
from pbmserv.storage.addresses import Addresses
from pbmserv.storage.boards import Boards
from pbmserv.storage.players import Players
from pbmserv.storage.readers import Readers
from pbmserv.storage.tallies import Tallies

if TYPE_CHECKING:
    from pbmserv.storage.bots import Bots
    from pbmserv.storage.bounces import Bounces
    from pbmserv.storage.browsing import Browsing
    from pbmserv.storage.changes import Changes
    from pbmserv.storage.codes import Codes
    from pbmserv.storage.daily_letters import DailyLetters
    from pbmserv.storage.directory import Directory
    from pbmserv.storage.divisions import Divisions
    from pbmserv.storage.due import DueBoards
    from pbmserv.storage.game_limits import GameLimits, Seekers
    from pbmserv.storage.games import Games
    from pbmserv.storage.history import History
    from pbmserv.storage.interventions import Interventions
    from pbmserv.storage.invitations import Invitations
    from pbmserv.storage.listing import Listing
    from pbmserv.storage.notes import Notes
    from pbmserv.storage.open_challenges import OpenChallenges
    from pbmserv.storage.own_boards import OwnBoards
    from pbmserv.storage.play_links import PlayLinks
    from pbmserv.storage.punctuality import Punctualities
    from pbmserv.storage.ratings import Ratings
    from pbmserv.storage.remarks import Remarks
    from pbmserv.storage.rematches import Rematches
    from pbmserv.storage.replies import Replies
    from pbmserv.storage.seasons import Seasons
    from pbmserv.storage.sent_once import SentOnce
    from pbmserv.storage.sessions import Sessions
    from pbmserv.storage.standings import Standings
    from pbmserv.storage.substitutes import Substitutes
    from pbmserv.storage.thinking import Thinking
    from pbmserv.storage.tournaments import Tournaments
    from pbmserv.storage.vacations import Vacations
    from pbmserv.storage.watching import Watching
    from pbmserv.storage.web_links import WebLinks


R = TypeVar("R")


class _LazyRepository(Generic[R]):
    """A part of the store that is imported when it is first asked for.

    It is in the module that is called as it is, if no other is named.
    """

    def __init__(self, made_by: str, module: str = "") -> None:
        self._made_by = made_by
        self._module = module

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self._module = self._module or name

    def __get__(self, work: UnitOfWork, owner: type) -> R:
        make: Callable[[Connection], R] = getattr(import_module(f"{__package__}.{self._module}"), self._made_by)
        # From now on it is found there first.
        repository = work.__dict__[self._name] = make(work.connection)
        return repository


class UnitOfWork:
    """One transaction's view of the store; it is committed by whoever opened the connection.

    What nearly all requests need is imported at once, the rest when it is asked for.
    """

    bots: _LazyRepository[Bots] = _LazyRepository("Bots")
    bounces: _LazyRepository[Bounces] = _LazyRepository("Bounces")
    browsing: _LazyRepository[Browsing] = _LazyRepository("Browsing")
    changes: _LazyRepository[Changes] = _LazyRepository("Changes")
    codes: _LazyRepository[Codes] = _LazyRepository("Codes")
    daily_letters: _LazyRepository[DailyLetters] = _LazyRepository("DailyLetters")
    due: _LazyRepository[DueBoards] = _LazyRepository("DueBoards")
    games: _LazyRepository[Games] = _LazyRepository("Games")
    history: _LazyRepository[History] = _LazyRepository("History")
    interventions: _LazyRepository[Interventions] = _LazyRepository("Interventions")
    invitations: _LazyRepository[Invitations] = _LazyRepository("Invitations")
    listing: _LazyRepository[Listing] = _LazyRepository("Listing")
    notes: _LazyRepository[Notes] = _LazyRepository("Notes")
    own_boards: _LazyRepository[OwnBoards] = _LazyRepository("OwnBoards")
    punctuality: _LazyRepository[Punctualities] = _LazyRepository("Punctualities")
    ratings: _LazyRepository[Ratings] = _LazyRepository("Ratings")
    rematches: _LazyRepository[Rematches] = _LazyRepository("Rematches")
    remarks: _LazyRepository[Remarks] = _LazyRepository("Remarks")
    seekers: _LazyRepository[Seekers] = _LazyRepository("Seekers", "game_limits")
    sent_once: _LazyRepository[SentOnce] = _LazyRepository("SentOnce")
    sessions: _LazyRepository[Sessions] = _LazyRepository("Sessions")
    standings: _LazyRepository[Standings] = _LazyRepository("Standings")
    substitutes: _LazyRepository[Substitutes] = _LazyRepository("Substitutes")
    thinking: _LazyRepository[Thinking] = _LazyRepository("Thinking")
    directory: _LazyRepository[Directory] = _LazyRepository("Directory")
    divisions: _LazyRepository[Divisions] = _LazyRepository("Divisions")
    seasons: _LazyRepository[Seasons] = _LazyRepository("Seasons")
    tournaments: _LazyRepository[Tournaments] = _LazyRepository("Tournaments")
    vacations: _LazyRepository[Vacations] = _LazyRepository("Vacations")
    watching: _LazyRepository[Watching] = _LazyRepository("Watching")
    web_links: _LazyRepository[WebLinks] = _LazyRepository("WebLinks")
    game_limits: _LazyRepository[GameLimits] = _LazyRepository("GameLimits")

    def __init__(self, connection: Connection, catalogue: Mapping[str, Game[Any]]) -> None:
        self.connection = connection
        self._catalogue = catalogue
        settings: dict[int, Mapping[str, Any]] = {}
        self.players = Players(connection, settings)
        self.addresses = Addresses(connection)
        self.readers = Readers(connection, settings)
        self.boards = Boards(connection, catalogue, settings)
        self.tallies = Tallies(connection)

    @cached_property
    def open_challenges(self) -> OpenChallenges:
        """Games that wait for players."""
        from pbmserv.storage.open_challenges import OpenChallenges

        return OpenChallenges(self.connection, self._catalogue)

    @cached_property
    def play_links(self) -> PlayLinks:
        """The tokens in the links of letters about boards."""
        from pbmserv.storage.play_links import PlayLinks

        return PlayLinks(self.players, self.replies)

    @cached_property
    def replies(self) -> Replies:
        """The tokens by which letters are answered."""
        from pbmserv.storage.replies import Replies

        return Replies(self.connection, self.players)
