"""Suspension of addresses that bounce, and letters about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from pbmserv.commands.requests.context import Call
from pbmserv.commands.requests.outcome import Outcome
from pbmserv.letters.letter import players_words
from pbmserv.play.board import Player, Status

if TYPE_CHECKING:
    from pbmserv.storage.addresses import SentLetter

FAILS_FOR = timedelta(days=7)
"""How long temporary failures may last before they count as permanent."""

MOST_BOARDS = 1000
"""The maximum number of a player's boards considered."""


@dataclass(frozen=True)
class Failure:
    """A delivery failure, permanent (`hard`) or temporary, with the server's message."""

    address: str
    hard: bool
    words: str


class AddressFailed(Outcome, frozen=True):
    written_by = "accounts.letters:of_failed_address"

    player: Player
    address: str
    words: str


class OutOfReach(Outcome, frozen=True):
    """A player cannot be reached; told to opponents with the titles of their shared boards."""

    written_by = "accounts.letters:of_player_out_of_reach"

    player: Player
    opponents: Mapping[Player, Sequence[str]]


def note_report(call: Call, token: str, failures: Sequence[Failure]) -> str:
    """Process a bounce report for the letter of this token; return what was done.

    Only failures of the letter's own addresses count, and only for its player: anybody who has seen the letter could
    forge a report.
    """
    letter = call.work.bounces.letter_of(token)
    if letter is None:
        return "bounce: of no letter that is known"
    addressed_to = {address.lower(): address for address in letter.addressed_to}
    of_letter = {failure.address.lower(): failure for failure in failures if failure.address.lower() in addressed_to}
    if not of_letter:
        return f"bounce: out-{letter.id}, but no failure of an address that it went to"
    for address, failure in of_letter.items():
        call.work.bounces.note_returned(letter, address, failure.words)
    if letter.reader is None:
        # An answer to an address that may be anybody's.
        return f"bounce: out-{letter.id} at {', '.join(of_letter)}"
    suspended = note_failures(call, letter, list(of_letter.values()), only=letter.reader)
    return f"bounce: out-{letter.id} at {', '.join(of_letter)}" + (", suspended" if suspended else "")


def note_failures(call: Call, letter: SentLetter, failures: Sequence[Failure], only: int | None = None) -> list[str]:
    """Record delivery failures; return the addresses suspended by them.

    They concern all players with such an address, or `only` the player with this id.
    """
    suspended = []
    for failure in failures:
        holders = call.work.bounces.holders(failure.address, only)
        if not holders:
            continue
        since = min(holder.failing_since or letter.created_at for holder in holders)
        if not failure.hard and call.at - since >= FAILS_FOR:
            players = [holder.player for holder in holders]
            if call.work.bounces.something_arrived(failure.address, players, since, call.at):
                since = letter.created_at
        if not failure.hard and call.at - since < FAILS_FOR:
            call.work.bounces.note_failing(failure.address, since, failure.words, only)
            continue
        suspended.append(failure.address)
        for player in call.work.bounces.suspend(failure.address, call.at, since, failure.words, only):
            _tell(call, player, failure)
    return suspended


def _tell(call: Call, player: Player, failure: Failure) -> None:
    """Tell the player by another working address, or else their waiting opponents."""
    if player not in call.work.addresses.out_of_reach([player]):
        call.outcomes.append(AddressFailed(player, failure.address, players_words(failure.words)))
    else:
        call.outcomes.append(OutOfReach(player, _opponents(call, player)))


def _opponents(call: Call, player: Player) -> dict[Player, list[str]]:
    opponents: dict[Player, list[str]] = {}
    for line in call.work.listing.lines(players=[player], status=Status.ACTIVE, limit=MOST_BOARDS):
        board = call.work.boards.load(line.game, line.number)
        if board is None or player not in board.staying:
            continue
        for other in dict.fromkeys(board.staying):
            if other != player:
                opponents.setdefault(other, []).append(board.title)
    return opponents
