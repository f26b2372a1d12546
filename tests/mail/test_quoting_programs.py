"""Whatever program quotes a letter of ours, and however: of an answer nothing goes on but its writer's own words."""

from __future__ import annotations

from html import escape

import pytest

from pbmserv.games.catalogue import installed
from pbmserv.mail.reading.html_to_text import text_of_html
from pbmserv.mail.reading.incoming import Incoming, read_message
from pbmserv.scheduler import Scheduler
from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.correspondents import Received
from tests.mail.as_programs_write import ADDRESS, ADDRESSES, correspondence
from tests.mail.programs import CHANGES, MARKED, UNMARKED
from tests.undone import Undone

WORDS = "Good luck!\nYou will need it."
KINDS = ("Hearts", "Triominoes", "Trioker", "Hex", "Message", "chat")


@pytest.fixture(scope="module")
def letters(shared_sqlite: Database) -> dict[str, Received]:
    """Letters of boards of all kinds to Bob, who has to move there, and of what people say."""
    undone = Undone(shared_sqlite)
    server = Server(undone, address=ADDRESS)
    post = correspondence(server, tuple(ADDRESSES))
    alice = ADDRESSES["alice"]
    for game, others in {"hearts": "bob carol dave", "triominoes": "bob", "trioker": "bob", "hex": "bob"}.items():
        server.hear(alice, f"{game} challenge alice {others}", comment="Have fun!\nI do.")
    server.hear(alice, "hex move 101 alice alice-pass1 c3", comment="Have fun!\nI do.")
    server.hear(alice, "message alice alice-pass1 bob", comment="Have fun!\nI do.")
    server.hear(alice, "hearts chat 101 alice alice-pass1", comment="Have fun!\nI do.")
    post.delivered()
    told = post.letters["bob"]
    found = {kind: next(each for each in reversed(told) if kind in each.subject) for kind in KINDS[:-1]}
    found["Hearts"] = next(each for each in told if "Hearts Board" in each.subject)
    found["chat"] = next(each for each in told if each.says == "Chat")
    undone.close()
    return found


def answered(letter: Received, body: str) -> Incoming:
    """What an answer says to us."""
    head = f"From: bob@b.example\nTo: {letter.reply_to}\nSubject: Re: {letter.subject}\nMessage-ID: <1@b.example>\n"
    plain = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
    return read_message((head + plain + body).encode(), "bob@b.example")


def introduced(introduction: str, letter: Received) -> str:
    """What a program puts above the letter."""
    values = {"{FROM}": f"pbmserv <{ADDRESS}>", "{ADDRESS}": ADDRESS, "{SUBJECT}": letter.subject}
    for place, value in values.items():
        introduction = introduction.replace(place, value)
    return f"{introduction}\n\n" if introduction else ""


