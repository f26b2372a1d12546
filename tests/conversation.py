"""Conversations with a server, in process: what people write to it, and the letters that come of that."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, select, update

from pbmserv.commands.operator import interventions
from pbmserv.commands.requests.budget_table import DEFAULT, Budgets
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import Credential
from pbmserv.commands.requests.lookup import known_player
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.games.catalogue import installed
from pbmserv.letters.board_html import page_html
from pbmserv.letters.letter import Letter
from pbmserv.mail.reading.envelope import may_answer_stranger as is_of_same_domain
from pbmserv.post_office import Answer, PostOffice, Request
from pbmserv.storage.database import Database
from pbmserv.storage.players import CONFIRMATIONS
from pbmserv.storage.schema import SCHEMA
from tests.put_back import once
from tests.undone import Undone

ADDRESS = "games@example.net"
START = datetime(2024, 3, 1, 12, 0, tzinfo=UTC)
MAIL_TABLES = frozenset({"inbox", "outbox", "returned_letters", "seen", "tallies"})
"""What comes and goes with the mail, whatever it says."""
MADE_WHEN_NEEDED = frozenset({"secrets"})
"""What is there as soon as somebody has needed it, even for a letter that changes nothing else: the server's keys."""


def code_in(letter: Letter) -> str:
    """The one-time code of a letter that asks something."""
    found = re.search(r"^    confirm (\w+)$", letter.text, re.MULTILINE)
    assert found, letter.text
    return found[1]


def headline_of(letter: Mapping[str, Any]) -> str:
    """What a list of mail shows of a letter in the outbox: `Your turn: Hex Board 101`."""
    return ": ".join(filter(None, [letter["headers"].get("From"), letter["subject"]]))


def mover_in(text: str) -> str:
    """Whose turn it is, by the text of a letter."""
    found = re.search(r"^It is (?:your turn, (\S+):|(\S+)'s turn)", text, re.MULTILINE)
    assert found, text
    return found[1] or found[2]


PLAYERS = {"alice": "secret7", "bob": "bobpw123", "carol": "secret9"}
"""Who usually plays here, and with which passwords; each writes from NAME@example.org."""
FOUR = {**PLAYERS, "dave": "davepw45"}
"""With one more, for games that take no fewer."""


def cheap_passwords() -> Passwords:
    """argon2id at the lowest price that it can be had for."""
    return Passwords(time_cost=1, memory_cost=32)


@dataclass(frozen=True)
class Reply:
    """What came of something that was said."""

    answer: Answer

    @property
    def ok(self) -> bool:
        return self.answer.ok

    @property
    def error(self) -> str:
        """Why it was refused; an empty text where it was done."""
        return self.answer.error or ""

    @property
    def outcome(self) -> str:
        return self.answer.outcome

    @property
    def letters(self) -> tuple[Letter, ...]:
        """All letters, in order, those among them that are sent to nobody."""
        return self.answer.letters

    @property
    def letter(self) -> Letter:
        """The one letter that answers whoever spoke."""
        [letter] = [letter for letter in self.letters if letter.answers]
        return letter

    @property
    def answers(self) -> list[Letter]:
        """All letters that answer whoever spoke, where there may be several."""
        return [letter for letter in self.letters if letter.answers]

    @property
    def subject(self) -> str:
        return self.letter.subject

    @property
    def headline(self) -> str:
        """What a list of mail shows of it."""
        return self.letter.headline

    @property
    def text(self) -> str:
        return self.letter.text

    @property
    def readers(self) -> set[str]:
        """The addresses that something is sent to."""
        return {address for letter in self.letters for address in letter.to}

    def letter_to(self, address: str) -> Letter:
        """The one letter that goes to this address."""
        [letter] = [letter for letter in self.letters if address in letter.to]
        return letter


