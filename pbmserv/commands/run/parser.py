"""Understanding a line: which command it is, and what it is given; then it can be carried out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from pbmserv.commands.help.actions import subjects_in
from pbmserv.commands.requests.authentication import check_sender
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
from pbmserv.games.base import Game, Option
from pbmserv.games.other_words import NEED_A_PARAMETER, game_called, parameter_meant, usual_word
from pbmserv.language.argument_types import Password, begins_like_a_board
from pbmserv.language.arguments import chosen_by, not_known, read, secrets_in
from pbmserv.language.command_spec import Given
from pbmserv.language.meaning import MOVES_FOR
from pbmserv.language.typed_line import TypedLine, name_of, without_options
from pbmserv.language.words import (
    SHORTEST_PASSWORD,
    Misspelt,
    NoCommand,
    NoWords,
    Word,
    find,
    is_option,
    may_be_choice,
    names_first,
    nearest,
    split,
    without_mark,
)
from pbmserv.letters.reply_address import without_codes
from pbmserv.letters.subjects import BOARDS, subject_of_ours
from pbmserv.storage.replies import Answering

LIKE_A_NAME = 0.7
"""How much like the name of a command a first word has to be to pass for a misspelt one.

"hello" is not enough like help, nor "can" like change."""

MOST_WORDS_OF_A_NAME = 4
"""How many words another name of a game may have: Four in a Row."""


class ChangesSomething(Exception):
    """A command was to be answered without writing anything, but it does not only read."""

    def __init__(self, command: str) -> None:
        super().__init__(f"{command} does not only read: it has to be handled, not looked at")


class CommandNames:
    """The names by which lines begin."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self.of_a_game = tuple(command for command in commands if command.of_a_game)
        self._others = tuple(command for command in commands if not command.of_a_game)
        self.first_words = sorted({name.split()[0] for command in self._others for name in command.words})
        """Those by which a line may begin that is not about a game."""

    def begun_by(self, first: str) -> tuple[Command, ...]:
        """The commands, not of a game, that have a name which begins with this word."""
        return tuple(command for command in self._others if any(name.split()[0] == first for name in command.words))


