"""The unit of work: everything that one transaction can load and save."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from pbmserv.games.base import Game
from pbmserv.store.boards import Boards
from pbmserv.store.players import Players
from pbmserv.store.tallies import Tallies

if TYPE_CHECKING:
    from pbmserv.store.bounces import Bounces
    from pbmserv.store.history import History
    from pbmserv.store.interventions import Interventions
    from pbmserv.store.ratings import Ratings
    from pbmserv.store.replies import Replies
    from pbmserv.store.standings import Standings
    from pbmserv.store.vacations import Vacations
    from pbmserv.store.watching import Watching
    from pbmserv.store.wishes import Wishes


class UnitOfWork:
    """One transaction's view of the store; it is committed by whoever opened the connection.

    Players, boards and tallies matter to nearly all that is asked for; the others are imported when they are needed.
    """

    def __init__(self, connection: Connection, catalogue: Mapping[str, Game[Any]]) -> None:
        self.connection = connection
        settings: dict[int, Mapping[str, Any]] = {}
        self.players = Players(connection, settings)
        self.boards = Boards(connection, catalogue, settings)
        self.tallies = Tallies(connection)

    @cached_property
    def interventions(self) -> Interventions:
        """What the operator has done to boards."""
        from pbmserv.store.interventions import Interventions

        return Interventions(self.connection)

    @cached_property
    def bounces(self) -> Bounces:
        """Addresses that do not take letters."""
        from pbmserv.store.bounces import Bounces

        return Bounces(self.connection)

    @cached_property
    def replies(self) -> Replies:
        """The tokens by which letters are answered."""
        from pbmserv.store.replies import Replies

        return Replies(self.connection, self.players)

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings, and what games have changed in them."""
        from pbmserv.store.ratings import Ratings

        return Ratings(self.connection)

    @cached_property
    def standings(self) -> Standings:
        """Who stands where."""
        from pbmserv.store.standings import Standings

        return Standings(self.connection)

    @cached_property
    def vacations(self) -> Vacations:
        """When players are away."""
        from pbmserv.store.vacations import Vacations

        return Vacations(self.connection)

    @cached_property
    def history(self) -> History:
        """The games that are over."""
        from pbmserv.store.history import History

        return History(self.connection)

    @cached_property
    def watching(self) -> Watching:
        """Who gets letters of boards without playing."""
        from pbmserv.store.watching import Watching

        return Watching(self.connection)

    @cached_property
    def wishes(self) -> Wishes:
        """How many boards players want to play."""
        from pbmserv.store.wishes import Wishes

        return Wishes(self.connection)
