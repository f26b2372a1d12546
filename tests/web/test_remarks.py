"""What is said with moves and without is kept for the pages: the same words that the letters have."""

from __future__ import annotations

from pbmserv.commands.requests.context import Call
from tests.conversation import FOUR, Server
from tests.web.conftest import Browser
from tests.web.programs import NewBrowser

ALICE, BOB, CAROL = "alice@example.org", "bob@example.org", "carol@example.org"


def said(server: Server, number: int = 101) -> list[tuple[str, int, str]]:
    """Author, number of moves made, and words of all that was said on a board of Hex."""

    def look(call: Call) -> list[tuple[str, int, str]]:
        board = call.work.boards.load("hex", number)
        assert board
        remarks = call.work.remarks.on(call.work.boards.id_of(board), 10)
        return [(remark.author.userid, remark.after, remark.words) for remark in remarks]

    return server.office.look_up(look)


def test_what_is_said_with_a_challenge_a_move_and_without_is_kept_in_order(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob", comment="A game?")
    server.hear("alice@example.org", "hex move 101 alice secret7 d4", comment="In the middle.")
    server.hear("bob@example.org", "hex chat 101 bob bobpw123", comment="I have to think.")

    assert said(server) == [
        ("alice", 0, "A game?"),
        ("alice", 1, "In the middle."),
        ("bob", 1, "I have to think."),
    ]


def test_words_that_are_sent_to_nobody_are_not_kept(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    server.hear("bob@example.org", "hex queue 101 bob bobpw123 d4", comment="For later.")
    server.say("bob@example.org", "hex move 101 bob bobpw123 d4", comment="It is not my turn.")

    assert said(server) == []


def test_a_password_among_the_words_is_masked_as_in_the_letters(server: Server) -> None:
    server.hear("alice@example.org", "hex challenge alice bob")
    reply = server.hear("alice@example.org", "hex move 101 alice secret7 d4", comment="alice secret7 is my password")

    [(_, _, words)] = said(server)
    assert "secret7" not in words
    assert words in reply.letter_to("bob@example.org").text


def test_the_words_of_a_hidden_move_are_kept_when_the_round_is_complete(server: Server) -> None:
    server.hear("alice@example.org", "goofspiel challenge alice bob")
    server.hear("alice@example.org", "goofspiel move 101 alice secret7 J", comment="High.")
    before = kept(server)
    server.hear("bob@example.org", "goofspiel move 101 bob bobpw123 2", comment="Low.")

    assert before == []
    assert sorted(kept(server)) == ["High.", "Low."]


def kept(server: Server) -> list[str]:
    """The words of all that was said on the first board of Goofspiel."""

    def look(call: Call) -> list[str]:
        board = call.work.boards.load("goofspiel", 101)
        assert board
        return [remark.words for remark in call.work.remarks.on(call.work.boards.id_of(board), 10)]

    return server.office.look_up(look)


def page_of(new_browser: NewBrowser, userid: str, path: str) -> str:
    browser: Browser = new_browser()
    browser.sign_in(userid)
    return browser.get(path).text


def test_who_subscribes_reads_what_is_said_from_then_on(server: Server, new_browser: NewBrowser) -> None:
    """What two have told each other before is for them, as it is in their letters."""
    server.hear(ALICE, "hex challenge alice bob")
    server.hear(ALICE, "hex chat 101 alice secret7", comment="My number is zebra seven.")
    server.wait(minutes=1)
    server.hear(CAROL, "hex subscribe 101 carol secret9")
    server.hear(BOB, "hex chat 101 bob bobpw123", comment="Hello, carol.")

    read = page_of(new_browser, "carol", "/hex/101")

    assert "Hello, carol." in read
    assert "zebra seven" not in read
    assert "zebra seven" in page_of(new_browser, "bob", "/hex/101")


def test_who_subscribes_to_all_boards_reads_what_was_said_before_on_none(
    server: Server, new_browser: NewBrowser
) -> None:
    server.hear(ALICE, "hex challenge alice bob", comment="My number is zebra seven.")
    server.wait(minutes=1)
    server.hear(CAROL, "hex subscribe carol secret9 all")
    server.hear(ALICE, "hex challenge alice bob", comment="Once more?")

    assert "zebra seven" not in page_of(new_browser, "carol", "/hex/101")
    assert "Once more?" in page_of(new_browser, "carol", "/hex/102")


def test_who_comes_for_another_reads_what_is_said_from_then_on_and_who_has_left_all(
    server: Server, new_browser: NewBrowser
) -> None:
    server.sign_up("dave")
    server.hear(ALICE, "yacht challenge alice bob carol")
    for userid in ("alice", "bob", "carol"):
        server.hear(f"{userid}@example.org", f"yacht move 101 {userid} {FOUR[userid]} choice")
    server.hear(ALICE, "yacht move 101 alice secret7 aces", comment="My number is zebra seven.")
    server.hear(BOB, "yacht move 101 bob bobpw123 aces")
    server.hear(CAROL, "yacht resign 101 carol secret9")
    server.hear(ALICE, "yacht substitute 101 alice secret7 dave")
    server.hear(BOB, "yacht substitute 101 bob bobpw123 yes")
    server.hear("dave@example.org", "yacht join 101 dave davepw45", comment="Here I am.")
    server.hear(ALICE, "yacht chat 101 alice secret7", comment="Welcome, dave.")

    read = page_of(new_browser, "dave", "/yacht/101")

    assert "Here I am." in read
    assert "Welcome, dave." in read
    assert "zebra seven" not in read
    assert "Welcome, dave." in page_of(new_browser, "dave", "/me")
    assert "zebra seven" not in page_of(new_browser, "dave", "/me")
    assert "zebra seven" in page_of(new_browser, "carol", "/yacht/101")
