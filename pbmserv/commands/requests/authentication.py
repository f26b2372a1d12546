"""Who may do what a command says: who gives the right password, answers a letter of ours, or is signed in.

A player may be signed in (`Principal.signed_in`). Such a player writes `-` in the place of the password,
and acts for nobody else. The password and the addresses of an account are changed with the password only, else a
stolen session would be enough to take it over. To a front end it does not matter whether a player is strict: that is
about mail, which anybody can forge.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.commands.requests.confirmed_addresses import confirm_by_use, is_shown
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import OnlyOnBoard, SignInRests, Unauthorised, WordNotRight, WordRests
from pbmserv.commands.requests.guesses import guesses, note_guess
from pbmserv.commands.requests.outcome import ReachedAgain
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.quota import CpuQuota
from pbmserv.games.base import Refusal
from pbmserv.language.words import SIGNED_IN
from pbmserv.play.board import Player
from pbmserv.play.bots import thinks_here
from pbmserv.storage.players import STRICT, Account

_NOT_RIGHT = "The userid or the password is not right."


FORGOT = "forgot"
"""What the codes are for that stand in for a forgotten password, once."""


class WrongPassword(Unauthorised):
    """A password was looked at, and is not that of `userid`."""

    def __init__(self, userid: str) -> None:
        super().__init__(_NOT_RIGHT)
        self.userid = userid


def authenticate(call: Call, needs_password: bool = False, takes_code: bool = False) -> Player:
    """The player who asks: the one whose name and password are given, or who is signed in, or answers a letter.

    `needs_password` asks for the password even if the player is signed in, `takes_code` lets a code that was mailed
    to the player stand in for it. From then on the principal is known to be that player.

    Raises `Unauthorised`. The words and the cost are the same whether name or password is wrong. After too many wrong
    ones none is looked at: `SignInRests`. Only somebody who gives the right ones is told that the operator does not
    let them in.
    """
    credential = call.credential
    userid, password = credential.claim
    player = _with_code(call, userid, password) if takes_code and password is not None else None
    if player is not None:
        return player
    account = call.work.players.account(userid)
    signed_in = call.principal.signed_in
    if account is not None and signed_in is None and thinks_here(account.bot):
        # The server's own bots have no password, and nobody is to try.
        account = None
    if signed_in is not None and (account is None or account.player != signed_in):
        raise Unauthorised(f"You are signed in as {signed_in.userid}, and cannot do this for anybody else.")
    if credential.only_on is not None and call.board != credential.only_on:
        raise OnlyOnBoard
    with_password = account is None or not _needs_no_password(call, account, password, needs_password)
    if account is None or with_password:
        account = _with_password(call, userid, account, password or "")
    if account.suspended:
        raise Refusal(f"{account.player.userid} has been suspended by the operator of this server.")
    if account.settings.get(STRICT) and credential.writes_mail and not call.principal.is_from(account.player):
        raise Unauthorised(
            f"{account.player.userid} is strict: this password is taken only in letters from an address that"
            f" letters for {account.player.userid} go to."
        )
    recognise(call, account.player)
    if with_password and credential.writes_mail and not call.principal.has_address(account.player):
        _confirm_where_they_write_from(call, account.player)
    return account.player


class WrongWord(WordNotRight, WrongPassword):
    """A word by which something is closed was looked at, and is not the right one."""

    def __init__(self, userid: str) -> None:
        WordNotRight.__init__(self)
        self.userid = userid


def check_word(call: Call, player: Player, word_hash: str, word: str) -> None:
    """Raise `WrongWord` unless the word is that by which something is closed. Guesses are limited as of passwords."""
    if call.work.tallies.any_is_full(guesses(call, player.userid, call.work.players.account(player.userid)), call.at):
        raise WordRests
    if not call.passwords.verify(word_hash, word, _quota_of(call)):
        raise WrongWord(player.userid)


def check_sender(call: Call) -> None:
    """Raise `Refusal` if somebody else may have written this in the name of a player who is strict.

    A player who has been suspended since signing in is refused here, too.
    """
    signed_in = call.principal.signed_in
    if signed_in is not None:
        if call.work.players.suspended([signed_in]):
            raise Refusal(f"{signed_in.userid} has been suspended by the operator of this server.")
        if call.credential.only_on is not None and not _may_do_with_link(call):
            raise OnlyOnBoard
        recognise(call, signed_in)
        return
    check_proof(call, call.principal.at_address)


def check_proof(call: Call, players: Sequence[Player]) -> None:
    """Raise `Unauthorised` for a letter that is not proven, if any of these players is strict."""
    if call.credential.proven or not players:
        return
    if any(call.work.players.chosen(players, STRICT).values()):
        raise Unauthorised(
            f"Letters from {call.credential.address} are obeyed only if it is proven that they come from there,"
            " and for this one neither DMARC nor DKIM nor SPF says so. Whoever has this address has asked for"
            " that: see help change strict."
        )


def recognise(call: Call, player: Player) -> None:
    """Note that this player sent the command; letters go again to an address that works after all."""
    call.principal.player = player
    if player != call.principal.replier:
        call.mail.recognised.add(player)
    hear_from(call, player)


def hear_from(call: Call, player: Player) -> None:
    """Have letters go again to the address that a player has written from, and say so if none went there."""
    address = call.credential.address
    if address is None or call.mail.reads_only or call.work.players.is_known_to_work(player, address):
        return
    forgiven = call.work.bounces.forgive(player, address)
    if forgiven is None:
        return
    call.mail.heard_from.add(player)
    if forgiven.suspended_at is not None:
        call.outcomes.append(ReachedAgain(player, address, forgiven.suspended_at))


def hash_of(call: Call, password: str | None) -> str:
    """The hash to store of a password, None for who has none. Raises `TooManyHashes`."""
    if password is None:
        return call.passwords.hash_of_none(_quota_of(call))
    return call.passwords.hash(password, _quota_of(call))


def note_wrong_password(call: Call, userid: str) -> None:
    """Remember that a wrong password was given: after too many, nobody can guess for a while.

    Where nothing may be written now, it is left to be noted.
    """
    if call.mail.reads_only:
        call.mail.guessed.append(userid)
    else:
        note_guess(call, userid, call.work.players.account(userid))


def note_guesses(call: Call) -> None:
    """Remember what may have been guesses, unless that has to wait."""
    while call.mail.guessed and not call.mail.reads_only:
        note_wrong_password(call, call.mail.guessed.pop())


def _confirm_where_they_write_from(call: Call, player: Player) -> None:
    """Confirm an address that waits for that, if its player has written from there: as `signup` does."""
    if is_shown(call) and not call.mail.reads_only:
        confirm_by_use(call, player, call.credential.address or "")


def _may_do_with_link(call: Call) -> bool:
    """Whether the command is one for who came by a link to a board: on that board, as other places see to."""
    command = call.line.command if call.line else None
    return command is not None and (command.plays or command.reads_only)


def _needs_no_password(call: Call, account: Account, password: str | None, needs_password: bool) -> bool:
    if call.principal.signed_in is not None:
        return password in {SIGNED_IN, None} and not needs_password
    return account.player == call.principal.replier


def _with_code(call: Call, userid: str, code: str) -> Player | None:
    """The player of that name, if this is one of the codes that were sent to them; it is used up then."""
    account = call.work.players.account(userid)
    redeemed = call.work.codes.redeem(digest_of(code), FORGOT, call.at)
    if account is None or account.suspended or redeemed is None or redeemed.player != account.player:
        return None
    call.work.codes.drop_all(account.player, FORGOT)
    if redeemed.subject:
        confirm_by_use(call, account.player, redeemed.subject)
    recognise(call, account.player)
    return account.player


def _check_guesses(call: Call, userid: str, account: Account | None) -> None:
    if call.work.tallies.any_is_full(guesses(call, userid, account), call.at):
        # Before anything is hashed: a guess that is not looked at costs nothing and tells nothing.
        raise SignInRests


def _with_password(call: Call, userid: str, account: Account | None, password: str) -> Account:
    _check_guesses(call, userid, account)
    quota = _quota_of(call)
    if not call.passwords.verify(account.password_hash if account else None, password, quota) or account is None:
        raise WrongPassword(userid)
    may_hash = (quota is None or quota.may_hash) and not call.mail.reads_only
    if not account.suspended and may_hash and call.passwords.is_outdated(account.password_hash):
        call.work.players.set_password(account.player, hash_of(call, password))
    return account


def _quota_of(call: Call) -> CpuQuota | None:
    """The quota of the letter that gives the password; None for the operator, whose word goes before the others'."""
    return None if call.credential.is_operator else call.mail.quota