class Reading:
    """How far a line has been understood: enough to quote it safely whenever a refusal comes."""

    def __init__(self, call: Call, names: CommandNames) -> None:
        self._call = call
        self._commands = names
        self._words: list[Word] = []
        self._names: list[str] = []
        """The names of game and command, as far as they have been found."""
        self._called = ""
        """The other name by which the game was called, if it was."""
        self._typed: list[Word] = []
        """The words of an answer to a letter of ours, which stand for a command."""
        self._reply: Reply | None = None
        self.command: Command | None = None

    @property
    def name(self) -> str:
        """The name of the command, if it is known by now."""
        return self.command.name if self.command else ""

    @property
    def line(self) -> TypedLine:
        """The line, as far as it has been understood by now."""
        secrets = filter(None, [self._reply.token, self._reply.code]) if self._reply else ()
        return TypedLine(self._words, len(self._names), self.command, self._typed, frozenset(secrets))

    @property
    def quoting(self) -> Quoting:
        """What may be shown of it."""
        return Quoting(self._call, self.line)

    @property
    def secrets(self) -> set[str]:
        """The words in the places of passwords and codes."""
        return secrets_in(self.command, self._words[len(self._names) :]) if self.command else set()

    @property
    def takes_password(self) -> bool:
        """Whether the command takes a password, not only a code."""
        arguments = (*self.command.arguments, *self.command.other_arguments) if self.command else ()
        return any(isinstance(argument.kind, Password) for argument in arguments)

    def carry_out(self, line: str) -> Outcome:
        """Do what a line says. Raises `Refusal`."""
        command, given = self.understand(line)
        self._call.line = self.line
        check_sender(self._call)
        self.check_it_may_be_done()
        self._check_a_program_may_do_it(command)
        _refuse_a_password_as_a_name(self._call, command, self._words[len(self._names) :])
        self._hide_passwords_in_comment(command)
        return command.carry_out(self._call, given)

    def carry_out_reply(self, reply: Reply, answering: Answering | None) -> Outcome:
        """Do what an answer to a letter of ours stands for. Raises `Refusal`."""
        # So that it can be quoted if it is refused before it becomes a command; words for others need not be one.
        self._reply = reply
        with suppress(Misspelt):
            self._words = split(reply.line)
        check_sender(self._call)
        line = command_of(self._call, reply, answering)
        self._typed = self._words
        return self.carry_out(line)

    def check_it_may_be_done(self) -> None:
        """Raise `ChangesSomething` where the command does, and nothing may be changed."""
        if self._call.visit.reads_only and self.command is not None and not self.command.reads_only:
            raise ChangesSomething(self.command.name)

    def _check_a_program_may_do_it(self, command: Command) -> None:
        if self._call.sender.is_program and command.about_account:
            raise Unauthorised(
                f"A program cannot do this with a token: {command.name} changes an account. Write a letter instead."
            )

    def understand(self, line: str) -> tuple[Command, Given]:
        """The command that a line is, and what is given to it. Raises `Refusal`."""
        self._words = names_first(without_mark(split(line)))
        if not self._words:
            raise NoWords("There is no command in your letter: its Subject is empty, and so is its body.")
        self._refuse_a_subject_of_ours()
        first = self._words[0].text
        if first.lower() not in self._call.catalogue and usual_word(first) in self._call.catalogue:
            self._words[0], self._called = Word(usual_word(first)), first
        self.command = self._find()
        try:
            self._find_game_in_arguments()
            self._name_parameters()
            parameters = self._call.game.options if self._call.game else ()
            return self.command, read(self.command, self._words[len(self._names) :], parameters)
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
            self.command = next(command for command in self._commands.of_a_game if what in command.words)
            self._names = [word.text for word in self._words[: places.index("GAME") + 2]]
        raise Misspelt("This is the Subject of a letter of ours. An answer to it needs a command as its Subject.")

    def _hide_passwords_in_comment(self, command: Command) -> None:
        secrets = [secret for secret in self.secrets if len(secret) >= SHORTEST_PASSWORD]
        call = self._call
        if command.is_talk and stands_for_password(call):
            subject = self._reply.subject if self._reply else ""
            is_ours = subject_of_ours(subject, call.catalogue, in_an_answer=True) is not None
            check_words_for_others(call, "" if is_ours else subject)
        call.body = masked_in(call.body, secrets)
        # Who has typed the password is known by that: nothing has to be compared.
        others = () if secrets and not stands_for_password(call) else own_passwords_in(call, call.comment)
        comment = without_codes(plain_text(call.comment) if others else call.comment)
        call.comment = masked_in(comment, [*secrets, *others, *after_own_name(call, comment)])

    def _find(self) -> Command:
        first = self._find_first()
        self._names.append(first)
        if first in self._call.catalogue:
            self._call.game = self._call.catalogue[first]
            del self._words[1 : _words_of_name(self._call.game, self._words)]
            return self._find_among(self._commands.of_a_game, first)
        begun = self._commands.begun_by(first)
        if any(first in command.words for command in begun):
            return next(command for command in begun if first in command.words)
        return self._find_among(begun, first)

    @property
    def _first_words(self) -> list[str]:
        return [*self._call.catalogue, *self._commands.first_words]

    def _name_parameters(self) -> None:
        """Write out the parameters of a new board that are meant by its game's other name, or by a choice alone."""
        game, command = self._call.game, self.command
        words = self._words[len(self._names) :]
        plain = without_options(words)
        is_about_a_board = bool(plain) and begins_like_a_board(plain[0].text)
        if game is None or command is None or not command.takes_game_parameters or is_about_a_board:
            return
        self._words[len(self._names) :] = [_choice_named(word, game.options) for word in words]
        unknown = next(filter(may_be_choice, self._words), None)
        if unknown and not any(argument.name == "move" for argument in command.arguments):
            raise Misspelt(not_known(unknown.text[1:], None, game.options, "-", command.options))
        if parameter := parameter_meant(self._called, game.options):
            self._words.append(Word(parameter))
        needed, why = NEED_A_PARAMETER.get(self._called.lower(), ("", ""))
        if needed and not any(is_option(word) and needed.startswith(name_of(word)) for word in words):
            raise Misspelt(why)

    def _find_game_in_arguments(self) -> None:
        """Know the game that a command names among its arguments, since its parameters are read by that."""
        command = self.command
        if command is None or not command.names_game_in:
            return
        plain = [word for word in without_options(self._words[len(self._names) :]) if not may_be_choice(word)]
        place = [argument.name for argument in command.arguments].index(command.names_game_in)
        if place < len(plain):
            word = find(plain[place].text, self._call.catalogue, "the name of a game here", "The game")
            self._call.game = self._call.catalogue[word]

    def _find_first(self) -> str:
        typed = self._words[0].text
        if typed.lower() in self._call.catalogue:
            # As of nearly all commands: not even the other games are looked at.
            return typed.lower()
        try:
            return find(typed, self._first_words, "a command or a game here", "The first word")
        except Misspelt:
            if word := self._find_game_by_other_name():
                return word
            of_games = {word: command for command in self._commands.of_a_game for word in command.words}
            if typed.lower() not in of_games:
                if not nearest(typed, self._first_words, LIKE_A_NAME):
                    raise _no_command(self._call, self._words) from None
                raise
            self.command = of_games[typed.lower()]
            self._names.append(typed)
            raise Misspelt(f"The name of a game is expected before {typed.lower()}.") from None

    def _find_game_by_other_name(self) -> str | None:
        """The word of the game by whose other name the line begins, in several words perhaps: `le trioker`."""
        for length in range(MOST_WORDS_OF_A_NAME, 0, -1):
            name = " ".join(word.text for word in self._words[:length])
            if word := game_called(name, self._call.catalogue):
                self._words[:length] = [Word(word)]
                self._called = name
                return word
        return None

    def _find_among(self, commands: tuple[Command, ...], first: str) -> Command:
        usual, also = _names_after(first, commands)
        if len(self._words) == 1:
            raise Misspelt(f"After {first} a command is expected: {', '.join(usual)}.")
        second = self._words[1].text.lower()
        if self._call.game and (own := self._call.game.own_words.get(second)) and second not in usual:
            raise Misspelt(f"The word after {first} is not one of its commands. {own}")
        if self._call.game and (move := MOVES_FOR.get(second)):
            how = f"{self._call.game.word} move BOARD USERID PASSWORD {move}"
            raise Misspelt(f"The word after {first} is not one of its commands. Perhaps you mean:\n\n    {how}")
        try:
            name = find(self._words[1].text, usual, "one of its commands", f"The word after {first}", also)
        except Misspelt as refusal:
            if refusal.meant:
                raise Misspelt(refusal.words, [usual[each].name for each in refusal.meant]) from refusal
            raise NoCommand(f"{refusal.words} There are: {', '.join(usual)}.") from refusal
        self._names.append(name)
        return usual.get(name) or also[name]


