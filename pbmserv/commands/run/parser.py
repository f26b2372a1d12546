"""The parser: from a line of text, or a command's fields, to an action. It is pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbmserv.commands.requests.context import Command
from pbmserv.games.base import Game, Option, Refusal
from pbmserv.games.message import Message
from pbmserv.games.other_words import NEED_A_PARAMETER, OTHER_WORDS, game_called, parameter_meant, usual_word
from pbmserv.language.argument_types import Password, begins_like_a_board
from pbmserv.language.arguments import chosen_by, claim_in, not_known, read, read_fields, secret_places
from pbmserv.language.command_spec import Argument, Claim, CommandTable, Names, ParsedArgs
from pbmserv.language.meaning import MOVES_FOR
from pbmserv.language.russian import in_english
from pbmserv.language.words import (
    LONGEST_LINE,
    MASK,
    SENTENCE_MARKS,
    SIGNED_IN,
    Misspelt,
    NoCommand,
    NoWords,
    TypedLine,
    Word,
    as_value,
    check_length,
    find,
    is_option,
    may_be_choice,
    name_of,
    names_first,
    nearest,
    split,
    visible,
    without_frame,
    without_mark,
    without_options,
)
from pbmserv.letters.subjects import BOARDS, subject_of_ours

LIKE_A_NAME = 0.7
"""The similarity to a command's name from which a first word counts as misspelt.

"hello" is not similar enough to help, nor "can" to change.
"""

_ONE_SLIP = 0.75
"""The similarity from which a first word counts as the misspelt command of a game: `moev`, `shwo`, `chalenge`."""
_SHORTEST_UNMISTAKABLE = 6
"""The length from which it does so without a board or game behind it: "more" and "what" are words, too."""
_MOST_WORDS_OF_COMMAND = 6

MOST_WORDS_OF_A_NAME = 4
"""The maximum number of words in a game's name: Four in a Row."""


class Action(NamedTuple):
    """A command with its arguments and claimed author.

    `line` is how it was or would have been typed, for quoting only.
    """

    command: Command
    given: ParsedArgs
    claim: Claim
    game: Game[Any] | None
    line: TypedLine

    @property
    def secrets(self) -> set[str]:
        """The words in the places of passwords and codes."""
        plain = self.line.plain
        return {plain[place].text for place in secret_places(self.command, plain)}

    @property
    def takes_password(self) -> bool:
        """Whether the command takes a password, not only a code."""
        arguments = (*self.command.arguments, *self.command.other_arguments)
        return any(isinstance(argument.kind, Password) for argument in arguments)


class LacksGame(Misspelt):
    """A command of a game before which none is named; `meant` has its name if it is misspelt."""


class OnlyGame(Misspelt):
    """The name of a game, and nothing that is to be done there."""


class ParseError(NamedTuple):
    """Why a line is no command, and how far it was parsed, enough to quote it safely.

    `is_in_arguments` says that the command was found and an argument is wrong.
    """

    refusal: Refusal
    is_in_arguments: bool
    command: Command | None
    game: Game[Any] | None
    line: TypedLine


def parse(line: str, catalogue: Mapping[str, Game[Any]], commands: CommandTable[Command]) -> Action | ParseError:
    """Parse a line as it is, or else without what may stand around it where our letters print it."""
    parsed = _parse(line, catalogue, commands)
    if isinstance(parsed, Action) or len(line) > LONGEST_LINE:
        return parsed
    bare = without_frame(line)
    if not bare or bare == line:
        return parsed
    as_printed = _parse(bare, catalogue, commands)
    return as_printed if isinstance(as_printed, Action) else parsed


def _parse(line: str, catalogue: Mapping[str, Game[Any]], commands: CommandTable[Command]) -> Action | ParseError:
    reading = _Reading(catalogue, commands)
    try:
        command, given, typed = reading.understand(line)
    except Refusal as refusal:
        return ParseError(refusal, reading.is_at_arguments, reading.command, reading.game, reading.line)
    return Action(command, given, claim_in(command, typed.plain), reading.game, typed)


