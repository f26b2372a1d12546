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
    from pbmserv.storage.divisions import Divisions
    from pbmserv.storage.due import DueBoards
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
    from pbmserv.storage.seekers import Seekers
    from pbmserv.storage.sessions import Sessions
    from pbmserv.storage.standings import Standings
    from pbmserv.storage.substitutes import Substitutes
    from pbmserv.storage.thinking import Thinking
    from pbmserv.storage.tournaments import Tournaments
    from pbmserv.storage.vacations import Vacations
    from pbmserv.storage.watching import Watching
    from pbmserv.storage.web_links import WebLinks
    from pbmserv.storage.wishes import Wishes


R = TypeVar("R")


class _Room(Generic[R]):
    """A part of the store that is imported when it is first asked for, from the module that is called as it is."""

    def __init__(self, made_by: str) -> None:
        self._made_by = made_by

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, work: UnitOfWork, owner: type) -> R:
        make: Callable[[Connection], R] = getattr(import_module(f"pbmserv.storage.{self._name}"), self._made_by)
        # From now on it is found there first.
        room = work.__dict__[self._name] = make(work.connection)
        return room


class UnitOfWork:
    """One transaction's view of the store; it is committed by whoever opened the connection.

    What nearly all requests need is imported at once, the rest when it is asked for.
    """

    bots: _Room[Bots] = _Room("Bots")
    """The players who are bots."""
    bounces: _Room[Bounces] = _Room("Bounces")
    """Addresses that do not take letters."""
    browsing: _Room[Browsing] = _Room("Browsing")
    """Boards, games and players page by page."""
    changes: _Room[Changes] = _Room("Changes")
    """How boards stand, for those who wait to hear of it."""
    codes: _Room[Codes] = _Room("Codes")
    """One-time codes that were mailed."""
    daily_letters: _Room[DailyLetters] = _Room("DailyLetters")
    """Who gets one letter a day."""
    due: _Room[DueBoards] = _Room("DueBoards")
    """When the clock has to look at boards."""
    games: _Room[Games] = _Room("Games")
    """The numbers of new boards, and which games take challenges."""
    history: _Room[History] = _Room("History")
    """The games that are over."""
    interventions: _Room[Interventions] = _Room("Interventions")
    """What the operator has done to boards."""
    invitations: _Room[Invitations] = _Room("Invitations")
    """Challenges that wait for who was invited by mail address."""
    listing: _Room[Listing] = _Room("Listing")
    """Lists of boards."""
    notes: _Room[Notes] = _Room("Notes")
    """What players have noted about boards for their own eyes."""
    own_boards: _Room[OwnBoards] = _Room("OwnBoards")
    """A player's boards, with the time that is left."""
    punctuality: _Room[Punctualities] = _Room("Punctualities")
    """How reliably players answer."""
    ratings: _Room[Ratings] = _Room("Ratings")
    """The ratings, and what games have changed in them."""
    rematches: _Room[Rematches] = _Room("Rematches")
    """Who wants to play once more."""
    remarks: _Room[Remarks] = _Room("Remarks")
    """What has been said to the readers of boards."""
    seekers: _Room[Seekers] = _Room("Seekers")
    """Who seeks a game."""
    sessions: _Room[Sessions] = _Room("Sessions")
    """Whom the web door knows without a password."""
    standings: _Room[Standings] = _Room("Standings")
    """Who stands where."""
    substitutes: _Room[Substitutes] = _Room("Substitutes")
    """Seats that are taken over."""
    thinking: _Room[Thinking] = _Room("Thinking")
    """What the server's own bots have to think about."""
    divisions: _Room[Divisions] = _Room("Divisions")
    """The divisions of seasons, with their games."""
    seasons: _Room[Seasons] = _Room("Seasons")
    """The seasons of tournaments."""
    tournaments: _Room[Tournaments] = _Room("Tournaments")
    """Tournaments, and who is entered."""
    vacations: _Room[Vacations] = _Room("Vacations")
    """When players are away."""
    watching: _Room[Watching] = _Room("Watching")
    """Who gets letters of boards without playing."""
    web_links: _Room[WebLinks] = _Room("WebLinks")
    """Links in letters that open a session once."""
    wishes: _Room[Wishes] = _Room("Wishes")
    """How many boards players want to play."""

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
