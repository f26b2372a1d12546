"""What the HTML part of a letter about a board knows beside the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from pbmserv.games.base import Game, Json
from pbmserv.running.traces import log_failure

if TYPE_CHECKING:
    from pbmserv.play.view import BoardView


class TextPart(NamedTuple):
    """A part of a letter: what it is, as its template says (`{{ part }}turn`), and its text."""

    kind: str
    text: str


class Part(NamedTuple):
    """A part of the text: what it is, and between which of the text's characters it stands."""

    kind: str
    begin: int
    end: int


class ActionLink(NamedTuple):
    """Something that the reader can do: what its link says, and where that leads, or how it ends."""

    words: str
    to: str


class SeenPositions:
    """Positions of a game as they are stored, each worked out once: most readers of a letter see the same."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._known: list[tuple[Any, Json]] = []

    def stored(self, position: Any) -> Json:
        """The position as JSON; None where the game cannot say it, which costs the letter only its picture."""
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
    """A board as one reader sees it, of which a picture can be made: nothing that is hidden from them is in it."""

    positions: SeenPositions
    position: Any
    viewer: int | None

    def stored(self) -> dict[str, Any] | None:
        """What is stored of it; None where the game cannot say it."""
        game, position = self.positions.game, self.positions.stored(self.position)
        if position is None:
            return None
        return {"game": game.word, "version": game.version, "position": position, "viewer": self.viewer}


@dataclass(frozen=True)
class BoardPage:
    """A letter about a board: what its HTML part shows beside the text, or in another order.

    `preview` is what mail programs show of it in their lists. `parts` are those of the text, in its order. `until` is
    when the reader has to have moved. `button` is the one thing to do; of `answers` each begins with `begun`, and
    `commands` are Subjects of letters to `server`.
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
    """What stands beside the picture instead of the parts of this kind: words that speak of characters do not fit."""
    seen: SeenBoard | None = field(default=None, compare=False)
    """None where there is no picture, or in a page that was read again."""
    view: BoardView | None = field(default=None, compare=False, repr=False)
    """All that the reader may know, for letters to programs; None in a page that was read again."""

    def within(self, text: str, board: str) -> BoardPage | None:
        """The page of a letter that ends with the text of this one, and where nothing can be done about the board.

        None where it does not end so.
        """
        if not board or not text.endswith(board):
            return None
        by = len(text) - len(board)
        parts = [Part(kind, begin + by, end + by) for kind, begin, end in self.parts]
        preview = " ".join(text[:by].partition("\n\n")[0].split())
        parts = [Part("above", 0, by), *parts]
        return replace(self, preview=preview, parts=tuple(parts), until="", button=None, answers=())


def measured(parts: Sequence[TextPart]) -> tuple[Part, ...]:
    """Where the parts stand in a letter that is made of them."""
    begins = accumulate([len(text) + 1 for _, text in parts], initial=0)
    return tuple([Part(kind, begin, begin + len(text)) for (kind, text), begin in zip(parts, begins, strict=False)])
