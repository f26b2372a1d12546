"""A game's rules for its page: commands become what is done on pages, and diagrams can be played through."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from pbmserv.games.base import Game
from pbmserv.games.diagrams import Diagram
from pbmserv.games.message import Message, of_messages
from pbmserv.locale.catalogs import ENGLISH, catalog_of, in_the_language, speaking
from pbmserv.pictures.circuit_breaker import RESTING
from pbmserv.pictures.sides import drawn_by
from pbmserv.pictures.svg import svg_on_a_page
from pbmserv.web.help_html import Article, Writer

_LAST_SENTENCE = re.compile(r"(?<=<p>)[^.!?]*:</p>\Z|(?<=[.!?]) [^.!?]*:</p>\Z")
_PARAMETER = re.compile(r"--?([a-z][a-z0-9_]*)(?:=(.*))?")
_PARAMETER_SAID = re.compile(r"(?<![\w-])--?([a-z][a-z0-9_]*)(?:=(\w+))?(?![\w-])")
_AS_DRAWN = re.compile(r" \([^\s()]\)")
"""The character in which letters draw what has just been named: `Black (x)`."""
_FIRST_PLAYER = re.compile(
    r"\b([Tt])he player (?:who is named first in the challenge|whom the challenge names first)"
)
_HEADING = re.compile(r"^(\S.*)\n-{3,}$", re.MULTILINE)
MAKING_A_MOVE = "Making a move"
"""The heading below which a page says how a move is written, and pages how it is touched."""
_OTHER_PAGE = re.compile(r"help ([a-z0-9-]+)")
_FEWEST_TO_STEP_THROUGH = 2
_START = Message("The start")
_TO_CONFIRM = Message("Nothing is moved until you touch Confirm, and Back takes back what you have touched.")
_OR_TYPED = Message("A move can be typed as well, below the board.")


@dataclass(frozen=True)
class Rules:
    """A game's rules as an article; each diagram can be shown after fewer moves than it has."""

    article: Article
    game: Game[Any]
    diagrams: tuple[Diagram, ...]
    figures: tuple[Markup, ...]
    """The diagrams as the article has them."""

    def showing(self, number: int, step: int) -> Article:
        """The article with one diagram, from 1, after `step` moves; the article itself if there is no such thing."""
        if not 1 <= number <= len(self.diagrams) or not 0 <= step < steps_of(self.diagrams[number - 1], self.game):
            return self.article
        with speaking(catalog_of(self.article.language)):
            figure = figure_of(self.diagrams[number - 1], self.game, number, step)
        html = self.article.html.replace(self.figures[number - 1], figure)
        return replace(self.article, html=Markup(html))  # noqa: S704 - both are markup


class RulesWriter(Writer):
    """Converts the help page of a game.

    Commands become what is done on the page: a challenge is a link to the form, moves are a list of moves, and what
    shows a board is left out with the sentence that leads to it, since the page shows the board.
    """

    def __init__(
        self,
        subjects: Collection[str],
        game: Game[Any],
        language: str = ENGLISH,
        making_a_move: str = MAKING_A_MOVE,
    ) -> None:
        super().__init__(subjects, language=language)
        self._game = game
        self._making_a_move = making_a_move
        self.diagrams: list[Diagram] = []
        self.figures: list[Markup] = []

    def _diagram(self, diagram: Diagram) -> Markup:
        self.diagrams.append(diagram)
        self.figures.append(figure_of(diagram, self._game, len(self.diagrams)))
        return self.figures[-1]

    def _blocks(self, lines: Sequence[str]) -> Iterator[Markup]:
        pieces: list[Markup] = []
        for piece in super()._blocks(lines):
            if piece:
                pieces.append(piece)
            elif pieces and (before := _LAST_SENTENCE.sub("</p>", pieces.pop())) != "<p></p>":
                pieces.append(Markup(before))  # noqa: S704 - a part of markup
        yield from pieces

    def _indented(self, lines: Sequence[str]) -> Markup:
        begin = f"{self._game.word} challenge"
        own = [line.strip() for line in lines]
        if not own[0].startswith(begin):
            return super()._indented(lines)
        end = next((at for at, line in enumerate(own) if at and (not line or _PARAMETER.match(line))), len(own))
        rest = lines[end:]
        link = self._link_to_form("")
        return Markup("{}\n{}").format(link, super()._indented(rest)) if any(map(str.strip, rest)) else link

    def _term(self, words: str) -> Markup:
        if found := _PARAMETER.fullmatch(words):
            name = found[1].replace("_", " ")
            usual = Message(" (usually {value})", value=found[2]) if found[2] else ""
            return Markup("{}{}").format(name[0].upper() + name[1:], in_the_language(usual))
        if (found := _OTHER_PAGE.fullmatch(words)) and self._subject(found[1]) == found[1]:
            return self._link(found[1], found[1].capitalize())
        return super()._term(words)

    def _words(self, words: str) -> Markup:
        seen = _FIRST_PLAYER.sub(r"\1he first player", _AS_DRAWN.sub("", words))
        return super()._words(_PARAMETER_SAID.sub(_as_said, seen))

    def _heading(self, words: str) -> Markup:
        heading = super()._heading(words)
        if words != self._making_a_move:
            return heading
        return Markup("{}\n<p>{}</p>\n<p>{}</p>").format(
            heading, how_to_touch(self._game), in_the_language(_OR_TYPED)
        )

    def _literal(self, lines: Sequence[str]) -> Markup:
        written = [line.removeprefix(">").split() for line in lines if line.strip()]
        if any(words[:1] != [self._game.word] or len(words) < 2 for words in written):
            return super()._literal(lines)
        moves = [words for words in written if words[1] in {"move", "queue"} and len(words) > 5]
        if moves:
            return _list_of_moves(moves)
        # A challenge with nothing to choose is the link that stands there already.
        begun = [chosen for words in written if words[1] == "challenge" and (chosen := _chosen(words))]
        return Markup("\n").join(map(self._link_to_form, begun))

    def _link_to_form(self, chosen: str) -> Markup:
        words = in_the_language(Message("Start a game of {game}", game=self._game.name))
        begin = Markup('<p><a href="/{}/challenge">{}</a>').format(self._game.word, words)
        return begin + (Markup(": {}.</p>").format(chosen) if chosen else Markup("</p>"))


