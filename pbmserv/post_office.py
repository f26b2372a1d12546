"""The one way in: a request from any door is carried out in one transaction, which stores the letters it causes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection

from pbmserv.commands.budgets import DEFAULT, Budgets, within_budget
from pbmserv.commands.call import Call, Posted, Sender
from pbmserv.commands.formats import have_html
from pbmserv.commands.interpreter import COMMANDS, carry_out, carry_out_reply
from pbmserv.commands.passwords import Passwords
from pbmserv.commands.replying import Reply
from pbmserv.games.base import Game
from pbmserv.games.catalogue import installed
from pbmserv.letters.letter import Attachment, Letter, page_of
from pbmserv.letters.reply_address import without_tokens
from pbmserv.play.vacations import DAYS_A_YEAR
from pbmserv.request_ids import new_request_id
from pbmserv.settings import Settings
from pbmserv.store.database import Database
from pbmserv.store.outbox import NewLetter, Outbox
from pbmserv.store.work import UnitOfWork

R = TypeVar("R")


@dataclass(frozen=True)
class Request:
    """What somebody wants done.

    `sender` is the address in From, None for the operator at the command line; `lines` hold the command (the first
    of them), `body` the commands that `multiple` reads, `comment` the words for the other players.
    `may_answer_stranger` is whether an answer may go to an address that nobody has registered; `message_id` is that
    of the mail that holds the request; `reply` is what it says as an answer to a letter of ours, if it may be one;
    `proven` is whether our mail server has found that it comes from the domain in From; `is_envelope` is whether the
    sender in the envelope is that very address, and `envelope` that sender, where it is another one. Where there is
    no envelope, at the command line, From is believed. `id` is what the log calls the request.
    """

    sender: str | None
    lines: tuple[str, ...]
    body: str = ""
    comment: str = ""
    may_answer_stranger: bool = True
    message_id: str | None = None
    reply: Reply | None = None
    proven: bool = True
    is_envelope: bool = True
    envelope: str | None = None
    id: str = field(default_factory=new_request_id, compare=False)


@dataclass(frozen=True)
class AnsweredLetter:
    """A letter that a request has caused: to whom it goes, and whether that is who asked."""

    to: tuple[str, ...]
    subject: str
    text: str
    answers: bool
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What became of a request: all letters that it caused, in order; `error` is None where it was done.

    `outcome` tells the operator in a few words, with passwords masked; `command` is the name of the command, empty
    where there is no such command.
    """

    ok: bool
    error: str | None
    letters: tuple[AnsweredLetter, ...]
    outcome: str
    command: str = ""


@dataclass(frozen=True)
class Done(Generic[R]):
    """What came of something that nobody mailed for, and the letters that it has caused."""

    result: R
    letters: tuple[AnsweredLetter, ...]


