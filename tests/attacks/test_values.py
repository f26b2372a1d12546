"""Whatever a user can choose the words of, in every place: headers stay ours, pages stay text, nobody is deceived."""

from __future__ import annotations

from base64 import b64encode
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.conversation import ADDRESS, Server
from tests.post import arrive, complaints_about, inbox, mails, read

ALICE, BOB, VICTIM = "alice@example.org", "bob@example.org", "victim@example.edu"
KNOWN = {ALICE, BOB, "carol@example.org"}
VALUES = {
    "a header": f"x\r\nBcc: {VICTIM}\r\n\r\nDear victim",
    "a header after LF": f"x\nTo: {VICTIM}\nContent-Type: text/html\n\n<b>",
    "a header after CR": f"x\rBcc: {VICTIM}\r\r",
    "an encoded header": f"=?utf-8?q?x=0D=0ABcc:_{VICTIM}?=",
    "another recipient": f"x>, <{VICTIM}",
    "SQL": "x'; DROP TABLE users; --",
    "SQL in quotes": '" OR ""="',
    "a wildcard": "%_%",
    "a shell": "$(touch /tmp/x)`id`;|&>x",
    "a template": "{{7*7}}{%raw%}{#x#}${7*7}",
    "a format": "%s%n%(x)s{0.__class__}",
    "a script": "<script>alert(1)</script>",
    "an attribute": "\" onmouseover=alert(1) x='",
    "an entity": "&lt;b&gt;&#60;i&#62;&amp",
    "a tag that closes ours": "</pre></body></html><a href=javascript:alert(1)>x</a>",
    "a link": "mailto:victim@example.edu?bcc=x&body=y",
    "right to left": "\u202ebob\u2066\u2069",
    "zero width": "a\u200bl\u200di\u2060ce\ufeff",
    "look-alikes": "\u0430lice",
    "many accents": "a" + "\u0300" * 300,
    "a terminal": "\x1b[2J\x1b]0;x\x07\x9b",
    "a NUL": "x\0y",
    "a large number": "9" * 400,
    "a negative number": "-9223372036854775809",
    "a number with an exponent": "1e999999999",
    "digits of elsewhere": "\u0661\u0660\u0661",
    "no number": "NaN",
    "a path": "../../../../etc/passwd",
    "a long word": "x" * 1_900,
    "many words": "x " * 900,
    "nothing": "",
}
PLACES = [
    "{value}",
    "{value} 101 alice secret7 d3",
    "trichet {value}",
    "signup {value} secret99",
    "signup mallory {value}",
    "signup mallory secret99 {value}",
    "signup mallory secret99 x@{value}.example",
    "add alice secret7 {value}",
    "change address alice secret7 {value}",
    "change password alice secret7 {value}",
    "change timezone alice secret7 {value}",
    "change format alice secret7 {value}",
    "vacation alice secret7 {value}",
    "vacation alice secret7 until {value}",
    "confirm {value}",
    "forgot {value}",
    "help {value}",
    "list {value}",
    "message alice secret7 {value}",
    "trichet challenge alice {value}",
    "trichet challenge alice bob -num_tiles={value}",
    "trichet challenge alice bob -{value}=5",
    "trichet challenge alice bob --forfeittime={value}",
    "trichet challenge alice bob --{value}",
    "trioker challenge alice bob -board={value}",
    "trichet move {value} alice secret7 d3",
    "trichet move 101 {value} secret7 d3",
    "trichet move 101 alice {value} d3",
    "trichet move 101 bob bobpw123 {value}",
    "trichet move 101 bob bobpw123 d3#{value}",
    "trichet queue 101 alice secret7 if {value} then {value}",
    "trichet submit 101 bob bobpw123 {value}",
    "trichet show {value}",
    "trichet show 101#{value}",
    "trichet preview 101 {value}",
    "trichet preview new alice bob {value}",
    "trichet history {value}",
    "trichet seek alice secret7 {value}",
    "trichet limit alice secret7 {value}",
    "all show {value}",
]


def encoded(subject: str) -> str:
    """A Subject that holds anything, line ends too, as RFC 2047 lets one write it."""
    return f"=?utf-8?b?{b64encode(subject.encode()).decode()}?="


def mail(value: str, subject: str, number: int) -> bytes:
    """A letter from alice with a value in every place that is hers to fill."""
    own = value.encode().replace(b"\r", b"\r ").replace(b"\n", b"\n ")
    head = [
        f"From: {encoded(value)} <{ALICE}>".encode(),
        b"To: " + ADDRESS.encode(),
        b"In-Reply-To: <" + own + b"@x>",
    ]
    head += [
        b"Message-ID: <" + own[:60] + b"%d@x>" % number,
        b"References: <" + own + b"@x> <a@b>",
        b"Sender: " + own,
    ]
    return b"\r\n".join([*head, b"Subject: " + encoded(subject).encode(), b"", value.encode(), b""])


