"""Help pages: whatever they say can be typed, works, and fits into a letter."""

from __future__ import annotations

import re

import pytest

from pbmserv import places
from pbmserv.commands.help.actions import LEADS_TO, all_subjects, leads_to, page
from pbmserv.commands.help.generated import command_page, game_page, games_page
from pbmserv.commands.requests.context import Command
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.games.trichet import Trichet
from pbmserv.letters.letter import LINE_OF_STARS
from pbmserv.letters.widths import WIDTH
from tests.commands.examples import BODY, needs_an_empty_server, prepare, sender_of, with_own_passwords
from tests.conversation import ADDRESS, Server, html_in

WRITTEN = sorted(path.stem for path in places.help_pages().glob("*.txt"))
SUBJECTS = sorted(
    {*installed(), *WRITTEN, "commands", "games", *(name for command in COMMANDS for name in command.words)}
)
PASSWORDS_ON_PAGES = {"alice": "secret7", "bob": "bobpw123", "carol": "carolpw1", "wendy": "wren-song2"}

SHOW_A_BOARD = {"record": "hex"}
"""Pages whose examples are about a board that is there already, and its game."""


def examples_on(text: str) -> list[str]:
    """The example lines of a page: those that begin with > below the text."""
    return re.findall(r"^    > (.+)$", text, re.MULTILINE)


# What is written works


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.example)
def test_the_example_of_every_command_is_accepted(server: Server, empty_server: Server, command: Command) -> None:
    typed = with_own_passwords(command.example)
    if needs_an_empty_server(command):
        reply = empty_server.say("alice@example.org", typed)
    else:
        prepare(server, command.example)
        reply = server.say(sender_of(typed), typed, comment=BODY, body=BODY)

    assert reply.ok, reply.error


@pytest.mark.parametrize("subject", WRITTEN)
@pytest.mark.alike
def test_the_examples_of_every_page_are_accepted_in_their_order(empty_server: Server, subject: str) -> None:
    _, text = page([subject], installed(), COMMANDS)
    for userid, password in PASSWORDS_ON_PAGES.items():
        empty_server.enrol(userid, password)

    if subject in SHOW_A_BOARD:
        empty_server.hear("alice@example.org", f"{SHOW_A_BOARD[subject]} challenge alice bob")
    for line in examples_on(text):
        reply = empty_server.say(sender_of(line), line)

        if line.startswith("signup"):
            # Who copies it is told to think of a password; the page goes on with its own.
            assert "is an example on our pages" in reply.error
            empty_server.enrol(*line.split()[1:3])
        else:
            assert reply.ok, f"{line}: {reply.error}"


def test_the_tutorial_is_a_whole_first_game(server: Server) -> None:
    lines = examples_on(server.hear("alice@example.org", "help tutorial").text)

    assert [line.split()[0] for line in lines] == [
        "signup",
        "trichet",
        "trichet",
        "trichet",
        "trichet",
        "all",
        "trichet",
    ]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.example)
def test_the_page_of_every_command_shows_its_form_and_an_example(command: Command) -> None:
    text = command_page(command)

    assert " ".join(command.form().split()) in " ".join(text.split())
    assert text.endswith(f"For example:\n\n    > {command.example}\n")
    assert command.summary[0].isupper()


# Finding a page


@pytest.mark.alike
@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_subject_has_a_page_that_fits_into_a_letter(server: Server, subject: str) -> None:
    reply = server.say("alice@example.org", f"help {subject}")

    assert reply.ok
    assert [line for line in reply.text.splitlines() if len(line) > 79] == []
    assert "pbmserv@localhost" not in reply.text


@pytest.mark.parametrize("subject", WRITTEN)
def test_no_line_of_a_page_is_wider_than_one_of_a_letter(subject: str) -> None:
    """Where a letter wraps such a line, it leaves a word or two on a line by themselves."""
    lines = (places.help_pages() / f"{subject}.txt").read_text("utf-8").splitlines()

    assert [line for line in lines if len(line) > WIDTH] == []


@pytest.mark.parametrize("subject", WRITTEN)
def test_no_paragraph_of_a_page_stands_in_it_twice(subject: str) -> None:
    text = (places.help_pages() / f"{subject}.txt").read_text("utf-8")
    long = [paragraph for paragraph in text.split("\n\n") if len(re.findall("[A-Za-z]{2,}", paragraph)) > 12]

    assert len(set(long)) == len(long)


def test_help_alone_is_the_index(server: Server) -> None:
    reply = server.say("alice@example.org", "help")

    assert reply.subject == "Help for pbmserv"
    assert f"You play by writing letters to {ADDRESS}." in reply.text


