"""Installed games are found by their entry points, whatever package they come in."""

from importlib.metadata import EntryPoint
from typing import Any, ClassVar

import pytest

from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.base import Game
from pbmserv.games.catalogue import COMMAND_WORDS, GROUP, Catalogue, installed
from pbmserv.games.trichet import Trichet
from pbmserv.post_office import PostOffice
from pbmserv.storage.database import Database
from tests.conversation import ADDRESS, Server
from tests.games.test_testing import Countdown

HEX = "pbmserv.games.hex:Hex"
TRICHET = "pbmserv.games.trichet:Trichet"


def catalogue_of(**entries: str) -> Catalogue:
    return Catalogue(EntryPoint(word, value, GROUP) for word, value in entries.items())


def test_trichet_is_installed() -> None:
    assert isinstance(installed()["trichet"], Trichet)


def test_every_installed_game_can_be_loaded_under_its_own_word() -> None:
    for word, game in installed().items():
        assert isinstance(game, Game)
        assert game.word == word


def test_the_installation_is_read_once() -> None:
    assert installed() is installed()


def test_words_come_in_alphabetical_order() -> None:
    catalogue = catalogue_of(trichet=TRICHET, nim="tests.games.test_catalogue:Nim", hex=HEX)

    assert list(catalogue) == ["hex", "nim", "trichet"]
    assert len(catalogue) == 3


def test_a_game_of_ours_is_loaded_only_when_it_is_asked_for() -> None:
    catalogue = catalogue_of(broken="pbmserv.games.broken:Game", trichet=TRICHET)

    assert "broken" in catalogue
    assert catalogue["trichet"].name == "Trichet"
    with pytest.raises(KeyError):
        catalogue["broken"]
    assert "broken" not in catalogue


def test_a_game_is_loaded_once() -> None:
    catalogue = catalogue_of(trichet=TRICHET)

    assert catalogue["trichet"] is catalogue["trichet"]


def test_a_word_that_is_no_game_is_a_key_error() -> None:
    catalogue = catalogue_of(trichet=TRICHET)

    assert "go" not in catalogue
    with pytest.raises(KeyError):
        catalogue["go"]


class Nim(Countdown):
    name = "Nim"


class Nameless(Countdown):
    name = None  # type: ignore[assignment]


class Seatless(Countdown):
    seats = range(2, 2)


class TwoWords(Countdown):
    name = "Nim Nim"


class Unfinished(Game[int]):
    name = "Nim"


class Optional(Countdown):
    name = "Nim"
    options: ClassVar[Any] = ["heap"]


def no_game_today() -> None:
    raise RuntimeError("not today")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (TRICHET, "the game is called Trichet, so the entry point has to be called trichet"),
        ("no.such.module:Game", "it cannot be loaded: ModuleNotFoundError: No module named 'no'"),
        ("collections:NoGame", "it cannot be loaded: AttributeError"),
        ("collections:Counter", "collections:Counter is no subclass of pbmserv.games.base.Game"),
        (f"{__name__}:no_game_today", "it cannot be loaded: RuntimeError: not today"),
        (f"{__name__}:Unfinished", "it cannot be loaded: TypeError: Can't instantiate abstract class Unfinished"),
        (f"{__name__}:Nameless", "Nameless.name is missing, or no str"),
        (f"{__name__}:Seatless", "Seatless.seats is missing, or no range"),
        (f"{__name__}:TwoWords", "Nim Nim is no single word that a player can type"),
        (f"{__name__}:Optional", "Optional.options is no tuple of Option"),
    ],
)
def test_an_entry_point_that_gives_no_game_of_its_word_is_left_out_and_harms_no_other(value: str, why: str) -> None:
    catalogue = catalogue_of(hex=HEX, nim=value, trichet=TRICHET)

    assert list(catalogue) == ["hex", "trichet"]
    assert [game.name for game in catalogue.values()] == ["Hex", "Trichet"]
    assert "nim" not in catalogue
    with pytest.raises(KeyError):
        catalogue["nim"]
    assert [*catalogue.left_out] == [f"nim = {value}"]
    assert catalogue.left_out[f"nim = {value}"].startswith(why)


def test_nobody_takes_the_word_of_a_game_of_ours() -> None:
    theirs = EntryPoint("hex", f"{__name__}:Nim", GROUP)

    catalogue = Catalogue([theirs, EntryPoint("hex", HEX, GROUP)])

    assert catalogue["hex"].name == "Hex"
    assert catalogue.left_out == {f"hex = {__name__}:Nim": f"{HEX} has that name already"}


@pytest.mark.parametrize("word", ["help", "list", "signup"])
def test_no_game_can_be_called_like_a_command(word: str) -> None:
    catalogue = catalogue_of(**{word: f"{__name__}:Nim", "trichet": TRICHET})

    assert list(catalogue) == ["trichet"]
    assert catalogue.left_out == {f"{word} = {__name__}:Nim": f"{word} is the name of a command"}


def test_the_commands_that_are_about_no_game_are_all_known() -> None:
    begin = {words.split()[0] for command in COMMANDS if not command.of_a_game for words in command.words}

    assert begin == COMMAND_WORDS


def test_one_wrong_entry_point_leaves_lists_and_help_as_they_are(sqlite_database: Database) -> None:
    server = Server(sqlite_database)
    catalogue = catalogue_of(nim=TRICHET, trichet=TRICHET)
    server.office = PostOffice(sqlite_database, catalogue, ADDRESS, server.passwords, now=lambda: server.now)
    server.sign_up("alice")

    answers = [server.hear("alice@example.org", subject).letters[0] for subject in ("list", "help games")]

    assert ["trichet" in letter.text.lower() for letter in answers] == [True, True]
