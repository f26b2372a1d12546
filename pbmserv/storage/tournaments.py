"""Tournaments and seasons in the database, and the next season's entrants; `divisions` has what is played in a
season.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from pbmserv.games.base import OptionValue
from pbmserv.games.message import Message, message_of, text_of, values_of
from pbmserv.play.board import Player, Status, Terms
from pbmserv.play.ratings import FIRST_RATING
from pbmserv.play.record import FORFEIT, SWAP
from pbmserv.storage import upsert
from pbmserv.storage.players import key_of
from pbmserv.storage.repository import Repository
from pbmserv.storage.sessions import SESSIONS
from pbmserv.storage.tables import BOARDS, METADATA, MOVES, RATINGS, SEATS, USERS, VACATIONS, RowId
from pbmserv.storage.utc_datetime import UtcDatetime
from pbmserv.stored_names import document_of, restored

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("name", String(32), nullable=False),
    Column("name_key", String(32), unique=True, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("terms", JSON, nullable=False),
    # Whether a season follows a season.
    Column("recurring", Boolean, nullable=False),
    # Whether machine players may join.
    Column("bots", Boolean, nullable=False),
    # With so many players it begins at once; null where it waits for its day.
    Column("size", Integer),
    # Who has set it up; null for the operator.
    Column("owner_id", ForeignKey("users.id")),
    # The hash of the word that it takes to join; null where anybody can.
    Column("word_hash", String(255)),
    Column("created_at", UtcDatetime, nullable=False),
    Column("ended_at", UtcDatetime),
    Index("ix_tournaments_owner_id_ended_at", "owner_id", "ended_at"),
)
"""A tournament: game and terms."""

SEASONS = Table(
    "seasons",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("stage", String(9), nullable=False),
    # When it is to begin.
    Column("starts_at", UtcDatetime, nullable=False),
    Column("begun_at", UtcDatetime),
    Column("ended_at", UtcDatetime),
    # When the clock has to look at it next; null when it never has to.
    Column("due_at", UtcDatetime),
    UniqueConstraint("tournament_id", "number"),
)
"""A round robin of a tournament, in one or more divisions."""

ENTRANTS = Table(
    "entrants",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    # When the player has joined, or has shown since then that they are there, otherwise than by a move.
    Column("entered_at", UtcDatetime, nullable=False),
    Index("ix_entrants_user_id", "user_id"),
)
"""An entrant of the next season."""

DIVISIONS = Table(
    "divisions",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("season_id", ForeignKey("seasons.id"), nullable=False),
    Column("number", Integer, nullable=False),
    # When its boards were begun, all at once; null while nobody can see it.
    Column("begun_at", UtcDatetime),
    # When its players were told of the last table.
    Column("ended_at", UtcDatetime),
    UniqueConstraint("season_id", "number"),
)
"""At most ten players of a season who all meet."""

PLACES = Table(
    "places",
    METADATA,
    Column("division_id", ForeignKey("divisions.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    # Whom the operator has replaced by this player; null where it is the one who began.
    Column("instead_of", ForeignKey("users.id")),
    # Since when the player has been out of it, by the operator's word.
    Column("withdrawn_at", UtcDatetime),
    UniqueConstraint("division_id", "user_id"),
    Index("ix_places_user_id", "user_id"),
)
"""A player's place in a division, from 0, strongest first."""

PAIRINGS = Table(
    "pairings",
    METADATA,
    # No pair of places meets twice.
    Column("division_id", ForeignKey("divisions.id"), primary_key=True),
    Column("low", Integer, primary_key=True),
    Column("high", Integer, primary_key=True),
    Column("low_begins", Boolean, nullable=False),
    Column("board_id", ForeignKey("boards.id"), unique=True, nullable=False),
    # Who began the game, whoever has the places now, and whatever seats they have changed to.
    Column("low_id", ForeignKey("users.id"), index=True, nullable=False),
    Column("high_id", ForeignKey("users.id"), index=True, nullable=False),
    # What the operator has decided of the result, against the board: low, high, tie or void.
    Column("ruling", String(4)),
)
"""The game of two places."""

