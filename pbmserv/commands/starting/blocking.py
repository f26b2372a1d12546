"""The commands by which players have nothing to do with others: block, unblock."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pbmserv.commands.accounts.bots import own_bots
from pbmserv.commands.requests.context import Call, Command
from pbmserv.commands.requests.lookup import no_player
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.commands.starting.open_challenges import leave_seats_beside
from pbmserv.games.base import Refusal
from pbmserv.games.message import Message, lines_of
from pbmserv.language.argument_types import PLAYER, Userid
from pbmserv.language.command_spec import Argument, ParsedArgs
from pbmserv.play.board import Player

MOST_BLOCKED = 200
"""How many players one player can block."""
MOST_AT_ONCE = 20


class BlocksTold(Outcome, frozen=True):
    """All whom a player has blocked; with the names that were just added or removed."""

    written_by = "starting.letters:of_blocks"

    player: Player
    blocked: tuple[Player, ...]
    added: tuple[Player, ...] = ()
    removed: tuple[Player, ...] = ()


class Block(Command):
    """Have nothing more to do with a player.

    A player whom you have blocked cannot challenge or invite you, join your open challenges, ask you for a rematch or
    to take over a seat, or write to you; and you cannot do so either. The server does not bring you together (help
    seek). A player who tries is told that you take no challenges and no messages from them. Somebody else who names
    you both is told only that the players cannot be brought together.

    Boards that you play together go on, and their letters still come, without what either of you writes there to the
    other. You also get no broadcasts of each other. A tournament can still pair you. Seats that you both have in open
    challenges are given back: theirs if the challenge is yours, otherwise yours.

    A block holds for a person: all players who have confirmed the same address can do none of this towards you, and
    you do not read what they write. So if a family shares one address, you block the whole family. You are not told
    who they are, and can still challenge or write to those whom you have not named. Who shares an address with
    yourself is blocked only by name.

    You can block 200 players. Without a name you are told whom you have blocked:

        block alice secret7 bob
        block alice secret7
    """

    words = ("block",)
    arguments = (*PLAYER, Argument("other", Userid(), repeated=True, optional=True, most=MOST_AT_ONCE))
    about_account = True
    example = "block alice secret7 bob"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player, others = call.player, _named(call, given)
        if not others:
            return BlocksTold(player, call.work.blocks.of(player))
        _check_may_be_blocked(call, player, others)
        # Challenges are held before their players, as by those who join.
        left = leave_seats_beside(replace(call, comment=""), player, others)
        # Of two commands at the same moment, the second counts what the first has added.
        call.work.players.hold(player)
        before = call.work.blocks.of(player)
        added = tuple(other for other in others if other not in before)
        if len(before) + len(added) > MOST_BLOCKED:
            raise Refusal(
                Message(
                    "You have blocked {count} players, and {most} is the most: unblock somebody first.",
                    count=len(before),
                    most=MOST_BLOCKED,
                )
            )
        if added:
            call.work.blocks.add(player, added, call.at)
        call.outcomes += left
        return BlocksTold(player, call.work.blocks.of(player), added=others)


class Unblock(Command):
    """Lift what block has done.

    The player can challenge you and write to you again. What they wrote on your boards meanwhile is shown on their
    pages then, but not mailed.

        unblock alice secret7 bob
    """

    words = ("unblock",)
    arguments = (*PLAYER, Argument("other", Userid(), repeated=True, most=MOST_AT_ONCE))
    about_account = True
    example = "unblock alice secret7 bob"

    def carry_out(self, call: Call, given: ParsedArgs) -> Outcome:
        player, others = call.player, _named(call, given)
        call.work.blocks.remove(player, others)
        return BlocksTold(player, call.work.blocks.of(player), removed=others)


def _named(call: Call, given: ParsedArgs) -> tuple[Player, ...]:
    names = given.get("other") or ()
    found = call.work.players.named(names)
    unknown = dict.fromkeys(name for name in names if name.lower() not in found)
    if unknown:
        raise Refusal(lines_of(*[no_player(call, name) for name in unknown]))
    return tuple(found.values())


def _check_may_be_blocked(call: Call, player: Player, others: Collection[Player]) -> None:
    if player in others:
        raise Refusal(Message("{player}, you cannot block yourself.", player=player.userid))
    for bot in own_bots(call, [*others]):
        raise Refusal(
            Message(
                "{bot} is a bot of this server: it challenges nobody, and writes to nobody, so there is nothing to"
                " block.",
                bot=bot.userid,
            )
        )
