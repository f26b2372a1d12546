"""Pieces held in the hand and dropped on a board: what is told of them, and their buttons.

A hand is a text with a small letter for each piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from pbmserv.games.message import Message
from pbmserv.games.picture import Choice, Held, Shape


def drop_target(kind: str) -> str:
    """The target of the button for a piece."""
    return f"@{kind}"


def drop_choices(hand: str, names: Mapping[str, str]) -> tuple[Choice, ...]:
    """A button for each kind of piece in a hand; `names` has the pieces in words."""
    kinds = dict.fromkeys(hand)
    return tuple(Choice(drop_target(kind), *_drop(names[kind]), hand.count(kind)) for kind in kinds)


@cache
def _drop(name: str) -> tuple[Message, Message]:
    """What stands on the button, and what it does."""
    piece = Message(name)
    return Message("drop {piece}", piece=piece), Message("drop a {piece}", piece=piece)


def held_of(
    hand: str, kinds: Iterable[str], names: Mapping[str, str], piece: Callable[[str], Sequence[Shape]]
) -> tuple[Held, ...]:
    """How many of each of these kinds are in a hand; `piece` draws one of a kind."""
    return tuple(Held(drop_target(kind), Message(names[kind]), hand.count(kind), (*piece(kind),)) for kind in kinds)


def hands_told(players: Iterable[str], hands: tuple[str, str], names: Mapping[str, str]) -> Iterator[Message]:
    """A line on each seat's hand; none while both are empty."""
    if not any(hands):
        return
    for player, hand in zip(players, hands, strict=True):
        if hand:
            yield Message("{player} holds: {pieces}.", player=player, pieces=_listed(hand, names))
        else:
            yield Message("{player} holds no piece.", player=player)


def _listed(hand: str, names: Mapping[str, str]) -> str:
    return ", ".join(_counted(names[kind], hand.count(kind)) for kind in dict.fromkeys(hand))


def _counted(name: str, number: int) -> str:
    return name if number == 1 else f"{name} × {number}"
