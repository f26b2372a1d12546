"""One thing that is tried: who asks for it is found out, and it is done; and what is known of it if it is refused."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from pbmserv.commands.requests.authentication import authenticate, check_sender
from pbmserv.commands.requests.command import Command
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.commands.requests.redaction.masking import masked_in
from pbmserv.commands.requests.redaction.others import (
    after_own_name,
    check_words_for_others,
    own_passwords_in,
    plain_text,
    stands_for_password,
)
from pbmserv.commands.requests.reply import Reply
from pbmserv.commands.requests.unauthorised import Unauthorised
from pbmserv.commands.run.answers import command_of
from pbmserv.commands.run.parser import Action, CommandNames, ParseError, parse
from pbmserv.language.command_spec import Claim
from pbmserv.language.typed_line import TypedLine
from pbmserv.language.words import SHORTEST_PASSWORD, Misspelt, Word, split
from pbmserv.letters.reply_address import without_codes
from pbmserv.letters.subjects import subject_of_ours
from pbmserv.storage.tokens import Answering


class ChangesSomething(Exception):
    """A command was to be answered without writing anything, but it does not only read."""

    def __init__(self, command: str) -> None:
        super().__init__(f"{command} does not only read: it has to be handled, not looked at")


class Attempt:
    """Something that is tried, with what is known of it: enough to quote it safely whenever a refusal comes."""

    reply: Reply | None = None

    def __init__(self, call: Call, parsed: Action | ParseError | None) -> None:
        self._call = call
        self._parsed = parsed

    @property
    def command(self) -> Command | None:
        """The command, if it is known by now."""
        return self._parsed.command if self._parsed else None

    @property
    def name(self) -> str:
        """The name of the command, if it is known by now."""
        return self.command.name if self.command else ""

    @property
    def line(self) -> TypedLine:
        """The line, as far as it has been understood by now."""
        return self._parsed.line if self._parsed else TypedLine(())

    @property
    def quoting(self) -> Quoting:
        """What may be shown of it."""
        return Quoting(self._call, self.line)

    @property
    def secrets(self) -> set[str]:
        """The words in the places of passwords and codes."""
        return self._parsed.secrets if isinstance(self._parsed, Action) else set()

    def do(self) -> Outcome:
        """Do it. Raises `Refusal`."""
        return self._run(self._action())

    def check_it_may_be_done(self) -> None:
        """Raise `ChangesSomething` where the command does, and nothing may be changed."""
        if self._call.visit.reads_only and self.command is not None and not self.command.reads_only:
            raise ChangesSomething(self.command.name)

    def _action(self) -> Action:
        """What is to be done. Raises `Refusal` where it is no command."""
        parsed = self._parsed
        if parsed is None:
            raise LookupError("nothing has been parsed")
        self._call.game = parsed.game
        if isinstance(parsed, Action):
            return parsed
        if parsed.is_in_arguments and isinstance(parsed.refusal, Misspelt) and self.quoting.lacks_its_password:
            hint = "The last word looks like a move: is the password missing?"
            raise Misspelt(f"{parsed.refusal.words} {hint}") from parsed.refusal
        raise parsed.refusal

    def _run(self, action: Action) -> Outcome:
        """Carry an action out: who asks is found out once, after what it is about, and before anything is done."""
        call, command = self._call, action.command
        call.line = self.line
        call.principal.credential = replace(call.credential, claim=action.claim)
        check_sender(call)
        self.check_it_may_be_done()
        if call.credential.is_program and command.about_account:
            raise Unauthorised(
                f"A program cannot do this with a token: {command.name} changes an account. Write a letter instead."
            )
        _refuse_a_password_as_a_name(call, action)
        self._hide_passwords_in_comment(action)
        given = command.resolve(call, action.given)
        if command.needs_player:
            authenticate(call, command.needs_password, command.takes_code)
        return command.carry_out(call, given)

    def _hide_passwords_in_comment(self, action: Action) -> None:
        call = self._call
        secrets = [secret for secret in action.secrets if len(secret) >= SHORTEST_PASSWORD]
        if action.command.is_talk and stands_for_password(call):
            subject = self.reply.subject if self.reply else ""
            is_ours = subject_of_ours(subject, call.catalogue, in_an_answer=True) is not None
            check_words_for_others(call, "" if is_ours else subject)
        call.body = masked_in(call.body, secrets)
        # Who has typed the password is known by that: nothing has to be compared.
        others = () if secrets and not stands_for_password(call) else own_passwords_in(call, call.comment)
        plain = plain_text(call.comment)
        masked = without_codes(plain)
        comment = masked if others or masked != plain else without_codes(call.comment)
        call.comment = masked_in(comment, [*secrets, *others, *after_own_name(call, comment)])


class Answer(Attempt):
    """An answer to a letter of ours, which stands for a command."""

    def __init__(self, call: Call, reply: Reply, answering: Answering | None, names: CommandNames) -> None:
        super().__init__(call, None)
        self.reply: Reply = reply
        self._answering = answering
        self._names = names
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

    def _action(self) -> Action:
        call = self._call
        check_sender(call)
        self._parsed = parse(command_of(call, self.reply, self._answering), call.catalogue, self._names)
        action, replier = super()._action(), call.principal.replier
        return (
            action._replace(claim=Claim(replier.userid, None)) if replier and action.command.needs_player else action
        )


def _refuse_a_password_as_a_name(call: Call, action: Action) -> None:
    plain = [word.text for word in action.line.plain]
    arguments = zip(action.command.arguments_for(plain), plain, strict=False)
    chosen = " ".join(text for argument, text in arguments if argument.kind.is_published)
    if chosen and stands_for_password(call) and own_passwords_in(call, chosen):
        raise Misspelt("What is chosen here can be read by everybody, and your password stands in it.")
