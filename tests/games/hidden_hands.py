"""What a viewer of a game of hidden hands gets to read, and the same position with the tiles behind it dealt anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from pbmserv.games.base import Game, Options, Played, Refusal
from pbmserv.games.chance import Chance
from pbmserv.games.testing import play_random_game


class Hands(Protocol):
    """A position with a hand for each seat."""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]: ...


P = TypeVar("P", bound=Hands)


def turns(game: Game[P], options: Options, seats: int, seed: bytes) -> Iterator[tuple[P, Played[P]]]:
    """The positions of a random game, each with what the move made there led to."""
    record = play_random_game(game, options, seats, seed)
    position = game.start(record.options, seats, Chance(seed, "start"))
    for number, (seat, move) in enumerate(record.moves, 1):
        played = game.play(position, seat, move, Chance(seed, f"move {number}"))
        yield position, played
        position = played.position


def viewers(position: Hands) -> tuple[int | None, ...]:
    """The public, and every seat."""
    return (None, *range(len(position.hands)))


def redealt(
    hands: Sequence[tuple[str, ...]], stock: Sequence[str], viewer: int | None, chance: Chance
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Hands and stock with all tiles that the viewer cannot see in other places."""
    others = [seat for seat in range(len(hands)) if seat != viewer]
    unseen = [tile for seat in others for tile in hands[seat]] + list(stock)
    tiles = chance.shuffled(unseen)
    dealt = list(hands)
    for seat in others:
        count = len(dealt[seat])
        dealt[seat], tiles = tuple(sorted(tiles[:count])), tiles[count:]
    return tuple(dealt), tiles


def shown(game: Game[P], position: P, viewer: int | None) -> list[object]:
    """All that the viewer gets to see."""
    examples = game.examples(position, viewer) if viewer in game.to_move(position) and viewer is not None else ()
    return [
        game.draw(position, viewer),
        game.status(position, viewer),
        game.legend(position, viewer),
        examples,
        json.dumps(game.dump(game.seen_by(position, viewer))),
        game.to_move(position),
        game.result(position),
        [game.seat_name(position, seat) for seat in range(len(position.hands))],
    ]


def answer(game: Game[P], position: P, seat: int, text: str) -> str:
    """The words of a refusal, or that there was none."""
    try:
        game.play(position, seat, text, Chance(bytes(16), "answer"))
    except Refusal as refusal:
        return refusal.words
    return "accepted"
