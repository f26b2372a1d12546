"""Answers as they come in through other servers and programs: envelopes, headers, charsets, first lines."""

from __future__ import annotations

import base64
import quopri
from email.header import Header
from itertools import count

import pytest

from pbmserv.storage.database import Database
from tests.conversation import Server
from tests.correspondents import Received
from tests.post import arrive, mails

pytestmark = pytest.mark.alike

ALICE, BOB = "alice@example.org", "bob@example.org"
TYPE = "Content-Type: text/plain"
JAPANESE = "良い手です。"
_numbers = count(1)


class Post:
    """A server on which alice has to move on a board of Hex, and has got a letter that says so."""

    def __init__(self, server: Server) -> None:
        self.server = server
        server.sign_up("alice", "bob")
        server.hear(BOB, "hex challenge alice bob -size=9")
        self.letter = [letter for letter in map(Received, mails(server)) if letter.to == ALICE][-1]

    def comment(self, head: str, body: bytes, envelope: str = ALICE, sender: str = f"From: {ALICE}") -> str | None:
        """What bob reads as alice's words with her move g7; None where it is not made."""
        subject = "" if "subject:" in head.lower() else f"Subject: Re: {self.letter.subject}\n"
        ours = f"{sender}\nTo: {self.letter.reply_to}\nMessage-ID: <{next(_numbers)}@example.org>\n{subject}"
        raw = f"{ours}{head}\n\n".replace("{SUBJECT}", self.letter.subject).encode() + body
        arrive(self.server, raw.replace(b"\n", b"\r\n"), sender=envelope, to=(self.letter.reply_to,))
        for letter in map(Received, mails(self.server)):
            if letter.to == BOB and ": g7\n" in letter.text:
                return letter.text.partition("alice writes:\n\n")[2].rstrip("\n")
        return None


@pytest.fixture
def post(undone_database: Database) -> Post:
    return Post(Server(undone_database))


@pytest.mark.parametrize(
    "envelope",
    [
        "SRS0=HHH=TT=example.org=alice@forwarder.example",
        "SRS1=HHH=a.example==HHH=TT=example.org=alice@b.example",
        "SRS0+HHH=TT=example.org=alice@forwarder.example",
        "prvs=1234abcd=alice@example.org",
        "alice+caf_=games=example.net@example.org",
        "bounces+123-456-games=example.net@sendgrid.example",
        "0100018f-aaaa-bbbb-000000@amazonses.example",
        "alice@gmail-of-hers.example",
        "msprvs1=19876=bounces-1-2@bounces.example",
        "list-bounces@lists.example",
        "owner-club@lists.example",
        "",
    ],
)
def test_whatever_stands_in_the_envelope(post: Post, envelope: str) -> None:
    if envelope:
        assert post.comment(TYPE, b"g7\nWell played.", envelope) == "Well played."
    else:
        assert post.comment(f"{TYPE}\nReturn-Path: <{ALICE}>", b"g7\nWell played.", envelope) == "Well played."


@pytest.mark.parametrize(
    "fields",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: No (a person)",
        "Precedence: first-class",
        "Precedence: normal",
        "Precedence: list\nList-Id: <a.example>\nList-Post: <mailto:a@a.example>\nErrors-To: a-bounces@a.example",
        "Precedence: bulk\nX-Mailer: Mailchimp",
        "X-Auto-Response-Suppress: OOF\nX-MS-Has-Attach: \nX-MS-Exchange-Organization-SCL: -1",
        "X-Loop: alice@example.org",
        "Feedback-ID: 1:2:3:x",
        "List-Unsubscribe: <https://a.example/u>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "X-Spam-Flag: YES\nX-Spam-Status: Yes, score=6.1",
        "Sender: alice.work@example.com\nX-Original-From: alice@example.org",
        "Resent-From: alice@example.org\nResent-To: games@example.net",
        "Importance: High\nX-Priority: 1 (Highest)\nReturn-Receipt-To: alice@example.org",
        "Disposition-Notification-To: alice@example.org",
        "Reply-To: other@example.com",
    ],
)
def test_whatever_other_servers_say_in_its_header(post: Post, fields: str) -> None:
    assert post.comment(f"{TYPE}\n{fields}", b"g7\nWell played.") == "Well played."


@pytest.mark.parametrize(
    "sender",
    [
        "From: Alice <alice@example.org>",
        'From: "alice@example.org" <alice@example.org>',
        "From: alice@example.org (Alice, at home)",
        "From: =?utf-8?B?TcO8bGxlciwgQW5uYSAoQmVybGluKSA8eEB5LmV4YW1wbGU+?= <alice@example.org>",
        "From: =?iso-2022-jp?B?GyRCSVUbKEI=?= <alice@example.org>",
        "From: ALICE@Example.ORG",
        "From: Alice <alice@example.org>,",
        "From: Alice <alice@example.org> <alice@example.org>",
        "From: Müller, Anna <alice@example.org>",
        "From:alice@example.org",
        "From : Alice <alice@example.org>",
        "from:\n Alice\n <alice@example.org>",
        "From: Alice <mailto:alice@example.org>",
        "From: Alice via Club <alice@example.org>",
        "From: 'Alice' <'alice@example.org'>",
        "From: Alice <alice@example.org.>",
    ],
)
def test_however_its_sender_is_written(post: Post, sender: str) -> None:
    assert post.comment(TYPE, b"g7\nWell played.", sender=sender) == "Well played."


