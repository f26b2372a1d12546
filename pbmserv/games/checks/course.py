"""Checks of whole games: replay, storage, end."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TypeVar

from pbmserv.games.base import Game
from pbmserv.games.chance import Chance
from pbmserv.games.checks.moves import is_sentence
from pbmserv.games.checks.playthrough import Playthrough, accepted, chance_of_turn, replay, stored_text

P = TypeVar("P")


def check_replay(game: Game[P], played: Playthrough[P]) -> None:
    """Playing a move leaves the old position unchanged, and the same record gives the same positions."""
    record = played.record
    again = game.start(record.options, record.seats, Chance(record.seed, "start"))
    for turns, (where, first) in enumerate(played.stages()):
        second = again
        if turns < len(record.moves):
            seat, move = record.moves[turns]
            before = stored_text(game, second)
            again = accepted(game, second, seat, move, chance_of_turn(record.seed, turns), where).position
            assert stored_text(game, second) == before, f"{where}: playing {move!r} changed the old position"
        assert first == second, f"{where}: the same record gave another position when it was played again"


def check_stored_form(game: Game[P], played: Playthrough[P]) -> None:
    """A position survives JSON."""
    for where, position in played.stages():
        try:
            loaded = game.load(json.loads(stored_text(game, position)))
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise AssertionError(f"{where}: the position does not go through JSON: {error!r}") from error
        assert loaded == position, f"{where}: the position that went through JSON came back as another"


def check_end(game: Game[P], played: Playthrough[P]) -> None:
    """The result is consistent: winner, points, a sentence."""
    where, position = played.end
    result = game.result(position)
    assert result is not None, f"{where}: the game has no result"
    seats = played.record.seats
    assert result.winner is None or result.winner in range(seats), f"{where}: seat {result.winner} of {seats} won"
    assert result.points >= 1, f"{where}: the game counts {result.points} points"
    assert len(result.scores) in (0, seats), f"{where}: {len(result.scores)} scores for {seats} seats"
    assert is_sentence(result.reason), f"{where}: the reason is no sentence: {result.reason!r}"


def check_chance(game: Game[P], played: Playthrough[P]) -> None:
    """A game without chance takes the same course whatever the seed."""
    if game.uses_chance:
        return
    where, _ = played.end
    other_seed = bytes(byte ^ 0xFF for byte in played.record.seed)
    other = replay(game, replace(played.record, seed=other_seed))
    assert other.positions == played.positions, f"{where}: uses_chance is False, but another seed changes the game"
