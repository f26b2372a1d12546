"""The help command: written pages, and pages generated from command and game declarations."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pbmserv import places
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import LinesExplained, Outcome, RulesInShort
from pbmserv.commands.requests.recipients import to_sender, with_help_to_answer
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.games.base import Game, Option, word_of_option
from pbmserv.games.diagrams import Diagram, Reader, parts_of, readable
from pbmserv.games.finding import in_families, related
from pbmserv.games.message import Listed, Message
from pbmserv.games.other_words import game_called
from pbmserv.language.argument_types import Subject
from pbmserv.language.command_spec import Argument, CommandSpec, ParsedArgs
from pbmserv.language.words import Misspelt, NoCommand, find, nearest, short
from pbmserv.letters.letter import LINE_OF_STARS, Letter, made_of
from pbmserv.letters.page import TextPart
from pbmserv.letters.paragraphs import fitted
from pbmserv.letters.seats import number_of_players
from pbmserv.letters.widths import WIDTH, wrapped
from pbmserv.play.board import Board, Status
from pbmserv.storage.tokens import OF_A_BOARD, Kind

INDEX = "index"
MOST_PAGES = 5
"""The maximum number of pages in one letter."""
_SEVERAL = "Help: "
"""Begins the Subject of a letter with several pages."""
_BETWEEN = f"\n{LINE_OF_STARS}\n\n"
"""What stands between them."""
_ONE_SLIP = 0.75
"""The similarity at which a misspelt subject is certain: see `nearest`."""

LEADS_TO = {
    **dict.fromkeys(("introduction", "start", "begin", "play", "playing", "learn"), "tutorial"),
    **dict.fromkeys(("propose", "tie"), "draw"),
    **dict.fromkeys(("seed", "seeds", "fairness"), "chance"),
    **dict.fromkeys(("glicko-2", "rating"), "glicko"),
    **dict.fromkeys(("passing", "skip"), "pass"),
    **dict.fromkeys(("questions", "question"), "faq"),
    "rules": "games",
}
"""Synonyms of subjects."""

LISTS = frozenset({INDEX, "commands", "games"})
"""Pages that list others: each entry leads to a page of its own."""
_TITLES_OF_LISTS = frozenset({"pbmserv: board games by letter", "The commands of pbmserv", "The games"})
_ENTRY = re.compile(r"^ {4}(\S.*(?:\n {4}\[.*)?)\n {8}\S", re.MULTILINE)
"""A line of a page with its meaning indented further below it."""
_MOST_WORDS_OF_SUBJECT = 3

_FILLING = re.compile("a|about|an|and|are|can|do|for|how|i|in|is|it|me|my|of|on|please|the|to|us|what|with|you")
"""Words of somebody who asks for help in a sentence: `help me, please`."""

_GENERATED = (INDEX, "commands", "games")
"""Generated pages."""


class HelpShown(Outcome, frozen=True):
    written_by = "help.actions:of_help"

    title: str
    text: str


def _board_answered(call: Call) -> Board | None:
    """The board whose letter is answered."""
    answering = call.principal.answering
    if answering is None or answering.kind not in OF_A_BOARD or call.principal.replier is None:
        return None
    named = call.work.boards.named(answering.about)
    board = call.work.boards.load(*named) if named else None
    return board if board is not None and board.status is not Status.REMOVED and board.game is call.game else None


def _in_short(game: Game[Any]) -> str:
    """The first paragraph of a game's page."""
    return " ".join(_page_with_remarks(game).split("\n\n")[1].split())


def _written_pages() -> dict[str, Path]:
    return {path.stem: path for path in places.help_pages().glob("*.txt")}


class _Topic(Subject):
    """A subject; its words are those of pages that are not about a game or command."""

    def __init__(self) -> None:
        self.words = (*_written_pages(), *LEADS_TO, *_GENERATED)


class Help(Command):
    """Get a help page: of a game, of a command, or of a subject.

    help alone lists what there is; help tutorial takes you through your first game. With several subjects, as in help
    hex trichet, you get all their pages.
    """

    words = ("help",)
    arguments = (Argument("subject", _Topic(), optional=True, repeated=True),)
    reads_only = True
    example = "help tutorial"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        subject, answering = given.get("subject"), call.principal.answering
        if not subject and answering and answering.kind is Kind.DIGEST:
            return LinesExplained()
        return _pages_on(call, subject or (INDEX,))


