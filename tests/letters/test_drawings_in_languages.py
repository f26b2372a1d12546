"""Words within drawings in characters: each reader has their own, and columns are as wide as they are."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import pytest

from pbmserv.games.base import Game
from pbmserv.games.boards.score_table import Line, ScoreTable
from pbmserv.games.catalogue import installed
from pbmserv.games.message import Drawn, Message, in_a_row
from pbmserv.games.triangles.hands.words import table
from pbmserv.letters.times import parameters_in_words
from pbmserv.locale.catalogs import catalog_of, speaking, translated
from pbmserv.storage.database import Database
from pbmserv.web.board_pictures import PictureCache
from tests.conversation import Server
from tests.letters.test_words_beside_pictures import positions_of

ALICE, BOB = "alice@example.org", "bob@example.org"
_WORD = re.compile(r"(?<![\w'])[A-Za-z][a-z']{2,}(?!\w)")
_TYPED = {
    "bar", "off", "pass", "hold", "hand", "open", "misere", "grand", "null", "ouvert", "schneider", "schwarz",
    "alone", "clubs", "diamonds", "spades", "hearts",
}  # fmt: skip
"""What players type: moves, bids and contracts."""
_VALUE = re.compile(r"(\{[^{}]*\})")
_OF_WORDS = [
    "backgammon", "bridge", "cribbage", "euchre", "fivehundred", "ginrummy", "goofspiel", "hearts", "kalah",
    "liarsdice", "skat", "spades", "wari", "yacht",
]  # fmt: skip


class Whole:
    """The catalog of a language whose words are all of one letter, and some longer than the English ones."""

    language = "ru"

    def gettext(self, text: str) -> str:
        parts = _VALUE.split(text)
        return "".join(part if part.startswith("{") else re.sub("[A-Za-z]", "ж", part) for part in parts)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)

    def pgettext(self, context: str, text: str) -> str:
        return self.gettext(text)


def drawings_of(game: Game[Any]) -> list[str]:
    positions = positions_of(game)
    return [game.draw(game.seen_by(each, viewer), viewer) for each in positions for viewer in (None, 0, 1)]


@pytest.mark.parametrize("word", _OF_WORDS)
def test_all_words_of_a_drawing_can_be_said_in_another_language(word: str) -> None:
    drawings = drawings_of(installed()[word])
    with speaking(Whole()):
        said = [str(translated(each)) for each in drawings]

    assert said != drawings
    left = {found for drawing in said for found in _WORD.findall(drawing)}
    assert left - _TYPED == set()


@pytest.mark.alike
@pytest.mark.parametrize("game", installed().values(), ids=lambda game: game.word)
def test_what_draws_no_words_is_not_drawn_again(game: Game[Any]) -> None:
    assert (game.word in _OF_WORDS) == any(isinstance(each, Drawn) for each in drawings_of(game))


@pytest.mark.parametrize("word", _OF_WORDS)
def test_a_drawing_in_russian_is_no_wider_than_a_letter(word: str) -> None:
    drawings = drawings_of(installed()[word])
    with speaking(catalog_of("ru")):
        tables = [str(translated(each)).partition("\n")[2] for each in drawings]

    assert max(len(line) for table in tables for line in table.split("\n")) <= 79


def test_the_columns_of_a_table_are_as_wide_as_the_words_above_them() -> None:
    table = ScoreTable([Message("South"), Message("East")], [Line("Total", [7, 12])])
    longer = {"South": "Юг", "East": "Восточный", "Total": "Итог"}

    heading, line = table.characters(lambda words: longer.get(words, words)).split("\n")

    assert heading.index("Юг") + len("Юг") == line.index("7") + 1
    assert heading.index("Восточный") + len("Восточный") == line.index("12") + 2
    assert table.characters().split("\n") == ["        South  East", "  Total     7    12"]


@pytest.mark.parametrize("language", ["en", "ru", "de"])
@pytest.mark.parametrize("word", ["trioker", "trioker-line", "triominoes"])
def test_the_columns_below_a_board_stand_in_line(word: str, language: str) -> None:
    game = installed()[word]
    for position in positions_of(game):
        with speaking(catalog_of(language)):
            lines = [str(translated(line)) for line in game.status(position, None)]
        table = [line for line in lines if re.search(r"\w  +\S+(  +\S+)*$", line)]

        assert len(table) >= 2
        assert len({*map(len, table)}) == 1, "\n".join(table)


def test_a_table_of_tiles_is_as_wide_as_its_words() -> None:
    rows: list[tuple[Message, list[object]]] = [
        (Message("Player"), ["A", "B"]),
        (Message("Tiles"), [5, Message("out")]),
    ]
    longer = {"Tiles": "Плитки на руках", "out": "вне игры"}

    said = [line.draw(lambda words: longer.get(words, words)) for line in table(rows, 6, 6)]

    assert said == ["Player                 A        B", "Плитки на руках        5 вне игры"]
    assert [*table(rows, 6, 6)] == ["Player     A     B", "Tiles      5   out"]


def test_each_reader_of_a_board_reads_its_words_in_their_own_language(sqlite_database: Database) -> None:
    server = Server(sqlite_database)
    server.sign_up("alice", "bob", "carol")
    server.hear(ALICE, "change language alice secret7 ru")

    server.hear(BOB, "kalah challenge bob alice")
    server.hear(BOB, "kalah move 101 bob bobpw123 d")

    for number in (-1, -2):
        for address, has, lacks in ((ALICE, "Север", "North"), (BOB, "North", "Север")):
            text = [each["text"] for each in server.outbox() if address in each["recipients"]][number]
            [board] = re.findall(r"^.*\|\n.*\+-.*\n.*\|", text, re.MULTILINE)
            assert has in board
            assert lacks not in board


def test_a_drawing_that_is_kept_for_all_is_in_the_language_of_who_reads_it() -> None:
    game = installed()["kalah"]
    position = positions_of(game)[0]
    kept = PictureCache()

    with speaking(catalog_of("ru")):
        first = translated(kept.look(game, position, None).drawing)
    second = translated(kept.look(game, position, None).drawing)
    with speaking(catalog_of("ru")):
        third = translated(kept.look(game, position, None).drawing)

    assert "Север" in first
    assert first == third
    assert "North" in second
    assert "Север" not in second


def test_a_drawing_goes_to_other_processes_in_english() -> None:
    drawing = Drawn.by(lambda say: say(Message("North")))

    assert type(deepcopy(drawing)) is str
    assert deepcopy(drawing) == "North"


def test_parameters_have_names_in_the_language_and_values_as_they_are_typed() -> None:
    draughts, fleets = installed()["draughts"], installed()["fleets"]
    parameters = [
        *parameters_in_words({"variant": "russian"}, draughts),
        *parameters_in_words({"apart": True}, fleets),
        *parameters_in_words({"win_size": 8}, installed()["trichet"]),
    ]

    with speaking(Whole()):
        assert str(translated(in_a_row(*parameters))) == "жжжжжжж russian, жжжжж, жжж жжжж 8"
    assert in_a_row(*parameters) == "variant russian, apart, win size 8"


def test_a_parameter_whose_name_has_no_translation_leaves_the_letter_in_its_language() -> None:
    class Lacking(Whole):
        def pgettext(self, context: str, text: str) -> str:
            return text

    with speaking(Lacking()):
        assert str(translated(in_a_row(*parameters_in_words({"size": 4}, installed()["hex"])))) == "size 4"
