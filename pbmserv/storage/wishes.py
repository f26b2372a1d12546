"""How many boards of a game players would like: their limits, and the challenges that they seek."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select

from pbmserv.play.board import Player
from pbmserv.storage import upsert
from pbmserv.storage.repository import Repository
from pbmserv.storage.standings import Standings, newcomer_values
from pbmserv.storage.tables import RATINGS


@dataclass(frozen=True)
class Wish:
    """What a player would like of a game: at most so many boards (None: any number), and so many more challenges."""

    most_boards: int | None = None
    seeking: int = 0


class Wishes(Repository):
    """Wishes, within one transaction; the standings show them, so they keep up with each change."""

    def of(self, game: str, players: Iterable[Player]) -> dict[Player, Wish]:
        """What these players would like of a game."""
        by_id = {player.id: player for player in players}
        wishes = dict.fromkeys(by_id.values(), Wish())
        rows = self._connection.execute(
            select(RATINGS.c.user_id, RATINGS.c.most_boards, RATINGS.c.seeking).where(
                RATINGS.c.game == game, RATINGS.c.user_id.in_(by_id)
            )
        )
        for row in rows:
            wishes[by_id[row.user_id]] = Wish(row.most_boards, row.seeking)
        return wishes

    def change(self, game: str, player: Player, wish: Wish, seeks_at: datetime | None = None) -> None:
        """Note what a player would like from now on.

        `seeks_at` is when they say that they seek a game; None where they say something else.
        """
        values = {"most_boards": wish.most_boards, "seeking": wish.seeking}
        since = seeks_at if wish.seeking else None
        new = upsert.insert(self._connection, RATINGS).values(
            user_id=player.id, game=game, seeking_since=since, **newcomer_values(), **values
        )
        # Who says it again has sought since the first time.
        kept = func.coalesce(RATINGS.c.seeking_since, since) if wish.seeking else None
        self._connection.execute(
            new.on_conflict_do_update(
                index_elements=[RATINGS.c.user_id, RATINGS.c.game], set_={**values, "seeking_since": kept}
            )
        )
        Standings(self._connection).place(game, [player])

    def challenged(self, game: str, players: Collection[Player]) -> None:
        """Note that a board has been started with these players: each seeks one challenge less."""
        who = sorted({player.id for player in players})
        rows = [{"user_id": number, "game": game, **newcomer_values()} for number in who]
        new = upsert.insert(self._connection, RATINGS).values(rows)
        one_less = case((RATINGS.c.seeking > 0, RATINGS.c.seeking - 1), else_=0)
        since = case((RATINGS.c.seeking > 1, RATINGS.c.seeking_since), else_=None)
        self._connection.execute(
            new.on_conflict_do_update(
                index_elements=[RATINGS.c.user_id, RATINGS.c.game],
                set_={"seeking": one_less, "seeking_since": since},
            )
        )
        Standings(self._connection).place(game, players)
