"""Tournaments in the database, and who is entered for their next seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, func, or_, select, update

from pbmserv.games.base import OptionValue
from pbmserv.play.board import Player, Terms
from pbmserv.play.ratings import FIRST_RATING
from pbmserv.storage import upsert
from pbmserv.storage.players import key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.seasons import SEASON, Season, Seasons, Stage, season_in
from pbmserv.storage.tables import RATINGS, USERS
from pbmserv.storage.tournament_tables import DIVISIONS, ENTRANTS, PLACES, SEASONS, TOURNAMENTS
from pbmserv.stored_names import document_of, restored


@dataclass(frozen=True)
class Tournament:
    """What is played in a tournament, and how; `id` is 0 before it is stored.

    With `size` players it begins at once. `owner` is None for one of the operator's. `word_hash` is that of the word
    that it takes to join.
    """

    name: str
    game: str
    options: Mapping[str, OptionValue]
    terms: Terms
    recurring: bool = False
    bots: bool = False
    size: int | None = None
    owner: Player | None = None
    word_hash: str | None = None
    ended_at: datetime | None = None
    id: int = 0

    def begins_early_with(self, entered: int) -> bool:
        """Whether so many have joined that the season begins before its day."""
        return self.size is not None and entered >= self.size


@dataclass(frozen=True)
class Listed:
    """A tournament in a list, with the season that matters, and how many are entered for the next one."""

    tournament: Tournament
    season: Season
    entered: int


class Tournaments(Repository):
    """Tournaments, within one transaction."""

    def named(self, name: str) -> Tournament | None:
        """The tournament of that name."""
        row = self._connection.execute(_TOURNAMENT.where(TOURNAMENTS.c.name_key == key_of(name)[:32])).one_or_none()
        return _tournament(row) if row else None

    def with_id(self, number: int) -> Tournament:
        """The tournament in that row."""
        return _tournament(self._connection.execute(_TOURNAMENT.where(TOURNAMENTS.c.id == number)).one())

    def add(self, new: Tournament, starts_at: datetime, at: datetime) -> Tournament | None:
        """Store a new tournament with its first season; None if the name is taken."""
        values = {
            "name": new.name, "name_key": key_of(new.name), "game": new.game, "options": dict(new.options),
            "terms": document_of(new.terms), "recurring": new.recurring, "bots": new.bots, "size": new.size,
            "owner_id": new.owner.id if new.owner else None, "word_hash": new.word_hash, "created_at": at,
        }  # fmt: skip
        adding = upsert.insert(self._connection, TOURNAMENTS).values(values)
        number = self._connection.scalar(adding.on_conflict_do_nothing().returning(TOURNAMENTS.c.id))
        if number is None:
            return None
        Seasons(self._connection).add(number, 1, starts_at)
        return replace(new, id=number)

    def end(self, tournament: Tournament, at: datetime) -> None:
        """Note that no season follows."""
        self._connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament.id).values(ended_at=at))

    def going_on_of(self, owner: Player) -> int:
        """How many tournaments of a player's have not ended."""
        query = select(func.count()).select_from(TOURNAMENTS)
        count = self._connection.scalar(
            query.where(TOURNAMENTS.c.owner_id == owner.id, TOURNAMENTS.c.ended_at.is_(None))
        )
        return count or 0

    def listed(self, limit: int, after: str = "", game: str | None = None) -> list[Listed]:
        """The tournaments that go on, by their names, those after the name `after`."""
        query = _TOURNAMENT.where(TOURNAMENTS.c.ended_at.is_(None), TOURNAMENTS.c.name_key > key_of(after))
        if game is not None:
            query = query.where(TOURNAMENTS.c.game == game)
        return self._listed(query.order_by(TOURNAMENTS.c.name_key).limit(limit))

    def of_player(self, player: Player, limit: int) -> list[Listed]:
        """The tournaments in which a player is entered, or plays."""
        entered = select(ENTRANTS.c.tournament_id).where(ENTRANTS.c.user_id == player.id)
        plays = (
            select(SEASONS.c.tournament_id)
            .join(DIVISIONS, DIVISIONS.c.season_id == SEASONS.c.id)
            .join(PLACES, PLACES.c.division_id == DIVISIONS.c.id)
            .where(PLACES.c.user_id == player.id, SEASONS.c.stage == Stage.RUNNING)
        )
        found = or_(TOURNAMENTS.c.id.in_(entered), TOURNAMENTS.c.id.in_(plays))
        going_on = _TOURNAMENT.where(found, TOURNAMENTS.c.ended_at.is_(None))
        return self._listed(going_on.order_by(TOURNAMENTS.c.name_key).limit(limit))

    def enter(self, tournament: Tournament, player: Player, at: datetime) -> bool:
        """Have somebody play in the next season; False if they do already."""
        new = upsert.insert(self._connection, ENTRANTS).values(
            tournament_id=tournament.id, user_id=player.id, entered_at=at
        )
        # PostgreSQL's driver counts no rows that are inserted.
        return self._connection.scalar(new.on_conflict_do_nothing().returning(ENTRANTS.c.user_id)) is not None

    def saw(self, name: str, player: Player, at: datetime) -> None:
        """Note that somebody is there, if they play in the next season of the tournament of that name."""
        its = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.name_key == key_of(name)).scalar_subquery()
        here = (ENTRANTS.c.tournament_id == its, ENTRANTS.c.user_id == player.id)
        self._connection.execute(update(ENTRANTS).where(*here).values(entered_at=at))

    def remove(self, tournament: Tournament, players: Iterable[Player]) -> int:
        """Have these not play in the next season; tells how many of them would have."""
        ids = [player.id for player in players]
        gone = delete(ENTRANTS).where(ENTRANTS.c.tournament_id == tournament.id, ENTRANTS.c.user_id.in_(ids))
        return self._connection.execute(gone).rowcount

    def is_entered(self, tournament: Tournament, player: Player) -> bool:
        """Whether somebody plays in the next season."""
        query = select(ENTRANTS.c.user_id).where(
            ENTRANTS.c.tournament_id == tournament.id, ENTRANTS.c.user_id == player.id
        )
        return self._connection.scalar(query) is not None

    def entrants(self, tournament: Tournament, limit: int | None = None) -> dict[Player, int]:
        """Who plays in the next season, in the order in which they joined, and their ratings."""
        query = (
            select(USERS.c.id, USERS.c.userid, func.coalesce(RATINGS.c.rating, FIRST_RATING).label("rating"))
            .join(ENTRANTS, ENTRANTS.c.user_id == USERS.c.id)
            .outerjoin(RATINGS, (RATINGS.c.user_id == USERS.c.id) & (RATINGS.c.game == tournament.game))
            .where(ENTRANTS.c.tournament_id == tournament.id)
            .order_by(ENTRANTS.c.entered_at, USERS.c.id)
            .limit(limit)
        )
        return {Player(row.id, row.userid): row.rating for row in self._connection.execute(query)}

    def count_entrants(self, tournament: Tournament) -> int:
        """How many play in the next season."""
        query = select(func.count()).select_from(ENTRANTS).where(ENTRANTS.c.tournament_id == tournament.id)
        return self._connection.scalar(query) or 0

    def _listed(self, query: Select[Any]) -> list[Listed]:
        found = [_tournament(row) for row in self._connection.execute(query)]
        ids = [each.id for each in found]
        last = select(SEASONS.c.tournament_id, func.max(SEASONS.c.number).label("number"))
        last_of = last.where(SEASONS.c.tournament_id.in_(ids)).group_by(SEASONS.c.tournament_id).subquery()
        same = (SEASONS.c.tournament_id == last_of.c.tournament_id) & (SEASONS.c.number == last_of.c.number)
        seasons = {row.tournament_id: season_in(row) for row in self._connection.execute(SEASON.join(last_of, same))}
        entered = select(ENTRANTS.c.tournament_id, func.count()).where(ENTRANTS.c.tournament_id.in_(ids))
        counts = {row[0]: row[1] for row in self._connection.execute(entered.group_by(ENTRANTS.c.tournament_id))}
        return [Listed(each, seasons[each.id], counts.get(each.id, 0)) for each in found]


_OWNER = USERS.alias("owner")
_TOURNAMENT = select(TOURNAMENTS, _OWNER.c.userid.label("owner")).outerjoin(
    _OWNER, _OWNER.c.id == TOURNAMENTS.c.owner_id
)


def _tournament(row: Any) -> Tournament:
    return Tournament(
        name=row.name,
        game=row.game,
        options=row.options,
        terms=restored(Terms, row.terms),
        recurring=row.recurring,
        bots=row.bots,
        size=row.size,
        owner=Player(row.owner_id, row.owner) if row.owner_id is not None else None,
        word_hash=row.word_hash,
        ended_at=row.ended_at,
        id=row.id,
    )
