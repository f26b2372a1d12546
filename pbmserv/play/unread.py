"""What a board has told its readers since they last did something there, and what waits for their next letter. Pure.

Letters of turns, of clocks that go on, reminders and the end of a game always go. Of everything else, such as votes
and words, a few go: whoever reads none of them is not to be flooded. Whatever goes tells what has waited.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from pbmserv.play.seats import Player

A_FEW = 5
"""So many letters a board sends to one player beside those of turns, until that player does something there."""

TOLD = {
    "proposed_draw": "{} proposed a tie",
    "proposed_undo": "{} proposed to take a move back",
    "agreed": "{} agreed",
    "rejected": "{} did not agree",
    "took_back_proposal": "{} took the proposal back",
    "offered_seat": "{} proposed a substitute",
    "agreed_to_offer": "{} agreed to a substitute",
    "ended_offer": "{} did not agree to a substitute",
    "declined_seat": "{} did not want the seat",
}
"""What can wait, besides words, and how it is told then."""

QUESTIONS = frozenset({"proposed_draw", "proposed_undo"})
"""What never waits, since silence may answer it: beyond a few, it cannot be asked."""


@dataclass(frozen=True)
class Unread:
    """What one reader has been told of a board since they last did something there: so many `letters`, of which some
    are `questions`.

    `after` is the last remark before those that wait, None if nothing waits; `news` is what else does, each once.
    """

    letters: int = 0
    questions: int = 0
    after: int | None = None
    news: tuple[str, ...] = ()

    @property
    def waits(self) -> bool:
        """Whether something is to be told with the next letter."""
        return self.after is not None


NOTHING = Unread()


@dataclass(frozen=True)
class Earlier:
    """What has waited for a reader: what was done, in a sentence, and what was said, with the authors."""

    done: str = ""
    said: tuple[tuple[str, str], ...] = ()


def heard_from(unread: dict[int, Unread], player: Player) -> None:
    """Begin to count anew for a player who has done something on a board; what waits still waits."""
    before = unread.pop(player.id, NOTHING)
    if before.waits:
        unread[player.id] = replace(before, letters=0, questions=0)


def who_has_been_asked_enough(unread: Mapping[int, Unread], players: Iterable[Player]) -> list[Player]:
    """Those of these players to whom no further question may go."""
    return [player for player in players if unread.get(player.id, NOTHING).questions >= A_FEW]


def hold(
    unread: dict[int, Unread],
    players: Iterable[Player],
    playing: Collection[Player],
    happenings: Iterable[tuple[str, Player]],
    last_remark: Callable[[], int],
) -> frozenset[Player]:
    """Count a letter to each of these players; gives those who have had a few, and for whom it waits.

    Questions are for those of them who are `playing`. `last_remark` gives the number of the last remark before.
    """
    what = dict.fromkeys(happenings)
    asks = any(happening in QUESTIONS for happening, _ in what)
    held = set()
    for player in players:
        before = unread.get(player.id, NOTHING)
        if asks and player in playing:
            unread[player.id] = replace(before, questions=before.questions + 1)
        elif before.letters < A_FEW:
            unread[player.id] = replace(before, letters=before.letters + 1)
        else:
            news = [TOLD[happening].format(by.userid) for happening, by in what]
            after = before.after if before.after is not None else last_remark()
            unread[player.id] = replace(before, after=after, news=tuple(dict.fromkeys([*before.news, *news])))
            held.add(player)
    return frozenset(held)


def take(unread: dict[int, Unread], player: Player) -> Unread:
    """What waits for a player, who is told it now."""
    before = unread.get(player.id, NOTHING)
    if before.waits:
        unread[player.id] = replace(before, after=None, news=())
    return before
