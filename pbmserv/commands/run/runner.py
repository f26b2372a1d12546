"""The runner: authenticates, carries out commands, turns refusals into outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from pbmserv.commands.requests.authentication import (
    WrongPassword,
    authenticate,
    check_sender,
    note_guesses,
    note_wrong_password,
)
from pbmserv.commands.requests.budget_table import OverBudget
from pbmserv.commands.requests.budgets import AnswerRoom, check_letters_to_others
from pbmserv.commands.requests.confirmed_addresses import check_may_write
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.credentials import Unauthorised
from pbmserv.commands.requests.letters import letters_of
from pbmserv.commands.requests.outcome import BatchResult, CarriedOut, Outcome, in_order
from pbmserv.commands.requests.passwords import CODE_LETTERS
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.run.parser import Action, CommandFields, LacksGame, OnlyGame, ParseError, action_of, parse
from pbmserv.commands.run.table import COMMANDS
from pbmserv.commands.run.unanswered import check_a_person_wrote
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import RESERVED_USERIDS, NewUserid
from pbmserv.language.command_spec import ParsedArgs
from pbmserv.language.words import (
    LONGEST_LINE,
    PLACES_OF_A_PASSWORD,
    SHORTEST_PASSWORD,
    Misspelt,
    NoCommand,
    TypedLine,
    Word,
    either,
    split,
)
from pbmserv.letters.letter import Letter
from pbmserv.letters.subjects import subject_of_ours
from pbmserv.storage.statements import undone_on_error
from pbmserv.storage.tokens import OF_A_BOARD, WITH_WORDS, Answering, Kind

if TYPE_CHECKING:
    from pbmserv.commands.run.personal_wishes import Asked


_NAME_AND_VERB = 2


class ChangesSomething(Exception):
    """The `command` in a read-only call would change something."""

    def __init__(self, command: str) -> None:
        super().__init__(f"{command} does not only read: it has to be handled, not looked at")
        self.command = command


class Attempt:
    """An attempt with what is known about it: enough to quote it safely at any refusal."""

    reply: Reply | None = None

    def __init__(
        self, call: Call, parsed: Action | ParseError | None, alone: bool = False, texts: Sequence[str] = ()
    ) -> None:
        self._call = call
        self.texts = texts
        """What may be a request in words, of the mail whose line this is."""
        self._alone = alone
        """Whether it is all that a mail asks for, so that a question can be answered."""
        self._parsed = parsed
        self._tried: Action | None = None
        """What may be meant by a command without a game: it is tried, and asked about."""

    @property
    def command(self) -> Command | None:
        return self._parsed.command if self._parsed else None

    @property
    def name(self) -> str:
        command = self.command
        return command.name if command else ""

    @property
    def line(self) -> TypedLine:
        return self._parsed.line if self._parsed else TypedLine(())

    @property
    def quoting(self) -> Quoting:
        return Quoting(self._call, self.line)

    @property
    def secrets(self) -> set[str]:
        return self._parsed.secrets if isinstance(self._parsed, Action) else set()

    @property
    def only_chooses_a_name(self) -> bool:
        """Whether it is `signup anna`, without a password: whoever writes so may be new here."""
        is_half = isinstance(self._parsed, ParseError) and self.name == "signup"
        return is_half and len(self.line.words) <= _NAME_AND_VERB

    def do(self) -> Outcome:
        return self._run(self._action())

    def check_it_may_be_done(self) -> None:
        """Raise `ChangesSomething` for a changing command in a read-only call."""
        if self._call.mail.reads_only and self.command is not None and not self.command.reads_only:
            raise ChangesSomething(self.command.name)

    def _action(self) -> Action:
        """The action. Raises `Refusal` if there is no command."""
        parsed = self._parsed
        if parsed is None:
            raise LookupError("nothing has been parsed")
        self._call.game = parsed.game
        if isinstance(parsed, Action):
            return parsed
        if isinstance(parsed.refusal, LacksGame) and parsed.command:
            self._ask_about_game(parsed)
        why = parsed.refusal.words
        if parsed.is_in_arguments and isinstance(parsed.refusal, Misspelt) and self.quoting.lacks_its_password:
            why = Message("{why} The last word looks like a move: is the password missing?", why=why)
        if parsed.is_in_arguments and isinstance(parsed.refusal, Misspelt) and (word := parsed.line.other_word):
            why = Message("The word {word} was read as {command}. {why}", word=word, command=self.name, why=why)
        raise parsed.refusal if why is parsed.refusal.words else Misspelt(why)

    def try_out(self, action: Action) -> None:
        """Carry out what may be meant. Raises `Refusal`; whoever tries undoes it."""
        self._tried = action
        self._call.game = action.game
        try:
            self._run(action)
        finally:
            self._tried = None

    def asked_instead(self, refusal: Refusal) -> Refusal:
        """The question whether something near was meant; else the same refusal."""
        if self._parsed is None or not self._alone:
            return refusal
        from pbmserv.commands.run.near_misses import asked_instead

        return asked_instead(self._call, self._parsed, refusal, self.try_out)

    def _ask_about_game(self, error: ParseError) -> None:
        """Ask the player of a command without a game whether their board of that number is meant."""
        from pbmserv.commands.run.asking_back import AsksFirst, corrected, players_meant, with_its_game

        call = self._call
        for player in players_meant(call, error)[:1]:
            found = with_its_game(call, error, player)
            lines = [corrected(call, action) for action in found]
            if len(found) != 1 or not call.credential.writes_mail:
                if not lines:
                    raise Misspelt(error.refusal.words)
                raise Misspelt(
                    Message("{why} Perhaps you mean: {commands}.", why=error.refusal.words, commands=either(lines))
                )
            [self._tried] = found
            call.game = found[0].game
            # What would be refused need not be asked, and the question undoes all that was done.
            self._run(found[0])
            raise AsksFirst(Message("{why} Did you mean this?", why=error.refusal.words), player, *lines)

    def _run(self, action: Action) -> Outcome:
        """Run an action: resolve its subject, authenticate once, carry it out."""
        call, command = self._call, action.command
        call.line = self._tried.line if self._tried else self.line
        credential = call.principal.credential = replace(call.credential, claim=action.claim)
        check_sender(call)
        self.check_it_may_be_done()
        if credential.is_program and command.about_account:
            raise Unauthorised(
                Message(
                    "A program cannot do this with a token: {command} changes an account. Write a letter instead.",
                    command=command.name,
                )
            )
        _refuse_a_password_as_a_name(call, action)
        if call.body or call.comment or command.is_talk:
            # Imported here, as much of what follows: most commands on the command line have no words for others.
            from pbmserv.commands.requests.words_for_others import hide_passwords

            hide_passwords(call, action.secrets, self.reply.subject if self.reply else "", command.is_talk)
        given = command.resolve(call, action.given)
        if command.needs_player:
            authenticate(call, command.needs_password, command.takes_code)
        return command.carry_out(call, given)


class Answer(Attempt):
    """An attempt at an answer to a letter."""

    def __init__(self, call: Call, reply: Reply, answering: Answering | None) -> None:
        super().__init__(call, None)
        self.reply: Reply = reply
        self._answering = answering
        self._typed: list[Word] = []
        # So that it can be quoted if it is refused before it becomes a command; words for others need not be one.
        with suppress(Misspelt):
            self._typed = split(reply.line)

    @property
    def line(self) -> TypedLine:
        secrets = frozenset(filter(None, [self.reply.token, self.reply.code]))
        if self._parsed is None:
            return TypedLine(self._typed, secrets=secrets)
        return replace(self._parsed.line, also_typed=self._typed, secrets=secrets)

    def asked_instead(self, refusal: Refusal) -> Refusal:
        if self._call.mail.unanswered:
            return refusal
        from pbmserv.commands.run.meant_moves import with_what_was_meant

        return with_what_was_meant(self._call, self.reply, refusal)

    def _action(self) -> Action:
        from pbmserv.commands.run.answers import command_of

        call = self._call
        check_sender(call)
        fields = command_of(call, self.reply, self._answering)
        self._parsed = action_of(fields, None, call.catalogue, COMMANDS)
        return super()._action()


class Request(Attempt):
    """An attempt at a command that was asked for in other words, or without its player's name and password."""

    def __init__(self, call: Call, reply: Reply, answering: Answering | None, asked: Asked) -> None:
        # Of who asks in their own words, a name that is nearly right is asked about as well.
        super().__init__(call, asked.action, alone=asked.in_own_words and bool(asked.question))
        self.reply: Reply = reply
        self._answering, self._asked = answering, asked

    @property
    def line(self) -> TypedLine:
        secrets = frozenset(filter(None, [self.reply.token, self.reply.code]))
        return replace(super().line, secrets=secrets)

    def do(self) -> Outcome:
        from pbmserv.commands.run.asking_back import AnsweredInstead, AsksFirst, corrected

        call, asked = self._call, self._asked
        # Anybody can have the address that answers help pages.
        is_for_nobody = self._answering is None or self._answering.kind is Kind.HELP
        call.principal.replier, call.principal.answering = asked.player, None if is_for_nobody else self._answering
        if asked.in_own_words:
            # What was written is for the server.
            call.comment = ""
        if asked.instead is not None:
            check_sender(call)
            raise AnsweredInstead(asked.instead)
        # As the board stands before it.
        action = self._action()
        line = corrected(call, action) if asked.question else ""
        done = self._run(action)
        if asked.question:
            # What would be refused need not be asked, and the question undoes all that was done.
            raise AsksFirst(asked.question, asked.player, line)
        return done


