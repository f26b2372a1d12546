"""Standings: their sections and pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Insert, Integer, Select, bindparam, case, func, null, select, union_all, update

from pbmserv.play.board import Player, Status
from pbmserv.play.glicko import FIRST_DEVIATION, FIRST_STRENGTH, FIRST_VOLATILITY, Strength
from pbmserv.play.ratings import ESTABLISHED_FROM, FIRST_RATING, Standing
from pbmserv.storage.listing import Listing
from pbmserv.storage.repository import Repository
from pbmserv.storage.statements import BatchSelect, Prepared
from pbmserv.storage.tables import BOARDS, GAME_LIMITS, RATING_HISTORY, RATINGS, SEATS, USERS
from pbmserv.storage.upsert import insert_for

PLACED_AT_ONCE = 500
"""The number of players placed by one statement."""


LOOKED_THROUGH = 200
"""The number of a game's best players among whom challenge seekers are searched."""


class Section(IntEnum):
    """A section of the standings, the highest number first, as stored."""

    ESTABLISHED = 2
    PROVISIONAL = 1
    INACTIVE = 0


@dataclass(frozen=True)
class Rated:
    """A player's rating as pages show it, the Glicko-2 strength: by now, or after a game that is over, and before it.

    It is provisional as the classic rating is by now. Before the first game known it is what everybody begins with.
    """

    strength: float
    is_provisional: bool
    before: float | None = None
    """None while the game is on."""

    @property
    def told(self) -> str:
        """In figures, with a question mark while it is provisional: `1662?`."""
        return f"{round(self.strength)}{'?' if self.is_provisional else ''}"


UNRATED = Rated(FIRST_STRENGTH, is_provisional=True)
"""The rating of a player who is not in the table."""


@dataclass(frozen=True)
class Ranked:
    """A player in the standings; `rank` counts within the section."""

    section: Section
    rank: int
    player: Player
    standing: Standing
    strength: Strength
    active: int
    """The player's active boards of the game."""
    most_boards: int | None
    seeking: int
    bot: str | None = None
    """The kind of bot (see `play.bots`); None for a person."""
    in_time: int | None = None
    """The percentage of moves on time; None if too few are known, or it was not asked for."""

    @property
    def rated(self) -> Rated:
        return Rated(self.strength.rating, not self.standing.established)


@dataclass(frozen=True)
class InGame:
    game: str
    standing: Standing
    strength: Strength
    most_boards: int | None
    seeking: int

    @property
    def rated(self) -> Rated:
        return Rated(self.strength.rating, not self.standing.established)


class Estimate(NamedTuple):
    """A Glicko-2 strength after a game, plus or minus `deviation`."""

    strength: float
    deviation: float


@dataclass(frozen=True)
class Seeker:
    """A player who wants challenges, as pages show them."""

    player: Player
    rated: Rated
    is_bot: bool = False


