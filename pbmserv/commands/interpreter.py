"""From a line of text to a command carried out: finds the command, reads its arguments, answers what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from pbmserv.commands import (
    accounts,
    challenging,
    confirming,
    forgotten,
    helping,
    history,
    limits,
    looking,
    playing,
    preferences,
    previewing,
    recording,
    signing_off,
    standing,
    talking,
    vacation,
    watching,
)
from pbmserv.commands.budgets import AnswerRoom, OverBudget, check_letters_to_others
from pbmserv.commands.call import Call, Posted, WrongPassword
from pbmserv.commands.helping import subjects_in
from pbmserv.commands.introducing import introduction, is_stranger
from pbmserv.commands.kinds import Password
from pbmserv.commands.language import (
    LONGEST_LINE,
    SHORTEST_PASSWORD,
    Command,
    Given,
    Misspelt,
    NoCommand,
    Word,
    find,
    names_first,
    nearest,
    read,
    secrets_in,
    split,
    without_mark,
)
from pbmserv.commands.masking import masked_in, secrets_for_others
from pbmserv.commands.meaning import MOVES_FOR
from pbmserv.commands.passwords import CODE_LETTERS
from pbmserv.commands.quoting import Quoting
from pbmserv.commands.refusing import refusal_letter
from pbmserv.commands.replying import WITH_WORDS, Reply, command_of, stands_for, with_what_was_meant
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import LINE_OF_STARS, Letter, write
from pbmserv.letters.reply_address import without_codes
from pbmserv.letters.subjects import BOARDS, subject_of_ours
from pbmserv.store.replies import Answering
from pbmserv.store.savepoint import undone_on_error

MOST_COMMANDS = 50
"""How many commands one letter can hold."""

LIKE_A_NAME = 0.7
"""How much like the name of a command the first word of a line is that may be meant as one: not "hello", like help,
nor "can", like change."""


@dataclass(frozen=True)
class Outcome:
    """How one command ended: `error` is None where it was done; `quoted` is the command as it may be logged.

    `command` is its name, without that of a game before it; empty where there is no such command.
    """

    error: str | None
    quoted: str
    command: str


class Multiple(Command):
    """Give several commands in one letter.

    Write them in the body, one a line; a line with end, or your signature, ends them. Each is carried out for itself,
    whatever becomes of the others, and what there is to answer comes in one letter. Should that get too long,
    or take too long, the last commands are not carried out, and the letter says so.
    """

    words = ("multiple",)
    example = "multiple"

    def carry_out(self, call: Call, given: Given) -> None:
        lines = list(_commands_in(call.body))
        if not lines:
            raise Refusal("No command was found: multiple takes its commands from the body, one a line.")
        if len(lines) > MOST_COMMANDS:
            raise Misspelt(f"At most {MOST_COMMANDS} commands can be given in one letter, not {len(lines)}.")
        others: list[Posted] = []
        answers: list[Letter] = []
        room = AnswerRoom(call)
        for number, line in enumerate(lines):
            if (number and call.patience.is_over) or room.is_used_up:
                left, slow = len(lines) - number, call.patience.is_over
                answers.append(write("commands_left", "Commands left over", lines=len(lines), left=left, slow=slow))
                break
            single = replace(call, body="", comment="", posted=[], player=None, board=None, game=None)
            carry_out(line, single, alone=False)
            others += [posted for posted in single.posted if not posted.answers]
            for posted in single.posted:
                if posted.answers:
                    answers.append(posted.letter)
                    room.add(posted.letter)
        call.posted += others
        attachments = tuple(attachment for letter in answers for attachment in letter.attachments)
        title = f"Answers to {len(lines)} command{'s' if len(lines) > 1 else ''}"
        call.answer(Letter(title, _in_one(answers), attachments=attachments))


COMMANDS: tuple[Command, ...] = (
    helping.Help(),
    accounts.Signup(),
    confirming.Confirm(),
    accounts.Add(),
    accounts.ChangePassword(),
    forgotten.Forgot(),
    signing_off.Signoff(),
    accounts.ChangeAddress(),
    looking.ListGames(),
    preferences.ChangeBroadcasts(),
    preferences.ChangeFormat(),
    preferences.ChangeReplies(),
    preferences.ChangeStrict(),
    preferences.ChangeTimezone(),
    vacation.Vacation(),
    talking.Message(),
    talking.Broadcast(),
    Multiple(),
    looking.AllShow(),
    helping.GameHelp(),
    challenging.Challenge(),
    playing.MoveCommand(),
    playing.Queue(),
    playing.Submit(),
    playing.ConfirmMove(),
    previewing.Preview(),
    previewing.Replay(),
    previewing.Analyse(),
    playing.Swap(),
    playing.Resign(),
    looking.Show(),
    looking.ShowAs(),
    looking.Games(),
    recording.RecordCommand(),
    standing.Standings(),
    history.History(),
    talking.Chat(),
    watching.Subscribe(),
    watching.Unsubscribe(),
    watching.Notify(),
    limits.Accept(),
    limits.Reject(),
    limits.Limit(),
    limits.Seek(),
)
_OF_A_GAME = tuple(command for command in COMMANDS if command.of_a_game)
_WITHOUT_A_GAME = tuple(command for command in COMMANDS if not command.of_a_game)
_FIRST_WORDS = sorted({name.split()[0] for command in _WITHOUT_A_GAME for name in command.words})
"""Those by which a line may begin that is not about a game."""


def carry_out(line: str, call: Call, alone: bool = True) -> Outcome:
    """Carry out one command; whatever it posts is in `call.posted` afterwards.

    What is refused has changed nothing, and is answered with the reason. A stranger who writes no command, but a
    letter, is answered with what this is and how to begin; `alone` is whether the line is all that they write.
    """
    return _carry_out(call, lambda reading: reading.carry_out(line), may_introduce=alone)


def carry_out_reply(reply: Reply, call: Call) -> Outcome:
    """Carry out a mail that may answer a letter of ours; what it means then is for `replying` to say.

    Where the Subject or the first line is a whole command, that is carried out, as in any other letter: many are
    used to write it over the Subject of the letter that they answer.
    """
    is_ours = subject_of_ours(reply.subject, call.catalogue, reply.is_answer) is not None
    if reply.token is None and reply.code is None and not is_ours:
        return carry_out(reply.subject or reply.line, call)
    answering = stands_for(call, reply)
    if not is_ours and _is_whole_command(reply.subject, call):
        return carry_out(reply.subject, call)
    call.body, call.comment = reply.body, reply.comment
    has_words = answering is not None and answering.kind in WITH_WORDS
    if _is_whole_command(reply.line, call, only_with_password=has_words):
        return carry_out(reply.line, call)
    return _carry_out(call, lambda reading: reading.carry_out_reply(reply, answering), reply)


def _is_whole_command(line: str, call: Call, only_with_password: bool = False) -> bool:
    """Whether a line is a command with all that it takes. Subjects of ours are none: `Hex Board 101 bob`."""
    reading = _Reading(replace(call))
    try:
        reading.understand(line)
    except Refusal:
        return False
    secrets = reading.secrets
    if only_with_password and not reading.takes_password and not any(len(each) >= CODE_LETTERS for each in secrets):
        return False
    return all(len(secret) >= SHORTEST_PASSWORD for secret in secrets)


def _carry_out(
    call: Call,
    read_and_do: Callable[[_Reading], None],
    reply: Reply | None = None,
    may_introduce: bool = False,
) -> Outcome:
    reading = _Reading(call)
    try:
        with undone_on_error(call.work.connection):
            read_and_do(reading)
            if reading.command is not None and reading.command.writes_to_others:
                check_letters_to_others(call)
    except Refusal as refusal:
        call.posted.clear()
        if isinstance(refusal, OverBudget):
            call.spent.add(refusal.limit.what)
        if isinstance(refusal, WrongPassword):
            # Only here, since what is noted while the command is carried out is undone with it.
            call.note_wrong_password(refusal.userid)
        if reply is not None:
            refusal = with_what_was_meant(call, reply, refusal)
        quoting = reading.quoting
        if may_introduce and isinstance(refusal, NoCommand) and is_stranger(call):
            call.answer(introduction(call))
            return Outcome(None, quoting.for_log(), reading.name)
        call.answer(refusal_letter(call, refusal, reading.command, quoting))
        outcome = Outcome(quoting.in_words(refusal.words), quoting.for_log(), reading.name)
    else:
        quoting = reading.quoting
        call.posted[:] = quoting.in_answers(call.posted)
        outcome = Outcome(None, quoting.for_log(done=True), reading.name)
    while call.guessed:
        call.note_wrong_password(call.guessed.pop())
    return outcome


class _Reading:
    """How far a line has been understood: enough to quote it safely whenever a refusal comes."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._words: list[Word] = []
        self._names: list[str] = []
        """The names of game and command, as far as they have been found."""
        self._typed: list[Word] = []
        """The words of an answer to a letter of ours, which stand for a command."""
        self._reply: Reply | None = None
        self.command: Command | None = None

    @property
    def name(self) -> str:
        """The name of the command, if it is known by now."""
        return self.command.name if self.command else ""

    @property
    def quoting(self) -> Quoting:
        """What may be shown of the line, as far as it has been understood by now."""
        secrets = filter(None, [self._reply.token, self._reply.code]) if self._reply else ()
        return Quoting(self._call, self._words, len(self._names), self.command, self._typed, secrets)

    @property
    def secrets(self) -> set[str]:
        """The words in the places of passwords and codes."""
        return secrets_in(self.command, self._words[len(self._names) :]) if self.command else set()

    @property
    def takes_password(self) -> bool:
        """Whether the command takes a password, not only a code."""
        arguments = (*self.command.arguments, *self.command.other_arguments) if self.command else ()
        return any(isinstance(argument.kind, Password) for argument in arguments)

    def carry_out(self, line: str) -> None:
        given = self.understand(line)
        self._call.quoting = self.quoting
        self._call.check_sender()
        self._hide_passwords_in_comment()
        if self.command is not None:
            self.command.carry_out(self._call, given)

    def carry_out_reply(self, reply: Reply, answering: Answering | None) -> None:
        # To be quoted, if it has to be refused before it becomes a command; words for others need not be one.
        self._reply = reply
        with suppress(Misspelt):
            self._words = split(reply.line)
        self._call.check_sender()
        line = command_of(self._call, reply, answering)
        self._typed = self._words
        self.carry_out(line)

    def understand(self, line: str) -> Given:
        self._words = names_first(without_mark(split(line)))
        if not self._words:
            raise NoCommand("There is no command in your letter: its Subject is empty, and so is its body.")
        self._refuse_a_subject_of_ours()
        self.command = self._find()
        parameters = self._call.game.options if self._call.game else ()
        try:
            return read(self.command, self._words[len(self._names) :], parameters)
        except Misspelt as refusal:
            if self.quoting.lacks_its_password:
                hint = "The last word looks like a move: is the password missing?"
                raise Misspelt(f"{refusal.words} {hint}") from refusal
            raise

    def _refuse_a_subject_of_ours(self) -> None:
        # Whoever means a name of these words can put it in quotes.
        text = " ".join(word.text if word.plain else '""' for word in self._words)
        ours = subject_of_ours(text, self._call.catalogue)
        if ours is None:
            return
        if ours in BOARDS:
            places = ours.split()
            self._call.game = self._call.catalogue[self._words[places.index("GAME")].text.lower()]
            what = places[places.index("GAME") + 1].lower()
            self.command = next(command for command in _OF_A_GAME if what in command.words)
            self._names = [word.text for word in self._words[: places.index("GAME") + 2]]
        raise Misspelt("This is the Subject of a letter of ours. An answer to it needs a command as its Subject.")

    def _hide_passwords_in_comment(self) -> None:
        secrets = [secret for secret in self.secrets if len(secret) >= SHORTEST_PASSWORD]
        self._call.body = masked_in(self._call.body, secrets)
        self._call.comment = masked_in(without_codes(self._call.comment), [*secrets, *secrets_for_others(self._call)])

    def _find(self) -> Command:
        first = self._find_first()
        self._names.append(first)
        if first in self._call.catalogue:
            self._call.game = self._call.catalogue[first]
            return self._find_among(_OF_A_GAME, first)
        begun = tuple(
            command for command in _WITHOUT_A_GAME if any(name.split()[0] == first for name in command.words)
        )
        if any(first in command.words for command in begun):
            return next(command for command in begun if first in command.words)
        return self._find_among(begun, first)

    def _find_first(self) -> str:
        typed = self._words[0].text
        try:
            return find(typed, [*self._call.catalogue, *_FIRST_WORDS], "a command or a game here", "The first word")
        except Misspelt:
            of_games = {word: command for command in _OF_A_GAME for word in command.words}
            if typed.lower() not in of_games:
                self._refuse_what_is_no_command(typed)
                raise
            self.command = of_games[typed.lower()]
            self._names.append(typed)
            raise Misspelt(f"The name of a game is expected before {typed.lower()}.") from None

    def _refuse_what_is_no_command(self, first: str) -> None:
        """Raise `NoCommand` where the first word does not even look like a command."""
        if nearest(first, [*self._call.catalogue, *_FIRST_WORDS], LIKE_A_NAME):
            return
        said = " ".join(word.text for word in self._words)
        pages = subjects_in(said, self._call.catalogue, COMMANDS)[:3] or ["tutorial"]
        raise NoCommand(
            "The first word is not a command or a game here. The Subject of a letter to this server is a command, and"
            f" a program reads it. Perhaps you mean: {', '.join(f'help {subject}' for subject in pages)}."
        )

    def _find_among(self, commands: tuple[Command, ...], first: str) -> Command:
        usual, also = _names_after(first, commands)
        if len(self._words) == 1:
            raise Misspelt(f"After {first} a command is expected: {', '.join(usual)}.")
        try:
            name = find(self._words[1].text, usual, "one of its commands", f"The word after {first}", also)
        except Misspelt as refusal:
            if refusal.words.endswith("?"):
                raise
            if self._call.game and (move := MOVES_FOR.get(self._words[1].text.lower())):
                how = f"{self._call.game.word} move BOARD USERID PASSWORD {move}"
                raise Misspelt(f"{refusal.words} Perhaps you mean:\n\n    {how}") from refusal
            raise NoCommand(f"{refusal.words} There are: {', '.join(usual)}.") from refusal
        self._names.append(name)
        return usual.get(name) or also[name]


@lru_cache(maxsize=256)
def _names_after(first: str, commands: tuple[Command, ...]) -> tuple[dict[str, Command], dict[str, Command]]:
    """What these commands are called after the first word: by their names, and by the others they have."""
    usual = {command.name.removeprefix(f"{first} "): command for command in commands}
    also = {name.removeprefix(f"{first} "): command for command in commands for name in command.words[1:]}
    return usual, also


def _commands_in(body: str) -> Iterable[str]:
    for line in body.splitlines():
        if line.strip().lower() in {"end", "--"}:
            return
        if line.strip():
            yield line[: LONGEST_LINE + 1]


def _in_one(letters: Sequence[Letter]) -> str:
    return f"\n{LINE_OF_STARS}\n\n".join(f"{letter.subject}\n\n{letter.text}" for letter in letters)
