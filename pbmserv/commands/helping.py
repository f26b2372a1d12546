"""The help command: pages written by hand, and what the declarations of commands and games tell of themselves."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbmserv import places
from pbmserv.commands.call import Call
from pbmserv.commands.challenging import number_of_players
from pbmserv.commands.kinds import Subject
from pbmserv.commands.language import Argument, Command, Given, find
from pbmserv.games.base import Game, Option, word_of_option
from pbmserv.letters.letter import WIDTH, Letter, wrapped

INDEX = "index"


class Help(Command):
    """Get a help page: of a game, of a command, or of a subject.

    help alone lists what there is; help tutorial takes you through your first game.
    """

    words = ("help",)
    arguments = (Argument("subject", Subject(), optional=True, repeated=True),)
    example = "help tutorial"

    def carry_out(self, call: Call, given: Given) -> None:
        asked = given.get("subject") or (INDEX,)
        title, text = page(asked, call.catalogue, call.commands)
        call.answer(Letter(title, text.replace("pbmserv@localhost", call.server)))


class GameHelp(Command):
    """Get the rules of a game, and how its moves are written."""

    words = ("help",)
    arguments = ()
    of_a_game = True
    example = "trichet help"

    def carry_out(self, call: Call, given: Given) -> None:
        call.answer(
            Letter(f"Help for {call.rules.name}", game_page(call.rules).replace("pbmserv@localhost", call.server))
        )


def page(asked: Sequence[str], catalogue: Mapping[str, Game[Any]], commands: Sequence[Command]) -> tuple[str, str]:
    """The Subject and the text of the page on a subject, given as the words that were typed.

    Raises `Misspelt` where there is none, with what may have been meant.
    """
    words = [word.lower() for word in asked]
    if len(words) > 1 and words[0] in catalogue:
        words = words[1:]
    by_name = {name: command for command in commands for name in command.words}
    written = _written_pages()
    generated = {INDEX, "commands", "games"}
    subject = find(" ".join(words), sorted({*catalogue, *by_name, *written, *generated}), "a subject that has a page")
    if subject in catalogue:
        return f"Help for {catalogue[subject].name}", game_page(catalogue[subject])
    if subject in written:
        text = written[subject].read_text(encoding="utf-8")
        return ("Help for pbmserv" if subject == INDEX else f"Help: {subject}"), text
    if subject in {INDEX, "commands"}:
        return "Help: commands", commands_page(commands)
    if subject == "games":
        return "Help: games", games_page(catalogue.values())
    same_name = [command for command in commands if subject in command.words]
    return f"Help: {same_name[0].name}", "\n".join(command_page(command) for command in same_name)


def game_page(game: Game[Any]) -> str:
    """A game's page: as its author wrote it, or what its declarations tell."""
    for file in (places.help_pages() / f"{game.word}.txt", _beside(game)):
        if file and file.is_file():
            return file.read_text(encoding="utf-8")
    lines = [game.name, "=" * len(game.name), "", *_reflowed(f"{game.summary}."), ""]
    lines += _reflowed(f"Played by {number_of_players(game)}. A move is {game.move_form}.")
    if game.options:
        lines += ["", "Parameters of the challenge:", "", *_option_lines(game.options, "-")]
    return "\n".join([*lines, ""])


def command_page(command: Command) -> str:
    """A command's page, all from its declaration."""
    lines = [command.name, "=" * len(command.name), "", *_indented(command.form(), 4), ""]
    lines += _reflowed(inspect.cleandoc(command.__doc__ or ""))
    if command.options:
        lines += ["", "Options:", "", *_option_lines(command.options, "--")]
    if command.words[1:]:
        lines += ["", f"May also be written {', '.join(command.words[1:])}."]
    lines += ["", "For example:", "", f"    > {command.example}", ""]
    return "\n".join(lines)


def commands_page(commands: Sequence[Command]) -> str:
    """All commands, a line or two for each."""
    lines = ["The commands of pbmserv", "=======================", ""]
    lines += ["A command is the Subject of a letter. Write the name of a game for <game>.", ""]
    for title, of_a_game in (("About you and the server", False), ("About a game and its boards", True)):
        lines += [title, "-" * len(title), ""]
        for command in commands:
            if command.of_a_game is of_a_game:
                lines += [*_indented(command.form(), 4), *_indented(command.summary, 8), ""]
    lines += ['More about each of them: Subject "help NAME", for example "help move".', ""]
    return "\n".join(lines)


def games_page(games: Iterable[Game[Any]]) -> str:
    """The games that are installed."""
    lines = ["The games", "=========", ""]
    for game in games:
        lines += [f"    {game.word} ({number_of_players(game)})", *_indented(game.summary, 8), ""]
    lines += ['The rules of each: Subject "help NAME".', ""]
    return "\n".join(lines)


def _option_lines(options: Iterable[Option], dashes: str) -> Iterator[str]:
    for option in options:
        default = word_of_option(option.default)
        yield f"    {dashes}{option.name}={default}"
        yield from _indented(f"{option.help} ({option.expected}; {default} unless you say otherwise)", 8)


def _reflowed(text: str) -> list[str]:
    """Prose as wide as a letter; lines that begin with * or a blank are items and examples, and stay as they are."""
    paragraphs = re.sub(r"(?<=\S)\n(?![\n* ])", " ", text)
    return wrapped(paragraphs).splitlines()


def _indented(text: str, by: int) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=" " * by, subsequent_indent=" " * by, break_on_hyphens=False)


def _written_pages() -> dict[str, Path]:
    return {path.stem: path for path in places.help_pages().glob("*.txt")}


def _beside(game: Game[Any]) -> Path | None:
    module = sys.modules.get(type(game).__module__)
    file = getattr(module, "__file__", None)
    return Path(file).with_name(f"{game.word}.txt") if file else None