class GameHelp(Command):
    """Get the rules of a game, and how its moves are written.

    With the name of a command, as in trichet help challenge, you get the page of that command.
    """

    words = ("help", "rules")
    arguments = Help.arguments
    of_a_game = True
    reads_only = True
    example = "trichet help"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        typed = [word.lower() for word in given.get("subject") or ()]
        subject = [word for word in _without_filling(typed) if word != INDEX]
        if subject:
            _Pages(call.catalogue, call.commands).subject(subject)
        elif (board := _board_answered(call)) is not None:
            return RulesInShort(board, _in_short(call.rules))
        return _pages_on(call, (call.rules.word, *subject))


def _pages_on(call: Call, asked: Sequence[str]) -> HelpShown:
    as_quoted = Quoting(call, call.line).in_words if call.line else str
    title, text = page(asked, call.catalogue, call.commands, as_quoted)
    return HelpShown(title, text.replace("pbmserv@localhost", call.server))


def page(
    asked: Sequence[str],
    catalogue: Mapping[str, Game[Any]],
    commands: Sequence[CommandSpec],
    as_quoted: Callable[[str], str] = str,
) -> tuple[str, str]:
    """The Subject and text of the page on a subject given in words, or of several subjects.

    `as_quoted` formats words that name no subject. Raises `Misspelt` with a suggestion, or `NoCommand` if nothing is
    near.
    """
    pages = _Pages(catalogue, commands)
    words = [word.lower() for word in asked]
    if len(words) > 1 and words[0] in catalogue:
        # The command of a game, as it is typed: help trichet move.
        with suppress(Misspelt):
            command = pages.subject(words[1:])
            if command not in catalogue:
                return pages.of(words[0] if LEADS_TO.get(command) == "games" else command, catalogue[words[0]])
    try:
        return pages.of(pages.subject(words))
    except Misspelt:
        subjects, unknown = pages.subjects(words)
        if unknown and (fewer := _without_filling(words)) != words:
            return page(fewer, catalogue, commands, as_quoted)
        if not subjects:
            raise
    # By their titles, since a command has several names and one page.
    found = {title: (subject, text) for subject in subjects for title, text in [pages.of(subject)]}
    if len(found) > MOST_PAGES:
        raise Misspelt(
            Message(
                "At most {most} pages can be had in one letter, not {number}.", most=MOST_PAGES, number=len(found)
            )
        )
    title = (
        next(iter(found)) if len(found) == 1 else f"{_SEVERAL}{', '.join(subject for subject, _ in found.values())}"
    )
    texts = [text for _, text in found.values()]
    if unknown:
        texts.append("".join(f"{as_quoted(refusal.words)}\n" for refusal in unknown))
    return title, _BETWEEN.join(texts)


def _without_filling(words: Sequence[str]) -> list[str]:
    bare = [word.rstrip(".,;:!?") or word for word in words]
    return [word for word in bare if not _FILLING.fullmatch(word)] or [INDEX]


def subjects_in(text: str, catalogue: Mapping[str, Game[Any]], commands: Sequence[CommandSpec]) -> list[str]:
    """The subjects named within a sentence: `How is Hex played?`."""
    return _Pages(catalogue, commands).named_in(re.findall(r"[a-z][a-z0-9-]+", text.lower()))


def is_subject(asked: Sequence[str], catalogue: Mapping[str, Game[Any]], commands: Sequence[CommandSpec]) -> bool:
    """Whether words name subjects in full, and say nothing else: `change letters`, `times and draw please`.

    Of one word a beginning or a slip is enough.
    """
    words = _without_filling([word.lower() for word in asked])
    names = _Pages(catalogue, commands).names
    is_known = len(words) == 1 or " ".join(words) in names or words[0] in catalogue
    return is_known or all(word in names or game_called(word, catalogue) for word in words)


def all_subjects(catalogue: Mapping[str, Game[Any]], commands: Sequence[CommandSpec]) -> frozenset[str]:
    return frozenset(_Pages(catalogue, commands).names)


