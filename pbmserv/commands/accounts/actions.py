"""Commands about being a player: signing up, addresses, passwords, and a code for those who have forgotten theirs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any

from pbmserv.commands.accounts.guests import is_still_guest, sign_up_guest
from pbmserv.commands.requests.authentication import FORGOT, hash_of
from pbmserv.commands.requests.blocking import have_nothing_to_do
from pbmserv.commands.requests.budgets import (
    check_asked,
    check_code,
    check_signup,
    has_had_enough,
    is_ours,
    may_get_a_code,
)
from pbmserv.commands.requests.confirmed_addresses import (
    CONFIRM,
    codes_for,
    confirm_address_of,
    is_shown,
    no_longer_replaced,
    remove_addresses,
)
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import ConfirmationRequested, Outcome
from pbmserv.commands.requests.passwords import digest_of, new_code
from pbmserv.commands.requests.questions import new_question
from pbmserv.commands.requests.redaction import Quoting
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message
from pbmserv.language.argument_types import (
    PLAYER,
    AnyUserid,
    MailAddress,
    NewPassword,
    NewUserid,
    Password,
    check_new_userid,
)
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.language.words import Misspelt
from pbmserv.locale.catalogs import languages
from pbmserv.play.board import Player
from pbmserv.storage.codes import Code
from pbmserv.storage.players import LANGUAGE, UseridTaken, key_of

CODE_DAYS = 14
MOST_ADDRESSES = 8


class AddressAsked(ConfirmationRequested, frozen=True):
    """An address's owner is asked to confirm it; `before_welcome` if the welcome waits for that."""

    written_by = "accounts.letters:of_asked_address"

    address: str
    before_welcome: bool
    keeps_silent: bool = False
    """Whether no letter is sent, since the address is that of a player who has nothing to do with who asks."""


class SignedUp(Outcome, frozen=True):
    """A new player; letters go to the `confirmed` addresses."""

    written_by = "accounts.letters:of_signup"

    player: Player
    confirmed: tuple[str, ...]
    asked: tuple[AddressAsked, ...] = ()
    by_operator: bool = False


class AddressConfirmed(Outcome, frozen=True):
    written_by = "accounts.letters:of_confirmed_address"

    player: Player
    addresses: tuple[str, ...]


class AddressDeclined(Outcome, frozen=True):
    """An address's owner declined a player's letters."""

    written_by = "accounts.letters:of_declined_address"

    player: Player
    address: str


class AddressesTold(Outcome, frozen=True):
    """A player's addresses, confirmed and waiting; sent to the previous ones."""

    written_by = "accounts.letters:of_addresses"

    player: Player
    confirmed: tuple[str, ...]
    asked: tuple[AddressAsked, ...]
    told_at: tuple[str, ...]
    replaced: bool = False
    keeps_old: bool = False


class PasswordChanged(Outcome, frozen=True):
    """A password was changed; these unconfirmed addresses were removed."""

    written_by = "accounts.letters:of_password"

    player: Player
    taken_away: tuple[str, ...] = ()
    by_operator: bool = False


class Signup(Command):
    """Become a player.

    Choose a name and a password. The password is in the Subject of commands that need it, so choose one that you use
    nowhere else; to move, it is enough to answer a letter. Letters go to the address that you write from, or to the
    addresses that you name; one that may not be your own first gets a letter, which has to be answered. Until one is
    confirmed, you can play with bots and with players who challenge you, on five boards at most. Who has played as a
    guest on the pages, and signs up there, keeps the boards (help bots).
    """

    words = ("signup",)
    arguments = (
        Argument("userid", NewUserid()),
        Argument("password", NewPassword()),
        Argument("address", MailAddress(), optional=True, repeated=True, most=MOST_ADDRESSES),
    )
    about_account = True
    example = "signup alice secret7"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        check_new_userid(given["userid"], call.commands, call.catalogue)
        addresses = _addresses_or_own(call, given)
        refuse_a_known_word(call, given["password"])
        check_signup(call)
        if call.work.players.named([given["userid"]], even_left=True):
            raise taken(given["userid"])
        try:
            player = _new_player(call, given["userid"], hash_of(call, given["password"]))
        except UseridTaken:
            raise taken(given["userid"]) from None
        return SignedUp(player, *_give_addresses(call, player, addresses, is_new=True))


