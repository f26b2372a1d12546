"""Help pages that are generated from the declarations of commands and games, beside what is written of a game."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pbmserv.commands.help.written import whole_or_english, written_page
from pbmserv.games.base import Game, Option, word_of_option
from pbmserv.games.diagrams import Diagram, Reader, parts_of, readable
from pbmserv.games.finding import in_families, related
from pbmserv.games.message import Listed, Message, of_messages
from pbmserv.language.command_spec import CommandSpec
from pbmserv.letters.seats import number_of_players
from pbmserv.letters.widths import WIDTH, wrapped
from pbmserv.locale.catalogs import UNTRANSLATED, spoken, translated

_ITEM = "* "


def in_short(game: Game[Any]) -> str:
    """The first paragraph of a game's page; of one that has not been translated, in English."""
    return " ".join(_page_with_remarks(game).replace(UNTRANSLATED, "").split("\n\n")[1].split())


def game_page(game: Game[Any], games: Iterable[Game[Any]] = ()) -> str:
    return readable(_whole_page(game, games))


def parts_of_game_page(game: Game[Any], games: Iterable[Game[Any]] = ()) -> list[str | Diagram]:
    """The same for pages: texts, and diagrams that are shown as pictures."""
    return list(parts_of(_whole_page(game, games), Reader.PAGES))


def _whole_page(game: Game[Any], games: Iterable[Game[Any]]) -> str:
    return whole_or_english(lambda: _page_with_remarks(game) + _notice_of_trademarks(game) + _games_like(game, games))


def _notice_of_trademarks(game: Game[Any]) -> str:
    if not game.trademark:
        return ""
    notice = Message(
        "{whose} This server has no connection with the owners. The names only say which game is played here.",
        whose=Message(game.trademark),
    )
    return "\n".join(["", "", *_heading(Message("The name")), "", *_reflowed(translated(notice)), ""])


def _games_like(game: Game[Any], games: Iterable[Game[Any]]) -> str:
    alike = related(game, games)
    if not alike:
        return ""
    lines = ["", "", *_heading(Message("Games like this")), ""]
    for other in alike:
        lines += [f"    help {other.word}", *_indented(f"{_said(other.summary)}.", 8)]
    return "\n".join([*lines, ""])


def _page_with_remarks(game: Game[Any]) -> str:
    if written := written_page(game.word):
        return written
    if (file := _beside(game)) and file.is_file():
        return f"{UNTRANSLATED if spoken() else ''}{file.read_text(encoding='utf-8')}"
    lines = [*_heading(game.name, "="), "", *_reflowed(f"{_said(game.summary)}."), ""]
    played = Message(
        "Played by {players}. A move is {form}.", players=number_of_players(game), form=Message(game.move_form)
    )
    lines += _reflowed(translated(played))
    if game.options:
        lines += ["", _said(Message("Parameters of the challenge:")), "", *_option_lines(game.options, "-")]
    return "\n".join([*lines, ""])


def command_page(command: CommandSpec, game: Game[Any] | None = None) -> str:
    """A command's page, generated, with the parameters of a game if named."""
    lines = [*_heading(command.name, "="), "", *_indented(command.form(game), 4), ""]
    lines += _reflowed(f"{_said(command.summary)}.")
    for paragraph in _paragraphs_about(command):
        own = [line if _is_typed(line) else _item_said(line) for line in paragraph]
        lines += ["", *(own if _is_typed(own[0]) else _reflowed("\n".join(own)))]
    if command.options:
        lines += ["", _said(Message("Options:")), "", *_option_lines(command.options, "--")]
    if command.words[1:]:
        lines += ["", translated(Message("May also be written {words}.", words=", ".join(command.words[1:])))]
    lines += ["", _said(Message("For example:")), "", f"    > {command.example}", ""]
    return "\n".join(lines)


def texts_about(command: CommandSpec) -> list[str]:
    """What is said of a command below its summary, as it is translated: paragraphs, and each item of a list."""
    lines = [line for paragraph in _paragraphs_about(command) for line in paragraph]
    return [line.removeprefix(_ITEM) for line in lines if not _is_typed(line)]


