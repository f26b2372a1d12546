"""The diagrams of help pages: each is what a letter shows of the position that the page's remark tells of."""

from __future__ import annotations

import re
from textwrap import indent
from typing import Any

import pytest

from pbmserv import places
from pbmserv.commands.help.generated import game_page, parts_of_game_page
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.games.diagrams import BadDiagram, Diagram, Reader, parts_of, readable
from pbmserv.games.hex import Hex
from tests.games.help_pages import diagrams_of, page_with_remarks

GAMES = installed()
WITH_STATUS = {"goofspiel"}
"""The games on whose pages stands what letters have below the board, too."""
WITH_DIAGRAMS = (
    "goofspiel", "hex", "kalah", "macmahon", "pairimpair", "trichet",
    "trioker", "trioker-line", "trioker-puzzle", "triominoes", "wari",
)  # fmt: skip
PAGES = [word for word in GAMES if (places.help_pages() / f"{word}.txt").is_file()]
DIAGRAMS = [
    pytest.param(GAMES[word], diagram, id=f"{word}: {diagram.words[:40]}")
    for word in PAGES
    for diagram in diagrams_of(word)
]
PAGE = """\
Hex
===

A stone on a1:

.. board: -size=3;
.. a1
       -a-b-c-
     1 \\(x). . \\ 1
      2 \\ . . . \\ 2
       3 \\ . . . \\ 3
           -a-b-c-
..

That was it.
"""


def drawn(game: Game[Any], diagram: Diagram) -> str:
    """What stands on the page: the board as a letter has it, and in some games what stands below it."""
    position = diagram.position(game)
    below = ["", *game.status(position, None)] if game.word in WITH_STATUS else []
    return indent("\n".join([game.draw(position, None), *below, ""]), "    ")


@pytest.mark.alike
@pytest.mark.parametrize(("game", "diagram"), DIAGRAMS)
def test_a_diagram_is_what_a_letter_shows(game: Game[Any], diagram: Diagram) -> None:
    assert diagram.text == drawn(game, diagram)


@pytest.mark.parametrize("word", PAGES)
def test_readers_see_no_remark(word: str) -> None:
    page = game_page(GAMES[word])

    assert not [line for line in page.splitlines() if line.startswith("..")]
    assert "\n\n\n\n" not in page
    assert max(map(len, page_with_remarks(word).splitlines())) <= 79


@pytest.mark.parametrize("word", WITH_DIAGRAMS)
def test_a_page_has_diagrams_and_shows_how_a_game_ends(word: str) -> None:
    game = GAMES[word]

    assert [each for each in diagrams_of(word) if game.result(each.position(game)) is not None]


def test_whoever_shows_pictures_gets_a_page_in_parts() -> None:
    parts = parts_of_game_page(GAMES["hex"])

    assert [type(part) for part in parts] == [str, Diagram] * 4 + [str]
    assert [part.text for part in parts if isinstance(part, Diagram)] == [each.text for each in diagrams_of("hex")]


def test_a_page_is_taken_apart_and_readers_get_it_without_remarks() -> None:
    before, diagram, after = parts_of(PAGE)

    assert (before, after) == ("Hex\n===\n\nA stone on a1:\n\n", "\nThat was it.\n")
    assert isinstance(diagram, Diagram)
    assert (diagram.kind, diagram.words) == ("board", "-size=3; a1")
    assert diagram.text == drawn(Hex(), diagram)
    assert readable(PAGE) == f"{before}{diagram.text}{after}"


FOR_BOTH = """\
The dots are free cells,
.. letters:
and the stone in brackets is the last one.
..
.. pages:
and the stone that is marked is the last one.
..
That is all.

* One
.. letters:
  in characters
..
* Two

.. letters:
    +---+
     \\ /
..
.. picture: -size=3;
.. a1

End.
"""


def test_letters_have_what_only_they_can_say() -> None:
    assert readable(FOR_BOTH) == (
        "The dots are free cells, and the stone in brackets is the last one. That is\nall.\n\n"
        "* One in characters\n* Two\n\n    +---+\n     \\ /\n\nEnd.\n"
    )


def test_pages_have_what_only_they_can_say_and_pictures_of_their_own() -> None:
    before, picture, after = parts_of(FOR_BOTH, Reader.PAGES)

    assert isinstance(before, str)
    assert isinstance(after, str)
    assert f"{before.rstrip()}\n\n" == (
        "The dots are free cells, and the stone that is marked is the last one. That is\nall.\n\n* One\n* Two\n\n"
    )
    assert picture == Diagram("", "board", "-size=3; a1")
    assert after.strip() == "End."


def test_a_number_at_the_start_of_a_line_begins_no_list() -> None:
    page = "It is called point\n24. The other\n.. pages:\n(White)\n..\ncounts from below.\n"

    assert readable(page) == "It is called point 24. The other counts from below.\n"


def test_what_is_left_out_leaves_no_gap() -> None:
    page = "One.\n\n.. pages:\nTwo.\n..\n\n.. picture: ;\n\n\nHeading\n-------\n"

    assert readable(page) == "One.\n\n\nHeading\n-------\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("-size=99; a1", "-size takes"),
        ("-colour=3; a1", "-colour=3 is no parameter"),
        ("-size=3; a1, a1", "a1 is taken"),
        ("-size=3; a1, z9", "z9"),
        ("-size=3; a1, b1, a2, b2, a3, b3", "the game is over before b3"),
        ("seed=xyz; a1", "non-hexadecimal"),
        ("players=two; a1", "two"),
        ("-size=3 -handicap=2; a1", "handicap"),
    ],
)
def test_a_remark_that_leads_to_no_position_says_why(words: str, why: str) -> None:
    with pytest.raises(BadDiagram, match=re.escape(why)):
        Diagram("", "board", words).position(Hex())


@pytest.mark.parametrize(
    "words", ["", "{", "7", "[]", "{}", '{"size": 3}', '{"size": 3, "handicap": 0, "stones": [1]}']
)
def test_a_position_that_is_none_is_told_too(words: str) -> None:
    with pytest.raises(BadDiagram, match=r"^Hex: "):
        Diagram("", "position", words).position(Hex())


@pytest.mark.parametrize("page", ["", ".. board: a1\n", "....\n", "..\n..\n", "a\n.. nothing: 7\nb\n..\n"])
def test_what_is_no_diagram_stays_as_it_is(page: str) -> None:
    assert readable(page) == page
