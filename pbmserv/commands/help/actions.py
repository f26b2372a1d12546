"""The help command: written pages, and pages generated from command and game declarations."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, NamedTuple

from pbmserv.commands.help.generated import command_page, commands_page, game_page, games_page
from pbmserv.commands.help.written import english_pages, whole_or_english, words_for_pages, written_page
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import LinesExplained, Outcome, RulesInShort
from pbmserv.commands.requests.recipients import to_sender, with_help_to_answer
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.games.base import Game
from pbmserv.games.diagrams import readable
from pbmserv.games.message import Message
from pbmserv.games.other_words import game_called
from pbmserv.language.argument_types import Subject
from pbmserv.language.command_spec import Argument, CommandSpec, ParsedArgs
from pbmserv.language.words import Misspelt, NoCommand, find, nearest, short
from pbmserv.letters.letter import LINE_OF_STARS, Letter, made_of
from pbmserv.letters.page import TextPart
from pbmserv.letters.paragraphs import fitted
from pbmserv.locale.catalogs import translated
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
_ENTRY = re.compile(r"^ {4}(\S.*(?:\n {4}\[.*)?)\n {8}\S", re.MULTILINE)
"""A line of a page with its meaning indented further below it."""
_MOST_WORDS_OF_SUBJECT = 3

_FILLING = re.compile("a|about|an|and|are|can|do|for|how|i|in|is|it|me|my|of|on|please|the|to|us|what|with|you")
"""Words of somebody who asks for help in a sentence: `help me, please`."""

_GENERATED = (INDEX, "commands", "games")
"""Generated pages."""


class Pages(NamedTuple):
    """The pages on some subjects: the Subject of their letter, and what was asked for and names no subject.

    That of a command shows its form in the named game.
    """

    title: str
    subjects: tuple[str, ...]
    game: Game[Any] | None = None
    unknown: tuple[str, ...] = ()


class HelpShown(Outcome, frozen=True):
    written_by = "help.actions:of_help"

    pages: Pages


def _board_answered(call: Call) -> Board | None:
    """The board whose letter is answered."""
    answering = call.principal.answering
    if answering is None or answering.kind not in OF_A_BOARD or call.principal.replier is None:
        return None
    named = call.work.boards.named(answering.about)
    board = call.work.boards.load(*named) if named else None
    return board if board is not None and board.status is not Status.REMOVED and board.game is call.game else None


class _Topic(Subject):
    """A subject; its words are those of pages that are not about a game or command."""

    def __init__(self) -> None:
        self.words = (*english_pages(), *LEADS_TO, *words_for_pages(), *_GENERATED)


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
            return RulesInShort(board)
        return _pages_on(call, (call.rules.word, *subject))


def _pages_on(call: Call, asked: Sequence[str]) -> HelpShown:
    as_quoted = Quoting(call, call.line).in_words if call.line else str
    return HelpShown(_found(asked, _Pages(call.catalogue, call.commands), as_quoted))


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
    found = _found(asked, pages, as_quoted)
    return found.title, _BETWEEN.join(pages.texts(found))


def _found(asked: Sequence[str], pages: _Pages, as_quoted: Callable[[str], str]) -> Pages:
    words = [word.lower() for word in asked]
    if len(words) > 1 and words[0] in pages.catalogue:
        # The command of a game, as it is typed: help trichet move.
        with suppress(Misspelt):
            command = pages.subject(words[1:])
            if command not in pages.catalogue:
                subject = words[0] if LEADS_TO.get(command) == "games" else command
                return Pages(pages.title(subject), (subject,), pages.catalogue[words[0]])
    try:
        subject = pages.subject(words)
        return Pages(pages.title(subject), (subject,))
    except Misspelt:
        subjects, unknown = pages.subjects(words)
        if unknown and (fewer := _without_filling(words)) != words:
            return _found(fewer, pages, as_quoted)
        if not subjects:
            raise
    # By their titles, since a command has several names and one page.
    found: dict[str, str] = {}
    for subject in subjects:
        found.setdefault(pages.title(subject), subject)
    if len(found) > MOST_PAGES:
        raise Misspelt(
            Message(
                "At most {most} pages can be had in one letter, not {number}.", most=MOST_PAGES, number=len(found)
            )
        )
    title = next(iter(found)) if len(found) == 1 else f"{_SEVERAL}{', '.join(found.values())}"
    return Pages(title, tuple(found.values()), None, tuple(as_quoted(refusal.words) for refusal in unknown))


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
        self.catalogue = catalogue
        self._commands = commands
        self._written = english_pages()
        self._leads_to = {**LEADS_TO, **words_for_pages()}
        named = {name for command in commands for name in command.words}
        self.names = sorted({*catalogue, *named, *self._written, *self._leads_to, *_GENERATED})

    def subject(self, words: Sequence[str]) -> str:
        """The one subject that these words name together.

        Raises `Refusal`.
        """
        asked = " ".join(words)
        try:
            return find(asked, self.names, Message('"{word}" is not a subject that has a page.', word=short(asked)))
        except Misspelt as refusal:
            if called := game_called(asked, self.catalogue):
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
        return list(dict.fromkeys(self._leads_to.get(word, word) for word in words if word in self.names))

    def named(self, subject: str) -> str:
        """What a page is called that has several names."""
        return subject if subject in self._written else self._leads_to.get(subject, subject)

    def title(self, subject: str) -> str:
        """The Subject of a letter with a page, which is in English."""
        subject = self.named(subject)
        if subject in self.catalogue:
            return Message("Help for {game}", game=self.catalogue[subject].name)
        if subject == INDEX and subject in self._written:
            return Message("Help for pbmserv")
        if subject in self._written or subject in {INDEX, *_GENERATED}:
            return Message("Help: {subject}", subject="commands" if subject == INDEX else subject)
        return Message("Help: {subject}", subject=self._with_name(subject)[0].name)

    def texts(self, pages: Pages) -> list[str]:
        """The pages in the language in which is written, and what is to be said of what names none."""
        texts = [self.of(subject, pages.game) for subject in pages.subjects]
        return [*texts, "".join(f"{translated(words)}\n" for words in pages.unknown)] if pages.unknown else texts

    def of(self, subject: str, game_named: Game[Any] | None = None) -> str:
        """The text of a page; a command's page shows its form in the named game."""
        subject = self.named(subject)
        if subject in self.catalogue:
            return game_page(self.catalogue[subject], self.catalogue.values())
        if subject in self._written:
            return readable(whole_or_english(lambda: written_page(subject) or ""))
        if subject in {INDEX, "commands"}:
            return whole_or_english(lambda: commands_page(self._commands))
        if subject == "games":
            return whole_or_english(lambda: games_page(self.catalogue.values()))
        commands = self._with_name(subject)
        return whole_or_english(lambda: "\n".join(command_page(command, game_named) for command in commands))

    def _with_name(self, subject: str) -> list[CommandSpec]:
        return [command for command in self._commands if subject in command.words]


def of_help(shown: HelpShown, call: Call) -> list[Letter]:
    """To who has asked: each page is a part of its own."""
    pages = _Pages(call.catalogue, call.commands)
    texts = [text.replace("pbmserv@localhost", call.server) for text in pages.texts(shown.pages)]
    title = shown.pages.title
    named = shown.pages.subjects if title.startswith(_SEVERAL) else ()
    lists = [pages.named(subject) in LISTS for subject in shown.pages.subjects]
    parts = [
        TextPart(
            "help",
            fitted(f"{_BETWEEN.lstrip()}{text}" if number else text),
            "\n".join([subject or "", *_links_of(text, pages.names, bool(is_list))]),
        )
        for number, (text, subject, is_list) in enumerate(zip_longest(texts, named, lists))
    ]
    return [to_sender(call, with_help_to_answer(call, made_of(parts, title)))]


def _links_of(text: str, names: Collection[str], is_list: bool) -> Iterator[str]:
    """The entries of a page that lead to others, each with its command: `amazons (2 players)\thelp amazons`."""
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
