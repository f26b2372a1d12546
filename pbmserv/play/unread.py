"""What a board has mailed to each reader since they last acted there, and what waits for the next letter.

Letters about turns, restarted clocks, reminders and the end of a game are always sent; of the rest only a few, so
that nobody is flooded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from pbmserv.games.message import Message
from pbmserv.play.seats import Player

A_FEW = 5
"""The limit on other letters from one board to one player until that player acts there."""

TOLD = {
    "proposed_draw": "{player} proposed a tie",
    "proposed_undo": "{player} proposed to take a move back",
    "agreed": "{player} agreed",
    "rejected": "{player} did not agree",
    "took_back_proposal": "{player} took the proposal back",
    "offered_seat": "{player} proposed a substitute",
    "agreed_to_offer": "{player} agreed to a substitute",
    "ended_offer": "{player} did not agree to a substitute",
    "declined_seat": "{player} did not want the seat",
}
"""Events that can wait, besides chat, and the sentence for each."""

QUESTIONS = frozenset({"proposed_draw", "proposed_undo"})
"""Questions, which silence may answer, and which therefore never wait: beyond the limit they cannot be asked."""


@dataclass(frozen=True)
class Unread:
    """What one reader has been sent by a board since they last acted there: `letters`, of them `questions`.

    `after` is the last remark before those held back, None if nothing is; `news` is what else is held back. `votes`
    and `offers` count what has been proposed to them that a bare yes could mean (see `consent`).
    """

    letters: int = 0
    questions: int = 0
    after: int | None = None
    news: tuple[str, ...] = ()
    votes: int = 0
    offers: int = 0

    @property
    def waits(self) -> bool:
        return self.after is not None


NOTHING = Unread()


@dataclass(frozen=True)
class Earlier:
    """What was held back for a reader: events as sentences, and remarks with their authors."""

    done: str = ""
    said: tuple[tuple[str, str], ...] = ()


def heard_from(unread: dict[int, Unread], player: Player) -> None:
    """Restart the count for a player who has acted on the board; what waits still waits."""
    before = unread.pop(player.id, NOTHING)
    after = replace(before if before.waits else NOTHING, letters=0, questions=0)
    _keep(unread, player, replace(after, votes=before.votes, offers=before.offers))


def put_to(unread: dict[int, Unread], player: Player, votes: int = 0, offers: int = 0) -> None:
    """Count what has been proposed to a player."""
    before = unread.get(player.id, NOTHING)
    _keep(unread, player, replace(before, votes=before.votes + votes, offers=before.offers + offers))


def leaves_open(unread: dict[int, Unread], player: Player, votes: int, offers: int) -> None:
    """Count anew for a player who has done something: a yes can mean only what is open to them now."""
    _keep(unread, player, replace(unread.get(player.id, NOTHING), votes=votes, offers=offers))


def _keep(unread: dict[int, Unread], player: Player, now: Unread) -> None:
    if now == NOTHING:
        unread.pop(player.id, None)
    else:
        unread[player.id] = now


def who_has_been_asked_enough(unread: Mapping[int, Unread], players: Iterable[Player]) -> list[Player]:
    return [player for player in players if unread.get(player.id, NOTHING).questions >= A_FEW]


def is_over_limit(unread: Mapping[int, Unread], player: Player) -> bool:
    """Whether letters to a player that can wait do wait."""
    return unread.get(player.id, NOTHING).letters >= A_FEW


def hold(
    unread: dict[int, Unread],
    players: Iterable[Player],
    playing: Collection[Player],
    happenings: Iterable[tuple[str, Player]],
    last_remark: Callable[[], int],
    had_enough: Collection[Player] = (),
) -> frozenset[Player]:
    """Count a letter to each player, and return those over the limit, for whom it is held back.

    Questions count only for those who are `playing`. `last_remark` returns the number of the last remark before.
    `had_enough` are over another limit.
    """
    what = dict.fromkeys(happenings)
    asks = any(happening in QUESTIONS for happening, _ in what)
    held = set()
    for player in players:
        before = unread.get(player.id, NOTHING)
        if asks and player in playing:
            unread[player.id] = replace(before, questions=before.questions + 1)
        elif player not in had_enough and not is_over_limit(unread, player):
            unread[player.id] = replace(before, letters=before.letters + 1)
        else:
            news = [Message(TOLD[happening], player=by.userid) for happening, by in what]
            after = before.after if before.after is not None else last_remark()
            unread[player.id] = replace(before, after=after, news=tuple(dict.fromkeys([*before.news, *news])))
            held.add(player)
    return frozenset(held)


def take(unread: dict[int, Unread], player: Player) -> Unread:
    before = unread.get(player.id, NOTHING)
    if before.waits:
        unread[player.id] = replace(before, after=None, news=())
    return before