class Standings(Repository):
    """The repository of standings.

    Players are placed on each change: established or provisional while they can be challenged; inactive if they have
    left, or accept no challenges and play no board; unplaced if they have finished no rated game, unless they play or
    seek one.
    """

    def place(self, game: str, players: Iterable[Player]) -> None:
        """Update the sections of players in a game."""
        ids = sorted({player.id for player in players})
        for start in range(0, len(ids), PLACED_AT_ONCE):
            some = ids[start : start + PLACED_AT_ONCE]
            values = {"its_game": game} | {f"user_{which}": user for which, user in enumerate(some)}
            in_order, sections = _placing(len(some))
            in_order.rows(self._connection, values)
            sections.change(self._connection, [values])

    def enter(self, game: str, players: Iterable[Player]) -> None:
        """Add players who play a game without having been challenged here."""
        known = {player.id: player for player in players}
        rows = [{"user_id": number, "game": game, **newcomer_values()} for number in sorted(known)]
        self._connection.execute(_entering(self._connection.dialect.name), rows)
        self.place(game, known.values())

    def place_everywhere(self, player: Player) -> None:
        self._connection.execute(update(RATINGS).where(RATINGS.c.user_id == player.id).values(section=_SECTION))

    def place_all(self, game: str) -> None:
        self._connection.execute(update(RATINGS).where(RATINGS.c.game == game).values(section=_SECTION))

    def rating_of(self, game: str, player: Player) -> int:
        query = select(RATINGS.c.rating).where(RATINGS.c.game == game, RATINGS.c.user_id == player.id)
        rating = self._connection.scalar(query)
        return FIRST_RATING if rating is None else rating

    def ratings_of(self, pairs: Iterable[tuple[str, Player]]) -> dict[tuple[str, Player], tuple[int, Rated]]:
        """The ratings of players, each in a game: the classic one, and the one that pages show."""
        ratings = dict.fromkeys(pairs, (FIRST_RATING, UNRATED))
        players = {player.id: player for _, player in ratings}
        rows = _RATINGS_OF.rows(self._connection, [(game, player.id) for game, player in ratings])
        return ratings | {(row.game, players[row.user_id]): (row.rating, rated_in(row)) for row in rows}

    def strengths_of(self, game: str, players: Iterable[Player]) -> dict[Player, Rated]:
        """The strengths of players of a game that is on."""
        found = self.ratings_of((game, player) for player in players)
        return {player: rated for (_, player), (_, rated) in found.items()}

    def page(self, game: str, number: int, size: int, only_people: bool = False) -> tuple[list[Ranked], bool]:
        """A page of the standings, from 1, and whether more follow.

        With `only_people`, bots are left out and have no rank.
        """
        before = (number - 1) * size
        values = {"game": game, "limit": size + 1, "before": before}
        rows = (_PAGE_OF_PEOPLE if only_people else _PAGE).rows(self._connection, values)
        shown = rows[:size]
        active = Listing(self._connection).active_boards([Player(row.id, row.userid) for row in shown], game)
        ranks = self._counted_before(_PEOPLE if only_people else _STANDINGS, game, before)
        ranked = []
        for row in shown:
            section = Section(row.section)
            ranks[section] += 1
            ranked.append(_ranked(row, ranks[section], active))
        return ranked, len(rows) > size

    def games_of(self, player: Player) -> list[InGame]:
        """The games that a player plays, has played, or has preferences for."""
        rows = self._connection.execute(
            select(RATINGS, GAME_LIMITS.c.most_boards, func.coalesce(GAME_LIMITS.c.seeking, 0).label("seeking"))
            .outerjoin(GAME_LIMITS, _OF_THE_SAME)
            .where(RATINGS.c.user_id == player.id)
            .order_by(RATINGS.c.game)
        )
        return [
            InGame(
                row.game,
                Standing(row.rating, row.won, row.lost, row.tied),
                Strength(row.strength, row.deviation, row.volatility),
                row.most_boards,
                row.seeking,
            )
            for row in rows
        ]

    def estimates(self, player: Player, games: Iterable[str], last: int) -> dict[str, list[Estimate]]:
        """A player's strength after each of the `last` rated games of these kinds, newest at the end."""
        of_each = [
            select(
                select(RATING_HISTORY)
                .where(RATING_HISTORY.c.game == game, RATING_HISTORY.c.user_id == player.id)
                .order_by(RATING_HISTORY.c.entry.desc())
                .limit(last)
                .subquery()
            )
            for game in games
        ]
        found: dict[str, list[Estimate]] = {}
        if of_each:
            rows = self._connection.execute(union_all(*of_each)).all()
            for row in sorted(rows, key=lambda row: row.entry):
                found.setdefault(row.game, []).append(Estimate(row.strength, row.deviation))
        return found

    def changed_by(self, board_id: int, game: str, players: Sequence[Player]) -> dict[Player, Rated]:
        """How a rated board has changed the strengths of its first players; of each, three rows are read."""
        first = select(BOARDS.c.rated_entry).where(BOARDS.c.id == board_id).scalar_subquery()
        of_each = [
            select(
                select(
                    RATING_HISTORY,
                    (RATING_HISTORY.c.entry >= first).label("is_after"),
                    _GAMES_OF_ENTRY.label("games"),
                )
                .where(
                    RATING_HISTORY.c.game == game,
                    RATING_HISTORY.c.user_id == player.id,
                    RATING_HISTORY.c.entry < first + len(players),
                )
                .order_by(RATING_HISTORY.c.entry.desc())
                .limit(2)
                .subquery()
            )
            for player in players
        ]
        before, after = dict[int, float](), dict[int, Rated]()
        for row in self._connection.execute(union_all(*of_each)) if of_each else ():
            if row.is_after:
                after[row.user_id] = rated_in(row)
            else:
                before[row.user_id] = row.strength
        return {
            player: replace(after[player.id], before=before.get(player.id, FIRST_STRENGTH))
            for player in players
            if player.id in after
        }

    def seekers(self, game: str, limit: int) -> list[Seeker]:
        """The players who want challenges among the first in the standings, the highest rated first."""
        rows = _SEEKERS.rows(self._connection, {"game": game, "limit": limit})
        return [Seeker(Player(row.user_id, row.userid), rated_in(row), row.bot is not None) for row in rows]

    def _counted_before(self, query: Select[Any], game: str, count: int) -> dict[Section, int]:
        """How many of the first `count` players of a query belong to each section."""
        counts = dict.fromkeys(Section, 0)
        if count:
            first = query.limit(count).subquery()
            counted = select(first.c.section, func.count()).group_by(first.c.section)
            rows = self._connection.execute(counted, {"game": game})
            counts |= {Section(row[0]): row[1] for row in rows}
        return counts


