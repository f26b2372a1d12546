"""Checks that notes reveal nothing hidden, by comparing two worlds that look alike to a viewer.

If the same move again leads to positions that look alike, the viewer must have been told the same in both.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from pbmserv.games.base import Game, Json, Played
from pbmserv.games.chance import Chance
from pbmserv.games.checks.playthrough import Playthrough, chance_of_turn, name_of

P = TypeVar("P")

_POSITIONS = 6
_WORLDS = 6
_MOVES = 3

_Path = tuple[Any, ...]


def check_notes_keep_secrets(game: Game[P], played: Playthrough[P]) -> None:
    """What a viewer is told about a move depends only on what they see before and after it."""
    if not game.hidden:
        return
    record = played.record
    choices = Chance(record.seed, "two worlds")
    for turns in sorted(choices.shuffled(range(len(record.moves)))[:_POSITIONS]):
        where, position = played.stage(turns)
        for seat in game.to_move(position):
            for viewer in (None, (seat + 1) % record.seats):
                for world in worlds_alike(game, position, viewer, choices):
                    turn = (record.seed, turns)
                    _compare(game, (position, world), seat, viewer, turn, where)


def _compare(
    game: Game[P], worlds: tuple[P, P], seat: int, viewer: int | None, turn: tuple[bytes, int], where: str
) -> None:
    moves = [game.legal_moves(world, seat) or game.examples(world, seat) for world in worlds]
    for move in [move for move in moves[0] if move in moves[1]][:_MOVES]:
        try:
            first, second = (game.play(world, seat, move, chance_of_turn(*turn)) for world in worlds)
        except Exception:  # noqa: S112 - a made-up world may be impossible
            continue
        if game.seen_by(first.position, viewer) != game.seen_by(second.position, viewer):
            continue
        told, otherwise = _told(first, viewer), _told(second, viewer)
        assert told == otherwise, (
            f"{where}: the notes of {move!r} tell {name_of(viewer)} something hidden: {told} or {otherwise}"
        )


def check_rejoining_keeps_secrets(
    game: Game[P], position: P, seat: int, viewers: Iterable[int | None], choices: Chance, where: str
) -> None:
    """What is told about a substitute depends only on what its readers see before and after."""
    if not game.hidden:
        return
    for viewer in viewers:
        for world in worlds_alike(game, position, viewer, choices):
            first, second = (game.rejoin(each, seat, Chance(b"", "rejoin")) for each in (position, world))
            if game.seen_by(first.position, viewer) != game.seen_by(second.position, viewer):
                continue
            told, otherwise = _told(first, viewer), _told(second, viewer)
            assert told == otherwise, (
                f"{where}: the notes of rejoin tell {name_of(viewer)} something hidden: {told} or {otherwise}"
            )


def _told(played: Played[P], viewer: int | None) -> list[str]:
    return [note.text for note in played.notes if note.seat is None or note.seat == viewer]


def worlds_alike(game: Game[P], position: P, viewer: int | None, choices: Chance) -> Iterator[P]:
    """Positions that look the same to a viewer, with two hidden things exchanged."""
    seen = game.seen_by(position, viewer)
    whole = json.loads(json.dumps(game.dump(position)))
    hidden = [
        path for path in _differing(whole, json.loads(json.dumps(game.dump(seen)))) for path in _leaves(whole, path)
    ]
    if len(hidden) < 2:
        return
    for _ in range(_WORLDS):
        one, other = choices.shuffled(hidden)[:2]
        changed = copy.deepcopy(whole)
        first, second = _at(changed, one), _at(changed, other)
        if first == second or type(first) is not type(second):
            continue
        _put(changed, one, second)
        _put(changed, other, first)
        try:
            world = game.load(changed)
            is_alike = game.seen_by(world, viewer) == seen and game.to_move(world) == game.to_move(position)
        except Exception:  # noqa: S112 - a made-up world may be impossible
            continue
        if is_alike:
            yield world


def _differing(whole: Json, seen: Json, path: _Path = ()) -> Iterator[_Path]:
    if isinstance(whole, dict) and isinstance(seen, dict) and whole.keys() == seen.keys():
        for key in whole:
            yield from _differing(whole[key], seen[key], (*path, key))
    elif isinstance(whole, list) and isinstance(seen, list) and len(whole) == len(seen):
        for place, (one, other) in enumerate(zip(whole, seen, strict=True)):
            yield from _differing(one, other, (*path, place))
    elif whole != seen:
        yield path


def _leaves(document: Json, path: _Path) -> Iterator[_Path]:
    found = _at(document, path)
    if not isinstance(found, dict | list):
        yield path
        return
    for key in [*found] if isinstance(found, dict) else range(len(found)):
        yield from _leaves(document, (*path, key))


def _at(document: Json, path: _Path) -> Json:
    for key in path:
        document = document[key]
    return document


def _put(document: Json, path: _Path, value: Json) -> None:
    _at(document, path[:-1])[path[-1]] = value
