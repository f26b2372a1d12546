"""Which players have nothing to do with each other, since one has blocked the other.

Whatever brings players together, or words to a player, asks here. Boards go on, and their letters still come, without
the words of a player whom the reader has blocked. Only a tournament seats them together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbmserv.games.message import Message

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.play.board import Player


def kept_apart(call: Call, players: Iterable[Player], newcomer: Player | None = None) -> list[str]:
    """A sentence for each two of these players who cannot be brought together, or only for those with a `newcomer`.

    A player who is blocked is told by whom; others are not told who has blocked whom.
    """
    asking = {call.principal.player, *call.principal.at_address}
    sentences: dict[str, None] = {}
    for blocker, blocked in sorted(call.work.blocks.among(dict.fromkeys(players))):
        if newcomer not in {None, blocker, blocked}:
            continue
        if blocker in asking:
            text = Message(
                "You have blocked {player}. To lift that, write: unblock {own} PASSWORD {player}",
                player=blocked.userid,
                own=blocker.userid,
            )
        elif blocked in asking:
            text = Message(
                "{player} takes no challenges and no messages from {own}.", player=blocker.userid, own=blocked.userid
            )
        else:
            one, other = sorted((blocker.userid, blocked.userid))
            text = Message("{player} and {other} do not play with each other.", player=one, other=other)
        sentences[text] = None
    return [*sentences]


def without_blocks(call: Call, player: Player, others: Collection[Player]) -> list[Player]:
    """The others who have not blocked the player, nor been blocked by them."""
    pairs = call.work.blocks.among([player, *others])
    return [other for other in others if pairs.isdisjoint({(player, other), (other, player)})]


def without_blockers(call: Call, author: Player, readers: Collection[Player]) -> list[Player]:
    """The readers who have not blocked the author."""
    deaf = call.work.blocks.blockers_of(author)
    return [reader for reader in readers if reader.id not in deaf]


def unheard(
    call: Call, words: Sequence[tuple[str, str]], readers: Iterable[Player]
) -> Mapping[Player, frozenset[str]]:
    """For readers who have blocked some of the authors of these words: whom."""
    return call.work.blocks.unheard(readers, [author for author, _ in words]) if words else {}
