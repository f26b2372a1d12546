"""Which command a sentence asks for, in several languages, and which sentences ask for none."""

from __future__ import annotations

import pytest

from pbmserv.commands.run.words_for_commands import command_meant
from pbmserv.games.catalogue import installed
from pbmserv.play.games_in_sentences import games_named
from tests.play.test_answers_of_many_people import NEITHER, SAY_NO, SAY_YES

GAMES = installed()


def meant(line: str) -> tuple[str, ...] | None:
    found = command_meant(line, games_named(line, GAMES))
    return tuple(filter(None, found)) if found else None


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("Which tournaments are running?", ("tournament list",)),
        ("Wann beginnt das nächste Turnier?", ("tournament list",)),
        ("Quand commence le prochain tournoi ?", ("tournament list",)),
        ("Are there chess tournaments?", ("tournament list GAME", "chess")),
        ("What other games do you have?", ("list",)),
        ("Was gibt es für Spiele?", ("list",)),
        ("À quoi peut-on jouer ?", ("list",)),
        ("Show my games", ("all show YOU",)),
        ("Zeig mir meine Spiele", ("all show YOU",)),
        ("Whose turn is it?", ("all show YOU",)),
        ("I would like to play against other people", ("list open",)),
        ("Is somebody free for a quick game of hex?", ("GAME anyone", "hex")),
        ("Find me an opponent for backgammon", ("GAME anyone", "backgammon")),
        ("Wer spielt mit mir Schach?", ("GAME anyone", "chess")),
        ("Je cherche un adversaire pour le go", ("GAME anyone", "go")),
        ("What's my rating?", ("standing",)),
        ("Am I winning?", ("standing",)),
        ("Wer gewinnt?", ("standing",)),
        ("How good am I at chess?", ("GAME standings", "chess")),
        ("How do I change how many mails I get?", ("settings",)),
        ("Ich hätte gern weniger Post", ("settings",)),
        ("Moins de courriels, s'il vous plaît", ("settings",)),
        ("Can you send everything in one mail per day?", ("change letters daily",)),
        ("one email per day is enough", ("change letters daily",)),
        ("Eine Mail pro Tag reicht", ("change letters daily",)),
        ("Un mail par jour suffit", ("change letters daily",)),
        ("Quelqu'un pour une partie d'échecs ?", ("GAME anyone", "chess")),
        ("Quelqu’un pour une partie d’échecs ?", ("GAME anyone", "chess")),
        ("I'd rather have a daily summary", ("change letters daily",)),
        ("Kann ich die Briefe gesammelt einmal täglich bekommen?", ("change letters daily",)),
        ("Only when it's my turn, please", ("change letters turns",)),
        ("Stop the pictures please", ("change format text",)),
        ("Password forgotten", ("forgot YOU",)),
        ("How many days of vacation do I have left?", ("vacation",)),
    ],
)
def test_what_it_asks_for(line: str, command: tuple[str, ...]) -> None:
    assert meant(line) == command


@pytest.mark.alike
@pytest.mark.parametrize(
    "line",
    [
        *NEITHER.strip().splitlines(),
        *SAY_NO.strip().splitlines(),
        *SAY_YES.strip().splitlines(),
        "The settings of the pieces are strange",
        "I got fewer points than my brother",
        "You play too many games for me",
        "The tournament was great",
        "You are winning",
        "I think I stand better",
        "What a holiday that was!",
        "One day I will win",
        "Let's play again",
        "Would you like to play chess?",
        "Who am I playing with?",
        "I don't want daily letters",
        "I do not want to play chess with anyone",
        "Chess or Go?",
        "d4",
        "",
        "* Standings of hex and go",
        "settings " * 20,
    ],
)
def test_what_asks_for_nothing(line: str) -> None:
    assert meant(line) is None


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("Y a-t-il un tournoi ?", []),
        ("Il y a quelqu'un ?", []),
        ("hola y gracias a todos", []),
        ("Let's go and have fun", []),
        ("to go or not to go", []),
        ("She connects the dots in her mind", []),
        ("rules of y please", ["y"]),
        ("a game of go and one of hex", ["go", "hex"]),
        ("une partie d'échecs", ["chess"]),
        ("Spielen wir Vier gewinnt oder Mühle?", ["connect4", "morris"]),
        ("Hex", ["hex"]),
        ("invite him to hex", ["hex"]),
        ("nine men's morris with my friend", ["morris"]),
    ],
)
def test_the_games_that_a_sentence_names(text: str, games: list[str]) -> None:
    assert [each.word for each in games_named(text, GAMES)] == games
