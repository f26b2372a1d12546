"""What others never read: the password of who answers a letter, whatever command it is written in."""

from __future__ import annotations

import pytest
import structlog.testing

from pbmserv.commands.requests.budgets import ANSWERED_WORDS
from pbmserv.commands.requests.credentials import signed_in
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.requests.quota import MOST_HASHES_FOR_WORDS, CpuQuota
from pbmserv.play.unread import A_FEW
from pbmserv.post_office import Answer, Request
from pbmserv.storage.database import Database
from tests.conversation import Server, cheap_passwords
from tests.mail.test_replies import ALICE, BOB, Post

CAROL = "carol@example.org"

HALF_COMMANDS = """
move 101 bob PW d1
move 101 bob: PW d1
move 101 bob:PW d1
move 101 bob, PW, d1
move 101,bob,PW,d1
move,101,bob,PW,d1
move 101;bob;PW;d1
move 101/bob/PW/d1
move 101 - bob - PW - d1
move: 101 bob PW d1
Move 101 Bob PW D1
MOVE 101 BOB PW D1
moev 101 bob PW d1
mov 101 bob PW d1
move 101 bob "PW" d1
move 101 bob 'PW' d1
move 101 bob (PW) d1
move 101 bob <PW> d1
move 101 bob [PW] d1
move 101 bob {PW} d1
move 101 bob “PW” d1
move 101 bob «PW» d1
move 101 bob `PW` d1
move 101 bob *PW* d1
move 101 bob _PW_ d1
move 101 bob PW
move 101 bob PW.
move 101 bob PW, d1!
move 101 bob pw=PW d1
move 101 bob password:PW d1
move 101 bob password PW d1
move 101 bob -PW d1
move 101 bob -pPW d1
move 101 bob --password=PW d1
move 101 bobPW d1
move 101 bob.PW d1
move bob PW d1
move bob: PW d1
move bob,PW,d1
move PW d1
move PW, d1
move d1 PW
move: PW d1
move 101 PW d1
move 101 PW bob d1
move 101: PW d1
move #101 bob PW d1
move board 101 bob PW d1
board 101 bob PW d1
hex move 101 bob: PW d1
hex move 101, bob, PW, d1
hex, move, 101, bob, PW, d1
HEX MOVE 101 BOB: PW D1
Hex: move 101 bob: PW d1
hex 101 bob PW d1
hex bob PW d1
hex PW d1
hex move bob PW d1
hex move PW d1
hx move 101 bob PW d1
hex moev 101 bob PW d1
hexmove 101 bob PW d1
hex chat 101 bob: PW
chat 101 bob PW
chat bob PW hello
chat PW
chat 101 bob, PW Hello!
message bob PW alice
message bob: PW alice
resign 101 bob PW
resign bob PW
hex resign 101 bob: PW
queue 101 bob: PW 2 d1
submit 101 bob PW d1
accept bob PW
show 101 bob: PW
signoff bob: PW
signoff bob PW
add bob: PW bob@work.example
change password bob: PW another-one8
change password bob PW another-one8
passwd bob PW
login bob PW
login: bob, password: PW
user=bob&password=PW
bob PW
bob: PW
bob/PW
bob PW d1
bob, PW, d1
101 bob PW d1
101 bob: PW d1
101,bob,PW,d1
101 PW d1
PW
PW d1
d1 PW
PW.
"PW"
 PW
d1, PW
move 101 bob\\nPW d1
move 101\\nbob\\nPW\\nd1
move\\n101 bob PW d1
move 101 bob\\n\\nPW d1
hex move 101 bob\\nPW d1
hex move 101 bob\\n PW\\n d1
hex\\nmove\\n101\\nbob\\nPW\\nd1
move 101 bob:\\n  PW\\n  d1
Hello Alice!\\nmove 101 bob: PW d1
Hello Alice!\\n\\nhex move 101 bob, PW, d1\\n\\nBye, Bob
Thanks for the game.\\n\\nbob PW
My move is 101 bob PW d1, thanks.
Sorry, I meant: move 101 bob PW d1
I want to move, PW d1
Please make the move PW d1 for me.
My password is PW, by the way.
The password is: PW
password PW
pw: PW
PW is my password
I type PW and then my move
Passwort: PW
mot de passe : PW
пароль:PW
Is it PW?
Hi, PW, bye
move 101 bob PW d1\\nmove 101 bob PW d1
move 101 bob: PW d1\\n\\n-- \\nBob Builder
move\u00a0101\u00a0bob\u00a0PW\u00a0d1
move\t101\tbob\tPW\td1
move  101   bob    PW     d1
move 101 bob：PW d1
move 101 bob、PW、d1
move 101 bob … PW … d1
move|101|bob|PW|d1
move 101 bob\u200b PW\u200b d1
move 101 bob PW, d1 (bob)
> move 101 bob PW d1\\nis what I sent
* move 101 bob: PW d1
1. move 101 bob: PW d1
[move 101 bob PW d1]
(move 101 bob PW d1)
"move 101 bob PW d1"
"move 101 bob: PW d1
Subject: move 101 bob PW d1
To: games@example.net Subject: hex move 101 bob PW d1
move 101 bob: PW d1 #2
move 101 bob PW d1#2
multiple\\nmove 101 bob: PW d1\\nend
end\\nmove 101 bob: PW d1
"""


