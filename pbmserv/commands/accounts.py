"""Commands about being a player: sign up, addresses, password."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import Code, MailAddress, NewPassword, Password, Userid
from pbmserv.commands.language import Argument, Command, Given, Misspelt
from pbmserv.commands.passwords import digest_of, new_code
from pbmserv.games.base import Refusal
from pbmserv.letters.letter import write
from pbmserv.play.board import Player
from pbmserv.store.players import UseridTaken, key_of

CONFIRM = "confirm"
CODE_DAYS = 14
MOST_ADDRESSES = 8


class Signup(Command):
    """Become a player.

    Choose a name and a password; the password is asked for with every move. Letters go to the address that you write
    from, or to the addresses that you name; one that is not your own gets a letter first which has to be answered.
    """

    words = ("signup",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", NewPassword()),
        Argument("address", MailAddress(), optional=True, repeated=True, most=MOST_ADDRESSES),
    )
    example = "signup alice secret7"

    def carry_out(self, call: Call, given: Given) -> None:
        addresses = _addresses_or_own(call, given)
        try:
            player = call.work.players.add(given["userid"], call.passwords.hash(given["password"]), call.at)
        except UseridTaken:
            raise Refusal(f"The userid {given['userid']} is taken: choose another one.") from None
        confirmed, waiting = _give_addresses(call, player, addresses)
        example = next(iter(call.catalogue), "trichet")
        call.answer(
            write(
                "welcome",
                f"Welcome to pbmserv, {player.userid}",
                userid=player.userid,
                server=call.server,
                confirmed=confirmed,
                waiting=waiting,
                game=example,
                game_name=call.catalogue[example].name if example in call.catalogue else "Trichet",
            )
        )


class Confirm(Command):
    """Confirm that an address is yours, with the code that was sent to it.

    Answering the letter that holds the code is enough: its Subject is this command.
    """

    words = (CONFIRM,)
    arguments = (Argument("code", Code()),)
    example = "confirm k3m8pwx2vq7rnt4ha"

    def carry_out(self, call: Call, given: Given) -> None:
        code = call.work.players.redeem_code(digest_of(given["code"]), CONFIRM, call.at)
        if code is None:
            raise Refusal("This code is not known, has been used already, or is too old.")
        what = json.loads(code.subject)
        call.work.players.add_addresses(code.player, [what["address"]], confirmed_at=call.at)
        if what["replaces"]:
            call.work.players.keep_only(code.player, what["replaces"])
        usable = _usable(call, code.player)
        call.answer(write("confirmed", "Address confirmed", userid=code.player.userid, addresses=usable))


class Add(Command):
    """Have your letters sent to more addresses.

    Without an address, the one that you write from is added. An address that is not the one you write from gets a
    letter first which has to be answered.
    """

    words = ("add",)
    arguments = (
        Argument("userid", Userid()),
        Argument("password", Password()),
        Argument("address", MailAddress(), optional=True, repeated=True, most=MOST_ADDRESSES),
    )
    example = "add alice secret7 alice@work.example"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        addresses = _addresses_or_own(call, given)
        _check_room(call, player, addresses)
        _, waiting = _give_addresses(call, player, addresses)
        _tell_of_addresses(call, player, _usable(call, player), waiting)


class ChangeAddress(Command):
    """Have your letters sent to other addresses from now on.

    The addresses that you name replace all that you had; without any, the one that you write from does. Where none
    of the new ones is confirmed yet, the old ones stay until the first of them is.
    """

    words = ("change address",)
    arguments = Add.arguments
    example = "change address alice secret7 alice@new.example"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["password"])
        addresses = _addresses_or_own(call, given)
        confirmed, waiting = _give_addresses(call, player, addresses, replaces=addresses)
        # Told before the old addresses go: whoever takes over an account should not go unnoticed there.
        usable = confirmed or _usable(call, player)
        _tell_of_addresses(call, player, usable, waiting, replaced=True, keeps_old=not confirmed)
        if confirmed:
            call.work.players.keep_only(player, addresses)


class ChangePassword(Command):
    """Change your password."""

    words = ("change password",)
    arguments = (
        Argument("userid", Userid()),
        Argument("old", Password()),
        Argument("new", NewPassword()),
    )
    example = "change password alice secret7 better-secret8"

    def carry_out(self, call: Call, given: Given) -> None:
        player = call.authenticate(given["userid"], given["old"])
        call.work.players.set_password(player, call.passwords.hash(given["new"]))
        letter = write("password", "Your password has been changed", userid=player.userid, server=call.server)
        call.write_to({player: letter}, instead=letter)


def _addresses_or_own(call: Call, given: Given) -> tuple[str, ...]:
    if addresses := given.get("address"):
        return tuple(dict.fromkeys(addresses))
    if call.sender.address is None:
        raise Misspelt("The mail address is missing: on the command line there is none that you write from.")
    return (MailAddress().read(call.sender.address),)


def _check_room(call: Call, player: Player, addresses: Sequence[str]) -> None:
    have = {key_of(address.address) for address in call.work.players.addresses([player])[player]}
    if len(have | set(map(key_of, addresses))) > MOST_ADDRESSES:
        raise Refusal(f"A player can have {MOST_ADDRESSES} addresses at most.")


def _give_addresses(
    call: Call, player: Player, addresses: Sequence[str], replaces: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """Give a player addresses; those that are not shown to be the player's own get a letter with a code.

    Returns those that are confirmed and those that wait. The operator vouches for any.
    """
    own = key_of(call.sender.address) if call.sender.address else None
    known = {key_of(each.address) for each in call.work.players.addresses([player])[player] if each.confirmed}
    confirmed = [address for address in addresses if call.sender.is_operator or key_of(address) in known | {own}]
    waiting = [address for address in addresses if address not in confirmed]
    call.work.players.add_addresses(player, confirmed, confirmed_at=call.at)
    call.work.players.add_addresses(player, waiting, confirmed_at=None)
    for address in waiting:
        code = new_code()
        subject = json.dumps({"address": address, "replaces": list(replaces)})
        call.work.players.add_code(digest_of(code), player, CONFIRM, subject, call.at + timedelta(days=CODE_DAYS))
        letter = write(
            "confirm", f"confirm {code}", userid=player.userid, server=call.server, code=code, days=CODE_DAYS
        )
        call.write_to_address(address, letter)
    return confirmed, waiting


def _tell_of_addresses(
    call: Call,
    player: Player,
    usable: Sequence[str],
    waiting: Sequence[str],
    replaced: bool = False,
    keeps_old: bool = False,
) -> None:
    letter = write(
        "addresses",
        "Your addresses",
        userid=player.userid,
        server=call.server,
        confirmed=usable,
        waiting=waiting,
        replaced=replaced,
        keeps_old=keeps_old,
    )
    call.write_to({player: letter}, instead=letter)


def _usable(call: Call, player: Player) -> list[str]:
    return [address.address for address in call.work.players.addresses([player])[player] if address.usable]