def _new_player(call: Call, userid: str, password_hash: str) -> Player:
    """A new player: who plays as a guest keeps their boards. Raises `UseridTaken`."""
    guest = call.credential.guest
    if guest is not None and is_still_guest(call, guest):
        player = sign_up_guest(call, guest, userid, password_hash)
    else:
        player = call.work.players.add(userid, password_hash, call.at)
    note_language(call, player)
    return player


def note_language(call: Call, player: Player) -> None:
    """Have a new player's letters come in the language that they seem to read."""
    if call.language_read in languages()[1:]:
        call.work.players.choose(player, LANGUAGE, call.language_read)


def confirm_address(call: Call, code: Code) -> Outcome:
    address = address_asked(code)
    # An address may have been sent several codes, and one of them replaces others: any of them does it all.
    others = codes_for(call, code.player, address)
    replaced = [old for each in (code.subject, *others.values()) for old in json.loads(each)["replaces"]]
    confirm_address_of(call, code.player, address, replaced)
    usable = _usable(call, code.player)
    if json.loads(code.subject).get("welcome"):
        return SignedUp(code.player, usable)
    return AddressConfirmed(code.player, usable)


def address_asked(code: Code) -> str:
    return str(json.loads(code.subject)["address"])


def decline_address(call: Call, code: Code) -> Outcome:
    address = address_asked(code)
    call.work.codes.drop(codes_for(call, code.player, address))
    known = call.work.addresses.of([code.player])[code.player]
    unconfirmed = [each.address for each in known if not each.confirmed and key_of(each.address) == key_of(address)]
    remove_addresses(call, code.player, unconfirmed)
    return AddressDeclined(code.player, address)


class Add(Command):
    """Have your letters sent to more addresses.

    Without an address, the one that you write from is added. An address that is not the one you write from first gets
    a letter, which has to be answered.
    """

    words = ("add",)
    arguments = (
        *PLAYER,
        Argument("address", MailAddress(), optional=True, repeated=True, most=MOST_ADDRESSES),
    )
    about_account = True
    needs_password = True
    example = "add alice secret7 alice@work.example"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        addresses = _addresses_or_own(call, given)
        _check_room(call, player, addresses)
        _, asked = _give_addresses(call, player, addresses)
        usable = _usable(call, player)
        return AddressesTold(player, usable, asked, told_at=usable)


class ChangeAddress(Command):
    """Have your letters sent to other addresses from now on.

    The addresses that you name replace all that you had; without any, the one that you write from does. If none of
    the new ones is confirmed yet, the old ones stay until the first of them is.
    """

    words = ("change address",)
    arguments = Add.arguments
    about_account = True
    needs_password = True
    example = "change address alice secret7 alice@new.example"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        addresses = _addresses_or_own(call, given)
        old = _old_addresses(call, player, keep=addresses)
        confirmed, asked = _give_addresses(call, player, addresses, replaces=old)
        # Told at the old addresses, too: whoever takes over an account should not go unnoticed there.
        known = _usable(call, player)
        if confirmed:
            remove_addresses(call, player, old)
        keeps_old = bool(old) and not confirmed
        return AddressesTold(player, confirmed or known, asked, told_at=known, replaced=True, keeps_old=keeps_old)


class ChangePassword(Command):
    """Change your password.

    If you have forgotten the old one, the command forgot gets you a code that stands in for it once.

    Whoever knew the old one is shut out: letters sent before cannot be answered without the password any more, other
    browsers and programs are signed out, codes and links that were mailed are void, and an address that is not
    confirmed yet is taken away.
    """

    words = ("change password",)
    arguments = (
        PLAYER[0],
        Argument("old", Password(), authenticates=True),
        Argument("new", NewPassword()),
    )
    about_account = True
    needs_password = True
    takes_code = True
    example = "change password alice secret7 better-secret8"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player = call.player
        refuse_a_known_word(call, given["new"])
        call.work.players.set_password(player, hash_of(call, given["new"]))
        return PasswordChanged(player, shut_out(call, player))


