"""Outcomes of commands, of the clock and of the operator's actions: facts without words.

Each class names the function that writes its letters. Outcomes of one subject are in its package; these are shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from pbmserv.games.message import Message
from pbmserv.play.board import Board, Player
from pbmserv.play.view import SHOWN, BoardNews, BoardView, BoardViews

if TYPE_CHECKING:
    from pbmserv.letters.letter import Letter
    from pbmserv.play.board import Turn
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.plans import SubmittedMove
    from pbmserv.play.unread import Earlier


class Outcome(Struct, frozen=True, eq=False):
    """An outcome, with everything to be told about it and to whom.

    Its `repr` holds no facts.
    """

    written_by: ClassVar[str]
    """The function that writes its letters, relative to `pbmserv.commands`: `talk.letters:of_chat`."""
    writes_to_others: ClassVar[bool] = False
    """Whether it causes letters to others by choice, not by a move: those are counted."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def board_view(self, asker: Player | None) -> BoardView | None:
        """The board that it is about, as its author may see it; None if there is none, or several.

        `asker` is the authenticated author; None gives the public view.
        """
        return None


class Why(StrEnum):
    MISSPELT = "misspelt"
    """It does not have the form of its command."""
    UNREADABLE = "unreadable"
    """It has the form, but is no move of the game."""
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    NOT_ALLOWED = "not allowed"
    """The board's state forbids it."""
    OUT_OF_DATE = "out of date"
    """It answers an older letter."""
    QUESTION = "question"
    """A suggested move waits for a yes."""
    UNAUTHORISED = "unauthorised"
    WRONG_WORD = "wrong word"
    """The author is known, but the word for something closed is wrong."""
    OVER_BUDGET = "over budget"
    REFUSED = "refused"
    """Any other."""


class Refused(Outcome, frozen=True):
    """A refused command, which has changed nothing. All words are fit for its author."""

    written_by = "run.letters:of_refusal"

    why: Why
    words: str
    line: str
    """The command as far as it may be quoted."""
    command: str = ""
    """The command's name, if recognised."""
    game: str = ""
    choices: tuple[str, ...] = ()
    """The possible meanings of an ambiguous command."""
    form: str = ""
    """The command's form, if that was wrong."""
    example: str = ""
    """An example fit for its author."""
    topic: str = ""
    """The help page with more; empty for the first one."""
    was_answer: bool = False
    """Whether an answer to a letter was taken for this command."""
    board: Board | None = None
    reader: Player | None = None
    """The player whose view of the board is shown; None for the public one."""
    proposed: SubmittedMove | None = None
    """The move made if they say yes."""
    for_others: str = ""
    """What a yes sends to the others, where no move waits for it."""
    reply_to: str | None = None
    """Where the letter is answered, if the same question is asked again."""
    begun: str = ""
    """The beginning of a move; only moves that begin so are offered."""
    own_boards: tuple[int, ...] = ()
    """Boards of the game on which their author plays, where the one that was named is not there."""
    names_no_board: bool = False
    """Whether an answer to several boards says nothing about any."""
    unconfirmed_addresses: tuple[str, ...] = ()
    """The author's addresses, if it is refused until one is confirmed."""

    def board_view(self, asker: Player | None) -> BoardView | None:
        return BoardViews(self.board, SHOWN).of(asker) if self.board else None


@dataclass(frozen=True)
class CarriedOut:
    """The outcome of a command with its letters; `quoted` is the command for the log.

    `command` is its name without the game, or empty.
    """

    outcome: Outcome
    letters: list[Letter]
    quoted: str
    command: str


def in_order(done: Sequence[CarriedOut]) -> tuple[tuple[Outcome, ...], tuple[Letter, ...]]:
    return tuple(each.outcome for each in done), tuple(letter for each in done for letter in each.letters)


class RulesInShort(Outcome, frozen=True):
    """What a board's game is about, for a player who asks in answer to the board's letter."""

    written_by = "run.letters:of_rules_in_short"

    board: Board


class FactsTold(Outcome, frozen=True):
    """What a player is on a board, whose turn it is and until when; or who the others are, in `words`."""

    written_by = "run.letters:of_facts"

    board: Board
    words: str = ""
    is_noted: bool = False
    """Whether nothing was asked: what came says only that a letter has been read."""


