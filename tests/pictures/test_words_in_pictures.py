"""Words within pictures, and of places there, each reader has in their own language; without words, all have one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.picture import Picture, Text
from pbmserv.locale.catalogs import catalog_of, in_the_language, speaking
from pbmserv.pictures.for_letters import BoardPictures
from pbmserv.pictures.raster import _font
from pbmserv.pictures.sides import drawn_by
from pbmserv.storage.database import Database
from tests.letters.test_drawings_in_languages import Whole
from tests.letters.test_words_beside_pictures import positions_of

_WORD = re.compile(r"(?<![\w'-])[A-Za-z][a-z']{2,}(?![\w-])")
_TYPED = {
    "all", "alone", "bar", "clubs", "diamonds", "done", "drop", "grand", "hand", "hearts", "hint", "hold", "misere",
    "no", "null", "off", "open", "order", "ouvert", "pass", "schneider", "schwarz", "spades", "trumps", "up",
}  # fmt: skip
"""What players type: moves, bids and contracts."""
_OF_WORDS = {
    "bridge", "cribbage", "euchre", "fivehundred", "fleets", "ginrummy", "goofspiel", "hearts", "kalah", "liarsdice",
    "macmahon", "pairimpair", "skat", "spades", "trichet", "trioker", "trioker-line", "trioker-puzzle", "triominoes",
    "wari", "yacht",
}  # fmt: skip


in_some_positions_and_in_all = pytest.mark.parametrize(
    "number", [10, pytest.param(10_000, marks=pytest.mark.long)], ids=["some", "all"]
)


def pictures_of(game: Game[Any], number: int) -> Iterator[Picture]:
    """As two players, and somebody who watches where these see something else, see about so many of its positions."""
    positions = positions_of(game)
    for position in (*positions[: -1 : max(1, len(positions) // number)], positions[-1]):
        for viewer in (None, 0, 1) if game.hidden else (0, 1):
            yield drawn_by(game, game.seen_by(position, viewer), viewer)


def texts_of(picture: Picture) -> list[str]:
    return [shape.form.text for shape in picture.shapes if isinstance(shape.form, Text)]


def told_of(picture: Picture) -> set[str]:
    """What is said aloud of places and of buttons."""
    told = [*(shape.words for shape in picture.shapes), *(choice.words for choice in picture.choices)]
    return {in_the_language(words) for words in told if words}


def english_in(words: Iterator[str] | list[str] | set[str], game: Game[Any]) -> set[str]:
    return {found for each in words for found in _WORD.findall(each)} - _TYPED - {game.name}


@in_some_positions_and_in_all
@pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.word)
def test_all_words_of_a_picture_can_be_said_in_another_language(game: Game[Any], number: int) -> None:
    with speaking(Whole()):
        pictures = [*pictures_of(game, number)]
        said = {words for picture in pictures for words in (*texts_of(picture), *told_of(picture))}

    assert english_in(said, game) == set()
    assert any(picture.has_words for picture in pictures) == (game.word in _OF_WORDS)
    # Nothing of one language is kept for readers of another.
    assert "жж" not in "".join(text for picture in pictures_of(game, 3) for text in texts_of(picture))


@in_some_positions_and_in_all
@pytest.mark.parametrize("word", sorted(_OF_WORDS))
@pytest.mark.parametrize("language", ["ru", "de"])
def test_words_have_room_in_every_language(word: str, language: str, number: int) -> None:
    with speaking(catalog_of(language)):
        pictures = [*pictures_of(installed()[word], number)]

    for picture in pictures:
        for shape in picture.shapes:
            if isinstance(shape.form, Text):
                width = _font(False, 100).getlength(shape.form.text) / 100 * shape.form.height
                left = shape.form.at.x - (0 if shape.form.from_left else width / 2)
                assert 0 <= left <= left + width <= picture.width, shape.form.text


@pytest.mark.parametrize("word", ["hearts", "hex"])
def test_a_picture_is_kept_for_each_language_if_words_are_written_in_it(sqlite_database: Database, word: str) -> None:
    game = installed()[word]
    position = positions_of(game)[0]
    stored = {"game": word, "version": game.version, "position": game.dump(position), "viewer": None}
    pictures = BoardPictures({word: game})

    for language in ({}, {"language": "ru"}, {}, {"language": "ru"}):
        board = pictures.of(stored | language)
        assert board
        assert pictures.png(board, 100_000)

    assert pictures.drawn == (2 if game.word in _OF_WORDS else 1)
