"""Open challenges in the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    JSON,
    BindParameter,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)

from pbmserv.games.base import Game, Options
from pbmserv.play.board import Player, Terms
from pbmserv.play.open_challenge import Conditions, OpenChallenge, Visit
from pbmserv.storage.blocks import deaf_to
from pbmserv.storage.statements import BatchSelect, Prepared
from pbmserv.storage.tables import METADATA, USERS, RowId
from pbmserv.storage.utc_datetime import UtcDatetime
from pbmserv.stored_names import document_of, restored

OPEN_CHALLENGES = Table(
    "open_challenges",
    METADATA,
    Column("id", RowId, primary_key=True),
    Column("game", String(32), nullable=False),
    # That of the board which it will be: no board has it before.
    Column("number", Integer, nullable=False),
    # Who has put it up.
    Column("user_id", ForeignKey("users.id"), index=True, nullable=False),
    Column("options", JSON, nullable=False),
    Column("terms", JSON, nullable=False),
    # Who may take a seat.
    Column("conditions", JSON, nullable=False),
    # What the others read when the game begins.
    Column("words", Text, default="", nullable=False),
    # Of how many who joined or left its owner has been told by letter, and who else did; null for none.
    Column("visits", JSON(none_as_null=True)),
    Column("put_up_at", UtcDatetime, nullable=False),
    Column("lapses_at", UtcDatetime, index=True, nullable=False),
    UniqueConstraint("game", "number"),
)
"""A challenge with seats that anyone may take; the row is deleted when the game starts or the challenge ends.