def _refuse_a_password_as_a_name(call: Call, action: Action) -> None:
    if not call.principal.needs_no_password:
        return
    plain = [word.text for word in action.line.plain]
    arguments = zip(action.command.arguments_for(plain), plain, strict=False)
    chosen = " ".join(text for argument, text in arguments if argument.kind.is_published)
    if not chosen:
        return
    from pbmserv.commands.requests.words_for_others import own_passwords_in

    if own_passwords_in(call, chosen):
        raise Misspelt("What is chosen here can be read by everybody, and your password stands in it.")


MOST_COMMANDS = 50
"""The maximum number of commands in one letter."""


class Multiple(Command):
    """Give several commands in one letter.

    Write them in the body, one a line; a line with end, or your signature, ends them. Each is carried out by itself,
    whatever becomes of the others, and all answers come in one letter. If that gets too long, or takes too long, the
    last commands are not carried out, and the letter says so.
    """

    words = ("multiple",)
    example = "multiple"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        if call.principal.answering is not None:
            from pbmserv.commands.run.digest_answers import carry_out_lines

            return carry_out_lines(call, lambda single, parsed: _carry_out(single, Attempt(single, parsed)))
        lines = list(_commands_in(call.body))
        if not lines:
            raise Refusal("No command was found: multiple takes its commands from the body, one a line.")
        if len(lines) > MOST_COMMANDS:
            raise Misspelt(
                Message(
                    "At most {most} commands can be given in one letter, not {lines}.",
                    most=MOST_COMMANDS,
                    lines=len(lines),
                )
            )
        done: list[CarriedOut] = []
        room = AnswerRoom(call)
        # For a password in one of the lines, all those before it would have to be carried out once more.
        passwords = call.passwords.at_once
        for number, line in enumerate(lines):
            if (number and call.mail.quota.is_over) or room.is_used_up:
                break
            single = replace(
                call,
                passwords=passwords,
                principal=call.principal.afresh(),
                body="",
                comment="",
                shows_answer=True,
                outcomes=[],
                board=None,
                game=None,
            )
            done.append(carry_out(line, single, alone=False))
            room.add(letter for letter in done[-1].letters if letter.answers)
        return BatchResult(*in_order(done), len(lines), too_slow=call.mail.quota.is_over)