@pytest.mark.parametrize(
    ("asked", "subject"),
    [
        ("help Trichet", "Help for Trichet"),
        ("HELP TRICHET", "Help for Trichet"),
        ("help triche", "Help for Trichet"),
        ("trichet help", "Help for Trichet"),
        ("help tutorial", "Help: tutorial"),
        ("help commands", "Help: commands"),
        ("help games", "Help: games"),
        ("help move", "Help: move"),
        ("help board", "Help: move"),
        ("help trichet move", "Help: move"),
        ("help change password", "Help: change password"),
        ("help all show", "Help: all show"),
        ("help help", "Help: help"),
        ("help undo", "Help: undo"),
        ("help draw", "Help: draw"),
        ("help propose", "Help: draw"),
        ("help pass", "Help: pass"),
        ("help resign", "Help: resign"),
        ("help glicko", "Help: glicko"),
        ("help chance", "Help: chance"),
        ("help rules", "Help: games"),
        ("help RULES", "Help: games"),
        ("help faq", "Help: faq"),
        ("help hex rules", "Help for Hex"),
    ],
)
def test_a_page_is_found_by_the_words_that_people_use(server: Server, asked: str, subject: str) -> None:
    assert server.say("alice@example.org", asked).subject == subject


@pytest.mark.parametrize(
    ("asked", "subject", "titles"),
    [
        ("help hex trichet", "Help: hex, trichet", ["Hex", "Trichet"]),
        ("help move challenge", "Help: move, challenge", ["move", "challenge"]),
        ("help change password tutorial", "Help: change password, tutorial", ["change password", "Your first game"]),
        (
            "help tuto change strict HEX",
            "Help: tutorial, change strict, hex",
            ["Your first game", "change strict", "Hex"],
        ),
        ("help move board", "Help: move", ["move"]),
        ("help hex hex", "Help for Hex", ["Hex"]),
        ("help hex move challenge", "Help: hex, move, challenge", ["Hex", "move", "challenge"]),
    ],
)
def test_the_pages_of_several_subjects_come_in_one_letter(
    server: Server, asked: str, subject: str, titles: list[str]
) -> None:
    reply = server.say("alice@example.org", asked)

    assert reply.subject == subject
    assert [page.lstrip().splitlines()[0] for page in reply.text.split(LINE_OF_STARS)] == titles


def test_a_password_that_is_typed_for_a_subject_is_not_named(server: Server) -> None:
    alone = server.say("alice@example.org", "help secret7")
    among_others = server.say("alice@example.org", "help move secret7")

    assert alone.error.startswith('"******" is not a subject that has a page.')
    assert '"******" is not a subject that has a page.' in among_others.text
    assert "secret7" not in alone.text + alone.outcome + among_others.outcome


def test_pages_that_there_are_come_with_a_word_on_those_that_there_are_not(server: Server) -> None:
    reply = server.say("alice@example.org", "help hex tutrial")

    assert reply.ok
    assert reply.subject == "Help for Hex"
    assert reply.text.endswith('"tutrial" is not a subject that has a page. Did you mean tutorial?\n')


def test_more_pages_than_a_few_are_refused(server: Server) -> None:
    reply = server.say("alice@example.org", "help hex trichet move challenge show chat")

    assert reply.error == "At most 5 pages can be had in one letter, not 6."


def test_each_page_that_a_page_leads_to_is_there(server: Server) -> None:
    names = {*SUBJECTS, *LEADS_TO}
    written = [page([subject], installed(), COMMANDS)[1] for subject in WRITTEN]

    led_to = {name for text in written for name in re.findall(r"\bhelp ((?:change )?[a-z]+)\b", text)}

    assert {name for name in led_to if name not in names} <= {"alone", "and", "name", "page"}


def test_a_name_that_two_commands_have_shows_both(server: Server) -> None:
    text = server.say("alice@example.org", "help confirm").text

    assert "    confirm code [yes|no]\n" in text
    assert "    <game> confirm board userid password\n" in text


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("help trichett", "trichet"),
        ("help chalenge", "challenge"),
        ("help tutrial", "tutorial"),
        ("help comands", "commands"),
    ],
)
def test_a_near_miss_is_answered_with_what_may_have_been_meant(server: Server, asked: str, meant: str) -> None:
    reply = server.say("alice@example.org", asked)

    assert not reply.ok
    assert reply.error.startswith(f'"{asked.removeprefix("help ")}" is not a subject that has a page. Did you mean ')
    assert meant in reply.error


