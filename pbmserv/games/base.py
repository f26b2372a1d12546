"""The contract between pbmserv and the rules of a game.

A game is a class without state of its own: pure functions over a frozen, JSON-able position. It does no I/O, reads no
clock and knows neither mail nor database, so any record can be replayed, previewed, undone and verified. Who sits
where, resigning, draws by agreement, undo, clocks and queues are the table's business (`pbmserv.play`).

`pbmserv.games.testing` holds a conformance kit that checks a module against this contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from pbmserv.games.bot_hints import BotHints
from pbmserv.games.chance import Chance
from pbmserv.games.engine_notation import EngineNotation
from pbmserv.games.families import OTHERS
from pbmserv.games.file_formats import FileFormats
from pbmserv.games.old_names import keep_old_names
from pbmserv.games.option import Option, OptionValue, word_of_option
from pbmserv.games.played import Note, Played
from pbmserv.games.refusals import (
    Ambiguous,
    Illegal,
    NeverLegal,
    Refusal,
    Unreadable,
    refuse_own_words,
    refuse_to_pass,
)
from pbmserv.games.seat_changes import SubstitutionRules, SwapRule
from pbmserv.stored_names import fields_renamed, stored_names

if TYPE_CHECKING:
    from pbmserv.games.picture import Picture

__all__ = [
    "Ambiguous",
    "Display",
    "Game",
    "Illegal",
    "Json",
    "NeverLegal",
    "Note",
    "Option",
    "OptionValue",
    "Options",
    "Played",
    "Refusal",
    "Result",
    "Unreadable",
    "counted",
    "refuse_own_words",
    "refuse_to_pass",
    "word_of_option",
]

Options: TypeAlias = Mapping[str, OptionValue]
Json: TypeAlias = Any
"""What `json.dumps` takes: None, bool, int, str, and lists and string-keyed dicts of these."""

P = TypeVar("P")
"""A game's position: frozen, compared by value."""


@dataclass(frozen=True)
class Result:
    """How a game ended.

    `winner` is a seat, None for a tie; `reason` a sentence for the letter (`Dot surrounded a region of 14 tiles.`);
    `points` is what the game counts in the ratings (1 or more); `scores` are the points of each seat if the game is
    played for points, otherwise empty.
    """

    winner: int | None
    reason: str
    points: int = 1
    scores: tuple[int, ...] = ()


class Display(ABC, Generic[P]):
    """What a game shows of its positions. A viewer is a seat, or None for the public."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        keep_old_names(cls)

    @abstractmethod
    def draw(self, position: P, viewer: int | None) -> str:
        """The board in characters, as `viewer` may see it: lines without blanks at their ends, at most 79 columns
        wherever the board allows."""

    def picture(self, position: P, viewer: int | None) -> Picture:
        """The board as `viewer` may see it, as shapes; the characters, where a game says nothing of it.

        What can be touched has the targets that `steps` names.
        """
        from pbmserv.games.picture import picture_of_lines

        return picture_of_lines(self.draw(self.seen_by(position, viewer), viewer))

    def seen_by(self, position: P, viewer: int | None) -> P:
        """The position with everything blanked that `viewer` may not know.

        Everything that a viewer is shown must follow from this: its `draw`, `picture`, `status`, `legend` and
        what stands beside the picture are the same as those of the whole position, and so are the viewer's own legal
        moves.
        """
        return position

    def seat_name(self, position: P, seat: int) -> str:
        """What the game calls a seat (`Oh`, `Dot`, `A`), or an empty text.

        Where notes, status or the reason of a result say `player A`, or `players A and C`, letters tell who that is:
        `bob (A)`.
        """
        return ""

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        """Lines to go below the board: tiles left, the viewer's hand, a score table. Letters wrap long sentences."""
        return ()

    def legend(self, position: P, viewer: int | None) -> str:
        """How to read the board and write a move, to go below the status; lines as in `draw`."""
        return ""

    def picture_status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        """The status as it stands below the picture, where it must not speak of the characters of `draw`."""
        return self.status(position, viewer)

    def picture_legend(self, position: P, viewer: int | None) -> str:
        """How to read the picture and write a move; empty where the picture says it all."""
        return self.legend(position, viewer)

    def group_of(self, move: str) -> str:
        """The heading under which a letter lists this legal move if there are too many for a button each: `Position
        7`.

        Moves of one group are folded away together under its name. Empty for a move that is always shown by itself.
        """
        return ""


