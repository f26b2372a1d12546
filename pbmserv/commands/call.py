"""What a command works with: who asks, when, the store, and the letters that it writes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbmserv.commands.budgets import DEFAULT, Budgets, guesses
from pbmserv.commands.language import MASK, Command, either
from pbmserv.commands.passwords import Passwords
from pbmserv.commands.patience import Patience
from pbmserv.games.base import Game, Refusal
from pbmserv.letters.letter import Letter, write
from pbmserv.letters.times import moment, zone_of
from pbmserv.play.board import Board, Player, Status
from pbmserv.play.vacations import DAYS_A_YEAR
from pbmserv.store.near_names import near_names
from pbmserv.store.players import STRICT, TIMEZONE, Account
from pbmserv.store.replies import Answering
from pbmserv.store.work import UnitOfWork

if TYPE_CHECKING:
    from pbmserv.commands.quoting import Quoting


class Unauthorised(Refusal):
    """Userid and password do not belong together."""


class WrongPassword(Unauthorised):
    """A password was looked at, and is not that of `userid`."""

    def __init__(self, userid: str) -> None:
        super().__init__(_NOT_RIGHT)
        self.userid = userid


@dataclass(frozen=True)
class Sender:
    """Who sent the command: the address in From, or None for the operator at the command line.

    Anybody can write any From. `vouched_for` is whether the envelope names the same domain, so that an answer reaches
    whoever sent the mail; `is_envelope` is whether it names that very address. `proven` is whether our mail server
    has found that the mail comes from the domain in From. `envelope` is the address in the envelope, where that is
    known, and another one than in From.
    """

    address: str | None
    vouched_for: bool = True
    proven: bool = True
    is_envelope: bool = True
    envelope: str | None = None

    @property
    def is_operator(self) -> bool:
        """Whether the command was typed on the machine itself, with nobody named as its sender."""
        return self.address is None

    @property
    def is_certain(self) -> bool:
        """Whether nobody else is likely to have written this: the envelope says so, or our mail server does."""
        return self.is_operator or self.is_envelope or self.proven


@dataclass(frozen=True)
class Posted:
    """A letter with the addresses it goes to; `answers` marks those that go to who sent the command."""

    letter: Letter
    to: tuple[str, ...]
    player: Player | None = None
    answers: bool = False


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
    commands: Sequence[Command] = ()
    """All commands there are."""
    comment: str = ""
    body: str = ""
    vacation_days: int = DAYS_A_YEAR
    """How many a player has in a calendar year."""
    proves_senders: bool = False
    """Whether there is a mail server that finds out where a mail comes from."""
    game: Game[Any] | None = None
    """The game whose name stood before the command."""
    board: tuple[str, int] | None = None
    """The board that the command is about, as soon as it is known: a refusal shows it."""
    player: Player | None = None
    """The player who gave the right password."""
    replier: Player | None = None
    """The player who answers a letter, which takes no password."""
    answering: Answering | None = None
    """What the letter is that they answer."""
    patience: Patience = field(default_factory=Patience)
    """With the whole letter that holds the command."""
    posted: list[Posted] = field(default_factory=list)
    heard_from: set[Player] = field(default_factory=set)
    """The players who have written from an address that letters came back from; all commands of a letter share it."""
    recognised: set[Player] = field(default_factory=set)
    """The players whose passwords were given; all commands of a letter share it."""
    budgets: Budgets = DEFAULT
    """What one sender may cause."""
    spent: set[str] = field(default_factory=set)
    """The budgets that some command went beyond; all commands of a letter share it."""
    quoting: Quoting | None = None
    """What may be shown of the line that is carried out; None where nobody has typed one."""
    compared: set[tuple[int, str]] = field(default_factory=set)
    """Players' numbers with words that are known not to be their passwords; all commands of a letter share it."""
    guessed: list[str] = field(default_factory=list)
    """The players whose passwords words were compared with that may have been guesses; to be noted as such."""

    @property
    def rules(self) -> Game[Any]:
        """The game that the command belongs to; only commands of a game may ask."""
        if self.game is None:
            raise LookupError("this command belongs to no game")
        return self.game

    def authenticate(self, userid: str, password: str) -> Player:
        """The player of that name, if the password is right.

        Raises `Unauthorised`, in the same words and at the same cost whether name or password is wrong, and in the
        same words where there have been too many wrong ones of late; only who gives the right ones is told that the
        operator does not let them in.
        """
        account = self.work.players.account(userid)
        if account is None or account.player != self.replier:
            account = self._with_password(userid, account, password)
        if account.suspended:
            raise Refusal(f"{account.player.userid} has been suspended by the operator of this server.")
        if account.settings.get(STRICT) and not self.is_from(account.player):
            raise Unauthorised(
                f"{account.player.userid} is strict: this password is taken only in letters from an address that"
                f" letters for {account.player.userid} go to."
            )
        self.recognise(account.player)
        return account.player

    @property
    def may_hash(self) -> bool:
        """Whether another password can be looked at for this letter; the operator's may hold any number."""
        return self._waited_for is None or self._waited_for.may_hash

    def belongs_to(self, password_hash: str | None, password: str) -> bool:
        """Whether a password belongs to a hash; None is for a player who does not exist, and costs as much.

        Raises `TooManyHashes` where so many have been looked at for this letter that others would wait too long.
        """
        return self.passwords.verify(password_hash, password, self._waited_for)

    def hash_of(self, password: str) -> str:
        """The hash to store of a password. Raises `TooManyHashes`."""
        return self.passwords.hash(password, self._waited_for)

    def recognise(self, player: Player) -> None:
        """Note that it is this player who sent the command; an address that has come back to life is written to."""
        self.player = player
        if player != self.replier:
            self.recognised.add(player)
        self.hear_from(player)

    def hear_from(self, player: Player) -> None:
        """Have letters go again to the address that a player has written from, and tell so if none went there."""
        if self.sender.address is None or self.work.players.is_known_to_work(player, self.sender.address):
            return
        forgiven = self.work.bounces.forgive(player, self.sender.address)
        if forgiven is None:
            return
        self.heard_from.add(player)
        if forgiven.suspended_at is not None:
            zone = zone_of(self.work.players.chosen([player], TIMEZONE).get(player))
            letter = write(
                "reached_again",
                "Letters go to you again",
                userid=player.userid,
                address=self.sender.address,
                since=moment(forgiven.suspended_at, zone),
            )
            self.posted.append(Posted(letter, (self.sender.address,), player))

    def is_from(self, player: Player) -> bool:
        """Whether the command was sent from a confirmed address of this player, or by the operator."""
        return self.sender.is_operator or self.has_address(player)

    def has_address(self, player: Player) -> bool:
        """Whether the address that the command was sent from is a confirmed one of this player."""
        return player in self.at_address

    def check_sender(self) -> None:
        """Raise `Unauthorised` where somebody else may have written this in the name of a player who is strict."""
        if self.sender.proven or not self.at_address:
            return
        if any(self.work.players.chosen(self.at_address, STRICT).values()):
            raise Unauthorised(
                f"Letters from {self.sender.address} are obeyed only where it is proven that they come from there,"
                " and for this one neither DMARC nor DKIM nor SPF says so. Whoever has this address has asked for"
                " that: see help change strict."
            )

    def note_wrong_password(self, userid: str) -> None:
        """Remember that a wrong password was given: after too many, nobody can guess for a while."""
        self.work.tallies.add_to(guesses(self, userid, self.work.players.account(userid)), self.at)

    @property
    def is_player_at_home(self) -> bool:
        """Whether a player has given the password, and has written from a confirmed address."""
        return any(map(self.has_address, self.recognised))

    @property
    def is_from_a_player(self) -> bool:
        """Whether the address in From is confirmed for any player."""
        return bool(self.at_address)

    def asker_among(self, players: Collection[Player]) -> Player | None:
        """Who of these players sent the command: who gave the password, from an own address, or the only one whose
        address it is; None where nobody can tell."""
        if self.player is not None:
            return self.player if self.player in players and self.is_from(self.player) else None
        at_sender = [player for player in self.at_address if player in players]
        return at_sender[0] if len(at_sender) == 1 else None

    @property
    def asker(self) -> Player | None:
        """The player who sent the command, as far as anybody can tell: who gave the password, or has the address."""
        return self.player or next(iter(self.at_address), None)

    def load_board(self, number: int, for_change: bool = False) -> Board:
        """The board of that number of this command's game.

        Raises `Refusal` where there is none, or no more.
        """
        board = self.work.boards.load(self.rules.word, number, for_change)
        if board is None:
            raise Refusal(f"There is no {self.rules.name} board {number}.")
        if board.status is Status.REMOVED:
            raise Refusal(f"{board.title} has been removed: it counts for nobody.")
        self.board = (self.rules.word, number)
        return board

    def known_player(self, userid: str) -> Player:
        """The player of that name.

        Raises `Refusal` where there is none.
        """
        found = self.work.players.named([userid])
        if not found:
            raise Refusal(self.no_player(userid))
        return next(iter(found.values()))

    def no_player(self, userid: str) -> str:
        """What is said of a name that nobody has: with the names that may have been meant, if it can be quoted."""
        if self.quoting is not None and not self.quoting.shows(userid):
            return f"There is no player called {MASK} here (what may be a password is not repeated)."
        near = near_names(self.work.connection, userid)
        meant = f" Did you mean {either(near)}?" if near else ""
        return f"There is no player called {userid} here.{meant}"

    def answer(self, letter: Letter) -> None:
        """Write to whoever sent the command."""
        to = (self.sender.address,) if self.sender.address else ()
        self.posted.append(Posted(letter, to, answers=True))

    def write_to_address(self, address: str, letter: Letter) -> None:
        """Write to an address that belongs to nobody yet: a confirmation."""
        self.posted.append(Posted(letter, (address,)))

    def write_only_to(self, player: Player, letter: Letter) -> bool:
        """Write to a player's own usable addresses, whoever sent the command; whether there is one."""
        addresses = self.work.players.addresses([player])[player]
        to = tuple(address.address for address in addresses if address.usable)
        if to:
            self.posted.append(Posted(letter, to, player, self._reaches_sender(player, to)))
        return bool(to)

    def write_to(self, letters: Mapping[Player, Letter], instead: Callable[[], Letter] | None = None) -> None:
        """Write to each of these players, at all their usable addresses.

        Whoever sent the command gets a letter in any case: their own as a player if they are one of these, else the
        letter of the player whose password was given, or the one that `instead` writes: always where that letter can
        be answered with a move alone, since such answers are taken only from a player's own addresses.
        """
        addresses = self.work.players.addresses(letters)
        answered = False
        for player, letter in letters.items():
            to = tuple(address.address for address in addresses[player] if address.usable)
            answers = self._reaches_sender(player, to)
            answered = answered or answers
            if to or answers:
                self.posted.append(Posted(letter, to, player, answers))
        if answered:
            return
        own = letters.get(self.player) if self.player else None
        if own is not None and (own.reply_to is None or instead is None):
            self.answer(own)
        elif instead is not None:
            self.answer(instead())

    @property
    def _waited_for(self) -> Patience | None:
        """The patience with the hashing of passwords; None for the operator, whose word goes before the others'."""
        return None if self.sender.is_operator else self.patience

    @cached_property
    def at_address(self) -> tuple[Player, ...]:
        """The players for whom the sender's address is confirmed."""
        return self.work.players.at_address(self.sender.address) if self.sender.address else ()

    def _with_password(self, userid: str, account: Account | None, password: str) -> Account:
        if self.work.tallies.any_is_full(guesses(self, userid, account), self.at):
            # In the same words: whoever guesses learns nothing from a guess that is not looked at.
            raise Unauthorised(_NOT_RIGHT)
        if not self.belongs_to(account.password_hash if account else None, password) or account is None:
            raise WrongPassword(userid)
        if not account.suspended and self.may_hash and self.passwords.is_outdated(account.password_hash):
            self.work.players.set_password(account.player, self.hash_of(password))
        return account

    def _reaches_sender(self, player: Player, to: Iterable[str]) -> bool:
        if self.sender.address is None:
            return player == self.player
        return self.sender.address.lower() in {address.lower() for address in to}


_NOT_RIGHT = "The userid or the password is not right."