_OF_THE_SAME = (GAME_LIMITS.c.user_id == RATINGS.c.user_id) & (GAME_LIMITS.c.game == RATINGS.c.game)
_BEST_FIRST = (
    RATINGS.c.section.desc(), RATINGS.c.rating.desc(), RATINGS.c.precedence.desc(), RATINGS.c.user_id.desc(),
)  # fmt: skip
_GAMES = RATINGS.c.won + RATINGS.c.lost + RATINGS.c.tied
RATED = (RATINGS.c.strength, _GAMES.label("games"))
"""What `rated_in` reads."""
_RATINGS_OF = BatchSelect(
    (RATINGS.c.game, RATINGS.c.user_id),
    lambda those: select(RATINGS.c.game, RATINGS.c.user_id, RATINGS.c.rating, *RATED).where(those),
)
_GAMES_OF_ENTRY = (
    select(_GAMES)
    .where(RATINGS.c.game == RATING_HISTORY.c.game, RATINGS.c.user_id == RATING_HISTORY.c.user_id)
    .scalar_subquery()
)
_STANDINGS = (
    select(
        USERS.c.id, USERS.c.userid, USERS.c.bot,
        RATINGS.c.section, RATINGS.c.rating, RATINGS.c.won, RATINGS.c.lost, RATINGS.c.tied,
        RATINGS.c.strength, RATINGS.c.deviation, RATINGS.c.volatility,
        GAME_LIMITS.c.most_boards, func.coalesce(GAME_LIMITS.c.seeking, 0).label("seeking"),
    )
    .join(USERS, USERS.c.id == RATINGS.c.user_id)
    .outerjoin(GAME_LIMITS, _OF_THE_SAME)
    .where(RATINGS.c.game == bindparam("game"), RATINGS.c.section >= int(Section.INACTIVE))
    .order_by(*_BEST_FIRST)
)  # fmt: skip
_PEOPLE = _STANDINGS.where(USERS.c.bot.is_(None))
_LIMIT: BindParameter[int] = bindparam("limit", type_=Integer)
_PAGE, _PAGE_OF_PEOPLE = (
    Prepared(query.limit(_LIMIT).offset(bindparam("before", type_=Integer))) for query in (_STANDINGS, _PEOPLE)
)
_BEST = (
    select(RATINGS.c.user_id, RATINGS.c.game)
    .where(RATINGS.c.game == bindparam("game"), RATINGS.c.section >= 0)
    .order_by(*_BEST_FIRST)
    .limit(LOOKED_THROUGH)
    .subquery()
)
_SEEKERS = Prepared(
    select(_BEST, *RATED, USERS.c.userid, USERS.c.bot)
    .join(GAME_LIMITS, (GAME_LIMITS.c.user_id == _BEST.c.user_id) & (GAME_LIMITS.c.game == _BEST.c.game))
    .join(RATINGS, (RATINGS.c.user_id == _BEST.c.user_id) & (RATINGS.c.game == _BEST.c.game))
    .join(USERS, USERS.c.id == _BEST.c.user_id)
    .where(GAME_LIMITS.c.seeking > 0)
    .order_by(RATINGS.c.strength.desc(), _BEST.c.user_id)
    .limit(_LIMIT)
)


