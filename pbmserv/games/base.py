"""The contract between pbmserv and the rules of a game.

A game is a class without state of its own: pure functions over a frozen, JSON-able position. It does no I/O, reads
no clock and knows neither mail nor database, so any record can be replayed, previewed, undone and verified. Whose
seat is whose, resigning, draws by agreement, undo, clocks and queues are the table's matter (`pbmserv.play`).

`pbmserv.games.testing` holds a conformance kit that checks a module against this contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from pbmserv.games.chance import Chance

OptionValue: TypeAlias = int | bool | str
Options: TypeAlias = Mapping[str, OptionValue]
Json: TypeAlias = Any
"""What `json.dumps` takes: None, bool, int, str, and lists and string-keyed dicts of these."""

P = TypeVar("P")
"""A game's position: frozen, compared by value."""


class Refusal(Exception):
    """Something that a player asked for cannot be done; the words are mailed as they stand.

    Start with a capital letter, end with a full stop, say what was wrong and what was expected.
    """

    @property
    def words(self) -> str:
        """The refusal as the player reads it."""
        return str(self)


class Unreadable(Refusal):
    """The text cannot be read as a move (or an option value) of this game at all.

    That depends on nothing that is hidden, and hardly on the position: what cannot be read now is no order for later.
    """


class Illegal(Refusal):
    """The move can be read, but the rules do not allow it in this position."""


class NeverLegal(Illegal):
    """The text is understood, but no position of this game allows such a move: it is no order for later either."""


class Ambiguous(Refusal):
    """The move could mean several things; `choices` are the canonical texts of them all."""

    def __init__(self, words: str, choices: Sequence[str]) -> None:
        super().__init__(words)
        self.choices = tuple(choices)


def refuse_to_pass(text: str, words: str) -> None:
    """Raise `NeverLegal` with these words where a move as typed is `pass`: for games in which nobody passes."""
    if text.strip().lower() == "pass":
        raise NeverLegal(words)


@dataclass(frozen=True)
class Option:
    """A parameter of the challenge, typed `-name=value`; parser, help page and web form are made from it.

    The type of `default` is the option's type. An int keeps within `low` and `high` (both included); a str is one
    of `choices`; a bool is switched by `-name`, `-name=on` or `-name=off`.
    """

    name: str
    default: OptionValue
    help: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def expected(self) -> str:
        """What a value may be, in words for help and refusals: `a number from 3 to 999`."""
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, int):
            match self.low, self.high:
                case None, None:
                    return "a whole number"
                case low, None:
                    return f"a whole number, at least {low}"
                case None, high:
                    return f"a whole number, at most {high}"
                case low, high:
                    return f"a whole number from {low} to {high}"
        return " or ".join(self.choices) if self.choices else "a word"

    def read(self, text: str | None) -> OptionValue:
        """Read a value as typed (None where only `-name` was typed).

        Raises `Unreadable` with what was expected.
        """
        value = self._read(text)
        if value is None:
            typed = f"-{self.name}" if text is None else f"-{self.name}={text[:40]}"
            raise Unreadable(
                f"The parameter {typed} is not understood: -{self.name} takes {self.expected},"
                f" for example -{self.name}={_as_typed(self.default)}."
            )
        return value

    def _read(self, text: str | None) -> OptionValue | None:
        if isinstance(self.default, bool):
            return {None: True, "on": True, "yes": True, "off": False, "no": False}.get(
                text.lower() if text is not None else None
            )
        if text is None:
            return None
        if isinstance(self.default, int):
            # Nine digits hold every number that a game could want, and int() of a long text is slow.
            if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 9):
                return None
            number = int(text)
            too_small = self.low is not None and number < self.low
            too_large = self.high is not None and number > self.high
            return None if too_small or too_large else number
        folded = text.lower()
        return folded if not self.choices or folded in self.choices else None