def carry_out(line: str, call: Call, alone: bool = True) -> CarriedOut:
    """Carry out a line.

    A refused command has changed nothing. A stranger whose mail is no command gets an introduction; `alone` says that
    the line is all they wrote.
    """
    return _carry_out(call, Attempt(call, parse(line, call.catalogue, COMMANDS)), may_introduce=alone)


def carry_out_fields(fields: CommandFields, call: Call) -> CarriedOut:
    action = action_of(fields, call.credential.userid, call.catalogue, COMMANDS)
    return _carry_out(call, Attempt(call, action))


def carry_out_reply(reply: Reply, call: Call) -> CarriedOut:
    """Carry out a mail that may answer a letter; `answers` interprets it.

    If the Subject or first line is a whole command, that is carried out: many write it over the Subject of the letter
    answered.
    """
    is_ours = subject_of_ours(reply.subject, call.catalogue, reply.is_answer) is not None
    if reply.token is None and reply.code is None and not (is_ours or _asks_to_leave(reply, call)):
        parsed = parse(reply.subject or reply.line, call.catalogue, COMMANDS)
        asked = _asked_for(call, reply, None, parsed)
        if isinstance(parsed, ParseError) and _is_kind(call, reply):
            return _carry_out(call, Answer(call, reply, None))
        if not asked and call.principal.at_address and (rules := _rules_of_game(parsed, reply)):
            return carry_out_fields(rules, call)
        attempt = asked or Attempt(call, parsed, alone=True, texts=_texts_in(call, reply))
        return _carry_out(call, attempt, may_introduce=asked is None)
    from pbmserv.commands.leaving.by_answer import wants_no_letters
    from pbmserv.commands.run.answers import stands_for

    answering = stands_for(call, reply)
    if not is_ours and _is_whole_command(subject := parse(reply.subject, call.catalogue, COMMANDS)):
        return _carry_out(call, Attempt(call, subject, alone=True))
    call.body, call.comment = reply.body, reply.comment
    has_words = answering is not None and answering.kind in WITH_WORDS
    line = parse(reply.line, call.catalogue, COMMANDS)
    of_board = answering is not None and answering.kind in {*OF_A_BOARD, Kind.DIGEST}
    asked = _asked_for(call, reply, answering, line)
    if (
        not asked
        and not wants_no_letters(reply)  # "delete my account"
        and not (of_board and _asks_for_rules(line, reply))
        and _is_whole_command(line, only_with_password=has_words)
    ):
        return _carry_out(call, Attempt(call, line, alone=True))
    if not asked and answering is not None and answering.kind in _ABOUT_PAGES and _is_begun(line, reply):
        # `hex resign 101` names a game, but does not ask for its rules: how it is written is told.
        return _carry_out(call, Attempt(call, line, alone=True), may_introduce=answering.kind is Kind.HELP)
    return _carry_out(call, asked or Answer(call, reply, answering))