class CommandFields(NamedTuple):
    """A command by its parts, as a page, a program or a bot has them: there is no text to parse.

    `values` stand in the order of its arguments, without those that say who asks: the signed-in player, or else
    `claim`. `options` include the parameters of the game. An answer to a letter of ours may name its last values and
    options itself: they are `typed`.
    """

    command: str
    values: tuple[str, ...] = ()
    game: str = ""
    options: Mapping[str, str] = {}
    claim: Claim | None = None
    typed: tuple[Word, ...] = ()


def action_of(
    fields: CommandFields, userid: str | None, catalogue: Mapping[str, Game[Any]], commands: CommandTable[Command]
) -> Action | ParseError:
    """The action of a command's fields; `userid` is the signed-in player, or None."""
    command = commands.named(fields.command, of_a_game=bool(fields.game))
    game = catalogue[fields.game] if fields.game else None
    claim = fields.claim or Claim(userid or "", None)
    arguments = command.other_arguments or command.arguments
    values = [*fields.values, *(word.text for word in fields.typed if not is_option(word))]
    # Nobody has typed a password where it is known who asks: there stands what a typed one would be shown as.
    proof = (SIGNED_IN if fields.claim is None else MASK) if claim.password is None else claim.password
    line = _as_shown(fields, command, _in_places(arguments, fields.values, claim.userid, proof))
    try:
        check_length(line.words)
    except Misspelt as refusal:
        # As of a line that is too long, nothing is looked at or quoted: it may be of any length.
        return ParseError(refusal, True, command, game, TypedLine(line.words[: line.names], line.names, command))
    try:
        if claim.userid and claim.password is None:
            arguments = tuple(argument for argument in arguments if not argument.authenticates)
        else:
            # Of nobody who is signed in the name is empty, and is refused as such.
            values = _in_places(arguments, values, claim.userid, proof)
        values = [visible(text) for text in values]
        if command.names_game_in:
            game = _game_named(arguments, command.names_game_in, values, catalogue)
        given = read_fields(
            command, arguments, values, fields.options, TypedLine(fields.typed), game.options if game else ()
        )
    except Refusal as refusal:
        return ParseError(refusal, True, command, game, line)
    return Action(command, given, claim if command.needs_player else Claim(), game, line)


def _in_places(arguments: Sequence[Argument], values: Sequence[str], userid: str, password: str) -> list[str]:
    left, who = list(values), [userid, password]
    plain: list[str] = []
    for argument in arguments:
        if argument.authenticates:
            plain.append(who.pop(0))
        elif left and not argument.repeated:
            plain.append(left.pop(0))
    return plain + left


def _as_shown(fields: CommandFields, command: Command, plain: Sequence[str]) -> TypedLine:
    names = [*filter(None, [fields.game]), *fields.command.split()]
    own = {option.name for option in command.options}
    options = [Word(f"{'--' if name in own else '-'}{name}={value}") for name, value in fields.options.items()]
    return TypedLine([*map(Word, names), *map(as_value, plain), *options, *fields.typed], len(names), command)


def _game_named(
    arguments: Sequence[Argument], named_in: str, plain: Sequence[str], catalogue: Mapping[str, Game[Any]]
) -> Game[Any] | None:
    place = [argument.name for argument in arguments].index(named_in)
    if place >= len(plain):
        return None
    return catalogue[find(plain[place], catalogue, "The game is not the name of a game here.")]