class Game(FileFormats, BotHints[P], EngineNotation[P], SubstitutionRules[P], SwapRule, Display[P]):
    """The rules of one game; subclasses fill in the class variables and the abstract methods.

    Seats are numbered from 0 in the order in which the challenge names the players.
    """

    name: ClassVar[str]
    """As written in Subjects and letters: `Trichet`. In lower case it is the word that players type."""
    summary: ClassVar[str]
    """One line for the list of games."""
    also_called: ClassVar[tuple[str, ...]] = ()
    """Other names by which people may look for it, its best known variants among them: `("Reversi",)`."""
    family: ClassVar[str] = OTHERS
    """The heading under which lists have it: one of those in `pbmserv.games.families`, or one of its own. A game on a
    grid need not say it, since its board does."""
    themes: ClassVar[tuple[str, ...]] = ()
    """What it is about, in a word each: `("connection",)`. Games that share one are named on each other's pages."""
    seats: ClassVar[range]
    """How many players can take part: `range(2, 3)` for two, `range(2, 7)` for two to six."""
    version: ClassVar[int] = 1
    """To be raised when a change would make a record mean something else; see `rules_of`."""
    options: ClassVar[tuple[Option, ...]] = ()
    own_words: ClassVar[Mapping[str, str]] = {}
    """What a game says to words that mean something at every table, and something of its own here, by these words.

    Where tiles are drawn, `draw` is no proposal of a tie. `play` refuses a word that is no move anywhere
    (`refuse_own_words`); to a move of every game, such as `undo`, the answer is added where it cannot be made.
    """
    move_form: ClassVar[str]
    """How a move is written, for letters and refusals: `<rotation><position>, for example d3`."""
    simultaneous: ClassVar[bool] = False
    """Whether all seats move at once, each without seeing the others' moves, so that a game is a number of rounds."""
    has_rounds: ClassVar[bool] = False
    """Whether it is so at some positions, and at others one seat moves after the other: in Hearts all pass cards at
    once, and then play them in turn. Moves are counted, not rounds."""
    hidden: ClassVar[bool] = False
    """Whether some viewers may not see all of a position; then `seen_by` must be written."""
    allows_draw: ClassVar[bool] = True
    """Whether players may agree on a tie."""
    allows_undo: ClassVar[bool] = True
    """Whether players may agree to take a move back."""
    uses_chance: ClassVar[bool] = True
    """Whether anything is ever drawn from the `Chance` that is handed in. If not, letters do not mention seeds, and
    no player wonders what is random about Hex."""
    same_player_twice: ClassVar[bool] = False
    """Whether one player may take several seats, and so play alone: only in games that hide nothing from any seat and
    in which one moves after the other."""
    position_class: type[P]
    """The class of positions, for `load`; not needed by a game that writes `load` itself."""

    @cached_property
    def word(self) -> str:
        """The game's name as players type it."""
        return self.name.lower()

    def rules_of(self, version: int) -> Game[P]:
        """The rules as they were in `version`, for a record that was started with them.

        Raises `LookupError` if that version is not kept.
        """
        if version != self.version:
            raise LookupError(f"{self.name} has no rules of version {version}, only {self.version}")
        return self

    def check_options(self, options: Options, seats: int) -> None:
        """Raise `Illegal` if options that are each in range do not go together, or not with so many seats."""

    def on_trust(self, options: Options) -> str:
        """What players have to believe each other in a game with these options, as a sentence; empty if nothing.

        Such a game is never rated and no machine of the server's plays it, who plays it is told, and nothing is said
        of its seed: `The players type what their dice show, and nobody can verify it.`
        """
        return ""

    @abstractmethod
    def start(self, options: Options, seats: int, chance: Chance) -> P:
        """The position before the first move; `options` holds a value for every declared option."""

    @abstractmethod
    def to_move(self, position: P) -> tuple[int, ...]:
        """The seats that may move now: one in a sequential game, none when the game is over."""

    @abstractmethod
    def legal_moves(self, position: P, seat: int) -> Sequence[str] | None:
        """All legal moves of `seat` in canonical words; None if there are too many to list."""

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        """The targets of the picture to touch, one after the other, for a legal move of `seat`: `("e2", "e4")`.

        No two moves have the same steps, nor does one move begin with all the steps of another.
        """
        return (move,)

    def other_steps(self, position: P, seat: int, move: str) -> Iterable[tuple[str, ...]]:
        """Other ways to touch the same, such as three cards in another order; those of `steps` may be among them."""
        return ()

    def to_its_player(self, position: P, seat: int, move: str) -> str:
        """A move that `seat` may make, in words for the eyes of its player alone.

        It differs where the words of the record say nothing to others: they are places in a hidden hand.
        """
        return move

    def by_touch(self, position: P, seat: int, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
        """Where the moves of `seat` are too many to list: those that go on from the targets `touched` so far.

        Each is given by all its targets in their order, and for each target that may come next there is one.
        """
        return {self.steps(position, seat, move): move for move in self.examples(position, seat)}

    @abstractmethod
    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play a move as a player typed it; `chance` belongs to this very turn.

        The table has already checked that `seat` is to move. Any forced moves that follow are part of this. Raises
        `Unreadable`, `Illegal` or `Ambiguous`.
        """

    def replay(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play a move of a record again. Like `play`, but nobody reads the notes, so costly ones may be left out."""
        return self.play(position, seat, text, chance)

    def value_of(self, position: P, text: str) -> str:
        """What a move typed at this position means, as a text that means the same at every position of the game.

        Override this and `text_of` if the words of a move depend on the position, such as a place's number that
        changes when the board grows. A value is kept in records and queues, and values are compared, so it is a text:
        the canonical words of a move have just one value, and two legal moves never share one.

        The move need not be legal, nor its seat the one to move, and nothing hidden may make a difference. Raises
        `Unreadable`, `Illegal` or `Ambiguous` for words that mean no move that could be made from here.
        """
        return text

    def text_of(self, position: P, value: str) -> str:
        """How a move of this value is written at another position, in words that have this value there.

        Raises `Illegal` if there are none, and `NeverLegal` if there never will be, so that the move cannot be queued
        for later either.
        """
        return value

    @abstractmethod
    def result(self, position: P) -> Result | None:
        """How the game ended; None while it is on."""

    def dump(self, position: P) -> Json:
        """The whole position, hidden things included, as JSON for the store.

        This will do for dataclasses whose fields are numbers, words, True, False, None, and tuples of these. Where a
        field is renamed, `STORED: ClassVar = {"new_name": "old_name"}` in its class keeps the name that is stored.
        """
        kind: Any = type(position)
        return {key: _as_lists(getattr(position, name)) for name, key in stored_names(kind).items()}

    def load(self, data: Json) -> P:
        """The position that `dump` made `data` from."""
        kind: Any = self.position_class
        renamed = fields_renamed(kind)
        return cast(P, kind(**{renamed.get(key, key): _as_tuples(value) for key, value in data.items()}))

    def examples(self, position: P, seat: int) -> tuple[str, ...]:
        """Up to two legal moves of `seat`, for `how to answer`. Games that cannot list their moves override this."""
        return two_of(self.legal_moves(position, seat) or ())


def two_of(moves: Sequence[str]) -> tuple[str, ...]:
    """The moves that are shown as examples where a game does not choose them."""
    return (moves[0], moves[len(moves) // 2]) if len(moves) > 1 else tuple(moves)


def _as_lists(value: Json) -> Json:
    if not isinstance(value, tuple):
        return value
    return [_as_lists(each) if isinstance(each, tuple) else each for each in value]


def _as_tuples(value: Json) -> Json:
    if not isinstance(value, list):
        return value
    return tuple([_as_tuples(each) if isinstance(each, list) else each for each in value])


def counted(count: int, noun: str) -> str:
    """A number of things: `1 tile`, `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
