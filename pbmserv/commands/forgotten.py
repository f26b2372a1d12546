"""The command for those who have forgotten their password: a code that stands in for it once."""

from __future__ import annotations

from datetime import timedelta

from pbmserv.commands.call import Call
from pbmserv.commands.kinds import AnyUserid
from pbmserv.commands.language import Argument, Command, Given
from pbmserv.commands.passwords import digest_of, new_code
from pbmserv.letters.letter import write
from pbmserv.play.board import Player

FORGOT = "forgot"
CODE_IS_GOOD_FOR = timedelta(hours=1)
MOST_CODES = 3
"""So many may be good at the same time: nobody can have a player flooded with them."""


class Forgot(Command):
    """Get a new password when you have forgotten yours.

    A code is sent to your confirmed addresses, wherever you write from. For an
    hour it can stand once for the old password:

        change password alice k3m8pwx2vq7rnt4ha better-secret8

    After ten wrong passwords within ten minutes no other is looked at for a while,
    not even the right one: somebody may be guessing. The code is. What others guess
    keeps nobody out who writes from an own address.
    """

    words = ("forgot",)
    arguments = (Argument("userid", AnyUserid()),)
    writes_to_others = True
    example = "forgot alice"

    def carry_out(self, call: Call, given: Given) -> None:
        # The same answer whether there is such a player or not: it goes to whoever asks. The name is not repeated in
        # it, since it may be a password.
        call.answer(write("forgot", "Forgotten password"))
        account = call.work.players.account(given["userid"])
        if account is None:
            return
        player = account.player
        call.work.players.drop_old_codes(player, FORGOT, call.at)
        if len(call.work.players.codes(player, FORGOT)) >= MOST_CODES:
            return
        code = new_code()
        call.work.players.add_code(digest_of(code), player, FORGOT, "", call.at + CODE_IS_GOOD_FOR)
        letter = write(
            "forgot_code", f"A new password for {player.userid}", userid=player.userid, server=call.server, code=code
        )
        if not call.write_only_to(player, letter) and call.sender.vouched_for and call.has_address(player):
            # Letters have come back from there, but somebody has just written from it, and is answered there anyway.
            call.write_to_address(call.sender.address or "", letter)


def player_with_code(call: Call, userid: str, code: str) -> Player | None:
    """The player of that name, if this is one of the codes that were sent to them; it is used up then."""
    account = call.work.players.account(userid)
    redeemed = call.work.players.redeem_code(digest_of(code), FORGOT, call.at)
    if account is None or account.suspended or redeemed is None or redeemed.player != account.player:
        return None
    call.work.players.drop_codes(call.work.players.codes(account.player, FORGOT))
    call.recognise(account.player)
    return account.player
