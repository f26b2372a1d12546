"""From a line of text to a command carried out: finds the command, reads its arguments, answers what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pbmserv.commands import accounts, challenging, helping, limits, looking, playing, previewing
from pbmserv.commands.call import Call, Posted
from pbmserv.commands.language import (
    LONGEST_LINE,
    Command,
    Given,
    Misspelt,
    Word,
    find,
    masked,
    read,
    split,
)
from pbmserv.games.base import Ambiguous, Refusal
from pbmserv.letters.board import BoardNews, board_text
from pbmserv.letters.letter import LINE_OF_STARS, Letter, write
from pbmserv.play.board import Status

MOST_COMMANDS = 50
"""How many commands one letter can hold."""


@dataclass(frozen=True)
class Outcome:
    """How one command ended: `error` is None where it was done; `quoted` is the command with passwords masked."""

    error: str | None
    quoted: str


class Multiple(Command):
    """Give several commands in one letter.

    Write them in the body, one a line; a line with end, or your signature, ends them. Each is carried out for itself,
    whatever becomes of the others, and what there is to answer comes in one letter.
    """

    words = ("multiple",)
    example = "multiple"

    def carry_out(self, call: Call, given: Given) -> None:
        lines = list(_commands_in(call.body))
        if not lines:
            raise Misspelt("No command was found: multiple takes its commands from the body, one a line.")
        if len(lines) > MOST_COMMANDS:
            raise Misspelt(f"At most {MOST_COMMANDS} commands can be given in one letter, not {len(lines)}.")
        others: list[Posted] = []
        answers: list[Letter] = []
        for line in lines:
            single = replace(call, body="", comment="", posted=[], player=None, board=None, game=None)
            carry_out(line, single)
            others += [posted for posted in single.posted if not posted.answers]
            answers += [posted.letter for posted in single.posted if posted.answers]
        call.posted += others
        call.answer(Letter(f"Answers to {len(lines)} commands", _in_one(answers)))


COMMANDS: tuple[Command, ...] = (
    helping.Help(),
    accounts.Signup(),
    accounts.Confirm(),
    accounts.Add(),
    accounts.ChangePassword(),
    accounts.ChangeAddress(),
    looking.ListGames(),
    Multiple(),
    looking.AllShow(),
    helping.GameHelp(),
    challenging.Challenge(),
    playing.MoveCommand(),
    playing.Queue(),
    playing.Submit(),
    playing.ConfirmMove(),
    previewing.Preview(),
    previewing.Analyse(),
    playing.Swap(),
    playing.Resign(),
    looking.Show(),
    looking.ShowAs(),
    looking.Games(),
    limits.Accept(),
    limits.Reject(),
    limits.Limit(),
    limits.Seek(),
)


def carry_out(line: str, call: Call) -> Outcome:
    """Carry out one command; whatever it posts is in `call.posted` afterwards.

    What is refused has changed nothing, and is answered with the reason.
    """
    call.commands = COMMANDS
    reading = _Reading(call)
    try:
        with call.work.connection.begin_nested():
            reading.carry_out(line)
    except Refusal as refusal:
        call.posted.clear()
        quoted = reading.quoted
        call.answer(_refusal_letter(call, refusal, reading.command, quoted))
        return Outcome(refusal.words, quoted)
    return Outcome(None, reading.quoted)


class _Reading:
    """How far a line has been understood: enough to quote it safely whenever a refusal comes."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._words: list[Word] = []
        self._named = 0
        self.command: Command | None = None

    @property
    def quoted(self) -> str:
        """The line with its passwords masked."""
        if not self._words:
            return "(nothing that can be read)"
        return masked(self.command, self._words, max(self._named, 1), self._call.player is not None)

    def carry_out(self, line: str) -> None:
        self._words = split(line)
        if not self._words:
            raise Misspelt("There is no command in your letter: its Subject is empty, and so is its body.")
        self.command = self._find()
        parameters = self._call.game.options if self._call.game else ()
        given = read(self.command, self._words[self._named :], parameters)
        self.command.carry_out(self._call, given)

    def _find(self) -> Command:
        own = [command for command in COMMANDS if not command.of_a_game]
        first_words = {name.split()[0] for command in own for name in command.words}
        first = find(self._words[0].text, [*self._call.catalogue, *sorted(first_words)], "a command or a game here")
        self._named = 1
        if first in self._call.catalogue:
            self._call.game = self._call.catalogue[first]
            return self._find_among([command for command in COMMANDS if command.of_a_game], first)
        begun = [command for command in own if any(name.split()[0] == first for name in command.words)]
        if any(first in command.words for command in begun):
            return next(command for command in begun if first in command.words)
        return self._find_among(begun, first)

    def _find_among(self, commands: Sequence[Command], first: str) -> Command:
        names = {name.removeprefix(f"{first} "): command for command in commands for name in command.words}
        usual = [command.name.removeprefix(f"{first} ") for command in commands]
        if len(self._words) == 1:
            raise Misspelt(f"After {first} a command is expected: {', '.join(usual)}.")
        self._named = 2
        return names[find(self._words[1].text, names, f"a command after {first}")]


def _refusal_letter(call: Call, refusal: Refusal, command: Command | None, quoted: str) -> Letter:
    game = call.game
    board = call.work.boards.load(*call.board) if call.board else None
    drawn = ""
    if board and board.status is not Status.REMOVED:
        drawn = board_text(board, call.player, BoardNews("show"), call.server)
    subject = f"{board.title} Error" if board else f"{game.name if game else 'pbmserv'} error"
    show_form = command is not None and isinstance(refusal, Misspelt)
    return write(
        "refusal",
        subject,
        f"{board.game.word}-{board.number}" if board else None,
        why=refusal.words,
        choices=refusal.choices if isinstance(refusal, Ambiguous) else (),
        quoted=quoted,
        form=command.form(game.word if game else "") if command and show_form else "",
        example=_example(command, game.word if game else "") if command and show_form else "",
        topic=command.name if command else (game.word if game else ""),
        board=drawn,
    )


def _example(command: Command, game: str) -> str:
    if not command.of_a_game:
        return command.example
    return f"{game} {command.example.partition(' ')[2]}"


def _commands_in(body: str) -> Iterable[str]:
    for line in body.splitlines():
        if line.strip().lower() == "end":
            return
        if line.strip():
            yield line[: LONGEST_LINE + 1]


def _in_one(letters: Sequence[Letter]) -> str:
    return f"\n{LINE_OF_STARS}\n\n".join(f"{letter.subject}\n\n{letter.text}" for letter in letters)