It is no board; only its number is taken.
"""

OPEN_SEATS = Table(
    "open_seats",
    METADATA,
    Column("challenge_id", ForeignKey("open_challenges.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    # Null as long as nobody has taken it.
    Column("user_id", ForeignKey("users.id"), index=True),
    # Whether that player has taken it, and was not named by who put the challenge up.
    Column("joined", Boolean, server_default=false(), nullable=False),
)
"""A seat of an open challenge."""


_SEATS_OF = (
    select(OPEN_SEATS.c.challenge_id, OPEN_SEATS.c.joined, USERS.c.id, USERS.c.userid, USERS.c.bot)
    .outerjoin(USERS, USERS.c.id == OPEN_SEATS.c.user_id)
    .where(OPEN_SEATS.c.challenge_id.in_(bindparam("challenges", expanding=True)))
    .order_by(OPEN_SEATS.c.challenge_id, OPEN_SEATS.c.seat)
)


_OWN = select(OPEN_CHALLENGES.c.id).where(OPEN_CHALLENGES.c.user_id == bindparam("player"))
_SEATED = select(OPEN_SEATS.c.challenge_id).where(OPEN_SEATS.c.user_id == bindparam("player"))
_WITH_SEAT = Prepared(
    select(OPEN_CHALLENGES.c.id)
    .where(OPEN_CHALLENGES.c.id.in_(_OWN.union(_SEATED)))
    .order_by(OPEN_CHALLENGES.c.id.desc())
    .limit(bindparam("limit", type_=Integer))
)


class Wanted(NamedTuple):
    """What a game has to be like."""

    options: Options
    terms: Terms
    seats: int

    @classmethod
    def of(cls, challenge: OpenChallenge) -> Wanted:
        return cls(challenge.options, challenge.terms, len(challenge.seats))


_Seat = tuple[Player | None, bool]
"""Who has a seat, and whether they have taken it themselves."""


class OpenChallenges:
    """The repository of open challenges. Those of games not in the `catalogue` are ignored."""

    def __init__(self, connection: Connection, catalogue: Mapping[str, Game[Any]]) -> None:
        self._connection = connection
        self._catalogue = catalogue

    def add(self, challenge: OpenChallenge) -> None:
        row_id = self._connection.execute(
            insert(OPEN_CHALLENGES)
            .values(
                game=challenge.game.word,
                number=challenge.number,
                user_id=challenge.by.id,
                options=dict(challenge.options),
                terms=document_of(challenge.terms),
                conditions=document_of(challenge.conditions),
                words=challenge.words,
                put_up_at=challenge.put_up_at,
                lapses_at=challenge.lapses_at,
            )
            .returning(OPEN_CHALLENGES.c.id)
        ).scalar_one()
        self._add_seats(row_id, challenge)

    def find(self, game: str, number: int) -> OpenChallenge | None:
        of_number = _ids().where(OPEN_CHALLENGES.c.game == game, OPEN_CHALLENGES.c.number == number)
        return next(iter(self._load(self._connection.scalars(of_number).all())), None)

    def take(self, game: str, number: int) -> OpenChallenge | None:
        """The same, locked until the transaction ends."""
        of_number = _ids().where(OPEN_CHALLENGES.c.game == game, OPEN_CHALLENGES.c.number == number)
        # First the lock alone: whoever waits for it sees the seats as they are afterwards.
        if self._connection.scalar(of_number.with_for_update()) is None:
            return None
        return self.find(game, number)

    def save(self, challenge: OpenChallenge) -> None:
        row_id = self._connection.scalars(_of(challenge)).one()
        visits = [challenge.letters, *challenge.untold]
        self._connection.execute(update(OPEN_CHALLENGES).where(OPEN_CHALLENGES.c.id == row_id).values(visits=visits))
        self._connection.execute(delete(OPEN_SEATS).where(OPEN_SEATS.c.challenge_id == row_id))
        self._add_seats(row_id, challenge)

    def remove(self, challenge: OpenChallenge) -> None:
        row_id = self._connection.scalars(_of(challenge)).one()
        self._connection.execute(delete(OPEN_SEATS).where(OPEN_SEATS.c.challenge_id == row_id))
        self._connection.execute(delete(OPEN_CHALLENGES).where(OPEN_CHALLENGES.c.id == row_id))

    def count_of(self, player: Player) -> int:
        count = select(func.count()).where(OPEN_CHALLENGES.c.user_id == player.id)
        return self._connection.scalar(count) or 0

    def listed(
        self, games: Iterable[str] | None, now: datetime, limit: int, reader: Player | None = None
    ) -> list[OpenChallenge]:
        """Open challenges of these games, or all (None), those with most time left first; without those in which
        `reader` would sit with somebody who has blocked them, or whom they have blocked.
        """
        values: dict[str, Any] = {"now": now, "limit": limit}
        if reader is not None:
            values |= {"reader": reader.id}
        of_all, of_games = _waiting(reader is not None)
        if games is None:
            rows = of_all.rows(self._connection, values)
        else:
            rows = of_games.rows(self._connection, [(game,) for game in games], values)
        return self._load([row.id for row in rows])

    def fitting(
        self, game: str, now: datetime, limit: int, reader: Player, like: Wanted, rating: int, in_time: int | None
    ) -> list[OpenChallenge]:
        """Open challenges that are `like` what a reader wants, those with least time left first, one of each owner.

        Left out are those that `listed` leaves out, and those whose conditions a reader with this rating, and so
        many per cent of moves in time, does not meet, unless the reader has a seat there.
        """
        seated = select(OPEN_SEATS.c.challenge_id).where(OPEN_SEATS.c.user_id == reader.id)
        may_join = or_(_is_met(rating, in_time), OPEN_CHALLENGES.c.id.in_(seated))
        waits = _without_blocks(
            select(
                OPEN_CHALLENGES.c.id,
                OPEN_CHALLENGES.c.lapses_at,
                # Or few owners of many that nobody can join would stand before all others.
                func.row_number()
                .over(
                    partition_by=OPEN_CHALLENGES.c.user_id,
                    order_by=(OPEN_CHALLENGES.c.lapses_at, OPEN_CHALLENGES.c.id),
                )
                .label("which"),
            ).where(OPEN_CHALLENGES.c.game == game, OPEN_CHALLENGES.c.lapses_at > now, may_join, *_is_like(like)),
            bindparam("reader", reader.id, type_=RowId),
        ).subquery()
        first = select(waits.c.id).where(waits.c.which == 1).order_by(waits.c.lapses_at, waits.c.id).limit(limit)
        return [each for each in self._load(self._connection.scalars(first).all()) if Wanted.of(each) == like]

    def with_seat_of(self, player: Player, limit: int) -> list[OpenChallenge]:
        """Open challenges of a player, as owner or with a seat."""
        rows = _WITH_SEAT.rows(self._connection, {"player": player.id, "limit": limit})
        return self._load([row.id for row in rows])

    def lapsed(self, now: datetime, limit: int) -> list[tuple[str, int]]:
        """Game and number of expired ones, earliest first."""
        query = (
            select(OPEN_CHALLENGES.c.game, OPEN_CHALLENGES.c.number)
            .where(OPEN_CHALLENGES.c.lapses_at <= now, OPEN_CHALLENGES.c.game.in_(self._catalogue))
            .order_by(OPEN_CHALLENGES.c.lapses_at, OPEN_CHALLENGES.c.id)
        )
        rows = self._connection.execute(query.limit(limit))
        return [(row.game, row.number) for row in rows]

    def _add_seats(self, row_id: int, challenge: OpenChallenge) -> None:
        seats = [
            {
                "challenge_id": row_id,
                "seat": seat,
                "user_id": player.id if player else None,
                "joined": player in challenge.joined,
            }
            for seat, player in enumerate(challenge.seats)
        ]
        self._connection.execute(insert(OPEN_SEATS), seats)

    def _load(self, numbers: Sequence[int]) -> list[OpenChallenge]:
        if not numbers:
            return []
        rows = self._connection.execute(
            select(OPEN_CHALLENGES, USERS.c.userid)
            .join(USERS, USERS.c.id == OPEN_CHALLENGES.c.user_id)
            .where(OPEN_CHALLENGES.c.id.in_(numbers), OPEN_CHALLENGES.c.game.in_(self._catalogue))
        )
        by_id = {row.id: row for row in rows}
        seats, bots = self._seats_of(list(by_id))
        return [self._made_of(by_id[number], seats[number], bots) for number in numbers if number in by_id]

    def _seats_of(self, numbers: Sequence[int]) -> tuple[dict[int, list[_Seat]], frozenset[Player]]:
        seats: dict[int, list[_Seat]] = {number: [] for number in numbers}
        bots = []
        rows = self._connection.execute(_SEATS_OF, {"challenges": numbers})
        for row in rows:
            player = None if row.id is None else Player(row.id, row.userid)
            seats[row.challenge_id].append((player, row.joined))
            if player is not None and row.bot is not None:
                bots.append(player)
        return seats, frozenset(bots)

    def _made_of(self, row: Any, seats: Sequence[_Seat], bots: frozenset[Player]) -> OpenChallenge:
        return OpenChallenge(
            game=self._catalogue[row.game],
            number=row.number,
            by=Player(row.user_id, row.userid),
            seats=tuple(player for player, _ in seats),
            options=row.options,
            terms=restored(Terms, row.terms),
            conditions=restored(Conditions, row.conditions),
            words=row.words,
            put_up_at=row.put_up_at,
            lapses_at=row.lapses_at,
            bots=bots.intersection(player for player, _ in seats),
            letters=row.visits[0] if row.visits else 0,
            untold=tuple(Visit(*each) for each in row.visits[1:]) if row.visits else (),
            joined=frozenset(player for player, joined in seats if joined and player is not None),
        )


def _is_met(rating: int, in_time: int | None) -> ColumnElement[bool]:
    """Whether a player meets the conditions of an open challenge, as `Conditions.why_not` says it."""
    conditions = OPEN_CHALLENGES.c.conditions
    lowest, highest = conditions["lowest"].as_integer(), conditions["highest"].as_integer()
    is_rated = and_(or_(lowest.is_(None), lowest <= rating), or_(highest.is_(None), highest >= rating))
    return is_rated if in_time is None else and_(is_rated, conditions["reliable"].as_integer() <= in_time)


def _is_like(wanted: Wanted) -> Iterator[ColumnElement[bool]]:
    """Conditions that an open challenge like this meets; some others may meet them, too."""
    seats = select(func.count()).where(OPEN_SEATS.c.challenge_id == OPEN_CHALLENGES.c.id).scalar_subquery()
    yield seats == wanted.seats
    chosen = (OPEN_CHALLENGES.c.options, wanted.options), (OPEN_CHALLENGES.c.terms, document_of(wanted.terms))
    for column, values in chosen:
        for name, value in values.items():
            stored = column[name]
            if isinstance(value, bool):
                yield stored.as_boolean().is_(value)
            elif isinstance(value, int):
                yield stored.as_integer() == value
            elif isinstance(value, str):
                yield stored.as_string() == value


def _ids() -> Any:
    return select(OPEN_CHALLENGES.c.id)


@cache
def _waiting(for_reader: bool) -> tuple[Prepared, BatchSelect]:
    """Open challenges of all games, or of some, for anybody or for a `reader`."""
    waits = (
        _ids()
        .where(OPEN_CHALLENGES.c.lapses_at > bindparam("now"))
        .order_by(OPEN_CHALLENGES.c.lapses_at.desc(), OPEN_CHALLENGES.c.id.desc())
        .limit(bindparam("limit", type_=Integer))
    )
    if for_reader:
        waits = _without_blocks(waits, bindparam("reader", type_=RowId))
    return Prepared(waits), BatchSelect((OPEN_CHALLENGES.c.game,), waits.where)


def _without_blocks(query: Any, reader: BindParameter[int]) -> Any:
    apart = deaf_to(reader)
    beside = select(OPEN_SEATS.c.challenge_id).where(OPEN_SEATS.c.user_id.in_(apart))
    return query.where(OPEN_CHALLENGES.c.user_id.not_in(apart), OPEN_CHALLENGES.c.id.not_in(beside))


def _of(challenge: OpenChallenge) -> Any:
    return _ids().where(OPEN_CHALLENGES.c.game == challenge.game.word, OPEN_CHALLENGES.c.number == challenge.number)
