"""Pictures for letters: as fine as the letter has room for, and drawn no more often than for that."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.for_letters import BoardPicture, BoardPictures
from pbmserv.pictures.png import png_of

ROOM = 30_000


@pytest.fixture(scope="module")
def full() -> dict[str, object]:
    """A board of Go with some 150 stones, as it is stored with a letter."""
    go = installed()["go"]
    position = replay(go, play_random_game(go, {}, 2, bytes(16))).positions[200]
    return {"game": "go", "version": go.version, "position": go.dump(position), "viewer": None}


def noted(pictures: BoardPictures, stored: dict[str, object]) -> BoardPicture:
    board = pictures.of(stored)
    assert board
    return board


def test_what_is_too_large_by_far_is_not_tried_in_the_next_width(full: dict[str, object]) -> None:
    pictures = BoardPictures(installed())

    png = pictures.png(noted(pictures, full), ROOM)

    go = installed()["go"]
    picture = go.picture(go.load(full["position"]), None)
    assert len(png_of(picture, 624)) > ROOM
    assert png == png_of(picture, 478)
    assert pictures.drawn == 2


def test_which_picture_a_letter_has_does_not_depend_on_others_before_it(full: dict[str, object]) -> None:
    fresh, used = BoardPictures(installed()), BoardPictures(installed())
    for room in (100_000, 20_000, 40_000, 1):
        used.png(noted(used, full), room)

    assert used.png(noted(used, full), ROOM) == fresh.png(noted(fresh, full), ROOM)


def test_a_letter_without_room_has_none(full: dict[str, object]) -> None:
    pictures = BoardPictures(installed())

    assert pictures.png(noted(pictures, full), 1) is None
