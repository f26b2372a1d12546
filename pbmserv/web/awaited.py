"""Boards for which a browser waits: open challenges in which its player has a seat, until the player opens the board.

The number of an open challenge is that of its board. The browser keeps them in a cookie, `hex:104.chess:7`, so that
any page can say that a board has begun.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pbmserv.commands.requests.context import Call
from pbmserv.games.base import Game
from pbmserv.play.board import Player
from pbmserv.play.open_challenge import OpenChallenge

COOKIE = "waits"
MOST = 8

At: TypeAlias = tuple[str, int]
"""Game and number of a board."""

_BOARD = re.compile(r"([a-z0-9-]{1,32}):([0-9]{1,9})")


@dataclass(frozen=True)
class Awaited:
    """Boards by address with their names, `{"/hex/104": "Hex 104"}`: awaited ones, and those that have begun."""

    waiting: Mapping[str, str] = field(default_factory=dict)
    begun: Mapping[str, str] = field(default_factory=dict)


def awaited_by(
    call: Call, player: Player, boards: Sequence[At], challenges: Sequence[OpenChallenge] | None
) -> tuple[Awaited, str]:
    """What a player waits for, with the new value of the cookie.

    `boards` are those of the cookie. `challenges` are all that wait with a seat of theirs, if the page has read them.
    """
    begun = call.work.listing.new_among(player, boards) if boards else []
    waiting = [each for each in boards if each not in begun]
    if challenges is not None:
        waiting = [(each.game.word, each.number) for each in challenges]
    kept = [*begun, *waiting][:MOST]
    return Awaited(_named(call.catalogue, waiting), _named(call.catalogue, begun)), cookie_of(kept)


def boards_in(cookie: str, catalogue: Collection[str]) -> list[At]:
    """The boards in the cookie, which may hold anything."""
    found = [_BOARD.fullmatch(each) for each in cookie.split(".")[:MOST]]
    return [(each[1], int(each[2])) for each in found if each and each[1] in catalogue]


def cookie_of(boards: Iterable[At]) -> str:
    return ".".join(f"{game}:{number}" for game, number in boards)


def _named(catalogue: Mapping[str, Game[Any]], boards: Iterable[At]) -> dict[str, str]:
    return {f"/{game}/{number}": f"{catalogue[game].name} {number}" for game, number in boards}