class PostOffice:
    """Carries out requests. One for each process; safe to share between threads.

    `address` is the server's own mail address, `catalogue` the games it serves, `now` tells the time;
    `vacation_days` is how many a player has in a calendar year; `proves_senders` is whether a mail server finds out
    where messages come from; `budgets` are what one sender may cause.
    """

    def __init__(
        self,
        database: Database,
        catalogue: Mapping[str, Game[Any]],
        address: str,
        passwords: Passwords | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        vacation_days: int = DAYS_A_YEAR,
        proves_senders: bool = False,
        budgets: Budgets = DEFAULT,
    ) -> None:
        self._database = database
        self._catalogue = catalogue
        self._address = address
        self._passwords = passwords or Passwords()
        self._now = now
        self._vacation_days = vacation_days
        self._proves_senders = proves_senders
        self._budgets = budgets

    def handle(self, request: Request) -> Answer:
        """Carry out a request in a transaction of its own."""
        with self._database.writing() as connection:
            return self.handle_within(request, connection)

    def handle_within(self, request: Request, connection: Connection) -> Answer:
        """Carry out a request inside the caller's transaction, which must be rolled back if this raises."""
        sender = Sender(
            request.sender,
            vouched_for=request.may_answer_stranger,
            proven=request.proven,
            is_envelope=request.is_envelope,
            envelope=request.envelope,
        )
        # Whatever becomes of these words, nobody gets an address out of them by which somebody else can answer.
        call = self._call(
            connection, sender, self._now(), without_tokens(request.comment), without_tokens(request.body)
        )
        line = without_tokens(request.lines[0] if request.lines else "")
        outcome = carry_out_reply(request.reply.masked, call) if request.reply else carry_out(line, call)
        for player in tuple(call.heard_from):
            # Also where the command was refused, and with it all undone that it had done.
            call.hear_from(player)
        posted = [self._without_stranger(letter, call, request) for letter in call.posted]
        answered = within_budget(call, posted)
        return Answer(
            ok=outcome.error is None,
            error=outcome.error,
            letters=self._send(answered.posted, call, request.id, request),
            outcome=f"{'done' if outcome.error is None else 'refused'}: {outcome.quoted}"
            + (f" (over budget: {', '.join(sorted(call.spent))})" if call.spent else "")
            + (f" (not answered: {answered.left_out})" if answered.left_out else ""),
            command=outcome.command,
        )

    def act(
        self,
        action: Callable[[Call], R],
        at: datetime | None = None,
        dry_run: bool = False,
        request_id: str | None = None,
    ) -> Done[R]:
        """Do what nobody mailed for: what the clock has decided, what the operator wants.

        It has a transaction of its own, which `action` leaves by raising where it is not to change anything. `at` is
        when it happens, now by default (letters go out now in any case); with `dry_run` all is done, and then undone.
        `request_id` is what the log calls it, where the caller logs something of it, too.
        """
        request_id = request_id or new_request_id()
        with self._database.writing() as connection:
            trial = connection.begin_nested() if dry_run else None
            done = self.act_within(action, connection, request_id, at)
            if trial is not None:
                trial.rollback()
            return done

    def act_within(
        self, action: Callable[[Call], R], connection: Connection, request_id: str = "", at: datetime | None = None
    ) -> Done[R]:
        """The same inside the caller's transaction, which must be rolled back if this raises."""
        call = self._call(connection, Sender(None), at or self._now())
        return Done(action(call), self._send(call.posted, call, request_id))

    def _call(self, connection: Connection, sender: Sender, at: datetime, comment: str = "", body: str = "") -> Call:
        return Call(
            work=UnitOfWork(connection, self._catalogue),
            catalogue=self._catalogue,
            passwords=self._passwords,
            sender=sender,
            at=at,
            server=self._address,
            comment=comment,
            body=body,
            vacation_days=self._vacation_days,
            proves_senders=self._proves_senders,
            budgets=self._budgets,
            commands=COMMANDS,
        )

    def _send(
        self, posted: Sequence[Posted], call: Call, request_id: str, request: Request | None = None
    ) -> tuple[AnsweredLetter, ...]:
        sent = [each for each in posted if each.to]
        html = have_html(call, sent)
        letters = [self._sealed(each, has_html, request) for each, has_html in zip(sent, html, strict=True)]
        Outbox(call.work.connection).add(letters, self._now(), request_id)
        return tuple(
            AnsweredLetter(each.to, each.letter.subject, each.letter.text, each.answers, each.letter.attachments)
            for each in posted
        )

    def _without_stranger(self, posted: Posted, call: Call, request: Request) -> Posted:
        """We are no reflector: a forged From must not make us write to somebody who never wrote to us."""
        if request.may_answer_stranger or posted.player or not posted.answers or not request.sender:
            return posted
        if call.work.players.at_address(request.sender):
            return posted
        return replace(posted, to=())

    def _sealed(self, posted: Posted, has_html: bool, request: Request | None) -> NewLetter:
        domain = self._address.rpartition("@")[2]
        return NewLetter(
            message_id=f"<{secrets.token_hex(16)}@{domain}>",
            recipients=posted.to,
            subject=posted.letter.subject,
            text=posted.letter.text,
            page=page_of(posted.letter.links) if has_html else None,
            headers=_headers(posted, request, domain),
            user_id=posted.player.id if posted.player else None,
            attachments=[asdict(attachment) for attachment in posted.letter.attachments],
        )


def post_office_for(settings: Settings, database: Database) -> PostOffice:
    """A post office for the games that are installed, as the operator wants it."""
    return PostOffice(
        database,
        installed(),
        settings.address,
        vacation_days=settings.vacation_days,
        proves_senders=bool(settings.authserv_id),
        budgets=Budgets.of(settings),
    )


def _headers(posted: Posted, request: Request | None, domain: str) -> dict[str, str]:
    letter: Letter = posted.letter
    asked_for = request is not None and not letter.unasked
    headers = {"Auto-Submitted": "auto-replied" if asked_for else "auto-generated"}
    if letter.unsubscribe:
        headers["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
    if letter.reply_to:
        headers["Reply-To"] = letter.reply_to
    # All letters of a board answer one message that was never sent: mail programs show them as one thread, and no
    # letter has to know which of the others its reader still has.
    before = [f"<{letter.thread}.board@{domain}>"] if letter.thread else []
    if posted.answers and request and request.message_id:
        before.append(request.message_id)
    if before:
        headers["In-Reply-To"] = before[0]
        headers["References"] = " ".join(before)
    return headers