@pytest.mark.parametrize("asked", ["xyzzyxyzzy", "../../etc/passwd", "index.txt", '""', "x " * 500])
def test_a_subject_that_nobody_knows_is_refused(server: Server, asked: str) -> None:
    reply = server.say("alice@example.org", f"help {asked}")

    assert not reply.ok
    assert reply.text.endswith(
        "Answer this letter with the right command in its\nfirst line, or with help to read more.\n"
    )


# The lists


def test_the_list_of_commands_has_every_command(server: Server) -> None:
    text = " ".join(server.say("alice@example.org", "help commands").text.split())

    for command in COMMANDS:
        assert " ".join(command.form().split()) in text


def test_the_list_of_games_has_every_game() -> None:
    text = games_page(installed().values())

    for game in installed().values():
        assert f"    {game.word} (" in text


def test_games_are_listed_under_the_headings_of_their_families() -> None:
    text = games_page(installed().values())

    assert (
        "Pits and seeds\n"
        "--------------\n"
        "\n"
        "    kalah (2 players)\n"
        "        Sow seeds, and get most of them into your store.\n"
        "        Also: Mancala.\n"
    ) in text


@pytest.mark.parametrize("asked", ["help hex", "hex help"])
def test_the_page_of_a_game_ends_with_the_games_that_are_like_it(server: Server, asked: str) -> None:
    text = server.hear("alice@example.org", asked).text

    assert text.endswith(
        "\n"
        "Games like this\n"
        "---------------\n"
        "\n"
        "    help havannah\n"
        "        Close a ring, or join two corners or three sides.\n"
        "    help y\n"
        "        Join all three sides of a triangle with a chain of stones.\n"
        "    help conhex\n"
        "        Win spaces by half of their points, and join your two sides.\n"
        "    help loa\n"
        "        Lines of Action: join your pieces; lines say how far they go.\n"
    )


@pytest.mark.parametrize(
    ("asked", "game"),
    [("reversi", "Othello"), ("Lines of Action", "LOA"), ("oware", "Wari")],
)
def test_a_game_has_its_page_by_the_names_that_it_has_elsewhere(server: Server, asked: str, game: str) -> None:
    assert server.hear("alice@example.org", f"help {asked}").subject == f"Help for {game}"


def test_a_game_without_a_page_is_explained_by_what_it_declares() -> None:
    class Unexplained(Trichet):
        name = "Unexplained"

    text = game_page(Unexplained())

    assert text.startswith("Unexplained\n===========\n\nLay triangular tiles")
    assert "\nPlayed by 2 players. A move is <rotation><position>, for example d3.\n" in text
    assert "    -num_tiles=96\n" in text


def test_an_item_of_a_list_on_the_page_of_a_command_is_filled_as_a_whole(server: Server) -> None:
    page = server.hear("alice@example.org", "help move").text

    assert (
        "* resign gives the game up. If others play on, or hands are hidden, it is kept\n"
        "  until the turn comes to you, and nobody else is told; sent again, it is taken\n"
        "  back.\n"
        "* propose proposes"
    ) in page


@pytest.mark.parametrize(
    ("asked", "entry", "command"),
    [
        ("", "help tutorial", "help tutorial"),
        ("", "help undo", "help undo"),
        ("", "list", "list"),
        ("commands", "change password userid old new", "help change password"),
        ("commands", "&lt;game&gt; move board userid password move", "help move"),
        ("games", "amazons (2 players)", "help amazons"),
        ("hex", "help y", "help y"),
    ],
)
def test_an_entry_of_a_page_is_a_button_for_the_page_that_it_is_about(
    server: Server, asked: str, entry: str, command: str
) -> None:
    server.hear("alice@example.org", f"help {asked}".strip())
    html = html_in(server.outbox()[-1]) or ""

    written = command.replace(" ", "%20")
    assert f'<a href="mailto:games@example.net?subject={written}" style="' in html
    assert re.search(rf">{re.escape(entry)}<br>", html)


@pytest.mark.parametrize("subject", ["commands", "games"])
def test_no_entry_of_a_list_leads_nowhere(subject: str) -> None:
    names = all_subjects(installed(), COMMANDS)
    _, text = page([subject], installed(), COMMANDS)
    entries = re.findall(r"^ {4}([^\s\[].*)\n(?: {4}\[.*\n)?  {7}", text, re.MULTILINE)

    assert len(entries) > 30
    assert [entry for entry in entries if not leads_to(entry, names, is_list=True)] == []