def nothing_to_do() -> Message:
    """What is told to who only says to have read a letter, or to be sorry."""
    return Message("All right: nothing had to be done, and nothing that you wrote has been passed on.")


class LinesExplained(Outcome, frozen=True):
    """How several boards are answered, for a player who asks in answer to a letter with several."""

    written_by = "run.digest_answers:of_lines_explained"

    is_noted: bool = False
    """Whether nothing was asked."""


class BatchResult(Outcome, frozen=True):
    """The outcomes of a letter's commands in order, with their letters."""

    written_by = "run.letters:of_several"

    outcomes: tuple[Outcome, ...]
    letters: tuple[Letter, ...]
    commands: int
    too_slow: bool = False
    """Whether commands were left out for lack of time rather than room."""


class BoardChanged(Outcome, frozen=True):
    """Something happened on a board; all recipients of its letters are told."""

    written_by = "playing.letters:of_what_happened"

    board: Board
    news: BoardNews
    players: tuple[Player, ...]
    """The players, and those who have just left."""
    watchers: tuple[Player, ...]
    only_the_end: tuple[Player, ...] = ()
    """Recipients told only because the game is over."""
    held: frozenset[Player] = frozenset()
    """Recipients over their limit, from whom it is withheld."""
    earlier: Mapping[Player, Earlier] = {}
    """What was withheld from recipients earlier and is told now."""

    @property
    def only_watching(self) -> tuple[Player, ...]:
        """Those who are told although they do not play, since they want to be."""
        return (*self.watchers, *self.only_the_end)

    def board_view(self, asker: Player | None) -> BoardView:
        return BoardViews(self.board, self.news).of(asker)


class Started(BoardChanged, frozen=True):
    writes_to_others: ClassVar[bool] = True


class KeptSecretly(Outcome, frozen=True):
    """Something was stored on a board that only its player is told: a hidden or queued move, a resignation."""

    written_by = "playing.letters:of_what_was_chosen"

    board: Board
    player: Player
    turn: Turn

    @property
    def news(self) -> BoardNews:
        return BoardNews("chosen", by=self.player.userid, turn=self.turn)

    def board_view(self, asker: Player | None) -> BoardView:
        return BoardViews(self.board, self.news).of(asker)


class Removed(Outcome, frozen=True):
    """A board was removed: too few players were left, or the operator voided it."""

    written_by = "playing.letters:of_removal"

    board: Board
    turn: Turn
    watchers: tuple[Player, ...]
    comment: str = ""
    intervention: Intervention | None = None
    earlier: Mapping[Player, Earlier] = {}
    """What was withheld from recipients earlier and is told now."""

    def board_view(self, asker: Player | None) -> BoardView:
        return BoardViews(self.board, SHOWN).of(asker)


class Reminded(Outcome, frozen=True):
    """Players were reminded to move, or are told by the clock what `news` says."""

    written_by = "playing.letters:of_reminder"

    board: Board
    players: tuple[Player, ...]
    news: BoardNews = BoardNews("nag")
    earlier: Mapping[Player, Earlier] = {}
    """What was withheld from recipients earlier and is told now."""


class BoardsWait(Outcome, frozen=True):
    """Boards that wait for a player, told in one letter: that of the day, or a reminder; the most urgent first.

    `left` are further ones, which are only listed.
    """

    written_by = "playing.digest:of_boards_that_wait"

    player: Player
    boards: tuple[tuple[Board, BoardNews], ...]
    left: tuple[Board, ...] = ()
    is_reminder: bool = False


class ReachedAgain(Outcome, frozen=True):
    """A suspended address works again: its player has written from it."""

    written_by = "accounts.letters:of_address_reached_again"

    player: Player
    address: str
    since: datetime


class ConfirmationRequested(Outcome, frozen=True):
    """A question was mailed. Its code is the answer and only for the letter's recipient."""

    player: Player
    code: str
    days: int


class TriedOut(Outcome, frozen=True):
    """The operator tests delivery to an address."""

    written_by = "operator.mail:of_trial"

    address: str
