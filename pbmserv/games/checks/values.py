"""Checks of the values of moves, by which records and queues keep them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbmserv.games.base import Game, Refusal
from pbmserv.games.checks.moves import NONSENSE
from pbmserv.games.checks.playthrough import Playthrough, known_moves

LONGEST_VALUE = 100
"""Characters."""


def check_values(game: Game[Any], played: Playthrough[Any]) -> None:
    """A move's value leads back to its words, so no two moves share one, and gives nothing hidden away."""
    for where, position in played.stages():
        for seat in game.to_move(position):
            for move in known_moves(game, position, seat):
                value = game.value_of(position, move)
                which = f"{where}: the value {value!r} of {move!r}"
                assert isinstance(value, str), f"{which} is no text"
                assert value.isprintable(), f"{which} is no plain text"
                assert 0 < len(value) <= LONGEST_VALUE, f"{which} has {len(value)} characters"
                again = game.text_of(position, value)
                assert again == move, f"{which} is written {again!r} at the very same position"
                for viewer in (None, seat):
                    seen = game.value_of(game.seen_by(position, viewer), move)
                    assert seen == value, f"{which} would be {seen!r} to who does not see all of the position"


def check_values_last(game: Game[Any], played: Playthrough[Any]) -> None:
    """A value means the same at every position: if it can be written there, its words have that value again."""
    for (where, position), elsewhere in zip(played.stages(), _neighbours(played.positions), strict=True):
        for seat in game.to_move(position):
            for move in known_moves(game, position, seat):
                value = game.value_of(position, move)
                for other in elsewhere:
                    try:
                        words = game.text_of(other, value)
                    except Refusal:
                        continue
                    again = game.value_of(other, words)
                    assert again == value, (
                        f"{where}: the value {value!r} of {move!r} is written {words!r} at another position,"
                        f" where these words have the value {again!r}"
                    )


def check_values_of_other_texts(game: Game[Any], played: Playthrough[Any]) -> None:
    """Any text has a value or is refused: what somebody typed is asked for its value before it is played."""
    for turn, (where, position) in enumerate(played.stages()):
        elsewhere = [move for _, move in played.record.moves[max(0, turn - 2) : turn + 3]]
        for text in (*NONSENSE, *elsewhere):
            try:
                value = game.value_of(position, text)
            except Refusal:
                continue
            except Exception as error:
                raise AssertionError(f"{where}: the value of {text[:40]!r} raised {error!r}, no Refusal") from error
            assert isinstance(value, str), f"{where}: the value {value!r} of {text[:40]!r} is no text"


def _neighbours(positions: Sequence[Any]) -> list[tuple[Any, ...]]:
    """For each position, the one before it and those soon after."""
    return [(*positions[max(0, turn - 1) : turn], *positions[turn + 1 : turn + 3]) for turn in range(len(positions))]
