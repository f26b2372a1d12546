"""What a command is, and what it works with: who asks, when, about what, and the store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from pbmserv.commands.requests.budget_table import DEFAULT, Budgets
from pbmserv.commands.requests.credentials import Credential, OnlyOnBoard, Principal
from pbmserv.commands.requests.expectations import Expected
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.requests.quota import CpuQuota
from pbmserv.games.base import Game, Refusal
from pbmserv.language.argument_types import TypedMove
from pbmserv.language.command_spec import CommandSpec, ParsedArgs
from pbmserv.language.words import TypedLine
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.bots import BOARDS as BOT_BOARDS
from pbmserv.play.vacations import DAYS_A_YEAR
from pbmserv.setting_values import Engine
from pbmserv.storage.work import UnitOfWork


class NoBoard(Refusal):
    """A game has no board of the number that was named."""


@dataclass(frozen=True)
class Setup:
    """What a server is, whoever asks it for something: the games it serves, and how its operator wants it."""

    catalogue: Mapping[str, Game[Any]]
    address: str
    """The server's own mail address."""
    web_url: str = ""
    """The address of the server's pages for browsers, without a slash at its end; empty where there are none."""
    vacation_days: int = DAYS_A_YEAR
    """How many a player has in a calendar year."""
    bot_boards: int = BOT_BOARDS
    """On how many boards at the same time a player may play with bots of the server's own."""
    engines: Sequence[Engine] = ()
    """The programs that play here as bots, too."""
    proves_senders: bool = False
    """Whether there is a mail server that finds out where a mail comes from."""
    budgets: Budgets = DEFAULT
    """What one sender may cause."""
    seeds: Callable[[], bytes] | None = None
    """Gives the seeds of games that are started in a demo; all others are random."""
    commands: Sequence[CommandSpec] = ()
    """All commands there are."""


@dataclass
class MailState:
    """What all commands of one letter share: what they may cause and have caused, and who is known to have sent them.

    `reads_only` is whether nothing may be written meanwhile.
    """

    quota: CpuQuota = field(default_factory=CpuQuota)
    reads_only: bool = False
    unanswered: str = ""
    """Why the letter must get no answer although a person may have written it: `asks for no answer (X-Loop)`."""
    spent: set[str] = field(default_factory=set)
    """The budgets that some command went beyond."""
    recognised: set[Player] = field(default_factory=set)
    """The players whose passwords were given, or who are signed in."""
    heard_from: set[Player] = field(default_factory=set)
    """The players who have written from an address that letters came back from."""
    compared: set[tuple[int, str]] = field(default_factory=set)
    """Players' numbers with words that are known not to be their passwords."""
    beside_quotation: bool | None = None
    """Whether a quoted letter was found beside the comment, and left out; None where it did not come by mail."""
    guessed: list[str] = field(default_factory=list)
    """Players for whom a wrong password was given, or a word compared that may have been a guess; yet to be noted."""


@dataclass
class Call:
    """One command being carried out."""

    setup: Setup
    work: UnitOfWork
    passwords: Passwords
    at: datetime
    principal: Principal
    mail: MailState = field(default_factory=MailState)
    """What it shares with the other commands of its letter."""
    comment: str = ""
    body: str = ""
    kept_back: str = ""
    """Why the comment does not go on to the others, where that is so: its writer is told."""
    line: TypedLine | None = None
    """The line that is carried out; None where nobody has typed one."""
    expects: Expected | None = None
    """How the board is expected to stand that the command is about, where that was decided on before."""
    game: Game[Any] | None = None
    """The game whose name stood before the command."""
    board: tuple[str, int] | None = None
    """The board that the command is about, as soon as it is known: a refusal shows it."""
    outcomes: list[Outcome] = field(default_factory=list)
    """What has come of it beside what the command itself leads to."""

    @property
    def player(self) -> Player:
        """The player who asks; only commands that need one may ask."""
        if self.principal.player is None:
            raise LookupError("this command is done for nobody")
        return self.principal.player

    @property
    def rules(self) -> Game[Any]:
        """The game that the command belongs to; only commands of a game may ask."""
        if self.game is None:
            raise LookupError("this command belongs to no game")
        return self.game

    @property
    def catalogue(self) -> Mapping[str, Game[Any]]:
        """The games that are served here."""
        return self.setup.catalogue

    @property
    def server(self) -> str:
        """The server's own mail address."""
        return self.setup.address

    @property
    def commands(self) -> Sequence[CommandSpec]:
        """All commands there are."""
        return self.setup.commands

    @property
    def credential(self) -> Credential:
        """By what it is known who asks."""
        return self.principal.credential

    @property
    def is_player_at_home(self) -> bool:
        """Whether a player has given the password, and has written from a confirmed address."""
        return any(map(self.principal.has_address, self.mail.recognised))

    def check_expected(self, board: Board, typed: TypedMove | None) -> None:
        """Raise `OutOfDate` for a board that is not as it was where its player decided on this."""
        if self.expects is not None and board.is_on:
            self.expects.check(board, self.player, typed)

    def why_no_board(self, game: Game[Any], number: int) -> str:
        """What is said where a game has no board of that number: its game may not have begun yet."""
        if self.work.open_challenges.find(game.word, number):
            return f"{game.name} Board {number} has not begun: it still waits for players (help open)."
        return f"There is no {game.name} board {number}."

    def load_board(self, number: int, for_change: bool = False, even_removed: bool = False) -> Board:
        """The board of that number of this command's game.

        Raises `Refusal` where there is none, or no more unless it may be `even_removed`.
        """
        if self.credential.only_on not in {None, (self.rules.word, number)}:
            raise OnlyOnBoard
        board = self.work.boards.load(self.rules.word, number, for_change)
        if board is None:
            raise NoBoard(self.why_no_board(self.rules, number))
        if board.status is Status.REMOVED and not even_removed:
            raise Refusal(f"{board.title} has been removed: it counts for nobody.")
        self.board = (self.rules.word, number)
        return board


class Command(CommandSpec, ABC):
    """One command of the language."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        """What it is given, with the board that it is about in the place of its number, or the like.

        Here is refused what is refused whoever asks, before anybody's password is looked at.
        """
        return given

    @abstractmethod
    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        """Do it: change the board or the player, and say what has come of it. Who asks is known if it needs a player.

        Raises `Refusal` where it cannot be done; whatever was changed until then is undone by the caller.
        """


class CommandOnBoard(Command):
    """A command on one board, which is found first: a refusal shows it."""

    changes_board: ClassVar[bool] = True
    """Whether others wait meanwhile who want to change it."""
    takes_removed: ClassVar[bool] = False
    """Whether the board may be one that has been removed."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        return given.having(board=call.load_board(given["board"], self.changes_board, self.takes_removed))
