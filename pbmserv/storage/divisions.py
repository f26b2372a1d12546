"""The repository of divisions of seasons: places, pairings and games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from pbmserv.play.board import Player, Status
from pbmserv.play.tournaments.pairing import Pairing
from pbmserv.play.tournaments.table import Score, State
from pbmserv.storage.repository import Repository
from pbmserv.storage.tables import BOARDS, SEATS, USERS
from pbmserv.storage.tournaments import DIVISIONS, IS_ON, PAIRINGS, PLACES, Season


class Ruling(StrEnum):
    """The operator's ruling on a game, as stored."""

    LOW = "low"
    HIGH = "high"
    TIE = "tie"
    VOID = "void"


@dataclass(frozen=True)
class Place:
    """The holder of a place; `instead_of` is whom they replaced."""

    player: Player
    instead_of: Player | None = None
    withdrawn: bool = False


@dataclass(frozen=True)
class DivisionGame:
    number: int
    score: Score
    players: tuple[Player, Player]
    """The players at its start, by seat."""
    ruled: bool
    finished_at: datetime | None
    board_id: int


@dataclass(frozen=True)
class Division:
    id: int
    number: int
    begun_at: datetime | None
    ended_at: datetime | None
    places: tuple[Place, ...]
    games: tuple[DivisionGame, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(place.player for place in self.places)

    @property
    def scores(self) -> list[Score]:
        return [game.score for game in self.games]


class Divisions(Repository):
    def part(self, season: Season, divisions: Sequence[Sequence[Player]]) -> None:
        """Store the players of each division; no board has started."""
        for number, players in enumerate(divisions, 1):
            new = insert(DIVISIONS).values(season_id=season.id, number=number).returning(DIVISIONS.c.id)
            division_id = self._connection.scalar(new)
            places = [
                {"division_id": division_id, "place": place, "user_id": player.id}
                for place, player in enumerate(players)
            ]
            self._connection.execute(insert(PLACES), places)

    def next_to_begin(self, season: Season) -> Division | None:
        query = select(DIVISIONS).where(DIVISIONS.c.season_id == season.id, DIVISIONS.c.begun_at.is_(None))
        row = self._connection.execute(query.order_by(DIVISIONS.c.number).limit(1)).one_or_none()
        return self._filled([row])[0] if row else None

    def begin(self, division: Division, players: Sequence[Player], at: datetime) -> Division:
        self._connection.execute(delete(PLACES).where(PLACES.c.division_id == division.id))
        rows = [
            {"division_id": division.id, "place": place, "user_id": player.id} for place, player in enumerate(players)
        ]
        if rows:
            self._connection.execute(insert(PLACES), rows)
        self._connection.execute(update(DIVISIONS).where(DIVISIONS.c.id == division.id).values(begun_at=at))
        return replace(division, begun_at=at, places=tuple(map(Place, players)))

    def pair(self, division: Division, games: Sequence[tuple[Pairing, int]]) -> None:
        players = division.players
        rows = [
            {
                "division_id": division.id, "low": min(pairing), "high": max(pairing),
                "low_begins": pairing.first < pairing.second, "board_id": board_id,
                "low_id": players[min(pairing)].id, "high_id": players[max(pairing)].id,
            }
            for pairing, board_id in games
        ]  # fmt: skip
        if rows:
            self._connection.execute(insert(PAIRINGS), rows)

    def count(self, season: Season) -> int:
        begun = (DIVISIONS.c.season_id == season.id, DIVISIONS.c.begun_at.is_not(None))
        return self._connection.scalar(select(func.count()).select_from(DIVISIONS).where(*begun)) or 0

    def of(self, season: Season, first: int = 1, limit: int | None = None) -> list[Division]:
        query = select(DIVISIONS).where(
            DIVISIONS.c.season_id == season.id, DIVISIONS.c.number >= first, DIVISIONS.c.begun_at.is_not(None)
        )
        return self._filled(self._connection.execute(query.order_by(DIVISIONS.c.number).limit(limit)).all())

    def of_player(self, season: Season, player: Player) -> Division | None:
        query = (
            select(DIVISIONS)
            .join(PLACES, PLACES.c.division_id == DIVISIONS.c.id)
            .where(DIVISIONS.c.season_id == season.id, PLACES.c.user_id == player.id)
        )
        row = self._connection.execute(query.where(DIVISIONS.c.begun_at.is_not(None))).one_or_none()
        return self._filled([row])[0] if row else None

    def to_be_told(self, season: Season) -> Division | None:
        """A finished division whose players have not had its final table."""
        query = select(DIVISIONS).where(
            DIVISIONS.c.season_id == season.id, DIVISIONS.c.begun_at.is_not(None), DIVISIONS.c.ended_at.is_(None),
            ~IS_ON,
        )  # fmt: skip
        row = self._connection.execute(query.order_by(DIVISIONS.c.number).limit(1)).one_or_none()
        return self._filled([row])[0] if row else None

    def told(self, division: Division, at: datetime) -> None:
        self._connection.execute(update(DIVISIONS).where(DIVISIONS.c.id == division.id).values(ended_at=at))

    def untell(self, season: Season) -> None:
        """Clear that record for divisions in which games are on again."""
        gone_on = (DIVISIONS.c.season_id == season.id, DIVISIONS.c.ended_at.is_not(None), IS_ON)
        self._connection.execute(update(DIVISIONS).where(*gone_on).values(ended_at=None))

    def rule(self, game: DivisionGame, ruling: Ruling | None) -> None:
        """Set the operator's ruling on a game; None restores the board's result."""
        self._connection.execute(update(PAIRINGS).where(PAIRINGS.c.board_id == game.board_id).values(ruling=ruling))

    def replace_player(self, division: Division, place: int, player: Player) -> None:
        here = (PLACES.c.division_id == division.id, PLACES.c.place == place)
        before = division.places[place]
        first = before.instead_of or before.player
        self._connection.execute(
            update(PLACES).where(*here).values(user_id=player.id, instead_of=first.id, withdrawn_at=None)
        )

    def replay(self, division: Division, game: DivisionGame, place: int, player: Player, board_id: int) -> None:
        """Replace a game by another board, on which `player` plays for the place."""
        is_low = place == min(game.score.first, game.score.second)
        values: dict[str, Any] = {"board_id": board_id, "low_id" if is_low else "high_id": player.id, "ruling": None}
        self._connection.execute(update(PAIRINGS).where(PAIRINGS.c.board_id == game.board_id).values(values))

    def withdraw(self, division: Division, place: int, at: datetime) -> None:
        here = (PLACES.c.division_id == division.id, PLACES.c.place == place)
        self._connection.execute(update(PLACES).where(*here).values(withdrawn_at=at))

    def _filled(self, rows: Sequence[Any]) -> list[Division]:
        ids = [row.id for row in rows]
        places: dict[int, list[Place]] = {number: [] for number in ids}
        before = USERS.alias("before")
        of_places = self._connection.execute(
            select(
                PLACES.c.division_id, USERS.c.id, USERS.c.userid, PLACES.c.withdrawn_at,
                before.c.id.label("before_id"), before.c.userid.label("before_userid"),
            )
            .join(USERS, USERS.c.id == PLACES.c.user_id)
            .outerjoin(before, before.c.id == PLACES.c.instead_of)
            .where(PLACES.c.division_id.in_(ids))
            .order_by(PLACES.c.division_id, PLACES.c.place)
        )  # fmt: skip
        for row in of_places:
            instead_of = Player(row.before_id, row.before_userid) if row.before_id is not None else None
            places[row.division_id].append(
                Place(Player(row.id, row.userid), instead_of, row.withdrawn_at is not None)
            )
        games: dict[int, list[DivisionGame]] = {number: [] for number in ids}
        for played in self._connection.execute(_GAMES.where(PAIRINGS.c.division_id.in_(ids))):
            games[played.division_id].append(_game(played))
        return [
            Division(row.id, row.number, row.begun_at, row.ended_at, tuple(places[row.id]), tuple(games[row.id]))
            for row in rows
        ]


_LOW, _HIGH = USERS.alias("low_user"), USERS.alias("high_user")
_GAMES = (
    select(
        PAIRINGS.c.division_id, PAIRINGS.c.low, PAIRINGS.c.high, PAIRINGS.c.low_begins, PAIRINGS.c.ruling,
        PAIRINGS.c.board_id, BOARDS.c.number, BOARDS.c.status, BOARDS.c.winner_seat, BOARDS.c.finished_at,
        _LOW.c.id.label("low_id"), _LOW.c.userid.label("low_userid"),
        _HIGH.c.id.label("high_id"), _HIGH.c.userid.label("high_userid"), SEATS.c.user_id.label("winner_id"),
    )
    .join(BOARDS, BOARDS.c.id == PAIRINGS.c.board_id)
    .join(_LOW, _LOW.c.id == PAIRINGS.c.low_id)
    .join(_HIGH, _HIGH.c.id == PAIRINGS.c.high_id)
    .outerjoin(SEATS, (SEATS.c.board_id == BOARDS.c.id) & (SEATS.c.seat == BOARDS.c.winner_seat))
    .order_by(PAIRINGS.c.division_id, PAIRINGS.c.low, PAIRINGS.c.high)
)  # fmt: skip


def _game(row: Any) -> DivisionGame:
    low, high = Player(row.low_id, row.low_userid), Player(row.high_id, row.high_userid)
    first, second = (row.low, row.high) if row.low_begins else (row.high, row.low)
    state, winner = _state(row)
    return DivisionGame(
        number=row.number,
        score=Score(first, second, state, winner),
        players=(low, high) if row.low_begins else (high, low),
        ruled=row.ruling is not None,
        finished_at=row.finished_at,
        board_id=row.board_id,
    )


def _state(row: Any) -> tuple[State, int | None]:
    """A game's state and winning place. Players may swap seats, but keep their places."""
    match row.ruling:
        case Ruling.LOW | Ruling.HIGH:
            return State.WON, row.low if row.ruling == Ruling.LOW else row.high
        case Ruling.TIE:
            return State.TIED, None
        case Ruling.VOID:
            return State.VOID, None
    match row.status:
        case Status.ACTIVE:
            return State.ON, None
        case Status.REMOVED:
            return State.VOID, None
    if row.winner_seat is None:
        return State.TIED, None
    return State.WON, row.low if row.winner_id == row.low_id else row.high
