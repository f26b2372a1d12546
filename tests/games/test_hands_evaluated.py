"""Between two hands, or two rounds, the points tell who is likely to win; in the middle of one, nobody can tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbmserv.games.base import Game
from pbmserv.games.chance import Chance
from pbmserv.games.hearts import Hearts
from pbmserv.games.hearts.rules import Position as HeartsPosition
from pbmserv.games.skat import Skat
from pbmserv.games.testing import play_random_game, replay
from pbmserv.games.triominoes import Triominoes
from pbmserv.games.triominoes.rules import Position as TriominoesPosition


@pytest.mark.parametrize(
    ("game", "options", "seats", "goods"),
    [
        (Hearts(), {"points": 60}, 4, lambda position: [-total for total in position.totals]),
        (Triominoes(), {"target": 800}, 3, lambda position: [*position.scores]),
        (Skat(), {"deals": 6, "seeger": False}, 3, lambda position: [*position.totals]),
    ],
    ids=["hearts", "triominoes", "skat"],
)
def test_whoever_has_done_better_can_expect_more_when_all_is_dealt_anew(
    game: Game[Any], options: dict[str, int], seats: int, goods: Callable[[Any], list[int]]
) -> None:
    played = replay(game, play_random_game(game, options, seats, bytes(16)))

    evaluated = [(goods(position), values) for position in played.positions if (values := game.evaluate(position))]

    # Once in each hand but the first.
    assert 2 <= len(evaluated) < len(played.positions) / 20
    for good, values in evaluated:
        assert sum(values) == pytest.approx(1)
        in_order = sorted(range(seats), key=lambda seat: good[seat])
        assert [values[seat] for seat in in_order] == sorted(values)


def test_whoever_has_resigned_can_expect_nothing() -> None:
    hearts = HeartsPosition(
        target=100, jacks=False, number=5, hands=(("2C",),) * 4, is_passing=True, points=((1, 25, 0, 0),), left=(0,)
    )
    values = Hearts().evaluate(hearts)
    assert values is not None
    assert values[0] == 0
    assert values[2] == values[3] > values[1] > 0


def test_the_first_hand_is_played_before_anybody_judges() -> None:
    start = Triominoes().start({"set": 5, "target": 400}, 2, Chance(bytes(16), "start"))

    assert isinstance(start, TriominoesPosition)
    assert Triominoes().evaluate(start) is None