@pytest.mark.in_part
@pytest.mark.alike
@pytest.mark.parametrize("part", [6, pytest.param(2, marks=pytest.mark.long)], ids=["a sixth", "half"])
@pytest.mark.parametrize("what", VALUES)
def test_nothing_that_is_chosen_gets_out_of_its_place(server: Server, what: str, part: int) -> None:
    # A part of the places with each value, and each place with that part of the values.
    for number, place in enumerate(PLACES[list(VALUES).index(what) % part :: part]):
        arrive(server, mail(VALUES[what], place.format(value=VALUES[what]), number), sender=ALICE)

        assert inbox(server)[-1].status in ("done", "dropped"), f"{place}: {inbox(server)[-1].outcome}"
        assert "secret7" not in inbox(server)[-1].outcome
        for raw in mails(server):
            letter = read(raw)
            assert complaints_about(raw) == [], place
            to = {address.addr_spec for address in letter["To"].addresses}
            assert to <= KNOWN or letter["Subject"] == "Is this your address?", place
            assert not any(ord(each) in range(0x202A, 0x202F) or each in "\u200b\u2066" for each in letter["Subject"])
            page = letter.get_body(("html",))
            assert page is None or faults_of_page(page.get_content()) == [], place
    assert server.hear(ALICE, "trichet show 101").ok


class Page(HTMLParser):
    """Looks for what none of our pages has."""

    TAGS = frozenset(
        {
            "html",
            "head",
            "meta",
            "title",
            "body",
            "pre",
            "p",
            "br",
            "hr",
            "a",
            "style",
            "h1",
            "h2",
            "details",
            "summary",
        }
        | {"div", "span", "table", "tr", "th", "td", "img", "blockquote", "ul", "li"}
    )
    ATTRIBUTES = frozenset(
        {"lang", "charset", "name", "content", "style", "href", "class", "role", "src", "alt", "width", "height"}
        | {"cellpadding", "cellspacing", "border", "align", "valign", "bgcolor", "tabindex", "scope", "colspan"}
    )

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Only tags and attributes of ours, links that write to us, and images that come along."""
        if tag not in self.TAGS:
            self.faults.append(f"<{tag}>")
        self.faults += [f"{tag} {name}" for name, _ in attrs if name not in self.ATTRIBUTES]
        self.faults += [f"{tag} {value}" for name, value in attrs if name == "href" and not is_to_us(value or "")]
        self.faults += [f"{tag} {value}" for name, value in attrs if name == "src" and not is_enclosed(value or "")]


def is_enclosed(source: str) -> bool:
    """Whether an image comes with the letter: nothing is fetched, so nobody learns who reads it and when."""
    return source.startswith("cid:")


def is_to_us(link: str) -> bool:
    """Whether a link writes a letter to us, with a Subject and a body, and to nobody else."""
    parts = urlsplit(link)
    to = parts.path.replace("%2B", "+").replace("%40", "@")
    local, _, domain = ADDRESS.partition("@")
    is_ours = to == ADDRESS or (to.startswith(f"{local}+") and to.endswith(f"@{domain}") and to.count("@") == 1)
    fields = parse_qs(parts.query, keep_blank_values=True)
    one_line = all(len(values) == 1 and "\n" not in values[0] and "\r" not in values[0] for values in fields.values())
    return parts.scheme == "mailto" and is_ours and "," not in to and set(fields) <= {"subject", "body"} and one_line


def faults_of_page(html: str) -> list[str]:
    """What stands in a page that should not."""
    page = Page()
    page.feed(html)
    page.close()
    return page.faults


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", f"mailto:{VICTIM}", f"mailto:{ADDRESS}?bcc={VICTIM}", "http://x"]
)
def test_a_link_to_elsewhere_would_be_found(link: str) -> None:
    assert not is_to_us(link)
    assert faults_of_page(f"<a href='{link}'>x</a><img src=x>") == [f"a {link}", "img x"]


@pytest.mark.parametrize(
    "game", ["trichet", "hex", "trioker", "triominoes", "goofspiel", "macmahon", "trioker-puzzle"]
)
def test_the_links_of_a_board_write_to_us_and_are_moves_of_its_reader(server: Server, game: str) -> None:
    players = "alice" if game in ("macmahon", "trioker-puzzle") else "alice bob"

    server.hear(ALICE, f"{game} challenge {players}")

    pages = [body.get_content() for body in (read(raw).get_body(("html",)) for raw in mails(server)) if body]
    assert pages
    assert [faults_of_page(page) for page in pages] == [[]] * len(pages)
    assert any("<a href=" in page for page in pages)
