"""pydraughts gives the same legal moves as checkers and draughts at every ply of random games."""

from __future__ import annotations

import pytest

from tests.games.oracles.pydraughts import VARIANTS, Variant, compare

pytestmark = pytest.mark.long


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.theirs)
def test_random_games_are_alike(variant: Variant) -> None:
    pytest.importorskip("draughts", reason="pydraughts is not installed: pip install -e '.[oracles]'")

    plies, long_captures = compare(variant, games=10)

    assert plies > 400
    assert long_captures > 10
