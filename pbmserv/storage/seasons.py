"""The seasons of tournaments in the database: how far each is, and when the clock has to look at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import case, exists, func, insert, select, update

from pbmserv.play.board import Player, Status
from pbmserv.play.record import FORFEIT, SWAP
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, MOVES, SEATS, VACATIONS
from pbmserv.storage.tournament_tables import DIVISIONS, ENTRANTS, PAIRINGS, SEASON_NEWS, SEASONS, TOURNAMENTS
from pbmserv.storage.web_tables import SESSIONS
from pbmserv.stored_names import document_of


class Stage(StrEnum):
    """How far a season is; the values are kept in the database."""

    WAITING = "waiting"
    BEGINNING = "beginning"
    """Who plays in which division is settled; the boards are begun one division after the other."""
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Season:
    """A season as it stands."""

    id: int
    tournament_id: int
    number: int
    stage: Stage
    starts_at: datetime
    begun_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def takes_players(self) -> bool:
        """Whether who joins plays in it."""
        return self.stage is Stage.WAITING


@dataclass(frozen=True)
class SeasonNews:
    """What the operator has done to a season."""

    at: datetime
    what: str
    reason: str


@dataclass(frozen=True)
class SeasonTold:
    """A season as whoever follows tournaments reads of it: of which one, and since when it was awaited."""

    season: Season
    tournament: str
    game: str
    awaited_since: datetime


class Seasons(Repository):
    """Seasons, within one transaction."""

    def add(self, tournament_id: int, number: int, starts_at: datetime) -> None:
        """Store a season that waits for its day."""
        self._connection.execute(
            insert(SEASONS).values(
                tournament_id=tournament_id, number=number, stage=Stage.WAITING, starts_at=starts_at, due_at=starts_at
            )
        )

    def of(self, tournament_id: int, number: int | None = None, for_change: bool = False) -> Season | None:
        """A season by its number, or else the last one; `for_change` keeps others from changing it meanwhile."""
        query = SEASON.where(SEASONS.c.tournament_id == tournament_id)
        query = query.where(SEASONS.c.number == number) if number is not None else query
        query = query.order_by(SEASONS.c.number.desc()).limit(1)
        row = self._connection.execute(query.with_for_update() if for_change else query).one_or_none()
        return season_in(row) if row else None

    def latest(self, limit: int, tournament_id: int | None = None) -> list[SeasonTold]:
        """The seasons that were put down last, of one tournament or of all, the newest first."""
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
        """The seasons that the clock has to look at, by their rows, those first that have waited longest."""
        query = (
            select(SEASONS.c.id).where(SEASONS.c.due_at <= at).order_by(SEASONS.c.due_at, SEASONS.c.id).limit(limit)
        )
        return list(self._connection.scalars(query))

    def claim(self, season_id: int, at: datetime) -> Season | None:
        """The season in that row, kept from others; None if it is not due any more, or somebody is at it."""
        query = SEASON.where(SEASONS.c.id == season_id, SEASONS.c.due_at <= at)
        row = self._connection.execute(query.with_for_update(skip_locked=True)).one_or_none()
        return season_in(row) if row else None

    def change(self, season: Season, **values: Any) -> Season:
        """Note how a season stands now: stage, starts_at, begun_at, ended_at, due_at."""
        self._connection.execute(update(SEASONS).where(SEASONS.c.id == season.id).values(values))
        return replace(season, **{name: value for name, value in values.items() if name != "due_at"})

    def look_again(self, season_id: int, at: datetime) -> None:
        """Note when the clock has to look at the season in that row next."""
        self._connection.execute(update(SEASONS).where(SEASONS.c.id == season_id).values(due_at=at))

    def add_news(self, season: Season, news: SeasonNews) -> None:
        """Write down what the operator has done to a season."""
        self._connection.execute(insert(SEASON_NEWS).values(season_id=season.id, **document_of(news)))

    def news(self, season: Season, limit: int) -> list[SeasonNews]:
        """What the operator has done to a season, the last first."""
        query = select(SEASON_NEWS.c.at, SEASON_NEWS.c.what, SEASON_NEWS.c.reason).where(
            SEASON_NEWS.c.season_id == season.id
        )
        return [
            SeasonNews(*row) for row in self._connection.execute(query.order_by(SEASON_NEWS.c.id.desc()).limit(limit))
        ]

    def is_on(self, season: Season) -> bool:
        """Whether any game of a season is being played."""
        return (
            self._connection.scalar(select(DIVISIONS.c.id).where(DIVISIONS.c.season_id == season.id, IS_ON).limit(1))
            is not None
        )

    def reopen(self, board_id: int, at: datetime) -> None:
        """Have the clock look at the season again of which that board is a game, since it is being played again."""
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
        """When the last game of a season has ended."""
        last: datetime | None = self._connection.scalar(
            select(func.max(BOARDS.c.finished_at))
            .select_from(PAIRINGS)
            .join(BOARDS, BOARDS.c.id == PAIRINGS.c.board_id)
            .join(DIVISIONS, DIVISIONS.c.id == PAIRINGS.c.division_id)
            .where(DIVISIONS.c.season_id == season.id)
        )
        return last

    def timed_out(self, season: Season) -> set[int]:
        """The players, by their rows, who have lost a game of a season for lack of time."""
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
        """Whether somebody has moved, voted, joined, been on vacation or on the pages since then."""
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
