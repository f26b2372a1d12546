"""Two worlds that look alike to a viewer: what the viewer is shown, told or refused is the same in both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbmserv.bots.choosing import choose
from pbmserv.bots.levels import Level
from pbmserv.games.base import Game, Refusal
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import known_moves

A_GLANCE = Level("glance", simulations=6, seconds=5.0)
TEXTS = ("hello world", "a1", "e5", "a4-a5", "b2-b3", "a1-a5 b1-b4", "3x5", "liar", "ready", "random", "z99", "pass")


def positions(game: Game[Any], options: dict[str, Any], seats: int, seed: int, most: int = 400) -> Iterator[Any]:
    """All positions of a random game, but its last."""
    values = {option.name: option.default for option in game.options} | options
    chance = Chance(seed.to_bytes(16, "big"), "alike")
    position = game.start(values, seats, chance)
    for _ in range(most):
        if not (to_move := game.to_move(position)):
            return
        yield position
        seat = chance.choice(to_move)
        position = game.play(position, seat, chance.choice(known_moves(game, position, seat)), chance).position


def other_world(game: Game[Any], position: Any, viewer: int | None, seats: int, chance: Chance) -> Any:
    """Another position that looks the same to a viewer."""
    if viewer is not None:
        return game.guess(game.seen_by(position, viewer), viewer, chance)
    # Who does not play knows least: what every seat knows of the others is guessed in turn.
    world = position
    for seat in range(seats):
        world = game.guess(game.seen_by(world, seat), seat, chance)
    return world


def shown(game: Game[Any], position: Any, viewer: int | None, seats: int) -> list[Any]:
    """All that a viewer is shown at a position, and can do there."""
    seen: list[Any] = [
        game.seen_by(position, viewer),
        game.draw(position, viewer),
        game.picture(position, viewer),
        game.status(position, viewer),
        game.picture_status(position, viewer),
        game.legend(position, viewer),
        game.picture_legend(position, viewer),
        [game.advantage(position, seat) for seat in range(seats)],
        game.to_move(position),
        game.result(position),
        game.form_of_move(position),
    ]
    if viewer is not None:
        seen += [
            game.legal_moves(position, viewer),
            game.examples(position, viewer),
            game.buttons(position, viewer),
            [game.value_of(position, text) for text in TEXTS],
        ]
        if viewer in game.to_move(position):
            seen += [_touched(game, position, viewer), [refused(game, position, viewer, text) for text in TEXTS]]
    return seen


def _touched(game: Game[Any], position: Any, seat: int) -> list[Any]:
    """What can be touched, if moves are not listed, and what is shown of some touches."""
    moves = game.legal_moves(position, seat)
    if moves is not None:
        return [(move, game.steps(position, seat, move), game.question(position, seat, move)) for move in moves[:20]]
    ways = game.by_touch(position, seat, ())
    first = [way[:1] for way in ways][:3]
    begun = game.while_touched(game.seen_by(position, seat), seat, ["a1", "b2"])
    return [ways, begun, *(game.by_touch(position, seat, way) for way in first)]


def refused(game: Game[Any], position: Any, seat: int, text: str) -> str:
    """What a text is answered with, if it is no move."""
    try:
        game.play(position, seat, text, Chance(b"", "refused"))
    except Refusal as refusal:
        return str(refusal.words)
    return ""


def told(game: Game[Any], position: Any, move: str, seat: int, viewer: int | None) -> Sequence[Any]:
    """What a viewer is told of a move, and what the viewer sees after it."""
    played = game.play(position, seat, move, Chance(b"", "told"))
    notes = [note.text for note in played.notes if note.seat in (None, viewer)]
    return game.seen_by(played.position, viewer), game.told(played.move, seat, viewer), notes


def check_alike(game: Game[Any], options: dict[str, Any], seats: int, seed: int, every: int) -> int:
    """Compare worlds at some positions of a random game; gives how many differed in what is hidden."""
    chance = Chance(seed.to_bytes(16, "big"), "worlds")
    compared = 0
    for number, position in enumerate(positions(game, options, seats, seed)):
        if number % every and number > 1:
            continue
        for viewer in (None, *range(seats)):
            world = other_world(game, position, viewer, seats, chance)
            assert shown(game, world, viewer, seats) == shown(game, position, viewer, seats), (number, viewer)
            compared += world != position
            for seat in game.to_move(position):
                for move in known_moves(game, position, seat)[:3]:
                    if seat != viewer and move in known_moves(game, world, seat):
                        one, other = (told(game, each, move, seat, viewer) for each in (position, world))
                        assert one[1] == other[1]
                        # Where both are seen to have come to the same, nothing else was told either.
                        assert one == other or one[0] != other[0]
            if viewer in game.to_move(position) and viewer is not None and number % (4 * every) == 0:
                moves = [
                    choose(game, game.seen_by(each, viewer), viewer, A_GLANCE, b"seed") for each in (position, world)
                ]
                assert moves[0] == moves[1]
    return compared