def forms(text: str = HALF_COMMANDS) -> list[str]:
    return [line.replace("\\n", "\n") for line in text.split("\n")[1:-1]]


@pytest.fixture
def post(undone_database: Database) -> Post:
    """bob can answer what alice has said about their board, which carol watches."""
    server = Server(undone_database)

    def begin() -> None:
        Post(server)
        server.hear(CAROL, "hex subscribe 101 carol secret9")
        server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")

    server.once("said", begin)
    return Post(server, has_begun=True)


def with_password(post: Post, password: str) -> None:
    """Give bob this password, which the server does not remember to have seen."""
    post.server.hear(BOB, f"change password bob bobpw123 {password}")
    post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
    forget_passwords(post)


def forget_passwords(post: Post) -> None:
    post.server.office._passwords = cheap_passwords()


def test_at_least_so_many_forms_have_been_tried() -> None:
    assert len(set(forms())) == len(forms()) >= 150


@pytest.mark.parametrize(
    ("password", "part"),
    [
        ("Tr0ub4dor&3", 3),
        *(
            pytest.param(each, 1, marks=pytest.mark.long)
            for each in ("Tr0ub4dor&3", "battery5", "gooseberry", "x.y-z_9:q")
        ),
    ],
)
def test_a_command_in_the_answer_to_a_chat_letter_brings_nobody_the_password(
    post: Post, password: str, part: int
) -> None:
    with_password(post, password)
    to, kept = post.reply_to(BOB), []
    for number, form in enumerate(forms()[::part]):
        if number % ANSWERED_WORDS.most == 0:
            post.server.wait(hours=2)
        before = post.server.outbox()[-1]["id"]
        if number % 3:
            forget_passwords(post)
        with structlog.testing.capture_logs() as logs:
            outcome = post.answer(BOB, form.replace("PW", password), to=to, subject="Re: Hex chat 101 alice")
        written = [str(letter["text"]) + str(letter["subject"]) for letter in post.server.outbox(before)]
        if any(password.lower() in each.lower() for each in (*written, outcome, str(logs))):
            kept.append((form, outcome))
        if "password bob" in form and outcome.startswith("done"):
            post.server.hear(BOB, f"change password bob another-one8 {password}")
            post.server.hear(ALICE, "hex chat 101 alice secret7", comment="Hello!")
            to = post.reply_to(BOB)

    assert kept == [], kept
    assert password.lower() not in str(post.server.everything_stored()).lower()


ASKING = {
    "draw": "propose a tie",
    "Draw?": "propose a tie",
    "tie?": "propose a tie",
    "Tie.": "propose a tie",
    "propose tie": "propose a tie",
    "Propose a draw!": "propose a tie",
    "propose": "propose a tie",
    "I offer a draw": "propose a tie",
    "I resign.": "resign",
    "resign": "resign",
    "undo": "ask for your last move back",
    "take it back": "ask for your last move back",
}


