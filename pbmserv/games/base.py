"""The contract between pbmserv and a game.

A game is a stateless class: pure functions over a frozen, JSON-able position. It does no I/O, reads no clock and
knows neither mail nor database, so that records can be replayed, previewed, undone and verified. Seating,
resignations, draws by agreement, undo, clocks and queues belong to `pbmserv.play`.

`pbmserv.games.testing` checks a game against this contract.
"""

from __future__ import annotations

import re
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
from pbmserv.games.message import Message
from pbmserv.games.old_names import keep_old_names
from pbmserv.games.option import Option, OptionValue, word_of_option
from pbmserv.games.piece_names import without_small_words
from pbmserv.games.played import MadeByItself, Note, Played
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
    from pbmserv.games.picture import Held, Picture, Shape

__all__ = [
    "Ambiguous",
    "Display",
    "Game",
    "Illegal",
    "Json",
    "MadeByItself",
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
"""What `json.dumps` accepts: None, bool, int, str, and lists and string-keyed dicts of these."""

P = TypeVar("P")
M = TypeVar("M")
"""A move, by its words or in another form."""
"""A game's position: frozen, compared by value."""

_WORD = re.compile(r"[a-z]{3,}")
"""What begins a move that is a sentence: `take 3`, `pass`; no place, piece or card is written so."""


@dataclass(frozen=True)
class Result:
    """How a game ended.

    `winner` is a seat, None for a draw; with partners, a seat of the winning side. `reason` is a sentence (`Dot
    surrounded a region of 14 tiles.`), best a `Message`; `points` is the game's weight in the letter (1 or more);
    `scores` are each seat's points if the game has points, otherwise empty.
    """

    winner: int | None
    reason: str
    points: int = 1
    scores: tuple[int, ...] = ()


class Display(ABC, Generic[P]):
    """How a game shows positions. A viewer is a seat, or None for the public."""

    seats_are_places: ClassVar[bool] = False
    """Whether the names of seats only say who sits where (`West`, `B`): pages name the players instead."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        keep_old_names(cls)

    @abstractmethod
    def draw(self, position: P, viewer: int | None) -> str:
        """The board in characters as `viewer` may see it: lines without trailing blanks, at most 79 columns if
        possible. With words in it, it is `Drawn`.
        """

    def picture(self, position: P, viewer: int | None) -> Picture:
        """The board as shapes as `viewer` may see it; by default the characters.

        Touchable places have the targets that `steps` names.
        """
        from pbmserv.games.picture import picture_of_lines

        return picture_of_lines(self.draw(self.seen_by(position, viewer), viewer))

    def seat_below(self, viewer: int | None) -> int | None:
        """The seat whose side is at the bottom of `picture`, and the other's at the top; None if seats have no sides.

        Readers from the other side see the picture turned, with upright texts and pieces.
        """
        return None

    def seen_by(self, position: P, viewer: int | None) -> P:
        """The position without anything that `viewer` may not know.

        Everything shown must follow from it: `draw`, `picture`, `status`, `legend` and the viewer's own legal moves
        are the same as for the whole position.
        """
        return position

    def seat_name(self, position: P, seat: int) -> str:
        """The game's name of a seat (`Oh`, `Dot`, `A`), or an empty text.

        If seats are called by letters, `player` and its like in `pbmserv.games.message` are values of notes, status
        and reasons, for which letters insert the players: `bob (A)`.
        """
        return ""

    def advantage(self, position: P, seat: int) -> str:
        """What a seat has taken or is ahead by, for beside its name (`♟♟ +2`, `3 prisoners`), or an empty text.

        A few short words: they stand on one line with the player's name. They begin with a number, which a phone
        shows alone, unless they are signs (`advantage_in_signs`), for which it has a line.
        """
        return ""

    def status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        """Lines below the board: tiles left, the viewer's hand, scores. Letters wrap long sentences."""
        return ()

    def legend(self, position: P, viewer: int | None) -> str:
        """How to read the board and write a move, below the status; lines as in `draw`."""
        return ""

    def picture_status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        """The status for pictures, if the usual one mentions characters of `draw`."""
        return self.status(position, viewer)

    def page_status(self, position: P, viewer: int | None) -> tuple[str, ...]:
        """The same for pages, on which `advantage` stands beside each name and need not be told again."""
        return self.picture_status(position, viewer)

    def picture_legend(self, position: P, viewer: int | None) -> str:
        """How to read the picture and write a move; empty if it is self-explanatory."""
        return self.legend(position, viewer)

    def revealed(self, position: P) -> P:
        """A position of a game that is over, for everybody; `seen_by` and all that is shown are asked about it.

        By default what was hidden at that time stays hidden.
        """
        return position

    def group_of(self, move: str) -> str:
        """The heading under which a letter folds this move if there are too many for a button each: `Position 7`.

        Empty for a move that is always shown singly.
        """
        return ""


class Game(FileFormats, BotHints[P], EngineNotation[P], SubstitutionRules[P], SwapRule, Display[P]):
    """The rules of a game; subclasses set the class variables and implement the abstract methods.

    Seats are numbered from 0 in the order of players in the challenge.
    """

    name: ClassVar[str]
    """The name in Subjects and letters, `Trichet`; in lower case the word that players type."""
    summary: ClassVar[str]
    also_called: ClassVar[tuple[str, ...]] = ()
    """Other names, including well-known variants: `("Reversi",)`."""
    trademark: ClassVar[str] = ""
    """Sentences on whose trademarks its names are, for its help page: `Yahtzee is a trademark of Hasbro.`"""
    family: ClassVar[str] = OTHERS
    """Its heading in lists: one of `pbmserv.games.families`, or another. Games on a grid take it from their board."""
    themes: ClassVar[tuple[str, ...]] = ()
    """Its themes in a word each, `("connection",)`, by which pages link similar games."""
    letters_of_pieces: ClassVar[Message | None] = None
    """The letters of pieces in its lists of moves, which some languages have others for; see `letters.columns`."""
    seats: ClassVar[range]
    """The possible numbers of players: `range(2, 3)` for two, `range(2, 7)` for two to six, `range(2, 5, 2)` for two
    or four.
    """
    version: ClassVar[int] = 1
    """Increase it when a change alters the meaning of records; see `rules_of`."""
    options: ClassVar[tuple[Option, ...]] = ()
    own_words: ClassVar[Mapping[str, str]] = {}
    """Replies to words that mean something in every game, and something else here, by word.

    If tiles are drawn, `draw` proposes no draw. `play` refuses a word that is no move anywhere (`refuse_own_words`);
    the reply is added to the refusal of a move of every game, such as `undo`.
    """
    move_form: ClassVar[str]
    """How a move is written, for letters and refusals: `<rotation><position>, for example d3`."""
    touching: ClassVar[str] = "Touch one of the places that are lit, and go on until the move is complete."
    """What is touched on a page for a move, what first and what next, in a sentence or two: `Touch a free cell.`

    What a button says is in quotation marks.
    """
    partners: ClassVar[bool] = False
    """Whether seats that sit opposite play together: 0 and 2 against 1 and 3. Partners win and lose together."""
    simultaneous: ClassVar[bool] = False
    """Whether all seats always move at once, unseen by each other, so that a game is a number of rounds."""
    has_rounds: ClassVar[bool] = False
    """Whether that is so at some positions only: in Hearts all pass cards at once, then play in turn. Moves are
    counted, not rounds.
    """
    hidden: ClassVar[bool] = False
    """Whether some viewers may not see everything; then `seen_by` must be implemented."""
    allows_draw: ClassVar[bool] = True
    says_draw: ClassVar[bool] = False
    """Whether its players offer a draw, where those of other games propose a tie."""
    allows_undo: ClassVar[bool] = True
    uses_chance: ClassVar[bool] = True
    """Whether anything is ever drawn from `Chance`. If not, letters do not mention seeds."""
    has_full_moves: ClassVar[bool] = False
    """Whether lists of moves give one number to a move of each, as in chess."""
    advantage_in_signs: ClassVar[bool] = False
    """Whether `advantage` is signs for pieces, of which there may be many."""
    move_word: ClassVar[str] = "move"
    """What numbers of moves count: `stone` if two are laid in a turn."""
    moves_by_itself: ClassVar[bool] = False
    """Whether `Played.by_itself` tells of moves that their players had no choice about, which lists on pages show."""
    same_player_twice: ClassVar[bool] = False
    """Whether one player may take several seats and so play alone: only with perfect information and sequential
    moves.
    """
    position_class: type[P]
    """The class of positions, for `load`; not needed by a game with its own `load`."""

    @cached_property
    def word(self) -> str:
        """The game's name as typed."""
        return self.name.lower()

    def side_of(self, seat: int) -> int:
        """The number of a seat's side; without partners each seat is a side of its own."""
        return seat % 2 if self.partners else seat

    def rules_of(self, version: int) -> Game[P]:
        """The rules of `version`, for a record that was started with them.

        Raises `LookupError` if that version is no longer available.
        """
        if version != self.version:
            raise LookupError(f"{self.name} has no rules of version {version}, only {self.version}")
        return self

    def check_options(self, options: Options, seats: int) -> None:
        """Raise `Illegal` if valid options do not go together, or not with this number of seats."""

    def on_trust(self, options: Options) -> str:
        """A sentence on what players take on trust with these options, or an empty text.

        Such a game is never rated and has no bots, its players are told, and its seed is not mentioned: `The players
        type what their dice show, and nobody can verify it.`
        """
        return ""

    @abstractmethod
    def start(self, options: Options, seats: int, chance: Chance) -> P:
        """The initial position; `options` holds a value for every declared option."""

    @abstractmethod
    def to_move(self, position: P) -> tuple[int, ...]:
        """The seats that may move: one in a sequential game, none when it is over."""

    @abstractmethod
    def legal_moves(self, position: P, seat: int) -> Sequence[str] | None:
        """All legal moves of `seat` in canonical notation; None if there are too many to list."""

    def steps(self, position: P, seat: int, move: str) -> tuple[str, ...]:
        """The targets on the picture to touch in order for a legal move: `("e2", "e4")`.

        No two moves have the same steps, and no move's steps begin with all the steps of another.
        """
        return (move,)

    def other_steps(self, position: P, seat: int, move: str) -> Iterable[tuple[str, ...]]:
        """Alternative touches, such as three cards in another order; may include those of `steps`."""
        return ()

    def slides(self, position: P, seat: int, steps: tuple[str, ...], move: str) -> tuple[str, ...]:
        """What pages show at each of the touches of `steps`, before the move is made: `("", "e1 g1 h1 f1")`.

        Pieces go from the first target to the second, and so on; `-` is off the board. `+name e8` lays one of
        `new_pieces` there, `&name e8` draws one there beside what lies there, and `.` is the touched target itself.
        `tile 7~60` lays a tile on 7, turned by 60 degrees and as large as the place: all that lies on its target, of
        which the first shape is the outline. By default a piece goes from the first touch to the second; in a hidden
        game, nothing is shown by default.
        """
        return ()

    def new_pieces(self, position: P, seat: int) -> Mapping[str, Sequence[Shape]]:
        """The pieces that touches of this seat can lay, by the names in `slides`, drawn around (0, 0).

        One named `.` is laid by each single touch, where all moves are single ones.
        """
        return {}

    def in_hand(self, position: P, seat: int) -> Sequence[Held]:
        """The pieces that a seat holds and may drop, for a stand beside the board: each kind that can be held in this
        game, in the same order, even if there are none of it. Empty in games without hands.
        """
        return ()

    def to_its_player(self, position: P, seat: int, move: str) -> str:
        """A legal move of `seat` in words for its player alone.

        They differ if the canonical notation refers to places in a hidden hand.
        """
        return move

    def in_signs(self, words: str) -> str:
        """A move, or a value of a sentence, as pages write it beside the picture: `Q♠` for `QS`."""
        return words

    def question(self, position: P, seat: int, move: str) -> str:
        """Whether to make a move of `seat`, given in words for its player, as that player would ask: `Play e4?`.

        A move that begins with a word is a sentence already, `Take 3?`; the notation of places and pieces is not.
        """
        if _WORD.fullmatch(move.partition(" ")[0]):
            return Message("{move}?", move=move[0].upper() + move[1:])
        return Message("Play {move}?", move=move)

    def asked_first(self, position: P, seat: int) -> str:
        """What a seat that is to move is asked before any touch, if that is more than `Your turn`."""
        return self.has_to(position, seat)

    def has_to(self, position: P, seat: int) -> str:
        """What a rule makes a seat that is to move do with certain pieces, `Enter from the bar`; empty if nothing.

        Pages say so, and mark the places where it can begin.
        """
        return Message("You must capture") if self.must_capture(position, seat) else ""

    def must_capture(self, position: P, seat: int) -> bool:
        """Whether a seat that is to move has to capture."""
        return False

    def asked_next(self, position: P, seat: int, touched: Sequence[str], following: Sequence[str]) -> str:
        """What is asked after these touches of a move that goes on with one of `following`: `Capture c3 or f3?`

        Empty by default: pages name the places that follow, or ask where to if they are many.
        """
        return ""

    def laid_by(self, position: P, seat: int) -> tuple[int, int] | None:
        """Whose card a move of `seat` lays at this position, and to which trick of the hand it leads, from 1; 0 if it
        goes on with one. None if it lays none.

        Lists on pages have a row for each trick. Asked only if `moves_by_itself`.
        """
        return None

    def came_of(self, position: P, seat: int, move: str) -> str:
        """What a move of `seat` that was made before has led to, as all may know it, for lists on pages: `hit`.

        Empty by default. The position is the one that is reached by now.
        """
        return ""

    def told(self, move: str, seat: int, viewer: int | None) -> str:
        """A move of `seat` in canonical notation as `viewer` is told it while the game is on: `a move`.

        Where it differs, it must not say more than `viewer` sees. It is a noun, as in `bob played a move`. Nobody can
        wait for a move of another player's that is not told as it is.
        """
        return move

    def listed(self, options: Options, moves: Sequence[str]) -> Sequence[str]:
        """All moves of a game from its start as lists show them: `Nf3` for `g1-f3`."""
        return moves

    def listed_on_pages(self, options: Options, moves: Sequence[str], in_characters: bool) -> Sequence[str]:
        """The same as pages write them, in what players write where letters, or characters, are on the pieces:
        `P-7f`, or `７六歩`, for `7g7f`.

        Each can be typed, too.
        """
        return self.listed(options, moves)

    def spoken(self, position: P, move: str) -> str:
        """A move just made, to be read aloud at the position after it: `knight g8 to f6`."""
        return move

    def while_touched(self, position: P, seat: int, touched: Sequence[str]) -> P | None:
        """A position that shows what the targets touched so far come to; None if that is the position itself.

        It is drawn, and its `status` and `advantage` are told, while the move is being touched. `position` is what
        the seat sees.
        """
        return None

    def counted_while_touched(self, position: P, touched: Sequence[str]) -> P:
        """The position whose `advantage` is told while a move is being touched of which nothing is drawn anew."""
        return position

    def before_chance(self, position: P) -> P | None:
        """A position after a move, as a preview may show it: without what chance is going to bring, such as dice.

        None if there is nothing to show without it: the preview is left out.
        """
        return None if self.uses_chance else position

    def by_touch(self, position: P, seat: int, touched: Sequence[str]) -> Mapping[tuple[str, ...], str]:
        """If moves are too many to list: those that continue the targets `touched`.

        Each move is keyed by all its targets in order, with at least one for each possible next target.
        """
        return {self.steps(position, seat, move): move for move in self.examples(position, seat)}

    @abstractmethod
    def play(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play a move as typed; `chance` belongs to this turn.

        The caller has checked that `seat` is to move. Forced moves that follow are included. Raises `Unreadable`,
        `Illegal` or `Ambiguous`.
        """

    def replay(self, position: P, seat: int, text: str, chance: Chance) -> Played[P]:
        """Play a recorded move again. Like `play`, but costly notes may be left out, as nobody reads them."""
        return self.play(position, seat, text, chance)

    def value_of(self, position: P, text: str) -> str:
        """The value of a typed move: a text with the same meaning at every position of the game.

        Override this and `text_of` if the notation depends on the position, as when places are renumbered while the
        board grows. Values are stored in records and queues and compared: a canonical move has one value, and no two
        legal moves share one.

        The move need not be legal, nor `seat` to move, and hidden information must make no difference. Raises
        `Unreadable`, `Illegal` or `Ambiguous` for a text that no move could have here.
        """
        return text

    def text_of(self, position: P, value: str) -> str:
        """The notation of a value at another position, which has this value there.

        Raises `Illegal` if there is none, and `NeverLegal` if there never will be, so that it cannot be queued.
        """
        return value

    def tells_with_next(self, move: str) -> bool:
        """Whether a move after which the same seat moves, such as a roll, is told to the others with the next one."""
        return False

    @abstractmethod
    def result(self, position: P) -> Result | None:
        """How the game ended; None while it is on."""

    def dump(self, position: P) -> Json:
        """The whole position, hidden information included, as JSON.

        The default handles dataclasses of numbers, texts, booleans, None, and tuples of these. If a field is renamed,
        `STORED: ClassVar = {"new_name": "old_name"}` keeps the stored name.
        """
        kind: Any = type(position)
        fields = {key: getattr(position, name) for name, key in stored_names(kind).items()}
        return {key: _as_lists(value) if isinstance(value, tuple) else value for key, value in fields.items()}

    def load(self, data: Json) -> P:
        """The inverse of `dump`."""
        kind: Any = self.position_class
        renamed = fields_renamed(kind)
        return cast(P, kind(**{renamed.get(key, key): _as_tuples(value) for key, value in data.items()}))

    def other_spellings(self, text: str) -> Iterable[str]:
        """Other texts that may be meant where one is no move: in words (`e2 nach e4`), or another language (`Cf3`).

        They are tried, and the only one that can be played is asked about.
        """
        return [without_small_words(text)]

    def form_of_move(self, position: P) -> str:
        """How a move is written in this position: `move_form`, unless something else is asked for than usually."""
        return self.move_form

    def moves_that_answer(self, position: P, seat: int) -> tuple[str, str]:
        """The moves of `seat` that say yes and no to what the opponent proposes in this position, such as a double.

        Empty where nothing is proposed, or where a mere yes or no says too little.
        """
        return "", ""

    def move_of_a_mere_yes(self, position: P, seat: int) -> str:
        """The move that a yes may mean where nothing is proposed, about which `seat` is asked; else empty."""
        return ""

    def examples(self, position: P, seat: int) -> tuple[str, ...]:
        """Up to two legal moves of `seat` as examples. Games that cannot list moves override this."""
        return two_of(self.legal_moves(position, seat) or ())

    def buttons(self, position: P, seat: int) -> tuple[str, ...]:
        """The few legal moves that letters offer as buttons where `legal_moves` lists none."""
        return ()


def two_of(moves: Sequence[M]) -> tuple[M, ...]:
    """The default examples among moves."""
    return (moves[0], moves[len(moves) // 2]) if len(moves) > 1 else tuple(moves)


def _as_lists(value: tuple[Json, ...]) -> list[Json]:
    return [_as_lists(each) if isinstance(each, tuple) else each for each in value]


def _as_tuples(value: Json) -> Json:
    if not isinstance(value, list):
        return value
    return tuple(map(_as_tuples, value) if list in map(type, value) else value)


def counted(count: int, noun: str) -> str:
    """A count with its noun: `1 tile`, `2 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