class _Pages:
    def __init__(self, catalogue: Mapping[str, Game[Any]], commands: Sequence[CommandSpec]) -> None:
        self._catalogue = catalogue
        self._commands = commands
        self._written = _written_pages()
        named = {name for command in commands for name in command.words}
        self.names = sorted({*catalogue, *named, *self._written, *LEADS_TO, *_GENERATED})

    def subject(self, words: Sequence[str]) -> str:
        """The one subject that these words name together.

        Raises `Refusal`.
        """
        asked = " ".join(words)
        try:
            return find(asked, self.names, Message('"{word}" is not a subject that has a page.', word=short(asked)))
        except Misspelt as refusal:
            if called := game_called(asked, self._catalogue):
                return called
            if nearest(asked, self.names, _ONE_SLIP):
                raise
            # Maybe no command at all, but somebody who asks for help in so many words.
            raise NoCommand(refusal.words) from refusal

    def subjects(self, words: Sequence[str]) -> tuple[list[str], list[Misspelt]]:
        """The subjects named one after the other, each by as many words as possible, and complaints about the other
        words.
        """
        found: list[str] = []
        unknown = []
        while words:
            together = next((n for n in (3, 2) if " ".join(words[:n]) in self.names and len(words) >= n), 1)
            try:
                found.append(self.subject(words[:together]))
            except Misspelt as refusal:
                unknown.append(refusal)
            words = words[together:]
        return list(dict.fromkeys(found)), unknown

    def named_in(self, words: Iterable[str]) -> list[str]:
        """The subjects among these words."""
        return list(dict.fromkeys(LEADS_TO.get(word, word) for word in words if word in self.names))

    def of(self, subject: str, game_named: Game[Any] | None = None) -> tuple[str, str]:
        """The Subject and text of a page; a command's page shows its form in the named game."""
        subject = subject if subject in self._written else LEADS_TO.get(subject, subject)
        if subject in self._catalogue:
            game = self._catalogue[subject]
            return Message("Help for {game}", game=game.name), game_page(game, self._catalogue.values())
        if subject in self._written:
            text = readable(self._written[subject].read_text(encoding="utf-8"))
            return (
                Message("Help for pbmserv") if subject == INDEX else Message("Help: {subject}", subject=subject)
            ), text
        if subject in {INDEX, "commands"}:
            return Message("Help: {subject}", subject="commands"), commands_page(self._commands)
        if subject == "games":
            return Message("Help: {subject}", subject="games"), games_page(self._catalogue.values())
        same_name = [command for command in self._commands if subject in command.words]
        pages = [command_page(command, game_named) for command in same_name]
        return Message("Help: {subject}", subject=same_name[0].name), "\n".join(pages)


def game_page(game: Game[Any], games: Iterable[Game[Any]] = ()) -> str:
    return readable(_whole_page(game, games))


def parts_of_game_page(game: Game[Any], games: Iterable[Game[Any]] = ()) -> list[str | Diagram]:
    """The same for pages: texts, and diagrams that are shown as pictures."""
    return list(parts_of(_whole_page(game, games), Reader.PAGES))


def _whole_page(game: Game[Any], games: Iterable[Game[Any]]) -> str:
    return _page_with_remarks(game) + _notice_of_trademarks(game) + _games_like(game, games)


def _notice_of_trademarks(game: Game[Any]) -> str:
    if not game.trademark:
        return ""
    notice = Message(
        "{whose} This server has no connection with the owners. The names only say which game is played here.",
        whose=game.trademark,
    )
    return "\n".join(["", "", "The name", "--------", "", *_reflowed(notice), ""])


def _games_like(game: Game[Any], games: Iterable[Game[Any]]) -> str:
    alike = related(game, games)
    if not alike:
        return ""
    lines = ["", "", "Games like this", "---------------", ""]
    for other in alike:
        lines += [f"    help {other.word}", *_indented(f"{other.summary}.", 8)]
    return "\n".join([*lines, ""])


def _page_with_remarks(game: Game[Any]) -> str:
    for file in (places.help_pages() / f"{game.word}.txt", _beside(game)):
        if file and file.is_file():
            return file.read_text(encoding="utf-8")
    lines = [game.name, "=" * len(game.name), "", *_reflowed(f"{game.summary}."), ""]
    lines += _reflowed(
        Message("Played by {players}. A move is {form}.", players=number_of_players(game), form=game.move_form)
    )
    if game.options:
        lines += ["", "Parameters of the challenge:", "", *_option_lines(game.options, "-")]
    return "\n".join([*lines, ""])


