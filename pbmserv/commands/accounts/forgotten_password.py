"""The command for those who have forgotten their password: a code that stands in for it once."""

from __future__ import annotations

from datetime import timedelta

from pbmserv.commands.requests.authentication import FORGOT
from pbmserv.commands.requests.budgets import check_asked, may_get_a_code
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.requests.passwords import digest_of, new_code
from pbmserv.language.argument_types import AnyUserid
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Player

CODE_IS_GOOD_FOR = timedelta(hours=1)
MOST_CODES = 3
"""So many may be good at the same time: nobody can have a player flooded with them."""


class Forgotten(Outcome, frozen=True):
    """A code for a new password is sent to a player, if there is such a player: nobody else is to know either."""

    written_by = "accounts.letters:of_forgotten_password"

    player: Player | None = None
    code: str = ""
    address: str = ""
    """Where it goes, if the player has confirmed no address yet: the one that they have signed up with."""


class Forgot(Command):
    """Get a new password when you have forgotten yours.

    A code is sent to your confirmed addresses, wherever you write from; if you have confirmed none yet, to the one
    that you have signed up with. For an hour it can take the place of the old password, once:

        change password alice k3m8pwx2vq7rnt4ha better-secret8

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
        if account is None:
            return Forgotten()
        player = account.player
        call.work.codes.drop_old(player, FORGOT, call.at)
        if len(call.work.codes.of(player, FORGOT)) >= MOST_CODES:
            return Forgotten()
        address = _where_they_signed_up(call, player)
        if address and not may_get_a_code(call, address):
            return Forgotten()
        code = new_code()
        call.work.codes.add(digest_of(code), player, FORGOT, address, call.at + CODE_IS_GOOD_FOR)
        return Forgotten(player, code, address)


def _where_they_signed_up(call: Call, player: Player) -> str:
    """The address of a player who has not confirmed any: the first that they have given."""
    known = call.work.addresses.of([player])[player]
    return "" if any(each.confirmed for each in known) else next((each.address for each in known), "")