def _paragraphs_about(command: CommandSpec) -> list[list[str]]:
    """The paragraphs below the summary; each is one line, and so is an item of a list, and what is typed."""
    _, *others = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    return [_joined(each).splitlines() for each in others]


def _is_typed(line: str) -> bool:
    """Whether a line shows what is typed, which is the same in all languages."""
    return line.startswith(" ")


def _item_said(line: str) -> str:
    text = line.removeprefix(_ITEM)
    return f"{line[: len(line) - len(text)]}{_said(text)}"


def commands_page(commands: Sequence[CommandSpec]) -> str:
    lines = [*_heading(Message("The commands of pbmserv"), "="), ""]
    lines += [_said(Message("A command is the Subject of a letter. Write the name of a game for <game>.")), ""]
    groups = ((Message("About you and the server"), False), (Message("About a game and its boards"), True))
    for title, of_a_game in groups:
        lines += [*_heading(title), ""]
        for command in commands:
            if command.of_a_game is of_a_game:
                lines += [*_indented(command.form(), 4), *_indented(_said(command.summary), 8), ""]
    lines += [_said(Message('More about each of them: Subject "help NAME", for example "help move".')), ""]
    return "\n".join(lines)


def games_page(games: Iterable[Game[Any]]) -> str:
    lines = [*_heading(Message("The games"), "="), "", _said(Message('The rules of each: Subject "help NAME".')), ""]
    for family, members in in_families(games):
        lines += ["", *_heading(Message(family)), ""]
        for game in members:
            lines += [f"    {game.word} ({translated(number_of_players(game))})"]
            lines += _indented(f"{_said(game.summary)}.", 8)
            also = Message("Also: {names}.", names=Listed(game.also_called, ", ", ", ")) if game.also_called else ""
            lines += _indented(translated(also), 8) if also else []
        lines += [""]
    found = Message('A word finds those that fit it: Subject "list hexagons", or "list dice".')
    return "\n".join([*lines, *_reflowed(translated(found)), ""])


def games_as_data(games: Iterable[Game[Any]]) -> list[dict[str, Any]]:
    return [
        {
            "game": game.word,
            "name": game.name,
            "summary": game.summary,
            "family": game.family,
            "themes": list(game.themes),
            "also_called": list(game.also_called),
            "least_players": game.seats[0],
            "most_players": game.seats[-1],
            "simultaneous": game.simultaneous,
            "hidden": game.hidden,
            "rules_version": game.version,
            "move": game.move_form,
            "parameters": [
                {"name": option.name, "default": option.default, "expected": option.expected, "help": option.help}
                for option in game.options
            ],
        }
        for game in games
    ]


def _option_lines(options: Iterable[Option], dashes: str) -> Iterator[str]:
    for option in options:
        default = word_of_option(option.default)
        yield f"    {dashes}{option.name}={default}"
        told = Message(
            "{help} ({expected}; {default} unless you say otherwise)",
            help=of_messages(option.help),
            expected=of_messages(option.expected),
            default=default,
        )
        yield from _indented(translated(told), 8)


def _said(text: str) -> str:
    """A text of ours in the language in which is written."""
    said: str = translated(of_messages(text))
    return said


def _heading(words: str, line: str = "-") -> list[str]:
    said = _said(words) if isinstance(words, Message) else words
    return [said, line * len(said)]


def _joined(text: str) -> str:
    """A text whose paragraphs are lines; items of lists, which begin with *, are lines, too."""
    items = re.sub(r"^\* .*(?:\n  \S.*)+", lambda item: re.sub(r"\n +", " ", item[0]), text, flags=re.MULTILINE)
    return re.sub(r"(?<=\S)\n(?![\n* ])", " ", items)


def _reflowed(text: str) -> list[str]:
    """Wrap paragraphs for letters; lines that begin with * or a blank stay as they are."""
    return wrapped(_joined(text)).splitlines()


def _indented(text: str, by: int) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=" " * by, subsequent_indent=" " * by, break_on_hyphens=False)


def _beside(game: Game[Any]) -> Path | None:
    module = sys.modules.get(type(game).__module__)
    file = getattr(module, "__file__", None)
    return Path(file).with_name(f"{game.word}.txt") if file else None
