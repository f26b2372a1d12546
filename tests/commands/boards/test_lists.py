"""Lists: the games that are played here, and boards with a line for each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from pbmserv.commands.boards.actions import MOST_LINES
from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database
from tests.conversation import Server, undone


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """Trichet boards: 101 of alice and bob, one move old; 102 of bob and carol; 103 a tie; 104 won by alice."""
    server = Server(another_with_players())
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")
    server.hear("bob@example.org", "trichet challenge bob carol")
    server.hear("alice@example.org", "trichet challenge alice bob -num_tiles=3")
    server.hear("bob@example.org", "trichet move 103 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet challenge alice bob")
    server.hear("bob@example.org", "trichet move 104 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet move 104 alice secret7 a1")
    server.hear("bob@example.org", "trichet resign 104 bob bobpw123")
    return server.database


@pytest.fixture
def playing(world: Database) -> Iterator[Server]:
    yield from undone(world)


def lines(text: str) -> list[str]:
    """The lines of a list, without its titles."""
    return text.splitlines()[1:]


# Boards


def test_the_boards_of_a_game_are_listed_with_a_line_for_each(playing: Server) -> None:
    playing.wait(days=2)

    reply = playing.say("carol@example.org", "trichet games")

    assert reply.subject == "List of Trichet games"
    assert reply.text == (
        "board        players    to move  moves  last move\n"
        "Trichet 101  alice bob  alice        1  2 days\n"
        "Trichet 102  bob carol  carol        0  2 days\n"
    )


@pytest.mark.parametrize(
    ("asked", "listed"),
    [
        (
            "active",
            ["Trichet 101  alice bob  alice        1  today", "Trichet 102  bob carol  carol        0  today"],
        ),
        (
            "inactive",
            [
                "Trichet 103  alice bob  tie               1  today",
                "Trichet 104  alice bob  won by alice      3  today",
            ],
        ),
        ("next alice", ["Trichet 101  alice bob  alice        1  today"]),
        ("carol", ["Trichet 102  bob carol  carol        0  today"]),
        (
            "102 101",
            ["Trichet 101  alice bob  alice        1  today", "Trichet 102  bob carol  carol        0  today"],
        ),
        ("101 101", ["Trichet 101  alice bob  alice        1  today"]),
    ],
)
def test_the_list_can_be_narrowed(playing: Server, asked: str, listed: list[str]) -> None:
    assert lines(playing.say("carol@example.org", f"trichet games {asked}").text) == listed


def test_all_boards_are_listed_but_those_that_were_removed(playing: Server) -> None:
    playing.hear("carol@example.org", "trichet resign 102 carol secret9")

    numbers = [line.split()[1] for line in lines(playing.say("carol@example.org", "trichet games all").text)]

    assert numbers == ["101", "103", "104"]


def test_missing_boards_are_named_below_the_list(playing: Server) -> None:
    reply = playing.say("carol@example.org", "trichet games 999 101 998")

    assert reply.ok
    assert reply.text.endswith("today\n\nThere is no Trichet board 999.\nThere is no Trichet board 998.\n")


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        ("999 998", "There is no Trichet board 999. There is no Trichet board 998."),
        ("zoe", "There is no player called zoe here."),
        ("next", "next needs a player: whose boards, for example next alice."),
        ("101#1", "A board number such as 101 is expected here."),
    ],
)
def test_a_list_of_nothing_that_exists_is_refused(playing: Server, asked: str, refusal: str) -> None:
    assert playing.say("carol@example.org", f"trichet games {asked}").error == refusal


def test_a_list_without_boards_says_so(server: Server) -> None:
    assert server.say("carol@example.org", "trichet games").text == "There are no such boards.\n"


def test_a_long_list_is_cut_and_that_is_said(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbmserv.commands.boards.actions.MOST_LINES", 3)
    for _ in range(4):
        server.hear("alice@example.org", "trichet challenge alice bob")

    text = server.say("carol@example.org", "trichet games").text

    assert len([line for line in text.splitlines() if line.startswith("Trichet 10")]) == 3
    assert text.endswith("There are more; these are the first 3.\n")
    assert MOST_LINES == 100


def test_long_names_keep_within_the_width_of_a_letter(server: Server) -> None:
    long, longer = "a" * 32, "b" * 32
    server.hear("a@example.org", f"signup {long} secret10")
    server.hear("b@example.org", f"signup {longer} secret10")
    server.hear("a@example.org", f"trichet challenge {long} {longer}")

    text = server.say("carol@example.org", "trichet games").text

    assert max(len(line) for line in text.splitlines()) <= 79
    assert text.replace(" ", "").replace("\n", "").count("b" * 16) >= 2


# Tables


# Games


def test_every_game_is_listed_with_its_players_and_boards(playing: Server) -> None:
    reply = playing.say("carol@example.org", "list")

    assert reply.subject == "List of games"
    assert [f"\n  {game.name} " in reply.text for game in installed().values()] == [True] * len(installed())
    assert (
        "  Trichet          Lay triangular tiles and be the first to surround a region\n"
        "                   of your colour. 2 boards with 3 players at the moment.\n"
    ) in reply.text
    assert "  Hex              Join your two sides of the board with a chain of stones.\n" in reply.text


def test_games_are_listed_by_families_and_most_in_a_line(server: Server) -> None:
    text = server.say("carol@example.org", "list").text

    assert [line for line, below in pairwise(text.splitlines()) if below and set(below) == {"-"}] == [
        "Chess and its kin",
        "Points and lines",
        "Squares",
        "Hexagons",
        "Triangles",
        "Pits and seeds",
        "Dice and cards",
    ]
    assert (
        "Pits and seeds\n"
        "--------------\n"
        "\n"
        "  Kalah            Sow seeds, and get most of them into your store (Mancala).\n"
        "  Wari             Sow seeds round the board, and take most, by twos and\n"
        "                   threes.\n"
    ) in text
    assert "  Hex              Join your two sides of the board with a chain of stones.\n" in text
    # A family has a title, its line, and a blank one after each; the rest is said once, or has two lines.
    assert len(text.splitlines()) <= len(installed()) * 4 // 3 + 4 * 7 + 5


def test_who_has_resigned_does_not_count_as_playing(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob carol")
    for userid, password in (("alice", "secret7"), ("bob", "bobpw123"), ("carol", "secret9")):
        server.hear(f"{userid}@example.org", f"goofspiel move 101 {userid} {password} 5")
    server.hear("carol@example.org", "goofspiel resign 101 carol secret9")

    assert "1 board with 2 players at the moment" in server.hear("alice@example.org", "list goofspiel").text


def test_named_games_are_listed_alone(playing: Server) -> None:
    text = playing.say("carol@example.org", "list Trich").text

    assert "Trichet (2 players)" in text
    assert "        2 boards with 3 players at the moment\n" in text
    assert "Hex (2 players)" not in text


# Finding games


CARDS = ("Bridge", "Cribbage", "Euchre", "FiveHundred", "GinRummy", "Goofspiel", "Hearts", "Skat", "Spades")
HEXAGONS = ("Abalone", "Abande", "Catchup", "ChineseCheckers", "Havannah", "Hex", "Tumbleweed", "Y", "Yavalath")


def found(server: Server, words: str) -> list[str]:
    """The games that a list of several shows."""
    text = server.hear("carol@example.org", f"list {words}").text
    return re.findall(r"^  (\S+) +\S", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "games"),
    [
        ("hexagons", [*HEXAGONS, "MacMahon"]),
        ("connection", ["ConHex", "LOA", "Slither", "TwixT", "Havannah", "Hex", "Y"]),
        ("hexagons connection", ["Havannah", "Hex", "Y"]),
        ("CONNECTION, hexagons!", ["Havannah", "Hex", "Y"]),
        ("alone", ["MacMahon", "Trioker-Puzzle"]),
        ("dice", ["EinStein", "Backgammon", "LiarsDice", "Yacht", *CARDS]),
        ("a game with dice for 6", ["LiarsDice", "Yacht"]),
        ("tri tiles two", ["PairImpair", "Trichet", "Trioker", "Trioker-Line", "Triominoes"]),
        ("connect", ["ConHex", "LOA", "Connect4", "Connect6", "Slither", "TwixT", "Havannah", "Hex", "Y"]),
        ("pits", ["Kalah", "Wari"]),
    ],
)
def test_words_find_games_by_family_themes_and_what_is_said_of_them(
    server: Server, words: str, games: list[str]
) -> None:
    if len(games) == 1:
        assert f"\n{games[0]} (" in server.hear("carol@example.org", f"list {words}").text
    else:
        assert sorted(found(server, words)) == sorted(games)


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("reversi", "Othello"),
        ("Lines of Action", "LOA"),
        ("oware", "Wari"),
        ("wurfelt", "EinStein"),
        ("würfelt", "EinStein"),
        ("baduk", "Go"),
        ("arrow", "Amazons"),
    ],
)
def test_a_game_that_alone_fits_is_shown_with_who_plays_it(playing: Server, words: str, game: str) -> None:
    text = playing.hear("carol@example.org", f"list {words}").text

    assert f"\n{game} (2 players)\n" in text
    assert "no boards at the moment" in text


def test_how_many_were_found_is_told_and_how_much_they_are_played(playing: Server) -> None:
    text = playing.hear("carol@example.org", "list tiles").text

    assert text.startswith("Of the games that are played on games@example.net, 6 fit:\n\nTriangles\n---------\n\n")
    assert "your colour. 2 boards with 3 players at the moment." in text


def test_the_name_of_a_game_means_the_game_although_the_word_fits_others(playing: Server) -> None:
    text = playing.hear("carol@example.org", "list go").text

    assert "\nGo (2 players)\n" in text
    assert "Goofspiel" not in text


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("hexagins", "Did you mean list hexagons?"),
        ("trichett", "Did you mean trichet?"),
        ("bingo", "Nor does any game fit: list alone shows all of them."),
        ("cards hexagons", "Nor does any game fit: list alone shows all of them."),
        ("games with", "Nor does any game fit: list alone shows all of them."),
        ("!?", "Nor does any game fit: list alone shows all of them."),
        ("carol", "For the boards of a player there is all show, for example all show alice."),
    ],
)
def test_where_nothing_fits_it_is_said_what_may_have_been_meant(server: Server, words: str, meant: str) -> None:
    reply = server.say("carol@example.org", f"list {words}")

    assert reply.error == f"This is not the name of a game here. {meant}"


@pytest.mark.parametrize("words", ["secret9", "hex secret9", "dice secret9"])
def test_a_password_in_the_place_of_a_search_is_neither_named_nor_kept(server: Server, words: str) -> None:
    reply = server.say("carol@example.org", f"list {words}")

    assert not reply.ok
    assert "secret9" not in reply.text + reply.error + reply.outcome


def test_a_password_that_finds_games_is_not_kept_and_tells_nothing(server: Server) -> None:
    server.hear("carol@example.org", "change password carol secret9 triangles")

    right = server.hear("carol@example.org", "list triangles")
    wrong = server.hear("alice@example.org", "list triangles")

    assert "triangles" not in right.outcome
    assert right.text == wrong.text
    assert "\nTriangles\n---------\n" in right.text


def test_what_a_stranger_looks_for_is_found_whole(server: Server) -> None:
    text = server.hear("stranger@example.com", "list stones").text

    assert "Lay stones to surround more of the board than your opponent" in text
    assert "***" not in text


@pytest.mark.parametrize("asked", ["trichett", "bingo", "trichet bingo"])
def test_a_game_that_nobody_plays_here_is_refused(server: Server, asked: str) -> None:
    reply = server.say("carol@example.org", f"list {asked}")

    assert reply.error.startswith("This is not the name of a game here.")