@pytest.mark.parametrize("line", ASKING)
def test_a_move_of_every_game_in_the_answer_to_a_chat_letter_is_asked_about(post: Post, line: str) -> None:
    to = post.reply_to(BOB)

    post.answer(BOB, line, to=to, subject="Re: Hex chat 101 alice")

    [letter] = [letter for letter in post.server.outbox() if letter["request"] == post.server.outbox()[-1]["request"]]
    assert letter["recipients"] == [BOB]
    asked = f"Do you want to {ASKING[line]}? Then answer this letter with yes"
    assert asked in " ".join(str(letter["text"]).split())


@pytest.mark.parametrize(
    "line",
    ["Shall we agree on a draw?", "no draw!", "Draw? No, thanks", "accept", "a nice tie", "That is a draw then"],
)
def test_talk_of_a_tie_goes_on_as_chat(post: Post, line: str) -> None:
    assert post.answer(BOB, line, to=post.reply_to(BOB), subject="Re: Hex chat 101 alice").startswith("done")

    assert line in str(post.server.outbox()[-1]["text"])


def test_an_answer_to_a_proposal_in_the_answer_to_a_chat_letter_is_asked_about(post: Post) -> None:
    to = post.reply_to(BOB)
    post.server.hear(ALICE, "hex move 101 alice secret7 propose")

    post.answer(BOB, "accept", to=to, subject="Re: Hex chat 101 alice")

    assert "Did you mean accept?" in str(post.server.outbox()[-1]["text"])


TALK = """
move along, please
Move along, please!
Move 37 was great!
Move 37 Nf3xe5 was great, 38 Qd1-h5 less so.
I move slowly, sorry bob said
My last move was too slow, bob
show me how you did that
Show bob how it is played!
help me, I lose
Help bob please
list
Confirm tomorrow?
multiple
chat with you tomorrow
Message received, thanks.
Message me when you are back from your holidays, Alice
Accept my congratulations!
Reject it if you like
Resign? Never, said bob.
Queue up for the next tournament, everybody
Hex is wonderful
Hex 101 was a hard one for bob
Board 101 looks good for you
Board 101, and bob speaking
101 reasons to play Hex
101 bob moves
The 2nd game was better. See https://example.com/watch?v=dQw4w9WgXcQ for why.
What a game, Alice! Congratulations, you have played wonderfully well from the beginning to the end.
See you on 2024-03-15 at 18:30 in Kaffeehaus_Mozart, Wollzeile 7
bob says hello
Hello from bob and Caroline
bob builder, can we fix it?
password please? Just kidding
I have forgotten my password
My new phone is a Fairphone5
Signup for the Spring-Cup2024 ends today
Thanks for the game!
Danke für das Spiel, bis zum nächsten Mal
Спасибо за игру, до встречи
ありがとうございました
no
yes
4 8 15 16 23 42
:-)
"""


def test_what_people_say_goes_on_as_they_have_written_it(post: Post) -> None:
    to, kept = post.reply_to(BOB), []
    for number, words in enumerate(forms(TALK)):
        if number % ANSWERED_WORDS.most == 0:
            post.server.wait(hours=2)
        if number % A_FEW == 0:
            # Who does nothing there gets no more than a few words by letter.
            post.server.hear(CAROL, "hex chat 101 carol secret9", comment="Go on!")
        forget_passwords(post)
        outcome = post.answer(BOB, words, to=to, subject="Re: Hex chat 101 alice")
        if f"bob writes: {words}" not in " ".join(post.letter_to(CAROL)["text"].split()):
            kept.append((words, outcome))

    assert kept == [], kept


HELD = [
    "My password is battery5.",
    "move 101 bob: battery5 d1",
    "BATTERY5!",
    "battery5",
    "bat\u200btery5, look",
    "ｂａｔｔｅｒｙ５",
]


