"""A board of a plug-in may have a word of its own for its places, and its refusals say it."""

from __future__ import annotations

from typing import ClassVar

import pytest

from pbmserv.games.base import Refusal
from pbmserv.games.boards.squares import Squares
from pbmserv.games.catalogue import installed
from pbmserv.games.chance import SEED_BYTES, Chance


class Fields(Squares):
    place_word: ClassVar[str] = "field"


def test_a_word_of_its_own_stands_in_the_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game, chance = installed()["ataxx"], Chance(bytes(SEED_BYTES), "start")
    monkeypatch.setattr(type(game), "board_class", Fields)
    position = game.start({option.name: option.default for option in game.options}, 2, chance)

    with pytest.raises(Refusal, match=r"The field z9 is not on the board"):
        game.play(position, 0, "z9", chance)
