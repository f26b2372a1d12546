"""Installed games are found by their entry points, whichever package they come in."""

from importlib.metadata import EntryPoint

import pytest

from pbmserv.games.base import Game, Illegal
from pbmserv.games.catalogue import GROUP, Catalogue, installed
from pbmserv.games.chance import Chance
from pbmserv.games.trichet import Trichet

TRICHET = "pbmserv.games.trichet:Trichet"


def catalogue_of(**entries: str) -> Catalogue:
    return Catalogue({word: EntryPoint(word, value, GROUP) for word, value in entries.items()})


def test_trichet_is_installed() -> None:
    assert isinstance(installed()["trichet"], Trichet)


def test_every_installed_game_can_be_loaded_under_its_own_word() -> None:
    for word, game in installed().items():
        assert isinstance(game, Game)
        assert game.word == word


def test_the_installation_is_read_once() -> None:
    assert installed() is installed()


def test_words_come_in_alphabetical_order() -> None:
    catalogue = catalogue_of(trichet=TRICHET, chess="nowhere:Chess", nim="nowhere:Nim")

    assert list(catalogue) == ["chess", "nim", "trichet"]
    assert len(catalogue) == 3


def test_a_game_is_loaded_only_when_it_is_asked_for() -> None:
    catalogue = catalogue_of(broken="no.such.module:Game", trichet=TRICHET)

    assert "broken" in catalogue
    assert catalogue["trichet"].name == "Trichet"
    with pytest.raises(ModuleNotFoundError):
        catalogue["broken"]


def test_a_game_is_loaded_once() -> None:
    catalogue = catalogue_of(trichet=TRICHET)

    assert catalogue["trichet"] is catalogue["trichet"]


def test_a_word_that_is_no_game_is_a_key_error() -> None:
    catalogue = catalogue_of(trichet=TRICHET)

    assert "go" not in catalogue
    with pytest.raises(KeyError):
        catalogue["go"]


@pytest.mark.parametrize("value", [TRICHET, "collections:Counter"])
def test_an_entry_point_must_name_a_game_of_its_own_word(value: str) -> None:
    catalogue = catalogue_of(nim=value)

    with pytest.raises(TypeError, match="'nim' of group"):
        catalogue["nim"]


@pytest.mark.parametrize("word", list(installed()))
def test_who_types_pass_at_the_start_is_told_why_there_is_no_passing(word: str) -> None:
    game = installed()[word]
    start = game.start({option.name: option.default for option in game.options}, game.seats[0], Chance(bytes(16), ""))

    with pytest.raises(Illegal, match=r"^(Nobody passes|Nobody may pass|You cannot pass|There is nobody to pass).*:"):
        game.play(start, game.to_move(start)[0], " Pass ", Chance(bytes(16), "move 1"))
