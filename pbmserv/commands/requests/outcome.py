"""What has come of a command, of a verdict of the clock, of the operator's word: facts, before anybody words them.

Letters are made of them in `writing`; other doors show them in their own way. Each kind of outcome is a class: what
only one family of commands leads to stands beside these.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from pbmserv.play.board import Board, Player
from pbmserv.play.view import BoardNews

if TYPE_CHECKING:
    from pbmserv.letters.letter import Letter
    from pbmserv.play.board import Turn
    from pbmserv.play.intervening import Intervention
    from pbmserv.play.plans import SubmittedMove
    from pbmserv.play.unread import Earlier


@dataclass_transform(frozen_default=True)
class Facts:
    """Named and typed facts that never change, declared as those of a frozen dataclass are.

    There are dozens of kinds, which all have to be there before the first command is read. Each takes a tenth of the
    time of a dataclass (0.04 instead of 0.4 ms). No fact is in the words that stand for one in a trace.
    """

    names: ClassVar[tuple[str, ...]] = ()
    """Of the facts, in their order."""

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in get_annotations(cls).items() if not kind.startswith("ClassVar")]
        cls.names = (*cls.names, *own)

    def __init__(self, *values: Any, **named: Any) -> None:
        facts = {**dict(zip(self.names, values, strict=False)), **named}
        wrong = facts.keys() - set(self.names) or [name for name in self.names if not _has(self, facts, name)]
        if wrong or len(facts) != len(values) + len(named):
            raise TypeError(f"{type(self).__name__} is made of {', '.join(self.names)}")
        vars(self).update(facts)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} of {type(self).__name__} does not change")


def _has(facts: Facts, given: Mapping[str, Any], name: str) -> bool:
    """Whether a fact is given, or has a default."""
    return name in given or hasattr(type(facts), name)


class Outcome(Facts):
    """What has come of something, with all that can be told of it, and to whom."""

    writes_to_others: ClassVar[bool] = False
    """Whether others get letters because somebody likes it so, not because of a move: those are counted."""


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


class Refused(Outcome):
    """A command that was refused, and has changed nothing. All words are fit to be read by its sender."""

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


class Several(Outcome):
    """What has come of the commands of one letter, in their order, with the letters that they have caused."""

    outcomes: tuple[Outcome, ...]
    letters: tuple[Letter, ...]
    commands: int
    """How many there were."""
    too_slow: bool = False
    """Whether some were left for lack of time, rather than for lack of room."""


class Happened(Outcome):
    """Something has happened on a board; everybody who gets its letters is told."""

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


class Started(Happened):
    """A game has been started by a challenge."""

    writes_to_others: ClassVar[bool] = True


class Chosen(Outcome):
    """Something was kept on a board that only its player is told of: a hidden move, a queued one, a resignation."""

    board: Board
    player: Player
    turn: Turn

    @property
    def news(self) -> BoardNews:
        """Why its player is shown the board."""
        return BoardNews("chosen", by=self.player.userid, turn=self.turn)


class Removed(Outcome):
    """A board is gone: too few players were left, or the operator has called it off."""

    board: Board
    turn: Turn
    watchers: tuple[Player, ...]
    comment: str = ""
    intervention: Intervention | None = None
    earlier: Mapping[Player, Earlier] = {}
    """What has waited for some of them, and is told now."""


class Reminded(Outcome):
    """Players have been reminded that they have to move."""

    board: Board
    players: tuple[Player, ...]
    intervention: Intervention | None = None
    earlier: Mapping[Player, Earlier] = {}
    """What has waited for some of them, and is told now."""


class ReachedAgain(Outcome):
    """Letters go again to an address that they came back from, since its player has written from there."""

    player: Player
    address: str
    since: datetime


class Asked(Outcome):
    """Somebody is asked a question by mail. The code answers it: nobody may see it but the letter's reader."""

    player: Player
    code: str
    days: int


class TriedOut(Outcome):
    """The operator tries out whether letters get to an address."""

    address: str
