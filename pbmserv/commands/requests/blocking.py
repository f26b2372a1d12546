"""Which players have nothing to do with each other, since one has blocked the other.

Whatever brings players together, or words to a player, asks here. Boards go on, and their letters still come, without
the words of a player whom the reader has blocked, or who has blocked the reader. Only a tournament seats them
together.

A block holds for a person, who may have several accounts at one mailbox (`storage.blocks`). That two accounts share
one, nobody else may learn. So where it is only that, it hinders who shares it, and what the server does by itself,
but not what others do, nor the player who has blocked: a refusal would tell them.
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

    A player who is blocked is told by whom; others are told neither who has blocked whom nor which of them it is.
    """
    asking = {call.principal.player, *call.principal.at_address}
    sentences: dict[str, None] = {}
    for blocker, blocked, by_name in call.work.blocks.among(players):
        if newcomer not in {None, blocker, blocked}:
            continue
        if blocked in asking and blocker not in asking:
            text = Message(
                "{player} takes no challenges and no messages from {own}.", player=blocker.userid, own=blocked.userid
            )
        elif not by_name:
            continue
        elif blocker in asking:
            text = Message(
                "You have blocked {player}. To lift that, write: unblock {own} PASSWORD {player}",
                player=blocked.userid,
                own=blocker.userid,
            )
        else:
            text = Message("These players cannot be brought together. Try it with others.")
        sentences[text] = None
    return [*sentences]


def are_apart(call: Call, players: Iterable[Player], newcomer: Player | None = None) -> bool:
    """Whether the server itself brings these players together in no way, or the `newcomer` to the others."""
    return any(newcomer in {None, *block[:2]} for block in call.work.blocks.among(players))


def have_nothing_to_do(call: Call, some: Collection[Player], others: Collection[Player]) -> bool:
    """Whether one of some players has blocked one of the others, or the other way round."""
    return bool(call.work.blocks.between(some, others))


def reached_by(call: Call, author: Player, readers: Collection[Player]) -> list[Player]:
    """The readers whom a player reaches: who have not blocked them, and whom they have not blocked."""
    deaf = call.work.blocks.deaf_to(author)
    return [reader for reader in readers if reader.id not in deaf]


def unheard(
    call: Call, words: Sequence[tuple[str, str]], readers: Iterable[Player]
) -> Mapping[Player, frozenset[str]]:
    """For readers whom some of the authors of these words do not reach: whose words they do not get."""
    authors = authors_of(words)
    return call.work.blocks.unheard(readers, authors) if authors else {}


def authors_of(words: Sequence[tuple[str, str]]) -> set[str]:
    """The players among the authors of words: the server and its operator, who have no userids, block nobody."""
    return {author for author, _ in words if " " not in author}


def heard_words(call: Call, words: str, authors: Iterable[Player], readers: Iterable[Player]) -> dict[Player, str]:
    """The words of one author, who may be any of these, as each reader gets them: whole, or none of them."""
    asked = [*readers]
    deaf = unheard(call, [(author.userid, words) for author in authors], asked) if words else {}
    return {reader: "" if reader in deaf else words for reader in asked}
