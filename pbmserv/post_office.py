"""The one way in: each request is carried out in one transaction, which stores its letters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Connection

from pbmserv.commands.requests import prefetch
from pbmserv.commands.requests.authentication import WrongPassword, hear_from, note_guesses, note_wrong_password
from pbmserv.commands.requests.budget_table import DEFAULT, Budgets
from pbmserv.commands.requests.budgets import within_budget
from pbmserv.commands.requests.context import Call, MailState, Setup
from pbmserv.commands.requests.credentials import OPERATOR, STRANGER, Credential, OnlyAsGuest, OnlyOnBoard, Principal
from pbmserv.commands.requests.expectations import Expected
from pbmserv.commands.requests.letters import letters_of, to_be_sent
from pbmserv.commands.requests.outcome import BatchResult, CarriedOut, Outcome, Refused
from pbmserv.commands.requests.passwords import Hashes, Passwords, Work, with_hashes_between
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.letters import with_untold
from pbmserv.commands.run.parser import CommandFields
from pbmserv.commands.run.runner import carry_out, carry_out_fields, carry_out_reply
from pbmserv.commands.run.table import COMMANDS
from pbmserv.commands.run.unanswered import letters_left
from pbmserv.games.base import Game, Refusal
from pbmserv.games.catalogue import installed
from pbmserv.language.command_spec import Claim
from pbmserv.letters.letter import Letter
from pbmserv.letters.reply_address import without_tokens
from pbmserv.locale.catalogs import ENGLISH, languages
from pbmserv.play.board import Player
from pbmserv.play.bots import BOARDS as BOT_BOARDS
from pbmserv.play.vacations import DAYS_A_YEAR
from pbmserv.request_ids import new_request_id
from pbmserv.setting_values import Engine
from pbmserv.settings import Settings, SettingsError
from pbmserv.storage.database import Database
from pbmserv.storage.group_commit import GroupCommit
from pbmserv.storage.outbox import Outbox
from pbmserv.storage.statements import undone_on_error
from pbmserv.storage.work import UnitOfWork

if TYPE_CHECKING:
    from pbmserv.commands.sessions.signing_in import Opened
    from pbmserv.storage.sessions import Session

R = TypeVar("R")


@dataclass(frozen=True)
class Request:
    """A request.

    The first of `lines` is the command, `body` the commands for `multiple`, `comment` the words to other players;
    `fields` is a command given by fields instead. `message_id` is its mail's; `reply` is the mail as an answer to a
    letter, if it may be one. `unanswered` says why it gets no answer: see `commands.run.unanswered`. `expects` is the
    board's state on which it is based: it is refused if that has changed. `shows_answer` says that its answer is read
    in the `Answer`, too; else it may lack letters that are mailed to nobody. `id` is its name in the log, `once` the
    digest of an idempotency key.
    """

    credential: Credential
    lines: tuple[str, ...] = field(default=(), repr=False)
    body: str = field(default="", repr=False)
    comment: str = field(default="", repr=False)
    message_id: str | None = None
    reply: Reply | None = None
    unanswered: str = ""
    expects: Expected | None = None
    fields: CommandFields | None = field(default=None, repr=False)
    shows_answer: bool = True
    once: str = ""
    id: str = field(default_factory=new_request_id, compare=False)

    def __post_init__(self) -> None:
        if self.credential.userid is not None and self.reply is not None:
            raise ValueError("who is signed in writes no mail")


@dataclass(frozen=True)
class Answer:
    """The result of a request with all its letters, in order; `error` is None on success.

    `outcome` is for the operator, redacted; `command` is the command's name, or empty. `came_of_it` are the outcomes,
    and `asker` the authenticated player, if any.
    """

    ok: bool
    error: str | None
    letters: tuple[Letter, ...]
    outcome: str
    command: str = ""
    came_of_it: Outcome = field(default_factory=Outcome)
    asker: Player | None = None


@dataclass(frozen=True)
class Done(Generic[R]):
    """The result of an action that nobody mailed for, with its letters."""

    result: R
    letters: tuple[Letter, ...]


class PlayerGone(LookupError):
    """The signed-in player no longer exists, or their session has ended meanwhile."""


class PostOffice:
    """Carries out requests. One for each process, thread-safe.

    `address` is the server's, `catalogue` its games, `now` a clock; the others are as in `Setup`.
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
        seeds: Callable[[], bytes] | None = None,
        web_url: str = "",
        bot_boards: int = BOT_BOARDS,
        engines: Sequence[Engine] = (),
        operator_address: str = "",
        language: str = ENGLISH,
    ) -> None:
        self._database = database
        self._group_commit = GroupCommit(database)
        self._passwords = passwords or Passwords()
        self._now = now
        self._setup = Setup(
            catalogue,
            COMMANDS,
            address,
            web_url.rstrip("/"),
            vacation_days,
            bot_boards,
            engines,
            proves_senders,
            budgets,
            operator_address,
            seeds,
            language,
        )

    def handle(self, request: Request) -> Answer:
        """Carry out a request and store its results, hashing passwords outside the transaction.

        Requests of several threads may share a transaction; each is undone separately. Raises `PlayerGone` and
        `DoneBefore`.
        """

        def transaction(passwords: Passwords) -> Answer:
            return self._group_commit.change(lambda connection: self._handle(request, connection, passwords))

        return with_hashes_between(self._passwords, transaction, foreseen=self._foreseen(request))

    def handle_within(self, request: Request, connection: Connection, passwords: Passwords | None = None) -> Answer:
        """Carry out a request within the caller's transaction, which must be rolled back if this raises.

        `passwords` are those that `with_hashes_between` gave to the transaction.
        """
        return self._handle(request, connection, passwords or self._passwords)

    def with_hashes_between(self, transaction: Callable[[Hashes], R]) -> R:
        """Run the caller's transaction, rolled back and run again for each hash that it needs."""
        return with_hashes_between(self._passwords, transaction)

    def read_ahead(self, requests: Sequence[Request], connection: Connection, hashes: Hashes) -> None:
        """Prefetch for the next requests of this transaction, and hash their passwords together.

        Raises `NotHashed`, for `with_hashes_between`, with those of strangers apart.
        """
        now = self._now()
        calls = [self._call(connection, each.credential, now) for each in requests]
        for call, each in zip(calls, requests, strict=True):
            call.body = each.body
        asked = [(call, _line_of(each), each.reply) for call, each in zip(calls, requests, strict=True)]
        prefetch.foresee(asked, COMMANDS, hashes)

    def _foreseen(self, request: Request) -> Collection[Work]:
        """What is to be hashed for a request, by the hashes that are stored: the transaction compares those again."""
        line, reply = _line_of(request), request.reply
        if not prefetch.is_multiple(line, reply) and not (
            self._passwords.knows_none
            and prefetch.players_named(line, request.body, reply, self._setup.catalogue, COMMANDS)
        ):
            return ()
        with self._database.reading() as connection:
            call = self._call(connection, request.credential, reads_only=True)
            call.body = request.body
            own, of_strangers = prefetch.hashes_needed([(call, line, reply)], COMMANDS, Hashes(self._passwords, {}))
        return own.union(*of_strangers.values())

    def _handle(self, request: Request, connection: Connection, passwords: Passwords) -> Answer:
        call = self._call_of(request, connection)
        call.passwords, call.mail.unanswered = passwords, request.unanswered
        if request.once:
            call.work.sent_once.note(request.once, call.at)
        done = carry_out_reply(request.reply.masked, call) if request.reply else _carry_out(request, call)
        if request.once and _is_refused(done.outcome):
            call.work.sent_once.forget(request.once)
        for player in tuple(call.mail.heard_from):
            # Even if the command was refused, and all that it had done was undone.
            hear_from(call, player)
        letters = [*done.letters, *(letter for each in call.outcomes for letter in letters_of(each, call))]
        left = letters_left(call, done.outcome, letters)
        posted = within_budget(call, [self._without_stranger(letter, call, request) for letter in left])
        more = f" (over budget: {', '.join(sorted(call.mail.spent))})" if call.mail.spent else ""
        more += f" (not answered: {call.mail.left_out})" if call.mail.left_out else ""
        return _answer(done, call, self._send(posted, call, request.id, request), more)

    def look(self, request: Request) -> Answer:
        """Answer a read-only command: nothing is sent, and it neither waits for writers nor delays them.

        Only a wrong password is recorded, afterwards. The caller has to limit the rate. Raises `ChangesSomething` for
        other commands, and `PlayerGone`.
        """
        if request.reply is not None:
            raise ValueError("an answer to a letter may change something")
        with self._database.reading() as connection:
            call = self._call_of(request, connection, reads_only=True)
            done = _carry_out(request, call)
        if call.mail.guessed and not call.credential.is_operator:
            with self._database.writing() as connection:
                noting = self._call_of(request, connection)
                noting.mail.guessed += call.mail.guessed
                note_guesses(noting)
        return _answer(done, call, done.letters)

    def look_up(self, question: Callable[[Call], R]) -> R:
        with self._database.reading() as connection:
            return question(self._call(connection, STRANGER, reads_only=True))

    def look_up_at_once(self, question: Callable[[Call], R]) -> R:
        """The same for a question that needs one statement, or each of few at any moment."""
        with self._database.reading_at_once() as connection:
            return question(self._call(connection, STRANGER, reads_only=True))

    def for_visitor(self, action: Callable[[Call], R], client: str = "", browser: str = "") -> R:
        """Run an action for an unauthenticated visitor, such as signing in, in a transaction.

        A `Refusal` undoes it and is raised again; a wrong password is recorded all the same. `client` and `browser`
        are as in `Credential`. It is run again for each password to be hashed.
        """
        return self._as_visitor(action, replace(STRANGER, client=client, browser=browser))

    def in_session(self, session: Session, action: Callable[[Call], R]) -> R:
        """The same for who is signed in. Raises `PlayerGone` where the session has ended since it was looked up.

        Nothing ends it before the action is done: what is opened in it cannot outlast a new password. That of
        a link to one board is not enough.
        """

        def while_open(call: Call) -> R:
            if session.board is not None:
                raise OnlyOnBoard
            if session.is_guests:
                raise OnlyAsGuest
            call.work.players.hold(session.player)
            _check_open(call, session.player, session.id)
            return action(call)

        return self.for_visitor(while_open)

    def _as_visitor(self, action: Callable[[Call], R], visitor: Credential) -> R:
        return with_hashes_between(self._passwords, lambda passwords: self._for_visitor(action, visitor, passwords))

    def _for_visitor(self, action: Callable[[Call], R], visitor: Credential, passwords: Passwords) -> R:
        with self._database.writing() as connection:
            call = self._call(connection, visitor)
            call.passwords = passwords
            try:
                with undone_on_error(connection):
                    result = action(call)
                    letters = [letter for each in call.outcomes for letter in letters_of(each, call)]
                    self._send(letters, call, new_request_id())
                    return result
            except Refusal as refused:
                if isinstance(refused, WrongPassword):
                    note_wrong_password(call, refused.userid)
                refusal = refused
        raise refusal

    def sign_in(self, userid: str, password: str, label: str, client: str = "", browser: str = "") -> Opened:
        """Open a session by password; the other arguments are as in sessions and requests.

        Raises `Refusal`.
        """
        from pbmserv.commands.sessions.signing_in import sign_in

        visitor = replace(STRANGER, client=client, browser=browser, claim=Claim(userid, password))
        return self._as_visitor(lambda call: sign_in(call, label), visitor)

    def act(
        self,
        action: Callable[[Call], R],
        at: datetime | None = None,
        dry_run: bool = False,
        request_id: str | None = None,
    ) -> Done[R]:
        """Run an action that nobody mailed for: the clock's or the operator's.

        It has its own transaction, undone if `action` raises. `at` is when it happens, now by default (letters go out
        now in any case); a `dry_run` is undone. `request_id` is its name in the log, if the caller logs it, too.
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
        """The same within the caller's transaction, which must be rolled back if this raises."""
        call = self._call(connection, OPERATOR, at)
        result = action(call)
        letters = [letter for each in call.outcomes for letter in letters_of(each, call)]
        return Done(result, self._send(letters, call, request_id))

    def _call_of(self, request: Request, connection: Connection, reads_only: bool = False) -> Call:
        call = self._call(connection, request.credential, reads_only=reads_only)
        if request.credential.userid is not None:
            call.principal.signed_in = _signed_in(request.credential.userid, call.work)
            if request.credential.session is not None and not reads_only:
                _check_open(call, call.principal.signed_in, request.credential.session)
        # Nobody is to find an address in these words by which somebody else's letters can be answered.
        call.comment = without_tokens(request.comment)
        call.body = call.comment if request.body == request.comment else without_tokens(request.body)
        call.expects, call.shows_answer = request.expects, request.shows_answer
        call.mail.beside_quotation = request.reply.beside_quotation if request.reply else None
        return call

    def _call(
        self, connection: Connection, credential: Credential, at: datetime | None = None, reads_only: bool = False
    ) -> Call:
        work = UnitOfWork(connection, self._setup.catalogue)
        return Call(
            self._setup,
            work,
            self._passwords,
            at or self._now(),
            Principal(credential, work.players),
            MailState(reads_only=reads_only),
        )

    def _send(
        self, letters: Sequence[Letter], call: Call, request_id: str, request: Request | None = None
    ) -> tuple[Letter, ...]:
        letters = with_untold(call, letters)
        domain, cause = self._setup.address.rpartition("@")[2], (request.id, request.message_id) if request else None
        at = self._now()
        stored = [to_be_sent(letter, domain, at, number, cause) for number, letter in enumerate(letters) if letter.to]
        Outbox(call.work.connection).add(stored, at, request_id)
        return tuple(letters)

    def _without_stranger(self, letter: Letter, call: Call, request: Request) -> Letter:
        """Drop a letter to an address in a forged From that never wrote to us."""
        credential = request.credential
        if credential.vouched_for or letter.player or not letter.answers or not credential.address:
            return letter
        return letter if call.work.players.at_address(credential.address) else replace(letter, to=())