def command_page(command: CommandSpec, game: Game[Any] | None = None) -> str:
    """A command's page, generated, with the parameters of a game if named."""
    lines = [command.name, "=" * len(command.name), "", *_indented(command.form(game), 4), ""]
    lines += _reflowed(inspect.cleandoc(command.__doc__ or ""))
    if command.options:
        lines += ["", "Options:", "", *_option_lines(command.options, "--")]
    if command.words[1:]:
        lines += ["", Message("May also be written {words}.", words=", ".join(command.words[1:]))]
    lines += ["", "For example:", "", f"    > {command.example}", ""]
    return "\n".join(lines)


def commands_page(commands: Sequence[CommandSpec]) -> str:
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
    lines = ["The games", "=========", "", 'The rules of each: Subject "help NAME".', ""]
    for family, members in in_families(games):
        lines += ["", family, "-" * len(family), ""]
        for game in members:
            lines += [f"    {game.word} ({number_of_players(game)})", *_indented(f"{game.summary}.", 8)]
            also = Message("Also: {names}.", names=Listed(game.also_called, ", ", ", ")) if game.also_called else ""
            lines += _indented(also, 8) if also else []
        lines += [""]
    lines += [*_reflowed('A word finds those that fit it: Subject "list hexagons", or "list dice".'), ""]
    return "\n".join(lines)


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
        yield from _indented(
            Message(
                "{help} ({expected}; {default} unless you say otherwise)",
                help=option.help,
                expected=option.expected,
                default=default,
            ),
            8,
        )


def _reflowed(text: str) -> list[str]:
    """Wrap paragraphs for letters; lines that begin with * or a blank stay as they are."""
    items = re.sub(r"^\* .*(?:\n  \S.*)+", lambda item: re.sub(r"\n +", " ", item[0]), text, flags=re.MULTILINE)
    paragraphs = re.sub(r"(?<=\S)\n(?![\n* ])", " ", items)
    return wrapped(paragraphs).splitlines()


def _indented(text: str, by: int) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=" " * by, subsequent_indent=" " * by, break_on_hyphens=False)


def _beside(game: Game[Any]) -> Path | None:
    module = sys.modules.get(type(game).__module__)
    file = getattr(module, "__file__", None)
    return Path(file).with_name(f"{game.word}.txt") if file else None


def of_help(shown: HelpShown, call: Call) -> list[Letter]:
    """To who has asked: each page is a part of its own."""
    texts = shown.text.split(_BETWEEN)
    names = all_subjects(call.catalogue, call.commands)
    subjects = shown.title.removeprefix(_SEVERAL).split(", ") if shown.title.startswith(_SEVERAL) else []
    parts = [
        TextPart(
            "help",
            fitted(f"{_BETWEEN.lstrip()}{text}" if number else text),
            "\n".join([subject, *_links_of(text, names)]),
        )
        for number, (text, subject) in enumerate(zip_longest(texts, subjects, fillvalue=""))
    ]
    return [to_sender(call, with_help_to_answer(call, made_of(parts, shown.title)))]


def _links_of(text: str, names: Collection[str]) -> Iterator[str]:
    """The entries of a page that lead to others, each with its command: `amazons (2 players)\thelp amazons`."""
    is_list = text.partition("\n")[0] in _TITLES_OF_LISTS
    for entry in dict.fromkeys(" ".join(found.split()) for found in _ENTRY.findall(text)):
        if entry == "list":
            yield f"{entry}\t{entry}"
        elif subject := leads_to(entry, names, is_list):
            yield f"{entry}\thelp {subject}"


def leads_to(entry: str, names: Collection[str], is_list: bool) -> str:
    """The subject of the page that an entry is about: `help draw`, and in a list `<game> move board …`, too."""
    asks = entry.startswith("help ") and not entry.startswith("help [")
    if not asks and not is_list:
        return ""
    words = entry.removeprefix("<game> ").split()[asks:]
    begun = (" ".join(words[:count]) for count in range(_MOST_WORDS_OF_SUBJECT, 0, -1))
    return next((each for each in begun if each in names), "")