class _Reading:
    def __init__(self, catalogue: Mapping[str, Game[Any]], commands: CommandTable[Command]) -> None:
        self._catalogue = catalogue
        self._commands = commands
        self._words: list[Word] = []
        self._names: list[str] = []
        """The names of game and command found so far."""
        self._called = ""
        """The alias of the game that was used, if any."""
        self.command: Command | None = None
        self.game: Game[Any] | None = None
        self.is_at_arguments = False

    @property
    def line(self) -> TypedLine:
        return TypedLine(self._words, len(self._names), self.command)

    def understand(self, line: str) -> tuple[Command, ParsedArgs, TypedLine]:
        """The command that a line is, what is given to it, and the line as it is understood. Raises `Refusal`."""
        words = without_mark(split(line))
        self._words = names_first(in_english(words, self._first_of_games) if not line.isascii() else words)
        if not self._words:
            raise NoWords("There is no command in your letter: its Subject is empty, and so is its body.")
        self._refuse_a_subject_of_ours()
        first = self._words[0].text
        if first.lower() not in self._catalogue and usual_word(first) in self._catalogue:
            self._words[0], self._called = Word(usual_word(first)), first
        self.command = self._find()
        self.is_at_arguments = True
        self._find_game_in_arguments()
        self._name_parameters()
        typed = self.line
        return self.command, read(self.command, typed, self.game.options if self.game else ()), typed

    def _refuse_a_subject_of_ours(self) -> None:
        # Whoever means a name of these words can put it in quotes.
        text = " ".join([word.text if word.plain else '""' for word in self._words])
        ours = subject_of_ours(text, self._catalogue)
        if ours is None:
            return
        if ours in BOARDS:
            places = ours.split()
            self.game = self._catalogue[self._words[places.index("GAME")].text.lower()]
            what = places[places.index("GAME") + 1].lower()
            self.command = self._commands.named(what, of_a_game=True)
            self._names = [word.text for word in self._words[: places.index("GAME") + 2]]
        raise Misspelt("This is the Subject of a letter of ours. An answer to it needs a command as its Subject.")

    def _find(self) -> Command:
        first = self._find_first()
        self._names.append(first)
        if first in self._catalogue:
            self.game = self._catalogue[first]
            del self._words[1 : _words_of_name(self.game, self._words)]
            return self._find_among(self._commands.after_a_game, first)
        return self._commands.find(first, of_a_game=False) or self._find_among(self._commands.after(first), first)

    @property
    def _first_of_games(self) -> set[str]:
        """Words for games."""
        return {*self._catalogue, *OTHER_WORDS}

    @property
    def _first_words(self) -> list[str]:
        return [*self._catalogue, *self._commands.first_words]

    def _name_parameters(self) -> None:
        """Expand parameters implied by the game's alias or given as a bare choice."""
        game, command = self.game, self.command
        if game is None or command is None or not command.takes_game_parameters:
            return
        words = self.line.rest
        plain = without_options(words)
        if plain and begins_like_a_board(plain[0].text):
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
        """Find the game among the command's arguments, which determines its parameters."""
        command = self.command
        if command is None or not command.names_game_in:
            return
        plain = [word.text for word in without_options(self.line.rest) if not may_be_choice(word)]
        named = _game_named(command.arguments, command.names_game_in, plain, self._catalogue)
        self.game = named or self.game

    def _find_first(self) -> str:
        typed = self._words[0].text.rstrip(SENTENCE_MARKS) or self._words[0].text
        if typed.lower() in self._catalogue:
            # As of nearly all commands: not even the other games are looked at.
            return typed.lower()
        # A name in several words goes before one that only begins like the first of them: `Five in a Row`.
        if typed.lower() not in self._commands.first_words and (word := self._find_game_by_other_name()):
            return word
        try:
            return find(typed, self._first_words, "The first word is not a command or a game here.")
        except Misspelt:
            of_a_game = self._commands.find(typed.lower(), of_a_game=True)
            if of_a_game is None:
                self._refuse_a_slip(typed)
                if not nearest(typed, self._first_words, LIKE_A_NAME):
                    raise _no_command(self._words, self._catalogue, self._commands) from None
                raise
            if word := self._find_game_after_command():
                return word
            self.command = of_a_game
            self._names.append(typed)
            if typed.lower() == of_a_game.name:
                raise LacksGame(
                    Message("The name of a game is expected before {typed}.", typed=typed.lower())
                ) from None
            # Another word for it, or a slip that many make.
            why = "Did you mean {command}? The name of a game is expected before it."
            raise LacksGame(Message(why, command=of_a_game.name)) from None

    def _refuse_a_slip(self, typed: str) -> None:
        """Raise `LacksGame` if a first word is nearly a command of a game, and what follows is like a command."""
        of_games = self._commands.after_a_game.usual
        [near] = nearest(typed, {*of_games, *self._first_words} - {*self._catalogue}, _ONE_SLIP)[:1] or [""]
        if near not in of_games or near in self._first_words:
            return
        rest = [word.text.lower() for word in self._words[1:]]
        has_board = bool(rest) and (rest[0].isdecimal() or rest[0] in self._catalogue)
        is_sure = len(typed) >= _SHORTEST_UNMISTAKABLE or sorted(typed.lower()) == sorted(near)
        if has_board or (is_sure and len(rest) < _MOST_WORDS_OF_COMMAND):
            why = "The first word is not a command or a game here. Did you mean {command}?"
            raise LacksGame(Message(why, command=near), [near])

    def _find_game_after_command(self) -> str | None:
        """The game of a line that begins with the command: `show hex 101`. It is put first."""
        command, *self._words = self._words
        first = self._words[0].text.lower() if self._words else ""
        word = first if first in self._catalogue else self._find_game_by_other_name()
        self._words.insert(1 if word else 0, command)
        return word

    def _find_game_by_other_name(self) -> str | None:
        """The game whose alias, perhaps of several words, starts the line: `le trioker`."""
        for length in range(MOST_WORDS_OF_A_NAME, 0, -1):
            name = " ".join(word.text for word in self._words[:length])
            if word := game_called(name, self._catalogue):
                self._words[:length] = [Word(word)]
                self._called = name
                return word
        return None

    def _find_among(self, names: Names, first: str) -> Command:
        usual, also = names
        if len(self._words) == 1:
            only = OnlyGame if self.game else Misspelt
            raise only(
                Message("After {first} a command is expected: {commands}.", first=first, commands=", ".join(usual))
            )
        second = self._words[1].text.lower()
        if self.game and (own := self.game.own_words.get(second)) and second not in usual:
            raise Misspelt(
                Message(
                    "The word after {first} is not one of its commands. {advice}", first=first, advice=Message(own)
                )
            )
        if self.game and (move := MOVES_FOR.get(second)):
            how = f"{self.game.word} move BOARD USERID PASSWORD {move}"
            raise Misspelt(
                Message(
                    "The word after {first} is not one of its commands. Perhaps you mean:\n\n    {command}",
                    first=first,
                    command=how,
                )
            )
        try:
            name = find(
                self._words[1].text,
                usual,
                Message("The word after {first} is not one of its commands.", first=first),
                also,
            )
        except Misspelt as refusal:
            if refusal.meant:
                raise Misspelt(refusal.words, [usual[each] for each in refusal.meant]) from refusal
            raise NoCommand(
                Message("{why} There are: {commands}.", why=refusal.words, commands=", ".join(usual))
            ) from refusal
        self._names.append(name)
        return self._commands.named(usual.get(name) or also[name], of_a_game=self.game is not None)


