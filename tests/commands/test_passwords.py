"""Passwords: slow to guess, quick to use, stored nowhere as they are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import argon2
import pytest
from sqlalchemy import select

import pbmserv.commands
import pbmserv.letters
from pbmserv import places
from pbmserv.commands.help.generated import command_page
from pbmserv.commands.requests.context import Command
from pbmserv.commands.requests.passwords import Passwords, digest_of, new_code
from pbmserv.commands.run.table import COMMANDS
from pbmserv.language.arguments import secret_places
from pbmserv.language.words import Word
from pbmserv.letters.reply_address import LIKE_A_CODE
from pbmserv.storage.tables import USERS
from tests import docs
from tests.conversation import Server, cheap_passwords

TEMPLATES = [
    *Path(pbmserv.letters.__file__).parent.glob("templates/*.txt"),
    *Path(pbmserv.commands.__file__).parent.glob("*/templates/*.txt"),
]


@pytest.fixture
def hashing(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often something slow is done: `hash` and `verify`."""
    calls: Counter[str] = Counter()

    class Counted(argon2.PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            calls["hash"] += 1
            return super().hash(password, salt=salt)

        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - the library's name
            calls["verify"] += 1
            return super().verify(hash, password)

    monkeypatch.setattr(argon2, "PasswordHasher", Counted)
    return calls


def stored_hash(server: Server, userid: str) -> str:
    with server.database.reading() as connection:
        return str(connection.scalar(select(USERS.c.password_hash).where(USERS.c.userid == userid)))


def test_a_password_is_stored_as_argon2id_with_a_salt_of_its_own(server: Server) -> None:
    server.enrol("dave", "secret7")

    assert stored_hash(server, "dave").startswith("$argon2id$")
    assert stored_hash(server, "dave") != stored_hash(server, "alice")  # the same password


def test_the_right_password_is_right_and_every_other_is_wrong() -> None:
    passwords = cheap_passwords()
    stored = passwords.hash("secret7")

    assert passwords.verify(stored, "secret7")
    assert not passwords.verify(stored, "secret8")
    assert not passwords.verify(stored, "Secret7")
    assert not passwords.verify(stored, "")
    assert not passwords.verify("no hash at all", "secret7")


def test_a_password_that_was_right_costs_nothing_the_next_time(hashing: Counter[str]) -> None:
    passwords = cheap_passwords()
    stored = passwords.hash("secret7")

    assert [passwords.verify(stored, "secret7") for _ in range(5)] == [True] * 5

    assert hashing["verify"] == 1


def test_a_password_that_was_wrong_costs_the_same_every_time(hashing: Counter[str]) -> None:
    passwords = cheap_passwords()
    stored = passwords.hash("secret7")

    assert [passwords.verify(stored, "secret8") for _ in range(3)] == [False] * 3

    assert hashing["verify"] == 3


@pytest.mark.parametrize(("seconds", "looked_at"), [(599, 1), (600, 2)])
def test_what_was_right_is_forgotten_after_ten_minutes(
    hashing: Counter[str], monkeypatch: pytest.MonkeyPatch, seconds: int, looked_at: int
) -> None:
    passwords = cheap_passwords()
    stored = passwords.hash("secret7")
    now = 1000.0
    monkeypatch.setattr("pbmserv.commands.requests.passwords.time", SimpleNamespace(monotonic=lambda: now))
    passwords.verify(stored, "secret7")

    now += seconds
    passwords.verify(stored, "secret7")

    assert hashing["verify"] == looked_at


def test_of_many_passwords_the_one_that_was_looked_at_longest_ago_is_forgotten(
    hashing: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbmserv.commands.requests.passwords.REMEMBERED_AT_MOST", 2)
    passwords = cheap_passwords()
    first, second, third = (passwords.hash("secret7") for _ in range(3))
    for stored in (first, second, third):
        passwords.verify(stored, "secret7")

    assert [passwords.remembers(stored, "secret7") for stored in (first, second, third)] == [False, True, True]
    assert hashing["verify"] == 3


@pytest.mark.parametrize(
    ("costs", "written"),
    [((None, None), "$m=19456,t=2,p=1$"), ((1, 8), "$m=8,t=1,p=1$"), ((3, None), "$m=19456,t=3,p=1$")],
)
def test_a_hash_costs_what_the_operator_has_set_or_what_owasp_recommends(
    costs: tuple[int | None, int | None], written: str
) -> None:
    assert written in Passwords(*costs).hash("secret7")


def test_what_is_remembered_does_not_hold_the_password() -> None:
    passwords = cheap_passwords()

    passwords.verify(passwords.hash("secret7"), "secret7")

    assert "secret7" not in repr(vars(passwords))


def test_two_processes_remember_the_same_password_differently() -> None:
    one, other = cheap_passwords(), cheap_passwords()
    stored = one.hash("secret7")

    one.verify(stored, "secret7")
    other.verify(stored, "secret7")

    assert not set(vars(one)["_right"]) & set(vars(other)["_right"])


def test_an_unknown_player_costs_one_hash_as_a_wrong_password_does(server: Server, hashing: Counter[str]) -> None:
    server.hear("alice@example.org", "trichet challenge alice bob")
    server = Server(server.database, passwords=cheap_passwords())

    unknown = server.say("bob@example.org", "trichet move 101 zoe secret9 d3")
    after_unknown = dict(hashing)
    wrong = server.say("bob@example.org", "trichet move 101 bob secret9 d3")

    assert unknown.error == wrong.error == "The userid or the password is not right."
    assert sum(after_unknown.values()) == 1
    assert sum(hashing.values()) == 2


def test_a_hash_is_made_anew_when_its_price_has_gone_up(either_server: Server) -> None:
    server = Server(either_server.database, passwords=Passwords(time_cost=2, memory_cost=64))

    server.hear("alice@example.org", "add alice secret7")

    assert "$m=64,t=2," in stored_hash(server, "alice")
    assert server.hear("alice@example.org", "add alice secret7").ok


def test_a_hash_that_is_dear_enough_stays(server: Server) -> None:
    before = stored_hash(server, "alice")

    server.hear("alice@example.org", "add alice secret7")

    assert stored_hash(server, "alice") == before


def test_a_changed_password_is_the_only_right_one_at_once(either_server: Server) -> None:
    either_server.hear("alice@example.org", "add alice secret7")

    either_server.hear("alice@example.org", "change password alice secret7 better-secret11")

    assert not either_server.say("alice@example.org", "add alice secret7").ok
    assert either_server.say("alice@example.org", "add alice better-secret11").ok


def test_the_change_of_a_password_is_told_to_all_addresses_of_the_player(server: Server) -> None:
    server.hear(None, "add alice secret7 alice@work.example")

    reply = server.say("alice@example.org", "change password alice secret7 better-secret11")

    assert reply.readers == {"alice@example.org", "alice@work.example"}
    assert reply.subject == "Your password has been changed"


def test_passwords_are_compared_exactly(server: Server) -> None:
    assert not server.say("alice@example.org", "add alice SECRET7").ok


@pytest.mark.parametrize("password", ["short", "x" * 73, '"with blanks"', '"-dashed-first"', '"""quoted"'])
def test_a_new_password_has_to_fit(server: Server, password: str) -> None:
    reply = server.say("dave@example.org", f"signup dave {password}")

    assert not reply.ok
    assert reply.error.startswith("A password ")


def texts_that_anybody_reads() -> Iterator[str]:
    """Our help pages, the README and its tour, and the letters with a name for each word that they put in."""
    yield from (docs.README, docs.PAGES["docs/tour.md"])
    yield from (command_page(command) for command in COMMANDS)
    yield from (file.read_text(encoding="utf-8") for file in places.help_pages().glob("*.txt"))
    for file in TEMPLATES:
        yield re.sub(r"\{\{.*?\}\}", "alice", file.read_text(encoding="utf-8"))


def passwords_in(text: str) -> Iterator[str]:
    """The words that stand where a command takes a password, in any line of a text."""
    by_first_word: dict[str, list[tuple[tuple[str, ...], Command]]] = {}
    for command in COMMANDS:
        for words_of in command.words:
            by_first_word.setdefault(words_of.split()[0], []).append((tuple(words_of.split()), command))
    for line in text.splitlines():
        words = re.sub(r"[\"'`>,;()\[\]|]", " ", line).split()
        for start, word in enumerate(words):
            for name, command in by_first_word.get(word, ()):
                rest = [Word(word.removesuffix(".")) for word in words[start + len(name) :]]
                if tuple(words[start : start + len(name)]) == name:
                    yield from (rest[place].text for place in secret_places(command, rest))


def test_passwords_that_stand_on_our_pages_cannot_be_chosen(server: Server) -> None:
    found = {
        word
        for text in texts_that_anybody_reads()
        for word in passwords_in(text)
        if len(word) >= 6 and word[0] != "-"
    }
    like_passwords = {word for word in found if re.search(r"\d", word) or word.isupper()} - {
        "$alice_pw",
        "$bob_pw",
        "SHA-256",
    }

    assert {"PASSWORD", "secret7", "bobpw123", "better-secret8", "redbreast1"} <= like_passwords
    # Refusals of half a command write the last two.
    for password in {*like_passwords, "password", "Secret7", "OLD-PASSWORD", "NEW-PASSWORD"}:
        for line in (f"signup dave {password}", f"change password alice secret7 {password}"):
            assert "is an example on our pages" in server.say("alice@example.org", line).error, line


@pytest.mark.parametrize("password", ["challenge", "Trichet", "standings", "charlotte", "CHARLOTTE"])
def test_words_that_are_shown_wherever_they_stand_are_no_passwords(server: Server, password: str) -> None:
    server.hear("charlotte@example.org", "signup charlotte ladybird5")

    for line in (f"signup dave {password}", f"change password alice secret7 {password}"):
        reply = server.say("alice@example.org", line)

        assert reply.error == (
            "A password cannot be a word of our commands, or the name of a player: please choose another."
        )


@pytest.mark.parametrize("password", ["sixsix", "x" * 72, "pass-word", "päßwörd", "密码密码密码", "a#b$c%d"])
def test_a_password_may_hold_any_printable_characters(server: Server, password: str) -> None:
    server.hear("dave@example.org", f"signup dave {password}")

    assert server.hear("dave@example.org", f"add dave {password}").ok


def test_codes_are_never_the_same_and_survive_being_typed() -> None:
    codes = {new_code() for _ in range(2000)}
    assert all(LIKE_A_CODE.fullmatch(code) for code in codes)

    assert len(codes) == 2000
    assert all(len(code) >= 16 and code.isalnum() and code.islower() for code in codes)
    assert not set("".join(codes)) & set("01ilo")


def test_a_code_is_found_by_its_digest_however_it_was_typed() -> None:
    assert digest_of(" K3M8PWX2VQ7RNT4HA ") == digest_of("k3m8pwx2vq7rnt4ha")
