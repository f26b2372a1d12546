"""Letters: the Subjects that players' filters look for, the order of the parts, and the width."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.storage.database import Database
from tests.commands.examples import prepare
from tests.conversation import FOUR, PLAYERS, Reply, Server, undone

STARS = "*" * 60


@pytest.fixture(scope="module")
def world(another_with_players: Callable[[], Database]) -> Database:
    """alice and bob have moved once each on Trichet board 101, and bob has to move."""
    server = Server(another_with_players())
    prepare(server, "")
    server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")
    server.hear("alice@example.org", "trichet move 101 alice secret7 a1")
    return server.database


@pytest.fixture
def begun(world: Database) -> Iterator[Server]:
    yield from undone(world)


def parts_in_order(text: str, *parts: str) -> bool:
    """Whether a letter has all of these parts, one after the other."""
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


# Subjects


@pytest.mark.parametrize(
    ("sender", "line", "comment", "headline"),
    [
        ("alice", "trichet challenge alice bob", "", "New game: Trichet Board 102"),
        ("alice", "trichet challenge alice bob", "Hi!", "New game: Trichet Board 102"),
        ("bob", "trichet move 101 bob bobpw123 b1", "", "Their turn: Trichet Board 101"),
        ("bob", "trichet move 101 bob bobpw123 b1", "Hi!", "Their turn: Trichet Board 101"),
        ("bob", "trichet resign 101 bob bobpw123", "", "You lost: Trichet Board 101"),
        ("bob", "trichet resign 101 bob bobpw123", "Hi!", "You lost: Trichet Board 101"),
        ("bob", "trichet move 101 bob bobpw123 zz", "Hi!", "Not done: Trichet Board 101"),
        ("bob", "trichet move 999 bob bobpw123 b1", "Hi!", "Not done: What you wrote"),
        ("bob", "nonsense", "Hi!", "Not done: What you wrote"),
        ("bob", "trichet show 101", "Hi!", "Being played: Trichet Board 101"),
        ("bob", "trichet games", "", "List of Trichet games"),
        ("bob", "trichet standings", "", "Trichet Standings"),
        ("bob", "trichet history", "", "Historical List of Trichet games"),
        ("bob", "trichet subscribe 101 carol secret9", "", "Subscription summary"),
        ("bob", "trichet notify carol secret9 101", "", "Trichet Notify summary"),
        ("bob", "goofspiel challenge alice bob", "", "Your turn: Goofspiel Board 101"),
    ],
)
def test_a_list_of_mail_says_what_a_letter_is_about_and_what_it_brings(
    begun: Server, sender: str, line: str, comment: str, headline: str
) -> None:
    assert begun.say(f"{sender}@example.org", line, comment).headline == headline


def test_who_has_moved_in_a_round_gets_a_confirmation(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")

    reply = server.say("alice@example.org", "goofspiel move 101 alice secret7 4")

    assert [letter.headline for letter in reply.letters] == ["Choice kept: Goofspiel Board 101"]


def test_what_somebody_says_and_the_end_of_a_board_come_under_its_subject(server: Server) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")

    said = server.say("alice@example.org", "trichet chat 101 alice secret7", comment="Hello!", body="Hello!")
    removed = server.say("alice@example.org", "trichet resign 101 alice secret7")

    assert said.letter_to("bob@example.org").headline == "Chat: Trichet Board 101"
    assert said.letter_to("alice@example.org").headline == "Your words: Trichet Board 101"
    assert removed.letter_to("bob@example.org").headline == "Removed: Trichet Board 101"


def test_no_subject_has_a_line_break_whatever_was_typed(begun: Server) -> None:
    for line in ("trichet show 101\r\nBcc: x@example.com", 'trichet "a\nb"', "x\r\ny"):
        assert "\n" not in begun.say("bob@example.org", line).subject


# The parts of a board's letter


def test_the_first_letter_has_its_parts_in_order(server: Server) -> None:
    reply = server.say("alice@example.org", "trichet challenge alice bob --nagtime=3 -num_tiles=50", comment="Hello!")

    assert parts_in_order(
        reply.letter_to("bob@example.org").text,
        "A new Trichet board (101) has been started by alice.",
        "Players: alice (Oh), bob (Dot)",
        "Parameters: num tiles 50",
        "It is your turn, bob: move 1.",
        "+-------+",
        "Tiles left: 48 of 50.",
        "To move, just answer this letter with your move in the first line, for example",
        "Or write a letter to games@example.net",
        "A move is <rotation><position>, for example d3.",
        f"{STARS}\nalice writes:\n\nHello!",
        f"{STARS}\nReminder after 3 days, forfeit after 21 days without a move.",
    )


def test_a_game_without_chance_tells_of_no_seed_first_or_last(server: Server) -> None:
    new = server.hear("alice@example.org", "trichet challenge alice bob -num_tiles=3")
    over = server.hear("bob@example.org", "trichet move 101 bob bobpw123 d3")

    assert "Game was a tie." in over.text
    assert [letter for letter in (*new.letters, *over.letters) if re.search(r"seed|SHA|[Cc]hance", letter.text)] == []


def test_a_game_with_chance_tells_of_its_seed_first_and_last(server: Server) -> None:
    new = server.hear("alice@example.org", "goofspiel challenge alice bob")
    server.hear("alice@example.org", "goofspiel move 101 alice secret7 7")
    server.hear("bob@example.org", "goofspiel move 101 bob bobpw123 7")

    over = server.hear("bob@example.org", "goofspiel resign 101 bob bobpw123")

    commitment, seed = (re.findall(r"\b[0-9a-f]{32,64}\b", reply.text) for reply in (new, over))
    assert [sha256(bytes.fromhex(seed[0])).hexdigest()] == commitment


def test_a_summary_has_its_parts_in_order(begun: Server) -> None:
    begun.hear("carol@example.org", "trichet subscribe 101 carol secret9")

    reply = begun.say("bob@example.org", "trichet move 101 bob bobpw123 b1", comment="Hello!")

    assert parts_in_order(
        reply.letter_to("alice@example.org").text,
        "Summary of Trichet Board 101",
        "Players: alice (Oh), bob (Dot)",
        "It is your turn, alice: move 4.",
        "  alice (Oh)  bob (Dot)",
        "1. d3",
        "2. a1",
        "bob (Dot): b1",
        "Tiles left:",
        "To move, just answer this letter with your move in the first line, for example",
        "Or write a letter to games@example.net",
        "Subscribers: carol",
        f"{STARS}\nbob writes:\n\nHello!\n",
    )


def test_the_last_letter_has_its_parts_in_order(begun: Server) -> None:
    begun.wait(days=1, hours=2)

    reply = begun.say("bob@example.org", "trichet resign 101 bob bobpw123", comment="Well played!")

    assert parts_in_order(
        reply.letter_to("alice@example.org").text,
        "Summary of Trichet Board 101",
        "Game won by alice.\nbob resigned.\n",
        "Rating of alice:",
        "1. d3",
        "+-------+",
        f"{STARS}\nbob writes:\n\nWell played!\n",
        f"{STARS}\n",
        "Time used: alice ",
        "Started 2024-03-01 12:00 UTC, ended 2024-03-02 14:00 UTC.",
    )


def test_only_whose_turn_it_is_is_told_how_to_move(begun: Server) -> None:
    reply = begun.say("bob@example.org", "trichet move 101 bob bobpw123 b1")

    assert "To move, just answer this letter" in reply.letter_to("alice@example.org").text
    assert "To move, just answer this letter" not in reply.letter_to("bob@example.org").text
    assert "You will get a letter when it is your turn." in reply.letter_to("bob@example.org").text


def test_a_summary_shows_the_last_few_moves_and_the_end_all_of_them(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    for _ in range(13):
        play_by_the_letters(server, "hex")
    reply = play_by_the_letters(server, "hex")
    assert "  (2 earlier moves not shown)\n" in reply.text

    over = server.say("alice@example.org", "hex resign 101 alice secret7")

    assert "not shown" not in over.text
    assert "  1. " in over.text


# Every game


def play_by_the_letters(server: Server, game: str) -> Reply:
    """Make a move that a letter offers to whoever has to move, having tried the others that it offers."""
    for userid, password in FOUR.items():
        sender = f"{userid}@example.org"
        text = server.say(sender, f"{game} showas {userid} {password} 101").text
        offered = re.findall(rf"^    {game} move 101 {userid} PASSWORD (.+)$", text, re.MULTILINE)
        for move in offered[:-1]:
            tried = server.rehearse(sender, f"{game} move 101 {userid} {password} {move}").reply
            assert tried.ok, f"{move}: {tried.error}"
        if offered:
            return server.hear(sender, f"{game} move 101 {userid} {password} {offered[-1]}")
    raise AssertionError("nobody is offered a move")


def players_of(server: Server, game: str) -> str:
    """As many players as the game needs; the fourth has to sign up."""
    seats = installed()[game].seats[0]
    if seats > len(PLAYERS):
        server.enrol("dave", FOUR["dave"])
    return " ".join(list(FOUR)[:seats])


@pytest.mark.alike
@pytest.mark.parametrize("game", list(installed()))
def test_in_every_game_the_moves_that_letters_offer_are_legal_and_no_line_is_wider_than_79_columns(
    server: Server, game: str
) -> None:
    replies = [server.hear("alice@example.org", f"{game} challenge {players_of(server, game)}", comment="Hello!")]

    for _ in range(5):
        replies.append(play_by_the_letters(server, game))
        if re.search("^Game (won by|over)", server.say(None, f"{game} show 101").text, re.MULTILINE):
            break

    texts = [letter.text for reply in replies for letter in reply.letters]
    assert [line for text in texts for line in text.splitlines() if len(line) > 79] == []


def test_long_names_keep_within_the_width(server: Server) -> None:
    long, longer = "anna-" + "x" * 27, "bert-" + "y" * 27
    server.hear("a@example.org", f"signup {long} secret10 {'l' * 60}@{'m' * 60}.example")
    server.hear("a@example.org", f"signup {longer} secret10")
    replies = [
        server.say("a@example.org", f"trichet challenge {long} {longer}", comment="Hello!"),
        server.say("a@example.org", f"trichet move 101 {longer} secret10 d3"),
        server.say("a@example.org", f"trichet move 101 {long} secret10 a1"),
        server.say("a@example.org", f"trichet resign 101 {long} secret10"),
        server.say("a@example.org", f"trichet move 101 {longer} wrongpw d3"),
        server.say("a@example.org", f"trichet move 101 {longer} secret10 propose"),
        server.say("a@example.org", f"trichet resign 101 {longer} secret10"),
        server.say("a@example.org", f"trichet challenge {long} {longer}"),
        server.say("a@example.org", f"trichet resign 102 {longer} secret10"),
        server.say("a@example.org", f"add {longer} secret10 {'l' * 60}@{'m' * 60}.example"),
        server.say("a@example.org", f"change address {longer} secret10 {'l' * 60}@{'n' * 60}.example"),
    ]

    lines = [line for reply in replies for letter in reply.letters for line in letter.text.splitlines()]

    # A command to be copied stays on its line, and an address is not broken.
    wide = [line for line in lines if len(line) > 79 and not line.startswith("    ")]
    assert wide == [f"{'l' * 60}@{letter * 60}.example." for letter in "mn"]
