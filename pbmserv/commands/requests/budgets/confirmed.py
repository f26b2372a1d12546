"""What an account may do before its address is confirmed: play with bots, and with players who challenge it.

Anybody can make any number of such accounts on a page. An account is confirmed by one address that is: by mail it has
that from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbmserv.games.base import Refusal
from pbmserv.play.bots import thinks_here

if TYPE_CHECKING:
    from pbmserv.commands.requests.context import Call
    from pbmserv.commands.requests.outcome import Outcome
    from pbmserv.play.board import Player

FEW_BOARDS = 5
"""On how many boards at the same time an account plays that is not confirmed."""


class NotConfirmed(Refusal):
    """An account has to have a confirmed address for this."""


def unconfirmed(call: Call, players: Iterable[Player]) -> set[Player]:
    """Those of these players who have no confirmed address; the server's own bots need none."""
    asked = dict.fromkeys(players)
    writes_from_there = set(call.at_address) if call.sender.writes_mail else set()
    found = call.work.addresses.without_confirmed([player for player in asked if player not in writes_from_there])
    if not found:
        return found
    bots = call.work.players.bots(found)
    return {player for player in found if not thinks_here(bots.get(player))}


def why_not_confirmed(call: Call, player: Player) -> str:
    """What an account is told that is not confirmed: what it can do, and how it is confirmed."""
    waiting = [each.address for each in call.work.addresses.of([player])[player]]
    sent = f"A letter with a code has gone to {waiting[0]}: answer it with yes. For another one, write"
    how = sent if waiting else "To have a letter with a code sent to your address, write"
    return (
        "Your address is not confirmed yet. Until it is, you can play with bots, and with players who challenge you,"
        f" on {FEW_BOARDS} boards at most. {how}: add {player.userid} PASSWORD {waiting[0] if waiting else 'ADDRESS'}"
    )


def faults_of_unconfirmed(call: Call, players: Iterable[Player]) -> list[str]:
    """Why those of these players who are not confirmed cannot play with others: a sentence for each."""
    return [] if call.sender.is_operator else [why_not_confirmed(call, each) for each in unconfirmed(call, players)]


def check_confirmed(call: Call, player: Player) -> None:
    """Raise `NotConfirmed` for a player who has no confirmed address, unless the operator wants it so."""
    for fault in faults_of_unconfirmed(call, [player]):
        raise NotConfirmed(fault)


def check_may_write(call: Call, outcome: Outcome) -> None:
    """Raise `NotConfirmed` for letters to others that an account causes which is not confirmed.

    It causes those of boards at which it sits, and no others.
    """
    player = call.player
    if player is None or not outcome.writes_to_others:
        return
    board = getattr(outcome, "board", None)
    if board is None or player not in board.players:
        check_confirmed(call, player)


def at_few_boards(call: Call, players: Iterable[Player]) -> list[Player]:
    """Those of these players who are not confirmed, and play on as many boards as they can until then."""
    few = unconfirmed(call, players)
    return [player for player, boards in call.work.listing.active_boards(few).items() if boards >= FEW_BOARDS]