def _signed_in(userid: str, work: UnitOfWork) -> Player:
    account = work.players.account(userid)
    if account is None:
        raise PlayerGone(f"there is no player called {userid}")
    return account.player


def _check_open(call: Call, player: Player, session: int) -> None:
    if not call.work.sessions.is_open(player, session, call.at):
        raise PlayerGone(f"the session of {player.userid} has ended")


def _is_refused(outcome: Outcome) -> bool:
    if isinstance(outcome, BatchResult):
        return all(map(_is_refused, outcome.outcomes))
    return isinstance(outcome, Refused)


def _carry_out(request: Request, call: Call) -> CarriedOut:
    return carry_out_fields(request.fields, call) if request.fields else carry_out(_line_of(request), call)


def _line_of(request: Request) -> str:
    if request.fields:
        return request.fields.command
    return without_tokens(request.lines[0] if request.lines else "")


def _answer(done: CarriedOut, call: Call, letters: Sequence[Letter], more: str = "") -> Answer:
    error = done.outcome.words if isinstance(done.outcome, Refused) else None
    return Answer(
        ok=error is None,
        error=error,
        letters=tuple(letters),
        outcome=f"{'done' if error is None else 'refused'}: {done.quoted}{more}",
        command=done.command,
        came_of_it=done.outcome,
        asker=call.principal.player,
    )


def post_office_for(settings: Settings, database: Database) -> PostOffice:
    """Raises `SettingsError` for a language that letters cannot be written in."""
    if settings.language not in languages():
        raise SettingsError(
            f"PBMSERV_LANGUAGE cannot be {settings.language!r}: expected is one of {', '.join(languages())}."
        )
    return PostOffice(
        database,
        installed(),
        settings.address,
        vacation_days=settings.vacation_days,
        proves_senders=bool(settings.authserv_id),
        budgets=Budgets.of(settings),
        web_url=settings.web_url,
        bot_boards=settings.bot_boards,
        engines=settings.engines,
        operator_address=settings.operator_address,
        language=settings.language,
    )
