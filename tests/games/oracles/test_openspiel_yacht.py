"""OpenSpiel's yacht scores any five dice as we do, except that it takes five alike for a full house, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest

from pbmserv.games.yacht.sheets import THIRTEEN, TWELVE, Dice

ALL_DICE = list(combinations_with_replacement(range(1, 7), 5))
BOXES = {
    "Ones": (TWELVE, "ones"), "Twos": (TWELVE, "twos"), "Threes": (TWELVE, "threes"), "Fours": (TWELVE, "fours"),
    "Fives": (TWELVE, "fives"), "Sixes": (TWELVE, "sixes"), "Full House": (TWELVE, "full-house"),
    "Four of a Kind": (THIRTEEN, "four-of-a-kind"), "Small Straight": (TWELVE, "little-straight"),
    "Large Straight": (TWELVE, "big-straight"), "Chance": (TWELVE, "choice"), "Yacht": (TWELVE, "yacht"),
}  # fmt: skip
"""Which of our boxes is meant; its four of a kind counts all dice, as that of thirteen boxes does."""


def their_scores(dice: Dice) -> Iterator[tuple[str, int]]:
    """What OpenSpiel enters for these dice, by the name of the box."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install -e '.[oracles]'")
    state: Any = pyspiel.load_game("yacht").new_initial_state()
    wanted = f"Dice: {' '.join(map(str, dice))}\n"
    number = sum((face - 1) * 6**place for place, face in enumerate(dice))
    state.apply_action(number)
    assert wanted in str(state)
    state.apply_action(state.legal_actions()[0])
    for action in state.legal_actions():
        name = state.action_to_string(0, action).partition("Score in ")[2]
        if name:
            after = state.child(action)
            yield name, int(re.findall(r"Player 0 \(total: (\d+)\)", str(after))[0])


def test_all_dice_score_the_same_but_for_five_alike_as_a_full_house() -> None:
    differing = []
    for dice in ALL_DICE:
        theirs = dict(their_scores(dice))
        assert theirs.keys() == BOXES.keys()
        for name, (sheet, word) in BOXES.items():
            if sheet.score(sheet.words.index(word), dice, [None] * 13) != theirs[name]:
                differing.append((name, dice))

    assert len(ALL_DICE) == 252
    assert differing == [("Full House", (face,) * 5) for face in range(1, 7)]