_ABOUT_PAGES = frozenset({Kind.HELP, Kind.WELCOME})
"""Letters that are answered with the subject of a help page."""
_MOST_WORDS_OF_A_COMMAND = 5
"""A longer line that begins like a command is a sentence."""


def _is_begun(parsed: Action | ParseError, reply: Reply) -> bool:
    """Whether a line is a command that is not written whole: `hex resign 101`, `signup cleo`."""
    from pbmserv.commands.leaving.by_answer import wants_no_letters

    if not isinstance(parsed, ParseError) or parsed.command is None or not _needs_a_person(parsed.command):
        return False
    if wants_no_letters(reply):
        # As "delete my account".
        return False
    is_more = len(parsed.line.words) > parsed.line.names and len(reply.line.split()) <= _MOST_WORDS_OF_A_COMMAND
    return parsed.game is not None or (is_more and not isinstance(parsed.refusal, LacksGame))


def _needs_a_person(command: Command) -> bool:
    return command.needs_player or any(isinstance(each.kind, NewUserid) for each in command.arguments)


def _asked_for(call: Call, reply: Reply, answering: Answering | None, parsed: Action | ParseError) -> Attempt | None:
    """What a mail asks for that is no whole command, but a request for one."""
    names_somebody = isinstance(parsed, Action) and parsed.claim.userid.lower() not in RESERVED_USERIDS
    if isinstance(parsed, Action) and names_somebody and parsed.claim.password not in PLACES_OF_A_PASSWORD:
        return None
    from pbmserv.commands.run.commands_in_own_words import command_asked

    asked = command_asked(call, reply, answering, parsed)
    return Request(call, reply, answering, asked) if asked else None


def _rules_of_game(parsed: Action | ParseError, reply: Reply) -> CommandFields | None:
    """The rules of the game whose name is all that a mail says."""
    is_alone = isinstance(parsed, ParseError) and isinstance(parsed.refusal, OnlyGame)
    says_more = bool(reply.subject and reply.line.strip()) or bool(reply.body.strip())
    return CommandFields("help", (), parsed.game.word) if is_alone and parsed.game and not says_more else None


def _texts_in(call: Call, reply: Reply) -> Sequence[str]:
    from pbmserv.commands.run.commands_in_own_words import texts_in

    return [*texts_in(call, reply)]


def _is_kind(call: Call, reply: Reply) -> bool:
    from pbmserv.commands.run.nothing_asked import is_kind_mail

    return is_kind_mail(call, reply)


def _asks_to_leave(reply: Reply, call: Call) -> bool:
    """Whether a mail from a player's address, which answers no letter, asks for no more of them."""
    from pbmserv.commands.leaving.by_answer import says_stop

    return says_stop(reply.subject or f"{reply.line} {reply.body}") and bool(call.principal.at_address)


def _asks_for_rules(parsed: Action | ParseError, reply: Reply) -> bool:
    """Whether a line asks for help in general, which in answer to a board is about its game."""
    from pbmserv.play.wishes import wish_in
    from pbmserv.play.words.wish import Wish

    return parsed.command is not None and parsed.command.name == "help" and wish_in(reply.line) is Wish.RULES