def shut_out(call: Call, player: Player) -> tuple[str, ...]:
    """Revoke everything that somebody with a player's old password may hold: letters' tokens, sessions, codes.

    Return the addresses removed. The unconfirmed sign-up address stays if there is no other.
    """
    call.work.replies.forget(player)
    end_sessions(call, player)
    known = call.work.addresses.of([player])[player]
    staying = [each for each in known if each.confirmed] or known[:1]
    call.work.codes.forget(player, but=[code for each in staying for code in codes_for(call, player, each.address)])
    taken_away = tuple(each.address for each in known if each not in staying)
    call.work.addresses.remove(player, taken_away)
    return taken_away


def end_sessions(call: Call, player: Player) -> None:
    """End a player's sessions except the current one, and revoke links that open one."""
    call.work.sessions.end_all(player, but=call.credential.session)
    call.work.web_links.forget(player)


def check_not_ours(call: Call, addresses: Iterable[str]) -> None:
    """Raise `Refusal` for an address of the server itself."""
    if any(is_ours(address, call.server) for address in addresses):
        raise Refusal("That is an address of this server itself: it cannot be a player's.")


def refuse_a_known_word(call: Call, password: str) -> None:
    """Raise `Misspelt` for a password that is a command word or a name, as such words are shown and logged."""
    if call.line is not None and Quoting(call, call.line).means_something(password):
        raise Misspelt("A password cannot be a word of our commands, or the name of a player: please choose another.")


def taken(userid: str) -> Refusal:
    """The refusal of a name that is or was in use."""
    return Refusal(
        Message(
            "The userid {player} is taken: choose another one. If it is yours, and you have forgotten"
            ' your password, write "forgot {player}".',
            player=userid,
        )
    )


def _addresses_or_own(call: Call, given: ParsedArgs) -> tuple[str, ...]:
    if addresses := given.get("address"):
        return tuple({key_of(address): address for address in addresses}.values())
    address = call.credential.address
    if address is None:
        raise Misspelt("The mail address is missing: on the command line there is none that you write from.")
    if not call.credential.vouched_for:
        raise Refusal(
            Message(
                "It is not certain that your letter came from {address}: name the address in the command,"
                " and a code will be sent there.",
                address=address,
            )
        )
    return (MailAddress().read(address),)


def _check_room(call: Call, player: Player, addresses: Sequence[str]) -> None:
    have = {key_of(address.address) for address in call.work.addresses.of([player])[player]}
    if len(have | set(map(key_of, addresses))) > MOST_ADDRESSES:
        raise Refusal(Message("A player can have {most} addresses at most.", most=MOST_ADDRESSES))


def _old_addresses(call: Call, player: Player, keep: Collection[str]) -> list[str]:
    """Return the confirmed addresses to be replaced, after removing all others and all waiting codes."""
    new = set(map(key_of, keep))
    old = [each for each in call.work.addresses.of([player])[player] if key_of(each.address) not in new]
    call.work.codes.drop_all(player, CONFIRM)
    remove_addresses(call, player, [each.address for each in old if not each.confirmed])
    return [each.address for each in old if each.confirmed]


def _give_addresses(
    call: Call, player: Player, addresses: Sequence[str], replaces: Sequence[str] = (), is_new: bool = False
) -> tuple[tuple[str, ...], tuple[AddressAsked, ...]]:
    """Add addresses; those not proven to be the player's own get a code.

    `replaces` are removed once the first new one is confirmed. Return the confirmed ones and the questions to the
    others. The operator vouches for any. Raises `Refusal` for an address of ours, and if too many codes were sent.
    """
    check_not_ours(call, addresses)
    no_longer_replaced(call, player, addresses)
    own = key_of(call.credential.address) if call.credential.address and is_shown(call) else None
    known = {key_of(each.address) for each in call.work.addresses.of([player])[player] if each.confirmed}
    confirmed = [address for address in addresses if call.credential.is_operator or key_of(address) in known | {own}]
    waiting = [address for address in addresses if address not in confirmed]
    call.work.addresses.add(player, confirmed, confirmed_at=call.at)
    call.work.addresses.add(player, waiting, confirmed_at=None)
    asked = []
    for address in waiting:
        check_code(call, address)
        about: dict[str, Any] = {"address": address, "replaces": [] if confirmed else list(replaces)}
        # Until it is confirmed, no other letter goes there: the welcome is the answer to the code.
        is_welcome = is_new and _is_from_one_of(call, [address])
        if is_welcome:
            about["welcome"] = True
        code = new_question(call, player, CONFIRM, json.dumps(about), call.at + timedelta(days=CODE_DAYS))
        asked.append(AddressAsked(player, code, CODE_DAYS, address, is_welcome, _keeps_silent(call, player, address)))
    return tuple(confirmed), tuple(asked)


