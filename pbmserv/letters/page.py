"""What the HTML of a board letter knows beside the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from pbmserv.games.base import Game, Json
from pbmserv.locale.catalogs import spoken
from pbmserv.running.traces import log_failure

if TYPE_CHECKING:
    from pbmserv.play.view import BoardView


class TextPart(NamedTuple):
    """A part of a letter: its kind, as in `{{ part }}turn`, its text, and what else follows the kind."""

    kind: str
    text: str
    more: str = ""


class Part(NamedTuple):
    """A part of the text: its kind, its range of characters, and what the HTML needs beside them."""

    kind: str
    begin: int
    end: int
    more: str = ""


class ActionLink(NamedTuple):
    """An action: a label, and the address or the rest of it."""

    words: str
    to: str


class SeenPositions:
    """Stored positions of a game, each computed once for all readers."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._known: list[tuple[Any, Json]] = []

    def stored(self, position: Any) -> Json:
        """The position as JSON; None if the game fails, which costs only the picture."""
        for known, dumped in self._known:
            if known is position:
                return dumped
        try:
            dumped = self.game.dump(position)
        except Exception as error:  # anybody's game
            log_failure("picture.not_stored", error, game=self.game.word)
            dumped = None
        self._known.append((position, dumped))
        return dumped


@dataclass(frozen=True)
class SeenBoard:
    """A board as one reader sees it, without anything hidden from them."""

    positions: SeenPositions
    position: Any
    viewer: int | None

    def stored(self, pieces: str = "") -> dict[str, Any] | None:
        """Its stored form, to be drawn with `pieces` of this set, and with words in the language in which is written.

        None if the game fails.
        """
        game, position = self.positions.game, self.positions.stored(self.position)
        if position is None:
            return None
        stored = {"game": game.word, "version": game.version, "position": position, "viewer": self.viewer}
        catalog = spoken()
        chosen = {"pieces": pieces, "language": catalog.language if catalog else ""}
        return {**stored, **{name: value for name, value in chosen.items() if value}}


@dataclass(frozen=True)
class Body:
    """What the HTML of a letter shows, beside a board's page; its kinds of parts are those of `parts_html`.

    `offers` are the answers that the letter takes: labels and what to write, or whole addresses. `preview` is shown
    in lists of mail. `seen` is the board of a part `board`.
    """

    parts: tuple[Part, ...]
    offers: tuple[ActionLink, ...] = ()
    preview: str = ""
    seen: SeenBoard | None = field(default=None, compare=False)


@dataclass(frozen=True)
class BoardPage:
    """What the HTML of a board letter shows beside the text or in another order.

    `preview` is shown in lists of mail. `parts` are those of the text, in order. `until` is the reader's deadline.
    `button` is the main action; each of `answers` begins with `begun` or is a whole address, and `commands` are
    Subjects of letters to `server`.
    """

    heading: str
    preview: str
    parts: tuple[Part, ...]
    until: str = ""
    button: ActionLink | None = None
    begun: str = ""
    answers: tuple[ActionLink, ...] = ()
    server: str = ""
    commands: tuple[ActionLink, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)
    """Replacements for parts whose words about characters do not fit a picture."""
    seen: SeenBoard | None = field(default=None, compare=False)
    """None without a picture, or in a page read back."""
    view: BoardView | None = field(default=None, compare=False, repr=False)
    """Everything the reader may know, for JSON letters; None in a page read back."""

    def within(self, text: str, board: str) -> BoardPage | None:
        """The page of a letter that ends with this one's text; None if it does not end so."""
        if not board or not text.endswith(board):
            return None
        by = len(text) - len(board)
        preview = " ".join(text[:by].partition("\n\n")[0].split())
        return replace(self, preview=preview, parts=moved(self.parts, by))


def measured(parts: Sequence[TextPart]) -> tuple[Part, ...]:
    """The ranges of the parts in a letter made of them."""
    begins = accumulate([len(text) + 1 for _, text, _ in parts], initial=0)
    return tuple(
        [Part(kind, begin, begin + len(text), more) for (kind, text, more), begin in zip(parts, begins, strict=False)]
    )


def moved(parts: Sequence[Part], by: int) -> tuple[Part, ...]:
    """The parts of a text that follows `by` other characters."""
    return tuple([part._replace(begin=part.begin + by, end=part.end + by) for part in parts])