@dataclass
class Server:
    """A server on a database of its own, with a clock that stands still until a test moves it."""

    database: Database
    now: datetime = START
    passwords: Passwords = field(default_factory=cheap_passwords)
    address: str = ADDRESS
    budgets: Budgets = DEFAULT

    def __post_init__(self) -> None:
        self.office = self._own_office = PostOffice(
            self.database, installed(), self.address, self.passwords, now=lambda: self.now, budgets=self.budgets
        )

    def say(
        self,
        sender: str | None,
        line: str,
        comment: str = "",
        body: str = "",
        may_answer_stranger: bool = True,
        message_id: str | None = None,
        envelope: str | None = None,
    ) -> Reply:
        """Have somebody (None: the operator) send a command.

        `envelope` is the sender in the envelope, where that is another address than the one in From.
        """
        is_envelope = may_answer_stranger and envelope is None
        request = Request(
            Credential(
                sender,
                vouched_for=may_answer_stranger if envelope is None else is_of_same_domain(sender, envelope),
                proven=is_envelope,
                is_envelope=is_envelope,
                envelope=envelope,
            ),
            (line,),
            body,
            comment,
            message_id=message_id,
        )
        return Reply(self.office.handle(request))

    def hear(self, sender: str | None, line: str, comment: str = "", body: str = "") -> Reply:
        """The same, where the test is about what comes after: it fails here if the command is refused."""
        reply = self.say(sender, line, comment, body)
        assert reply.ok, f"{line}: {reply.error}"
        return reply

    def wait(self, **time: float) -> None:
        """Let time go by: `wait(days=3)`."""
        self.now += timedelta(**time)

    def season(self, *userids: str) -> None:
        """Make players of a while ago of these, who have played a game to its end: they may write to everybody."""
        users = SCHEMA.tables["users"]
        with self.database.writing() as connection:
            old = self.now - timedelta(days=60)
            connection.execute(update(users).where(users.c.userid_key.in_(userids)).values(created_at=old))
        for userid in userids:
            number = int(self.hear(None, f"trioker-puzzle challenge {userid}").letters[0].subject.split()[-1])
            self.office.act(partial(_ended, game="trioker-puzzle", number=number))

    def sign_up(self, *userids: str) -> None:
        """Make players of these, with the passwords that `FOUR` has for them."""

        def really() -> None:
            for userid in userids:
                self.enrol(userid, FOUR[userid])

        self.once(userids, really)

    def once(self, what: Hashable, do: Callable[[], None]) -> None:
        """Begin with something that other tests begin with too, so that it is done once; it takes no time."""
        if self.office is self._own_office and self.budgets is DEFAULT:
            once((what, self.now, self.address), self.database, do)
        else:
            do()

    def enrol(self, userid: str, password: str) -> None:
        """Make a player who has any password, be it one that cannot be chosen, since it stands on our pages."""

        def give_password(call: Call) -> None:
            player = known_player(call, userid)
            call.work.players.set_password(player, call.passwords.hash(password))
            # As players of a while ago: whoever signs up now gets no confirmations.
            call.work.players.choose(player, CONFIRMATIONS, None)

        self.hear(f"{userid}@example.org", f"signup {userid} until-then-{userid}")
        self.office.act(give_password)

    def rehearse(self, sender: str | None, line: str, comment: str = "", body: str = "") -> Rehearsal:
        """What would come of a command; nothing of it is kept."""
        with self.database.writing() as connection, connection.begin_nested() as trial:
            before = stored(connection)
            answer = self.office.handle_within(Request(Credential(sender), (line,), body, comment), connection)
            rehearsal = Rehearsal(Reply(answer), outbox(connection), stored(connection) != before)
            trial.rollback()
        return rehearsal

    def everything_stored(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that the database holds beside the mail that comes and goes, and the keys of the server."""
        with self.database.reading() as connection:
            return stored(connection)

    def outbox(self, after: int = 0) -> list[Mapping[str, Any]]:
        """The letters that wait to be sent, oldest first; `after` is the id of one that is known already."""
        with self.database.reading() as connection:
            return outbox(connection, after)


def _ended(call: Call, game: str, number: int) -> None:
    board = interventions.board_to_change(call, game, number)
    interventions.adjudicate(call, board, None, 0, "It was long enough.")


def undone(database: Database) -> Iterator[Server]:
    """A server on a database that many tests share; what is said to it is undone afterwards."""
    shared = Undone(database)
    yield Server(shared)
    shared.close()


@dataclass(frozen=True)
class Rehearsal:
    """What would come of a command, and whether it would change anything beside the mail."""

    reply: Reply
    outbox: list[Mapping[str, Any]]
    changes: bool


def outbox(connection: Connection, after: int = 0) -> list[Mapping[str, Any]]:
    """The letters that wait to be sent, oldest first; `after` is the id of one that is known already."""
    letters = SCHEMA.tables["outbox"]
    newer = select(letters).where(letters.c.id > after).order_by(letters.c.id)
    return [dict(row) for row in connection.execute(newer).mappings()]


def html_in(letter: Mapping[str, Any]) -> str | None:
    """The HTML part that a letter of the outbox will have when it is sent."""
    page = letter["page"]
    return None if page is None else page_html(letter["text"], page, letter["subject"], server=ADDRESS) or None


def stored(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """All that a database holds beside the mail that comes and goes, and the keys of the server."""
    return {
        name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for name, table in SCHEMA.tables.items()
        if name not in MAIL_TABLES | MADE_WHEN_NEEDED
    }