def rated_in(row: Any) -> Rated:
    return Rated(row.strength, row.games < ESTABLISHED_FROM)


def newcomer_values() -> dict[str, Any]:
    return {
        "rating": FIRST_RATING,
        "strength": FIRST_STRENGTH,
        "deviation": FIRST_DEVIATION,
        "volatility": FIRST_VOLATILITY,
    }


_SEEKING, _MOST_BOARDS = (
    select(column).where(_OF_THE_SAME).scalar_subquery()
    for column in (GAME_LIMITS.c.seeking, GAME_LIMITS.c.most_boards)
)
# Not EXISTS: PostgreSQL would read all users and all seats, to look up a few of them.
_HAS_LEFT = select(USERS.c.left_at).where(USERS.c.id == RATINGS.c.user_id).scalar_subquery().is_not(None)
_PLAYS = (
    select(SEATS.c.board_id)
    .join(BOARDS, BOARDS.c.id == SEATS.c.board_id)
    .where(
        SEATS.c.user_id == RATINGS.c.user_id,
        SEATS.c.status == Status.ACTIVE,
        SEATS.c.resigned.is_(False),
        BOARDS.c.game == RATINGS.c.game,
    )
    .limit(1)
    .scalar_subquery()
    .is_not(None)
)
_SECTION = case(
    ((_GAMES == 0) & (_HAS_LEFT | ((func.coalesce(_SEEKING, 0) == 0) & ~_PLAYS)), null()),
    (_HAS_LEFT | ((_MOST_BOARDS == 0) & ~_PLAYS), int(Section.INACTIVE)),
    (_GAMES >= ESTABLISHED_FROM, int(Section.ESTABLISHED)),
    else_=int(Section.PROVISIONAL),
)


@cache
def _entering(dialect: str) -> Insert:
    return insert_for(dialect, RATINGS).on_conflict_do_nothing()


@lru_cache(maxsize=64)
def _placing(players: int) -> tuple[Prepared, Prepared]:
    """Statements that lock and place so many players, always in one order to avoid deadlocks."""
    users: list[BindParameter[int]] = [bindparam(f"user_{which}") for which in range(players)]
    some = (RATINGS.c.game == bindparam("its_game"), RATINGS.c.user_id.in_(users))
    taken = select(RATINGS.c.user_id).where(*some).order_by(RATINGS.c.user_id).with_for_update()
    return Prepared(taken), Prepared(update(RATINGS).where(*some).values(section=_SECTION))


def _ranked(row: Any, rank: int, active: Mapping[Player, int]) -> Ranked:
    player = Player(row.id, row.userid)
    return Ranked(
        section=Section(row.section),
        rank=rank,
        player=player,
        standing=Standing(row.rating, row.won, row.lost, row.tied),
        strength=Strength(row.strength, row.deviation, row.volatility),
        active=active[player],
        most_boards=row.most_boards,
        seeking=row.seeking,
        bot=row.bot,
    )
