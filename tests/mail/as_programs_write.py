"""Answers to letters of ours as mail programs write them: the templates in `cases`, filled in and sent.

`{REPLY_TO}`, `{SUBJECT}` and `{MID}` stand for what the answered letter has there, `{NEW_MID}` for a Message-ID of
the answer, `{LETTER}` and `{LETTER_QUOTED}` for the text, plain or with `> ` before each line, and `{MOVE}` for
a legal move; in full width for the same in full width. They are filled in inside base64, too. What is right for each
stands in `cases/manifest.tsv`.
"""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.conversation import Server
from tests.correspondents import Received
from tests.post import arrive, mails

CASES = Path(__file__).with_name("cases")
ADDRESS = "pbmserv@games.example"
ADDRESSES = {"alice": "alice@a.example", "bob": "bob@b.example", "carol": "carol@c.example", "dave": "dave@d.example"}
_BASE64 = re.compile(rb"(?<=\n)(Content-Transfer-Encoding: base64\n(?:[!-9;-~]+:[^\n]*\n)*\n)([A-Za-z0-9+/=\n]+)")
_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_numbers = count(1)


class Case(NamedTuple):
    """A template, and what is right for it: whether the move is made, and the words that go on, None for no words."""

    name: str
    kind: str
    moves: bool
    words: str | None
    envelope: str


def cases() -> list[Case]:
    """All cases whose right answer stands in the manifest."""
    with (CASES / "manifest.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [_case(row["name"], row["kind"], row["what is right"], row["envelope"]) for row in rows]


def _case(name: str, kind: str, right: str, envelope: str) -> Case:
    move, _, words = right.partition("; comment = ")
    return Case(name, kind, move == "move made", json.loads(words or "null"), envelope)


@dataclass
class Correspondence:
    """A server whose players write from addresses of their own, and the letters that each has got."""

    server: Server
    letters: dict[str, list[Received]]

    def delivered(self) -> dict[str, list[Received]]:
        """What has been written since this was last asked, by who gets it."""
        new: dict[str, list[Received]] = {userid: [] for userid in ADDRESSES}
        for raw in mails(self.server):
            letter = Received(raw)
            for userid, address in ADDRESSES.items():
                if letter.to == address:
                    new[userid].append(letter)
                    self.letters[userid].append(letter)
        return new

    def send(self, raw: bytes, sender: str, to: str) -> dict[str, list[Received]]:
        """Have a mail arrive; gives what comes of it."""
        self.server.wait(minutes=10)
        arrive(self.server, raw, sender=sender, to=(to,))
        return self.delivered()

    def answer(
        self, by: str, template: bytes, move: str, envelope: str | None = None, letter: Received | None = None
    ) -> dict[str, list[Received]]:
        """Have somebody answer the newest letter that they have got (or another), as a template says."""
        letter = letter or self.letters[by][-1]
        return self.send(filled(template, letter, move), envelope or ADDRESSES[by], letter.reply_to)


def correspondence(server: Server, players: Sequence[str]) -> Correspondence:
    """The same with these players signed up."""

    def sign_up() -> None:
        for userid in players:
            server.hear(ADDRESSES[userid], f"signup {userid} {userid}-pass1")

    server.once(("as programs write", tuple(players)), sign_up)
    started = Correspondence(server, {userid: [] for userid in ADDRESSES})
    started.delivered()
    return started


def filled(template: bytes, letter: Received, move: str) -> bytes:
    """The template as an answer to this letter."""
    text = letter.text.rstrip("\n")
    quoted = "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
    values = {
        "REPLY_TO": letter.reply_to,
        "SUBJECT": letter.subject,
        "MID": str(letter.message["Message-ID"]).strip("<>"),
        "NEW_MID": f"new-{next(_numbers)}",
        "LETTER": text,
        "LETTER_QUOTED": quoted,
        "MOVE": move,
    }
    raw = _BASE64.sub(lambda part: part[1] + _in_base64(part[2], values), template)
    return _with(values, raw).replace(b"\n", b"\r\n")


def _in_base64(coded: bytes, values: dict[str, str]) -> bytes:
    plain = base64.b64decode(coded)
    html = {name: escape(value) for name, value in values.items()} if plain.lstrip().startswith(b"<") else values
    return base64.encodebytes(_with(html, plain)) + b"\n"


def _with(values: dict[str, str], raw: bytes) -> bytes:
    for name, value in values.items():
        place = "{" + name + "}"
        raw = raw.replace(place.encode(), value.encode())
        raw = raw.replace(place.translate(_FULL_WIDTH).encode(), value.translate(_FULL_WIDTH).encode())
        raw = raw.replace(place.encode("utf-16-le"), value.encode("utf-16-le"))
    return raw