def _is_whole_command(parsed: Action | ParseError, only_with_password: bool = False) -> bool:
    """Whether a line is a complete command. Our own Subjects, such as `Hex Board 101 bob`, are not."""
    if isinstance(parsed, ParseError):
        return False
    secrets = parsed.secrets
    if only_with_password and not parsed.takes_password and not any(len(each) >= CODE_LETTERS for each in secrets):
        return False
    return all(len(secret) >= SHORTEST_PASSWORD for secret in secrets)


def _carry_out(call: Call, attempt: Attempt, may_introduce: bool = False) -> CarriedOut:
    try:
        with undone_on_error(call.work.connection):
            outcome = attempt.do()
            if call.mail.unanswered:
                check_a_person_wrote(call, attempt.command, attempt.secrets, attempt.reply)
            if call.comment and call.mail.beside_quotation is not None:
                from pbmserv.commands.requests.words_for_others import check_words

                check_words(call, outcome)
            check_may_write(call, outcome)
            letters = _letters(call, (*call.outcomes, outcome))
            if outcome.writes_to_others:
                check_letters_to_others(
                    call, letters, held=getattr(outcome, "held", ()), watching=getattr(outcome, "only_watching", ())
                )
        done = CarriedOut(outcome, letters, attempt.quoting.for_log(done=True), attempt.name)
        call.outcomes.clear()
    except Refusal as refusal:
        from pbmserv.commands.requests.words_for_others import KeptBack
        from pbmserv.commands.run.asking_back import AnsweredInstead, AsksFirst
        from pbmserv.commands.run.refusals import introduction, is_stranger, refused, wants_to_play

        attempt.check_it_may_be_done()
        call.outcomes.clear()
        if isinstance(refusal, KeptBack) and refusal.is_done_without:
            # All that the command had done has been undone: now it is done once more, without the words.
            call.comment, call.kept_back = "", refusal.words
            return _carry_out(call, attempt, may_introduce)
        if isinstance(refusal, OverBudget):
            call.mail.spent.add(refusal.limit.what)
        if isinstance(refusal, WrongPassword):
            # Only now: what was noted while the command was carried out has been undone with it.
            note_wrong_password(call, refusal.userid)
        refusal, may_ask = _asked_instead(call, attempt, refusal)
        quoting = attempt.quoting
        may_introduce = may_introduce and not call.mail.unanswered
        is_greeted = isinstance(refusal, (NoCommand, OnlyGame)) or wants_to_play(call, attempt.texts)
        is_greeted = is_greeted or attempt.only_chooses_a_name
        if may_introduce and is_greeted and is_stranger(call):
            line = " ".join(word.text for word in attempt.line.words)
            outcome = introduction(call, line, texts=attempt.texts or [line])
        elif isinstance(refusal, AsksFirst) and may_ask:
            outcome = refusal.ask(call)
        elif isinstance(refusal, AnsweredInstead):
            outcome = refusal.outcome(call)
        else:
            outcome = refused(call, refusal, attempt.command, quoting)
        done = CarriedOut(outcome, letters_of(outcome, call), quoting.for_log(), attempt.name)
    note_guesses(call)
    return done


def _asked_instead(call: Call, attempt: Attempt, refusal: Refusal) -> tuple[Refusal, bool]:
    """The question whether something near was meant, and whether it may be asked; else the same refusal."""
    from pbmserv.commands.run.asking_back import AsksFirst

    asked = attempt.asked_instead(refusal)
    if not isinstance(asked, AsksFirst) or asked.may_ask(call):
        return asked, True
    if asked is not refusal:
        return refusal, False
    # What gets no answer anyway keeps its words: they are told later.
    return (asked if call.mail.unanswered else asked.unasked()), False


def _letters(call: Call, outcomes: Iterable[Outcome]) -> list[Letter]:
    letters = [letter for outcome in outcomes for letter in letters_of(outcome, call)]
    if not call.principal.signed_in:
        return letters
    mailed = [letter for letter in letters if letter.to or not letter.only_mailed]
    return [replace(letter, answers=False) if letter.only_mailed else letter for letter in mailed]


def _commands_in(body: str) -> Iterable[str]:
    for line in body.splitlines():
        if line.strip().lower() in {"end", "--"}:
            return
        if line.strip():
            yield line[: LONGEST_LINE + 1]
