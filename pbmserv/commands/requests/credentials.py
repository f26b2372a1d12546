"""Who asks, and by what that is known: a front end makes the credential, and of it comes the one principal.

Also what is refused since it is not known who asks, or since they may not do it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.command_spec import Claim
from pbmserv.play.board import Player
from pbmserv.storage.players import Players
from pbmserv.storage.tokens import Answering

if TYPE_CHECKING:
    from pbmserv.storage.sessions import Session


class Unauthorised(Refusal):
    """Userid and password do not match."""


class SignInRests(Unauthorised):
    """After too many wrong passwords none is checked for a while."""

    def __init__(self) -> None:
        super().__init__(
            "Too many wrong passwords were given for this player, or from your network or mail domain, which others"
            " may share. Sign-in with a password rests for up to ten minutes: until then, even the right one is"
            " refused."
        )


class WordNotRight(Unauthorised):
    """The author is known, but the word for something closed is wrong."""

    def __init__(self) -> None:
        Unauthorised.__init__(self, "The word is not right.")


class WordRests(WordNotRight):
    """After too many wrong words or passwords none is checked for a while."""

    def __init__(self) -> None:
        Unauthorised.__init__(
            self, "Too many wrong words were given. Even the right one is refused for up to ten minutes."
        )


class CodeIsElsewhere(Unauthorised):
    """A code from a letter comes from another address, or from who is not signed in as its player."""

    def __init__(self, web_url: str, by_mail: bool) -> None:
        if not by_mail:
            where = "Sign in first, as the player whom the letter is for. Or answer it from where it was sent to."
        elif web_url:
            where = Message(
                "This code is good only in a letter from the address that it was sent to, or from one that"
                " the player has confirmed, or on the page {page} once you have signed in.",
                page=f"{web_url}/confirm",
            )
        else:
            where = (
                "This code is good only in a letter from the address that it was sent to, or from one that"
                " the player has confirmed."
            )
        super().__init__(Message("{where} Nothing has been done, and the code is still good.", where=where))


class OnlyOnBoard(Unauthorised):
    """A link in a letter permits play on its board only."""

    def __init__(self) -> None:
        super().__init__("The link by which you came is good for one board only. For anything else, sign in.")


class OnlyAsGuest(Unauthorised):
    """A guest plays with bots, and does nothing else."""

    def __init__(self) -> None:
        super().__init__(
            "As a guest you play with the computer, and nothing else. Sign up to do this: you keep your games."
        )


@dataclass(frozen=True)
class Credential:
    """What a front end knows about the author. No mail can create one of a signed-in player.

    `address` is the one in From; None for the operator and for signed-in players, "" for an unknown visitor. From can
    be forged: `vouched_for` says that the envelope names the same domain, so that an answer reaches the sender;
    `is_envelope` that it names the same address; `envelope` is another address in it; `proven` says that our mail
    server has verified the domain in From. On the command line, which has no envelope, From is believed.

    `userid` is a signed-in player, by the session `session` or by a program's token (`is_program`), which may not
    change the account. Such a player acts for nobody else. `only_on` is the only board a session is valid for.
    `client` is the visitor's network address for limits; `browser` is the cookie of a known browser
    (see `guesses`). `guest` is the session of a guest, who may sign up and keep their boards. `reads` is the language
    that a stranger seems to read, by their mail or their browser; empty if that cannot be told.
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
    guest: Session | None = None
    reads: str = ""
    claim: Claim = field(default=Claim(), repr=False)
    """The name and password in the request itself."""

    def __post_init__(self) -> None:
        if self.userid is not None and self.address is not None:
            raise ValueError("who is signed in writes no mail")

    @property
    def is_operator(self) -> bool:
        """Whether the command was typed on the machine itself without a sender."""
        return self.address is None and self.userid is None

    @property
    def writes_mail(self) -> bool:
        """Whether the command came by mail."""
        return bool(self.address)

    @property
    def is_certain(self) -> bool:
        """Whether the sender is verified, by session, envelope or mail server."""
        return self.address is None or self.is_envelope or self.proven


OPERATOR = Credential(None)
STRANGER = Credential("")
"""An unknown visitor."""


def signed_in(
    userid: str,
    client: str = "",
    session: int | None = None,
    only_on: tuple[str, int] | None = None,
    is_program: bool = False,
) -> Credential:
    return Credential(None, userid=userid, client=client, session=session, only_on=only_on, is_program=is_program)


@dataclass
class Principal:
    """The author as far as known, and what that entitles them to."""

    credential: Credential
    players: Players = field(repr=False)
    signed_in: Player | None = None
    player: Player | None = None
    """The player who gave the right password or is signed in."""
    replier: Player | None = None
    """The player who answers a letter without a password."""
    answering: Answering | None = None
    """The letter that they answer."""
    answers_again_at: str | None = None
    """Where a guest whose answer is refused answers once more: as before."""

    def afresh(self) -> Principal:
        """A copy for a new command, without what was learnt from the last one."""
        return Principal(self.credential, self.players, self.signed_in)

    @cached_property
    def at_address(self) -> tuple[Player, ...]:
        """The players for whom the sender's address is confirmed."""
        if self.signed_in is not None:
            return (self.signed_in,)
        return self.players.at_address(self.credential.address) if self.credential.address else ()

    def is_from(self, player: Player) -> bool:
        """Whether the sender is the operator or has a confirmed address of this player."""
        return self.credential.is_operator or self.has_address(player)

    def has_address(self, player: Player) -> bool:
        return player in self.at_address

    @property
    def needs_no_password(self) -> bool:
        """Whether a token or session replaces the password."""
        return self.replier is not None or self.signed_in is not None

    @property
    def asker(self) -> Player | None:
        """The presumed author, by password or else by address."""
        return self.player or next(iter(self.at_address), None)

    def asker_among(self, players: Collection[Player]) -> Player | None:
        """Which of these players is the author, or None.

        It is the one who gave the password and wrote from their own address, or the only one with that address.
        """
        if self.player is not None:
            return self.player if self.player in players and self.is_from(self.player) else None
        at_sender = [player for player in self.at_address if player in players]
        return at_sender[0] if len(at_sender) == 1 else None
