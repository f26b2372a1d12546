"""The server's own sentences stay whole, whatever words somebody has typed; what they quote is masked."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pbmserv
from pbmserv.commands.requests.redaction import _vocabulary, own_words, parts
from pbmserv.commands.run.table import COMMANDS
from pbmserv.games.catalogue import installed
from pbmserv.language.argument_types import EXAMPLE_PASSWORDS
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.mail.test_replies import ALICE, BOB, Post

VOCABULARY = _vocabulary(COMMANDS, tuple(installed()))


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


def said_to(post: Post, address: str) -> str:
    return " ".join(post.letter_to(address)["text"].split())


@pytest.mark.parametrize("line", ["Nice answer, thank you", "My answer: wonderful", "needs an answer subject"])
def test_an_answer_to_a_letter_that_asks_for_nothing_is_told_so_in_all_its_words(post: Post, line: str) -> None:
    post.server.hear(ALICE, "hex standings")

    post.answer(ALICE, line)

    assert "It is not clear to this server, which is a program, what you want." in said_to(post, ALICE)


@pytest.mark.parametrize(
    "line", ["Your answer is not clear", "the invitation with nothing else please once", "a letter clear answer"]
)
def test_so_does_one_to_somebody_who_is_no_player(post: Post, line: str) -> None:
    post.server.hear(ALICE, "hex challenge alice dave@example.com")

    post.answer("dave@example.com", line)

    told = said_to(post, "dave@example.com")
    assert "Answer this letter with yes, with no, or with your name here in a line like this: name robin." in told


@pytest.mark.parametrize("answer", ["Big straight!", "my choice: (big-straight)", "I take the big-straight, please"])
def test_a_question_names_the_move_in_the_words_of_the_game(post: Post, answer: str) -> None:
    post.server.hear(BOB, "yacht challenge bob alice")
    mover = BOB if "It is your turn" in said_to(post, BOB) else ALICE

    post.answer(mover, answer, envelope_sender=f"elsewhere-{mover}")

    assert "Did you mean ******" not in said_to(post, mover)
    assert "big-******" not in said_to(post, mover)


def test_the_words_of_a_game_stay_in_what_it_expects(post: Post) -> None:
    reply = post.server.say("mallory@example.com", "backgammon preview 101 please double straight")
    post.server.hear(BOB, "backgammon challenge bob alice")
    reply = post.server.say("mallory@example.com", "backgammon preview 101 please double stranger")

    assert "******" not in reply.error.replace('"', "").partition(":")[2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("help tournaments-of-all", "Did you mean"),
        ("hex challenge alice tournament", "There is no player called"),
    ],
)
def test_what_may_have_been_meant_is_named(post: Post, line: str, said: str) -> None:
    error = post.server.say("mallory@example.com", line).error

    assert said in error
    assert "mean ******" not in error


class TestAPasswordThatIsAWordOfOurs:
    """alice has a word as her password that stands on a help page."""

    @pytest.fixture
    def asked(self, post: Post) -> Post:
        post.server.hear(ALICE, "change password alice secret7 counter-clockwise")
        assert "counter-clockwise" in own_words()
        post.server.hear(BOB, "wari challenge alice bob")
        return post

    @pytest.mark.parametrize("line", ["wari move 101 alice counter-clockwise counter-clockwise", "counter-clockwise"])
    def test_is_masked_where_it_is_quoted(self, asked: Post, line: str) -> None:
        reply = asked.server.say(ALICE, line)

        assert "counter-clockwise" not in f"{reply.outcome} {reply.letter.subject}"
        assert '"counter-clockwise' not in reply.text
        assert "    counter-clockwise" not in reply.text

    def test_and_not_in_what_the_server_says_to_all(self, asked: Post) -> None:
        reply = asked.server.say(ALICE, "wari move 101 alice counter-clockwise zz")

        assert "wari move 101 alice ****** zz" in reply.text
        assert "counter-clockwise" not in reply.error


@pytest.mark.parametrize("option", ["-pbattery5", "-Pbattery5", "--passwordbattery5", "-pwbattery5", "-p=battery5"])
@pytest.mark.parametrize(
    "line",
    ["hex move 101 alice {} d3", "hex {} move 101 alice d3", "hex move 101 alice battery5 d3 {}", "hex show 101 {}"],
)
def test_a_password_behind_the_letter_of_an_option_is_not_quoted(post: Post, line: str, option: str) -> None:
    post.server.hear(ALICE, "change password alice secret7 battery5")

    for sender in (ALICE, BOB, "mallory@example.com"):
        reply = post.server.say(sender, line.format(option))

        written = " ".join(letter.text + letter.subject for letter in reply.letters)
        assert "battery5" not in f"{reply.error} {reply.outcome} {written}"


def test_no_example_of_a_password_is_one_of_these_words() -> None:
    assert own_words().isdisjoint(EXAMPLE_PASSWORDS)
    assert not any(re.search(r"[^a-z-]", word) for word in own_words())


def test_quotation_marks_and_dashes_tell_what_was_typed() -> None:
    text = 'A move is expected, not "answer": write an answer. -answer is not known, nor -size=answer.'

    own = {part for part, is_own in parts(text, (), VOCABULARY) if is_own}
    typed = "".join(part for part, is_own in parts(text, (), VOCABULARY) if not is_own)

    assert "".join(part for part, _ in parts(text, (), VOCABULARY)) == text
    assert "answer" in own
    assert typed.count("answer") == 3


def test_all_long_words_of_refusals_are_known() -> None:
    missing = set()
    package = Path(pbmserv.__file__).parent
    for path in (path for floor in ("commands", "play", "games") for path in (package / floor).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if REFUSES.search(source) else ():
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            if REFUSES.fullmatch(getattr(node.exc.func, "id", getattr(node.exc.func, "attr", ""))):
                said = [each.value for each in ast.walk(node.exc) if isinstance(each, ast.Constant)]
                words = {word for text in said if isinstance(text, str) for word in WORD.findall(text)}
                missing |= {word.lower() for word in words if len(word) > 5}

    assert missing - own_words() - VOCABULARY == set()


REFUSES = re.compile(r"\b(?:Refusal|Unreadable|Illegal|NeverLegal|Ambiguous|Misspelt|NotAllowed)\b")
WORD = re.compile(r"(?<![\w<{-])[A-Za-z]+(?:-[A-Za-z]+)*(?![\w>}-])")