@pytest.mark.parametrize(
    "subject",
    [
        *(
            "Re : {SUBJECT}",
            "SV: {SUBJECT}",
            "Vá: {SUBJECT}",
            "RES: {SUBJECT}",
            "Réf. : {SUBJECT}",
            "Ответ: {SUBJECT}",
        ),
        *(
            "回复：{SUBJECT}",
            "返信: {SUBJECT}",
            "회신: {SUBJECT}",
            "ΑΠ: {SUBJECT}",
            "YNT: {SUBJECT}",
            "ตอบ: {SUBJECT}",
        ),
        *("[EXTERNAL] Re: {SUBJECT}", "***SPAM*** {SUBJECT}", "{Spam?} Re: {SUBJECT}", "EXTERNAL: Re: {SUBJECT}"),
        *("(no subject)", "", "hello", "g7", "Re:", "Fwd: Re: Re: {SUBJECT} (fwd)", "{SUBJECT} [SEC=UNOFFICIAL]"),
    ],
)
def test_whatever_its_subject_has_become(post: Post, subject: str) -> None:
    encoded = Header(subject.replace("{SUBJECT}", post.letter.subject), "utf-8").encode()

    assert post.comment(f"Subject: {encoded}\n{TYPE}", b"g7\nWell played.") == "Well played."


@pytest.mark.alike
@pytest.mark.parametrize(
    ("head", "body", "words"),
    [
        (TYPE, JAPANESE.encode("iso2022_jp"), JAPANESE),
        (f"{TYPE}; charset=iso-2022-jp", JAPANESE.encode("iso2022_jp"), JAPANESE),
        (f"{TYPE}; charset=Shift_JIS", JAPANESE.encode("cp932"), JAPANESE),
        (f"{TYPE}; charset=x-euc-jp", JAPANESE.encode("euc_jp"), JAPANESE),
        (f"{TYPE}; charset=us-ascii", JAPANESE.encode(), JAPANESE),
        (f"{TYPE}; charset=utf-8", b"sch\xf6ner Zug", "schöner Zug"),
        (f"{TYPE}; charset=utf-8", b"5 \x80 \x96 ja", "5 € – ja"),
        (f"{TYPE}; charset=utf-16", "schöner Zug".encode(), "schöner Zug"),
        (f"{TYPE}; charset=iso-8859-1", b"\x93nice\x94", "“nice”"),
        (f"{TYPE}; charset=gb2312", "好棋".encode("gb18030"), "好棋"),
        (f"{TYPE}; charset=windows-1251", "Хорошо".encode("cp1251"), "Хорошо"),
        (f"{TYPE}; charset=koi8-ru", "Хорошо".encode("koi8_u"), "Хорошо"),
        (f"{TYPE}; charset=unknown-8bit", "schöner Zug".encode("cp1252"), "schöner Zug"),
        (f"{TYPE}; charset", b"Well played.", "Well played."),
        ("Content-Type: text", b"Well played.", "Well played."),
        ("Content-Type: text/plan; charset=utf-8", b"Well played.", "Well played."),
        ("Content-Type: plain/text", b"Well played.", "Well played."),
        ("Content-Type: text/plain charset=utf-8", b"Well played.", "Well played."),
        ("Content-Type:", b"Well played.", "Well played."),
        ("MIME-Version: 1.0", b"Well played.", "Well played."),
        (f"{TYPE}\nContent-Transfer-Encoding: 8-bit", b"Well played.", "Well played."),
        (f"{TYPE}\nContent-Transfer-Encoding: utf-8", b"Well played.", "Well played."),
        (f"{TYPE}\nContent-Transfer-Encoding: x-unknown", b"Well played.", "Well played."),
        (f"{TYPE}\nContent-Transfer-Encoding: BASE64 ", b"=b64", "Schöner Zug."),
        (f"{TYPE}\nContent-Transfer-Encoding: quoted-printable", b"=qp", "Schöner Zug."),
        (f"{TYPE}\nContent-Transfer-Encoding: quoted-printable (soft)", b"=qp", "Schöner Zug."),
    ],
)
def test_whatever_charset_and_encoding_it_declares(post: Post, head: str, body: bytes, words: str) -> None:
    whole = b"g7\n" + body
    if body == b"=b64":
        whole = base64.encodebytes("g7\nSchöner Zug.".encode())
    elif body == b"=qp":
        whole = quopri.encodestring("g7\nSchöner Zug.".encode())

    assert post.comment(head, whole) == words


@pytest.mark.alike
@pytest.mark.parametrize(
    "first",
    [
        *(
            "ｇ７",
            "Ｇ７",
            "g７",
            "\ufeffg7",
            "\u200bg7\u200b",
            "\u00a0g7",
            "g7\u00a0",
            "  g7.",
            "\n\n\ng7",
            "g\u200d7",
        ),
        *(
            "\u2060g7",
            "\u202ag7\u202c",
            "g7\u00ad",
            "g٧",
            "ｇ７。",
            "move g7",
            "Move　ｇ７",
            "\u3000g7",
            "G7.",
            "g7#1",
            "ｇ７＃１",
        ),
    ],
)
def test_however_its_first_line_is_typed(post: Post, first: str) -> None:
    assert post.comment(f"{TYPE}; charset=utf-8", f"{first}\nWell played.".encode()) == "Well played."