def _no_command(words: Sequence[Word], catalogue: Mapping[str, Game[Any]], commands: Sequence[Command]) -> NoCommand:
    """The refusal of a line whose first word does not resemble a command."""
    # Imported here, since most lines are commands.
    from pbmserv.commands.help.actions import subjects_in

    said = " ".join(word.text for word in words)
    pages = subjects_in(said, catalogue, commands)[:3] or ["tutorial"]
    return NoCommand(
        Message(
            "The first word is not a command or a game here. The Subject of a letter to this server is a"
            " command, and a program reads it. Perhaps you mean: {commands}.",
            commands=", ".join(f"help {subject}" for subject in pages),
        ),
        pages=pages,
    )


def _words_of_name(game: Game[Any], words: Sequence[Word]) -> int:
    """How many words at the start of a line are its game's name: three for `dots and boxes`."""
    lengths = [len(name.split()) for name in game.also_called if _begins_with(name, words)]
    return max(lengths, default=1)


def _begins_with(name: str, words: Sequence[Word]) -> bool:
    typed = " ".join(word.text for word in words[: len(name.split())])
    return typed.lower() == name.lower()


def _choice_named(word: Word, options: Sequence[Option]) -> Word:
    """A choice that begins with a digit, with its option's name: `-board=1970` for `-1970`."""
    option = chosen_by(word.text[1:], options) if may_be_choice(word) else None
    return Word(f"-{option.name}={word.text[1:]}") if option else word