def _as_typed(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@dataclass(frozen=True)
class Note:
    """Something that happened in a turn: an auto move, a draw, a penalty, a bonus.

    A sentence or a short line for the letter; `seat` is the only seat that may read it, None is everybody.
    """

    text: str
    seat: int | None = None


@dataclass(frozen=True)
class Played(Generic[P]):
    """What playing a move led to: the next position, the move in canonical words, and what happened."""

    position: P
    move: str
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Result:
    """How a game ended.

    `winner` is a seat, None for a tie; `reason` a sentence for the letter (`Dot surrounded a region of 14 tiles.`);
    `points` what the game counts in the ratings (1 or more); `scores` the points of each seat where the game is
    one of points, else empty.
    """

    winner: int | None
    reason: str
    points: int = 1
    scores: tuple[int, ...] = ()


class Game(ABC, Generic[P]):
    """The rules of one game; subclasses fill in the class variables and the abstract methods.

    Seats are numbered from 0 in the order in which the challenge names the players. A viewer is a seat, or None for
    the public.
    """

    name: ClassVar[str]
    """As it is written in Subjects and letters: `Trichet`. Its lower case is the word that players type."""
    summary: ClassVar[str]
    """One line for the list of games."""
    seats: ClassVar[range]
    """How many players can take part: `range(2, 3)` for two, `range(2, 7)` for two to six."""
    version: ClassVar[int] = 1
    """Raised when a change would make a record mean something else; see `rules_of`."""
    options: ClassVar[tuple[Option, ...]] = ()
    move_form: ClassVar[str]
    """How a move is written, for letters and refusals: `<rotation><position>, for example d3`."""
    simultaneous: ClassVar[bool] = False
    """True where several seats may move at once, each without seeing the others' moves."""
    hidden: ClassVar[bool] = False
    """True where some viewers may not see all of a position; then `seen_by` must be written."""
    allows_draw: ClassVar[bool] = True
    """Whether players may agree on a tie."""
    allows_undo: ClassVar[bool] = True
    """Whether players may agree to take a move back."""
    uses_chance: ClassVar[bool] = True
    """Whether anything is drawn from the `Chance` that is handed in, by any option. Where nothing is, letters say
    nothing of seeds, and no player wonders what chance there is in Hex."""
    same_player_twice: ClassVar[bool] = False
    """Whether one player may take several seats, and so play with themselves: only where nothing is hidden from any
    seat and one moves after the other."""

    @property
    def word(self) -> str:
        """The game's name as players type it."""
        return self.name.lower()

    def rules_of(self, version: int) -> Game[P]:
        """The rules as they were in `version`, for a record that was started with them.

        Raises `LookupError` where that version is not kept.
        """
        if version != self.version:
            raise LookupError(f"{self.name} has no rules of version {version}, only {self.version}")
        return self

    def check_options(self, options: Options, seats: int) -> None:
        """Raise `Illegal` where options that are each in range do not go together, or not with so many seats."""

    def swap_at(self, options: Options) -> int | None:
        """The number of the move as which `swap` may be typed instead of a move of the game; None: never.

        What follows is the table's matter: the two players change seats, and the position stays as it is. The seat
        that was to move still is, but for the other player.
        """
        return None

    @abstractmethod
    def start(self, options: Options, seats: int, chance: Chance) -> P:
        """The position before the first move; `options` holds a value for every declared option."""

    @abstractmethod
    def to_move(self, position: P) -> tuple[int, ...]:
        """The seats that may move now: one in a sequential game, none when the game is over."""

    @abstractmethod
    def legal_moves(self, position: P, seat: int) -> Sequence[str] | None:
        """All moves of `seat`, which is to move, in canonical words; None where they are too many to list."""

    @abstractmethod
    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play a move as a player typed it; `chance` is the chance of this very turn.

        Forced moves that follow happen inside. Raises `Unreadable`, `Illegal` or `Ambiguous`.
        """

    def replay(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play a move of a record again: like `play`, but nobody reads the notes, so costly ones may be left out."""
        return self.play(position, seat, text, chance)

    @abstractmethod
    def result(self, position: P) -> Result | None:
        """How the game ended, None while it is on."""

    @abstractmethod
    def draw(self, position: P, viewer: int | None) -> str:
        """The board in characters, as `viewer` may see it: lines without blanks at their ends, at most 79 columns
        wherever the board allows."""

    @abstractmethod
    def dump(self, position: P) -> Json:
        """The whole position, hidden things included, as JSON for the store."""

    @abstractmethod
    def load(self, data: Json) -> P:
        """The position that `dump` made `data` from."""

    def seen_by(self, position: P, viewer: int | None) -> P:
        """The position with everything blanked that `viewer` may not know.

        All that is shown to a viewer must follow from this: `draw`, `status` and `legend` of it are those of the
        whole position, and so are the viewer's own legal moves.
        """
        return position

    def seat_name(self, position: P, seat: int) -> str:
        """What the game calls a seat (`Oh`, `Dot`, `A`), an empty text where it has no name.

        Where notes, status or the reason of a result say `player A`, or `players A and C`, letters tell who that is:
        `bob (A)`.
        """
        return ""

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        """Lines for below the board: tiles left, the viewer's hand, a score table. Letters wrap long sentences."""
        return ()

    def legend(self, position: P, viewer: int | None) -> str:
        """How to read the board and write a move, for below the status; lines as in `draw`."""
        return ""

    def group_of(self, move: str) -> str:
        """Where a letter lists this legal move if there are too many for a button each: `Position 7`, `Tile 123`.

        Moves of one group are folded together below its name. Empty for a move that is always shown by itself.
        """
        return ""

    def examples(self, position: P, seat: int) -> tuple[str, ...]:
        """Up to two legal moves of `seat` for `how to answer`; games that cannot list their moves override this."""
        moves = self.legal_moves(position, seat) or ()
        return (moves[0], moves[len(moves) // 2]) if len(moves) > 1 else tuple(moves)

    def skip(self, position: P, seat: int, chance: Chance) -> Played[P]:
        """Let the turn of a resigned seat pass, in games that go on without it (more than two seats)."""
        raise Illegal(f"{self.name} does not go on without one of its players.")


def counted(count: int, noun: str) -> str:
    """A number of things: `1 tile`, `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def word_of_option(value: OptionValue) -> str:
    """A value as a player would type it: numbers and words as they are, `on` and `off` for switches."""
    return _as_typed(value)