SEASON_NEWS = Table(
    "season_news",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("season_id", ForeignKey("seasons.id"), index=True, nullable=False),
    Column("at", UtcDatetime, nullable=False),
    Column("what", Text, nullable=False),
    Column("what_values", JSON(none_as_null=True)),
    Column("reason", Text, default="", nullable=False),
)
"""An operator's intervention in a season, with the reason that players are told."""


class Stage(StrEnum):
    """The stage of a season, as stored."""

    WAITING = "waiting"
    BEGINNING = "beginning"
    """Divisions are settled; their boards are being started."""
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Season:
    id: int
    tournament_id: int
    number: int
    stage: Stage
    starts_at: datetime
    begun_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def takes_players(self) -> bool:
        return self.stage is Stage.WAITING


@dataclass(frozen=True)
class SeasonNews:
    at: datetime
    what: Message
    reason: str


@dataclass(frozen=True)
class SeasonTold:
    """A season in feeds: its tournament, and since when it was announced."""

    season: Season
    tournament: str
    game: str
    awaited_since: datetime


class Seasons(Repository):
    def add(self, tournament_id: int, number: int, starts_at: datetime) -> None:
        self._connection.execute(
            insert(SEASONS).values(
                tournament_id=tournament_id, number=number, stage=Stage.WAITING, starts_at=starts_at, due_at=starts_at
            )
        )

    def of(self, tournament_id: int, number: int | None = None, for_change: bool = False) -> Season | None:
        """A season by number, or the last one; `for_change` locks it."""
        query = SEASON.where(SEASONS.c.tournament_id == tournament_id)
        query = query.where(SEASONS.c.number == number) if number is not None else query
        query = query.order_by(SEASONS.c.number.desc()).limit(1)
        row = self._connection.execute(query.with_for_update() if for_change else query).one_or_none()
        return season_in(row) if row else None

    def latest(self, limit: int, tournament_id: int | None = None) -> list[SeasonTold]:
        before = SEASONS.alias("before")
        query = (
            SEASON.add_columns(
                TOURNAMENTS.c.name,
                TOURNAMENTS.c.game,
                func.coalesce(before.c.ended_at, TOURNAMENTS.c.created_at).label("awaited_since"),
            )
            .join(TOURNAMENTS, TOURNAMENTS.c.id == SEASONS.c.tournament_id)
            .outerjoin(
                before,
                (before.c.tournament_id == SEASONS.c.tournament_id) & (before.c.number == SEASONS.c.number - 1),
            )
            .limit(limit)
        )
        if tournament_id is None:
            # The condition says that the key is gone through from its end, and no further than is needed.
            query = query.where(SEASONS.c.id > 0).order_by(SEASONS.c.id.desc())
        else:
            query = query.where(SEASONS.c.tournament_id == tournament_id).order_by(SEASONS.c.number.desc())
        rows = self._connection.execute(query)
        return [SeasonTold(season_in(row), row.name, row.game, row.awaited_since) for row in rows]

    def due(self, at: datetime, limit: int) -> list[int]:
        """Row ids of seasons due for the clock, longest waiting first."""
        query = (
            select(SEASONS.c.id).where(SEASONS.c.due_at <= at).order_by(SEASONS.c.due_at, SEASONS.c.id).limit(limit)
        )
        return list(self._connection.scalars(query))

    def claim(self, season_id: int, at: datetime) -> Season | None:
        """Lock a due season; None if it is no longer due, or locked."""
        query = SEASON.where(SEASONS.c.id == season_id, SEASONS.c.due_at <= at)
        row = self._connection.execute(query.with_for_update(skip_locked=True)).one_or_none()
        return season_in(row) if row else None

    def change(self, season: Season, **values: Any) -> Season:
        self._connection.execute(update(SEASONS).where(SEASONS.c.id == season.id).values(values))
        return replace(season, **{name: value for name, value in values.items() if name != "due_at"})

    def look_again(self, season_id: int, at: datetime) -> None:
        self._connection.execute(update(SEASONS).where(SEASONS.c.id == season_id).values(due_at=at))

    def add_news(self, season: Season, news: SeasonNews) -> None:
        what = {"what": text_of(news.what), "what_values": values_of(news.what)}
        self._connection.execute(
            insert(SEASON_NEWS).values(season_id=season.id, at=news.at, reason=news.reason, **what)
        )

    def news(self, season: Season, limit: int) -> list[SeasonNews]:
        query = select(SEASON_NEWS.c.at, SEASON_NEWS.c.what, SEASON_NEWS.c.what_values, SEASON_NEWS.c.reason).where(
            SEASON_NEWS.c.season_id == season.id
        )
        rows = self._connection.execute(query.order_by(SEASON_NEWS.c.id.desc()).limit(limit))
        return [SeasonNews(row.at, message_of(row.what, row.what_values), row.reason) for row in rows]

    def is_on(self, season: Season) -> bool:
        return (
            self._connection.scalar(select(DIVISIONS.c.id).where(DIVISIONS.c.season_id == season.id, IS_ON).limit(1))
            is not None
        )

    def reopen(self, board_id: int, at: datetime) -> None:
        """Schedule the season of a board that is on again."""
        of_board = (
            select(DIVISIONS.c.season_id)
            .join(PAIRINGS, PAIRINGS.c.division_id == DIVISIONS.c.id)
            .where(PAIRINGS.c.board_id == board_id)
        )
        over = (SEASONS.c.id.in_(of_board), SEASONS.c.stage == Stage.OVER)
        changed = update(SEASONS).where(*over).values(stage=Stage.RUNNING, ended_at=None, due_at=at)
        tournament_id = self._connection.scalar(changed.returning(SEASONS.c.tournament_id))
        if tournament_id is not None:
            self._connection.execute(
                update(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id).values(ended_at=None)
            )

    def last_end(self, season: Season) -> datetime | None:
        last: datetime | None = self._connection.scalar(
            select(func.max(BOARDS.c.finished_at))
            .select_from(PAIRINGS)
            .join(BOARDS, BOARDS.c.id == PAIRINGS.c.board_id)
            .join(DIVISIONS, DIVISIONS.c.id == PAIRINGS.c.division_id)
            .where(DIVISIONS.c.season_id == season.id)
        )
        return last

    def timed_out(self, season: Season) -> set[int]:
        """Ids of players who forfeited a game on time."""
        rows = self._connection.scalars(
            select(SEATS.c.user_id)
            .select_from(DIVISIONS)
            .join(PAIRINGS, PAIRINGS.c.division_id == DIVISIONS.c.id)
            .join(BOARDS, BOARDS.c.id == PAIRINGS.c.board_id)
            .join(MOVES, (MOVES.c.board_id == BOARDS.c.id) & (MOVES.c.number == BOARDS.c.moves_made))
            .join(SEATS, (SEATS.c.board_id == BOARDS.c.id) & (SEATS.c.seat == MOVES.c.seat))
            .where(DIVISIONS.c.season_id == season.id, MOVES.c.text == FORFEIT)
        )
        return set(rows)

    def seen_since(self, tournament_id: int, player: Player, since: datetime) -> bool:
        """Whether a player has moved, voted, joined, been on vacation or on the web since then."""
        # Who swaps changes seats: up to then, what was moved from one of the two seats is that of the other's player.
        swaps = (
            select(func.count())
            .select_from(_LATER)
            .where(_LATER.c.board_id == MOVES.c.board_id, _LATER.c.number >= MOVES.c.number, _LATER.c.text == SWAP)
            .scalar_subquery()
        )
        moved = (
            select(MOVES.c.board_id)
            .select_from(SEATS)
            .join(BOARDS, BOARDS.c.id == SEATS.c.board_id)
            .join(MOVES, MOVES.c.board_id == BOARDS.c.id)
            .where(
                SEATS.c.user_id == player.id, BOARDS.c.last_moved_at >= since, MOVES.c.at >= since,
                MOVES.c.automatic.is_(False), MOVES.c.text != FORFEIT,
                SEATS.c.seat == case((swaps % 2 == 1, 1 - MOVES.c.seat), else_=MOVES.c.seat),
            )
        )  # fmt: skip
        entered = select(ENTRANTS.c.user_id).where(
            ENTRANTS.c.tournament_id == tournament_id, ENTRANTS.c.user_id == player.id, ENTRANTS.c.entered_at >= since
        )
        looked = select(SESSIONS.c.id).where(SESSIONS.c.user_id == player.id, SESSIONS.c.used_at >= since)
        away = select(VACATIONS.c.starts_at).where(VACATIONS.c.user_id == player.id, VACATIONS.c.ends_at > since)
        return any(self._connection.scalar(query.limit(1)) is not None for query in (entered, looked, away, moved))