def _keeps_silent(call: Call, player: Player, address: str) -> bool:
    """Whether an address is that of a player who has blocked whoever seems to ask: a userid can be an insult."""
    writer = call.principal.signed_in
    askers = [player, *call.principal.at_address, *([writer] if writer else [])]
    return have_nothing_to_do(call, call.work.players.at_mailbox(address), askers)


def _is_from_one_of(call: Call, addresses: Iterable[str]) -> bool:
    """Whether the command's From, which can be forged, is one of these addresses."""
    return key_of(call.credential.address or "") in set(map(key_of, addresses))


def _usable(call: Call, player: Player) -> tuple[str, ...]:
    return tuple(address.address for address in call.work.addresses.of([player])[player] if address.usable)


FORGOTTEN_IS_GOOD_FOR = timedelta(hours=1)
MOST_FORGOTTEN = 3
"""The limit on valid codes, so that nobody can flood a player."""


class Forgotten(Outcome, frozen=True):
    """A code is sent to a player if the name exists; the reply does not tell whether it does."""

    written_by = "accounts.letters:of_forgotten_password"

    player: Player | None = None
    code: str = ""
    address: str = ""
    """The sign-up address, for a player without a confirmed one."""
    is_asked_again: bool = False
    """Whether an answer to the letter with the code had no new password in it."""


class Forgot(Command):
    """Get a new password when you have forgotten yours.

    A code is sent to your confirmed addresses, wherever you write from; if you have confirmed none yet, to the one
    that you have signed up with. Answer that letter with your new password, and nothing else. Or the code can take
    the place of the old password, once, within an hour:

        change password alice k3m8pwx2vq7rnt4ha better-secret8

    In a letter it is good only from an address that it was sent to.

    After ten wrong passwords within ten minutes sign-in rests for a while, and even the right password is refused:
    somebody may be guessing. The code still works, and so does a link that the page mails you. Other people's guesses
    never keep you out of a browser in which you have signed in before, or of mail from your own address.
    """

    words = ("forgot",)
    arguments = (Argument("userid", AnyUserid()),)
    about_account = True
    example = "forgot alice"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        # Whoever it is: who has asked too often learns nothing from being told so.
        check_asked(call)
        account = call.work.players.account(given["userid"])
        if account is None or account.is_guest:
            return Forgotten()
        player = account.player
        # Others may be asking for one at this moment.
        call.work.players.hold(player)
        call.work.codes.drop_old(player, FORGOT, call.at)
        if len(call.work.codes.of(player, FORGOT)) >= MOST_FORGOTTEN:
            return Forgotten()
        if not _asks_at_home(call, player) and has_had_enough(call, player.userid, FORGOT):
            return Forgotten()
        address = _where_they_signed_up(call, player)
        if address and not may_get_a_code(call, address):
            return Forgotten()
        code = new_code()
        call.work.codes.add(digest_of(code), player, FORGOT, address, call.at + FORGOTTEN_IS_GOOD_FOR)
        return Forgotten(player, code, address)


def _asks_at_home(call: Call, player: Player) -> bool:
    """Whether a player certainly asks themselves: however many others ask in their name, they still can."""
    return call.credential.is_operator or (call.credential.is_certain and call.principal.has_address(player))


def _where_they_signed_up(call: Call, player: Player) -> str:
    known = call.work.addresses.of([player])[player]
    return "" if any(each.confirmed for each in known) else next((each.address for each in known), "")
