"""What has come of a command, of a verdict of the clock, of the operator's word: facts, before anybody words them.

Each kind of outcome is a class, which names the function that writes its letters; pages and programs show it in their
own way. What only one subject leads to stands there; these are for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from pbmserv.play.board import Board, Player
from pbmserv.play.view import BoardNews

if TYPE_CHECKING:
    from pbmserv.letters.letter import Letter
    from pbmserv.play.board import Turn
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.plans import SubmittedMove
    from pbmserv.play.unread import Earlier


class Outcome(Struct, frozen=True, eq=False):
    """What has come of something, with all that can be told of it, and to whom.

    No fact is in the words that stand for an outcome in a trace.
    """

    written_by: ClassVar[str]
    """The function that writes its letters, below `pbmserv.commands`: `talk.letters:of_chat`."""
    writes_to_others: ClassVar[bool] = False
    """Whether others get letters because somebody likes it so, not because of a move: those are counted."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Why(StrEnum):
    """For what kind of reason something was refused."""

    MISSPELT = "misspelt"
    """It does not follow the form of its command."""
    UNREADABLE = "unreadable"
    """It follows the form, and is no move of the game."""
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    NOT_ALLOWED = "not allowed"
    """The table does not allow it: it is not somebody's turn, or the game is over."""
    OUT_OF_DATE = "out of date"
    """It answers an older letter."""
    QUESTION = "question"
    """One move may be meant, and its player is asked."""
    UNAUTHORISED = "unauthorised"
    WRONG_WORD = "wrong word"
    """It is known who asks; the word by which something is closed is not the right one."""
    OVER_BUDGET = "over budget"
    REFUSED = "refused"
    """Any other."""


class Refused(Outcome, frozen=True):
    """A command that was refused, and has changed nothing. All words are fit to be read by its sender."""

    written_by = "run.letters:of_refusal"

    why: Why
    words: str
    line: str
    """The command, as far as it may be quoted."""
    command: str = ""
    """The name of the command, if it was found."""
    game: str = ""
    """What the game is called that it is about."""
    choices: tuple[str, ...] = ()
    """What it may mean, where it is ambiguous."""
    form: str = ""
    """How the command is written, where that was wrong."""
    example: str = ""
    """How its sender could write it."""
    topic: str = ""
    """The help page that tells more; empty for the first of all."""
    was_answer: bool = False
    """Whether an answer to a letter was taken for this command."""
    board: Board | None = None
    """The board that it is about."""
    reader: Player | None = None
    """The player who may see that board with their own hidden things; None for everybody."""
    proposed: SubmittedMove | None = None
    """The move that is made if they say yes."""


class BatchResult(Outcome, frozen=True):
    """What has come of the commands of one letter, in their order, with the letters that they have caused."""

    written_by = "run.letters:of_several"

    outcomes: tuple[Outcome, ...]
    letters: tuple[Letter, ...]
    commands: int
    """How many there were."""
    too_slow: bool = False
    """Whether some were left for lack of time, rather than for lack of room."""


class BoardChanged(Outcome, frozen=True):
    """Something has happened on a board; everybody who gets its letters is told."""

    written_by = "playing.letters:of_what_happened"

    board: Board
    news: BoardNews
    players: tuple[Player, ...]
    """Who plays, or has just left."""
    watchers: tuple[Player, ...]
    only_the_end: tuple[Player, ...] = ()
    """Who is told only because the game is over."""
    held: frozenset[Player] = frozenset()
    """Those of all these for whom it waits, since they have had a few such letters already."""
    earlier: Mapping[Player, Earlier] = {}
    """What has waited for some of them, and is told now."""

    @property
    def only_watching(self) -> tuple[Player, ...]:
        """Those who are told although they do not play, since they want to be."""
        return (*self.watchers, *self.only_the_end)


class Started(BoardChanged, frozen=True):
    """A game has been started by a challenge."""

    writes_to_others: ClassVar[bool] = True


class KeptSecretly(Outcome, frozen=True):
    """Something was kept on a board that only its player is told of: a hidden move, a queued one, a resignation."""

    written_by = "playing.letters:of_what_was_chosen"

    board: Board
    player: Player
    turn: Turn

    @property
    def news(self) -> BoardNews:
        """Why its player is shown the board."""
        return BoardNews("chosen", by=self.player.userid, turn=self.turn)


class Removed(Outcome, frozen=True):
    """A board is gone: too few players were left, or the operator has called it off."""

    written_by = "playing.letters:of_removal"

    board: Board
    turn: Turn
    watchers: tuple[Player, ...]
    comment: str = ""
    intervention: Intervention | None = None
    earlier: Mapping[Player, Earlier] = {}
    """What has waited for some of them, and is told now."""


class Reminded(Outcome, frozen=True):
    """Players have been reminded that they have to move."""

    written_by = "playing.letters:of_reminder"

    board: Board
    players: tuple[Player, ...]
    intervention: Intervention | None = None
    earlier: Mapping[Player, Earlier] = {}
    """What has waited for some of them, and is told now."""


class ReachedAgain(Outcome, frozen=True):
    """Letters go again to an address that they came back from, since its player has written from there."""

    written_by = "accounts.letters:of_address_reached_again"

    player: Player
    address: str
    since: datetime


class ConfirmationRequested(Outcome, frozen=True):
    """Somebody is asked a question by mail. The code answers it: nobody may see it but the letter's reader."""

    player: Player
    code: str
    days: int


class TriedOut(Outcome, frozen=True):
    """The operator tries out whether letters get to an address."""

    written_by = "operator.mail:of_trial"

    address: str