def _refuse_a_password_as_a_name(call: Call, command: Command, words: Sequence[Word]) -> None:
    plain = [word.text for word in without_options(words)]
    arguments = zip(command.arguments_for(plain), plain, strict=False)
    chosen = " ".join(text for argument, text in arguments if argument.kind.is_published)
    if chosen and stands_for_password(call) and own_passwords_in(call, chosen):
        raise Misspelt("What is chosen here can be read by everybody, and your password stands in it.")


def _no_command(call: Call, words: Sequence[Word]) -> NoCommand:
    """The refusal of a line whose first word does not even look like a command."""
    said = " ".join(word.text for word in words)
    pages = subjects_in(said, call.catalogue, call.commands)[:3] or ["tutorial"]
    return NoCommand(
        "The first word is not a command or a game here. The Subject of a letter to this server is a command, and a"
        f" program reads it. Perhaps you mean: {', '.join(f'help {subject}' for subject in pages)}."
    )


def _words_of_name(game: Game[Any], words: Sequence[Word]) -> int:
    """How many words at the start of a line are the name of its game: three for `dots and boxes`."""
    lengths = [len(name.split()) for name in game.also_called if _begins_with(name, words)]
    return max(lengths, default=1)


def _begins_with(name: str, words: Sequence[Word]) -> bool:
    typed = " ".join(word.text for word in words[: len(name.split())])
    return typed.lower() == name.lower()


def _choice_named(word: Word, options: Sequence[Option]) -> Word:
    """A choice that begins with a figure, with the name of its option: `-board=1970` for `-1970`."""
    option = chosen_by(word.text[1:], options) if may_be_choice(word) else None
    return Word(f"-{option.name}={word.text[1:]}") if option else word


@lru_cache(maxsize=256)
def _names_after(first: str, commands: tuple[Command, ...]) -> tuple[dict[str, Command], dict[str, Command]]:
    """What these commands are called after the first word: by their names, and by the others they have."""
    usual = {command.name.removeprefix(f"{first} "): command for command in commands}
    also = {name.removeprefix(f"{first} "): command for command in commands for name in command.words[1:]}
    return usual, also
