"""Pictures for letters: as fine as the letter has room for, and drawn no more often than for that."""

from __future__ import annotations

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.games.testing import play_random_game, replay
from pbmserv.pictures.for_letters import BoardPicture, BoardPictures
from pbmserv.pictures.png import png_of

ROOM = 35_000


def stored_after(moves: int) -> dict[str, object]:
    """A board of Go after so many moves, as it is stored with a letter."""
    go = installed()["go"]
    position = replay(go, play_random_game(go, {}, 2, bytes(16))).positions[moves]
    return {"game": "go", "version": go.version, "position": go.dump(position), "viewer": None}


@pytest.fixture(scope="module")
def full() -> dict[str, object]:
    """One with some 150 stones."""
    return stored_after(200)


def noted(pictures: BoardPictures, stored: dict[str, object]) -> BoardPicture:
    board = pictures.of(stored)
    assert board
    return board


def test_what_is_too_large_by_far_is_not_tried_in_the_next_width(full: dict[str, object]) -> None:
    pictures = BoardPictures(installed())

    png = pictures.png(noted(pictures, full), ROOM)

    go = installed()["go"]
    picture = go.picture(go.load(full["position"]), None)
    assert len(png_of(picture, 690)) > ROOM
    assert png == png_of(picture, 529)
    assert pictures.drawn == 2


def test_which_picture_a_letter_has_does_not_depend_on_others_before_it(full: dict[str, object]) -> None:
    fresh, used = BoardPictures(installed()), BoardPictures(installed())
    for room in (100_000, 20_000, 40_000, 1):
        used.png(noted(used, full), room)

    assert used.png(noted(used, full), ROOM) == fresh.png(noted(fresh, full), ROOM)


@pytest.mark.long
def test_the_next_board_of_a_game_is_drawn_in_its_width_at_once(full: dict[str, object]) -> None:
    pictures, fresh = BoardPictures(installed()), BoardPictures(installed())
    pictures.png(noted(pictures, full), ROOM)
    drawn, following = pictures.drawn, stored_after(201)

    png = pictures.png(noted(pictures, following), ROOM)

    assert pictures.drawn == drawn + 1
    assert png == fresh.png(noted(fresh, following), ROOM)


def test_a_board_that_needs_less_room_than_the_last_one_is_as_fine_as_ever(full: dict[str, object]) -> None:
    pictures, empty = BoardPictures(installed()), stored_after(0)
    pictures.png(noted(pictures, full), ROOM)

    png = pictures.png(noted(pictures, empty), ROOM)

    go = installed()["go"]
    assert png == png_of(go.picture(go.load(empty["position"]), None), 780)


def test_a_letter_without_room_has_none(full: dict[str, object]) -> None:
    pictures = BoardPictures(installed())

    assert pictures.png(noted(pictures, full), 1) is None
