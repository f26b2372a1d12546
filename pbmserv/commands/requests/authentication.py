"""Authentication: by password, reply token or session.

A signed-in player (`Principal.signed_in`) writes `-` in place of the password and acts for nobody else. Passwords and
addresses are changed only with the password, so that a stolen session is not enough. Strict settings concern mail
only, which anybody can forge.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbmserv.commands.requests.budgets import note_has_answered
from pbmserv.commands.requests.confirmed_addresses import confirm_by_use, is_shown
from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.credentials import (
    CodeIsElsewhere,
    OnlyAsGuest,
    OnlyOnBoard,
    SignInRests,
    Unauthorised,
    WordNotRight,
    WordRests,
)
from pbmserv.commands.requests.guesses import guesses, note_guess
from pbmserv.commands.requests.outcome import ReachedAgain
from pbmserv.commands.requests.passwords import digest_of
from pbmserv.commands.requests.quota import CpuQuota
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.words import SIGNED_IN
from pbmserv.play.board import Player
from pbmserv.play.bots import thinks_here
from pbmserv.storage.players import STRICT, Account, folded

_NOT_RIGHT = "The userid or the password is not right."


FORGOT = "forgot"
"""The purpose of codes that replace a forgotten password once."""


class WrongPassword(Unauthorised):
    def __init__(self, userid: str) -> None:
        super().__init__(_NOT_RIGHT)
        self.userid = userid


def authenticate(call: Call, needs_password: bool = False, takes_code: bool = False) -> Player:
    """Return the player who gives name and password, is signed in, or answers a letter.

    `needs_password` asks for the password even of a signed-in player; `takes_code` accepts a mailed code instead.
    From then on the principal is that player.

    Raises `Unauthorised`, with the same words and cost whether name or password is wrong. After too many wrong ones
    none is checked: `SignInRests`. Only somebody with the right ones learns of a suspension.
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
        raise Unauthorised(
            Message("You are signed in as {player}, and cannot do this for anybody else.", player=signed_in.userid)
        )
    if credential.only_on is not None and call.board != credential.only_on:
        raise OnlyOnBoard
    with_password = account is None or not _needs_no_password(call, account, password, needs_password)
    if account is None or with_password:
        account = _with_password(call, userid, account, password or "")
    if account.suspended:
        raise Refusal(
            Message("{player} has been suspended by the operator of this server.", player=account.player.userid)
        )
    if account.settings.get(STRICT) and credential.writes_mail and not call.principal.is_from(account.player):
        raise Unauthorised(
            Message(
                "{player} is strict: this password is taken only in letters from an address that letters for"
                " {player} go to.",
                player=account.player.userid,
            )
        )
    recognise(call, account.player)
    if with_password and credential.writes_mail and not call.principal.has_address(account.player):
        _confirm_where_they_write_from(call, account.player)
    return account.player


class WrongWord(WordNotRight, WrongPassword):
    def __init__(self, userid: str) -> None:
        WordNotRight.__init__(self)
        self.userid = userid


def check_word(call: Call, player: Player, word_hash: str, word: str) -> None:
    """Raise `WrongWord` unless the word is right. Guesses are limited like those of passwords."""
    if call.work.tallies.any_is_full(guesses(call, player.userid, call.work.players.account(player.userid)), call.at):
        raise WordRests
    if not call.passwords.verify(word_hash, word, _quota_of(call)):
        raise WrongWord(player.userid)


def check_sender(call: Call) -> None:
    """Raise `Refusal` if the mail may be forged and the player is strict, or if the player is suspended."""
    signed_in = call.principal.signed_in
    if signed_in is not None:
        account = call.work.players.account(signed_in.userid)
        if account is not None and account.suspended:
            raise Refusal(
                Message("{player} has been suspended by the operator of this server.", player=signed_in.userid)
            )
        if call.credential.only_on is not None and not _may_do_with_link(call):
            raise OnlyOnBoard
        if call.work.players.is_guest(signed_in):
            check_guest(call)
        recognise(call, signed_in)
        return
    check_proof(call, call.principal.at_address)


def check_guest(call: Call) -> None:
    """Raise `OnlyAsGuest` unless a guest plays, or looks at something: there is nobody to say anything to."""
    command = call.line.command if call.line else None
    says_something = call.comment or (command is not None and command.is_talk)
    if says_something or not _may_do_with_link(call):
        raise OnlyAsGuest