def titled_like(heading: str, english: str, other: str) -> str:
    """This heading of an English page in another language, whose page has the same ones in their order."""
    named, others = _HEADING.findall(english), _HEADING.findall(other)
    return others[named.index(heading)] if heading in named and len(named) == len(others) else heading


def how_to_touch(game: Game[Any]) -> str:
    """What is touched for a move on a board's page, first and next, and what makes it."""
    return f"{in_the_language(of_messages(game.touching))} {in_the_language(_TO_CONFIRM)}"


def _chosen(words: Sequence[str]) -> str:
    """The parameters of a challenge as a form calls them: `size 9, unrated`."""
    return ", ".join(_as_said(found) for word in words if (found := _PARAMETER.fullmatch(word)))


def _as_said(parameter: re.Match[str]) -> str:
    return f"{parameter[1].replace('_', ' ')} {parameter[2] or ''}".strip()


def _list_of_moves(moves: Sequence[Sequence[str]]) -> Markup:
    """Moves as who has made them, and how; where commands name nobody, only how."""
    items = []
    for words in moves:
        who, move = words[3], " ".join(words[5:])
        said = Markup("{}: ").format(who) if who.islower() else ""
        items.append(Markup("<li>{}<code>{}</code></li>").format(said, move))
    return Markup('<ul class="moves-made">{}</ul>').format(Markup("").join(items))


def steps_of(diagram: Diagram, game: Game[Any]) -> int:
    """The number of moves that a diagram can be played through, or 0."""
    count = len(diagram.moves)
    return count if count >= _FEWEST_TO_STEP_THROUGH and not game.simultaneous else 0


def figure_of(diagram: Diagram, game: Game[Any], number: int, step: int | None = None) -> Markup:
    """A diagram as a picture, after `step` moves or all, with links to the moves before and after."""

    def drawn() -> tuple[Markup, str]:
        position = diagram.position(game, step)
        words = diagram.text if step is None else game.draw(position, None)
        picture = drawn_by(game, position, None)
        return Markup(svg_on_a_page(picture)), words  # noqa: S704 - its texts are escaped there

    made = RESTING.tried(game.word, drawn)
    if made is None:
        return Markup('<pre tabindex="0">{}</pre>').format(diagram.text.strip("\n"))
    picture, words = made
    return Markup(
        '<figure class="diagram" id="diagram-{}">{}{}<details><summary>{}<span'
        ' class="hidden"> ({})</span></summary><pre tabindex="0">{}</pre></details></figure>'
    ).format(
        number,
        picture,
        _walk(diagram, game, number, step),
        in_the_language(Message("In characters, as letters show it")),
        in_the_language(Message("diagram {number}", number=number)),
        words.strip("\n"),
    )


def _walk(diagram: Diagram, game: Game[Any], number: int, step: int | None) -> Markup:
    last = steps_of(diagram, game)
    if not last:
        return Markup("")
    now = last if step is None else step

    def link(to: int, words: str, rel: str) -> Markup:
        if not 0 <= to <= last or to == now:
            return Markup("<span>{}</span>").format(in_the_language(words))
        return Markup('<a href="/{}?diagram={}&amp;step={}#diagram-{}" rel="{} nofollow">{}</a>').format(
            game.word, number, to, number, rel, in_the_language(words)
        )

    at = Message("Move {now} of {last}: {move}", now=now, last=last, move=diagram.moves[now - 1]) if now else _START
    return Markup('<nav class="walk-through" aria-label="{}">{} {} <output>{}</output> {}</nav>').format(
        in_the_language(Message("Diagram {number}, move by move", number=number)),
        link(0, Message("Start"), "first"),
        link(now - 1, Message("Back"), "prev"),
        in_the_language(at),
        link(now + 1, Message("Forward"), "next"),
    )