class TestWhereverWordsGo:
    """The password of who writes stands in words for others that come in by other ways than an answer to a chat."""

    @pytest.fixture
    def asked(self, post: Post) -> Post:
        with_password(post, "battery5")
        return post

    def at_page(self, post: Post, line: str, comment: str = "") -> Answer:
        """What bob sends by a page, or by the API."""
        return post.server.office.handle(Request(signed_in("bob"), (line,), comment=comment))

    @pytest.mark.parametrize("words", HELD)
    @pytest.mark.parametrize("line", ["hex chat 101 bob -", "message bob - alice carol"])
    def test_by_a_page(self, asked: Post, line: str, words: str) -> None:
        answer = self.at_page(asked, line, words)

        assert not answer.ok
        assert answer.letters == () or all(letter.answers for letter in answer.letters)
        assert "nobody has been told of it" in str(answer.error)
        assert "battery5" not in f"{answer.error} {answer.outcome} {answer.letters}".lower()

    def test_by_a_page_to_everybody(self, asked: Post) -> None:
        asked.server.season("bob")

        assert not self.at_page(asked, "broadcast bob -", "Guess what battery5 is").ok
        assert self.at_page(asked, "broadcast bob -", "Guess what battery6 is").ok

    @pytest.mark.parametrize("words", HELD)
    def test_in_what_is_said_with_a_move_it_is_masked(self, asked: Post, words: str) -> None:
        asked.server.hear(ALICE, "hex move 101 alice secret7 d3")
        forget_passwords(asked)

        assert self.at_page(asked, "hex move 101 bob - c3", f"Take that!\n{words}").ok
        told = asked.letter_to(ALICE)["text"]
        assert "Take that!" in told
        assert "******" in told
        assert "battery5" not in str(asked.server.everything_stored()).lower()
        assert "battery5" not in told.replace("\u200b", "").lower()

    def test_below_a_move_in_an_answer_too(self, asked: Post) -> None:
        asked.server.hear(ALICE, "hex move 101 alice secret7 d3")
        forget_passwords(asked)

        assert asked.answer(BOB, "c3\nmove 101 bob: battery5 c3\nBye!").startswith("done")
        assert "alice" in asked.letter_to(ALICE)["text"]
        assert "Bye!" in asked.letter_to(ALICE)["text"]
        assert "battery5" not in asked.letter_to(ALICE)["text"]

    def test_in_a_message_that_is_answered(self, asked: Post) -> None:
        asked.server.hear(ALICE, "message alice secret7 bob", comment="Tournament?")

        assert asked.answer(BOB, "hex move 101, bob, battery5, d1").startswith("refused")
        assert asked.answer(BOB, "Yes, it is battery5") == "done: ****** ****** ****** ******"
        assert asked.letter_to(BOB)["subject"] == "What you wrote"
        assert "battery5" not in str(asked.letter_to(ALICE)["text"])

    def test_after_the_word_chat_in_the_answer_to_a_board(self, asked: Post) -> None:
        asked.server.hear(ALICE, "hex move 101 alice secret7 d3")
        before = len(asked.server.outbox())

        assert asked.answer(BOB, "chat move 101 bob: battery5 c3").startswith("refused")
        assert [letter for letter in asked.server.outbox()[before:] if letter["recipients"] != [BOB]] == []

    @pytest.mark.parametrize("line", ["rematch", "propose", "resign"])
    def test_with_a_rematch_or_a_proposal(self, asked: Post, line: str) -> None:
        asked.server.hear(ALICE, "hex move 101 alice secret7 d3")
        if line == "rematch":
            asked.server.hear(BOB, "hex move 101 bob battery5 c3")
            asked.server.hear(ALICE, "hex resign 101 alice secret7")
        forget_passwords(asked)

        assert asked.answer(BOB, f"{line}\nMy password is battery5, by the way").startswith("done")
        assert "by the way" in asked.letter_to(ALICE)["text"]
        assert "battery5" not in asked.letter_to(ALICE)["text"]

    def test_with_a_challenge(self, asked: Post) -> None:
        assert self.at_page(asked, "hex challenge bob alice", "Let us play, my password is battery5").ok
        assert "Let us play, my password is ******" in " ".join(asked.letter_to(ALICE)["text"].split())

    @pytest.mark.parametrize("name", ["battery5", "Battery5", "cup-battery5"])
    def test_as_the_name_of_a_tournament(self, asked: Post, name: str) -> None:
        assert not self.at_page(asked, f"tournament create bob - hex {name}").ok
        assert not asked.server.say(BOB, f"tournament create bob battery5 hex {name}").ok
        assert name not in str(asked.server.everything_stored())

    @pytest.mark.parametrize("subject", ["move 101 bob battery5 d1", "hex, move 101, bob: battery5", "battery5"])
    def test_in_a_subject_with_other_words_below_it(self, asked: Post, subject: str) -> None:
        outcome = asked.answer(BOB, "Thanks!", subject=subject)

        assert outcome.startswith("refused")
        assert "battery5" not in outcome
        assert "battery5" not in str(asked.letter_to(BOB)["text"])
        assert asked.letter_to(CAROL)["subject"] == "Hex Board 101"


