"""Who asks, and by what that is known: a front end makes the credential, and of it comes the one principal.

Also what is refused since it is not known who asks, or since they may not do it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from pbmserv.games.base import Refusal
from pbmserv.language.command_spec import Claim
from pbmserv.play.board import Player
from pbmserv.storage.players import Players
from pbmserv.storage.tokens import Answering


class Unauthorised(Refusal):
    """Userid and password do not belong together."""


class SignInRests(Unauthorised):
    """Too many wrong passwords have been given: for a while none is looked at."""

    def __init__(self) -> None:
        super().__init__(
            "Too many wrong passwords were given for this player, or from your network or mail domain, which others"
            " may share. Sign-in with a password rests for up to ten minutes: until then, even the right one is"
            " refused."
        )


class WordNotRight(Unauthorised):
    """It is known who asks, and the word by which something is closed is not the right one."""

    def __init__(self) -> None:
        Unauthorised.__init__(self, "The word is not right.")


class WordRests(WordNotRight):
    """Too many wrong words have been given, or passwords: for a while none is looked at."""

    def __init__(self) -> None:
        Unauthorised.__init__(
            self, "Too many wrong words were given. Even the right one is refused for up to ten minutes."
        )


class OnlyOnBoard(Unauthorised):
    """Who came by a link in a letter wants to do more than play on its board."""

    def __init__(self) -> None:
        super().__init__("The link by which you came is good for one board only. For anything else, sign in.")


@dataclass(frozen=True)
class Credential:
    """By what it is known who asks, as a front end has it. No mail can make one that names a player who is signed in.

    `address` is the one in From, None for the operator at the command line and for who is signed in, and "" for
    somebody whom a page does not know. Anybody can write any From: `vouched_for` is whether the envelope names the
    same domain, so that an answer reaches whoever sent the mail; `is_envelope` is whether it names that very address,
    and `envelope` the one that it names where it is another. `proven` is whether our mail server has found that the
    mail comes from the domain in From. Where there is no envelope, at the command line, From is believed.

    `userid` names a player who is signed in: by a session, whose number is `session`, or by a token where a program
    asks (`is_program`), which may not change the account. Such a player acts for nobody else. `only_on` is the one
    board that a session is good for, if it is good for one only. `client` is the network address of a page's visitor,
    as it is counted; `browser` is the cookie by which their browser may be known (`guesses`).
    """

    address: str | None
    vouched_for: bool = True
    proven: bool = True
    is_envelope: bool = True
    envelope: str | None = None
    userid: str | None = None
    is_program: bool = False
    client: str = ""
    browser: str = ""
    session: int | None = None
    only_on: tuple[str, int] | None = None
    claim: Claim = field(default=Claim(), repr=False)
    """The name and the password that are given with the request itself."""

    def __post_init__(self) -> None:
        if self.userid is not None and self.address is not None:
            raise ValueError("who is signed in writes no mail")

    @property
    def is_operator(self) -> bool:
        """Whether the command was typed on the machine itself, with nobody named as its sender."""
        return self.address is None and self.userid is None

    @property
    def writes_mail(self) -> bool:
        """Whether the command came by mail, with an address, and not from a page or a program."""
        return bool(self.address)

    @property
    def is_certain(self) -> bool:
        """Whether nobody else is likely to have sent this: a session or the envelope says so, or our mail server."""
        return self.address is None or self.is_envelope or self.proven


OPERATOR = Credential(None)
STRANGER = Credential("")
"""Somebody unknown who writes no mail."""


def signed_in(
    userid: str,
    client: str = "",
    session: int | None = None,
    only_on: tuple[str, int] | None = None,
    is_program: bool = False,
) -> Credential:
    """That of a player whom a front end knows by itself."""
    return Credential(None, userid=userid, client=client, session=session, only_on=only_on, is_program=is_program)


@dataclass
class Principal:
    """Who asks, as far as it is known by now, and what that is good for."""

    credential: Credential
    players: Players = field(repr=False)
    signed_in: Player | None = None
    player: Player | None = None
    """The player who gave the right password, or is signed in."""
    replier: Player | None = None
    """The player who answers a letter, which takes no password."""
    answering: Answering | None = None
    """What the letter is that they answer."""

    def afresh(self) -> Principal:
        """The same before anything of a command has been looked at."""
        return Principal(self.credential, self.players, self.signed_in)

    @cached_property
    def at_address(self) -> tuple[Player, ...]:
        """The players for whom the sender's address is confirmed; who is signed in is known without."""
        if self.signed_in is not None:
            return (self.signed_in,)
        return self.players.at_address(self.credential.address) if self.credential.address else ()

    def is_from(self, player: Player) -> bool:
        """Whether the command was sent from a confirmed address of this player, or by the operator."""
        return self.credential.is_operator or self.has_address(player)

    def has_address(self, player: Player) -> bool:
        """Whether the address that the command was sent from is a confirmed one of this player."""
        return player in self.at_address

    @property
    def asker(self) -> Player | None:
        """The player who sent the command, as far as anybody can tell: by the password, or else by the address."""
        return self.player or next(iter(self.at_address), None)

    def asker_among(self, players: Collection[Player]) -> Player | None:
        """Which of these players sent the command, None if nobody can tell.

        It is the one who gave the password and wrote from their own address, or the only one with that address.
        """
        if self.player is not None:
            return self.player if self.player in players and self.is_from(self.player) else None
        at_sender = [player for player in self.at_address if player in players]
        return at_sender[0] if len(at_sender) == 1 else None
