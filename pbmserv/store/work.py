"""The unit of work: everything that one transaction can load and save."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from pbmserv.games.base import Game
from pbmserv.store.boards import Boards
from pbmserv.store.bounces import Bounces
from pbmserv.store.history import History
from pbmserv.store.interventions import Interventions
from pbmserv.store.players import Players
from pbmserv.store.ratings import Ratings
from pbmserv.store.replies import Replies
from pbmserv.store.standings import Standings
from pbmserv.store.tallies import Tallies
from pbmserv.store.vacations import Vacations
from pbmserv.store.watching import Watching
from pbmserv.store.wishes import Wishes


class UnitOfWork:
    """One transaction's view of the store; it is committed by whoever opened the connection."""

    def __init__(self, connection: Connection, catalogue: Mapping[str, Game[Any]]) -> None:
        self.connection = connection
        self.interventions = Interventions(connection)
        settings: dict[int, Mapping[str, Any]] = {}
        self.players = Players(connection, settings)
        self.boards = Boards(connection, catalogue, settings)
        self.bounces = Bounces(connection)
        self.replies = Replies(connection)
        self.ratings = Ratings(connection)
        self.standings = Standings(connection)
        self.tallies = Tallies(connection)
        self.vacations = Vacations(connection)
        self.history = History(connection)
        self.watching = Watching(connection)
        self.wishes = Wishes(connection)
