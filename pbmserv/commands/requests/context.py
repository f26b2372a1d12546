"""What a command works with: who asks, when, about what, and the store."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from pbmserv.commands.requests.budgets.table import DEFAULT, Budgets
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import Passwords
from pbmserv.commands.requests.quota import Patience
from pbmserv.commands.requests.unauthorised import OnlyOnBoard
from pbmserv.games.base import Game, Refusal
from pbmserv.language.command_spec import Declaration
from pbmserv.language.typed_line import TypedLine
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.bots import BOARDS as BOT_BOARDS
from pbmserv.play.vacations import DAYS_A_YEAR
from pbmserv.setting_values import Engine
from pbmserv.storage.replies import Answering
from pbmserv.storage.work import UnitOfWork


class NoBoard(Refusal):
    """A game has no board of the number that was named."""


@dataclass(frozen=True)
class Sender:
    """Who sent the command: the address in From, or None for the operator at the command line.

    Anybody can write any From. `vouched_for` is whether the envelope names the same domain, so that an answer reaches
    whoever sent the mail; `is_envelope` is whether it names that very address. `proven` is whether our mail server
    has found that the mail comes from the domain in From. `envelope` is the address in the envelope, where that is
    known, and another one than in From.

    `signed_in` is a player whom a door has let in. Such a player writes no mail, and has no address here. Somebody
    whom such a door does not know yet has the address "". `is_program` is whether it is a program of that player's,
    which has a token. `client` is where such a door has somebody from: the network address of their machine,
    as it is counted; `browser` is the cookie by which their browser may be known (`known_browsers`). `only_on` is the
    one board on which a session is good for anything, if it is good for one only; `session` is its number.
    """

    address: str | None
    vouched_for: bool = True
    proven: bool = True
    is_envelope: bool = True
    envelope: str | None = None
    signed_in: Player | None = None
    is_program: bool = False
    client: str = ""
    browser: str = ""
    only_on: tuple[str, int] | None = None
    session: int | None = None

    @property
    def is_operator(self) -> bool:
        """Whether the command was typed on the machine itself, with nobody named as its sender."""
        return self.address is None and self.signed_in is None

    @property
    def writes_mail(self) -> bool:
        """Whether the command came by mail, with an address, and not by a door that has none."""
        return bool(self.address)

    @property
    def is_certain(self) -> bool:
        """Whether nobody else is likely to have written this: a door or the envelope says so, or our mail server."""
        return self.address is None or self.is_envelope or self.proven


@dataclass
class Visit:
    """What all commands of one letter share: what they may cause and have caused, and who is known to have sent them.

    `reads_only` is whether nothing may be written meanwhile.
    """

    budgets: Budgets = DEFAULT
    patience: Patience = field(default_factory=Patience)
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
    guessed: list[str] = field(default_factory=list)
    """Players for whom a wrong password was given, or a word compared that may have been a guess; yet to be noted."""


@dataclass
class Call:
    """One command being carried out."""

    work: UnitOfWork
    catalogue: Mapping[str, Game[Any]]
    passwords: Passwords
    sender: Sender
    at: datetime
    server: str
    """The server's own mail address."""
    web_url: str = ""
    """The address of the server's pages for browsers, without a slash at its end; empty where there are none."""
    commands: Sequence[Declaration] = ()
    """All commands there are."""
    comment: str = ""
    body: str = ""
    beside_quotation: bool | None = None
    """Whether a quoted letter was found beside the comment, and left out; None where it did not come by mail."""
    kept_back: str = ""
    """Why the comment does not go on to the others, where that is so: its writer is told."""
    vacation_days: int = DAYS_A_YEAR
    """How many a player has in a calendar year."""
    bot_boards: int = BOT_BOARDS
    """On how many boards at the same time a player may play with bots of the server's own."""
    engines: Sequence[Engine] = ()
    """The programs that play here as bots, too."""
    proves_senders: bool = False
    """Whether there is a mail server that finds out where a mail comes from."""
    seeds: Callable[[], bytes] | None = None
    """Gives the seeds of games that are started in a demo; all others are random."""
    visit: Visit = field(default_factory=Visit)
    """What it shares with the other commands of its letter."""
    line: TypedLine | None = None
    """The line that is carried out; None where nobody has typed one."""
    seen: str | None = None
    """How the board stood on the page that the command comes from (`moments.seen_on_a_page`), if it is from one."""
    game: Game[Any] | None = None
    """The game whose name stood before the command."""
    board: tuple[str, int] | None = None
    """The board that the command is about, as soon as it is known: a refusal shows it."""
    player: Player | None = None
    """The player who gave the right password, or is signed in."""
    replier: Player | None = None
    """The player who answers a letter, which takes no password."""
    answering: Answering | None = None
    """What the letter is that they answer."""
    outcomes: list[Outcome] = field(default_factory=list)
    """What has come of it beside what the command itself leads to."""

    @property
    def rules(self) -> Game[Any]:
        """The game that the command belongs to; only commands of a game may ask."""
        if self.game is None:
            raise LookupError("this command belongs to no game")
        return self.game

    @cached_property
    def at_address(self) -> tuple[Player, ...]:
        """The players for whom the sender's address is confirmed; who is signed in is known without."""
        if self.sender.signed_in is not None:
            return (self.sender.signed_in,)
        return self.work.players.at_address(self.sender.address) if self.sender.address else ()

    def is_from(self, player: Player) -> bool:
        """Whether the command was sent from a confirmed address of this player, or by the operator."""
        return self.sender.is_operator or self.has_address(player)

    def has_address(self, player: Player) -> bool:
        """Whether the address that the command was sent from is a confirmed one of this player."""
        return player in self.at_address

    @property
    def is_player_at_home(self) -> bool:
        """Whether a player has given the password, and has written from a confirmed address."""
        return any(map(self.has_address, self.visit.recognised))

    def asker_among(self, players: Collection[Player]) -> Player | None:
        """Which of these players sent the command, None if nobody can tell.

        It is the one who gave the password and wrote from their own address, or the only one with that address.
        """
        if self.player is not None:
            return self.player if self.player in players and self.is_from(self.player) else None
        at_sender = [player for player in self.at_address if player in players]
        return at_sender[0] if len(at_sender) == 1 else None

    @property
    def asker(self) -> Player | None:
        """The player who sent the command, as far as anybody can tell: by the password, or else by the address."""
        return self.player or next(iter(self.at_address), None)

    def why_no_board(self, game: Game[Any], number: int) -> str:
        """What is said where a game has no board of that number: its game may not have begun yet."""
        if self.work.open_challenges.find(game.word, number):
            return f"{game.name} Board {number} has not begun: it still waits for players (help open)."
        return f"There is no {game.name} board {number}."

    def load_board(self, number: int, for_change: bool = False, even_removed: bool = False) -> Board:
        """The board of that number of this command's game.

        Raises `Refusal` where there is none, or no more unless it may be `even_removed`.
        """
        if self.sender.only_on not in {None, (self.rules.word, number)}:
            raise OnlyOnBoard
        board = self.work.boards.load(self.rules.word, number, for_change)
        if board is None:
            raise NoBoard(self.why_no_board(self.rules, number))
        if board.status is Status.REMOVED and not even_removed:
            raise Refusal(f"{board.title} has been removed: it counts for nobody.")
        self.board = (self.rules.word, number)
        return board