def check_proof(call: Call, players: Sequence[Player]) -> None:
    """Raise `Unauthorised` for an unproven letter if any of these players is strict."""
    if call.credential.proven or not players:
        return
    if any(call.work.players.chosen(players, STRICT).values()):
        raise Unauthorised(
            Message(
                "Letters from {address} are obeyed only if it is proven that they come from there, and for"
                " this one neither DMARC nor DKIM nor SPF says so. Whoever has this address has asked for"
                " that: see help change strict.",
                address=call.credential.address,
            )
        )


def check_code_came_here(call: Call, player: Player, sent_to: str = "") -> None:
    """Raise `CodeIsElsewhere` unless a code comes from where it was sent, since letters are forwarded.

    It was sent to the player's addresses, or to `sent_to`. On a page, who is signed in as that player may type it in.
    """
    sender, own = call.credential, call.principal
    if sender.writes_mail:
        is_here = own.has_address(player) or (sent_to and folded(sender.address or "") == folded(sent_to))
    else:
        is_here = sender.is_operator or own.signed_in == player
    if not is_here:
        raise CodeIsElsewhere(call.setup.web_url, sender.writes_mail)


def recognise(call: Call, player: Player) -> None:
    """Record that this player sent the command; lift the suspension of an address that works after all."""
    call.principal.player = player
    if player != call.principal.replier:
        call.mail.recognised.add(player)
    hear_from(call, player)


def hear_from(call: Call, player: Player) -> None:
    """Lift the suspension of the address the player wrote from, and tell them."""
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
    """The hash of a new password, or of none. Raises `TooManyHashes`."""
    if password is None:
        return call.passwords.hash_of_none(_quota_of(call))
    return call.passwords.hash(password, _quota_of(call))


def note_wrong_password(call: Call, userid: str) -> None:
    """Count a wrong password; too many stop further guesses for a while.

    In a read-only transaction it is counted later.
    """
    if call.mail.reads_only:
        call.mail.guessed.append(userid)
    else:
        note_guess(call, userid, call.work.players.account(userid))


def note_guesses(call: Call) -> None:
    """Count possible guesses, unless that has to wait."""
    while call.mail.guessed and not call.mail.reads_only:
        note_wrong_password(call, call.mail.guessed.pop())


def _confirm_where_they_write_from(call: Call, player: Player) -> None:
    if is_shown(call) and not call.mail.reads_only:
        confirm_by_use(call, player, call.credential.address or "")


def _may_do_with_link(call: Call) -> bool:
    """Whether the command is allowed to the holder of a link to a board."""
    command = call.line.command if call.line else None
    return command is not None and (command.reads_only or (command.plays and not command.reaches_further))


def _needs_no_password(call: Call, account: Account, password: str | None, needs_password: bool) -> bool:
    if call.principal.signed_in is not None:
        return password in {SIGNED_IN, None} and not needs_password
    return account.player == call.principal.replier


def _with_code(call: Call, userid: str, code: str) -> Player | None:
    """The player whose mailed code this is; it is used up."""
    account, digest = call.work.players.account(userid), digest_of(code)
    found = call.work.codes.find(digest, call.at)
    if account is None or found is None or (found.player, found.purpose) != (account.player, FORGOT):
        return None
    if call.credential.writes_mail:
        # On a page, who has forgotten the password cannot be known by anything else.
        check_code_came_here(call, found.player, found.subject)
    # Before the code is used up: a new password, which ends codes, holds the player first, too.
    account = call.work.players.hold(account.player)
    redeemed = call.work.codes.redeem(digest, FORGOT, call.at)
    if account is None or account.suspended or redeemed is None:
        return None
    call.work.codes.drop_all(account.player, FORGOT)
    note_has_answered(call, account.player.userid, FORGOT)
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
    account = _as_it_is_now(call, account, password)
    may_hash = (quota is None or quota.may_hash) and not call.mail.reads_only
    if not account.suspended and may_hash and call.passwords.is_outdated(account.password_hash):
        call.work.players.set_password(account.player, hash_of(call, password))
    return account


def _as_it_is_now(call: Call, account: Account, password: str) -> Account:
    """The account, held until the transaction ends: a password that has been changed since opens nothing any more.

    Only after the password: whoever guesses holds nobody up. Raises `WrongPassword`.
    """
    if call.mail.reads_only:
        return account
    held = call.work.players.hold(account.player)
    is_same = held is not None and held.password_hash == account.password_hash
    if held is None or not (is_same or call.passwords.verify(held.password_hash, password, _quota_of(call))):
        raise WrongPassword(account.player.userid)
    return held


def _quota_of(call: Call) -> CpuQuota | None:
    """The quota for hashing; None for the operator, who has none."""
    return None if call.credential.is_operator else call.mail.quota
