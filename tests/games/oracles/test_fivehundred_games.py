"""A second reading of the rules of Five Hundred has the same legal moves, points and ends as ours."""

from __future__ import annotations

import pytest

from tests.games.oracles.fivehundred import compare


def test_a_few_random_games_are_alike() -> None:
    assert compare(games=3).hands > 3


@pytest.mark.long
def test_many_random_games_are_alike_with_all_contracts_and_both_ends() -> None:
    found = compare(games=300)

    assert len(found.contracts) == 28
    assert found.jokers_led > 30
    assert found.nominated > 5
    assert min(found.ends["made"], found.ends["lost"]) > 20
