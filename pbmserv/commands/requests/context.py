"""The context in which a command runs: author, time, subject, database."""

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
from pbmserv.games.message import Message
from pbmserv.language.argument_types import TypedMove
from pbmserv.language.command_spec import CommandSpec, CommandTable, ParsedArgs
from pbmserv.language.words import TypedLine
from pbmserv.locale.catalogs import ENGLISH
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.bots import BOARDS as BOT_BOARDS
from pbmserv.play.vacations import DAYS_A_YEAR
from pbmserv.setting_values import Engine
from pbmserv.storage.work import UnitOfWork


class NoBoard(Refusal):
    """A game has no board with this number."""


@dataclass(frozen=True)
class Setup:
    """What is the same for all requests of a server."""

    catalogue: Mapping[str, Game[Any]]
    commands: CommandTable[Command]
    address: str
    """The server's mail address."""
    web_url: str = ""
    """The web address without a trailing slash, or an empty text."""
    vacation_days: int = DAYS_A_YEAR
    """A player's vacation days in a calendar year."""
    bot_boards: int = BOT_BOARDS
    """The limit on a player's simultaneous boards with the server's own bots."""
    engines: Sequence[Engine] = ()
    """External programs that play as bots."""
    proves_senders: bool = False
    """Whether a mail server in front checks where mail comes from."""
    budgets: Budgets = DEFAULT
    operator_address: str = ""
    """Where the operator is told of reported chat; empty if nowhere."""
    seeds: Callable[[], bytes] | None = None
    """The source of seeds in a demo; otherwise they are random."""
    language: str = ENGLISH
    """The language of letters to those of whom it is not known what they read."""


@dataclass
class MailState:
    """What all commands of one letter share: limits, and who is known to have sent them.

    `reads_only` says that nothing may be written.
    """

    quota: CpuQuota = field(default_factory=CpuQuota)
    reads_only: bool = False
    unanswered: str = ""
    """Why the letter gets no answer though a person may have written it: `asks for no answer (X-Loop)`."""
    spent: set[str] = field(default_factory=set)
    """The budgets that were exceeded."""
    left_out: str = ""
    """The limit for which the answer is not sent, for the log."""
    recognised: set[Player] = field(default_factory=set)
    """The players who gave their password or are signed in."""
    heard_from: set[Player] = field(default_factory=set)
    """The players who have written from an address that bounced."""
    compared: set[tuple[int, str]] = field(default_factory=set)
    """Player ids with words known not to be their passwords."""
    beside_quotation: bool | None = None
    """Whether a quoted letter was removed beside the comment; None if it did not come by mail."""
    guessed: list[str] = field(default_factory=list)
    """Players for whom a wrong password, or a possible guess, is yet to be counted."""


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
    """Why the comment is not passed on, for its author; empty if it is."""
    line: TypedLine | None = None
    """The typed line; None if nobody typed one."""
    expects: Expected | None = None
    """The state of the board on which the author based the command, if known."""
    game: Game[Any] | None = None
    """The game named before the command."""
    board: tuple[str, int] | None = None
    """The board it is about, once known, for refusals."""
    shows_answer: bool = True
    """Whether the answer is read where the command came from; else what is not mailed need not be written."""
    outcomes: list[Outcome] = field(default_factory=list)
    """Further outcomes beside the command's own."""

    @property
    def player(self) -> Player:
        """The authenticated player; only for commands that need one."""
        if self.principal.player is None:
            raise LookupError("this command is done for nobody")
        return self.principal.player

    @property
    def rules(self) -> Game[Any]:
        """The command's game; only for commands of a game."""
        if self.game is None:
            raise LookupError("this command belongs to no game")
        return self.game

    @property
    def catalogue(self) -> Mapping[str, Game[Any]]:
        return self.setup.catalogue

    @property
    def server(self) -> str:
        return self.setup.address

    @property
    def commands(self) -> CommandTable[Command]:
        return self.setup.commands

    @property
    def credential(self) -> Credential:
        return self.principal.credential

    @property
    def is_proven(self) -> bool:
        """Whether our mail server vouches for the address in From."""
        return self.setup.proves_senders and self.credential.proven

    @property
    def is_player_at_home(self) -> bool:
        """Whether a player gave the password, or answers a letter, and wrote from a confirmed address."""
        return any(map(self.principal.has_address, self.mail.recognised)) or self.answering_player is not None

    @property
    def answering_player(self) -> Player | None:
        """Who certainly answers a letter of theirs, from an address of theirs."""
        return self.principal.replier if self.credential.is_certain else None

    @property
    def language_read(self) -> str:
        """The language in which a stranger or new player is written to; empty for English."""
        seems = self.credential.reads or self.setup.language
        return "" if seems == ENGLISH else seems

    def check_expected(self, board: Board, typed: TypedMove | None) -> None:
        """Raise `OutOfDate` if the board has changed since the author saw it."""
        if self.expects is not None and board.is_on:
            self.expects.check(board, self.player, typed)

    def check_proposed(self, board: Board) -> None:
        """Raise `OutOfDate` if something else is proposed now than when the author was asked."""
        if self.expects is not None and board.is_on:
            self.expects.check_proposed(board)

    def why_no_board(self, game: Game[Any], number: int) -> str:
        """The message for a missing board, whose game may not have started yet."""
        if self.work.open_challenges.find(game.word, number):
            return Message(
                "{game} Board {number} has not begun: it still waits for players (help open).",
                game=game.name,
                number=number,
            )
        return Message("There is no {game} board {number}.", game=game.name, number=number)

    def load_board(self, number: int, for_change: bool = False, even_removed: bool = False) -> Board:
        """Load a board of this command's game.

        Raises `Refusal` if there is none, or if it was removed and `even_removed` is false.
        """
        game = self.rules
        if self.credential.only_on not in {None, (game.word, number)}:
            raise OnlyOnBoard
        board = self.work.boards.load(game.word, number, for_change)
        if board is None:
            raise NoBoard(self.why_no_board(game, number))
        if board.status is Status.REMOVED and not even_removed:
            raise Refusal(Message("{board} has been removed: it counts for nobody.", board=board.title))
        self.board = (game.word, number)
        return board


class Command(CommandSpec, ABC):
    """A command of the language."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        """Replace arguments such as a board's number by what they stand for.

        Refusals that do not depend on the author are raised here, before any password is checked.
        """
        return given

    @abstractmethod
    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        """Carry out the command and return its outcome. The author is authenticated if the command needs a player.

        Raises `Refusal`; the caller undoes any changes.
        """


class CommandOnBoard(Command):
    """A command on one board, which is loaded first so that a refusal can show it."""

    changes_board: ClassVar[bool] = True
    """Whether the board is locked."""
    takes_removed: ClassVar[bool] = False
    """Whether the board may be a removed one."""

    def resolve(self, call: Call, given: ParsedArgs) -> ParsedArgs:
        return given.having(board=call.load_board(given["board"], self.changes_board, self.takes_removed))