SEASON = select(
    SEASONS.c.id, SEASONS.c.tournament_id, SEASONS.c.number, SEASONS.c.stage, SEASONS.c.starts_at,
    SEASONS.c.begun_at, SEASONS.c.ended_at,
)  # fmt: skip


_LATER = MOVES.alias("later")

IS_ON = exists(
    select(PAIRINGS.c.board_id)
    .join(BOARDS, BOARDS.c.id == PAIRINGS.c.board_id)
    .where(PAIRINGS.c.division_id == DIVISIONS.c.id, BOARDS.c.status == Status.ACTIVE, PAIRINGS.c.ruling.is_(None))
)


def season_in(row: Any) -> Season:
    return Season(row.id, row.tournament_id, row.number, Stage(row.stage), row.starts_at, row.begun_at, row.ended_at)


@dataclass(frozen=True)
class Tournament:
    """The game and terms of a tournament; `id` is 0 before it is stored.

    With `size` players it starts at once. `owner` is None for the operator. `word_hash` is the hash of the word
    needed to join.
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
        """Whether this many entrants start the season early."""
        return self.size is not None and entered >= self.size


@dataclass(frozen=True)
class Listed:
    tournament: Tournament
    season: Season
    entered: int


class Tournaments(Repository):
    def named(self, name: str) -> Tournament | None:
        row = self._connection.execute(_TOURNAMENT.where(TOURNAMENTS.c.name_key == key_of(name)[:32])).one_or_none()
        return _tournament(row) if row else None

    def with_id(self, number: int) -> Tournament:
        return _tournament(self._connection.execute(_TOURNAMENT.where(TOURNAMENTS.c.id == number)).one())

    def add(self, new: Tournament, starts_at: datetime, at: datetime) -> Tournament | None:
        """Add a tournament with its first season; None if the name is taken."""
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
        self._connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament.id).values(ended_at=at))

    def going_on_of(self, owner: Player) -> int:
        query = select(func.count()).select_from(TOURNAMENTS)
        count = self._connection.scalar(
            query.where(TOURNAMENTS.c.owner_id == owner.id, TOURNAMENTS.c.ended_at.is_(None))
        )
        return count or 0

    def listed(self, limit: int, after: str = "", game: str | None = None) -> list[Listed]:
        """Current tournaments by name, after `after`."""
        query = _TOURNAMENT.where(TOURNAMENTS.c.ended_at.is_(None), TOURNAMENTS.c.name_key > key_of(after))
        if game is not None:
            query = query.where(TOURNAMENTS.c.game == game)
        return self._listed(query.order_by(TOURNAMENTS.c.name_key).limit(limit))

    def of_player(self, player: Player, limit: int) -> list[Listed]:
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
        """Enter a player for the next season; False if already entered."""
        new = upsert.insert(self._connection, ENTRANTS).values(
            tournament_id=tournament.id, user_id=player.id, entered_at=at
        )
        # PostgreSQL's driver counts no rows that are inserted.
        return self._connection.scalar(new.on_conflict_do_nothing().returning(ENTRANTS.c.user_id)) is not None

    def saw(self, name: str, player: Player, at: datetime) -> None:
        its = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.name_key == key_of(name)).scalar_subquery()
        here = (ENTRANTS.c.tournament_id == its, ENTRANTS.c.user_id == player.id)
        self._connection.execute(update(ENTRANTS).where(*here).values(entered_at=at))

    def remove(self, tournament: Tournament, players: Iterable[Player]) -> int:
        """Remove entrants of the next season; return how many there were."""
        ids = [player.id for player in players]
        gone = delete(ENTRANTS).where(ENTRANTS.c.tournament_id == tournament.id, ENTRANTS.c.user_id.in_(ids))
        return self._connection.execute(gone).rowcount

    def is_entered(self, tournament: Tournament, player: Player) -> bool:
        query = select(ENTRANTS.c.user_id).where(
            ENTRANTS.c.tournament_id == tournament.id, ENTRANTS.c.user_id == player.id
        )
        return self._connection.scalar(query) is not None

    def entrants(self, tournament: Tournament, limit: int | None = None) -> dict[Player, int]:
        """The entrants of the next season in order of joining, with their ratings."""
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