def marked(text: str) -> str:
    """A text with `> ` before each line."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


@pytest.mark.alike
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("program", MARKED)
def test_above_a_marked_letter_only_own_words_stay(letters: dict[str, Received], program: str, kind: str) -> None:
    letter = letters[kind]
    above = introduced(MARKED[program], letter)

    top = answered(letter, f"g7\n{WORDS}\n\n{above}{marked(letter.text)}\n")
    below = answered(letter, f"{above}{marked(letter.text)}\n\ng7\n{WORDS}\n")

    assert (top.reply.line, top.reply.comment, top.reply.beside_quotation) == ("g7", WORDS, True)
    assert (below.reply.line, below.reply.comment, below.reply.beside_quotation) == ("g7", WORDS, True)


@pytest.mark.alike
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("program", UNMARKED)
def test_above_a_letter_without_marks_only_own_words_stay(
    letters: dict[str, Received], program: str, kind: str
) -> None:
    letter = letters[kind]

    said = answered(letter, f"g7\n{WORDS}\n\n{introduced(UNMARKED[program], letter)}{letter.text}")

    assert (said.reply.line, said.reply.comment, said.reply.beside_quotation) == ("g7", WORDS, True)


@pytest.mark.alike
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES)
def test_a_letter_is_recognised_whatever_a_program_makes_of_its_text(
    letters: dict[str, Received], change: str, kind: str
) -> None:
    letter = letters[kind]
    text = CHANGES[change](letter.text)

    for program in ("Yahoo, English", "Outlook, Polish", "nothing"):
        said = answered(letter, f"g7\n{WORDS}\n\n{introduced(UNMARKED[program], letter)}{text}")

        assert (said.reply.line, said.reply.comment) == ("g7", WORDS), program
        assert said.reply.beside_quotation


@pytest.mark.parametrize("kind", KINDS)
def test_who_answers_between_the_lines_keeps_their_words(letters: dict[str, Received], kind: str) -> None:
    letter = letters[kind]
    first, _, rest = marked(letter.text).partition("\n>\n")

    said = answered(
        letter,
        f"g7\n\n{introduced(MARKED['Gmail, Polish'], letter)}{first}\nGood luck!\n\n{rest}\nYou will need it.\n",
    )

    assert said.reply.comment == "Good luck!\n\nYou will need it."


@pytest.mark.alike
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("program", ["Yahoo, English", "Outlook, Japanese", "QQ", "WP", "nothing"])
def test_so_is_the_text_that_a_program_makes_of_our_page(
    letters: dict[str, Received], program: str, kind: str
) -> None:
    letter = letters[kind]
    above = introduced(UNMARKED[program], letter)

    for change in ("as it was", "in paragraphs", "all blanks hard", "empty lines between", "no empty lines", "bars"):
        text = CHANGES[change](text_of_html(letter.html, 1_000))
        said = answered(letter, f"g7\n{WORDS}\n\n{above}{text}")

        assert (said.reply.line, said.reply.comment, said.reply.beside_quotation) == ("g7", WORDS, True), change


HTML = {
    "Gmail": '<div dir="ltr">g7<br>Good luck!<br>You will need it.</div><br><div class="gmail_quote">'
    '<div dir="ltr" class="gmail_attr">pt., 20 lis 2026 o 13:00 &lt;{ADDRESS}&gt; napisał(a):<br></div>'
    '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;padding-left:1ex">{PAGE}</blockquote></div>',
    "Outlook": "<div class=WordSection1><p class=MsoNormal>g7</p><p class=MsoNormal>Good luck!</p>"
    "<p class=MsoNormal>You will need it.</p><p class=MsoNormal>&nbsp;</p><div style='border:none;border-top:solid'>"
    "<p class=MsoNormal><b>Feladó:</b> pbmserv &lt;{ADDRESS}&gt;<br><b>Elküldve:</b> 2026. november 20. 13:00<br>"
    "<b>Tárgy:</b> {SUBJECT}</p></div>{PAGE}</div>",
    "Outlook on the web": '<div class="elementToProof">g7</div><div>Good luck!</div><div>You will need it.</div>'
    '<hr><div id="divRplyFwdMsg"><b>Gönderen:</b> {ADDRESS}<br><b>Gönderildi:</b> 20 Kasım 2026<br></div>{PAGE}',
    "Yahoo": '<div>g7<br>Good luck!<br>You will need it.</div><div id="yqt"><div>On Friday, November 20, 2026 at '
    "01:00:00 PM GMT+1, &lt;{ADDRESS}&gt; wrote:</div><div><br></div>{PAGE}</div>",
    "Apple Mail": "g7<div>Good luck!</div><div>You will need it.<br><div><br><blockquote type='cite'><div>20 nov. "
    "2026 kl. 13:00 skrev {ADDRESS}:</div><br></blockquote></div><blockquote type='cite'>{PAGE}</blockquote></div>",
    "QQ": "<div>g7</div><div>Good luck!</div><div>You will need it.</div><div><br></div><div>------------------&nbsp;"
    "原始邮件&nbsp;------------------</div><div><b>发件人:</b>&nbsp;{ADDRESS}<br><b>主题:</b>&nbsp;{SUBJECT}</div>{PAGE}",
    "Seznam": "g7<br>Good luck!<br>You will need it.<br><br><aside>---------- Původní e-mail ----------<br>Od: "
    "{ADDRESS}<br>Předmět: {SUBJECT}<br></aside><blockquote data-email='{ADDRESS}'>{PAGE}</blockquote>",
    "nothing": "<p style='margin:0'>g7</p><p style='margin:0'>Good luck!<br>You will need it.</p>{PAGE}",
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("program", HTML)
def test_of_an_answer_that_is_a_page_only_own_words_stay(
    letters: dict[str, Received], program: str, kind: str
) -> None:
    letter = letters[kind]
    page = HTML[program].replace("{ADDRESS}", ADDRESS).replace("{SUBJECT}", escape(letter.subject))
    head = f"From: bob@b.example\nTo: {letter.reply_to}\nSubject: Re: {letter.subject}\nContent-Type: text/html\n\n"

    said = read_message(head.encode() + page.replace("{PAGE}", letter.html).encode(), "bob@b.example")

    assert (said.reply.line, said.reply.comment, said.reply.beside_quotation) == ("g7", WORDS, True)


@pytest.mark.long
def test_letters_that_are_answered_are_recognised_by_their_own_lines(undone_database: Database) -> None:
    server = Server(undone_database, address=ADDRESS)
    post = correspondence(server, tuple(ADDRESSES))
    alice, bob = ADDRESSES["alice"], ADDRESSES["bob"]
    for sender, command in (
        (alice, "hex challenge alice bob"),
        (alice, "hex move 101 alice alice-pass1 c3"),
        (bob, "hex submit 101 bob bob-pass1 d4"),
        (bob, "hex preview 101 d4"),
        (bob, "hex show 101"),
        (bob, "hex show 101#1"),
        (bob, "hex queue 101 bob bob-pass1 if c4 then d5"),
        (alice, "hex move 101 alice alice-pass1 propose"),
        (bob, "hex move 101 bob bob-pass1 accept"),
        (alice, "hex rematch 101 alice alice-pass1"),
        (alice, "hex challenge alice bob"),
        (alice, "hex resign 102 alice alice-pass1"),
        (alice, "goofspiel challenge alice bob"),
        (bob, "goofspiel move 101 bob bob-pass1 7"),
    ):
        server.hear(sender, command)
    server.hear(alice, "hex chat 101 alice alice-pass1", comment="Have fun!")
    server.hear(alice, "message alice alice-pass1 bob carol", comment="Have fun!")
    server.hear(alice, "hex challenge alice bob")
    server.wait(days=20)
    Scheduler(server.database, server.office, installed()).make_round(server.now)

    letters = post.delivered()["bob"]

    assert len(letters) >= 16
    for letter in letters:
        for text in (letter.text, text_of_html(letter.html, 1_000)):
            said = answered(letter, f"g7\n{WORDS}\n\n{text}")
            assert (said.reply.comment, said.reply.beside_quotation) == (WORDS, True), letter.subject
