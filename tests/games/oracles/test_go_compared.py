"""sgfmill has the same boards and areas as our go, and OpenSpiel the same legal moves and winners."""

from __future__ import annotations

import pytest

from tests.games.oracles.go import with_openspiel, with_sgfmill

MISSING = "is not installed: pip install -e '.[oracles]'"


def test_the_beginning_of_a_game_is_alike() -> None:
    pytest.importorskip("sgfmill", reason=f"sgfmill {MISSING}")

    assert with_sgfmill(9, games=1, most=60).plies == 60


@pytest.mark.long
def test_boards_and_areas_are_those_of_sgfmill() -> None:
    pytest.importorskip("sgfmill", reason=f"sgfmill {MISSING}")

    compared = with_sgfmill(9, games=8)

    assert compared.plies > 500
    assert compared.captures > 50


@pytest.mark.long
def test_legal_moves_and_winners_are_those_of_openspiel() -> None:
    pytest.importorskip("pyspiel", reason=f"OpenSpiel {MISSING}")

    compared = with_openspiel(9, games=8)

    assert compared.plies > 500
    assert compared.captures > 50