def test_who_writes_a_command_to_the_others_is_told_what_to_do(post: Post) -> None:
    post.answer(BOB, "move 101 bob: bobpw123 d1")

    told = " ".join(post.letter_to(BOB)["text"].split())
    assert "What you wrote looks like a command, so nobody has been told of it, and nothing has been done." in told
    assert "a move can also be made by answering the last letter of its board" in told


def test_a_wrong_or_old_password_in_a_command_goes_to_nobody_either(post: Post) -> None:
    for words in ("move 101 bob: oldpw999 d1", "hex move 101 bob oldpw999", "101 bob oldpw999 d1", "bob oldpw999"):
        post.answer(BOB, words)

        assert "oldpw999" not in post.letter_to(CAROL)["text"]


class Counted(Passwords):
    """Notes which words are hashed."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=32)
        self.hashed: list[str] = []

    def verify(self, password_hash: str | None, password: str, quota: CpuQuota | None = None) -> bool:
        self.hashed.append(password)
        return super().verify(password_hash, password, quota)


@pytest.mark.parametrize(
    ("words", "hashed"),
    [
        ("Good luck!", 0),
        ("Thanks!", 2),
        ("many thanks", 1),
        ("What a wonderful game you have played against somebody who tries", 0),
        ("move 101 along, please, or others become impatient", MOST_HASHES_FOR_WORDS),
        (" ".join(f"likely-{number}" for number in range(20)), MOST_HASHES_FOR_WORDS),
    ],
)
def test_few_words_are_hashed_for_one_letter(post: Post, words: str, hashed: int) -> None:
    post.server.office._passwords = counted = Counted()

    post.answer(BOB, words)

    assert len(counted.hashed) == hashed


def test_who_types_the_password_in_the_command_has_no_other_word_hashed(post: Post) -> None:
    post.server.office._passwords = counted = Counted()

    post.server.hear(BOB, "hex chat 101 bob bobpw123", comment="Thanks! It was like-ly7 to be so.")

    assert counted.hashed == ["bobpw123"]


@pytest.mark.parametrize(
    "page",
    [
        "<p>move 101 bob: battery5 d1</p>",
        "<div>move</div><div>101 bob</div><div>battery5 d1</div>",
        "<b>move</b> 101 <i>bob</i>:&nbsp;battery5&nbsp;d1",
        "<table><tr><td>move<td>101<td>bob<td>battery5<td>d1</table>",
        "<ul><li>move 101</li><li>bob</li><li>battery5</li></ul>",
        "<p>It is b&#97;ttery5, you know</p>",
        "<p>It is bat&shy;tery5, you know</p>",
        "<p>It is bat<wbr>tery5, you know</p>",
        "<p>It is <b>bat</b>tery5, you know</p>",
        "<p>See <a href='https://example.com/?p=battery5'>battery5</a></p>",
        "<pre>hex move 101, bob, battery5, d1\n</pre>",
    ],
)
def test_a_command_in_html_brings_nobody_the_password_either(post: Post, page: str) -> None:
    with_password(post, "battery5")
    before = len(post.server.outbox())

    outcome = post.answer(
        BOB, page, subject="Re: Hex chat 101 alice\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8"
    )

    assert outcome.startswith("refused")
    assert "battery5" not in outcome
    assert [letter["recipients"] for letter in post.server.outbox()[before:]] == [[BOB]]


def test_what_bob_typed_may_be_an_absence_note_and_no_vote(post: Post) -> None:
    post.answer(ALICE, "propose", to=_board_of_alice(post), subject="Re: New Hex Board 101 alice")

    post.answer(BOB, "Ja, ich bin bis 3. Dezember im Urlaub.")

    assert "Did you mean" not in post.letter_to(BOB)["text"]


def _board_of_alice(post: Post) -> str:
    post.server.hear(ALICE, "hex show 101")
    return post.reply_to(ALICE)
